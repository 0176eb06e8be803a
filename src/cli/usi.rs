//! `kanju usi`: the engine on standard input and output.

use std::io::{self, BufRead, BufReader, ErrorKind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use crate::usi;

use super::exit::Code;

/// Runs the command.
///
/// # Errors
/// If a thread cannot be started or the output cannot be written; a partner who has gone is no error.
pub fn run() -> anyhow::Result<Code> {
    let input = BufReader::new(io::stdin());
    match usi::serve(input, &mut io::stdout().lock()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot talk with the other side")
        }
        Ok(()) | Err(_) => Ok(Code::Fine),
    }
}

/// How often the stop flag is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Whether standard input opens with the word `usi`; nothing is taken from it. Waits for its first bytes, or for `stop`.
pub fn is_asked_for(stop: &AtomicBool) -> bool {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let opens = io::stdin().lock().fill_buf().is_ok_and(opens_with_usi);
        let _ = sender.send(opens);
    });
    loop {
        match receiver.recv_timeout(LOOK_EVERY) {
            Ok(opens) => return opens,
            Err(RecvTimeoutError::Disconnected) => return false,
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return false,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn opens_with_usi(bytes: &[u8]) -> bool {
    let line = bytes.split(|&byte| byte == b'\n').next();
    line.is_some_and(|line| line.trim_ascii() == b"usi")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_word_opens_a_session() {
        for text in ["usi", "usi\n", "usi\r\nisready\n"] {
            assert!(opens_with_usi(text.as_bytes()), "{text}");
        }
        for text in ["", "usinewgame\n", "\nusi\n", "sfen usi", "usi x\n"] {
            assert!(!opens_with_usi(text.as_bytes()), "{text}");
        }
    }
}
