//! The cases that rule books and solvers get wrong, one test each: the slow oracle and the library.

mod common;

use common::board::{Board, Move};
use common::bridge::{mate, position, rule, setup, slow_moves, small_solver, solve, sorted};
use common::naive::{self, Level, Solver, replies};
use common::piece::{Color, Kind, square_named};
use common::sfen::Fault;
use kanju::proof::Rulebook;
use kanju::shogi::{checks, evasions, movegen};
use kanju::tsume::Outcome;

fn board(sfen: &str) -> Board {
    Board::from_sfen(sfen).expect("the test states an SFEN")
}

/// The position after some moves in USI, each of them legal.
fn after(sfen: &str, moves: &str) -> Board {
    let mut board = board(sfen);
    for usi in moves.split_whitespace() {
        let played = Move::from_usi(usi).expect("the test states USI moves");
        assert!(
            board.legal_moves().contains(&played),
            "{usi} in {}",
            board.to_sfen()
        );
        board = board.play(played);
    }
    board
}

fn texts(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|played| played.to_usi()).collect();
    texts.sort();
    texts
}

/// The legal moves, on which all rule books agree.
fn legal(board: &Board) -> Vec<String> {
    let sfen = board.to_sfen();
    let legal = board.legal_moves();
    let has_king = |color| board.king(color).is_some();
    let is_attacker = has_king(board.turn.other()) && !board.in_check(board.turn);
    let attacker = if is_attacker || !has_king(board.turn) {
        board.turn
    } else {
        board.turn.other()
    };
    let quick = position(board, attacker);
    assert_eq!(
        slow_moves(movegen::legal_moves(&quick)),
        sorted(legal.clone()),
        "{sfen}"
    );
    let (mut checking, mut replies) = (Vec::new(), Vec::new());
    checks::checks(&quick, &mut checking);
    let expected = board.checks().into_iter().map(|(check, _)| check).collect();
    assert_eq!(slow_moves(checking), sorted(expected), "{sfen}");
    let mut rules = Rulebook::new(&setup(board));
    for mv in movegen::legal_moves(&quick) {
        assert_eq!(rules.legality(mv), Ok(()), "{mv} in {sfen}");
    }
    if quick.is_check() {
        evasions::evasions(&quick, &mut replies);
        assert_eq!(
            slow_moves(replies.drain(..)),
            sorted(legal.clone()),
            "{sfen}"
        );
        rules.replies(&mut replies);
        assert_eq!(slow_moves(replies), sorted(legal.clone()), "{sfen}");
    }
    texts(&legal)
}

/// Asserts the length of a mate, or that there is none within `max` plies.
fn assert_length(root: &Board, level: Level, max: u32, expected: Option<u32>) {
    let sfen = root.to_sfen();
    assert_eq!(naive::value(root, level, max), Ok(expected), "{sfen}");
    let answer = solve(&mut small_solver(rule(level)), root, 1_000_000);
    let found = mate(&answer);
    match expected {
        Some(_) => assert!(found.is_some_and(|found| found.exact), "{sfen} {answer:?}"),
        None => assert_ne!(answer.outcome, Outcome::Unknown, "{sfen} {answer:?}"),
    }
    let length = found.map(|found| found.length);
    assert_eq!(
        length.filter(|&length| length <= max),
        expected,
        "{sfen} {answer:?}"
    );
}

/// Asserts that a root has no mate, which a refutation within so many plies shows.
fn assert_no_mate(root: &Board, depth: u32) {
    assert_eq!(common::graph::no_mate(root, depth, 100_000), Ok(true));
    let answer = solve(&mut small_solver(rule(Level::Off)), root, 1_000_000);
    assert_eq!(
        answer.outcome,
        Outcome::NoMate,
        "{} {answer:?}",
        root.to_sfen()
    );
}

