//! Exact counting below huge bounds: one pass over the digits, most significant first, that carries for each tuple of
//! states the number of prefixes that lead there (or their moments, for sums of polynomials).
//!
//! A large constant is a track whose digits are known: a bound like 10^1000 costs its length and nothing else. The product
//! of the sets and constraints is explored only where prefixes lead.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Var};
use crate::compile::compile_in;
use crate::error::{Error, Limits};
use crate::formula::Formula;
use crate::moments::Moments;
use crate::numeration::{Nat, Numeration};
use crate::polynomial::Polynomial;
use crate::walk::Walk;

/// What to count: the tuples that are in all sets and satisfy all constraints.
///
/// The variables are those of the sets, the constraints and the polynomial.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Sets, each with one variable for each of its tracks.
    pub sets: Vec<(Arc<Automaton>, Vec<Var>)>,
    /// Any formulas. The constants of linear constraints may be huge.
    pub constraints: Vec<Formula>,
    /// Sum this polynomial over the tuples instead of counting them.
    pub sum: Option<Polynomial>,
    /// Give the result modulo this number, from 0 on.
    pub modulus: Option<Nat>,
}

/// The answer to a [`Question`], and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The count or sum, reduced if there is a modulus.
    pub value: BigInt,
    /// The letters of the words that were counted.
    pub length: usize,
    /// The tuples of states that occurred.
    pub states: usize,
}

/// Counts the tuples, or sums a polynomial over them.
///
/// Cost: the length of the largest constant times the product of the automata that is reached; exact counts are as long as
/// the constants, so the time is quadratic in the digits then.
///
/// # Errors
/// A variable has no bound (the sentence names it), a set does not fit its variables or the numeration, the modulus is 0,
/// or a limit is reached.
///
/// ```
/// use bouton_automata::{Formula, Limits, Numeration, Op, Question, count};
/// // a + b = 10^50: one more pair than that
/// let ten = num_bigint::BigInt::from(10).pow(50);
/// let sum = Formula::Linear { terms: vec![(1.into(), 0), (1.into(), 1)], op: Op::Eq, constant: ten.clone() };
/// let question = Question { constraints: vec![sum], ..Question::default() };
/// assert_eq!(count(&Numeration::Base(2), &question, &Limits::default())?.value, ten + 1);
/// # Ok::<(), bouton_automata::Error>(())
/// ```
pub fn count(num: &Numeration, question: &Question, limits: &Limits) -> Result<Answer, Error> {
    if question.modulus.as_ref().is_some_and(Zero::is_zero) {
        return Err(Error::input(
            "a result modulo 0 has no meaning: the modulus is at least 1",
        ));
    }
    let sys = Arc::new(num.system()?);
    let (parts, constants, vars) = parts(&sys, question, limits)?;
    let mut walk = Walk::new(sys.clone(), parts, constants, vars, limits)?;
    let length = walk.length()?;
    let value = match &question.sum {
        None => match question.modulus.as_ref().map(|m| (m, m.to_u64())) {
            Some((_, Some(m))) => total(&mut walk, length, m)?.into(),
            modulus => total(&mut walk, length, Exact(modulus.map(|m| m.0.clone())))?.into(),
        },
        Some(polynomial) => {
            Moments::new(&walk, polynomial)?.total(&mut walk, length, question.modulus.as_ref())?
        }
    };
    Ok(Answer {
        value,
        length,
        states: walk.states(),
    })
}

/// Automata, constants with their variables, and the variables that are counted.
type Parts = (Vec<Automaton>, Vec<(Var, Nat)>, Vec<Var>);

fn parts(
    sys: &Arc<crate::system::System>,
    question: &Question,
    limits: &Limits,
) -> Result<Parts, Error> {
    let mut vars: Vec<Var> = Vec::new();
    let mut used: Vec<Var> = Vec::new();
    for f in &question.constraints {
        vars.extend(f.free_vars()?);
        f.add_all_vars(&mut used);
    }
    for (_, list) in &question.sets {
        vars.extend(list);
    }
    if let Some(polynomial) = &question.sum {
        vars.extend(polynomial.vars());
    }
    vars.sort_unstable();
    vars.dedup();
    used.extend(&vars);
    used.sort_unstable();
    used.dedup();
    // Constants get variables that occur nowhere.
    let mut fresh = (0..=Var::MAX).filter(|v| used.binary_search(v).is_err());
    let mut constants: Vec<(Var, Nat)> = Vec::new();
    let mut name = |n: &Nat| -> Var {
        if let Some((v, _)) = constants.iter().find(|(_, m)| m == n) {
            return *v;
        }
        let v = fresh.next().unwrap_or(0);
        constants.push((v, n.clone()));
        v
    };
    let mut parts = Vec::new();
    for (set, list) in &question.sets {
        parts.push(compile_in(
            sys,
            &Formula::Is(set.clone(), list.clone()),
            limits,
        )?);
    }
    for f in &question.constraints {
        parts.push(compile_in(sys, &f.with_constants(&mut name), limits)?);
    }
    Ok((parts, constants, vars))
}

/// Numbers to count with.
trait Counter {
    type Number: Clone + Into<BigInt>;
    fn zero(&self) -> Self::Number;
    fn one(&self) -> Self::Number;
    /// `sum += factor * number`
    fn add(&self, sum: &mut Self::Number, number: &Self::Number, factor: u64);
    fn reduce(&self, _: &mut Self::Number) {}
}

/// Residues.
impl Counter for u64 {
    type Number = u64;
    fn zero(&self) -> u64 {
        0
    }
    fn one(&self) -> u64 {
        1 % self
    }
    fn add(&self, sum: &mut u64, number: &u64, factor: u64) {
        let new = u128::from(*sum) + u128::from(*number) * u128::from(factor % self);
        *sum = (new % u128::from(*self)) as u64;
    }
}

/// Numbers of any size, reduced after each letter if there is a modulus.
struct Exact(Option<Nat>);

impl Counter for Exact {
    type Number = BigUint;
    fn zero(&self) -> BigUint {
        BigUint::zero()
    }
    fn one(&self) -> BigUint {
        BigUint::one()
    }
    fn add(&self, sum: &mut BigUint, number: &BigUint, factor: u64) {
        if factor == 1 {
            *sum += number;
        } else {
            *sum += number * factor;
        }
    }
    fn reduce(&self, number: &mut BigUint) {
        if let Some(m) = &self.0 {
            *number = number.mod_floor(m);
        }
    }
}

/// The number of accepted words of this length.
fn total<C: Counter>(walk: &mut Walk<'_>, length: usize, counter: C) -> Result<C::Number, Error> {
    let mut now: FxHashMap<u32, C::Number> = FxHashMap::default();
    now.insert(walk.start(), counter.one());
    for position in (0..length).rev() {
        let letter = walk.constants_at(position);
        let mut then: FxHashMap<u32, C::Number> = FxHashMap::default();
        for (state, number) in now {
            for edge in walk.edges(state, letter)?.iter() {
                let sum = then.entry(edge.to).or_insert_with(|| counter.zero());
                counter.add(sum, &number, edge.size);
            }
        }
        then.values_mut().for_each(|n| counter.reduce(n));
        now = then;
    }
    let mut sum = counter.zero();
    for (state, number) in &now {
        if walk.accepts(*state) {
            counter.add(&mut sum, number, 1);
        }
    }
    counter.reduce(&mut sum);
    Ok(sum)
}
