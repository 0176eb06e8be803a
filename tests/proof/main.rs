//! Proofs found by a naive search pass the checker; spoilt ones do not.

#[path = "../common/mod.rs"]
mod common;
mod naive;
mod parts;
mod problems;
mod replay;
mod broken;

use kanju::proof::{
    AttackerNodeId, DefenderNodeId, FaultKind, ProofTree, Rulebook, check, read_tree, write_tree,
};
use kanju::shogi::{HandPiece, Move, Setup, Square};

use naive::{Prover, legal_moves, position, prove};
use parts::Parts;
use problems::{NO_MATES, PROBLEMS};

fn setup(sfen: &str) -> Setup {
    sfen.parse().expect("the test gives an SFEN")
}

fn number<T: TryFrom<usize>>(index: usize) -> T {
    T::try_from(index).ok().expect("a test's numbers are small")
}

fn written(tree: &ProofTree) -> String {
    let mut text = String::new();
    write_tree(tree, &mut text).expect("a string takes any text");
    text
}

#[test]
fn naive_proofs_pass() {
    for &(sfen, length) in PROBLEMS {
        for root in [setup(sfen), setup(sfen).rotated(), setup(sfen).mirrored()] {
            let tree = prove(&root, length).unwrap_or_else(|| panic!("{root}: no proof"));
            let certificate = check(&root, &tree).unwrap_or_else(|fault| panic!("{root}: {fault}"));
            assert_eq!(certificate.length_raw, length, "{root}");
            assert_eq!(read_tree(&written(&tree)), Ok(tree));
        }
    }
    for sfen in NO_MATES {
        assert_eq!(prove(&setup(sfen), 3), None, "{sfen}");
    }
}

/// Every change makes a false statement, since the naive proofs claim exact lengths.
#[test]
fn spoilt_proofs_are_refused() {
    for &(sfen, length) in PROBLEMS {
        let root = setup(sfen);
        let parts = Parts::of(&prove(&root, length).unwrap());
        assert!(check(&root, &parts.tree()).is_ok());
        let step = parts.paths.len() / 40 + 1;
        for (index, path) in parts.paths.iter().step_by(step) {
            for (what, tree) in spoilt_at(&root, &parts, *index, path) {
                assert!(
                    check(&root, &tree).is_err(),
                    "{sfen} {path:?}: {what} passed"
                );
            }
        }
    }
}

/// All false trees that differ from a true one at this attacker node or the node after it.
fn spoilt_at(
    root: &Setup,
    parts: &Parts,
    index: usize,
    path: &[Move],
) -> Vec<(&'static str, ProofTree)> {
    let (mv, after, length) = parts.attackers[index];
    let replies = &parts.defenders[after.0 as usize];
    let node = AttackerNodeId(number(index));
    let with_length = |length| parts.spoilt(|p| p.attackers[index].2 = length);
    let with_move = |mv| parts.spoilt(|p| p.attackers[index].0 = mv);
    let mut trees = vec![
        ("even length", with_length(length + 1)),
        (
            "no defender node",
            parts.spoilt(|p| p.attackers[index].1 = DefenderNodeId(u32::MAX)),
        ),
        (
            "impossible move",
            with_move(Move::Drop {
                piece: HandPiece::Pawn,
                to: Square::new(1, 1),
            }),
        ),
    ];
    if length >= 3 {
        trees.push(("shorter claim", with_length(length - 2)));
    }
    for (i, &(_, child)) in replies.iter().enumerate() {
        let with_child = |child| parts.spoilt(|p| p.defenders[after.0 as usize][i].1 = child);
        trees.push((
            "missing reply",
            parts.spoilt(|p| _ = p.defenders[after.0 as usize].remove(i)),
        ));
        trees.push((
            "longer claim",
            parts.spoilt(|p| p.attackers[child.0 as usize].2 = length),
        ));
        trees.push(("no attacker node", with_child(AttackerNodeId(u32::MAX))));
        trees.push(("own parent", with_child(node)));
        trees.push(("root", with_child(parts.root)));
        let other = replies[(i + 1) % replies.len()].1;
        if other != child {
            trees.push(("other reply's node", with_child(other)));
        }
    }
    let mut prover = Prover::new(root);
    for &mv in path {
        prover.rules.play(mv);
    }
    for other in legal_moves(&mut prover.rules)
        .into_iter()
        .filter(|&other| other != mv)
    {
        let undo = prover.rules.play(other);
        if !prover.rules.in_check() {
            trees.push(("no check", with_move(other)));
        } else if prover.defend(length - 1).is_none() {
            trees.push(("check that does not mate", with_move(other)));
        }
        prover.rules.undo(undo);
    }
    trees
}

