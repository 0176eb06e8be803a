//! Each class of finding at one small position at least, with the verdict.

use crate::common::bridge::small_options;
use kanju::search::{Limits, Silent};
use kanju::shogi::{Position, Setup};
use kanju::tsume::{FutileRule, Problem, RestoringRule, Review, Severity};
use kanju::verify::{Options, Verifier};

pub(crate) fn options() -> Options {
    Options {
        search: small_options(FutileRule::Standard),
        ..Options::default()
    }
}

fn problem(sfen: &str) -> Problem {
    let setup: Setup = sfen.parse().unwrap();
    Problem::new(Position::try_from(setup).unwrap())
}

fn review(sfen: &str, options: Options) -> Review {
    let mut verifier = Verifier::new(options);
    let (answer, review) = verifier.verify(&problem(sfen), &Limits::default(), &Silent);
    assert_eq!(answer.stop, None, "{sfen}");
    assert!(review.open.is_empty(), "{sfen}");
    review
}

/// Position, verdict, and a finding: ply, move, class, plies to mate.
pub(crate) type Example = (
    &'static str,
    &'static str,
    (u32, &'static str, &'static str, u32),
);

/// A silver too many ways: the same drops in another order, and a way round.
const SILVERS: &str = "9/9/6+S1k/9/7S1/9/9/9/9 b S2r2b4gs4n4l18p 1";
const DISTANT_BISHOP: &str = "4k4/9/9/3L1L3/9/9/9/9/9 b B2rb4g4s4n2l18p 1";
const GAINING: &str = "9/9/8k/6S2/6n2/9/9/9/9 b RPr2b4g3s3n4l17p 1";

pub(crate) const EXAMPLES: [Example; 16] = [
    (
        "8k/9/8G/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1",
        "sound",
        (3, "1c2b", "saishu", 1),
    ),
    (
        "4R4/6+P1k/9/9/7BP/9/9/9/9 b rb4g4s4n4l16p 1",
        "sound",
        (3, "2a2b", "saishu", 1),
    ),
    (
        "6B2/8k/9/9/7N1/9/9/9/9 b S2rb4g3s3n4l18p 1",
        "flawed",
        (3, "1c2b", "saishu-amari", 1),
    ),
    (
        "6B2/8k/9/9/7N1/9/9/9/9 b S2rb4g3s3n4l18p 1",
        "flawed",
        (2, "1b2a", "hendo-amari", 2),
    ),
    (
        "8k/9/7S1/7B1/9/9/9/9/9 b 2rb4g3s4n4l18p 1",
        "flawed",
        (1, "2d3c", "narazu", 3),
    ),
    (DISTANT_BISHOP, "flawed", (1, "B*2d", "dachi", 3)),
    (
        "6k2/4R4/9/6N2/9/9/9/9/9 b r2b4g4s3n4l18p 1",
        "flawed",
        (1, "5b4b+", "idosaki", 3),
    ),
    (SILVERS, "flawed", (1, "S*2d", "tejun-zengo", 5)),
    (SILVERS, "flawed", (3, "1d2c", "ukai", 7)),
    (SILVERS, "flawed", (4, "1b2a", "hendo-final2", 2)),
    (
        "9/8k/6R2/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1",
        "flawed",
        (2, "1b2a", "hendo", 4),
    ),
    (
        "9/8k/6R2/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1",
        "flawed",
        (4, "R*2a", "aigoma-higentei", 2),
    ),
    (
        "5+R3/8k/9/5+P2B/9/9/9/9/9 b Nrb4g4s3n4l17p 1",
        "leftover",
        (2, "1b1a", "hencho2", 2),
    ),
    (
        "4k4/3P1P3/9/2+B3+B2/9/9/9/9/9 b 2r4g4s4n4l16p 1",
        "sound",
        (1, "7d5b", "mirror", 1),
    ),
    (
        "8k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1",
        "cooked",
        (1, "R*1c", "yozume", 5),
    ),
    (
        "8k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1",
        "cooked",
        (3, "1b2b", "saishu-long", 3),
    ),
];

