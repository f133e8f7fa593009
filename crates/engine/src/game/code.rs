//! Taking-and-breaking codes as games on heaps: Grundy values from the sequence engine, so that heaps may be large.

use super::{At, Kind, ShortImpartial, SolveQuestion, Solved, Valued, shown, unique};
use crate::report::Entry;
use bouton_core::grouped;
use bouton_heap::{Growing, HeapGame, ProvedPeriod, RunOptions, Values, Watch};
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

/// So many winning moves of each heap are listed that is larger than the values that are needed for its period.
const FEW: usize = 100;

/// Larger heaps are asked of the period; up to here the values themselves are quicker.
const PLAIN: usize = 1 << 16;

/// Values that are computed at most in the hope of a period, for heaps that are out of reach without one.
const MOST_VALUES: usize = 1 << 26;

/// Options of one heap that are looked through for winning moves.
const LOOKED_AT: u64 = 1 << 22;

/// The Grundy values of all heaps of a question: computed, and beyond that by a proved period.
struct Known {
    values: Values,
    period: Option<ProvedPeriod>,
}

impl Known {
    /// The value of a heap of `n`; `n` is below the number of values or there is a period.
    fn at(&self, n: &Nat) -> Nat {
        if let Some(value) = usize::try_from(n).ok().and_then(|n| self.values.get(n)) {
            return value.into();
        }
        let Some(p) = self.period.filter(|p| *n >= Nat::from(p.preperiod)) else {
            return Nat::default();
        };
        let beyond = n - p.preperiod;
        let place = usize::try_from(&beyond % p.length).unwrap_or(0) + p.preperiod;
        beyond / p.length * p.saltus + self.values.get(place).unwrap_or(0)
    }

    /// The exclusive or of the values of some heaps.
    fn of<'a>(&self, heaps: impl IntoIterator<Item = &'a Nat>) -> Nat {
        let values = heaps.into_iter().map(|n| self.at(n));
        values.fold(Nat::default(), |sum, value| sum ^ value)
    }

    /// How the values are known.
    fn method(&self) -> String {
        match &self.period {
            Some(period) => format!("Grundy values by their {}", period.statement()),
            None => format!(
                "Grundy values of the heaps up to {}",
                self.values.len().max(1) - 1
            ),
        }
    }
}

/// Winning options, and whether they are all.
struct Winning {
    options: Vec<Heaps>,
    all: bool,
}

impl Coded {
    fn plain(&self) -> ShortImpartial {
        ShortImpartial::new(self.0.clone())
    }

