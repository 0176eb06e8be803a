//! Move generators, the checker's rule book and the faults of set-ups, position by position.

use crate::common::board::{Board, Move};
use crate::common::bridge::{color, position, setup, slow_move, slow_moves, sorted};
use crate::common::crew::{each_seed, scaled};
use crate::common::piece::{Color, HELD, KINDS, Kind, Piece, square_name};
use crate::common::random::{Mover, Rng, checked, crowded, packed, small_root};
use crate::common::sfen::Fault;
use kanju::proof::{self, FaultKind, ProofTree, Rulebook};
use kanju::shogi::prospects::{Outcome, Prospects};
use kanju::shogi::{self, Position, Setup, SetupFault, Square, checks, evasions, movegen};

#[test]
fn generators_agree_with_the_oracle() {
    let count = scaled(10_000);
    let seen = each_seed(count, || (), |(), seed| assert_same_moves(seed));
    for (seen, sort) in seen.into_iter().zip(SORTS) {
        println!("{seen} of {count} positions {sort}");
        assert!(seen * 50 > count, "too few {sort}");
    }
}

/// Sorts of positions that must not be missing.
const SORTS: [&str; 6] = [
    "in check",
    "with two kings",
    "on a bare board",
    "on a crowded board",
    "with limited hands",
    "where a check may be answered by a check",
];

/// Compares everything about one random position; says which sorts of position it belongs to.
fn assert_same_moves(seed: u64) -> [u64; SORTS.len()] {
    let mut rng = Rng::new(seed);
    let (board, attacker) = match seed % 6 {
        0 => attacking(small_root(&mut rng)),
        1 => attacking(crowded(&mut rng, Mover::Checked)),
        2 => attacking(crowded(&mut rng, Mover::Any)),
        3 => attacking(packed(&mut rng)),
        _ => {
            let node = checked(&mut rng);
            let attacker = node.turn.other();
            (node, attacker)
        }
    };
    let sfen = board.to_sfen();
    let legal = sorted(board.legal_moves());
    let quick = position(&board, attacker);
    assert_eq!(
        slow_moves(movegen::legal_moves(&quick)),
        legal,
        "legal moves of {sfen}"
    );
    let checking = assert_same_checks(&board, &quick, &sfen);
    assert_eq!(
        quick.is_check(),
        board.in_check(board.turn),
        "check in {sfen}"
    );
    if quick.is_check() {
        let mut found = Vec::new();
        evasions::evasions(&quick, &mut found);
        assert_eq!(slow_moves(found), legal, "evasions of {sfen}");
        assert_eq!(
            evasions::has_evasion(&quick),
            !legal.is_empty(),
            "has_evasion of {sfen}"
        );
    }
    assert_same_rules(&board, &legal, &mut rng);
    let pieces = (0..81)
        .filter(|&square| board.piece(square).is_some())
        .count();
    let held = board.hand_size(Color::Black) + board.hand_size(Color::White);
    [
        quick.is_check(),
        Color::BOTH
            .into_iter()
            .all(|color| board.king(color).is_some()),
        pieces <= 6,
        pieces >= 28,
        (held as usize) + pieces < 38,
        quick.is_check() && !checking.is_empty(),
    ]
    .map(u64::from)
}

fn attacking(root: Board) -> (Board, Color) {
    let attacker = root.turn;
    (root, attacker)
}

fn assert_same_checks(board: &Board, quick: &Position, sfen: &str) -> Vec<Move> {
    let expected = sorted(board.checks().into_iter().map(|(check, _)| check).collect());
    let mut found = Vec::new();
    checks::checks(quick, &mut found);
    assert_same_prospects(board, quick, &found);
    assert_eq!(slow_moves(found), expected, "checks of {sfen}");
    for mv in movegen::legal_moves(quick) {
        let is_check = expected.binary_search(&slow_move(mv)).is_ok();
        assert_eq!(checks::gives_check(quick, mv), is_check, "{mv} in {sfen}");
    }
    expected
}

