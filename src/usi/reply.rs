//! What is said to the other side, one line each.

use std::fmt::Write;

use crate::shogi::Move;
use crate::tsume::Mate;

/// What `info` tells of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Plies: the length being tried, or the depth of the node looked at.
    pub depth: u32,
    /// Plies of the deepest node that was seen.
    pub seldepth: u32,
    /// Milliseconds since `go`.
    pub time_ms: u64,
    /// Nodes.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
}

/// A mate from the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Score<'a> {
    /// Its length; `None` if that is not proved.
    pub length: Option<u32>,
    /// Whether the side to move is the one that is mated.
    pub is_mated: bool,
    /// Its line.
    pub line: &'a [Move],
    /// Its place among several, counted from 1; `None` if only one is shown.
    pub rank: Option<usize>,
}

impl<'a> Score<'a> {
    /// The only line shown, that of `mate`.
    #[must_use]
    pub fn of(mate: &'a Mate, is_mated: bool) -> Self {
        Self {
            length: mate.exact.then_some(mate.length),
            is_mated,
            line: &mate.line,
            rank: None,
        }
    }
}

/// An `info` line.
#[must_use]
pub fn info(facts: &Facts, score: Option<&Score<'_>>) -> String {
    let Facts {
        depth,
        seldepth,
        time_ms,
        nodes,
        hashfull,
    } = facts;
    let nps = u128::from(*nodes) * 1000 / u128::from((*time_ms).max(1));
    let mut line = format!(
        "info depth {depth} seldepth {seldepth} time {time_ms} nodes {nodes} nps {nps} hashfull {hashfull}"
    );
    if let Some(score) = score {
        let sign = if score.is_mated { "-" } else { "" };
        let _ = match score.length {
            Some(length) => write!(line, " score mate {sign}{length}"),
            None => write!(
                line,
                " score mate {}",
                if score.is_mated { "-" } else { "+" }
            ),
        };
        if let Some(rank) = score.rank {
            let _ = write!(line, " multipv {rank}");
        }
        line.push_str(" pv");
        push_moves(&mut line, score.line);
    }
    line
}

/// The answer to `go mate` when there is a mate; without moves if the side to move is mated already.
#[must_use]
pub fn checkmate(moves: &[Move]) -> String {
    let mut line = "checkmate".to_owned();
    if moves.is_empty() {
        line.push(' ');
    }
    push_moves(&mut line, moves);
    line
}

/// The answer to `go`.
#[must_use]
pub fn bestmove(mv: Option<Move>) -> String {
    mv.map_or_else(
        || "bestmove resign".to_owned(),
        |mv| format!("bestmove {mv}"),
    )
}

fn push_moves(line: &mut String, moves: &[Move]) {
    for mv in moves {
        let _ = write!(line, " {mv}");
    }
}

/// A share of one in thousandths.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share lies between 0 and 1"
)]
pub fn thousandths(share: f32) -> u32 {
    (share.clamp(0.0, 1.0) * 1000.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_protocol() {
        let line: Vec<Move> = ["G*5b", "5a4a"].map(|text| text.parse().unwrap()).to_vec();
        let facts = Facts {
            depth: 9,
            seldepth: 12,
            time_ms: 500,
            nodes: 1000,
            hashfull: 3,
        };
        let plain = "info depth 9 seldepth 12 time 500 nodes 1000 nps 2000 hashfull 3";
        assert_eq!(info(&facts, None), plain);
        let mut score = Score {
            length: Some(2),
            is_mated: true,
            line: &line,
            rank: None,
        };
        assert_eq!(
            info(&facts, Some(&score)),
            format!("{plain} score mate -2 pv G*5b 5a4a")
        );
        (score.is_mated, score.length, score.rank) = (false, None, Some(2));
        assert_eq!(
            info(&facts, Some(&score)),
            format!("{plain} score mate + multipv 2 pv G*5b 5a4a")
        );
        assert_eq!(checkmate(&line), "checkmate G*5b 5a4a");
        assert_eq!(checkmate(&[]), "checkmate ");
        assert_eq!(bestmove(line.first().copied()), "bestmove G*5b");
        assert_eq!(bestmove(None), "bestmove resign");
    }
}
