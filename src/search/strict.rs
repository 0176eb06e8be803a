//! The strict rule for futile interpositions (狭義の無駄合): the mate after the capture has to be the same mate.

use crate::shogi::{Bitboard, Move, PieceKind, Position, Square, checks, evasions};

use super::futile::Replies;
use super::number::Plies;
use super::state::{Limit, Search};

impl Search<'_> {
    /// The strict rule: after `capture`, in the position on the board, does the attacker mate just as in
    /// `before`, where nothing was interposed?
    pub(super) fn repeats_the_mate(
        &mut self,
        before: &Position,
        capture: Move,
        (longest, depth): (Plies, u16),
    ) -> Option<bool> {
        let checker = before.checkers().first();
        if capture.from() != checker {
            let square = capture.to();
            if self.position.checkers() != Bitboard::single(square) {
                return Some(false);
            }
            if self.defender_is_mated(0, depth)? && self.has_new_helper(before, square, depth)? {
                return Some(false);
            }
        }
        let after = self.position.clone();
        self.replays(before, &after, (longest, depth))
    }

    /// Does the mate on the board need an attacker's piece that the mate in `before` does not?
    fn has_new_helper(&mut self, before: &Position, capturer: Square, depth: u16) -> Option<bool> {
        let checker = before.checkers().first();
        let after = self.position.clone();
        let pieces = after.pieces(self.attacker);
        for square in pieces {
            let spared = square == capturer
                || Some(square) == checker
                || after.king(self.attacker) == Some(square);
            if spared {
                continue;
            }
            if !self.is_mate_without(&after, square, depth)?
                && self.is_mate_without(before, square, depth)?
            {
                return Some(true);
            }
        }
        Some(false)
    }

    fn is_mate_without(&mut self, position: &Position, square: Square, depth: u16) -> Option<bool> {
        let other = position.without(square);
        if !other.is_check() {
            return Some(false);
        }
        self.at(other, |search| search.defender_is_mated(0, depth))
    }

    /// Every reply that counts after the capture is answered there as in `before`, by the same moves.
    fn replays(
        &mut self,
        before: &Position,
        after: &Position,
        (longest, depth): (Plies, u16),
    ) -> Option<bool> {
        let legal = {
            let mut moves = Vec::new();
            evasions::evasions(before, &mut moves);
            moves
        };
        for reply in self.at(after.clone(), |search| {
            search.counting_replies((longest, depth))
        })? {
            if !legal.contains(&reply) {
                return Some(false);
            }
            if !self.same_answer(before, after, (reply, longest, depth))? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The replies that do not interpose, and the interpositions that are not futile against them.
    fn counting_replies(&mut self, (longest, depth): (Plies, u16)) -> Option<Vec<Move>> {
        let replies = Replies::of(&self.position);
        let limit = Limit::none(longest, depth);
        let resistance = self.resistance_before(&replies, 0, &limit)?;
        let mut counting = replies.others.clone();
        for &(mv, _) in &replies.interpositions {
            if !self.is_futile(mv, resistance, depth)? {
                counting.push(mv);
            }
        }
        Some(counting)
    }

    /// Is there one move that mates after `reply` in both positions, in two plies less, line for line?
    fn same_answer(
        &mut self,
        before: &Position,
        after: &Position,
        (reply, longest, depth): (Move, Plies, u16),
    ) -> Option<bool> {
        let Some(left) = longest.checked_sub(2) else {
            return Some(false);
        };
        let mut before = before.clone();
        let _ = before.play(reply);
        let mut after = after.clone();
        let _ = after.play(reply);
        let first = self.mating_checks(&before, left, depth + 2)?;
        let second = self.mating_checks(&after, left, depth + 2)?;
        for &one in &first {
            for &other in second
                .iter()
                .filter(|&&other| same_move((&before, one), (&after, other)))
            {
                let mut before = before.clone();
                let _ = before.play(one);
                let mut after = after.clone();
                let _ = after.play(other);
                if self.replays(&before, &after, (left, depth + 2))? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// The checks after which the defender is mated within `plies`.
    fn mating_checks(
        &mut self,
        position: &Position,
        plies: Plies,
        depth: u16,
    ) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        checks::checks(position, &mut moves);
        let mut mating = Vec::new();
        for mv in moves {
            let mut next = position.clone();
            let _ = next.play(mv);
            if self.at(next, |search| search.defender_is_mated(plies, depth))? {
                mating.push(mv);
            }
        }
        Some(mating)
    }
}

/// Equal text; or pieces of one kind moving to one square with the same result, where the first one has
/// left its origin in the second position.
fn same_move((before, one): (&Position, Move), (after, other): (&Position, Move)) -> bool {
    if one == other {
        return true;
    }
    let (Some(from), Some(other_from)) = (one.from(), other.from()) else {
        return false;
    };
    let (Some(piece), Some(other_piece)) = (before.piece(from), after.piece(other_from)) else {
        return false;
    };
    let promoted = |kind: PieceKind, mv: Move| kind.is_promoted() || mv.promotes();
    one.to() == other.to()
        && piece.kind.hand_piece() == other_piece.kind.hand_piece()
        && promoted(piece.kind, one) == promoted(other_piece.kind, other)
        && after.piece(from) != Some(piece)
}
