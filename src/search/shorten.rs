//! The exact length: bounded searches from below and from above until they meet.
//!
//! From below each bound that is no mate raises the least length, from above each that is lowers the greatest. Neither way
//! is always the cheaper one, so they take turns, each time with a larger share of nodes.

use super::number::Plies;
use super::state::Search;

/// What is known about a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shortest {
    /// No mate in fewer plies.
    pub(super) at_least: Plies,
    /// Mate within so many plies.
    pub(super) at_most: Plies,
}

/// Nodes of the first turn each; each further one has [`GROWTH`] times as many.
const FIRST_TURN: u64 = 200_000;
const GROWTH: u64 = 4;

impl Shortest {
    /// The length, if it is settled.
    pub(super) fn exact(self) -> Option<Plies> {
        (self.at_least >= self.at_most).then_some(self.at_most)
    }

    const fn learn(&mut self, bound: Plies, mates: bool) {
        if mates {
            self.at_most = bound;
        } else {
            self.at_least = bound + 2;
        }
    }
}

impl Search<'_> {
    /// The length from the attacker's position on the board, from `first` plies on, an odd number; a mate within `longest`
    /// is known.
    pub(super) fn shortest(&mut self, first: Plies, longest: Plies) -> Shortest {
        self.close_in(first, longest, |search, bound| {
            search.attacker_mates(bound, 0)
        })
    }

    /// The same from the defender's position on the board, from an even number of plies on.
    pub(super) fn shortest_after(&mut self, first: Plies, longest: Plies) -> Shortest {
        self.close_in(first, longest, |search, bound| {
            search.defender_is_mated(bound, 1)
        })
    }

    /// A mate from the attacker's position on the board in fewer plies than `longest`, in which one is known, if it is
    /// found within `nodes`.
    pub(super) fn shortened(&mut self, longest: Plies, nodes: u64) -> Plies {
        let mut known = Shortest {
            at_least: 1,
            at_most: longest,
        };
        let allowance = self.meter.with_allowance(nodes);
        self.descend_from(&mut known, &mut |search, bound| {
            search.attacker_mates(bound, 0)
        });
        self.meter.end_allowance(allowance);
        known.at_most
    }

    fn close_in(
        &mut self,
        first: Plies,
        longest: Plies,
        mut mates: impl FnMut(&mut Self, Plies) -> Option<bool>,
    ) -> Shortest {
        let at_most = longest.max(first);
        let mut known = Shortest {
            at_least: first,
            at_most: at_most - (at_most - first) % 2,
        };
        let mut turn = FIRST_TURN;
        while known.exact().is_none() && !self.stopped() {
            let allowance = self.meter.with_allowance(turn);
            self.climb_from(&mut known, &mut mates);
            let given_up = self.meter.end_allowance(allowance);
            let allowance = self.meter.with_allowance(turn);
            self.descend_from(&mut known, &mut mates);
            if self.meter.end_allowance(allowance) && given_up {
                // Neither wanted more nodes: some question has no answer.
                break;
            }
            turn = turn.saturating_mul(GROWTH);
        }
        known
    }

    fn climb_from(
        &mut self,
        known: &mut Shortest,
        mates: &mut impl FnMut(&mut Self, Plies) -> Option<bool>,
    ) {
        while known.exact().is_none() {
            let bound = known.at_least;
            let Some(answer) = mates(self, bound) else {
                return;
            };
            known.learn(bound, answer);
        }
    }

    fn descend_from(
        &mut self,
        known: &mut Shortest,
        mates: &mut impl FnMut(&mut Self, Plies) -> Option<bool>,
    ) {
        while known.exact().is_none() {
            let bound = known.at_most - 2;
            let Some(answer) = mates(self, bound) else {
                return;
            };
            known.learn(bound, answer);
        }
    }
}
