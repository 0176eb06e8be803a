//! From where a piece may give check.

use super::attacks;
use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::PieceKind;
use super::rules;
use super::square::Square;

/// The kinds that have a table, in the order of their indices: those that step, and the lance, which slides one way only.
const KINDS: [PieceKind; 5] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
];

static ORIGINS: [[[Bitboard; 81]; KINDS.len()]; 2] = [origins(Color::Black), origins(Color::White)];

/// The squares from which a piece of `kind`, one of pawn, lance, knight, silver and gold, may give check to a king on `king`
/// with one move, promoted or not; what else stands on the board is not looked at.
#[inline]
pub(super) fn of(kind: PieceKind, color: Color, king: Square) -> Bitboard {
    ORIGINS[color.index()][kind.index()][king.index()]
}

const fn origins(color: Color) -> [[Bitboard; 81]; KINDS.len()] {
    let mut tables = [[Bitboard::EMPTY; 81]; KINDS.len()];
    let mut kind = 0;
    while kind < KINDS.len() {
        let mut index = 0;
        while index < 81 {
            tables[kind][index] = origins_of(KINDS[kind], color, attacks::square_at(index));
            index += 1;
        }
        kind += 1;
    }
    tables
}

const fn origins_of(kind: PieceKind, color: Color, king: Square) -> Bitboard {
    let them = color.other();
    let mut origins = 0;
    let mut targets = attacks::on_empty_board(kind, them, king);
    while let Some(target) = targets.first() {
        targets.toggle(target);
        origins |= attacks::on_empty_board(kind, them, target).bits();
    }
    if kind.promoted().is_none() {
        return Bitboard::from_bits(origins);
    }
    let mut targets = attacks::on_empty_board(PieceKind::Gold, them, king);
    while let Some(target) = targets.first() {
        targets.toggle(target);
        let mut before = attacks::on_empty_board(kind, them, target);
        while let Some(from) = before.first() {
            before.toggle(from);
            if rules::is_promotion_zone(color, from, target) {
                origins |= Bitboard::single(from).bits();
            }
        }
    }
    Bitboard::from_bits(origins)
}
