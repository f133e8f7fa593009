//! Counting by trying every position within the bounds that the conditions state.

use super::Names;
use bouton_core::Budget;
use bouton_rules::{Cond, Error, Expr, Op, Result};
use num_bigint::BigInt;
use num_integer::Integer;

/// Counts by trying every tuple within the bounds that the conditions state.
pub(super) fn by_search<P: Fn(&[u64]) -> bool>(
    names: &Names<'_>,
    budget: &Budget,
    is_p: impl FnOnce(&[u64]) -> Result<P>,
) -> Result<BigInt> {
    let sizes = bounds(names)?;
    let cells = sizes
        .iter()
        .try_fold(1u64, |n, &s| n.checked_mul(s))
        .filter(|&n| n <= 1 << 34);
    let Some(_) = cells else {
        return Err(Error::limit(
            "no set is proved for this game, so every position within the bounds is searched, and there are more than 2^34; give smaller bounds"
                .to_string(),
        ));
    };
    let p = is_p(&sizes)?;
    let mut total = BigInt::ZERO;
    let mut pos = vec![0u64; sizes.len()];
    loop {
        budget.visit(1)?;
        let values: Vec<BigInt> = pos.iter().map(|&x| BigInt::from(x)).collect();
        if p(&pos) && names.conditions.holds(&values).unwrap_or(false) {
            total += match &names.sum {
                None => BigInt::from(1),
                Some(e) => e.value(&values).map_err(|_| {
                    Error::input("--sum: the expression has no value at some position")
                })?,
            };
        }
        let mut i = pos.len();
        loop {
            if i == 0 {
                return Ok(match &names.modulus {
                    Some(m) => total.mod_floor(&BigInt::from(m.clone())),
                    None => total,
                });
            }
            i -= 1;
            pos[i] += 1;
            if pos[i] < sizes[i] {
                break;
            }
            pos[i] = 0;
        }
    }
}

/// Exclusive upper bounds from conditions such as `a <= 100` and `a <= b`, applied until nothing changes.
fn bounds(names: &Names<'_>) -> Result<Vec<u64>> {
    let mut all = Vec::new();
    flatten(&names.conditions, &mut all);
    let mut most: Vec<Option<BigInt>> = vec![None; names.names.len()];
    for _ in 0..=names.names.len() {
        for cond in &all {
            let Cond::Cmp(left, op, right) = cond else {
                continue;
            };
            let mut lower = |e: &Expr, strict: bool, by: &Expr| {
                let (Expr::Var(v), Some(bound)) = (e, upper(by, &most)) else {
                    return;
                };
                let bound = if strict { bound - 1 } else { bound };
                if most[*v].as_ref().is_none_or(|m| *m > bound) {
                    most[*v] = Some(bound);
                }
            };
            match op {
                Op::Le | Op::Lt => lower(left, *op == Op::Lt, right),
                Op::Ge | Op::Gt => lower(right, *op == Op::Gt, left),
                Op::Eq => {
                    lower(left, false, right);
                    lower(right, false, left);
                }
                Op::Ne => {}
            }
        }
    }
    most.into_iter()
        .zip(names.names)
        .map(|(bound, name)| {
            let bound = bound.ok_or_else(|| Error::input(format!("--where: {name} has no upper bound; add one such as {name} <= 1000")))?;
            u64::try_from(bound + 1).map_err(|_| {
                Error::limit(format!("no set is proved for this game, and {name} is bounded too high to search; give a smaller bound"))
            })
        })
        .collect()
}

fn flatten<'c>(cond: &'c Cond, into: &mut Vec<&'c Cond>) {
    match cond {
        Cond::And(list) => list.iter().for_each(|c| flatten(c, into)),
        other => into.push(other),
    }
}

/// The greatest value of an expression of naturals below known bounds, if it is plain to see.
fn upper(e: &Expr, most: &[Option<BigInt>]) -> Option<BigInt> {
    match e {
        Expr::Int(n) => Some(n.clone()),
        Expr::Var(v) => most[*v].clone(),
        Expr::Add(parts) => parts.iter().map(|p| upper(p, most)).sum(),
        Expr::Mul(a, b) => Some(upper(a, most)? * upper(b, most)?),
        Expr::Min(parts) => parts.iter().filter_map(|p| upper(p, most)).min(),
        Expr::Neg(e) => match &**e {
            Expr::Int(n) => Some(-n.clone()),
            // The least natural is 0.
            Expr::Var(_) => Some(BigInt::ZERO),
            _ => None,
        },
        _ => None,
    }
}
