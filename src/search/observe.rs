//! What a search tells the outside while it runs.

use crate::tsume::Mate;

/// A snapshot of a running search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// Milliseconds so far.
    pub elapsed_ms: u64,
    /// Plies from the root to the node being looked at.
    pub depth: u32,
    /// Proof number of the root, in leaves.
    pub pn: u32,
    /// Disproof number of the root, in leaves.
    pub dn: u32,
    /// Length being tried: mate in at most so many plies; `None` for any length.
    pub bound: Option<u32>,
    /// How full the table is, 0 to 1.
    pub table_fill: f32,
}

/// Told of progress now and then, from the searching thread.
pub trait Observer: Sync {
    /// Takes a snapshot; must return quickly.
    fn progress(&self, progress: &Progress);

    /// Told by a verification which ply it looks at, and of the moves beside the main line how many are settled and how many
    /// are still open in this round.
    fn examined(&self, ply: u32, settled: u32, open: u32) {
        let _ = (ply, settled, open);
    }

    /// Told that the checker refused a proof, an internal error that was caught: the position as SFEN and the fault.
    fn refused(&self, sfen: &str, fault: &str) {
        let _ = (sfen, fault);
    }

    /// Whether [`Observer::mate`] is wanted: the line of such a mate takes time to count.
    fn wants_mates(&self) -> bool {
        false
    }

    /// Told of a verified mate when its exact length is still to be found, unless all goes fast.
    fn mate(&self, mate: &Mate) {
        let _ = mate;
    }
}

/// Looks away.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&self, _: &Progress) {}
}
