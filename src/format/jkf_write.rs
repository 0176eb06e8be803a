//! Writing JKF.

use serde_json::{Map, Value, json};

use crate::shogi::{Color, HandPiece, Move, Position, Square, rules};
use crate::tsume::{Branch, Declared, Header};

use super::csa_words;
use super::entry;
use super::game;
use super::kif;

/// One problem as JKF.
///
/// # Panics
/// If a move of the solution is not legal.
#[must_use]
pub fn write(position: &Position, header: &Header, declared: &Declared) -> String {
    let mut lines = Map::new();
    for (key, value) in entry::japanese_lines(header) {
        lines.insert(key.to_owned(), Value::String(value));
    }
    let mut first = json!({});
    add_comments(&mut first, entry::comments_at(header, 0));
    let mut moves = vec![first];
    moves.extend(write_line(position, &[], &declared.line));
    for (ply, value) in moves.iter_mut().enumerate().skip(1) {
        if ply <= declared.line.len() {
            add_comments(value, entry::comments_at(header, ply));
        }
    }
    let tree = Tree {
        position,
        main: &declared.line,
        branches: &game::deepest_first(declared),
    };
    tree.add_forks(&mut moves, 1, &declared.line, None);
    let record = json!({
        "header": lines,
        "initial": {"preset": "OTHER", "data": write_initial(position)},
        "moves": moves,
    });
    let mut text = record.to_string();
    text.push('\n');
    text
}

/// Side lines to be hung below their parents.
struct Tree<'a> {
    position: &'a Position,
    main: &'a [Move],
    branches: &'a [Branch],
}

impl Tree<'_> {
    /// Hangs the children of a line below its moves; `moves[first]` is its first move.
    fn add_forks(
        &self,
        moves: &mut Vec<Value>,
        first: usize,
        line: &[Move],
        parent: Option<usize>,
    ) {
        let base = parent.map_or(0, |index| self.branches[index].stem.len());
        for (index, branch) in self.branches.iter().enumerate() {
            if self.parent(index) != parent || !line.starts_with(&branch.stem) {
                continue;
            }
            let mut values = write_line(self.position, &branch.stem, &branch.moves);
            add_comments(&mut values[0], branch.comments.clone());
            let all: Vec<Move> = branch.stem.iter().chain(&branch.moves).copied().collect();
            self.add_forks(&mut values, 0, &all, Some(index));
            let at = first + branch.stem.len() - base;
            if at >= moves.len() {
                // It goes on where its parent ends: an element without a move carries it.
                moves.push(json!({}));
            }
            if let Some(object) = moves[at].as_object_mut() {
                let forks = object.entry("forks").or_insert_with(|| json!([]));
                if let Some(forks) = forks.as_array_mut() {
                    forks.push(Value::Array(values));
                }
            }
        }
    }

    fn parent(&self, index: usize) -> Option<usize> {
        if self.main.starts_with(&self.branches[index].stem) {
            return None;
        }
        game::parent(self.branches, index)
    }
}

fn add_comments(value: &mut Value, comments: Vec<String>) {
    let strip = |comment: String| {
        comment
            .strip_prefix('*')
            .map_or(comment.clone(), str::to_owned)
    };
    let comments: Vec<_> = comments.into_iter().map(strip).collect();
    if let (Some(object), false) = (value.as_object_mut(), comments.is_empty()) {
        object.insert("comments".to_owned(), json!(comments));
    }
}

fn write_initial(position: &Position) -> Value {
    let square = |file, rank| match position.piece(Square::new(file, rank)) {
        None => json!({}),
        Some(piece) => {
            json!({"color": piece.color.index(), "kind": csa_words::word_of(piece.kind)})
        }
    };
    let file = |file| Value::Array((1..=9).map(|rank| square(file, rank)).collect());
    let hand = |color| {
        let hand = position.hand(color);
        let count = |piece: HandPiece| {
            (
                csa_words::word_of(piece.kind()).to_owned(),
                json!(hand.count(piece)),
            )
        };
        Value::Object(HandPiece::ALL.into_iter().map(count).collect())
    };
    json!({
        "color": position.turn().index(),
        "board": (1..=9).map(file).collect::<Vec<_>>(),
        "hands": [hand(Color::Black), hand(Color::White)],
    })
}

fn write_line(position: &Position, stem: &[Move], moves: &[Move]) -> Vec<Value> {
    let mut current = entry::after(position, stem);
    let mut previous = stem.last().map(|mv| mv.to());
    let mut values = Vec::with_capacity(moves.len() + 1);
    for &mv in moves {
        values.push(json!({"move": write_move(&current, mv, previous)}));
        previous = Some(mv.to());
        let _ = current.play(mv);
    }
    if !values.is_empty() && kif::is_mated(&current) {
        values.push(json!({"special": "TSUMI"}));
    }
    values
}

fn write_move(position: &Position, mv: Move, previous: Option<Square>) -> Value {
    let place = |square: Square| json!({"x": square.file(), "y": square.rank()});
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
    set("color", json!(position.turn().index()));
    if let Some(from) = mv.from() {
        set("from", place(from));
    }
    set("to", place(mv.to()));
    if previous == Some(mv.to()) {
        set("same", json!(true));
    }
    match mv {
        Move::Drop { piece, .. } => {
            set("piece", json!(csa_words::word_of(piece.kind())));
            set("relative", json!("H"));
        }
        Move::Board { from, to, promote } => {
            let kind = position.piece(from).map(|piece| piece.kind);
            set("piece", json!(kind.map_or("OU", csa_words::word_of)));
            let zone = rules::is_promotion_zone(position.turn(), from, to);
            if zone && kind.is_some_and(|kind| kind.promoted().is_some()) {
                set("promote", json!(promote));
            }
            if let Some(captured) = position.piece(to) {
                set("capture", json!(csa_words::word_of(captured.kind)));
            }
        }
    }
    Value::Object(object)
}
