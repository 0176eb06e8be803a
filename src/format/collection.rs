//! SFEN lines, one problem a line, with tags: `SFEN ; key=value ; key=value`.
//!
//! Forgiven: a prefix `sfen` or `position sfen`, `moves …` (the problem is the position after them), a missing
//! hand or move number, `_` for space, URL-encoded forms and whole URLs. Text after a tab, a semicolon or
//! a spaced `#` is metadata; a piece of it without `=` becomes the field `note`. Lines that start with `#` and
//! blank lines are skipped. Tags with a place of their own: `id`, `title`, `author`, `mate` (plies) and `main`
//! (the solution in USI); others are kept as fields.

use std::fmt::Write;

use crate::shogi::moves::MoveError;
use crate::shogi::{Color, Move, Position, Setup, movegen, notation};
use crate::tsume::{Declared, Header, Problem};

use super::entry::{self, Entry, FillHand, Rest};
use super::error::{ErrorKind, FormatError, MAX_LINE_BYTES};
use super::handicap;
use super::text;

/// All problems of a text.
#[must_use]
pub fn read(text: &str, fill: FillHand) -> Vec<Entry> {
    text::lines(text)
        .filter_map(|(number, line)| read_line(number, line, fill))
        .collect()
}

/// The problem on one line; `None` for a blank line and a comment.
#[must_use]
pub fn read_line(number: usize, line: &str, fill: FillHand) -> Option<Entry> {
    if line.len() > MAX_LINE_BYTES {
        let message = format!("a line of more than {MAX_LINE_BYTES} bytes; split it");
        let error = FormatError::at((number, 1), ErrorKind::TooLong, message, line);
        return Some(Entry::failed(Some(number), error));
    }
    let line = line.trim_end();
    let bare = line.trim_start();
    if bare.is_empty() || bare.starts_with('#') {
        return None;
    }
    let start = line.len() - bare.len();
    let end = start + end_of_position(bare);
    let mut header = Header::default();
    let main = read_tags((number, line), end, &mut header);
    let cell = Cell {
        line: number,
        column: text::column_of(line, start),
        text: line[start..end].trim_end(),
    };
    Some(read_cell(&cell, header, main, fill))
}

/// A position in its surroundings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'a> {
    pub(super) line: usize,
    /// Where `text` starts in the line.
    pub(super) column: usize,
    pub(super) text: &'a str,
}

/// The entry for a position, its header and the text of its solution.
pub(super) fn read_cell(
    cell: &Cell<'_>,
    header: Header,
    main: Option<Cell<'_>>,
    fill: FillHand,
) -> Entry {
    let mut sfen = None;
    let problem = read_problem(cell, &header, (main, fill), &mut sfen);
    Entry {
        line: Some(cell.line),
        sfen,
        header,
        problem,
    }
}

fn read_problem(
    cell: &Cell<'_>,
    header: &Header,
    (main, fill): (Option<Cell<'_>>, FillHand),
    sfen: &mut Option<String>,
) -> Result<Problem, FormatError> {
    let mut setup = read_position(cell, sfen)?;
    let warnings = entry::settle_hand(&mut setup, Rest::Written, fill);
    *sfen = Some(setup.to_string());
    let position = Position::try_from(setup)
        .map_err(|faults| FormatError::setup((cell.line, cell.column), faults, cell.text))?;
    let line = match main {
        Some(main) => read_moves(&main, &mut position.clone())?,
        None => Vec::new(),
    };
    let declared = Declared {
        line,
        branches: Vec::new(),
    };
    Ok(entry::checked(position, header, Some(declared), warnings))
}

/// Where the position ends: at a tab, a semicolon or a spaced `#`.
fn end_of_position(bare: &str) -> usize {
    let tab = bare.find(['\t', ';']);
    let hash = [" #", "\u{3000}#"].iter().find_map(|mark| bare.find(mark));
    tab.into_iter().chain(hash).min().unwrap_or(bare.len())
}

/// Reads the metadata behind the position; returns the place of the solution.
fn read_tags<'a>(
    (number, line): (usize, &'a str),
    end: usize,
    header: &mut Header,
) -> Option<Cell<'a>> {
    let mut main = None;
    let mut offset = end;
    loop {
        let rest = &line[offset..];
        let tag = rest.trim_start_matches([';', ' ', '\t', '#']);
        if tag.is_empty() {
            break;
        }
        let start = line.len() - tag.len();
        let length = [" ; ", "\t"].iter().filter_map(|stop| tag.find(stop)).min();
        let tag = &tag[..length.unwrap_or(tag.len())];
        offset = start + tag.len();
        match tag.split_once('=') {
            Some(("main", value)) => {
                main = Some(Cell {
                    line: number,
                    column: text::column_of(line, start + "main=".len()),
                    text: value,
                });
            }
            Some((key, value)) if !key.trim().is_empty() => {
                entry::add_tag(header, key.trim(), value);
            }
            _ => entry::add_tag(header, "note", tag),
        }
    }
    main
}

/// Reads USI moves, each legal, and plays them.
fn read_moves(cell: &Cell<'_>, position: &mut Position) -> Result<Vec<Move>, FormatError> {
    let mut moves = Vec::new();
    let mut rest = cell.text;
    let mut column = cell.column;
    loop {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count();
        if trimmed.is_empty() {
            return Ok(moves);
        }
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let word = &trimmed[..end];
        let (place, number) = ((cell.line, column), moves.len() + 1);
        let fault = |message: String| FormatError::of_move(place, number, &message, word);
        let mv: Move = word
            .parse()
            .map_err(|error: MoveError| fault(error.to_string()))?;
        check_move(position, mv).map_err(fault)?;
        let _ = position.play(mv);
        moves.push(mv);
        column += word.chars().count();
        rest = &trimmed[end..];
    }
}

