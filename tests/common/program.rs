//! Running the program and reading what it writes.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file uses a part of this"
)]

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use serde_json::Value;

pub(super) const MATE_IN_1: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
pub(super) const MATE_IN_3: &str = "8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1";
pub(super) const NO_MATE: &str = "7lk/9/7+P1/9/9/9/9/9/9 b P2r2b4g4s4n3l16p 1";
pub(super) const TWO_PAWNS: &str = "4k4/9/4P4/4P4/9/9/9/9/9 b G2r2b3g4s4n4l16p 1";

pub(super) fn kanju() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kanju"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"] {
        command.env_remove(name);
    }
    command.args(["--table", "16M"]);
    command
}

pub(super) fn run(args: &[&str]) -> Output {
    kanju().args(args).output().unwrap()
}

/// Runs `kanju verify`.
pub(super) fn verify(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kanju"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"] {
        command.env_remove(name);
    }
    let command = command.args(["verify", "--table", "16M"]);
    command.args(args).output().unwrap()
}

pub(super) fn spawn(args: &[&str]) -> Child {
    let mut command = kanju();
    command.args(args).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

pub(super) fn run_with(args: &[&str], input: &str) -> Output {
    let mut child = spawn(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeder = thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

pub(super) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub(super) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(super) fn objects(output: &Output) -> Vec<Value> {
    let text = stdout(output);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

pub(super) fn solved(sfen: &str, options: &[&str]) -> Value {
    let mut args = vec![sfen, "--format", "jsonl"];
    args.extend(options);
    let mut objects = objects(&run(&args));
    assert_eq!(objects.len(), 1);
    objects.remove(0)
}
