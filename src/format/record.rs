//! One problem of a KIF or KI2 text, from its lines.

use std::ops::Range;

use crate::shogi::{Color, Position, Setup, Square, notation};
use crate::tsume::{Header, Problem};

use super::bod::{self, HandText, Owner};
use super::entry::{self, Entry, FillHand, Rest};
use super::error::{ErrorKind, FormatError, MAX_PROBLEM_LINES};
use super::game::Game;
use super::handicap;
use super::split;
use super::tokens::{self, Item, Token, first_mark, is_terminal};

/// All problems of a KIF or KI2 text.
///
/// Lines are kept only as long as it is open to which problem they belong.
pub(super) fn read(text: &str, fill: FillHand) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut items: Vec<Item<'_>> = Vec::new();
    // Where the lines after the moves start, which may open a new problem.
    let mut cut = None;
    let (mut played, mut skipping) = (false, false);
    for item in tokens::tokens(text) {
        if played && item.opens() {
            (played, skipping) = (false, false);
            cut = Some(items.len());
        }
        played |= item.is_play();
        let starts = item.starts_problem();
        if !skipping {
            items.push(item);
        }
        if let Some(end) = cut.take_if(|_| starts) {
            entries.extend(read_items(&items[..end], fill));
            items.drain(..end);
        }
        if items.len() > MAX_PROBLEM_LINES {
            let line = items[0].line;
            entries.push(Entry::failed(Some(line), FormatError::too_many_lines(line)));
            items.clear();
            (cut, skipping) = (None, true);
        }
    }
    entries.extend(read_items(&items, fill));
    if entries.is_empty() {
        let error = FormatError::at((1, 1), ErrorKind::MissingBoard, NO_BOARD, "");
        entries.push(Entry::failed(Some(1), error));
    }
    entries
}

