//! Taking-and-breaking codes as games on heaps: Grundy values from the sequence engine, so that heaps may be large.

use super::{At, Kind, ShortImpartial, SolveQuestion, Solved, Valued, shown, unique};
use crate::report::Entry;
use bouton_heap::{Growing, HeapGame, Values, Watch};
use bouton_rules::{AnyPosition, Error, Heaps, Nat, Play, Result};
use bouton_solve::numbered::Term;
use bouton_solve::{Budget, TermNimbers};
use bouton_value::Notation;

/// A game on heaps that has a code.
pub struct Coded(pub HeapGame);

/// Values are computed so many at a time between two looks at the limits.
const STEP: usize = 1 << 16;

/// So many winning moves are listed.
const LISTED: usize = 10_000;

impl Coded {
    fn plain(&self) -> ShortImpartial {
        ShortImpartial::new(self.0.clone())
    }

    /// Grundy values of the heaps up to the largest one of some positions.
    fn values<'a>(
        &self,
        positions: impl IntoIterator<Item = &'a Heaps>,
        budget: &Budget,
    ) -> Result<Values> {
        let heaps = positions.into_iter().flat_map(|pos| &pos.0);
        let largest = heaps.max().cloned().unwrap_or_default();
        let too_large = || {
            Error::limit(format!(
                "unknown: a heap of {largest} is beyond the values that can be computed; the period of the code, if it has one, is proved by `bouton heap`"
            ))
        };
        let len = usize::try_from(&largest).map_err(|_| too_large())?;
        let mut held = budget.hold();
        held.set_table(len as u64 + 1, len as u64 + 1)?;
        budget.phase("computing values", Some(len as u64 + 1));
        let mut growing = Growing::new(self.0.clone(), Values::U8(Vec::new()))?;
        while growing.len() <= len {
            let step = STEP.min(len + 1 - growing.len());
            budget.visit(step as u64)?;
            growing.extend(growing.len() + step, &mut Watch::default())?;
        }
        Ok(growing.finish(len + 1)?.values)
    }

    /// The options of value 0, and whether they are all.
    fn winning(&self, pos: &Heaps, value: u64, values: &Values) -> (Vec<Heaps>, bool) {
        let (mut winning, mut all) = (Vec::new(), true);
        for (i, heap) in pos.0.iter().enumerate() {
            let Some((heap, own)) = valued(heap, values) else {
                continue;
            };
            self.0.visit_options(heap, &mut |parts| {
                let nimbers = parts.iter().map(|&n| values.get(n as usize).unwrap_or(0));
                if nimbers.fold(0, |a, b| a ^ b) == value ^ own {
                    all = winning.len() < LISTED;
                    if all {
                        let mut next = pos.0.clone();
                        next.splice(i..=i, parts.iter().map(|&n| Nat::from(n)));
                        winning.push(Heaps(next).as_multiset());
                    }
                }
                all
            });
        }
        (winning, all)
    }
}

/// A heap as a machine integer, with its value.
fn valued(heap: &Nat, values: &Values) -> Option<(u64, u64)> {
    let n = u64::try_from(heap).ok()?;
    Some((n, values.get(usize::try_from(n).ok()?)?))
}

/// The nimbers of a term of a sum, by the sequence.
struct CodedNimbers(Coded);

impl CodedNimbers {
    fn own<'p>(&self, pos: &'p AnyPosition) -> Result<&'p Heaps> {
        let own = pos.of_game::<HeapGame>();
        own.ok_or_else(|| Error::input("a term of a sum is a position of another game"))
    }
}

impl TermNimbers for CodedNimbers {
    fn known(&self, _: &AnyPosition) -> Option<Nat> {
        None
    }

    fn nimber(&mut self, pos: &AnyPosition, budget: &Budget) -> Result<Nat> {
        let pos = self.own(pos)?;
        Ok(sum(pos, &self.0.values([pos], budget)?).into())
    }

