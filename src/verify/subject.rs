//! The line under examination, and the notes taken on the way.

use crate::search::{Session, Spent};
use crate::shogi::Move;
use crate::tsume::{Customs, Finding, Open, Question, StopReason};

use super::reentry::{self, Place};

/// The main line of a mate: the official one, or the declared one if that holds.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    /// Its moves, as many as the mate is long.
    pub(super) line: Vec<Move>,
    /// The attacker's positions on it.
    pub(super) places: Vec<Place>,
    /// Pieces that the attacker has left at its end.
    pub(super) leftover: u32,
    /// The customs in force.
    pub(super) customs: Customs,
    /// Whether the line is one of best play, as long as the mate.
    pub(super) exact: bool,
    /// Moves of the line that are not examined again.
    pub(super) known: usize,
}

impl Subject {
    /// Follows `line` from the root, on which the session stands.
    pub(super) fn new(
        session: &mut Session<'_>,
        line: Vec<Move>,
        (customs, exact): (Customs, bool),
    ) -> Self {
        let attacker = session.position().turn();
        let mut places = Vec::new();
        for (index, &mv) in line.iter().enumerate() {
            if index % 2 == 0 {
                places.push(reentry::place(session.position()));
            }
            session.play(mv);
        }
        let leftover = session.position().hand(attacker).total();
        session.back_to(0);
        Self {
            line,
            places,
            leftover,
            customs,
            exact,
            known: 0,
        }
    }

    /// Plies to mate before the move with `index`.
    pub(super) fn left_before(&self, index: usize) -> u32 {
        plies(self.line.len() - index)
    }

    /// Puts the session before the move with `index`.
    pub(super) fn go_to(&self, session: &mut Session<'_>, index: usize) {
        session.back_to(0);
        for &mv in &self.line[..index] {
            session.play(mv);
        }
    }
}

/// A number of plies.
pub(super) fn plies(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// What was found and what was not settled.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) findings: Vec<Finding>,
    pub(super) open: Vec<Open>,
    /// Moves beside the line that were asked about.
    pub(super) alternatives: u32,
    /// Why the work is not complete.
    pub(super) stop: Option<StopReason>,
}

impl Notes {
    /// Notes a question that was not settled.
    pub(super) fn leave_open(
        &mut self,
        session: &Session<'_>,
        (question, ply): (Question, u32),
        mv: Option<Move>,
        spent: Spent,
    ) {
        self.open.push(Open {
            question,
            ply,
            mv,
            nodes: spent.nodes,
            time_ms: spent.time_ms,
        });
        let reason = session.reason().unwrap_or(StopReason::Memory);
        self.stop = self.stop.or(Some(reason));
    }
}
