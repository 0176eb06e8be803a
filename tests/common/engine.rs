//! The engine as a program on the other side sees it.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file uses a part of this"
)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

pub(super) const MATE_IN_3: &str = "8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1";
pub(super) const NO_MATE: &str = "8k/9/9/9/9/9/9/9/9 b L2r2b4g4s4n3l18p 1";
pub(super) const TWO_FIRST_MOVES: &str = "8k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1";
/// 裸玉 (将棋図巧 98): far beyond a moment's work.
pub(super) const HARD: &str = "8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1";
/// Nobody waits longer for an engine.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// The engine, and the program on the other side.
pub(super) struct Engine {
    child: Child,
    pub(super) stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub(super) fn start(args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kanju"));
        command
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            stdin,
            lines,
        }
    }

    pub(super) fn usi() -> Self {
        let mut engine = Self::start(&["usi"]);
        engine.send("usi\nsetoption name USI_Hash value 16");
        engine.until("usiok");
        engine
    }

    pub(super) fn send(&mut self, lines: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        // In one piece: the engine may end after any line.
        stdin.write_all(format!("{lines}\n").as_bytes()).unwrap();
    }

    pub(super) fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    /// All lines up to the first that starts with `word`, which is the last of them.
    pub(super) fn until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.next());
            if lines.last().unwrap().starts_with(word) {
                return lines;
            }
        }
    }

    pub(super) fn ask(&mut self, lines: &str, word: &str) -> String {
        self.send(lines);
        self.until(word).pop().unwrap()
    }

    pub(super) fn mate(&mut self, sfen: &str) -> String {
        self.ask(
            &format!("position sfen {sfen}\ngo mate infinite"),
            "checkmate",
        )
    }

    /// Whether nothing is said before `readyok`.
    pub(super) fn is_silent(&mut self) -> bool {
        self.send("isready");
        self.next() == "readyok"
    }

    /// Waits for the end of the program; what it still says.
    pub(super) fn rest(mut self) -> (Vec<String>, ExitStatus) {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the engine does not end"),
            }
        }
        (lines, self.child.wait().unwrap())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
