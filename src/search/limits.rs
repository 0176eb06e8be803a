//! How long to go on: nodes, time and a stop flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::tsume::StopReason;

use super::clock::Clock;
use super::team::Team;

/// What a search may spend on one problem. The default has no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Nodes to visit at most.
    pub max_nodes: Option<u64>,
    /// Time to take at most.
    pub max_time: Option<Duration>,
    /// Set from outside to end the search soon.
    pub stop: Arc<AtomicBool>,
}

/// Counts nodes against the limits of one problem.
#[derive(Debug)]
pub struct Meter<'a> {
    limits: &'a Limits,
    clock: Clock,
    nodes: u64,
    next_look: u64,
    budget: u64,
    reason: Option<StopReason>,
    pulses: u32,
    /// Time allowed beyond the limit.
    grace: Duration,
    /// Nodes allowed beyond the limit.
    grace_nodes: u64,
    /// Time that is kept for later work.
    kept: Duration,
    team: Option<(Role, Arc<Team>)>,
    /// Nodes that the team has been told of.
    reported: u64,
    /// Nodes of other threads that are known of.
    others: u64,
    /// Processor time of other threads, in milliseconds.
    others_cpu_ms: u64,
    /// Whether the team has come to an end.
    called_off: bool,
}

/// What a thread is in a team.
#[derive(Clone, Copy, Debug)]
enum Role {
    /// Keeps the limits; the nodes that others had searched before the team began, and its own at that time.
    Leader { others: u64, own: u64 },
    /// Takes part.
    Helper,
}

/// Nodes between two looks at the clock and the stop flag.
const LOOK_EVERY: u64 = 512;
/// Pulses between two looks.
const PULSES: u32 = 256;
/// The most time that putting a result into words may take beyond a limit.
const MOST_GRACE: Duration = Duration::from_secs(1);

impl<'a> Meter<'a> {
    /// Starts counting, and the clock.
    #[must_use]
    pub fn new(limits: &'a Limits) -> Self {
        let budget = limits.max_nodes.unwrap_or(u64::MAX);
        let clock = Clock::start();
        Self {
            limits,
            clock,
            nodes: 0,
            next_look: 0,
            budget,
            reason: None,
            pulses: 0,
            grace: Duration::ZERO,
            grace_nodes: 0,
            kept: Duration::ZERO,
            team: None,
            reported: 0,
            others: 0,
            others_cpu_ms: 0,
            called_off: false,
        }
    }

    /// A meter for a helper; the leader of its team keeps the limit of nodes.
    pub(super) fn of_helper(&self, team: &Arc<Team>) -> Self {
        Self {
            budget: u64::MAX,
            clock: self.clock,
            kept: self.kept,
            team: Some((Role::Helper, Arc::clone(team))),
            ..Self::new(self.limits)
        }
    }

    /// From now on leads `team`.
    pub(super) fn lead(&mut self, team: &Arc<Team>) {
        let role = Role::Leader {
            others: self.others,
            own: self.nodes,
        };
        self.reported = self.nodes;
        self.team = Some((role, Arc::clone(team)));
    }

    /// Nodes that are left.
    pub(super) const fn left(&self) -> u64 {
        self.budget
            .saturating_add(self.grace_nodes)
            .saturating_sub(self.nodes())
    }

    /// A helper tells its last nodes.
    pub(super) fn report(&mut self) {
        self.look_at_team();
    }

    /// The team has ended; its helpers took so much processor time.
    pub(super) fn part(&mut self, cpu_ms: u64) {
        self.look();
        self.team = None;
        self.called_off = false;
        self.others_cpu_ms += cpu_ms;
    }

