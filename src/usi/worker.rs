//! The thread that searches: it owns the solver and tells what it finds.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

use crate::search::clock::Clock;
use crate::search::{Limits, Observer, Options, Progress, Question, Silent, Solver};
use crate::shogi::{Move, checks, evasions};
use crate::tsume::{Mate, Outcome};

use super::event::{Done, Event, News, Told, Variation};
use super::reply;

/// Something to do.
#[derive(Debug)]
pub enum Job {
    /// Have a solver ready.
    Prepare(Machine),
    /// Answer a question.
    Search(Box<Task>),
}

/// What the solver is made of; another one means another solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Size of the table.
    pub table_bytes: usize,
    /// Threads for one position.
    pub threads: usize,
}

/// A question with all that belongs to it.
#[derive(Debug)]
pub struct Task {
    /// What its reports are marked with.
    pub id: u64,
    /// The solver to use.
    pub machine: Machine,
    /// The question.
    pub question: Question,
    /// What may be spent.
    pub limits: Limits,
    /// How many mating first moves to find at most, the main one included.
    pub lines: usize,
    /// Whether a defender who is not mated wants to know the move that saves him.
    pub wants_escape: bool,
}

/// Works on jobs until there are no more to come.
pub fn run(jobs: &Receiver<Job>, events: &SyncSender<Event>) {
    let mut engine: Option<(Machine, Solver)> = None;
    while let Ok(job) = jobs.recv() {
        let machine = match &job {
            Job::Prepare(machine) => *machine,
            Job::Search(task) => task.machine,
        };
        if engine.as_ref().is_none_or(|(known, _)| *known != machine) {
            // The old table goes before the new one comes.
            drop(engine.take());
        }
        let (_, solver) = engine.get_or_insert_with(|| (machine, solver(machine)));
        let Job::Search(task) = job else { continue };
        if task.limits.stop.load(Ordering::Relaxed) {
            continue;
        }
        let id = task.id;
        let search = || Work::new(&task, solver, events).done();
        let done = catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
            engine = None;
            Done {
                answer: None,
                nodes: 0,
                hashfull: 0,
                escape: None,
            }
        });
        let news = News::Done(Box::new(done));
        if events.send(Event::Told(Told { id, news })).is_err() {
            return;
        }
    }
}

fn solver(machine: Machine) -> Solver {
    Solver::new(Options {
        table_bytes: machine.table_bytes,
        threads: machine.threads,
        ..Options::default()
    })
}

/// Work on one task.
struct Work<'a> {
    task: &'a Task,
    solver: &'a mut Solver,
    events: &'a SyncSender<Event>,
    clock: Clock,
    nodes: u64,
}

impl<'a> Work<'a> {
    fn new(task: &'a Task, solver: &'a mut Solver, events: &'a SyncSender<Event>) -> Self {
        Self {
            task,
            solver,
            events,
            clock: Clock::start(),
            nodes: 0,
        }
    }

    fn done(mut self) -> Done {
        let question = &self.task.question;
        let teller = Teller {
            id: self.task.id,
            events: self.events,
        };
        let answer = self.solver.ask(question, &self.task.limits, &teller);
        self.nodes += answer.cost.nodes;
        let attacks = question.position.turn() == question.attacker;
        let mut escape = None;
        match &answer.outcome {
            Outcome::Mate(mate) if attacks && self.task.lines > 1 => self.tell_others(mate),
            Outcome::NoMate if !attacks && self.task.wants_escape => escape = self.escape(),
            Outcome::Mate(_) | Outcome::NoMate | Outcome::Unknown => {}
        }
        Done {
            answer: Some(answer),
            nodes: self.nodes,
            hashfull: reply::thousandths(self.solver.table_fill()),
            escape,
        }
    }

    /// Asks about the position after `mv`, within what is left of the limits.
    fn ask_after(&mut self, mv: Move) -> Outcome {
        let mut question = self.task.question.clone();
        let _ = question.position.play(mv);
        question.max_plies = question.max_plies.map(|plies| plies.saturating_sub(1));
        let limits = &self.task.limits;
        let rest = Limits {
            max_nodes: limits
                .max_nodes
                .map(|nodes| nodes.saturating_sub(self.nodes)),
            max_time: limits
                .max_time
                .map(|time| time.saturating_sub(self.clock.elapsed())),
            stop: Arc::clone(&limits.stop),
        };
        let answer = self.solver.ask(&question, &rest, &Silent);
        self.nodes += answer.cost.nodes;
        answer.outcome
    }

    /// Looks for the other mating first moves, and tells of the best each time there is a new one.
    fn tell_others(&mut self, main: &Mate) {
        let mut moves = Vec::new();
        checks::checks(&self.task.question.position, &mut moves);
        let mut found = vec![Variation {
            length: main.exact.then_some(main.length),
            line: main.line.clone(),
        }];
        for mv in moves.into_iter().filter(|mv| main.line.first() != Some(mv)) {
            if stopped(&self.task.limits.stop) {
                return;
            }
            let Outcome::Mate(mate) = self.ask_after(mv) else {
                continue;
            };
            found.push(Variation {
                length: mate.exact.then_some(mate.length + 1),
                line: [vec![mv], mate.line].concat(),
            });
            found[1..]
                .sort_by_key(|other| (other.length.is_none(), other.length, other.line.len()));
            found.truncate(self.task.lines);
            if found[1..]
                .iter()
                .any(|other| other.line.first() == Some(&mv))
            {
                self.tell(News::Lines(found.clone()));
            }
        }
    }

    /// A reply after which the attacker is known to have no mate.
    fn escape(&mut self) -> Option<Move> {
        let mut moves = Vec::new();
        evasions::evasions(&self.task.question.position, &mut moves);
        moves
            .into_iter()
            .find(|&mv| !stopped(&self.task.limits.stop) && self.ask_after(mv) == Outcome::NoMate)
    }

    fn tell(&self, news: News) {
        Teller {
            id: self.task.id,
            events: self.events,
        }
        .tell(news);
    }
}

fn stopped(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// Passes on what a search tells.
struct Teller<'a> {
    id: u64,
    events: &'a SyncSender<Event>,
}

impl Teller<'_> {
    /// A listener that has gone needs no news.
    fn tell(&self, news: News) {
        let _ = self.events.send(Event::Told(Told { id: self.id, news }));
    }
}

impl Observer for Teller<'_> {
    fn progress(&self, progress: &Progress) {
        self.tell(News::Progress(*progress));
    }

    fn wants_mates(&self) -> bool {
        true
    }

    fn mate(&self, mate: &Mate) {
        self.tell(News::Mate(Box::new(mate.clone())));
    }
}
