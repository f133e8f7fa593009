//! Every move at a position, straight from the definition: all loop variables in order, the guard, the results.
//!
//! This is the slow twin of [`crate::boxed`] and what a user sees; machine integers are tried first, big ones where those
//! overflow.

use bouton_core::Budget;
use bouton_rules::formula::{NoValue, Whole};
use bouton_rules::heaps::shorten;
use bouton_rules::{Cond, Error, HeapRules, Heaps, MoveRule, Nat, Player, Result};
use num_bigint::BigInt;

/// Loop steps after which a listing is given up.
pub const MAX_STEPS: u64 = 20_000_000;

/// Loop steps between two looks at the budget.
const LOOK_EVERY: u64 = 1 << 13;

/// The loop steps that a listing may take, and whom it asks now and then whether it may go on.
pub(crate) struct Meter<'a> {
    left: u64,
    next: u64,
    look: &'a mut dyn FnMut() -> Result<()>,
    stopped: Option<Error>,
}

impl<'a> Meter<'a> {
    pub fn new(steps: u64, look: &'a mut dyn FnMut() -> Result<()>) -> Self {
        Meter {
            left: steps,
            next: steps.saturating_sub(LOOK_EVERY),
            look,
            stopped: None,
        }
    }

    /// True if at least so many steps are left.
    fn allows(&self, steps: &BigInt) -> bool {
        *steps < BigInt::from(self.left)
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.left = self.left.checked_sub(1).ok_or(Stop::Steps)?;
        if self.left <= self.next {
            self.next = self.left.saturating_sub(LOOK_EVERY);
            if let Err(e) = (self.look)() {
                self.stopped = Some(e);
                return Err(Stop::Asked);
            }
        }
        Ok(())
    }
}

/// Runs `list` with at most `steps` loop steps within the budget.
pub(crate) fn metered<T>(steps: u64, budget: &Budget, list: impl FnOnce(&mut Meter<'_>) -> T) -> T {
    list(&mut Meter::new(steps, &mut || budget.check()))
}

/// Why a listing stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Asked,
    Steps,
    Overflow,
    Primality,
}

/// Calls `visit` with the results of every move of `who` (or of both for `None`) at `pos`: the heaps that replace the one
/// moved in if `rules.sums`, the new tuple otherwise. File order, repeats kept.
pub(crate) fn each_result(
    rules: &HeapRules,
    who: Option<Player>,
    pos: &[Nat],
    meter: &mut Meter<'_>,
    visit: &mut dyn FnMut(&MoveRule, Vec<Nat>),
) -> Result<()> {
    for rule in rules
        .moves
        .iter()
        .filter(|m| m.who.is_none() || who.is_none() || m.who == who)
    {
        each_result_of(rules, rule, pos, meter, &mut |to| visit(rule, to))?;
    }
    Ok(())
}

/// The same for one rule.
pub(crate) fn each_result_of(
    rules: &HeapRules,
    rule: &MoveRule,
    pos: &[Nat],
    meter: &mut Meter<'_>,
    visit: &mut dyn FnMut(Vec<Nat>),
) -> Result<()> {
    let small: Option<Vec<i128>> = pos.iter().map(|n| i128::try_from(n).ok()).collect();
    let mut found = Vec::new();
    let mut outcome = Err(Stop::Overflow);
    if let Some(small) = &small {
        outcome = each_of_rule(rules, rule, small, meter, &mut |to: &[i128]| {
            let natural = |n: &i128| Nat::try_from(*n).unwrap_or_default();
            found.push(to.iter().map(natural).collect::<Vec<Nat>>());
        });
    }
    if outcome == Err(Stop::Overflow) {
        found.clear();
        let big: Vec<BigInt> = pos.iter().map(|n| BigInt::from(n.clone())).collect();
        outcome = each_of_rule(rules, rule, &big, meter, &mut |to: &[BigInt]| {
            found.push(to.iter().map(|n| n.magnitude().clone()).collect());
        });
    }
    if let Err(stop) = outcome {
        if let Some(e) = meter.stopped.take() {
            return Err(e);
        }
        let why = match stop {
            Stop::Steps | Stop::Asked => {
                format!("more than {MAX_STEPS} steps are needed to list its moves")
            }
            Stop::Overflow | Stop::Primality => {
                "a number that must be tested for being prime is above 3·10^24".to_string()
            }
        };
        let shown = shorten(&Heaps(pos.to_vec()).to_string());
        return Err(Error::limit(format!(
            "{}, position {shown}, line {}: {why}; take smaller heaps",
            rules.name, rule.line
        )));
    }
    found.into_iter().for_each(visit);
    Ok(())
}

