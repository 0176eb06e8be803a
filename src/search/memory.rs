//! Lazily zeroed words for the table.

use std::sync::atomic::AtomicU64;

/// Words that are always to be had: half a page.
const FEWEST: usize = 256;

/// That many zero words; pages are touched only when written.
///
/// Returns fewer words, at least 256, if the system has no more memory to give.
#[must_use]
pub fn zeroed_words(count: usize) -> Box<[AtomicU64]> {
    let mut count = count.max(FEWEST);
    loop {
        match bytemuck::allocation::try_zeroed_slice_box(count) {
            Ok(words) => return words,
            Err(()) if count > FEWEST => count = (count / 2).max(FEWEST),
            Err(()) => return (0..count).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}
