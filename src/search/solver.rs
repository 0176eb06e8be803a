//! The room's public face: a problem and limits in, an answer out.

use crate::proof::{self, ProofTree};
use crate::shogi::{Hand, Move, checks};
use crate::tsume::{Alternative, Answer, Cost, FutileRule, Mate, Outcome, Problem, StopReason};

use super::dfpn::Search;
use super::limits::{CpuClock, Limits, Meter};
use super::number::{Plies, UNLIMITED};
use super::observe::Observer;
use super::session::Session;
use super::table::Table;

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes of the table, at least 256 KiB: a ceiling, touched lazily. Proof and stack come on top.
    pub table_bytes: usize,
    /// Which interpositions are futile.
    pub rule: FutileRule,
    /// Stop at the first verified mate, exact or not.
    pub fast: bool,
    /// Look for the other mating first moves as well.
    pub alternatives: bool,
    /// Threads for one problem; so far one is used, whatever is asked for.
    pub threads: usize,
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
    options: Options,
    table: Table,
    proof: Option<ProofTree>,
}

impl Default for Options {
    /// One thread, 256 MiB, the exact length under the standard rule.
    fn default() -> Self {
        Self {
            table_bytes: 256 << 20,
            rule: FutileRule::Standard,
            fast: false,
            alternatives: false,
            threads: 1,
        }
    }
}

/// Stack of the searching thread; touched only as deep as a line goes.
const STACK_BYTES: usize = 256 << 20;

/// Nodes that the ties of the main line may cost beyond a quarter of what the length itself has cost: few where
/// every interposition counts, as in game positions, which have ties without number.
const fn line_nodes(rule: FutileRule) -> u64 {
    match rule {
        FutileRule::Off => 500,
        FutileRule::Standard | FutileRule::Strict => 100_000,
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
        }
    }

    /// Answers one problem. Never fails: running out of a limit is an answer.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn solve(&mut self, problem: &Problem, limits: &Limits, observer: &dyn Observer) -> Answer {
        self.table.clear();
        self.proof = None;
        let options = self.options;
        let (table, kept) = (&mut self.table, &mut self.proof);
        on_deep_stack(move || {
            let search = Search::new(
                problem.position.clone(),
                table,
                Meter::new(limits),
                observer,
            );
            let mut work = Work {
                search,
                options,
                problem,
                observer,
                kept,
                incomplete: None,
            };
            work.answer()
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
        let rule = self.options.rule;
        let table = &mut self.table;
        on_deep_stack(move || {
            let position = problem.position.clone();
            let search = Search::new(position, table, Meter::new(limits), observer);
            ask(&mut Session::new(search, rule, observer))
        })
    }

    /// The checked proof of the last answer, if that was a mate.
    #[must_use]
    pub const fn proof(&self) -> Option<&ProofTree> {
        self.proof.as_ref()
    }
}

/// Runs searching work where a line may be thousands of plies deep.
fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread
            .spawn_scoped(scope, work)
            .expect("a thread can be started");
        match thread.join() {
            Ok(answer) => answer,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// The work on one problem.
struct Work<'a> {
    search: Search<'a>,
    options: Options,
    problem: &'a Problem,
    observer: &'a dyn Observer,
    kept: &'a mut Option<ProofTree>,
    /// Why the list of alternatives has gaps.
    incomplete: Option<StopReason>,
}

/// A length under the rule.
#[derive(Clone, Copy)]
struct Length {
    plies: Plies,
    exact: bool,
    at_least: Plies,
}

