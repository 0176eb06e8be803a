//! Writing CSA.

use std::fmt::Write;

use crate::shogi::{Color, HandPiece, PieceKind, Position, Square};
use crate::tsume::{Declared, Header};

use super::csa_words::word_of;
use super::entry;
use super::kif;

/// One problem as CSA 2.2 text with LF line ends; side lines are left out.
///
/// # Panics
/// If a move of the solution is not legal.
#[must_use]
pub fn write(position: &Position, header: &Header, declared: &Declared) -> String {
    let mut text = String::from("V2.2\n");
    for (key, value) in entry::japanese_lines(header) {
        let _ = writeln!(text, "'{key}：{value}");
    }
    for rank in 1..=9 {
        let _ = write!(text, "P{rank}");
        for file in (1..=9).rev() {
            match position.piece(Square::new(file, rank)) {
                None => text.push_str(" * "),
                Some(piece) => {
                    let _ = write!(text, "{}{}", sign(piece.color), word_of(piece.kind));
                }
            }
        }
        text.push('\n');
    }
    for color in Color::ALL {
        write_hand(&mut text, position, color);
    }
    let _ = writeln!(text, "{}", sign(position.turn()));
    write_comments(&mut text, header, 0);
    let mut current = position.clone();
    for (index, &mv) in declared.line.iter().enumerate() {
        let turn = current.turn();
        let _ = current.play(mv);
        let kind = current.piece(mv.to()).map_or(PieceKind::King, |p| p.kind);
        let origin = mv.from().map_or("00".to_owned(), |from| {
            format!("{}{}", from.file(), from.rank())
        });
        let to = mv.to();
        let word = word_of(kind);
        let _ = writeln!(
            text,
            "{}{origin}{}{}{word}",
            sign(turn),
            to.file(),
            to.rank()
        );
        write_comments(&mut text, header, index + 1);
    }
    if !declared.line.is_empty() {
        let mated = kif::is_mated(&current);
        text.push_str(if mated { "%TSUMI\n" } else { "%CHUDAN\n" });
    }
    text
}

const fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

fn write_hand(text: &mut String, position: &Position, color: Color) {
    let hand = position.hand(color);
    if hand.is_empty() {
        return;
    }
    let _ = write!(text, "P{}", sign(color));
    for piece in HandPiece::ALL.into_iter().rev() {
        for _ in 0..hand.count(piece) {
            let _ = write!(text, "00{}", word_of(piece.kind()));
        }
    }
    text.push('\n');
}

fn write_comments(text: &mut String, header: &Header, ply: usize) {
    for comment in entry::comments_at(header, ply) {
        let comment = match comment.strip_prefix('&') {
            Some(bookmark) => format!("*&{bookmark}"),
            None => comment,
        };
        let _ = writeln!(text, "'{comment}");
    }
}