#[test]
fn a_node_reached_in_two_positions_is_refused() {
    // Whatever is dropped on 2一 is taken with mate, but each position has its own node.
    let root = setup("8k/9/7GN/9/6+R2/9/9/9/9 b r2b3g4s3n4l18p 1");
    let parts = Parts::of(&prove(&root, 3).unwrap());
    let after = parts.attackers[parts.root.0 as usize].1.0 as usize;
    let drops = parts.defenders[after]
        .iter()
        .filter(|(mv, _)| mv.is_drop())
        .count();
    assert!(drops >= 6);
    let shared = parts.defenders[after]
        .iter()
        .find(|(mv, _)| mv.is_drop())
        .unwrap()
        .1;
    let tree = parts.spoilt(|p| {
        p.defenders[after]
            .iter_mut()
            .filter(|(mv, _)| mv.is_drop())
            .for_each(|r| r.1 = shared);
    });
    assert_eq!(
        check(&root, &tree).unwrap_err().kind,
        FaultKind::PositionMismatch
    );
}

/// Two defender nodes with the same replies in different positions cannot stand for each other.
#[test]
fn a_defender_node_reached_in_two_positions_is_refused() {
    let root = setup("7k1/9/5P3/8R/3B5/9/9/9/9 b rb4g4s4n4l17p 1");
    let parts = Parts::of(&prove(&root, 7).unwrap());
    let replies = |index: usize| &parts.defenders[parts.attackers[index].1.0 as usize];
    let moves = |index| replies(index).iter().map(|&(mv, _)| mv);
    let mut tried = 0;
    for (i, &(one, _)) in parts.paths.iter().enumerate() {
        for &(two, _) in &parts.paths[..i] {
            let same = parts.attackers[one].1 == parts.attackers[two].1;
            if same || replies(one).is_empty() || !moves(one).eq(moves(two)) {
                continue;
            }
            tried += 1;
            let tree = parts.spoilt(|p| p.attackers[one].1 = p.attackers[two].1);
            let fault = check(&root, &tree).unwrap_err();
            assert_eq!(fault.kind, FaultKind::PositionMismatch, "{fault}");
        }
    }
    assert!(tried > 10, "{tried} pairs");
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// Whatever is changed, an accepted tree does not claim too much.
#[test]
fn random_changes_never_prove_too_much() {
    let mut random = Random(1);
    let (mut accepted, mut refused) = (0, 0);
    for &(sfen, length) in PROBLEMS.iter().filter(|&&(_, length)| length <= 3) {
        let root = setup(sfen);
        let parts = Parts::of(&prove(&root, length).unwrap());
        for _ in 0..300 {
            let tree =
                parts.spoilt(|p| (0..1 + random.below(3)).for_each(|_| shake(p, &mut random)));
            match check(&root, &tree) {
                Ok(certificate) => {
                    accepted += 1;
                    assert!(
                        certificate.length_raw >= length,
                        "{sfen}\n{}",
                        written(&tree)
                    );
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(
        accepted > 100 && refused > 100,
        "{accepted} accepted, {refused} refused"
    );
}

fn shake(parts: &mut Parts, random: &mut Random) {
    let (attackers, defenders) = (parts.attackers.len() + 1, parts.defenders.len() + 1);
    let attacker = AttackerNodeId(number(random.below(attackers)));
    let reached = parts.paths[random.below(parts.paths.len())].0;
    let node = &mut parts.attackers[reached];
    let replies = &mut parts.defenders[node.1.0 as usize % (defenders - 1)];
    match random.below(6) {
        0 => node.0 = Move::from_bits(number(random.below(1 << 15))).unwrap_or(node.0),
        1 => node.1 = DefenderNodeId(number(random.below(defenders))),
        2 => node.2 = number(random.below(6)),
        3 => parts.root = attacker,
        4 => drop((!replies.is_empty()).then(|| replies.remove(random.below(replies.len())))),
        _ => replies.iter_mut().for_each(|reply| {
            if random.below(3) == 0 {
                reply.1 = attacker;
            }
        }),
    }
}

/// The horse (馬) drives the king to and fro for 4000 plies before the gold mates; without the gold
/// the same moves prove nothing.
#[test]
fn depth_has_no_limit() {
    let mv = |text: &str| text.parse::<Move>().unwrap();
    let mut tree = ProofTree::new();
    let mated = tree.push_defender([]);
    let mut node = tree.push_attacker(mv("G*1b"), mated, 1);
    for length in (5..=4001).step_by(4) {
        let second = tree.push_defender([(mv("1b1a"), node)]);
        let middle = tree.push_attacker(mv("3c3d"), second, length - 2);
        let first = tree.push_defender([(mv("1a1b"), middle)]);
        node = tree.push_attacker(mv("3d3c"), first, length);
    }
    tree.set_root(node);
    let certificate = check(&setup("8k/9/9/6+B1P/9/9/9/9/7L1 b G 1"), &tree).unwrap();
    assert_eq!(
        (certificate.length_raw, certificate.attacker_nodes),
        (4001, 2001)
    );
    let fault = check(&setup("8k/9/9/6+B1P/9/9/9/9/7L1 b - 1"), &tree).unwrap_err();
    assert_eq!(fault.path.len(), 4000);
}

/// In random games: stepwise hash = fresh hash, replies = legal moves, undo restores everything.
#[test]
fn the_rule_book_agrees_with_itself() {
    let mut random = Random(2);
    let mut checks = 0;
    for &(sfen, _) in PROBLEMS {
        for _ in 0..6 {
            let mut rules = Rulebook::new(&setup(sfen));
            let start = position(&rules);
            let mut played = Vec::new();
            for _ in 0..60 {
                let now = position(&rules);
                assert_eq!(Rulebook::new(&now).hash(), rules.hash(), "{now}");
                let other_turn = Setup {
                    turn: !now.turn,
                    ..now.clone()
                };
                assert_ne!(Rulebook::new(&other_turn).hash(), rules.hash(), "{now}");
                let mut legal = legal_moves(&mut rules);
                if rules.in_check() {
                    checks += 1;
                    let mut replies = Vec::new();
                    rules.replies(&mut replies);
                    replies.sort_unstable();
                    legal.sort_unstable();
                    assert_eq!(replies, legal, "{now}");
                }
                let checking = legal
                    .iter()
                    .copied()
                    .filter(|&mv| rules.clone().gives_check(mv));
                let checking: Vec<Move> = checking.collect();
                let choice = if checking.is_empty() {
                    &legal
                } else {
                    &checking
                };
                if choice.is_empty() {
                    break;
                }
                played.push(rules.play(choice[random.below(choice.len())]));
            }
            played.into_iter().rev().for_each(|undo| rules.undo(undo));
            assert_eq!(position(&rules), start);
            assert_eq!(rules.hash(), Rulebook::new(&start).hash());
        }
    }
    assert!(checks > 1000, "{checks} positions in check");
}
