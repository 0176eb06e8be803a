//! The program from outside: answers and the forms in which they are written.
#![cfg(feature = "cli")]
#![expect(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

#[path = "common/program.rs"]
mod program;

use serde_json::Value;

use program::{
    MATE_IN_1, MATE_IN_3, NO_MATE, TWO_PAWNS, code, kanju, objects, run, run_with, solved, stdout,
    verify,
};

const LEFTOVER: &str = "7k1/9/5+P2l/9/6R2/9/9/9/9 b BPrb4g4s4n3l16p 1";
const TWO_FIRST_MOVES: &str = "8k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1";

const FIELDS: [&str; 36] = [
    "schema",
    "source",
    "line",
    "title",
    "id",
    "sfen",
    "warnings",
    "result",
    "length",
    "length_raw",
    "exact",
    "length_estimate",
    "lower_bound",
    "moves",
    "line_exact",
    "moves_ja",
    "leftover",
    "verified",
    "alternatives",
    "verdict",
    "line_examined",
    "findings",
    "open",
    "customs",
    "alternatives_examined",
    "tree",
    "judged",
    "mudaai",
    "mudaai_grey",
    "nodes",
    "time_ms",
    "cpu_ms",
    "table_mib",
    "threads",
    "stop",
    "error",
];

#[test]
fn every_object_has_every_field() {
    for sfen in [MATE_IN_1, NO_MATE, TWO_PAWNS, "sfen nonsense"] {
        let object = solved(sfen, &[]);
        for field in FIELDS {
            assert!(object.get(field).is_some(), "{field} of {sfen}");
        }
        assert_eq!(object["schema"], "kanju/1");
    }
}

