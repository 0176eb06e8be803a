//! Checks and evasions on fixed positions, beside the plain definition.

#[path = "../tests/common/ledger.rs"]
mod ledger;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kanju::shogi::{Move, Position, checks, evasions, movegen};

/// Positions with the attacker to move, and all that follow by a check.
fn positions() -> (Vec<Position>, Vec<Position>) {
    let attacker: Vec<Position> = ledger::problems()
        .into_iter()
        .map(|(_, position)| position)
        .collect();
    let mut defender = Vec::new();
    for position in &attacker {
        let mut moves = Vec::new();
        checks::checks(position, &mut moves);
        for mv in moves {
            let mut after = position.clone();
            let _ = after.play(mv);
            defender.push(after);
        }
    }
    (attacker, defender)
}

fn measure(
    criterion: &mut Criterion,
    name: &str,
    positions: &[Position],
    generate: impl Fn(&Position, &mut Vec<Move>),
) {
    let mut group = criterion.benchmark_group("movegen");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut moves = Vec::new();
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for position in positions {
                moves.clear();
                generate(black_box(position), &mut moves);
                black_box(&moves);
            }
        });
    });
}

fn generators(criterion: &mut Criterion) {
    let (attacker, defender) = positions();
    measure(criterion, "checks", &attacker, checks::checks);
    measure(criterion, "evasions", &defender, |position, moves| {
        evasions::evasions(position, moves);
    });
    measure(criterion, "legal", &defender, |position, moves| {
        moves.extend(movegen::legal_moves(position));
    });
}

criterion_group!(benches, generators);
criterion_main!(benches);
