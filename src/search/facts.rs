//! Facts of the table are asked anew by a search that knows nothing, one by one.

use std::collections::HashSet;
use std::path::Path;

use crate::shogi::{Color, Hand, Move, Position, Setup, checks, evasions};
use crate::tsume::FutileRule;

use super::limits::{Limits, Meter};
use super::number::{Plies, UNLIMITED};
use super::observe::Silent;
use super::state::Search;
use super::table::{Found, Table};

/// Facts asked anew by default; `KANJU_TEST_SCALE` multiplies them.
const FACTS: usize = 1000;
const WALKS: usize = 200;
const LONGEST_WALK: usize = 12;

/// A position with a hand of the attacker, and whether that is a mate within a bound.
struct Fact {
    position: Position,
    bound: Plies,
    mates: bool,
}

/// Pseudo-random numbers (Marsaglia 2003, "Xorshift RNGs").
struct Rng(u64);

impl Rng {
    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let index = (self.0 >> 32) as usize % items.len().max(1);
        items.get(index).copied()
    }
}

/// The positions of all SFEN and TSV files in a folder.
fn roots(folder: &Path, found: &mut Vec<Position>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for path in entries.iter().map(std::fs::DirEntry::path) {
        if path.is_dir() {
            roots(&path, found);
        } else if path
            .extension()
            .is_some_and(|kind| kind == "sfen" || kind == "tsv")
        {
            let text = std::fs::read_to_string(path).unwrap();
            let sfens = text
                .lines()
                .map(|line| line.split([';', '\t']).next().unwrap());
            let setups = sfens.filter_map(|sfen| sfen.trim().parse::<Setup>().ok());
            found.extend(setups.filter_map(|setup| Position::try_from(setup).ok()));
        }
    }
}

fn limits(nodes: u64) -> Limits {
    Limits {
        max_nodes: Some(nodes),
        ..Limits::default()
    }
}

fn ask(search: &mut Search<'_>, bound: Plies) -> Option<bool> {
    if search.position.turn() == search.attacker {
        search.attacker_mates(bound, 0)
    } else {
        search.defender_is_mated(bound, 0)
    }
}

/// What is told of the position a search stands on.
fn facts_here(search: &Search<'_>) -> Vec<Fact> {
    let (key, own) = (search.table_key(), search.hand());
    let fact = |hand: Hand, bound, mates| {
        let mut position = search.position.clone();
        // A disproof may allow for a piece that is still on the board.
        position.share_hands(search.attacker, hand.min(search.all_in_hand()));
        Fact {
            position,
            bound,
            mates,
        }
    };
    // Mates take an odd number of plies from the attacker's positions, and an even one from the defender's.
    let first = Plies::from(search.position.turn() == search.attacker);
    let asked = |bound| bound == UNLIMITED || bound % 2 == first;
    let bounds = (first..12).step_by(2).chain([UNLIMITED]);
    let told = bounds.filter_map(|bound| match search.look_up(key, own, (bound, 0)) {
        Found::Proof(entry) => Some(fact(entry.hand, entry.proof_len, true)),
        Found::Disproof(entry) if asked(entry.disproof_len()) => {
            Some(fact(entry.hand, entry.disproof_len(), false))
        }
        Found::Disproof(entry) => Some(fact(entry.hand, entry.disproof_len() - 1, false)),
        Found::Open { .. } | Found::New { .. } => None,
    });
    told.collect()
}

/// Moves on at random; `false` at the end of a game.
fn step(position: &mut Position, attacker: Color, rng: &mut Rng) -> bool {
    let mut moves: Vec<Move> = Vec::new();
    if position.turn() == attacker {
        checks::checks(position, &mut moves);
    } else {
        evasions::evasions(position, &mut moves);
    }
    let Some(mv) = rng.pick(&moves) else {
        return false;
    };
    let _ = position.play(mv);
    true
}

/// Asks anew for what a search of `root` has put into its table; how many facts, and how many had no answer.
fn assert_facts(root: &Position, rule: FutileRule, rng: &mut Rng) -> (usize, usize) {
    let attacker = root.turn();
    let table = Table::new(1 << 20);
    let limits_of_search = limits(30_000);
    let meter = Meter::new(&limits_of_search);
    let mut search = Search::new(root.clone(), &table, meter, &Silent);
    search.set_rule(rule);
    for bound in [UNLIMITED, 3, 5, 7, 9, UNLIMITED] {
        let _ = ask(&mut search, bound);
    }
    let mut asked = HashSet::new();
    let (mut facts, mut open) = (0, 0);
    for _ in 0..WALKS {
        search.position = root.clone();
        for _ in 0..LONGEST_WALK {
            for fact in facts_here(&search) {
                if !asked.insert((fact.position.to_string(), fact.bound)) {
                    continue;
                }
                let (nothing, limits) = (Table::new(1 << 18), limits(100_000));
                let mut anew = Search::new(
                    fact.position.clone(),
                    &nothing,
                    Meter::new(&limits),
                    &Silent,
                );
                anew.attacker = attacker;
                anew.set_rule(rule);
                match ask(&mut anew, fact.bound) {
                    Some(mates) => assert_eq!(
                        mates, fact.mates,
                        "{} within {} by {rule:?}, met from {root}",
                        fact.position, fact.bound
                    ),
                    None => open += 1,
                }
                facts += 1;
            }
            if !step(&mut search.position, attacker, rng) {
                break;
            }
        }
    }
    (facts, open)
}

#[test]
fn facts_of_the_table_hold_when_asked_anew() {
    let mut all = Vec::new();
    roots(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/problems")),
        &mut all,
    );
    if let Some(folder) = std::env::var_os("KANJU_EXTRA_PROBLEMS") {
        roots(Path::new(&folder), &mut all);
    } else {
        println!(
            "KANJU_EXTRA_PROBLEMS is unset: facts about the problems of this repository alone"
        );
    }
    assert!(all.len() > 50, "{} problems", all.len());
    let all: Vec<&Position> = all.iter().collect();
    let scale = std::env::var("KANJU_TEST_SCALE").map_or(1, |text| text.parse().unwrap());
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    let (mut facts, mut open) = (0, 0);
    for rule in FutileRule::ALL.into_iter().cycle() {
        let root = rng.pick(&all).unwrap();
        let (new, unanswered) = assert_facts(root, rule, &mut rng);
        (facts, open) = (facts + new, open + unanswered);
        if facts >= FACTS * scale {
            break;
        }
    }
    println!("{facts} facts asked anew, {open} without an answer");
    assert!(open * 10 < facts, "{open} of {facts} without an answer");
}
