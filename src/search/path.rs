//! Positions on the current path, and failures that rest on them (千日手).
//!
//! Repetition only ever hurts the attacker, so the value of a position does not depend on how it was
//! reached; what depends on the path is only a failure found by meeting an earlier position again.
//! Such a failure says "no mate here, if there is none at that ancestor". It may be used wherever that
//! ancestor is on the path, and becomes a fact once no ancestor is left: the positions of a disproof may
//! support each other, since no mate is the greatest fixpoint (Kishimoto and Müller 2004, "A general
//! solution to the graph history interaction problem", treat the same trouble by twin entries).

use crate::shogi::{Hand, Key};

/// The depths of the ancestors on which a failure rests.
///
/// Up to two are kept exactly, of more only the shallowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rests {
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Nothing,
    One(u16),
    Two(u16, u16),
    /// Any depths from this one on.
    From(u16),
    /// On the end of the stack: never a fact.
    Cut,
}

impl Rests {
    /// A fact.
    pub const NOTHING: Self = Self {
        kind: Kind::Nothing,
    };
    /// A failure for want of depth; it never becomes a fact.
    pub const CUT: Self = Self { kind: Kind::Cut };

    /// Rests on the ancestor at `depth`.
    #[must_use]
    pub const fn on(depth: u16) -> Self {
        Self {
            kind: Kind::One(depth),
        }
    }

    /// Whether it rests on nothing.
    #[must_use]
    pub fn is_fact(self) -> bool {
        self.kind == Kind::Nothing
    }

    /// The ancestors, if they are few.
    #[must_use]
    pub const fn few(self) -> Option<(u16, Option<u16>)> {
        match self.kind {
            Kind::One(a) => Some((a, None)),
            Kind::Two(a, b) => Some((a, Some(b))),
            Kind::Nothing | Kind::From(_) | Kind::Cut => None,
        }
    }

    fn shallowest(self) -> u16 {
        match self.kind {
            Kind::Nothing => u16::MAX,
            Kind::One(a) | Kind::From(a) => a,
            Kind::Two(a, b) => a.min(b),
            Kind::Cut => 0,
        }
    }

    /// Rests on what either rests on.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let kind = match (self.kind, other.kind) {
            (Kind::Cut, _) | (_, Kind::Cut) => Kind::Cut,
            (Kind::Nothing, kind) | (kind, Kind::Nothing) => kind,
            (Kind::One(a), Kind::One(b)) if a == b => Kind::One(a),
            (Kind::One(a), Kind::One(b)) => Kind::Two(a, b),
            (Kind::Two(a, b), Kind::One(c)) | (Kind::One(c), Kind::Two(a, b))
                if c == a || c == b =>
            {
                Kind::Two(a, b)
            }
            (Kind::Two(a, b), Kind::Two(c, d)) if (a, b) == (c, d) || (a, b) == (d, c) => {
                Kind::Two(a, b)
            }
            _ => Kind::From(self.shallowest().min(other.shallowest())),
        };
        Self { kind }
    }

    /// The same, seen after the node at `depth` has failed for this very reason.
    #[must_use]
    pub fn without(self, depth: u16) -> Self {
        let kind = match self.kind {
            Kind::One(a) if a == depth => Kind::Nothing,
            Kind::Two(a, b) if a == depth => Kind::One(b),
            Kind::Two(a, b) if b == depth => Kind::One(a),
            Kind::From(a) if a >= depth => Kind::Nothing,
            kind => kind,
        };
        Self { kind }
    }
}

/// The attacker's positions from the root to the current one.
#[derive(Clone, Debug)]
pub struct Path {
    nodes: Vec<Node>,
    slots: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    key: Key,
    hand: Hand,
    depth: u16,
    slot: u16,
}

const SLOTS: usize = 1 << 13;
const FREE: u16 = u16::MAX;

impl Default for Path {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            slots: vec![FREE; SLOTS],
        }
    }
}

impl Path {
    /// Enters a position; every [`Path::push`] is undone by one [`Path::pop`], last first.
    pub fn push(&mut self, key: Key, hand: Hand, depth: u16) {
        let mut slot = Self::home(key);
        while self.slots[slot] != FREE {
            slot = (slot + 1) % SLOTS;
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "slots and nodes number a few thousand"
        )]
        let (index, place) = (self.nodes.len() as u16, slot as u16);
        self.slots[slot] = index;
        self.nodes.push(Node {
            key,
            hand,
            depth,
            slot: place,
        });
    }

    /// Leaves the position entered last.
    pub fn pop(&mut self) {
        if let Some(node) = self.nodes.pop() {
            self.slots[usize::from(node.slot)] = FREE;
        }
    }

    /// The deepest position on the path with this board and at least this hand: its depth and hand.
    #[must_use]
    pub fn covering(&self, key: Key, hand: Hand) -> Option<(u16, Hand)> {
        let mut best: Option<Node> = None;
        let mut slot = Self::home(key);
        while self.slots[slot] != FREE {
            let node = self.nodes[usize::from(self.slots[slot])];
            if node.key == key
                && node.hand.covers(hand)
                && best.is_none_or(|best| node.depth > best.depth)
            {
                best = Some(node);
            }
            slot = (slot + 1) % SLOTS;
        }
        best.map(|node| (node.depth, node.hand))
    }

    /// The position at `depth`.
    fn at(&self, depth: u16) -> Option<(Key, Hand)> {
        let index = self
            .nodes
            .binary_search_by_key(&depth, |node| node.depth)
            .ok()?;
        self.nodes.get(index).map(|node| (node.key, node.hand))
    }

    #[expect(clippy::cast_possible_truncation, reason = "the remainder is small")]
    const fn home(key: Key) -> usize {
        (key as u64 % SLOTS as u64) as usize
    }
}

