//! The room's public face: a problem and limits in, an answer out.

use crate::proof::ProofTree;
use crate::shogi::{Color, Hand, Move, Position, checks};
use crate::tsume::{
    Alternative, Answer, Cost, FutileRule, Mate, Outcome, Problem, RestoringRule, StopReason,
};

use super::clock::CpuClock;
use super::extract::certified;
use super::limits::{Limits, Meter};
use super::line::Line;
use super::number::{Plies, UNLIMITED};
use super::observe::Observer;
use super::session::Session;
use super::stack;
use super::state::Search;
use super::table::Table;

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes of the table, at least 256 KiB: a ceiling, touched lazily. Proof and stack come on top.
    pub table_bytes: usize,
    /// Which interpositions are futile.
    pub rule: FutileRule,
    /// Interpositions by a move on the board count under every rule.
    pub counts_moves: bool,
    /// What interpositions are that only restore the position.
    pub restoring: RestoringRule,
    /// Stop at the first verified mate, exact or not.
    pub fast: bool,
    /// Look for the other mating first moves as well.
    pub alternatives: bool,
    /// Threads for one problem, at least 1.
    pub threads: usize,
    /// Nodes that one of them searches before it calls for the others.
    pub alone: u64,
}

/// Solves problems one after another with one table.
///
/// ```
/// use kanju::search::{Limits, Options, Silent, Solver};
/// use kanju::shogi::{Position, Setup};
/// use kanju::tsume::{FutileRule, Outcome, Problem};
/// let setup: Setup = "8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1".parse()?;
/// let problem = Problem::new(Position::try_from(setup)?);
/// let mut solver = Solver::new(Options { table_bytes: 1 << 20, ..Options::default() });
/// let answer = solver.solve(&problem, &Limits::default(), &Silent);
/// let Outcome::Mate(mate) = answer.outcome else { panic!("it is a mate in three") };
/// assert_eq!((mate.length, mate.exact), (3, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    pub(super) options: Options,
    pub(super) table: Table,
    proof: Option<ProofTree>,
    /// Whose mate the facts in the table are about, if they may be of use to the next question.
    pub(super) facts_of: Option<Color>,
}

impl Default for Options {
    /// One thread, 256 MiB, the exact length under the standard rule.
    fn default() -> Self {
        Self {
            table_bytes: 256 << 20,
            rule: FutileRule::Standard,
            counts_moves: false,
            restoring: RestoringRule::Counts,
            fast: false,
            alternatives: false,
            threads: 1,
            alone: 20_000,
        }
    }
}

/// Nodes that the ties of the main line may cost when the length has cost `spent`: few where every interposition counts,
/// as in game positions, which have ties without number.
const fn line_nodes(rule: FutileRule, spent: u64) -> u64 {
    match rule {
        FutileRule::Off => spent / 16 + 500,
        FutileRule::Standard | FutileRule::Strict => spent / 4 + 100_000,
    }
}

/// Nodes that the comparison of the rules along the main line may cost.
const GREY_NODES: u64 = 2500;

impl Solver {
    /// A solver with its own table.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            table: Table::new(options.table_bytes),
            proof: None,
            facts_of: None,
        }
    }

    /// Answers one problem. Never fails: running out of a limit is an answer.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn solve(&mut self, problem: &Problem, limits: &Limits, observer: &dyn Observer) -> Answer {
        self.table.clear();
        self.facts_of = None;
        self.work((&problem.position, limits, observer), |work| work.answer())
    }

    /// Finds a mate and a proof of it, about as short as can be had for the price of finding it; its length stays open.
    /// Never fails.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn prove(&mut self, problem: &Problem, limits: &Limits, observer: &dyn Observer) -> Answer {
        self.table.clear();
        self.facts_of = None;
        self.work((&problem.position, limits, observer), |work| {
            work.answer_by(|work| work.mate_of_length(Work::short_proof))
        })
    }

    /// Does some work on a position, in a thread with stack enough.
    pub(super) fn work(
        &mut self,
        (position, limits, observer): (&Position, &Limits, &dyn Observer),
        work: impl FnOnce(&mut Work<'_>) -> Answer + Send,
    ) -> Answer {
        self.proof = None;
        let options = self.options;
        let (table, kept) = (&self.table, &mut self.proof);
        stack::with_room(move || {
            work(&mut Work {
                search: Search::new(position.clone(), table, Meter::new(limits), observer)
                    .shared(options.threads, options.alone)
                    .counting_moves(options.counts_moves)
                    .restoring(options.restoring),
                options,
                position,
                observer,
                kept,
                incomplete: None,
            })
        })
    }

    /// Asks about positions of the problem solved last, sharing what has been found out.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn session<T: Send>(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &dyn Observer,
        ask: impl FnOnce(&mut Session<'_>) -> T + Send,
    ) -> T {
        let options = self.options;
        let table = &self.table;
        stack::with_room(move || {
            let position = problem.position.clone();
            let search = Search::new(position, table, Meter::new(limits), observer);
            ask(&mut Session::new(
                search
                    .shared(options.threads, options.alone)
                    .counting_moves(options.counts_moves)
                    .restoring(options.restoring),
                options.rule,
                observer,
            ))
        })
    }

    /// The checked proof of the last answer, if that was a mate.
    #[must_use]
    pub const fn proof(&self) -> Option<&ProofTree> {
        self.proof.as_ref()
    }
}

