//! Combinations in any commutative monoid whose sums a closure knows: canonical values in a store, values on several axes.
//!
//! Ordered tuples by repeated squaring of the table value -> count; multisets and sets value by value, with the binomial coefficient of
//! how many components of this value are taken. No characters and no divisions: this is the slow twin of the rest, too.

use crate::Selection;
use crate::binomial::Rows;
use crate::ring::{Nat, Ring};
use bouton_core::{Budget, Code, Error, Result};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// The most components of a multiset or set here.
const MOST: u64 = 1 << 16;

/// How a sum of two values is found.
pub type Plus<'a, T> = dyn FnMut(&T, &T) -> Result<T> + 'a;

/// The values of all combinations of k components.
///
/// Cost: for multisets and sets (values) × (sums) × k²/2, for tuples log k products of the tables of sums.
pub fn combine_by<T: Ord + Clone, R: Ring>(
    ring: &R,
    modulus: Option<&Nat>,
    parts: &[(T, BigInt)],
    zero: T,
    (k, selection): (&Nat, Selection),
    plus: &mut Plus<'_, T>,
    budget: &Budget,
) -> Result<BTreeMap<T, R::Elem>> {
    if selection == Selection::Ordered {
        let base = parts.iter().map(|(v, c)| (v.clone(), ring.int(c)));
        let base: BTreeMap<T, R::Elem> = base.collect();
        let mut out = BTreeMap::from([(zero, ring.one())]);
        for i in (0..k.bits()).rev() {
            out = product(ring, &out, &out, plus, budget)?;
            if k.bit(i) {
                out = product(ring, &out, &base, plus, budget)?;
            }
        }
        return Ok(out);
    }
    let k = few(k)?;
    let rows = Rows::new(ring.clone(), modulus, k, budget)?;
    let kind = selection.row();
    // For each sum, how many combinations of 0..=k components have it.
    let mut sums: BTreeMap<T, Vec<R::Elem>> = BTreeMap::new();
    let mut none = vec![ring.zero(); k + 1];
    none[0] = ring.one();
    sums.insert(zero, none);
    for (value, count) in parts {
        let row = rows.row(count, kind);
        let mut next = sums.clone();
        for (sum, ways) in &sums {
            let mut at = sum.clone();
            for j in 1..=k {
                if selection == Selection::Sets && BigInt::from(j) > *count {
                    break;
                }
                if ways[..=k - j].iter().all(|w| ring.is_zero(w)) {
                    break;
                }
                budget.visit(1)?;
                at = plus(&at, value)?;
                let to = next
                    .entry(at.clone())
                    .or_insert_with(|| vec![ring.zero(); k + 1]);
                for (t, w) in to[j..].iter_mut().zip(ways) {
                    *t = ring.add(t, &ring.mul(w, &row[j]));
                }
            }
        }
        sums = next;
    }
    let last = sums.into_iter().map(|(v, mut w)| (v, w.swap_remove(k)));
    Ok(last.filter(|(_, w)| !ring.is_zero(w)).collect())
}

/// Sums of one value of each side.
pub fn product<T: Ord + Clone, R: Ring>(
    ring: &R,
    a: &BTreeMap<T, R::Elem>,
    b: &BTreeMap<T, R::Elem>,
    plus: &mut Plus<'_, T>,
    budget: &Budget,
) -> Result<BTreeMap<T, R::Elem>> {
    let mut out: BTreeMap<T, R::Elem> = BTreeMap::new();
    for (x, m) in a {
        budget.visit(b.len() as u64)?;
        for (y, n) in b {
            let more = ring.mul(m, n);
            match out.entry(plus(x, y)?) {
                std::collections::btree_map::Entry::Vacant(e) => {
                    e.insert(more);
                }
                std::collections::btree_map::Entry::Occupied(mut e) => {
                    let sum = ring.add(e.get(), &more);
                    e.insert(sum);
                }
            }
        }
    }
    Ok(out)
}

/// A number of components that are taken one by one.
pub(crate) fn few(k: &Nat) -> Result<usize> {
    match k.to_u64() {
        Some(k) if k <= MOST => Ok(k as usize),
        _ => Err(Error::new(
            Code::Size,
            format!("multisets and sets of these values have at most {MOST} components, not {k}"),
        )),
    }
}
