//! The defender's other replies along the main line (変化): those as good as the line's.

use crate::search::{Reply, Session};
use crate::shogi::Move;
use crate::tsume::{Class, Finding, Question, Severity};

use super::subject::{Notes, Subject, plies};

/// Looks at every reply of the line.
pub(super) fn examine(session: &mut Session<'_>, subject: &Subject, notes: &mut Notes) {
    for index in (1..subject.line.len()).step_by(2).rev() {
        subject.go_to(session, index);
        let before = session.spent();
        if let Some(found) = at(session, subject, index) {
            notes.findings.extend(found);
        } else {
            let mut spent = session.spent();
            spent.nodes -= before.nodes;
            spent.time_ms -= before.time_ms;
            let place = (Question::Defence, plies(index + 1));
            notes.leave_open(session, place, None, spent);
        }
    }
    session.back_to(0);
}

fn at(session: &mut Session<'_>, subject: &Subject, index: usize) -> Option<Vec<Finding>> {
    let length = subject.left_before(index);
    let main = subject.line[index];
    let shortest = if subject.leftover > 0 {
        length - 2
    } else {
        length
    };
    let replies = session.replies(length, shortest)?;
    let mut found = Vec::new();
    for reply in replies.into_iter().filter(|reply| reply.mv != main) {
        let (most, _) = session.after(reply.mv, |session| session.leftover(reply.length - 1))?;
        let class = if reply.length < length {
            if most > 0 {
                continue;
            }
            Class::LeftoverLonger
        } else if most > 0 {
            Class::EqualLeftover
        } else if length == 2 {
            Class::EqualLast
        } else {
            Class::Equal
        };
        let finding = finding(session, (class, severity(class)), reply, index)?;
        if matches!(class, Class::Equal | Class::EqualLast) && differs_in_piece(main, reply.mv) {
            found.push(Finding {
                class: Class::Interposition,
                ..finding.clone()
            });
        }
        found.push(finding);
    }
    Some(found)
}

fn finding(
    session: &mut Session<'_>,
    (class, severity): (Class, Severity),
    reply: Reply,
    index: usize,
) -> Option<Finding> {
    let rest = session.after(reply.mv, |session| session.any_line(reply.length - 1))?;
    Some(Finding {
        class,
        severity,
        ply: plies(index + 1),
        mv: Some(reply.mv),
        length: Some(reply.length),
        exact: true,
        proved: true,
        line: std::iter::once(reply.mv).chain(rest).collect(),
        note: None,
    })
}

const fn severity(class: Class) -> Severity {
    match class {
        Class::Equal => Severity::Flaw,
        _ => Severity::Info,
    }
}

/// Whether both are drops on one square.
fn differs_in_piece(main: Move, other: Move) -> bool {
    main.is_drop() && other.is_drop() && main.to() == other.to()
}
