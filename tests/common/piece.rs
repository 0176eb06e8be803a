//! Pieces and where they reach on an empty board; squares are numbers 0..81, file by file.

/// Marks "no square": off the board, or a king that is absent.
pub(crate) const NO_SQUARE: usize = 81;

/// One of the two sides (先手, 後手).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Color {
    Black,
    White,
}

impl Color {
    pub(crate) const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The opponent.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// What a piece is, promoted kinds apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    Pawn,
    Lance,
    Knight,
    Silver,
    Gold,
    Bishop,
    Rook,
    King,
    ProPawn,
    ProLance,
    ProKnight,
    ProSilver,
    Horse,
    Dragon,
}

/// Every kind, in the order of `Kind as usize`.
pub(crate) const KINDS: [Kind; 14] = [
    Kind::Pawn,
    Kind::Lance,
    Kind::Knight,
    Kind::Silver,
    Kind::Gold,
    Kind::Bishop,
    Kind::Rook,
    Kind::King,
    Kind::ProPawn,
    Kind::ProLance,
    Kind::ProKnight,
    Kind::ProSilver,
    Kind::Horse,
    Kind::Dragon,
];

/// The kinds that can be held in hand, cheapest first; a hand is indexed like this.
pub(crate) const HELD: [Kind; 7] = [
    Kind::Pawn,
    Kind::Lance,
    Kind::Knight,
    Kind::Silver,
    Kind::Gold,
    Kind::Bishop,
    Kind::Rook,
];

/// How many of each held kind a set has.
pub(crate) const SET: [u8; 7] = [18, 4, 4, 4, 4, 2, 2];

impl Kind {
    /// The kind after promotion, if there is one.
    pub(crate) const fn promoted(self) -> Option<Self> {
        match self {
            Self::Pawn => Some(Self::ProPawn),
            Self::Lance => Some(Self::ProLance),
            Self::Knight => Some(Self::ProKnight),
            Self::Silver => Some(Self::ProSilver),
            Self::Bishop => Some(Self::Horse),
            Self::Rook => Some(Self::Dragon),
            _ => None,
        }
    }

    /// The kind before promotion: what it becomes when captured.
    pub(crate) const fn base(self) -> Self {
        match self {
            Self::ProPawn => Self::Pawn,
            Self::ProLance => Self::Lance,
            Self::ProKnight => Self::Knight,
            Self::ProSilver => Self::Silver,
            Self::Horse => Self::Bishop,
            Self::Dragon => Self::Rook,
            kind => kind,
        }
    }

    /// The upper-case SFEN letter of the unpromoted kind.
    pub(crate) const fn letter(self) -> char {
        match self.base() {
            Self::Pawn => 'P',
            Self::Lance => 'L',
            Self::Knight => 'N',
            Self::Silver => 'S',
            Self::Gold => 'G',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            _ => 'K',
        }
    }

    /// The unpromoted kind of an upper-case SFEN letter.
    pub(crate) fn from_letter(letter: char) -> Option<Self> {
        KINDS
            .into_iter()
            .take(8)
            .find(|kind| kind.letter() == letter)
    }
}

/// A piece with its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    pub(crate) color: Color,
    pub(crate) kind: Kind,
}

/// Where a piece goes: bit `d` of `steps` (one square) or `slides` (any distance) per direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub(crate) steps: u16,
    pub(crate) slides: u16,
}

/// Eight ring directions clockwise from black's forward, then the four knight jumps.
pub(crate) const DIRECTIONS: usize = 12;
const FILE_PLUS_2: [usize; DIRECTIONS] = [2, 3, 3, 3, 2, 1, 1, 1, 3, 1, 1, 3];
const RANK_PLUS_2: [usize; DIRECTIONS] = [1, 1, 2, 3, 3, 3, 2, 1, 0, 0, 4, 4];

const FORWARD: u16 = 1;
const CROSS: u16 = 0b0101_0101;
const DIAGONAL: u16 = 0b1010_1010;
const SILVER: u16 = DIAGONAL | FORWARD;
const GOLD: u16 = CROSS | 0b1000_0010;
const JUMPS: u16 = 0b11 << 8;

/// The opposite of a direction.
pub(crate) const fn opposite(direction: usize) -> usize {
    if direction < 8 {
        (direction + 4) % 8
    } else {
        8 + (direction + 2) % 4
    }
}

const fn reach_of_black(kind: Kind) -> Reach {
    let (steps, slides) = match kind {
        Kind::Pawn => (FORWARD, 0),
        Kind::Lance => (0, FORWARD),
        Kind::Knight => (JUMPS, 0),
        Kind::Silver => (SILVER, 0),
        Kind::Bishop => (0, DIAGONAL),
        Kind::Rook => (0, CROSS),
        Kind::King => (CROSS | DIAGONAL, 0),
        Kind::Horse => (CROSS, DIAGONAL),
        Kind::Dragon => (DIAGONAL, CROSS),
        Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => {
            (GOLD, 0)
        }
    };
    Reach { steps, slides }
}

