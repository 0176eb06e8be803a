//! The room's public face: a problem and limits in, an answer out.

use crate::shogi::Hand;
use crate::tsume::{Answer, Cost, FutileRule, Mate, Outcome, Problem};

use super::dfpn::Search;
use super::limits::{Limits, Meter};
use super::number::UNLIMITED;
use super::observe::Observer;
use super::table::{Dominance, Found, Query, Table};

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
    table: Table,
}

impl Solver {
    /// A solver with its own table.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            table: Table::new(options.table_bytes),
        }
    }

    /// Answers one problem. Never fails: running out of a limit is an answer.
    pub fn solve(&mut self, problem: &Problem, limits: &Limits, observer: &dyn Observer) -> Answer {
        self.table.clear();
        let rule = self.options.rule;
        let fast = self.options.fast;
        let mut search = Search::new(
            problem.position.clone(),
            &mut self.table,
            Meter::new(limits),
            observer,
        );
        let mut lower_bound = 1;
        let outcome = match search.attacker_mates(UNLIMITED, 0) {
            None => Outcome::Unknown,
            Some(false) => Outcome::NoMate,
            Some(true) => {
                let key = search.table_key();
                let query = Query {
                    bound: UNLIMITED,
                    depth: 0,
                    dominance: Dominance::Lengths,
                };
                let Found::Proof(entry) = search.table.look_up(key, search.hand(), query) else {
                    panic!("lost the root");
                };
                let raw = entry.proof_len;
                let mut length = raw;
                let mut exact = false;
                if !fast {
                    search.set_rule(rule);
                    let shortest = search.shortest(1, raw);
                    lower_bound = shortest.at_least;
                    if let Some(found) = shortest.exact {
                        length = found;
                        exact = true;
                    }
                }
                Outcome::Mate(Box::new(Mate {
                    length: u32::from(length),
                    length_raw: u32::from(raw),
                    exact,
                    length_estimate: None,
                    line: vec![],
                    line_exact: false,
                    leftover: Hand::EMPTY,
                    alternatives: vec![],
                    grey: vec![],
                }))
            }
        };
        let cost = Cost {
            nodes: search.meter.nodes(),
            time_ms: search.meter.clock().elapsed_ms(),
            ..Cost::default()
        };
        Answer {
            outcome,
            rule,
            lower_bound: u32::from(lower_bound),
            stop: search.meter.reason(),
            cost,
        }
    }
}
