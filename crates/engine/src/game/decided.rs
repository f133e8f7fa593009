//! Games that are won, lost or tied by reaching a position, such as Hex.

use super::{Game, Solved, Valued, normal_form, shown, unique};
use crate::report::Entry;
use bouton_rules::{
    Decided, Decision, Error, Info, Outcome, Partizan, Play, Player, Result, Short,
};
use bouton_solve::Budget;
use bouton_solve::scoring::DecidedSearch;
use bouton_value::Notation;

/// A game that ends by a rule.
pub struct Reaching<G>(pub G);

impl<G: Partizan + Decided + Short> Reaching<G> {
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
fn word(verdict: bouton_solve::Verdict) -> &'static str {
    match verdict.name() {
        "tie" => "draw",
        name => name,
    }
}

/// One outcome from those of the two starters.
fn together(left: &str, right: &str) -> String {
    match (left, right) {
        ("draw", "draw") => "draw".to_string(),
        ("draw", _) | (_, "draw") => format!("Left to move: {left}; Right to move: {right}"),
        _ => Outcome::from_starters(left == "win", right == "win")
            .letter()
            .to_string(),
    }
}

impl<G: Partizan + Decided + Short> Game for Reaching<G> {
    fn info(&self) -> Info {
        self.0.info()
    }

    fn is_partizan(&self) -> bool {
        true
    }

    fn ends(&self) -> bool {
        true
    }

    fn show(&self, pos: &str) -> Result<String> {
        normal_form(&self.0, pos)
    }

    fn moves(&self, who: Player, pos: &str) -> Result<Vec<String>> {
        let pos = self.0.parse(pos)?;
        Ok(match self.0.decided(who, &pos) {
            Some(_) => Vec::new(),
            None => unique(shown(&self.0, &self.0.moves(who, &pos)?)),
        })
    }

    fn ended(&self, who: Player, pos: &str) -> Result<Option<&'static str>> {
        let decision = self.0.decided(who, &self.0.parse(pos)?);
        Ok(decision.map(|decision| match decision {
            Decision::Win => "win",
            Decision::Lose => "lose",
            Decision::Tie => "draw",
        }))
    }

    fn knows(&self, _: &str, _: Play) -> bool {
        false
    }

    fn solve(
        &self,
        pos: &str,
        play: Play,
        to_move: Option<Player>,
        _: bool,
        budget: &Budget<'_>,
    ) -> Result<Solved> {
        let pos = self.0.parse(pos)?;
        let mut search = self.search(play)?;
        let mut answer = |who| -> Result<(&'static str, Vec<String>)> {
            let answer = search.answer(&pos, who, budget)?;
            let verdict = word(answer.verdict);
            let best = if verdict == "lose" {
                Vec::new()
            } else {
                answer.best
            };
            Ok((verdict, unique(shown(&self.0, &best))))
        };
        let mut solved = Solved {
            complete: true,
            ..Solved::default()
        };
        match to_move {
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

    fn value(&self, _: &str, _: Notation, _: &Budget<'_>) -> Result<Valued> {
        Err(Error::input(format!(
            "{} is won by reaching a position, so it has no game value; ask who wins with `bouton solve`",
            self.0.info().name
        )))
    }

    fn entries(
        &self,
        positions: &[String],
        _: bool,
        play: Play,
        budget: &Budget<'_>,
    ) -> Result<Vec<Option<Entry>>> {
        let mut search = self.search(play)?;
        let mut entry = |text: &String| -> Result<Option<Entry>> {
            let Ok(pos) = self.0.parse(text) else {
                return Ok(None);
            };
            Ok(Some(Entry::Outcome(word(
                search.answer(&pos, Player::Left, budget)?.verdict,
            ))))
        };
        positions.iter().map(&mut entry).collect()
    }
}
