//! Futile interpositions (無駄合) inside a bounded search.
//!
//! Let P be a defender's position with one distant checker X, s₁ … sₖ the empty squares between king and X,
//! nearest the king first. An interposition on sⱼ is futile if the attacker may take it with check and is
//! then, *without the piece taken*, done within bⱼ plies: the defender's longest resistance so far, by
//! replies that do not interpose and by effective interpositions on nearer squares. bⱼ is an exact value,
//! so lengths under such a rule are not monotone, and nothing here is taken over from a better hand.

use crate::shogi::{Bitboard, Move, PieceKind, Position, Square, checks, evasions};
use crate::tsume::FutileRule;

use super::dfpn::{Limit, Search};
use super::number::{INFINITE, Plies};

/// An interposition: the move, and which square it is on, 0 nearest the king.
type Interposition = (Move, usize);

/// The replies to a distant check by one piece.
#[derive(Debug, Default)]
pub(super) struct Replies {
    /// Those that do not interpose.
    pub(super) others: Vec<Move>,
    /// Those that do, nearest the king first.
    pub(super) interpositions: Vec<Interposition>,
}

impl Replies {
    /// All legal replies in the defender's position `position`.
    pub(super) fn of(position: &Position) -> Self {
        let mut moves = Vec::new();
        evasions::evasions(position, &mut moves);
        let squares = squares_of(position);
        let king = position.king(position.turn());
        let mut replies = Self::default();
        for mv in moves {
            match squares.iter().position(|&square| square == mv.to()) {
                Some(index) if mv.from() != king => replies.interpositions.push((mv, index)),
                _ => replies.others.push(mv),
            }
        }
        replies.interpositions.sort_by_key(|&(_, index)| index);
        replies
    }
}

/// The empty squares between king and distant checker, nearest the king first.
fn squares_of(position: &Position) -> Vec<Square> {
    let mut squares: Vec<_> = evasions::interposition_squares(position)
        .into_iter()
        .collect();
    if let Some(king) = position.king(position.turn()) {
        squares.sort_by_key(|square| square.distance(king));
    }
    squares
}

