//! Records as the answers of a USI engine to `go mate`, one line each.

use crate::batch::Record;
use crate::tsume::Outcome;

/// The line of a record, without its end.
#[must_use]
pub fn answer(record: &Record) -> String {
    let work = match &record.work {
        Ok(work) => work,
        Err(fault) => {
            let message = fault.message.replace(['\n', '\r'], " ");
            return format!("info string invalid: {message}");
        }
    };
    match &work.answer.outcome {
        Outcome::Mate(mate) => {
            let moves = mate.line.iter().map(|mv| format!(" {mv}"));
            format!("checkmate{}", moves.collect::<String>())
        }
        Outcome::NoMate => "checkmate nomate".to_owned(),
        Outcome::Unknown => "checkmate timeout".to_owned(),
    }
}
