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
pub mod stdin;
pub mod blocks;
pub mod jobs;
pub mod progress;
pub mod usi;
pub mod run;

use std::env;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use clap::{CommandFactory, Parser, error::ErrorKind};

use args::{Args, Command};
use exit::Code;

/// Commands that other versions have; here they are no inputs either, lest a typing error is solved.
const OTHER_COMMANDS: [&str; 8] = [
    "batch", "bench", "convert", "diagram", "generate", "dedup", "merge", "proof",
];

/// Commands that stand first, before all options.
const OWN_COMMANDS: [&str; 3] = ["solve", "verify", "usi"];

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let args = match Args::try_parse().and_then(refuse_other_commands) {
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

/// Refuses a first input that is the name of a command this version does not have.
fn refuse_other_commands(args: Args) -> Result<Args, clap::Error> {
    let first = args.solve.inputs.first().map(String::as_str);
    match first {
        Some(name) if OTHER_COMMANDS.contains(&name) && !Path::new(name).exists() => {
            let message =
                format!("this version has no command `{name}`, and no file has that name");
            Err(Args::command().error(ErrorKind::InvalidSubcommand, message))
        }
        Some(name) if OWN_COMMANDS.contains(&name) && !Path::new(name).exists() => {
            let message = format!("options come after the command: kanju {name} …");
            Err(Args::command().error(ErrorKind::InvalidSubcommand, message))
        }
        _ => Ok(args),
    }
}
