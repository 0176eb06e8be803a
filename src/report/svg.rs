//! A drawn board as SVG, in the colours of the page around it.

use std::fmt::Write;

use crate::shogi::{Color, Move, Position, Square};
use crate::tsume::Lang;

use super::board;

/// Side of a square, in units of the drawing.
const CELL: u32 = 40;
/// Room beside the board for the names of files and ranks.
const EDGE: u32 = 20;

/// The board after `last`, with both hands and who is the `attacker`; the square it went to is marked. White's pieces stand
/// upside down.
#[must_use]
pub fn draw(lang: Lang, (position, attacker): (&Position, Color), last: Option<Move>) -> String {
    let side = CELL * 9;
    let (width, height) = (side + 2 * EDGE, side + 2 * EDGE + 60);
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
        position.to_setup()
    );
    let hand = |color| hand(lang, (position, attacker), color);
    push_hand(&mut svg, &hand(Color::White), 16);
    let top = EDGE + 30;
    if let Some(last) = last {
        let (x, y) = corner(last.to(), top);
        let _ = write!(
            svg,
            "<rect class=\"last\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
        );
    }
    let _ = write!(
        svg,
        "<rect class=\"frame\" x=\"{EDGE}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"/>"
    );
    for i in 1..9 {
        let (x, y) = (EDGE + i * CELL, top + i * CELL);
        let (right, bottom) = (EDGE + side, top + side);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{x} {top}V{bottom}M{EDGE} {y}H{right}\"/>"
        );
    }
    push_names(&mut svg, top);
    for square in Square::all() {
        push_piece(&mut svg, position, square, top);
    }
    push_hand(&mut svg, &hand(Color::Black), height - 4);
    svg.push_str("</svg>");
    svg
}

/// The upper left corner of a square.
fn corner(square: Square, top: u32) -> (u32, u32) {
    let file = u32::from(square.file());
    let rank = u32::from(square.rank());
    (EDGE + (9 - file) * CELL, top + (rank - 1) * CELL)
}

fn push_names(svg: &mut String, top: u32) {
    const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    for (i, rank) in (0..).zip(RANKS) {
        let x = EDGE + i * CELL + CELL / 2;
        let file = 9 - i;
        let y = top + i * CELL + CELL / 2 + 4;
        let (above, right) = (top - 5, EDGE + 9 * CELL + EDGE / 2);
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{x}\" y=\"{above}\">{file}</text>\
             <text class=\"name\" x=\"{right}\" y=\"{y}\">{rank}</text>"
        );
    }
}

fn push_piece(svg: &mut String, position: &Position, square: Square, top: u32) {
    let Some(piece) = position.piece(square) else {
        return;
    };
    let (x, y) = corner(square, top);
    let (x, y) = (x + CELL / 2, y + CELL / 2);
    let turned = match piece.color {
        Color::Black => String::new(),
        Color::White => format!(" transform=\"rotate(180 {x} {y})\""),
    };
    let promoted = if piece.kind.is_promoted() {
        " promoted"
    } else {
        ""
    };
    let (letter, below) = (board::letter(piece.kind), y + 11);
    let _ = write!(
        svg,
        "<text class=\"piece{promoted}\" x=\"{x}\" y=\"{below}\"{turned}>{letter}</text>"
    );
}

/// A hand, whose it is, and whether that side attacks.
fn hand(lang: Lang, (position, attacker): (&Position, Color), color: Color) -> String {
    let words = lang.words();
    let mark = match color {
        Color::Black => '☗',
        Color::White => '☖',
    };
    let role = if color == attacker {
        words.attacker
    } else {
        words.defender
    };
    let pieces = board::hand(lang, position.hand(color));
    format!("{mark} {role}{}{pieces}", words.colon)
}

fn push_hand(svg: &mut String, hand: &str, y: u32) {
    let _ = write!(
        svg,
        "<text class=\"hand\" x=\"{EDGE}\" y=\"{y}\">{hand}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Setup;

    #[test]
    fn pieces_stand_where_they_should() {
        let setup: Setup = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
        let position = Position::try_from(setup).unwrap();
        let svg = draw(Lang::English, (&position, Color::Black), None);
        assert!(svg.contains("<text class=\"piece\" x=\"200\" y=\"161\">歩</text>"));
        assert!(svg.contains("transform=\"rotate(180 200 70)\">玉</text>"));
        assert!(svg.contains("☗ attacker: 金") && svg.contains("☖ defender: none"));
        let svg = draw(Lang::Japanese, (&position, Color::White), None);
        assert!(svg.contains("☗ 玉方：金") && svg.contains("☖ 攻方：なし"));
    }
}
