//! Records as a table for spreadsheets: comma-separated values with a header line.

use std::borrow::Cow;

use crate::batch::Record;
use crate::shogi::Move;
use crate::tsume::{Mate, Outcome, Review};

use super::json::{error_message, sfen, stop_word};

/// The names of the columns, in order.
pub const COLUMNS: [&str; 20] = [
    "source",
    "line",
    "id",
    "title",
    "sfen",
    "result",
    "length",
    "exact",
    "length_estimate",
    "length_raw",
    "lower_bound",
    "moves",
    "leftover",
    "alternatives",
    "stop",
    "nodes",
    "time_ms",
    "error",
    "verdict",
    "findings",
];

/// The header line with its end.
#[must_use]
pub fn header() -> String {
    COLUMNS.join(",") + "\n"
}

/// The line of a record with its end.
#[must_use]
pub fn row(record: &Record) -> String {
    let answer = record.answer();
    let mate = answer.and_then(|answer| match &answer.outcome {
        Outcome::Mate(mate) => Some(mate.as_ref()),
        Outcome::NoMate | Outcome::Unknown => None,
    });
    let of_mate = |read: fn(&Mate) -> String| mate.map_or_else(String::new, read);
    let number = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
    let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
    let cells: [String; COLUMNS.len()] = [
        text(record.origin.source.as_deref()),
        number(record.origin.line.map(|line| line as u64)),
        text(record.header.id.as_deref()),
        text(record.header.title.as_deref()),
        sfen(record),
        record.verdict().word().to_owned(),
        of_mate(|mate| mate.length.to_string()),
        of_mate(|mate| mate.exact.to_string()),
        number(mate.and_then(|mate| mate.length_estimate).map(u64::from)),
        of_mate(|mate| mate.length_raw.to_string()),
        number(answer.map(|answer| u64::from(answer.lower_bound))),
        of_mate(|mate| spaced(mate.line.iter().copied())),
        of_mate(|mate| mate.leftover.to_string()),
        of_mate(|mate| spaced(mate.alternatives.iter().map(|other| other.mv))),
        text(stop_word(record)),
        number(answer.map(|answer| answer.cost.nodes)),
        number(answer.map(|answer| answer.cost.time_ms)),
        text(error_message(record)),
        text(record.review().map(|review| review.soundness.word())),
        record.review().map_or_else(String::new, findings),
    ];
    let cells: Vec<_> = cells.iter().map(|cell| quoted(cell)).collect();
    cells.join(",") + "\n"
}

/// The findings in short: `yozume:1:R*1c`.
fn findings(review: &Review) -> String {
    let words = review.findings.iter().map(|found| {
        let mv = found.mv.map_or_else(String::new, |mv| mv.to_string());
        format!("{}:{}:{mv}", found.class.word(), found.ply)
    });
    words.collect::<Vec<_>>().join(" ")
}

fn spaced(moves: impl Iterator<Item = Move>) -> String {
    let words: Vec<_> = moves.map(|mv| mv.to_string()).collect();
    words.join(" ")
}

/// A cell in quotes if it needs them, quotes inside doubled.
fn quoted(cell: &str) -> Cow<'_, str> {
    if cell.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", cell.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{Fault, Origin};
    use crate::tsume::Header;

    #[test]
    fn cells_with_commas_are_quoted() {
        let record = Record {
            origin: Origin::default(),
            sfen: None,
            header: Header {
                title: Some("a, \"b\"".to_owned()),
                ..Header::default()
            },
            work: Err(Fault {
                message: "no board".to_owned(),
                ..Fault::default()
            }),
        };
        assert_eq!(
            row(&record),
            ",,,\"a, \"\"b\"\"\",,invalid,,,,,,,,,,,,no board,,\n"
        );
    }
}
