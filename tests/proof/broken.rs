//! Proofs of the solver, changed at random: the checker refuses whatever the slow oracle finds broken.

use kanju::proof::{AttackerNodeId, DefenderNodeId, FaultKind, ProofTree, check};
use kanju::search::Solver;
use kanju::shogi::{HandPiece, Move};
use kanju::tsume::FutileRule;

use crate::common::board::Board;
use crate::common::bridge::{mate, rule, setup, slow_move, small_options, solve};
use crate::common::crew::{each_seed, scaled};
use crate::common::naive::{self, Level};
use crate::common::piece::HELD;
use crate::common::random::{Rng, small_root};
use crate::parts::Parts;
use crate::problems::PROBLEMS;
use crate::replay::{is_sound, is_sound_as_met};
use crate::{number, written};

/// Nodes for one root.
const MAX_NODES: u64 = 20_000;

/// Changes made to each proof, one after another from the sound one.
const CHANGES: usize = 25;

/// Larger proofs are checked but not changed.
const MAX_TREE: usize = 400;

#[test]
fn broken_proofs_of_random_roots_are_refused() {
    let count = scaled(300);
    let tool = || Solver::new(small_options(FutileRule::Off));
    let seen = each_seed(count, tool, |solver, seed| {
        let mut rng = Rng::new(seed);
        let root = small_root(&mut rng);
        let answer = solve(solver, &root, MAX_NODES);
        let Some(found) = mate(&answer) else {
            return [0; 3];
        };
        let tree = solver.proof().expect("a mate has a proof");
        assert_sound(&root, tree, found.length_raw);
        change_all(&root, tree, &mut rng)
    });
    let [broken, sound, strict] = seen;
    println!("{broken} broken proofs refused, {sound} sound ones accepted, {strict} refused");
    assert!(broken > 3 * count && sound > 0, "{seen:?}");
}

#[test]
fn broken_proofs_of_rules_are_refused() {
    let mut seen = [0; 3];
    for (index, (sfen, length)) in PROBLEMS.iter().enumerate() {
        let root = Board::from_sfen(sfen).unwrap();
        for level in [Level::Off, Level::Standard] {
            let mut solver = Solver::new(small_options(rule(level)));
            let answer = solve(&mut solver, &root, 1_000_000);
            let found = mate(&answer).unwrap_or_else(|| panic!("{sfen}: {answer:?}"));
            let tree = solver.proof().expect("a mate has a proof");
            assert_sound(&root, tree, found.length_raw);
            if level == Level::Off {
                assert_eq!(
                    (found.length, found.exact),
                    (u32::from(*length), true),
                    "{sfen}"
                );
            }
            let mut rng = Rng::new(index as u64);
            for (total, more) in seen.iter_mut().zip(change_all(&root, tree, &mut rng)) {
                *total += more;
            }
        }
    }
    println!("{seen:?}");
    assert!(seen[0] > 10 * PROBLEMS.len() as u64);
}

/// Asserts that a proof of the solver is true, by the checker, the slow oracle and plain search.
fn assert_sound(root: &Board, tree: &ProofTree, length_raw: u32) {
    let case = format!("{}\n{}", root.to_sfen(), written(tree));
    let certificate = check(&setup(root), tree).unwrap_or_else(|fault| panic!("{fault}: {case}"));
    assert_eq!(u32::from(certificate.length_raw), length_raw, "{case}");
    assert!(is_sound(root, tree), "{case}");
    assert!(is_sound_as_met(root, tree), "{case}");
    assert_not_too_short(root, length_raw, &case);
}

/// Asserts that the attacker mates within so many plies, if plain search can tell.
fn assert_not_too_short(root: &Board, length: u32, case: &str) {
    if let Ok(value) = naive::Solver::new(Level::Off, 20_000).attack(root, length.min(7)) {
        assert!(length > 7 || value.is_some(), "{case}");
    }
}

