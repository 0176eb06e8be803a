//! A search under way: what is known of it, when its answer is due, and that answer.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::search::clock::Clock;
use crate::search::{Limits, Progress};
use crate::shogi::{Move, Position, checks, movegen};
use crate::tsume::{Mate, Outcome, StopReason};

use super::event::{Done, Variation};
use super::options::Settings;
use super::reply::{self, Facts, Score};
use super::words::Note;

/// How long the worker may take to end after `stop` or the end of the time, before its answer is given for it.
const GRACE: Duration = Duration::from_millis(25);

/// Work shorter than this is not reported half done.
const MOMENT: Duration = Duration::from_millis(20);

/// A search that has no answer yet.
#[derive(Debug)]
pub struct Running {
    /// What the worker's reports on it are marked with.
    pub id: u64,
    /// The end of the search, while the answer is held.
    pub done: Option<Box<Done>>,
    /// A proved mate.
    pub mate: Option<Box<Mate>>,
    /// Several mating first moves, if they were asked for.
    pub lines: Vec<Variation>,
    root: Root,
    limits: Limits,
    clock: Clock,
    /// When the answer is due at the latest, since the start.
    due: Option<Duration>,
    /// The time limit, counted from the moment the answer is no longer held.
    time: Option<Duration>,
    held: bool,
    last_info_ms: u64,
    facts: Facts,
}

/// What was asked.
#[derive(Clone, Debug)]
pub struct Root {
    /// The position.
    pub position: Position,
    /// Whether the side to move is the one to be mated.
    pub is_defence: bool,
    /// Whether `checkmate` is the answer, not `bestmove`.
    pub asks_mate: bool,
}

impl Running {
    /// A search that starts now. If it is `held`, its answer waits and its time does not count yet.
    #[must_use]
    pub fn start(
        id: u64,
        root: Root,
        limits: Limits,
        (time, held): (Option<Duration>, bool),
    ) -> Self {
        let mut running = Self {
            id,
            done: None,
            mate: None,
            lines: Vec::new(),
            root,
            limits,
            clock: Clock::start(),
            due: None,
            time,
            held,
            last_info_ms: 0,
            facts: Facts::default(),
        };
        running.start_time();
        running
    }

