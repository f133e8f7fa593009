//! Games that may repeat: retrograde analysis.

use super::ending::Ending;
use super::short::nimber_of;
use super::{Kind, SolveQuestion, Solved, Valued, for_moves, no_moves, outcome, shown, unique};
use crate::report::{BestMove, Entry};
use bouton_rules::{Error, Impartial, Partizan, Play, Player, Result, Ruleset};
use bouton_solve::numbered::{Numbered, Term};
use bouton_solve::{Budget, LoopyAnswer, Tablebase, Values, Verdict};
use bouton_value::loopy::LoopyValue;
use bouton_value::{Notation, Store};
use std::sync::Arc;

/// An impartial game that may repeat.
pub struct LoopyImpartial<G>(pub G);

/// A partizan game that may repeat.
pub struct LoopyPartizan<G>(pub G);

pub(super) fn loopy<G: Ruleset>(game: &G, answer: &LoopyAnswer<G::Position>) -> Solved {
    let verdict = outcome::word(answer.verdict);
    let texts = || unique(answer.best().map(|m| game.show(&m.to)).collect());
    let mut best: Vec<_> = answer.best().collect();
    best.sort_by_key(|m| match verdict {
        "lose" => -i64::from(m.remoteness.unwrap_or(0)),
        _ => i64::from(m.remoteness.unwrap_or(0)),
    });
    // Every move of a lost position loses: the best are those that last longest.
    let longest = best.first().and_then(|m| m.remoteness);
    best.retain(|m| verdict != "lose" || m.remoteness == longest);
    let best = best.into_iter().map(|m| BestMove {
        position: game.show(&m.to),
        remoteness: m.remoteness.map(u64::from),
        score: None,
    });
    Solved {
        outcome: verdict.to_string(),
        remoteness: answer.remoteness.map(u64::from),
        winning: if verdict == "win" {
            texts()
        } else {
            Vec::new()
        },
        drawing: if verdict == "draw" {
            texts()
        } else {
            Vec::new()
        },
        best: best.collect(),
        complete: true,
        method: format!("retrograde analysis of {} positions", answer.nodes),
        ..Solved::default()
    }
}

/// What both starters reach.
pub(super) fn both<G: Ruleset>(
    game: &G,
    left: &LoopyAnswer<G::Position>,
    right: &LoopyAnswer<G::Position>,
) -> Solved {
    let class = outcome::class(left.verdict, right.verdict);
    let [left, right] = [left, right].map(|answer| loopy(game, answer));
    Solved {
        outcome: class.to_string(),
        winning: unique(left.winning.iter().chain(&right.winning).cloned().collect()),
        drawing: unique(left.drawing.iter().chain(&right.drawing).cloned().collect()),
        complete: true,
        method: left.method,
        by_player: Some([left.winning, right.winning]),
        drawing_by_player: Some([left.drawing, right.drawing]),
        ..Solved::default()
    }
}

/// The class of each position of a table.
pub(super) fn classes<G: Partizan>(
    table: &Tablebase<'_, G>,
    positions: &[Option<G::Position>],
) -> Vec<Option<Entry>> {
    let class = |pos: &G::Position| {
        let verdict = |who| table.get(pos, who).map(|(verdict, _)| verdict);
        let class = outcome::class(verdict(Player::Left)?, verdict(Player::Right)?);
        Some(Entry::Outcome(class))
    };
    positions
        .iter()
        .map(|pos| pos.as_ref().and_then(class))
        .collect()
}

/// Positions that are searched for a Grundy value that was not asked for.
const VALUE_NODES: u64 = 100_000;

impl<G: Impartial> LoopyImpartial<G> {
    /// Grundy values of positions from which play must end after all; an error that names a position to which play can come back.
    fn values(
        &self,
        positions: impl IntoIterator<Item = G::Position>,
        budget: &Budget,
    ) -> Result<Values<Numbered<G>>> {
        Values::explore(&self.0, positions, budget)
    }

    fn searched(&self, pos: &G::Position, play: Play, budget: &Budget) -> Result<Solved> {
        let answer = bouton_solve::loopy_impartial_outcome(&self.0, pos, play, budget)?;
        let mut solved = loopy(&self.0, &answer);
        solved.outcome = outcome::class(answer.verdict, answer.verdict).to_string();
        // A draw shows that play need not end.
        if play == Play::Normal && answer.verdict != Verdict::Draw {
            let attempt = budget.attempt(VALUE_NODES).0;
            let values = self.values([pos.clone()], &attempt);
            solved.grundy = values.ok().map(|mut values| values.of(pos).to_string());
        }
        Ok(solved)
    }
}

