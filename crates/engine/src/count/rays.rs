//! Games whose moves take t·(direction) stones for any t from 1 on: every P-position forbids its lines, and a sieve finds them all.

use super::{Names, search};
use bouton_core::{Budget, Result};
use bouton_count::lines::{three_heaps, two_heaps};
use bouton_rules::formula::NoValue;
use bouton_rules::{Cond, Error, Expr, HeapRules};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// The largest bound of two heaps, and of three.
const MOST: [u64; 2] = [1 << 26, 4000];

/// The directions of the moves, if all moves take stones along lines and nothing else restricts them.
///
/// A move is `a -= d1*k, b -= d2*k for k in 1..HI` with `HI` the greatest k that both heaps allow: `a`, `b / 2`, `min(a, b)`.
pub(super) fn directions(rules: &HeapRules) -> Option<Vec<Vec<u64>>> {
    if rules.sums || rules.domain != Cond::True || rules.is_partizan() {
        return None;
    }
    let heaps = rules.heaps.len();
    let mut all = Vec::new();
    for m in &rules.moves {
        let [bound] = m.bounds.as_slice() else {
            return None;
        };
        let one = bound.lo == Expr::Int(1.into());
        let taken: Option<Vec<u64>> = (0..heaps).map(|i| taken(&m.to[i], i, heaps)).collect();
        let taken = taken?;
        let limits: Vec<(usize, u64)> = match &bound.hi {
            Expr::Min(parts) => parts.iter().map(limit).collect::<Option<_>>()?,
            other => vec![limit(other)?],
        };
        // Every heap that loses stones limits k by just what it holds.
        let whole = taken.iter().enumerate().all(|(i, &d)| match d {
            0 => limits.iter().all(|&(heap, _)| heap != i),
            d => limits.iter().filter(|&&l| l == (i, d)).count() >= 1,
        });
        let exact = limits.iter().all(|&(heap, d)| taken.get(heap) == Some(&d));
        if !one || m.guard != Cond::True || !whole || !exact {
            return None;
        }
        all.push(taken);
    }
    Some(all)
}

/// How many times the loop variable is taken from heap i.
fn taken(e: &Expr, i: usize, variable: usize) -> Option<u64> {
    let at = |heap: i64, k: i64| {
        let values: Vec<BigInt> = (0..=variable)
            .map(|v| match v {
                v if v == variable => k.into(),
                v if v == i => heap.into(),
                _ => BigInt::ZERO,
            })
            .collect();
        e.value(&values).ok()?.to_i64()
    };
    if !is_linear(e, i, variable) {
        return None;
    }
    let zero = at(0, 0)?;
    let (heap, k) = (at(1, 0)? - zero, at(0, 1)? - zero);
    (zero == 0 && heap == 1).then(|| u64::try_from(-k).ok())?
}

/// Made of the heap, the variable and constants by sums and constant multiples.
fn is_linear(e: &Expr, i: usize, variable: usize) -> bool {
    match e {
        Expr::Int(_) => true,
        Expr::Var(v) => *v == i || *v == variable,
        Expr::Neg(e) => is_linear(e, i, variable),
        Expr::Add(parts) => parts.iter().all(|p| is_linear(p, i, variable)),
        Expr::Mul(a, b) => match (a.as_ref(), b.as_ref()) {
            (Expr::Int(_), e) | (e, Expr::Int(_)) => is_linear(e, i, variable),
            _ => false,
        },
        _ => false,
    }
}

/// `a` as (a, 1) and `b / 2` as (b, 2).
fn limit(e: &Expr) -> Option<(usize, u64)> {
    match e {
        Expr::Var(v) => Some((*v, 1)),
        Expr::Div(a, d) => match (a.as_ref(), d.as_ref()) {
            (Expr::Var(v), Expr::Int(d)) => Some((*v, d.to_u64().filter(|d| *d > 0)?)),
            _ => None,
        },
        _ => None,
    }
}

/// Counts by the sieve; `None` if the rules are of another kind or the bounds are too large for it.
pub(super) fn by_sieve(
    names: &Names<'_>,
    rules: &HeapRules,
    budget: &Budget,
) -> Result<Option<BigInt>> {
    let Some(directions) = directions(rules) else {
        return Ok(None);
    };
    let bounds: Option<Vec<u64>> = search::greatest(names)
        .into_iter()
        .map(|b| b?.to_u64())
        .collect();
    let Some(bounds) = bounds else {
        return Ok(None);
    };
    let mut total = BigInt::ZERO;
    let mut look = |p: &[u64]| -> Result<()> {
        let values: Vec<BigInt> = p.iter().map(|&x| x.into()).collect();
        match names.conditions.holds(&values) {
            Ok(true) => {}
            Err(NoValue::Primality) => {
                return Err(Error::limit(
                    "--where: a number above 3·10^24 would have to be tested for being prime; give smaller bounds",
                ));
            }
            _ => return Ok(()),
        }
        total += match &names.sum {
            None => BigInt::from(1),
            Some(e) => e
                .value(&values)
                .map_err(|_| Error::input("--sum: the expression has no value at some position"))?,
        };
        Ok(())
    };
    match *bounds.as_slice() {
        [a, b] if a.max(b) <= MOST[0] && directions.iter().all(|d| d[0].gcd(&d[1]) == 1) => {
            let pairs: Vec<(u64, u64)> = directions.iter().map(|d| (d[0], d[1])).collect();
            for (x, y) in two_heaps(&pairs, a, b, budget)? {
                look(&[x, y])?;
            }
        }
        [a, b, c] if a.max(b).max(c) <= MOST[1] => {
            let mut sorted: Vec<[u64; 3]> = Vec::new();
            for d in &directions {
                let mut d = [d[0], d[1], d[2]];
                d.sort_unstable();
                sorted.push(d);
            }
            // The sieve of three heaps has every direction in every order of the heaps.
            let all = sorted.iter().all(|d| {
                ORDERS.iter().all(|o| {
                    let turned: Vec<u64> = o.iter().map(|&i| d[i]).collect();
                    directions.contains(&turned)
                })
            });
            if !all || sorted.iter().any(|d| !d.contains(&1)) {
                return Ok(None);
            }
            sorted.sort_unstable();
            sorted.dedup();
            for p in three_heaps(&sorted, a.max(b).max(c), budget)? {
                let mut seen: Vec<[u64; 3]> = Vec::new();
                for o in &ORDERS {
                    let turned = o.map(|i| p[i]);
                    if !seen.contains(&turned) {
                        seen.push(turned);
                        if turned[0] <= a && turned[1] <= b && turned[2] <= c {
                            look(&turned)?;
                        }
                    }
                }
            }
        }
        _ => return Ok(None),
    }
    Ok(Some(match &names.modulus {
        Some(m) => total.mod_floor(&BigInt::from(m.clone())),
        None => total,
    }))
}

const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];
