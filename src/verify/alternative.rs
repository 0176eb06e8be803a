//! The attacker's other moves along the main line (余詰 and its harmless relatives).
//!
//! Every other check at every position of the line is solved at any length, from the end of the line backwards, since
//! late positions are small and their results serve the earlier ones. What is cheap is settled in a first round; what is
//! left gets eight times as much in each further round, until all is settled or a limit is reached. Several threads ask
//! about different moves; what they find is put together in the order of the moves.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::search::{Proved, Session, Spent};
use crate::shogi::{Move, checks};
use crate::tsume::{Class, Finding, Note, Question, Severity};

use super::reentry::{self, Way};
use super::shape;
use super::subject::{Notes, Subject, plies};
use super::symmetry;

/// Nodes for one move in the first round.
const FIRST_NODES: u64 = 20_000;

/// How much more a move gets in each round.
const MORE: u64 = 8;

/// Nodes for the exact length of a move that is a cook whatever its length.
const LENGTH_NODES: u64 = 20_000;

/// A move to be asked about.
#[derive(Clone, Copy, Debug)]
struct Task {
    /// Its place among all.
    number: usize,
    /// How many moves of the line come before it.
    index: usize,
    mv: Move,
    /// It is the mirror image of the line's move in a symmetric position.
    mirror: bool,
    spent: Spent,
    question: Question,
}

/// Told of progress: the ply, moves settled, moves open.
pub(super) type Watch<'a> = &'a (dyn Fn(u32, u32, u32) + Sync);

/// Asks about every other check along the line.
pub(super) fn examine(
    session: &mut Session<'_>,
    subject: &Subject,
    notes: &mut Notes,
    watch: Watch<'_>,
) {
    let mut open = tasks(session, subject);
    notes.alternatives = plies(open.len());
    let mut findings = Vec::new();
    let mut nodes = FIRST_NODES;
    while !open.is_empty() {
        let (total, done) = (open.len(), AtomicUsize::new(0));
        let answers = session.about_each(nodes, &open, |session, task| {
            let done = done.fetch_add(1, Ordering::Relaxed);
            watch(plies(task.index + 1), plies(done), plies(total - done));
            subject.go_to(session, task.index);
            judge(session, subject, task)
        });
        let mut left = Vec::new();
        for (mut task, (answer, spent)) in open.into_iter().zip(answers) {
            task.spent.nodes += spent.nodes;
            task.spent.time_ms += spent.time_ms;
            match answer {
                Ok(found) => findings.extend(found.map(|found| (task.number, found))),
                Err(question) => left.push(Task { question, ..task }),
            }
        }
        open = left;
        if session.reason().is_some() || nodes > u64::MAX / MORE {
            break;
        }
        nodes *= MORE;
    }
    findings.sort_by_key(|&(number, _)| number);
    notes
        .findings
        .extend(findings.into_iter().map(|(_, found)| found));
    for task in open {
        let place = (task.question, plies(task.index + 1));
        notes.leave_open(session, place, Some(task.mv), task.spent);
    }
    session.back_to(0);
}

/// All moves to ask about, from the end of the line backwards; of two mirror images only one.
fn tasks(session: &mut Session<'_>, subject: &Subject) -> Vec<Task> {
    let mut tasks = Vec::new();
    for index in (subject.known..subject.line.len()).step_by(2).rev() {
        subject.go_to(session, index);
        let main = subject.line[index];
        let symmetric = symmetry::is_symmetric(session.position());
        let mut moves = Vec::new();
        checks::checks(session.position(), &mut moves);
        let mut asked: Vec<Move> = Vec::new();
        for mv in moves.into_iter().filter(|&mv| mv != main) {
            let image = symmetry::mirrored(mv);
            if symmetric && asked.contains(&image) {
                continue;
            }
            asked.push(mv);
            tasks.push(Task {
                number: tasks.len(),
                index,
                mv,
                mirror: symmetric && image == main,
                spent: Spent::default(),
                question: Question::Alternative,
            });
        }
    }
    tasks
}

/// What the move of a task is: nothing worth a word, a finding, or a question left open.
fn judge(
    session: &mut Session<'_>,
    subject: &Subject,
    task: &Task,
) -> Result<Option<Finding>, Question> {
    let lost = session.after(task.mv, Session::is_lost);
    if !lost.ok_or(Question::Alternative)? {
        return Ok(None);
    }
    let proved = session.proof(task.mv).map_err(|_| Question::Alternative)?;
    if !subject.exact {
        return cook_of_unknown_length(session, subject, task, &proved);
    }
    let left = subject.left_before(task.index);
    let equal = session.after(task.mv, |session| session.is_lost_within(left - 1));
    let equal = equal.ok_or(Question::AlternativeLength)?;
    let (class, note) = classify(session, subject, (task, equal), &proved)?;
    let severity = severity(subject, class);
    let (length, line) = length_and_line(session, task.mv, (left, equal), &proved);
    Ok(Some(Finding {
        class,
        severity,
        ply: plies(task.index + 1),
        mv: Some(task.mv),
        length: Some(length.unwrap_or(proved.length_raw)),
        exact: length.is_some(),
        proved: true,
        line,
        note,
    }))
}

