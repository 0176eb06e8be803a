//! Interpositions on which the rules differ: futile under the standard rule, effective under the strict one,
//! or the other way round.

use crate::shogi::Move;
use crate::tsume::FutileRule;

use super::futile::Replies;
use super::number::Plies;
use super::state::{Limit, Search};

/// Longer than any mate.
const LONGEST: Plies = 4000;

impl Search<'_> {
    /// The interpositions along `line`, by ply, whose status differs between the two rules.
    ///
    /// `None` if the search was stopped before all were known.
    pub(super) fn grey(&mut self, line: &[Move]) -> Option<Vec<(u32, Move)>> {
        let rule = self.rule;
        let mut grey = Vec::new();
        let mut played = Vec::new();
        let mut finished = true;
        for (ply, &mv) in (2..).zip(line) {
            played.push((mv, self.position.play(mv)));
            if ply % 2 == 1 {
                continue;
            }
            match self.grey_here() {
                Some(moves) => grey.extend(moves.into_iter().map(|mv| (ply, mv))),
                None => {
                    finished = false;
                    break;
                }
            }
        }
        for (mv, undo) in played.into_iter().rev() {
            self.position.undo(mv, undo);
        }
        self.set_rule(rule);
        finished.then_some(grey)
    }

    fn grey_here(&mut self) -> Option<Vec<Move>> {
        let replies = Replies::of(&self.position);
        if replies.interpositions.is_empty() {
            return Some(Vec::new());
        }
        let standard = self.effective(&replies, FutileRule::Standard)?;
        let strict = self.effective(&replies, FutileRule::Strict)?;
        let moves = replies.interpositions.iter().map(|&(mv, _)| mv);
        Some(
            moves
                .filter(|mv| standard.contains(mv) != strict.contains(mv))
                .collect(),
        )
    }

    /// The effective interpositions under `rule`.
    fn effective(&mut self, replies: &Replies, rule: FutileRule) -> Option<Vec<Move>> {
        self.set_rule(rule);
        let limit = Limit::none(LONGEST, 1);
        let mut effective = Vec::new();
        for &(mv, at) in &replies.interpositions {
            let resistance = self.resistance_before(replies, at, &limit)?;
            if self.counts(mv, resistance)? {
                effective.push(mv);
            }
        }
        Some(effective)
    }
}
