//! The room's public face: a problem and limits in, an answer out.

use crate::tsume::{Answer, Cost, FutileRule, Outcome, Problem};

use super::limits::Limits;
use super::observe::Observer;

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes of the table: a hard ceiling, touched lazily.
    pub table_bytes: usize,
    /// Which interpositions are futile.
    pub rule: FutileRule,
    /// Stop at the first verified mate, exact or not.
    pub fast: bool,
    /// Look for the other mating first moves as well.
    pub alternatives: bool,
    /// Threads for one problem.
    pub threads: usize,
}

/// Solves problems one after another with one table.
#[derive(Debug)]
pub struct Solver {
    options: Options,
}

impl Solver {
    /// A solver with its own table.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options }
    }

    /// Answers one problem. Never fails: running out of a limit is an answer.
    pub fn solve(
        &mut self,
        _problem: &Problem,
        _limits: &Limits,
        _observer: &dyn Observer,
    ) -> Answer {
        let cost = Cost::default();
        let rule = self.options.rule;
        Answer {
            outcome: Outcome::Unknown,
            rule,
            lower_bound: 1,
            stop: None,
            cost,
        }
    }
}
