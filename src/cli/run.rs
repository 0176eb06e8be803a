//! `kanju solve` and `kanju verify`: every input read, worked on and reported, at a glance.

use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context;

use crate::batch::{self, RunError, Summary};
use crate::report::Printer;
use crate::search::clock::Clock;

use super::args::{SolveArgs, VerifyArgs};
use super::exit::Code;
use super::inputs::{self, Inputs, Source};
use super::jobs::Jobs;
use super::plan::Plan;
use super::progress::Display;
use super::usi;

/// Mate length, main line and leftover pieces of every input.
///
/// # Errors
/// If the workers cannot be started or the results cannot be written.
pub fn solve(args: &SolveArgs) -> anyhow::Result<Code> {
    run(&Plan::of_solve(args), &args.inputs, Code::of_solve)
}

/// The same, and whether every input is a sound work.
///
/// # Errors
/// If the workers cannot be started or the results cannot be written.
pub fn verify(args: &VerifyArgs) -> anyhow::Result<Code> {
    run(&Plan::of_verify(args), &args.inputs, Code::of_verify)
}

fn run(plan: &Plan, inputs: &[String], code: fn(&Summary) -> Code) -> anyhow::Result<Code> {
    let Inputs { sources, skipped } = Inputs::new(inputs);
    for folder in skipped.iter().filter(|_| plan.remarks) {
        eprintln!("kanju: {folder}");
    }
    let total = plan.progress.then(|| inputs::estimate(&sources)).flatten();
    let stop = plan.stop_flag();
    catch_interrupts(&stop, plan.remarks)?;
    if sources == [Source::Stdin] && usi::is_asked_for(&stop) {
        return usi::run();
    }
    let mut jobs = Jobs::new(sources, plan.manner, Arc::clone(&stop));
    let several = plan.depends_on_number() && jobs.are_several();
    let display = match (plan.progress, several) {
        (false, _) => Display::hidden(),
        (true, false) => Display::single(),
        (true, true) => Display::several(total),
    };
    let result = work(jobs, plan, several, &display);
    display.finish();
    match result {
        Ok(_) if stop.load(Ordering::Relaxed) => Ok(Code::Interrupted),
        Ok(summary) if summary.total() == 0 => {
            eprintln!("kanju: no problem found in {}", inputs.join(", "));
            Ok(Code::Invalid)
        }
        Ok(summary) => Ok(code(&summary)),
        Err(RunError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(Code::Fine),
        Err(error) => Err(error.into()),
    }
}

/// Solves all jobs and writes each record as soon as it is due.
fn work(jobs: Jobs, plan: &Plan, several: bool, display: &Display) -> Result<Summary, RunError> {
    let mut output = io::stdout().lock();
    let mut printer = Printer::new(plan.form, plan.style, plan.run());
    write(&mut output, display, &printer.head())?;
    let summary = batch::run(jobs, &plan.batch(several), display, |record| {
        let bytes = printer.record(record);
        display.advance();
        write(&mut output, display, &bytes)
    })?;
    write(&mut output, display, &printer.foot(&summary))?;
    Ok(summary)
}

fn write(output: &mut impl Write, display: &Display, bytes: &[u8]) -> io::Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    display.aside(|| {
        output.write_all(bytes)?;
        output.flush()
    })
}

/// Interrupts so close together are one: `timeout` sends two.
const ONE_INTERRUPT: Duration = Duration::from_millis(200);

/// Lets the first interrupt end the run in good order and the second end it at once.
///
/// # Errors
/// If the system does not allow it.
pub fn catch_interrupts(stop: &Arc<AtomicBool>, remarks: bool) -> anyhow::Result<()> {
    let stop = Arc::clone(stop);
    let first = OnceLock::new();
    let handler = move || {
        let since_first = first.get_or_init(Clock::start).elapsed();
        if stop.swap(true, Ordering::Relaxed) {
            if since_first > ONE_INTERRUPT {
                std::process::exit(i32::from(Code::Interrupted.number()));
            }
            return;
        }
        if remarks {
            eprintln!("interrupted; once more ends at once");
        }
    };
    ctrlc::set_handler(handler).context("cannot watch for interrupts")
}
