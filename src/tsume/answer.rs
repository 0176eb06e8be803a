//! What is known about a problem after work on it.

use crate::shogi::{Hand, Move};

use super::convention::FutileRule;

/// An answer with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Mate, no mate, or neither proved.
    pub outcome: Outcome,
    /// The rule for futile interpositions under which lengths are counted.
    pub rule: FutileRule,
    /// The largest length for which "no mate in fewer plies" is proved; 1 if nothing is.
    pub lower_bound: u32,
    /// Why the work ended before it was complete; `None` if it is complete.
    pub stop: Option<StopReason>,
    /// What it took.
    pub cost: Cost,
}

impl Answer {
    /// Whether nothing about it is open: no mate, or a mate of exact length with its official line.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        match &self.outcome {
            Outcome::Mate(mate) => mate.exact && mate.line_exact,
            Outcome::NoMate => true,
            Outcome::Unknown => false,
        }
    }
}

/// The three answers to "is there a mate?".
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// A mate (詰み) whose proof the checker accepted.
    Mate(Box<Mate>),
    /// Proved: the attacker cannot force mate (不詰).
    NoMate,
    /// Neither proved within the limits.
    Unknown,
}

/// A verified mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// Plies to mate (手数) under the rule; proved to be the value if `exact`, else an upper bound.
    pub length: u32,
    /// Plies of the checked proof, every legal interposition counted.
    pub length_raw: u32,
    /// Whether no shorter mate exists against best defence.
    pub exact: bool,
    /// When not exact: the length as composers would count it on the shortest proof found.
    pub length_estimate: Option<u32>,
    /// The main line: `length` moves when exact, else `length_estimate` moves.
    pub line: Vec<Move>,
    /// Whether the line is the official one among equals.
    pub line_exact: bool,
    /// What the attacker still holds at its end (駒余り).
    pub leftover: Hand,
    /// Other mating first moves (余詰), if they were asked for.
    pub alternatives: Vec<Alternative>,
    /// Interpositions, by ply, whose status differs between the standard and the strict rule.
    pub grey: Vec<(u32, Move)>,
}

/// Another mating move of the attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Its ply, counted from 1 at the start position.
    pub ply: u32,
    /// The move.
    pub mv: Move,
    /// Plies from that move, included, to mate.
    pub length: u32,
    /// Whether the length is the value, not just an upper bound.
    pub exact: bool,
}

/// Why work ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The table is too small to go on.
    Memory,
    /// The user.
    Interrupted,
    /// The checker refused a proof; an internal error that was caught.
    ProofRefused,
}

impl StopReason {
    /// The word for it in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Nodes => "nodes",
            Self::Memory => "memory",
            Self::Interrupted => "interrupted",
            Self::ProofRefused => "proof-refused",
        }
    }
}

/// What an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Positions expanded or examined as a child for the first time.
    pub nodes: u64,
    /// Wall-clock time in milliseconds.
    pub time_ms: u64,
    /// Processor time of all threads that worked on it, in milliseconds.
    pub cpu_ms: u64,
    /// Size of the table in MiB.
    pub table_mib: u64,
    /// Threads that worked on it.
    pub threads: u32,
}
