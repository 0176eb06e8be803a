//! The two sides of the board.

use std::ops::Not;

/// A side: Black (先手), who moves up the board, or White (後手).
///
/// Attacker and defender of a mate problem are roles, not colours; see [`Problem`](crate::tsume::Problem).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// 先手: moves towards rank 1.
    Black,
    /// 後手: moves towards rank 9.
    White,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// Index into tables with one entry per side.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side, where `!` cannot be used: in constants.
    #[must_use]
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}
