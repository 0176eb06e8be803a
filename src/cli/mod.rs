//! The program: what was typed becomes a plan, one room is called, its results are written.
//!
//! The only room that prints, reads files or ends the program.
#![expect(
    clippy::print_stderr,
    clippy::exit,
    reason = "a program talks to its terminal and ends itself"
)]

pub mod units;
pub mod args;
pub mod reading;
pub mod plan;
pub mod exit;
pub mod inputs;
pub mod usage;
pub mod stdin;
pub mod blocks;
pub mod jobs;
pub mod progress;
pub mod usi;
pub mod run;
pub mod bench;

use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use clap::{CommandFactory, Parser};

use args::{Args, Command};
use exit::Code;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let args = match Args::try_parse().and_then(refuse_slips) {
        Ok(args) => args,
        Err(_) if is_started_as_engine() => return ended(usi::run()),
        Err(error) => {
            let _ = error.print();
            let code = u8::try_from(error.exit_code());
            return ExitCode::from(code.unwrap_or(Code::Usage.number()));
        }
    };
    ended(match args.command {
        Some(Command::Solve(args)) => run::solve(&args),
        Some(Command::Verify(args)) => run::verify(&args),
        Some(Command::Usi) => usi::run(),
        Some(Command::Bench(args)) => bench::run(&args),
        None => run::solve(&args.solve),
    })
}

/// Whether there are no arguments and a program on the other side wants an engine.
fn is_started_as_engine() -> bool {
    env::args_os().len() == 1
        && !io::stdin().is_terminal()
        && usi::is_asked_for(&AtomicBool::new(false))
}

fn ended(result: anyhow::Result<Code>) -> ExitCode {
    match result {
        Ok(code) => ExitCode::from(code.number()),
        Err(error) => {
            eprintln!("kanju: {error:#}");
            ExitCode::from(Code::Usage.number())
        }
    }
}

/// Refuses inputs that cannot be meant as such.
fn refuse_slips(args: Args) -> Result<Args, clap::Error> {
    match usage::fault(&args) {
        None => Ok(args),
        Some((kind, message)) => Err(Args::command().error(kind, message)),
    }
}
