//! Pieces in hand, packed into one word.

use std::fmt;

use super::piece::HandPiece;

/// The pieces one side holds (持駒): up to 18 pawns, 4 of most kinds, 2 bishops, 2 rooks.
///
/// Each kind has its own bits with a spare guard bit above, so that [`Hand::covers`], the dominance
/// order of mate search, is one subtraction.
///
/// ```
/// use kanju::shogi::{Hand, HandPiece};
/// let mut hand = Hand::EMPTY;
/// hand.add(HandPiece::Gold);
/// assert_eq!(hand.count(HandPiece::Gold), 1);
/// assert!(hand.covers(Hand::EMPTY));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u32);

/// First bit of each kind: 5 + 1 bits for pawns, 3 + 1 for lances to golds, 2 + 1 for bishops and rooks.
const SHIFT: [u32; 7] = [0, 6, 10, 14, 18, 22, 25];
const MASK: [u32; 7] = [31, 7, 7, 7, 7, 3, 3];
const GUARDS: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

impl Hand {
    /// No piece.
    pub const EMPTY: Self = Self(0);

    /// All pieces of a set.
    #[must_use]
    pub fn full_set() -> Self {
        let mut hand = Self::EMPTY;
        for piece in HandPiece::ALL {
            hand.set(piece, piece.full_set());
        }
        hand
    }

    /// How many of `piece` are held.
    #[inline]
    #[must_use]
    pub const fn count(self, piece: HandPiece) -> u32 {
        self.0 >> SHIFT[piece.index()] & MASK[piece.index()]
    }

    /// Whether at least one of `piece` is held.
    #[inline]
    #[must_use]
    pub const fn has(self, piece: HandPiece) -> bool {
        self.0 & MASK[piece.index()] << SHIFT[piece.index()] != 0
    }

    /// All pieces counted together.
    #[must_use]
    pub fn total(self) -> u32 {
        HandPiece::ALL
            .into_iter()
            .map(|piece| self.count(piece))
            .sum()
    }

    /// Whether nothing is held.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Sets the number of `piece`.
    ///
    /// # Panics
    /// If `count` does not fit the bits of the kind (31 pawns, 7 of most, 3 bishops or rooks).
    #[inline]
    pub fn set(&mut self, piece: HandPiece, count: u32) {
        assert!(
            count <= MASK[piece.index()],
            "more pieces than a hand has room for"
        );
        let index = piece.index();
        self.0 = self.0 & !(MASK[index] << SHIFT[index]) | count << SHIFT[index];
    }

    /// Adds one piece.
    #[inline]
    pub fn add(&mut self, piece: HandPiece) {
        self.0 += 1 << SHIFT[piece.index()];
        debug_assert_eq!(self.0 & GUARDS, 0, "a hand holds no more than a set");
    }

    /// Takes one piece out; the caller knows that it is there.
    #[inline]
    pub fn remove(&mut self, piece: HandPiece) {
        debug_assert!(self.has(piece), "only a held piece can be removed");
        self.0 -= 1 << SHIFT[piece.index()];
    }

    /// Whether this hand has at least as many of every kind as `other`: the dominance order.
    #[inline]
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        (self.0 | GUARDS).wrapping_sub(other.0) & GUARDS == GUARDS
    }

    /// The larger count of each kind.
    #[inline]
    #[must_use]
    pub const fn max(self, other: Self) -> Self {
        let keep = Self::field_mask((self.0 | GUARDS).wrapping_sub(other.0) & GUARDS);
        Self(self.0 & keep | other.0 & !keep)
    }

    /// The smaller count of each kind.
    #[inline]
    #[must_use]
    pub const fn min(self, other: Self) -> Self {
        let keep = Self::field_mask((self.0 | GUARDS).wrapping_sub(other.0) & GUARDS);
        Self(other.0 & keep | self.0 & !keep)
    }

    /// This hand less `other`, kind by kind, never below zero.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        let difference = (self.0 | GUARDS).wrapping_sub(other.0);
        let keep = Self::field_mask(difference & GUARDS);
        Self(difference & keep & !GUARDS)
    }

    /// Both hands together.
    ///
    /// # Panics
    /// In debug builds, if a kind outgrows its bits.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let sum = Self(self.0 + other.0);
        debug_assert_eq!(sum.0 & GUARDS, 0, "hands together hold no more than a set");
        sum
    }

    /// The packed word: 28 bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The hand with this packed word, as returned by [`Hand::bits`].
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & !GUARDS & 0x0fff_ffff)
    }

    /// All value bits of every kind whose guard bit is in `guards`.
    #[inline]
    const fn field_mask(guards: u32) -> u32 {
        let pawns = (guards & 1 << 5) - ((guards & 1 << 5) >> 5);
        let four = guards & (1 << 9 | 1 << 13 | 1 << 17 | 1 << 21);
        let two = guards & (1 << 24 | 1 << 27);
        pawns | (four - (four >> 3)) | (two - (two >> 2))
    }
}

impl fmt::Display for Hand {
    /// SFEN letters in the order RBGSNLP, counts before letters, empty text for an empty hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in HandPiece::ALL.into_iter().rev() {
            match self.count(piece) {
                0 => {}
                1 => write!(f, "{}", piece.letter())?,
                count => write!(f, "{count}{}", piece.letter())?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(counts: [u32; 7]) -> Hand {
        let mut hand = Hand::EMPTY;
        for (piece, count) in HandPiece::ALL.into_iter().zip(counts) {
            hand.set(piece, count);
        }
        hand
    }

    #[test]
    fn order_and_arithmetic_follow_their_plain_definitions() {
        let samples = [
            hand([0; 7]),
            hand([18, 4, 4, 4, 4, 2, 2]),
            hand([3, 0, 1, 4, 0, 1, 2]),
            hand([17, 1, 0, 4, 2, 0, 1]),
            hand([0, 4, 0, 0, 3, 2, 0]),
            hand([1, 1, 1, 1, 1, 1, 1]),
        ];
        let counts = |hand: Hand| HandPiece::ALL.map(|piece| hand.count(piece));
        for a in samples {
            for b in samples {
                let pairs = || counts(a).into_iter().zip(counts(b));
                assert_eq!(a.covers(b), pairs().all(|(x, y)| x >= y), "{a} {b}");
                let expect = |f: fn((u32, u32)) -> u32| pairs().map(f).collect::<Vec<_>>();
                assert_eq!(counts(a.max(b)).to_vec(), expect(|(x, y)| x.max(y)));
                assert_eq!(counts(a.min(b)).to_vec(), expect(|(x, y)| x.min(y)));
                assert_eq!(
                    counts(a.minus(b)).to_vec(),
                    expect(|(x, y)| x.saturating_sub(y))
                );
            }
        }
    }

    #[test]
    fn text_has_the_order_of_sfen() {
        assert_eq!(hand([18, 1, 0, 2, 0, 0, 1]).to_string(), "R2SL18P");
    }
}
