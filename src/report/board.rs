//! The drawn position: nine rows between the two hands, pieces as Japanese letters.
//!
//! A cell is one narrow character for the owner (`v` for White) and one wide for the piece, so rows
//! align in every font that draws Japanese letters two columns wide.

use std::fmt::Write;

use crate::shogi::{Color, Hand, HandPiece, Piece, PieceKind, Position, Square};
use crate::tsume::Lang;

const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const FRAME: &str = "+---------------------------+";

/// The letter of a piece in a diagram: one wide character.
#[must_use]
pub const fn letter(kind: PieceKind) -> char {
    match kind {
        PieceKind::Pawn => '歩',
        PieceKind::Lance => '香',
        PieceKind::Knight => '桂',
        PieceKind::Silver => '銀',
        PieceKind::Gold => '金',
        PieceKind::Bishop => '角',
        PieceKind::Rook => '飛',
        PieceKind::King => '玉',
        PieceKind::ProPawn => 'と',
        PieceKind::ProLance => '杏',
        PieceKind::ProKnight => '圭',
        PieceKind::ProSilver => '全',
        PieceKind::Horse => '馬',
        PieceKind::Dragon => '龍',
    }
}

/// A hand, most valuable piece first: `飛 金2 歩17`, or the word for none.
#[must_use]
pub fn hand(lang: Lang, hand: Hand) -> String {
    let mut text = String::new();
    for piece in HandPiece::ALL.into_iter().rev() {
        let count = hand.count(piece);
        if count == 0 {
            continue;
        }
        let space = if text.is_empty() { "" } else { " " };
        let times = if count > 1 {
            count.to_string()
        } else {
            String::new()
        };
        let _ = write!(text, "{space}{}{times}", letter(piece.kind()));
    }
    if text.is_empty() {
        lang.words().none.to_owned()
    } else {
        text
    }
}

/// The board with both hands, White's above.
#[must_use]
pub fn draw(lang: Lang, position: &Position) -> String {
    let mut text = hand_line(lang, position, Color::White);
    text.push_str(match lang {
        Lang::English => "  9  8  7  6  5  4  3  2  1\n",
        Lang::Japanese | Lang::Chinese => "  ９ ８ ７ ６ ５ ４ ３ ２ １\n",
    });
    let _ = writeln!(text, "{FRAME}");
    for rank in 1..=9 {
        text.push('|');
        for file in (1..=9).rev() {
            push_cell(&mut text, position.piece(Square::new(file, rank)));
        }
        let _ = writeln!(text, "|{}", rank_name(lang, rank));
    }
    let _ = writeln!(text, "{FRAME}");
    text.push_str(&hand_line(lang, position, Color::Black));
    text
}

fn push_cell(text: &mut String, piece: Option<Piece>) {
    let (owner, letter) = match piece {
        None => (' ', '・'),
        Some(Piece { kind, color }) => match color {
            Color::Black => (' ', letter(kind)),
            Color::White => ('v', letter(kind)),
        },
    };
    text.push(owner);
    text.push(letter);
}

fn rank_name(lang: Lang, rank: u8) -> char {
    match lang {
        Lang::English => char::from(b'a' + rank - 1),
        Lang::Japanese | Lang::Chinese => RANKS[usize::from(rank) - 1],
    }
}

fn hand_line(lang: Lang, position: &Position, color: Color) -> String {
    let words = lang.words();
    let role = if color == position.turn() {
        words.attacker
    } else {
        words.defender
    };
    let pieces = hand(lang, position.hand(color));
    let (side, label, colon) = (words.side(color), words.hand, words.colon);
    match lang {
        Lang::English => format!("{side} ({role}) {label}{colon}{pieces}\n"),
        Lang::Japanese | Lang::Chinese => format!("{side}（{role}）{label}{colon}{pieces}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Setup;

    fn position(sfen: &str) -> Position {
        let setup: Setup = sfen.parse().unwrap();
        Position::try_from(setup).unwrap()
    }

    #[test]
    fn a_board_is_drawn_with_both_hands() {
        let position = position("4k4/9/4P4/9/9/9/9/9/8+r b Gr2b3g4s4n4l17p 1");
        let expected = "\
White (defender) in hand: 飛 角2 金3 銀4 桂4 香4 歩17
  9  8  7  6  5  4  3  2  1
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|a
| ・ ・ ・ ・ ・ ・ ・ ・ ・|b
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|c
| ・ ・ ・ ・ ・ ・ ・ ・ ・|d
| ・ ・ ・ ・ ・ ・ ・ ・ ・|e
| ・ ・ ・ ・ ・ ・ ・ ・ ・|f
| ・ ・ ・ ・ ・ ・ ・ ・ ・|g
| ・ ・ ・ ・ ・ ・ ・ ・ ・|h
| ・ ・ ・ ・ ・ ・ ・ ・v龍|i
+---------------------------+
Black (attacker) in hand: 金
";
        assert_eq!(draw(Lang::English, &position), expected);
    }

    #[test]
    fn japanese_labels_have_their_own_letters() {
        let text = draw(Lang::Japanese, &position("9/9/9/9/9/9/9/9/4K4 w G 1"));
        assert!(text.starts_with("後手（攻方）持駒：なし\n  ９ ８"));
        assert!(text.contains("| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n"));
    }
}
