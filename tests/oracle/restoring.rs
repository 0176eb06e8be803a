//! Lengths where interpositions that only restore the position (復元型) are useless, against exhaustive search.
//!
//! Such interpositions are rare in random positions; so some that have them are changed a little.

use crate::common::board::Board;
use crate::common::bridge::{color, position, rule, solver_at};
use crate::common::crew::{each_seed, scaled};
use crate::common::naive::{self, Level, replies};
use crate::common::piece::{Color, HELD, Kind, Piece};
use crate::common::random::Rng;
use crate::common::sfen::Fault;
use kanju::search::{Limits, Question, Silent, Solver};
use kanju::tsume::Outcome;

/// Nodes the solver may take for one position.
const MAX_NODES: u64 = 100_000;

/// Nodes the exhaustive search may take for one position.
const MAX_NAIVE_NODES: u64 = 60_000;

/// Plies of the mates that are compared.
const MAX_PLIES: u32 = 6;

const KINDS: usize = 5;
const COMPARED: usize = 0;
const MATES: usize = 1;
const DIFFER: usize = 2;
const RESTORE: usize = 3;
const UNKNOWN: usize = 4;

#[test]
fn lengths_agree_where_restoring_is_useless() {
    for (level, other) in [
        (Level::StandardRestoring, Level::Standard),
        (Level::StrictRestoring, Level::Strict),
    ] {
        let count = scaled(300);
        let tool = || solver_at(level);
        let seen = each_seed(count, tool, |solver, seed| {
            compare(solver, (level, other), seed)
        });
        println!(
            "{level:?}: {count} positions, {} compared, {} mates, {} with interpositions that restore, {} of other length \
             than by {other:?}, {} unknown",
            seen[COMPARED], seen[MATES], seen[RESTORE], seen[DIFFER], seen[UNKNOWN]
        );
        assert!(seen[COMPARED] * 2 > count && seen[DIFFER] * 10 > seen[COMPARED]);
        assert!(seen[UNKNOWN] * 20 < seen[COMPARED]);
    }
}

fn compare(solver: &mut Solver, (level, other): (Level, Level), seed: u64) -> [u64; KINDS] {
    let mut seen = [0; KINDS];
    let node = checked_from_afar(&mut Rng::new(seed));
    let mut naive = naive::Solver::new(level, MAX_NAIVE_NODES);
    let Ok(expected) = naive.defend(&node, MAX_PLIES) else {
        return seen;
    };
    seen[COMPARED] += 1;
    seen[MATES] += u64::from(expected.is_some());
    let plain = naive::Solver::new(other, MAX_NAIVE_NODES).defend(&node, MAX_PLIES);
    seen[DIFFER] += u64::from(plain.is_ok_and(|plain| plain != expected));
    seen[RESTORE] += u64::from(expected.is_some() && has_restoring(&mut naive, &node));
    let attacker = node.turn.other();
    let question = Question {
        position: position(&node, attacker),
        attacker: color(attacker),
        rule: rule(level),
        fast: false,
        max_plies: None,
    };
    let limits = Limits {
        max_nodes: Some(MAX_NODES),
        ..Limits::default()
    };
    let answer = solver.ask(&question, &limits, &Silent);
    let case = format!(
        "seed {seed}: {level:?} {} {expected:?}\n{answer:?}",
        node.to_sfen()
    );
    match &answer.outcome {
        Outcome::Mate(found) if found.exact => match expected {
            Some(length) => assert_eq!(found.length, length, "{case}"),
            None => assert!(found.length > MAX_PLIES, "{case}"),
        },
        Outcome::NoMate => assert_eq!(expected, None, "{case}"),
        _ => seen[UNKNOWN] += 1,
    }
    seen
}

/// Whether some drop in a position of known value only restores it.
fn has_restoring(naive: &mut naive::Solver, node: &Board) -> bool {
    let Ok(Some(bound)) = naive.longest_plain(node, MAX_PLIES) else {
        return false;
    };
    let blocks = replies(node).blocks.into_iter();
    let mut blocks = blocks.flat_map(|(_, blocks)| blocks);
    blocks.any(|block| naive.only_restores(node, block, bound) == Ok(true))
}

/// Positions in which some interposition only restores the position.
const PATTERNS: [&str; 9] = [
    "9/6S1k/9/7p1/8+P/4+B4/9/5R3/9 w p 1",
    "9/8k/6+N2/8s/8N/4+B4/9/9/9 w GPlp 1",
    "9/6S1k/5N3/5N+B2/9/9/9/9/9 w Pn 1",
    "9/5+PS1k/9/5S+B2/9/9/9/9/9 w Ps 1",
    "8k/5S2s/8P/7G1/4+B4/1g7/9/9/9 w Snp 1",
    "7+N1/8k/9/5G1L1/9/4+B4/9/9/9 w sn 1",
    "6s1k/5L+P2/9/9/9/3+B5/9/9/9 w Rsn 1",
    "6+L1k/9/5p1+P1/9/2R6/1+p1+B5/9/9/9 w Psp 1",
    "9/6G1k/9/7+PS/9/9/3+B5/9/1r2+R4 w n 1",
];

/// A position with a distant check that is one of the patterns but for a little.
fn checked_from_afar(rng: &mut Rng) -> Board {
    loop {
        let mut board = Board::from_sfen(rng.pick(&PATTERNS)).expect("the patterns are SFEN");
        for _ in 0..rng.below(4) {
            change(rng, &mut board);
        }
        let mut turned = board.clone();
        turned.turn = board.turn.other();
        let is_distant = |(_, squares): (usize, Vec<usize>)| !squares.is_empty();
        if turned.faults() == [Fault::DefenderInCheck]
            && board.single_check().is_some_and(is_distant)
        {
            return board;
        }
    }
}

/// A piece more, a piece less, a piece elsewhere, or something else in hand.
fn change(rng: &mut Rng, board: &mut Board) {
    let square = rng.below(81);
    let pieces =
        (0..81).filter(|&square| board.piece(square).is_some_and(|p| p.kind != Kind::King));
    let pieces: Vec<usize> = pieces.collect();
    let chosen = rng.pick(&pieces);
    let color = rng.pick(&Color::BOTH);
    let held = rng.pick(&HELD[..5]);
    match rng.below(5) {
        0 => board.put(chosen, None),
        1 if board.piece(square).is_none() => {
            board.put(square, board.piece(chosen));
            board.put(chosen, None);
        }
        2 if board.piece(square).is_none() => board.put(square, Some(Piece { color, kind: held })),
        3 => board.hands[color as usize][held as usize] += 1,
        _ => board.hands[color as usize][held as usize] = 0,
    }
}
