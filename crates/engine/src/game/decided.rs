//! Games that are won, lost or tied by reaching a position, such as Hex.

use super::{Kind, SolveQuestion, Solved, Valued, shown, unique};
use crate::report::Entry;
use bouton_rules::{Decided, Decision, Error, Outcome, Partizan, Play, Player, Result, Short};
use bouton_solve::Budget;
use bouton_solve::numbered::Term;
use bouton_solve::scoring::DecidedSearch;
use bouton_value::Notation;

/// A game that ends by a rule.
pub struct Reaching<G>(pub G);

impl<G: Partizan + Decided + Short> Reaching<G> {
    /// The error for a question that has no answer where play ends by a rule.
    fn no_value(&self, asked: &str) -> Error {
        Error::input(format!(
            "{} is won by reaching a position, so it has no {asked}; ask who wins with `bouton solve`",
            self.0.info().name
        ))
    }

    fn search(&self, play: Play) -> Result<DecidedSearch<G>> {
        match play {
            Play::Normal => Ok(DecidedSearch::new(self.0.clone(), play)),
            Play::Misere => Err(Error::input(format!(
                "{} is won by reaching a position, so it has no misère form; ask without --misere",
                self.0.info().name
            ))),
        }
    }
}

/// A tie is a draw to those who ask.
pub(super) fn word(verdict: bouton_solve::Verdict) -> &'static str {
    match verdict.name() {
        "tie" => "draw",
        name => name,
    }
}

/// One outcome from those of the two starters.
pub(super) fn together(left: &str, right: &str) -> String {
    match (left, right) {
        ("draw", "draw") => "draw".to_string(),
        ("draw", _) | (_, "draw") => format!("Left to move: {left}; Right to move: {right}"),
        _ => Outcome::from_starters(left == "win", right == "win")
            .letter()
            .to_string(),
    }
}

impl<G: Partizan + Decided + Short> Kind for Reaching<G> {
    type Rules = G;
    const PARTIZAN: bool = true;
    const ENDS: bool = true;

    fn rules(&self) -> &G {
        &self.0
    }

    fn ended(&self, who: Player, pos: &G::Position) -> Option<&'static str> {
        self.0.decided(who, pos).map(|decision| match decision {
            Decision::Win => "win",
            Decision::Lose => "lose",
            Decision::Tie => "draw",
        })
    }

    fn solve(&self, pos: &G::Position, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        let mut search = self.search(asked.play)?;
        let mut answer = |who| -> Result<(&'static str, Vec<String>)> {
            if asked.outcome_only {
                return Ok((word(search.verdict(pos, who, budget)?), Vec::new()));
            }
            let answer = search.answer(pos, who, budget)?;
            let verdict = word(answer.verdict);
            let best = if verdict == "lose" {
                Vec::new()
            } else {
                answer.best
            };
            Ok((verdict, unique(shown(&self.0, &best))))
        };
        let mut solved = Solved {
            complete: !asked.outcome_only,
            ..Solved::default()
        };
        match asked.to_move {
            Some(who) => {
                let (verdict, best) = answer(who)?;
                solved.outcome = verdict.to_string();
                solved.winning = best;
            }
            None => {
                let (left, right) = (answer(Player::Left)?, answer(Player::Right)?);
                solved.outcome = together(left.0, right.0);
                solved.winning = unique(left.1.iter().chain(&right.1).cloned().collect());
                solved.by_player = Some([left.1, right.1]);
            }
        }
        solved.method = super::searched(search.nodes());
        Ok(solved)
    }

    fn value(&self, _: &G::Position, _: Notation, _: &Budget) -> Result<Valued> {
        Err(self.no_value("game value"))
    }

    fn term(&self) -> Result<Term> {
        Err(self.no_value("variants and sums"))
    }

    fn entries(
        &self,
        positions: &[Option<G::Position>],
        _: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>> {
        let mut search = self.search(play)?;
        let mut entry = |pos: &Option<G::Position>| -> Result<Option<Entry>> {
            let Some(pos) = pos else {
                return Ok(None);
            };
            let verdict = search.verdict(pos, Player::Left, budget)?;
            Ok(Some(Entry::Outcome(word(verdict))))
        };
        positions.iter().map(&mut entry).collect()
    }
}
