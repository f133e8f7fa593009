//! Games that may repeat and are won by reaching a position: retrograde analysis.

use super::loopy::{loopy, verdicts};
use super::{Kind, SolveQuestion, Solved, Valued, together, unique};
use crate::report::Entry;
use bouton_core::Budget;
use bouton_rules::{Decided, Decision, Error, Partizan, Play, Player, Result};
use bouton_solve::numbered::Term;
use bouton_value::Notation;

/// A game that ends by a rule, and may go on for ever before it does.
pub struct LoopyReaching<G>(pub G);

impl<G: Partizan + Decided> LoopyReaching<G> {
    /// The error for a question that has no answer where play ends by a rule.
    fn no_value(&self, asked: &str) -> Error {
        Error::input(format!(
            "{} is won by reaching a position, so it has no {asked}; ask who wins with `bouton solve`",
            self.0.info().name
        ))
    }

    fn answer(
        &self,
        pos: &G::Position,
        who: Player,
        play: Play,
        budget: &Budget,
    ) -> Result<Solved> {
        if play == Play::Misere {
            return Err(Error::input(format!(
                "{} is won by reaching a position, so it has no misère form; ask without --misere",
                self.0.info().name
            )));
        }
        let answer = bouton_solve::decided_outcome(&self.0, pos, who, play, budget)?;
        Ok(loopy(&self.0, &answer))
    }
}

impl<G: Partizan + Decided> Kind for LoopyReaching<G> {
    type Rules = G;
    const PARTIZAN: bool = true;
    const ENDS: bool = false;
    const REACHING: bool = true;

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
        let answer = |who| self.answer(pos, who, asked.play, budget);
        if let Some(who) = asked.to_move {
            return answer(who);
        }
        let (left, right) = (answer(Player::Left)?, answer(Player::Right)?);
        Ok(Solved {
            outcome: together(&left.outcome, &right.outcome).to_string(),
            winning: unique(left.winning.iter().chain(&right.winning).cloned().collect()),
            drawing: unique(left.drawing.iter().chain(&right.drawing).cloned().collect()),
            complete: true,
            method: left.method,
            by_player: Some([left.winning, right.winning]),
            drawing_by_player: Some([left.drawing, right.drawing]),
            ..Solved::default()
        })
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
        verdicts(positions, |pos| {
            let answer = |who| self.answer(pos, who, play, budget);
            let (left, right) = (answer(Player::Left)?, answer(Player::Right)?);
            Ok(together(&left.outcome, &right.outcome))
        })
    }
}
