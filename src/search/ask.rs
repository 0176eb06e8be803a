//! Questions of a session that goes on: any side may be the one to be mated, whoever is to move, plies may be
//! limited, and facts stay in the table while the questions are about one game.

use crate::proof::ProofTree;
use crate::shogi::{Color, Move, Position, evasions};
use crate::tsume::{Answer, FutileRule, Mate, Outcome, StopReason};

use super::extract::certified;
use super::futile::Replies;
use super::limits::{Limits, Meter};
use super::number::{Plies, UNLIMITED};
use super::observe::{Observer, Silent};
use super::solver::{Length, Solver, Work, unlined};
use super::state::Search;
use super::table::Found;

/// What is asked about a position.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position; the side to move may be the one to be mated.
    pub position: Position,
    /// The side that mates.
    pub attacker: Color,
    /// Which interpositions are futile.
    pub rule: FutileRule,
    /// Stop at the first verified mate, exact or not.
    pub fast: bool,
    /// Only mates within so many plies. What has none within it, and is not known to have none
    /// at all, is [`Outcome::Unknown`] without a [`StopReason`], its lower bound beyond the limit.
    pub max_plies: Option<u16>,
}

/// More plies than any search counts up to.
const MOST_PLIES: Plies = UNLIMITED - 3;

impl Solver {
    /// Answers one question. Never fails: running out of a limit is an answer.
    ///
    /// If the table knows the position from the question before, its facts are used, else it is cleared as by
    /// [`Solver::solve`]. A finished answer is the same in either case. With the defender to move a length is
    /// even, and 0 if he is mated already or holds out by futile interpositions only; there is no one proof then.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn ask(&mut self, question: &Question, limits: &Limits, observer: &dyn Observer) -> Answer {
        let attacker = question.attacker;
        self.options.rule = question.rule;
        self.options.fast = question.fast;
        self.options.alternatives = false;
        if self.facts_of != Some(attacker) || !self.knows(question) {
            self.table.clear();
        }
        self.facts_of = Some(attacker);
        self.work((&question.position, limits, observer), |work| {
            work.search.attacker = attacker;
            let attacks = question.position.turn() == attacker;
            work.answer_by(|work| {
                match (
                    question.max_plies.map(|plies| plies.min(MOST_PLIES)),
                    attacks,
                ) {
                    (None, true) => work.any_mate(),
                    (None, false) => work.any_defence(),
                    (Some(plies), true) => work.mate_within(plies.saturating_sub((plies + 1) % 2)),
                    (Some(plies), false) => work.defence_within(plies - plies % 2),
                }
            })
        })
    }

    /// Whether the table has met the position of a question.
    fn knows(&self, question: &Question) -> bool {
        let limits = Limits::default();
        let position = question.position.clone();
        let mut search = Search::new(position, &self.table, Meter::new(&limits), &Silent);
        search.attacker = question.attacker;
        let found = search.look_up(search.table_key(), search.hand(), (UNLIMITED, 0));
        !matches!(found, Found::New { .. })
    }

    /// How full the table is, 0 to 1.
    #[must_use]
    pub fn table_fill(&self) -> f32 {
        self.table.fill()
    }
}

/// A reply of the defender and the proof that it loses.
struct Lost {
    reply: Move,
    interposes: bool,
    proof: ProofTree,
}

