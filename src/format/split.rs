//! Where one problem of a KIF or KI2 text ends and the next begins.
//!
//! A new diagram is a new problem. Lines between two diagrams are hard to share out, since hands and
//! headers may stand before a diagram or after it: moves end a problem; without moves, a header or hand
//! that the problem already has starts the next one, and else a blank line does.

use std::ops::Range;

use super::tokens::{Item, Token};

/// The ranges of items that hold one problem each.
pub(super) fn problems(items: &[Item<'_>]) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    for range in by_moves(items) {
        by_diagrams(items, range, &mut ranges);
    }
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        let alone = items[range.clone()].iter().any(Item::starts_problem);
        match merged.last_mut() {
            Some(last) if !alone => last.end = range.end,
            _ => merged.push(range),
        }
    }
    merged.retain(|range| items[range.clone()].iter().any(says_something));
    merged
}

fn says_something(item: &Item<'_>) -> bool {
    !matches!(item.token, Token::Blank)
}

/// Cuts where something other than moves follows moves.
fn by_moves(items: &[Item<'_>]) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let (mut start, mut played) = (0, false);
    for (index, item) in items.iter().enumerate() {
        if played && item.opens() {
            ranges.push(start..index);
            start = index;
            played = false;
        }
        played |= item.is_play();
    }
    ranges.push(start..items.len());
    ranges
}

/// Cuts a range without moves between its diagrams.
fn by_diagrams(items: &[Item<'_>], range: Range<usize>, ranges: &mut Vec<Range<usize>>) {
    let diagrams = diagrams(items, range.clone());
    let mut start = range.start;
    for pair in diagrams.windows(2) {
        let cut = boundary(items, start, pair[0].end..pair[1].start);
        ranges.push(start..cut);
        start = cut;
    }
    ranges.push(start..range.end);
}

/// The runs of rows: at most nine, with nothing but blank lines between.
fn diagrams(items: &[Item<'_>], range: Range<usize>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut rows, mut broken) = (0, true);
    for index in range {
        match items[index].token {
            Token::Row if rows < 9 && !broken => {
                rows += 1;
                if let Some(last) = found.last_mut() {
                    last.end = index + 1;
                }
            }
            Token::Row => {
                // A tenth row next to the ninth is a fault of that diagram, not a new one.
                let next = found.last().is_some_and(|last| last.end == index);
                if next && rows >= 9 && !begins_diagram(&items[index..]) {
                    rows += 1;
                    if let Some(last) = found.last_mut() {
                        last.end = index + 1;
                    }
                    continue;
                }
                found.push(index..index + 1);
                (rows, broken) = (1, false);
            }
            Token::Blank => {}
            _ => broken = true,
        }
    }
    found
}

/// Whether nine rows follow each other from here.
fn begins_diagram(items: &[Item<'_>]) -> bool {
    let rows = items.iter().take_while(|item| item.token == Token::Row);
    rows.count() >= 9
}

/// The first item of the problem whose diagram follows `gap`.
fn boundary(items: &[Item<'_>], start: usize, gap: Range<usize>) -> usize {
    let repeats = |index: usize| {
        let earlier = &items[start..index];
        match &items[index].token {
            Token::Header { key, .. } => earlier.iter().any(
                |item| matches!(&item.token, Token::Header { key: other, .. } if other == key),
            ),
            Token::Hand { owner, .. } => earlier.iter().any(
                |item| matches!(&item.token, Token::Hand { owner: other, .. } if other == owner),
            ),
            _ => false,
        }
    };
    let mut next = gap.clone().filter(|&index| repeats(index));
    if let Some(first) = next.next() {
        return after_pause(items, gap.start..first);
    }
    // The frame and digits of the next diagram belong to it.
    let trimmed = gap
        .clone()
        .rev()
        .find(|&index| !matches!(items[index].token, Token::Frame | Token::Blank))
        .map_or(gap.start, |index| index + 1);
    let blank = (gap.start..trimmed)
        .rev()
        .find(|&i| items[i].text.trim().is_empty());
    blank.map_or_else(
        || first_header(items, gap.start..trimmed),
        |index| index + 1,
    )
}

/// The start of the run of headers that ends at the end of `gap`.
fn after_pause(items: &[Item<'_>], gap: Range<usize>) -> usize {
    let mut start = gap.end;
    while start > gap.start && matches!(items[start - 1].token, Token::Header { .. }) {
        start -= 1;
    }
    start
}

/// The first header in `gap`, or its end.
fn first_header(items: &[Item<'_>], gap: Range<usize>) -> usize {
    let mut indices = gap.clone();
    indices
        .find(|&index| matches!(items[index].token, Token::Header { .. }))
        .unwrap_or(gap.end)
}
