//! Time on the wall, and of the processor. The only file that reads a clock.

use std::time::{Duration, Instant};

/// A stopwatch.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
}

impl Clock {
    /// Starts a stopwatch.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the clock"
    )]
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
        }
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time since the start in whole milliseconds.
    #[must_use]
    pub fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// Processor time of the calling thread.
#[derive(Clone, Copy, Debug)]
pub struct CpuClock {
    start: Option<cpu_time::ThreadTime>,
}

impl CpuClock {
    /// Starts counting for this thread.
    #[must_use]
    pub fn start() -> Self {
        Self {
            start: cpu_time::ThreadTime::try_now().ok(),
        }
    }

    /// Processor time of this thread since the start, in whole milliseconds; 0 where it cannot be told.
    #[must_use]
    pub fn elapsed_ms(&self) -> u64 {
        let elapsed = self
            .start
            .and_then(|start| start.try_elapsed().ok())
            .unwrap_or_default();
        u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
    }
}