    /// Grundy values of the heaps up to the largest one of some positions.
    fn values<'a>(
        &self,
        positions: impl IntoIterator<Item = &'a Heaps>,
        budget: &Budget,
    ) -> Result<Known> {
        let heaps = positions.into_iter().flat_map(|pos| &pos.0);
        let largest = heaps.max().cloned().unwrap_or_default();
        match usize::try_from(&largest) {
            Ok(len) if len <= PLAIN => self.computed(len, budget),
            _ => self.with_period(&largest, budget),
        }
    }

    /// The values up to that of a heap of `len`.
    fn computed(&self, len: usize, budget: &Budget) -> Result<Known> {
        let mut held = budget.hold();
        held.set_table(len as u64 + 1, len as u64 + 1)?;
        budget.phase("computing values", Some(len as u64 + 1));
        let mut growing = Growing::new(self.0.clone(), Values::U8(Vec::new()))?;
        while growing.len() <= len {
            let step = STEP.min(len + 1 - growing.len());
            let mut watch = Watch::new(budget);
            growing.extend(growing.len() + step, &mut watch)?;
            if let Some(stopped) = watch.stopped() {
                return Err(stopped.clone());
            }
        }
        Ok(Known {
            values: growing.finish(len + 1)?.values,
            period: None,
        })
    }

    /// The values up to a large heap, or up to where a period is proved.
    fn with_period(&self, largest: &Nat, budget: &Budget) -> Result<Known> {
        let within = usize::try_from(largest).ok().and_then(|n| n.checked_add(1));
        let within = within.filter(|&n| n <= 1 << 34);
        let options = RunOptions {
            to: within.unwrap_or(MOST_VALUES),
            stop_at_period: true,
            ..RunOptions::default()
        };
        let mut watch = Watch::new(budget);
        let found = bouton_heap::run(&self.0, &options, &mut watch)?;
        let period = found.period.proved().copied();
        if period.is_none()
            && let Some(stopped) = watch.stopped()
        {
            return Err(stopped.clone());
        }
        if period.is_none() && within.is_none() {
            return Err(Error::limit(format!(
                "unknown: a heap of {largest} is beyond the values that can be computed, and no period of {} is proved by the first {}",
                self.0,
                grouped(found.values.len() as u64)
            )));
        }
        Ok(Known {
            values: found.values,
            period,
        })
    }

    /// The options whose value is that of `pos` with `change` added, and whether they are all.
    fn winning(
        &self,
        pos: &Heaps,
        change: &Nat,
        known: &Known,
        budget: &Budget,
    ) -> Result<Winning> {
        let mut found = Winning {
            options: Vec::new(),
            all: true,
        };
        for (i, heap) in pos.0.iter().enumerate() {
            let wanted = known.at(heap) ^ change;
            // A large heap has the options of a smaller one, longer by whole periods.
            let (small, longer) = match self.shorter(heap, known) {
                Some(small) => (small.clone(), heap - small),
                None => (heap.clone(), Nat::default()),
            };
            let Ok(small) = u64::try_from(&small) else {
                found.all = false;
                continue;
            };
            let mut looked_at = 0;
            let (mut stopped, mut broken) = (Ok(()), false);
            let finished = self.0.visit_options(small, &mut |parts| {
                looked_at += 1;
                if looked_at % 4096 == 0 {
                    stopped = budget.check();
                }
                broken |= parts.len() > 1;
                let mut parts: Vec<Nat> = parts.iter().map(|&n| Nat::from(n)).collect();
                if let Some(last) = parts.last_mut() {
                    *last += &longer;
                }
                // Of a heap beyond all lists a few moves will do.
                let listed = if longer == Nat::default() {
                    LISTED
                } else {
                    FEW
                };
                let room = found.options.len() < listed;
                if room && known.of(&parts) == wanted {
                    let mut next = pos.0.clone();
                    next.splice(i..=i, parts);
                    found.options.push(Heaps(next).as_multiset());
                }
                room && looked_at < LOOKED_AT && stopped.is_ok()
            });
            stopped?;
            found.all &= finished && (longer == Nat::default() || !broken);
        }
        Ok(found)
    }

    /// A smaller heap whose options, made longer by the difference, are options of this one with the same values; `None` where the heap
    /// is small or has no such.
    fn shorter(&self, heap: &Nat, known: &Known) -> Option<Nat> {
        let period = known.period.filter(|p| p.saltus == 0)?;
        let last = usize::try_from(self.0.as_code()?.last()?).ok()?;
        // So long that the longest part of an option lies behind the preperiod, whatever is taken: there are fewer parts than that.
        let reach = period.length.checked_add(period.preperiod)?;
        let base = reach.checked_add(last)?.checked_mul(64)?;
        let base = Nat::from(base.max(1 << 12));
        (*heap > &base + period.length).then(|| &base + (heap - &base) % period.length)
    }
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
        Ok(self.0.values([pos], budget)?.of(&pos.0))
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
        let change = values.of(&pos.0) ^ nimber;
        match self.0.winning(pos, &change, &values, budget)? {
            Winning { options, all: true } => {
                let game = &self.0.0;
                let hidden = options.into_iter().map(|pos| AnyPosition::hide(game, pos));
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
        super::short::nimber_of(&values.of(&pos.0), &self.0.to_string(), notation)
    }

    fn solve(&self, pos: &At<Self>, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        if asked.play == Play::Misere {
            let pos = AnyPosition::hide(&self.0, pos.clone());
            return Kind::solve(&self.plain(), &pos, asked, budget);
        }
        let values = self.values([pos], budget)?;
        let value = values.of(&pos.0);
        let lost = value == Nat::default();
        let winning = match lost || asked.outcome_only {
            true => Winning {
                options: Vec::new(),
                all: lost,
            },
            false => self.winning(pos, &value, &values, budget)?,
        };
        Ok(Solved {
            outcome: if lost { "P" } else { "N" }.to_string(),
            grundy: Some(value.to_string()),
            winning: unique(shown(&self.0, &winning.options)),
            complete: winning.all,
            method: values.method(),
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
        let entry = |pos: &Heaps| match (outcomes, values.of(&pos.0)) {
            (true, g) if g == Nat::default() => Ok(Entry::Outcome("P")),
            (true, _) => Ok(Entry::Outcome("N")),
            (false, g) => u32::try_from(&g).map(Entry::Grundy).map_err(|_| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn large_heaps_agree_with_values_and_options_one_by_one() {
        let budget = Budget::unlimited();
        let (mut cases, mut whole) = (0, 0);
        for code in [
            "0.77",
            "0.07",
            "0.137",
            "4.7",
            "0.16",
            "S{2,5,7}",
            "0.3",
            "80.0",
            "all-but{2}",
        ] {
            let coded = Coded(code.parse().unwrap());
            let most = if code == "80.0" { 1_000u64 } else { 70_003 };
            let slow = coded.computed(most as usize, &budget).unwrap();
            let fast = coded.with_period(&Nat::from(u64::MAX), &budget).unwrap();
            assert!(fast.period.is_some(), "{code}");
            let value = |n: u64| slow.values.get(n as usize).unwrap();
            for n in (0..=most).step_by(997).chain(most - 5..=most) {
                assert_eq!(fast.at(&n.into()), value(n).into(), "{code} {n}");
            }
            for n in most - 3..=most {
                let mut wins = HashSet::new();
                coded.0.visit_options(n, &mut |parts| {
                    if parts.iter().fold(0, |sum, &p| sum ^ value(p)) == 0 {
                        wins.insert(Heaps::of(parts).as_multiset());
                    }
                    true
                });
                let pos = Heaps::of(&[n]);
                let found = coded.winning(&pos, &fast.at(&n.into()), &fast, &budget);
                let found = found.unwrap();
                if value(n) > 0 {
                    let listed: HashSet<Heaps> = found.options.into_iter().collect();
                    assert!(listed.is_subset(&wins), "{code} {n}");
                    assert!(!listed.is_empty(), "{code} {n}");
                    assert!(!found.all || listed == wins, "{code} {n}");
                    whole += usize::from(found.all);
                    cases += 1;
                }
            }
        }
        assert!(cases > 20 && whole > 5, "{cases} {whole}");
    }
}
