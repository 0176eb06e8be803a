//! Totals over a run.

use crate::tsume::Soundness;

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
    /// Verified works that are sound (完全作).
    pub sound: u64,
    /// Verified works that are complete, with flaws (キズ).
    pub flawed: u64,
    /// Verified works that are not sound (不完全作).
    pub unsound: u64,
    /// Works whose verification left something open that matters.
    pub unsettled: u64,
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
        if let Some(review) = record.review() {
            match review.soundness {
                Soundness::Sound => self.sound += 1,
                Soundness::Flawed => self.flawed += 1,
                Soundness::Unknown => self.unsettled += 1,
                _ => self.unsound += 1,
            }
        }
        self.nodes += record.answer().map_or(0, |answer| answer.cost.nodes);
    }

    /// Problems in all.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.mates + self.no_mates + self.unknown + self.invalid
    }
}
