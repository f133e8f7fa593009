//! Counting by trying every position within the bounds that the conditions state.

use super::{Names, bounds};
use bouton_core::Budget;
use bouton_rules::formula::NoValue;
use bouton_rules::{Error, Result};
use num_bigint::BigInt;
use num_integer::Integer;

/// Tuples that are tried at most.
const MOST_CELLS: u64 = 1 << 34;

/// Counts by trying every tuple within the bounds that the conditions state.
pub(super) fn by_search<P: Fn(&[u64]) -> bool>(
    names: &Names<'_>,
    budget: &Budget,
    is_p: impl FnOnce(&[u64]) -> Result<P>,
) -> Result<BigInt> {
    let sizes = sizes(names)?;
    if sizes.contains(&0) {
        return Ok(BigInt::ZERO);
    }
    let cells = sizes
        .iter()
        .try_fold(1u64, |n, &s| n.checked_mul(s))
        .filter(|&n| n <= MOST_CELLS);
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
        let asked = match names.conditions.holds(&values) {
            Err(NoValue::Primality) => {
                return Err(Error::limit(
                    "--where: a number above 3·10^24 would have to be tested for being prime; give smaller bounds",
                ));
            }
            holds => holds == Ok(true),
        };
        if asked && p(&pos) {
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

/// The greatest value of each coordinate that the conditions leave, where it is plain to see.
pub(super) fn greatest(names: &Names<'_>) -> bounds::Greatest {
    bounds::greatest(&names.conditions, names.names.len())
}

/// How many tuples are within the bounds; `None` if there is a coordinate without one.
fn cells(names: &Names<'_>) -> Option<u64> {
    sizes(names)
        .ok()?
        .iter()
        .try_fold(1u64, |n, &s| n.checked_mul(s))
}

/// Few enough tuples that a search takes no longer than a proof.
pub(super) fn is_small(names: &Names<'_>) -> bool {
    cells(names).is_some_and(|n| n <= 1 << 17)
}

/// True if the tuples within the bounds can be tried.
pub(super) fn is_possible(names: &Names<'_>) -> bool {
    cells(names).is_some_and(|n| n <= MOST_CELLS)
}

/// Exclusive upper bounds from the conditions.
fn sizes(names: &Names<'_>) -> Result<Vec<u64>> {
    greatest(names)
        .into_iter()
        .zip(names.names)
        .map(|(bound, name)| {
            let bound: BigInt = bound.ok_or_else(|| Error::input(format!("--where: {name} has no upper bound; add one such as {name} <= 1000")))?;
            let size: BigInt = bound + 1;
            u64::try_from(size.max(BigInt::ZERO)).map_err(|_| {
                Error::limit(format!("no set is proved for this game, and {name} is bounded too high to search; give a smaller bound"))
            })
        })
        .collect()
}
