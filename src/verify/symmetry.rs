//! Mirror images: in a position that is its own mirror image, two mirrored moves are one.

use crate::shogi::{Move, Position, Square};

/// Whether the board is its own mirror image, file 1 against file 9.
pub(super) fn is_symmetric(position: &Position) -> bool {
    Square::all().all(|square| position.piece(square) == position.piece(square.mirrored()))
}

/// The mirror image of a move.
pub(super) const fn mirrored(mv: Move) -> Move {
    match mv {
        Move::Board { from, to, promote } => Move::Board {
            from: from.mirrored(),
            to: to.mirrored(),
            promote,
        },
        Move::Drop { piece, to } => Move::Drop {
            piece,
            to: to.mirrored(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Setup;

    #[test]
    fn a_symmetric_board_is_seen() {
        let position = |sfen: &str| {
            let setup: Setup = sfen.parse().unwrap();
            Position::try_from(setup).unwrap()
        };
        assert!(is_symmetric(&position("4k4/9/3PPP3/9/9/9/9/9/9 b G 1")));
        assert!(!is_symmetric(&position("4k4/9/3PP4/9/9/9/9/9/9 b G 1")));
        let mv: Move = "7g3c+".parse().unwrap();
        assert_eq!(mirrored(mv).to_string(), "3g7c+");
        assert_eq!(mirrored(mirrored(mv)), mv);
    }
}
