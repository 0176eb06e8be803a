//! Proof and disproof numbers.

/// Estimated work left, in leaves: 0 is done, [`INFINITE`] is impossible, in between a guess.
pub type ProofNumber = u32;

/// Never: the proof number of a disproved node and the disproof number of a proved one.
pub const INFINITE: ProofNumber = 1 << 30;

/// The largest guess; sums stop here, so that no unsolved node ever looks solved.
pub const LARGEST: ProofNumber = INFINITE - 1;

/// A sum of guesses that stays a guess.
#[inline]
#[must_use]
pub const fn plus(a: ProofNumber, b: ProofNumber) -> ProofNumber {
    let sum = a.saturating_add(b);
    if sum > LARGEST { LARGEST } else { sum }
}

/// Plies; of a proof "mate within", of a disproof "no mate within".
pub type Plies = u16;

/// Any number of plies.
pub const UNLIMITED: Plies = u16::MAX;

/// Plies left to the attacker from which on every move is followed to its end.
pub(super) const LAST_PLIES: Plies = 3;

/// The bound that a child inherits.
#[inline]
#[must_use]
pub const fn less_one(bound: Plies) -> Plies {
    if bound == UNLIMITED {
        UNLIMITED
    } else {
        bound.saturating_sub(1)
    }
}

/// A child's length seen from its parent.
#[inline]
#[must_use]
pub const fn one_more(length: Plies) -> Plies {
    if length >= UNLIMITED - 1 {
        UNLIMITED
    } else {
        length + 1
    }
}
