//! The children of one node: their numbers, their sum, and what the best of them may spend.
//!
//! The numbers of a node are `phi`, the mover's own (pn for the attacker, dn for the defender), and
//! `delta`, the other side's. `phi` is the least of the children's. `delta` is their greatest plus one
//! for each other child that is still open: weak proof numbers (Ueda, Hashimoto, Hashimoto, Iida 2008, "Weak
//! proof-number search"), which do not add up the same work met on several ways.

use crate::shogi::{Hand, Key, Move};

use super::number::{INFINITE, Plies, ProofNumber, UNLIMITED, plus};
use super::path::Rests;

/// One move of a node and what is known about the position after it.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The move.
    pub mv: Move,
    /// Table key after it.
    pub key: Key,
    /// The attacker's hand after it.
    pub hand: Hand,
    /// Guessed work to prove.
    pub pn: ProofNumber,
    /// Guessed work to disprove.
    pub dn: ProofNumber,
    /// When solved: mate within, or no mate within, so many plies.
    pub len: Plies,
    /// When open: the shallowest depth at which it was met.
    pub min_depth: u16,
    /// When solved: the hand of the proof or disproof.
    pub fact_hand: Hand,
    /// When disproved: the ancestors on which that rests.
    pub rests: Rests,
    /// Whether it has never been searched.
    pub fresh: bool,
    /// Whether the table may have known it when the node was entered.
    pub has_entry: bool,
    /// Whether it is an interposition found futile: proved without adding to the length.
    pub futile: bool,
}

/// What a search of one node returned.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// Guessed work to prove; 0 if proved.
    pub pn: ProofNumber,
    /// Guessed work to disprove; 0 if disproved.
    pub dn: ProofNumber,
    /// When solved: mate within, or no mate within, so many plies.
    pub len: Plies,
    /// When solved: the hand of the proof or disproof.
    pub hand: Hand,
    /// When disproved: the ancestors on which that rests.
    pub rests: Rests,
    /// When proved at an attacker's node: the mating move, packed.
    pub mv: u16,
}

impl Value {
    /// An undecided node.
    #[must_use]
    pub const fn open(pn: ProofNumber, dn: ProofNumber) -> Self {
        Self {
            pn,
            dn,
            len: 0,
            hand: Hand::EMPTY,
            rests: Rests::NOTHING,
            mv: 0,
        }
    }

    /// A mate within `len` plies.
    #[must_use]
    pub const fn proof(hand: Hand, len: Plies, mv: u16) -> Self {
        Self {
            pn: 0,
            dn: INFINITE,
            len,
            hand,
            rests: Rests::NOTHING,
            mv,
        }
    }

    /// No mate within `len` plies.
    #[must_use]
    pub const fn disproof(hand: Hand, len: Plies, rests: Rests) -> Self {
        Self {
            pn: INFINITE,
            dn: 0,
            len,
            hand,
            rests,
            mv: 0,
        }
    }

    /// Whether it is proved or disproved.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// What is known for certain: mate, or none.
    #[must_use]
    pub fn answer(&self) -> Option<bool> {
        match self {
            Self { pn: 0, .. } => Some(true),
            Self { dn: 0, rests, .. } if rests.is_fact() => Some(false),
            _ => None,
        }
    }
}

impl Child {
    /// Takes over the result of a search.
    pub fn update(&mut self, value: &Value) {
        self.pn = value.pn;
        self.dn = value.dn;
        self.len = value.len;
        self.fact_hand = value.hand;
        self.rests = value.rests;
        self.fresh = false;
    }
}

/// Whose node it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The attacker moves: one proved child is enough.
    Attacker,
    /// The defender moves: every child has to be proved.
    Defender,
}

impl Side {
    /// The child's numbers as the mover sees them: own, other side's.
    #[inline]
    #[must_use]
    pub const fn split(self, child: &Child) -> (ProofNumber, ProofNumber) {
        match self {
            Self::Attacker => (child.pn, child.dn),
            Self::Defender => (child.dn, child.pn),
        }
    }

