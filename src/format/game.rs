//! The moves of a problem while they are read: a main line and side lines, each move checked.

use crate::shogi::{Move, Position, Square};
use crate::tsume::{Branch, Declared};

use super::entry;

/// The most moves that the stems of all side lines may have together: a bound on memory.
const MAX_STEM_MOVES: usize = 4_000_000;

/// Lines under construction.
#[derive(Clone, Debug)]
pub(super) struct Game {
    root: Position,
    main: Vec<Move>,
    branches: Vec<Branch>,
    /// The end of the line that is being read.
    position: Position,
    previous: Option<Square>,
    stems: usize,
}

impl Game {
    /// No moves yet.
    pub(super) fn new(root: Position) -> Self {
        Self {
            position: root.clone(),
            root,
            main: Vec::new(),
            branches: Vec::new(),
            previous: None,
            stems: 0,
        }
    }

    /// The position at the end of the current line.
    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    /// Where the last move of the current line went.
    pub(super) const fn previous(&self) -> Option<Square> {
        self.previous
    }

    /// How many moves the current line has, its stem included.
    pub(super) fn ply(&self) -> usize {
        self.branches.last().map_or(self.main.len(), length)
    }

    /// How many moves the main line has.
    pub(super) fn main_length(&self) -> usize {
        self.main.len()
    }

    /// Whether the current line is a side line.
    pub(super) fn in_branch(&self) -> bool {
        !self.branches.is_empty()
    }

    /// Adds a legal move to the current line.
    pub(super) fn play(&mut self, mv: Move) {
        let line = match self.branches.last_mut() {
            Some(branch) => &mut branch.moves,
            None => &mut self.main,
        };
        line.push(mv);
        let _ = self.position.play(mv);
        self.previous = Some(mv.to());
    }

    /// Adds a remark to the current side line.
    pub(super) fn remark(&mut self, text: &str) {
        if let Some(branch) = self.branches.last_mut() {
            branch.comments.push(text.to_owned());
        }
    }

    /// Starts a side line that replaces move `ply` (from 1) of the latest line that has the moves before it.
    pub(super) fn fork(&mut self, ply: usize) -> Result<(), String> {
        let before = ply
            .checked_sub(1)
            .ok_or("a side line starts at move 1 or later")?;
        let parent = self.branches.iter().rev().find(|b| length(b) >= before);
        let stem: Vec<Move> = match parent {
            Some(branch) => {
                let moves = branch.stem.iter().chain(&branch.moves);
                moves.take(before).copied().collect()
            }
            None if self.main.len() >= before => self.main[..before].to_vec(),
            None => {
                return Err(format!(
                    "no line has a move {before} for a side line from move {ply}; correct the number"
                ));
            }
        };
        self.fork_after(stem)
    }

    /// Starts a side line after these moves from the start position.
    pub(super) fn fork_after(&mut self, stem: Vec<Move>) -> Result<(), String> {
        self.stems += stem.len();
        if self.stems > MAX_STEM_MOVES {
            return Err("too many side lines; split the problem".to_owned());
        }
        self.position = entry::after(&self.root, &stem);
        self.previous = stem.last().map(|mv| mv.to());
        self.branches.push(Branch {
            stem,
            moves: Vec::new(),
            comments: Vec::new(),
        });
        Ok(())
    }

    /// All lines; side lines without a move are dropped.
    pub(super) fn finish(mut self) -> Declared {
        self.branches.retain(|branch| !branch.moves.is_empty());
        Declared {
            line: self.main,
            branches: self.branches,
        }
    }
}

fn length(branch: &Branch) -> usize {
    branch.stem.len() + branch.moves.len()
}

/// Side lines in the order in which 変化 blocks must stand so that each attaches to its own parent:
/// the deepest fork first, and the forks of a side line right after it.
///
/// A stem that is on no line is cut back to where it leaves the main line.
pub(super) fn deepest_first(declared: &Declared) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    let mut pending: Vec<Branch> = declared.branches.clone();
    pending.retain(|branch| !branch.moves.is_empty());
    pending.sort_by_key(|branch| branch.stem.len());
    for branch in pending {
        let known = declared.line.starts_with(&branch.stem)
            || branches.iter().any(|other| holds(other, &branch.stem));
        let branch = if known {
            branch
        } else {
            cut_back(branch, &declared.line)
        };
        branches.extend(Some(branch).filter(|branch| !branch.moves.is_empty()));
    }
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); branches.len() + 1];
    for index in 0..branches.len() {
        let on_main = declared.line.starts_with(&branches[index].stem);
        let parent = if on_main {
            None
        } else {
            parent(&branches, index)
        };
        children[parent.map_or(0, |parent| parent + 1)].push(index);
    }
    for list in &mut children {
        list.sort_by_key(|&index| branches[index].stem.len());
        // The stack below hands them out from the end; equal forks keep their order.
        let mut equal: Vec<usize> = Vec::with_capacity(list.len());
        for group in list.chunk_by(|&a, &b| branches[a].stem.len() == branches[b].stem.len()) {
            equal.extend(group.iter().rev());
        }
        *list = equal;
    }
    let mut ordered = Vec::with_capacity(branches.len());
    let mut stack = children[0].clone();
    while let Some(index) = stack.pop() {
        ordered.push(branches[index].clone());
        stack.extend(&children[index + 1]);
    }
    ordered
}

/// The side line from which side line `index`, not on the main line, forks off: the one with the
/// shortest stem that holds its stem.
pub(super) fn parent(branches: &[Branch], index: usize) -> Option<usize> {
    let stem = &branches[index].stem;
    let forks_later = |other: &Branch| other.stem.len() < stem.len() && holds(other, stem);
    branches.iter().position(forks_later)
}

/// Whether the line of `branch` runs through all of `stem`.
fn holds(branch: &Branch, stem: &[Move]) -> bool {
    let mut line = branch.stem.iter().chain(&branch.moves);
    stem.iter().all(|mv| line.next() == Some(mv))
}

/// The same side line, leaving the main line where it first differs.
fn cut_back(branch: Branch, main: &[Move]) -> Branch {
    let all: Vec<Move> = branch.stem.iter().chain(&branch.moves).copied().collect();
    let common = all.iter().zip(main).take_while(|(a, b)| a == b).count();
    Branch {
        stem: all[..common].to_vec(),
        moves: all[common..].to_vec(),
        comments: branch.comments,
    }
}
