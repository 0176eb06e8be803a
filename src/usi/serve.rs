//! The session brought together with the outside: one thread reads, one searches, this one writes.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::thread;

use super::event::Event;
use super::lines;
use super::session::Session;
use super::worker;

/// Events that may wait; a partner or a worker that is faster than this thread then waits, too.
const WAITING: usize = 64;

/// Talks with the partner until `quit` or the end of the input. Returns at once then; threads that still read or
/// search end by themselves, or with the program.
///
/// # Errors
/// If a thread cannot be started, or the output cannot be written.
pub fn serve(input: impl BufRead + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
    let (sender, events) = sync_channel(WAITING);
    let (jobs, orders) = channel();
    let news = sender.clone();
    thread::Builder::new().spawn(move || worker::run(&orders, &news))?;
    thread::Builder::new().spawn(move || read(input, &sender))?;
    talk(Session::new(jobs), &events, output)
}

fn read(mut input: impl BufRead, events: &SyncSender<Event>) {
    while let Ok(Some(line)) = lines::next_line(&mut input) {
        if events.send(Event::Heard(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

fn talk(mut session: Session, events: &Receiver<Event>, output: &mut dyn Write) -> io::Result<()> {
    while !session.is_over() {
        let event = match session.patience() {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(patience) => events.recv_timeout(patience),
        };
        match event {
            Ok(Event::Heard(line)) => session.hear(&line),
            Ok(Event::End) => session.end_of_input(),
            Ok(Event::Told(told)) => session.learn(told),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        session.look_at_clock();
        for line in session.take_lines() {
            writeln!(output, "{line}")?;
            output.flush()?;
        }
    }
    Ok(())
}
