//! The state machine between the lines of the other side and the worker.
//!
//! Every `go` gets exactly one answer, whatever comes in between; an answer is given when the worker is done, or,
//! with what is known until then, a moment after `stop` or the end of the time. A worker that is late is not waited for:
//! what it still tells is of no interest.

use std::sync::mpsc::Sender;
use std::time::Duration;

use crate::search::{Limits, Question};
use crate::shogi::{Color, Position};

use super::command::{Command, Go};
use super::event::{News, Told};
use super::lines::Line;
use super::options::{self, Settings};
use super::place;
use super::running::{self, Root, Running};
use super::words::Note;
use super::worker::{Job, Machine, Task};

/// How long a search may go on after the end of the input.
const LAST_SEARCH: Duration = Duration::from_secs(5);

/// A session with one partner.
#[derive(Debug)]
pub struct Session {
    settings: Settings,
    place: Result<Position, Note>,
    jobs: Sender<Job>,
    last_id: u64,
    running: Option<Running>,
    out: Vec<String>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// No more input; a last answer may be due.
    Closing,
    Over,
}

impl Session {
    /// A session whose searches are done by whoever takes the jobs.
    #[must_use]
    pub fn new(jobs: Sender<Job>) -> Self {
        Self {
            settings: Settings::default(),
            place: Ok(place::start()),
            jobs,
            last_id: 0,
            running: None,
            out: Vec::new(),
            state: State::Open,
        }
    }

    /// Whether nothing more will be said.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// What is to be said now.
    pub fn take_lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.out)
    }

    /// How long to wait for the next event before [`Session::look_at_clock`]; `None` is for ever.
    #[must_use]
    pub fn patience(&self) -> Option<Duration> {
        self.running.as_ref()?.patience()
    }

    /// Gives an answer that is due.
    pub fn look_at_clock(&mut self) {
        if self.patience() == Some(Duration::ZERO) {
            self.answer();
        }
    }

    /// Takes a line.
    pub fn hear(&mut self, line: &Line) {
        match line {
            Line::Text(text) => self.obey(Command::parse(text)),
            Line::TooLong => self.say(&Note::LineTooLong),
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Nothing | Command::NewGame => {}
            Command::Usi => self.out.extend(options::introduction()),
            Command::IsReady => {
                self.give(Job::Prepare(self.machine()));
                self.out.push("readyok".to_owned());
            }
            Command::SetOption { name, value } => {
                if let Err(note) = self.settings.set(&name, &value) {
                    self.say(&note);
                }
            }
            Command::Position(text) => {
                self.place = place::read(&text);
                if let Err(note) = &self.place {
                    let note = note.clone();
                    self.say(&note);
                }
            }
            Command::Go(go) => self.go(&go),
            Command::Stop | Command::GameOver => self.stop(),
            Command::PonderHit => self.release(),
            Command::Quit => self.quit(),
            Command::Unknown(line) => self.say(&Note::UnknownCommand(line)),
        }
    }

    /// The end of the input: a search gets a little time to come to its answer.
    pub fn end_of_input(&mut self) {
        self.release();
        if let Some(running) = &mut self.running {
            running.due_within(LAST_SEARCH);
            self.state = State::Closing;
        } else {
            self.state = State::Over;
        }
    }

    fn quit(&mut self) {
        if let Some(running) = self.running.take() {
            running.cancel();
        }
        self.state = State::Over;
    }

    fn say(&mut self, note: &Note) {
        let text = note.text(self.settings.lang);
        self.out.push(format!("info string {text}"));
    }

    const fn machine(&self) -> Machine {
        Machine {
            table_bytes: self.settings.hash_mib.saturating_mul(1 << 20),
            threads: self.settings.threads,
        }
    }

    /// Hands a job to the worker. It is there as long as the session is.
    fn give(&self, job: Job) {
        let _ = self.jobs.send(job);
    }

    fn go(&mut self, go: &Go) {
        if self.running.is_some() {
            self.say(&Note::SearchCutShort);
            self.answer();
        }
        let place = self.place.clone();
        let checked_is_defender = self.settings.checked_is_defender;
        let root = place.and_then(|position| {
            let attacker = place::attacker(&position, checked_is_defender)?;
            Ok((position, attacker))
        });
        match root {
            Ok((position, attacker)) => self.search(go, position, attacker),
            Err(note) => {
                self.say(&note);
                let reply = running::without_mate(go.mate, || None, &self.settings);
                self.out.push(reply);
            }
        }
    }

    fn search(&mut self, go: &Go, position: Position, attacker: Color) {
        let is_defence = position.turn() != attacker;
        if is_defence && place::is_doubtful(&position) {
            self.say(&Note::TakenForDefender);
        }
        self.last_id += 1;
        let (time, held) = (go.time(position.turn()), go.is_held());
        let limits = Limits {
            max_nodes: least(go.nodes, self.settings.max_nodes),
            max_time: time.filter(|_| !held),
            ..Limits::default()
        };
        let max_plies = go.depth.and_then(options::plies_limit);
        let task = Task {
            id: self.last_id,
            machine: self.machine(),
            question: Question {
                position: position.clone(),
                attacker,
                rule: self.settings.rule,
                fast: self.settings.fast,
                max_plies: least(max_plies, self.settings.max_plies),
            },
            limits: limits.clone(),
            lines: self.settings.multi_pv,
            wants_escape: !go.mate && self.settings.moves_without_mate,
        };
        self.give(Job::Search(Box::new(task)));
        let root = Root {
            position,
            is_defence,
            asks_mate: go.mate,
        };
        self.running = Some(Running::start(self.last_id, root, limits, (time, held)));
    }

    /// Ends the search; its answer comes within a moment.
    fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stop();
            self.answer_if_done();
        }
    }

    /// An answer need not be held back any longer.
    fn release(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.is_held()) {
            running.release();
            self.answer_if_done();
        }
    }

    /// Takes what the worker tells.
    pub fn learn(&mut self, told: Told) {
        let interval_ms = self.settings.pv_interval_ms;
        let Some(running) = self
            .running
            .as_mut()
            .filter(|running| running.id == told.id)
        else {
            return;
        };
        match told.news {
            News::Progress(progress) => {
                running.note(&progress);
                if running.is_time_for_info(interval_ms) {
                    self.out.push(running.info());
                }
            }
            News::Mate(mate) => {
                running.mate = Some(mate);
                if running.is_long() {
                    self.out.push(running.info());
                }
            }
            News::Lines(lines) => {
                running.lines = lines;
                if running.is_time_for_info(interval_ms) {
                    self.out.extend(running.results());
                }
            }
            News::Done(done) => {
                running.done = Some(done);
                self.answer_if_done();
            }
        }
    }

    fn answer_if_done(&mut self) {
        let is_ready = |running: &Running| running.done.is_some() && !running.is_held();
        if self.running.as_ref().is_some_and(is_ready) {
            self.answer();
        }
    }

    /// Answers the running search by what is known.
    fn answer(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        if self.state == State::Closing {
            self.state = State::Over;
        }
        self.out.extend(running.answer(&self.settings));
    }
}

