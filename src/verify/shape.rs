//! Choices that make no difference (非限定), told by the look of two moves that mate in the same number of plies.

use crate::shogi::{HandPiece, Move, Square};
use crate::tsume::Class;

/// The class of `other` beside `main` if the two differ only in a way that composers tolerate; both mate in the same
/// number of plies, and the defender's king stands on `king`.
pub(super) fn harmless(main: Move, other: Move, king: Square) -> Option<Class> {
    match (main, other) {
        (
            Move::Board { from, to, promote },
            Move::Board {
                from: other_from,
                to: other_to,
                promote: other_promotes,
            },
        ) if from == other_from => {
            if to == other_to {
                return Some(Class::Promotion);
            }
            let one_way = is_one_ray(king, to, other_to) || is_one_ray(from, to, other_to);
            (promote == other_promotes && one_way).then_some(Class::Target)
        }
        (
            Move::Drop { piece, to },
            Move::Drop {
                piece: other_piece,
                to: other_to,
            },
        ) => {
            let slides = matches!(
                piece,
                HandPiece::Lance | HandPiece::Bishop | HandPiece::Rook
            );
            let same = piece == other_piece && slides && is_one_ray(king, to, other_to);
            same.then_some(Class::DropSquare)
        }
        _ => None,
    }
}

/// Whether two squares lie on one ray from `start`.
fn is_one_ray(start: Square, one: Square, other: Square) -> bool {
    direction(start, one).is_some_and(|way| direction(start, other) == Some(way))
}

/// The direction of a rook's or bishop's ray from one square to another.
fn direction(from: Square, to: Square) -> Option<(i8, i8)> {
    let step = |a: u8, b: u8| {
        (
            b.cast_signed() - a.cast_signed(),
            (b.cast_signed() - a.cast_signed()).signum(),
        )
    };
    let (files, file_step) = step(from.file(), to.file());
    let (ranks, rank_step) = step(from.rank(), to.rank());
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (straight && from != to).then_some((file_step, rank_step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_told_by_their_look() {
        let class = |main: &str, other: &str, king: (u8, u8)| {
            let king = Square::new(king.0, king.1);
            harmless(main.parse().unwrap(), other.parse().unwrap(), king)
        };
        assert_eq!(class("2b3c+", "2b3c", (1, 1)), Some(Class::Promotion));
        assert_eq!(class("L*1c", "L*1d", (1, 1)), Some(Class::DropSquare));
        assert_eq!(class("P*1b", "L*1c", (1, 1)), None);
        assert_eq!(class("G*1b", "G*1c", (1, 1)), None);
        assert_eq!(class("5d4d", "5d3d", (1, 1)), Some(Class::Target));
        assert_eq!(class("5d4d+", "5d3d", (1, 1)), None);
        assert_eq!(class("5d4e", "5d4c", (1, 1)), None);
        assert_eq!(class("9i4d", "9i3c", (1, 1)), Some(Class::Target));
    }
}
