//! Games that may repeat and are won by reaching a position: retrograde analysis.

use super::loopy::{both, classes, loopy};
use super::{Kind, SolveQuestion, Solved, Valued, outcome};
use crate::report::Entry;
use bouton_core::Budget;
use bouton_rules::{Decided, Error, Partizan, Play, Player, Result};
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

    fn no_misere(&self, play: Play) -> Result<()> {
        match play {
            Play::Normal => Ok(()),
            Play::Misere => Err(Error::input(format!(
                "{} is won by reaching a position, so it has no misère form; ask without --misere",
                self.0.info().name
            ))),
        }
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
        self.0.decided(who, pos).map(outcome::ended)
    }

    fn solve(&self, pos: &G::Position, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        self.no_misere(asked.play)?;
        let answer = |who| bouton_solve::decided_outcome(&self.0, pos, who, asked.play, budget);
        Ok(match asked.to_move {
            Some(who) => loopy(&self.0, &answer(who)?),
            None => both(&self.0, &answer(Player::Left)?, &answer(Player::Right)?),
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
        self.no_misere(play)?;
        let starts = positions.iter().flatten();
        let starts = starts.flat_map(|pos| Player::BOTH.map(|who| (pos.clone(), who)));
        let table = bouton_solve::solve_decided(&self.0, starts, play, budget)?;
        Ok(classes(&table, positions))
    }
}
