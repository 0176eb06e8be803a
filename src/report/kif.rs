//! Records as game records: KIF and KI2, with the answer as comment and other mating moves as branches.

use crate::batch::{Fault, Record, Work};
use crate::format::{encoding, ki2 as ki2_format, kif as kif_format};
use crate::shogi::{Move, Position};
use crate::tsume::{Branch, Declared, Header, Lang, Mate, Outcome, Review};

use super::review_words;
use super::text::Style;
use super::words;

/// KIF in CP932; `first` tells that nothing was written before.
#[must_use]
pub fn kif(style: Style, record: &Record, first: bool) -> Vec<u8> {
    encoding::encode_cp932(&text(style, record, first, kif_format::write))
}

/// KIF in UTF-8, with a byte order mark at the start of all.
#[must_use]
pub fn kifu(style: Style, record: &Record, first: bool) -> Vec<u8> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    let text = text(style, record, first, kif_format::write);
    let bytes = encoding::encode_utf8_with_mark(&text);
    match bytes.strip_prefix(MARK) {
        Some(rest) if !first => rest.to_vec(),
        _ => bytes,
    }
}

/// KI2 in CP932; `first` tells that nothing was written before.
#[must_use]
pub fn ki2(style: Style, record: &Record, first: bool) -> Vec<u8> {
    encoding::encode_cp932(&text(style, record, first, ki2_format::write))
}

type Writer = fn(&Position, &Header, &Declared) -> String;

/// A record by one of the writers; a problem that is none becomes a remark.
fn text(style: Style, record: &Record, first: bool, write: Writer) -> String {
    let gap = if first { "" } else { "\n" };
    let text = match &record.work {
        Ok(work) => {
            let position = &work.problem.position;
            let header = header(style, &record.header, work);
            write(position, &header, &solution(work))
        }
        Err(fault) => remark(record, fault),
    };
    format!("{gap}{text}")
}

fn remark(record: &Record, fault: &Fault) -> String {
    let source = record.origin.source.as_deref();
    let place = match (source, fault.line) {
        (Some(source), Some(line)) => format!("{source}:{line} "),
        (Some(source), None) => format!("{source} "),
        (None, _) => String::new(),
    };
    let message = fault.message.replace(['\n', '\r'], " ");
    format!("# {place}invalid: {message}\n")
}

/// The header of the source with the answer: its length if there is one, and a comment at the start.
fn header(style: Style, of_source: &Header, work: &Work) -> Header {
    let mut header = of_source.clone();
    let belongs_to_line = |name: &str| name.starts_with(['*', '&']);
    header.fields.retain(|(name, _)| !belongs_to_line(name));
    let words = Lang::Japanese.words();
    let answer = match &work.answer.outcome {
        Outcome::Mate(mate) => {
            header.length = length(mate);
            words::mate_length(Lang::Japanese, mate)
        }
        Outcome::NoMate => words.no_mate.to_owned(),
        Outcome::Unknown => words.undecided.to_owned(),
    };
    let mut comment = |text: String| header.fields.push(("*0".to_owned(), text));
    comment(answer);
    if style.alternatives
        && let Outcome::Mate(_) = work.answer.outcome
        && let Some(open) = words::alternatives_open(Lang::Japanese, &work.answer)
    {
        comment(open);
    }
    if let Some(review) = &work.review {
        comment(review_words::verdict(Lang::Japanese, review.soundness).to_owned());
        comment(review_words::customs(Lang::Japanese, review.customs));
    }
    header
}

/// The length that a header can state: the value, or what composers would count.
const fn length(mate: &Mate) -> Option<u32> {
    if mate.exact {
        Some(mate.length)
    } else {
        mate.length_estimate
    }
}

fn solution(work: &Work) -> Declared {
    let Outcome::Mate(mate) = &work.answer.outcome else {
        return Declared::default();
    };
    if let Some(review) = work
        .review
        .as_ref()
        .filter(|review| !review.line.is_empty())
    {
        return examined(review);
    }
    let branches = mate.alternatives.iter().map(|other| {
        let stem = mate.line.iter().copied();
        let plies = words::plies(Lang::Japanese, other.length, other.exact);
        Branch {
            stem: stem.take(other.ply.saturating_sub(1) as usize).collect(),
            moves: vec![other.mv],
            comments: vec![format!("他の詰み {plies}")],
        }
    });
    Declared {
        line: mate.line.clone(),
        branches: branches.collect(),
    }
}

/// The examined line with each finding and variation as a side line; several about one move share one.
fn examined(review: &Review) -> Declared {
    let mut branches: Vec<Branch> = Vec::new();
    let mut add = |ply: u32, moves: &[Move], comment: String| {
        let stem = &review.line[..(ply as usize - 1).min(review.line.len())];
        let same = |branch: &&mut Branch| {
            branch.stem.len() == stem.len() && branch.moves.first() == moves.first()
        };
        if review.line.get(stem.len()) == moves.first() {
            return;
        }
        if let Some(branch) = branches.iter_mut().find(same) {
            branch.comments.push(comment);
        } else {
            branches.push(Branch {
                stem: stem.to_vec(),
                moves: moves.to_vec(),
                comments: vec![comment],
            });
        }
    };
    for found in review.findings.iter().filter(|found| found.mv.is_some()) {
        let class = review_words::class(Lang::Japanese, found.class);
        let length = found.length.map_or_else(String::new, |length| {
            format!(" {}", words::plies(Lang::Japanese, length, found.exact))
        });
        add(found.ply, &found.line, format!("{class}{length}"));
    }
    for variation in &review.tree {
        let length = words::plies(Lang::Japanese, variation.length, true);
        let left = match variation.leftover {
            0 => String::new(),
            left => format!(" 駒余り{left}"),
        };
        add(
            variation.ply,
            &variation.line,
            format!("変化 {length}{left}"),
        );
    }
    Declared {
        line: review.line.clone(),
        branches,
    }
}
