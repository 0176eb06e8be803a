//! Records as one page that needs nothing else: boards as SVG, findings, the tree of lines to unfold.

use std::fmt::Write;

use crate::batch::{Record, Work};
use crate::shogi::{Color, Move, Position};
use crate::tsume::{Finding, Lang, Mate, Outcome, Review, Severity, Variation};

use super::json::error_message;
use super::line;
use super::review;
use super::review_words::{self, Heading};
use super::svg;
use super::words;

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8886;--mark:#e8a33d66;--good:#1a7f37;--bad:#cf222e;--warn:#9a6700}\
@media(prefers-color-scheme:dark){:root{--good:#3fb950;--bad:#f85149;--warn:#d29922}}\
body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}\
section{border-top:1px solid var(--line);padding:1rem 0}\
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(16rem,100%),1fr));gap:1rem}figure{margin:0}\
figcaption{text-align:center;font-size:.9rem}\
.board{width:100%;height:auto}.board text{fill:currentColor;font-family:serif}\
.board .frame{fill:none;stroke:currentColor;stroke-width:2}.board .grid{stroke:currentColor;stroke-width:.5;fill:none}\
.board .last{fill:var(--mark)}.board .piece{font-size:30px;text-anchor:middle}.board .promoted{fill:var(--bad)}\
.board .name{font-size:13px;text-anchor:middle}.board .hand{font-size:18px}\
.verdict{font-size:1.3rem;font-weight:700}.sound,.flawed{color:var(--good)}.unknown{color:var(--warn)}\
.cooked,.leftover,.mismatch,.nomate,.invalid{color:var(--bad)}\
.fatal{color:var(--bad)}.flaw{color:var(--warn)}\
.line span{display:inline-block;margin-right:.6em}.customs span{white-space:nowrap}details{margin:.2rem 0 .2rem 1rem}\
code{overflow-wrap:anywhere}ul{padding-left:1.2rem}";

/// The start of the page.
#[must_use]
pub fn head(lang: Lang) -> String {
    let code = lang.code();
    format!(
        "<!DOCTYPE html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>kanju</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    )
}

/// The end of the page.
#[must_use]
pub const fn foot() -> &'static str {
    "</body>\n</html>\n"
}

/// The section of a record.
#[must_use]
pub fn record(lang: Lang, record: &Record) -> String {
    let mut html = String::from("<section>\n");
    let header = &record.header;
    let title = [&header.id, &header.title, &header.author];
    let title: Vec<&str> = title.into_iter().flatten().map(String::as_str).collect();
    if !title.is_empty() {
        let _ = writeln!(html, "<h2>{}</h2>", escaped(&title.join("  ")));
    }
    if let Some(message) = error_message(record) {
        let invalid = lang.words().invalid;
        let message = escaped(message);
        let _ = writeln!(
            html,
            "<p class=\"verdict invalid\">{invalid}</p>\n<p>{message}</p>"
        );
    }
    if let Ok(work) = &record.work {
        push_work(&mut html, lang, work);
    }
    html.push_str("</section>\n");
    html
}

fn push_work(html: &mut String, lang: Lang, work: &Work) {
    let root = &work.problem.position;
    let answer = match &work.answer.outcome {
        Outcome::Mate(mate) => words::mate_length(lang, mate),
        Outcome::NoMate => lang.words().no_mate.to_owned(),
        Outcome::Unknown => lang.words().undecided.to_owned(),
    };
    if let Some(review) = &work.review {
        let word = review.soundness.word();
        let verdict = review_words::verdict(lang, review.soundness);
        let _ = writeln!(html, "<p class=\"verdict {word}\">{verdict}</p>");
    }
    let _ = writeln!(html, "<p>{}</p>", escaped(&answer));
    let line = main_line(work);
    push_boards(html, lang, (root, line), work.review.as_ref());
    push_line(html, lang, (root, line));
    if let Some(review) = &work.review {
        push_review(html, lang, root, review);
    }
    let _ = writeln!(html, "<p><code>{}</code></p>", root.to_setup());
}

/// The line that is shown: the one examined, or the answer's.
fn main_line(work: &Work) -> &[Move] {
    let examined = work.review.as_ref().map(|review| review.line.as_slice());
    let answered = match &work.answer.outcome {
        Outcome::Mate(mate) => {
            let Mate { line, .. } = mate.as_ref();
            line.as_slice()
        }
        Outcome::NoMate | Outcome::Unknown => &[],
    };
    examined.filter(|line| !line.is_empty()).unwrap_or(answered)
}

