//! A move: of a piece on the board, or a drop.

use std::fmt;

use super::piece::HandPiece;
use super::square::Square;

/// One move by one side, without the position it belongs to.
///
/// ```
/// use kanju::shogi::Move;
/// let mv: Move = "2d2c+".parse().unwrap();
/// assert_eq!(mv.to_string(), "2d2c+");
/// assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A piece goes from one square to another, taking what stands there.
    Board {
        /// Where it comes from.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whether it promotes (成) on arrival.
        promote: bool,
    },
    /// A piece from the hand is put on an empty square (打).
    Drop {
        /// What is dropped.
        piece: HandPiece,
        /// Where.
        to: Square,
    },
}

impl Move {
    /// Where the moved or dropped piece ends.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        match self {
            Self::Board { to, .. } | Self::Drop { to, .. } => to,
        }
    }

    /// Where the moved piece starts; `None` for a drop.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        match self {
            Self::Board { from, .. } => Some(from),
            Self::Drop { .. } => None,
        }
    }

    /// Whether this is a drop.
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        matches!(self, Self::Drop { .. })
    }

    /// Whether the moved piece promotes.
    #[inline]
    #[must_use]
    pub const fn promotes(self) -> bool {
        matches!(self, Self::Board { promote: true, .. })
    }

    /// A packed form of 15 bits: target, then origin or 81 + dropped kind, then promotion.
    #[inline]
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "squares and kinds are below 128"
    )]
    pub const fn to_bits(self) -> u16 {
        match self {
            Self::Board { from, to, promote } => {
                to.index() as u16 | (from.index() as u16) << 7 | (promote as u16) << 14
            }
            Self::Drop { piece, to } => to.index() as u16 | (81 + piece.index() as u16) << 7,
        }
    }

    /// The move with this packed form; `None` for bits that no move has.
    #[must_use]
    pub fn from_bits(bits: u16) -> Option<Self> {
        let to = u8::try_from(bits & 127)
            .ok()
            .filter(|&to| to < 81)
            .map(Square::from_index)?;
        let origin = u8::try_from(bits >> 7 & 127).ok()?;
        let promote = bits >> 14 == 1;
        match origin {
            0..81 => Some(Self::Board {
                from: Square::from_index(origin),
                to,
                promote,
            }),
            81..88 if !promote => Some(Self::Drop {
                piece: HandPiece::ALL[usize::from(origin) - 81],
                to,
            }),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    /// USI text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { from, to, promote } => {
                write!(f, "{from}{to}{}", if *promote { "+" } else { "" })
            }
            Self::Drop { piece, to } => write!(f, "{}*{to}", piece.letter()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is no USI move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no USI move; write 7g7f, 2d2c+ or G*5b")]
pub struct MoveError(pub String);

impl std::str::FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let error = || MoveError(text.to_owned());
        if !text.is_ascii() || text.len() < 4 {
            return Err(error());
        }
        let to: Square = text[2..4].parse().map_err(|_| error())?;
        if let Some(letter) = text[..2].strip_suffix('*') {
            let upper = letter
                .chars()
                .next()
                .filter(char::is_ascii_uppercase)
                .ok_or_else(error)?;
            let piece = HandPiece::from_letter(upper).ok_or_else(error)?;
            return if text.len() == 4 {
                Ok(Self::Drop { piece, to })
            } else {
                Err(error())
            };
        }
        let from: Square = text[..2].parse().map_err(|_| error())?;
        match &text[4..] {
            "" => Ok(Self::Board {
                from,
                to,
                promote: false,
            }),
            "+" => Ok(Self::Board {
                from,
                to,
                promote: true,
            }),
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bits_round_trip() {
        for text in ["7g7f", "2d2c+", "P*9i", "R*1a", "9a1i"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
        for text in ["", "7g7", "7g7f++", "K*1a", "p*1a", "7g7j", "歩歩", "P*1a+"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
