//! How pieces move, where they promote and where they get stuck; the rules a move can break.

use crate::shogi::color::Color;
use crate::shogi::piece::{Piece, PieceKind};
use crate::shogi::square::Square;

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegality {
    /// No piece of the mover on the square of origin, or none of the kind in hand.
    #[error("the mover has no such piece")]
    NoPiece,
    /// A drop on a piece, or a move onto an own piece or a king.
    #[error("the target is occupied")]
    Occupied,
    /// The piece does not move that way, or something stands between.
    #[error("the piece does not reach the target")]
    OutOfReach,
    /// The piece cannot promote, or neither square is in the far three ranks.
    #[error("the piece cannot promote there")]
    Promotion,
    /// The piece could never move again (行き所のない駒).
    #[error("the piece could never move again")]
    DeadPiece,
    /// A pawn drop on a file with an own unpromoted pawn (二歩).
    #[error("two pawns on one file (nifu)")]
    Nifu,
    /// The mover's own king could be taken.
    #[error("the mover's own king is left in check")]
    KingInCheck,
    /// A pawn drop that mates (打ち歩詰).
    #[error("a pawn drop that mates")]
    DropPawnMate,
}

/// Sets of directions as Black sees them, bit 0 is forward, the others follow clockwise.
const UP: u8 = 0b0000_0001;
const STRAIGHT: u8 = 0b0101_0101;
const DIAGONAL: u8 = 0b1010_1010;
const SILVER: u8 = DIAGONAL | UP;
const GOLD: u8 = 0b1101_0111;

/// Turns a set of directions as Black sees them into one as `color` sees them.
#[inline]
const fn seen_by(color: Color, directions: u8) -> u8 {
    match color {
        Color::Black => directions,
        Color::White => directions.rotate_left(4),
    }
}

/// The directions in which a piece attacks its neighbours.
#[inline]
pub(super) const fn steps(piece: Piece) -> u8 {
    let directions = match piece.kind {
        PieceKind::Pawn | PieceKind::Lance => UP,
        PieceKind::Knight => 0,
        PieceKind::Silver => SILVER,
        PieceKind::Bishop => DIAGONAL,
        PieceKind::Rook => STRAIGHT,
        PieceKind::King | PieceKind::Horse | PieceKind::Dragon => STRAIGHT | DIAGONAL,
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => GOLD,
    };
    seen_by(piece.color, directions)
}

/// The directions in which a piece attacks from afar.
#[inline]
pub(super) const fn slides(piece: Piece) -> u8 {
    let directions = match piece.kind {
        PieceKind::Lance => UP,
        PieceKind::Bishop | PieceKind::Horse => DIAGONAL,
        PieceKind::Rook | PieceKind::Dragon => STRAIGHT,
        PieceKind::Pawn
        | PieceKind::Knight
        | PieceKind::Silver
        | PieceKind::Gold
        | PieceKind::King
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => 0,
    };
    seen_by(piece.color, directions)
}

/// Whether `piece` may promote on a move between these squares (成).
pub(super) fn can_promote(piece: Piece, from: Square, to: Square) -> bool {
    let far = |square: Square| square.relative_rank(piece.color) <= 3;
    piece.kind.promoted().is_some() && (far(from) || far(to))
}

/// Whether `piece` could never move again from `square` (行き所のない駒).
pub(super) fn is_dead(piece: Piece, square: Square) -> bool {
    let rank = square.relative_rank(piece.color);
    match piece.kind {
        PieceKind::Pawn | PieceKind::Lance => rank == 1,
        PieceKind::Knight => rank <= 2,
        _ => false,
    }
}
