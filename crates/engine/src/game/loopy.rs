//! Games that may repeat: retrograde analysis.

use super::{Kind, SolveQuestion, Solved, Valued, shown, together, unique};
use crate::report::{BestMove, Entry};
use bouton_rules::{Error, Impartial, Outcome, Partizan, Play, Player, Result, Ruleset};
use bouton_solve::{Budget, LoopyAnswer};
use bouton_value::loopy::LoopyValue;
use bouton_value::{Notation, Store};

/// An impartial game that may repeat.
pub struct LoopyImpartial<G>(pub G);

/// A partizan game that may repeat.
pub struct LoopyPartizan<G>(pub G);

pub(super) fn loopy<G: Ruleset>(game: &G, answer: &LoopyAnswer<G::Position>) -> Solved {
    let verdict = match answer.verdict.name() {
        "tie" => "draw",
        name => name,
    };
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

fn no_values(name: &str) -> Error {
    Error::input(format!(
        "play of {name} may go on for ever, so there are no Grundy values; ask for outcomes with --outcomes"
    ))
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
        if let Some(known) = self.0.known(pos, play) {
            return Ok(Solved {
                outcome: known.outcome.letter().to_string(),
                grundy: known.grundy.map(|g| g.to_string()),
                winning: unique(shown(&self.0, &known.winning)),
                complete: known.all,
                method: format!("theorem: {}", self.0.info().theorem.unwrap_or_default()),
                ..Solved::default()
            });
        }
        Ok(loopy(
            &self.0,
            &bouton_solve::loopy_impartial_outcome(&self.0, pos, play, budget)?,
        ))
    }

    fn entries(
        &self,
        positions: &[Option<G::Position>],
        outcomes: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>> {
        if !outcomes {
            return Err(no_values(&self.0.info().name));
        }
        verdicts(positions, |pos| {
            Ok(
                bouton_solve::loopy_impartial_outcome(&self.0, pos, play, budget)?
                    .verdict
                    .name(),
            )
        })
    }
}

pub(super) fn verdicts<P>(
    positions: &[Option<P>],
    of: impl Fn(&P) -> Result<&'static str>,
) -> Result<Vec<Option<Entry>>> {
    positions
        .iter()
        .map(|pos| Ok(pos.as_ref().map(&of).transpose()?.map(Entry::Outcome)))
        .collect()
}

/// A value with loops in text. Mean, temperature and stops are there for values without loops only.
fn written(value: &LoopyValue) -> bouton_value::Result<Valued> {
    let mut store = Store::new();
    let winner = |left: Option<bool>| match left {
        Some(true) => "Left wins",
        Some(false) => "Right wins",
        None => "draw",
    };
    let outcome = match value.outcomes()? {
        (Some(left), Some(right)) => Outcome::from_starters(left, !right).letter().to_string(),
        (left, right) => format!(
            "{} if Left starts, {} if Right starts",
            winner(left),
            winner(right)
        ),
    };
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
        if let Some(who) = asked.to_move {
            return Ok(loopy(&self.0, &answer(who)?));
        }
        let [left, right] = [
            loopy(&self.0, &answer(Player::Left)?),
            loopy(&self.0, &answer(Player::Right)?),
        ];
        let outcome = together(&left.outcome, &right.outcome).to_string();
        Ok(Solved {
            outcome,
            winning: unique(left.winning.iter().chain(&right.winning).cloned().collect()),
            complete: true,
            method: left.method,
            drawing: unique(left.drawing.iter().chain(&right.drawing).cloned().collect()),
            by_player: Some([left.winning, right.winning]),
            drawing_by_player: Some([left.drawing, right.drawing]),
            ..Solved::default()
        })
    }

    fn entries(
        &self,
        positions: &[Option<G::Position>],
        _: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>> {
        verdicts(positions, |pos| {
            let verdict = |who| -> Result<&'static str> {
                let answer = bouton_solve::loopy_outcome(&self.0, pos, who, play, budget)?;
                Ok(answer.verdict.name())
            };
            Ok(together(verdict(Player::Left)?, verdict(Player::Right)?))
        })
    }
}
