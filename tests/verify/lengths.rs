//! Verification settles the length of a mate where solving does, and shows no longer proof.

use std::fs;

use crate::classes::options;
use crate::common::bridge::mate;
use kanju::search::{Limits, Silent, Solver};
use kanju::shogi::{Position, Setup};
use kanju::tsume::Problem;
use kanju::verify::Verifier;

/// How many times as many nodes as solving the settling of the length may take.
const TIMES: u64 = 4;

/// Nodes that the proof of the mate in 611 takes, and some.
const NODES_FOR_611: u64 = 1_200_000;
const TABLE_FOR_611: usize = 16 << 20;

/// The problems of a file of `problems/long`, those apart of which a tag says that their length takes too long.
pub(crate) fn problems(file: &str, slow: bool) -> Vec<(String, Problem)> {
    let path = format!("{}/problems/long/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let wanted = lines.filter(|line| line.contains("check=fast") == slow);
    let sfens = wanted.map(|line| line.split(';').next().unwrap().trim());
    sfens
        .map(|sfen| {
            let setup: Setup = sfen.parse().unwrap();
            let problem = Problem::new(Position::try_from(setup).unwrap());
            (sfen.to_owned(), problem)
        })
        .collect()
}

fn within(max_nodes: u64) -> Limits {
    Limits {
        max_nodes: Some(max_nodes),
        ..Limits::default()
    }
}

#[test]
fn lengths_that_solving_settles_are_settled() {
    let mut compared = 0;
    for (sfen, problem) in problems("made.sfen", false) {
        let mut solver = Solver::new(options().search);
        let solved = solver.solve(&problem, &within(300_000), &Silent);
        let Some(expected) = mate(&solved).filter(|mate| mate.exact) else {
            continue;
        };
        let limits = within(TIMES * solved.cost.nodes);
        let (answer, _) = Verifier::new(options()).verify(&problem, &limits, &Silent);
        let found = mate(&answer).unwrap();
        assert_eq!(
            (found.length, found.exact),
            (expected.length, true),
            "{sfen}"
        );
        compared += 1;
    }
    assert!(compared > 8, "{compared} compared");
}

#[test]
fn a_long_proof_is_shortened_as_by_solving() {
    let (sfen, problem) = problems("classics.sfen", true).pop().unwrap();
    let limits = within(NODES_FOR_611);
    let mut options = options();
    options.search.table_bytes = TABLE_FOR_611;
    let solved = Solver::new(options.search).solve(&problem, &limits, &Silent);
    let (answer, review) = Verifier::new(options).verify(&problem, &limits, &Silent);
    let (solved, found) = (mate(&solved).unwrap(), mate(&answer).unwrap());
    assert_eq!((solved.length, found.length), (611, 611), "{sfen}");
    assert!(!found.exact && !review.open.is_empty());
}
