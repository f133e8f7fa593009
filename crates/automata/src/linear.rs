//! Linear constraints as automata, in every numeration, without adders (boudet1996, wolper2000; for Fibonacci-like
//! systems the same idea with two numbers as state).
//!
//! The state is the value so far, `p U[j] + q U[j-1]` with j digits to come (see `system`). What the rest of a valid word
//! can add lies between `-neg (U[j] - 1)` and `pos (U[j] - 1)`, where `pos` and `neg` are the sums of the positive and of the
//! negated negative coefficients. A state for which this decides the comparison at every j is *closed*: only the number of
//! letters to come matters, and after finitely many of them not even that. There are finitely many open states.

use std::cmp::Ordering;
use std::hash::Hash;
use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::automaton::{Automaton, Var};
use crate::error::{Error, Limits};
use crate::formula::Op;
use crate::letters::{States, explore, letters};
use crate::minimize::Raw;
use crate::system::System;

/// Terms with one coefficient a variable, none zero, sorted by variable.
pub(crate) fn collect(terms: &[(BigInt, Var)]) -> Vec<(BigInt, Var)> {
    let mut sum: std::collections::BTreeMap<Var, BigInt> = std::collections::BTreeMap::new();
    for (c, v) in terms {
        *sum.entry(*v).or_default() += c;
    }
    sum.into_iter()
        .filter(|(_, c)| !c.is_zero())
        .map(|(v, c)| (c, v))
        .collect()
}

/// A value so far: open, or closed with its answers by the number of letters to come.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Value<T> {
    Open(T, T),
    Closed(Answers),
}

/// Answers by the number of letters to come: `first` for the first run, its negation for the second, and so on; beyond the
/// last run the answer changes once more and stays.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Answers {
    first: bool,
    runs: SmallVec<[u32; 2]>,
}

impl Answers {
    /// From all answers in order, as runs, the last of which lasts for ever.
    fn new(mut runs: SmallVec<[(bool, u32); 4]>) -> Answers {
        let first = runs.first().is_some_and(|r| r.0);
        runs.pop();
        Answers {
            first,
            runs: runs.iter().map(|r| r.1).collect(),
        }
    }

    /// With one letter less to come.
    fn step(&self) -> Answers {
        let mut next = self.clone();
        if let Some(run) = next.runs.first_mut() {
            *run -= 1;
            if *run == 0 {
                next.runs.remove(0);
                next.first = !next.first;
            }
        }
        next
    }
}

struct Machine<'a, T> {
    sys: &'a System,
    pos: T,
    neg: T,
    constant: T,
    op: Op,
    before: T,
    steps: Vec<T>,
    /// What t zeros make of the values (1, 0) and (0, 1), until they exceed the constant.
    powers: Vec<[(T, T); 2]>,
}