impl Work<'_> {
    /// A mate within `most` plies, an odd number, from the attacker's position.
    fn mate_within(&mut self, most: Plies) -> Result<(Outcome, Plies), StopReason> {
        self.search.set_rule(self.options.rule);
        let shortest = self.search.shortest(1, most.saturating_add(2));
        let Some(plies) = shortest.exact().filter(|&plies| plies <= most) else {
            return self.none_within(shortest.at_least);
        };
        self.search.set_rule(FutileRule::Off);
        if self.search.attacker_mates(UNLIMITED, 0) != Some(true) {
            return Err(self.why_not());
        }
        let raw = self.verified(UNLIMITED)?;
        let length = settled(plies);
        let mate = self.mate(raw, length);
        Ok((Outcome::Mate(Box::new(mate)), plies))
    }

    /// The answer when there is no mate in fewer than `at_least` plies and more were not asked for.
    fn none_within(&mut self, at_least: Plies) -> Result<(Outcome, Plies), StopReason> {
        self.search.set_rule(FutileRule::Off);
        let no_mate = self.search.known(UNLIMITED, 0) == Some(false);
        match (no_mate, self.search.stopped()) {
            (true, _) => Ok((Outcome::NoMate, 1)),
            (false, true) => Err(self.why_not()),
            (false, false) => Ok((Outcome::Unknown, at_least)),
        }
    }

    /// The defender's position on the board, mated in any number of plies?
    fn any_defence(&mut self) -> Result<(Outcome, Plies), StopReason> {
        match self.search.defender_is_mated(UNLIMITED, 1) {
            None => return Err(self.why_not()),
            Some(false) => return Ok((Outcome::NoMate, 1)),
            Some(true) => {}
        }
        let (lost, raw) = self.lost_replies()?;
        if self.wants_to_see() {
            let mate = self.estimated_defence(&lost, raw);
            self.observer().mate(&mate);
        }
        if self.options.fast && raw > 0 {
            let mate = self.estimated_defence(&lost, raw);
            return Ok((Outcome::Mate(Box::new(mate)), 0));
        }
        self.search.set_rule(self.options.rule);
        let shortest = self.search.shortest_after(0, raw);
        let mate = match shortest.exact().map(settled) {
            Some(length) => self.exact_defence((&lost, raw), length),
            None => self.estimated_defence(&lost, raw),
        };
        Ok((Outcome::Mate(Box::new(mate)), shortest.at_least))
    }

    /// The defender's position on the board, mated within `most` plies, an even number?
    fn defence_within(&mut self, most: Plies) -> Result<(Outcome, Plies), StopReason> {
        self.search.set_rule(self.options.rule);
        let shortest = self.search.shortest_after(0, most.saturating_add(2));
        let Some(plies) = shortest.exact().filter(|&plies| plies <= most) else {
            return self.none_within(shortest.at_least);
        };
        self.search.set_rule(FutileRule::Off);
        if self.search.defender_is_mated(UNLIMITED, 1) != Some(true) {
            return Err(self.why_not());
        }
        let (lost, raw) = self.lost_replies()?;
        self.search.set_rule(self.options.rule);
        let mate = self.exact_defence((&lost, raw), settled(plies));
        Ok((Outcome::Mate(Box::new(mate)), plies))
    }

    /// Every legal reply with a proof that the checker accepted, and the raw plies the longest of them lasts.
    fn lost_replies(&mut self) -> Result<(Vec<Lost>, Plies), StopReason> {
        let mut moves = Vec::new();
        evasions::evasions(self.position, &mut moves);
        let others = Replies::of(self.position).others;
        let mut lost = Vec::new();
        let mut raw = 0;
        for reply in moves {
            let proof = self.after(reply, |search| search.extract(UNLIMITED));
            let proof = proof.ok_or_else(|| self.why_not())?;
            let mut after = self.position.clone();
            let _ = after.play(reply);
            raw = raw.max(certified(&after, &proof, self.observer())? + 1);
            lost.push(Lost {
                reply,
                interposes: !others.contains(&reply) && !self.search.always_counts(reply),
                proof,
            });
        }
        Ok((lost, raw))
    }

    fn exact_defence(&mut self, (lost, raw): (&[Lost], Plies), length: Length) -> Mate {
        let mut mate = unlined(raw, length);
        if self.fill_best_line(&mut mate, length.plies) {
            return mate;
        }
        self.estimated_defence(lost, raw)
    }

    /// The defence that lasts longest by the count of the proofs. An interposition has to last
    /// more than two plies longer than the other replies: else it may be futile.
    fn estimated_defence(&mut self, lost: &[Lost], raw: Plies) -> Mate {
        let rule = self.options.rule;
        self.search.set_rule(FutileRule::Off);
        let mut best: Vec<Move> = Vec::new();
        let mut leftover = self.search.hand();
        let mut longest = 0;
        for interposes in [false, true] {
            let margin = if interposes && rule != FutileRule::Off {
                2
            } else {
                0
            };
            let least = longest + margin;
            for reply in lost.iter().filter(|reply| reply.interposes == interposes) {
                let line = self.after(reply.reply, |search| {
                    search.line_of_tree(&reply.proof, rule)
                });
                let length = line.moves.len() + 1;
                if length > longest.max(least) {
                    longest = length;
                    best = [vec![reply.reply], line.moves].concat();
                    leftover = line.leftover;
                }
            }
        }
        let length = Length {
            plies: raw,
            exact: false,
            at_least: 0,
        };
        let mut mate = unlined(raw, length);
        mate.length_estimate = u32::try_from(best.len()).ok();
        (mate.line, mate.leftover) = (best, leftover);
        mate
    }
}