    /// Whether the search has to end, for a limit or because the team has.
    #[inline]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.reason.is_some() || self.called_off
    }

    /// Work that is no search goes on: looks at the clock and the stop flag now and then, and counts no
    /// node. `false` once it has to end.
    #[inline]
    pub fn pulse(&mut self) -> bool {
        self.pulses += 1;
        if self.pulses >= PULSES {
            self.pulses = 0;
            self.look_at_clock();
        }
        self.reason.is_none()
    }

    /// After the end of the search: allows a tenth of the limits, a second at most, to put the result into words.
    ///
    /// Returns why the search has ended, for [`Meter::end_grace`]. An interruption allows nothing.
    pub fn grant_grace(&mut self) -> Option<StopReason> {
        let ended = self.reason;
        if ended != Some(StopReason::Interrupted) {
            if let Some(limit) = self.limits.max_time {
                let overrun = self.clock.elapsed().saturating_sub(limit);
                self.grace = overrun + (limit / 10).min(MOST_GRACE);
            }
            if let Some(limit) = self.limits.max_nodes {
                self.grace_nodes = self.nodes().saturating_sub(self.budget) + limit / 10;
                self.next_look = self.nodes;
            }
            self.reason = None;
        }
        ended
    }

    /// Ends the grace: the search has ended for `ended`, if it had ended before.
    pub fn end_grace(&mut self, ended: Option<StopReason>) {
        (self.grace, self.grace_nodes) = (Duration::ZERO, 0);
        self.next_look = self.nodes;
        self.reason = ended.or(self.reason);
    }

    /// Counts one node; `false` once the search has to end.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        !self.is_over()
    }

    #[cold]
    fn look(&mut self) {
        self.look_at_team();
        let budget = self.budget.saturating_add(self.grace_nodes);
        if self.nodes() > budget {
            self.reason = Some(StopReason::Nodes);
        } else {
            self.look_at_clock();
        }
        let own_budget = budget.saturating_sub(self.others);
        self.next_look = (self.nodes + LOOK_EVERY).min(own_budget.saturating_add(1));
    }

    fn look_at_team(&mut self) {
        let Some((role, team)) = &self.team else {
            return;
        };
        team.add_nodes(self.nodes - self.reported);
        self.reported = self.nodes;
        self.called_off = team.is_over();
        if let Role::Leader { others, own } = role {
            self.others = *others + team.nodes() - (self.nodes - *own);
        }
    }

    fn look_at_clock(&mut self) {
        if self.limits.stop.load(Ordering::Relaxed) {
            self.reason = Some(StopReason::Interrupted);
        } else if self
            .limits
            .max_time
            .is_some_and(|limit| self.clock.elapsed() + self.kept >= limit + self.grace)
        {
            self.reason = Some(StopReason::Time);
        }
    }

    /// Set from outside to end the search soon.
    #[must_use]
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.limits.stop
    }

    /// Whether there is so much time left.
    #[must_use]
    pub fn has_left(&self, time: Duration) -> bool {
        self.limits
            .max_time
            .is_none_or(|limit| self.clock.elapsed() + self.kept + time <= limit)
    }

    /// Why the search has to end; `None` while it may go on.
    #[must_use]
    pub const fn reason(&self) -> Option<StopReason> {
        self.reason
    }

    /// Nodes counted so far, by all threads.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes + self.others
    }

    /// Nodes counted so far by this thread.
    #[inline]
    #[must_use]
    pub const fn own_nodes(&self) -> u64 {
        self.nodes
    }

    /// Processor time of other threads that helped, in milliseconds.
    #[must_use]
    pub const fn others_cpu_ms(&self) -> u64 {
        self.others_cpu_ms
    }

    /// The running clock.
    #[must_use]
    pub const fn clock(&self) -> Clock {
        self.clock
    }

    /// Allows at most `nodes` more nodes for a piece of optional work, and runs it.
    ///
    /// Running out of this allowance ends the work, not the search: [`Meter::reason`] is then `None` again.
    pub fn with_allowance(&mut self, nodes: u64) -> Allowance {
        let before = self.budget;
        self.budget = before.min(self.nodes().saturating_add(nodes));
        self.next_look = self.nodes;
        Allowance { before }
    }

    /// Keeps half of what is left of the limits for later work.
    ///
    /// Running out of the other half ends the work before, not the search: [`Meter::reason`] is then `None` again.
    pub fn keep_half(&mut self) -> Half {
        let before = self.budget;
        let left = |limit: Duration| limit.saturating_sub(self.clock.elapsed());
        self.kept = self.limits.max_time.map_or(Duration::ZERO, left) / 2;
        if before < u64::MAX {
            self.budget -= self.left() / 2;
        }
        self.next_look = self.nodes;
        Half { before }
    }

    /// The time has come for what was kept; why the first half has ended, if it has.
    pub fn use_the_rest(&mut self, half: Half) -> Option<StopReason> {
        let ended = self.reason;
        self.kept = Duration::ZERO;
        self.budget = half.before;
        if self.reason != Some(StopReason::Interrupted) {
            self.reason = None;
        }
        self.look();
        ended
    }

    /// Ends the allowance; whether the work under it came to its end in time.
    pub fn end_allowance(&mut self, allowance: Allowance) -> bool {
        let cut = self.budget < allowance.before && self.reason == Some(StopReason::Nodes);
        self.budget = allowance.before;
        self.next_look = self.nodes;
        if cut {
            self.reason = None;
        }
        !cut && self.reason.is_none()
    }
}