    /// Own and other side's numbers as (pn, dn), and back.
    #[inline]
    #[must_use]
    pub const fn join(self, phi: ProofNumber, delta: ProofNumber) -> (ProofNumber, ProofNumber) {
        match self {
            Self::Attacker => (phi, delta),
            Self::Defender => (delta, phi),
        }
    }
}

/// A node's numbers and its most promising child.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// The mover's own number.
    pub phi: ProofNumber,
    /// The other side's number.
    pub delta: ProofNumber,
    /// The most promising child.
    pub best: usize,
    /// The own number of the second most promising.
    pub second: ProofNumber,
    /// Children that are not lost yet, the best one included.
    pub open: u32,
}

impl Sum {
    /// Adds up the active children, at least one.
    #[must_use]
    pub fn of(side: Side, children: &[Child]) -> Self {
        match side {
            Side::Attacker => Self::of_all(children.iter().map(|child| (child.pn, child.dn))),
            Side::Defender => Self::of_all(children.iter().map(|child| (child.dn, child.pn))),
        }
    }

    #[inline]
    fn of_all(numbers: impl Iterator<Item = (ProofNumber, ProofNumber)>) -> Self {
        let mut sum = Self {
            phi: INFINITE,
            delta: 0,
            best: 0,
            second: INFINITE,
            open: 0,
        };
        // Nobody foresees which child is the best one, so nothing here branches on it.
        let mut least = u64::MAX;
        for (i, (phi, delta)) in numbers.enumerate() {
            let is_open = delta > 0;
            sum.open += u32::from(is_open);
            sum.delta = sum.delta.max(delta);
            let tie = if is_open { delta } else { ProofNumber::MAX };
            let rank = u64::from(phi) << 32 | u64::from(tie);
            let is_best = rank < least;
            sum.second = sum.second.min(if is_best { sum.phi } else { phi });
            sum.phi = sum.phi.min(phi);
            sum.best = if is_best { i } else { sum.best };
            least = least.min(rank);
        }
        if sum.open > 1 && sum.delta < INFINITE {
            sum.delta = plus(sum.delta, sum.open - 1);
        }
        sum
    }

    /// The thresholds for the best child under those of the node, as (own, other) of the *node's* mover.
    ///
    /// The best child may outgrow the second by a little, lest the search runs to and fro between the two (Pawlewicz and
    /// Lew 2007, "Improving depth-first PN-search: 1 + ε trick"); by more where a bound keeps lines short.
    #[must_use]
    pub fn child_limits(
        &self,
        (phi, delta): (ProofNumber, ProofNumber),
        bound: Plies,
    ) -> (ProofNumber, ProofNumber) {
        let room = if bound == UNLIMITED {
            1 + self.second / 16
        } else {
            3 + self.second / 8
        };
        (
            phi.min(plus(self.second, room)),
            delta.saturating_sub(self.open.saturating_sub(1)).max(1),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::number::LARGEST;

    fn child(pn: ProofNumber, dn: ProofNumber) -> Child {
        Child {
            mv: "G*5b".parse().unwrap(),
            key: 0,
            hand: Hand::EMPTY,
            pn,
            dn,
            len: 0,
            min_depth: u16::MAX,
            fact_hand: Hand::EMPTY,
            rests: Rests::NOTHING,
            fresh: true,
            has_entry: false,
            futile: false,
        }
    }

    #[test]
    fn an_attacker_adds_disproof_numbers_weakly() {
        let sum = Sum::of(
            Side::Attacker,
            &[child(4, 2), child(2, 5), child(INFINITE, 0)],
        );
        assert_eq!((sum.phi, sum.delta, sum.best, sum.second), (2, 6, 1, 4));
        let lost = Sum::of(Side::Attacker, &[child(INFINITE, 0), child(INFINITE, 0)]);
        assert_eq!((lost.phi, lost.delta), (INFINITE, 0));
    }

    #[test]
    fn guesses_never_look_solved() {
        let sum = Sum::of(Side::Defender, &[child(LARGEST, 3), child(LARGEST, 3)]);
        assert_eq!(sum.delta, LARGEST);
    }
}
