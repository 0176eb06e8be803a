//! Changes of a problem whose effect on the answer is known, whatever the answer is.

#![expect(clippy::print_stdout, reason = "a test says what it compared")]

mod common;

use std::time::Duration;

use common::board::Board;
use common::bridge::{mate, slow_move, small_options, solve};
use common::crew::{each_index, each_seed, scaled};
use common::piece::{HELD, Kind};
use common::random::{Rng, small_root};
use kanju::search::{Limits, Options, Silent, Solver};
use kanju::shogi::{Color, Position};
use kanju::tsume::{Answer, FutileRule, Outcome, Problem, StopReason};

/// Nodes for one root; a changed one may take more, since it needs no equal luck.
const MAX_NODES: u64 = 20_000;
const MORE_NODES: u64 = 60_000;

/// A random root with a finished answer under the rule that belongs to its seed.
struct Case {
    root: Board,
    rule: FutileRule,
    answer: Answer,
}

/// One of the three rules in turn.
fn rule_of(seed: u64) -> FutileRule {
    match seed % 3 {
        0 => FutileRule::Off,
        1 => FutileRule::Standard,
        _ => FutileRule::Strict,
    }
}

impl Case {
    /// `None` if the answer is unknown or its length not exact.
    fn of(seed: u64) -> Option<Self> {
        let root = small_root(&mut Rng::new(seed));
        let rule = rule_of(seed);
        let answer = solve(&mut Solver::new(small_options(rule)), &root, MAX_NODES);
        is_finished(&answer).then_some(Self { root, rule, answer })
    }

    fn length(&self) -> Option<u32> {
        mate(&self.answer).map(|found| found.length)
    }

    fn solver(&self) -> Solver {
        Solver::new(small_options(self.rule))
    }

    fn text(&self, other: &Answer) -> String {
        let Self { root, rule, answer } = self;
        format!("{} {rule}\n{answer:?}\n{other:?}", root.to_sfen())
    }

    /// Asserts that another answer to the same question does not contradict; is it finished too?
    fn assert_agrees(&self, other: &Answer, what: &str) -> bool {
        let text = || format!("{what}: {}", self.text(other));
        match (&other.outcome, self.length()) {
            (Outcome::Mate(found), Some(length)) => {
                assert!(found.length >= length, "{}", text());
                assert!(!found.exact || found.length == length, "{}", text());
            }
            (Outcome::Unknown, _) => assert!(other.stop.is_some(), "{}", text()),
            (Outcome::NoMate, None) => {}
            _ => panic!("{}", text()),
        }
        assert!(
            other.lower_bound <= self.length().unwrap_or(u32::MAX),
            "{}",
            text()
        );
        is_finished(other)
    }
}

fn is_finished(answer: &Answer) -> bool {
    match &answer.outcome {
        Outcome::Mate(found) => found.exact,
        outcome => *outcome == Outcome::NoMate,
    }
}

/// Runs a test on random cases; `work` says how many of its questions were answered.
fn for_cases(base: u64, what: &str, work: impl Fn(&Case) -> u64 + Sync) {
    let count = scaled(base);
    let [cases, mates, answers] = each_seed(
        count,
        || (),
        |(), seed| match Case::of(seed) {
            Some(case) => [1, u64::from(case.length().is_some()), work(&case)],
            None => [0; 3],
        },
    );
    println!("{what}: {answers} answers in {cases} cases of {count} roots, {mates} of them mates");
    assert!(cases * 3 > count && mates * 10 > count && answers * 10 > count);
}

#[test]
fn mirrors_and_colours_change_nothing() {
    for_cases(200, "mirrored and turned", |case| {
        let others = [
            case.root.mirrored(),
            case.root.turned(),
            case.root.mirrored().turned(),
        ];
        let agree = others.iter().filter(|other| {
            let answer = solve(&mut case.solver(), other, MORE_NODES);
            assert_same_leftover(case, &answer);
            case.assert_agrees(&answer, &other.to_sfen())
        });
        agree.count() as u64
    });
}

/// What is left over does not depend on the order of moves on the board.
fn assert_same_leftover(case: &Case, other: &Answer) {
    if let (Some(one), Some(two)) = (mate(&case.answer), mate(other))
        && one.line_exact
        && two.line_exact
    {
        assert_eq!(
            one.leftover.total(),
            two.leftover.total(),
            "{}",
            case.text(other)
        );
    }
}

