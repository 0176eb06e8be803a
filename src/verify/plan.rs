//! What to verify, and how far.

use crate::search;
use crate::tsume::LongerRule;

/// How to verify.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How positions are solved; the rule for futile interpositions is one of the customs.
    pub search: search::Options,
    /// Every other mating move makes the work unsound.
    pub strict_cooks: bool,
    /// What to make of a defence longer than the declared solution.
    pub longer: LongerRule,
    /// Look for the attacker's choices after equally long defences as well.
    pub branches: bool,
    /// Look for superfluous pieces.
    pub pieces: bool,
    /// Show the replies to the main line as a tree.
    pub tree: Option<TreeSize>,
    /// Judge this line, move by move, in USI.
    pub line: Option<Vec<String>>,
}

/// How much of the tree of replies to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSize {
    /// Replies at one place.
    pub width: usize,
    /// Plies of one variation.
    pub depth: usize,
}
