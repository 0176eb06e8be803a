//! Exact mate lengths by bounded AND/OR search, written down as rules B2 and B4 define them.
//!
//! `attack` is VA, `defend` is VD; both answer "the exact value if it is at most `max`".
//! The only cleverness is a memo of what is already known about a position with both hands.

use super::board::{Board, FastState, Move};
use super::piece::{Kind, Piece};
use std::collections::HashMap;

/// Which interpositions count as useless (無駄合).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Level {
    /// None: the raw distance to mate.
    Off,
    Standard,
    Strict,
    /// As standard, but only drops can be useless.
    StandardDrops,
    /// As strict, but only drops can be useless.
    StrictDrops,
    /// As standard, and drops that only restore the position (復元型) are useless too.
    StandardRestoring,
    /// As strict, and drops that only restore the position are useless too.
    StrictRestoring,
}

impl Level {
    fn is_strict(self) -> bool {
        matches!(
            self,
            Self::Strict | Self::StrictDrops | Self::StrictRestoring
        )
    }

    /// Whether drops that only restore the position are useless.
    pub(crate) fn spares_no_restoring(self) -> bool {
        matches!(self, Self::StandardRestoring | Self::StrictRestoring)
    }

    /// Whether only drops can be useless.
    pub(crate) fn spares_moves(self) -> bool {
        matches!(self, Self::StandardDrops | Self::StrictDrops)
    }
}

/// The node limit was reached: nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GaveUp;

/// A value if it is small enough, or the news that the limit was reached.
pub(crate) type Bounded = Result<Option<u32>, GaveUp>;

/// What is known of the value of a position.
#[derive(Clone, Copy, Debug)]
struct Known {
    at_least: u32,
    is_exact: bool,
}

impl Known {
    const NOTHING: Self = Self {
        at_least: 0,
        is_exact: false,
    };
    const NEVER: Self = Self {
        at_least: u32::MAX,
        is_exact: false,
    };

    /// The answer for a bound, if it is known.
    fn answer(self, max: u32) -> Option<Option<u32>> {
        if self.at_least > max {
            return Some(None);
        }
        self.is_exact.then_some(Some(self.at_least))
    }
}

/// The replies to a check, sorted by the role they play in rule B4.
#[derive(Debug)]
pub(crate) struct Replies {
    /// All that are no interpositions.
    pub(crate) plain: Vec<Move>,
    /// Interpositions (合駒) by square, nearest to the king first.
    pub(crate) blocks: Vec<(usize, Vec<Move>)>,
    /// The only checker, if there is just one.
    pub(crate) checker: Option<usize>,
}

/// Splits the legal replies of the side to move, which is in check.
pub(crate) fn replies(node: &Board) -> Replies {
    let moves = node.legal_moves();
    let Some((checker, squares)) = node.single_check() else {
        return Replies {
            plain: moves,
            blocks: Vec::new(),
            checker: None,
        };
    };
    let king = node.king(node.turn);
    let blocks_on = |reply: &Move, square: usize| reply.to() == square && reply.from() != king;
    let mut blocks = Vec::new();
    let mut plain = moves;
    for square in squares {
        let (on, rest) = plain
            .into_iter()
            .partition(|reply| blocks_on(reply, square));
        blocks.push((square, on));
        plain = rest;
    }
    plain.sort_by_key(|reply| reply.to() != checker);
    Replies {
        plain,
        blocks,
        checker: Some(checker),
    }
}

/// Whether a reply exists that is no interposition; drops in check always are.
fn has_plain_reply(node: &Board) -> bool {
    let squares = node
        .single_check()
        .map_or_else(Vec::new, |(_, squares)| squares);
    let king = node.king(node.turn);
    node.has_legal_step(|step| step.from() == king || !squares.contains(&step.to()))
}

/// The value of an attacker's root, if it is at most `max_plies`.
///
/// # Errors
/// More than a million nodes; see `Solver` for another limit.
pub(crate) fn value(root: &Board, level: Level, max_plies: u32) -> Bounded {
    Solver::new(level, 1_000_000).attack(root, max_plies)
}

