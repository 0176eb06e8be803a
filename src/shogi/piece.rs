//! Pieces on the board, and the seven kinds that can be held in hand.

use super::color::Color;

/// What a piece on the board is, promoted kinds included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PieceKind {
    /// 歩
    Pawn,
    /// 香
    Lance,
    /// 桂
    Knight,
    /// 銀
    Silver,
    /// 金
    Gold,
    /// 角
    Bishop,
    /// 飛
    Rook,
    /// 玉
    King,
    /// と
    ProPawn,
    /// 成香
    ProLance,
    /// 成桂
    ProKnight,
    /// 成銀
    ProSilver,
    /// 馬
    Horse,
    /// 龍
    Dragon,
}

impl PieceKind {
    /// How many kinds there are.
    pub const COUNT: usize = 14;

    /// Every kind, in the order of their indices.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
        Self::King,
        Self::ProPawn,
        Self::ProLance,
        Self::ProKnight,
        Self::ProSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// Index into tables with one entry per kind.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind after promotion (成), or `None` for gold, king and promoted pieces.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Option<Self> {
        match self {
            Self::Pawn => Some(Self::ProPawn),
            Self::Lance => Some(Self::ProLance),
            Self::Knight => Some(Self::ProKnight),
            Self::Silver => Some(Self::ProSilver),
            Self::Bishop => Some(Self::Horse),
            Self::Rook => Some(Self::Dragon),
            Self::Gold
            | Self::King
            | Self::ProPawn
            | Self::ProLance
            | Self::ProKnight
            | Self::ProSilver
            | Self::Horse
            | Self::Dragon => None,
        }
    }

    /// Whether this is a promoted kind.
    #[inline]
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        self as u8 >= Self::ProPawn as u8
    }

    /// Whether it moves like a gold (金, と, 成香, 成桂, 成銀).
    #[inline]
    #[must_use]
    pub const fn moves_like_gold(self) -> bool {
        matches!(
            self,
            Self::Gold | Self::ProPawn | Self::ProLance | Self::ProKnight | Self::ProSilver
        )
    }

    /// How it moves any distance (走り駒: 香, 角, 飛, 馬, 龍).
    #[inline]
    #[must_use]
    pub const fn slide(self) -> Slide {
        const SLIDES: [Slide; PieceKind::COUNT] = {
            let mut slides = [Slide::None; PieceKind::COUNT];
            slides[PieceKind::Lance as usize] = Slide::Lance;
            slides[PieceKind::Bishop as usize] = Slide::Bishop;
            slides[PieceKind::Horse as usize] = Slide::Bishop;
            slides[PieceKind::Rook as usize] = Slide::Rook;
            slides[PieceKind::Dragon as usize] = Slide::Rook;
            slides
        };
        SLIDES[self.index()]
    }

    /// Whether it moves any distance in some direction.
    #[inline]
    #[must_use]
    pub const fn slides(self) -> bool {
        !matches!(self.slide(), Slide::None)
    }

    /// What the piece becomes in the hand of its captor; `None` for a king.
    #[inline]
    #[must_use]
    pub const fn hand_piece(self) -> Option<HandPiece> {
        match self {
            Self::Pawn | Self::ProPawn => Some(HandPiece::Pawn),
            Self::Lance | Self::ProLance => Some(HandPiece::Lance),
            Self::Knight | Self::ProKnight => Some(HandPiece::Knight),
            Self::Silver | Self::ProSilver => Some(HandPiece::Silver),
            Self::Gold => Some(HandPiece::Gold),
            Self::Bishop | Self::Horse => Some(HandPiece::Bishop),
            Self::Rook | Self::Dragon => Some(HandPiece::Rook),
            Self::King => None,
        }
    }
}

/// The lines on which a piece moves any distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slide {
    /// It only steps.
    None,
    /// Straight ahead.
    Lance,
    /// Diagonally.
    Bishop,
    /// Along files and ranks.
    Rook,
}

/// A kind that can be held in hand (持駒): no king, nothing promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HandPiece {
    /// 歩
    Pawn,
    /// 香
    Lance,
    /// 桂
    Knight,
    /// 銀
    Silver,
    /// 金
    Gold,
    /// 角
    Bishop,
    /// 飛
    Rook,
}

impl HandPiece {
    /// How many kinds can be held.
    pub const COUNT: usize = 7;

    /// Every kind, cheapest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
    ];

    /// Index into tables with one entry per kind.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind it is on the board after a drop.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        match self {
            Self::Pawn => PieceKind::Pawn,
            Self::Lance => PieceKind::Lance,
            Self::Knight => PieceKind::Knight,
            Self::Silver => PieceKind::Silver,
            Self::Gold => PieceKind::Gold,
            Self::Bishop => PieceKind::Bishop,
            Self::Rook => PieceKind::Rook,
        }
    }

    /// How many of this kind a full set has: 18 pawns, 4 of most, 2 bishops, 2 rooks.
    #[inline]
    #[must_use]
    pub const fn full_set(self) -> u32 {
        match self {
            Self::Pawn => 18,
            Self::Lance | Self::Knight | Self::Silver | Self::Gold => 4,
            Self::Bishop | Self::Rook => 2,
        }
    }

    /// The capital letter of SFEN and USI text.
    #[must_use]
    pub const fn letter(self) -> char {
        ['P', 'L', 'N', 'S', 'G', 'B', 'R'][self as usize]
    }

    /// The kind with this SFEN letter, of either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let upper = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|piece| piece.letter() == upper)
    }
}

/// A piece on the board: what it is and whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Whose it is.
    pub color: Color,
}

impl Piece {
    /// A piece of `kind` owned by `color`.
    #[inline]
    #[must_use]
    pub const fn new(kind: PieceKind, color: Color) -> Self {
        Self { kind, color }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_and_capture_agree() {
        for kind in PieceKind::ALL {
            if let Some(promoted) = kind.promoted() {
                assert!(promoted.is_promoted());
                assert_eq!(promoted.hand_piece(), kind.hand_piece());
            }
        }
        for piece in HandPiece::ALL {
            assert_eq!(piece.kind().hand_piece(), Some(piece));
            assert_eq!(HandPiece::from_letter(piece.letter()), Some(piece));
        }
    }
}