#[test]
fn each_class_is_found() {
    for (sfen, verdict, (ply, mv, class, length)) in EXAMPLES {
        let review = review(sfen, options());
        let found = review.findings.iter().find(|found| {
            let own = found.mv.map(|mv| mv.to_string());
            found.ply == ply && own.as_deref() == Some(mv) && found.class.word() == class
        });
        let found = found.unwrap_or_else(|| panic!("{ply} {mv} {class}: {sfen} {review:?}"));
        assert_eq!(review.soundness.word(), verdict, "{sfen}");
        assert_eq!(found.length, Some(length), "{sfen} {mv}");
        assert_eq!(found.line.first(), found.mv.as_ref(), "{sfen} {mv}");
        assert!(
            found.proved && found.line.len() <= length as usize,
            "{sfen}"
        );
    }
}

#[test]
fn a_way_round_says_where_it_comes_back() {
    let review = review(GAINING, options());
    let notes: Vec<(u32, String)> = review
        .findings
        .iter()
        .filter_map(|found| Some((found.ply, found.note?.word())))
        .collect();
    assert!(notes.contains(&(1, "ukai-kasegi".to_owned())), "{notes:?}");
    assert!(notes.contains(&(3, "loop".to_owned())), "{notes:?}");
}

#[test]
fn no_mate_is_a_verdict() {
    let review = review("7lk/9/7+P1/9/9/9/9/9/9 b P2r2b4g4s4n3l16p 1", options());
    assert_eq!(review.soundness.word(), "nomate");
}

#[test]
fn strict_customs_make_every_other_mate_fatal() {
    let strict = Options {
        strict_cooks: true,
        ..options()
    };
    let review = review(DISTANT_BISHOP, strict);
    assert_eq!(review.soundness.word(), "cooked");
    let classes = review
        .findings
        .iter()
        .filter(|found| found.class.is_alternative());
    assert!(classes.clone().count() > 0);
    for found in classes.filter(|found| found.class.word() != "mirror") {
        assert_eq!(found.severity, Severity::Fatal);
    }
}

#[test]
fn moves_onto_the_line_may_count_by_custom() {
    // The defender holds nothing; all he has is a step of his lance onto the line.
    let sfen = "7lk/9/7G1/9/4P4/9/9/9/B8 b - 1";
    for (counts_moves, plies, word) in [(false, 1, "on"), (true, 3, "off")] {
        let mut customs = options();
        customs.search.counts_moves = counts_moves;
        let review = review(sfen, customs);
        assert_eq!(review.line.len(), plies, "{review:?}");
        assert_eq!(review.customs.futile_moves_word(), word);
    }
}

#[test]
fn interpositions_that_restore_the_position_are_told_by_either_custom() {
    // The horse comes to 4f. A knight on 3c is taken, and the horse has to go back there, a knight the richer.
    let sfen = "6s1k/5L+P2/9/9/2+B6/9/9/9/9 b Rs2n 1";
    for (restoring, plies) in [(RestoringRule::Counts, 9), (RestoringRule::Useless, 5)] {
        let mut customs = options();
        customs.search.restoring = restoring;
        let review = review(sfen, customs);
        assert_eq!(review.line.len(), plies, "{review:?}");
        assert_eq!(review.customs.restoring, restoring);
        let mut found = review.findings.iter();
        let told = found.find(|found| found.class.word() == "restore").unwrap();
        let mv = told.mv.map(|mv| mv.to_string());
        assert_eq!((told.ply, mv.as_deref()), (2, Some("N*3c")));
        assert_eq!((told.severity, told.length), (Severity::Info, None));
    }
}

#[test]
fn superfluous_pieces_are_named() {
    // The far pawn does nothing.
    let lint = Options {
        pieces: true,
        ..options()
    };
    let review = review("8k/6+P2/9/9/9/9/9/9/P8 b Rr2b4g4s4n4l16p 1", lint);
    let found: Vec<String> = review
        .findings
        .iter()
        .filter(|found| found.class.word() == "superfluous")
        .filter_map(|found| Some(found.note?.word()))
        .collect();
    assert_eq!(found, ["9i"]);
    assert_eq!(review.soundness.word(), "sound");
}

#[test]
fn choices_after_an_equal_defence_are_named_when_asked_for() {
    let sfen = "9/8k/6R2/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1";
    let plain = review(sfen, options());
    let branches = Options {
        branches: true,
        ..options()
    };
    let with = review(sfen, branches);
    let choices = |review: &Review| {
        let all = review.findings.iter();
        all.filter(|found| found.class.word() == "henbetsu").count()
    };
    assert_eq!(choices(&plain), 0);
    assert!(choices(&with) > 0, "{with:?}");
    assert_eq!(plain.soundness, with.soundness);
    assert!(with.alternatives > plain.alternatives);
}
