//! The fields of a verification in JSON.

use serde::Serialize;

use crate::batch::{Record, Verdict};
use crate::shogi::Move;
use crate::tsume::{Customs, Finding, Judgement, Note, Open, Review, Variation};

/// The fields of a verification; `verdict` is null and the lists are empty if there was none.
#[derive(Default, Serialize)]
pub(super) struct ReviewFields {
    verdict: Option<&'static str>,
    line_examined: Vec<String>,
    findings: Vec<FindingFields>,
    open: Vec<OpenFields>,
    customs: Option<CustomsFields>,
    alternatives_examined: u32,
    tree: Vec<VariationFields>,
    judged: Vec<JudgementFields>,
}

#[derive(Serialize)]
struct FindingFields {
    class: &'static str,
    ply: u32,
    #[serde(rename = "move")]
    mv: Option<String>,
    length: Option<u32>,
    exact: bool,
    severity: &'static str,
    proved: bool,
    line: Vec<String>,
    note: Option<String>,
}

#[derive(Serialize)]
struct OpenFields {
    question: &'static str,
    ply: u32,
    #[serde(rename = "move")]
    mv: Option<String>,
    nodes: u64,
    time_ms: u64,
}

#[derive(Serialize)]
struct VariationFields {
    ply: u32,
    line: Vec<String>,
    length: u32,
    leftover: u32,
}

#[derive(Serialize)]
struct JudgementFields {
    ply: u32,
    #[serde(rename = "move")]
    text: String,
    quality: &'static str,
    plies_left: Option<u32>,
    line: Vec<String>,
    goes_on: bool,
}

#[derive(Serialize)]
struct CustomsFields {
    mudaai: &'static str,
    mudaai_move: &'static str,
    mudaai_restore: &'static str,
    strict_yozume: bool,
    hencho: &'static str,
}

impl ReviewFields {
    /// The fields of a record, of a run that verifies or not.
    pub(super) fn of(record: &Record, verifies: bool) -> Self {
        if !verifies {
            return Self::default();
        }
        let without = || Self {
            verdict: Some(match record.work {
                Ok(_) => record.soundness().word(),
                Err(_) => Verdict::Invalid.word(),
            }),
            ..Self::default()
        };
        record.review().map_or_else(without, review_fields)
    }
}

fn review_fields(review: &Review) -> ReviewFields {
    ReviewFields {
        verdict: Some(review.soundness.word()),
        line_examined: review.line.iter().map(Move::to_string).collect(),
        findings: review.findings.iter().map(finding_fields).collect(),
        open: review.open.iter().map(open_fields).collect(),
        customs: Some(customs_fields(review.customs)),
        alternatives_examined: review.alternatives,
        tree: review.tree.iter().map(variation_fields).collect(),
        judged: review.judged.iter().map(judgement_fields).collect(),
    }
}

fn finding_fields(found: &Finding) -> FindingFields {
    FindingFields {
        class: found.class.word(),
        ply: found.ply,
        mv: found.mv.map(|mv| mv.to_string()),
        length: found.length,
        exact: found.exact,
        severity: found.severity.word(),
        proved: found.proved,
        line: found.line.iter().map(Move::to_string).collect(),
        note: found.note.map(Note::word),
    }
}

fn variation_fields(variation: &Variation) -> VariationFields {
    VariationFields {
        ply: variation.ply,
        line: variation.line.iter().map(Move::to_string).collect(),
        length: variation.length,
        leftover: variation.leftover,
    }
}

fn judgement_fields(judged: &Judgement) -> JudgementFields {
    JudgementFields {
        ply: judged.ply,
        text: judged.text.clone(),
        quality: judged.quality.word(),
        plies_left: judged.plies_left,
        line: judged.line.iter().map(Move::to_string).collect(),
        goes_on: judged.goes_on,
    }
}

fn open_fields(open: &Open) -> OpenFields {
    OpenFields {
        question: open.question.word(),
        ply: open.ply,
        mv: open.mv.map(|mv| mv.to_string()),
        nodes: open.nodes,
        time_ms: open.time_ms,
    }
}

const fn customs_fields(customs: Customs) -> CustomsFields {
    CustomsFields {
        mudaai: customs.futile.word(),
        mudaai_move: customs.futile_moves_word(),
        mudaai_restore: customs.restoring.word(),
        strict_yozume: customs.strict_cooks,
        hencho: customs.longer.word(),
    }
}
