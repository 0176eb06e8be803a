//! One question, several threads: all search it from its root with one table.
//!
//! What keeps them apart is a mark on each position that some thread is searching: to the others it looks as if it took
//! more work than it does (virtual numbers: Kaneko 2010, "Parallel depth first proof number search"). What brings them
//! together is the table. A thread whose work has been done by another one meanwhile finds that out by looking at
//! the positions it came through, now and then.

use std::sync::Arc;

use super::clock::CpuClock;
use super::expand::{Child, Side, Sum, Value};
use super::number::{INFINITE, ProofNumber, less_one};
use super::path::Rests;
use super::stack;
use super::state::{Limit, Search};
use super::table::Found;
use super::team::{Ending, Team};
use super::trail::{Step, Trail};

/// Nodes between two looks back.
const LOOK_BACK_EVERY: u64 = 1 << 12;
/// Nodes searched in a child after which its siblings are looked up anew.
const MUCH_WORK: u64 = 256;

impl<'a> Search<'a> {
    /// Searches the position on the board until its question is answered, alone for a while, then with as many threads as
    /// are allowed; `None` if stopped.
    pub(super) fn solve(&mut self, side: Side, limit: Limit) -> Option<bool> {
        if self.team.is_some() {
            return self.answer(side, limit);
        }
        if self.threads <= 1 {
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
        let team = Arc::new(Team::new(self.meter.left()));
        let helpers: Vec<_> = (1..self.threads).map(|_| self.helper(&team)).collect();
        self.meter.lead(&team);
        self.team = Some(Arc::clone(&team));
        std::thread::scope(|scope| {
            for helper in helpers {
                // Without one of the threads the others do its share.
                let _ = stack::spawn(scope, move || helper.help(side, limit));
            }
            let _ending = Ending(&team);
            team.settle(self.answer(side, limit));
        });
        self.team = None;
        self.trail = Trail::default();
        self.meter.part(team.cpu_ms());
        team.answer()
    }

    /// In a team: the answer of this thread, or one that another has put into the table meanwhile.
    fn answer(&mut self, side: Side, limit: Limit) -> Option<bool> {
        let answer = self.visit(side, limit).answer();
        if answer.is_some() || self.stopped() {
            return answer;
        }
        self.known(limit.bound, limit.depth)
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
        let answer = self.answer(side, limit);
        self.meter.report();
        if let Some(team) = &self.team {
            if answer.is_some() {
                team.settle(answer);
            }
            team.add_cpu_ms(cpu.elapsed_ms());
        }
    }

    /// Enters a node: marks it, and looks back now and then.
    pub(super) fn enter(&mut self, limit: &Limit) {
        self.table.wait_for_growth();
        let Some(team) = &self.team else { return };
        let key = self.table_key();
        team.enter(key);
        self.trail.push(Step {
            key,
            hand: self.hand(),
            bound: limit.bound,
            depth: limit.depth,
        });
        if self.meter.own_nodes().is_multiple_of(LOOK_BACK_EVERY) {
            self.look_back();
        }
    }

    /// Leaves a node; the work in it was for nothing if this returns `true`.
    pub(super) fn leave(&mut self) -> bool {
        let Some(team) = &self.team else { return false };
        let Some((step, for_nothing)) = self.trail.pop() else {
            return false;
        };
        team.leave(step.key);
        for_nothing
    }

    /// Looks for a position on the way here that another thread has solved.
    fn look_back(&mut self) {
        let mut trail = std::mem::take(&mut self.trail);
        trail.overtake(|step| {
            let found = self.look_up(step.key, step.hand, (step.bound, step.depth));
            matches!(found, Found::Proof(_) | Found::Disproof(_))
        });
        self.trail = trail;
    }

    /// After a child was searched with so many nodes: what do the others know now? The value of the node, if its
    /// work is done.
    pub(super) fn hear_the_others(
        &mut self,
        nodes: u64,
        children: (usize, usize),
        limit: &Limit,
    ) -> Option<Value> {
        self.team.as_ref()?;
        if self.trail.is_overtaken() {
            return Some(self.overtaken_value(limit));
        }
        if nodes > MUCH_WORK {
            self.learn_from_others(children, limit);
        }
        None
    }

    /// The value of a node in which nothing is left to do, if it is the one that was solved.
    fn overtaken_value(&mut self, limit: &Limit) -> Value {
        if !self.trail.ends_here() {
            return Value::open(1, 1);
        }
        self.trail.catch_up();
        match self.look_up(self.table_key(), self.hand(), (limit.bound, limit.depth)) {
            Found::Proof(entry) => Value::proof(entry.hand, entry.proof_len, entry.mv),
            Found::Disproof(entry) => {
                Value::disproof(entry.hand, entry.disproof_len(), Rests::NOTHING)
            }
            Found::Open { pn, dn, .. } | Found::New { pn, dn } => Value::open(pn, dn),
        }
    }

    fn learn_from_others(&mut self, (first, active): (usize, usize), limit: &Limit) {
        let place = (less_one(limit.bound), limit.depth + 1);
        for index in first..active {
            let mut child = self.children[index];
            if child.pn != 0 && child.dn != 0 && self.recall(&mut child, place).is_none() {
                self.children[index] = child;
            }
        }
    }

    /// The node as it looks while others work in some of its children, unless its own limit would be reached by the
    /// child that is chosen then.
    pub(super) fn seen_among_others(
        &self,
        sum: &Sum,
        (side, limit): (Side, ProofNumber),
        children: &[Child],
    ) -> Sum {
        let Some(team) = &self.team else { return *sum };
        let mut seen = Sum {
            phi: INFINITE,
            second: INFINITE,
            ..*sum
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
            *sum
        }
    }
}
