//! Lazily zeroed words for the table.

use std::sync::atomic::AtomicU64;

/// That many zero words; pages are touched only when written.
///
/// Returns fewer words, at least one line of eight, if the system has no more memory to give.
#[must_use]
pub fn zeroed_words(count: usize) -> Box<[AtomicU64]> {
    let mut count = count.max(8);
    loop {
        match bytemuck::allocation::try_zeroed_slice_box(count) {
            Ok(words) => return words,
            Err(()) if count > 8 => count /= 2,
            Err(()) => return (0..count).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}
