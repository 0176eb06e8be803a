//! The solution that the source declares (作意): is every check a check, does it mate soonest, does the defender last longest?

use crate::search::Session;
use crate::shogi::{Move, checks, evasions};
use crate::tsume::{Branch, Class, Finding, LongerRule, Question, Severity};

use super::subject::{Notes, Subject, plies};

/// What came of a declared line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// It is a line of best play to the end.
    Yes,
    /// It is not, for reasons that were noted.
    No,
    /// That was not settled.
    Open,
}

/// The end of an examination before the end of the line.
enum End {
    Found(Box<Finding>),
    Open,
}

impl From<Finding> for End {
    fn from(found: Finding) -> Self {
        Self::Found(Box::new(found))
    }
}

/// Examines a declared line; `official` is known if the length of the mate is.
pub(super) fn examine(
    session: &mut Session<'_>,
    (line, longer): (&[Move], LongerRule),
    official: Option<&Subject>,
    notes: &mut Notes,
) -> Holds {
    session.back_to(0);
    let before = session.spent();
    let mut left = official.map(|subject| plies(subject.line.len()));
    let mut ended = Ok(());
    for (index, &mv) in line.iter().enumerate() {
        ended = if index % 2 == 0 {
            attack(session, mv, &mut left)
        } else {
            defend(session, (mv, longer), &mut left)
        };
        if ended.is_err() {
            break;
        }
        session.play(mv);
    }
    let ended = ended.and_then(|()| end(session, line, left, official));
    let ply = plies(session.ply() + 1);
    session.back_to(0);
    match ended {
        Ok(()) => Holds::Yes,
        Err(End::Found(found)) => {
            notes.findings.push(*found);
            Holds::No
        }
        Err(End::Open) => {
            let mut spent = session.spent();
            spent.nodes -= before.nodes;
            spent.time_ms -= before.time_ms;
            notes.leave_open(session, (Question::Declared, ply), None, spent);
            Holds::Open
        }
    }
}

/// A finding about the move to be played next, which is proved and unsound.
fn finding(session: &Session<'_>, class: Class, line: Vec<Move>, length: Option<u32>) -> Finding {
    Finding {
        class,
        severity: Severity::Fatal,
        ply: plies(session.ply() + 1),
        mv: line.first().copied(),
        length,
        exact: length.is_some(),
        proved: true,
        line,
        note: None,
    }
}

/// The attacker's move `mv`, with `left` plies to mate before it, if that is known.
fn attack(session: &mut Session<'_>, mv: Move, left: &mut Option<u32>) -> Result<(), End> {
    if !checks::gives_check(session.position(), mv) {
        return Err(finding(session, Class::NoCheck, vec![mv], None).into());
    }
    if !session.after(mv, Session::is_lost).ok_or(End::Open)? {
        let escape = escape(session, mv).ok_or(End::Open)?;
        return Err(finding(session, Class::Escape, vec![mv, escape], None).into());
    }
    let Some(length) = *left else {
        return Ok(());
    };
    let soonest = session.after(mv, |session| session.is_lost_within(length - 1));
    if soonest.ok_or(End::Open)? {
        *left = Some(length - 1);
        return Ok(());
    }
    let better = session.any_line(length).ok_or(End::Open)?;
    Err(finding(session, Class::Shorter, better, Some(length)).into())
}

/// A reply after which there is no mate.
pub(super) fn escape(session: &mut Session<'_>, mv: Move) -> Option<Move> {
    session.after(mv, |session| {
        let mut replies = Vec::new();
        evasions::evasions(session.position(), &mut replies);
        for reply in replies {
            if !session.after(reply, Session::is_mate)? {
                return Some(reply);
            }
        }
        None
    })
}

/// The defender's move `mv`.
fn defend(
    session: &mut Session<'_>,
    (mv, longer): (Move, LongerRule),
    left: &mut Option<u32>,
) -> Result<(), End> {
    let Some(length) = *left else {
        return Ok(());
    };
    let shortest = length.saturating_sub(2);
    let replies = session.replies(length, shortest).ok_or(End::Open)?;
    let played = replies.iter().find(|reply| reply.mv == mv);
    if played.is_some_and(|reply| reply.length == length) {
        *left = Some(length - 1);
        return Ok(());
    }
    if session.is_futile(mv, length).ok_or(End::Open)? {
        let mut found = finding(session, Class::WrongEnd, vec![mv], None);
        found.severity = Severity::Info;
        return Err(found.into());
    }
    let best = replies.iter().find(|reply| reply.length == length);
    let best = best.copied().ok_or(End::Open)?;
    let (most, rest) = session
        .after(best.mv, |session| {
            let (most, _) = session.leftover(length - 1)?;
            Some((most, session.any_line(length - 1)?))
        })
        .ok_or(End::Open)?;
    let line = std::iter::once(best.mv).chain(rest).collect();
    let mut found = finding(session, Class::Longer, line, Some(length));
    if longer == LongerRule::Flaw && played.is_some() && most > 0 {
        found.severity = Severity::Flaw;
    }
    Err(found.into())
}

/// The end of the line, on which the session stands.
fn end(
    session: &mut Session<'_>,
    line: &[Move],
    left: Option<u32>,
    official: Option<&Subject>,
) -> Result<(), End> {
    let (Some(official), Some(left)) = (official, left) else {
        return Ok(());
    };
    if left > 0 {
        return Err(finding(session, Class::WrongEnd, Vec::new(), None).into());
    }
    let attacker = !session.position().turn();
    let kept = session.position().hand(attacker).total();
    session.back_to(0);
    let differs = line.iter().zip(&official.line).position(|(a, b)| a != b);
    if kept > official.leftover {
        let index = differs.unwrap_or(0);
        official.go_to(session, index);
        let better = official.line[index..].to_vec();
        let length = official.left_before(index);
        return Err(finding(session, Class::OtherLine, better, Some(length)).into());
    }
    Ok(())
}

/// Examines declared side lines (変化): whether the attacker's moves in them check and mate.
pub(super) fn examine_branches(session: &mut Session<'_>, branches: &[Branch], notes: &mut Notes) {
    for branch in branches.iter().filter(|branch| branch.stem.len() % 2 == 1) {
        session.back_to(0);
        let mut left = None;
        for (index, &mv) in branch.stem.iter().chain(&branch.moves).enumerate() {
            if index > branch.stem.len() && index % 2 == 0 {
                match attack(session, mv, &mut left) {
                    Ok(()) => {}
                    Err(End::Found(mut found)) => {
                        found.severity = Severity::Info;
                        notes.findings.push(*found);
                        break;
                    }
                    Err(End::Open) => break,
                }
            }
            session.play(mv);
        }
    }
    session.back_to(0);
}