fn read_items(items: &[Item<'_>], fill: FillHand) -> Vec<Entry> {
    let read = |range: Range<usize>| Reader::new(fill).read(&items[range]);
    split::problems(items).into_iter().map(read).collect()
}

const NO_BOARD: &str =
    "no board diagram; give nine rows such as | ・ ・ ・ ・v玉 ・ ・ ・ ・|一, or 手合割：平手";

/// The state while one problem is read.
#[derive(Debug)]
struct Reader {
    fill: FillHand,
    header: Header,
    warnings: Vec<String>,
    hands: Vec<(Owner, HandText)>,
    turn: Option<Color>,
    handicap: Option<String>,
}

impl Reader {
    const fn new(fill: FillHand) -> Self {
        Self {
            fill,
            header: Header {
                title: None,
                id: None,
                author: None,
                length: None,
                fields: Vec::new(),
            },
            warnings: Vec::new(),
            hands: Vec::new(),
            turn: None,
            handicap: None,
        }
    }

    fn read(mut self, items: &[Item<'_>]) -> Entry {
        let first = items.iter().find(|item| item.token != Token::Blank);
        let row = items.iter().find(|item| item.token == Token::Row);
        let line = row.or(first).map(|item| item.line);
        let mut sfen = None;
        let problem = self.problem(items, &mut sfen);
        Entry {
            line,
            sfen,
            header: self.header,
            problem,
        }
    }

    fn problem(
        &mut self,
        items: &[Item<'_>],
        sfen: &mut Option<String>,
    ) -> Result<Problem, FormatError> {
        self.read_head(items)?;
        let (setup, place) = self.setup(items)?;
        *sfen = Some(setup.to_string());
        let text = items.iter().find(|item| item.line == place.0);
        let position = Position::try_from(setup).map_err(|faults| {
            FormatError::setup(place, faults, text.map_or("", |item| item.text))
        })?;
        let game = Play::new(Game::new(position.clone()), self).read(items)?;
        let warnings = std::mem::take(&mut self.warnings);
        let declared = game.finish();
        Ok(entry::checked(
            position,
            &self.header,
            Some(declared),
            warnings,
        ))
    }

    /// Headers, hands and the side to move.
    fn read_head(&mut self, items: &[Item<'_>]) -> Result<(), FormatError> {
        for item in items {
            match &item.token {
                Token::Header { key, value, .. } if *key == "手合割" => {
                    self.handicap = Some(value.trim().to_owned());
                }
                Token::Header { key, value, .. } => {
                    entry::add_japanese(&mut self.header, key, value);
                }
                Token::Hand {
                    owner,
                    value,
                    column,
                } => {
                    let hand = bod::read_hand(value).map_err(|(offset, message)| {
                        FormatError::syntax((item.line, column + offset - 1), message, item.text)
                    })?;
                    self.hands.push((*owner, hand));
                }
                Token::Turn(color) => self.turn = Some(*color),
                Token::Unknown => {
                    let text: String = item.text.trim().chars().take(40).collect();
                    self.warnings
                        .push(format!("line {} ignored: {text}", item.line));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The set-up and where its text starts.
    fn setup(&mut self, items: &[Item<'_>]) -> Result<(Setup, (usize, usize)), FormatError> {
        let rows: Vec<_> = items.iter().filter(|i| i.token == Token::Row).collect();
        let Some(first) = rows.first() else {
            let line = items.first().map_or(1, |item| item.line);
            let mut setup = self.start_of_game(line)?;
            self.warnings
                .extend(entry::settle_hand(&mut setup, Rest::Written, self.fill));
            return Ok((setup, (line, 1)));
        };
        let mut setup = Setup::default();
        for (rank, item) in (1..).zip(&rows) {
            if rank > 9 {
                let message = "a tenth row; a board has nine";
                return Err(FormatError::syntax((item.line, 1), message, item.text));
            }
            let row = bod::read_row(item.text, rank).map_err(|(column, message)| {
                FormatError::syntax((item.line, column), message, item.text)
            })?;
            for (file, piece) in (1..=9).rev().zip(row) {
                setup.board[Square::new(file, rank).index()] = piece;
            }
        }
        if rows.len() < 9 {
            let last = rows[rows.len() - 1];
            let message = format!("the board has {} rows instead of nine", rows.len());
            return Err(FormatError::syntax((last.line, 1), message, last.text));
        }
        let said = self.turn.or_else(|| first_mark(items));
        let (turn, warning) = entry::side_to_move(&setup, said);
        setup.turn = turn;
        self.warnings.extend(warning);
        let rest = self.put_hands(&mut setup);
        self.warnings
            .extend(entry::settle_hand(&mut setup, rest, self.fill));
        Ok((setup, (first.line, 1)))
    }

    fn start_of_game(&mut self, line: usize) -> Result<Setup, FormatError> {
        let name = self.handicap.as_deref();
        let setup = name
            .and_then(handicap::by_name)
            .ok_or_else(|| FormatError::at((line, 1), ErrorKind::MissingBoard, NO_BOARD, ""))?;
        self.warnings
            .push("no board diagram: the start position of a game is taken".to_owned());
        Ok(setup)
    }

    /// Puts the hands into the set-up; tells what was said of the defender's.
    fn put_hands(&mut self, setup: &mut Setup) -> Rest {
        let turn = setup.turn;
        let mut rest = Rest::Unsaid;
        let (mut attacker_said, mut attacker_rest) = (false, false);
        for (owner, hand) in &self.hands {
            let color = match owner {
                Owner::Side(color) => *color,
                Owner::Attacker => turn,
                Owner::Defender => !turn,
            };
            for (index, count) in hand.counts.iter().enumerate() {
                setup.hands[color.index()][index] += count;
            }
            if color == turn {
                attacker_said = true;
                attacker_rest |= hand.rest;
            } else if hand.rest {
                rest = Rest::Named;
            } else if !hand.is_empty() {
                rest = Rest::Written;
            }
        }
        if !attacker_said {
            let warning = "the attacker's hand is absent and taken as empty";
            self.warnings.push(warning.to_owned());
        }
        if attacker_rest && self.fill != FillHand::No {
            entry::add_hand(setup, turn, setup.missing());
        }
        if attacker_rest { Rest::Named } else { rest }
    }
}

/// The state while the moves are read.
#[derive(Debug)]
struct Play<'a> {
    game: Game,
    reader: &'a mut Reader,
    /// The number of the first move less one.
    base: Option<u32>,
    ended: bool,
}

impl<'a> Play<'a> {
    const fn new(game: Game, reader: &'a mut Reader) -> Self {
        Self {
            game,
            reader,
            base: None,
            ended: false,
        }
    }

    fn read(mut self, items: &[Item<'_>]) -> Result<Game, FormatError> {
        for item in items {
            match item.token {
                Token::Move {
                    number,
                    rest,
                    column,
                } => {
                    let letters: Vec<char> = rest.chars().collect();
                    self.numbered(item, number, (&letters, column))?;
                }
                Token::Moves => self.unnumbered(item)?,
                Token::Remark(text) => self.remark(text),
                Token::Fork(number) => self.fork(item, number)?,
                Token::Footer(plies) => self.footer(plies),
                _ => {}
            }
        }
        Ok(self.game)
    }

    fn numbered(
        &mut self,
        item: &Item<'_>,
        number: u32,
        (letters, column): (&[char], usize),
    ) -> Result<(), FormatError> {
        let base = *self.base.get_or_insert(number.saturating_sub(1));
        if is_terminal(letters) {
            self.ended = true;
            return Ok(());
        }
        let expected = base as usize + self.game.ply() + 1;
        let start = item.text.len() - item.text.trim_start().len();
        let place = (item.line, super::text::column_of(item.text, start));
        if number as usize != expected {
            let message = format!(
                "move {number} where move {expected} should be; correct the numbers, or write 変化：{number}手"
            );
            return Err(FormatError::syntax(place, message, item.text));
        }
        let used = self.one_move(item, (letters, column))?;
        let tail = &letters[used..];
        let Some(at) = tail.iter().position(|letter| !letter.is_whitespace()) else {
            return Ok(());
        };
        let is_time = at > 0 || tail.contains(&':') || tail.contains(&'：');
        let message = match tail[at] {
            '+' | '*' => return Ok(()),
            '(' | '（' if is_time => return Ok(()),
            '(' | '（' => "the origin is broken; write file and rank such as (33)".to_owned(),
            letter => format!("`{letter}` after the move; remove it"),
        };
        let place = (item.line, column + used + at);
        Err(FormatError::syntax(place, message, item.text))
    }

    fn one_move(
        &mut self,
        item: &Item<'_>,
        (letters, column): (&[char], usize),
    ) -> Result<usize, FormatError> {
        if self.ended {
            let message =
                "a move after the end of the line; remove it, or write 変化：N手 before it";
            return Err(FormatError::syntax((item.line, column), message, item.text));
        }
        let game = &mut self.game;
        let number = self.base.unwrap_or(0) as usize + game.ply() + 1;
        let (mv, used) =
            notation::read_prefix(game.position(), letters, game.previous()).map_err(|error| {
                let place = (item.line, column + error.column - 1);
                FormatError::of_move(place, number, &error.message, item.text)
            })?;
        game.play(mv);
        Ok(used)
    }

    fn unnumbered(&mut self, item: &Item<'_>) -> Result<(), FormatError> {
        let letters: Vec<char> = item.text.chars().collect();
        let mut at = 0;
        loop {
            while letters
                .get(at)
                .is_some_and(|c| c.is_whitespace() || matches!(c, '、' | ',' | '，'))
            {
                at += 1;
            }
            let rest = &letters[at..];
            if rest.is_empty() {
                return Ok(());
            }
            if let Some(tail) = rest.strip_prefix(&['ま', 'で']) {
                let tail: String = tail.iter().collect();
                self.footer(super::text::leading_number(&tail));
                return Ok(());
            }
            if is_terminal(rest) {
                self.ended = true;
                return Ok(());
            }
            self.base.get_or_insert(0);
            at += self.one_move(item, (rest, at + 1))?;
        }
    }

    fn remark(&mut self, text: &str) {
        if self.game.in_branch() {
            let text = text.strip_prefix('*').unwrap_or(text);
            self.game.remark(text);
        } else {
            let ply = self.game.ply();
            let (sign, text) = text.split_at(1);
            let field = (format!("{sign}{ply}"), text.to_owned());
            self.reader.header.fields.push(field);
        }
    }

    fn fork(&mut self, item: &Item<'_>, number: Option<u32>) -> Result<(), FormatError> {
        let base = self.base.unwrap_or(0);
        let result = match number.and_then(|number| number.checked_sub(base)) {
            Some(ply) => self.game.fork(ply as usize),
            None => Err("no move number; write 変化：3手".to_owned()),
        };
        self.ended = false;
        result.map_err(|message| FormatError::syntax((item.line, 1), message, item.text))
    }

    fn footer(&mut self, plies: Option<u32>) {
        self.ended = true;
        let plies = plies.map(|plies| plies.saturating_sub(self.base.unwrap_or(0)) as usize);
        let length = self.game.main_length();
        if let Some(plies) = plies.filter(|&p| !self.game.in_branch() && p != length) {
            self.reader.warnings.push(format!(
                "まで says {plies} plies, the given line has {length}"
            ));
        }
    }
}
