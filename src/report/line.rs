//! A line of moves as people write it.

use crate::shogi::{Move, Position, notation};
use crate::tsume::Lang;

/// The moves in Japanese notation (`▲２三銀不成`), played from `position`.
#[must_use]
pub fn japanese(position: &Position, moves: &[Move]) -> Vec<String> {
    notation::names(position, moves, &notation::Style::default())
}

/// The moves in Japanese notation; for readers of English with USI beside it.
#[must_use]
pub fn named(lang: Lang, position: &Position, moves: &[Move]) -> Vec<String> {
    let names = japanese(position, moves);
    match lang {
        Lang::Japanese | Lang::Chinese => names,
        Lang::English => {
            let both = names.iter().zip(moves);
            both.map(|(name, mv)| format!("{name} ({mv})")).collect()
        }
    }
}
