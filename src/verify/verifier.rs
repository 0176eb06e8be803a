//! The room's public face: a problem and limits in, an answer and a review out.

use crate::search::{Limits, Observer, Session, Solver};
use crate::tsume::{
    Answer, Class, Customs, Finding, Mate, Outcome, Problem, Question, Review, Severity, review,
};

use super::alternative;
use super::defence;
use super::plan::Options;
use super::subject::{Notes, Subject, plies};

/// Verifies problems one after another with one table.
///
/// ```
/// use kanju::search::{self, Limits, Silent};
/// use kanju::shogi::{Position, Setup};
/// use kanju::tsume::{Problem, Soundness};
/// use kanju::verify::{Options, Verifier};
/// let setup: Setup = "8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1".parse()?;
/// let problem = Problem::new(Position::try_from(setup)?);
/// let search = search::Options { table_bytes: 1 << 20, ..search::Options::default() };
/// let mut verifier = Verifier::new(Options { search, ..Options::default() });
/// let (_, review) = verifier.verify(&problem, &Limits::default(), &Silent);
/// assert_eq!(review.soundness, Soundness::Sound);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Verifier {
    options: Options,
    solver: Solver,
}

impl Verifier {
    /// A verifier with its own table.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let solver = Solver::new(options.search);
        Self { options, solver }
    }

    /// Verifies one problem. Never fails: running out of a limit leaves questions open.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn verify(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> (Answer, Review) {
        let mut answer = self.solver.solve(problem, limits, observer);
        let customs = self.customs();
        let rest = rest(limits, &answer);
        let work = Work {
            customs,
            observer,
            notes: Notes::default(),
            line: Vec::new(),
        };
        let solved = &mut answer;
        let review = self
            .solver
            .session(problem, &rest, observer, move |session| {
                let review = work.review(session, solved);
                solved.cost = session.cost_after(solved.cost);
                review
            });
        (answer, review)
    }

    const fn customs(&self) -> Customs {
        Customs {
            futile: self.options.search.rule,
            strict_cooks: self.options.strict_cooks,
            longer: self.options.longer,
        }
    }
}

/// What is left of the limits after `answer`.
fn rest(limits: &Limits, answer: &Answer) -> Limits {
    let spent = std::time::Duration::from_millis(answer.cost.time_ms);
    Limits {
        max_nodes: limits
            .max_nodes
            .map(|nodes| nodes.saturating_sub(answer.cost.nodes)),
        max_time: limits.max_time.map(|time| time.saturating_sub(spent)),
        stop: limits.stop.clone(),
    }
}

/// The review of one problem.
struct Work<'a> {
    customs: Customs,
    observer: &'a dyn Observer,
    notes: Notes,
    line: Vec<crate::shogi::Move>,
}

impl Work<'_> {
    fn review(mut self, session: &mut Session<'_>, answer: &mut Answer) -> Review {
        match &mut answer.outcome {
            Outcome::Unknown => self.leave_open(session, Question::Mate),
            Outcome::NoMate => self.notes.findings.push(whole(Class::NoMate)),
            Outcome::Mate(mate) => self.mate(session, mate),
        }
        let mut findings = self.notes.findings;
        findings.sort_by_key(|found| (found.ply, std::cmp::Reverse(found.severity)));
        let mut open = self.notes.open;
        open.sort_by_key(|open| open.ply);
        answer.stop = answer.stop.or(self.notes.stop);
        if open.is_empty() && answer.is_settled() {
            answer.stop = None;
        }
        Review {
            soundness: review::soundness(&findings, &open),
            customs: self.customs,
            line: self.line,
            findings,
            open,
            alternatives: self.notes.alternatives,
            tree: Vec::new(),
            judged: Vec::new(),
        }
    }

    fn leave_open(&mut self, session: &Session<'_>, question: Question) {
        let spent = session.spent();
        self.notes.leave_open(session, (question, 1), None, spent);
    }

    fn mate(&mut self, session: &mut Session<'_>, mate: &mut Mate) {
        if !mate.exact {
            self.leave_open(session, Question::Length);
            return;
        }
        if !mate.line_exact {
            let Some(line) = session.official_line(mate.length) else {
                self.leave_open(session, Question::Line);
                return;
            };
            mate.line = line;
            mate.line_exact = true;
        }
        self.line.clone_from(&mate.line);
        let subject = Subject::new(session, mate.line.clone(), self.customs);
        if subject.leftover > 0 {
            let mut finding = whole(Class::Leftover);
            finding.ply = plies(subject.line.len());
            self.notes.findings.push(finding);
        }
        defence::examine(session, &subject, &mut self.notes);
        let observer = self.observer;
        let watch = |ply, done, open| observer.examined(ply, done, open);
        alternative::examine(session, &subject, &mut self.notes, &watch);
    }
}

/// A finding about the work as a whole.
fn whole(class: Class) -> Finding {
    Finding {
        class,
        severity: Severity::Fatal,
        ply: 1,
        mv: None,
        length: None,
        exact: true,
        proved: true,
        line: Vec::new(),
        note: None,
    }
}