#[test]
fn a_richer_hand_mates_too() {
    for_cases(150, "richer hand", |case| {
        let Some(length) = case.length() else {
            return 0;
        };
        let mut answers = 0;
        for (kind, richer) in shifted(&case.root, true) {
            let answer = solve(&mut case.solver(), &richer, MORE_NODES);
            let text = || format!("with {kind:?}: {}", case.text(&answer));
            assert!(!matches!(answer.outcome, Outcome::NoMate), "{}", text());
            if case.rule == FutileRule::Off
                && let Some(found) = mate(&answer).filter(|found| found.exact)
            {
                assert!(found.length <= length, "{}", text());
            }
            answers += u64::from(is_finished(&answer));
        }
        answers
    });
}

#[test]
fn a_poorer_hand_does_not_mate_either() {
    for_cases(150, "poorer hand", |case| {
        let poorer = shifted(&case.root, false);
        let questions = if case.length().is_none() {
            &poorer[..]
        } else {
            &[]
        };
        let answered = questions.iter().filter(|(kind, poorer)| {
            let answer = solve(&mut case.solver(), poorer, MORE_NODES);
            assert!(
                mate(&answer).is_none(),
                "without {kind:?}: {}",
                case.text(&answer)
            );
            is_finished(&answer)
        });
        answered.count() as u64
    });
}

/// The root with a piece of each kind given to the attacker by the defender, or the other way.
fn shifted(root: &Board, to_attacker: bool) -> Vec<(Kind, Board)> {
    let attacker = root.turn as usize;
    let (from, to) = if to_attacker {
        (1 - attacker, attacker)
    } else {
        (attacker, 1 - attacker)
    };
    let shift = |kind: Kind| {
        let mut other = root.clone();
        other.hands[from][kind as usize] = root.hands[from][kind as usize].checked_sub(1)?;
        other.hands[to][kind as usize] += 1;
        Some((kind, other))
    };
    HELD.into_iter().filter_map(shift).collect()
}

#[test]
fn two_plies_on_the_mate_is_two_plies_nearer() {
    for_cases(300, "after two plies of the line", |case| {
        let (Some(found), Some(length)) = (mate(&case.answer), case.length()) else {
            return 0;
        };
        let mut root = case.root.clone();
        let mut answers = 0;
        let mut left = length;
        for pair in found.line.chunks_exact(2) {
            root = root.play(slow_move(pair[0])).play(slow_move(pair[1]));
            left -= 2;
            let answer = solve(&mut case.solver(), &root, MORE_NODES);
            let text = || format!("{}: {}", root.to_sfen(), case.text(&answer));
            assert!(!matches!(answer.outcome, Outcome::NoMate), "{}", text());
            if let Some(found) = mate(&answer) {
                assert!(found.length >= left, "{}", text());
                assert!(!found.exact || found.length == left, "{}", text());
            }
            answers += u64::from(is_finished(&answer));
        }
        answers
    });
}

/// Every reply to the first move loses, in raw plies no later than the main line.
#[test]
fn no_reply_saves_the_defender() {
    for_cases(100, "after any reply", |case| {
        let (Some(found), Some(length)) = (mate(&case.answer), case.length()) else {
            return 0;
        };
        let after = case.root.play(slow_move(found.line[0]));
        let replies = after.legal_moves();
        let answered = replies.iter().filter(|&&reply| {
            let answer = solve(&mut case.solver(), &after.play(reply), MORE_NODES);
            let text = || format!("{}: {}", reply.to_usi(), case.text(&answer));
            assert!(!matches!(answer.outcome, Outcome::NoMate), "{}", text());
            if let Some(other) = mate(&answer).filter(|other| other.exact)
                && case.rule == FutileRule::Off
            {
                assert!(other.length + 2 <= length, "{}", text());
            }
            is_finished(&answer)
        });
        answered.count() as u64
    });
}

