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

/// The ends that are closing in on a length.
pub(super) struct Closing {
    pub(super) known: Shortest,
    /// Nodes of the next turn, from each end.
    turn: u64,
}

impl Closing {
    /// From `first` plies on, odd or even as all lengths are; a mate within `longest` is known.
    pub(super) fn new(first: Plies, longest: Plies) -> Self {
        let at_most = longest.max(first);
        Self {
            known: Shortest {
                at_least: first,
                at_most: at_most - (at_most - first) % 2,
            },
            turn: FIRST_TURN,
        }
    }

    /// The nodes that both ends might take in the last turn.
    pub(super) const fn last_turn(&self) -> u64 {
        self.turn / GROWTH * 2
    }
}

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
        let mut closing = Closing::new(first, longest);
        while self.come_closer(&mut closing) {}
        closing.known
    }

    /// The same from the defender's position on the board, from an even number of plies on.
    pub(super) fn shortest_after(&mut self, first: Plies, longest: Plies) -> Shortest {
        let mut closing = Closing::new(first, longest);
        while self.take_turns(&mut closing, &mut |search, bound| {
            search.defender_is_mated(bound, 1)
        }) {}
        closing.known
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

    /// The length from the attacker's position on the board, a turn at a time; whether there should be more.
    pub(super) fn come_closer(&mut self, closing: &mut Closing) -> bool {
        self.take_turns(closing, &mut |search, bound| {
            search.attacker_mates(bound, 0)
        })
    }

    /// One turn from below and one from above; whether there should be more.
    fn take_turns(
        &mut self,
        closing: &mut Closing,
        mates: &mut impl FnMut(&mut Self, Plies) -> Option<bool>,
    ) -> bool {
        let Closing { known, turn } = closing;
        let allowance = self.meter.with_allowance(*turn);
        self.climb_from(known, mates);
        let given_up = self.meter.end_allowance(allowance);
        let allowance = self.meter.with_allowance(*turn);
        self.descend_from(known, mates);
        // If neither wanted more nodes, some question has no answer.
        let more = !(self.meter.end_allowance(allowance) && given_up);
        *turn = turn.saturating_mul(GROWTH);
        more && known.exact().is_none() && !self.stopped()
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
