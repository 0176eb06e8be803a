//! Many jobs on a pool of workers, records in the order of the jobs.
//!
//! Jobs are pulled one at a time, so an endless input needs no endless memory: no job is begun that is
//! more than a fixed number of places ahead of the first record still missing.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::search::{Limits, Observer};

use super::job::{Bench, Job, Record, Task};
use super::known::Known;
use super::summary::Summary;

/// Records that may wait for one before them.
const WINDOW: u64 = 1 << 14;

/// Bytes of stack for a worker; long mates are searched by recursion. Only what is used is taken.
const STACK: usize = 64 << 20;

/// How a run is to be worked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Problems side by side, at least 1.
    pub jobs: usize,
    /// What is done with each; the table is that of one worker.
    pub task: Task,
    /// What each may spend. Its stop flag ends the whole run: no further job is begun.
    pub limits: Limits,
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The system gave no threads.
    #[error("cannot start the workers, try fewer with --jobs")]
    Workers(#[from] rayon::ThreadPoolBuildError),
    /// A record could not be written.
    #[error("cannot write the results")]
    Output(#[from] io::Error),
}

/// Works on all jobs and hands each record to `sink` as soon as it and all before it are known.
///
/// # Errors
/// If threads cannot be started, or with the first error of `sink`; the run then ends soon.
pub fn run<I, S>(
    jobs: I,
    plan: &Plan,
    observer: &dyn Observer,
    sink: S,
) -> Result<Summary, RunError>
where
    I: Iterator<Item = Job> + Send,
    S: FnMut(&Record) -> io::Result<()>,
{
    let workers = plan.jobs.max(1);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(workers)
        .stack_size(STACK)
        .build()?;
    let intake = Mutex::new(Intake { jobs, next: 0 });
    let shelf = Shelf::new(workers);
    let known = Known::default();
    let summary = pool.in_place_scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|_| {
                let bench = Bench::new(&plan.task, &known);
                serve(&intake, &shelf, bench, (&plan.limits, observer));
            });
        }
        let _end = End(&shelf, &plan.limits);
        deliver(&shelf, sink)
    })?;
    Ok(summary)
}

/// The jobs still to come.
struct Intake<I> {
    jobs: I,
    next: u64,
}

/// One worker: takes jobs until there are no more.
fn serve<I: Iterator<Item = Job>>(
    intake: &Mutex<Intake<I>>,
    shelf: &Shelf,
    mut bench: Bench<'_>,
    (limits, observer): (&Limits, &dyn Observer),
) {
    let _leave = Leave(shelf);
    while let Some((number, job)) = take(intake, shelf, limits) {
        shelf.put(number, bench.work(job, limits, observer));
    }
}

/// The next job with its number, once there is room for its record.
fn take<I: Iterator<Item = Job>>(
    intake: &Mutex<Intake<I>>,
    shelf: &Shelf,
    limits: &Limits,
) -> Option<(u64, Job)> {
    let mut intake = intake.lock().unwrap_or_else(PoisonError::into_inner);
    if !shelf.wait_for_room(intake.next) || limits.stop.load(Ordering::Relaxed) {
        return None;
    }
    let job = intake.jobs.next()?;
    intake.next += 1;
    Some((intake.next - 1, job))
}

/// Hands over the records in order until all workers have left.
fn deliver(shelf: &Shelf, mut sink: impl FnMut(&Record) -> io::Result<()>) -> io::Result<Summary> {
    let mut summary = Summary::default();
    while let Some(record) = shelf.next() {
        summary.add(&record);
        sink(&record)?;
    }
    Ok(summary)
}

/// Records that wait for their turn.
struct Shelf {
    state: Mutex<ShelfState>,
    changed: Condvar,
}

struct ShelfState {
    /// Finished records by number.
    ready: BTreeMap<u64, Record>,
    /// The number of the next record to hand over.
    next: u64,
    /// Workers that may still bring a record.
    workers: usize,
    /// Nobody takes records any more.
    closed: bool,
}

impl Shelf {
    fn new(workers: usize) -> Self {
        Self {
            state: Mutex::new(ShelfState {
                ready: BTreeMap::new(),
                next: 0,
                workers,
                closed: false,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, ShelfState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, ShelfState>) -> MutexGuard<'a, ShelfState> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until record `number` may be made; `false` if nobody wants it.
    fn wait_for_room(&self, number: u64) -> bool {
        let mut state = self.lock();
        while !state.closed && number >= state.next + WINDOW {
            state = self.wait(state);
        }
        !state.closed
    }

    fn put(&self, number: u64, record: Record) {
        self.lock().ready.insert(number, record);
        self.changed.notify_all();
    }

    /// Waits for the next record in order; `None` when no worker is left to bring it.
    fn next(&self) -> Option<Record> {
        let mut state = self.lock();
        loop {
            let number = state.next;
            if let Some(record) = state.ready.remove(&number) {
                state.next += 1;
                drop(state);
                self.changed.notify_all();
                return Some(record);
            }
            if state.workers == 0 {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// Takes no more records; whether any could still have come.
    fn close(&self) -> bool {
        let mut state = self.lock();
        state.closed = true;
        let any = state.workers > 0;
        drop(state);
        self.changed.notify_all();
        any
    }
}

/// Lets the workers end when nobody takes records any more, whatever the reason.
struct End<'a>(&'a Shelf, &'a Limits);

impl Drop for End<'_> {
    fn drop(&mut self) {
        if self.0.close() {
            self.1.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Tells the shelf that a worker has left, whatever the reason.
struct Leave<'a>(&'a Shelf);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.lock().workers -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::batch::job::{Fault, Origin};
    use crate::search::Options;
    use crate::search::Silent;
    use crate::tsume::{FutileRule, Header};

    fn plan(jobs: usize) -> Plan {
        let options = Options {
            table_bytes: 1 << 20,
            rule: FutileRule::Standard,
            fast: false,
            ..Options::default()
        };
        let limits = Limits::default();
        Plan {
            jobs,
            task: Task::Solve(options),
            limits,
        }
    }

    fn unreadable(line: usize) -> Job {
        Job {
            origin: Origin {
                source: None,
                line: Some(line),
            },
            sfen: None,
            header: Header::default(),
            problem: Err(Fault::default()),
        }
    }

    #[test]
    fn records_come_in_the_order_of_the_jobs() {
        let mut lines = Vec::new();
        let jobs = (0..5000).map(unreadable);
        let summary = run(jobs, &plan(4), &Silent, |record| {
            lines.push(record.origin.line.unwrap());
            Ok(())
        });
        assert_eq!(summary.unwrap().invalid, 5000);
        assert_eq!(lines, (0..5000).collect::<Vec<_>>());
    }

    #[test]
    fn an_endless_input_ends_with_the_output() {
        let mut left = 100_000;
        let jobs = (0..).map(unreadable);
        let result = run(jobs, &plan(3), &Silent, |_| {
            left -= 1;
            if left > 0 {
                Ok(())
            } else {
                Err(io::ErrorKind::BrokenPipe.into())
            }
        });
        assert!(matches!(result, Err(RunError::Output(_))));
    }

    #[test]
    fn a_panic_of_the_receiver_leaves_no_worker_behind() {
        let run = || run((0..).map(unreadable), &plan(2), &Silent, |_| panic!("full"));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }

    #[test]
    fn a_set_flag_begins_no_job() {
        let plan = plan(2);
        plan.limits.stop.store(true, Ordering::Relaxed);
        let summary = run((0..9).map(unreadable), &plan, &Silent, |_| Ok(()));
        assert_eq!(summary.unwrap().total(), 0);
    }
}
