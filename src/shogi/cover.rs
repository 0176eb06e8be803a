//! Which kinds of piece can attack a king and given squares around him at the same time.

use super::attacks::{self, square_at};
use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::PieceKind;
use super::square::Square;

/// A set of kinds, a bit each by [`PieceKind::index`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds(u16);

impl Kinds {
    #[inline]
    pub(super) const fn contains(self, kind: PieceKind) -> bool {
        self.0 >> kind.index() & 1 != 0
    }

    /// Whether `kind` is in the set, or what it promotes to is.
    #[inline]
    pub(super) fn contains_either(self, kind: PieceKind) -> bool {
        self.contains(kind) || kind.promoted().is_some_and(|kind| self.contains(kind))
    }
}

/// A set of squares around one, three bits for each file.
const PATTERNS: usize = 1 << 9;

/// For each side and each set of squares around a king the kinds that may attack him and all of them.
static COVERING: [[u16; PATTERNS]; 2] = [covering(Color::Black), covering(Color::White)];

/// The kinds of which a piece of `color` somewhere may attack both the king and all of `squares`, which are around him.
///
/// Other pieces and the edges of the board are not looked at.
#[inline]
pub(super) fn kinds(color: Color, king: Square, squares: Bitboard) -> Kinds {
    Kinds(COVERING[color.index()][pattern(king, squares)])
}

/// The squares around `king` among `squares`, three bits for each file.
#[inline]
const fn pattern(king: Square, squares: Bitboard) -> usize {
    let near = ((squares.bits() << 10) >> king.index()) as usize;
    near & 7 | (near >> 9 & 7) << 3 | (near >> 18 & 7) << 6
}

const fn covering(color: Color) -> [u16; PATTERNS] {
    let mut table = [0; PATTERNS];
    let middle = Square::new(5, 5);
    let around = attacks::on_empty_board(PieceKind::King, color, middle).bits();
    let mut index = 0;
    while index < 81 {
        let mut kind = 0;
        while kind < PieceKind::COUNT {
            let reached = attacks::on_empty_board(PieceKind::ALL[kind], color, square_at(index));
            if reached.contains(middle) {
                let covered = Bitboard::from_bits(reached.bits() & around);
                table[pattern(middle, covered)] |= 1 << kind;
            }
            kind += 1;
        }
        index += 1;
    }
    with_subsets(table)
}

/// What covers some squares covers any of them.
const fn with_subsets(mut table: [u16; PATTERNS]) -> [u16; PATTERNS] {
    let mut bit = 1;
    while bit < PATTERNS {
        let mut pattern = 0;
        while pattern < PATTERNS {
            if pattern & bit != 0 {
                table[pattern ^ bit] |= table[pattern];
            }
            pattern += 1;
        }
        bit <<= 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_that_covers_squares_somewhere_is_told() {
        for color in Color::ALL {
            for king in Square::all() {
                let around = attacks::king(king);
                for kind in PieceKind::ALL {
                    for from in Square::all() {
                        let reached = attacks::on_empty_board(kind, color, from);
                        let squares = reached & around;
                        if reached.contains(king) && from != king {
                            assert!(kinds(color, king, squares).contains(kind));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_knight_covers_the_square_behind_a_king_once_promoted() {
        let king = Square::new(5, 1);
        let behind = Bitboard::single(Square::new(5, 2));
        let found = kinds(Color::Black, king, behind);
        assert!(!found.contains(PieceKind::Knight) && found.contains(PieceKind::Rook));
        assert!(found.contains_either(PieceKind::Rook) && found.contains_either(PieceKind::Knight));
        let all = kinds(Color::Black, king, attacks::king(king));
        assert!(PieceKind::ALL.iter().all(|&kind| !all.contains(kind)));
    }
}