/// A search at one level; it may be used for many positions and remembers all of them.
#[derive(Debug)]
pub(crate) struct Solver {
    pub(crate) level: Level,
    nodes_left: u64,
    attacks: HashMap<Board, Known, FastState>,
    defences: HashMap<Board, Known, FastState>,
    useless: HashMap<(Board, Move, u32), bool, FastState>,
}

impl Solver {
    /// A solver that gives up after this many nodes, all its questions together.
    pub(crate) fn new(level: Level, max_nodes: u64) -> Self {
        Self {
            level,
            nodes_left: max_nodes,
            attacks: HashMap::default(),
            defences: HashMap::default(),
            useless: HashMap::default(),
        }
    }

    /// Nodes that may still be searched.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.nodes_left
    }

    fn count_node(&mut self) -> Result<(), GaveUp> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(GaveUp)?;
        Ok(())
    }

    /// VA: plies to mate with the attacker to move, if at most `max`.
    ///
    /// # Errors
    /// The node limit was reached.
    pub(crate) fn attack(&mut self, node: &Board, max: u32) -> Bounded {
        if max == 0 {
            return Ok(None);
        }
        let known = self.attacks.get(node).copied().unwrap_or(Known::NOTHING);
        if let Some(answer) = known.answer(max) {
            return Ok(answer);
        }
        self.count_node()?;
        let checks = ordered_checks(node);
        let mut result = if checks.is_empty() {
            Known::NEVER
        } else {
            known
        };
        let mut bound = known.at_least.max(1);
        while bound <= max && result.answer(max).is_none() {
            result = Known {
                at_least: bound + 2,
                is_exact: false,
            };
            for (_, after) in &checks {
                if self.defend(after, bound - 1)?.is_some() {
                    result = Known {
                        at_least: bound,
                        is_exact: true,
                    };
                    break;
                }
            }
            bound += 2;
        }
        self.attacks.insert(node.clone(), result);
        Ok(result.answer(max).flatten())
    }

    /// VD: plies to mate with the defender to move and in check, if at most `max`.
    ///
    /// # Errors
    /// The node limit was reached.
    pub(crate) fn defend(&mut self, node: &Board, max: u32) -> Bounded {
        if max == 0 && self.level == Level::Off {
            return Ok((!node.has_legal_move()).then_some(0));
        }
        if max == 0 && has_plain_reply(node) {
            return Ok(None);
        }
        let known = self.defences.get(node).copied().unwrap_or(Known::NOTHING);
        if let Some(answer) = known.answer(max) {
            return Ok(answer);
        }
        self.count_node()?;
        let value = self.longest_reply(node, max)?;
        let result = match value {
            Some(at_least) => Known {
                at_least,
                is_exact: true,
            },
            None => Known {
                at_least: max / 2 * 2 + 2,
                is_exact: false,
            },
        };
        self.defences.insert(node.clone(), result);
        Ok(value)
    }

    /// b_{k+1} of rule B4, if at most `max`.
    fn longest_reply(&mut self, node: &Board, max: u32) -> Bounded {
        let replies = replies(node);
        let Some(mut longest) = self.longest_of(node, &replies.plain, max)? else {
            return Ok(None);
        };
        for (_, blocks) in &replies.blocks {
            let bound = longest;
            for &block in blocks {
                match self.effective_value(node, block, bound, max)? {
                    Effect::Useless => {}
                    Effect::Value(Some(value)) => longest = longest.max(value),
                    Effect::Value(None) => return Ok(None),
                }
            }
        }
        Ok(Some(longest))
    }

    fn longest_of(&mut self, node: &Board, moves: &[Move], max: u32) -> Bounded {
        let mut longest = 0;
        for &reply in moves {
            match self.reply(node, reply, max)? {
                Some(value) => longest = longest.max(value),
                None => return Ok(None),
            }
        }
        Ok(Some(longest))
    }

    /// b_1 of rule B4: the longest reply that is no interposition, if at most `max`.
    ///
    /// # Errors
    /// The node limit was reached.
    pub(crate) fn longest_plain(&mut self, node: &Board, max: u32) -> Bounded {
        self.longest_of(node, &replies(node).plain, max)
    }

    /// 1 + VA after a defender's move, if at most `max`.
    ///
    /// # Errors
    /// The node limit was reached.
    pub(crate) fn reply(&mut self, node: &Board, reply: Move, max: u32) -> Bounded {
        if max < 2 {
            return Ok(None);
        }
        Ok(self
            .attack(&node.play(reply), max - 1)?
            .map(|value| value + 1))
    }

    /// What an interposition counts for against a bound b_j.
    ///
    /// # Errors
    /// The node limit was reached.
    pub(crate) fn effective_value(
        &mut self,
        node: &Board,
        block: Move,
        bound: u32,
        max: u32,
    ) -> Result<Effect, GaveUp> {
        if self.level != Level::Off {
            let short = self.reply(node, block, bound.min(max))?;
            if short.is_some() {
                return Ok(Effect::Value(short));
            }
            if self.is_useless(node, block, bound)? {
                return Ok(Effect::Useless);
            }
        }
        Ok(Effect::Value(self.reply(node, block, max)?))
    }

    /// Whether the attacker mates without the interposed piece no later than `bound` plies after
    /// the interposition was taken with check.
    pub(crate) fn is_useless(
        &mut self,
        node: &Board,
        block: Move,
        bound: u32,
    ) -> Result<bool, GaveUp> {
        let key = (node.clone(), block, bound);
        if let Some(&known) = self.useless.get(&key) {
            return Ok(known);
        }
        let useless = self.finds_capture(node, block, bound)?
            || self.level.spares_no_restoring() && self.only_restores(node, block, bound)?;
        self.useless.insert(key, useless);
        Ok(useless)
    }

    fn finds_capture(&mut self, node: &Board, block: Move, bound: u32) -> Result<bool, GaveUp> {
        if self.level.spares_moves() && block.from().is_some() {
            return Ok(false);
        }
        let blocked = node.play(block);
        let Some(Piece { kind, .. }) = blocked.piece(block.to()) else {
            return Ok(false);
        };
        for (capture, taken) in blocked.checking_captures(block.to()) {
            let set_aside = without_in_hand(taken, kind);
            if self.defend(&set_aside, bound)?.is_some()
                && (!self.level.is_strict()
                    || self.is_same_procedure(node, capture, &set_aside, bound)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The effective replies with their values at a node whose VD is at most `max`.
    ///
    /// # Errors
    /// The node limit was reached.
    pub(crate) fn effective_replies(
        &mut self,
        node: &Board,
        max: u32,
    ) -> Result<Vec<(Move, u32)>, GaveUp> {
        let replies = replies(node);
        let mut effective = Vec::new();
        for reply in replies.plain {
            effective.extend(self.reply(node, reply, max)?.map(|value| (reply, value)));
        }
        for (_, blocks) in replies.blocks {
            let bound = effective.iter().map(|&(_, value)| value).max().unwrap_or(0);
            for block in blocks {
                if let Effect::Value(Some(value)) = self.effective_value(node, block, bound, max)? {
                    effective.push((block, value));
                }
            }
        }
        Ok(effective)
    }
}

/// What an interposition is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Useless,
    /// 1 + VA if small enough.
    Value(Option<u32>),
}

/// The position with one piece of the side that just moved out of its hand and out of the game.
pub(crate) fn without_in_hand(mut board: Board, captured: Kind) -> Board {
    board.hands[board.turn.other() as usize][captured.base() as usize] -= 1;
    board
}

/// The checks, those first that leave the defender's king little: promotions, captures, board moves.
fn ordered_checks(node: &Board) -> Vec<(Move, Board)> {
    let mut checks = node.checks();
    checks.sort_by_key(|(check, _)| match *check {
        Move::Step { to, promote, .. } => (node.piece(to).is_none(), !promote),
        Move::Drop { .. } => (true, true),
    });
    checks
}
