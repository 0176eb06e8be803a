//! Records for programs: one JSON object each, with every field of `docs/output.md`.

use serde::Serialize;

use crate::batch::{Record, Work};
use crate::tsume::{Alternative, Answer, Cost, FutileRule, Header, Mate, Outcome, StopReason};

use super::json_review::ReviewFields;
use super::line;

/// The version of the fields; it changes when one of them changes its meaning.
pub const SCHEMA: &str = "kanju/1";

/// The JSON object of a record, on one line without its end.
///
/// `run` fills in what records that never came to a search do not tell.
///
/// # Panics
/// Never: plain data with text as keys always becomes JSON.
#[must_use]
pub fn object(record: &Record, run: Run) -> Vec<u8> {
    serde_json::to_vec(&Object::new(record, run))
        .expect("plain data with text as keys becomes JSON")
}

/// What all records of a run have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The rule under which lengths are counted.
    pub rule: FutileRule,
    /// Whether works are verified, not only solved.
    pub verifies: bool,
}

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    source: Option<&'a str>,
    line: Option<usize>,
    title: Option<&'a str>,
    id: Option<&'a str>,
    sfen: String,
    warnings: &'a [String],
    result: &'static str,
    #[serde(flatten)]
    mate: MateFields,
    lower_bound: u32,
    #[serde(flatten)]
    review: ReviewFields,
    mudaai: &'static str,
    #[serde(flatten)]
    cost: CostFields,
    stop: Option<&'static str>,
    error: Option<ErrorFields<'a>>,
}

#[derive(Default, Serialize)]
struct MateFields {
    length: Option<u32>,
    length_raw: Option<u32>,
    exact: bool,
    length_estimate: Option<u32>,
    moves: Vec<String>,
    line_exact: bool,
    moves_ja: Vec<String>,
    leftover: String,
    verified: bool,
    alternatives: Vec<AlternativeFields>,
    mudaai_grey: Vec<String>,
}

#[derive(Serialize)]
struct AlternativeFields {
    ply: u32,
    #[serde(rename = "move")]
    mv: String,
    length: u32,
    exact: bool,
    class: Option<&'static str>,
}

#[derive(Default, Serialize)]
struct CostFields {
    nodes: u64,
    time_ms: u64,
    cpu_ms: u64,
    table_mib: u64,
    threads: u32,
}

#[derive(Serialize)]
struct ErrorFields<'a> {
    message: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
}

impl<'a> Object<'a> {
    fn new(record: &'a Record, run: Run) -> Self {
        let Header { title, id, .. } = &record.header;
        let answer = record.answer();
        Self {
            schema: SCHEMA,
            source: record.origin.source.as_deref(),
            line: record.origin.line,
            title: title.as_deref(),
            id: id.as_deref(),
            sfen: sfen(record),
            warnings: record
                .work
                .as_ref()
                .map_or(&[], |work| &work.problem.warnings),
            result: record.verdict().word(),
            mate: record.work.as_ref().map(mate_fields).unwrap_or_default(),
            lower_bound: answer.map_or(1, |answer| answer.lower_bound),
            review: ReviewFields::of(record, run.verifies),
            mudaai: answer.map_or(run.rule, |answer| answer.rule).word(),
            cost: answer
                .map(|answer| cost_fields(answer.cost))
                .unwrap_or_default(),
            stop: stop_word(record),
            error: error_fields(record),
        }
    }
}

/// The root as SFEN; what was written if it is no problem, empty if that could not be read.
#[must_use]
pub fn sfen(record: &Record) -> String {
    match &record.work {
        Ok(work) => work.problem.position.to_setup().to_string(),
        Err(_) => record.sfen.clone().unwrap_or_default(),
    }
}

/// Why the work ended before it was complete.
#[must_use]
pub fn stop_word(record: &Record) -> Option<&'static str> {
    let work = record.work.as_ref().ok()?;
    match work.crash {
        Some(_) => Some("crashed"),
        None => work.answer.stop.map(StopReason::word),
    }
}