#[test]
fn the_size_of_the_table_and_the_threads_change_no_finished_answer() {
    let options = |rule, table_bytes, threads| Options {
        table_bytes,
        threads,
        alone: 0,
        ..small_options(rule)
    };
    let sizes = [
        (1 << 14, 1),
        (1 << 16, 1),
        (256 << 20, 1),
        (1 << 20, 2),
        (16 << 20, 3),
        (1 << 16, 8),
    ];
    for_cases(100, "other tables and threads", |case| {
        let agree = sizes.iter().filter(|&&(bytes, threads)| {
            let mut solver = Solver::new(options(case.rule, bytes, threads));
            let answer = solve(&mut solver, &case.root, MORE_NODES);
            case.assert_agrees(&answer, &format!("{bytes} bytes, {threads} threads"))
        });
        agree.count() as u64
    });
}

#[test]
fn the_order_of_problems_changes_nothing() {
    let count = scaled(200);
    let [answers] = each_seed(
        count / 10,
        || (),
        |(), round| {
            let roots: Vec<Board> = (0..10)
                .map(|index| small_root(&mut Rng::new(round * 10 + index)))
                .collect();
            let options = small_options(rule_of(round));
            let mut one = Solver::new(options);
            let mut two = Solver::new(options);
            let forwards = roots.iter().map(|root| solve(&mut one, root, MAX_NODES));
            let forwards: Vec<Answer> = forwards.collect();
            let backwards = roots
                .iter()
                .rev()
                .map(|root| solve(&mut two, root, MAX_NODES));
            let backwards: Vec<Answer> = backwards.collect();
            for ((root, one), two) in roots.iter().zip(&forwards).zip(backwards.iter().rev()) {
                let sfen = root.to_sfen();
                assert_eq!(one.outcome, two.outcome, "{sfen}");
                assert_eq!(one.cost.nodes, two.cost.nodes, "{sfen}");
            }
            [forwards.len() as u64]
        },
    );
    println!("{answers} answers the same in another order");
}

#[test]
fn fast_answers_agree_with_exact_ones() {
    for_cases(200, "fast", |case| {
        let options = Options {
            fast: true,
            ..small_options(case.rule)
        };
        let answer = solve(&mut Solver::new(options), &case.root, MORE_NODES);
        case.assert_agrees(&answer, "fast");
        u64::from(answer.outcome != Outcome::Unknown)
    });
}

/// A stopped answer may be less, never wrong.
#[test]
fn stopped_answers_are_not_wrong() {
    for_cases(150, "stopped", |case| {
        let mut answers = 0;
        for max_nodes in [0, 1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10_000] {
            let answer = solve(&mut case.solver(), &case.root, max_nodes);
            let is_finished = case.assert_agrees(&answer, &format!("{max_nodes} nodes"));
            let is_stopped = answer.stop == Some(StopReason::Nodes);
            assert!(is_finished || is_stopped, "{}", case.text(&answer));
            answers += u64::from(!is_finished);
        }
        answers
    });
}

/// Own problems whose length takes long to settle under some rule.
const LASTING: [&str; 2] = [
    include_str!("../problems/long/made.sfen"),
    include_str!("../problems/long/scattered.sfen"),
];

/// The time that no such question comes near: without it a search that never ends would never fail.
const FOREVER: Duration = Duration::from_secs(120);

#[test]
fn a_limit_of_nodes_ends_the_search_for_a_length() {
    let texts: Vec<&str> = LASTING
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split(" ;").next())
        .collect();
    let [lasting] = each_index(
        texts.len() as u64 * 3,
        || (),
        |(), index| {
            let text = texts[usize::try_from(index / 3).unwrap()];
            let position = Position::new(&text.parse().unwrap(), Color::Black).unwrap();
            let limits = Limits {
                max_nodes: Some(550_000),
                max_time: Some(FOREVER),
                ..Limits::default()
            };
            let mut solver = Solver::new(small_options(rule_of(index)));
            let answer = solver.solve(&Problem::new(position), &limits, &Silent);
            let ended = answer.stop.is_none() || answer.stop == Some(StopReason::Nodes);
            assert!(ended, "{text} {answer:?}");
            if let Some(found) = mate(&answer) {
                let least = answer.lower_bound;
                assert!(found.length >= least, "{text} {answer:?}");
                assert!(found.length_estimate.is_none_or(|plies| plies >= least));
            }
            [u64::from(answer.stop.is_some())]
        },
    );
    println!("{lasting} lengths were not settled");
    assert!(lasting > 3);
}