/// Asserts which of some USI moves are legal.
fn assert_legal(board: &Board, yes: &str, no: &str) {
    let legal = legal(board);
    for usi in yes.split_whitespace() {
        assert!(
            legal.contains(&usi.to_owned()),
            "{usi} in {}",
            board.to_sfen()
        );
    }
    for usi in no.split_whitespace() {
        assert!(
            !legal.contains(&usi.to_owned()),
            "{usi} in {}",
            board.to_sfen()
        );
    }
}

#[test]
fn a_pawn_drop_must_not_mate_though_a_pinned_piece_guards() {
    let mates = board("7lk/9/7+P1/9/9/9/9/9/9 b P2r2b4g4s4n3l16p 1");
    assert_legal(&mates, "P*5e", "P*1b");
    let free_guard = board("7sk/9/7+P1/9/9/9/9/9/9 b P2r2b4g3s4n4l16p 1");
    assert_legal(&free_guard, "P*1b", "");
    let pinned_guard = board("4R2sk/9/7+P1/9/9/9/9/9/9 b Pr2b4g3s4n4l16p 1");
    assert_legal(&pinned_guard, "P*2b", "P*1b");
}

#[test]
fn a_pawn_push_may_mate() {
    let root = board("7lk/7l1/8P/7N1/9/9/9/9/9 b 2r2b4g4s3n2l17p 1");
    assert_length(&root, Level::Off, 1, Some(1));
}

#[test]
fn the_defender_must_not_mate_with_a_pawn_drop() {
    let mated = "9/9/B8/9/9/R8/8k/6P2/5r1KN b B17p 1";
    assert_legal(&after(mated, "B*3i"), "4i3i", "P*2h");
    let escaping = "9/9/B8/9/9/R8/8k/6P2/5r1K1 b B17p 1";
    assert_legal(&after(escaping, "B*3i"), "4i3i P*2h", "");
}

#[test]
fn every_piece_may_stay_unpromoted_while_it_can_move_on() {
    let black = board("8k/1L7/P1P1S1N2/9/9/9/7R1/4B4/K8 b - 1");
    assert_legal(
        &black,
        "9c9b 9c9b+ 7c7b 7c7b+ 5c5b 5c5b+ 2g2a 2g2a+ 2g2c 2g2c+ 5h2e",
        "5h2e+",
    );
    assert_legal(&black, "8b8a+ 3c2a+ 3c4a+", "8b8a 3c2a 3c4a");
    let white = black.turned();
    assert_legal(
        &white,
        "1g1h 1g1h+ 3g3h 3g3h+ 5g5h 5g5h+ 8c8i 8c8i+ 8c8g 8c8g+ 5b8e",
        "5b8e+",
    );
    assert_legal(&white, "2h2i+ 7g8i+ 7g6i+", "2h2i 7g8i 7g6i");
    let leaving = board("8k/9/4B4/3S5/9/9/9/9/K8 b - 1");
    assert_legal(&leaving, "5c2f 5c2f+ 6d6c 6d6c+ 6d7e", "6d7e+");
}

#[test]
fn dead_ends_are_no_drop_squares() {
    let black = board("8k/9/9/9/9/9/9/9/K8 b PLN 1");
    assert_legal(&black, "P*5b L*5b N*5c", "P*5a L*5a N*5a N*5b");
    let white = board("8k/9/9/9/9/9/9/9/K8 w pln 1");
    assert_legal(&white, "P*5h L*5h N*5g P*5a", "P*5i L*5i N*5i N*5h");
}

#[test]
fn a_check_that_captures_a_pawn_frees_its_file() {
    let root = "4k4/9/4p4/9/9/9/4R4/9/9 b p 1";
    assert_legal(&after(root, "5g5c"), "P*5b", "");
    let second_pawn = "4k4/9/4p4/9/9/9/4R4/4p4/9 b p 1";
    assert_legal(&after(second_pawn, "5g5c"), "", "P*5b");
    let promoted_pawn = "4k4/9/4p4/9/9/9/4R4/4+p4/9 b p 1";
    assert_legal(&after(promoted_pawn, "5g5c+"), "P*5b", "");
}

