//! Distributions: how many components have each value.

use crate::group::Group;
use bouton_core::{Error, Result};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// How many components (or tuples of components) have each value; weights may be negative. Values that none has are left out.
///
/// ```
/// use bouton_count::{Distribution, group::Nimber};
/// let d: Distribution<Nimber> = (0..10u64).map(|n| Nimber(n % 3)).collect();
/// assert_eq!(d.get(&Nimber(0)), 4.into());
/// assert_eq!(d.total(), 10.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution<V> {
    counts: BTreeMap<V, BigInt>,
}

impl<V> Default for Distribution<V> {
    fn default() -> Self {
        Distribution {
            counts: BTreeMap::new(),
        }
    }
}

impl<V: Ord + Clone> Distribution<V> {
    /// No component at all.
    pub fn new() -> Self {
        Distribution::default()
    }

    /// Adds `count` components of this value.
    pub fn add(&mut self, value: V, count: impl Into<BigInt>) {
        let count = count.into();
        if count.is_zero() {
            return;
        }
        match self.counts.entry(value) {
            std::collections::btree_map::Entry::Vacant(e) => {
                e.insert(count);
            }
            std::collections::btree_map::Entry::Occupied(mut e) => {
                *e.get_mut() += count;
                if e.get().is_zero() {
                    e.remove();
                }
            }
        }
    }

    /// How many components have this value.
    pub fn get(&self, value: &V) -> BigInt {
        self.counts.get(value).cloned().unwrap_or_default()
    }

    /// Values with their counts, by value.
    pub fn iter(&self) -> impl Iterator<Item = (&V, &BigInt)> {
        self.counts.iter()
    }

    /// How many different values there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// True if there is no component.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// All components.
    pub fn total(&self) -> BigInt {
        self.counts.values().sum()
    }

    /// Components whose value is accepted.
    pub fn count_where(&self, accept: impl Fn(&V) -> bool) -> BigInt {
        let accepted = self.counts.iter().filter(|(v, _)| accept(v));
        accepted.map(|(_, c)| c).sum()
    }

    /// The same components under another name of their values; values that become equal are put together.
    pub fn map<W: Ord + Clone>(&self, f: impl Fn(&V) -> Result<W>) -> Result<Distribution<W>> {
        let mut out = Distribution::new();
        for (v, c) in &self.counts {
            out.add(f(v)?, c.clone());
        }
        Ok(out)
    }

    /// Components first..=last, whose values are `values[n]` below `values.len()` and repeat with `period` from
    /// `values.len() - period` on. Cost: the length of `values`, whatever the bounds. An empty range has no component.
    ///
    /// # Errors
    /// A period of 0 or longer than the values that are given, if values beyond them are needed; a negative first component.
    ///
    /// ```
    /// use bouton_count::Distribution;
    /// let far = num_bigint::BigInt::from(10).pow(100);
    /// let d = Distribution::periodic(&[7, 0, 1], 2, &0.into(), &far).unwrap();
    /// assert_eq!(d.total(), far + 1);
    /// assert_eq!(d.get(&7), 1.into());
    /// ```
    pub fn periodic(values: &[V], period: usize, first: &BigInt, last: &BigInt) -> Result<Self> {
        let mut out = Distribution::new();
        if last < first {
            return Ok(out);
        }
        if first.is_negative() {
            return Err(Error::input(format!(
                "a component of size {first} does not exist: start at 0 or above"
            )));
        }
        let known = BigInt::from(values.len());
        if *last >= known && (period == 0 || period > values.len()) {
            return Err(Error::input(format!(
                "values up to {} repeat with no period: none is known at {last}",
                values.len()
            )));
        }
        for (n, v) in values.iter().enumerate() {
            let n = BigInt::from(n);
            // How many of n, n + period, … are in the range; before the last period only n itself.
            let repeats = *last >= known && &n + period >= known;
            let count = if repeats {
                let step = BigInt::from(period);
                let until = |end: &BigInt| {
                    if *end < n {
                        BigInt::zero()
                    } else {
                        (end - &n).div_floor(&step) + 1
                    }
                };
                until(last) - until(&(first - BigInt::one()))
            } else if *first <= n && n <= *last {
                BigInt::one()
            } else {
                BigInt::zero()
            };
            out.add(v.clone(), count);
        }
        Ok(out)
    }

    /// True if a count is below 0.
    pub fn has_negative(&self) -> bool {
        self.counts.values().any(Signed::is_negative)
    }

    /// An error unless the counts are numbers of components.
    pub(crate) fn plain(&self) -> Result<()> {
        if self.has_negative() {
            return Err(Error::input(
                "multisets and sets are made of components: no count is below 0",
            ));
        }
        Ok(())
    }
}

impl<V: Group> Distribution<V> {
    /// The axes of the values, each with its count.
    pub(crate) fn axes(&self) -> Vec<(crate::group::Axes, BigInt)> {
        self.counts
            .iter()
            .map(|(v, c)| (v.axes(), c.clone()))
            .collect()
    }
}

impl<V: Ord + Clone> FromIterator<V> for Distribution<V> {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        let mut counts: BTreeMap<V, u64> = BTreeMap::new();
        for v in values {
            *counts.entry(v).or_default() += 1;
        }
        let counts = counts.into_iter().map(|(v, c)| (v, c.into())).collect();
        Distribution { counts }
    }
}