/// What is told of a check without playing it is what playing it shows.
fn assert_same_prospects(board: &Board, quick: &Position, checks: &[shogi::Move]) {
    let Some(king) = quick.king(!quick.turn()) else {
        return;
    };
    let prospects = Prospects::of(quick, king);
    assert_mates_pass(board, quick, (&prospects, checks));
    let guarded = prospects.with_guards(quick);
    for &mv in checks {
        let mut played = quick.clone();
        let _ = played.play(mv);
        for told in [prospects, guarded] {
            if let Some(ways_out) = told.ways_out(quick, mv) {
                let expected = evasions::ways_out(&played);
                assert_eq!(ways_out, expected, "{mv} in {}", board.to_sfen());
            }
        }
        if let Some(outcome) = prospects.outcome(quick, mv) {
            assert_eq!(
                outcome,
                slow_outcome(board, mv),
                "{mv} in {}",
                board.to_sfen()
            );
        }
    }
}

/// Only checks after which the king may step away are left out.
fn assert_mates_pass(board: &Board, quick: &Position, told: (&Prospects, &[shogi::Move])) {
    let (prospects, checks) = told;
    let mut passed = Vec::new();
    checks::checks_that_may_mate(quick, prospects, &mut passed);
    let mut rest = passed.iter().peekable();
    for &mv in checks {
        if rest.next_if(|&&other| other == mv).is_none() {
            let king = board.king(board.turn.other());
            let replies = board.play(slow_move(mv)).legal_moves();
            let flees = replies.iter().any(|reply| reply.from() == king);
            assert!(flees, "{mv} in {}", board.to_sfen());
        }
    }
    assert_eq!(rest.next(), None, "no check, or out of order");
}

/// What a check by the piece that moved comes to.
fn slow_outcome(board: &Board, check: shogi::Move) -> Outcome {
    let check = slow_move(check);
    let after = board.play(check);
    let king = after.king(after.turn);
    let replies = after.legal_moves();
    let survives = |reply: &Move| reply.from() == king || reply.to() == check.to();
    if replies.is_empty() {
        Outcome::Mate
    } else if replies.iter().any(survives) {
        Outcome::Survived
    } else {
        Outcome::Barred
    }
}

/// The checker's rule book: replies to a check, and the legality of any move one could write down.
fn assert_same_rules(board: &Board, legal: &[Move], rng: &mut Rng) {
    let sfen = board.to_sfen();
    let mut rules = Rulebook::new(&setup(board));
    assert_eq!(
        rules.in_check(),
        board.in_check(board.turn),
        "check in {sfen}"
    );
    if rules.in_check() {
        let mut replies = Vec::new();
        rules.replies(&mut replies);
        assert_eq!(slow_moves(replies), legal, "replies in {sfen}");
    }
    for mv in movegen::legal_moves(&position(board, attacker_of(board))) {
        assert_eq!(rules.legality(mv), Ok(()), "{mv} in {sfen}");
    }
    for _ in 0..100 {
        let Some(mv) = any_move(board, rng) else {
            continue;
        };
        let is_legal = legal.binary_search(&slow_move(mv)).is_ok();
        assert_eq!(rules.legality(mv).is_ok(), is_legal, "{mv} in {sfen}");
    }
}

/// Some side that may be the attacker: the other one has a king.
fn attacker_of(board: &Board) -> Color {
    if board.king(board.turn.other()).is_some() {
        board.turn
    } else {
        board.turn.other()
    }
}

/// A move of any sort, mostly of a piece that is there.
fn any_move(board: &Board, rng: &mut Rng) -> Option<shogi::Move> {
    let square = |number: usize| square_name(number).parse::<Square>().ok();
    let to = square(rng.below(81))?;
    if rng.percent(30) {
        let piece = rng.pick(&shogi::HandPiece::ALL);
        return Some(shogi::Move::Drop { piece, to });
    }
    let own = |square: &usize| {
        board
            .piece(*square)
            .is_some_and(|piece| piece.color == board.turn)
    };
    let own: Vec<usize> = (0..81).filter(own).collect();
    let from = if own.is_empty() || rng.percent(5) {
        rng.below(81)
    } else {
        rng.pick(&own)
    };
    let promote = rng.percent(40);
    Some(shogi::Move::Board {
        from: square(from)?,
        to,
        promote,
    })
}

