//! Laws that hold on every position: generators against their plain definitions, play and undo.

use std::collections::BTreeSet;

use kanju::shogi::{Move, Position, Setup, checks, evasions, movegen};

fn sorted(moves: Vec<Move>) -> BTreeSet<Move> {
    let count = moves.len();
    let set: BTreeSet<_> = moves.into_iter().collect();
    assert_eq!(set.len(), count, "a move is generated once");
    set
}

/// The laws at one position.
fn assert_laws(position: &mut Position) {
    let legal = sorted(movegen::legal_moves(position));
    let gives_check = |mv: Move| {
        let mut after = position.clone();
        let _ = after.play(mv);
        after.is_check()
    };
    let expected: BTreeSet<_> = legal
        .iter()
        .copied()
        .filter(|&mv| gives_check(mv))
        .collect();
    let mut found = Vec::new();
    checks::checks(position, &mut found);
    assert_eq!(sorted(found), expected, "checks of {position}");
    for &mv in &legal {
        assert_eq!(
            checks::gives_check(position, mv),
            gives_check(mv),
            "{mv} in {position}"
        );
    }
    if position.is_check() {
        let mut found = Vec::new();
        evasions::evasions(position, &mut found);
        assert_eq!(sorted(found), legal, "evasions of {position}");
        assert_eq!(
            evasions::has_evasion(position),
            !legal.is_empty(),
            "has_evasion of {position}"
        );
    }
    for mv in legal {
        let before = position.clone();
        let key = position.key_after(mv);
        let hand = position.hand_after(mv);
        let undo = position.play(mv);
        assert_eq!(position.key(), key);
        assert_eq!(position.hand(before.turn()), hand);
        position.undo(mv, undo);
        assert!(*position == before && position.key() == before.key());
    }
}

#[test]
fn laws_hold_along_random_games() {
    let roots = [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "8k/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
        "4k4/9/4P4/9/9/9/9/4p4/4K4 b RBGSNLPrbgsnlp 1",
        "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1",
    ];
    let mut seed = 1_u64;
    let mut random = move |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    for root in roots {
        for _ in 0..40 {
            let setup: Setup = root.parse().unwrap();
            let mut position = Position::try_from(setup).unwrap();
            for _ in 0..120 {
                assert_laws(&mut position);
                let moves = movegen::legal_moves(&position);
                let mut preferred = Vec::new();
                checks::checks(&position, &mut preferred);
                let pool = if !preferred.is_empty() && random(2) == 0 {
                    &preferred
                } else {
                    &moves
                };
                if pool.is_empty() {
                    break;
                }
                let _ = position.play(pool[random(pool.len())]);
            }
        }
    }
}
