//! The engine from outside: what a shogi program sends, and what it may rely on.
#![cfg(feature = "cli")]
#![expect(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

#[path = "common/engine.rs"]
mod engine;

use std::thread;
use std::time::Duration;

use engine::{Engine, HARD, MATE_IN_3, NO_MATE, TWO_FIRST_MOVES};

#[test]
fn it_introduces_itself_however_it_is_started() {
    for args in [&["usi"][..], &["-"], &[]] {
        let mut engine = Engine::start(args);
        engine.send("usi");
        let lines = engine.until("usiok");
        assert!(lines[0].starts_with("id name kanju "), "{args:?}");
        assert!(lines[1].starts_with("id author "));
        assert!(lines.iter().all(|line| line.is_ascii()));
        assert_eq!(
            lines
                .iter()
                .filter(|line| line.starts_with("option name "))
                .count(),
            12
        );
        assert!(engine.is_silent());
        engine.send("quit");
        let (lines, status) = engine.rest();
        assert!(lines.is_empty() && status.success());
    }
}

#[test]
fn other_input_is_solved_as_ever() {
    let mut engine = Engine::start(&["-", "--format", "usi"]);
    engine.send(MATE_IN_3);
    drop(engine.stdin.take());
    assert_eq!(engine.rest().0, ["checkmate R*2a 1a1b 2a2b+"]);
    let mut engine = Engine::start(&[]);
    engine.send(MATE_IN_3);
    assert_eq!(engine.rest().1.code(), Some(2));
}

#[test]
fn each_mate_search_has_one_answer() {
    let mut engine = Engine::usi();
    engine.send(&format!("position sfen {MATE_IN_3}\ngo mate 10000"));
    let lines = engine.until("checkmate");
    assert!(
        lines[0].contains(" score mate 3 pv R*2a 1a1b 2a2b+"),
        "{lines:?}"
    );
    assert_eq!(lines[1], "checkmate R*2a 1a1b 2a2b+");
    assert!(engine.is_silent());
    for go in [
        "go mate",
        "go nodes 100000 mate infinite",
        "go depth 3 mate 10000",
    ] {
        assert_eq!(
            engine.ask(go, "checkmate"),
            "checkmate R*2a 1a1b 2a2b+",
            "{go}"
        );
        assert!(engine.is_silent());
    }
    assert_eq!(engine.mate(NO_MATE), "checkmate nomate");
    assert!(engine.is_silent());
}

