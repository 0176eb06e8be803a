//! Is the slow oracle right? Its answers against a table with known ones, against its own plainer
//! definitions, and against the two counterexamples the law states for useless interpositions.

#![expect(clippy::print_stderr, reason = "a skipped test says so")]

mod common;

use common::board::{Board, Move};
use common::graph::{no_mate, value_any_length};
use common::line::official;
use common::naive::{GaveUp, Level, Solver, value};
use common::piece::Kind;
use common::random::{Mover, Rng, checked, crowded, small_root};
use std::collections::HashMap;

const MAX_NODES: u64 = 3_000_000;

/// A row of the rules table.
struct Row {
    sfen: String,
    length: String,
    features: HashMap<String, String>,
}

/// The rows of the rules table, if the folder with extra problems is named.
fn rows() -> Vec<Row> {
    let Ok(folder) = std::env::var("KANJU_EXTRA_PROBLEMS") else {
        eprintln!("skipped: KANJU_EXTRA_PROBLEMS names no folder with rules.tsv");
        return Vec::new();
    };
    let path = std::path::Path::new(&folder).join("rules.tsv");
    let text = std::fs::read_to_string(path).expect("the folder holds rules.tsv");
    text.lines().skip(1).filter_map(read_row).collect()
}

fn read_row(line: &str) -> Option<Row> {
    let mut columns = line.split('\t');
    let sfen = columns.next()?.to_owned();
    let length = columns.next()?.to_owned();
    let pairs = columns
        .next()?
        .split(';')
        .filter_map(|pair| pair.split_once('='));
    let features = pairs
        .map(|(key, text)| (key.to_owned(), text.to_owned()))
        .collect();
    Some(Row {
        sfen,
        length,
        features,
    })
}

/// Asserts a value written as `7`, or as `>5` for no mate within 5.
fn assert_value(row: &Row, level: Level, expected: &str) {
    let root = Board::from_sfen(&row.sfen).expect("the table holds SFEN");
    let mut solver = Solver::new(level, MAX_NODES);
    let wanted = expected
        .strip_prefix('>')
        .map_or_else(|| expected.parse().ok(), |_| None);
    let max = expected
        .trim_start_matches('>')
        .parse()
        .expect("a bound is a number");
    assert_eq!(
        solver.attack(&root, max),
        Ok(wanted),
        "{level:?} {}",
        row.sfen
    );
}

#[test]
fn lengths_of_the_table() {
    for row in rows().iter().filter(|row| row.length != "nomate") {
        assert_value(row, Level::Standard, &row.length);
        for (level, key) in [(Level::Off, "off"), (Level::Strict, "strict")] {
            if let Some(expected) = row.features.get(key) {
                assert_value(row, level, expected);
            }
        }
    }
}

#[test]
fn lines_of_the_table() {
    for row in rows().iter().filter(|row| row.length != "nomate") {
        let root = Board::from_sfen(&row.sfen).unwrap();
        let max = row.length.parse().unwrap();
        let solution = official(&root, Level::Standard, max, MAX_NODES)
            .unwrap()
            .unwrap();
        assert_eq!(
            solution.line.join(" "),
            row.features["line"],
            "{}",
            row.sfen
        );
        assert_eq!(
            solution.leftover_min.to_string(),
            row.features["left"],
            "{}",
            row.sfen
        );
    }
}

#[test]
fn no_mates_of_the_table() {
    for row in rows().iter().filter(|row| row.length == "nomate") {
        let root = Board::from_sfen(&row.sfen).unwrap();
        let depth: u32 = row.features["closed"].parse().unwrap();
        assert_eq!(no_mate(&root, depth, MAX_NODES), Ok(true), "{}", row.sfen);
    }
}

#[test]
fn roots_of_the_table_are_valid_and_survive_writing() {
    for row in rows() {
        let root = Board::from_sfen(&row.sfen).unwrap();
        assert_eq!(root.faults(), [], "{}", row.sfen);
        assert_eq!(root.to_sfen(), row.sfen);
    }
}

/// VD at level standard of a position with the defender to move.
fn defence(sfen: &str) -> Result<Option<u32>, GaveUp> {
    let node = Board::from_sfen(sfen).expect("the test states an SFEN");
    Solver::new(Level::Standard, MAX_NODES).defend(&node, 8)
}

#[test]
fn a_richer_hand_may_be_slower() {
    assert_eq!(
        defence("7p1/6S1k/9/9/5+BR2/9/9/9/9 w Prb4g3s4n4l16p 1"),
        Ok(Some(4))
    );
    assert_eq!(
        defence("7p1/6S1k/9/9/5+BR2/9/9/9/9 w GPrb3g3s4n4l16p 1"),
        Ok(Some(6))
    );
}