impl<T: Clone + Eq + Hash + Integer + Signed + FromPrimitive> Machine<'_, T> {
    /// The value after one more letter that adds these amounts to its digits.
    fn advance(&self, (mut p, mut q): (T, T), adds: impl Iterator<Item = T>) -> (T, T) {
        for (a, add) in self.steps.iter().zip(adds) {
            let next = a.clone() * p.clone() + q + add;
            q = if self.sys.carry { p } else { T::zero() };
            p = next;
        }
        (p, q)
    }

    /// What a value stands for when the word ends.
    fn end(&self, (p, q): &(T, T)) -> T {
        p.clone() + q.clone() * self.before.clone()
    }

    fn holds(&self, value: &T) -> bool {
        self.op.holds(value.cmp(&self.constant))
    }

    /// The answer if it is the same for all values from `lo` to `hi`.
    fn settled(&self, lo: &T, hi: &T) -> Option<bool> {
        use Ordering::{Equal, Greater, Less};
        let k = &self.constant;
        let answers = [
            (lo < k).then(|| self.op.holds(Less)),
            (lo <= k && hi >= k).then(|| self.op.holds(Equal)),
            (hi > k).then(|| self.op.holds(Greater)),
        ];
        let first = answers.iter().flatten().next().copied();
        first.filter(|f| answers.iter().flatten().all(|a| a == f))
    }

    /// Fills the table of powers.
    fn prepare(&mut self) {
        let mut units = [(T::one(), T::zero()), (T::zero(), T::one())];
        while self.end(&units[0]) <= self.constant.abs() {
            self.powers.push(units.clone());
            units = units.map(|u| self.advance(u, std::iter::repeat(T::zero())));
        }
    }

    /// The value after t zeros, for a t in the table.
    fn after(&self, (p, q): &(T, T), t: usize) -> (T, T) {
        let [(a, c), (b, d)] = &self.powers[t];
        (
            p.clone() * a.clone() + q.clone() * b.clone(),
            p.clone() * c.clone() + q.clone() * d.clone(),
        )
    }

    /// The most zeros in the table after which the value, of two parts with one sign, is still beyond the bound.
    fn leap(&self, value: &(T, T), beyond: impl Fn(T) -> bool) -> usize {
        // No further than the constant is, so that nothing grows beyond it.
        let size = value.0.abs().max(value.1.abs()).max(T::one());
        let most = self.constant.abs() / size;
        let near = |unit: &[(T, T); 2]| self.end(&unit[0]) <= most;
        let (mut low, mut high) = (0, self.powers.partition_point(near));
        while high - low > 1 {
            let t = (low + high) / 2;
            if beyond(self.end(&self.after(value, t))) {
                low = t;
            } else {
                high = t;
            }
        }
        low
    }

    fn classify(&self, p: T, q: T) -> Value<T> {
        let mut runs: SmallVec<[(bool, u32); 4]> = SmallVec::new();
        // With t letters to come the value lies between `low + neg` and `high - pos`, where low and high are
        // (p - neg, q) and (p + pos, q) followed by t zeros.
        let mut low = (p.clone() - self.neg.clone(), q.clone());
        let mut high = (p.clone() + self.pos.clone(), q.clone());
        let zeros = || std::iter::repeat(T::zero());
        let k = &self.constant;
        loop {
            let lo = self.end(&low) + self.neg.clone();
            let hi = self.end(&high) - self.pos.clone();
            let Some(answer) = self.settled(&lo, &hi) else {
                return Value::Open(p, q);
            };
            // Two parts of one sign keep it and grow: the bound only moves away from zero from here on.
            let rises = |v: &(T, T)| !v.0.is_negative() && !v.1.is_negative();
            let falls = |v: &(T, T)| !v.0.is_positive() && !v.1.is_positive();
            let mut add = |length: u32| match runs.last_mut() {
                Some(run) if run.0 == answer => run.1 += length,
                _ => runs.push((answer, length)),
            };
            let far = |side, edge: &T| {
                answer == self.op.holds(side) && (edge != k || self.holds(edge) == answer)
            };
            if rises(&low) && lo >= *k && far(Ordering::Greater, &lo)
                || falls(&high) && hi <= *k && far(Ordering::Less, &hi)
            {
                add(1);
                return Value::Closed(Answers::new(runs));
            }
            // A bound that moves towards the constant is on one side of it until it gets there.
            let leap = if rises(&high) && hi < *k {
                self.leap(&high, |end| end - self.pos.clone() < *k)
            } else if falls(&low) && lo > *k {
                self.leap(&low, |end| end + self.neg.clone() > *k)
            } else {
                0
            };
            add(1 + leap as u32);
            if leap > 0 {
                low = self.after(&low, leap);
                high = self.after(&high, leap);
            }
            low = self.advance(low, zeros());
            high = self.advance(high, zeros());
        }
    }

    fn step(&self, value: &Value<T>, adds: &[T]) -> Value<T> {
        match value {
            Value::Open(p, q) => {
                let (p, q) = self.advance((p.clone(), q.clone()), adds.iter().cloned());
                self.classify(p, q)
            }
            Value::Closed(answers) => Value::Closed(answers.step()),
        }
    }
}

