//! Mates of any length and no-mates (不詰), all interpositions counted: no bound on the plies, so
//! only for positions with few moves.

use super::board::{Board, FastState};
use super::naive::GaveUp;
use std::collections::{HashMap, HashSet, VecDeque};

/// Whether the defender has a refutation in which the attacker, within `depth` plies, can only run
/// out of checks or repeat a position; `false` says nothing about a mate.
///
/// # Errors
/// The node limit was reached.
pub(crate) fn no_mate(root: &Board, depth: u32, max_nodes: u64) -> Result<bool, GaveUp> {
    let mut refuter = Refuter {
        nodes_left: max_nodes,
        closed: HashSet::default(),
        path: Vec::new(),
    };
    for bound in (1..=depth).step_by(2) {
        if refuter.refutes(root, bound)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

struct Refuter {
    nodes_left: u64,
    /// Attacker's positions refuted without help of the path.
    closed: HashSet<Board, FastState>,
    path: Vec<Board>,
}

impl Refuter {
    /// For a refuted position: the shallowest ply of the path its refutation repeats into, or
    /// `usize::MAX` if it needs none.
    fn refutes(&mut self, node: &Board, depth: u32) -> Result<Option<usize>, GaveUp> {
        if self.closed.contains(node) {
            return Ok(Some(usize::MAX));
        }
        if let Some(ply) = self.path.iter().position(|earlier| earlier == node) {
            return Ok(Some(ply));
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(GaveUp)?;
        if depth == 0 {
            return Ok(None);
        }
        self.path.push(node.clone());
        let result = self.refutes_all_checks(node, depth);
        self.path.pop();
        let Some(needed) = result? else {
            return Ok(None);
        };
        if needed < self.path.len() {
            return Ok(Some(needed));
        }
        self.closed.insert(node.clone());
        Ok(Some(usize::MAX))
    }

    fn refutes_all_checks(&mut self, node: &Board, depth: u32) -> Result<Option<usize>, GaveUp> {
        let mut needed = usize::MAX;
        for (_, after) in node.checks() {
            let mut found = None;
            for reply in after.legal_moves() {
                found = self.refutes(&after.play(reply), depth.saturating_sub(2))?;
                if found.is_some() {
                    break;
                }
            }
            match found {
                Some(ply) => needed = needed.min(ply),
                None => return Ok(None),
            }
        }
        Ok(Some(needed))
    }
}

/// The raw plies to mate, whatever their number, from the graph of all positions reachable by
/// checks and replies; `None` is a proved no-mate.
///
/// # Errors
/// More positions than `max_positions` are reachable.
pub(crate) fn value_any_length(root: &Board, max_positions: usize) -> Result<Option<u32>, GaveUp> {
    Graph::reachable(root, max_positions)?.solve(root)
}

/// Positions by number, with the numbers one move further and one move back.
struct Graph {
    numbers: HashMap<Board, usize, FastState>,
    boards: Vec<Board>,
    children: Vec<usize>,
    parents: Vec<Vec<usize>>,
}

impl Graph {
    fn reachable(root: &Board, max_positions: usize) -> Result<Self, GaveUp> {
        let mut graph = Self {
            numbers: HashMap::default(),
            boards: Vec::new(),
            children: Vec::new(),
            parents: Vec::new(),
        };
        graph.number(root);
        let mut number = 0;
        while number < graph.boards.len() {
            let board = graph.boards[number].clone();
            let next: Vec<Board> = if board.turn == root.turn {
                board.checks().into_iter().map(|(_, after)| after).collect()
            } else {
                board
                    .legal_moves()
                    .into_iter()
                    .map(|reply| board.play(reply))
                    .collect()
            };
            graph.children[number] = next.len();
            for child in next {
                let child = graph.number(&child);
                graph.parents[child].push(number);
            }
            if graph.boards.len() > max_positions {
                return Err(GaveUp);
            }
            number += 1;
        }
        Ok(graph)
    }

    fn number(&mut self, board: &Board) -> usize {
        if let Some(&number) = self.numbers.get(board) {
            return number;
        }
        let number = self.boards.len();
        self.numbers.insert(board.clone(), number);
        self.boards.push(board.clone());
        self.children.push(0);
        self.parents.push(Vec::new());
        number
    }

    /// Works back from the mates, shortest first: an attacker's position is worth its first won
    /// child, a defender's its last.
    fn solve(mut self, root: &Board) -> Result<Option<u32>, GaveUp> {
        let mut values: Vec<Option<u32>> = vec![None; self.boards.len()];
        let mut queue = VecDeque::new();
        for (number, board) in self.boards.iter().enumerate() {
            if board.turn != root.turn && self.children[number] == 0 {
                values[number] = Some(0);
                queue.push_back((number, 0));
            }
        }
        while let Some((number, value)) = queue.pop_front() {
            for &parent in &self.parents[number] {
                self.children[parent] -= 1;
                let is_attacker = self.boards[parent].turn == root.turn;
                if values[parent].is_none() && (is_attacker || self.children[parent] == 0) {
                    values[parent] = Some(value + 1);
                    queue.push_back((parent, value + 1));
                }
            }
        }
        Ok(values[0])
    }
}