/// The work on one problem.
pub(super) struct Work<'a> {
    pub(super) search: Search<'a>,
    pub(super) options: Options,
    pub(super) position: &'a Position,
    observer: &'a dyn Observer,
    pub(super) kept: &'a mut Option<ProofTree>,
    /// Why the list of alternatives has gaps.
    incomplete: Option<StopReason>,
}

/// A length under the rule.
#[derive(Clone, Copy)]
pub(super) struct Length {
    pub(super) plies: Plies,
    pub(super) exact: bool,
    pub(super) at_least: Plies,
}

impl Length {
    /// The length of a mate of which no more is known than a proof of `raw` plies: nothing is shorter than one.
    pub(super) const fn at_most(raw: Plies) -> Self {
        Self {
            plies: raw,
            exact: raw == 1,
            at_least: 1,
        }
    }
}

impl Work<'_> {
    fn answer(&mut self) -> Answer {
        self.answer_by(Self::any_mate)
    }

    /// The answer that `find` comes to: an outcome and the lower bound of its length, or why there is none.
    pub(super) fn answer_by(
        &mut self,
        find: impl FnOnce(&mut Self) -> Result<(Outcome, Plies), StopReason>,
    ) -> Answer {
        let cpu = CpuClock::start();
        let (outcome, lower_bound, refused) = match find(self) {
            Ok((outcome, at_least)) => (outcome, u32::from(at_least), None),
            Err(reason) => (Outcome::Unknown, 1, Some(reason)),
        };
        let meter = &self.search.meter;
        Answer {
            outcome,
            rule: self.options.rule,
            lower_bound,
            stop: refused.or(self.incomplete).or(meter.reason()),
            cost: Cost {
                nodes: meter.nodes(),
                time_ms: meter.clock().elapsed_ms(),
                cpu_ms: cpu.elapsed_ms() + meter.others_cpu_ms(),
                table_mib: (self.options.table_bytes >> 20) as u64,
                threads: u32::try_from(self.options.threads).unwrap_or(u32::MAX),
            },
        }
    }

    /// A mate in any number of plies.
    pub(super) fn any_mate(&mut self) -> Result<(Outcome, Plies), StopReason> {
        self.mate_of_length(|work, raw| {
            work.show(*raw);
            work.length(raw)
        })
    }

    /// A mate in any number of plies, whose length `measure` tells from that of its proof, which may become shorter.
    fn mate_of_length(
        &mut self,
        measure: impl FnOnce(&mut Self, &mut Plies) -> Length,
    ) -> Result<(Outcome, Plies), StopReason> {
        match self.search.attacker_mates(UNLIMITED, 0) {
            None => Err(self.why_not()),
            Some(false) => Ok((Outcome::NoMate, 1)),
            Some(true) => {
                let mut raw = self.verified(UNLIMITED)?;
                let length = measure(self, &mut raw);
                let mate = self.mate(raw, length);
                Ok((Outcome::Mate(Box::new(mate)), length.at_least))
            }
        }
    }

    /// Tells the observer of a mate whose length is not known yet.
    fn show(&mut self, raw: Plies) {
        if self.wants_to_see() {
            let length = Length::at_most(raw);
            let mut mate = unlined(raw, length);
            self.fill_line(&mut mate, length);
            self.observer.mate(&mate);
        }
    }

    /// Whether the observer should be told of a mate before its length is known.
    pub(super) fn wants_to_see(&self) -> bool {
        !self.options.fast && self.observer.wants_mates()
    }

    pub(super) const fn observer(&self) -> &dyn Observer {
        self.observer
    }

    /// Extracts the proof of a mate within `bound` raw plies and has it checked; keeps it, returns its length.
    pub(super) fn verified(&mut self, bound: Plies) -> Result<Plies, StopReason> {
        let tree = self.search.extract(bound).ok_or_else(|| self.why_not())?;
        let length = certified(self.position, &tree, self.observer)?;
        *self.kept = Some(tree);
        Ok(length)
    }

    pub(super) fn mate(&mut self, mut raw: Plies, length: Length) -> Mate {
        let rule = self.options.rule;
        if rule == FutileRule::Off && length.plies < raw {
            raw = self.verified(length.plies).unwrap_or(raw);
        }
        let mut mate = unlined(raw, length);
        self.fill_line(&mut mate, length);
        if self.options.alternatives {
            mate.alternatives = self.alternatives(mate.line.first().copied());
        }
        mate
    }

    fn fill_line(&mut self, mate: &mut Mate, length: Length) {
        if !length.exact || !self.fill_best_line(mate, length.plies) {
            self.fill_line_of_proof(mate, length.at_least);
        } else if self.options.rule != FutileRule::Off {
            let allowance = self.search.meter.with_allowance(GREY_NODES);
            mate.grey = self.search.grey(&mate.line).unwrap_or_default();
            self.search.meter.end_allowance(allowance);
        }
    }

    /// Fills in the main line of the proof; the length stays exact only if the proof has it.
    ///
    /// A count below what is proved to be the least cannot be right: then every interposition counts.
    fn fill_line_of_proof(&mut self, mate: &mut Mate, at_least: Plies) {
        self.search.set_rule(FutileRule::Off);
        let Some(tree) = self.kept.as_ref() else {
            return;
        };
        let counts_all = mate.exact && mate.length == mate.length_raw;
        let rule = if counts_all {
            FutileRule::Off
        } else {
            self.options.rule
        };
        let ended = self.search.meter.grant_grace();
        let mut line = self.search.line_of_tree(tree, rule);
        if line.moves.len() < usize::from(at_least) {
            line = self.search.line_of_tree(tree, FutileRule::Off);
        }
        self.search.meter.end_grace(ended);
        let plies = u32::try_from(line.moves.len()).unwrap_or(u32::MAX);
        mate.exact = counts_all && plies == mate.length;
        if !mate.exact {
            (mate.length, mate.length_estimate) = (mate.length_raw, Some(plies));
        }
        (mate.line, mate.leftover) = (line.moves, line.leftover);
    }

    /// Fills in a line of best play from the position on the board, the official one if ties can be settled;
    /// whether any was found.
    pub(super) fn fill_best_line(&mut self, mate: &mut Mate, length: Plies) -> bool {
        let allowance = line_nodes(self.options.rule, self.search.meter.nodes());
        let allowance = self.search.meter.with_allowance(allowance);
        let official = self.search.official_line(length);
        self.search.meter.end_allowance(allowance);
        mate.line_exact = official.is_some();
        let line = official.or_else(|| self.search.any_line(length));
        let found = line.is_some();
        if let Some(Line { moves, leftover }) = line {
            (mate.line, mate.leftover) = (moves, leftover);
        }
        found
    }

    /// The other first moves that mate, each with a proof that the checker accepted.
    fn alternatives(&mut self, main: Option<Move>) -> Vec<Alternative> {
        let mut moves = Vec::new();
        checks::checks(&self.search.position, &mut moves);
        let mut mating = Vec::new();
        for mv in moves.into_iter().filter(|&mv| Some(mv) != main) {
            match self.alternative(mv) {
                Ok(found) => mating.extend(found),
                Err(reason) => self.incomplete = self.incomplete.or(Some(reason)),
            }
            if self.search.stopped() {
                break;
            }
        }
        mating
    }

    /// `mv` as an alternative, `None` if it does not mate.
    fn alternative(&mut self, mv: Move) -> Result<Option<Alternative>, StopReason> {
        self.search.set_rule(FutileRule::Off);
        match self.after(mv, |search| search.defender_is_mated(UNLIMITED, 1)) {
            Some(true) => {}
            Some(false) => return Ok(None),
            None => return Err(self.why_not()),
        }
        let tree = self
            .search
            .extract_after(mv)
            .ok_or_else(|| self.why_not())?;
        let raw = certified(self.position, &tree, self.observer)?;
        let mut found = Alternative {
            ply: 1,
            mv,
            length: u32::from(raw),
            exact: raw == 1,
        };
        if !self.options.fast {
            self.search.set_rule(self.options.rule);
            let shortest = self.after(mv, |search| search.shortest_after(0, raw - 1));
            if let Some(plies) = shortest.exact() {
                (found.length, found.exact) = (u32::from(plies) + 1, true);
            }
        }
        Ok(Some(found))
    }

    /// Why a search came back without an answer: a limit, or a line too long for the stack.
    pub(super) fn why_not(&self) -> StopReason {
        self.search.meter.reason().unwrap_or(StopReason::Memory)
    }

    pub(super) fn after<T>(&mut self, mv: Move, ask: impl FnOnce(&mut Search<'_>) -> T) -> T {
        let undo = self.search.position.play(mv);
        let answer = ask(&mut self.search);
        self.search.position.undo(mv, undo);
        answer
    }
}

/// A mate without its line.
pub(super) const fn unlined(raw: Plies, length: Length) -> Mate {
    Mate {
        length: length.plies as u32,
        length_raw: raw as u32,
        exact: length.exact,
        length_estimate: None,
        line: Vec::new(),
        line_exact: false,
        leftover: Hand::EMPTY,
        alternatives: Vec::new(),
        grey: Vec::new(),
    }
}
