//! The 81 squares.

use std::fmt;

use super::color::Color;

/// A square of the board, stored file by file: 1一 is 0, 1二 is 1, …, 9九 is 80.
///
/// ```
/// use kanju::shogi::Square;
/// let square = Square::new(2, 3);
/// assert_eq!((square.file(), square.rank()), (2, 3));
/// assert_eq!(square.to_string(), "2c");
/// assert_eq!("2c".parse(), Ok(square));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 81;

    /// The square on `file` 1..=9 (counted from the right) and `rank` 1..=9 (from the top).
    ///
    /// # Panics
    /// If either is out of range.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Self {
        assert!(
            file >= 1 && file <= 9 && rank >= 1 && rank <= 9,
            "a square has file and rank 1 to 9"
        );
        Self((file - 1) * 9 + rank - 1)
    }

    /// Like [`Square::new`], `None` when out of range.
    #[must_use]
    pub const fn try_new(file: u8, rank: u8) -> Option<Self> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
            Some(Self((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// The square with this index, 0..81.
    ///
    /// # Panics
    /// If the index is 81 or more.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        assert!(index < 81, "a square's index is below 81");
        Self(index)
    }

    /// The square of a bit that is set in a set of squares: its index is below 81.
    #[inline]
    pub(super) const fn from_bit(index: u8) -> Self {
        debug_assert!(index < 81, "a square's index is below 81");
        Self(index)
    }

    /// Every square in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..81).map(Self)
    }

    /// Index into tables with one entry per square.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// File 1..=9, counted from the right.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// Rank 1..=9, counted from the top.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// The rank as `color` counts it: 1 is the far end of the board.
    #[inline]
    #[must_use]
    pub const fn relative_rank(self, color: Color) -> u8 {
        match color {
            Color::Black => self.rank(),
            Color::White => 10 - self.rank(),
        }
    }

    /// The square `files` to the left and `ranks` down, `None` beyond the edge.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
            Some(Self(((file - 1) * 9 + rank - 1).cast_unsigned()))
        } else {
            None
        }
    }

    /// The square seen from the other side of the board.
    #[must_use]
    pub const fn rotated(self) -> Self {
        Self(80 - self.0)
    }

    /// The square mirrored left to right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::new(10 - self.file(), self.rank())
    }

    /// King steps between two squares: the larger of file and rank distance.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    /// USI text: file digit and rank letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), char::from(b'a' + self.rank() - 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no square; write a file digit 1-9 and a rank letter a-i, such as 2c")]
pub struct SquareError(pub String);

impl std::str::FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let error = || SquareError(text.to_owned());
        let &[file, rank] = text.as_bytes() else {
            return Err(error());
        };
        let file = file.checked_sub(b'0').ok_or_else(error)?;
        let rank = rank.checked_sub(b'a').ok_or_else(error)?;
        Self::try_new(file, rank.wrapping_add(1)).ok_or_else(error)
    }
}
