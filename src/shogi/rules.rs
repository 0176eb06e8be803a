//! The rules that forbid a move, each one function that needs no move generator.

use super::attacks;
use super::bitboard::Bitboard;
use super::color::Color;
use super::moves::Move;
use super::piece::{HandPiece, PieceKind};
use super::position::Position;
use super::setup::lowest_dead_rank;
use super::square::Square;

/// Would a pawn of `color` dropped on `square` share its file with an unpromoted pawn of its own (二歩)?
#[inline]
#[must_use]
pub fn is_nifu(position: &Position, color: Color, square: Square) -> bool {
    let own = position.kind(PieceKind::Pawn) & position.pieces(color);
    own.meets(Bitboard::file(square.file()))
}

/// Could an unpromoted piece of `kind` and `color` never again move from `square` (行き所のない駒)?
#[inline]
#[must_use]
pub const fn is_dead_end(kind: PieceKind, color: Color, square: Square) -> bool {
    square.relative_rank(color) <= lowest_dead_rank(kind)
}

/// The squares that are dead ends for an unpromoted piece of `kind` and `color`.
#[inline]
#[must_use]
pub const fn dead_ends(kind: PieceKind, color: Color) -> Bitboard {
    let last = match color {
        Color::Black => (1, 2),
        Color::White => (9, 8),
    };
    match lowest_dead_rank(kind) {
        0 => Bitboard::EMPTY,
        1 => Bitboard::rank(last.0),
        _ => Bitboard::from_bits(Bitboard::rank(last.0).bits() | Bitboard::rank(last.1).bits()),
    }
}

/// May a piece of `color` that moves between these squares promote?
#[inline]
#[must_use]
pub const fn is_promotion_zone(color: Color, from: Square, to: Square) -> bool {
    from.relative_rank(color) <= 3 || to.relative_rank(color) <= 3
}

/// Is this pawn drop mate, and so illegal (打ち歩詰)?
///
/// A drop that only checks is legal, and so is a pawn *move* that mates. A pawn checks from the next
/// square, so the only answers are to take it or to move the king.
#[must_use]
pub fn is_drop_pawn_mate(position: &Position, mv: Move) -> bool {
    let Move::Drop {
        piece: HandPiece::Pawn,
        to,
    } = mv
    else {
        return false;
    };
    let us = position.turn();
    let Some(king) = position.king(!us) else {
        return false;
    };
    if !attacks::pawn(us, to).contains(king) {
        return false;
    }
    let occupied = position.occupied() | Bitboard::single(to);
    let takers = position
        .attackers(to, !us, occupied)
        .without(Bitboard::single(king));
    for taker in takers {
        if !position.slider_reaches(king, us, occupied ^ Bitboard::single(taker)) {
            return false;
        }
    }
    let without_king = occupied ^ Bitboard::single(king);
    let flights = attacks::king(king).without(position.pieces(!us));
    flights
        .into_iter()
        .all(|flight| !position.attackers(flight, us, without_king).is_empty())
}