/// Changes the proof again and again. Returns how many were broken and refused, sound and accepted,
/// sound and refused because one node stood for two positions.
fn change_all(root: &Board, tree: &ProofTree, rng: &mut Rng) -> [u64; 3] {
    let mut seen = [0; 3];
    if tree.attacker_count() > MAX_TREE {
        return seen;
    }
    let parts = Parts::of(tree);
    for _ in 0..CHANGES {
        let mut root = root.clone();
        let times = if rng.percent(70) { 1 } else { 2 };
        let changed = if rng.percent(10) {
            change_hands(&mut root, rng);
            tree.clone()
        } else {
            parts.spoilt(|parts| (0..times).for_each(|_| change(&root, parts, rng)))
        };
        let case = || format!("{}\n{}", root.to_sfen(), written(&changed));
        match (is_sound(&root, &changed), check(&setup(&root), &changed)) {
            (false, Ok(_)) => panic!("accepted though broken: {}", case()),
            (false, Err(_)) => seen[0] += 1,
            (true, Ok(certificate)) => {
                seen[1] += 1;
                assert_not_too_short(&root, u32::from(certificate.length_raw), &case());
            }
            (true, Err(fault)) => {
                let is_shared = fault.kind == FaultKind::PositionMismatch;
                assert!(is_shared, "refused though sound, {fault}: {}", case());
                seen[2] += 1;
            }
        }
    }
    seen
}

/// Moves a piece from one hand to the other, or takes it out of the game.
fn change_hands(root: &mut Board, rng: &mut Rng) {
    let kind = rng.pick(&HELD) as usize;
    let side = rng.below(2);
    if root.hands[side][kind] > 0 {
        root.hands[side][kind] -= 1;
        root.hands[1 - side][kind] += u8::from(rng.percent(70));
    }
}

/// One change at a node that can be reached.
fn change(root: &Board, parts: &mut Parts, rng: &mut Rng) {
    let place = rng.below(parts.paths.len());
    let (index, path) = parts.paths[place].clone();
    let attacker = AttackerNodeId(number(rng.below(parts.attackers.len())));
    let defender = DefenderNodeId(number(rng.below(parts.defenders.len())));
    let length = parts.attackers[index].2;
    let after = parts.attackers[index].1.0 as usize;
    let replies = parts.defenders.get(after).map_or(0, Vec::len);
    match rng.below(12) {
        0 | 1 if replies > 0 => drop(parts.defenders[after].remove(rng.below(replies))),
        2 if replies > 0 => parts.defenders[after][rng.below(replies)].1 = attacker,
        3 if replies > 1 => {
            let (one, two) = (rng.below(replies), rng.below(replies));
            parts.defenders[after][one].1 = parts.defenders[after][two].1;
        }
        4 => parts.attackers[index].2 = length.saturating_sub(2),
        5 => parts.attackers[index].2 = length + rng.pick(&[1, 2, 2, 4]),
        6 => parts.attackers[index].1 = defender,
        7 => parts.root = attacker,
        10 | 11 => {
            if let Some(hand) = &mut parts.hands[index] {
                let piece = rng.pick(&HandPiece::ALL);
                let count = hand.count(piece);
                let change = if rng.percent(70) {
                    count.saturating_sub(1)
                } else {
                    (count + 1).min(piece.full_set())
                };
                hand.set(piece, change);
            }
        }
        8 if replies > 0 => {
            let reply = &mut parts.defenders[after][rng.below(replies)].0;
            *reply = other_reply(*reply, rng);
        }
        _ => {
            if let Some(other) = other_check(root, &path, parts.attackers[index].0, rng) {
                parts.attackers[index].0 = other;
            }
        }
    }
}

/// A move like this one, promoting the other way or going elsewhere.
fn other_reply(mv: Move, rng: &mut Rng) -> Move {
    let bits = number::<u16>(rng.below(1 << 15));
    match mv {
        Move::Board { from, to, promote } if rng.percent(50) => Move::Board {
            from,
            to,
            promote: !promote,
        },
        _ => Move::from_bits(mv.to_bits() & !127 | bits & 127).unwrap_or(mv),
    }
}

/// Another check, or at least another legal move, in the position that a path leads to.
fn other_check(root: &Board, path: &[Move], mv: Move, rng: &mut Rng) -> Option<Move> {
    let mut board = root.clone();
    for &played in path {
        let played = slow_move(played);
        if !board.legal_moves().contains(&played) {
            return None;
        }
        board = board.play(played);
    }
    let mut others = board.legal_moves();
    if rng.percent(85) {
        others = board.checks().into_iter().map(|(check, _)| check).collect();
    }
    others.retain(|&other| other != slow_move(mv));
    if others.is_empty() {
        return None;
    }
    rng.pick(&others).to_usi().parse().ok()
}
