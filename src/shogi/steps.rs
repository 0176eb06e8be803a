//! The steps of many pieces at once: whole sets of squares are moved in one direction after the other.
//!
//! Two pieces never come to one square in the same direction, so that the sets tell as well which squares several
//! pieces step onto.

use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::PieceKind;
use super::position::Position;

/// The eight directions, and the two of a knight.
const DIRECTIONS: usize = 10;

/// The squares that pieces step onto, apart by direction; bits beyond the board mean nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps([u128; DIRECTIONS]);

impl Steps {
    /// The steps of the pieces of `color` that stand on squares of `among`; slides are left out.
    #[inline]
    pub(super) fn of(position: &Position, color: Color, among: Bitboard) -> Self {
        let pieces = position.pieces(color) & among;
        let of_kind = |kind| (position.kind(kind) & pieces).bits();
        let (pawns, knights) = (of_kind(PieceKind::Pawn), of_kind(PieceKind::Knight));
        let silvers = of_kind(PieceKind::Silver);
        let golds = (position.golds() & pieces).bits();
        let kings =
            of_kind(PieceKind::King) | of_kind(PieceKind::Horse) | of_kind(PieceKind::Dragon);
        let (up, down) = (FIRST_RANK, LAST_RANK);
        let (all, back, aside) = (golds | silvers | kings, silvers | kings, golds | kings);
        // Pawns and knights never stand where they cannot move.
        let [ahead, obliquely, behind, back_obliquely, jumped] = match color {
            Color::Black => [
                (all & !up | pawns) >> 1,
                (all & !up) >> 1,
                (aside & !down) << 1,
                (back & !down) << 1,
                knights >> 2,
            ],
            Color::White => [
                (all & !down | pawns) << 1,
                (all & !down) << 1,
                (aside & !up) >> 1,
                (back & !up) >> 1,
                knights << 2,
            ],
        };
        Self([
            ahead,
            obliquely << FILE,
            obliquely >> FILE,
            aside << FILE,
            aside >> FILE,
            behind,
            back_obliquely << FILE,
            back_obliquely >> FILE,
            jumped << FILE,
            jumped >> FILE,
        ])
    }

    /// The squares that any piece steps onto.
    #[inline]
    pub(super) fn once(&self) -> Bitboard {
        Bitboard::from_bits(self.0.iter().fold(0, |all, set| all | set))
    }

    /// The squares that several pieces step onto.
    #[inline]
    pub(super) fn again(&self) -> Bitboard {
        let (mut once, mut again) = (0, 0);
        for set in self.0 {
            again |= once & set;
            once |= set;
        }
        Bitboard::from_bits(again)
    }
}

/// Squares of a file: what lies between the bits of two neighbours on a rank.
const FILE: u32 = 9;
const FIRST_RANK: u128 = Bitboard::rank(1).bits();
const LAST_RANK: u128 = Bitboard::rank(9).bits();

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::attacks;

    #[test]
    fn all_steps_are_those_of_each_piece() {
        let sfens = [
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL b RGgsn5p 1",
            "3g+b4/1k7/+R2g5/3SN1pP1/2GN1l1s1/5s3/1+b4n+p1/9/1R2K4 w - 1",
        ];
        for sfen in sfens {
            let setup: crate::shogi::Setup = sfen.parse().unwrap();
            let position = Position::new(&setup, setup.turn).unwrap();
            for color in Color::ALL {
                assert_same(&position, color, Bitboard::FULL);
                assert_same(&position, color, Bitboard::rank(2) | Bitboard::file(5));
            }
        }
    }

    fn assert_same(position: &Position, color: Color, among: Bitboard) {
        let (mut once, mut again) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for from in position.pieces(color) & among {
            let kind = position.piece(from).unwrap().kind;
            let steps = attacks::steps(kind, color, from);
            again |= once & steps;
            once |= steps;
        }
        let steps = Steps::of(position, color, among);
        assert_eq!((steps.once(), steps.again()), (once, again));
    }
}
