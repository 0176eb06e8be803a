//! `kanju bench`: the same problems on every machine, with 1, 2, 4, … threads.

use std::io::{self, ErrorKind, Write};
use std::num::NonZero;
use std::sync::atomic::Ordering;

use crate::format::{Entry, FillHand, collection};
use crate::report::Bench;
use crate::report::bench::Round;
use crate::search::clock::Clock;
use crate::search::{Limits, Options, Silent, Solver};
use crate::tsume::{Outcome, Problem, StopReason};

use super::args::{BenchArgs, BenchFormat};
use super::exit::Code;
use super::plan;
use super::run;

/// The files of the collection that the problems are taken from.
const FILES: [&str; 3] = [
    include_str!("../../problems/long/classics.sfen"),
    include_str!("../../problems/long/made.sfen"),
    include_str!("../../problems/long/scattered.sfen"),
];

/// Problems of which any mate will do, or the proof that there is none.
const FAST: [&str; 7] = [
    "kemuri",
    "kotobuki",
    "scattered-2",
    "scattered-3",
    "scattered-4",
    "scattered-5",
    "scattered-6",
];

/// Problems whose length is to be proved.
const EXACT: [&str; 5] = [
    "scattered-1",
    "corner-eleven",
    "knights-fifteen",
    "horse-gift-fifteen",
    "bishop-gift-fifteen",
];

/// The table unless another is asked for: the same everywhere, as the nodes depend on it.
const TABLE: usize = 256 << 20;

/// A problem and how it is to be solved.
#[derive(Debug)]
struct Work {
    problem: Problem,
    fast: bool,
}

/// Runs the command.
///
/// # Errors
/// If the results cannot be written; a reader who has gone is no error.
pub fn run(args: &BenchArgs) -> anyhow::Result<Code> {
    let limits = Limits::default();
    run::catch_interrupts(&limits.stop, true)?;
    match measure(args, &works(), &limits, &mut io::stdout().lock()) {
        Ok(bench) if bench.is_interrupted() => Ok(Code::Interrupted),
        Ok(bench) if bench.is_undecided() => Ok(Code::Unknown),
        Ok(_) => Ok(Code::Fine),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Code::Fine),
        Err(error) => Err(error.into()),
    }
}

/// Solves all works in rounds, and writes each row as soon as it is known.
fn measure(
    args: &BenchArgs,
    works: &[Work],
    limits: &Limits,
    output: &mut impl Write,
) -> io::Result<Bench> {
    let cores = plan::cores();
    let lang = args.lang.map_or_else(plan::locale, plan::lang);
    let in_text = args.format == BenchFormat::Text;
    let mut bench = Bench {
        problems: works.len(),
        table_bytes: args.table.unwrap_or(TABLE),
        cores,
        rounds: Vec::new(),
    };
    if in_text {
        write(output, &Bench::head(lang))?;
    }
    for threads in steps(args.threads.map_or(cores, NonZero::get)) {
        let options = Options {
            table_bytes: bench.table_bytes,
            threads,
            ..Options::default()
        };
        bench.rounds.push(round(works, options, limits));
        if in_text {
            write(output, &bench.last_row())?;
        }
        if bench.is_interrupted() {
            break;
        }
    }
    let end = if in_text {
        bench.foot(lang)
    } else {
        bench.json()
    };
    write(output, &end)?;
    Ok(bench)
}

fn write(output: &mut impl Write, text: &str) -> io::Result<()> {
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// One, two, four and so on up to `most`, and `most` itself.
fn steps(most: usize) -> Vec<usize> {
    let doubled = std::iter::successors(Some(1), |threads| Some(threads * 2));
    let below = doubled.take_while(|&threads| threads < most);
    below.chain([most]).collect()
}

/// Solves each work once, with a table of its own.
fn round(works: &[Work], options: Options, limits: &Limits) -> Round {
    let clock = Clock::start();
    let mut round = Round {
        threads: options.threads,
        ..Round::default()
    };
    for work in works {
        let mut solver = Solver::new(Options {
            fast: work.fast,
            ..options
        });
        let answer = solver.solve(&work.problem, limits, &Silent);
        round.solved += usize::from(!matches!(answer.outcome, Outcome::Unknown));
        round.nodes += answer.cost.nodes;
        round.cpu_ms += answer.cost.cpu_ms;
        round.time_ms = clock.elapsed_ms();
        if answer.stop == Some(StopReason::Interrupted) || limits.stop.load(Ordering::Relaxed) {
            return round;
        }
    }
    round.complete = true;
    round
}

/// The problems, in the order of their files.
fn works() -> Vec<Work> {
    let entries = FILES
        .iter()
        .flat_map(|text| collection::read(text, FillHand::No));
    let work = |entry: Entry| {
        let id = entry.header.id?;
        let fast = FAST.contains(&id.as_str());
        let wanted = fast || EXACT.contains(&id.as_str());
        let problem = entry.problem.ok().filter(|_| wanted)?;
        Some(Work { problem, fast })
    };
    entries.filter_map(work).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(format: BenchFormat, threads: usize) -> BenchArgs {
        BenchArgs {
            threads: NonZero::new(threads),
            table: Some(16 << 20),
            format,
            lang: None,
        }
    }

    /// The works that take little.
    fn short() -> Vec<Work> {
        let works = works().into_iter();
        works.filter(|work| !work.fast).skip(1).collect()
    }

    #[test]
    fn the_problems_are_all_there() {
        let works = works();
        assert_eq!(works.len(), FAST.len() + EXACT.len());
        let fast = works.iter().filter(|work| work.fast).count();
        assert_eq!(fast, FAST.len());
    }

    #[test]
    fn threads_are_doubled() {
        assert_eq!(steps(1), [1]);
        assert_eq!(steps(2), [1, 2]);
        assert_eq!(steps(6), [1, 2, 4, 6]);
        assert_eq!(steps(8), [1, 2, 4, 8]);
    }

    #[test]
    fn one_thread_leaves_a_signature() {
        let run = || {
            let mut output = Vec::new();
            let args = args(BenchFormat::Text, 2);
            let bench = measure(&args, &short(), &Limits::default(), &mut output).unwrap();
            let lines = String::from_utf8(output).unwrap().lines().count();
            assert_eq!((lines, bench.rounds.len()), (4, 2));
            assert!(!bench.is_interrupted() && !bench.is_undecided());
            bench.signature().unwrap()
        };
        assert_eq!(run(), run());
    }

    #[test]
    fn an_interrupt_leaves_what_is_known() {
        let limits = Limits::default();
        limits.stop.store(true, Ordering::Relaxed);
        let mut output = Vec::new();
        let bench = measure(&args(BenchFormat::Json, 4), &short(), &limits, &mut output).unwrap();
        assert!(bench.is_interrupted());
        assert_eq!((bench.rounds.len(), bench.signature()), (1, None));
        assert!(
            String::from_utf8(output)
                .unwrap()
                .contains("\"stop\":\"interrupted\"")
        );
    }
}