#[test]
fn a_slow_proof_is_no_bound() {
    assert_eq!(
        defence("7k1/9/4R4/9/7RB/9/9/9/9 w Gb3g4s4n4l18p 1"),
        Ok(Some(6))
    );
}

#[test]
fn checks_are_the_legal_moves_that_check() {
    let mut rng = Rng::new(1);
    for round in 0..4000 {
        let board = match round % 3 {
            0 => small_root(&mut rng),
            1 => crowded(&mut rng, Mover::Free),
            _ => crowded(&mut rng, Mover::Checked),
        };
        let gives_check = |played: &Move| {
            let after = board.play(*played);
            after.in_check(after.turn)
        };
        let mut plain = board.legal_moves();
        assert_eq!(board.has_legal_move(), !plain.is_empty());
        plain.retain(gives_check);
        plain.sort();
        let mut checks: Vec<Move> = board.checks().into_iter().map(|(check, _)| check).collect();
        checks.sort();
        assert_eq!(checks, plain, "{}", board.to_sfen());
    }
}

#[test]
fn random_positions_are_what_they_claim() {
    let mut rng = Rng::new(2);
    for _ in 0..1000 {
        assert_eq!(small_root(&mut rng).faults(), []);
        let node = checked(&mut rng);
        assert!(node.in_check(node.turn) && !node.in_check(node.turn.other()));
        for (mover, is_checked) in [(Mover::Free, false), (Mover::Checked, true)] {
            let board = crowded(&mut rng, mover);
            assert_eq!(board.faults(), [], "{}", board.to_sfen());
            assert_eq!(board.in_check(board.turn), is_checked);
        }
    }
}

#[test]
fn turning_the_board_changes_no_value() {
    let mut rng = Rng::new(3);
    for _ in 0..150 {
        let root = small_root(&mut rng);
        for level in [Level::Off, Level::Standard, Level::Strict] {
            let answers = [&root, &root.turned()]
                .map(|board| Solver::new(level, 20_000).attack(board, 3).unwrap_or(None));
            assert_eq!(answers[0], answers[1], "{}", root.to_sfen());
        }
    }
}

/// The root without the attacker's rooks and bishops and the defender's hand: few positions follow.
fn tame(root: &Board) -> Board {
    let mut tame = root.clone();
    let is_major = |kind: Kind| matches!(kind.base(), Kind::Rook | Kind::Bishop);
    for square in 0..81 {
        if tame
            .piece(square)
            .is_some_and(|p| p.color == tame.turn && is_major(p.kind))
        {
            tame.put(square, None);
        }
    }
    tame.hands[tame.turn as usize][Kind::Bishop as usize] = 0;
    tame.hands[tame.turn as usize][Kind::Rook as usize] = 0;
    tame.hands[tame.turn.other() as usize] = [0; 7];
    tame
}

#[test]
fn bounded_values_agree_with_the_whole_graph() {
    let mut rng = Rng::new(4);
    let mut solved = [0, 0];
    for _ in 0..1000 {
        let root = tame(&small_root(&mut rng));
        let Ok(exact) = value_any_length(&root, 2000) else {
            continue;
        };
        let Ok(bounded) = Solver::new(Level::Off, 50_000).attack(&root, 9) else {
            continue;
        };
        assert_eq!(
            bounded,
            exact.filter(|&length| length <= 9),
            "{}",
            root.to_sfen()
        );
        if let Ok(true) = no_mate(&root, 7, 20_000) {
            assert_eq!(exact, None, "{}", root.to_sfen());
        }
        solved[usize::from(exact.is_some())] += 1;
    }
    assert!(solved[0] > 100 && solved[1] > 0, "{solved:?}");
}

#[test]
fn levels_keep_their_order() {
    let mut rng = Rng::new(5);
    for _ in 0..400 {
        let root = small_root(&mut rng);
        let at = |level| Solver::new(level, 3_000).attack(&root, 5);
        let (Ok(off), Ok(standard), Ok(strict)) =
            (at(Level::Off), at(Level::Standard), at(Level::Strict))
        else {
            continue;
        };
        for shorter in [standard, strict] {
            assert!(
                off.is_none_or(|off| shorter.is_some_and(|s| s <= off)),
                "{}",
                root.to_sfen()
            );
        }
    }
}

#[test]
fn a_bound_below_the_value_answers_none() {
    let root = Board::from_sfen("8k/9/8G/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1").unwrap();
    assert_eq!(value(&root, Level::Standard, 1), Ok(None));
    assert_eq!(value(&root, Level::Standard, 3), Ok(Some(3)));
    assert_eq!(
        Solver::new(Level::Standard, 3).attack(&root, 3),
        Err(GaveUp)
    );
}
