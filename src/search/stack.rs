//! Threads with room for lines of thousands of plies.

use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Stack of a searching thread; touched only as deep as a line goes.
const STACK_BYTES: usize = 256 << 20;

/// Starts searching work in a thread of its own.
///
/// # Errors
/// If the system cannot start one.
pub(super) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new()
        .stack_size(STACK_BYTES)
        .spawn_scoped(scope, work)
}

/// Does searching work in a thread of its own, and waits for it.
///
/// # Panics
/// If the system cannot start a thread, or if the work panics.
pub(super) fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = spawn(scope, work).expect("a thread can be started");
        match thread.join() {
            Ok(answer) => answer,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
