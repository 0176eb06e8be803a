//! The lines of KIF and KI2 told apart.

use crate::shogi::{Color, notation};

use super::bod::{self, Owner};
use super::text;

/// What one line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Nothing that matters: blank, a `#` comment, a display setting.
    Blank,
    /// `key：value`; the column is the value's.
    Header {
        /// Left of the colon.
        key: &'a str,
        /// Right of it.
        value: &'a str,
        /// Where the value starts.
        column: usize,
    },
    /// A hand line; the column is the value's.
    Hand {
        /// Whose.
        owner: Owner,
        /// What it says.
        value: &'a str,
        /// Where the value starts.
        column: usize,
    },
    /// A row of the diagram.
    Row,
    /// A frame or the digits above the diagram.
    Frame,
    /// `後手番`.
    Turn(Color),
    /// `手数----指手----`: moves follow.
    Start,
    /// A numbered move; the text from `column` on holds it.
    Move {
        /// Its number.
        number: u32,
        /// The move and what follows.
        rest: &'a str,
        /// Where `rest` starts.
        column: usize,
    },
    /// Moves without numbers, any many.
    Moves,
    /// `まで3手で詰み`, with the number if there is one.
    Footer(Option<u32>),
    /// `変化：3手`.
    Fork(Option<u32>),
    /// `*` comment or `&` bookmark, its sign included.
    Remark(&'a str),
    /// Anything else.
    Unknown,
}

/// A line with its number and meaning.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    /// Its number, from 1.
    pub(super) line: usize,
    /// The whole line.
    pub(super) text: &'a str,
    /// What it is.
    pub(super) token: Token<'a>,
}

impl Item<'_> {
    /// Whether the line belongs to the moves of a problem.
    pub(super) const fn is_play(&self) -> bool {
        matches!(
            self.token,
            Token::Move { .. } | Token::Moves | Token::Footer(_) | Token::Fork(_)
        )
    }
}

/// All lines of a text.
pub(super) fn tokens(text: &str) -> Vec<Item<'_>> {
    let item = |(line, text)| Item {
        line,
        text,
        token: classify(text),
    };
    text::lines(text).map(item).collect()
}

fn classify(line: &str) -> Token<'_> {
    let bare = line.trim();
    if bare.is_empty() || bare.starts_with('#') || bare.chars().all(char::is_control) {
        return Token::Blank;
    }
    if bare.starts_with(['*', '&']) {
        return Token::Remark(bare);
    }
    if bod::is_row(line) {
        return Token::Row;
    }
    if bod::is_frame(line) {
        return Token::Frame;
    }
    if let Some(play) = classify_play(line, bare) {
        return play;
    }
    match bare {
        "先手番" | "下手番" => return Token::Turn(Color::Black),
        "後手番" | "上手番" => return Token::Turn(Color::White),
        _ if bare.starts_with("盤面回転") || bare.starts_with("盤面反転") => {
            return Token::Blank;
        }
        _ => {}
    }
    classify_header(line)
}

/// Rulers, moves, forks and footers.
fn classify_play<'a>(line: &'a str, bare: &str) -> Option<Token<'a>> {
    if let Some(tail) = bare.strip_prefix("手数") {
        let tail = tail.trim_start();
        if tail.starts_with(['-', '－', '―', '─']) {
            return Some(Token::Start);
        }
        if tail.starts_with(['＝', '=']) {
            return Some(Token::Blank);
        }
    }
    if let Some(tail) = bare.strip_prefix("まで") {
        let tail = tail.trim_start_matches(['、', ' ', '\u{3000}']);
        return Some(Token::Footer(text::leading_number(tail)));
    }
    if let Some(tail) = bare.strip_prefix("変化") {
        let tail = tail.trim_start();
        if let Some(number) = tail.strip_prefix(['：', ':']) {
            return Some(Token::Fork(text::leading_number(number)));
        }
    }
    numbered(line).or_else(|| starts_with_move(bare).then_some(Token::Moves))
}

/// A number, space or a side's mark, and a move.
fn numbered(line: &str) -> Option<Token<'_>> {
    let trimmed = line.trim_start();
    let end = trimmed.find(|letter| text::plain_digit(letter).is_none())?;
    let number = text::leading_number(&trimmed[..end])?;
    let after = &trimmed[end..];
    let first = after.chars().next()?;
    if !first.is_whitespace() && notation::side_of_mark(first).is_none() {
        return None;
    }
    let rest = after.trim_start();
    let key = rest.split('(').next().unwrap_or(rest);
    if key.contains('：') {
        return None;
    }
    let column = text::column_of(line, line.len() - rest.len());
    Some(Token::Move {
        number,
        rest,
        column,
    })
}

/// Whether moves without numbers start here: a mark, 同, or square and piece.
pub(super) fn starts_with_move(bare: &str) -> bool {
    let mut letters = bare.chars();
    let Some(first) = letters.next() else {
        return false;
    };
    if notation::side_of_mark(first).is_some() {
        return true;
    }
    let rest: Vec<char> = letters.filter(|c| !c.is_whitespace()).take(3).collect();
    let piece_at = |at: usize| notation::read_kind(&rest[at.min(rest.len())..]).is_some();
    if first == '同' {
        return piece_at(0);
    }
    notation::digit(first).is_some()
        && rest.first().is_some_and(|&c| notation::digit(c).is_some())
        && piece_at(1)
}

fn classify_header(line: &str) -> Token<'_> {
    let Some(colon) = line.find(['：', ':']) else {
        return Token::Unknown;
    };
    let key = line[..colon].trim();
    let width = line[colon..].chars().next().map_or(1, char::len_utf8);
    let value = &line[colon + width..];
    let column = text::column_of(line, colon + width);
    if key.is_empty() {
        return Token::Unknown;
    }
    if let Some(owner) = bod::hand_owner(key) {
        return Token::Hand {
            owner,
            value,
            column,
        };
    }
    if key == "手番" {
        match value.trim() {
            "先手" | "下手" | "先手番" => return Token::Turn(Color::Black),
            "後手" | "上手" | "後手番" => return Token::Turn(Color::White),
            _ => {}
        }
    }
    Token::Header { key, value, column }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_look_alike_are_told_apart() {
        assert_eq!(classify("手数----指手---------消費時間--"), Token::Start);
        assert!(matches!(
            classify("手数：3手詰"),
            Token::Header { key: "手数", .. }
        ));
        assert_eq!(classify("手数＝0　まで"), Token::Blank);
        assert_eq!(classify("  ９ ８ ７ ６ ５ ４ ３ ２ １"), Token::Frame);
        assert!(matches!(
            classify("  12 同　玉(11)"),
            Token::Move {
                number: 12,
                column: 6,
                ..
            }
        ));
        assert!(matches!(
            classify("1 12金打"),
            Token::Move {
                number: 1,
                rest: "12金打",
                ..
            }
        ));
        assert_eq!(classify("12金打 同玉"), Token::Moves);
        assert_eq!(classify("▲１二金 △同　玉"), Token::Moves);
        assert_eq!(classify("まで3手詰"), Token::Footer(Some(3)));
        assert_eq!(classify("変化：１３手"), Token::Fork(Some(13)));
        assert_eq!(classify("後手番"), Token::Turn(Color::White));
        assert_eq!(
            classify("持駒：金"),
            Token::Hand {
                owner: Owner::Attacker,
                value: "金",
                column: 4
            }
        );
    }
}
