//! The problems of the node ledger, each solved with a node limit.

#[path = "../tests/common/ledger.rs"]
mod ledger;

use criterion::{Criterion, criterion_group, criterion_main};
use kanju::search::{Limits, Options, Silent, Solver};
use kanju::tsume::Problem;

fn problems(criterion: &mut Criterion) {
    let mut solver = Solver::new(Options {
        table_bytes: 64 << 20,
        ..Options::default()
    });
    let limits = Limits {
        max_nodes: Some(100_000),
        ..Limits::default()
    };
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for (name, position) in ledger::problems() {
        let problem = Problem::new(position);
        group.bench_function(name, |bencher| {
            bencher.iter(|| solver.solve(&problem, &limits, &Silent));
        });
    }
}

criterion_group!(benches, problems);
criterion_main!(benches);
