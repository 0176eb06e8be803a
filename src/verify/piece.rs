//! Superfluous pieces (不要駒): without one, solution and verdict stay the same.

use crate::shogi::{HandPiece, Position, Setup, Square};
use crate::tsume::Problem;

/// A piece that may be taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spare {
    /// On the board.
    OnBoard(Square),
    /// In the attacker's hand.
    InHand(HandPiece),
}

/// Every piece but the kings and what the defender holds, each with the problem without it. Where the defender holds all the
/// rest, he gets the piece; where he does not, it leaves the game.
pub(super) fn variants(problem: &Problem) -> Vec<(Spare, Problem)> {
    let setup = problem.position.to_setup();
    let on_board = Square::all().map(Spare::OnBoard);
    let in_hand = HandPiece::ALL.into_iter().map(Spare::InHand);
    let spares = on_board.chain(in_hand);
    spares
        .filter_map(|spare| Some((spare, Problem::new(without(&setup, spare)?))))
        .collect()
}

/// The position without a piece; `None` if there is no such piece, or no legal position remains.
fn without(setup: &Setup, spare: Spare) -> Option<Position> {
    let holds_rest = setup.missing().is_empty();
    let mut setup = setup.clone();
    match spare {
        Spare::OnBoard(square) => {
            setup.board[square.index()].take()?.kind.hand_piece()?;
        }
        Spare::InHand(piece) => {
            let held = &mut setup.hands[setup.turn.index()][piece.index()];
            *held = held.checked_sub(1)?;
        }
    }
    if holds_rest {
        setup.fill_defender_hand();
    }
    Position::try_from(setup).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_is_taken_away_once() {
        let setup: Setup = "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1"
            .parse()
            .unwrap();
        let problem = Problem::new(Position::try_from(setup).unwrap());
        let found: Vec<_> = variants(&problem)
            .into_iter()
            .map(|(spare, problem)| (spare, problem.position.to_setup().to_string()))
            .collect();
        let expected = [
            (
                Spare::OnBoard(Square::new(5, 3)),
                "4k4/9/9/9/9/9/9/9/9 b 2G2r2b2g4s4n4l18p 1".to_owned(),
            ),
            (
                Spare::InHand(HandPiece::Gold),
                "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".to_owned(),
            ),
        ];
        assert_eq!(found, expected);
    }
}
