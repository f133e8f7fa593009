//! Games that are won, lost or tied by reaching a position, such as Hex.

use super::{Kind, SolveQuestion, Solved, Valued, outcome, shown, unique};
use crate::report::Entry;
use bouton_rules::{Decided, Error, Partizan, Play, Player, Result, Short};
use bouton_solve::numbered::Term;
use bouton_solve::scoring::DecidedSearch;
use bouton_solve::{Budget, Verdict};
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

/// The moves that keep a verdict, as winning and as drawing ones.
fn parted(verdict: Verdict, best: Vec<String>) -> [Vec<String>; 2] {
    match verdict {
        Verdict::Win => [best, Vec::new()],
        Verdict::Lose => [Vec::new(), Vec::new()],
        Verdict::Tie | Verdict::Draw => [Vec::new(), best],
    }
}

impl<G: Partizan + Decided + Short> Kind for Reaching<G> {
    type Rules = G;
    const PARTIZAN: bool = true;
    const ENDS: bool = true;
    const REACHING: bool = true;

    fn rules(&self) -> &G {
        &self.0
    }

    fn ended(&self, who: Player, pos: &G::Position) -> Option<&'static str> {
        self.0.decided(who, pos).map(outcome::ended)
    }

    fn solve(&self, pos: &G::Position, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        let mut search = self.search(asked.play)?;
        let mut answer = |who| -> Result<(Verdict, Vec<String>)> {
            if asked.outcome_only {
                return Ok((search.verdict(pos, who, budget)?, Vec::new()));
            }
            let answer = search.answer(pos, who, budget)?;
            Ok((answer.verdict, unique(shown(&self.0, &answer.best))))
        };
        let mut solved = Solved {
            complete: !asked.outcome_only,
            ..Solved::default()
        };
        match asked.to_move {
            Some(who) => {
                let (verdict, best) = answer(who)?;
                solved.outcome = outcome::word(verdict).to_string();
                [solved.winning, solved.drawing] = parted(verdict, best);
            }
            None => {
                let (left, right) = (answer(Player::Left)?, answer(Player::Right)?);
                solved.outcome = outcome::class(left.0, right.0).to_string();
                let [left_wins, left_draws] = parted(left.0, left.1);
                let [right_wins, right_draws] = parted(right.0, right.1);
                solved.winning = unique(left_wins.iter().chain(&right_wins).cloned().collect());
                solved.drawing = unique(left_draws.iter().chain(&right_draws).cloned().collect());
                solved.by_player = Some([left_wins, right_wins]);
                solved.drawing_by_player = Some([left_draws, right_draws]);
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
            let left = search.verdict(pos, Player::Left, budget)?;
            let right = search.verdict(pos, Player::Right, budget)?;
            Ok(Some(Entry::Outcome(outcome::class(left, right))))
        };
        positions.iter().map(&mut entry).collect()
    }
}
