//! SFEN: positions as text.
//!
//! The reader forgives a missing move number, a missing or `-` hand, hands in any order and a
//! `sfen` or `position sfen` prefix; the writer always gives hands in the order RBGSNLP, Black first, and move number 1.

use std::fmt;
use std::str::FromStr;

use super::color::Color;
use super::piece::{HandPiece, Piece, PieceKind};
use super::setup::Setup;
use super::square::Square;

/// Text that is no SFEN position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct SfenError {
    /// Where, counted in characters from 1.
    pub column: usize,
    /// What is wrong and the way out.
    pub message: String,
}

impl SfenError {
    fn at(column: usize, message: impl Into<String>) -> Self {
        Self {
            column,
            message: message.into(),
        }
    }
}

/// The words of a text with the column at which each starts.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut rest = text;
    let mut column = 1;
    loop {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count();
        if trimmed.is_empty() {
            return words;
        }
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        words.push((column, &trimmed[..end]));
        column += trimmed[..end].chars().count();
        rest = &trimmed[end..];
    }
}

impl FromStr for Setup {
    type Err = SfenError;

    /// Reads the position; text after the move number is an error.
    fn from_str(text: &str) -> Result<Self, SfenError> {
        let mut words = words(text).into_iter().peekable();
        words.next_if(|&(_, word)| word == "position");
        words.next_if(|&(_, word)| word == "sfen");
        let mut setup = Self::default();
        let (column, board) = words.next().ok_or_else(|| SfenError::at(1, "no board"))?;
        read_board(board, column, &mut setup)?;
        let end = column + board.chars().count();
        match words.next() {
            Some((_, "b")) => setup.turn = Color::Black,
            Some((_, "w")) => setup.turn = Color::White,
            Some((column, word)) => {
                return Err(SfenError::at(
                    column,
                    format!("`{word}` is no side to move; write b or w"),
                ));
            }
            None => {
                return Err(SfenError::at(
                    end,
                    "no side to move after the board; write b or w",
                ));
            }
        }
        if let Some((column, hands)) = words.next() {
            read_hands(hands, column, &mut setup)?;
        }
        words.next_if(|(_, word)| word.bytes().all(|byte| byte.is_ascii_digit()));
        match words.next() {
            None => Ok(setup),
            Some((column, word)) => Err(SfenError::at(
                column,
                format!("`{word}` after the position; remove it"),
            )),
        }
    }
}

fn read_board(board: &str, start: usize, setup: &mut Setup) -> Result<(), SfenError> {
    let mut column = start;
    let mut rank = 0;
    for row in board.split('/') {
        rank += 1;
        if rank > 9 {
            return Err(SfenError::at(column, "a tenth row; a board has nine"));
        }
        read_row(row, rank, column, setup)?;
        column += row.chars().count() + 1;
    }
    if rank < 9 {
        let message = format!("the board has {rank} rows instead of nine");
        return Err(SfenError::at(column - 1, message));
    }
    Ok(())
}

fn read_row(row: &str, rank: u8, start: usize, setup: &mut Setup) -> Result<(), SfenError> {
    let mut file = 9;
    let mut promoted = false;
    for (offset, letter) in row.chars().enumerate() {
        let column = start + offset;
        if let Some(empty) = letter.to_digit(10).filter(|&digit| digit > 0 && !promoted) {
            file -= i64::from(empty);
        } else if letter == '+' && !promoted {
            promoted = true;
            continue;
        } else {
            let piece =
                board_piece(letter, promoted).map_err(|message| SfenError::at(column, message))?;
            if let Some(square) = u8::try_from(file)
                .ok()
                .and_then(|f| Square::try_new(f, rank))
            {
                setup.board[square.index()] = Some(piece);
            }
            file -= 1;
        }
        promoted = false;
    }
    let squares = 9 - file;
    match (promoted, squares) {
        (false, 9) => Ok(()),
        (true, _) => Err(SfenError::at(
            start + row.chars().count(),
            "`+` without a piece after it",
        )),
        _ => Err(SfenError::at(
            start,
            format!("row {rank} has {squares} squares instead of nine"),
        )),
    }
}

