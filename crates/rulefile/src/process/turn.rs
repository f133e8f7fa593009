//! What can happen in a position: an end, chance, or a choice.

use super::exact::{divides, exact};
use super::{Actor, Counters, Line, ProcessRules};
use bouton_rules::formula::NoValue;
use bouton_rules::{Bound, Cond, Error, Expr, Result};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::HashMap;

/// Ways in which one position can go on, above which the answer is an error.
const MOST: usize = 1 << 20;

/// One way in which an action can turn out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The next position.
    pub to: Counters,
    /// Its probability.
    pub weight: BigRational,
    /// What Left gains on the way.
    pub gain: BigRational,
}

/// Something that a player can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Its name in the rule file, or the position that it leads to.
    pub label: String,
    /// How it can turn out; the probabilities sum to 1.
    pub outcomes: Vec<Outcome>,
}

/// What can happen in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Play has ended and pays Left so much.
    End(BigRational),
    /// Chance decides; the probabilities sum to 1.
    Chance(Vec<Outcome>),
    /// Left chooses, for a large expectation.
    Left(Vec<Act>),
    /// Right chooses, for a small expectation.
    Right(Vec<Act>),
}

/// Does a condition hold? A part without a value does not.
pub(crate) fn holds(cond: &Cond, vars: &[i64]) -> Result<bool> {
    match cond.holds(vars) {
        Ok(answer) => Ok(answer),
        Err(NoValue::Undefined) => Ok(false),
        Err(e) => Err(no_value(e)),
    }
}

pub(crate) fn no_value(why: NoValue) -> Error {
    match why {
        NoValue::Undefined => Error::undefined(
            "a number has no value there; do not divide by 0, and use `mod`, `gcd` and `xor` on whole numbers",
        ),
        NoValue::Overflow => {
            Error::limit("a counter grows beyond 2^63; bound it by a `where` line")
        }
        NoValue::Primality => Error::limit("a number is too large for the test of primality"),
    }
}

/// A weight before it is known what the weights sum to.
struct Weighed {
    to: Counters,
    weight: BigRational,
    gain: BigRational,
    line: usize,
}

impl ProcessRules {
    /// What can happen in a position that exists.
    ///
    /// # Errors
    /// One sentence that names the position, and the line where there is one: weights that do not sum to one, a negative weight, an
    /// outcome that does not exist, a position in which nothing can happen or more than one of Left, Right and chance can act.
    ///
    /// ```
    /// use bouton_rulefile::{RuleFile, read};
    /// let text = "game toss\ncounters a\nrandom a += 1 weight 1/2, a += 2 weight 1/3 where a = 0\nend where a >= 1 pays a\n";
    /// let Ok(RuleFile::Process(toss)) = read(text, "toss.game") else { panic!() };
    /// assert_eq!(
    ///     toss.turn(&[0]).unwrap_err().to_string(),
    ///     "toss.game:3: in position 0: the weights sum to 5/6; probabilities sum to 1, and weights without `/` are shares of their sum"
    /// );
    /// ```
    pub fn turn(&self, at: &[i64]) -> Result<Turn> {
        for end in &self.ends {
            let here = |e: Error| self.here(e, end.number, at);
            if holds(&end.when, at).map_err(here)? {
                return exact(&end.pays, at)
                    .map(Turn::End)
                    .map_err(|e| here(no_value(e)));
            }
        }
        let mut chance = Vec::new();
        let mut probabilities = false;
        let mut acts: [Vec<Act>; 2] = [Vec::new(), Vec::new()];
        for line in &self.lines {
            let wrong = |e: Error| self.here(e, line.number, at);
            let mut each = |vars: &[i64]| match line.actor {
                Actor::Nature => {
                    probabilities |= self.weigh(line, vars, &mut chance)?;
                    Ok(())
                }
                _ => {
                    let act = self.act(line, vars, at)?;
                    acts[usize::from(line.actor == Actor::Right)].extend(act);
                    Ok(())
                }
            };
            each_choice(line, at, &mut each).map_err(wrong)?;
        }
        let [left, right] = acts;
        let actors = [!chance.is_empty(), !left.is_empty(), !right.is_empty()];
        match actors {
            [true, false, false] => {
                let line = chance.first().map_or(0, |w| w.line);
                let shared = share(chance, probabilities);
                shared.map(Turn::Chance).map_err(|e| self.here(e, line, at))
            }
            [false, true, false] => Ok(Turn::Left(left)),
            [false, false, true] => Ok(Turn::Right(right)),
            [false, false, false] => Err(self.whole(format!(
                "in position {} nothing can happen and play has not ended; add an `end` line such as `end where {} = {} pays 0`",
                self.show(at),
                self.counters[0],
                at[0]
            ))),
            [chance, left, right] => {
                let names = [(chance, "chance"), (left, "Left"), (right, "Right")];
                let names: Vec<&str> = names.iter().filter(|n| n.0).map(|n| n.1).collect();
                Err(self.whole(format!(
                    "in position {} both {} act; separate them by `where`, for example with a counter that says whose turn it is",
                    self.show(at),
                    names.join(" and ")
                )))
            }
        }
    }

    fn whole(&self, message: String) -> Error {
        Error::input(message).at(&self.file)
    }

    pub(crate) fn here(&self, e: Error, line: usize, at: &[i64]) -> Error {
        let position = format!("in position {}", self.show(at));
        e.at(position).at(format!("{}:{line}", self.file))
    }