const fn settled(plies: Plies) -> Length {
    Length {
        plies,
        exact: true,
        at_least: plies,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Options, Silent};
    use crate::shogi::Setup;

    const MATE_IN_3: &str = "8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1";

    fn question(sfen: &str, attacker: Color) -> Question {
        let setup: Setup = sfen.parse().unwrap();
        Question {
            position: Position::new(&setup, attacker).unwrap(),
            attacker,
            rule: FutileRule::Standard,
            fast: false,
            max_plies: None,
        }
    }

    fn solver() -> Solver {
        Solver::new(Options {
            table_bytes: 1 << 20,
            ..Options::default()
        })
    }

    fn ask(solver: &mut Solver, question: &Question) -> Outcome {
        let answer = solver.ask(question, &Limits::default(), &Silent);
        assert_eq!(answer.stop, None);
        answer.outcome
    }

    fn mate(outcome: Outcome) -> (u32, bool, Vec<String>) {
        let Outcome::Mate(mate) = outcome else {
            panic!("{outcome:?} is no mate");
        };
        let line = mate.line.iter().map(ToString::to_string).collect();
        (mate.length, mate.exact, line)
    }

    #[test]
    fn each_position_of_a_line_has_its_length() {
        let mut solver = solver();
        let mut question = question(MATE_IN_3, Color::Black);
        let line = mate(ask(&mut solver, &question)).2;
        assert_eq!(line, ["R*2a", "1a1b", "2a2b+"]);
        for played in 1..=line.len() {
            let _ = question.position.play(line[played - 1].parse().unwrap());
            let rest: Vec<String> = line[played..].to_vec();
            let expected = (u32::try_from(rest.len()).unwrap(), true, rest);
            assert_eq!(mate(ask(&mut solver, &question)), expected);
            assert_eq!(mate(ask(&mut self::solver(), &question)), expected);
        }
    }

    #[test]
    fn known_positions_are_not_searched_again() {
        let mut solver = solver();
        let question = question(MATE_IN_3, Color::Black);
        let first = solver.ask(&question, &Limits::default(), &Silent);
        let second = solver.ask(&question, &Limits::default(), &Silent);
        assert!(second.cost.nodes * 4 < first.cost.nodes);
        assert_eq!(first.outcome, second.outcome);
    }

    #[test]
    fn a_check_that_can_be_escaped_is_no_mate() {
        let defence = question("8k/9/9/9/9/9/9/9/8L w r2b4g4s4n3l17p 1", Color::Black);
        assert_eq!(ask(&mut solver(), &defence), Outcome::NoMate);
    }

    #[test]
    fn the_rule_holds_for_the_defender_to_move() {
        let sfen = "7k1/9/5P3/8R/3B5/9/9/9/9 b rb4g4s4n4l17p 1";
        let mut question = question(sfen, Color::Black);
        let (length, _, line) = mate(ask(&mut solver(), &question));
        assert_eq!(length, 3);
        let _ = question.position.play(line[0].parse().unwrap());
        assert_eq!(mate(ask(&mut solver(), &question)).0, 2);
        question.rule = FutileRule::Off;
        let (length, _, line) = mate(ask(&mut solver(), &question));
        assert!(length > 2 && length % 2 == 0 && line.len() % 2 == 0);
    }

    #[test]
    fn a_limit_of_plies_is_kept() {
        for (plies, mates) in [
            (0, false),
            (1, false),
            (2, false),
            (3, true),
            (4, true),
            (9, true),
        ] {
            let mut attack = question(MATE_IN_3, Color::Black);
            attack.max_plies = Some(plies);
            let answer = solver().ask(&attack, &Limits::default(), &Silent);
            assert_eq!(answer.stop, None);
            match answer.outcome {
                Outcome::Mate(mate) => assert!(mates && mate.exact && mate.length == 3),
                Outcome::NoMate => panic!("it is a mate"),
                Outcome::Unknown => assert!(!mates && answer.lower_bound > u32::from(plies)),
            }
            let _ = attack.position.play("R*2a".parse().unwrap());
            let answer = solver().ask(&attack, &Limits::default(), &Silent);
            let found = matches!(answer.outcome, Outcome::Mate(mate) if mate.length == 2);
            assert_eq!(found, plies >= 2);
        }
    }

    #[test]
    fn the_first_mate_may_do() {
        let mut solver = solver();
        let mut attack = question(MATE_IN_3, Color::Black);
        attack.fast = true;
        assert!(!mate(ask(&mut solver, &attack)).1);
        let _ = attack.position.play("R*2a".parse().unwrap());
        let (length, exact, line) = mate(ask(&mut solver, &attack));
        assert!(!exact && length >= 2 && line.len() % 2 == 0 && !line.is_empty());
    }
}
