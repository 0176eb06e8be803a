//! JKF, records in JSON (feature `serde`).
//!
//! Read: one object, an array of them, or one object a line. A move without an origin is read like a name in
//! KI2, with its relative letters; forks become side lines. Errors in the JSON name line and column, errors in a
//! move its ply. `preset` start positions and free ones (`OTHER`) are known.

use serde_json::{Map, Value};

use crate::shogi::{Color, Move, Piece, Position, Setup, Square, notation};
use crate::tsume::{Declared, Header, Problem};

use super::bod;
use super::csa_words;
use super::entry::{self, Entry, FillHand, Rest};
use super::error::{ErrorKind, FormatError, MAX_JSON_BYTES};
use super::game::{self, Game};
use super::handicap;

pub use super::jkf_write::write;

/// All problems of a JKF text.
#[must_use]
pub fn read(text: &str, fill: FillHand) -> Vec<Entry> {
    let text = text.trim_start_matches('\u{feff}');
    if text.len() > MAX_JSON_BYTES {
        return read_by_lines(text, fill);
    }
    let mut entries = Vec::new();
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let mut error = None;
    let mut values = Vec::new();
    for value in &mut stream {
        match value {
            Ok(value) => values.push(value),
            Err(fault) => {
                error = Some(fault);
                break;
            }
        }
    }
    // One object a line: a broken line must not take the others with it.
    if let Some(fault) = error {
        let starts = super::text::lines(text).filter(|(_, line)| line.starts_with('{'));
        if starts.take(2).count() == 2 {
            return read_by_lines(text, fill);
        }
        read_values(values, None, fill, &mut entries);
        entries.push(json_failure(&fault, 0));
        return entries;
    }
    read_values(values, None, fill, &mut entries);
    entries
}

fn read_by_lines(text: &str, fill: FillHand) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (number, line) in super::text::lines(text) {
        if line.trim().is_empty() {
            continue;
        }
        if line.len() > MAX_JSON_BYTES {
            entries.push(too_long(number));
            continue;
        }
        match serde_json::from_str::<Value>(line) {
            Ok(value) => read_values(vec![value], Some(number), fill, &mut entries),
            // Not one record a line after all.
            Err(_) if entries.is_empty() && text.len() > MAX_JSON_BYTES => {
                return vec![too_long(number)];
            }
            Err(fault) => entries.push(json_failure(&fault, number - 1)),
        }
    }
    entries
}

fn too_long(line: usize) -> Entry {
    let limit = MAX_JSON_BYTES >> 20;
    let message = format!("more than {limit} MiB of JSON in one piece; write one record a line");
    let error = FormatError::at((line, 1), ErrorKind::TooLong, message, "");
    Entry::failed(Some(line), error)
}

fn json_failure(fault: &serde_json::Error, lines_before: usize) -> Entry {
    let line = fault.line() + lines_before;
    let text = fault.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text);
    let message = format!("the JSON is broken: {message}");
    Entry::failed(
        Some(line),
        FormatError::syntax((line, fault.column().max(1)), message, ""),
    )
}

fn read_values(values: Vec<Value>, line: Option<usize>, fill: FillHand, entries: &mut Vec<Entry>) {
    for value in values {
        match value {
            Value::Array(list) => {
                entries.extend(list.iter().map(|value| read_one(value, line, fill)));
            }
            value => entries.push(read_one(&value, line, fill)),
        }
    }
}

fn read_one(value: &Value, line: Option<usize>, fill: FillHand) -> Entry {
    let mut header = Header::default();
    let mut sfen = None;
    let problem = read_problem(value, &mut header, fill, &mut sfen).map_err(|mut error| {
        error.line = line;
        error
    });
    Entry {
        line,
        sfen,
        header,
        problem,
    }
}

fn syntax(message: impl Into<String>) -> FormatError {
    FormatError::anywhere(ErrorKind::Syntax, message)
}

