//! Board diagrams and hands in Japanese, as KIF, KI2 and plain board texts have them.
//!
//! ```text
//! 後手の持駒：飛二　角二
//!   ９ ８ ７ ６ ５ ４ ３ ２ １
//! +---------------------------+
//! | ・ ・ ・ ・v玉 ・ ・ ・ ・|一
//! ```
//! A cell is a marker (a space, or `v`, `V`, `^`) and a piece, or an empty square: `・`, a full-width
//! space or `-`. Rulers, digits and row labels may be missing.

use std::fmt::Write;

use crate::shogi::{Color, HandPiece, Piece, PieceKind, Position, Square, notation};

use super::text;

/// Whose hand a line describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A side by its colour.
    Side(Color),
    /// The side that mates.
    Attacker,
    /// The side to be mated.
    Defender,
}

/// A hand as a line describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HandText {
    /// Counts by [`HandPiece`] index.
    pub(super) counts: [u32; HandPiece::COUNT],
    /// Whether it is said to hold all remaining pieces.
    pub(super) rest: bool,
}

impl HandText {
    /// Whether no piece is named.
    pub(super) fn is_empty(&self) -> bool {
        self.counts.iter().all(|&count| count == 0)
    }
}

/// A fault in a line: its column and what is wrong.
pub(super) type Fault = (usize, String);

/// Whose hand a header line with this key describes; `None` if it is no hand line.
pub(super) fn hand_owner(key: &str) -> Option<Owner> {
    let key: String = key.chars().filter(|c| !c.is_whitespace()).collect();
    let suffixes = ["の持駒", "の持ち駒", "持駒", "持ち駒"];
    let owner = suffixes.iter().find_map(|s| key.strip_suffix(s))?;
    match owner {
        "先手" | "下手" => Some(Owner::Side(Color::Black)),
        "後手" | "上手" => Some(Owner::Side(Color::White)),
        "攻方" | "攻め方" | "攻手" | "詰方" | "詰め方" | "" => Some(Owner::Attacker),
        "受方" | "受け方" | "玉方" | "守方" => Some(Owner::Defender),
        _ => None,
    }
}

/// Reads the value of a hand line: `飛二　歩十七`, `歩17`, `なし`, `残り全部`.
pub(super) fn read_hand(value: &str) -> Result<HandText, Fault> {
    let mut hand = HandText::default();
    let word = value.trim();
    if matches!(
        word,
        "" | "なし" | "ナシ" | "無し" | "無" | "なし。" | "-" | "－"
    ) {
        return Ok(hand);
    }
    if word.starts_with("残") {
        hand.rest = true;
        return Ok(hand);
    }
    let letters: Vec<char> = value.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        if letter.is_whitespace() || matches!(letter, '、' | ',' | '，' | '・' | '枚') {
            at += 1;
            continue;
        }
        let kind = notation::read_kind(&letters[at..]).filter(|&(_, length)| length == 1);
        let piece = kind.and_then(|(kind, _)| {
            let piece = kind.hand_piece()?;
            (piece.kind() == kind).then_some(piece)
        });
        let Some(piece) = piece else {
            let message = format!(
                "`{letter}` cannot be in a hand; write 飛角金銀桂香歩 with counts, なし or 残り全部"
            );
            return Err((at + 1, message));
        };
        at += 1;
        if matches!(letters.get(at), Some('x' | 'X' | '×' | 'ｘ' | '✕')) {
            at += 1;
        }
        let start = at;
        let count = text::read_number(&letters, &mut at).unwrap_or(1);
        if count > 40 {
            let message = format!("{count} pieces in a hand; a set has 40 in all");
            return Err((start + 1, message));
        }
        hand.counts[piece.index()] += count;
    }
    Ok(hand)
}

/// Whether a line is a row of a diagram.
pub(super) fn is_row(line: &str) -> bool {
    line.trim_start().starts_with(['|', '｜', '│'])
}

/// Whether a line is a frame, or the digits above the files.
pub(super) fn is_frame(line: &str) -> bool {
    let line = line.trim();
    let digits = line.chars().filter(|&c| notation::digit(c).is_some());
    let is_digits = digits.count() >= 5
        && line
            .chars()
            .all(|c| c.is_whitespace() || notation::digit(c).is_some() || c == '|')
        && line.contains(char::is_whitespace);
    is_digits
        || line.starts_with("+-")
        || line.starts_with("＋－")
        || line.starts_with(['┌', '├', '└', '┏', '┗'])
}

/// Reads one row, the squares from the ninth file to the first.
pub(super) fn read_row(line: &str, rank: u8) -> Result<[Option<Piece>; 9], Fault> {
    let letters: Vec<char> = line.chars().collect();
    let is_bar = |letter: char| matches!(letter, '|' | '｜' | '│');
    let start = letters.iter().position(|&c| is_bar(c)).unwrap_or(0) + 1;
    let closing = letters.iter().rposition(|&c| is_bar(c)).unwrap_or(0);
    let end = if closing >= start {
        closing
    } else {
        letters.len()
    };
    check_label(&letters[end..], rank).map_err(|message| (end + 2, message))?;
    let mut row = [None; 9];
    let mut cells = 0;
    let mut at = start;
    while at < end {
        let (cell, next) = read_cell(&letters[..end], at)?;
        let Some(cell) = cell else { break };
        if cells < 9 {
            row[cells] = cell;
        }
        cells += 1;
        at = next;
    }
    if cells == 9 {
        return Ok(row);
    }
    let message = format!("the row has {cells} squares instead of nine; write ・ for an empty one");
    Err((start + 1, message))
}