impl<G: Impartial> Kind for LoopyImpartial<G> {
    type Rules = G;
    const PARTIZAN: bool = false;
    const ENDS: bool = false;

    fn rules(&self) -> &G {
        &self.0
    }

    fn knows(&self, pos: &G::Position, play: Play) -> bool {
        self.0.known(pos, play).is_some()
    }

    fn solve(&self, pos: &G::Position, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        let play = asked.play;
        let Some(known) = self.0.known(pos, play) else {
            return self.searched(pos, play, budget);
        };
        let method = format!("theorem: {}", self.0.info().theorem.unwrap_or_default());
        let solved = Solved {
            outcome: known.outcome.letter().to_string(),
            grundy: known.grundy.map(|g| g.to_string()),
            winning: unique(shown(&self.0, &known.winning)),
            complete: known.all,
            method,
            ..Solved::default()
        };
        if known.all || asked.outcome_only || !solved.winning.is_empty() {
            return Ok(solved);
        }
        match self.searched(pos, play, &for_moves(budget)) {
            Ok(found) => Ok(Solved {
                method: format!("{}; {}", solved.method, found.method),
                grundy: solved.grundy,
                ..found
            }),
            Err(e) => Ok(Solved {
                unlisted: Some(no_moves(&e)),
                ..solved
            }),
        }
    }

    fn value(&self, pos: &G::Position, notation: Notation, budget: &Budget) -> Result<Valued> {
        let mut values = self.values([pos.clone()], budget)?;
        nimber_of(&values.of(pos).into(), &self.0.info().name, notation)
    }

    fn term(&self) -> Result<Term> {
        let game = Arc::new(LoopyImpartial(self.0.clone()));
        Ok(Term::impartial(Ending::new(game)))
    }

    fn entries(
        &self,
        positions: &[Option<G::Position>],
        outcomes: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>> {
        let all = positions.iter().flatten().cloned();
        if outcomes || play == Play::Misere {
            let table = bouton_solve::solve_loopy_impartial(&self.0, all, play, budget)?;
            return Ok(classes(&table, positions));
        }
        let mut values = self.values(all, budget).map_err(|e| match e.is_limit() {
            true => e,
            false => Error::input(format!("{e}: --outcomes")),
        })?;
        let mut value = |pos: &G::Position| Entry::Grundy(values.of(pos));
        Ok(positions
            .iter()
            .map(|pos| pos.as_ref().map(&mut value))
            .collect())
    }
}

/// A value with loops in text. Mean, temperature and stops are there for values without loops only.
fn written(value: &LoopyValue) -> bouton_value::Result<Valued> {
    let mut store = Store::new();
    let verdict = |wins: Option<bool>| match wins {
        Some(true) => Verdict::Win,
        Some(false) => Verdict::Lose,
        None => Verdict::Draw,
    };
    let (left, right) = value.outcomes()?;
    let outcome = outcome::class(verdict(left), verdict(right.map(|left| !left))).to_string();
    let none = || "none".to_string();
    Ok(match value.to_short(&mut store)? {
        None => Valued {
            value: value.show(&mut store)?,
            outcome,
            mean: none(),
            temperature: none(),
            stops: [none(), none()],
        },
        Some(short) => Valued {
            value: store.write(short, Notation::Ascii)?,
            outcome,
            mean: store.mean(short)?.to_string(),
            temperature: store.temperature(short)?.to_string(),
            stops: [
                store.left_stop(short).to_string(),
                store.right_stop(short).to_string(),
            ],
        },
    })
}

impl<G: Partizan> Kind for LoopyPartizan<G> {
    type Rules = G;
    const PARTIZAN: bool = true;
    const ENDS: bool = false;

    fn rules(&self) -> &G {
        &self.0
    }

    fn value(&self, pos: &G::Position, _: Notation, budget: &Budget) -> Result<Valued> {
        let value = bouton_solve::loopy_value(&self.0, pos, budget)?;
        written(&value).map_err(|e| Error::limit(format!("unknown: {e}")))
    }

    fn solve(&self, pos: &G::Position, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        let play = asked.play;
        let answer = |who| bouton_solve::loopy_outcome(&self.0, pos, who, play, budget);
        Ok(match asked.to_move {
            Some(who) => loopy(&self.0, &answer(who)?),
            None => both(&self.0, &answer(Player::Left)?, &answer(Player::Right)?),
        })
    }

    fn entries(
        &self,
        positions: &[Option<G::Position>],
        _: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>> {
        let starts = positions.iter().flatten();
        let starts = starts.flat_map(|pos| Player::BOTH.map(|who| (pos.clone(), who)));
        let table = bouton_solve::solve_loopy(&self.0, starts, play, budget)?;
        Ok(classes(&table, positions))
    }
}