    /// Whether the answer waits for `stop` or `ponderhit`.
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.held
    }

    /// How long its answer may still be waited for; `None` is for ever.
    #[must_use]
    pub fn patience(&self) -> Option<Duration> {
        self.due.map(|due| due.saturating_sub(self.clock.elapsed()))
    }

    /// Tells the worker to end; the answer is due in a moment.
    pub fn stop(&mut self) {
        self.cancel();
        self.held = false;
        self.due_within(GRACE);
    }

    /// Tells the worker to end.
    pub fn cancel(&self) {
        self.limits.stop.store(true, Ordering::Relaxed);
    }

    /// The answer need not be held back any longer; time counts from now on.
    pub fn release(&mut self) {
        self.held = false;
        self.start_time();
    }

    fn start_time(&mut self) {
        if let Some(time) = self.time.filter(|_| !self.held) {
            self.due_within(time.saturating_add(GRACE));
        }
    }

    /// The answer is due within `time`, or sooner.
    pub fn due_within(&mut self, time: Duration) {
        let due = self.clock.elapsed().saturating_add(time);
        self.due = Some(self.due.map_or(due, |known| known.min(due)));
    }

    /// Remembers how far it is.
    pub fn note(&mut self, progress: &Progress) {
        self.facts.depth = progress.bound.unwrap_or(progress.depth);
        self.facts.seldepth = self.facts.seldepth.max(progress.depth);
        self.facts.nodes = progress.nodes;
        self.facts.hashfull = reply::thousandths(progress.table_fill);
    }

    /// Whether the last `info` is at least so long ago; the next one is then taken for given.
    pub fn is_time_for_info(&mut self, interval_ms: u64) -> bool {
        let now = self.clock.elapsed_ms();
        let due = now >= self.last_info_ms.saturating_add(interval_ms);
        if due {
            self.last_info_ms = now;
        }
        due
    }

    /// Whether it has lasted long enough for a mate without length to be news.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.clock.elapsed() >= MOMENT
    }

    /// How far it is, with the mate if there is one.
    #[must_use]
    pub fn info(&self) -> String {
        match self.mate.as_ref().filter(|mate| !mate.line.is_empty()) {
            Some(mate) => self.info_of(&Score::of(mate, self.root.is_defence)),
            None => reply::info(&self.facts_now(), None),
        }
    }

    fn info_of(&self, score: &Score<'_>) -> String {
        let length = u32::try_from(score.line.len()).unwrap_or(u32::MAX);
        let mut facts = self.facts_now();
        facts.depth = facts.depth.max(length);
        facts.seldepth = facts.seldepth.max(length);
        reply::info(&facts, Some(score))
    }

    fn facts_now(&self) -> Facts {
        Facts {
            time_ms: self.clock.elapsed_ms(),
            ..self.facts
        }
    }

    /// One line for each mating first move to be shown.
    #[must_use]
    pub fn results(&self) -> Vec<String> {
        if self.lines.is_empty() {
            return vec![self.info()];
        }
        let ranked = (1..).zip(&self.lines).map(|(rank, variation)| {
            self.info_of(&Score {
                length: variation.length,
                is_mated: self.root.is_defence,
                line: &variation.line,
                rank: Some(rank),
            })
        });
        ranked.collect()
    }

    /// The answer by what is known, and what is to be said before it. The worker is told to end.
    #[must_use]
    pub fn answer(mut self, settings: &Settings) -> Vec<String> {
        self.cancel();
        let mut notes = Vec::new();
        let (mut no_mate, mut escape) = (false, None);
        if let Some(done) = self.done.take() {
            self.facts.nodes = self.facts.nodes.max(done.nodes);
            self.facts.hashfull = self.facts.hashfull.max(done.hashfull);
            escape = done.escape;
            let Some(answer) = done.answer else {
                notes.push(Note::Crashed);
                return self.lines_of(&notes, None, settings);
            };
            match (answer.outcome, answer.stop) {
                (Outcome::Mate(mate), _) => {
                    if !mate.exact && !settings.fast {
                        notes.push(Note::NotProvedShortest(answer.lower_bound, mate.length));
                    }
                    self.mate = Some(mate);
                }
                (Outcome::NoMate, _) => no_mate = true,
                (Outcome::Unknown, Some(StopReason::Time | StopReason::Interrupted)) => {}
                (Outcome::Unknown, Some(reason)) => notes.push(Note::GaveUp(reason)),
                (Outcome::Unknown, None) => notes.push(Note::NoneBelow(answer.lower_bound)),
            }
        }
        if no_mate && self.root.asks_mate {
            return vec!["checkmate nomate".to_owned()];
        }
        self.lines_of(&notes, escape, settings)
    }

    fn lines_of(&self, notes: &[Note], escape: Option<Move>, settings: &Settings) -> Vec<String> {
        let say = |note: &Note| format!("info string {}", note.text(settings.lang));
        let mut lines: Vec<String> = notes.iter().map(say).collect();
        let position = &self.root.position;
        let Some(mate) = &self.mate else {
            let move_wanted = || escape.or_else(|| some_move(position));
            lines.push(without_mate(self.root.asks_mate, move_wanted, settings));
            return lines;
        };
        if mate.line.is_empty() {
            lines.push(say(&Note::MatedAlready));
        } else {
            lines.extend(self.results());
        }
        lines.push(if self.root.asks_mate {
            reply::checkmate(&mate.line)
        } else {
            let futile = || movegen::legal_moves(position).first().copied();
            reply::bestmove(mate.line.first().copied().or_else(futile))
        });
        lines
    }
}

/// The answer when no mate is known; `mv` is asked for a move if moves are wanted then.
pub fn without_mate(
    asks_mate: bool,
    mv: impl FnOnce() -> Option<Move>,
    settings: &Settings,
) -> String {
    if asks_mate {
        format!("checkmate {}", settings.unknown)
    } else if settings.moves_without_mate {
        reply::bestmove(mv())
    } else {
        reply::bestmove(None)
    }
}

/// A legal move for want of a better one, a check if there is one.
fn some_move(position: &Position) -> Option<Move> {
    let legal = movegen::legal_moves(position);
    let check = legal.iter().find(|&&mv| checks::gives_check(position, mv));
    check.or_else(|| legal.first()).copied()
}
