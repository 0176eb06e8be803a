//! Answers of the solver against exhaustive search on random roots.

use crate::common::board::{Board, Move};
use crate::common::bridge::{
    mate, rule, slow_move, small_options, small_solver, solve, solver_at, usi,
};
use crate::common::crew::{each_seed, scaled};
use crate::common::graph::{no_mate, value_any_length};
use crate::common::line::official;
use crate::common::naive::{self, Level};
use crate::common::piece::{HELD, Kind, Piece, distance};
use crate::common::random::{Mover, Rng, crowded, small_root};
use kanju::search::{Options, Solver};
use kanju::tsume::{Answer, Mate, Outcome};

/// Nodes the solver may take for one root, mate or not.
const MAX_NODES: u64 = 20_000;

/// Nodes it may take for a root known to have a short mate: enough for nearly all of them.
const MANY_NODES: u64 = 400_000;

/// Nodes the exhaustive search may take for one root; roots that need more are left out.
const MAX_NAIVE_NODES: u64 = 30_000;

/// What became of the roots of a test.
const KINDS: usize = 7;
const COMPARED: usize = 0;
const MATES: usize = 1;
const BEYOND: usize = 2;
const NO_MATES: usize = 3;
const UNKNOWN: usize = 4;
const OFFICIAL: usize = 5;
const OPEN: usize = 6;

#[test]
fn raw_lengths_agree_with_the_oracle() {
    assert_lengths(Level::Off, 7, scaled(1000));
}

#[test]
fn standard_lengths_agree_with_the_oracle() {
    assert_lengths(Level::Standard, 5, scaled(1000));
}

#[test]
fn lengths_agree_where_restoring_is_useless() {
    assert_lengths(Level::StandardRestoring, 5, scaled(200));
}

#[test]
fn strict_lengths_agree_with_the_oracle() {
    assert_lengths(Level::Strict, 5, scaled(1000));
}

#[test]
fn lengths_agree_when_moves_onto_the_line_count() {
    for (level, other) in [
        (Level::StandardDrops, Level::Standard),
        (Level::StrictDrops, Level::Strict),
    ] {
        let count = scaled(1500);
        let tool = || solver_at(level);
        let [compared, differ] = each_seed(count, tool, |solver, seed| {
            assert_where_they_differ(solver, (level, other), seed)
        });
        println!(
            "{level:?}: {compared} compared, {differ} of {count} roots have another value than by {other:?}"
        );
        assert!(differ * 100 > count);
    }
}

/// Asserts the answer at a level to one root in four, and to each that has another value at the other level; whether it was
/// compared, and has.
fn assert_where_they_differ(solver: &mut Solver, levels: (Level, Level), seed: u64) -> [u64; 2] {
    let root = guarded_root(seed);
    let value = |level| naive::Solver::new(level, MAX_NAIVE_NODES).attack(&root, 5);
    let (Ok(one), Ok(other)) = (value(levels.0), value(levels.1)) else {
        return [0, 0];
    };
    if one == other && !seed.is_multiple_of(4) {
        return [0, 0];
    }
    let [compared, ..] = assert_answer_to(solver, root, (levels.0, 5), seed);
    [compared, compared * u64::from(one != other)]
}

/// A small root with more of the defender's pieces near his king, and often nothing in his hand.
fn guarded_root(seed: u64) -> Board {
    let mut rng = Rng::new(seed);
    loop {
        let mut root = small_root(&mut rng);
        let color = root.turn.other();
        for _ in 0..3 {
            let kind = rng.pick(&[Kind::Gold, Kind::Silver, Kind::Rook, Kind::Bishop]);
            let square = rng.below(81);
            let is_near = root
                .king(color)
                .is_some_and(|king| distance(king, square) <= 3);
            if is_near && root.piece(square).is_none() {
                root.put(square, Some(Piece { color, kind }));
            }
        }
        if rng.percent(60) {
            root.hands[color as usize] = [0; 7];
        }
        if root.faults().is_empty() {
            return root;
        }
    }
}