/// Half of the limits; see [`Meter::keep_half`].
#[derive(Debug)]
#[must_use]
pub struct Half {
    before: u64,
}

/// A temporary node budget; see [`Meter::with_allowance`].
#[derive(Debug)]
#[must_use]
pub struct Allowance {
    before: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(max_time: Duration) -> Limits {
        Limits {
            max_time: Some(max_time),
            ..Limits::default()
        }
    }

    fn pulses_out(meter: &mut Meter<'_>) -> bool {
        (0..=PULSES).any(|_| !meter.pulse())
    }

    #[test]
    fn words_may_take_a_little_longer_than_the_search() {
        let limits = limits(Duration::from_secs(3600));
        let mut meter = Meter::new(&limits);
        meter.reason = Some(StopReason::Time);
        let ended = meter.grant_grace();
        assert!(!pulses_out(&mut meter));
        meter.end_grace(ended);
        assert_eq!(meter.reason(), Some(StopReason::Time));
    }

    #[test]
    fn half_of_the_limits_is_kept_for_later() {
        let limits = Limits {
            max_nodes: Some(100),
            max_time: Some(Duration::from_secs(3600)),
            ..Limits::default()
        };
        let mut meter = Meter::new(&limits);
        let count = |meter: &mut Meter<'_>| (0..1000).take_while(|_| meter.tick()).count();
        let half = meter.keep_half();
        assert!(meter.kept > Duration::from_secs(1700));
        assert_eq!(count(&mut meter), 50);
        assert_eq!(meter.reason(), Some(StopReason::Nodes));
        assert_eq!(meter.use_the_rest(half), Some(StopReason::Nodes));
        assert_eq!((meter.reason(), meter.kept), (None, Duration::ZERO));
        assert_eq!(count(&mut meter), 49);
        let over = meter.keep_half();
        let _ = meter.use_the_rest(over);
        assert_eq!(meter.reason(), Some(StopReason::Nodes));
    }

    #[test]
    fn words_may_take_a_few_more_nodes() {
        let limits = Limits {
            max_nodes: Some(100),
            ..Limits::default()
        };
        let mut meter = Meter::new(&limits);
        let count = |meter: &mut Meter<'_>| (0..1000).take_while(|_| meter.tick()).count();
        assert_eq!(count(&mut meter), 100);
        let ended = meter.grant_grace();
        assert_eq!(count(&mut meter), 10);
        meter.end_grace(ended);
        assert_eq!(meter.reason(), Some(StopReason::Nodes));
        assert_eq!(count(&mut meter), 0);
    }

    #[test]
    fn words_end_with_their_own_limit_and_with_an_interruption() {
        let limits = limits(Duration::ZERO);
        let mut meter = Meter::new(&limits);
        assert!(!meter.tick());
        let ended = meter.grant_grace();
        assert!(pulses_out(&mut meter));
        meter.end_grace(ended);
        limits.stop.store(true, Ordering::Relaxed);
        let mut meter = Meter::new(&limits);
        assert!(!meter.tick());
        assert_eq!(meter.grant_grace(), Some(StopReason::Interrupted));
        assert!(!meter.pulse());
    }
}
