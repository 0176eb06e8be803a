//! The transposition table: storing, and looking up on one thread and on several.

use std::hint::black_box;
use std::thread;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kanju::search::entry::Entry;
use kanju::search::number::UNLIMITED;
use kanju::search::table::{Dominance, Found, Query, Table};
use kanju::shogi::{Hand, Key, key};

const TABLE_BYTES: usize = 64 << 20;
const ENTRIES: u64 = 200_000;
const QUERY: Query = Query {
    bound: UNLIMITED,
    depth: 20,
    dominance: Dominance::Lengths,
};

/// Keys that are all different, from a place in an endless row.
fn keys(from: u64) -> impl Iterator<Item = Key> {
    (from..from + ENTRIES).map(key::mix)
}

fn fill(table: &mut Table) {
    for key in keys(0) {
        table.store(key, Hand::EMPTY, &Entry::new(Hand::EMPTY));
    }
}

/// How many of the keys are known.
fn known(table: &Table, from: u64) -> usize {
    keys(from)
        .filter(|&key| !matches!(table.look_up(key, Hand::EMPTY, QUERY), Found::New { .. }))
        .count()
}

fn one_thread(criterion: &mut Criterion) {
    let mut table = Table::new(TABLE_BYTES);
    let mut group = criterion.benchmark_group("table");
    group
        .throughput(Throughput::Elements(ENTRIES))
        .sample_size(20);
    group.bench_function("store", |bencher| {
        bencher.iter_batched_ref(|| Table::new(TABLE_BYTES), fill, BatchSize::PerIteration);
    });
    fill(&mut table);
    group.bench_function("look up what is known", |bencher| {
        bencher.iter(|| known(black_box(&table), 0));
    });
    group.bench_function("look up what is not", |bencher| {
        bencher.iter(|| known(black_box(&table), ENTRIES));
    });
}

fn several_threads(criterion: &mut Criterion) {
    let mut table = Table::new(TABLE_BYTES);
    fill(&mut table);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut group = criterion.benchmark_group("table");
    group
        .throughput(Throughput::Elements(ENTRIES * threads as u64))
        .sample_size(20);
    group.bench_function(format!("look up on {threads} threads"), |bencher| {
        bencher.iter(|| {
            thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| black_box(known(&table, 0)));
                }
            });
        });
    });
}

criterion_group!(benches, one_thread, several_threads);
criterion_main!(benches);
