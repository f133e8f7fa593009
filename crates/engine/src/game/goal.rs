//! Games that may repeat and are won by reaching a position: retrograde analysis.

use super::decided::{together, word};
use super::{Kind, SolveQuestion, Solved, Valued, shown, unique};
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
    ) -> Result<Judged> {
        if play == Play::Misere {
            return Err(Error::input(format!(
                "{} is won by reaching a position, so it has no misère form; ask without --misere",
                self.0.info().name
            )));
        }
        let answer = bouton_solve::decided_outcome(&self.0, pos, who, play, budget)?;
        let verdict = word(answer.verdict);
        let best: Vec<G::Position> = match verdict {
            "lose" => Vec::new(),
            _ => answer.best().map(|m| m.to.clone()).collect(),
        };
        Ok(Judged {
            verdict,
            remoteness: answer.remoteness.map(u64::from),
            best: unique(shown(&self.0, &best)),
            nodes: answer.nodes,
        })
    }
}

/// What retrograde analysis says of one player to move.
struct Judged {
    verdict: &'static str,
    remoteness: Option<u64>,
    best: Vec<String>,
    nodes: u64,
}

impl<G: Partizan + Decided> Kind for LoopyReaching<G> {
    type Rules = G;
    const PARTIZAN: bool = true;
    const ENDS: bool = false;

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
        let method = |nodes| format!("retrograde analysis of {nodes} positions");
        if let Some(who) = asked.to_move {
            let found = self.answer(pos, who, asked.play, budget)?;
            return Ok(Solved {
                outcome: found.verdict.to_string(),
                remoteness: found.remoteness,
                winning: found.best,
                complete: true,
                method: method(found.nodes),
                ..Solved::default()
            });
        }
        let left = self.answer(pos, Player::Left, asked.play, budget)?;
        let right = self.answer(pos, Player::Right, asked.play, budget)?;
        Ok(Solved {
            outcome: together(left.verdict, right.verdict),
            winning: unique(left.best.iter().chain(&right.best).cloned().collect()),
            complete: true,
            method: method(left.nodes),
            by_player: Some([left.best, right.best]),
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
        let entry = |pos: &Option<G::Position>| -> Result<Option<Entry>> {
            let Some(pos) = pos else {
                return Ok(None);
            };
            Ok(Some(Entry::Outcome(
                self.answer(pos, Player::Left, play, budget)?.verdict,
            )))
        };
        positions.iter().map(entry).collect()
    }
}