impl Work<'_> {
    fn answer(&mut self) -> Answer {
        let cpu = CpuClock::start();
        let mut lower_bound = 1;
        let mut refused = None;
        let outcome = match self.search.attacker_mates(UNLIMITED, 0) {
            None => {
                refused = Some(self.why_not());
                Outcome::Unknown
            }
            Some(false) => Outcome::NoMate,
            Some(true) => match self.verified(UNLIMITED) {
                Ok(raw) => {
                    let length = self.length(raw);
                    lower_bound = u32::from(length.at_least);
                    Outcome::Mate(Box::new(self.mate(raw, length)))
                }
                Err(reason) => {
                    refused = Some(reason);
                    Outcome::Unknown
                }
            },
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
                cpu_ms: cpu.elapsed_ms(),
                table_mib: (self.options.table_bytes >> 20) as u64,
                threads: 1,
            },
        }
    }

    /// Extracts the proof of a mate within `bound` raw plies and has it checked; keeps it, returns its length.
    fn verified(&mut self, bound: Plies) -> Result<Plies, StopReason> {
        let tree = self.search.extract(bound).ok_or_else(|| self.why_not())?;
        let length = self.checked(&tree)?;
        *self.kept = Some(tree);
        Ok(length)
    }

    fn checked(&self, tree: &ProofTree) -> Result<Plies, StopReason> {
        match proof::check(&self.problem.position.to_setup(), tree) {
            Ok(certificate) => Ok(certificate.length_raw),
            Err(fault) => {
                self.observer
                    .refused(&self.problem.position.to_string(), &fault.to_string());
                Err(StopReason::ProofRefused)
            }
        }
    }

    /// The length under the rule of a mate proved within `raw` plies.
    fn length(&mut self, raw: Plies) -> Length {
        if self.options.fast {
            return Length {
                plies: raw,
                exact: false,
                at_least: 1,
            };
        }
        self.search.set_rule(self.options.rule);
        let shortest = self.search.shortest(1, raw);
        Length {
            plies: shortest.exact.unwrap_or(raw),
            exact: shortest.exact.is_some(),
            at_least: shortest.at_least,
        }
    }

    fn mate(&mut self, mut raw: Plies, length: Length) -> Mate {
        let rule = self.options.rule;
        if rule == FutileRule::Off && length.exact && length.plies < raw {
            raw = self.verified(length.plies).unwrap_or(raw);
        }
        let mut mate = Mate {
            length: u32::from(length.plies),
            length_raw: u32::from(raw),
            exact: length.exact,
            length_estimate: None,
            line: Vec::new(),
            line_exact: false,
            leftover: Hand::EMPTY,
            alternatives: Vec::new(),
            grey: Vec::new(),
        };
        self.fill_line(&mut mate, length);
        if self.options.alternatives {
            mate.alternatives = self.alternatives(mate.line.first().copied());
        }
        mate
    }

    fn fill_line(&mut self, mate: &mut Mate, length: Length) {
        if length.exact {
            let allowance = self.search.meter.nodes() / 4 + line_nodes(self.options.rule);
            let allowance = self.search.meter.with_allowance(allowance);
            let official = self.search.official_line(length.plies);
            self.search.meter.end_allowance(allowance);
            mate.line_exact = official.is_some();
            if let Some(line) = official.or_else(|| self.search.any_line(length.plies)) {
                (mate.line, mate.leftover) = (line.moves, line.leftover);
                if self.options.rule != FutileRule::Off {
                    let allowance = self.search.meter.with_allowance(GREY_NODES);
                    mate.grey = self.search.grey(&mate.line).unwrap_or_default();
                    self.search.meter.end_allowance(allowance);
                }
                return;
            }
            mate.exact = false;
        }
        self.search.set_rule(FutileRule::Off);
        if let Some(tree) = self.kept.as_ref() {
            let line = self.search.line_of_tree(tree, self.options.rule);
            mate.length_estimate = u32::try_from(line.moves.len()).ok();
            (mate.line, mate.leftover) = (line.moves, line.leftover);
        }
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
        let raw = self.checked(&tree)?;
        let mut found = Alternative {
            ply: 1,
            mv,
            length: u32::from(raw),
            exact: false,
        };
        if !self.options.fast {
            self.search.set_rule(self.options.rule);
            let shortest = self.after(mv, |search| search.shortest_after(0, raw - 1));
            if let Some(plies) = shortest.exact {
                (found.length, found.exact) = (u32::from(plies) + 1, true);
            }
        }
        Ok(Some(found))
    }

    /// Why a search came back without an answer: a limit, or a line too long for the stack.
    fn why_not(&self) -> StopReason {
        self.search.meter.reason().unwrap_or(StopReason::Memory)
    }

    fn after<T>(&mut self, mv: Move, ask: impl FnOnce(&mut Search<'_>) -> T) -> T {
        let undo = self.search.position.play(mv);
        let answer = ask(&mut self.search);
        self.search.position.undo(mv, undo);
        answer
    }
}
