//! The last attacker's move, told without expanding anything.

use crate::shogi::prospects::{Outcome, Prospects};
use crate::shogi::{Hand, checks, evasions};

use super::expand::Value;
use super::number::UNLIMITED;
use super::path::Rests;
use super::state::Search;

impl Search<'_> {
    /// The value of the attacker's position on the board with one ply left.
    ///
    /// `None` if it hangs on whether interpositions are futile.
    pub(super) fn last_ply(&mut self) -> Option<Value> {
        let mut moves = std::mem::take(&mut self.leaf_moves);
        moves.clear();
        checks::checks(&self.position, &mut moves);
        let mut unclear = false;
        let mut mate = None;
        let king = self.position.king(!self.attacker);
        let prospects = king.map(|king| Prospects::of(&self.position, king));
        for &mv in &moves {
            let told = prospects
                .as_ref()
                .and_then(|prospects| prospects.outcome(&self.position, mv));
            match told {
                Some(Outcome::Survived) => continue,
                Some(Outcome::Barred) if !self.counts_futile() => continue,
                _ => {}
            }
            let undo = self.position.play_briefly(mv);
            if !evasions::has_evasion(&self.position) {
                mate = Some((mv, self.with_monopolies(Hand::EMPTY)));
            } else if self.counts_futile() && !unclear {
                unclear = self.only_interpositions();
            }
            self.position.undo(mv, undo);
            if mate.is_some() {
                break;
            }
        }
        let hopeless = moves.is_empty();
        self.leaf_moves = moves;
        if let Some((mv, hand)) = mate {
            return Some(self.proof_by_move(mv, hand, 0));
        }
        if hopeless {
            let hand = self.without_untried_drops(self.all_in_hand());
            return Some(Value::disproof(hand, UNLIMITED, Rests::NOTHING));
        }
        (!unclear).then(|| Value::disproof(self.hand(), 1, Rests::NOTHING))
    }
}
