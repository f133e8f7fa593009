//! Partitions of integers: all, into given parts, into different parts; exact or modulo a number.

use crate::ring::{Nat, Ring, ring_of};
use crate::with_ring;
use bouton_core::{Budget, Result};
use num_bigint::BigInt;

/// p(0), …, p(n), by Euler's pentagonal numbers. Cost: n·√n additions.
///
/// ```
/// use bouton_count::partitions::partitions;
/// let p = partitions(100, None, &bouton_core::Budget::unlimited()).unwrap();
/// assert_eq!(p[100], 190_569_292.into());
/// ```
pub fn partitions(n: usize, modulus: Option<&Nat>, budget: &Budget) -> Result<Vec<BigInt>> {
    with_ring!(ring_of(modulus)?, ring => {
        let mut p = vec![ring.one()];
        for m in 1..=n {
            budget.visit(1)?;
            let mut sum = ring.zero();
            for k in 1.. {
                let pentagonal = k * (3 * k - 1) / 2;
                if pentagonal > m {
                    break;
                }
                for d in [pentagonal, pentagonal + k] {
                    if d <= m {
                        let term = &p[m - d];
                        sum = if k % 2 == 1 { ring.add(&sum, term) } else { ring.sub(&sum, term) };
                    }
                }
            }
            p.push(sum);
        }
        Ok(p.iter().map(|c| ring.value(c)).collect())
    })
}

/// Partitions of 0, …, n into these parts (each listed part is a kind of its own; parts of size 0 are left out), or into different ones.
/// Cost: n additions a part.
pub fn into_parts(
    parts: &[usize],
    n: usize,
    different: bool,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Vec<BigInt>> {
    with_ring!(ring_of(modulus)?, ring => {
        let mut ways = vec![ring.zero(); n + 1];
        ways[0] = ring.one();
        for &s in parts.iter().filter(|s| **s > 0) {
            budget.visit(1)?;
            budget.check()?;
            if different {
                for m in (s..=n).rev() {
                    ways[m] = ring.add(&ways[m], &ways[m - s]);
                }
            } else {
                for m in s..=n {
                    ways[m] = ring.add(&ways[m], &ways[m - s]);
                }
            }
        }
        Ok(ways.iter().map(|c| ring.value(c)).collect())
    })
}