/// `Σ terms op constant`, over the variables of the terms.
pub(crate) fn linear(
    sys: &Arc<System>,
    terms: &[(BigInt, Var)],
    op: Op,
    constant: &BigInt,
    limits: &Limits,
) -> Result<Automaton, Error> {
    let terms = collect(terms);
    if terms.is_empty() {
        return Automaton::constant(sys, &[], op.holds(BigInt::zero().cmp(constant)));
    }
    let size: BigInt = terms.iter().map(|(c, _)| c.abs()).sum();
    // A state for each digit at least, and as many powers of as many digits.
    if constant.bits() > 16_384 {
        return Err(Error::limit(format!(
            "a constant of {} binary digits is too long for an automaton of its own: at most 16384 are allowed, unless it is a bound of a count",
            constant.bits()
        )));
    }
    // Values grow to less than 2^34 times the constant.
    if constant.bits() <= 88 && size.bits() <= 20 {
        let small = |n: &BigInt| n.to_i128().unwrap_or(0);
        let coefficients: Vec<i128> = terms.iter().map(|(c, _)| small(c)).collect();
        linear_with(sys, &coefficients, &terms, op, small(constant), limits)
    } else {
        let coefficients: Vec<BigInt> = terms.iter().map(|(c, _)| c.clone()).collect();
        linear_with(sys, &coefficients, &terms, op, constant.clone(), limits)
    }
}

fn linear_with<T: Clone + Eq + Hash + Integer + Signed + FromPrimitive>(
    sys: &Arc<System>,
    coefficients: &[T],
    terms: &[(BigInt, Var)],
    op: Op,
    constant: T,
    limits: &Limits,
) -> Result<Automaton, Error> {
    crate::automaton::check_tracks(terms.len())?;
    let number = |n: u32| T::from_u32(n).unwrap_or_else(T::zero);
    let (mut pos, mut neg) = (T::zero(), T::zero());
    for c in coefficients {
        if c.is_positive() {
            pos = pos + c.clone();
        } else {
            neg = neg - c.clone();
        }
    }
    let mut machine = Machine {
        sys,
        pos,
        neg,
        op,
        before: number(sys.before),
        powers: Vec::new(),
        steps: sys.steps.iter().map(|&a| number(a)).collect(),
        constant,
    };
    machine.prepare();
    let machine = machine;
    let (diagram, letters) = letters(sys, coefficients, &|n| n, limits)?;
    // Values are few compared with the steps to them: each is classified once.
    let mut values: States<Value<T>> = States::new();
    let start = machine.classify(T::zero(), T::zero());
    let start = values.id(start);
    let mut steps: FxHashMap<(u32, usize), u32> = FxHashMap::default();
    let adds: FxHashMap<&[T], usize> = letters
        .iter()
        .enumerate()
        .map(|(i, l)| (l.adds.as_slice(), i))
        .collect();
    let (states, next) = explore(
        (start, 0u64),
        &letters,
        |&(value, full), letter| {
            if full & letter.heads != 0 {
                return None;
            }
            let key = (value, adds[letter.adds.as_slice()]);
            let to = match steps.get(&key) {
                Some(&to) => to,
                None => {
                    let from = values.list[value as usize].clone();
                    let to = values.id(machine.step(&from, &letter.adds));
                    steps.insert(key, to);
                    to
                }
            };
            Some((to, letter.full))
        },
        limits,
    )?;
    let ends = |&(value, full): &(u32, u64)| {
        (full == 0 || sys.end_full)
            && match &values.list[value as usize] {
                Value::Open(p, q) => machine.holds(&machine.end(&(p.clone(), q.clone()))),
                Value::Closed(answers) => answers.first,
            }
    };
    let accept = states
        .iter()
        .map(|s| s.as_ref().is_some_and(ends))
        .collect();
    Ok(Raw {
        sys: sys.clone(),
        vars: terms.iter().map(|t| t.1).collect(),
        diagram,
        classes: letters.len(),
        start: 0,
        accept,
        next,
    }
    .minimize())
}
