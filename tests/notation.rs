//! Japanese move names compared with an independent implementation on crowded positions.

#![expect(clippy::unwrap_used, reason = "tests")]

use kanju::shogi::{Move, Position, Setup, Square, movegen, notation};
use rsshogi::board;
use rsshogi::types::Move as Theirs;

/// A small generator of pseudo-random numbers: the test is the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Positions in which many pieces of a kind reach the same squares.
const ROOTS: [&str; 8] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "4k4/1r5b1/9/2+S1+S1+S2/3+P+P+P3/4G4/1B2G2R1/4G4/4K4 b GS2N4L2PN10P 1",
    "4k4/2ggg4/1+n+n1+n4/9/5+l+l2/2s1s1s2/1b1r5/9/8K w RBGSN2L17P 1",
    "9/k8/1N1N1N1N1/2S1S4/3S1S3/2G1G1G2/3G5/9/K8 b 2R2B4L18P 1",
    "8k/1+R7/9/4+R4/9/2+B3+B2/9/9/K8 b 4G4S4N4L18P 1",
    "8k/9/+P+P+P6/+P1+P6/+P+P+P6/9/5S1S1/6S2/K4S3 b 2R2B4G4N4L9P 1",
    "k8/9/9/9/6+p+p+p/6+p1+p/6+p+p+p/9/K3b1r2 w RB4G4S4N4L10P 1",
    "4k4/9/1L3L3/9/2R3R2/9/B7B/9/4K4 b 4g4s4n2l18p 1",
];

#[test]
fn names_agree_with_an_independent_implementation_and_read_back() {
    let mut random = Random(7);
    let style = notation::Style::default();
    let mut compared = 0_u32;
    for round in 0..16 {
        let root = ROOTS[round % ROOTS.len()];
        let mut position = Position::try_from(root.parse::<Setup>().unwrap()).unwrap();
        let mut theirs = board::position_from_sfen(root).unwrap();
        theirs.init_stack();
        let mut previous: Option<Square> = None;
        for _ in 0..60 {
            let legal = movegen::legal_moves(&position);
            if legal.is_empty() {
                break;
            }
            for &mv in &legal {
                let ours = notation::name(&position, mv, previous, &style);
                let usi = Theirs::from_usi(&mv.to_string()).unwrap();
                let expected = usi.to_ki2(&theirs).unwrap();
                // It writes 右 also where 右寄 is needed to tell the piece from one that goes 右上.
                let bare = |name: &str| {
                    let name = name.replace('\u{3000}', "");
                    name.replace("右寄", "右").replace("左寄", "左")
                };
                assert_eq!(bare(&ours), bare(&expected), "{mv} on {position}");
                assert_eq!(notation::read(&position, &ours, previous), Ok(mv), "{ours}");
                let with_origin = notation::name_with_origin(&position, mv, previous);
                assert_eq!(
                    notation::read(&position, &with_origin, previous),
                    Ok(mv),
                    "{with_origin}"
                );
                compared += 1;
            }
            let mv = legal[random.below(legal.len())];
            previous = Some(mv.to());
            let _ = position.play(mv);
            let usi = Theirs::from_usi(&mv.to_string()).unwrap();
            let full = theirs.move32_from_move(usi);
            theirs.apply_move32(full);
        }
    }
    assert!(compared >= 10_000, "{compared} moves compared");
}

fn position(sfen: &str) -> Position {
    Position::try_from(sfen.parse::<Setup>().unwrap()).unwrap()
}

#[test]
fn other_spellings_are_read() {
    let position = position("7k1/9/5RS2/6P2/9/9/9/9/9 b 2G 1");
    let previous = Some(Square::new(3, 3));
    for (text, usi) in [
        ("▲２二金打", "G*2b"),
        ("22金", "G*2b"),
        ("☗2二金打", "G*2b"),
        ("２2金(00)", "G*2b"),
        ("３二銀生", "3c3b"),
        ("三二銀(33)", "3c3b"),
        ("３二銀成（33）", "3c3b+"),
        ("▲ ４一飛成", "4c4a+"),
        (" 41飛行成 ", "4c4a+"),
    ] {
        let mv: Move = usi.parse().unwrap();
        assert_eq!(notation::read(&position, text, previous), Ok(mv), "{text}");
    }
}

/// Text, column of the error, message.
const ERRORS: [(&str, usize, &str); 17] = [
    (
        "",
        1,
        "no square here; write a file and a rank such as ２三, or 同",
    ),
    (
        "▲２二",
        4,
        "no piece here; write one of 歩香桂銀金角飛玉 or と成香成桂成銀馬龍",
    ),
    ("同　銀", 1, "同 without a move before it; write the square"),
    (
        "△２二銀",
        1,
        "the mark is of the other side, but Black is to move",
    ),
    (
        "２二銀",
        3,
        "2 pieces 銀 can go there; add 右, 左, 直, 上, 寄 or 引, or the origin",
    ),
    ("２二銀引", 3, "no 銀 fits the words `引`; correct them"),
    (
        "７八金(79)",
        4,
        "no piece on `７九` to move; if it is dropped, write `打`",
    ),
    (
        "２二金(33)",
        4,
        "on `３三` stands 銀, not 金; correct one of them",
    ),
    (
        "２二金打",
        1,
        "no 金 in hand to drop on `２二`; check the hands of the diagram",
    ),
    (
        "３二歩打",
        1,
        "`３二` is not empty; a piece cannot be dropped there",
    ),
    (
        "９四歩打",
        1,
        "a second pawn on the file of `９四` (二歩); choose another move",
    ),
    (
        "２二桂打",
        1,
        "桂 could never move from `２二` (行き所のない駒); choose another move",
    ),
    ("３一歩(32)", 1, "歩 must promote on `３一`; write `成`"),
    (
        "９六歩成(97)",
        1,
        "歩 cannot promote on `９六`; remove `成`",
    ),
    (
        "５五銀(33)",
        1,
        "銀 on `３三` does not reach `５五`; correct one of them",
    ),
    (
        "５五飛",
        1,
        "no 飛 can move to `５五`; check piece and square",
    ),
    ("９六歩(97)x", 8, "`x` after the move; remove it"),
];

#[test]
fn errors_name_the_place_and_the_way_out() {
    let position = position("7k1/6P2/6S1S/9/9/9/P8/9/9 b NP 1");
    for (text, column, message) in ERRORS {
        let error = notation::read(&position, text, None).unwrap_err();
        assert_eq!(
            (error.column, error.message.as_str()),
            (column, message),
            "{text}"
        );
    }
}
