//! Components of a code: by its proved period at any size, or all values in the bounds.

use super::components::{Components, Known, Need};
use super::each::Each;
use super::found::Found;
use super::source::{MOST_MOVED, computed, too_many_moves};
use bouton_core::{Budget, Code, Error, Limits, Result};
use bouton_count::group::Nimber;
use bouton_heap::{HeapGame, RunOptions, Watch, run};
use num_bigint::BigInt;
use num_integer::Integer;
use std::collections::BTreeMap;

/// Values that are computed one by one at most.
const MOST_VALUES: u64 = 1 << 26;
/// How long a period is looked for where the bounds are beyond [`MOST_VALUES`].
const SECONDS: f64 = 20.0;
/// Residue classes of a period together with a condition.
const MOST_CLASSES: u64 = 1 << 24;

/// A code: its proved period, or all values in the bounds.
pub(super) fn by_code(
    code: &HeapGame,
    each: &Each,
    need: &Need,
    budget: &Budget,
) -> Result<Components<Nimber>> {
    let high = &each.high[0];
    let wanted = u64::try_from(high).ok().filter(|h| *h < MOST_VALUES);
    let far = Limits {
        seconds: Some(
            budget
                .limits()
                .seconds
                .map_or(SECONDS, |s| (s - budget.seconds()).min(SECONDS)),
        ),
        ..budget.limits().clone()
    };
    let attempt = Budget::new(&far);
    let mut watch = Watch::new(if wanted.is_some() { budget } else { &attempt });
    let options = RunOptions {
        to: wanted.unwrap_or(MOST_VALUES - 1) as usize + 1,
        stop_at_period: !need.sized && !need.moves,
        ..RunOptions::default()
    };
    let run = run(code, &options, &mut watch)?;
    budget.check()?;
    let values = run.values;
    let mut found = Found::new(each, need);
    if let Some(high) = wanted.filter(|h| (*h as usize) < values.len()) {
        let low = u64::try_from(&each.low[0]).unwrap_or(high + 1);
        for n in low..=high {
            let value = values.get(n as usize).unwrap_or(0);
            if !each.holds(&[n]) {
                continue;
            }
            found.one(&[n], value)?;
            if need.moves {
                if n - low > MOST_MOVED {
                    return Err(too_many_moves());
                }
                budget.visit(1)?;
                let mut moves = BTreeMap::new();
                code.visit_options(n, &mut |parts| {
                    let nimbers = parts.iter().map(|&p| values.get(p as usize).unwrap_or(0));
                    *moves.entry(nimbers.fold(0, |a, b| a ^ b)).or_default() += 1;
                    true
                });
                found.moves(&[n], value, moves);
            }
        }
        return Ok(found.components(computed(&code.to_string(), each, run.engine)));
    }
    let proved = run.period.proved().filter(|p| p.saltus == 0);
    let (Some(period), Some(repeats)) = (proved, each.repeats().filter(|r| *r <= MOST_CLASSES))
    else {
        let why = match proved {
            None => "no period of the values is proved",
            Some(_) => "the conditions beyond the bounds do not repeat",
        };
        return Err(Error::new(
            Code::Size,
            format!(
                "{code}: {why}, and components up to {high} are too many to take one by one; lower the bound"
            ),
        ));
    };
    let length = period.length as u64;
    let step = length.lcm(&repeats);
    let preperiod = period.preperiod as u64;
    if step > MOST_CLASSES {
        return Err(Error::new(
            Code::Size,
            format!(
                "the period and the conditions repeat together after {step} only; give simpler conditions"
            ),
        ));
    }
    let value = |n: u64| {
        let n = if n < preperiod {
            n
        } else {
            preperiod + (n - preperiod) % length
        };
        values.get(n as usize).unwrap_or(0)
    };
    let (low, big_step) = (&each.low[0], BigInt::from(step));
    for n in 0..preperiod + step {
        if !each.holds_beyond(n) {
            continue;
        }
        let first = BigInt::from(n);
        let (first, count) = if n < preperiod {
            let inside = *low <= first && first <= *high;
            (first, BigInt::from(u8::from(inside)))
        } else {
            // The first of n, n + step, … that is not below the bound.
            let skip = (low - &first).max(BigInt::ZERO).div_ceil(&big_step);
            let first = first + skip * &big_step;
            let count = match first <= *high {
                true => (high - &first).div_floor(&big_step) + 1,
                false => BigInt::ZERO,
            };
            (first, count)
        };
        if count > BigInt::ZERO {
            found.many(value(n), &first, &big_step, &count)?;
        }
    }
    let statement = format!("{code} has {}", period.statement());
    Ok(found.components(Known {
        status: "proved".to_string(),
        steps: vec![format!(
            "values of single components by the proved period: {statement}"
        )],
        statement,
    }))
}