/// Failures that rest on one or two ancestors, by position; old ones make way for new ones.
#[derive(Debug, Default)]
pub struct Conditionals {
    slots: Vec<Conditional>,
    /// A part of the key in each slot, 0 if it is free: small enough to stay in the cache.
    tags: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Conditional {
    key: Key,
    hand: Hand,
    ancestors: [(Key, Hand); 2],
}

const CONDITIONALS: usize = 1 << 14;

impl Conditionals {
    /// Remembers that there is no mate at `key` with `hand` or less, resting on ancestors on `path`.
    pub fn store(&mut self, key: Key, hand: Hand, (rests, path): (Rests, &Path)) {
        let Some((first, second)) = rests.few() else {
            return;
        };
        let Some(first) = path.at(first) else { return };
        let Some(second) = second.map_or(Some(first), |depth| path.at(depth)) else {
            return;
        };
        if self.slots.is_empty() {
            self.slots.resize(CONDITIONALS, Conditional::default());
            self.tags.resize(CONDITIONALS, 0);
        }
        let (home, tag) = (Self::home(key), Self::tag(key));
        let taken = |slot: usize| self.tags[slot] != 0 && self.slots[slot].key != key;
        let slot = if taken(home) && !taken(home ^ 1) {
            home ^ 1
        } else {
            home
        };
        self.tags[slot] = tag;
        self.slots[slot] = Conditional {
            key,
            hand,
            ancestors: [first, second],
        };
    }

    /// A failure at `key` for at least `hand` whose ancestors are all on `path`: its hand, and the depths.
    #[must_use]
    pub fn look_up(&self, key: Key, hand: Hand, path: &Path) -> Option<(Hand, Rests)> {
        if self.tags.is_empty() {
            return None;
        }
        let (home, tag) = (Self::home(key), Self::tag(key));
        [home, home ^ 1]
            .into_iter()
            .filter(|&slot| self.tags[slot] == tag)
            .find_map(|slot| {
                let slot = &self.slots[slot];
                if slot.key != key || !slot.hand.covers(hand) {
                    return None;
                }
                let [first, second] = slot.ancestors;
                let (a, _) = path.covering(first.0, first.1)?;
                let (b, _) = path.covering(second.0, second.1)?;
                Some((slot.hand, Rests::on(a).and(Rests::on(b))))
            })
    }

    #[expect(clippy::cast_possible_truncation, reason = "the remainder is small")]
    const fn home(key: Key) -> usize {
        (key as u64 % CONDITIONALS as u64) as usize
    }

    /// 31 bits of the second lane of a key, and never 0.
    #[expect(clippy::cast_possible_truncation, reason = "a part of it is wanted")]
    const fn tag(key: Key) -> u32 {
        (key >> 64) as u32 | 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resting_on_ancestors_adds_up_and_is_discharged() {
        let one = Rests::on(4);
        assert_eq!(one.and(Rests::NOTHING), one);
        assert!(one.without(4).is_fact());
        let two = one.and(Rests::on(8));
        assert_eq!(two.without(8), one);
        let three = two.and(Rests::on(6));
        assert_eq!(three.few(), None);
        assert_eq!(three.without(8), three);
        assert!(three.without(4).is_fact());
        assert!(!Rests::CUT.without(0).is_fact());
    }

    #[test]
    fn a_larger_hand_is_progress() {
        let mut path = Path::default();
        let mut gold = Hand::EMPTY;
        gold.add(crate::shogi::HandPiece::Gold);
        path.push(7, Hand::EMPTY, 0);
        path.push(7 + SLOTS as Key, gold, 2);
        assert_eq!(path.covering(7, Hand::EMPTY), Some((0, Hand::EMPTY)));
        assert_eq!(path.covering(7, gold), None);
        assert_eq!(
            path.covering(7 + SLOTS as Key, Hand::EMPTY),
            Some((2, gold))
        );
        path.pop();
        assert_eq!(path.covering(7 + SLOTS as Key, Hand::EMPTY), None);
    }
}
