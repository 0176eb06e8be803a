//! The room's public face: a problem and limits in, an answer and a review out.

use std::time::Duration;

use crate::search::{self, Limits, Observer, Silent, Solver};
use crate::shogi::Move;
use crate::tsume::{
    Answer, Class, Cost, Finding, Note, Open, Outcome, Problem, Question, Review, Severity,
    Soundness,
};

use super::piece::{self, Spare};
use super::plan::Options;
use super::work::Work;

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
        // The solver finds and proves the mate; its length and other moves are settled in the review.
        let solver = Solver::new(search::Options {
            alternatives: false,
            ..options.search
        });
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
        let options = self.options.clone();
        let (mut answer, mut review) = self.review((problem, &options), limits, observer);
        if options.pieces {
            self.pieces(problem, limits, (&mut answer, &mut review));
        }
        (answer, review)
    }

    fn review(
        &mut self,
        (problem, options): (&Problem, &Options),
        limits: &Limits,
        observer: &dyn Observer,
    ) -> (Answer, Review) {
        let mut answer = self.solver.prove(problem, limits, observer);
        let rest = rest(limits, answer.cost);
        let solved = &mut answer;
        let review = self
            .solver
            .session(problem, &rest, observer, move |session| {
                let review = Work::new(problem, options, observer).review(session, solved);
                solved.cost = session.cost_after(solved.cost);
                review
            });
        (answer, review)
    }

    /// Takes away one piece after the other and verifies what remains.
    fn pieces(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        (answer, review): (&mut Answer, &mut Review),
    ) {
        if review.soundness == Soundness::Unknown || review.line.is_empty() {
            return;
        }
        let options = Options {
            search: self.options.search,
            ..Options::default()
        };
        for (spare, variant) in piece::variants(problem) {
            let rest = rest(limits, answer.cost);
            let (other, other_review) = self.review((&variant, &options), &rest, &Silent);
            answer.cost = sum(answer.cost, other.cost);
            if other_review.soundness == Soundness::Unknown {
                review.open.push(Open {
                    question: Question::Piece,
                    ply: 1,
                    mv: None,
                    nodes: other.cost.nodes,
                    time_ms: other.cost.time_ms,
                });
            } else if other_review.soundness == review.soundness
                && line_of(&other.outcome) == line_of(&answer.outcome)
            {
                review.findings.push(superfluous(spare));
            }
        }
    }
}

/// What is left of the limits after some cost.
fn rest(limits: &Limits, cost: Cost) -> Limits {
    let spent = Duration::from_millis(cost.time_ms);
    Limits {
        max_nodes: limits
            .max_nodes
            .map(|nodes| nodes.saturating_sub(cost.nodes)),
        max_time: limits.max_time.map(|time| time.saturating_sub(spent)),
        stop: limits.stop.clone(),
    }
}

/// The official line of a mate.
fn line_of(outcome: &Outcome) -> &[Move] {
    match outcome {
        Outcome::Mate(mate) => &mate.line,
        _ => &[],
    }
}

fn superfluous(spare: Spare) -> Finding {
    Finding {
        severity: Severity::Info,
        note: Some(match spare {
            Spare::OnBoard(square) => Note::OnBoard(square),
            Spare::InHand(piece) => Note::InHand(piece),
        }),
        ..Finding::whole(Class::Superfluous)
    }
}

/// Both costs together, with the same table and threads.
const fn sum(one: Cost, other: Cost) -> Cost {
    Cost {
        nodes: one.nodes + other.nodes,
        time_ms: one.time_ms + other.time_ms,
        cpu_ms: one.cpu_ms + other.cpu_ms,
        ..one
    }
}