/// The start, the end, and the positions of the gravest findings.
fn push_boards(
    html: &mut String,
    lang: Lang,
    (root, line): (&Position, &[Move]),
    review: Option<&Review>,
) {
    let start = review_words::heading(lang, Heading::Start);
    let attacker = root.turn();
    html.push_str("<div class=\"boards\">\n");
    push_board(html, (lang, start), (root, attacker), None);
    let fatal = review.into_iter().flat_map(|review| &review.findings);
    let fatal = fatal.filter(|found| found.severity == Severity::Fatal && found.mv.is_some());
    for found in fatal.take(3) {
        let before = review::after(root, line, found.ply);
        let mut position = before.clone();
        if let Some(mv) = found.mv {
            let _ = position.play(mv);
            let name = line::named(lang, &before, &[mv]).join("");
            let class = review_words::class(lang, found.class);
            let caption = format!("{}. {name} {class}", found.ply);
            push_board(html, (lang, &caption), (&position, attacker), Some(mv));
        }
    }
    if let Some(&last) = line.last() {
        let ply = u32::try_from(line.len()).unwrap_or(u32::MAX);
        let end = review::after(root, line, ply.saturating_add(1));
        let caption = words::plies(lang, ply, true);
        push_board(html, (lang, &caption), (&end, attacker), Some(last));
    }
    html.push_str("</div>\n");
}

fn push_board(
    html: &mut String,
    (lang, caption): (Lang, &str),
    place: (&Position, Color),
    last: Option<Move>,
) {
    let board = svg::draw(lang, place, last);
    let caption = escaped(caption);
    let _ = writeln!(
        html,
        "<figure>{board}<figcaption>{caption}</figcaption></figure>"
    );
}

fn push_line(html: &mut String, lang: Lang, (root, moves): (&Position, &[Move])) {
    if moves.is_empty() {
        return;
    }
    let heading = review_words::heading(lang, Heading::Solution);
    let _ = write!(html, "<h3>{heading}</h3>\n<p class=\"line\">");
    for name in line::named(lang, root, moves) {
        let _ = write!(html, "<span>{}</span>", escaped(&name));
    }
    html.push_str("</p>\n");
}

fn push_review(html: &mut String, lang: Lang, root: &Position, review: &Review) {
    let place = (root, review.line.as_slice());
    if !review.findings.is_empty() {
        let heading = review_words::heading(lang, Heading::Findings);
        let _ = writeln!(html, "<h3>{heading}</h3>");
        for found in &review.findings {
            push_finding(html, lang, place, found);
        }
    }
    if !review.open.is_empty() {
        let heading = review_words::heading(lang, Heading::Open);
        let _ = writeln!(html, "<h3>{heading}</h3>\n<ul>");
        for open in &review.open {
            let text = escaped(&review::open_question(lang, place, open));
            let _ = writeln!(html, "<li>{text}</li>");
        }
        html.push_str("</ul>\n");
    }
    if !review.tree.is_empty() {
        let heading = review_words::heading(lang, Heading::Variations);
        let _ = writeln!(html, "<h3>{heading}</h3>");
        for variation in &review.tree {
            push_variation(html, lang, place, variation);
        }
    }
    let customs = escaped(&review_words::customs(lang, review.customs));
    // No line ends within an option.
    let customs = customs.replace(" --", "</span> <span>--");
    let _ = writeln!(html, "<p class=\"customs\"><span>{customs}</span></p>");
}

fn push_finding(
    html: &mut String,
    lang: Lang,
    (root, main): (&Position, &[Move]),
    found: &Finding,
) {
    let class = review_words::class(lang, found.class);
    let severity = review_words::severity(lang, found.severity);
    let start = review::after(root, main, found.ply);
    let names = line::named(lang, &start, &found.line);
    let place = names
        .first()
        .map_or_else(String::new, |first| format!("{}. {first} ", found.ply));
    let length = found.length.map_or_else(String::new, |length| {
        format!(" {}", words::plies(lang, length, found.exact))
    });
    let (place, length) = (escaped(&place), escaped(&length));
    let word = found.severity.word();
    let _ = writeln!(
        html,
        "<details><summary>{place}<b class=\"{word}\">{class}</b> ({severity}){length}</summary>\
         <p class=\"line\">{}</p></details>",
        spans(&names)
    );
}

fn push_variation(
    html: &mut String,
    lang: Lang,
    (root, main): (&Position, &[Move]),
    variation: &Variation,
) {
    let start = review::after(root, main, variation.ply);
    let names = line::named(lang, &start, &variation.line);
    let first = names.first().map_or("", String::as_str);
    let length = words::plies(lang, variation.length, true);
    let left = match variation.leftover {
        0 => String::new(),
        left => format!(" +{left}"),
    };
    let (ply, first) = (variation.ply, escaped(first));
    let _ = writeln!(
        html,
        "<details><summary>{ply}. {first} {length}{left}</summary>\
         <p class=\"line\">{}</p></details>",
        spans(&names)
    );
}

fn spans(names: &[String]) -> String {
    let spans = names
        .iter()
        .map(|name| format!("<span>{}</span>", escaped(name)));
    spans.collect()
}

/// Text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escaped("<b>&\""), "&lt;b&gt;&amp;&quot;");
    }
}
