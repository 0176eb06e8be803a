//! Which format an input has, and the reading of all its problems: the public face of the room.
//!
//! The content decides; only if it says nothing does the ending of the name. SFEN lines are read one at a
//! time, so that a collection of any size needs no more memory than its longest line; other formats are
//! read whole, up to [`MAX_FILE_BYTES`].

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::str::FromStr;

use super::collection;
use super::csa;
use super::encoding;
use super::entry::{Entry, FillHand};
use super::error::{ErrorKind, FormatError, MAX_FILE_BYTES, MAX_LINE_BYTES};
#[cfg(feature = "serde")]
use super::jkf;
use super::ki2;
use super::kif;
use super::text;
use super::tokens::{self, Token};
use super::tsv;

/// The formats that can be read: the single list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One problem a line, see [`collection`].
    Sfen,
    /// Columns parted by tabs, see [`tsv`].
    Tsv,
    /// Columns parted by commas, read like [`Format::Tsv`].
    Csv,
    /// Numbered moves, see [`kif`].
    Kif,
    /// Moves without numbers, see [`ki2`].
    Ki2,
    /// Computer shogi, see [`csa`].
    Csa,
    /// JSON, read with the feature `serde`.
    Jkf,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] = [
        Self::Sfen,
        Self::Tsv,
        Self::Csv,
        Self::Kif,
        Self::Ki2,
        Self::Csa,
        Self::Jkf,
    ];

    /// The word for it on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sfen => "sfen",
            Self::Tsv => "tsv",
            Self::Csv => "csv",
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Csa => "csa",
            Self::Jkf => "jkf",
        }
    }

    /// The endings of file names that mean this format.
    #[must_use]
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Sfen => &["sfen", "sfens", "usi"],
            Self::Tsv => &["tsv"],
            Self::Csv => &["csv"],
            Self::Kif => &["kif", "kifu", "bod"],
            Self::Ki2 => &["ki2", "ki2u"],
            Self::Csa => &["csa"],
            Self::Jkf => &["jkf", "json", "jsonl"],
        }
    }

    /// The format that the ending of a file name means.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.endings().contains(&ending.as_str()))
    }

    /// The format that the text itself shows; `None` if it could be anything.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let first = text.trim_start().chars().next()?;
        if first == '{' || first == '[' {
            return Some(Self::Jkf);
        }
        let lines = || text::lines(text).map(|(_, line)| line).take(SAMPLE_LINES);
        let mut content = lines().filter(|line| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#')
        });
        match content.next().and_then(tsv::delimiter) {
            Some(b'\t') => return Some(Self::Tsv),
            Some(_) => return Some(Self::Csv),
            None => {}
        }
        if lines().any(looks_like_sfen) {
            return Some(Self::Sfen);
        }
        if lines().any(looks_like_csa) {
            return Some(Self::Csa);
        }
        of_record(text)
    }
}

/// How many lines the format is judged by.
const SAMPLE_LINES: usize = 400;

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.word() == text).ok_or_else(|| {
            format!("`{text}` is no input format; write sfen, tsv, csv, kif, ki2, csa or jkf")
        })
    }
}

/// Eight slashes in the first word, or in an URL, before the side to move.
fn looks_like_sfen(line: &str) -> bool {
    let line = line.trim_start();
    if line.starts_with(['#', '|', '*', '\'']) {
        return false;
    }
    let line = line.strip_prefix("position ").unwrap_or(line).trim_start();
    if line.starts_with("sfen ") || line.starts_with("startpos") {
        return true;
    }
    let word = line.split([' ', '\t', ';']).next().unwrap_or("");
    let coded = word.to_ascii_lowercase().matches("%2f").count();
    word.matches('/').count() + coded >= 8
}

fn looks_like_csa(line: &str) -> bool {
    let bytes = line.as_bytes();
    let version = matches!(bytes, [b'V', b'1'..=b'3', ..]) && line.len() < 8;
    let row = matches!(bytes, [b'P', b'1'..=b'9' | b'I' | b'+' | b'-', ..]);
    let rest_is_ascii = line.is_ascii();
    version || row && rest_is_ascii || line.starts_with("'CSA encoding")
}

/// KIF or KI2, if there is a diagram, a header or a move.
fn of_record(text: &str) -> Option<Format> {
    let (mut record, mut moves) = (false, false);
    for item in tokens::tokens(text).take(SAMPLE_LINES) {
        match item.token {
            Token::Move { rest, .. } if tokens::starts_with_move(rest) => return Some(Format::Kif),
            Token::Start => return Some(Format::Kif),
            Token::Moves => moves = true,
            Token::Row | Token::Hand { .. } => record = true,
            Token::Header { .. } if item.text.contains('：') => record = true,
            _ => record |= item.text.starts_with("#KIF"),
        }
    }
    match (moves, record) {
        (true, _) => Some(Format::Ki2),
        (false, true) => Some(Format::Kif),
        (false, false) => None,
    }
}

/// All problems of an input that is in memory; `name` is its file name, for its ending only.
///
/// ```
/// use kanju::format::{FillHand, read_problems};
/// let text = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1 ; id=head-gold ; mate=1 ; main=G*5b\nnonsense\n";
/// let entries = read_problems(text.as_bytes(), "head.sfen", None, FillHand::Auto);
/// assert_eq!(entries[0].header.length, Some(1));
/// assert!(entries[0].problem.is_ok() && entries[1].problem.is_err());
/// ```
#[must_use]
pub fn read_problems(
    bytes: &[u8],
    name: &str,
    forced: Option<Format>,
    fill: FillHand,
) -> Vec<Entry> {
    let mut entries = Vec::new();
    let result = read_each(bytes, name, (forced, fill), &mut |entry| {
        entries.push(entry);
        true
    });
    if let Err(error) = result {
        let error = FormatError::anywhere(ErrorKind::Encoding, error.to_string());
        entries.push(Entry::failed(None, error));
    }
    entries
}

