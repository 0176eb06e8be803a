//! Records for people: a drawn board, the verdict in words, the line, what it took.

use std::fmt::Write;

use crate::batch::{Fault, Record, Verdict, Work};
use crate::tsume::{Answer, Cost, Lang, Mate, Outcome, Soundness};

use super::board;
use super::json::error_message;
use super::line;
use super::review;
use super::review_words;
use super::words;

/// How text for people is to look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// The language.
    pub lang: Lang,
    /// Whether terminal colours are used.
    pub color: bool,
    /// Leave out the board, warnings and cost.
    pub brief: bool,
    /// Whether other mating first moves were asked for, so that their absence says something.
    pub alternatives: bool,
}

/// Moves written on one row.
const MOVES_A_ROW: usize = 6;

/// The text of a record, several lines.
#[must_use]
pub fn record(style: Style, record: &Record) -> String {
    let mut text = String::new();
    if let Some(title) = title(style, record) {
        let _ = writeln!(text, "{}", style.paint(BOLD, &title));
    }
    match &record.work {
        Ok(work) => push_work(&mut text, style, record, work),
        Err(fault) => push_fault(&mut text, style, fault),
    }
    text
}

const BOLD: &str = "1";
const GREEN: &str = "1;32";
const RED: &str = "1;31";
const YELLOW: &str = "1;33";

impl Style {
    fn paint(self, code: &str, text: &str) -> String {
        if self.color {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// Where the problem came from and what it is called.
fn title(style: Style, record: &Record) -> Option<String> {
    let header = &record.header;
    let mut parts = Vec::new();
    match (&record.origin.source, record.origin.line) {
        (Some(source), Some(line)) => parts.push(format!("{source}:{line}")),
        (Some(source), None) => parts.push(source.clone()),
        (None, _) => {}
    }
    parts.extend(header.id.clone());
    parts.extend(header.title.clone());
    let by = style.lang.words().author;
    parts.extend(
        header
            .author
            .as_ref()
            .map(|author| format!("{by} {author}")),
    );
    (!parts.is_empty()).then(|| parts.join("  "))
}

fn push_fault(text: &mut String, style: Style, fault: &Fault) {
    let words = style.lang.words();
    let mut place = Vec::new();
    if let Some(line) = fault.line {
        place.push(format!("{} {line}", words.line));
    }
    if let Some(column) = fault.column {
        place.push(format!("{} {column}", words.column));
    }
    let place = if place.is_empty() {
        String::new()
    } else {
        format!(" ({})", place.join(", "))
    };
    let head = style.paint(RED, words.invalid);
    let _ = writeln!(text, "{head}{}{}{place}", words.colon, fault.message);
}

fn push_work(text: &mut String, style: Style, record: &Record, work: &Work) {
    let words = style.lang.words();
    if !style.brief {
        text.push_str(&board::draw(style.lang, &work.problem.position));
        for warning in &work.problem.warnings {
            let head = style.paint(YELLOW, words.warning);
            let _ = writeln!(text, "{head}{}{warning}", words.colon);
        }
    }
    let _ = writeln!(text, "{}", verdict(style, record.verdict(), &work.answer));
    if let Outcome::Mate(mate) = &work.answer.outcome {
        push_mate(text, style, work, mate);
    }
    if let Some(review) = &work.review {
        let word = review_words::verdict(style.lang, review.soundness);
        let color = match review.soundness {
            Soundness::Sound | Soundness::Flawed => GREEN,
            Soundness::Unknown => YELLOW,
            _ => RED,
        };
        let _ = writeln!(text, "{}", style.paint(color, word));
        text.push_str(&review::text(style.lang, work, review));
    }
    if let Some(message) = error_message(record) {
        let _ = writeln!(text, "{}", style.paint(RED, message));
    }
    if !style.brief {
        let _ = writeln!(text, "{}", cost(style.lang, work.answer.cost));
    }
}

/// The one line that says what was found.
fn verdict(style: Style, verdict: Verdict, answer: &Answer) -> String {
    let (lang, words) = (style.lang, style.lang.words());
    let head = match &answer.outcome {
        Outcome::Mate(mate) => style.paint(GREEN, &words::mate_length(lang, mate)),
        Outcome::NoMate => style.paint(RED, words.no_mate),
        Outcome::Unknown => style.paint(YELLOW, words.undecided),
    };
    let mut notes = Vec::new();
    let exact = matches!(&answer.outcome, Outcome::Mate(mate) if mate.exact);
    if verdict != Verdict::NoMate && !exact && answer.lower_bound > 1 {
        notes.push(words::lower_bound(lang, answer.lower_bound));
    }
    if let Some(reason) = answer.stop {
        notes.push(words::stop(lang, reason).to_owned());
    }
    if notes.is_empty() {
        head
    } else {
        format!("{head} ({})", notes.join("; "))
    }
}

fn push_mate(text: &mut String, style: Style, work: &Work, mate: &Mate) {
    let words = style.lang.words();
    let moves = line::named(style.lang, &work.problem.position, &mate.line);
    for row in moves.chunks(MOVES_A_ROW) {
        let _ = writeln!(text, "  {}", row.join(" "));
    }
    if !mate.line_exact {
        let _ = writeln!(text, "  ({})", words.tie);
    }
    if mate.leftover.is_empty() {
        let _ = writeln!(text, "{}", words.no_leftover);
    } else {
        let pieces = board::hand(style.lang, mate.leftover);
        let _ = writeln!(text, "{}{}{pieces}", words.leftover, words.colon);
    }
    push_alternatives(text, style, work, mate);
    if !mate.grey.is_empty() {
        let grey = mate.grey.iter();
        let grey: Vec<_> = grey.map(|(ply, mv)| format!("{ply}:{mv}")).collect();
        let _ = writeln!(text, "{}{}{}", words.grey, words.colon, grey.join(" "));
    }
}

fn push_alternatives(text: &mut String, style: Style, work: &Work, mate: &Mate) {
    let words = style.lang.words();
    let open = words::alternatives_open(style.lang, &work.answer);
    let open = open.filter(|_| style.alternatives);
    if !mate.alternatives.is_empty() {
        let _ = writeln!(text, "{}{}", words.alternatives, words.colon.trim_end());
    } else if style.alternatives && open.is_none() {
        let _ = writeln!(text, "{}", words.no_alternative);
    }
    for other in &mate.alternatives {
        let name = line::named(style.lang, &work.problem.position, &[other.mv]).join(" ");
        let plies = words::plies(style.lang, other.length, other.exact);
        let _ = writeln!(text, "  {name} {plies}");
    }
    if let Some(open) = open {
        let _ = writeln!(text, "{open}");
    }
}

fn cost(lang: Lang, cost: Cost) -> String {
    let nodes = grouped(cost.nodes);
    let wall = seconds(cost.time_ms);
    let cpu = seconds(cost.cpu_ms);
    let (table, threads) = (cost.table_mib, cost.threads);
    match lang {
        Lang::English => {
            format!("{nodes} nodes, {wall} s (cpu {cpu} s), table {table} MiB, threads {threads}")
        }
        Lang::Japanese => {
            format!("{nodes}局面、{wall}秒（CPU {cpu}秒）、表{table}MiB、スレッド{threads}")
        }
        Lang::Chinese => {
            format!("{nodes}节点、{wall}秒（CPU {cpu}秒）、置换表{table}MiB、线程{threads}")
        }
    }
}

/// Milliseconds as seconds.
#[must_use]
pub fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

/// A number with commas between thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
