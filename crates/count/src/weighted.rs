//! Sums along the way: a weight for each component, added up over the components of every combination.
//!
//! The weight of one component stands out, the others are a combination of their own: Σ over tuples is k·(W ∗ f^(k−1)); a multiset that
//! holds a component j times or more is that component j times and any multiset of k − j; for sets the same with signs.

use crate::combine::{Selection, combine};
use crate::distribution::Distribution;
use crate::general::few;
use crate::group::Group;
use crate::ring::{Nat, Ring, ring_of};
use crate::with_ring;
use bouton_core::{Budget, Result};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// For each sum of values, Σ of the weights of all components over all combinations of k components with this sum.
///
/// `weights` holds for each value the sum of the weights of the components that have it, for example the sum of their sizes. Cost: one
/// combination for tuples, k of them for multisets and sets.
///
/// ```
/// use bouton_count::{Distribution, Selection, group::Nimber, weighted::weighted};
/// use bouton_core::Budget;
/// // Σ (a + b) over pairs of Nim heaps 0..=3 with xor 0: the pairs (0,0) … (3,3).
/// let heaps: Distribution<Nimber> = (0..4).map(Nimber).collect();
/// let mut sizes = Distribution::new();
/// (0..4).for_each(|n| sizes.add(Nimber(n), n));
/// let sums = weighted(&heaps, &sizes, &2u32.into(), Selection::Ordered, None, &Budget::unlimited()).unwrap();
/// assert_eq!(sums.get(&Nimber(0)), 12.into());
/// ```
pub fn weighted<V: Group>(
    parts: &Distribution<V>,
    weights: &Distribution<V>,
    k: &Nat,
    selection: Selection,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Distribution<V>> {
    let mut out = Distribution::new();
    if k.is_zero() {
        return Ok(out);
    }
    let one = Nat::one();
    if selection == Selection::Ordered {
        let rest = combine(parts, &(k - &one), selection, modulus, budget)?;
        let all = product(&rest, weights, modulus, budget)?;
        let k = BigInt::from(k.clone());
        all.iter().for_each(|(v, c)| out.add(v.clone(), c * &k));
        return reduced(&out, modulus);
    }
    let k = few(k)?;
    // The value of j copies of each component.
    let mut copies: Vec<(V, V, BigInt)> = Vec::new();
    for (v, w) in weights.iter() {
        copies.push((v.clone(), v.clone(), w.clone()));
    }
    for j in 1..=k {
        let rest = combine(parts, &Nat::from(k - j), selection, modulus, budget)?;
        let negative = selection == Selection::Sets && j % 2 == 0;
        for (v, multiple, w) in &mut copies {
            for (sum, c) in rest.iter() {
                let more = c * &*w;
                out.add(sum.plus(multiple)?, if negative { -more } else { more });
            }
            *multiple = multiple.plus(v)?;
        }
        out = reduced(&out, modulus)?;
    }
    Ok(out)
}

/// Sums of one component of each of two kinds; weights multiply.
pub fn product<V: Group>(
    a: &Distribution<V>,
    b: &Distribution<V>,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Distribution<V>> {
    let mut out = Distribution::new();
    for (x, m) in a.iter() {
        budget.visit(b.len() as u64)?;
        for (y, n) in b.iter() {
            out.add(x.plus(y)?, m * n);
        }
    }
    reduced(&out, modulus)
}

/// Every count as a residue, or as it is.
pub fn reduced<V: Ord + Clone>(
    d: &Distribution<V>,
    modulus: Option<&Nat>,
) -> Result<Distribution<V>> {
    with_ring!(ring_of(modulus)?, ring => {
        let mut out = Distribution::new();
        for (v, c) in d.iter() {
            out.add(v.clone(), ring.value(&ring.int(c)));
        }
        Ok(out)
    })
}
