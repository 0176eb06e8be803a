//! What several threads share while they search one question.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};

use crate::shogi::Key;

use super::number::ProofNumber;

/// Places for marks.
const MARKS: usize = 1 << 16;

/// See the module.
#[derive(Debug)]
pub(super) struct Team {
    /// Threads in each position on somebody's path, by a hash of its key.
    marks: Box<[AtomicU16]>,
    answer: AtomicU8,
    /// Nodes searched by all since they came together, and how many they may search.
    nodes: AtomicU64,
    budget: u64,
    /// Processor time of the helpers, in milliseconds.
    cpu_ms: AtomicU64,
}

/// Nobody knows the answer yet.
const OPEN: u8 = 0;
const YES: u8 = 1;
const NO: u8 = 2;
/// The leader has run into a limit.
const GIVEN_UP: u8 = 3;

impl Team {
    pub(super) fn new(budget: u64) -> Self {
        Self {
            marks: (0..MARKS).map(|_| AtomicU16::new(0)).collect(),
            answer: AtomicU8::new(OPEN),
            nodes: AtomicU64::new(0),
            budget,
            cpu_ms: AtomicU64::new(0),
        }
    }

    /// Whether the work is at an end.
    pub(super) fn is_over(&self) -> bool {
        self.answer.load(Ordering::Relaxed) != OPEN
    }

    /// Takes an answer, unless there is one; `None`: a limit has come first.
    pub(super) fn settle(&self, answer: Option<bool>) {
        let answer = answer.map_or(GIVEN_UP, |yes| if yes { YES } else { NO });
        let _ = self
            .answer
            .compare_exchange(OPEN, answer, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub(super) fn answer(&self) -> Option<bool> {
        match self.answer.load(Ordering::Relaxed) {
            YES => Some(true),
            NO => Some(false),
            _ => None,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn cpu_ms(&self) -> u64 {
        self.cpu_ms.load(Ordering::Relaxed)
    }

    pub(super) fn add_cpu_ms(&self, cpu_ms: u64) {
        self.cpu_ms.fetch_add(cpu_ms, Ordering::Relaxed);
    }

    /// Counts nodes; the work is at an end if they are too many.
    pub(super) fn add_nodes(&self, nodes: u64) {
        let before = self.nodes.fetch_add(nodes, Ordering::Relaxed);
        if before + nodes > self.budget {
            self.settle(None);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the remainder is small")]
    fn mark(&self, key: Key) -> &AtomicU16 {
        &self.marks[(key >> 64) as usize % MARKS]
    }

    pub(super) fn enter(&self, key: Key) {
        self.mark(key).fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn leave(&self, key: Key) {
        self.mark(key).fetch_sub(1, Ordering::Relaxed);
    }

    /// What a position's own number looks like while others search it.
    pub(super) fn number_seen(&self, key: Key, number: ProofNumber) -> ProofNumber {
        let others = ProofNumber::from(self.mark(key).load(Ordering::Relaxed));
        number.saturating_add(others.saturating_mul(1 + number / 16))
    }
}

/// Sees to it that the helpers come to an end with their leader, whatever becomes of him.
pub(super) struct Ending<'a>(pub(super) &'a Team);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.settle(None);
    }
}
