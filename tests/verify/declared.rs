//! Declared solutions and lines typed in: where they fail, and why.

use crate::classes::options;
use kanju::format::{self, FillHand};
use kanju::search::{Limits, Silent};
use kanju::tsume::{LongerRule, Problem, Quality, Review};
use kanju::verify::{Options, TreeSize, Verifier};

fn problem(line: &str) -> Problem {
    let entries = format::read_problems(line.as_bytes(), "", None, FillHand::Auto);
    entries.into_iter().next().unwrap().problem.unwrap()
}

fn review(line: &str, options: Options) -> Review {
    let mut verifier = Verifier::new(options);
    let (_, review) = verifier.verify(&problem(line), &Limits::default(), &Silent);
    assert!(review.open.is_empty(), "{line} {review:?}");
    review
}

/// Mate in five: the king may go two ways at the second ply.
const TWO_WAYS: &str = "9/8k/6R2/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1";
const IN_THREE: &str = "8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1";
const LEFTOVER: &str = "5+R3/8k/9/5+P2B/9/9/9/9/9 b Nrb4g4s3n4l17p 1";

/// A problem with what its source declares; the verdict and the findings about it, with their plies.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(u32, &'static str)],
);

const CASES: [Case; 10] = [
    (TWO_WAYS, "main=G*2c 1b1a 3c3a+ P*2a 2c2b", "flawed", &[]),
    (TWO_WAYS, "main=G*2c 1b2a 3c3b+ 2a1a 3b2b", "flawed", &[]),
    (
        TWO_WAYS,
        "main=G*2c 1b1a 3c3a+",
        "mismatch",
        &[(4, "wrong-end")],
    ),
    (
        TWO_WAYS,
        "main=3c3b+ 1b1a 3b2b",
        "mismatch",
        &[(1, "fuzume")],
    ),
    (TWO_WAYS, "mate=7", "mismatch", &[(1, "wrong-length")]),
    (TWO_WAYS, "mate=5", "flawed", &[]),
    (IN_THREE, "main=R*2a 1a1b 2a2b+", "sound", &[]),
    (IN_THREE, "main=R*9h 1a1b", "mismatch", &[(1, "no-check")]),
    (
        LEFTOVER,
        "main=4a3b 1b1a 3b2b",
        "leftover",
        &[(2, "hencho")],
    ),
    (
        "8k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1",
        "main=R*1c 1a2a 1c1b+ 2a3a 1b3b",
        "cooked",
        &[(1, "hayazume")],
    ),
];

const ABOUT_DECLARED: [&str; 7] = [
    "fuzume",
    "no-check",
    "wrong-end",
    "wrong-length",
    "other-line",
    "hencho",
    "hayazume",
];

#[test]
fn declared_solutions_are_examined() {
    for (sfen, declared, verdict, expected) in CASES {
        let line = format!("{sfen} ; {declared}");
        let review = review(&line, options());
        let found: Vec<(u32, &str)> = review
            .findings
            .iter()
            .map(|found| (found.ply, found.class.word()))
            .filter(|(_, class)| ABOUT_DECLARED.contains(class))
            .collect();
        assert_eq!(found, expected, "{line}");
        assert_eq!(review.soundness.word(), verdict, "{line} {review:?}");
    }
}

#[test]
fn a_declared_line_that_holds_is_the_one_examined() {
    let line = format!("{TWO_WAYS} ; main=G*2c 1b2a 3c3b+ 2a1a 3b2b");
    let review = review(&line, options());
    assert_eq!(review.line[1].to_string(), "1b2a");
}

#[test]
fn a_longer_defence_may_be_a_flaw() {
    let kind = Options {
        longer: LongerRule::Flaw,
        ..options()
    };
    let line = format!("{LEFTOVER} ; main=4a3b 1b1a 3b2b");
    let review = review(&line, kind);
    let found = review
        .findings
        .iter()
        .find(|found| found.class.word() == "hencho");
    assert_eq!(found.unwrap().severity.word(), "flaw");
}

fn judged(sfen: &str, line: &str) -> Vec<(String, Quality, Option<u32>)> {
    let words = line.split(' ').map(ToOwned::to_owned).collect();
    let options = Options {
        line: Some(words),
        ..options()
    };
    let judged = review(sfen, options).judged;
    let all = judged.into_iter().map(|one| {
        let rest: Vec<String> = one.line.iter().map(ToString::to_string).collect();
        (rest.join(" "), one.quality, one.plies_left)
    });
    all.collect()
}

#[test]
fn a_line_is_judged_move_by_move() {
    let best = |left| (String::new(), Quality::Best, Some(left));
    let found = judged(IN_THREE, "R*2a 1a1b 2a2b+");
    assert_eq!(found, [best(2), best(1), best(0)]);
    let found = judged(IN_THREE, "R*2a");
    assert_eq!(found, [("1a1b 2a2b+".to_owned(), Quality::Best, Some(2))]);
    let found = judged(IN_THREE, "R*1b");
    let expected = ("1a1b".to_owned(), Quality::Escapes, None);
    assert_eq!(found, [expected]);
    let found = judged(IN_THREE, "R*2a 2a1b");
    assert_eq!(found[1].1, Quality::Illegal);
    let found = judged(IN_THREE, "R*9i 1a1b");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].1, Quality::NoCheck);
    let found = judged(
        "8k/9/7GN/9/6+R2/9/9/9/9 b r2b3g4s3n4l18p 1",
        "3e3a P*2a 3a2a",
    );
    assert_eq!(found[1].1, Quality::Futile);
    assert_eq!(found[2].2, Some(0));
}

#[test]
fn variations_are_longest_first() {
    let options = Options {
        tree: Some(TreeSize { width: 3, depth: 2 }),
        ..options()
    };
    let tree = review(TWO_WAYS, options).tree;
    let first: Vec<_> = tree.iter().filter(|variation| variation.ply == 2).collect();
    assert_eq!((first[0].length, first[0].line.len()), (4, 2));
    assert!(first.is_sorted_by_key(|variation| std::cmp::Reverse(variation.length)));
    assert!(tree.iter().filter(|variation| variation.ply == 4).count() <= 3);
}
