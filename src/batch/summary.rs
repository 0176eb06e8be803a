//! Totals over a run.

use super::job::{Record, Verdict};

/// How many problems came to which end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Verified mates.
    pub mates: u64,
    /// Proved to have no mate.
    pub no_mates: u64,
    /// Undecided.
    pub unknown: u64,
    /// Unreadable, or against the rules.
    pub invalid: u64,
    /// Nodes of all searches together.
    pub nodes: u64,
}

impl Summary {
    /// Counts one record.
    pub fn add(&mut self, record: &Record) {
        match record.verdict() {
            Verdict::Mate => self.mates += 1,
            Verdict::NoMate => self.no_mates += 1,
            Verdict::Unknown => self.unknown += 1,
            Verdict::Invalid => self.invalid += 1,
        }
        self.nodes += record.answer().map_or(0, |answer| answer.cost.nodes);
    }

    /// Problems in all.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.mates + self.no_mates + self.unknown + self.invalid
    }
}