/// One rule's moves at `pos`; the loops are an explicit stack of values.
fn each_of_rule<N: Whole>(
    rules: &HeapRules,
    rule: &MoveRule,
    pos: &[N],
    meter: &mut Meter<'_>,
    visit: &mut dyn FnMut(&[N]),
) -> Result<(), Stop> {
    let arity = pos.len();
    let mut vars = pos.to_vec();
    let mut tops: Vec<N> = Vec::new();
    loop {
        let level = tops.len();
        let mut back = false;
        if level == rule.bounds.len() {
            if let Some(to) = results(rules, rule, &vars)? {
                visit(&to);
            }
            back = true;
        } else {
            let bound = &rule.bounds[level];
            match (
                number(bound.lo.value(&vars))?,
                number(bound.hi.value(&vars))?,
            ) {
                (Some(lo), Some(hi)) if lo <= hi => {
                    if !meter.allows(&(hi.to_int() - lo.to_int())) {
                        return Err(Stop::Steps);
                    }
                    vars.push(lo);
                    tops.push(hi);
                }
                _ => back = true,
            }
        }
        while back {
            meter.step()?;
            let (Some(top), Some(last)) = (tops.last(), vars.last_mut()) else {
                return Ok(());
            };
            if *last < *top {
                *last = last.checked_add(&N::one()).ok_or(Stop::Overflow)?;
                back = false;
            } else {
                tops.pop();
                vars.truncate(arity + tops.len());
            }
        }
    }
}

/// The results of a move, if it is there: the guard holds, and every result is a natural number that exists.
fn results<N: Whole>(
    rules: &HeapRules,
    rule: &MoveRule,
    vars: &[N],
) -> Result<Option<Vec<N>>, Stop> {
    if !truth(rule.guard.holds(vars))? {
        return Ok(None);
    }
    let mut to = Vec::with_capacity(rule.to.len());
    for e in &rule.to {
        match number(e.value(vars))? {
            Some(n) if !n.is_negative() => to.push(n),
            _ => return Ok(None),
        }
    }
    if rules.domain != Cond::True {
        let exists = |coordinates: &[N]| truth(rules.domain.holds(coordinates));
        let all = if rules.sums {
            to.chunks(1).map(exists).collect::<Result<Vec<_>, _>>()?
        } else {
            vec![exists(&to)?]
        };
        if all.contains(&false) {
            return Ok(None);
        }
    }
    Ok(Some(to))
}

/// A value, `None` where it is undefined.
fn number<N>(value: Result<N, NoValue>) -> Result<Option<N>, Stop> {
    match value {
        Ok(n) => Ok(Some(n)),
        Err(NoValue::Undefined) => Ok(None),
        Err(NoValue::Overflow) => Err(Stop::Overflow),
        Err(NoValue::Primality) => Err(Stop::Primality),
    }
}

fn truth(value: Result<bool, NoValue>) -> Result<bool, Stop> {
    number(value).map(|v| v == Some(true))
}

/// Does the domain hold for these coordinates (one heap if `rules.sums`)?
pub(crate) fn in_domain(rules: &HeapRules, coordinates: &[Nat]) -> bool {
    if rules.domain == Cond::True {
        return true;
    }
    let big: Vec<BigInt> = coordinates
        .iter()
        .map(|n| BigInt::from(n.clone()))
        .collect();
    rules.domain.holds(&big) == Ok(true)
}

/// True if it cannot be said whether these coordinates exist: a number is too large to be tested for being prime.
pub(crate) fn undecided(rules: &HeapRules, coordinates: &[Nat]) -> bool {
    if rules.domain == Cond::True {
        return false;
    }
    let big: Vec<BigInt> = coordinates
        .iter()
        .map(|n| BigInt::from(n.clone()))
        .collect();
    rules.domain.holds(&big) == Err(NoValue::Primality)
}
