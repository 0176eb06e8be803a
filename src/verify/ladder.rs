//! The exact length of a long mate, step by step from the end of a line that is thought to be the main line.
//!
//! To show that no mate is shorter, a search from the start position alone has to refute every other check down to every
//! bound. Along the line it is enough to refute each other check once, at any length, which verification wants anyway; late positions are
//! small, and what is settled there serves the earlier ones. The line is a guess: a wrong one costs time, no more.

use crate::search::{Bounds, Session};
use crate::shogi::{Move, checks};

use super::subject::plies;

/// Nodes for the first, plain attempt, besides what the mate itself has cost.
const PLAIN_NODES: u64 = 200_000;

/// Nodes for one question in the first round.
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
    let plain = PLAIN_NODES + 2 * spent;
    let (bounds, _) = session.within(plain, |session| session.length_bounds(1, longest));
    if bounds.exact.is_some() || session.reason().is_some() {
        return bounds;
    }
    let mut nodes = FIRST_NODES;
    while !climb(session, line, nodes) && session.reason().is_none() && nodes <= u64::MAX / MORE {
        nodes *= MORE;
    }
    session.back_to(0);
    session.length_bounds(bounds.at_least, longest)
}

/// One round along the line, backwards; whether everything asked was answered.
fn climb(session: &mut Session<'_>, line: &[Move], nodes: u64) -> bool {
    let mut settled = true;
    for index in (0..line.len()).step_by(2).rev() {
        session.back_to(0);
        for &mv in &line[..index] {
            session.play(mv);
        }
        let left = plies(line.len() - index);
        let mut moves = Vec::new();
        checks::checks(session.position(), &mut moves);
        for mv in moves {
            let (answer, _) = session.within(nodes, |session| session.after(mv, Session::is_lost));
            settled &= answer.is_some();
        }
        for bound in [left.saturating_sub(2), left] {
            let (answer, _) = session.within(nodes, |session| session.is_mate_within(bound));
            settled &= answer.is_some();
        }
        if session.reason().is_some() {
            return false;
        }
    }
    settled
}
