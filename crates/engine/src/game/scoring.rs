//! Games that are won by points: the score, and the plays that reach it.

use super::{Game, SolveQuestion, Solved, Valued, unique};
use crate::report::{BestMove, Entry};
use bouton_rules::board::Scene;
use bouton_rules::{Error, Info, Play, Player, Result, Scoring, Short};
use bouton_solve::Budget;
use bouton_solve::numbered::Term;
use bouton_solve::scoring::ScoreSearch;
use bouton_value::Notation;

/// A game of points.
pub struct Points<G>(pub G);

impl<G: Scoring + Short> Points<G> {
    /// The error for a question that points do not answer.
    fn only_scores(&self, asked: &str) -> Error {
        Error::input(format!(
            "{} is won by points, so it has no {asked}; ask for the score with `bouton solve`",
            self.0.info().name
        ))
    }
}

impl<G: Scoring + Short> Game for Points<G> {
    fn info(&self) -> Info {
        self.0.info()
    }

    fn is_partizan(&self) -> bool {
        false
    }

    fn ends(&self) -> bool {
        true
    }

    fn by_points(&self) -> bool {
        true
    }

    fn show(&self, pos: &str) -> Result<String> {
        Ok(self.0.show(&self.0.parse(pos)?))
    }

    fn moves(&self, _: Player, pos: &str) -> Result<Vec<String>> {
        let gains = self.0.gains(&self.0.parse(pos)?)?;
        Ok(unique(gains.iter().map(|g| self.0.show(&g.to)).collect()))
    }

    fn gain(&self, from: &str, to: &str) -> Result<Option<(u32, bool)>> {
        let to = self.0.parse(to)?;
        let gains = self.0.gains(&self.0.parse(from)?)?;
        let made = gains.into_iter().find(|g| g.to == to);
        Ok(made.map(|g| (g.points, g.again)))
    }

    fn knows(&self, _: &str, _: Play) -> bool {
        false
    }

    fn draw(&self, pos: &str) -> Result<Scene> {
        Ok(self.0.draw(&self.0.parse(pos)?))
    }

    fn term(&self) -> Result<Term> {
        Err(self.only_scores("variants and sums"))
    }

    fn solve(&self, pos: &str, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        if asked.play == Play::Misere {
            return Err(self.only_scores("misère form"));
        }
        let mut search = ScoreSearch::new(self.0.clone());
        let pos = self.0.parse(pos)?;
        let (score, best) = match asked.outcome_only {
            true => (search.score(&pos, budget)?, Vec::new()),
            false => search.best(&pos, budget)?,
        };
        let best = unique(best.iter().map(|g| self.0.show(&g.to)).collect());
        let of_score = |position| BestMove {
            position,
            remoteness: None,
            score: Some(score),
        };
        Ok(Solved {
            outcome: match (score.signum(), asked.to_move) {
                (1, None) => "N",
                (0, None) => "D",
                (_, None) => "P",
                (1, _) => "win",
                (0, _) => "draw",
                _ => "lose",
            }
            .to_string(),
            score: Some(score),
            winning: if score > 0 { best.clone() } else { Vec::new() },
            drawing: if score == 0 { best.clone() } else { Vec::new() },
            best: best.into_iter().map(of_score).collect(),
            complete: !asked.outcome_only,
            method: format!("search for the score, {} nodes", search.nodes()),
            ..Solved::default()
        })
    }

    fn value(&self, _: &str, _: Notation, _: &Budget) -> Result<Valued> {
        Err(self.only_scores("game value"))
    }

    fn entries(&self, _: &[String], _: bool, _: Play, _: &Budget) -> Result<Vec<Option<Entry>>> {
        Err(self.only_scores("table of outcomes"))
    }
}
