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
    /// Tries 1, 3, 5, … plies up to `longest`; a mate within that is known.
    pub(super) fn shortest(&mut self, from: Plies, longest: Plies) -> Shortest {
        let mut bound = from;
        while bound < longest {
            match self.attacker_mates(bound, 0) {
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
