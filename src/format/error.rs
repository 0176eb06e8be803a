//! What can be wrong with a text, and where.

use std::fmt;

use crate::shogi::SetupFaults;

/// The longest line that is read, in bytes; a longer one is an error, not a memory problem.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// The largest file of a format that is not read line by line (all but SFEN lines), in bytes.
pub const MAX_FILE_BYTES: usize = 256 << 20;

/// The most lines that one problem of KIF, KI2 or CSA may have.
pub const MAX_PROBLEM_LINES: usize = 1 << 20;

/// The largest piece of JSON that is read as one, in bytes; a larger file must have one record a line.
pub const MAX_JSON_BYTES: usize = 16 << 20;

/// Text from which no problem could be read.
///
/// Shown as `line 12, column 5: no piece on …`; the message names the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line, counted from 1; `None` where the format has no lines to speak of (JKF).
    pub line: Option<usize>,
    /// The column, counted in characters from 1.
    pub column: Option<usize>,
    /// What sort of fault it is.
    pub kind: ErrorKind,
    /// What is wrong and the way out, without the place.
    pub message: String,
    /// The offending text, cut to a reasonable length.
    pub text: String,
}

/// The sorts of fault.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Bytes that are no text in the encodings we know.
    Encoding,
    /// No known format.
    UnknownFormat,
    /// A line or file beyond the limits.
    TooLong,
    /// The text breaks the rules of its format.
    Syntax,
    /// The diagram or the hands are missing.
    MissingBoard,
    /// The position is no mate problem: all its faults.
    Setup(SetupFaults),
    /// A given move is no legal move.
    Move,
}

/// How much of an offending line an error keeps.
const MAX_TEXT_CHARS: usize = 80;

impl FormatError {
    /// An error at a place.
    pub(super) fn at(
        (line, column): (usize, usize),
        kind: ErrorKind,
        message: impl Into<String>,
        text: &str,
    ) -> Self {
        let mut message = message.into();
        if text.contains('\u{fffd}') {
            message.push_str(" (the line has bytes that are no text in its encoding)");
        }
        Self {
            line: Some(line),
            column: Some(column),
            kind,
            message,
            text: text.chars().take(MAX_TEXT_CHARS).collect(),
        }
    }

    /// A syntax error at a place.
    pub(super) fn syntax(place: (usize, usize), message: impl Into<String>, text: &str) -> Self {
        Self::at(place, ErrorKind::Syntax, message, text)
    }

    /// A move, counted from 1, that cannot be played.
    pub(super) fn of_move(place: (usize, usize), number: usize, message: &str, text: &str) -> Self {
        let message = format!("move {number}: {message}");
        Self::at(place, ErrorKind::Move, message, text)
    }

    /// An error without a place.
    pub(super) fn anywhere(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            line: None,
            column: None,
            kind,
            message: message.into(),
            text: String::new(),
        }
    }

    /// Too many lines in one problem.
    pub(super) fn too_many_lines(line: usize) -> Self {
        let message = format!("a problem of more than {MAX_PROBLEM_LINES} lines; split the file");
        Self::at((line, 1), ErrorKind::TooLong, message, "")
    }

    /// The faults of a set-up whose text starts at a place.
    pub(super) fn setup(place: (usize, usize), faults: SetupFaults, text: &str) -> Self {
        let message = faults.to_string();
        Self::at(place, ErrorKind::Setup(faults), message, text)
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            _ => {}
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for FormatError {}
