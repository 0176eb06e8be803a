//! Running out of something leaves questions open, and never makes a wrong word.

use std::sync::atomic::Ordering;

use crate::classes::options;
use kanju::search::{self, Limits, Silent};
use kanju::shogi::{Position, Setup};
use kanju::tsume::{Declared, Open, Outcome, Problem, Question, Soundness, StopReason};
use kanju::verify::{Options, Verifier};

/// A sound, a flawed, a cooked work, one with leftovers, one without mate.
pub(crate) const WORKS: [(&str, Soundness); 5] = [
    (
        "8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1",
        Soundness::Sound,
    ),
    (
        "9/9/6+S1k/9/7S1/9/9/9/9 b S2r2b4gs4n4l18p 1",
        Soundness::Flawed,
    ),
    (
        "8k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1",
        Soundness::Cooked,
    ),
    (
        "9/4k4/9/4P4/9/9/9/9/9 b 3G2r2bg4s4n4l17p 1",
        Soundness::Leftover,
    ),
    (
        "7lk/9/7+P1/9/9/9/9/9/9 b P2r2b4g4s4n3l16p 1",
        Soundness::NoMate,
    ),
];

fn problem(sfen: &str) -> Problem {
    let setup: Setup = sfen.parse().unwrap();
    Problem::new(Position::try_from(setup).unwrap())
}

#[test]
fn a_node_limit_leaves_the_verdict_open_or_right() {
    let mut verifier = Verifier::new(options());
    let mut opened = 0;
    for (sfen, expected) in WORKS {
        for max_nodes in (0..).map(|step| 3 * (1 << step)).take(18) {
            let limits = Limits {
                max_nodes: Some(max_nodes),
                ..Limits::default()
            };
            let (answer, review) = verifier.verify(&problem(sfen), &limits, &Silent);
            let case = format!("{sfen} {max_nodes} {review:?}");
            if let Outcome::Mate(mate) = &answer.outcome {
                let plies = mate.length_estimate.unwrap_or(mate.length) as usize;
                assert_eq!(mate.exact, answer.lower_bound == mate.length, "{case}");
                assert_eq!(mate.line.len(), plies, "{case}");
            }
            let word = review.soundness;
            assert!(word == Soundness::Unknown || word == expected, "{case}");
            if word == Soundness::Unknown {
                opened += 1;
                assert!(!review.open.is_empty(), "{case}");
                assert_eq!(answer.stop, Some(StopReason::Nodes), "{case}");
            }
        }
        let (answer, review) = verifier.verify(&problem(sfen), &Limits::default(), &Silent);
        assert_eq!((review.soundness, answer.stop), (expected, None), "{sfen}");
    }
    assert!(opened > 10);
}

#[test]
fn an_interrupted_verification_says_so() {
    let mut verifier = Verifier::new(options());
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    let (answer, review) = verifier.verify(&problem(WORKS[0].0), &limits, &Silent);
    assert_eq!(answer.outcome, Outcome::Unknown);
    assert_eq!(answer.stop, Some(StopReason::Interrupted));
    assert_eq!(review.soundness, Soundness::Unknown);
}

#[test]
fn the_size_of_the_table_changes_nothing() {
    for (sfen, expected) in WORKS {
        let reviews = [256 << 10, 8 << 20].map(|table_bytes| {
            let search = search::Options {
                table_bytes,
                ..options().search
            };
            let mut verifier = Verifier::new(Options {
                search,
                ..options()
            });
            let (_, review) = verifier.verify(&problem(sfen), &Limits::default(), &Silent);
            assert_eq!(review.soundness, expected, "{sfen}");
            let classes = review.findings.iter();
            classes
                .map(|found| (found.ply, found.mv, found.class))
                .collect::<Vec<_>>()
        });
        assert_eq!(reviews[0], reviews[1], "{sfen}");
    }
}

#[test]
fn with_a_declared_line_too_the_limit_is_named() {
    let mut verifier = Verifier::new(options());
    let mut lengths = 0;
    for (sfen, expected) in &WORKS[..2] {
        let mut problem = problem(sfen);
        let (_, review) = verifier.verify(&problem, &Limits::default(), &Silent);
        problem.declared = Some(Declared {
            line: review.line,
            ..Declared::default()
        });
        for max_nodes in (1..300).map(|step| 10 * step) {
            let limits = Limits {
                max_nodes: Some(max_nodes),
                ..Limits::default()
            };
            let (answer, review) = verifier.verify(&problem, &limits, &Silent);
            let is_open = review.soundness == Soundness::Unknown;
            assert!(
                is_open || review.soundness == *expected,
                "{sfen} {review:?}"
            );
            assert!(
                !is_open || answer.stop == Some(StopReason::Nodes),
                "{sfen} {answer:?}"
            );
            let asks = |open: &Open| open.question == Question::Length;
            lengths += u32::from(review.open.iter().any(asks));
        }
    }
    assert!(lengths > 0);
}
