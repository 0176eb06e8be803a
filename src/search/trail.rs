//! The way from the root to a node, for threads that may find it solved by another one.

use crate::shogi::{Hand, Key};

use super::number::Plies;

/// A position that the search came through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Its key in the table.
    pub(super) key: Key,
    /// The attacker's hand.
    pub(super) hand: Hand,
    /// Plies left.
    pub(super) bound: Plies,
    /// Plies from the root.
    pub(super) depth: u16,
}

/// The positions from the root to the one being searched, and how many of them still need it.
#[derive(Debug)]
pub(super) struct Trail {
    steps: Vec<Step>,
    /// The first step that is solved.
    overtaken: usize,
}

/// Where no step is.
const NOWHERE: usize = usize::MAX;

impl Default for Trail {
    fn default() -> Self {
        Self {
            steps: Vec::new(),
            overtaken: NOWHERE,
        }
    }
}

impl Trail {
    /// Enters a position; every [`Trail::push`] is undone by one [`Trail::pop`], last first.
    pub(super) fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// Leaves the position entered last; that position, and whether the work in it has been for nothing.
    pub(super) fn pop(&mut self) -> Option<(Step, bool)> {
        let step = self.steps.pop()?;
        let for_nothing = self.overtaken <= self.steps.len();
        if self.overtaken == self.steps.len() {
            self.overtaken = NOWHERE;
        }
        Some((step, for_nothing))
    }

    /// Marks the first step that is solved, if there is one.
    pub(super) fn overtake(&mut self, is_solved: impl Fn(&Step) -> bool) {
        self.overtaken = self.steps.iter().position(is_solved).unwrap_or(NOWHERE);
    }

    /// Whether the last position, or one before it, is solved.
    #[inline]
    #[must_use]
    pub(super) const fn is_overtaken(&self) -> bool {
        self.overtaken < self.steps.len()
    }

    /// Whether it is just the last position that is solved: its value is wanted then.
    #[must_use]
    pub(super) const fn ends_here(&self) -> bool {
        self.overtaken + 1 == self.steps.len()
    }

    /// The solved position has been seen to.
    pub(super) const fn catch_up(&mut self) {
        self.overtaken = NOWHERE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(depth: u16) -> Step {
        Step {
            key: 0,
            hand: Hand::EMPTY,
            bound: 0,
            depth,
        }
    }

    #[test]
    fn what_lies_behind_a_solved_position_is_for_nothing() {
        let mut trail = Trail::default();
        (0..4).for_each(|depth| trail.push(step(depth)));
        assert!(!trail.is_overtaken());
        trail.overtake(|step| step.depth == 2);
        assert!(trail.is_overtaken() && !trail.ends_here());
        assert!(trail.pop().is_some_and(|(_, for_nothing)| for_nothing));
        assert!(trail.ends_here());
        assert!(trail.pop().is_some_and(|(_, for_nothing)| for_nothing));
        assert!(!trail.is_overtaken());
        assert!(trail.pop().is_some_and(|(_, for_nothing)| !for_nothing));
    }
}