/// The smaller of two limits.
fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    a.into_iter().chain(b).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Options, Silent, Solver};
    use crate::usi::event::Done;
    use std::sync::atomic::Ordering;
    use std::sync::mpsc::{Receiver, channel};

    const MATE_IN_3: &str = "8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1";

    fn session() -> (Session, Receiver<Job>) {
        let (sender, jobs) = channel();
        (Session::new(sender), jobs)
    }

    fn say(session: &mut Session, lines: &str) -> Vec<String> {
        for line in lines.split('\n') {
            session.hear(&Line::Text(line.to_owned()));
        }
        session.take_lines()
    }

    fn next_task(jobs: &Receiver<Job>) -> Task {
        match jobs.try_recv() {
            Ok(Job::Search(task)) => *task,
            other => panic!("{other:?} is no search"),
        }
    }

    /// Works on a task and tells the session.
    fn work(session: &mut Session, task: &Task) {
        let mut solver = Solver::new(Options {
            table_bytes: 1 << 20,
            ..Options::default()
        });
        let answer = solver.ask(&task.question, &Limits::default(), &Silent);
        let done = Done {
            nodes: answer.cost.nodes,
            answer: Some(answer),
            hashfull: 0,
            escape: None,
        };
        let news = News::Done(Box::new(done));
        session.learn(Told { id: task.id, news });
    }

    #[test]
    fn a_search_is_answered_once_when_it_is_done() {
        let (mut session, jobs) = session();
        assert!(
            say(
                &mut session,
                &format!("position sfen {MATE_IN_3}\ngo mate 500")
            )
            .is_empty()
        );
        let task = next_task(&jobs);
        assert_eq!(task.limits.max_time, Some(Duration::from_millis(500)));
        assert!(
            session
                .patience()
                .is_some_and(|patience| patience > Duration::from_millis(400))
        );
        work(&mut session, &task);
        let lines = session.take_lines();
        assert!(lines[0].starts_with("info depth 3 "), "{lines:?}");
        assert!(
            lines[0].ends_with(" score mate 3 pv R*2a 1a1b 2a2b+"),
            "{lines:?}"
        );
        assert_eq!(lines[1..], ["checkmate R*2a 1a1b 2a2b+"]);
        work(&mut session, &task);
        assert!(say(&mut session, "stop\nponderhit\ngameover win").is_empty());
        assert_eq!(session.patience(), None);
    }

    #[test]
    fn a_late_worker_is_not_waited_for() {
        let (mut session, jobs) = session();
        assert!(say(&mut session, "go mate infinite\nstop\nstop").is_empty());
        let task = next_task(&jobs);
        assert!(task.limits.stop.load(Ordering::Relaxed));
        while session.take_lines().is_empty() {
            std::thread::sleep(session.patience().unwrap());
            session.look_at_clock();
        }
        work(&mut session, &task);
        assert!(session.take_lines().is_empty());
    }

    #[test]
    fn another_go_ends_the_one_before() {
        let (mut session, jobs) = session();
        say(&mut session, &format!("go mate\nposition sfen {MATE_IN_3}"));
        let first = next_task(&jobs);
        let lines = say(&mut session, "go");
        assert!(lines[0].starts_with("info string go during"));
        assert_eq!(lines[1..], ["checkmate timeout"]);
        assert!(first.limits.stop.load(Ordering::Relaxed));
        work(&mut session, &first);
        assert!(session.take_lines().is_empty());
        work(&mut session, &next_task(&jobs));
        assert_eq!(session.take_lines().last().unwrap(), "bestmove R*2a");
    }

    #[test]
    fn an_endless_go_waits_for_stop() {
        let (mut session, jobs) = session();
        say(
            &mut session,
            &format!("position sfen {MATE_IN_3}\ngo infinite"),
        );
        work(&mut session, &next_task(&jobs));
        assert!(session.take_lines().is_empty());
        assert_eq!(say(&mut session, "stop").last().unwrap(), "bestmove R*2a");
        say(&mut session, "go ponder btime 0 wtime 0 byoyomi 1000");
        let task = next_task(&jobs);
        assert_eq!((task.limits.max_time, session.patience()), (None, None));
        assert!(say(&mut session, "ponderhit").is_empty());
        assert!(session.patience().is_some());
        work(&mut session, &task);
        assert_eq!(session.take_lines().last().unwrap(), "bestmove R*2a");
    }
}
