//! Verified works as KIF with branches: what is written reads back as the same tree.

use std::collections::BTreeSet;
use std::fs;

use crate::classes::options;
use crate::common::bridge::problem;
use crate::common::random::{Rng, small_root};
use kanju::batch::{Origin, Record, Work};
use kanju::format::{self, FillHand};
use kanju::report::{Style, kif};
use kanju::search::{Limits, Silent};
use kanju::shogi::Move;
use kanju::tsume::{Declared, Outcome, Problem};
use kanju::verify::{Options, TreeSize, Verifier};

/// Works with a main line that are written and read.
const WORKS: usize = 200;

fn collection() -> Vec<Problem> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/problems");
    let mut problems = Vec::new();
    for part in ["basic", "incomplete", "rules"] {
        for file in fs::read_dir(format!("{folder}/{part}")).unwrap() {
            let path = file.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            let entries = format::read_problems(&bytes, "a.sfen", None, FillHand::Auto);
            problems.extend(entries.into_iter().filter_map(|entry| entry.problem.ok()));
        }
    }
    problems
}

/// Every line of a tree from the start position.
fn lines(declared: &Declared) -> BTreeSet<Vec<Move>> {
    let branches = declared.branches.iter();
    let branches =
        branches.map(|branch| branch.stem.iter().chain(&branch.moves).copied().collect());
    branches.chain([declared.line.clone()]).collect()
}

#[test]
fn what_is_written_reads_back_as_the_same_tree() {
    let mut verifier = Verifier::new(Options {
        tree: Some(TreeSize { width: 4, depth: 9 }),
        ..options()
    });
    let random = (0..).map(|seed| problem(&small_root(&mut Rng::new(seed))));
    let (mut works, mut branches) = (0, 0);
    for problem in collection().into_iter().chain(random) {
        let limits = Limits {
            max_nodes: Some(5000),
            ..Limits::default()
        };
        let (answer, review) = verifier.verify(&problem, &limits, &Silent);
        if !matches!(answer.outcome, Outcome::Mate(_)) || review.line.is_empty() {
            continue;
        }
        let sfen = problem.position.to_setup().to_string();
        let (root, main) = (problem.position.clone(), review.line.clone());
        let moves: BTreeSet<(u32, Option<Move>)> = review
            .findings
            .iter()
            .map(|found| (found.ply, found.mv))
            .chain(
                review
                    .tree
                    .iter()
                    .map(|one| (one.ply, one.line.first().copied())),
            )
            .filter(|&(ply, mv)| mv.is_some() && main.get(ply as usize - 1) != mv.as_ref())
            .collect();
        let record = Record {
            origin: Origin::default(),
            sfen: None,
            header: problem.header.clone(),
            work: Ok(Work {
                problem: Box::new(problem),
                answer,
                review: Some(review),
                crash: None,
            }),
        };
        let bytes = kif::kifu(Style::default(), &record, true);
        let entries = format::read_problems(&bytes, "a.kifu", None, FillHand::No);
        let [entry] = entries.try_into().unwrap();
        let read = entry
            .problem
            .unwrap_or_else(|error| panic!("{sfen}: {error}"));
        let declared = read.declared.unwrap();
        assert_eq!(read.position.to_setup(), root.to_setup(), "{sfen}");
        assert_eq!(declared.line, main, "{sfen}");
        assert_eq!(lines(&declared).len(), moves.len() + 1, "{sfen}");
        branches += declared.branches.len();
        works += 1;
        if works == WORKS {
            break;
        }
    }
    assert!(branches > WORKS);
}
