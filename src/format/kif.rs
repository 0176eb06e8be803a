//! KIF and KIFU (柿木形式), one numbered move a line.
//!
//! The reader takes what users have: any order of headers, diagram and hands; any `手合割` beside a diagram
//! (the diagram wins); 攻方, 受方, 玉方 and bare 持駒; several problems in a file; 変化 blocks, each attached
//! to the latest line that has the moves before it. Comments (`*`) and bookmarks (`&`) are kept: on the
//! main line as header fields `*N` and `&N`, on side lines as remarks. The writer is stricter: kanji counts,
//! ▲△ only, times of zero, 変化 deepest first.

use std::fmt::Write;

use crate::shogi::{Color, Move, Position, Square, movegen, notation};
use crate::tsume::{Branch, Declared, Header};

use super::bod;
use super::entry::{self, Entry, FillHand};
use super::game;
use super::record;

/// All problems of a KIF text.
#[must_use]
pub fn read(text: &str, fill: FillHand) -> Vec<Entry> {
    record::read(text, fill)
}

/// One problem as KIF text with LF line ends; see [`encode_cp932`](super::encoding::encode_cp932) and
/// [`encode_utf8_with_mark`](super::encoding::encode_utf8_with_mark) for the bytes of `.kif` and `.kifu`.
///
/// # Panics
/// If a move of the solution is not legal.
#[must_use]
pub fn write(position: &Position, header: &Header, declared: &Declared) -> String {
    let mut text = head(position, header);
    text.push_str("手数----指手---------消費時間--\n");
    let branches = game::deepest_first(declared);
    push_comments(&mut text, header, 0);
    let mut line = LineWriter::new(position, &mut text);
    let forks = Forks::new(&declared.line, &branches);
    for (index, &mv) in declared.line.iter().enumerate() {
        line.push(mv, forks.leave(&declared.line[..index]));
        push_comments(line.text, header, index + 1);
    }
    line.end();
    let plies = declared.line.len();
    let mated = is_mated(&entry::after(position, &declared.line));
    if plies > 0 {
        let how = if mated { "詰み" } else { "中断" };
        let _ = writeln!(text, "まで{plies}手で{how}");
    }
    for branch in &branches {
        write_branch(&mut text, position, branch, &forks);
    }
    text
}

/// The side lines, asked whether one leaves after certain moves.
struct Forks<'a> {
    main: &'a [Move],
    /// Stems on the main line, by length.
    on_main: Vec<usize>,
    others: Vec<&'a [Move]>,
}

impl<'a> Forks<'a> {
    fn new(main: &'a [Move], branches: &'a [Branch]) -> Self {
        let stems = branches.iter().map(|branch| branch.stem.as_slice());
        let (on_main, others): (Vec<_>, Vec<_>) = stems.partition(|stem| main.starts_with(stem));
        Self {
            main,
            on_main: on_main.into_iter().map(<[Move]>::len).collect(),
            others,
        }
    }

    fn leave(&self, stem: &[Move]) -> bool {
        if self.main.starts_with(stem) {
            self.on_main.contains(&stem.len())
        } else {
            self.others.contains(&stem)
        }
    }
}

/// Headers, hands and diagram; the same in KI2.
pub(super) fn head(position: &Position, header: &Header) -> String {
    let mut text = String::new();
    for (key, value) in entry::japanese_lines(header) {
        let _ = writeln!(text, "{key}：{value}");
    }
    text.push_str("手合割：その他\n");
    text.push_str(&bod::write_hand(position, Color::White));
    text.push_str(&bod::write_board(position));
    text.push_str(&bod::write_hand(position, Color::Black));
    if position.turn() == Color::White {
        text.push_str("後手番\n");
    }
    text
}

pub(super) fn push_comments(text: &mut String, header: &Header, ply: usize) {
    for comment in entry::comments_at(header, ply) {
        text.push_str(&comment);
        text.push('\n');
    }
}

/// Whether the side to move is in check and has no legal move.
pub(super) fn is_mated(position: &Position) -> bool {
    position.is_check() && movegen::legal_moves(position).is_empty()
}

/// A remark of a side line as a line of text.
pub(super) fn remark_line(remark: &str) -> String {
    let remark = entry::one_line(remark);
    if remark.starts_with('&') {
        remark
    } else {
        format!("*{remark}")
    }
}

fn write_branch(text: &mut String, position: &Position, branch: &Branch, forks: &Forks<'_>) {
    let _ = writeln!(text, "\n変化：{}手", branch.stem.len() + 1);
    let mut line = LineWriter::new(position, text);
    for &mv in &branch.stem {
        line.skip(mv);
    }
    let mut played = branch.stem.clone();
    for (index, &mv) in branch.moves.iter().enumerate() {
        line.push(mv, index > 0 && forks.leave(&played));
        played.push(mv);
        if index == 0 {
            for remark in &branch.comments {
                line.text.push_str(&remark_line(remark));
                line.text.push('\n');
            }
        }
    }
    line.end();
}

/// Writes numbered moves one after the other.
struct LineWriter<'a> {
    position: Position,
    ply: usize,
    previous: Option<Square>,
    text: &'a mut String,
}

/// Columns of a move between its number and its time.
const MOVE_WIDTH: usize = 12;

impl<'a> LineWriter<'a> {
    fn new(position: &Position, text: &'a mut String) -> Self {
        Self {
            position: position.clone(),
            ply: 0,
            previous: None,
            text,
        }
    }

    fn skip(&mut self, mv: Move) {
        let _ = self.position.play(mv);
        self.previous = Some(mv.to());
        self.ply += 1;
    }

    fn push(&mut self, mv: Move, fork: bool) {
        let name = notation::name_with_origin(&self.position, mv, self.previous);
        self.skip(mv);
        self.line(&name, fork);
    }

    /// The mate at the end of a line.
    fn end(&mut self) {
        self.ply += 1;
        if self.ply > 1 && is_mated(&self.position) {
            self.line("詰み", false);
        }
    }

    fn line(&mut self, name: &str, fork: bool) {
        let width: usize = name.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        let gap = " ".repeat(MOVE_WIDTH.saturating_sub(width) + 1);
        let fork = if fork { "+" } else { "" };
        let _ = writeln!(
            self.text,
            "{:>4} {name}{gap}( 0:00/00:00:00){fork}",
            self.ply
        );
    }
}
