//! KI2: moves without numbers or origins, told apart by relative words (`▲２二金打△同　玉▲２三銀不成`).
//!
//! Headers, diagram, hands, 変化 blocks and comments are those of KIF.

use std::fmt::Write;

use crate::shogi::notation::{self, Style};
use crate::shogi::{Move, Position};
use crate::tsume::{Declared, Header};

use super::entry::{self, Entry, FillHand};
use super::game;
use super::kif;
use super::record;

/// All problems of a KI2 text.
#[must_use]
pub fn read(text: &str, fill: FillHand) -> Vec<Entry> {
    record::read(text, fill)
}

/// Moves on one line of text.
const MOVES_PER_LINE: usize = 6;

/// One problem as KI2 text with LF line ends.
///
/// # Panics
/// If a move of the solution is not legal.
#[must_use]
pub fn write(position: &Position, header: &Header, declared: &Declared) -> String {
    let mut text = kif::head(position, header);
    text.push('\n');
    kif::push_comments(&mut text, header, 0);
    let names = names(position, &declared.line, 0);
    let mut on_line = 0;
    for (index, name) in names.iter().enumerate() {
        text.push_str(name);
        on_line += 1;
        let comments = entry::comments_at(header, index + 1);
        if on_line == MOVES_PER_LINE || !comments.is_empty() || index + 1 == names.len() {
            text.push('\n');
            on_line = 0;
        }
        for comment in comments {
            let _ = writeln!(text, "{comment}");
        }
    }
    let plies = declared.line.len();
    if plies > 0 {
        let mated = kif::is_mated(&entry::after(position, &declared.line));
        let how = if mated { "詰み" } else { "中断" };
        let _ = writeln!(text, "まで{plies}手で{how}");
    }
    for branch in game::deepest_first(declared) {
        let _ = writeln!(text, "\n変化：{}手", branch.stem.len() + 1);
        for remark in &branch.comments {
            let _ = writeln!(text, "{}", kif::remark_line(remark));
        }
        let line: Vec<Move> = branch.stem.iter().chain(&branch.moves).copied().collect();
        let names = self::names(position, &line, branch.stem.len());
        for chunk in names.chunks(MOVES_PER_LINE) {
            let _ = writeln!(text, "{}", chunk.concat());
        }
    }
    text
}

fn names(position: &Position, line: &[Move], skip: usize) -> Vec<String> {
    let mut names = notation::names(position, line, &Style::default());
    names.drain(..skip);
    names
}