#[test]
fn a_mate_in_one_is_found() {
    let output = run(&[MATE_IN_1, "--format", "jsonl"]);
    assert_eq!(code(&output), 0);
    let object = &objects(&output)[0];
    assert_eq!(object["result"], "mate");
    assert_eq!(object["sfen"], MATE_IN_1);
    assert_eq!(
        (&object["length"], &object["exact"]),
        (&1.into(), &true.into())
    );
    assert_eq!(object["moves"], Value::from(vec!["G*5b"]));
    assert_eq!(object["moves_ja"], Value::from(vec!["▲５二金"]));
    assert_eq!(
        (&object["leftover"], &object["verified"]),
        (&"".into(), &true.into())
    );
    assert_eq!(
        (&object["stop"], &object["error"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn a_mate_in_one_is_exact_however_fast() {
    let object = solved(MATE_IN_1, &["--fast"]);
    assert_eq!(
        (&object["exact"], &object["lower_bound"]),
        (&true.into(), &1.into())
    );
    assert_eq!(object["length_estimate"], Value::Null);
    let others = solved(TWO_FIRST_MOVES, &["--fast", "--alternatives"]);
    let others = others["alternatives"].as_array().unwrap();
    let of_one = others.iter().filter(|other| other["length"] == 1);
    for other in of_one {
        assert_eq!(other["exact"], true);
    }
}

#[test]
fn a_mate_in_three_is_found() {
    let object = solved(MATE_IN_3, &[]);
    assert_eq!(object["length"], 3);
    assert_eq!(object["moves"], Value::from(vec!["R*2a", "1a1b", "2a2b+"]));
}

#[test]
fn no_mate_is_said_with_its_own_code() {
    let output = run(&[NO_MATE, "--format", "jsonl"]);
    assert_eq!(code(&output), 1);
    let object = &objects(&output)[0];
    assert_eq!(object["result"], "nomate");
    assert_eq!(
        (&object["length"], &object["stop"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn leftover_pieces_do_not_change_the_code() {
    let output = run(&[LEFTOVER, "--format", "jsonl"]);
    assert_eq!(code(&output), 0);
    assert_eq!(objects(&output)[0]["leftover"], "P");
}

#[test]
fn the_rule_for_interpositions_is_heeded() {
    assert_eq!(solved(LEFTOVER, &[])["length"], 3);
    let off = solved(LEFTOVER, &["--mudaai", "off"]);
    assert_eq!((&off["length"], &off["mudaai"]), (&5.into(), &"off".into()));
}

#[test]
fn other_first_moves_are_listed_when_asked_for() {
    assert_eq!(
        solved(TWO_FIRST_MOVES, &[])["alternatives"],
        Value::from(Vec::<Value>::new())
    );
    let object = solved(TWO_FIRST_MOVES, &["--alternatives"]);
    let others = object["alternatives"].as_array().unwrap();
    assert!(!others.is_empty());
    for other in others {
        assert_eq!(other["ply"], 1);
        assert_ne!(other["move"], object["moves"][0]);
        assert!(other["length"].is_u64() && other["exact"].is_boolean());
    }
}

/// The node limits at which the list of first moves is cut, the mate being known.
fn cut_list(form: &str, lang: &str) -> String {
    let cut = |limit: u32| {
        let limit = (1 << limit).to_string();
        let args = ["--alternatives", "--node-limit", &limit, "--lang", lang];
        let output = run(&[&[TWO_FIRST_MOVES, "--format", form][..], &args].concat());
        let is_cut = solved(TWO_FIRST_MOVES, &args)["stop"] == "nodes";
        (code(&output) == 0 && is_cut).then(|| stdout(&output))
    };
    (0..12).find_map(cut).unwrap()
}

#[test]
fn a_list_of_first_moves_that_is_cut_short_says_so() {
    for (form, lang, words) in [
        (
            "text",
            "en",
            "other mating first moves: not all examined (node limit reached)",
        ),
        ("text", "ja", "他の詰む初手：調べ残しあり（局面数の上限）"),
        ("text", "zh", "其他可诘的首着：未全部检查（达到节点限制）"),
        ("kifu", "en", "*他の詰む初手：調べ残しあり（局面数の上限）"),
    ] {
        let text = cut_list(form, lang);
        assert!(text.contains(words), "{text}");
        assert!(!text.contains("no other mating first move"), "{text}");
    }
}

#[test]
fn an_invalid_position_names_all_its_faults() {
    let output = run(&[TWO_PAWNS, "--format", "jsonl"]);
    assert_eq!(code(&output), 3);
    let object = &objects(&output)[0];
    assert_eq!(object["result"], "invalid");
    assert_eq!(object["sfen"], TWO_PAWNS);
    assert!(object["error"]["message"].is_string());
}

#[test]
fn a_limit_leaves_the_problem_undecided() {
    let output = run(&[MATE_IN_3, "--format", "jsonl", "--node-limit", "1"]);
    assert_eq!(code(&output), 4);
    let object = &objects(&output)[0];
    assert_eq!(
        (&object["result"], &object["stop"]),
        (&"unknown".into(), &"nodes".into())
    );
}

#[test]
fn json_is_one_array() {
    let output = run(&[TWO_PAWNS, TWO_PAWNS, "--format", "json"]);
    let array: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(array.as_array().unwrap().len(), 2);
    let output = run_with(&["-", "--format", "json"], "");
    assert_eq!((code(&output), stdout(&output)), (3, "[\n]\n".to_owned()));
}

#[test]
fn csv_has_a_header_and_a_row_a_problem() {
    let output = run(&[MATE_IN_3, NO_MATE, "--format", "csv"]);
    let text = stdout(&output);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("source,line,id,title,sfen,result,length,"));
    assert!(lines[1].contains(",mate,3,true,"));
    assert!(lines[1].contains(",R*2a 1a1b 2a2b+,"));
    assert!(lines[2].contains(",nomate,,"));
}

#[test]
fn usi_lines_are_those_of_an_engine() {
    let output = run(&[MATE_IN_3, NO_MATE, "--format", "usi"]);
    assert_eq!(
        stdout(&output),
        "checkmate R*2a 1a1b 2a2b+\ncheckmate nomate\n"
    );
}

#[test]
fn text_is_written_in_three_languages() {
    let text = |lang: &str| stdout(&run(&[MATE_IN_3, "--lang", lang]));
    let english = text("en");
    for part in [
        "| ・ ・ ・ ・ ・ ・ ・ ・v玉|a",
        "mate in 3\n",
        "▲２一飛 (R*2a)",
    ] {
        assert!(english.contains(part), "{part}: {english}");
    }
    assert!(text("ja").contains("3手詰\n  ▲２一飛 △１二玉"));
    assert!(text("zh").contains("3手诘\n"));
    let mut command = kanju();
    let output = command
        .env("LANG", "ja_JP.UTF-8")
        .arg(NO_MATE)
        .output()
        .unwrap();
    assert!(stdout(&output).contains("\n不詰\n"));
}

#[test]
fn several_problems_get_a_summary() {
    let text = stdout(&run(&[TWO_PAWNS, MATE_IN_1, NO_MATE]));
    let summary = "3 problems: 1 mate, 1 no mate, 0 undecided, 1 invalid\n";
    assert!(text.ends_with(summary), "{text}");
    let quiet = stdout(&run(&[TWO_PAWNS, MATE_IN_1, "--quiet"]));
    assert!(
        !quiet.contains("problems") && !quiet.contains("・"),
        "{quiet}"
    );
}

const COOKED: &str = "8k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1";

#[test]
fn a_verification_has_a_verdict_and_its_own_codes() {
    let cases = [
        (MATE_IN_3, "sound", 0),
        (COOKED, "cooked", 1),
        (LEFTOVER, "leftover", 1),
        (NO_MATE, "nomate", 1),
        ("sfen nonsense", "invalid", 3),
    ];
    for (sfen, verdict, expected) in cases {
        let output = verify(&[sfen, "--format", "jsonl"]);
        assert_eq!(code(&output), expected, "{sfen}");
        assert_eq!(objects(&output)[0]["verdict"], verdict, "{sfen}");
    }
    let output = verify(&[COOKED, "--format", "jsonl", "--node-limit", "1"]);
    assert_eq!(code(&output), 4);
    let object = &objects(&output)[0];
    assert_eq!(
        (&object["verdict"], &object["stop"]),
        (&"unknown".into(), &"nodes".into())
    );
    assert_eq!(object["open"][0]["question"], "mate");
}

#[test]
fn findings_have_every_field() {
    let output = verify(&[COOKED, "--format", "jsonl", "--strict-yozume", "--tree"]);
    let object = &objects(&output)[0];
    assert_eq!(object["customs"]["strict_yozume"], true);
    assert_eq!(object["customs"]["mudaai_move"], "on");
    assert_eq!(object["line_examined"], object["moves"]);
    let findings = object["findings"].as_array().unwrap();
    for finding in findings {
        for field in [
            "class", "ply", "move", "length", "exact", "severity", "proved", "line", "note",
        ] {
            assert!(finding.get(field).is_some(), "{field}");
        }
    }
    let first = &findings[0];
    assert_eq!(
        (&first["class"], &first["move"]),
        (&"yozume".into(), &"R*1c".into())
    );
    assert_eq!(first["line"][0], "R*1c");
    assert!(object["alternatives_examined"].as_u64() > Some(5));
}

#[test]
fn moves_onto_the_line_may_be_said_to_count() {
    let sfen = "7lk/9/7G1/9/4P4/9/9/9/B8 b - 1";
    let text = stdout(&verify(&[sfen, "--lang", "en"]));
    assert!(
        text.contains("mate in 1") && text.contains("--mudaai-move on"),
        "{text}"
    );
    let off = &["--mudaai-move", "off"];
    let text = stdout(&verify(&[&[sfen, "--lang", "en"], &off[..]].concat()));
    assert!(
        text.contains("mate in 3") && text.contains("--mudaai-move off"),
        "{text}"
    );
    let strict = [sfen, "--format", "jsonl", "--mudaai", "strict"];
    let object = &objects(&verify(&[&strict, &off[..]].concat()))[0];
    assert_eq!(
        (&object["length"], &object["customs"]["mudaai_move"]),
        (&3.into(), &"off".into())
    );
}

#[test]
fn what_only_restores_the_position_may_be_said_to_be_useless() {
    let sfen = "6s1k/5L+P2/9/9/2+B6/9/9/9/9 b Rs2n 1";
    let text = stdout(&verify(&[sfen, "--lang", "en"]));
    assert!(
        text.contains("mate in 9") && text.contains("--mudaai-restore counts"),
        "{text}"
    );
    let useless = &["--mudaai-restore", "useless"];
    let text = stdout(&verify(&[&[sfen, "--lang", "ja"], &useless[..]].concat()));
    assert!(
        text.contains("5手") && text.contains("復元型の合駒"),
        "{text}"
    );
    let object = &objects(&verify(
        &[&[sfen, "--format", "jsonl"], &useless[..]].concat(),
    ))[0];
    assert_eq!(
        (&object["length"], &object["customs"]["mudaai_restore"]),
        (&5.into(), &"useless".into())
    );
}

#[test]
fn a_verification_is_told_in_three_languages() {
    for (lang, word) in [
        ("en", "cook [fatal]"),
        ("ja", "余詰 [不完全]"),
        ("zh", "余诘 [不完全]"),
    ] {
        let text = stdout(&verify(&[COOKED, "--lang", lang]));
        assert!(text.contains(word), "{text}");
    }
}

#[test]
fn a_page_stands_alone() {
    let page = stdout(&verify(&[COOKED, MATE_IN_1, "--format", "html"]));
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!(page.matches("<section>").count(), 2);
    assert!(!page.contains("http"), "nothing is loaded from elsewhere");
}
