//! The exact length of a long mate, step by step from the end of a line that is thought to be the main line.
//!
//! To show that no mate is shorter, a search from the start position alone has to refute every other check down to every
//! bound. Along the line it is enough to refute each other check once, at any length, which verification wants anyway; late positions are
//! small, and what is settled there serves the earlier ones. The line is a guess: a wrong one costs time, no more. Neither way is
//! always the cheaper one, so they take turns: closing in from below and above, and a round along the line, each longer than before.

use crate::search::{Bounds, Session};
use crate::shogi::{Move, checks};

use super::subject::plies;

/// Nodes for the first turn of closing in, besides what the mate itself has cost.
const FIRST_TURN: u64 = 200_000;

/// Which part of the nodes that a round along the line took the next turn of closing in gets, unless the last one had more.
const SHARE: u64 = 3;

/// Nodes for one question on the line in the first round.
const FIRST_NODES: u64 = 20_000;

/// How much more a question gets in each round.
const MORE: u64 = 8;

/// The length of the mate from the root, within `longest` plies, with `line` as a guess at the main line.
pub(super) fn length(
    session: &mut Session<'_>,
    line: &[Move],
    (longest, spent): (u32, u64),
) -> Bounds {
    session.back_to(0);
    let mut bounds = Bounds {
        at_least: 1,
        at_most: longest,
    };
    let mut turn = FIRST_TURN + 2 * spent;
    let mut nodes = FIRST_NODES;
    loop {
        let Bounds { at_least, at_most } = bounds;
        (bounds, _) = session.within(turn, |session| session.close_in(at_least, at_most));
        let settled = bounds.exact().is_some() || session.reason().is_some();
        if settled || turn == u64::MAX || nodes == u64::MAX {
            return bounds;
        }
        let before = session.spent().nodes;
        turn = if climb(session, line, nodes) {
            u64::MAX
        } else {
            turn.max((session.spent().nodes - before) / SHARE)
        };
        session.back_to(0);
        nodes = nodes.saturating_mul(MORE);
    }
}

/// A question about a position of the line.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Does this check mate at all?
    Check(Move),
    /// Is there a mate within so many plies?
    Within(u32),
}

/// One round along the line, backwards; whether everything asked was answered.
fn climb(session: &mut Session<'_>, line: &[Move], nodes: u64) -> bool {
    let steps = steps(session, line);
    let answers = session.about_each(nodes, &steps, |session, &(index, step)| {
        if session.reason().is_some() {
            return None;
        }
        session.back_to(0);
        for &mv in &line[..index] {
            session.play(mv);
        }
        match step {
            Step::Check(mv) => session.after(mv, Session::is_lost),
            Step::Within(plies) => session.is_mate_within(plies),
        }
    });
    answers.iter().all(|(answer, _)| answer.is_some())
}

/// The questions of a round, each with the number of moves before it.
fn steps(session: &mut Session<'_>, line: &[Move]) -> Vec<(usize, Step)> {
    let mut at = Vec::new();
    for (index, &mv) in line.iter().enumerate() {
        if index.is_multiple_of(2) {
            let mut moves = Vec::new();
            checks::checks(session.position(), &mut moves);
            at.push((index, moves));
        }
        session.play(mv);
    }
    session.back_to(0);
    let mut steps = Vec::new();
    for (index, moves) in at.into_iter().rev() {
        steps.extend(moves.into_iter().map(|mv| (index, Step::Check(mv))));
        let left = plies(line.len() - index);
        for bound in [left.saturating_sub(2), left] {
            steps.push((index, Step::Within(bound)));
        }
    }
    steps
}