const fn turned(bits: u16) -> u16 {
    let mut result = 0;
    let mut direction = 0;
    while direction < DIRECTIONS {
        if bits >> direction & 1 == 1 {
            result |= 1 << opposite(direction);
        }
        direction += 1;
    }
    result
}

/// What is added to a square's code for a white piece; black kinds have the codes 1 to 14.
const WHITE_CODE: u8 = 16;

impl Piece {
    /// The byte for a square with this piece; 0 is an empty square.
    pub(crate) const fn code(self) -> u8 {
        match self.color {
            Color::Black => self.kind as u8 + 1,
            Color::White => self.kind as u8 + 1 + WHITE_CODE,
        }
    }

    /// The piece of a square's byte.
    pub(crate) const fn from_code(code: u8) -> Option<Self> {
        if code == 0 {
            return None;
        }
        let color = if code < WHITE_CODE {
            Color::Black
        } else {
            Color::White
        };
        Some(Self {
            color,
            kind: KINDS[(code % WHITE_CODE) as usize - 1],
        })
    }
}

const fn reaches() -> [Reach; 32] {
    let mut table = [Reach {
        steps: 0,
        slides: 0,
    }; 32];
    let mut index = 0;
    while index < 14 {
        let kind = KINDS[index];
        let reach = reach_of_black(kind);
        table[Piece {
            color: Color::Black,
            kind,
        }
        .code() as usize] = reach;
        table[Piece {
            color: Color::White,
            kind,
        }
        .code() as usize] = Reach {
            steps: turned(reach.steps),
            slides: turned(reach.slides),
        };
        index += 1;
    }
    table
}

static REACHES: [Reach; 32] = reaches();

/// The reach of a piece.
pub(crate) fn reach(piece: Piece) -> Reach {
    reach_of_code(piece.code())
}

/// The reach of the piece with a code; none for an empty square.
pub(crate) fn reach_of_code(code: u8) -> Reach {
    REACHES[usize::from(code % 32)]
}

/// Whether the piece with a code belongs to a side.
pub(crate) fn is_owner(color: Color, code: u8) -> bool {
    (code < WHITE_CODE) == (color == Color::Black)
}

/// Squares as bytes.
const SQUARES: [u8; 81] = {
    let mut squares = [0; 81];
    let mut index = 1;
    while index < 81 {
        squares[index] = squares[index - 1] + 1;
        index += 1;
    }
    squares
};

const fn neighbours() -> [[u8; DIRECTIONS]; 81] {
    let mut table = [[81; DIRECTIONS]; 81];
    let mut square = 0;
    while square < 81 {
        let mut direction = 0;
        while direction < DIRECTIONS {
            let file = square / 9 + FILE_PLUS_2[direction];
            let rank = square % 9 + RANK_PLUS_2[direction];
            if file >= 2 && file < 11 && rank >= 2 && rank < 11 {
                table[square][direction] = SQUARES[(file - 2) * 9 + rank - 2];
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

static NEIGHBOURS: [[u8; DIRECTIONS]; 81] = neighbours();

/// The next square in a direction, or `NO_SQUARE`.
pub(crate) fn next(square: usize, direction: usize) -> usize {
    usize::from(NEIGHBOURS[square][direction])
}

/// How many ranks lie before a piece of this side on this square; 0 on its last rank.
pub(crate) fn ranks_ahead(color: Color, square: usize) -> usize {
    match color {
        Color::Black => square % 9,
        Color::White => 8 - square % 9,
    }
}

/// Whether an unpromoted piece could never move again there (行き所のない駒).
pub(crate) fn is_dead_end(piece: Piece, square: usize) -> bool {
    match piece.kind {
        Kind::Pawn | Kind::Lance => ranks_ahead(piece.color, square) == 0,
        Kind::Knight => ranks_ahead(piece.color, square) < 2,
        _ => false,
    }
}

/// Whether one piece of some kind on an empty board could attack the one square from the other.
pub(crate) fn is_related(a: usize, b: usize) -> bool {
    let files = (a / 9).abs_diff(b / 9);
    let ranks = (a % 9).abs_diff(b % 9);
    files == 0 || ranks == 0 || files == ranks || (files, ranks) == (1, 2)
}

/// King steps between two squares: the larger of file and rank distance.
pub(crate) fn distance(a: usize, b: usize) -> usize {
    (a / 9).abs_diff(b / 9).max((a % 9).abs_diff(b % 9))
}

/// The USI text of a square, such as `5b`.
pub(crate) fn square_name(square: usize) -> String {
    const FILES: &[u8] = b"123456789";
    const RANKS: &[u8] = b"abcdefghi";
    format!(
        "{}{}",
        char::from(FILES[square / 9]),
        char::from(RANKS[square % 9])
    )
}

/// The square of a USI text.
pub(crate) fn square_named(name: &str) -> Option<usize> {
    (0..81).find(|&square| square_name(square) == name)
}
