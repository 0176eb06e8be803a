//! One question, several threads: all search it from its root with one table.
//!
//! What keeps them apart is a mark on each position that some thread is searching: to the others it looks as if it took
//! more work than it does (virtual numbers: Kaneko 2010, "Parallel depth first proof number search"). What brings them
//! together is the table. A thread whose work has been done by another one meanwhile finds that out by looking at
//! the positions it came through, now and then.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::shogi::{Hand, Key};

use super::dfpn::{Limit, Search};
use super::expand::{Child, Side, Sum, Value};
use super::limits::CpuClock;
use super::number::{INFINITE, Plies, ProofNumber, less_one};
use super::path::Rests;
use super::stack;
use super::table::Found;

/// Nodes between two looks back.
const LOOK_BACK_EVERY: u64 = 1 << 12;
/// Nodes searched in a child after which its siblings are looked up anew.
pub(super) const MUCH_WORK: u64 = 256;
/// Not overtaken by anybody.
pub(super) const NEVER: usize = usize::MAX;
/// Places for marks.
const MARKS: usize = 1 << 16;

/// What the threads that search one question share.
#[derive(Debug)]
pub(super) struct Team {
    /// Threads in each position on somebody's path, by a hash of its key.
    marks: Box<[AtomicU8]>,
    answer: AtomicU8,
    /// Nodes searched by the helpers.
    nodes: AtomicU64,
    /// Processor time of the helpers, in milliseconds.
    cpu_ms: AtomicU64,
}

/// Nobody knows the answer yet.
const OPEN: u8 = 0;
const YES: u8 = 1;
const NO: u8 = 2;
/// The leader has run into a limit.
const GIVEN_UP: u8 = 3;

/// A position that the search came through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    key: Key,
    hand: Hand,
    bound: Plies,
    depth: u16,
}

impl Team {
    fn new() -> Self {
        Self {
            marks: (0..MARKS).map(|_| AtomicU8::new(0)).collect(),
            answer: AtomicU8::new(OPEN),
            nodes: AtomicU64::new(0),
            cpu_ms: AtomicU64::new(0),
        }
    }

    /// Whether the work is at an end.
    pub(super) fn is_over(&self) -> bool {
        self.answer.load(Ordering::Relaxed) != OPEN
    }

