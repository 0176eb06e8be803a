//! Whether a set-up is the root of a mate problem at all.
//!
//! The rules are those of a legal position, plus: the side to move is the attacker, the other side
//! has a king and is not in check. The checker asks for itself and trusts nobody else's answer.

use crate::shogi::color::Color;
use crate::shogi::piece::{HandPiece, Piece, PieceKind};
use crate::shogi::setup::Setup;
use crate::shogi::square::Square;

use super::pieces::is_dead;
use super::rulebook::Rulebook;

/// Why a position is no root of a mate problem; the side to move is the attacker (攻方).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RootFault {
    /// More pieces of a kind than a set has.
    #[error("there are more pieces than in a set")]
    TooManyPieces,
    /// The defender has no king or several, or the attacker has several.
    #[error("the defender needs one king, the attacker at most one")]
    Kings,
    /// Two unpromoted pawns of one side on a file (二歩).
    #[error("there are two pawns of one side on a file (nifu)")]
    Nifu,
    /// A piece that could never move (行き所のない駒).
    #[error("there is a piece that could never move")]
    DeadPiece,
    /// The attacker is to move though the defender is in check.
    #[error("the defender is in check already")]
    DefenderInCheck,
}

/// Checks the rules on the root.
pub(super) fn check_root(setup: &Setup) -> Result<(), RootFault> {
    if HandPiece::ALL
        .into_iter()
        .any(|piece| count(setup, piece) > u64::from(piece.full_set()))
    {
        return Err(RootFault::TooManyPieces);
    }
    let kings = |color| squares_of(setup, Piece::new(PieceKind::King, color)).count();
    if kings(!setup.turn) != 1 || kings(setup.turn) > 1 {
        return Err(RootFault::Kings);
    }
    if Color::ALL.into_iter().any(|color| has_nifu(setup, color)) {
        return Err(RootFault::Nifu);
    }
    let dead = |square| {
        setup
            .piece(square)
            .is_some_and(|piece| is_dead(piece, square))
    };
    if Square::all().any(dead) {
        return Err(RootFault::DeadPiece);
    }
    let defender_to_move = Setup {
        turn: !setup.turn,
        ..setup.clone()
    };
    if Rulebook::new(&defender_to_move).in_check() {
        return Err(RootFault::DefenderInCheck);
    }
    Ok(())
}

/// How many of `piece` there are, promoted ones included.
fn count(setup: &Setup, piece: HandPiece) -> u64 {
    let on_board = setup
        .board
        .iter()
        .flatten()
        .filter(|p| p.kind.hand_piece() == Some(piece));
    let held = setup
        .hands
        .iter()
        .map(|hand| u64::from(hand[piece.index()]));
    on_board.map(|_| 1).chain(held).sum()
}

fn squares_of(setup: &Setup, piece: Piece) -> impl Iterator<Item = Square> + '_ {
    Square::all().filter(move |&square| setup.piece(square) == Some(piece))
}

fn has_nifu(setup: &Setup, color: Color) -> bool {
    let mut files = [false; 10];
    let mut pawns = squares_of(setup, Piece::new(PieceKind::Pawn, color));
    pawns.any(|square| std::mem::replace(&mut files[usize::from(square.file())], true))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(sfen: &str) -> Option<RootFault> {
        check_root(&sfen.parse().unwrap()).err()
    }

    #[test]
    fn sound_roots_pass() {
        assert_eq!(fault("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"), None);
        assert_eq!(fault("9/9/9/9/9/9/9/2+p6/K8 w R2B4G4S4N4L17Pr 1"), None);
        // Both kings, the attacker's in check.
        assert_eq!(fault("9/9/B8/9/9/R8/8k/6P2/5r1KN b B17p 1"), None);
        // A promoted pawn makes no nifu.
        assert_eq!(fault("4k4/9/4P4/4+P4/9/9/9/9/9 b G 1"), None);
    }

    #[test]
    fn unsound_roots_are_named() {
        for (sfen, expected) in [
            ("4k4/9/9/9/9/9/9/9/9 b 5G 1", RootFault::TooManyPieces),
            ("4k4/9/+R8/9/9/9/9/9/9 b R1r 1", RootFault::TooManyPieces),
            ("9/9/9/9/9/9/9/9/4K4 b G 1", RootFault::Kings),
            ("4k4/4k4/9/9/9/9/9/9/9 b G 1", RootFault::Kings),
            ("4k4/9/9/9/9/9/9/9/3KK4 b G 1", RootFault::Kings),
            ("4k4/9/9/4P4/4P4/9/9/9/9 b G 1", RootFault::Nifu),
            ("4k4/8p/8p/9/9/9/9/9/9 b G 1", RootFault::Nifu),
            ("4k3P/9/9/9/9/9/9/9/9 b G 1", RootFault::DeadPiece),
            ("4k4/9/9/9/9/9/9/n8/9 b G 1", RootFault::DeadPiece),
            ("4k4/9/9/9/9/9/9/9/4R4 b G 1", RootFault::DefenderInCheck),
        ] {
            assert_eq!(fault(sfen), Some(expected), "{sfen}");
        }
        let mut setup: Setup = "4k4/9/9/9/9/9/9/9/9 b - 1".parse().unwrap();
        setup.hands = [[u32::MAX; 7]; 2];
        assert_eq!(check_root(&setup), Err(RootFault::TooManyPieces));
    }
}
