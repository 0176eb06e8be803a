//! Start positions of whole games: even (平手) and with a handicap (駒落ち).

use crate::shogi::{Color, Setup, Square};

/// A start position by its names.
#[derive(Clone, Copy, Debug)]
struct Handicap {
    /// Name in KIF (手合割).
    name: &'static str,
    /// Name in JKF.
    #[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "only JKF asks"))]
    preset: &'static str,
    /// The squares from which White's pieces are taken: file and rank.
    removed: &'static [(u8, u8)],
}

const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

const ROOK: (u8, u8) = (8, 2);
const BISHOP: (u8, u8) = (2, 2);

#[rustfmt::skip]
const HANDICAPS: [Handicap; 16] = [
    Handicap { name: "平手", preset: "HIRATE", removed: &[] },
    Handicap { name: "香落ち", preset: "KY", removed: &[(1, 1)] },
    Handicap { name: "右香落ち", preset: "KY_R", removed: &[(9, 1)] },
    Handicap { name: "角落ち", preset: "KA", removed: &[BISHOP] },
    Handicap { name: "飛車落ち", preset: "HI", removed: &[ROOK] },
    Handicap { name: "飛香落ち", preset: "HIKY", removed: &[ROOK, (1, 1)] },
    Handicap { name: "二枚落ち", preset: "2", removed: &[ROOK, BISHOP] },
    Handicap { name: "三枚落ち", preset: "3", removed: &[ROOK, BISHOP, (1, 1)] },
    Handicap { name: "四枚落ち", preset: "4", removed: &[ROOK, BISHOP, (1, 1), (9, 1)] },
    Handicap { name: "五枚落ち", preset: "5", removed: &[ROOK, BISHOP, (1, 1), (9, 1), (8, 1)] },
    Handicap { name: "左五枚落ち", preset: "5_L", removed: &[ROOK, BISHOP, (1, 1), (9, 1), (2, 1)] },
    Handicap { name: "六枚落ち", preset: "6", removed: &[ROOK, BISHOP, (1, 1), (9, 1), (2, 1), (8, 1)] },
    Handicap { name: "左七枚落ち", preset: "7_L",
        removed: &[ROOK, BISHOP, (1, 1), (9, 1), (2, 1), (8, 1), (3, 1)] },
    Handicap { name: "右七枚落ち", preset: "7_R",
        removed: &[ROOK, BISHOP, (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)] },
    Handicap { name: "八枚落ち", preset: "8",
        removed: &[ROOK, BISHOP, (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)] },
    Handicap { name: "十枚落ち", preset: "10",
        removed: &[ROOK, BISHOP, (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)] },
];

impl Handicap {
    fn setup(self) -> Setup {
        let mut setup = even();
        for &(file, rank) in self.removed {
            setup.board[Square::new(file, rank).index()] = None;
        }
        if !self.removed.is_empty() {
            setup.turn = Color::White;
        }
        setup
    }
}

/// The start position of an even game.
pub(super) fn even() -> Setup {
    EVEN.parse().expect("the start position is good SFEN")
}

/// The start position with this name in KIF (手合割).
pub(super) fn by_name(name: &str) -> Option<Setup> {
    let mut all = HANDICAPS.into_iter();
    all.find(|handicap| handicap.name == name.trim())
        .map(Handicap::setup)
}

/// The start position with this name in JKF.
#[cfg(feature = "serde")]
pub(super) fn by_preset(preset: &str) -> Option<Setup> {
    let mut all = HANDICAPS.into_iter();
    all.find(|handicap| handicap.preset == preset)
        .map(Handicap::setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_take_only_white_pieces() {
        for handicap in HANDICAPS {
            let setup = by_name(handicap.name).unwrap();
            #[cfg(feature = "serde")]
            assert_eq!(by_preset(handicap.preset).as_ref(), Some(&setup));
            let pieces = setup.board.iter().flatten().count();
            assert_eq!(pieces, 40 - handicap.removed.len(), "{}", handicap.name);
            assert!(setup.faults(setup.turn).is_empty());
        }
    }
}
