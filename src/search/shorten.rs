//! The exact length: bounds from below until the first mate.

use super::dfpn::Search;
use super::number::Plies;

/// What a series of bounded searches found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shortest {
    /// No mate in fewer plies.
    pub(super) at_least: Plies,
    /// The length, if it was reached.
    pub(super) exact: Option<Plies>,
}

impl Search<'_> {
    /// The length from the attacker's position on the board, from `first` plies on; a mate within `longest` is known.
    pub(super) fn shortest(&mut self, first: Plies, longest: Plies) -> Shortest {
        self.climb(first, longest, |search, bound| {
            search.attacker_mates(bound, 0)
        })
    }

    /// The same from the defender's position on the board.
    pub(super) fn shortest_after(&mut self, first: Plies, longest: Plies) -> Shortest {
        self.climb(first, longest, |search, bound| {
            search.defender_is_mated(bound, 1)
        })
    }

    fn climb(
        &mut self,
        first: Plies,
        longest: Plies,
        mut mates: impl FnMut(&mut Self, Plies) -> Option<bool>,
    ) -> Shortest {
        let mut bound = first;
        while bound < longest {
            match mates(self, bound) {
                Some(true) => {
                    return Shortest {
                        at_least: bound,
                        exact: Some(bound),
                    };
                }
                Some(false) => bound += 2,
                None => {
                    return Shortest {
                        at_least: bound,
                        exact: None,
                    };
                }
            }
        }
        Shortest {
            at_least: bound,
            exact: Some(bound),
        }
    }
}
