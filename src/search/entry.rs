//! What one stored position knows.

use crate::shogi::Hand;

use super::number::{Plies, ProofNumber, UNLIMITED};

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

    /// The three payload words; the last 8 bits of the second and 16 of the third are left for the table.
    #[inline]
    #[must_use]
    pub const fn pack(&self) -> [u64; 3] {
        [
            self.hand.bits() as u64 | (self.pn as u64) << 32,
            self.dn as u64 | (self.min_depth as u64) << 32 | (self.amount as u64) << 48,
            self.proof_len as u64 | (self.at_least as u64) << 16 | (self.mv as u64) << 32,
        ]
    }

    /// The entry with these payload words.
    #[inline]
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "fields are cut out of words"
    )]
    pub const fn unpack(words: [u64; 3]) -> Self {
        Self {
            hand: Hand::from_bits(words[0] as u32),
            pn: (words[0] >> 32) as u32,
            dn: words[1] as u32,
            min_depth: (words[1] >> 32) as u16,
            amount: (words[1] >> 48) as u8,
            proof_len: words[2] as u16,
            at_least: (words[2] >> 16) as u16,
            mv: (words[2] >> 32) as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            pn: 123_456_789,
            dn: 987_654_321,
            proof_len: 1525,
            at_least: 611,
            mv: 0x7fff,
            min_depth: 4000,
            amount: 200,
        };
        assert_eq!(Entry::unpack(entry.pack()), entry);
    }
}
