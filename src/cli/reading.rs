//! Bytes to jobs.

use crate::batch::{Fault, Job, Origin};
use crate::shogi::{Position, Setup};
use crate::tsume::{Header, Problem};

use super::args::FillHand;

/// How bytes are to be read.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// When the defender's hand is filled.
    pub fill_hand: FillHand,
}

/// Whether a text can be read line by line.
#[must_use]
pub const fn is_line_by_line(_start: &[u8], _name: &str, _manner: Manner) -> bool {
    true
}

/// The problems that `bytes` hold. Lines are counted from `first_line`.
#[must_use]
pub fn jobs(bytes: &[u8], name: Option<&str>, first_line: usize, manner: Manner) -> Vec<Job> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().enumerate();
    let problems = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    problems
        .map(|(i, line)| job(line, name, name.map(|_| first_line + i), manner))
        .collect()
}

fn job(line: &str, name: Option<&str>, number: Option<usize>, manner: Manner) -> Job {
    let text = line.split(['\t', ';']).next().unwrap_or(line);
    let origin = Origin {
        source: name.map(str::to_owned),
        line: number,
    };
    let fault = |message: String, column: usize| Fault {
        message,
        line: number,
        column: Some(column),
    };
    let (sfen, problem) = match text.parse::<Setup>() {
        Err(error) => (None, Err(fault(error.message, error.column))),
        Ok(mut setup) => {
            let sfen = setup.to_string();
            if manner.fill_hand == FillHand::Yes {
                setup.fill_defender_hand();
            }
            let position = Position::try_from(setup);
            let problem = position.map(|position| Box::new(Problem::new(position)));
            (Some(sfen), problem.map_err(|e| fault(e.to_string(), 1)))
        }
    };
    Job {
        origin,
        sfen,
        header: Header::default(),
        problem,
    }
}