fn read_problem(
    value: &Value,
    header: &mut Header,
    fill: FillHand,
    sfen: &mut Option<String>,
) -> Result<Problem, FormatError> {
    let object = value
        .as_object()
        .ok_or_else(|| syntax("no JSON object; a record is {\"header\":…,\"moves\":[…]}"))?;
    if let Some(lines) = object.get("header").and_then(Value::as_object) {
        for (key, value) in lines {
            let skip = key == "手合割" || bod::hand_owner(key).is_some();
            if let Some(value) = value.as_str().filter(|_| !skip) {
                entry::add_japanese(header, key, value);
            }
        }
    }
    let (mut setup, mut warnings) = read_initial(object)?;
    let defender = &setup.hands[(!setup.turn).index()];
    let preset = object
        .get("initial")
        .and_then(|initial| initial.get("preset"));
    let is_game = preset
        .and_then(Value::as_str)
        .is_some_and(|name| name != "OTHER");
    let rest = if defender.iter().all(|&count| count == 0) && !is_game {
        Rest::Unsaid
    } else {
        Rest::Written
    };
    warnings.extend(entry::settle_hand(&mut setup, rest, fill));
    *sfen = Some(setup.to_string());
    let position = Position::try_from(setup).map_err(|faults| {
        let message = faults.to_string();
        FormatError::anywhere(ErrorKind::Setup(faults), message)
    })?;
    let declared = match object.get("moves").and_then(Value::as_array) {
        Some(moves) => read_lines(&position, moves, header)?,
        None => Declared::default(),
    };
    Ok(entry::checked(position, header, Some(declared), warnings))
}

fn read_initial(object: &Map<String, Value>) -> Result<(Setup, Vec<String>), FormatError> {
    let Some(initial) = object.get("initial").filter(|value| !value.is_null()) else {
        let message = "no initial position; give initial.preset, and initial.data for OTHER";
        return Err(FormatError::anywhere(ErrorKind::MissingBoard, message));
    };
    let preset = initial
        .get("preset")
        .and_then(Value::as_str)
        .unwrap_or("OTHER");
    if preset != "OTHER" {
        let setup = handicap::by_preset(preset).ok_or_else(|| {
            syntax(format!(
                "`{preset}` is no preset; write OTHER and give data"
            ))
        })?;
        return Ok((setup, Vec::new()));
    }
    let data = initial
        .get("data")
        .ok_or_else(|| syntax("no initial.data; give color, board and hands"))?;
    let mut setup = Setup::default();
    read_board(data, &mut setup)?;
    for color in Color::ALL {
        read_hand(data, color, &mut setup)?;
    }
    let said = match data.get("color").and_then(Value::as_u64) {
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    };
    let (turn, warning) = entry::side_to_move(&setup, said);
    setup.turn = turn;
    Ok((setup, warning.into_iter().collect()))
}

fn read_board(data: &Value, setup: &mut Setup) -> Result<(), FormatError> {
    let board = data.get("board").and_then(Value::as_array);
    let board = board
        .filter(|files| files.len() == 9)
        .ok_or_else(|| syntax("initial.data.board must be nine files of nine squares"))?;
    for (file, squares) in (1..).zip(board) {
        let squares = squares.as_array().filter(|squares| squares.len() == 9);
        let squares = squares
            .ok_or_else(|| syntax(format!("file {file} of the board must have nine squares")))?;
        for (rank, square) in (1..).zip(squares) {
            let Some(word) = square.get("kind").and_then(Value::as_str) else {
                continue;
            };
            let kind = csa_words::kind_of(word).ok_or_else(|| {
                syntax(format!(
                    "`{word}` on {file}{rank} is no piece; write FU to RY"
                ))
            })?;
            let color = match square.get("color").and_then(Value::as_u64) {
                Some(1) => Color::White,
                _ => Color::Black,
            };
            setup.board[Square::new(file, rank).index()] = Some(Piece::new(kind, color));
        }
    }
    Ok(())
}

fn read_hand(data: &Value, color: Color, setup: &mut Setup) -> Result<(), FormatError> {
    let hands = data.get("hands").and_then(Value::as_array);
    let Some(hand) = hands.and_then(|hands| hands.get(color.index())) else {
        return Ok(());
    };
    for (word, count) in hand.as_object().into_iter().flatten() {
        let kind = csa_words::kind_of(word);
        let piece = kind.and_then(|kind| kind.hand_piece().filter(|piece| piece.kind() == kind));
        let piece = piece.ok_or_else(|| syntax(format!("`{word}` cannot be in a hand")))?;
        let count = count.as_u64().and_then(|count| u32::try_from(count).ok());
        let count = count
            .filter(|&count| count <= 40)
            .ok_or_else(|| syntax(format!("the count of `{word}` must be 0 to 40")))?;
        setup.hands[color.index()][piece.index()] += count;
    }
    Ok(())
}

