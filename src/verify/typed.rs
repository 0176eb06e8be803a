//! A line that was typed in, judged move by move: where it fails and why, and how it goes on.

use crate::search::Session;
use crate::shogi::{Move, checks, movegen};
use crate::tsume::{Judgement, Quality};

use super::declared::escape;
use super::subject::plies;

/// Longer than any mate.
const LONGEST: u32 = 4000;

/// Judges `line`, in USI, from the root; `length` is that of the mate, if it is known.
pub(super) fn judge(
    session: &mut Session<'_>,
    line: &[String],
    length: Option<u32>,
) -> Vec<Judgement> {
    session.back_to(0);
    let mut judged = Vec::new();
    let mut left = length;
    for text in line {
        let attacks = session.ply().is_multiple_of(2);
        let judgement = match legal(session, text) {
            None => blank(session, text, None, Quality::Illegal),
            Some(mv) if attacks => attack(session, (text, mv), left),
            Some(mv) => defend(session, (text, mv), left),
        };
        left = judgement.plies_left;
        let next = judgement.mv.filter(|_| left.is_some());
        judged.push(judgement);
        match next {
            Some(mv) => session.play(mv),
            None => break,
        }
    }
    if let (Some(last), Some(left)) = (judged.last_mut(), left)
        && last.line.is_empty()
    {
        let rest = if session.ply().is_multiple_of(2) {
            session.any_line(left)
        } else {
            session.any_line_of_lost(left)
        };
        (last.line, last.goes_on) = (rest.unwrap_or_default(), true);
    }
    session.back_to(0);
    judged
}

/// The move of a text, if it is legal.
fn legal(session: &Session<'_>, text: &str) -> Option<Move> {
    let mv = text.parse().ok()?;
    let is_legal = movegen::legal_moves(session.position()).contains(&mv);
    is_legal.then_some(mv)
}

fn blank(session: &Session<'_>, text: &str, mv: Option<Move>, quality: Quality) -> Judgement {
    Judgement {
        ply: plies(session.ply() + 1),
        text: text.to_owned(),
        mv,
        quality,
        plies_left: None,
        line: Vec::new(),
        goes_on: false,
    }
}

fn attack(session: &mut Session<'_>, (text, mv): (&str, Move), left: Option<u32>) -> Judgement {
    let mut judgement = blank(session, text, Some(mv), Quality::Open);
    if !checks::gives_check(session.position(), mv) {
        judgement.quality = Quality::NoCheck;
        return judgement;
    }
    match session.after(mv, Session::is_lost) {
        None => return judgement,
        Some(false) => {
            judgement.quality = Quality::Escapes;
            judgement.line = escape(session, mv).into_iter().collect();
            judgement.goes_on = true;
            return judgement;
        }
        Some(true) => {}
    }
    let Some(lasts) = session.after(mv, |session| session.length_of_lost(0, LONGEST)) else {
        return judgement;
    };
    judgement.plies_left = Some(lasts);
    let best = left.or_else(|| session.length(1, lasts + 1));
    match best {
        Some(best) if best == lasts + 1 => judgement.quality = Quality::Best,
        Some(best) => {
            judgement.quality = Quality::Slower;
            judgement.line = session.any_line(best).unwrap_or_default();
        }
        None => {}
    }
    judgement
}

fn defend(session: &mut Session<'_>, (text, mv): (&str, Move), left: Option<u32>) -> Judgement {
    let mut judgement = blank(session, text, Some(mv), Quality::Open);
    let Some(length) = left else {
        return judgement;
    };
    let lasts = session.after(mv, |session| session.length(1, LONGEST));
    judgement.plies_left = lasts;
    let quality = lasts.and_then(|lasts| quality(session, mv, (lasts + 1, length)));
    judgement.quality = quality.unwrap_or(Quality::Open);
    if judgement.quality == Quality::Slower {
        judgement.line = session.any_line_of_lost(length).unwrap_or_default();
    }
    judgement
}

/// How good the reply `mv` is, which lasts `lasts` plies where the best one lasts `length`.
fn quality(session: &mut Session<'_>, mv: Move, (lasts, length): (u32, u32)) -> Option<Quality> {
    if session.is_futile(mv, length)? {
        return Some(Quality::Futile);
    }
    if lasts < length {
        return Some(Quality::Slower);
    }
    let most = |session: &mut Session<'_>, mv| {
        session.after(mv, |session| Some(session.leftover(length - 1)?.0))
    };
    let kept = most(session, mv)?;
    for reply in session.replies(length, length)? {
        if most(session, reply.mv)? < kept {
            return Some(Quality::Leaves);
        }
    }
    Some(Quality::Best)
}
