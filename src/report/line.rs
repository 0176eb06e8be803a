//! A line of moves as people write it.

use crate::shogi::{Move, Position, notation};

/// The moves in Japanese notation (`▲２三銀不成`), played from `position`.
#[must_use]
pub fn japanese(position: &Position, moves: &[Move]) -> Vec<String> {
    notation::names(position, moves, &notation::Style::default())
}
