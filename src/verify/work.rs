//! The review of one problem: the checks in their order.

use crate::search::{Observer, Session};
use crate::shogi::{Hand, Move};
use crate::tsume::{
    Answer, Class, Customs, Finding, Mate, Outcome, Problem, Question, Review, Variation, review,
};

use super::declared::{self, Holds};
use super::plan::Options;
use super::subject::{Notes, Subject, plies};
use super::{alternative, branch, defence, ladder, restoring, tree, typed};

/// Nodes that the comparison of the rules for futile interpositions may cost.
const GREY_NODES: u64 = 2500;

/// The work on one problem.
pub(super) struct Work<'a> {
    pub(super) problem: &'a Problem,
    pub(super) options: &'a Options,
    pub(super) observer: &'a dyn Observer,
    pub(super) notes: Notes,
    pub(super) line: Vec<Move>,
    pub(super) tree: Vec<Variation>,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        options: &'a Options,
        observer: &'a dyn Observer,
    ) -> Self {
        Self {
            problem,
            options,
            observer,
            notes: Notes::default(),
            line: Vec::new(),
            tree: Vec::new(),
        }
    }

    const fn customs(&self) -> Customs {
        Customs {
            futile: self.options.search.rule,
            counts_moves: self.options.search.counts_moves,
            restoring: self.options.search.restoring,
            strict_cooks: self.options.strict_cooks,
            longer: self.options.longer,
        }
    }

    /// Everything but the superfluous pieces; the answer is completed on the way.
    pub(super) fn review(mut self, session: &mut Session<'_>, answer: &mut Answer) -> Review {
        match &mut answer.outcome {
            Outcome::Unknown => self.leave_open(session, Question::Mate),
            Outcome::NoMate => self.notes.findings.push(Finding::whole(Class::NoMate)),
            Outcome::Mate(mate) => {
                let spent = answer.cost.nodes;
                self.settle_length(session, mate, (spent, &mut answer.lower_bound));
                self.mate(session, mate);
            }
        }
        let judged = self.options.line.as_ref().map_or_else(Vec::new, |line| {
            typed::judge(session, line, exact_length(answer))
        });
        let customs = self.customs();
        let mut findings = self.notes.findings;
        findings.sort_by_key(|found| (found.ply, std::cmp::Reverse(found.severity)));
        let mut open = self.notes.open;
        open.sort_by_key(|open| open.ply);
        answer.stop = if open.is_empty() && answer.is_settled() {
            None
        } else {
            answer.stop.or(self.notes.stop)
        };
        Review {
            soundness: review::soundness(&findings, &open),
            customs,
            line: self.line,
            findings,
            open,
            alternatives: self.notes.alternatives,
            tree: self.tree,
            judged,
        }
    }

    fn leave_open(&mut self, session: &Session<'_>, question: Question) {
        let spent = session.spent();
        self.notes.leave_open(session, (question, 1), None, spent);
    }

    /// Settles the length of a mate that is proved, as far as the limits allow.
    fn settle_length(
        &mut self,
        session: &mut Session<'_>,
        mate: &mut Mate,
        (spent, at_least): (u64, &mut u32),
    ) {
        let declared = self.problem.declared.as_ref();
        let declared = declared.map(|declared| declared.line.as_slice());
        let guess = declared.filter(|line| line.len() % 2 == 1);
        let known = (mate.length_raw, spent);
        let (bounds, ended) = match guess {
            // Without the length the declared line can be examined for cooks all the same.
            Some(line) => session.within_half(|session| ladder::length(session, line, known)),
            None => (ladder::length(session, &mate.line, known), None),
        };
        self.notes.stop = self.notes.stop.or(ended);
        *at_least = bounds.at_least;
        let is_best = |length| mate.length_raw == length && plies(mate.line.len()) == length;
        let known = |length| is_best(length).then(|| mate.line.clone());
        if let Some(length) = bounds.exact()
            && let Some(line) = session.any_line(length).or_else(|| known(length))
        {
            (mate.length, mate.exact, mate.length_estimate) = (length, true, None);
            mate.leftover = kept(session, &line);
            mate.line = line;
        }
    }

    fn mate(&mut self, session: &mut Session<'_>, mate: &mut Mate) {
        if !mate.exact {
            self.leave_open(session, Question::Length);
            self.inexact(session);
            return;
        }
        if !mate.line_exact {
            let Some(line) = session.official_line(mate.length) else {
                self.leave_open(session, Question::Line);
                return;
            };
            mate.leftover = kept(session, &line);
            mate.line = line;
            mate.line_exact = true;
        }
        let (grey, _) = session.within(GREY_NODES, |session| session.grey(&mate.line));
        mate.grey = grey.unwrap_or_default();
        let official = Subject::new(session, mate.line.clone(), (self.customs(), true));
        if official.leftover > 0 {
            let mut finding = Finding::whole(Class::Leftover);
            finding.ply = plies(official.line.len());
            self.notes.findings.push(finding);
        }
        self.length(mate.length);
        let declared = self.declared(session, Some(&official));
        let subject = match declared {
            Some(line) => Subject::new(session, line, (self.customs(), true)),
            None => official,
        };
        self.line.clone_from(&subject.line);
        defence::examine(session, &subject, &mut self.notes);
        self.alternatives(session, &subject);
        restoring::examine(session, &subject, &mut self.notes);
        if self.options.branches {
            branch::examine(session, &subject, &mut self.notes);
        }
        if let Some(size) = self.options.tree {
            self.tree = tree::variations(session, &subject, size);
        }
    }

    /// Without the length of the mate, only a declared line can be examined, and only for cooks.
    fn inexact(&mut self, session: &mut Session<'_>) {
        if let Some(line) = self.declared(session, None) {
            let subject = Subject::new(session, line, (self.customs(), false));
            self.line.clone_from(&subject.line);
            self.alternatives(session, &subject);
        }
    }

    fn alternatives(&mut self, session: &mut Session<'_>, subject: &Subject) {
        let observer = self.observer;
        let watch = |ply, settled, open| observer.examined(ply, settled, open);
        alternative::examine(session, subject, &mut self.notes, &watch);
    }

    /// The declared line, if there is one and it holds.
    fn declared(
        &mut self,
        session: &mut Session<'_>,
        official: Option<&Subject>,
    ) -> Option<Vec<Move>> {
        let declared = self.problem.declared.as_ref()?;
        declared::examine_branches(session, &declared.branches, &mut self.notes);
        if declared.line.is_empty() {
            return None;
        }
        let line = (declared.line.as_slice(), self.options.longer);
        let holds = declared::examine(session, line, official, &mut self.notes);
        (holds == Holds::Yes).then(|| declared.line.clone())
    }

    /// Compares the length with the one that the header states, if that is all it states.
    fn length(&mut self, length: u32) {
        let has_line = self
            .problem
            .declared
            .as_ref()
            .is_some_and(|declared| !declared.line.is_empty());
        let stated = self.problem.header.length.filter(|_| !has_line);
        if stated.is_some_and(|stated| stated != length) {
            let mut finding = Finding::whole(Class::WrongLength);
            finding.length = Some(length);
            self.notes.findings.push(finding);
        }
    }
}

/// What the attacker has left at the end of a line from the root.
fn kept(session: &mut Session<'_>, line: &[Move]) -> Hand {
    let attacker = session.position().turn();
    for &mv in line {
        session.play(mv);
    }
    let hand = session.position().hand(attacker);
    session.back_to(0);
    hand
}

fn exact_length(answer: &Answer) -> Option<u32> {
    match &answer.outcome {
        Outcome::Mate(mate) if mate.exact => Some(mate.length),
        _ => None,
    }
}
