//! TSV and CSV with a header line that has a column `sfen` or `kif`.
//!
//! Other columns become header fields; `id`, `title`, `author`, `mate` and `main` (the solution in USI) have
//! their own places. Positions in a `sfen` column are taken as written; those in a `kif` column follow the
//! rules of KIF, and such a cell, quoted, may hold several problems.

use crate::tsume::Header;

use super::collection::{self, Cell};
use super::entry::{self, Entry, FillHand};
use super::error::{ErrorKind, FormatError};
use super::kif;

/// Which columns hold what.
#[derive(Clone, Debug)]
struct Columns {
    names: Vec<String>,
    sfen: Option<usize>,
    kif: Option<usize>,
}

impl Columns {
    fn new(names: Vec<String>) -> Option<Self> {
        let find = |wanted: &str| names.iter().position(|name| name == wanted);
        let (sfen, kif) = (find("sfen"), find("kif"));
        (sfen.is_some() || kif.is_some()).then_some(Self { names, sfen, kif })
    }
}

fn names_of(line: &str, delimiter: char) -> Vec<String> {
    let clean = |name: &str| {
        let name = name.trim().trim_start_matches('\u{feff}').trim_matches('"');
        name.to_lowercase()
    };
    line.split(delimiter).map(clean).collect()
}

/// The delimiter if `line` is a header line of this format.
pub(super) fn delimiter(line: &str) -> Option<u8> {
    let candidates = [('\t', b'\t'), (',', b',')];
    let fits = |&(letter, _): &(char, u8)| Columns::new(names_of(line, letter)).is_some();
    candidates.into_iter().find(fits).map(|(_, byte)| byte)
}

/// All problems of a TSV or CSV text.
#[must_use]
pub fn read(text: &str, fill: FillHand) -> Vec<Entry> {
    let mut lines = text.lines().zip(1..);
    let first = lines.find(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    let (head, number) = first.unwrap_or(("", 1));
    let Some(delimiter) = delimiter(head) else {
        let message = "no column `sfen` or `kif` in the header line; name one";
        let error = FormatError::syntax((number, 1), message, head);
        return vec![Entry::failed(Some(number), error)];
    };
    let Some(columns) = Columns::new(names_of(head, char::from(delimiter))) else {
        return Vec::new();
    };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .comment(Some(b'#'))
        .quoting(quotes_are_closed(text))
        .from_reader(text.as_bytes());
    let mut entries = Vec::new();
    for record in reader.records() {
        match record {
            Ok(record) => read_record(&record, &columns, fill, &mut entries),
            Err(error) => {
                let line = error.position().map_or(1, line_of);
                let error = FormatError::syntax((line, 1), error.to_string(), "");
                entries.push(Entry::failed(Some(line), error));
            }
        }
    }
    entries
}

/// Whether quotes may be taken as such: one that is never closed would swallow all rows behind it.
fn quotes_are_closed(text: &str) -> bool {
    text.matches('"').count().is_multiple_of(2)
}

fn line_of(position: &csv::Position) -> usize {
    usize::try_from(position.line()).unwrap_or(usize::MAX)
}

fn read_record(
    record: &csv::StringRecord,
    columns: &Columns,
    fill: FillHand,
    entries: &mut Vec<Entry>,
) {
    let line = record.position().map_or(1, line_of);
    let mut header = Header::default();
    let mut main = None;
    let mut position = None;
    let mut column = 1;
    for (index, value) in record.iter().enumerate() {
        let cell = Cell {
            line,
            column,
            text: value,
        };
        column += value.chars().count() + 1;
        let empty = value.trim().is_empty();
        match columns.names.get(index).map(String::as_str) {
            Some("main") => main = Some(cell).filter(|_| !empty),
            _ if columns.sfen == Some(index) && !empty => position = Some(cell),
            _ if columns.kif == Some(index) && !empty => {
                position = position.or(Some(cell));
            }
            _ if columns.sfen == Some(index) || columns.kif == Some(index) => {}
            Some(name) if name.is_ascii() => entry::add_tag(&mut header, name, value),
            Some(name) => entry::add_japanese(&mut header, name, value),
            None => entry::add_tag(&mut header, "note", value),
        }
    }
    let Some(cell) = position else {
        let message = "no position in this row; fill the column `sfen` or `kif`";
        let mut failed = Entry::failed(
            Some(line),
            FormatError::at((line, 1), ErrorKind::MissingBoard, message, ""),
        );
        failed.header = header;
        entries.push(failed);
        return;
    };
    if cell.text.contains(['|', '｜', '：']) {
        entries.extend(kif_entries(&cell, &header, fill));
    } else {
        entries.push(collection::read_cell(&cell, header, main, fill));
    }
}

/// The problems of a `kif` cell, placed in the whole file; what the row says wins over what the cell says.
fn kif_entries(cell: &Cell<'_>, row: &Header, fill: FillHand) -> Vec<Entry> {
    let mut entries = kif::read(cell.text, fill);
    for entry in &mut entries {
        entry.line = entry.line.map(|line| line + cell.line - 1);
        merge(&mut entry.header, row);
        match &mut entry.problem {
            Ok(problem) => problem.header = entry.header.clone(),
            Err(error) => {
                if error.line == Some(1) {
                    // The cell is quoted: its text starts behind the quotation mark.
                    error.column = error.column.map(|column| column + cell.column);
                }
                error.line = error.line.map(|line| line + cell.line - 1);
            }
        }
    }
    entries
}

fn merge(header: &mut Header, row: &Header) {
    header.title = row.title.clone().or_else(|| header.title.take());
    header.id = row.id.clone().or_else(|| header.id.take());
    header.author = row.author.clone().or_else(|| header.author.take());
    header.length = row.length.or(header.length);
    header.fields.extend(row.fields.iter().cloned());
}