fn assert_lengths(level: Level, max: u32, count: u64) {
    let tool = || solver_at(level);
    let seen = each_seed(count, tool, |solver, seed| {
        assert_answer(solver, level, max, seed)
    });
    println!(
        "{level:?} to {max} plies, {count} roots: {} compared, {} mates ({} left open), {} longer \
         mates, {} no mates, {} unknown, {} official lines",
        seen[COMPARED],
        seen[MATES],
        seen[OPEN],
        seen[BEYOND],
        seen[NO_MATES],
        seen[UNKNOWN],
        seen[OFFICIAL]
    );
    assert!(seen[COMPARED] * 10 > count * 9 && seen[MATES] * 20 > count);
    assert!(seen[UNKNOWN] * 5 < count && seen[OPEN] * 10 < seen[MATES]);
}

fn random_root(seed: u64) -> Board {
    let mut rng = Rng::new(seed);
    match seed % 10 {
        0..8 => small_root(&mut rng),
        8 => loop {
            let root = small_root(&mut rng);
            if root.king(root.turn).is_some() {
                return root;
            }
        },
        _ => crowded(&mut rng, Mover::Any),
    }
}

/// What is asked about a root, and how it is named in a report.
struct Question {
    root: Board,
    level: Level,
    max: u32,
    text: String,
}

fn assert_answer(solver: &mut Solver, level: Level, max: u32, seed: u64) -> [u64; KINDS] {
    assert_answer_to(solver, random_root(seed), (level, max), seed)
}

fn assert_answer_to(
    solver: &mut Solver,
    root: Board,
    (level, max): (Level, u32),
    seed: u64,
) -> [u64; KINDS] {
    let mut seen = [0; KINDS];
    let mut naive = naive::Solver::new(level, MAX_NAIVE_NODES);
    let Ok(expected) = naive.attack(&root, max) else {
        return seen;
    };
    seen[COMPARED] += 1;
    let text = format!("seed {seed}: {level:?} {} {expected:?}", root.to_sfen());
    let answer = patient_answer(solver, &root, expected.is_some());
    let text = format!("{text}\n{answer:?}");
    let question = Question {
        root,
        level,
        max,
        text,
    };
    match &answer.outcome {
        Outcome::Mate(found) => {
            assert_length(found, expected, max, &question.text);
            if expected.is_some() {
                seen[MATES] += 1;
                seen[OPEN] += u64::from(!found.exact);
                seen[OFFICIAL] += u64::from(assert_line(&question, found, &mut naive));
            } else {
                seen[BEYOND] += 1;
                let refuted = no_mate(&question.root, 5, 2000);
                assert_ne!(refuted, Ok(true), "{}", question.text);
            }
        }
        Outcome::NoMate => {
            seen[NO_MATES] += 1;
            assert_eq!(expected, None, "{}", question.text);
        }
        _ => {
            seen[UNKNOWN] += 1;
            seen[OPEN] += u64::from(expected.is_some());
            assert!(answer.stop.is_some(), "{}", question.text);
        }
    }
    let at_most = expected.unwrap_or(u32::MAX);
    assert!(answer.lower_bound <= at_most, "{}", question.text);
    seen
}

/// An answer with few nodes first, with many more if a short mate is known but not yet found.
fn patient_answer(solver: &mut Solver, root: &Board, is_mate: bool) -> Answer {
    let answer = solve(solver, root, MAX_NODES);
    let is_finished =
        answer.outcome == Outcome::NoMate || mate(&answer).is_some_and(|found| found.exact);
    if is_mate && !is_finished {
        return solve(solver, root, MANY_NODES);
    }
    answer
}

/// Asserts the length of a mate; `None` is a mate beyond `max` plies, or none.
fn assert_length(found: &Mate, expected: Option<u32>, max: u32, case: &str) {
    match expected {
        Some(length) if found.exact => assert_eq!(found.length, length, "{case}"),
        Some(length) => assert!(found.length >= length, "{case}"),
        None => assert!(found.length > max, "{case}"),
    }
    let is_odd = found.length % 2 == 1 && found.length_raw % 2 == 1;
    assert!(found.length <= found.length_raw && is_odd, "{case}");
}

