//! The problems of the node ledger, for the test that keeps it and the benches that lean on it.

use kanju::shogi::{Position, Setup};

/// The ledger as it was when this was built.
pub(crate) const TEXT: &str = include_str!("../nodes.txt");

/// The names of its problems, and their positions. Lines that start with `#` are remarks.
pub(crate) fn problems() -> Vec<(&'static str, Position)> {
    TEXT.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let words: Vec<&'static str> = line.split_whitespace().collect();
            let setup: Setup = words[3..].join(" ").parse().expect("a position in SFEN");
            let position = Position::try_from(setup).expect("a legal position");
            (words[0], position)
        })
        .collect()
}
