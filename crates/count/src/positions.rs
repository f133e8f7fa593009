//! Positions of many components: how they are put together, which of them are asked about, and what is added up over them.
//!
//! Sums along the way mark one component of a position. What the others are worth is a combination of one component fewer for tuples; a
//! multiset that holds a component j times or more is that component j times and any multiset of the rest, and for sets the same with
//! signs. So a mark has a weight, which may depend on the value of the other components: the winning moves in it, for example.

use crate::combine::{Selection, combine};
use crate::distribution::Distribution;
use crate::general::few;
use crate::group::Group;
use crate::ring::{Nat, Ring, ring_of};
use crate::totals::{BySize, by_total};
use crate::weighted::product;
use crate::with_ring;
use bouton_core::{Budget, Error, Result};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// How components make a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// In order; components may be equal.
    Tuples,
    /// Without order; components may be equal.
    Multisets,
    /// Without order; components are different.
    Sets,
    /// In order; components are different.
    Arrangements,
}

impl Order {
    /// From what does not count and what is not allowed.
    pub fn of(unordered: bool, distinct: bool) -> Order {
        match (unordered, distinct) {
            (false, false) => Order::Tuples,
            (true, false) => Order::Multisets,
            (true, true) => Order::Sets,
            (false, true) => Order::Arrangements,
        }
    }

    fn selection(self) -> Selection {
        match self {
            Order::Tuples => Selection::Ordered,
            Order::Multisets => Selection::Multisets,
            Order::Sets | Order::Arrangements => Selection::Sets,
        }
    }
}

/// Which positions are looked at.
#[derive(Clone, Debug)]
pub struct Positions {
    /// How many components; any number where it is not given, and then there is a total.
    pub components: Option<Nat>,
    /// How they are put together.
    pub order: Order,
    /// What the sizes add up to.
    pub total: Option<u64>,
    /// Results modulo this number.
    pub modulus: Option<Nat>,
}

/// The components to choose from.
#[derive(Clone, Debug)]
pub struct Parts<V> {
    /// By value.
    pub values: Distribution<V>,
    /// By size and value, where there is a total.
    pub sized: BySize<V>,
}

/// Components of one value (and one size, where there is a total), and what is added for each that a position holds.
#[derive(Clone, Debug)]
pub struct Mark<V> {
    /// The size; 0 where there is no total.
    pub size: u64,
    /// The value.
    pub value: V,
    /// What is added.
    pub weight: Weight<V>,
}

/// What a mark adds.
#[derive(Clone, Debug)]
pub enum Weight<V> {
    /// The same whatever the other components are.
    Always(BigInt),
    /// By the value of the other components together.
    With(Distribution<V>),
}

/// The positions that are wanted.
pub enum Wanted<'a, V> {
    /// Those of this value.
    Value(V),
    /// Those whose value is accepted.
    Where(&'a dyn Fn(&V) -> bool),
}

impl<V: Group> Wanted<'_, V> {
    fn of(&self, d: &Distribution<V>) -> BigInt {
        match self {
            Wanted::Value(v) => d.get(v),
            Wanted::Where(accept) => d.count_where(accept),
        }
    }

    fn accepts(&self, v: &V) -> bool {
        match self {
            Wanted::Value(wanted) => v == wanted,
            Wanted::Where(accept) => accept(v),
        }
    }
}

/// How many positions are wanted.
///
/// # Errors
/// Neither a number of components nor a total; components of size 0 without a number of them; those of [`combine`] and [`by_total`].
///
/// ```
/// use bouton_core::Budget;
/// use bouton_count::{group::Nimber, positions::{Order, Parts, Positions, Wanted, count}};
/// // Two different Nim heaps out of 0..=3, in order, with value 3: 0+3, 1+2 and the same reversed.
/// let parts = Parts { values: (0..4).map(Nimber).collect(), sized: Default::default() };
/// let two = Positions { components: Some(2u32.into()), order: Order::Arrangements, total: None, modulus: None };
/// assert_eq!(count(&parts, &two, &Wanted::Value(Nimber(3)), &Budget::unlimited()).unwrap(), 4.into());
/// ```
pub fn count<V: Group>(
    parts: &Parts<V>,
    positions: &Positions,
    wanted: &Wanted<'_, V>,
    budget: &Budget,
) -> Result<BigInt> {
    let counts = counts(parts, positions, wanted, budget)?;
    Ok(counts.into_iter().next_back().unwrap_or_default())
}

