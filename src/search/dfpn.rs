//! The df-pn loop (Nagai 2002, "Df-pn algorithm for searching AND/OR trees and its applications").
//!
//! One search answers "mate within `bound` plies?" for the current position, any number of plies if the bound
//! is [`UNLIMITED`]. Facts go to the table as statements about one board and hand; see
//! [`Entry`]. With a bound every line ends by itself; without one, meeting an earlier position again is a
//! failure that rests on that ancestor, see [`path`](super::path).

use crate::shogi::{Hand, Key};

use super::entry::Entry;
use super::expand::{Child, Side, Sum, Value};
use super::number::{LAST_PLIES, Plies, ProofNumber, UNLIMITED, less_one, one_more, plus};
use super::observe::Progress;
use super::path::Rests;
use super::state::{Limit, REPORT_EVERY, Search};

/// Plies from the root beyond which a line is given up.
pub(super) const MAX_DEPTH: u16 = 4000;

impl Search<'_> {
    /// Mate within `bound` plies from the attacker's position on the board? `None` if stopped.
    pub(super) fn attacker_mates(&mut self, bound: Plies, depth: u16) -> Option<bool> {
        self.settle(Side::Attacker, bound, depth)
    }

    /// Mated within `bound` plies from the defender's position on the board? `None` if stopped.
    pub(super) fn defender_is_mated(&mut self, bound: Plies, depth: u16) -> Option<bool> {
        self.settle(Side::Defender, bound, depth)
    }

    /// The answer from the table, or from a search of its own.
    fn settle(&mut self, side: Side, bound: Plies, depth: u16) -> Option<bool> {
        let known = self.known(bound, depth);
        if known.is_some() {
            return known;
        }
        let stretch = std::mem::take(&mut self.stretch);
        let answer = self.solve(side, Limit::none(bound, depth));
        self.stretch = stretch;
        answer
    }

    /// Searches the position on the board until a threshold is met.
    pub(super) fn visit(&mut self, side: Side, limit: Limit) -> Value {
        if !self.meter.tick() {
            return Value::open(1, 1);
        }
        if limit.depth >= MAX_DEPTH {
            return Value::disproof(self.hand(), limit.bound, Rests::CUT);
        }
        self.report(&limit);
        self.enter(&limit);
        self.table.prefetch_room(self.table_key());
        let unlimited = limit.bound == UNLIMITED && side == Side::Attacker;
        if unlimited {
            self.path.push(self.table_key(), self.hand(), limit.depth);
        }
        let nodes = self.meter.own_nodes();
        let mut value = self.expand_and_work(side, &limit);
        if unlimited {
            self.path.pop();
            value.rests = value.rests.without(limit.depth);
        }
        let for_nothing = self.leave();
        if !self.stopped() && !for_nothing {
            self.store(&value, (limit.depth, self.meter.own_nodes() - nodes));
        }
        value
    }

    /// The value of a node whose children are made, weighed and searched, but for the last plies.
    pub(super) fn expand_and_work(&mut self, side: Side, limit: &Limit) -> Value {
        if side == Side::Attacker && limit.bound == LAST_PLIES {
            return self.last_three_plies(limit);
        }
        let start = self.children.len();
        let value = match side {
            Side::Attacker => self.expand_attacker(limit),
            Side::Defender => self.expand_defender(limit),
        };
        let value = value.unwrap_or_else(|active| self.work(side, limit, (start, active)));
        self.children.truncate(start);
        value
    }

    fn report(&mut self, limit: &Limit) {
        if self.meter.nodes() < self.next_report {
            return;
        }
        self.next_report = self.meter.nodes() + REPORT_EVERY;
        self.observer.progress(&Progress {
            nodes: self.meter.nodes(),
            elapsed_ms: self.meter.clock().elapsed_ms(),
            depth: u32::from(limit.depth),
            pn: self.root.0,
            dn: self.root.1,
            bound: (limit.bound != UNLIMITED).then_some(u32::from(limit.bound)),
            table_fill: self.table.fill(),
        });
    }

    /// The loop: the most promising child first, until a threshold is met.
    ///
    /// `first..` are the node's children; those from `active` on wait for the one before them.
    fn work(&mut self, side: Side, limit: &Limit, (first, mut active): (usize, usize)) -> Value {
        let strict_limits = side.join(limit.pn, limit.dn);
        let mut limits = strict_limits;
        let outer_stretch = self.stretch;
        if self.meets_old_child(first, active, limit.depth) {
            self.stretch += 1;
        }
        let value = loop {
            let sum = Sum::of(side, &self.children[first..active]);
            if limit.depth == 0 {
                self.root = side.join(sum.phi, sum.delta);
            }
            if sum.delta == 0 && active < self.children.len() {
                active += 1;
                continue;
            }
            if sum.phi == 0 || sum.delta == 0 {
                match self.decided(side, limit, (first, &sum)) {
                    Some(value) => break value,
                    None => continue,
                }
            }
            if self.stretch > 0 {
                limits = (
                    limits.0.max(plus(sum.phi, 1)),
                    limits.1.max(plus(sum.delta, 1)),
                );
            }
            if sum.phi >= limits.0 || sum.delta >= limits.1 {
                let (pn, dn) = side.join(sum.phi, sum.delta);
                break Value::open(pn, dn);
            }
            if let Some(value) = self.advance(side, (limit, limits), (first, active, &sum)) {
                break value;
            }
            if self.stretch == 0 {
                limits = strict_limits;
            }
        };
        self.stretch = outer_stretch.min(self.stretch);
        value
    }

    /// The value of a node that its children decide; `None` if one of them turns out not to count.
    fn decided(&mut self, side: Side, limit: &Limit, (first, sum): (usize, &Sum)) -> Option<Value> {
        let best = first + sum.best;
        if sum.phi == 0 && side == Side::Defender {
            match self.rescued(best, limit) {
                Some(true) => return None,
                Some(false) => {}
                None => return Some(self.given_up(limit)),
            }
        }
        Some(self.solved(side, sum.phi == 0, (first, best), limit))
    }

    /// Searches the most promising child; the value of the node, if there is nothing more to do in it.
    fn advance(
        &mut self,
        side: Side,
        (limit, limits): (&Limit, (ProofNumber, ProofNumber)),
        (first, active, sum): (usize, usize, &Sum),
    ) -> Option<Value> {
        let seen = self.seen_among_others(sum, (side, limits.0), &self.children[first..active]);
        let best = first + seen.best;
        if self.children[best].fresh {
            self.stretch = self.stretch.saturating_sub(1);
        }
        let before = self.meter.own_nodes();
        self.descend(side, best, (limit, seen.child_limits(limits, limit.bound)));
        if self.stopped() {
            return Some(Value::open(1, 1));
        }
        let nodes = self.meter.own_nodes() - before;
        self.hear_the_others(nodes, (first, active), limit)
    }

    /// No value, or no more than a failure that is never a fact, when a question in between had no answer.
    fn given_up(&self, limit: &Limit) -> Value {
        if self.stopped() || self.trail.is_overtaken() {
            Value::open(1, 1)
        } else {
            Value::disproof(self.hand(), limit.bound, Rests::CUT)
        }
    }

    /// Searches one child and takes over its value.
    fn descend(
        &mut self,
        side: Side,
        child: usize,
        (limit, (phi, delta)): (&Limit, (ProofNumber, ProofNumber)),
    ) {
        let Child { mv, key, .. } = self.children[child];
        let undo = self.position.play_to(mv, key ^ self.salt);
        let (bound, depth) = (less_one(limit.bound), limit.depth + 1);
        let value = match side {
            Side::Attacker => self.visit(
                Side::Defender,
                Limit {
                    pn: phi,
                    dn: delta,
                    bound,
                    depth,
                },
            ),
            Side::Defender => self.visit(
                Side::Attacker,
                Limit {
                    pn: delta,
                    dn: phi,
                    bound,
                    depth,
                },
            ),
        };
        self.position.undo(mv, undo);
        self.children[child].update(&value);
    }

    /// Whether an open child was met at a smaller depth: the numbers may then go round in circles
    /// (Kishimoto 2010, "Dealing with infinite loops, underestimation, and overestimation of depth-first
    /// proof-number search", threshold controlling).
    fn meets_old_child(&self, first: usize, active: usize, depth: u16) -> bool {
        self.children[first..active]
            .iter()
            .any(|child| !child.fresh && child.pn > 0 && child.dn > 0 && child.min_depth <= depth)
    }

    pub(super) fn store(&mut self, value: &Value, (depth, nodes): (u16, u64)) {
        let (key, hand) = (self.table_key(), self.hand());
        if !value.rests.is_fact() {
            if self.position.turn() == self.attacker {
                self.conditionals
                    .store(key, value.hand, (value.rests, &self.path));
            }
            return;
        }
        let mut entry = Entry::new(hand);
        entry.amount = effort(nodes);
        if value.pn == 0 {
            (entry.hand, entry.proof_len, entry.mv) = (value.hand, value.len, value.mv);
        } else if value.dn == 0 {
            (entry.hand, entry.at_least) = (value.hand, one_more(value.len));
        } else {
            (entry.pn, entry.dn, entry.min_depth) = (value.pn, value.dn, depth);
        }
        self.keep(key, hand, &entry);
    }

    /// Stores an entry, with more room if the table asks for it.
    pub(super) fn keep(&mut self, key: Key, replacing: Hand, entry: &Entry) {
        self.table.store(key, replacing, entry);
        if self.may_grow && self.table.wants_to_grow() {
            self.may_grow = self.meter.has_left(self.table.time_to_grow());
            if self.may_grow {
                self.table.grow(self.meter.stop_flag());
            }
        }
    }
}

/// Nodes on a logarithmic scale of eight steps per doubling.
fn effort(nodes: u64) -> u8 {
    let nodes = nodes.max(1);
    let log = nodes.ilog2();
    let rest = if log >= 3 {
        (nodes >> (log - 3)) & 7
    } else {
        0
    };
    u8::try_from(u64::from(log) * 8 + rest).unwrap_or(u8::MAX)
}