/// Asserts that an exact mate's line is one of best play, and the official one if it says so.
///
/// Whether it was compared with the official one.
fn assert_line(question: &Question, found: &Mate, naive: &mut naive::Solver) -> bool {
    let Question {
        root,
        level,
        max,
        text,
    } = question;
    if !found.exact {
        return false;
    }
    let mut node = root.clone();
    let mut left = found.length;
    for &mv in &found.line {
        let mv = slow_move(mv);
        let place = || format!("{} of {text}", mv.to_usi());
        assert!(node.legal_moves().contains(&mv), "{}", place());
        node = node.play(mv);
        left -= 1;
        let value = if node.turn == root.turn {
            naive.attack(&node, *max)
        } else {
            naive.defend(&node, *max)
        };
        if let Ok(value) = value {
            assert_eq!(value, Some(left), "after {}", place());
        }
    }
    assert_eq!(left, 0, "{text}");
    let kept = node.hand_size(root.turn);
    assert_eq!(kept, found.leftover.total(), "{text}");
    if !found.line_exact {
        return false;
    }
    let Ok(solution) = official(root, *level, *max, MAX_NAIVE_NODES) else {
        return false;
    };
    let solution = solution.expect("the mate has been found");
    assert_eq!(usi(&found.line), solution.line, "{text}");
    assert_eq!(kept, solution.leftover_min, "{text}");
    true
}

#[test]
fn alternatives_agree_with_the_oracle() {
    for level in [Level::Off, Level::Standard] {
        let options = Options {
            alternatives: true,
            ..small_options(rule(level))
        };
        let tool = || Solver::new(options);
        let count = scaled(200);
        let [complete, others] = each_seed(count, tool, |s, seed| assert_others(s, level, seed));
        println!("{level:?}: {complete} of {count} with {others} alternatives");
        assert!(complete * 10 > count && others > complete / 2);
    }
}

fn assert_others(solver: &mut Solver, level: Level, seed: u64) -> [u64; 2] {
    const MAX: u32 = 5;
    let root = random_root(seed);
    let mut naive = naive::Solver::new(level, 3 * MAX_NAIVE_NODES);
    let Ok(Some(_)) = naive.attack(&root, MAX) else {
        return [0, 0];
    };
    let answer = solve(solver, &root, MAX_NODES);
    let Some(found) = mate(&answer) else {
        return [0, 0];
    };
    let case = format!("seed {seed}: {level:?} {}\n{answer:?}", root.to_sfen());
    for (check, after) in root.checks() {
        let Ok(value) = naive.defend(&after, MAX - 1) else {
            return [0, 0];
        };
        let value = value.map(|value| value + 1);
        let named = found
            .alternatives
            .iter()
            .find(|other| slow_move(other.mv) == check);
        let is_main = found
            .line
            .first()
            .is_some_and(|&main| slow_move(main) == check);
        let case = format!("{} of {case}", check.to_usi());
        match named {
            Some(other) => assert_alternative((other.length, other.exact), value, MAX, &case),
            None if is_main || answer.stop.is_some() => {}
            None => assert_eq!(value, None, "{case}"),
        }
        assert!(!(is_main && named.is_some()), "{case}");
    }
    let legal: Vec<Move> = root.checks().into_iter().map(|(check, _)| check).collect();
    for other in &found.alternatives {
        assert!(
            other.ply == 1 && legal.contains(&slow_move(other.mv)),
            "{other:?} of {case}"
        );
    }
    [
        u64::from(answer.stop.is_none()),
        found.alternatives.len() as u64,
    ]
}