    /// Takes an answer, unless there is one.
    fn settle(&self, answer: u8) {
        let _ = self
            .answer
            .compare_exchange(OPEN, answer, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn answer(&self) -> Option<bool> {
        match self.answer.load(Ordering::Relaxed) {
            YES => Some(true),
            NO => Some(false),
            _ => None,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    #[expect(clippy::cast_possible_truncation, reason = "the remainder is small")]
    fn mark(&self, key: Key) -> &AtomicU8 {
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
        number.saturating_add(others * (1 + number / 16))
    }
}

impl<'a> Search<'a> {
    /// Searches the position on the board until its question is answered, alone for a while, then with as many threads as
    /// are allowed; `None` if stopped.
    pub(super) fn solve(&mut self, side: Side, limit: Limit) -> Option<bool> {
        if self.threads <= 1 || self.team.is_some() {
            return self.visit(side, limit).answer();
        }
        let allowance = self.meter.with_allowance(self.alone);
        let value = self.visit(side, limit);
        let in_time = self.meter.end_allowance(allowance);
        if in_time || self.stopped() {
            return value.answer();
        }
        self.solve_together(side, limit)
    }

    fn solve_together(&mut self, side: Side, limit: Limit) -> Option<bool> {
        let team = Arc::new(Team::new());
        let helpers: Vec<_> = (1..self.threads).map(|_| self.helper(&team)).collect();
        self.meter.lead(&team);
        self.team = Some(Arc::clone(&team));
        std::thread::scope(|scope| {
            for helper in helpers {
                // Without one of the threads the others do its share.
                let _ = stack::spawn(scope, move || helper.help(side, limit));
            }
            let answer = self.visit(side, limit).answer();
            team.settle(answer.map_or(GIVEN_UP, |yes| if yes { YES } else { NO }));
        });
        self.team = None;
        self.overtaken = NEVER;
        self.meter.part(team.cpu_ms.load(Ordering::Relaxed));
        team.answer()
    }

    /// A search of the same question in the same place that works for `team`.
    fn helper(&self, team: &Arc<Team>) -> Search<'a> {
        let mut helper = self.another(self.meter.of_helper(team));
        helper.team = Some(Arc::clone(team));
        helper
    }

    /// Works for the team until the question is answered.
    fn help(mut self, side: Side, limit: Limit) {
        let cpu = CpuClock::start();
        let answer = self.visit(side, limit).answer();
        if let Some(team) = &self.team {
            if let Some(yes) = answer {
                team.settle(if yes { YES } else { NO });
            }
            team.cpu_ms.fetch_add(cpu.elapsed_ms(), Ordering::Relaxed);
        }
    }

    /// Enters a node: marks it, and looks back now and then.
    pub(super) fn enter(&mut self, limit: &Limit) {
        let Some(team) = &self.team else { return };
        let key = self.table_key();
        team.enter(key);
        self.table.wait_for_growth();
        self.trail.push(Step {
            key,
            hand: self.hand(),
            bound: limit.bound,
            depth: limit.depth,
        });
        if self.meter.own_nodes() % LOOK_BACK_EVERY == 0 {
            self.look_back();
        }
    }

    /// Leaves a node; the work in it was for nothing if this returns `true`.
    pub(super) fn leave(&mut self) -> bool {
        let Some(team) = &self.team else { return false };
        let Some(step) = self.trail.pop() else {
            return false;
        };
        team.leave(step.key);
        let for_nothing = self.overtaken <= self.trail.len();
        if self.overtaken == self.trail.len() {
            self.overtaken = NEVER;
        }
        for_nothing
    }

    /// Looks for a position on the way here that another thread has solved.
    fn look_back(&mut self) {
        let solved = |step: &Step| {
            let found = self.look_up(step.key, step.hand, (step.bound, step.depth));
            matches!(found, Found::Proof(_) | Found::Disproof(_))
        };
        self.overtaken = self.trail.iter().position(solved).unwrap_or(NEVER);
    }

    /// Whether the node being worked in, or one on the way to it, has been solved by another thread.
    pub(super) fn is_overtaken(&self) -> bool {
        self.overtaken < self.trail.len()
    }

    /// The value of a node in which nothing is left to do, if it is the one that was solved.
    pub(super) fn overtaken_value(&mut self, limit: &Limit) -> Value {
        if self.overtaken + 1 < self.trail.len() {
            return Value::open(1, 1);
        }
        self.overtaken = NEVER;
        match self.look_up(self.table_key(), self.hand(), (limit.bound, limit.depth)) {
            Found::Proof(entry) => Value::proof(entry.hand, entry.proof_len, entry.mv),
            Found::Disproof(entry) => {
                Value::disproof(entry.hand, entry.disproof_len(), Rests::NOTHING)
            }
            Found::Open { pn, dn, .. } | Found::New { pn, dn } => Value::open(pn, dn),
        }
    }

    /// After a child was searched with much work: what do the others know now?
    pub(super) fn learn_from_others(&mut self, (first, active): (usize, usize), limit: &Limit) {
        let place = (less_one(limit.bound), limit.depth + 1);
        for index in first..active {
            let mut child = self.children[index];
            if child.pn != 0 && child.dn != 0 && self.recall(&mut child, place).is_none() {
                self.children[index] = child;
            }
        }
    }
}

impl Sum {
    /// The same node as it looks while others work in some of its children, unless `limit` is then reached by all.
    pub(super) fn among_others(
        self,
        team: &Team,
        (side, limit): (Side, ProofNumber),
        children: &[Child],
    ) -> Self {
        let mut seen = Self {
            phi: INFINITE,
            second: INFINITE,
            ..self
        };
        for (i, child) in children.iter().enumerate() {
            let (phi, delta) = side.split(child);
            if delta == 0 {
                continue;
            }
            let phi = team.number_seen(child.key, phi);
            if phi < seen.phi {
                (seen.second, seen.phi, seen.best) = (seen.phi, phi, i);
            } else if phi < seen.second {
                seen.second = phi;
            }
        }
        if side.split(&children[seen.best]).0 < limit {
            seen
        } else {
            self
        }
    }
}
