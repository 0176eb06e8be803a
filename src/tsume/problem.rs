//! A problem to be solved, and what its source says about it.

use crate::shogi::{Color, Move, Position};

/// A mate problem (詰将棋): the side to move is the attacker (攻方), the other side the defender (玉方).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it starts.
    pub position: Position,
    /// What the source says about it.
    pub header: Header,
    /// The solution that the source gives, if any.
    pub declared: Option<Declared>,
    /// Remarks of the reader: hand filled, pieces missing, header contradicted, …
    pub warnings: Vec<String>,
}

impl Problem {
    /// A problem without any header.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            position,
            header: Header::default(),
            declared: None,
            warnings: Vec::new(),
        }
    }

    /// The side that mates.
    #[must_use]
    pub const fn attacker(&self) -> Color {
        self.position.turn()
    }
}

/// What a source says about a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// 作品名
    pub title: Option<String>,
    /// An identifier within the collection (作品番号).
    pub id: Option<String>,
    /// 作者
    pub author: Option<String>,
    /// Stated number of plies (手数).
    pub length: Option<u32>,
    /// Anything else, in the order of the source: name and value.
    pub fields: Vec<(String, String)>,
}

/// A solution as written in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// The intended line (作意), legal from the start position.
    pub line: Vec<Move>,
    /// Side lines (変化), each from a ply of another line.
    pub branches: Vec<Branch>,
}

/// A side line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The moves from the start position up to the fork.
    pub stem: Vec<Move>,
    /// The moves of the branch itself.
    pub moves: Vec<Move>,
    /// Remarks beside its moves.
    pub comments: Vec<String>,
}
