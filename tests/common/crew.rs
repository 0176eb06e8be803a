//! Many cases on all processors, and how many of them.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How often to do what is done `base` times by default: `KANJU_TEST_SCALE`, a number, multiplies it.
///
/// A scale of 100 is the full comparison; 1, the default, is for every day.
pub(crate) fn scaled(base: u64) -> u64 {
    base * number_named("KANJU_TEST_SCALE").unwrap_or(1)
}

/// Where the seeds start: `KANJU_TEST_SEED`, else 0. Another start means other cases.
fn first_seed() -> u64 {
    number_named("KANJU_TEST_SEED").unwrap_or(0)
}

fn number_named(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} is a whole number, not `{text}`")),
    )
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
    let first = first_seed();
    each_index(count, tool, |tool, index| work(tool, first + index))
}

/// The same with the numbers from 0 on, whatever the seed.
///
/// # Panics
/// As the work does.
pub(crate) fn each_index<const N: usize, T>(
    count: u64,
    tool: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, u64) -> [u64; N] + Sync,
) -> [u64; N] {
    let workers = std::thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let run = || {
        let mut tool = tool();
        let mut total = [0; N];
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed) as u64;
            if index >= count {
                return total;
            }
            let guard = Guard { next: &next, count };
            total = plus(total, work(&mut tool, index));
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
