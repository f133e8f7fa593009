//! The greatest results that a move can have from a box of positions.

use crate::facts::Clock;
use crate::linear::Form;
use crate::rank::assumptions;
use bouton_core::Budget;
use bouton_rules::{Cond, Expr, HeapRules, MoveRule};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Numbers beyond this are not computed with in a box.
const LIMIT: i128 = 1 << 62;

/// An interval of integers.
type Interval = (i128, i128);

/// An upper bound for each result of `rule` where every coordinate is below its size; `None` if a bound of a loop or a result
/// may leave the range of 62 bits. A bound below 0 means that the move is never there.
pub(crate) fn greatest_results(
    rules: &HeapRules,
    rule: &MoveRule,
    sizes: &[u64],
) -> Option<Vec<i128>> {
    let mut ranges: Vec<Interval> = sizes.iter().map(|&s| (0, i128::from(s) - 1)).collect();
    for bound in &rule.bounds {
        let (lo, hi) = (interval(&bound.lo, &ranges)?, interval(&bound.hi, &ranges)?);
        if lo.0 > hi.1 {
            return Some(vec![-1; rule.to.len()]);
        }
        ranges.push((lo.0, hi.1));
    }
    primes_are_small(&rule.guard, &ranges)?;
    let rough = rule
        .to
        .iter()
        .map(|e| interval(e, &ranges).map(|i| i.1))
        .collect::<Option<Vec<_>>>()?;
    let unchanged = |i: usize| !rules.sums && rule.to[i] == Expr::Var(i);
    let within = |i: usize, n: i128| {
        rules.sums && n < i128::from(sizes[0]) || !rules.sums && n < i128::from(sizes[i])
    };
    if rough
        .iter()
        .enumerate()
        .all(|(i, &n)| unchanged(i) || within(i, n))
    {
        return Some(rough);
    }
    let (mut known, to) = assumptions(rules, rule);
    for (v, &size) in sizes.iter().enumerate() {
        known.assume_row(Form::var(v).minus(&Form::constant(BigInt::from(size) - 1)));
    }
    known.saturate();
    if known.contradict(&Clock::new(&Budget::unlimited())) {
        return Some(vec![-1; rule.to.len()]);
    }
    let refined = |(form, rough): (&Form, i128)| {
        let bound = known.upper_bound(form).and_then(|n| n.to_i128());
        bound.map_or(rough, |n| n.min(rough))
    };
    Some(to.iter().zip(rough).map(refined).collect())
}

/// Every number that is tested for being prime stays in range: such a test must not fail while a table is filled.
fn primes_are_small(cond: &Cond, ranges: &[Interval]) -> Option<()> {
    match cond {
        Cond::True | Cond::Cmp(..) | Cond::Divides(..) | Cond::Square(_) => Some(()),
        Cond::Prime(e) => interval(e, ranges).map(|_| ()),
        Cond::And(parts) | Cond::Or(parts) => {
            parts.iter().try_for_each(|p| primes_are_small(p, ranges))
        }
        Cond::Not(c) => primes_are_small(c, ranges),
    }
}

/// Where the value lies, if it is defined; `None` if it may be too large.
fn interval(e: &Expr, ranges: &[Interval]) -> Option<Interval> {
    let (lo, hi) = match e {
        Expr::Int(n) => {
            let n = n.to_i128()?;
            (n, n)
        }
        Expr::Var(v) => *ranges.get(*v)?,
        Expr::Add(parts) => {
            let mut sum = (0, 0);
            for part in parts {
                let (lo, hi) = interval(part, ranges)?;
                sum = (sum.0 + lo, sum.1 + hi);
                if sum.0.abs().max(sum.1.abs()) > LIMIT {
                    return None;
                }
            }
            sum
        }
        Expr::Neg(e) => {
            let (lo, hi) = interval(e, ranges)?;
            (-hi, -lo)
        }
        Expr::Mul(a, b) => {
            let ((a, b), (c, d)) = (interval(a, ranges)?, interval(b, ranges)?);
            let mut ends = [a * c, a * d, b * c, b * d];
            ends.sort_unstable();
            (ends[0], ends[3])
        }
        Expr::Mod(_, b) | Expr::Div(_, b) => {
            let (lo, hi) = interval(b, ranges)?;
            let most = lo.abs().max(hi.abs());
            let Expr::Div(a, _) = e else {
                let Expr::Mod(a, _) = e else { return None };
                let (low, high) = interval(a, ranges)?;
                // A natural number's remainder is at most the number.
                let top = (most - 1).max(0);
                return Some((0, if low >= 0 { top.min(high) } else { top }));
            };
            let (low, high) = interval(a, ranges)?;
            let size = low.abs().max(high.abs());
            if low >= 0 && lo >= 0 {
                (0, high / lo.max(1))
            } else {
                (-size, size)
            }
        }
        Expr::Min(parts) | Expr::Max(parts) => {
            let all = parts
                .iter()
                .map(|p| interval(p, ranges))
                .collect::<Option<Vec<_>>>()?;
            let pick = |of: fn(&Interval) -> i128| {
                let ends = all.iter().map(of);
                if matches!(e, Expr::Min(_)) {
                    ends.min()
                } else {
                    ends.max()
                }
            };
            (pick(|i| i.0)?, pick(|i| i.1)?)
        }
        Expr::Xor(a, b) => {
            let most = interval(a, ranges)?.1.max(interval(b, ranges)?.1).max(0);
            (0, (1 << (i128::BITS - most.leading_zeros())) - 1)
        }
        Expr::Gcd(a, b) => {
            let size = |(lo, hi): Interval| lo.abs().max(hi.abs());
            (
                0,
                size(interval(a, ranges)?).max(size(interval(b, ranges)?)),
            )
        }
    };
    (lo.abs().max(hi.abs()) <= LIMIT).then_some((lo, hi))
}
