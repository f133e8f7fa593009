//! Games that are won by points: the score, and the plays that reach it.

use super::{Game, Solved, Valued, normal_form, unique};
use crate::report::Entry;
use bouton_rules::{Error, Info, Play, Player, Result, Scoring, Short};
use bouton_solve::Budget;
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
        normal_form(&self.0, pos)
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

    fn solve(
        &self,
        pos: &str,
        play: Play,
        _: Option<Player>,
        _: bool,
        budget: &Budget<'_>,
    ) -> Result<Solved> {
        if play == Play::Misere {
            return Err(self.only_scores("misère form"));
        }
        let mut search = ScoreSearch::new(self.0.clone());
        let (score, best) = search.best(&self.0.parse(pos)?, budget)?;
        Ok(Solved {
            outcome: match score.signum() {
                1 => "win",
                0 => "draw",
                _ => "lose",
            }
            .to_string(),
            score: Some(score),
            winning: unique(best.iter().map(|g| self.0.show(&g.to)).collect()),
            complete: true,
            method: format!("search for the score, {} nodes", search.nodes()),
            ..Solved::default()
        })
    }

    fn value(&self, _: &str, _: Notation, _: &Budget<'_>) -> Result<Valued> {
        Err(self.only_scores("game value"))
    }

    fn entries(
        &self,
        _: &[String],
        _: bool,
        _: Play,
        _: &Budget<'_>,
    ) -> Result<Vec<Option<Entry>>> {
        Err(self.only_scores("table of outcomes"))
    }
}
