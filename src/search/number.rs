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

/// Bits of a guess that an entry keeps after the leading one.
const KEPT: u32 = 13;

/// A guess in 18 bits, rounded down from 16,384 on: numbers that large are no better known than that.
#[inline]
#[must_use]
pub const fn to_bits(guess: ProofNumber) -> u32 {
    if guess >> KEPT == 0 {
        return guess;
    }
    let shift = guess.ilog2() - KEPT;
    (shift + 1) << KEPT | (guess >> shift) & ((1 << KEPT) - 1)
}

/// The guess with these bits.
#[inline]
#[must_use]
pub const fn from_bits(bits: u32) -> ProofNumber {
    let (shift, low) = (bits >> KEPT, bits & ((1 << KEPT) - 1));
    let leading = (shift != 0) as u32;
    (low | leading << KEPT) << (shift - leading)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_kept_to_four_digits() {
        for guess in (0..1 << 14).chain([16_386, 123_456_789, LARGEST]) {
            let bits = to_bits(guess);
            let kept = from_bits(bits);
            assert!(
                bits < 1 << 18 && kept <= guess && guess - kept <= guess >> 13,
                "{guess}"
            );
            assert!(guess >= 1 << 14 || kept == guess);
        }
    }
}