fn assert_alternative((length, exact): (u32, bool), value: Option<u32>, max: u32, case: &str) {
    match value {
        Some(value) if exact => assert_eq!(length, value, "{case}"),
        Some(value) => assert!(length >= value, "{case}"),
        None => assert!(length > max, "{case}"),
    }
}

/// The root with short-legged pieces and at most one in hand for the attacker, none for the
/// defender: few positions follow.
fn tame(root: &Board) -> Board {
    let mut tame = root.clone();
    for square in 0..81 {
        let piece = root.piece(square).filter(|piece| piece.color == root.turn);
        if piece.is_some_and(|p| matches!(p.kind.base(), Kind::Rook | Kind::Bishop)) {
            tame.put(square, None);
        }
    }
    tame.hands = [[0; 7]; 2];
    if let Some(kind) = HELD[..5]
        .iter()
        .find(|&&kind| root.held(root.turn, kind) > 0)
    {
        tame.hands[root.turn as usize][*kind as usize] = 1;
    }
    tame
}

/// No mate and mates of any length, by working back from all mates of the whole graph.
#[test]
fn whole_graphs_agree_with_the_oracle() {
    let count = scaled(1000);
    let tool = || small_solver(rule(Level::Off));
    let [compared, no_mates, longest] = each_seed(count, tool, |solver, seed| {
        let root = tame(&random_root(seed));
        if !root.faults().is_empty() {
            return [0; 3];
        }
        let Ok(expected) = value_any_length(&root, 4000) else {
            return [0; 3];
        };
        let answer = solve(solver, &root, MAX_NODES);
        let case = format!("seed {seed}: {} {expected:?}\n{answer:?}", root.to_sfen());
        match (&answer.outcome, expected) {
            (Outcome::Mate(found), Some(length)) => assert_length(found, Some(length), 0, &case),
            (Outcome::NoMate, None) => {}
            (Outcome::Unknown, _) => assert!(answer.stop.is_some(), "{case}"),
            _ => panic!("{case}"),
        }
        let is_long = expected.is_some_and(|length| length > 7);
        [1, u64::from(expected.is_none()), u64::from(is_long)]
    });
    println!("{compared} of {count} whole graphs, {no_mates} no mates, {longest} beyond 7 plies");
    assert!(compared * 5 > count && no_mates < compared);
}

/// Asserts the lengths at the levels off, standard and strict.
///
/// Strict ones are dear to prove: there the length may be left open, not be wrong.
fn assert_known_lengths(sfen: &str, expected: [u32; 3]) {
    let root = Board::from_sfen(sfen).expect("the test states an SFEN");
    for (level, expected) in [Level::Off, Level::Standard, Level::Strict]
        .into_iter()
        .zip(expected)
    {
        let answer = solve(&mut small_solver(rule(level)), &root, MANY_NODES);
        let case = format!("{level:?} {sfen}: {answer:?}");
        let found = mate(&answer).unwrap_or_else(|| panic!("{case}"));
        assert!(found.exact || level == Level::Strict, "{case}");
        assert_length(found, Some(expected), 0, &case);
    }
}

/// One more gold for the attacker makes this mate slower: king moves lose length, and
/// interpositions that were useless (無駄合) now count.
#[test]
fn a_richer_hand_may_be_slower() {
    let root = "7p1/6S1k/3+B5/9/5pR2/5K3/9/9/9 b";
    assert_known_lengths(&format!("{root} rb4g3s4n4l16p 1"), [7, 5, 5]);
    assert_known_lengths(&format!("{root} Grb3g3s4n4l16p 1"), [7, 7, 7]);
}

/// A proof that mates slowly after a king move would read 5 plies: no bound on the length.
#[test]
fn a_slow_proof_is_no_bound() {
    assert_known_lengths("7k1/9/4R4/9/1R5gB/9/9/9/9 b b3g4s4n4l18p 1", [9, 7, 7]);
}

#[test]
fn both_sides_attack_alike() {
    assert_known_lengths("9/9/9/9/9/9/9/2+p6/K8 w R2B4G4S4N4L17Pr 1", [3, 3, 3]);
}