    fn is(&mut self, pos: &AnyPosition, nimber: &Nat, budget: &Budget) -> Result<bool> {
        Ok(self.nimber(pos, budget)? == *nimber)
    }

    fn replies(
        &mut self,
        pos: &AnyPosition,
        nimber: &Nat,
        budget: &Budget,
    ) -> Result<Vec<AnyPosition>> {
        let pos = self.own(pos)?;
        let values = self.0.values([pos], budget)?;
        let Ok(nimber) = u64::try_from(nimber) else {
            return Ok(Vec::new());
        };
        match self.0.winning(pos, sum(pos, &values) ^ nimber, &values) {
            (replies, true) => {
                let game = &self.0.0;
                let hidden = replies.into_iter().map(|pos| AnyPosition::hide(game, pos));
                Ok(hidden.collect())
            }
            _ => Err(Error::limit(format!(
                "unknown: there are more than {LISTED} replies"
            ))),
        }
    }

    fn size(&self, pos: &AnyPosition) -> usize {
        // The sequence is quick: no other term need be put off for it.
        pos.of_game::<HeapGame>().map_or(0, |pos| pos.0.len())
    }

    fn nodes(&self) -> u64 {
        0
    }
}

/// The Grundy value of a position.
fn sum(pos: &Heaps, values: &Values) -> u64 {
    let nimbers = pos.0.iter().filter_map(|heap| valued(heap, values));
    nimbers.fold(0, |sum, (_, g)| sum ^ g)
}

impl Kind for Coded {
    type Rules = HeapGame;
    const PARTIZAN: bool = false;
    const ENDS: bool = true;

    fn rules(&self) -> &HeapGame {
        &self.0
    }

    fn term(&self) -> Result<Term> {
        let game = self.0.clone();
        let nimbers = move || Box::new(CodedNimbers(Coded(game.clone()))) as Box<dyn TermNimbers>;
        Ok(Term::impartial(self.0.clone()).with_nimbers(nimbers))
    }

    fn value(&self, pos: &At<Self>, notation: Notation, budget: &Budget) -> Result<Valued> {
        let values = self.values([pos], budget)?;
        super::short::nimber(sum(pos, &values), notation)
    }

    fn solve(&self, pos: &At<Self>, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        if asked.play == Play::Misere {
            let pos = AnyPosition::hide(&self.0, pos.clone());
            return Kind::solve(&self.plain(), &pos, asked, budget);
        }
        let values = self.values([pos], budget)?;
        let value = sum(pos, &values);
        let (winning, all) = match value {
            0 => (Vec::new(), true),
            _ if asked.outcome_only => (Vec::new(), false),
            _ => self.winning(pos, value, &values),
        };
        Ok(Solved {
            outcome: if value == 0 { "P" } else { "N" }.to_string(),
            grundy: Some(value.to_string()),
            winning: unique(shown(&self.0, &winning)),
            complete: all,
            method: format!(
                "Grundy values of the heaps up to {}",
                values.len().max(1) - 1
            ),
            ..Solved::default()
        })
    }

    fn entries(
        &self,
        positions: &[Option<At<Self>>],
        outcomes: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>> {
        if play == Play::Misere {
            let hide = |pos: &Heaps| AnyPosition::hide(&self.0, pos.clone());
            let hidden: Vec<_> = positions.iter().map(|pos| pos.as_ref().map(hide)).collect();
            return Kind::entries(&self.plain(), &hidden, outcomes, play, budget);
        }
        let values = self.values(positions.iter().flatten(), budget)?;
        let entry = |pos: &Heaps| match (outcomes, sum(pos, &values)) {
            (true, 0) => Ok(Entry::Outcome("P")),
            (true, _) => Ok(Entry::Outcome("N")),
            (false, g) => u32::try_from(g).map(Entry::Grundy).map_err(|_| {
                Error::limit(format!(
                    "unknown: the Grundy value {g} is too large for a table"
                ))
            }),
        };
        positions
            .iter()
            .map(|pos| pos.as_ref().map(entry).transpose())
            .collect()
    }
}
