//! Verdicts and findings against the naive verifier, on random small positions.

use crate::common::board::{Board, Move};
use crate::common::bridge::{mate, problem, slow_move, small_options};
use crate::common::crew::{each_seed, scaled};
use crate::common::naive::{self, Level};
use crate::common::random::{Rng, small_root};
use crate::naive::{EXTRA, Found, Verifier, name};
use kanju::search::{Limits, Silent};
use kanju::tsume::{FutileRule, Outcome, Review, Soundness};
use kanju::verify::{self, Options};

/// Nodes the verifier may take for one root.
const MAX_NODES: u64 = 30_000;

/// Nodes of the naive search for one root; roots that need more are left out.
const MAX_NAIVE_NODES: u64 = 60_000;

/// Plies of the mates that are compared.
const MAX_PLIES: u32 = 5;

const KINDS: usize = 7;
const MATES: usize = 0;
const NO_MATES: usize = 1;
const UNSETTLED: usize = 2;
const SOUND: usize = 3;
const COOKED: usize = 4;
const LONGER: usize = 5;
const FINDINGS: usize = 6;

#[test]
fn verdicts_and_findings_agree_with_the_naive_verifier() {
    let options = Options {
        search: small_options(FutileRule::Standard),
        ..Options::default()
    };
    let count = scaled(250);
    let tool = || verify::Verifier::new(options.clone());
    let seen = each_seed(count, tool, compare);
    println!(
        "{count} roots: {} mates compared ({} sound or flawed, {} cooked, {} by a longer mate), \
         {} findings, {} no mates, {} unsettled",
        seen[MATES],
        seen[SOUND],
        seen[COOKED],
        seen[LONGER],
        seen[FINDINGS],
        seen[NO_MATES],
        seen[UNSETTLED]
    );
    assert!(seen[MATES] * 10 > count && seen[FINDINGS] > seen[MATES] && seen[SOUND] > 0);
}

fn compare(verifier: &mut verify::Verifier, seed: u64) -> [u64; KINDS] {
    let mut seen = [0; KINDS];
    let root = small_root(&mut Rng::new(seed));
    let mut naive = naive::Solver::new(Level::Standard, MAX_NAIVE_NODES);
    let Ok(length) = naive.attack(&root, MAX_PLIES) else {
        return seen;
    };
    let limits = Limits {
        max_nodes: Some(MAX_NODES),
        ..Limits::default()
    };
    let (answer, review) = verifier.verify(&problem(&root), &limits, &Silent);
    let text = format!("seed {seed}: {} {review:?}", root.to_sfen());
    if answer.outcome == Outcome::NoMate {
        assert_eq!(length, None, "{text}");
        assert_eq!(review.soundness, Soundness::NoMate, "{text}");
        seen[NO_MATES] += 1;
        return seen;
    }
    let (Some(length), Some(mate)) = (length, mate(&answer)) else {
        seen[UNSETTLED] += 1;
        return seen;
    };
    if !mate.line_exact {
        assert!(review.soundness == Soundness::Unknown, "{text}");
        seen[UNSETTLED] += 1;
        return seen;
    }
    assert_eq!(mate.length, length, "{text}");
    let line: Vec<Move> = review.line.iter().copied().map(slow_move).collect();
    let mut expected = Verifier::new(&root, line, Level::Standard, MAX_NAIVE_NODES);
    let Ok(defences) = expected.defences() else {
        return seen;
    };
    let Ok(alternatives) = expected.alternatives() else {
        return seen;
    };
    let case = Case {
        root: &root,
        review: &review,
        text: &text,
        length,
    };
    case.assert_defences(&defences);
    let longer = case.assert_alternatives(&alternatives);
    let all: Vec<Found> = defences.into_iter().chain(alternatives).collect();
    case.assert_verdict(expected.verdict(&all), longer);
    seen[MATES] += 1;
    seen[FINDINGS] += all.len() as u64;
    seen[LONGER] += u64::from(longer);
    seen[UNSETTLED] += u64::from(review.soundness == Soundness::Unknown);
    seen[SOUND] += u64::from(matches!(
        review.soundness,
        Soundness::Sound | Soundness::Flawed
    ));
    seen[COOKED] += u64::from(review.soundness == Soundness::Cooked);
    seen
}

struct Case<'a> {
    root: &'a Board,
    review: &'a Review,
    text: &'a str,
    length: u32,
}

impl Case<'_> {
    /// The library's findings beside the line, by side.
    fn found(&self, alternatives: bool) -> Vec<Found> {
        let mut found = Vec::new();
        for finding in &self.review.findings {
            let (Some(mv), true) = (finding.mv, finding.class.is_alternative() == alternatives)
            else {
                continue;
            };
            assert!(finding.proved, "{}", self.text);
            let mut node = self.root.clone();
            for &before in &self.review.line[..finding.ply as usize - 1] {
                node = node.play(slow_move(before));
            }
            let text = if alternatives {
                name(&node, slow_move(mv))
            } else {
                mv.to_string()
            };
            let length = finding.length.unwrap();
            found.push((finding.ply, text, finding.class.word(), length));
        }
        found.sort();
        found
    }

    fn is_open(&self, (ply, text): (u32, &str)) -> bool {
        let mut open = self.review.open.iter();
        open.any(|open| open.ply == ply && open.mv.is_none_or(|mv| mv.to_string() == text))
    }

    fn assert_defences(&self, expected: &[Found]) {
        if self.review.open.iter().all(|open| open.mv.is_some()) {
            assert_eq!(self.found(false), expected, "{}", self.text);
        }
    }

    /// Whether the library found mates longer than the cap that matter.
    fn assert_alternatives(&self, expected: &[Found]) -> bool {
        let found = self.found(true);
        let mut longer = false;
        for (ply, text, class, length) in expected {
            let case = format!("{ply} {text} {class} {length}: {}", self.text);
            let own = found.iter().find(|own| own.0 == *ply && own.1 == *text);
            let Some((_, _, own_class, own_length)) = own else {
                assert!(self.is_open((*ply, text)), "missing {case}");
                continue;
            };
            // The naive test for detours ends at the cap; a way round may be longer.
            let is_detour = matches!(*class, "ukai" | "tejun-zengo");
            assert!(
                own_class == class || is_detour && *own_class == "yozume",
                "{case}"
            );
            longer |= own_class != class;
            assert!(own_length >= length, "{case}");
        }
        for (ply, text, class, length) in &found {
            let cap = self.length - ply + 1 + EXTRA;
            let known = expected
                .iter()
                .any(|other| other.0 == *ply && other.1 == *text);
            let case = format!("{ply} {text} {class} {length}: {}", self.text);
            assert!(known || *length > cap, "unexpected {case}");
            longer |= !known && !matches!(*class, "saishu-long");
        }
        longer
    }

    fn assert_verdict(&self, expected: &str, longer: bool) {
        let own = self.review.soundness.word();
        let allowed = own == expected || longer && matches!(own, "cooked" | "flawed");
        assert!(
            allowed || self.review.soundness == Soundness::Unknown,
            "{expected}: {}",
            self.text
        );
        assert_eq!(
            self.review.soundness == Soundness::Unknown,
            own == "unknown" && !self.review.open.is_empty(),
            "{}",
            self.text
        );
    }
}
