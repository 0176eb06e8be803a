//! The node ledger: how many nodes each of a dozen problems takes on one thread.
//!
//! A change of the search moves these numbers, and `tests/nodes.txt` shows by how much. To write it anew:
//!
//! ```sh
//! KANJU_WRITE_NODES=1 cargo test --test nodes
//! ```

#[path = "common/ledger.rs"]
mod ledger;

use std::fmt::Write;
use std::fs;

use kanju::search::{Limits, Options, Silent, Solver};
use kanju::tsume::{Outcome, Problem};

const MAX_NODES: u64 = 200_000;
const TABLE_BYTES: usize = 64 << 20;

#[test]
fn nodes_are_those_of_the_ledger() {
    let counted = count();
    if std::env::var_os("KANJU_WRITE_NODES").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nodes.txt");
        fs::write(path, &counted).expect("the ledger can be written");
        return;
    }
    let moved: Vec<String> = ledger::TEXT
        .lines()
        .zip(counted.lines())
        .filter(|(old, new)| old != new)
        .map(|(old, new)| format!("- {old}\n+ {new}"))
        .collect();
    assert!(
        counted == ledger::TEXT,
        "the node ledger moved; if that is meant, write it anew with KANJU_WRITE_NODES=1 and say why\n{}",
        moved.join("\n")
    );
}

/// The ledger as it should be now.
fn count() -> String {
    let mut solver = Solver::new(Options {
        table_bytes: TABLE_BYTES,
        ..Options::default()
    });
    let limits = Limits {
        max_nodes: Some(MAX_NODES),
        ..Limits::default()
    };
    let mut text = format!(
        "# One thread, a table of {} MiB, at most {MAX_NODES} nodes. KANJU_WRITE_NODES=1 cargo test --test nodes\n\
         # problem                nodes  answer      position\n",
        TABLE_BYTES >> 20
    );
    for (name, position) in ledger::problems() {
        let answer = solver.solve(&Problem::new(position.clone()), &limits, &Silent);
        let word = match &answer.outcome {
            Outcome::Mate(mate) if mate.exact => format!("mate={}", mate.length),
            Outcome::Mate(mate) => format!("mate<={}", mate.length),
            Outcome::NoMate => "nomate".to_owned(),
            _ => "unknown".to_owned(),
        };
        let nodes = answer.cost.nodes;
        writeln!(text, "{name:<22} {nodes:>8}  {word:<10}  {position}").expect("text grows");
    }
    text
}
