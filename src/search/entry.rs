//! What one stored position knows.

use crate::shogi::Hand;

use super::number::{Plies, ProofNumber, UNLIMITED, from_bits, to_bits};

/// Bits of a length in an entry, and of a depth; all ones stand for [`UNLIMITED`].
const LENGTH: u32 = 14;
const DEPTH: u32 = 12;

/// Facts and guesses about one board with one hand of the attacker.
///
/// The facts hold for this very hand, the defender holding all else that is in play. A proof extends to
/// larger hands of the attacker, a disproof to smaller ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The attacker's hand.
    pub hand: Hand,
    /// Guessed work to prove, while unsolved.
    pub pn: ProofNumber,
    /// Guessed work to disprove, while unsolved.
    pub dn: ProofNumber,
    /// Mate within so many plies; [`UNLIMITED`] if none is proved.
    pub proof_len: Plies,
    /// A mate takes at least so many plies ([`UNLIMITED`]: there is none); 0 if nothing is disproved.
    ///
    /// One more than the bound that was disproved: the defender's side is asked for mates in 0 plies, too.
    pub at_least: Plies,
    /// Under the key that all rules share: whether `at_least` holds under every one, as "no mate" always does, and as proofs there do.
    /// Never under that of one rule.
    pub plain: bool,
    /// The attacker's mating move, packed, or 0.
    pub mv: u16,
    /// The shallowest depth at which it was met.
    pub min_depth: u16,
    /// Work spent, as a logarithm.
    pub amount: u8,
}

impl Entry {
    /// An entry that knows nothing about `hand`.
    #[must_use]
    pub const fn new(hand: Hand) -> Self {
        Self {
            hand,
            pn: 1,
            dn: 1,
            proof_len: UNLIMITED,
            at_least: 0,
            plain: false,
            mv: 0,
            min_depth: u16::MAX,
            amount: 0,
        }
    }

    /// Whether it holds a fact for every bound, or any proof at all.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.proof_len != UNLIMITED || self.at_least == UNLIMITED
    }

    /// Whether there is no mate within `bound` plies.
    #[inline]
    #[must_use]
    pub const fn disproves(&self, bound: Plies) -> bool {
        self.at_least > bound || self.at_least == UNLIMITED
    }

    /// Whether "no mate within" holds under every rule.
    #[inline]
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        self.plain || self.at_least == UNLIMITED
    }

    /// The plies within which there is no mate; some bound has been disproved.
    #[inline]
    #[must_use]
    pub const fn disproof_len(&self) -> Plies {
        if self.at_least == UNLIMITED {
            UNLIMITED
        } else {
            self.at_least - 1
        }
    }

    /// The two payload words. Large guesses are rounded, and lengths beyond all that are searched for become weaker facts.
    #[inline]
    #[must_use]
    pub const fn pack(&self) -> [u64; 2] {
        let guesses = to_bits(self.pn) as u64 | (to_bits(self.dn) as u64) << 18;
        let lengths = cut(self.proof_len, LENGTH) | cut_bound(self.at_least) << LENGTH;
        [
            self.hand.bits() as u64 | guesses << 28,
            lengths
                | cut(self.min_depth, DEPTH) << 28
                | (self.amount as u64) << 40
                | (self.mv as u64 & 0x7fff) << 48
                | (self.plain as u64) << 63,
        ]
    }

    /// The entry with these payload words.
    #[inline]
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "fields are cut out of words"
    )]
    pub const fn unpack([first, second]: [u64; 2]) -> Self {
        Self {
            hand: Hand::from_bits(first as u32 & 0x0fff_ffff),
            pn: from_bits((first >> 28) as u32 & 0x3_ffff),
            dn: from_bits((first >> 46) as u32),
            proof_len: uncut(second, LENGTH),
            at_least: uncut(second >> LENGTH, LENGTH),
            min_depth: uncut(second >> 28, DEPTH),
            amount: (second >> 40) as u8,
            mv: (second >> 48) as u16 & 0x7fff,
            plain: second >> 63 != 0,
        }
    }
}

/// Plies or a depth in so many bits; all that is too large becomes [`UNLIMITED`].
const fn cut(plies: Plies, bits: u32) -> u64 {
    let most = (1 << bits) - 1;
    if plies < most {
        plies as u64
    } else {
        most as u64
    }
}

/// The same for a lower bound: what is too large is lowered, but for [`UNLIMITED`].
const fn cut_bound(plies: Plies) -> u64 {
    let most = (1 << LENGTH) - 1;
    if plies == UNLIMITED || plies < most {
        cut(plies, LENGTH)
    } else {
        most as u64 - 1
    }
}

/// What was cut, from the last bits of a word.
#[expect(clippy::cast_possible_truncation, reason = "so few bits fit")]
const fn uncut(word: u64, bits: u32) -> Plies {
    let most = (1 << bits) - 1;
    let plies = word as Plies & most;
    if plies == most { UNLIMITED } else { plies }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::number::LARGEST;
    use crate::shogi::HandPiece;

    #[test]
    fn knowing_nothing_is_no_disproof_not_even_of_a_mate_in_no_plies() {
        let mut entry = Entry::new(Hand::EMPTY);
        assert!(!entry.disproves(0));
        entry.at_least = 1;
        assert!(entry.disproves(0) && !entry.disproves(1));
        assert_eq!(entry.disproof_len(), 0);
        entry.at_least = UNLIMITED;
        assert!(entry.disproves(UNLIMITED));
    }

    #[test]
    fn packing_keeps_every_field() {
        let mut hand = Hand::EMPTY;
        hand.set(HandPiece::Pawn, 18);
        hand.set(HandPiece::Rook, 2);
        let entry = Entry {
            hand,
            pn: 16_383,
            dn: LARGEST >> 16 << 16,
            proof_len: 1525,
            at_least: 611,
            plain: true,
            mv: 0x7fff,
            min_depth: 4000,
            amount: 200,
        };
        assert_eq!(Entry::unpack(entry.pack()), entry);
        let knows_nothing = Entry::new(hand);
        assert_eq!(Entry::unpack(knows_nothing.pack()), knows_nothing);
    }

    #[test]
    fn lengths_too_large_for_an_entry_become_weaker_facts() {
        let mut entry = Entry::new(Hand::EMPTY);
        (entry.proof_len, entry.at_least) = (20_001, 20_001);
        let kept = Entry::unpack(entry.pack());
        assert_eq!((kept.proof_len, kept.at_least), (UNLIMITED, 16_382));
    }
}