/// How many positions are wanted of each total from 0 to the one that is given; without a total one number, of all positions.
///
/// # Errors
/// Those of [`count`].
pub fn counts<V: Group>(
    parts: &Parts<V>,
    positions: &Positions,
    wanted: &Wanted<'_, V>,
    budget: &Budget,
) -> Result<Vec<BigInt>> {
    let k = positions.components.as_ref();
    if positions.order == Order::Arrangements && k.is_none() {
        return arrangements(parts, positions, wanted, budget);
    }
    let all = rest(parts, positions, k, budget)?;
    let count = |d| in_order(wanted.of(d), positions, budget);
    all.iter().map(count).collect()
}

/// Different components in order, any number of them: sets by their number.
fn arrangements<V: Group>(
    parts: &Parts<V>,
    positions: &Positions,
    wanted: &Wanted<'_, V>,
    budget: &Budget,
) -> Result<Vec<BigInt>> {
    let exact = Positions {
        modulus: None,
        ..positions.clone()
    };
    let (mut sums, mut factor) = (Vec::new(), BigInt::one());
    for k in 0u64.. {
        let sets = rest(parts, &exact, Some(&k.into()), budget)?;
        sums.resize(sets.len(), BigInt::zero());
        // A set without one of its components is a smaller set with a smaller total.
        if sets.iter().all(Distribution::is_empty) {
            break;
        }
        factor *= k.max(1);
        for (sum, d) in sums.iter_mut().zip(&sets) {
            *sum += wanted.of(d) * &factor;
        }
    }
    sums.into_iter().map(|n| reduced(n, positions)).collect()
}

/// The sum, over the wanted positions, of the weights of the marks in them. A component that a position holds twice counts twice.
///
/// # Errors
/// Those of [`count`]; arrangements of any number of components.
pub fn marked<V: Group>(
    parts: &Parts<V>,
    positions: &Positions,
    marks: &[Mark<V>],
    wanted: &Wanted<'_, V>,
    budget: &Budget,
) -> Result<BigInt> {
    let k = positions.components.as_ref();
    let mut sum = BigInt::zero();
    if k.is_some_and(Zero::is_zero) {
        return Ok(sum);
    }
    if positions.order == Order::Tuples {
        let (factor, others) = match k {
            Some(k) => (
                BigInt::from(k.clone()),
                rest(parts, positions, Some(&(k - 1u32)), budget)?,
            ),
            None => {
                let sides = rest(parts, positions, None, budget)?;
                (BigInt::one(), squared(&sides, positions, budget)?)
            }
        };
        for mark in marks {
            budget.visit(1)?;
            if let Some(others) = before(&others, positions, mark.size) {
                sum += weigh(others, mark, 0, wanted, budget)?;
            }
        }
        return reduced(sum * factor, positions);
    }
    if positions.order == Order::Arrangements && k.is_none() {
        return Err(Error::input(
            "sums over different components in order need a number of components: give --heaps, or --unordered",
        ));
    }
    let least = marks.iter().map(|m| m.size).min().unwrap_or(0);
    let most = match (k, positions.total) {
        (Some(k), Some(n)) if least > 0 => few(k)?.min((n / least) as usize),
        (Some(k), _) => few(k)?,
        (None, Some(n)) => (n / least.max(1)) as usize,
        (None, None) => return Err(neither()),
    };
    let mut others = Vec::new();
    for copies in 1..=most {
        if k.is_some() || copies == 1 {
            let left = k.map(|k| k - copies);
            others = rest(parts, positions, left.as_ref(), budget)?;
        }
        let minus = positions.order != Order::Multisets && copies % 2 == 0;
        for mark in marks {
            budget.visit(1)?;
            let size = mark.size * copies as u64;
            if let Some(others) = before(&others, positions, size) {
                let more = weigh(others, mark, copies - 1, wanted, budget)?;
                sum += if minus { -more } else { more };
            }
        }
    }
    in_order(sum, positions, budget)
}

