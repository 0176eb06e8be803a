//! The same position, move and level in the words of the oracle and of the library.
//!
//! Positions cross as SFEN text, so that both readers are compared on the way.

use super::board::{Board, Move};
use super::naive::Level;
use super::piece::{Color, HELD};
use kanju::search::{Limits, Options, Silent, Solver};
use kanju::shogi::{self, Position, Setup};
use kanju::tsume::{Answer, FutileRule, Mate, Outcome, Problem, RestoringRule};

/// The library's set-up of a board.
pub(crate) fn setup(board: &Board) -> Setup {
    let sfen = board.to_sfen();
    let setup: Setup = sfen.parse().expect("the oracle writes SFEN");
    assert_eq!(setup.to_string(), sfen);
    setup
}

/// The library's position of a legal board on which `attacker` mates.
pub(crate) fn position(board: &Board, attacker: Color) -> Position {
    let position = Position::new(&setup(board), color(attacker));
    position.unwrap_or_else(|faults| panic!("{}: {faults}", board.to_sfen()))
}

/// A legal root as a problem.
pub(crate) fn problem(root: &Board) -> Problem {
    Problem::new(position(root, root.turn))
}

/// The library's word for a side.
pub(crate) fn color(color: Color) -> shogi::Color {
    match color {
        Color::Black => shogi::Color::Black,
        Color::White => shogi::Color::White,
    }
}

/// The library's word for a level.
pub(crate) fn rule(level: Level) -> FutileRule {
    match level {
        Level::Off => FutileRule::Off,
        Level::Standard | Level::StandardDrops | Level::StandardRestoring => FutileRule::Standard,
        Level::Strict | Level::StrictDrops | Level::StrictRestoring => FutileRule::Strict,
    }
}

/// The oracle's form of a move.
pub(crate) fn slow_move(mv: shogi::Move) -> Move {
    let number =
        |square: shogi::Square| usize::from(square.file()) * 9 - 9 + usize::from(square.rank()) - 1;
    match mv {
        shogi::Move::Board { from, to, promote } => Move::Step {
            from: number(from),
            to: number(to),
            promote,
        },
        shogi::Move::Drop { piece, to } => {
            let kind = HELD
                .into_iter()
                .find(|kind| kind.letter() == piece.letter());
            Move::Drop {
                kind: kind.expect("both sides know the seven kinds"),
                to: number(to),
            }
        }
    }
}

/// The oracle's form of some moves, sorted.
pub(crate) fn slow_moves(moves: impl IntoIterator<Item = shogi::Move>) -> Vec<Move> {
    sorted(moves.into_iter().map(slow_move).collect())
}

/// The moves in order.
pub(crate) fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

/// A line as text.
pub(crate) fn usi(line: &[shogi::Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

/// A solver with a table of 1 MiB.
pub(crate) fn small_solver(rule: FutileRule) -> Solver {
    Solver::new(small_options(rule))
}

/// A solver with a table of 1 MiB for a level.
pub(crate) fn solver_at(level: Level) -> Solver {
    Solver::new(Options {
        counts_moves: level.spares_moves(),
        restoring: if level.spares_no_restoring() {
            RestoringRule::Useless
        } else {
            RestoringRule::Counts
        },
        ..small_options(rule(level))
    })
}

/// Options with a table of 1 MiB.
pub(crate) fn small_options(rule: FutileRule) -> Options {
    Options {
        table_bytes: 1 << 20,
        rule,
        ..Options::default()
    }
}

/// Solves a root with a node limit.
pub(crate) fn solve(solver: &mut Solver, root: &Board, max_nodes: u64) -> Answer {
    let limits = Limits {
        max_nodes: Some(max_nodes),
        ..Limits::default()
    };
    solver.solve(&problem(root), &limits, &Silent)
}

/// The mate of an answer, if it is one.
pub(crate) fn mate(answer: &Answer) -> Option<&Mate> {
    match &answer.outcome {
        Outcome::Mate(mate) => Some(mate),
        _ => None,
    }
}
