//! What verification finds does not hang on the number of threads.

use crate::classes::{EXAMPLES, options};
use crate::common::bridge::{mate, problem};
use crate::common::crew::{each_seed, scaled};
use crate::common::random::{Rng, small_root};
use crate::lengths::problems;
use crate::limits::WORKS;
use kanju::search::{Limits, Options, Silent};
use kanju::shogi::{Move, Position, Setup};
use kanju::tsume::{Answer, Class, Problem, Review, Severity, Soundness, StopReason};
use kanju::verify::{self, Verifier};

/// Nodes for one problem on one thread; more threads may take more of them.
const MAX_NODES: u64 = 100_000;
const MORE: u64 = 8;

/// What must not differ: verdict, length, and of each finding the ply, move, class, severity, and the length if it is exact.
type Findings = Vec<(u32, Option<Move>, Class, Severity, Option<u32>)>;

fn verifier(threads: usize) -> Verifier {
    let search = Options {
        threads,
        alone: 100,
        ..options().search
    };
    Verifier::new(verify::Options {
        search,
        ..options()
    })
}

fn within(max_nodes: u64) -> Limits {
    Limits {
        max_nodes: Some(max_nodes),
        ..Limits::default()
    }
}

/// The part of a verification that must not differ; exact lengths of findings are looked for with little effort only.
fn told(answer: &Answer, review: &Review) -> (Soundness, Option<(u32, bool)>, Findings) {
    let findings = review.findings.iter().map(|found| {
        let length = found.length.filter(|_| found.exact);
        (found.ply, found.mv, found.class, found.severity, length)
    });
    let length = mate(answer).map(|mate| (mate.length, mate.exact));
    (review.soundness, length, findings.collect())
}

/// Compares 2 and 4 threads with one; whether the problem was finished.
fn compare(problem: &Problem, case: &str) -> bool {
    let (answer, review) = verifier(1).verify(problem, &within(MAX_NODES), &Silent);
    if answer.stop.is_some() {
        return false;
    }
    let (soundness, length, expected) = told(&answer, &review);
    for threads in [2, 4] {
        let case = format!("{threads} threads: {case}");
        let limits = within(MORE * MAX_NODES);
        let (answer, review) = verifier(threads).verify(problem, &limits, &Silent);
        assert_eq!(answer.stop, None, "{case}");
        assert_eq!(answer.cost.threads as usize, threads, "{case}");
        let (own_soundness, own_length, own) = told(&answer, &review);
        assert_eq!((own_soundness, own_length), (soundness, length), "{case}");
        assert_eq!(own.len(), expected.len(), "{case}: {own:?}\n{expected:?}");
        for (own, expected) in own.iter().zip(&expected) {
            let (ply, mv, class, severity, length) = *own;
            let known = (expected.0, expected.1, expected.2, expected.3);
            assert_eq!((ply, mv, class, severity), known, "{case}");
            let agree = length.is_none() || expected.4.is_none() || length == expected.4;
            assert!(agree, "{case}: {own:?} {expected:?}");
        }
    }
    true
}

#[test]
fn works_of_every_kind_have_the_same_findings() {
    for (sfen, ..) in EXAMPLES {
        let setup: Setup = sfen.parse().unwrap();
        let problem = Problem::new(Position::try_from(setup).unwrap());
        assert!(compare(&problem, sfen), "{sfen}");
    }
}

#[test]
fn longer_works_have_the_same_findings() {
    let finished = problems("made.sfen", false)
        .iter()
        .filter(|(sfen, problem)| compare(problem, sfen))
        .count();
    assert!(finished > 3, "{finished} finished");
}

#[test]
fn random_positions_have_the_same_findings() {
    let count = scaled(60);
    let [finished] = each_seed(
        count,
        || (),
        |(), seed| {
            let root = small_root(&mut Rng::new(seed));
            [u64::from(compare(&problem(&root), &root.to_sfen()))]
        },
    );
    assert!(finished * 2 > count, "{finished} of {count} finished");
}

#[test]
fn a_node_limit_holds_for_all_threads_together() {
    let mut opened = 0;
    for threads in [2, 4] {
        for (sfen, expected) in WORKS {
            let setup: Setup = sfen.parse().unwrap();
            let problem = Problem::new(Position::try_from(setup).unwrap());
            for max_nodes in (0..16).map(|step| 3 * (1 << step)) {
                let limits = within(max_nodes);
                let (answer, review) = verifier(threads).verify(&problem, &limits, &Silent);
                let case = format!("{sfen} {max_nodes} {threads} {review:?}");
                let word = review.soundness;
                assert!(word == Soundness::Unknown || word == expected, "{case}");
                // Each thread counts for itself for a while.
                let some = max_nodes / 4 + 2000 * threads as u64;
                assert!(answer.cost.nodes <= max_nodes + some, "{case}");
                if word == Soundness::Unknown {
                    opened += 1;
                    assert!(!review.open.is_empty(), "{case}");
                    assert_eq!(answer.stop, Some(StopReason::Nodes), "{case}");
                }
            }
        }
    }
    assert!(opened > 10);
}