/// How much of an input is looked at before its format is chosen.
const SAMPLE_BYTES: u64 = 64 << 10;

/// Hands the problems of a stream to `take`, one after the other, until it returns `false`.
///
/// # Errors
/// If the stream cannot be read; faults of the text are entries.
pub fn read_each(
    input: impl Read,
    name: &str,
    (forced, fill): (Option<Format>, FillHand),
    take: &mut dyn FnMut(Entry) -> bool,
) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let mut sample = Vec::new();
    input.by_ref().take(SAMPLE_BYTES).read_to_end(&mut sample)?;
    let wide = encoding::is_wide(&sample);
    let head = match encoding::decode(&sample) {
        Ok(head) => head,
        Err(error) => {
            take(Entry::failed(Some(1), error));
            return Ok(());
        }
    };
    let found = Format::of_text(&head);
    let chosen = forced.or(found).or_else(|| Format::of_name(name));
    if chosen == Some(Format::Sfen) && !wide {
        return read_sfen_lines(io::Cursor::new(sample).chain(input), fill, take);
    }
    let mut bytes = sample;
    let limit = u64::try_from(MAX_FILE_BYTES).unwrap_or(u64::MAX);
    input.take(limit + 1).read_to_end(&mut bytes)?;
    for entry in read_whole(&bytes, chosen, fill) {
        if !take(entry) {
            break;
        }
    }
    Ok(())
}

fn read_whole(bytes: &[u8], chosen: Option<Format>, fill: FillHand) -> Vec<Entry> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Vec::new();
    }
    if bytes.len() > MAX_FILE_BYTES {
        let message = format!("more than {} MiB; split the file", MAX_FILE_BYTES >> 20);
        let error = FormatError::anywhere(ErrorKind::TooLong, message);
        return vec![Entry::failed(None, error)];
    }
    let text = match encoding::decode(bytes) {
        Ok(text) => text,
        Err(error) => return vec![Entry::failed(Some(1), error)],
    };
    let chosen = chosen.or_else(|| Format::of_text(&text));
    if let Some((number, line)) = text::lines(&text).find(|(_, line)| line.len() > MAX_LINE_BYTES)
        && !matches!(chosen, Some(Format::Jkf | Format::Sfen))
    {
        let message = format!("a line of more than {MAX_LINE_BYTES} bytes; split it");
        let error = FormatError::at((number, 1), ErrorKind::TooLong, message, line);
        return vec![Entry::failed(Some(number), error)];
    }
    match chosen {
        Some(Format::Sfen) => collection::read(&text, fill),
        Some(Format::Tsv | Format::Csv) => tsv::read(&text, fill),
        Some(Format::Kif) => kif::read(&text, fill),
        Some(Format::Ki2) => ki2::read(&text, fill),
        Some(Format::Csa) => csa::read(&text, fill),
        Some(Format::Jkf) => read_jkf(&text, fill),
        None => {
            let message = "no known format; give SFEN lines, TSV, CSV, KIF, KI2, CSA or JKF";
            let line = text.lines().next().unwrap_or("");
            let error = FormatError::at((1, 1), ErrorKind::UnknownFormat, message, line);
            vec![Entry::failed(Some(1), error)]
        }
    }
}

#[cfg(feature = "serde")]
fn read_jkf(text: &str, fill: FillHand) -> Vec<Entry> {
    jkf::read(text, fill)
}

#[cfg(not(feature = "serde"))]
fn read_jkf(_text: &str, _fill: FillHand) -> Vec<Entry> {
    let message = "JKF needs a build with the feature `serde`";
    let error = FormatError::anywhere(ErrorKind::UnknownFormat, message);
    vec![Entry::failed(Some(1), error)]
}

/// Reads SFEN lines as they come; of a line beyond the limit only the start is kept.
fn read_sfen_lines(
    mut input: impl BufRead,
    fill: FillHand,
    take: &mut dyn FnMut(Entry) -> bool,
) -> io::Result<()> {
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        number += 1;
        line.clear();
        if !next_line(&mut input, &mut line)? {
            return Ok(());
        }
        let text = encoding::decode_line(&line);
        if let Some(entry) = collection::read_line(number, &text, fill)
            && !take(entry)
        {
            return Ok(());
        }
    }
}

/// Reads up to and over the next LF, CRLF or CR; keeps one byte more than a line may have.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = chunk
            .iter()
            .position(|&byte| byte == b'\n' || byte == b'\r');
        let room = (MAX_LINE_BYTES + 1).saturating_sub(line.len());
        let text = &chunk[..end.unwrap_or(chunk.len())];
        line.extend_from_slice(&text[..text.len().min(room)]);
        let Some(end) = end else {
            let length = chunk.len();
            input.consume(length);
            continue;
        };
        let is_return = chunk[end] == b'\r';
        input.consume(end + 1);
        if is_return && input.fill_buf()?.first() == Some(&b'\n') {
            input.consume(1);
        }
        return Ok(true);
    }
}
