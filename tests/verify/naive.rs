//! A verifier written from the rules alone: every check at every position of the main line, tried exhaustively
//! within a cap; the classes by their definitions, one after the other.

use std::collections::HashMap;

use crate::common::board::{Board, Move};
use crate::common::line::official;
use crate::common::naive::{GaveUp, Level, Solver};
use crate::common::piece::{Kind, square_named};

/// A finding: ply, move, class and plies to mate.
pub(crate) type Found = (u32, String, &'static str, u32);

/// Plies beyond the shortest mate that other checks are followed.
pub(crate) const EXTRA: u32 = 2;

/// A main line with what is needed to judge what stands beside it.
pub(crate) struct Verifier {
    pub(crate) solver: Solver,
    level: Level,
    line: Vec<Move>,
    /// The attacker's positions of the line.
    nodes: Vec<Board>,
    leftover: u32,
    left_nodes: u64,
}

impl Verifier {
    pub(crate) fn new(root: &Board, line: Vec<Move>, level: Level, max_nodes: u64) -> Self {
        let mut node = root.clone();
        let mut nodes = Vec::new();
        for (index, &mv) in line.iter().enumerate() {
            if index % 2 == 0 {
                nodes.push(node.clone());
            }
            node = node.play(mv);
        }
        Self {
            solver: Solver::new(level, max_nodes),
            level,
            leftover: node.hand_size(root.turn),
            line,
            nodes,
            left_nodes: max_nodes,
        }
    }

    fn length(&self) -> u32 {
        u32::try_from(self.line.len()).unwrap()
    }

    /// The attacker's other checks that mate within the cap.
    pub(crate) fn alternatives(&mut self) -> Result<Vec<Found>, GaveUp> {
        let mut found = Vec::new();
        for index in 0..self.nodes.len() {
            let node = self.nodes[index].clone();
            let main = self.line[index * 2];
            let ply = u32::try_from(index * 2 + 1).unwrap();
            let left = self.length() - ply + 1;
            for (check, after) in node.checks() {
                if check == main {
                    continue;
                }
                let Some(value) = self.solver.defend(&after, left - 1 + EXTRA)? else {
                    continue;
                };
                let class = self.classify((index, check), &after, (value + 1, left))?;
                found.push((ply, name(&node, check), class, value + 1));
            }
        }
        found.sort();
        found.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1);
        Ok(found)
    }

    fn classify(
        &mut self,
        (index, check): (usize, Move),
        after: &Board,
        (length, left): (u32, u32),
    ) -> Result<&'static str, GaveUp> {
        let node = self.nodes[index].clone();
        let main = self.line[index * 2];
        let is_last = index + 1 == self.nodes.len();
        let only = self.line.len() == 1;
        let shape = if length == left {
            shape(&node, main, check)
        } else {
            None
        };
        let class = if is_last {
            match () {
                () if length > 1 => "saishu-long",
                () if only && shape == Some("narazu") => "narazu",
                () if only => "yozume",
                () if after.hand_size(node.turn) > self.leftover => "saishu-amari",
                () => "saishu",
            }
        } else if let Some(shape) = shape {
            shape
        } else if self.avoids(after, left - 1 + EXTRA)? {
            "yozume"
        } else if length == left {
            "tejun-zengo"
        } else {
            "ukai"
        };
        let mirrors = node.mirrored() == node && mirror(check) == main;
        Ok(if class == "yozume" && mirrors {
            "mirror"
        } else {
            class
        })
    }

    /// Rule C5 within `max` plies: does the attacker mate without a position of the line, against best replies?
    fn avoids(&mut self, node: &Board, max: u32) -> Result<bool, GaveUp> {
        let mut memo = HashMap::new();
        self.defender_loses(node, max, &mut memo)
    }

    fn defender_loses(
        &mut self,
        node: &Board,
        max: u32,
        memo: &mut HashMap<(Board, u32), bool>,
    ) -> Result<bool, GaveUp> {
        let Some(value) = self.solver.defend(node, max)? else {
            return Ok(false);
        };
        if value == 0 {
            return Ok(true);
        }
        let name = (node.clone(), max);
        if let Some(&known) = memo.get(&name) {
            return Ok(known);
        }
        let mut all = true;
        for (reply, length) in self.solver.effective_replies(node, value)? {
            if length == value && all {
                all = self.attacker_mates(&node.play(reply), max - 1, memo)?;
            }
        }
        memo.insert(name, all);
        Ok(all)
    }

    fn attacker_mates(
        &mut self,
        node: &Board,
        max: u32,
        memo: &mut HashMap<(Board, u32), bool>,
    ) -> Result<bool, GaveUp> {
        if max == 0 || self.nodes.contains(node) {
            return Ok(false);
        }
        for (_, after) in node.checks() {
            if self.defender_loses(&after, max - 1, memo)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The defender's other replies that last as long, and those of rule `hencho2`.
    pub(crate) fn defences(&mut self) -> Result<Vec<Found>, GaveUp> {
        let mut found = Vec::new();
        for index in (1..self.line.len()).step_by(2) {
            let main = self.line[index];
            let node = self.nodes[index / 2].play(self.line[index - 1]);
            let ply = u32::try_from(index + 1).unwrap();
            let length = self.length() - ply + 1;
            for (reply, lasts) in self.solver.effective_replies(&node, length)? {
                let shorter = lasts + 2 == length && self.leftover > 0;
                if reply == main || !(lasts == length || shorter) {
                    continue;
                }
                let after = node.play(reply);
                let solution = official(&after, self.level, lasts - 1, self.left_nodes)?;
                let kept = solution.unwrap().leftover_kept;
                let class = match (shorter, kept > 0, length == 2) {
                    (true, true, _) => continue,
                    (true, false, _) => "hencho2",
                    (false, true, _) => "hendo-amari",
                    (false, false, true) => "hendo-final2",
                    (false, false, false) => "hendo",
                };
                let text = reply.to_usi();
                let both = is_drop(main) && is_drop(reply) && main.to() == reply.to();
                if both && matches!(class, "hendo" | "hendo-final2") {
                    found.push((ply, text.clone(), "aigoma-higentei", lasts));
                }
                found.push((ply, text, class, lasts));
            }
        }
        found.sort();
        Ok(found)
    }

    /// The verdict that these findings lead to.
    pub(crate) fn verdict(&self, found: &[Found]) -> &'static str {
        let has = |classes: &[&str]| found.iter().any(|(_, _, class, _)| classes.contains(class));
        if self.leftover > 0 {
            "leftover"
        } else if has(&["yozume"]) {
            "cooked"
        } else if has(&[
            "hendo",
            "narazu",
            "dachi",
            "idosaki",
            "ukai",
            "tejun-zengo",
            "saishu-amari",
        ]) {
            "flawed"
        } else {
            "sound"
        }
    }
}