impl Search<'_> {
    /// Whether every reply of the side in check interposes.
    pub(super) fn only_interpositions(&self) -> bool {
        Replies::of(&self.position).others.is_empty()
    }

    /// Is the disproved child an interposition that is futile? It is then marked as such.
    pub(super) fn rescued(&mut self, child: usize, limit: &Limit) -> bool {
        if self.rule == FutileRule::Off {
            return false;
        }
        let mv = self.children[child].mv;
        let replies = Replies::of(&self.position);
        let Some(&interposition) = replies
            .interpositions
            .iter()
            .find(|&&(other, _)| other == mv)
        else {
            return false;
        };
        match self.is_futile_here(&replies, interposition, limit) {
            Some(false) => false,
            futile => {
                if futile == Some(true) {
                    let child = &mut self.children[child];
                    (child.pn, child.dn) = (0, INFINITE);
                    child.futile = true;
                }
                true
            }
        }
    }

    fn is_futile_here(
        &mut self,
        replies: &Replies,
        (mv, index): Interposition,
        limit: &Limit,
    ) -> Option<bool> {
        if !self.mates_without_it(mv, limit.bound, limit.depth)? {
            return Some(false);
        }
        let longest = self.resistance_before(replies, index, limit)?;
        self.is_futile(mv, longest, limit.depth)
    }

    /// bⱼ: the plies that the replies which do not interpose, and the effective interpositions on squares
    /// nearer than the one with `index`, last. All of these are known to lose within the limit.
    pub(super) fn resistance_before(
        &mut self,
        replies: &Replies,
        index: usize,
        limit: &Limit,
    ) -> Option<Plies> {
        let mut longest = 0;
        for &mv in &replies.others {
            longest = self.resistance(mv, longest, limit)?;
        }
        let mut square = 0;
        let mut before_square = longest;
        for &(mv, at) in replies
            .interpositions
            .iter()
            .take_while(|&&(_, at)| at < index)
        {
            if at != square {
                (square, before_square) = (at, longest);
            }
            if self.lasts_no_longer(mv, before_square, limit.depth)?
                || self.is_futile(mv, before_square, limit.depth)?
            {
                continue;
            }
            longest = self.resistance(mv, longest, limit)?;
        }
        Some(longest)
    }

    /// The plies that the reply `mv` lasts, or `at_least` if that is more.
    fn resistance(&mut self, mv: Move, at_least: Plies, limit: &Limit) -> Option<Plies> {
        let mut longest = at_least;
        while !self.lasts_no_longer(mv, longest, limit.depth)? {
            longest += 2;
            debug_assert!(
                longest <= limit.bound,
                "{mv} in {} is proved",
                self.position
            );
        }
        Some(longest)
    }

    /// Is the attacker done within `plies` of the reply `mv`, that move included?
    pub(super) fn lasts_no_longer(&mut self, mv: Move, plies: Plies, depth: u16) -> Option<bool> {
        let Some(bound) = plies.checked_sub(1) else {
            return Some(false);
        };
        let undo = self.position.play(mv);
        let mates = self.attacker_mates(bound, depth + 1);
        self.position.undo(mv, undo);
        mates
    }

    /// Does taking `mv` with check mate within `plies` without the piece taken?
    fn mates_without_it(&mut self, mv: Move, plies: Plies, depth: u16) -> Option<bool> {
        self.any_capture(mv, |search, _| search.defender_is_mated(plies, depth + 2))
    }

    /// Is the interposition `mv` futile against the resistance `longest`?
    pub(super) fn is_futile(&mut self, mv: Move, longest: Plies, depth: u16) -> Option<bool> {
        let before = (self.rule == FutileRule::Strict).then(|| self.position.clone());
        self.any_capture(mv, |search, capture| {
            if !search.defender_is_mated(longest, depth + 2)? {
                return Some(false);
            }
            match &before {
                Some(before) => search.repeats_the_mate(before, capture, (longest, depth + 2)),
                None => Some(true),
            }
        })
    }

    /// Plays the interposition and each capture of it that gives check, sets the piece taken aside, and
    /// asks `test`.
    fn any_capture(
        &mut self,
        mv: Move,
        mut test: impl FnMut(&mut Self, Move) -> Option<bool>,
    ) -> Option<bool> {
        let undo = self.position.play(mv);
        let mut captures = Vec::new();
        checks::checks(&self.position, &mut captures);
        captures.retain(|capture| !capture.is_drop() && capture.to() == mv.to());
        let mut answer = Some(false);
        for capture in captures {
            answer = self.without_the_piece(capture, |search| test(search, capture));
            if answer != Some(false) {
                break;
            }
        }
        self.position.undo(mv, undo);
        answer
    }

    fn without_the_piece(
        &mut self,
        capture: Move,
        test: impl FnOnce(&mut Self) -> Option<bool>,
    ) -> Option<bool> {
        let undo = self.position.play(capture);
        let taken = undo.captured().and_then(|piece| piece.kind.hand_piece())?;
        self.position.set_aside(self.attacker, taken);
        let mut material = self.material();
        material.remove(taken);
        let before = self.set_material(material);
        let answer = test(self);
        self.set_material(before);
        self.position.put_back(self.attacker, taken);
        self.position.undo(capture, undo);
        answer
    }

    /// The strict rule: after `capture`, in the position on the board, does the attacker mate just as in
    /// `before`, where nothing was interposed?
    fn repeats_the_mate(
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

    /// Asks about another position.
    fn at<T>(&mut self, position: Position, test: impl FnOnce(&mut Self) -> T) -> T {
        self.meter.tick();
        let material = self.set_material(position.material());
        let here = std::mem::replace(&mut self.position, position);
        let answer = test(self);
        self.position = here;
        self.set_material(material);
        answer
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::{Color, Setup};

    #[test]
    fn interpositions_come_nearest_first() {
        let setup: Setup = "4R3k/9/9/9/9/9/9/6b2/9 w - 1".parse().unwrap();
        let position = Position::new(&setup, Color::Black).unwrap();
        let texts = |moves: Vec<Move>| moves.iter().map(Move::to_string).collect::<Vec<_>>();
        let replies = Replies::of(&position);
        assert_eq!(texts(replies.others), ["1a1b", "1a2b"]);
        assert!(replies.interpositions.is_empty());
        let setup: Setup = "4R3k/9/9/9/9/9/7r1/9/9 w P 1".parse().unwrap();
        let position = Position::new(&setup, Color::Black).unwrap();
        let moves = Replies::of(&position).interpositions;
        assert_eq!(
            moves.first().map(|&(mv, at)| (mv.to_string(), at)),
            Some(("2g2a".into(), 0))
        );
    }
}
