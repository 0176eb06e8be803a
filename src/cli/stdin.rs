//! Standard input that can be given up: a thread of its own reads it.
//!
//! A read of a terminal or pipe cannot be interrupted, so whoever waits here looks at the stop flag now
//! and then, and may ask not to wait at all.

use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// Chunks read ahead.
const AHEAD: usize = 4;

/// How often the stop flag is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Standard input; ends early when the stop flag is set.
#[derive(Debug)]
pub struct Stdin {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    used: usize,
    stop: Arc<AtomicBool>,
    hurry: Arc<AtomicBool>,
}

impl Stdin {
    /// Starts to read. While `hurry` is set, a read that would wait long fails with
    /// [`ErrorKind::WouldBlock`].
    #[must_use]
    pub fn open(stop: Arc<AtomicBool>, hurry: Arc<AtomicBool>) -> Self {
        let (sender, chunks) = sync_channel(AHEAD);
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            loop {
                let mut chunk = vec![0; CHUNK];
                let message = match stdin.read(&mut chunk) {
                    Ok(0) => return,
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Ok(length) => {
                        chunk.truncate(length);
                        Ok(chunk)
                    }
                    Err(error) => Err(error),
                };
                let failed = message.is_err();
                if sender.send(message).is_err() || failed {
                    return;
                }
            }
        });
        Self {
            chunks,
            chunk: Vec::new(),
            used: 0,
            stop,
            hurry,
        }
    }

    /// Waits for the next chunk; an empty one is the end.
    fn receive(&self) -> io::Result<Vec<u8>> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(Vec::new());
            }
            match self.chunks.recv_timeout(LOOK_EVERY) {
                Ok(chunk) => return chunk,
                Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
                Err(RecvTimeoutError::Timeout) if self.hurry.load(Ordering::Relaxed) => {
                    return Err(ErrorKind::WouldBlock.into());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.used == self.chunk.len() {
            self.chunk = self.receive()?;
            self.used = 0;
        }
        let rest = &self.chunk[self.used..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.used += length;
        Ok(length)
    }
}