/// A square of a diagram, empty or not; `None` at the end of a row.
type Cell = Option<Option<Piece>>;

/// One cell from `at`; the outer `None` is the end of the row.
fn read_cell(letters: &[char], mut at: usize) -> Result<(Cell, usize), Fault> {
    while matches!(letters.get(at), Some(' ' | '\t' | '|')) {
        at += 1;
    }
    let mut color = None;
    let Some(mut letter) = letters.get(at).copied() else {
        return Ok((None, at));
    };
    let marker = match letter {
        'v' | 'V' | 'ｖ' | '▽' | '△' | '☖' => Some(Color::White),
        '^' | '▲' | '☗' | '＾' => Some(Color::Black),
        _ => None,
    };
    if marker.is_some() {
        color = marker;
        at += 1;
        letter = letters.get(at).copied().unwrap_or(' ');
    }
    if matches!(
        letter,
        '・' | '･' | '·' | '.' | '．' | '-' | '－' | '\u{3000}'
    ) {
        return Ok((Some(None), at + 1));
    }
    match notation::read_kind(&letters[at.min(letters.len())..]) {
        Some((kind, length)) => {
            let piece = Piece::new(kind, color.unwrap_or(Color::Black));
            Ok((Some(Some(piece)), at + length))
        }
        None => Err((
            at + 1,
            format!("`{letter}` is no piece; write 歩香桂銀金角飛玉と杏圭全馬龍, ・ for none"),
        )),
    }
}

/// A label behind the row, if there is one, must be the number of the row.
fn check_label(tail: &[char], rank: u8) -> Result<(), String> {
    match tail.get(1).and_then(|&letter| notation::digit(letter)) {
        Some(label) if label != rank => Err(format!(
            "row {rank} is labelled {}; a row is missing or doubled",
            tail[1]
        )),
        _ => Ok(()),
    }
}

/// The diagram with its frame, digits and labels, each line ended.
pub(super) fn write_board(position: &Position) -> String {
    let mut text = String::from("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in 1..=9 {
        text.push('|');
        for file in (1..=9).rev() {
            match position.piece(Square::new(file, rank)) {
                None => text.push_str(" ・"),
                Some(piece) => {
                    text.push(if piece.color == Color::Black {
                        ' '
                    } else {
                        'v'
                    });
                    text.push_str(cell_name(piece));
                }
            }
        }
        let label = text::kanji_number(u32::from(rank));
        text.push('|');
        text.push_str(&label);
        text.push('\n');
    }
    text.push_str("+---------------------------+\n");
    text
}

/// One-character names: a cell has room for no more.
const fn cell_name(piece: Piece) -> &'static str {
    match piece.kind {
        PieceKind::ProLance => "杏",
        PieceKind::ProKnight => "圭",
        PieceKind::ProSilver => "全",
        kind => notation::kind_name(kind),
    }
}

/// The line of one hand, kanji counts, ended.
pub(super) fn write_hand(position: &Position, color: Color) -> String {
    let owner = match color {
        Color::Black => "先手の持駒：",
        Color::White => "後手の持駒：",
    };
    let mut line = owner.to_owned();
    let hand = position.hand(color);
    for piece in HandPiece::ALL.into_iter().rev() {
        let count = hand.count(piece);
        if count > 0 {
            let number = if count > 1 {
                text::kanji_number(count)
            } else {
                String::new()
            };
            let name = notation::kind_name(piece.kind());
            let _ = write!(line, "{name}{number}　");
        }
    }
    if hand.is_empty() {
        line.push_str("なし");
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(value: &str) -> String {
        let hand = read_hand(value).unwrap();
        let mut text = String::new();
        for piece in HandPiece::ALL.into_iter().rev() {
            let _ = write!(text, "{}", hand.counts[piece.index()]);
        }
        text
    }

    #[test]
    fn counts_in_every_script() {
        // In the order 飛角金銀桂香歩.
        for (value, expected) in [
            ("飛二　角二　歩十七　", "22000017"),
            ("飛2 角2 歩17", "22000017"),
            ("飛２角２歩１７", "22000017"),
            ("飛x2、角×2,歩x17", "22000017"),
            ("金　桂二", "0010200"),
            ("金金", "0020000"),
            ("なし", "0000000"),
            ("ナシ", "0000000"),
            ("", "0000000"),
        ] {
            assert_eq!(counts(value), expected, "{value}");
        }
        assert!(read_hand("残り全部").unwrap().rest);
        assert_eq!(read_hand("金　玉").unwrap_err().0, 3);
        assert_eq!(read_hand("歩99").unwrap_err().0, 2);
    }

    #[test]
    fn rows_in_their_variants() {
        let expected = read_row("| ・ ・ ・ ・v玉 ・ ・ 全 ・|一", 1).unwrap();
        for line in [
            "|・・・・v玉・・全・|",
            "| - - - -v王 - - 成銀 -|一",
            "| 　 　 　 　V玉 　 　^全 　|1",
            "| ・ ・ ・ ・ｖ玉 ・ ・ 全 ・",
        ] {
            assert_eq!(read_row(line, 1).unwrap(), expected, "{line}");
        }
        assert_eq!(read_row("| ・ ・|一", 1).unwrap_err().0, 2);
        assert_eq!(
            read_row("| ・ 犬 ・ ・ ・ ・ ・ ・ ・|一", 1)
                .unwrap_err()
                .0,
            5
        );
        assert_eq!(
            read_row("| ・ ・ ・ ・ ・ ・ ・ ・ ・|三", 2)
                .unwrap_err()
                .0,
            21
        );
    }
}
