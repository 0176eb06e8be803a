//! A verification for people: the verdict, each finding with the line that shows it, and what is open.

use std::fmt::Write;

use crate::batch::Work;
use crate::shogi::{Move, Position};
use crate::tsume::{Finding, Judgement, Lang, Open, Review, Variation};

use super::line;
use super::review_words::{self as words, Heading};
use super::words::plies;

/// The text of a review, several lines.
#[must_use]
pub fn text(lang: Lang, work: &Work, review: &Review) -> String {
    let root = &work.problem.position;
    let mut text = String::new();
    let _ = writeln!(text, "{}", words::customs(lang, review.customs));
    let examined = words::heading(lang, Heading::Examined);
    let _ = writeln!(text, "{examined}: {}", review.alternatives);
    if !review.findings.is_empty() {
        let _ = writeln!(text, "{}:", words::heading(lang, Heading::Findings));
        for found in &review.findings {
            let _ = writeln!(text, "  {}", finding(lang, (root, &review.line), found));
        }
    }
    if !review.open.is_empty() {
        let _ = writeln!(text, "{}:", words::heading(lang, Heading::Open));
        for open in &review.open {
            let _ = writeln!(
                text,
                "  {}",
                open_question(lang, (root, &review.line), open)
            );
        }
    }
    push_tree(&mut text, lang, root, review);
    push_judged(&mut text, lang, root, review);
    text
}

/// A finding on one line: place, move, length, class, severity and the line that shows it.
#[must_use]
pub fn finding(lang: Lang, (root, main): (&Position, &[Move]), found: &Finding) -> String {
    let mut text = if found.mv.is_some() {
        format!("{}. ", found.ply)
    } else {
        String::new()
    };
    let class = words::class(lang, found.class);
    let severity = words::severity(lang, found.severity);
    let start = after(root, main, found.ply);
    let moves = if found.line.is_empty() {
        found.mv.into_iter().collect()
    } else {
        found.line.clone()
    };
    let names = line::named(lang, &start, &moves);
    if let Some(first) = names.first().filter(|_| found.mv.is_some()) {
        let _ = write!(text, "{first}  ");
    }
    let _ = write!(text, "{class} [{severity}]");
    if let Some(length) = found.length {
        let _ = write!(text, "  {}", plies(lang, length, found.exact));
    }
    if let Some(note) = found.note {
        let _ = write!(text, "  ({})", words::note(lang, note));
    }
    if names.len() > 1 {
        let _ = write!(text, "  {}", names[1..].join(" "));
    }
    text
}

/// An open question on one line: place, move, question and what was spent on it.
#[must_use]
pub fn open_question(lang: Lang, (root, main): (&Position, &[Move]), open: &Open) -> String {
    let start = after(root, main, open.ply);
    let moves: Vec<Move> = open.mv.into_iter().collect();
    let name = line::named(lang, &start, &moves).join(" ");
    let question = words::question(lang, open.question);
    let (ply, nodes, time) = (open.ply, open.nodes, open.time_ms);
    format!("{ply}. {name}  {question}  ({nodes} nodes, {time} ms)")
}

fn push_tree(text: &mut String, lang: Lang, root: &Position, review: &Review) {
    if review.tree.is_empty() {
        return;
    }
    let _ = writeln!(text, "{}:", words::heading(lang, Heading::Variations));
    for variation in &review.tree {
        let Variation {
            ply,
            line: moves,
            length,
            leftover,
        } = variation;
        let start = after(root, &review.line, *ply);
        let names = line::named(lang, &start, moves).join(" ");
        let length = plies(lang, *length, true);
        let left = if *leftover > 0 {
            format!(" +{leftover}")
        } else {
            String::new()
        };
        let _ = writeln!(text, "  {ply}. {names}  ({length}{left})");
    }
}

fn push_judged(text: &mut String, lang: Lang, root: &Position, review: &Review) {
    if review.judged.is_empty() {
        return;
    }
    let _ = writeln!(text, "{}:", words::heading(lang, Heading::Line));
    let mut position = root.clone();
    for judged in &review.judged {
        let _ = writeln!(text, "  {}", judgement(lang, &position, judged));
        if let Some(mv) = judged.mv {
            let _ = position.play(mv);
        }
    }
}

fn judgement(lang: Lang, position: &Position, judged: &Judgement) -> String {
    let name = match judged.mv {
        Some(mv) => line::named(lang, position, &[mv]).join(" "),
        None => judged.text.clone(),
    };
    let quality = words::quality(lang, judged.quality);
    let mut text = format!("{}. {name}  {quality}", judged.ply);
    if let Some(left) = judged.plies_left {
        let _ = write!(text, "  ({})", plies(lang, left, true));
    }
    let mut start = position.clone();
    if let Some(mv) = judged.mv.filter(|_| judged.goes_on) {
        let _ = start.play(mv);
    }
    let names = line::named(lang, &start, &judged.line);
    if !names.is_empty() {
        let _ = write!(text, "  {}", names.join(" "));
    }
    text
}

/// The position before ply `ply` of a line.
#[must_use]
pub fn after(root: &Position, main: &[Move], ply: u32) -> Position {
    let mut position = root.clone();
    for &mv in main.iter().take(ply.saturating_sub(1) as usize) {
        let _ = position.play(mv);
    }
    position
}