/// Where the length of the mate is not known, only a mate that neither comes back to the line nor resembles its move can be
/// named: it is a cook, or a shorter mate, and either is fatal.
fn cook_of_unknown_length(
    session: &mut Session<'_>,
    subject: &Subject,
    task: &Task,
    proved: &Proved,
) -> Result<Option<Finding>, Question> {
    let main = subject.line[task.index];
    let defender = !session.position().turn();
    let king = session.position().king(defender);
    let looks_harmless = king.is_some_and(|king| shape::harmless(main, task.mv, king).is_some());
    let is_last = task.index + 1 == subject.line.len();
    if looks_harmless || is_last || task.mirror {
        return Err(Question::AlternativeLength);
    }
    let (class, note) = by_way(session, subject, (task, false), proved)?;
    if class != Class::Cook {
        return Err(Question::AlternativeLength);
    }
    Ok(Some(Finding {
        class,
        severity: Severity::Fatal,
        ply: plies(task.index + 1),
        mv: Some(task.mv),
        length: Some(proved.length_raw),
        exact: false,
        proved: true,
        line: session.line_of(&proved.tree),
        note,
    }))
}

fn classify(
    session: &mut Session<'_>,
    subject: &Subject,
    (task, equal): (&Task, bool),
    proved: &Proved,
) -> Result<(Class, Option<Note>), Question> {
    let main = subject.line[task.index];
    let defender = !session.position().turn();
    let king = session.position().king(defender);
    let shape = king.and_then(|king| shape::harmless(main, task.mv, king));
    let shape = shape.filter(|_| equal);
    let only_move = subject.line.len() == 1;
    if task.index + 1 == subject.line.len() {
        let class = match shape {
            Some(Class::Promotion) if only_move => Class::Promotion,
            _ if !equal => Class::LastMoveLonger,
            _ if only_move => Class::Cook,
            _ if leaves_more(session, subject, task.mv) => Class::LastMoveLeftover,
            _ => Class::LastMove,
        };
        return Ok((mirrored(class, task), None));
    }
    if let Some(class) = shape {
        return Ok((class, None));
    }
    let (class, note) = by_way(session, subject, (task, equal), proved)?;
    Ok((mirrored(class, task), note))
}

/// A mirror image is no cook.
const fn mirrored(class: Class, task: &Task) -> Class {
    match class {
        Class::Cook if task.mirror => Class::Mirror,
        class => class,
    }
}

/// Whether the last move `mv` leaves more in hand than the line does.
fn leaves_more(session: &mut Session<'_>, subject: &Subject, mv: Move) -> bool {
    let attacker = session.position().turn();
    session.after(mv, |session| {
        session.position().hand(attacker).total() > subject.leftover
    })
}

/// Cook or detour, by whether it comes back to the line.
fn by_way(
    session: &mut Session<'_>,
    subject: &Subject,
    (task, equal): (&Task, bool),
    proved: &Proved,
) -> Result<(Class, Option<Note>), Question> {
    let touch = reentry::touch(session.position(), &proved.tree, &subject.places);
    let gains = touch.gains.then_some(Note::GainsPieces);
    if !touch.returns {
        return Ok((Class::Cook, gains));
    }
    match reentry::way(session, task.mv, &subject.places).ok_or(Question::Detour)? {
        Way::Independent => Ok((Class::Cook, gains)),
        Way::Returns if equal => Ok((Class::MoveOrder, None)),
        Way::Returns => {
            let here = [reentry::place(session.position())];
            let way = reentry::way(session, task.mv, &here).ok_or(Question::Detour)?;
            let note = (way == Way::Returns).then_some(Note::Loop);
            Ok((Class::Detour, note))
        }
    }
}

/// The exact length of a move that mates, if it can be had cheaply, and a line that shows it.
fn length_and_line(
    session: &mut Session<'_>,
    mv: Move,
    (left, equal): (u32, bool),
    proved: &Proved,
) -> (Option<u32>, Vec<Move>) {
    let shown = |session: &mut Session<'_>| {
        let length = if equal {
            left - 1
        } else {
            session.length_of_lost(left + 1, proved.length_raw - 1)?
        };
        Some((length, session.any_line_of_lost(length)?))
    };
    let (answer, _) = session.within(LENGTH_NODES, |session| session.after(mv, shown));
    match answer {
        Some((length, rest)) => {
            let line = std::iter::once(mv).chain(rest).collect();
            (Some(length + 1), line)
        }
        None => (equal.then_some(left), session.line_of(&proved.tree)),
    }
}

/// How much an alternative matters.
fn severity(subject: &Subject, class: Class) -> Severity {
    let usual = match class {
        Class::Cook | Class::Shorter => Severity::Fatal,
        Class::LastMove | Class::LastMoveLonger | Class::Mirror => Severity::Info,
        _ => Severity::Flaw,
    };
    if subject.customs.strict_cooks && class != Class::Mirror {
        Severity::Fatal
    } else {
        usual
    }
}
