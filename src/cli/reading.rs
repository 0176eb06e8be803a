//! Bytes to jobs: what the readers found, with the name of its source.

use crate::batch::{Fault, Job, Origin};
use crate::format::{self, Entry, FillHand, Format};

/// How bytes are to be read.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The format, if it is not to be recognised.
    pub format: Option<Format>,
    /// When the defender's hand is filled.
    pub fill_hand: FillHand,
}

/// Whether a text that begins with `start` can be read line by line; `None` if more of it is needed to
/// tell.
#[must_use]
pub fn is_line_by_line(start: &[u8], name: &str, manner: Manner) -> Option<bool> {
    if start.contains(&0) {
        return Some(false);
    }
    let found = || {
        let text = format::encoding::decode(start).ok()?;
        Format::of_text(&text)
    };
    let format = manner.format.or_else(found);
    let format = format.or_else(|| Format::of_name(name));
    format.map(|format| format == Format::Sfen)
}

/// The problems of a whole input.
#[must_use]
pub fn all(bytes: &[u8], name: &str, manner: Manner) -> Vec<Job> {
    let entries = format::read_problems(bytes, name, manner.format, manner.fill_hand);
    entries
        .into_iter()
        .map(|entry| job(entry, name, 0))
        .collect()
}

/// The problems of some SFEN lines, of which `before` came earlier.
#[must_use]
pub fn lines(bytes: &[u8], name: &str, before: usize, manner: Manner) -> Vec<Job> {
    let entries = format::read_problems(bytes, name, Some(Format::Sfen), manner.fill_hand);
    let jobs = entries.into_iter().map(|entry| job(entry, name, before));
    jobs.collect()
}

/// The problem of a position given as argument.
#[must_use]
pub fn argument(text: &str, manner: Manner) -> Vec<Job> {
    let mut jobs = lines(text.as_bytes(), "", 0, manner);
    for job in &mut jobs {
        job.origin = Origin::default();
        if let Err(fault) = &mut job.problem {
            fault.line = None;
        }
    }
    jobs
}

fn job(entry: Entry, name: &str, before: usize) -> Job {
    let number = |line: Option<usize>| line.map(|line| line + before);
    Job {
        origin: Origin {
            source: Some(name.to_owned()),
            line: number(entry.line),
        },
        sfen: entry.sfen,
        header: entry.header,
        problem: match entry.problem {
            Ok(problem) => Ok(Box::new(problem)),
            Err(error) => Err(Fault {
                message: error.message,
                line: number(error.line),
                column: error.column,
            }),
        },
    }
}
