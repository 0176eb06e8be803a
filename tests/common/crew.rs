//! Many cases on all processors, and how many of them.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How often to do what is done `base` times by default: `KANJU_TEST_SCALE` multiplies it.
///
/// A scale of 100 is the full comparison; 1, the default, is for every day.
pub(crate) fn scaled(base: u64) -> u64 {
    let scale = std::env::var("KANJU_TEST_SCALE").map_or(1.0, |text| {
        text.parse::<f64>().expect("KANJU_TEST_SCALE is a number")
    });
    (base as f64 * scale).ceil() as u64
}

/// Where the seeds start: `KANJU_TEST_SEED`, else 0. Another start means other cases.
fn first_seed() -> u64 {
    std::env::var("KANJU_TEST_SEED").map_or(0, |text| {
        text.parse().expect("KANJU_TEST_SEED is a number")
    })
}

/// Calls `work` with so many seeds in a row, each worker with its own tool, and adds up the tallies.
///
/// # Panics
/// As the work does; the other workers end their case first.
pub(crate) fn each_seed<const N: usize, T>(
    count: u64,
    tool: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, u64) -> [u64; N] + Sync,
) -> [u64; N] {
    let workers = std::thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let first = first_seed();
    let run = || {
        let mut tool = tool();
        let mut total = [0; N];
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed) as u64;
            if index >= count {
                return total;
            }
            let guard = Guard { next: &next, count };
            total = plus(total, work(&mut tool, first + index));
            std::mem::forget(guard);
        }
    };
    std::thread::scope(|scope| {
        let crew: Vec<_> = (0..workers).map(|_| scope.spawn(run)).collect();
        let totals = crew.into_iter().map(|worker| match worker.join() {
            Ok(total) => total,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        totals.fold([0; N], plus)
    })
}

/// Takes all work away from the others if the case in hand panics.
struct Guard<'a> {
    next: &'a AtomicUsize,
    count: u64,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        let none_left = usize::try_from(self.count).unwrap_or(usize::MAX);
        self.next.fetch_max(none_left, Ordering::Relaxed);
    }
}

fn plus<const N: usize>(a: [u64; N], b: [u64; N]) -> [u64; N] {
    std::array::from_fn(|index| a[index] + b[index])
}