/// A piece on the board, or why the letter is none.
fn board_piece(letter: char, promoted: bool) -> Result<Piece, String> {
    let color = if letter.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    };
    let kind = match letter.to_ascii_uppercase() {
        'K' => PieceKind::King,
        other => HandPiece::from_letter(other)
            .ok_or_else(|| format!("`{letter}` is no piece; write one of KRBGSNLP"))?
            .kind(),
    };
    let unpromoted = || format!("`{letter}` does not promote; remove the `+`");
    let kind = if promoted {
        kind.promoted().ok_or_else(unpromoted)?
    } else {
        kind
    };
    Ok(Piece::new(kind, color))
}

fn read_hands(hands: &str, start: usize, setup: &mut Setup) -> Result<(), SfenError> {
    if hands == "-" {
        return Ok(());
    }
    let mut count: Option<u32> = None;
    for (offset, letter) in hands.chars().enumerate() {
        let column = start + offset;
        if let Some(digit) = letter.to_digit(10) {
            count = Some((count.unwrap_or(0) * 10 + digit).min(1000));
            continue;
        }
        let piece = HandPiece::from_letter(letter).ok_or_else(|| {
            SfenError::at(
                column,
                format!("`{letter}` cannot be in a hand; write RBGSNLP, or - for none"),
            )
        })?;
        let color = if letter.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        };
        setup.hands[color.index()][piece.index()] += count.take().unwrap_or(1);
    }
    match count {
        None => Ok(()),
        Some(_) => Err(SfenError::at(
            start + hands.chars().count(),
            "a number without a piece after it",
        )),
    }
}

impl fmt::Display for Setup {
    /// SFEN text with hands in the order RBGSNLP, Black's first, and move number 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 1..=9 {
            if rank > 1 {
                f.write_str("/")?;
            }
            self.write_row(rank, f)?;
        }
        f.write_str(if self.turn == Color::Black {
            " b "
        } else {
            " w "
        })?;
        let mut any = false;
        for color in Color::ALL {
            for piece in HandPiece::ALL.into_iter().rev() {
                let letter = match color {
                    Color::Black => piece.letter(),
                    Color::White => piece.letter().to_ascii_lowercase(),
                };
                match self.hands[color.index()][piece.index()] {
                    0 => continue,
                    1 => write!(f, "{letter}")?,
                    count => write!(f, "{count}{letter}")?,
                }
                any = true;
            }
        }
        f.write_str(if any { " 1" } else { "- 1" })
    }
}

impl Setup {
    fn write_row(&self, rank: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for file in (1..=9).rev() {
            let Some(piece) = self.piece(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            write!(f, "{}", sfen_letters(piece))?;
        }
        if empty > 0 {
            write!(f, "{empty}")
        } else {
            Ok(())
        }
    }
}

/// The SFEN text of one piece on the board, such as `+r`.
fn sfen_letters(piece: Piece) -> String {
    let letter = piece.kind.hand_piece().map_or('K', HandPiece::letter);
    let letter = match piece.color {
        Color::Black => letter,
        Color::White => letter.to_ascii_lowercase(),
    };
    let plus = if piece.kind.is_promoted() { "+" } else { "" };
    format!("{plus}{letter}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_text_is_normal() {
        let text = "9/4k4/9/4P4/9/9/+r8/9/9 w 17p2G2nB";
        let setup: Setup = text.parse().unwrap();
        assert_eq!(setup.to_string(), "9/4k4/9/4P4/9/9/+r8/9/9 w B2G2n17p 1");
        assert_eq!(setup.to_string().parse(), Ok(setup));
    }

    #[test]
    fn errors_name_their_column() {
        let column = |text: &str| text.parse::<Setup>().unwrap_err().column;
        assert_eq!(column("9/9/9/9/9/9/9/9/8 b - 1"), 17);
        assert_eq!(column("sfen 9/9/9/9/9/9/9/9/9 x - 1"), 24);
        assert_eq!(column("9/9/9/9/9/9/9/9/9 b K 1"), 21);
        assert_eq!(column("9/9/9/9/9/9/9/9 b - 1"), 16);
        assert_eq!(column("9/9/9/9/9/9/9/9/9 b - 1 rest"), 25);
        assert_eq!(column("4z4/9/9/9/9/9/9/9/9 b - 1"), 2);
    }
}
