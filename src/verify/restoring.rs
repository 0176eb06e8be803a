//! Interpositions against the main line that only restore the position (復元型): information under either custom.

use crate::search::Session;
use crate::shogi::Move;
use crate::tsume::{Class, Finding, Severity};

use super::subject::{Notes, Subject, plies};

/// Nodes that they may cost at one reply, and at all together; what takes more is left out.
const NODES: u64 = 20_000;
const ALL_NODES: u64 = 100_000;

/// Looks at every reply of the line.
pub(super) fn examine(session: &mut Session<'_>, subject: &Subject, notes: &mut Notes) {
    let (found, _) = session.within(ALL_NODES, |session| along(session, subject));
    notes
        .findings
        .extend(found.into_iter().map(|(ply, mv)| Finding {
            severity: Severity::Info,
            ply,
            mv: Some(mv),
            line: vec![mv],
            ..Finding::whole(Class::Restoring)
        }));
    session.back_to(0);
}

fn along(session: &mut Session<'_>, subject: &Subject) -> Vec<(u32, Move)> {
    let mut found = Vec::new();
    for index in (1..subject.line.len()).step_by(2) {
        subject.go_to(session, index);
        let length = subject.left_before(index);
        let (moves, _) = session.within(NODES, |session| session.restoring(length));
        let moves = moves.unwrap_or_default().into_iter();
        found.extend(moves.map(|mv| (plies(index + 1), mv)));
    }
    found
}