#[test]
fn limits_end_a_search() {
    let mut engine = Engine::usi();
    engine.send(&format!("position sfen {HARD}"));
    for go in [
        "go mate 50",
        "go nodes 1000 mate",
        "go depth 5 mate infinite",
    ] {
        assert_eq!(engine.ask(go, "checkmate"), "checkmate timeout", "{go}");
    }
    engine.send("setoption name DepthLimit value 3\nsetoption name UnknownReply value none");
    assert_eq!(engine.ask("go mate", "checkmate"), "checkmate none");
    engine.send("setoption name DepthLimit value 0\nsetoption name NodesLimit value 500");
    engine.send("go mate");
    let lines = engine.until("checkmate");
    assert!(
        lines.contains(&"info string undecided: nodes".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn stop_is_answered_at_any_time() {
    let mut engine = Engine::usi();
    engine.send("stop");
    assert!(engine.is_silent());
    for wait in [0, 1, 7, 60] {
        for sfen in [HARD, MATE_IN_3] {
            engine.send(&format!("position sfen {sfen}\ngo mate infinite"));
            thread::sleep(Duration::from_millis(wait));
            let answer = engine.ask("stop\nstop", "checkmate");
            assert!(
                sfen == MATE_IN_3 || answer == "checkmate timeout",
                "{answer}"
            );
            assert!(engine.is_silent());
        }
    }
}

#[test]
fn another_go_ends_the_first_with_its_answer() {
    let mut engine = Engine::usi();
    engine.send(&format!(
        "position sfen {HARD}\ngo mate infinite\nposition sfen {MATE_IN_3}\ngo mate"
    ));
    assert_eq!(
        engine.until("checkmate").pop().unwrap(),
        "checkmate timeout"
    );
    assert_eq!(
        engine.until("checkmate").pop().unwrap(),
        "checkmate R*2a 1a1b 2a2b+"
    );
    assert!(engine.is_silent());
}

#[test]
fn nothing_follows_quit() {
    let mut engine = Engine::usi();
    engine.send(&format!(
        "position sfen {HARD}\ngo mate infinite\nquit\nusi\ngo mate"
    ));
    let (lines, status) = engine.rest();
    assert!(lines.is_empty() && status.success(), "{lines:?}");
}

#[test]
fn the_end_of_the_input_waits_for_the_answer() {
    let mut engine = Engine::usi();
    engine.send(&format!("position sfen {MATE_IN_3}\ngo infinite"));
    drop(engine.stdin.take());
    let (lines, status) = engine.rest();
    assert_eq!(lines.last().unwrap(), "bestmove R*2a");
    assert!(status.success());
}

#[test]
fn nonsense_is_named_and_survived() {
    let mut engine = Engine::usi();
    for (line, part) in [
        ("hello 歩", "unknown command: hello ?"),
        ("setoption name Nothing value 1", "unknown option"),
        ("setoption name USI_Hash value x", "USI_Hash cannot be `x`"),
        ("position", "no position to solve"),
        ("position sfen 4k4/9 b - 1", "no position to solve"),
        (
            "position startpos moves 7g7f 7g7f",
            "move 2, 7g7f, is illegal here",
        ),
    ] {
        let said = engine.ask(line, "info string");
        assert!(said.contains(part) && said.is_ascii(), "{line}: {said}");
    }
    assert_eq!(engine.ask("go mate", "checkmate"), "checkmate timeout");
    assert_eq!(engine.ask("go", "bestmove"), "bestmove resign");
    assert_eq!(
        engine.ask(&"x".repeat(1 << 20), "info"),
        "info string line too long, ignored"
    );
    engine
        .send("\n \t\nusinewgame\nponderhit\ngameover lose\nsetoption name USI_Ponder value true");
    assert!(engine.is_silent());
    assert_eq!(engine.mate(MATE_IN_3), "checkmate R*2a 1a1b 2a2b+");
}

#[test]
fn the_defender_may_be_to_move() {
    let mut engine = Engine::usi();
    engine.send(&format!("position sfen {MATE_IN_3} moves R*2a\ngo mate"));
    let lines = engine.until("checkmate");
    assert!(
        lines[0].contains(" score mate -2 pv 1a1b 2a2b+"),
        "{lines:?}"
    );
    assert_eq!(lines[1], "checkmate 1a1b 2a2b+");
    assert_eq!(engine.ask("go", "bestmove"), "bestmove 1a1b");
    engine.send(&format!(
        "position sfen {MATE_IN_3} moves R*2a 1a1b 2a2b+\ngo mate"
    ));
    assert_eq!(engine.until("checkmate").pop().unwrap(), "checkmate ");
    assert_eq!(engine.ask("go", "bestmove"), "bestmove resign");
    let escape = "8k/9/9/9/9/9/9/9/8L w r2b4g4s4n3l17p 1";
    assert_eq!(engine.mate(escape), "checkmate nomate");
    assert_eq!(engine.ask("go", "bestmove"), "bestmove resign");
    engine.send("setoption name NoMateReply value move");
    assert_ne!(engine.ask("go", "bestmove"), "bestmove resign");
    engine.send(&format!("position sfen {NO_MATE}"));
    assert_eq!(engine.ask("go", "bestmove"), "bestmove L*1b");
    engine.send("setoption name NoMateReply value resign");
    assert_eq!(engine.ask("go", "bestmove"), "bestmove resign");
}

#[test]
fn white_may_be_the_attacker() {
    let mut engine = Engine::usi();
    let sfen = "9/9/9/9/9/9/9/2+p6/K8 w R2B4G4S4N4L17Pr 1";
    assert_eq!(engine.mate(sfen), "checkmate R*8i 9i9h 8i8h+");
}

#[test]
fn two_kings_are_told_apart_by_an_option() {
    let mut engine = Engine::usi();
    let mated_or_mating = "k8/9/1G7/9/9/9/8p/8g/8K b G2r2bg4s4n4l17p 1";
    let both = engine.mate(mated_or_mating);
    assert_eq!(both, "checkmate ");
    engine.send("setoption name RootIsAndNodeIfChecked value false");
    assert_eq!(engine.mate(mated_or_mating), "checkmate nomate");
    assert_eq!(
        engine.mate("k8/9/1G7/9/9/9/9/9/8K b G2r2b2g4s4n4l18p 1"),
        "checkmate G*8b"
    );
}

#[test]
fn several_first_moves_are_shown() {
    let mut engine = Engine::usi();
    engine.send(&format!(
        "setoption name MultiPV value 3\nposition sfen {TWO_FIRST_MOVES}\ngo mate"
    ));
    let lines = engine.until("checkmate");
    for (rank, part) in [
        (1, "score mate 3"),
        (2, "score mate 5"),
        (3, "score mate 5"),
    ] {
        let found = lines
            .iter()
            .any(|line| line.contains(&format!("{part} multipv {rank} pv ")));
        assert!(found, "{rank}: {lines:?}");
    }
    engine.send("setoption name MultiPV value 1");
    assert_eq!(engine.ask("go mate", "checkmate"), *lines.last().unwrap());
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let mut engine = Engine::usi();
    let line = "R*2a 1a1b 2a2b+";
    for _ in 0..3 {
        assert_eq!(engine.mate(MATE_IN_3), format!("checkmate {line}"));
        assert_eq!(engine.mate(NO_MATE), "checkmate nomate");
        let after = format!("{MATE_IN_3} moves R*2a 1a1b");
        assert_eq!(engine.mate(&after), "checkmate 2a2b+");
    }
}

#[test]
fn the_first_mate_may_do_and_futile_drops_may_count() {
    let mut engine = Engine::usi();
    let sfen = "7k1/9/5P3/8R/3B5/9/9/9/9 b rb4g4s4n4l17p 1";
    let length = |answer: String| answer.split(' ').count() - 1;
    assert_eq!(length(engine.mate(sfen)), 3);
    engine.send("setoption name FutileInterposition value off");
    assert_eq!(length(engine.mate(sfen)), 7);
    engine.send("setoption name MateLengthMode value fast");
    assert!(length(engine.mate(sfen)) >= 7);
}
