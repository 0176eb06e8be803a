//! One problem to one record, never failing the rest.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::search::{Limits, Observer, Options, Solver};
use crate::tsume::{Answer, Cost, FutileRule, Header, Outcome, Problem, Review, Soundness};
use crate::verify::{self, Verifier};

use super::known::Known;

/// Where a problem was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The file, `-` for standard input, `None` for a position given directly.
    pub source: Option<String>,
    /// The line of the file, counted from 1.
    pub line: Option<usize>,
}

/// Why a text is no problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong and the way out.
    pub message: String,
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// The column, counted in characters from 1.
    pub column: Option<usize>,
}

/// Something to solve, or a text that turned out to be no problem.
#[derive(Clone, Debug)]
pub struct Job {
    /// Where it was written.
    pub origin: Origin,
    /// The position as written, as far as it could be read, legal or not.
    pub sfen: Option<String>,
    /// What the source says about it.
    pub header: Header,
    /// The problem, or what is wrong with it.
    pub problem: Result<Box<Problem>, Fault>,
}

/// What is known about one job in the end.
#[derive(Clone, Debug)]
pub struct Record {
    /// Where it was written.
    pub origin: Origin,
    /// The position as written, as far as it could be read, legal or not.
    pub sfen: Option<String>,
    /// What the source says about it.
    pub header: Header,
    /// The problem with its answer, or what is wrong with it.
    pub work: Result<Work, Fault>,
}

/// A problem with its answer.
#[derive(Clone, Debug)]
pub struct Work {
    /// The problem.
    pub problem: Box<Problem>,
    /// What was found out.
    pub answer: Answer,
    /// What its verification found, if that was asked for and came to an end.
    pub review: Option<Review>,
    /// The message of an internal error that ended the search; the answer is then undecided.
    pub crash: Option<String>,
}

/// The four ends a job can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A verified mate (詰み).
    Mate,
    /// Proved that there is none (不詰).
    NoMate,
    /// Neither proved.
    Unknown,
    /// No problem: unreadable, or against the rules.
    Invalid,
}

impl Verdict {
    /// The word for it in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::NoMate => "nomate",
            Self::Unknown => "unknown",
            Self::Invalid => "invalid",
        }
    }
}

impl Record {
    /// The end this job came to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.work.as_ref().map(|work| &work.answer.outcome) {
            Err(_) => Verdict::Invalid,
            Ok(Outcome::Mate(_)) => Verdict::Mate,
            Ok(Outcome::NoMate) => Verdict::NoMate,
            Ok(Outcome::Unknown) => Verdict::Unknown,
        }
    }

    /// The review, if the job was a problem to be verified.
    #[must_use]
    pub fn review(&self) -> Option<&Review> {
        self.work.as_ref().ok()?.review.as_ref()
    }

    /// The verdict of its verification; unknown if that broke down.
    #[must_use]
    pub fn soundness(&self) -> Soundness {
        self.review()
            .map_or(Soundness::Unknown, |review| review.soundness)
    }

    /// The answer, if the job was a problem.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.work.as_ref().ok().map(|work| &work.answer)
    }
}

/// What is to be done with each problem.
#[derive(Clone, Debug)]
pub enum Task {
    /// Solve it.
    Solve(Options),
    /// Solve and verify it.
    Verify(Box<verify::Options>),
}

impl Task {
    /// How positions are solved; the table is that of one worker.
    #[must_use]
    pub const fn search(&self) -> &Options {
        match self {
            Self::Solve(options) => options,
            Self::Verify(options) => &options.search,
        }
    }
}

/// One worker's solver, made when the first problem comes and made anew after a crash.
#[derive(Debug)]
pub(super) struct Bench<'a> {
    task: &'a Task,
    known: &'a Known,
    solver: Option<Solver>,
    verifier: Option<Verifier>,
}

/// What came of one problem.
struct Outturn {
    answer: Answer,
    review: Option<Review>,
    crash: Option<String>,
}

impl<'a> Bench<'a> {
    pub(super) const fn new(task: &'a Task, known: &'a Known) -> Self {
        Self {
            task,
            known,
            solver: None,
            verifier: None,
        }
    }

    /// Works on one job; a panic inside becomes an undecided answer.
    pub(super) fn work(&mut self, job: Job, limits: &Limits, observer: &dyn Observer) -> Record {
        let work = job.problem.map(|problem| {
            let Outturn {
                answer,
                review,
                crash,
            } = self.do_task(&problem, limits, observer);
            Work {
                problem,
                answer,
                review,
                crash,
            }
        });
        Record {
            origin: job.origin,
            sfen: job.sfen,
            header: job.header,
            work,
        }
    }

    fn do_task(&mut self, problem: &Problem, limits: &Limits, observer: &dyn Observer) -> Outturn {
        let task = self.task;
        let known = match task {
            Task::Solve(_) => self.known.find(&problem.position),
            Task::Verify(_) => None,
        };
        if let Some(answer) = known {
            return Outturn {
                answer,
                review: None,
                crash: None,
            };
        }
        let work = AssertUnwindSafe(|| match task {
            Task::Solve(options) => {
                let solver = self.solver.get_or_insert_with(|| Solver::new(*options));
                (solver.solve(problem, limits, observer), None)
            }
            Task::Verify(options) => {
                let new = || Verifier::new(options.as_ref().clone());
                let verifier = self.verifier.get_or_insert_with(new);
                let (answer, review) = verifier.verify(problem, limits, observer);
                (answer, Some(review))
            }
        });
        match catch_unwind(work) {
            Ok((answer, review)) => {
                self.known.keep(&problem.position, &answer);
                Outturn {
                    answer,
                    review,
                    crash: None,
                }
            }
            Err(panic) => {
                (self.solver, self.verifier) = (None, None);
                Outturn {
                    answer: undecided(task.search().rule),
                    review: None,
                    crash: Some(panic_text(panic.as_ref())),
                }
            }
        }
    }
}

/// The answer of a search that did not come back.
fn undecided(rule: FutileRule) -> Answer {
    Answer {
        outcome: Outcome::Unknown,
        rule,
        lower_bound: 1,
        stop: None,
        cost: Cost::default(),
    }
}

/// The message of a caught panic.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("internal error: {}", text.unwrap_or("no message"))
}
