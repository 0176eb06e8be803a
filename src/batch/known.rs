//! Answers of this run, so that a problem that comes twice is solved once.
//!
//! Collections put together from several sources hold many repeats. Only complete answers are kept: they
//! are the same whatever was spent on them.

use dashmap::DashMap;

use crate::shogi::Position;
use crate::tsume::{Answer, Cost, Outcome};

/// Answers kept at most; later ones are not kept.
const MAX_ANSWERS: usize = 1 << 16;

/// Complete answers by position, shared by the workers.
#[derive(Debug, Default)]
pub(super) struct Known {
    answers: DashMap<String, Answer>,
}

impl Known {
    /// The answer for a position that was solved before; it took nothing this time.
    pub(super) fn find(&self, position: &Position) -> Option<Answer> {
        let answer = self.answers.get(&name(position))?;
        Some(Answer {
            cost: Cost::default(),
            ..answer.clone()
        })
    }

    /// Keeps an answer if it is complete.
    pub(super) fn keep(&self, position: &Position, answer: &Answer) {
        let is_complete = answer.stop.is_none() && answer.outcome != Outcome::Unknown;
        if is_complete && self.answers.len() < MAX_ANSWERS {
            self.answers.insert(name(position), answer.clone());
        }
    }
}

fn name(position: &Position) -> String {
    position.to_setup().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Setup;
    use crate::tsume::{FutileRule, StopReason};

    #[test]
    fn only_complete_answers_are_kept() {
        let setup: Setup = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
        let position = Position::try_from(setup).unwrap();
        let answer = |outcome, stop| Answer {
            outcome,
            rule: FutileRule::Standard,
            lower_bound: 1,
            stop,
            cost: Cost {
                nodes: 7,
                ..Cost::default()
            },
        };
        let known = Known::default();
        known.keep(&position, &answer(Outcome::Unknown, Some(StopReason::Time)));
        assert_eq!(known.find(&position), None);
        known.keep(&position, &answer(Outcome::NoMate, None));
        let found = known.find(&position).unwrap();
        assert_eq!((found.outcome, found.cost.nodes), (Outcome::NoMate, 0));
    }
}