#[test]
fn faults_agree_with_the_oracle() {
    let count = scaled(10_000);
    let [valid, many_faults] = each_seed(count, || (), |(), seed| assert_same_faults(seed));
    println!("{count} set-ups: {valid} valid, {many_faults} with several faults");
    assert!(valid * 20 > count && many_faults * 10 > count);
}

fn assert_same_faults(seed: u64) -> [u64; 2] {
    let mut rng = Rng::new(seed);
    let mut board = if rng.percent(50) {
        small_root(&mut rng)
    } else {
        crowded(&mut rng, Mover::Any)
    };
    for _ in 0..rng.below(5) {
        disturb(&mut board, &mut rng);
    }
    let sfen = board.to_sfen();
    let slow = board.faults();
    let plain = setup(&board);
    let quick = plain.faults(plain.turn);
    assert_eq!(
        quick.is_empty(),
        slow.is_empty(),
        "{sfen}: {quick:?} {slow:?}"
    );
    assert_eq!(
        Position::new(&plain, color(board.turn)).is_ok(),
        slow.is_empty(),
        "{sfen}"
    );
    // With several kings it is open which of them counts as being in check.
    let has_many = slow.iter().any(|fault| matches!(fault, Fault::TwoKings(_)));
    let keep = |fault: &Fault| !(has_many && *fault == Fault::DefenderInCheck);
    let mut expected: Vec<Fault> = slow.iter().copied().filter(keep).collect();
    let mut found: Vec<Fault> = quick.iter().map(|fault| slow_fault(fault, &sfen)).collect();
    found.retain(keep);
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{sfen}");
    assert_same_root(&plain, &slow, &sfen);
    [u64::from(slow.is_empty()), u64::from(slow.len() > 1)]
}

/// The checker looks at the root before it asks the empty tree for its own.
fn assert_same_root(plain: &Setup, slow: &[Fault], sfen: &str) {
    let fault = proof::check(plain, &ProofTree::new()).expect_err("an empty tree proves nothing");
    assert_eq!(
        fault.kind == FaultKind::NoRoot,
        slow.is_empty(),
        "{sfen}: {fault}"
    );
}

/// Places, removes or hands out something without asking any rule.
fn disturb(board: &mut Board, rng: &mut Rng) {
    let square = rng.below(81);
    match rng.below(8) {
        0..4 => {
            let kind = if rng.percent(30) {
                Kind::Pawn
            } else {
                rng.pick(&KINDS)
            };
            board.put(
                square,
                Some(Piece {
                    color: rng.pick(&Color::BOTH),
                    kind,
                }),
            );
        }
        4 => board.put(square, None),
        5 => {
            let held = &mut board.hands[rng.below(2)][rng.pick(&HELD) as usize];
            *held += u8::try_from(rng.below(3)).unwrap_or(0);
        }
        6 => board.turn = board.turn.other(),
        _ => {
            if let Some(king) = board.king(rng.pick(&Color::BOTH)) {
                board.put(king, None);
            }
        }
    }
}

fn slow_fault(fault: &SetupFault, sfen: &str) -> Fault {
    let side = |other: shogi::Color| {
        let found = Color::BOTH.into_iter().find(|&side| color(side) == other);
        found.expect("there are two sides")
    };
    let kind = |piece: shogi::HandPiece| Kind::from_letter(piece.letter()).expect("a known letter");
    match *fault {
        SetupFault::TooMany { piece, .. } => Fault::TooMany(kind(piece)),
        SetupFault::NoDefenderKing => Fault::NoDefenderKing,
        SetupFault::ManyKings { color } => Fault::TwoKings(side(color)),
        SetupFault::Nifu { color, file } => Fault::Nifu(side(color), usize::from(file) - 1),
        SetupFault::DeadPiece { square, .. } => {
            Fault::DeadPiece(usize::from(square.file()) * 9 + usize::from(square.rank()) - 10)
        }
        SetupFault::DefenderInCheck => Fault::DefenderInCheck,
        _ => panic!("{sfen}: {fault:?}"),
    }
}