/// Whether `mv` is legal, else the reason.
pub(super) fn check_move(position: &Position, mv: Move) -> Result<(), String> {
    if movegen::is_legal(position, mv) {
        return Ok(());
    }
    let kind = match mv {
        Move::Drop { piece, .. } => piece.kind(),
        Move::Board { from, .. } => {
            let piece = position.piece(from);
            let own = piece.filter(|piece| piece.color == position.turn());
            let Some(piece) = own else {
                let turn = position.turn();
                return Err(format!("no piece of {turn:?} on {from} to move in `{mv}`"));
            };
            piece.kind
        }
    };
    let why = notation::why_illegal(position, mv, kind);
    Err(format!("`{mv}` is not legal: {why}"))
}

/// Reads a position, after its moves if there are any.
fn read_position(cell: &Cell<'_>, sfen: &mut Option<String>) -> Result<Setup, FormatError> {
    let decoded = decode(cell.text);
    let text = decoded.as_deref().unwrap_or(cell.text);
    let (root, moves) = split_moves(text);
    // In decoded text columns mean nothing: the error points to its start.
    let column = |inner: usize| match decoded {
        Some(_) => cell.column,
        None => cell.column + inner - 1,
    };
    let bare = root.trim().trim_start_matches("position").trim_start();
    let setup = if bare == "startpos" {
        handicap::even()
    } else {
        root.parse::<Setup>().map_err(|error| {
            let place = (cell.line, column(error.column));
            FormatError::syntax(place, error.message, cell.text)
        })?
    };
    let Some((offset, moves)) = moves else {
        return Ok(setup);
    };
    *sfen = Some(setup.to_string());
    let attacker = side_after(setup.turn, moves.split_whitespace().count());
    let mut position = Position::new(&setup, attacker)
        .map_err(|faults| FormatError::setup((cell.line, cell.column), faults, cell.text))?;
    let moves = Cell {
        line: cell.line,
        column: column(text::column_of(text, offset)),
        text: moves,
    };
    read_moves(&moves, &mut position)?;
    Ok(position.to_setup())
}

fn side_after(turn: Color, plies: usize) -> Color {
    if plies.is_multiple_of(2) { turn } else { !turn }
}

/// The text before the word `moves`, and the offset and text after it.
fn split_moves(text: &str) -> (&str, Option<(usize, &str)>) {
    for (at, _) in text.match_indices("moves") {
        let after = at + "moves".len();
        let spaced = text[..at].ends_with(char::is_whitespace);
        let ended = text[after..].is_empty() || text[after..].starts_with(char::is_whitespace);
        if spaced && ended {
            return (&text[..at], Some((after, &text[after..])));
        }
    }
    (text, None)
}

/// The plain form of a URL, an URL-encoded position or one with `_` for space; `None` if it is plain.
fn decode(text: &str) -> Option<String> {
    let is_url = text.contains("://");
    let coded = is_url || text.contains('%') || !text.contains(' ') && text.contains('_');
    if !coded {
        return None;
    }
    let mut tail = text;
    if is_url {
        for key in ["sfen=", "position="] {
            if let Some(at) = tail.find(key) {
                tail = &tail[at + key.len()..];
            }
        }
        tail = tail.split('&').next().unwrap_or(tail);
    }
    let spaced = tail.contains([' ', '_']) || tail.contains("%20");
    let plus_is_space = !spaced && (tail.contains("+b+") || tail.contains("+w+"));
    let tail = if plus_is_space {
        tail.replace('+', " ")
    } else {
        tail.to_owned()
    };
    let plain = percent_decode(&tail).replace('_', " ");
    let (board, rest) = plain.split_once(' ').unwrap_or((&plain, ""));
    let slashes: Vec<_> = board.match_indices('/').map(|(at, _)| at).collect();
    let start = match slashes.len().checked_sub(9) {
        Some(extra) if is_url => slashes[extra] + 1,
        _ => 0,
    };
    Some(format!("{} {rest}", &board[start..]))
}

fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = bytes.get(at + 1..at + 3);
        let value = code
            .filter(|_| bytes[at] == b'%')
            .and_then(|code| std::str::from_utf8(code).ok())
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        plain.push(value.unwrap_or(bytes[at]));
        at += if value.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&plain).into_owned()
}

/// One problem as a line without its end; side lines are left out.
///
/// Line ends and tabs within values become spaces, and ` ; ` becomes ` ； `.
#[must_use]
pub fn write_line(position: &Position, header: &Header, declared: Option<&Declared>) -> String {
    let mut line = position.to_string();
    let mut tag = |key: &str, value: &str| {
        let value = value.replace('\t', " ").replace(" ; ", " ； ");
        let _ = write!(line, " ; {key}={}", entry::one_line(&value));
    };
    for (key, value) in [
        ("id", &header.id),
        ("title", &header.title),
        ("author", &header.author),
    ] {
        if let Some(value) = value {
            tag(key, value);
        }
    }
    if let Some(length) = header.length {
        tag("mate", &length.to_string());
    }
    if let Some(declared) = declared.filter(|declared| !declared.line.is_empty()) {
        let moves: Vec<_> = declared.line.iter().map(Move::to_string).collect();
        tag("main", &moves.join(" "));
    }
    for (key, value) in &header.fields {
        tag(key, value);
    }
    line
}
