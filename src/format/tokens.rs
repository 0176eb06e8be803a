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
    /// Whether the line ends the moves before it: a header, a hand, a diagram.
    pub(super) const fn opens(&self) -> bool {
        matches!(
            self.token,
            Token::Header { .. } | Token::Hand { .. } | Token::Row | Token::Frame | Token::Start
        )
    }

    /// Whether the line can be the reason for a problem of its own.
    pub(super) fn starts_problem(&self) -> bool {
        match &self.token {
            Token::Row | Token::Hand { .. } | Token::Start => true,
            Token::Header { key, .. } => *key == "手合割",
            _ => self.is_play(),
        }
    }

    /// Whether the line belongs to the moves of a problem.
    pub(super) const fn is_play(&self) -> bool {
        matches!(
            self.token,
            Token::Move { .. } | Token::Moves | Token::Footer(_) | Token::Fork(_)
        )
    }
}

/// All lines of a text.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Item<'_>> {
    let item = |(line, text)| Item {
        line,
        text,
        token: classify(text),
    };
    text::lines(text).map(item)
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

/// Words that end a line instead of a move.
const TERMINALS: [&str; 18] = [
    "中断",
    "投了",
    "持将棋",
    "千日手",
    "詰み",
    "詰",
    "切れ負け",
    "反則勝ち",
    "反則負け",
    "入玉勝ち",
    "不戦敗",
    "不戦勝",
    "不詰",
    "封じ手",
    "時間切れ",
    "勝ち宣言",
    "最終手",
    "トライ",
];

/// Whether a word stands here that ends a line.
pub(super) fn is_terminal(letters: &[char]) -> bool {
    let skip = usize::from(
        letters
            .first()
            .is_some_and(|&c| notation::side_of_mark(c).is_some()),
    );
    let word: String = letters[skip..].iter().take(6).collect();
    TERMINALS.iter().any(|terminal| word.starts_with(terminal))
}

/// The side whose mark the first move has.
pub(super) fn first_mark(items: &[Item<'_>]) -> Option<Color> {
    let play = items
        .iter()
        .find(|i| matches!(i.token, Token::Move { .. } | Token::Moves))?;
    let text = match play.token {
        Token::Move { rest, .. } => rest,
        _ => play.text.trim_start(),
    };
    text.chars().next().and_then(notation::side_of_mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_look_alike_are_told_apart() {
        let header = |key, value, column| Token::Header { key, value, column };
        let numbered = |number, rest, column| Token::Move {
            number,
            rest,
            column,
        };
        let hand = Token::Hand {
            owner: Owner::Attacker,
            value: "金",
            column: 4,
        };
        for (line, token) in [
            ("手数----指手---------消費時間--", Token::Start),
            ("手数：3手詰", header("手数", "3手詰", 4)),
            ("手数＝0　まで", Token::Blank),
            ("  ９ ８ ７ ６ ５ ４ ３ ２ １", Token::Frame),
            ("  12 同　玉(11)", numbered(12, "同　玉(11)", 6)),
            ("1 12金打", numbered(1, "12金打", 3)),
            ("12金打 同玉", Token::Moves),
            ("▲１二金 △同　玉", Token::Moves),
            ("まで3手詰", Token::Footer(Some(3))),
            ("変化：１３手", Token::Fork(Some(13))),
            ("後手番", Token::Turn(Color::White)),
            ("持駒：金", hand),
        ] {
            assert_eq!(classify(line), token, "{line}");
        }
    }
}