/// A fork still to be read: the moves before it and its moves.
type Fork<'a> = (Vec<Move>, &'a [Value]);

fn read_lines(
    position: &Position,
    moves: &[Value],
    header: &mut Header,
) -> Result<Declared, FormatError> {
    let mut game = Game::new(position.clone());
    let mut forks: Vec<Fork<'_>> = Vec::new();
    let (first, rest) = match moves.split_first() {
        Some((first, rest)) if first.get("move").is_none() => (Some(first), rest),
        _ => (None, moves),
    };
    let main = &mut Some(&mut *header);
    if let Some(first) = first {
        read_comments(first, &mut game, main);
    }
    read_line(&mut game, (Vec::new(), rest), main, &mut forks)?;
    while let Some((stem, moves)) = forks.pop() {
        game.fork_after(stem.clone()).map_err(syntax)?;
        read_line(&mut game, (stem, moves), &mut None, &mut forks)?;
    }
    let mut declared = game.finish();
    declared.branches = game::deepest_first(&declared);
    Ok(declared)
}

/// Reads one line from after `stem` and notes the forks on it.
fn read_line<'a>(
    game: &mut Game,
    (stem, moves): Fork<'a>,
    header: &mut Option<&mut Header>,
    forks: &mut Vec<Fork<'a>>,
) -> Result<(), FormatError> {
    let mut line = stem;
    let mut found = Vec::new();
    for value in moves {
        for fork in value
            .get("forks")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            if let Some(moves) = fork.as_array() {
                found.push((line.clone(), moves.as_slice()));
            }
        }
        let Some(mv) = value.get("move") else {
            read_comments(value, game, header);
            break;
        };
        let ply = line.len() + 1;
        let mv = read_move(game, mv).map_err(|message| {
            FormatError::anywhere(ErrorKind::Move, format!("move {ply}: {message}"))
        })?;
        game.play(mv);
        line.push(mv);
        read_comments(value, game, header);
    }
    found.reverse();
    forks.extend(found);
    Ok(())
}

fn read_comments(value: &Value, game: &mut Game, header: &mut Option<&mut Header>) {
    let comments = value.get("comments").and_then(Value::as_array);
    for comment in comments.into_iter().flatten().filter_map(Value::as_str) {
        match header {
            None => game.remark(comment),
            Some(header) => {
                let (sign, text) = match comment.strip_prefix('&') {
                    Some(bookmark) => ('&', bookmark),
                    None => ('*', comment),
                };
                let field = (format!("{sign}{}", game.ply()), text.to_owned());
                header.fields.push(field);
            }
        }
    }
}

/// The move in Japanese, so that one reader knows all that can be wrong with it.
fn read_move(game: &Game, value: &Value) -> Result<Move, String> {
    let square = |key: &str| {
        let value = value.get(key)?;
        let digit = |key| {
            value
                .get(key)
                .and_then(Value::as_u64)
                .and_then(|d| u8::try_from(d).ok())
        };
        Square::try_new(digit("x")?, digit("y")?)
    };
    let word = value.get("piece").and_then(Value::as_str).unwrap_or("");
    let kind =
        csa_words::kind_of(word).ok_or_else(|| format!("`{word}` is no piece; write FU to RY"))?;
    let to = match square("to") {
        Some(to) => format!("{}{}", to.file(), to.rank()),
        None if value.get("to").is_some() => {
            return Err("`to` is no square; x and y are 1 to 9".into());
        }
        None => "同".to_owned(),
    };
    let relative = value.get("relative").and_then(Value::as_str).unwrap_or("");
    let japanese = |letter| match letter {
        'L' => '左',
        'C' => '直',
        'R' => '右',
        'U' => '上',
        'M' => '寄',
        'D' => '引',
        'H' => '打',
        other => other,
    };
    let origin = match square("from") {
        Some(from) => format!("({}{})", from.file(), from.rank()),
        None if value.get("from").is_some() => {
            return Err("`from` is no square; x and y are 1 to 9".into());
        }
        None => String::new(),
    };
    let relative: String = if origin.is_empty() {
        relative.chars().map(japanese).collect()
    } else {
        String::new()
    };
    let promote = match value.get("promote").and_then(Value::as_bool) {
        Some(true) => "成",
        _ => "",
    };
    let name = format!(
        "{to}{}{relative}{promote}{origin}",
        notation::kind_name(kind)
    );
    notation::read(game.position(), &name, game.previous()).map_err(|error| error.message)
}
