//! Combinations of k components: in order, as multisets, or as sets.
//!
//! Where only nimbers (and switches) differ, every character turns the question into one about signs: A components are +1 and B are −1.
//! In order there are (A − B)^k; multisets are the coefficient of x^k in (1 − x)^−A (1 + x)^−B, sets in (1 + x)^A (1 − x)^B, which is the
//! cycle index of the symmetric group at this character. Where numbers differ too, only the xor axis is transformed and the other axis
//! is a polynomial; everything else goes value by value ([`crate::general`]).

use crate::binomial::{Row, Rows};
use crate::distribution::Distribution;
use crate::general::combine_by;
use crate::group::{Axes, Group};
use crate::mixed;
use crate::ring::{Dyn, Nat, Ring, coarser, ring_of};
use crate::walsh;
use crate::with_ring;
use crate::xor::Xor;
use bouton_core::{Budget, Code, Error, Result};
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use rustc_hash::FxHashMap;

/// How components are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    /// Tuples: the order counts, and components may be equal.
    Ordered,
    /// Multisets: the order does not count, components may be equal.
    Multisets,
    /// Sets: the order does not count, components are different.
    Sets,
}

impl Selection {
    pub(crate) fn row(self) -> Row {
        match self {
            Selection::Sets => Row::Falling,
            _ => Row::Rising,
        }
    }
}

/// The values of all combinations of k components, exactly or modulo a number.
///
/// k = 0 is one combination of value 0. Tuples may have 10^18 components and more; an exact result is refused if it would be too long.
/// Cost: with b xor bits, 2^b (b + log k) products for tuples, 2^b·k for multisets and sets of nimbers; with numbers, log k products
/// of polynomials for each of the 2^b characters.
///
/// # Errors
/// A modulus of 0; values that need more than 26 xor bits or too long polynomials; a limit of the budget.
///
/// ```
/// use bouton_count::{Distribution, Selection, combine, group::{Group, Nimber}};
/// use bouton_core::Budget;
/// // Nim heaps 0..=3: pairs, multisets of two, sets of two with xor 0.
/// let heaps: Distribution<Nimber> = (0..4).map(Nimber).collect();
/// let zero = |how| combine(&heaps, &2u32.into(), how, None, &Budget::unlimited()).unwrap().get(&Nimber(0));
/// assert_eq!([zero(Selection::Ordered), zero(Selection::Multisets), zero(Selection::Sets)], [4.into(), 4.into(), 0.into()]);
/// ```
pub fn combine<V: Group>(
    parts: &Distribution<V>,
    k: &Nat,
    selection: Selection,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Distribution<V>> {
    if selection != Selection::Ordered {
        parts.plain()?;
    }
    let ring = ring_of(modulus)?;
    let axes = parts.axes();
    let mut out = Distribution::new();
    if axes.iter().all(|(a, _)| mixed::is_xor(a)) {
        let xor = Xor::of(axes.iter().map(|(a, _)| a))?;
        let counts = xor.table(&axes);
        let all = match selection {
            Selection::Ordered => walsh::power(&counts, k, modulus, budget)?,
            _ => by_signs(&counts, k, selection, modulus, budget)?,
        };
        for (i, count) in all.into_iter().enumerate() {
            if !count.is_zero() {
                out.add(V::from_axes(xor.axes(i))?, count);
            }
        }
        return Ok(out);
    }
    if selection == Selection::Ordered {
        let sums = mixed::power(&axes, k, modulus, budget)?;
        for (a, count) in sums {
            out.add(V::from_axes(a)?, count);
        }
        return Ok(out);
    }
    with_ring!(ring, ring => {
        let mut plus = |a: &Axes, b: &Axes| Ok(a.plus(b));
        let zero = Axes::default();
        let sums = combine_by(&ring, modulus, &axes, zero, (k, selection), &mut plus, budget)?;
        for (a, count) in sums {
            out.add(V::from_axes(a)?, ring.value(&count));
        }
        Ok(out)
    })
}

/// Combinations of k components whose value is accepted: [`combine`], then a sum.
pub fn count_where<V: Group>(
    parts: &Distribution<V>,
    k: &Nat,
    selection: Selection,
    accept: impl Fn(&V) -> bool,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<BigInt> {
    let count = combine(parts, k, selection, modulus, budget)?.count_where(accept);
    with_ring!(ring_of(modulus)?, ring => Ok(ring.value(&ring.int(&count))))
}

/// The most components of multisets and sets of nimbers.
const MOST: u64 = 1 << 27;

/// Multisets or sets of k vectors by the signs of their characters.
fn by_signs(
    counts: &[BigInt],
    k: &Nat,
    selection: Selection,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Vec<BigInt>> {
    let bits = walsh::bits_of(counts.len())?;
    let total: BigInt = counts.iter().sum();
    if selection == Selection::Sets && BigInt::from(k.clone()) > total {
        return Ok(vec![BigInt::zero(); counts.len()]);
    }
    let k = match k.to_u64() {
        Some(k) if k <= MOST => k as usize,
        _ if total.is_zero() => return Ok(vec![BigInt::zero(); counts.len()]),
        _ => {
            return Err(Error::new(
                Code::Size,
                format!("multisets and sets have at most {MOST} components here, not {k}"),
            ));
        }
    };
    let signs = walsh::signs(counts);
    let finer: Dyn = with_ring!(ring_of(modulus)?, ring => ring.finer(bits))?;
    let finer_modulus = modulus.map(|m| m << bits);
    with_ring!(finer, ring => {
        let rows = Rows::new(Clone::clone(&ring), finer_modulus.as_ref(), k, budget)?;
        let mut known: FxHashMap<BigInt, _> = FxHashMap::default();
        let mut v = Vec::with_capacity(signs.len());
        for (plus, minus) in &signs {
            if let Some(c) = known.get(plus) {
                v.push(Clone::clone(c));
                continue;
            }
            budget.visit(1)?;
            budget.check()?;
            let c = coefficient(&ring, &rows, plus, minus, k, selection);
            known.insert(plus.clone(), Clone::clone(&c));
            v.push(c);
        }
        walsh::transform(&mut v, |a, b| ring.add(a, b), |a, b| ring.sub(a, b));
        Ok(v.iter().map(|x| coarser(&ring.value(x), bits)).collect())
    })
}

/// The coefficient of x^k in ((1 − x²)^lo (1 ∓ x)^d)^−1, or in (1 − x²)^lo (1 ± x)^d for sets: lo pairs of signs cancel, d are left.
fn coefficient<R: Ring>(
    ring: &R,
    rows: &Rows<R>,
    plus: &BigInt,
    minus: &BigInt,
    k: usize,
    selection: Selection,
) -> R::Elem {
    let (low, left) = if plus >= minus {
        (minus, plus - minus)
    } else {
        (plus, minus - plus)
    };
    let row = selection.row();
    let (pairs, single) = (rows.row(low, row), rows.row(&left, row));
    let mut sum = ring.zero();
    for j in 0..=k / 2 {
        let term = ring.mul(&pairs[j], &single[k - 2 * j]);
        let negative = selection == Selection::Sets && j % 2 == 1;
        sum = if negative {
            ring.sub(&sum, &term)
        } else {
            ring.add(&sum, &term)
        };
    }
    if plus < minus && k % 2 == 1 {
        ring.sub(&ring.zero(), &sum)
    } else {
        sum
    }
}
