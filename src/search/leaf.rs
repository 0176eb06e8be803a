//! The last three plies, told move by move: that takes less than keeping numbers of each.

use crate::shogi::prospects::{Outcome, Prospects};
use crate::shogi::{Bitboard, Hand, Move, checks, evasions};

use super::expand::{Side, Value};
use super::number::one_more;
use super::path::Rests;
use super::state::{Limit, Search};

impl Search<'_> {
    /// The value of the attacker's position on the board with three plies left: one check after the other, each to its end.
    pub(super) fn last_three_plies(&mut self, limit: &Limit) -> Value {
        let mut moves = std::mem::take(&mut self.last_moves[2]);
        moves.clear();
        checks::checks(&self.position, &mut moves);
        let value = self.try_each_check(&moves, limit);
        self.last_moves[2] = moves;
        value
    }

    /// The value of the position on the board, whose checks are `moves`.
    fn try_each_check(&mut self, moves: &[Move], limit: &Limit) -> Value {
        let mut refuted = self.nothing_refuted();
        for &mv in moves {
            let value = self.try_check(mv, limit);
            if !value.is_solved() {
                return Value::open(1, 1);
            }
            if value.pn == 0 {
                return self.proof_by_move(mv, value.hand, value.len);
            }
            refuted.add(&self.position, mv, (value.hand, value.len, value.rests));
        }
        self.disproof_by(refuted, limit)
    }

    /// The value of the position after a check.
    fn try_check(&mut self, mv: Move, limit: &Limit) -> Value {
        if !self.meter.tick() {
            return Value::open(1, 1);
        }
        let key = self.position.key_after(mv);
        let undo = self.position.play_to(mv, key);
        let value = self.last_two_plies().unwrap_or_else(|| {
            let limit = Limit::none(limit.bound - 1, limit.depth + 1);
            self.expand_and_work(Side::Defender, &limit)
        });
        self.position.undo(mv, undo);
        value
    }

    /// The value of the defender's position on the board with two plies left, told reply by reply.
    ///
    /// `None` if it hangs on whether interpositions are futile.
    fn last_two_plies(&mut self) -> Option<Value> {
        let mut replies = std::mem::take(&mut self.last_moves[1]);
        replies.clear();
        let squares = evasions::evasions(&self.position, &mut replies);
        let value = self.try_each_reply(&replies, squares);
        self.last_moves[1] = replies;
        value
    }

    /// The same for its replies, of which those to `squares` interpose and come last.
    fn try_each_reply(&mut self, replies: &[Move], squares: Bitboard) -> Option<Value> {
        let (mut hand, mut len) = (Hand::EMPTY, 0);
        for &mv in replies {
            if self.counts_futile() && squares.contains(mv.to()) {
                return None;
            }
            let value = self.try_reply(mv)?;
            if value.dn == 0 {
                return Some(self.disproof_after((value.hand, value.len, value.rests)));
            }
            hand = hand.max(value.hand);
            len = len.max(one_more(value.len));
        }
        Some(self.proof_with(hand, len))
    }

    /// The value of the position after a reply, with one ply left; a mate is told to the table.
    ///
    /// `None` as in [`Search::last_ply`].
    pub(super) fn try_reply(&mut self, mv: Move) -> Option<Value> {
        let undo = self.position.play_briefly(mv);
        let value = self.last_ply();
        self.position.undo(mv, undo);
        if let Some(value) = value.filter(|value| value.pn == 0) {
            let key = self.position.key_after(mv);
            let undo = self.position.play_to(mv, key);
            self.store(&value, (0, 1));
            self.position.undo(mv, undo);
        }
        value
    }

    /// The value of the attacker's position on the board with one ply left.
    ///
    /// `None` if it hangs on whether interpositions are futile.
    fn last_ply(&mut self) -> Option<Value> {
        let Some(king) = self.position.king(!self.attacker) else {
            return Some(Value::disproof(self.hand(), 1, Rests::NOTHING));
        };
        let prospects = Prospects::of(&self.position, king);
        let mut moves = std::mem::take(&mut self.last_moves[0]);
        moves.clear();
        checks::checks_that_may_mate(&self.position, &prospects, &mut moves);
        let mut unclear = false;
        let mut mate = None;
        for &mv in &moves {
            match prospects.outcome(&self.position, mv) {
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
        self.last_moves[0] = moves;
        if let Some((mv, hand)) = mate {
            return Some(self.proof_by_move(mv, hand, 0));
        }
        (!unclear).then(|| Value::disproof(self.hand(), 1, Rests::NOTHING))
    }
}