#[test]
fn counter_checks_must_be_parried_with_check() {
    let root = "9/9/6+BPk/6K2/6R2/9/9/9/9 b rb4g4s4n4l17p 1";
    let countered = after(root, "3e1e R*1d");
    assert!(countered.in_check(Color::Black));
    let checks: Vec<Move> = countered
        .checks()
        .into_iter()
        .map(|(check, _)| check)
        .collect();
    assert_eq!(texts(&checks), ["1e1d", "3c2d"]);
    assert_length(&board(root), Level::Standard, 5, Some(5));
    let lost = board("7sk/1+R7/6K2/9/9/9/9/9/9 b r2b4g3s4n4l18p 1");
    assert_no_mate(&lost, 3);
}

#[test]
fn double_check_leaves_only_king_moves() {
    let root = "4k4/9/4N4/9/4R4/9/9/9/9 b 4g 1";
    let node = after(root, "5c4a+");
    assert_eq!(node.checkers().len(), 2);
    let replies = replies(&node);
    assert_eq!((replies.checker, replies.blocks), (None, Vec::new()));
    assert_eq!(texts(&replies.plain), ["5a4a", "5a6a", "5a6b"]);
}

#[test]
fn pinned_pieces_neither_interpose_nor_capture_but_still_guard() {
    let interposed = after(
        "6B1k/4+B4/1R7/9/9/9/9/9/9 b r4g4s4n4l18p 1",
        "8c1c+ G*1b 3a2b+",
    );
    assert_eq!(legal(&interposed), [""; 0]);
    let pinned = board("8k/7g1/9/9/4B3R/9/9/9/9 w - 1");
    assert_legal(&pinned, "1a2a", "2b1b 2b1c");
    let guarding = board("4k4/4r4/9/9/4R4/3K5/9/9/9 b - 1");
    assert_legal(&guarding, "6f6e", "");
    let guarded = board("4k4/3r5/2B6/9/9/4K4/9/9/9 b - 1");
    assert!(guarded.checkers().is_empty());
    assert_legal(&guarded, "5f5e", "5f6e 5f6f 5f6g");
}

#[test]
fn an_interposition_may_block_the_defenders_own_pin() {
    let root = "4k4/9/9/9/KG6r/9/9/9/4R4 w p 1";
    assert_legal(&after(root, "P*5d"), "8e7e", "8e8d");
    assert_legal(&after(root, "P*5e"), "8e7e 8e8d", "");
}

