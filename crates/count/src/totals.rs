//! Components whose sizes add up to a given total: generating functions in the size, one for each character, or one for each sum of values
//! where values have numbers.

use crate::Selection;
use crate::binomial::Rows;
use crate::distribution::Distribution;
use crate::general::{few, product};
use crate::group::{Axes, Group};
use crate::mixed::is_xor;
use crate::poly;
use crate::ring::{Nat, Ring, coarser, ring_of};
use crate::walsh;
use crate::with_ring;
use crate::xor::Xor;
use bouton_core::{Budget, Code, Error, Result};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// For each size, the components of that size by value.
pub type BySize<V> = BTreeMap<u64, Distribution<V>>;

/// The most cells of all series together.
const MOST_CELLS: u64 = 1 << 27;

/// One component of each size 0..values.len(): its value.
pub fn one_of_each<V: Ord + Clone>(values: &[V]) -> BySize<V> {
    let one = |(s, v): (usize, &V)| (s as u64, [v.clone()].into_iter().collect());
    values.iter().enumerate().map(one).collect()
}

/// For each total 0..=n, the values of the combinations whose sizes add up to it; `k` components, or any number of them.
///
/// Cost: for nimbers with b bits, 2^b · (n² log n) products for multisets and sets, times k where k is given; log k products of
/// polynomials for tuples. With numbers, as many again for each sum that occurs.
///
/// # Errors
/// Components of size 0 where k is not given (there are infinitely many combinations); a modulus of 0; too many cells; a limit.
///
/// ```
/// use bouton_count::{Selection, group::Nimber, totals::{by_total, one_of_each}};
/// use bouton_core::Budget;
/// // Partitions of n as heaps of Nim, without empty heaps: those of 4 with xor 0 are 2+2 and 1+1+1+1.
/// let mut heaps = one_of_each(&[0, 1, 2, 3, 4].map(Nimber));
/// heaps.remove(&0);
/// let all = by_total(&heaps, 4, None, Selection::Multisets, None, &Budget::unlimited()).unwrap();
/// assert_eq!(all[4].get(&Nimber(0)), 2.into());
/// assert_eq!(all[4].total(), 5.into());
/// ```
pub fn by_total<V: Group>(
    parts: &BySize<V>,
    n: u64,
    k: Option<&Nat>,
    selection: Selection,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Vec<Distribution<V>>> {
    let mut flat: Vec<(usize, Axes, BigInt)> = Vec::new();
    for (&size, values) in parts.range(..=n) {
        if selection != Selection::Ordered {
            values.plain()?;
        }
        flat.extend(
            values
                .axes()
                .into_iter()
                .map(|(a, c)| (size as usize, a, c)),
        );
    }
    if k.is_none() && flat.iter().any(|(s, _, _)| *s == 0) {
        return Err(Error::input(
            "components of size 0 can be added without end: say how many components there are, or leave those out",
        ));
    }
    let n = usize::try_from(n).map_err(|_| too_many(n))?;
    let sums = if flat.iter().all(|(_, a, _)| is_xor(a)) {
        by_characters(&flat, n, k, selection, modulus, budget)?
    } else {
        with_ring!(ring_of(modulus)?, ring => by_sums(&ring, &flat, n, k, selection, modulus, budget)?)
    };
    let mut out = vec![Distribution::new(); n + 1];
    for (a, counts) in sums {
        let v = V::from_axes(a)?;
        for (d, c) in out.iter_mut().zip(counts) {
            d.add(v.clone(), c);
        }
    }
    Ok(out)
}

fn too_many(n: impl std::fmt::Display) -> Error {
    Error::new(
        Code::Size,
        format!(
            "a total of {n} needs more than {MOST_CELLS} cells; lower the total or the number of components"
        ),
    )
}

/// (number of components, total) as one index; one row where the number is not asked for.
#[derive(Clone, Copy)]
struct Shape {
    n: usize,
    k: Option<usize>,
}

impl Shape {
    fn new(n: usize, k: Option<usize>, series: usize) -> Result<Shape> {
        let cells = (n as u64 + 1)
            .checked_mul(k.unwrap_or(0) as u64 + 1)
            .and_then(|c| c.checked_mul(series as u64));
        match cells {
            Some(c) if c <= MOST_CELLS => Ok(Shape { n, k }),
            _ => Err(too_many(n)),
        }
    }
    fn len(self) -> usize {
        (self.n + 1) * (self.k.unwrap_or(0) + 1)
    }
    /// How far j components of size s move an index, and the most j that stay within the series.
    fn step(self, s: usize) -> usize {
        s + if self.k.is_some() { self.n + 1 } else { 0 }
    }
    fn most(self, s: usize) -> usize {
        let by_size = self.n.checked_div(s).unwrap_or(usize::MAX);
        by_size.min(self.k.unwrap_or(usize::MAX))
    }
    /// The totals 0..=n of exactly k components, or of any number.
    fn last<T: Clone>(self, series: &[T]) -> Vec<T> {
        series[self.len() - self.n - 1..].to_vec()
    }
    /// series ·= Σ_j row[j] x^(j components of size s); the largest index first, so that it can be done in place.
    fn multiply<R: Ring>(self, ring: &R, series: &mut [R::Elem], s: usize, row: &[R::Elem]) {
        let step = self.step(s);
        for at in (step..self.len()).rev() {
            let most = self
                .most(s)
                .min(at / step)
                .min((at % (self.n + 1)).checked_div(s).unwrap_or(usize::MAX));
            let mut sum = series[at].clone();
            for j in 1..=most {
                let from = &series[at - j * step];
                if !ring.is_zero(from) && !ring.is_zero(&row[j]) {
                    sum = ring.add(&sum, &ring.mul(from, &row[j]));
                }
            }
            series[at] = sum;
        }
    }
}

type Sums = Vec<(Axes, Vec<BigInt>)>;

fn by_characters(
    flat: &[(usize, Axes, BigInt)],
    n: usize,
    k: Option<&Nat>,
    selection: Selection,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Sums> {
    let xor = Xor::of(flat.iter().map(|(_, a, _)| a))?;
    let bits = xor.bits() as u32;
    let rows_of = (selection != Selection::Ordered).then_some(k).flatten();
    let shape = Shape::new(n, rows_of.map(few).transpose()?, xor.len())?;
    let finer_modulus = modulus.map(|m| m << bits);
    let finer = with_ring!(ring_of(modulus)?, ring => ring.finer(bits))?;
    with_ring!(finer, ring => {
        let counted = flat.iter().filter(|_| selection != Selection::Ordered);
        let most = counted.map(|(s, _, _)| shape.most(*s)).max().unwrap_or(0);
        let rows = Rows::new(Clone::clone(&ring), finer_modulus.as_ref(), most, budget)?;
        let row_of = |c: &BigInt| rows.row(c, selection.row());
        let known: BTreeMap<&BigInt, Vec<_>> = match selection {
            Selection::Ordered => BTreeMap::new(),
            _ => flat.iter().map(|(_, _, c)| (c, row_of(c))).collect(),
        };
        let mut table = Vec::with_capacity(xor.len());
        for character in 0..xor.len() {
            let negative = |a: &Axes| (xor.index(a) & character).count_ones() % 2 == 1;
            let sign = |c, negative: bool| if negative { ring.sub(&ring.zero(), &c) } else { c };
            if selection == Selection::Ordered {
                let mut f = vec![ring.zero(); n + 1];
                for (s, a, c) in flat {
                    f[*s] = ring.add(&f[*s], &sign(ring.int(c), negative(a)));
                }
                table.push(match k {
                    Some(k) => poly::power(&ring, &f, k, n + 1, budget)?,
                    None => sequences(&ring, &f, budget)?,
                });
            } else {
                let mut series = vec![ring.zero(); shape.len()];
                series[0] = ring.one();
                for (s, a, c) in flat {
                    budget.visit(1)?;
                    budget.check()?;
                    let mut row = known[c].clone();
                    if negative(a) {
                        row.iter_mut().skip(1).step_by(2).for_each(|x| *x = ring.sub(&ring.zero(), x));
                    }
                    shape.multiply(&ring, &mut series, *s, &row);
                }
                table.push(shape.last(&series));
            }
        }
        table.iter_mut().for_each(|p| p.resize(n + 1, ring.zero()));
        let zip = |a: &Vec<_>, b: &Vec<_>, f: &dyn Fn(&_, &_) -> _| -> Vec<_> {
            a.iter().zip(b).map(|(x, y)| f(x, y)).collect()
        };
        walsh::transform(
            &mut table,
            |a, b| zip(a, b, &|x, y| ring.add(x, y)),
            |a, b| zip(a, b, &|x, y| ring.sub(x, y)),
        );
        let counts = |p: &Vec<_>| p.iter().map(|c| coarser(&ring.value(c), bits)).collect();
        Ok(table.iter().enumerate().map(|(i, p)| (xor.axes(i), counts(p))).collect())
    })
}

/// 1/(1 − f) for f without a constant: sequences of any length.
fn sequences<R: Ring>(ring: &R, f: &[R::Elem], budget: &Budget) -> Result<Vec<R::Elem>> {
    let mut out = vec![ring.one()];
    for n in 1..f.len() {
        budget.visit(1)?;
        let terms = (1..=n).filter(|s| !ring.is_zero(&f[*s]));
        let next = terms.fold(ring.zero(), |sum, s| {
            ring.add(&sum, &ring.mul(&f[s], &out[n - s]))
        });
        out.push(next);
    }
    Ok(out)
}

fn by_sums<R: Ring>(
    ring: &R,
    flat: &[(usize, Axes, BigInt)],
    n: usize,
    k: Option<&Nat>,
    selection: Selection,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Sums> {
    let mut sums: BTreeMap<Axes, Vec<R::Elem>> = BTreeMap::new();
    if selection == Selection::Ordered {
        for ((s, a), c) in tuples(ring, flat, n, k, budget)? {
            if s <= n {
                sums.entry(a).or_insert_with(|| vec![ring.zero(); n + 1])[s] = c;
            }
        }
        return Ok(values(ring, sums));
    }
    let shape = Shape::new(n, k.map(few).transpose()?, 1)?;
    let most = flat
        .iter()
        .map(|(s, _, _)| shape.most(*s))
        .max()
        .unwrap_or(0);
    let rows = Rows::new(ring.clone(), modulus, most, budget)?;
    let mut start = vec![ring.zero(); shape.len()];
    start[0] = ring.one();
    sums.insert(Axes::default(), start);
    for (s, a, c) in flat {
        let (row, step) = (rows.row(c, selection.row()), shape.step(*s));
        let mut next = sums.clone();
        for (sum, series) in &sums {
            let mut at = sum.clone();
            for j in 1..=shape.most(*s) {
                at = at.plus(a);
                let fits = |i: &usize| i % (n + 1) + j * s <= n && i + j * step < shape.len();
                let live: Vec<usize> = (0..shape.len())
                    .filter(|i| !ring.is_zero(&series[*i]) && fits(i))
                    .collect();
                if live.is_empty() || ring.is_zero(&row[j]) && selection == Selection::Sets {
                    break;
                }
                budget.visit(live.len() as u64)?;
                let to = next
                    .entry(at.clone())
                    .or_insert_with(|| vec![ring.zero(); shape.len()]);
                for i in live {
                    to[i + j * step] = ring.add(&to[i + j * step], &ring.mul(&series[i], &row[j]));
                }
            }
        }
        sums = next;
        if sums.len() as u64 * shape.len() as u64 > MOST_CELLS {
            return Err(too_many(n));
        }
    }
    let last = sums.into_iter().map(|(a, series)| (a, shape.last(&series)));
    Ok(values(ring, last.collect()))
}

fn values<R: Ring>(ring: &R, sums: BTreeMap<Axes, Vec<R::Elem>>) -> Sums {
    let plain = |(a, c): (Axes, Vec<R::Elem>)| (a, c.iter().map(|c| ring.value(c)).collect());
    sums.into_iter().map(plain).collect()
}

/// Tuples by (total, sum); totals above n are kept as n + 1.
fn tuples<R: Ring>(
    ring: &R,
    flat: &[(usize, Axes, BigInt)],
    n: usize,
    k: Option<&Nat>,
    budget: &Budget,
) -> Result<BTreeMap<(usize, Axes), R::Elem>> {
    let mut base: BTreeMap<(usize, Axes), R::Elem> = BTreeMap::new();
    for (s, a, c) in flat {
        base.insert((*s, a.clone()), ring.int(c));
    }
    let mut plus = |a: &(usize, Axes), b: &(usize, Axes)| {
        let total = a.0.saturating_add(b.0);
        Ok(if total > n {
            (n + 1, Axes::default())
        } else {
            (total, a.1.plus(&b.1))
        })
    };
    let one = BTreeMap::from([((0, Axes::default()), ring.one())]);
    let mut out = one.clone();
    match k {
        Some(k) => {
            for i in (0..k.bits()).rev() {
                out = product(ring, &out, &out, &mut plus, budget)?;
                if k.bit(i) {
                    out = product(ring, &out, &base, &mut plus, budget)?;
                }
            }
        }
        None => {
            // Sizes are at least 1: n + 1 rounds of "nothing, or one component more".
            let mut layer = one;
            for _ in 0..n {
                layer = product(ring, &layer, &base, &mut plus, budget)?;
                layer.retain(|(s, _), _| *s <= n);
                for (key, c) in &layer {
                    let to = out.entry(key.clone()).or_insert_with(|| ring.zero());
                    *to = ring.add(to, c);
                }
            }
        }
    }
    out.retain(|(s, _), c| *s <= n && !ring.is_zero(c));
    Ok(out)
}

/// The combinations of every total 0..=n whose value is accepted.
pub fn count_by_total<V: Group>(
    parts: &BySize<V>,
    n: u64,
    k: Option<&Nat>,
    selection: Selection,
    accept: impl Fn(&V) -> bool,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Vec<BigInt>> {
    let all = by_total(parts, n, k, selection, modulus, budget)?;
    with_ring!(ring_of(modulus)?, ring => {
        let count = |d: &Distribution<V>| ring.value(&ring.int(&d.count_where(&accept)));
        Ok(all.iter().map(count).collect())
    })
}
