//! All legal moves of either side (rules A4-A6), and those of them that give check.
//!
//! A king is never captured: such a move can only arise in positions that are no game positions.

use super::board::{Board, Move};
use super::piece::{
    Color, DIRECTIONS, HELD, Kind, NO_SQUARE, Piece, distance, is_dead_end, is_related, next,
    opposite, ranks_ahead, reach,
};

impl Board {
    /// Every legal move, non-promotions included.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.legal_steps();
        moves.extend(self.legal_drops());
        moves
    }

    /// Whether the side to move has any legal move.
    pub(crate) fn has_legal_move(&self) -> bool {
        self.has_legal_step(|_| true) || !self.legal_drops().is_empty()
    }

    /// Whether the side to move has a legal board move of some sort.
    pub(crate) fn has_legal_step(&self, is_wanted: impl Fn(&Move) -> bool) -> bool {
        let mut wanted = self.pseudo_steps().into_iter().filter(is_wanted);
        wanted.any(|step| self.leaves_king_safe(step))
    }

    /// The legal moves that give check (王手), each with the position after it.
    pub(crate) fn checks(&self) -> Vec<(Move, Self)> {
        let mut checks = self.checking_among(self.pseudo_steps());
        let drops = self.checking_drops();
        checks.extend(
            drops
                .into_iter()
                .map(|dropped| (dropped, self.play(dropped))),
        );
        checks
    }

    /// The legal captures on a square that give check, each with the position after it.
    pub(crate) fn checking_captures(&self, square: usize) -> Vec<(Move, Self)> {
        let mut captures = Vec::new();
        if self
            .piece(square)
            .is_some_and(|piece| piece.color != self.turn)
        {
            for from in self.attackers(square, self.turn) {
                self.push_step(from, square, &mut captures);
            }
        }
        self.checking_among(captures)
    }

    fn checking_among(&self, steps: Vec<Move>) -> Vec<(Move, Self)> {
        let Some(king) = self.king(self.turn.other()) else {
            return Vec::new();
        };
        let may_check = |step: &Move| {
            is_related(king, step.to()) || step.from().is_some_and(|from| is_related(king, from))
        };
        let wanted = steps.into_iter().filter(may_check);
        let played = wanted.map(|step| (step, self.play(step)));
        played
            .filter(|(_, after)| after.in_check(after.turn) && !after.in_check(self.turn))
            .collect()
    }

    /// The legal board moves.
    pub(crate) fn legal_steps(&self) -> Vec<Move> {
        let mut steps = self.pseudo_steps();
        steps.retain(|&step| self.leaves_king_safe(step));
        steps
    }

    fn leaves_king_safe(&self, played: Move) -> bool {
        !self.play(played).in_check(self.turn)
    }

    /// Board moves by the way the pieces go, own king safety not looked at.
    fn pseudo_steps(&self) -> Vec<Move> {
        let mut steps = Vec::with_capacity(64);
        for from in 0..81 {
            let Some(piece) = self.piece(from).filter(|piece| piece.color == self.turn) else {
                continue;
            };
            let reach = reach(piece);
            for direction in 0..DIRECTIONS {
                let slides = reach.slides >> direction & 1 == 1;
                if !slides && reach.steps >> direction & 1 == 0 {
                    continue;
                }
                let mut to = next(from, direction);
                while to != NO_SQUARE {
                    let occupant = self.piece(to);
                    if occupant.is_none_or(|other| other.color != self.turn) {
                        self.push_step(from, to, &mut steps);
                    }
                    if occupant.is_some() || !slides {
                        break;
                    }
                    to = next(to, direction);
                }
            }
        }
        steps
    }

    /// Adds the promoting and the plain form of a board move, where they exist.
    fn push_step(&self, from: usize, to: usize, steps: &mut Vec<Move>) {
        let Some(piece) = self.piece(from) else {
            return;
        };
        if self
            .piece(to)
            .is_some_and(|occupant| occupant.kind == Kind::King)
        {
            return;
        }
        let far = ranks_ahead(self.turn, from).min(ranks_ahead(self.turn, to)) < 3;
        if far && piece.kind.promoted().is_some() {
            steps.push(Move::Step {
                from,
                to,
                promote: true,
            });
        }
        if !is_dead_end(piece, to) {
            steps.push(Move::Step {
                from,
                to,
                promote: false,
            });
        }
    }

    /// The legal drops: anywhere, or onto the line of a single distant check.
    fn legal_drops(&self) -> Vec<Move> {
        let mut drops = Vec::new();
        if self.hands[self.turn as usize] == [0; 7] {
            return drops;
        }
        for to in self.drop_squares() {
            let kinds = HELD.into_iter().filter(|&kind| self.may_drop(kind, to));
            drops.extend(kinds.map(|kind| Move::Drop { kind, to }));
        }
        drops
    }

    /// The empty squares where a drop does not leave the own king in check.
    fn drop_squares(&self) -> Vec<usize> {
        if self.in_check(self.turn) {
            return self
                .single_check()
                .map_or_else(Vec::new, |(_, squares)| squares);
        }
        (0..81)
            .filter(|&square| self.piece(square).is_none())
            .collect()
    }

    /// Whether a kind is in hand and its drop on this empty square breaks no rule on drops.
    fn may_drop(&self, kind: Kind, to: usize) -> bool {
        let piece = Piece {
            color: self.turn,
            kind,
        };
        self.held(self.turn, kind) > 0
            && !is_dead_end(piece, to)
            && (kind != Kind::Pawn || !self.has_pawn_on_file(to) && !self.is_drop_pawn_mate(to))
    }

    /// Whether the side to move has an unpromoted pawn on the file of a square (二歩).
    fn has_pawn_on_file(&self, square: usize) -> bool {
        let first = square / 9 * 9;
        let pawn = Piece {
            color: self.turn,
            kind: Kind::Pawn,
        };
        (first..first + 9).any(|other| self.piece(other) == Some(pawn))
    }

    /// Whether a pawn dropped here would leave the opponent in check without a legal move (打ち歩詰め).
    fn is_drop_pawn_mate(&self, to: usize) -> bool {
        let forward = if self.turn == Color::Black {
            0
        } else {
            opposite(0)
        };
        self.king(self.turn.other()) == Some(next(to, forward))
            && !self
                .play(Move::Drop {
                    kind: Kind::Pawn,
                    to,
                })
                .has_legal_move()
    }

    /// The legal drops that attack the enemy king, found by walking away from it.
    fn checking_drops(&self) -> Vec<Move> {
        let mut drops = Vec::new();
        let Some(king) = self.king(self.turn.other()) else {
            return drops;
        };
        let evading = self.in_check(self.turn).then(|| self.drop_squares());
        for direction in 0..DIRECTIONS {
            let mut to = next(king, direction);
            while to != NO_SQUARE && self.piece(to).is_none() {
                if evading.as_ref().is_none_or(|squares| squares.contains(&to)) {
                    self.push_checking_drops(king, direction, to, &mut drops);
                }
                to = if direction < 8 {
                    next(to, direction)
                } else {
                    NO_SQUARE
                };
            }
        }
        drops
    }

    fn push_checking_drops(&self, king: usize, direction: usize, to: usize, drops: &mut Vec<Move>) {
        let adjacent = direction >= 8 || distance(king, to) == 1;
        for kind in HELD {
            let reach = reach(Piece {
                color: self.turn,
                kind,
            });
            let bits = if adjacent {
                reach.steps | reach.slides
            } else {
                reach.slides
            };
            if bits >> opposite(direction) & 1 == 1 && self.may_drop(kind, to) {
                drops.push(Move::Drop { kind, to });
            }
        }
    }
}
