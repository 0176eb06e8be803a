//! What happens to a session: lines, and news from its worker.

use crate::search::Progress;
use crate::shogi::Move;
use crate::tsume::{Answer, Mate};

use super::lines::Line;

/// Something that happened.
#[derive(Debug)]
pub enum Event {
    /// A line came in.
    Heard(Line),
    /// No more lines will come.
    End,
    /// The worker has news.
    Told(Told),
}

/// A report on the task with this number.
#[derive(Debug)]
pub struct Told {
    /// The task.
    pub id: u64,
    /// What is new.
    pub news: News,
}

/// What a search has to tell.
#[derive(Debug)]
pub enum News {
    /// It goes on.
    Progress(Progress),
    /// There is a mate; its length is still being looked for.
    Mate(Box<Mate>),
    /// All mating first moves found so far, the best first, with their lines.
    Lines(Vec<Variation>),
    /// It has ended.
    Done(Box<Done>),
}

/// A mating first move and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Plies; `None` if they are not proved.
    pub length: Option<u32>,
    /// The moves.
    pub line: Vec<Move>,
}

/// The end of a search.
#[derive(Debug)]
pub struct Done {
    /// The answer; `None` if the search broke down.
    pub answer: Option<Answer>,
    /// Nodes of all searches for it.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The move by which the defender saves himself, if it was asked for and found.
    pub escape: Option<Move>,
}
