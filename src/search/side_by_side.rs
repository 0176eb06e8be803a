//! Different questions at the same time, each on one thread, over one table.
//!
//! Several threads at one question do some of the work twice; at different ones they do not, and what one finds out serves the others.
//! Each has a session of its own that stands where the common one does. The limits hold for all together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::clock::CpuClock;
use super::session::{Session, Spent};
use super::stack;
use super::team::{Ending, Team};

impl<'a> Session<'a> {
    /// Asks something about each of `items`, for at most `nodes` nodes each, with all threads that are allowed; the answers and
    /// what they took, in the order of the items.
    ///
    /// The last few items, fewer than there are threads, get all threads together, one after another.
    ///
    /// # Panics
    /// If `ask` does.
    pub fn about_each<T: Sync, A: Send>(
        &mut self,
        nodes: u64,
        items: &[T],
        ask: impl Fn(&mut Self, &T) -> A + Sync,
    ) -> Vec<(A, Spent)> {
        let rest = match self.search.threads {
            0 | 1 => items.len(),
            threads => items.len() % threads,
        };
        let several = &items[..items.len() - rest];
        let mut answers: Vec<_> = items.iter().map(|_| None).collect();
        for (index, answer) in self.side_by_side(nodes, several, &ask) {
            answers[index] = Some(answer);
        }
        let mut missing = |item| self.within(nodes, |session| ask(session, item));
        let answers = answers.into_iter().zip(items);
        answers
            .map(|(answer, item)| answer.unwrap_or_else(|| missing(item)))
            .collect()
    }

    /// The answers to several questions by their places; none where no thread could be started.
    fn side_by_side<T: Sync, A: Send>(
        &mut self,
        nodes: u64,
        items: &[T],
        ask: &(impl Fn(&mut Self, &T) -> A + Sync),
    ) -> Vec<(usize, (A, Spent))> {
        if items.is_empty() {
            return Vec::new();
        }
        let team = Arc::new(Team::new(self.search.meter.left()));
        let workers: Vec<_> = (0..self.search.threads)
            .map(|_| self.search.another(self.search.meter.of_helper(&team)))
            .collect();
        self.search.meter.lead(&team);
        let (place, next, team) = (&self.place(), &AtomicUsize::new(0), &*team);
        let answers = std::thread::scope(|scope| {
            let _ending = Ending(team);
            let work = |search| {
                let cpu = CpuClock::start();
                let mut session = place.session(search);
                let mut answers = Vec::new();
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(item) = items.get(index)
                {
                    let answer = session.within(nodes, |session| ask(session, item));
                    answers.push((index, answer));
                }
                session.search.meter.report();
                team.add_cpu_ms(cpu.elapsed_ms());
                answers
            };
            let started: Vec<_> = workers
                .into_iter()
                .filter_map(|search| stack::spawn(scope, move || work(search)).ok())
                .collect();
            let answers = started.into_iter().flat_map(|thread| match thread.join() {
                Ok(answers) => answers,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            answers.collect()
        });
        self.search.meter.part(team.cpu_ms());
        answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Limits, Options, Silent, Solver};
    use crate::shogi::{Move, Position, Setup, checks};
    use crate::tsume::{Problem, StopReason};

    /// A mate in five with many checks.
    const SFEN: &str = "5r1g1/6bkg/7N1/6S2/2+R6/9/9/9/9 b BP2g3s3n4l17p 1";

    /// Asks about each check at the root whether it mates, with so many threads and nodes.
    fn ask_all<T: Send>(
        threads: usize,
        limits: &Limits,
        nodes: u64,
        then: impl FnOnce(&mut Session<'_>, Vec<(Option<bool>, Spent)>) -> T + Send,
    ) -> T {
        let setup: Setup = SFEN.parse().unwrap();
        let problem = Problem::new(Position::try_from(setup).unwrap());
        let mut solver = Solver::new(Options {
            table_bytes: 1 << 20,
            threads,
            ..Options::default()
        });
        solver.session(&problem, limits, &Silent, |session| {
            let mut moves: Vec<Move> = Vec::new();
            checks::checks(session.position(), &mut moves);
            let lost = |session: &mut Session<'_>, mv: &Move| session.after(*mv, Session::is_lost);
            let answers = session.about_each(nodes, &moves, lost);
            assert_eq!(answers.len(), moves.len());
            then(session, answers)
        })
    }

    #[test]
    fn answers_come_in_order_whatever_the_threads() {
        let limits = Limits::default();
        let answers = |threads| {
            ask_all(threads, &limits, u64::MAX, |session, answers| {
                let spent: u64 = answers.iter().map(|(_, spent)| spent.nodes).sum();
                assert_eq!(session.spent().nodes, spent);
                assert_eq!(session.reason(), None);
                answers.into_iter().map(|(mates, _)| mates).collect()
            })
        };
        let one: Vec<Option<bool>> = answers(1);
        assert!(one.contains(&Some(true)) && one.contains(&Some(false)) && !one.contains(&None));
        for threads in [2, 3, 4, 7, 100] {
            assert_eq!(answers(threads), one, "{threads} threads");
        }
    }

    #[test]
    fn running_out_for_one_question_ends_nothing() {
        for threads in [1, 2, 4] {
            ask_all(threads, &Limits::default(), 3, |session, answers| {
                assert!(answers.iter().any(|(mates, _)| mates.is_none()));
                assert_eq!(session.reason(), None);
                assert_eq!(session.is_mate(), Some(true));
            });
        }
    }

    #[test]
    fn the_limit_holds_for_all_together() {
        let limits = Limits {
            max_nodes: Some(2000),
            ..Limits::default()
        };
        for threads in [1, 2, 4] {
            ask_all(threads, &limits, u64::MAX, |session, answers| {
                assert!(answers.iter().any(|(mates, _)| mates.is_none()));
                assert_eq!(session.reason(), Some(StopReason::Nodes));
                assert!(session.spent().nodes < 2000 + 1000 * threads as u64);
            });
        }
    }
}