const fn is_drop(mv: Move) -> bool {
    matches!(mv, Move::Drop { .. })
}

/// The text of a move; of two mirror images in a symmetric position that of the first.
pub(crate) fn name(node: &Board, mv: Move) -> String {
    let text = mv.to_usi();
    if node.mirrored() == *node {
        text.clone().min(mirror(mv).to_usi())
    } else {
        text
    }
}

fn mirror(mv: Move) -> Move {
    let text = mv.to_usi();
    let mut is_file = true;
    let flip = |c: char| match c.to_digit(10) {
        Some(file) => {
            is_file = !is_file;
            char::from_digit(10 - file, 10).unwrap()
        }
        None => c,
    };
    Move::from_usi(&text.chars().map(flip).collect::<String>()).unwrap()
}

/// The classes of equal length that are told by the look of the moves.
fn shape(node: &Board, main: Move, other: Move) -> Option<&'static str> {
    let king = node.king(node.turn.other()).unwrap();
    match (main, other) {
        (
            Move::Step { from, to, promote },
            Move::Step {
                from: from2,
                to: to2,
                promote: promote2,
            },
        ) if from == from2 => {
            if to == to2 {
                return Some("narazu");
            }
            let one_way = same_ray(king, to, to2) || same_ray(from, to, to2);
            (promote == promote2 && one_way).then_some("idosaki")
        }
        (
            Move::Drop { kind, to },
            Move::Drop {
                kind: kind2,
                to: to2,
            },
        ) if kind == kind2 => {
            let slides = matches!(kind, Kind::Rook | Kind::Bishop | Kind::Lance);
            (slides && same_ray(king, to, to2)).then_some("dachi")
        }
        _ => None,
    }
}

fn same_ray(start: usize, a: usize, b: usize) -> bool {
    let way = |to: usize| {
        let files = i64::try_from(to / 9).unwrap() - i64::try_from(start / 9).unwrap();
        let ranks = i64::try_from(to % 9).unwrap() - i64::try_from(start % 9).unwrap();
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        (straight && to != start).then_some((files.signum(), ranks.signum()))
    };
    way(a).is_some() && way(a) == way(b)
}

#[test]
fn squares_on_a_ray_are_told() {
    let square = |name| square_named(name).unwrap();
    assert!(same_ray(square("1a"), square("1c"), square("1i")));
    assert!(same_ray(square("5e"), square("6d"), square("9a")));
    assert!(!same_ray(square("5e"), square("6d"), square("4f")));
    assert_eq!(mirror(Move::from_usi("2b8c+").unwrap()).to_usi(), "8b2c+");
}
