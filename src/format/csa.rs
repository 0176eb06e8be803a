//! CSA 2.2 and 3.0, the format of computer shogi: statements, one a line or parted by commas.
//!
//! Read: rows `P1…P9` or single pieces `P+23FU`, hands `P+00KI`, all remaining pieces `P-00AL`, `PI`, the side to move,
//! moves, `%` ends, several games parted by `/`. `$EVENT` is the title; a comment `'作者：…` before the moves is a
//! header line as in KIF, and `'*…` a comment to the move before it. Side lines do not exist in CSA.

use crate::shogi::{Color, Piece, Position, Setup, Square};
use crate::tsume::{Header, Problem};

use super::csa_words::{kind_of, read_move, square_of};
use super::entry::{self, Entry, FillHand, Rest};
use super::error::{ErrorKind, FormatError, MAX_PROBLEM_LINES};
use super::game::Game;
use super::handicap;
use super::text;

pub use super::csa_write::write;

/// All problems of a CSA text.
#[must_use]
pub fn read(text: &str, fill: FillHand) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut game: Vec<(usize, &str)> = Vec::new();
    for (number, line) in text::lines(text) {
        if line.trim() == "/" {
            entries.extend(read_game(&game, fill));
            game.clear();
        } else if game.len() <= MAX_PROBLEM_LINES {
            game.push((number, line));
        }
    }
    entries.extend(read_game(&game, fill));
    if entries.is_empty() {
        let error = FormatError::at((1, 1), ErrorKind::MissingBoard, NO_BOARD, "");
        entries.push(Entry::failed(Some(1), error));
    }
    entries
}

/// The entry of one game, unless it is blank.
fn read_game(lines: &[(usize, &str)], fill: FillHand) -> Option<Entry> {
    if lines.len() > MAX_PROBLEM_LINES {
        let line = lines[0].0;
        return Some(Entry::failed(Some(line), FormatError::too_many_lines(line)));
    }
    let says = |&(_, line): &(usize, &str)| !line.trim().is_empty() && !line.starts_with('\'');
    let any = lines.iter().any(says);
    any.then(|| Reader::default().read(lines, fill))
}

const NO_BOARD: &str = "no position; give rows P1 to P9, pieces such as P+23FU, or PI";

/// One statement with its place.
#[derive(Clone, Copy, Debug)]
struct Statement<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

impl Statement<'_> {
    fn fault(&self, offset: usize, message: impl Into<String>) -> FormatError {
        FormatError::syntax((self.line, self.column + offset), message, self.text)
    }
}

fn statements<'a>(lines: &[(usize, &'a str)]) -> Vec<Statement<'a>> {
    let mut found = Vec::new();
    for &(line, whole) in lines {
        let bare = whole.trim_end();
        if bare.starts_with(['\'', 'N', '$']) {
            found.push(Statement {
                line,
                column: 1,
                text: bare,
            });
            continue;
        }
        let mut column = 1;
        for text in bare.split(',') {
            let lead = text.len() - text.trim_start().len();
            found.push(Statement {
                line,
                column: column + lead,
                text: text.trim_start(),
            });
            column += text.chars().count() + 1;
        }
    }
    found.retain(|statement| !statement.text.is_empty());
    found
}

/// The state while one game is read.
#[derive(Debug, Default)]
struct Reader {
    setup: Setup,
    header: Header,
    warnings: Vec<String>,
    /// Where the first piece was placed.
    board: Option<(usize, usize)>,
    turn: Option<Color>,
    /// Sides that get all remaining pieces.
    rest: [bool; 2],
    /// Whether the board is the start position of a game, in which missing pieces are a handicap.
    is_game: bool,
    game: Option<Game>,
    ended: bool,
}

impl Reader {
    fn read(mut self, lines: &[(usize, &str)], fill: FillHand) -> Entry {
        let statements = statements(lines);
        let mut sfen = None;
        let problem = self.problem(&statements, fill, &mut sfen);
        let first = statements.first().map(|statement| statement.line);
        Entry {
            line: self.board.map(|(line, _)| line).or(first),
            sfen,
            header: self.header,
            problem,
        }
    }

