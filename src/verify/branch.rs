//! The attacker's choices after the defender's equally long replies (変化別詰): information, never a fault.

use crate::search::Session;
use crate::tsume::{Class, Finding, Open, Question, Severity};

use super::alternative;
use super::subject::{Notes, Subject};

/// Follows every equally long defence that was found, and looks for other moves along it.
pub(super) fn examine(session: &mut Session<'_>, subject: &Subject, notes: &mut Notes) {
    let equal = |found: &&Finding| matches!(found.class, Class::Equal | Class::EqualLast);
    let defences: Vec<Finding> = notes.findings.iter().filter(equal).cloned().collect();
    for defence in defences {
        follow(session, subject, (&defence, notes));
    }
}

fn follow(session: &mut Session<'_>, subject: &Subject, (defence, notes): (&Finding, &mut Notes)) {
    let index = defence.ply as usize - 1;
    let stem = subject.line[..index].iter();
    let line = stem.chain(&defence.line).copied().collect();
    let mut branch = Subject::new(session, line, (subject.customs, true));
    branch.known = index + 1;
    let mut found = Notes::default();
    alternative::examine(session, &branch, &mut found, &|_, _, _| {});
    notes.alternatives += found.alternatives;
    notes.stop = notes.stop.or(found.stop);
    for other in found.findings {
        let before = branch.line[index..other.ply as usize - 1].iter();
        notes.findings.push(Finding {
            class: Class::Choice,
            severity: Severity::Info,
            line: before.copied().chain(other.line).collect(),
            note: None,
            ..defence.clone()
        });
    }
    if let Some(first) = found.open.first() {
        notes.open.push(Open {
            question: Question::Branch,
            ply: defence.ply,
            mv: defence.mv,
            ..first.clone()
        });
    }
}