/// What went wrong with a record: its text is no problem, or an internal error was caught.
#[must_use]
pub fn error_message(record: &Record) -> Option<&str> {
    match &record.work {
        Err(fault) => Some(&fault.message),
        Ok(work) if work.crash.is_some() => work.crash.as_deref(),
        Ok(work) => match work.answer.stop {
            Some(StopReason::ProofRefused) => {
                Some("internal error: the checker refused the proof of a mate")
            }
            _ => None,
        },
    }
}

fn error_fields(record: &Record) -> Option<ErrorFields<'_>> {
    let fault = record.work.as_ref().err();
    Some(ErrorFields {
        message: error_message(record)?,
        file: record.origin.source.as_deref(),
        line: fault.map_or(record.origin.line, |fault| fault.line),
        column: fault.and_then(|fault| fault.column),
    })
}

fn mate_fields(work: &Work) -> MateFields {
    let Answer {
        outcome: Outcome::Mate(mate),
        ..
    } = &work.answer
    else {
        return MateFields::default();
    };
    let Mate {
        line: moves, grey, ..
    } = mate.as_ref();
    MateFields {
        length: Some(mate.length),
        length_raw: Some(mate.length_raw),
        exact: mate.exact,
        length_estimate: mate.length_estimate,
        moves: moves.iter().map(ToString::to_string).collect(),
        line_exact: mate.line_exact,
        moves_ja: line::japanese(&work.problem.position, moves),
        leftover: mate.leftover.to_string(),
        verified: true,
        alternatives: alternatives(work, mate),
        mudaai_grey: grey.iter().map(|(ply, mv)| format!("{ply}:{mv}")).collect(),
    }
}

/// Other mating moves: those of the verification, if there was one, with their classes.
fn alternatives(work: &Work, mate: &Mate) -> Vec<AlternativeFields> {
    let Some(review) = &work.review else {
        return mate.alternatives.iter().map(alternative_fields).collect();
    };
    let found = review.findings.iter();
    let found = found.filter(|found| found.class.is_alternative());
    found
        .filter_map(|found| {
            Some(AlternativeFields {
                ply: found.ply,
                mv: found.mv?.to_string(),
                length: found.length?,
                exact: found.exact,
                class: Some(found.class.word()),
            })
        })
        .collect()
}

fn alternative_fields(other: &Alternative) -> AlternativeFields {
    AlternativeFields {
        ply: other.ply,
        mv: other.mv.to_string(),
        length: other.length,
        exact: other.exact,
        class: None,
    }
}

const fn cost_fields(cost: Cost) -> CostFields {
    CostFields {
        nodes: cost.nodes,
        time_ms: cost.time_ms,
        cpu_ms: cost.cpu_ms,
        table_mib: cost.table_mib,
        threads: cost.threads,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{Fault, Origin};

    #[test]
    fn an_unreadable_line_has_every_field() {
        let record = Record {
            origin: Origin {
                source: Some("a.sfen".to_owned()),
                line: Some(3),
            },
            sfen: None,
            header: Header::default(),
            work: Err(Fault {
                message: "no board".to_owned(),
                line: Some(3),
                column: Some(1),
            }),
        };
        let run = Run {
            rule: FutileRule::Strict,
            verifies: false,
        };
        let text = String::from_utf8(object(&record, run)).unwrap();
        let expected = concat!(
            r#"{"schema":"kanju/1","source":"a.sfen","line":3,"title":null,"id":null,"sfen":"","#,
            r#""warnings":[],"result":"invalid","length":null,"length_raw":null,"exact":false,"#,
            r#""length_estimate":null,"moves":[],"line_exact":false,"moves_ja":[],"leftover":"","#,
            r#""verified":false,"alternatives":[],"mudaai_grey":[],"lower_bound":1,"verdict":null,"line_examined":[],"#,
            r#""findings":[],"open":[],"customs":null,"alternatives_examined":0,"tree":[],"judged":[],"mudaai":"strict","nodes":0,"time_ms":0,"cpu_ms":0,"table_mib":0,"#,
            r#""threads":0,"stop":null,"#,
            r#""error":{"message":"no board","file":"a.sfen","line":3,"column":1}}"#
        );
        assert_eq!(text, expected);
    }
}