    fn problem(
        &mut self,
        statements: &[Statement<'_>],
        fill: FillHand,
        sfen: &mut Option<String>,
    ) -> Result<Problem, FormatError> {
        for statement in statements {
            let is_move = statement.text.starts_with(['+', '-']) && statement.text.len() > 1;
            if is_move && self.game.is_none() {
                self.start(statement.line, fill, sfen)?;
            }
            self.statement(statement)?;
        }
        let line = statements.first().map_or(1, |statement| statement.line);
        if self.game.is_none() {
            self.start(line, fill, sfen)?;
        }
        let warnings = std::mem::take(&mut self.warnings);
        let Some(game) = self.game.take() else {
            let message = "no position and no moves";
            return Err(FormatError::at(
                (line, 1),
                ErrorKind::MissingBoard,
                message,
                "",
            ));
        };
        let declared = game.finish();
        let position = self.position((line, 1))?;
        Ok(entry::checked(
            position,
            &self.header,
            Some(declared),
            warnings,
        ))
    }

    /// Settles the position before the first move.
    fn start(
        &mut self,
        line: usize,
        fill: FillHand,
        sfen: &mut Option<String>,
    ) -> Result<(), FormatError> {
        let Some(place) = self.board else {
            return Err(FormatError::at(
                (line, 1),
                ErrorKind::MissingBoard,
                NO_BOARD,
                "",
            ));
        };
        let (turn, warning) = entry::side_to_move(&self.setup, self.turn);
        self.setup.turn = turn;
        self.warnings.extend(warning);
        if self.rest[turn.index()] && fill != FillHand::No {
            let missing = self.setup.missing();
            entry::add_hand(&mut self.setup, turn, missing);
        }
        let defender = &self.setup.hands[(!turn).index()];
        let rest = if self.rest.contains(&true) {
            Rest::Named
        } else if defender.iter().all(|&count| count == 0) && !self.is_game {
            Rest::Unsaid
        } else {
            Rest::Written
        };
        let settled = entry::settle_hand(&mut self.setup, rest, fill);
        self.warnings.extend(settled);
        *sfen = Some(self.setup.to_string());
        self.game = Some(Game::new(self.position(place)?));
        Ok(())
    }

    fn position(&self, place: (usize, usize)) -> Result<Position, FormatError> {
        Position::try_from(self.setup.clone())
            .map_err(|faults| FormatError::setup(place, faults, ""))
    }

    fn statement(&mut self, statement: &Statement<'_>) -> Result<(), FormatError> {
        let text = statement.text;
        let mut letters = text.chars();
        match letters.next() {
            Some('\'') => self.comment(&text[1..]),
            Some('V' | 'T') => {}
            Some('N') => {
                let (key, name) = match letters.next() {
                    Some('+') => ("先手", &text[2..]),
                    Some('-') => ("後手", &text[2..]),
                    _ => return Err(statement.fault(0, "no side; write N+ or N-")),
                };
                entry::add_japanese(&mut self.header, key, name);
            }
            Some('$') => self.key(&text[1..]),
            Some('P') => {
                self.board.get_or_insert((statement.line, statement.column));
                self.placement(statement)?;
            }
            Some('+') if text.len() == 1 => self.turn = Some(Color::Black),
            Some('-') if text.len() == 1 => self.turn = Some(Color::White),
            Some('+' | '-') => self.play(statement)?,
            Some('%') => self.ended = true,
            _ => {
                let message = "no CSA statement; write P, +, -, % or ' for a comment";
                return Err(statement.fault(0, message));
            }
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        if let Some(comment) = text.strip_prefix('*') {
            let ply = self.game.as_ref().map_or(0, Game::ply);
            let (sign, comment) = match comment.strip_prefix('&') {
                Some(bookmark) => ('&', bookmark),
                None => ('*', comment),
            };
            let field = (format!("{sign}{ply}"), comment.to_owned());
            self.header.fields.push(field);
        } else if let Some((key, value)) = text.split_once('：').filter(|_| self.game.is_none()) {
            entry::add_japanese(&mut self.header, key.trim(), value);
        }
    }

    fn key(&mut self, text: &str) {
        let (key, value) = text.split_once(':').unwrap_or((text, ""));
        if key == "EVENT" && self.header.title.is_none() && !value.trim().is_empty() {
            self.header.title = Some(value.trim().to_owned());
        } else {
            entry::add_tag(&mut self.header, key, value);
        }
    }

    fn placement(&mut self, statement: &Statement<'_>) -> Result<(), FormatError> {
        let text = statement.text;
        match text.chars().nth(1) {
            Some('I') => {
                self.setup.board = handicap::even().board;
                self.is_game = true;
                self.pieces(statement, None)
            }
            Some('+') => self.pieces(statement, Some(Color::Black)),
            Some('-') => self.pieces(statement, Some(Color::White)),
            Some(digit @ '1'..='9') => {
                let rank = u8::try_from(text::plain_digit(digit).unwrap_or(1)).unwrap_or(1);
                self.row(statement, rank)
            }
            _ => Err(statement.fault(1, "no row, side or I after P; write P1 to P9, P+, P- or PI")),
        }
    }

    fn row(&mut self, statement: &Statement<'_>, rank: u8) -> Result<(), FormatError> {
        let cells: Vec<char> = statement.text.chars().skip(2).collect();
        let mut found = 0;
        for (index, cell) in cells.chunks(3).enumerate() {
            let cell: String = cell.iter().collect();
            let piece = match cell.chars().next() {
                Some('+') => kind_of(&cell[1..]).map(|kind| Piece::new(kind, Color::Black)),
                Some('-') => kind_of(&cell[1..]).map(|kind| Piece::new(kind, Color::White)),
                _ => None,
            };
            if piece.is_none() && cell.trim() != "*" {
                let message = format!("`{cell}` is no square; write +FU, -FU or ` * `");
                return Err(statement.fault(2 + index * 3, message));
            }
            found += 1;
            let file = u8::try_from(9_usize.saturating_sub(index)).unwrap_or(0);
            if let Some(square) = Square::try_new(file, rank) {
                self.setup.board[square.index()] = piece;
            }
        }
        if found == 9 {
            return Ok(());
        }
        let message = format!("the row has {found} squares instead of nine; write ` * ` for none");
        Err(statement.fault(2, message))
    }

    /// Pieces by square, or taken from the start position if no side is given.
    fn pieces(
        &mut self,
        statement: &Statement<'_>,
        color: Option<Color>,
    ) -> Result<(), FormatError> {
        let letters: Vec<char> = statement.text.chars().skip(2).collect();
        for (index, chunk) in letters.chunks(4).enumerate() {
            let word: String = chunk.iter().collect();
            let fault = |message: String| statement.fault(2 + index * 4, message);
            if word == "00AL" {
                self.rest[color.unwrap_or(Color::White).index()] = true;
                continue;
            }
            let piece = word.get(2..).and_then(kind_of);
            let (Some(kind), true) = (piece, word.len() == 4) else {
                return Err(fault(format!(
                    "`{word}` is no piece; write 23FU, 00KI or 00AL"
                )));
            };
            match (square_of(&word[..2]), color) {
                (Some(square), Some(color)) => {
                    if self.setup.piece(square).is_some() {
                        return Err(fault(format!("two pieces on {}", &word[..2])));
                    }
                    self.setup.board[square.index()] = Some(Piece::new(kind, color));
                }
                (Some(square), None) => self.setup.board[square.index()] = None,
                (None, Some(color)) if &word[..2] == "00" => {
                    let held = kind.hand_piece().filter(|held| held.kind() == kind);
                    let Some(held) = held else {
                        return Err(fault(format!("`{word}` cannot be in a hand")));
                    };
                    self.setup.hands[color.index()][held.index()] += 1;
                }
                _ => return Err(fault(format!("`{}` is no square", &word[..2]))),
            }
        }
        Ok(())
    }

    fn play(&mut self, statement: &Statement<'_>) -> Result<(), FormatError> {
        if self.ended {
            return Err(statement.fault(
                0,
                "a move after the end; remove it, or write / between games",
            ));
        }
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        let number = game.ply() + 1;
        let mv = read_move(game.position(), statement.text).map_err(|message| {
            let place = (statement.line, statement.column);
            FormatError::of_move(place, number, &message, statement.text)
        })?;
        game.play(mv);
        Ok(())
    }
}