    /// The outcomes of a line; true if its weights are probabilities.
    fn weigh(&self, line: &Line, vars: &[i64], out: &mut Vec<Weighed>) -> Result<bool> {
        let mut probabilities = false;
        for change in &line.changes {
            let value = |e: &Expr| exact(e, vars).map_err(no_value);
            let weight = match &change.weight {
                Some(e) => value(e)?,
                None => BigRational::one(),
            };
            probabilities |= change.weight.as_ref().is_some_and(divides);
            if weight.is_negative() {
                return Err(Error::input(format!(
                    "the weight {weight} is negative; weights are 0 or more"
                )));
            }
            if weight.is_zero() {
                continue;
            }
            let Some(to) = self.result(&change.to, vars)? else {
                return Err(Error::input(
                    "something may happen that leads to no position; add a `where` to the line, or let play end there",
                ));
            };
            let gain = match &change.gain {
                Some(e) => value(e)?,
                None => BigRational::zero(),
            };
            if out.len() >= MOST {
                return Err(Error::limit(format!("more than {MOST} things may happen")));
            }
            out.push(Weighed {
                to,
                weight,
                gain,
                line: line.number,
            });
        }
        Ok(probabilities)
    }

    /// The action of a line; `None` if it leads to no position.
    fn act(&self, line: &Line, vars: &[i64], at: &[i64]) -> Result<Option<Act>> {
        if let [change] = &line.changes[..]
            && self.result(&change.to, vars)?.is_none()
        {
            return Ok(None);
        }
        let mut weighed = Vec::new();
        let probabilities = self.weigh(line, vars, &mut weighed)?;
        let outcomes = share(weighed, probabilities)?;
        let label = match &line.label {
            Some(label) => {
                let loops = line.bounds.iter().zip(&vars[at.len()..]);
                let loops: Vec<String> = loops.map(|(b, v)| format!("{}={v}", b.name)).collect();
                [std::slice::from_ref(label), &loops].concat().join(" ")
            }
            None => {
                let to: Vec<String> = outcomes.iter().map(|o| self.show(&o.to)).collect();
                to.join(" or ")
            }
        };
        Ok(Some(Act { label, outcomes }))
    }

    /// The position that the expressions give, if it exists.
    pub(crate) fn result(&self, to: &[Expr], vars: &[i64]) -> Result<Option<Counters>> {
        let mut counters = Counters::with_capacity(to.len());
        for e in to {
            match e.value(vars) {
                Ok(n) if n >= 0 => counters.push(n),
                Ok(_) | Err(NoValue::Undefined) => return Ok(None),
                Err(e) => return Err(no_value(e)),
            }
        }
        Ok(self.exists(&counters)?.then_some(counters))
    }
}

/// Probabilities from weights, equal outcomes joined.
fn share(weighed: Vec<Weighed>, probabilities: bool) -> Result<Vec<Outcome>> {
    let total: BigRational = weighed.iter().map(|w| &w.weight).sum();
    if probabilities && !total.is_one() || total.is_zero() {
        return Err(Error::input(format!(
            "the weights sum to {total}; probabilities sum to 1, and weights without `/` are shares of their sum"
        )));
    }
    let mut places: HashMap<(Counters, BigRational), usize> = HashMap::new();
    let mut outcomes: Vec<Outcome> = Vec::new();
    for w in weighed {
        let share = w.weight / &total;
        let key = (w.to.clone(), w.gain.clone());
        let place = *places.entry(key).or_insert(outcomes.len());
        match outcomes.get_mut(place) {
            Some(outcome) => outcome.weight += share,
            None => outcomes.push(Outcome {
                to: w.to,
                weight: share,
                gain: w.gain,
            }),
        }
    }
    Ok(outcomes)
}

/// Calls `each` with the counters and every choice of loop variables that the line's bounds and condition allow.
pub(crate) fn each_choice(
    line: &Line,
    at: &[i64],
    each: &mut dyn FnMut(&[i64]) -> Result<()>,
) -> Result<()> {
    let mut vars = at.to_vec();
    let mut ends: Vec<i64> = Vec::new();
    let mut steps = 0;
    // An odometer: `ends` holds the last value of each loop that is open.
    loop {
        while ends.len() < line.bounds.len() {
            let Bound { lo, hi, .. } = &line.bounds[ends.len()];
            match (lo.value(&vars), hi.value(&vars)) {
                (Ok(lo), Ok(hi)) if lo <= hi => {
                    vars.push(lo);
                    ends.push(hi);
                }
                (Err(e @ (NoValue::Overflow | NoValue::Primality)), _)
                | (_, Err(e @ (NoValue::Overflow | NoValue::Primality))) => {
                    return Err(no_value(e));
                }
                _ => break,
            }
        }
        if ends.len() == line.bounds.len() && holds(&line.guard, &vars)? {
            each(&vars)?;
        }
        steps += 1;
        if steps > MOST {
            return Err(Error::limit(format!(
                "the loops of the line have more than {MOST} rounds"
            )));
        }
        loop {
            let (Some(&end), Some(last)) = (ends.last(), vars.last_mut()) else {
                return Ok(());
            };
            if *last < end {
                *last += 1;
                break;
            }
            ends.pop();
            vars.pop();
        }
    }
}

/// A whole number as a small one.
pub(crate) fn small(n: &num_bigint::BigInt) -> Option<i64> {
    n.to_i64()
}
