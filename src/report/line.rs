//! A line of moves as people write it.

use crate::shogi::{Move, Position};

/// The moves in Japanese notation (`▲２三銀不成`), played from `position`.
#[must_use]
pub fn japanese(position: &Position, moves: &[Move]) -> Vec<String> {
    let _ = position;
    moves.iter().map(Move::to_string).collect()
}
