//! Mate in one and hopeless positions, told without expanding them.

use crate::shogi::{Hand, checks, evasions};

use super::dfpn::Search;
use super::expand::Value;
use super::number::{Plies, UNLIMITED};
use super::path::Rests;

impl Search<'_> {
    /// The value of the attacker's position on the board, if it has a mate in one, no check at all, or
    /// `bound` is one ply.
    ///
    /// Only mates that leave no legal move are seen; those with futile interpositions left are not.
    pub(super) fn leaf(&mut self, bound: Plies) -> Option<Value> {
        let mut moves = std::mem::take(&mut self.leaf_moves);
        moves.clear();
        checks::checks(&self.position, &mut moves);
        let mut unclear = self.counts_futile() && bound != 1;
        let mut mate = None;
        for &mv in &moves {
            let undo = self.position.play(mv);
            let escapes = evasions::has_evasion(&self.position);
            if !escapes {
                mate = Some((mv, self.with_monopolies(Hand::EMPTY)));
            } else if self.counts_futile() && bound == 1 && !unclear {
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
        (bound == 1 && !unclear).then(|| Value::disproof(self.hand(), 1, Rests::NOTHING))
    }
}