#[test]
fn the_king_captures_no_protected_checker() {
    let node = after("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "G*5b");
    assert_eq!(legal(&node), [""; 0]);
    let loose = after("4k4/9/9/9/9/9/9/9/9 b G 1", "G*5b");
    assert_eq!(legal(&loose), ["5a5b"]);
}

#[test]
fn captures_of_interpositions_promote_where_they_must() {
    let captures_on_3a = |sfen: &str| {
        let captures = board(sfen).checking_captures(square_named("3a").unwrap());
        let captures: Vec<Move> = captures.into_iter().map(|(capture, _)| capture).collect();
        texts(&captures)
    };
    let lance_and_knight = captures_on_3a("5+Rgk1/9/5NL2/9/9/9/9/9/9 b - 1");
    assert_eq!(lance_and_knight, ["3c3a+", "4a3a", "4c3a+"]);
    assert_eq!(
        captures_on_3a("5+Rgk1/6P2/9/9/9/9/9/9/9 b - 1"),
        ["3b3a+", "4a3a"]
    );
    assert_eq!(
        captures_on_3a("5Rgk1/9/9/9/9/9/9/9/9 b - 1"),
        ["4a3a", "4a3a+"]
    );
}

#[test]
fn a_piece_pinned_to_the_attackers_king_cannot_capture() {
    let pinned = board("7k1/9/9/9/7p1/5K1Rr/9/9/9 b - 1");
    assert_legal(&pinned, "2f1f 2f3f", "2f2e 2f2g");
    let free = board("7k1/9/9/9/7p1/5K1R1/9/9/9 b - 1");
    assert_legal(&free, "2f1f 2f3f 2f2e 2f2g", "");
}

#[test]
fn the_defender_interposes_only_what_he_holds() {
    let pawns = board("8k/7p1/6PS1/7Bp/9/9/9/9/9 b RP14p 1");
    assert_length(&pawns, Level::Off, 1, Some(1));
    let all = board("8k/7p1/6PS1/7Bp/9/9/9/9/9 b RPrb4g3s4n4l14p 1");
    assert_length(&all, Level::Off, 1, None);
}

#[test]
fn positions_with_other_hands_are_other_positions() {
    let mut solver = Solver::new(Level::Off, 1_000_000);
    let last_piece = board("8k/2R6/8N/9/9/9/+R8/9/9 b b 1");
    let many = board("8k/2R6/8N/9/9/9/+R8/9/9 b 2b4g4s3n4l18p 1");
    let none = board("8k/2R6/8N/9/9/9/+R8/9/9 b - 1");
    assert_length(&last_piece, Level::Off, 3, Some(3));
    assert_length(&many, Level::Off, 3, None);
    assert_length(&none, Level::Off, 3, Some(1));
    for _ in 0..2 {
        assert_eq!(solver.attack(&last_piece, 3), Ok(Some(3)));
        assert_eq!(solver.attack(&many, 3), Ok(None));
        assert_eq!(solver.attack(&none, 3), Ok(Some(1)));
    }
}

#[test]
fn a_node_may_have_very_many_checks() {
    let crowd = board("+B2G5/1R7/3S1S3/+P8/4k4/2G3+P+L1/3+S1+P3/+P8/2N3P+N1 b RB2GS2N3L13P 1");
    assert_eq!(crowd.checks().len(), 88);
    assert!(legal(&crowd).len() > 88);
}

#[test]
fn an_attacker_without_checks_has_failed() {
    let blocked = board("4k4/9/9/9/9/9/9/9/P8 b - 1");
    assert_length(&blocked, Level::Standard, 99, None);
    assert_no_mate(&blocked, 1);
    let stalemated = board("8k/9/7+P1/9/9/9/9/9/9 w - 1");
    assert!(stalemated.has_legal_move() && !stalemated.in_check(Color::White));
}

#[test]
fn all_faults_are_reported_at_once() {
    let sfen = "P3k3n/9/9/P8/P8/9/9/4R4/9 b 3b 1";
    let expected = [
        Fault::TooMany(Kind::Bishop),
        Fault::Nifu(Color::Black, 8),
        Fault::DeadPiece(square_named("9a").unwrap()),
        Fault::DefenderInCheck,
    ];
    assert_eq!(board(sfen).faults(), expected);
    assert_eq!(
        board("9/9/9/9/9/9/9/9/K8 b - 1").faults(),
        [Fault::NoDefenderKing]
    );
    let kings = board("k7k/9/9/9/9/9/9/9/K7K b - 1").faults();
    assert_eq!(
        kings,
        [Fault::TwoKings(Color::Black), Fault::TwoKings(Color::White)]
    );
}

#[test]
fn text_that_is_no_sfen_is_refused() {
    for text in [
        "",
        "9/9 b - 1",
        "8k/9/9/9/9/9/9/9/9 x - 1",
        "8+k/9/9/9/9/9/9/9/9 b - 1",
    ] {
        assert!(Board::from_sfen(text).is_err(), "{text}");
    }
    for text in ["9k/9/9/9/9/9/9/9/9 b - 1", "8k/9/9/9/9/9/9/9/9 b k 1"] {
        assert!(Board::from_sfen(text).is_err(), "{text}");
    }
}

#[test]
fn level_strict_drops_useless_replies_of_any_length_from_the_replay() {
    for (sfen, length) in [
        ("9/9/2B6/3R5/8k/6G2/9/8K/9 b rsl 1", 5),
        ("8+r/9/9/8+b/9/9/6P2/2l6/8K w SLrb 1", 3),
    ] {
        assert_length(&board(sfen), Level::Strict, 5, Some(length));
    }
}