/// The weight of a mark over all that stands beside it: `others`, and the mark itself `more` times.
fn weigh<V: Group>(
    others: &Distribution<V>,
    mark: &Mark<V>,
    more: usize,
    wanted: &Wanted<'_, V>,
    budget: &Budget,
) -> Result<BigInt> {
    let mut beside = V::zero()?;
    for _ in 0..more {
        beside = beside.plus(&mark.value)?;
    }
    let all = beside.plus(&mark.value)?;
    let mut sum = BigInt::zero();
    match (&mark.weight, wanted) {
        (Weight::Always(w), Wanted::Value(v)) => {
            sum = others.get(&v.plus(&all.negative()?)?) * w;
        }
        (Weight::Always(w), Wanted::Where(accept)) => {
            budget.visit(others.len() as u64)?;
            for (v, c) in others.iter() {
                if accept(&v.plus(&all)?) {
                    sum += c * w;
                }
            }
        }
        (Weight::With(by_value), wanted) => {
            let back = beside.negative()?;
            for (v, w) in by_value.iter() {
                if wanted.accepts(&v.plus(&mark.value)?) {
                    sum += others.get(&v.plus(&back)?) * w;
                }
            }
        }
    }
    Ok(sum)
}

/// Sums of k components, or of any number: one distribution, or one for each total up to the one that is asked for.
fn rest<V: Group>(
    parts: &Parts<V>,
    positions: &Positions,
    k: Option<&Nat>,
    budget: &Budget,
) -> Result<Vec<Distribution<V>>> {
    let (selection, modulus) = (positions.order.selection(), positions.modulus.as_ref());
    match (k, positions.total) {
        (k, Some(n)) => by_total(&parts.sized, n, k, selection, modulus, budget),
        (Some(k), None) => Ok(vec![combine(&parts.values, k, selection, modulus, budget)?]),
        (None, None) => Err(neither()),
    }
}

fn neither() -> Error {
    Error::input("positions have a number of components or a total: give --heaps or --total")
}

/// The distribution that goes with components of this size beside it.
fn before<'a, V>(
    all: &'a [Distribution<V>],
    positions: &Positions,
    size: u64,
) -> Option<&'a Distribution<V>> {
    match positions.total {
        None => all.first(),
        Some(n) => all.get(n.checked_sub(size)?.to_usize()?),
    }
}

/// What stands before a component and what stands after it.
fn squared<V: Group>(
    sides: &[Distribution<V>],
    positions: &Positions,
    budget: &Budget,
) -> Result<Vec<Distribution<V>>> {
    let mut out = Vec::new();
    for n in 0..sides.len() {
        let mut all: BTreeMap<V, BigInt> = BTreeMap::new();
        for a in 0..=n {
            let both = product(&sides[a], &sides[n - a], positions.modulus.as_ref(), budget)?;
            for (v, c) in both.iter() {
                *all.entry(v.clone()).or_default() += c;
            }
        }
        let mut d = Distribution::new();
        all.into_iter().for_each(|(v, c)| d.add(v, c));
        out.push(d);
    }
    Ok(out)
}

/// Sets in all their orders, for arrangements; then the residue.
fn in_order(count: BigInt, positions: &Positions, budget: &Budget) -> Result<BigInt> {
    let k = positions.components.as_ref();
    match (positions.order, k) {
        (Order::Arrangements, Some(k)) if !count.is_zero() => {
            with_ring!(ring_of(positions.modulus.as_ref())?, ring => {
                let mut out = ring.int(&count);
                for i in 1..=few(k)? {
                    budget.visit(1)?;
                    out = ring.mul(&out, &ring.int(&i.into()));
                }
                Ok(ring.value(&out))
            })
        }
        _ => reduced(count, positions),
    }
}

fn reduced(count: BigInt, positions: &Positions) -> Result<BigInt> {
    with_ring!(ring_of(positions.modulus.as_ref())?, ring => Ok(ring.value(&ring.int(&count))))
}

/// Σ f(i) for 0 ≤ i < count, for a polynomial f of at most this degree: its differences at 0, times binomial coefficients.
///
/// ```
/// use bouton_count::positions::polynomial_sum;
/// // 0 + 1 + 4 + … + 99².
/// let sum = polynomial_sum(2, &100.into(), |i| Ok(i * i)).unwrap();
/// assert_eq!(sum, 328350.into());
/// ```
pub fn polynomial_sum(
    degree: usize,
    count: &BigInt,
    f: impl Fn(&BigInt) -> Result<BigInt>,
) -> Result<BigInt> {
    let mut differences: Vec<BigInt> = (0..=degree)
        .map(|i| f(&BigInt::from(i)))
        .collect::<Result<_>>()?;
    let (mut sum, mut binomial) = (BigInt::zero(), BigInt::one());
    for j in 0..=degree {
        // C(count, j + 1)
        binomial = binomial * (count - j) / (j + 1);
        sum += &differences[0] * &binomial;
        for i in 0..differences.len() - 1 {
            differences[i] = &differences[i + 1] - &differences[i];
        }
        differences.pop();
    }
    Ok(sum)
}
