//! Components as a source finds them, one by one or in progressions, gathered by value and by size.

use super::components::{Components, Known, Need};
use super::each::{Each, degree};
use bouton_count::Distribution;
use bouton_count::group::Nimber;
use bouton_count::positions::{Mark, Weight, polynomial_sum};
use bouton_rules::{Error, Result};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Σ f(first + i·step) for 0 ≤ i < count.
pub(super) fn progression(
    f: &bouton_rules::Expr,
    first: &BigInt,
    step: &BigInt,
    count: &BigInt,
) -> Result<BigInt> {
    let degree = degree(f).ok_or_else(|| {
        Error::input("--sum: over so many components a polynomial is summed; write one without remainders, min, max or gcd")
    })?;
    if *count <= BigInt::ZERO {
        return Ok(BigInt::ZERO);
    }
    polynomial_sum(degree, count, |i| weight(f, &[first + i * step]))
}

/// The expression at a component.
pub(super) fn weight(f: &bouton_rules::Expr, at: &[BigInt]) -> Result<BigInt> {
    f.value(at)
        .map_err(|_| Error::input("--sum: the expression has no value at some component"))
}

/// Components as they are found.
pub(super) struct Found<'a> {
    each: &'a Each,
    need: &'a Need,
    /// Counts of small values that come one by one.
    few: Vec<u64>,
    pub counts: Distribution<Nimber>,
    weights: BTreeMap<u64, BigInt>,
    sized: BTreeMap<(u64, u64), (u64, BigInt)>,
    marks: BTreeMap<(u64, u64), BTreeMap<u64, u64>>,
}

impl<'a> Found<'a> {
    pub fn new(each: &'a Each, need: &'a Need) -> Found<'a> {
        Found {
            each,
            need,
            few: Vec::new(),
            counts: Distribution::new(),
            weights: BTreeMap::new(),
            sized: BTreeMap::new(),
            marks: BTreeMap::new(),
        }
    }

    /// One component, if it is one of those that are asked for.
    pub fn one(&mut self, at: &[u64], value: u64) -> Result<()> {
        if !self.each.holds(at) {
            return Ok(());
        }
        match usize::try_from(value) {
            Ok(v) if v < 1 << 26 => {
                if self.few.len() <= v {
                    self.few.resize(v + 1, 0);
                }
                self.few[v] += 1;
            }
            _ => self.counts.add(Nimber(value), 1),
        }
        let weight = match &self.need.weight {
            Some(f) => {
                let at: Vec<BigInt> = at.iter().map(|&n| n.into()).collect();
                Some(weight(f, &at)?)
            }
            None => None,
        };
        if self.need.sized {
            let to = self.sized.entry((at.iter().sum(), value)).or_default();
            to.0 += 1;
            to.1 += weight.unwrap_or_default();
        } else if let Some(weight) = weight {
            self.weigh(value, weight);
        }
        Ok(())
    }

    /// Components first, first + step, … of one value.
    pub fn many(
        &mut self,
        value: u64,
        first: &BigInt,
        step: &BigInt,
        count: &BigInt,
    ) -> Result<()> {
        self.counts.add(Nimber(value), count.clone());
        if let Some(f) = &self.need.weight {
            let weight = progression(f, first, step, count)?;
            self.weigh(value, weight);
        }
        Ok(())
    }

    pub fn weigh(&mut self, value: u64, weight: BigInt) {
        *self.weights.entry(value).or_default() += weight;
    }

    pub fn moves(&mut self, at: &[u64], value: u64, moves: BTreeMap<u64, u64>) {
        let size = if self.need.sized { at.iter().sum() } else { 0 };
        let to = self.marks.entry((size, value)).or_default();
        for (v, c) in moves {
            *to.entry(v).or_default() += c;
        }
    }

    pub fn components(mut self, known: Known) -> Components<Nimber> {
        for (v, c) in self.few.iter().enumerate() {
            self.counts.add(Nimber(v as u64), *c);
        }
        let mark = |size, value, weight| Mark {
            size,
            value: Nimber(value),
            weight,
        };
        let mut marks = Vec::new();
        let mut sized = bouton_count::totals::BySize::new();
        for (v, w) in self.weights {
            marks.push(mark(0, v, Weight::Always(w)));
        }
        for ((size, v), (c, w)) in self.sized {
            sized
                .entry(size)
                .or_insert_with(Distribution::new)
                .add(Nimber(v), c);
            if self.need.weight.is_some() {
                marks.push(mark(size, v, Weight::Always(w)));
            }
        }
        for ((size, v), moves) in self.marks {
            let mut by_value = Distribution::new();
            moves
                .into_iter()
                .for_each(|(v, c)| by_value.add(Nimber(v), c));
            marks.push(mark(size, v, Weight::With(by_value)));
        }
        let parts = bouton_count::positions::Parts {
            values: self.counts,
            sized,
        };
        Components {
            parts,
            marks,
            known,
        }
    }
}
