//! Futile interpositions (無駄合) inside a bounded search.
//!
//! Let P be a defender's position with one distant checker X, s₁ … sₖ the empty squares between king and X,
//! nearest the king first. An interposition on sⱼ is futile if the attacker may take it with check and is
//! then, *without the piece taken*, done within bⱼ plies: the defender's longest resistance so far, by
//! replies that do not interpose and by effective interpositions on nearer squares. bⱼ is an exact value,
//! so lengths under such a rule are not monotone, and nothing here is taken over from a better hand.
//! By other customs interpositions by a move on the board (移動合) always count; they then are effective on their square. Or
//! those are futile as well that only [restore](super::restore) the position.

use crate::shogi::{Move, Position, Square, checks, evasions};
use crate::tsume::FutileRule;

use super::number::{INFINITE, Plies};
use super::state::{Limit, Search};

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
    /// Whether every reply of the side in check interposes and may be futile.
    pub(super) fn only_interpositions(&self) -> bool {
        let replies = Replies::of(&self.position);
        let mut interpositions = replies.interpositions.iter();
        replies.others.is_empty() && !interpositions.any(|&(mv, _)| self.always_counts(mv))
    }

    /// Is the disproved child an interposition that is futile? It is then marked as such. `None` if that
    /// could not be settled.
    pub(super) fn rescued(&mut self, child: usize, limit: &Limit) -> Option<bool> {
        let mv = self.children[child].mv;
        if !self.counts_futile() || self.always_counts(mv) {
            return Some(false);
        }
        let replies = Replies::of(&self.position);
        let Some(&interposition) = replies
            .interpositions
            .iter()
            .find(|&&(other, _)| other == mv)
        else {
            return Some(false);
        };
        let futile = self.is_futile_here(&replies, interposition, limit)?;
        if futile {
            let child = &mut self.children[child];
            (child.pn, child.dn) = (0, INFINITE);
            child.futile = true;
        }
        Some(futile)
    }

    fn is_futile_here(
        &mut self,
        replies: &Replies,
        (mv, index): Interposition,
        limit: &Limit,
    ) -> Option<bool> {
        if !self.restoring_is_futile() && !self.mates_without_it(mv, limit.bound, limit.depth)? {
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
            if longest > limit.bound {
                return None;
            }
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
        if self.always_counts(mv) {
            return Some(false);
        }
        if !self.restoring_is_futile() {
            return self.is_taken_in_vain(mv, longest, depth);
        }
        Some(self.is_taken_in_vain(mv, longest, depth)? || self.only_restores(mv, longest, depth)?)
    }

    /// Does taking the interposition `mv` at once, and doing without it, take no longer than `longest`?
    pub(super) fn is_taken_in_vain(
        &mut self,
        mv: Move,
        longest: Plies,
        depth: u16,
    ) -> Option<bool> {
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
        let taken = self
            .position
            .piece(capture.to())
            .and_then(|piece| piece.kind.hand_piece())?;
        let undo = self.position.play(capture);
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
            Some(("2g2a+".into(), 0))
        );
    }
}
