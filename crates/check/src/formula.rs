//! Linear arithmetic over tracks: every track holds one natural number, and a formula is a Boolean combination of atoms
//! each of which a small machine decides. Expressions become linear forms by cases: `min(a, b)` is `a` where `a <= b` and
//! `b` where `b <= a`; `a / 3` is `(a - r) / 3` where `a` leaves `r`.

use crate::rules::{Cond, Expr, Op};
use crate::{Error, Result};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

const MOST_CASES: usize = 256;

/// `(Σ coefficient · track + constant) / denominator`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    pub terms: BTreeMap<usize, BigInt>,
    pub constant: BigInt,
    pub denominator: BigInt,
}

impl Linear {
    pub fn constant(value: impl Into<BigInt>) -> Self {
        Linear {
            terms: BTreeMap::new(),
            constant: value.into(),
            denominator: BigInt::one(),
        }
    }

    pub fn track(track: usize) -> Self {
        Linear {
            terms: BTreeMap::from([(track, BigInt::one())]),
            ..Linear::constant(0)
        }
    }

    /// The track, if the form is just one track.
    pub fn as_track(&self) -> Option<usize> {
        let (&track, coefficient) = self.terms.iter().next()?;
        let plain = self.terms.len() == 1
            && coefficient.is_one()
            && self.constant.is_zero()
            && self.denominator.is_one();
        plain.then_some(track)
    }

    pub fn as_constant(&self) -> Option<&BigInt> {
        (self.terms.is_empty() && self.denominator.is_one()).then_some(&self.constant)
    }

    /// True if the form is visibly a natural number.
    fn is_natural(&self) -> bool {
        self.denominator.is_one()
            && !self.constant.is_negative()
            && self.terms.values().all(|c| c.is_positive())
    }

    pub fn scaled(&self, factor: &BigInt) -> Self {
        let terms = self.terms.iter().map(|(&t, c)| (t, c * factor)).collect();
        Linear {
            terms,
            constant: &self.constant * factor,
            denominator: self.denominator.clone(),
        }
        .reduced()
    }

    pub fn plus(&self, other: &Linear) -> Self {
        let mut out = self.clone();
        out.denominator = &self.denominator * &other.denominator;
        out.constant = &self.constant * &other.denominator + &other.constant * &self.denominator;
        out.terms
            .values_mut()
            .for_each(|c| *c *= &other.denominator);
        for (&t, c) in &other.terms {
            *out.terms.entry(t).or_default() += c * &self.denominator;
        }
        out.reduced()
    }

    pub fn minus(&self, other: &Linear) -> Self {
        self.plus(&other.scaled(&BigInt::from(-1)))
    }

    fn reduced(mut self) -> Self {
        self.terms.retain(|_, c| !c.is_zero());
        let common = self
            .terms
            .values()
            .fold(self.constant.gcd(&self.denominator), |g, c| g.gcd(c));
        if common > BigInt::one() {
            self.terms.values_mut().for_each(|c| *c /= &common);
            self.constant /= &common;
            self.denominator /= &common;
        }
        self
    }

    /// The form with `value` in place of `track`.
    pub fn replaced(&self, track: usize, value: &Linear) -> Self {
        let mut rest = self.clone();
        let Some(coefficient) = rest.terms.remove(&track) else {
            return rest;
        };
        let part = value.scaled(&coefficient);
        rest.plus(&Linear {
            denominator: &part.denominator * &self.denominator,
            ..part
        })
    }
}

/// What one machine decides. Forms in atoms have denominator 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Atom {
    /// The form is at most 0.
    AtMostZero(Linear),
    /// The form is 0.
    Zero(Linear),
    /// The form is a multiple of the modulus, which is positive.
    Multiple(Linear, BigInt),
    /// The first track is the bitwise exclusive or of the other two.
    Xor([usize; 3]),
    /// The tuple of tracks is in the set of the table with this number.
    Member(usize, Vec<usize>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    Atom(Atom),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    pub fn yes() -> Self {
        Formula::And(Vec::new())
    }

    pub fn no() -> Self {
        Formula::Or(Vec::new())
    }

    pub fn not(self) -> Self {
        Formula::Not(Box::new(self))
    }

    pub fn member(table: usize, tracks: impl IntoIterator<Item = usize>) -> Self {
        Formula::Atom(Atom::Member(table, tracks.into_iter().collect()))
    }

    /// `left op right`.
    pub fn compare(left: &Linear, op: Op, right: &Linear) -> Self {
        // The denominator is positive: the sign of the difference is its numerator's.
        let difference = Linear {
            denominator: BigInt::one(),
            ..left.minus(right)
        };
        let at_most_zero = |form: Linear| {
            let up = form.terms.values().all(|c| c.is_positive());
            let down = form.terms.values().all(|c| c.is_negative());
            match form.constant.is_positive() {
                true if up => Formula::no(),
                false if down => Formula::yes(),
                _ => Formula::Atom(Atom::AtMostZero(form)),
            }
        };
        let below_zero = |form: Linear| at_most_zero(form.plus(&Linear::constant(1)));
        let negated = difference.scaled(&BigInt::from(-1));
        let zero = |form: Linear| match form.as_constant() {
            Some(c) if c.is_zero() => Formula::yes(),
            Some(_) => Formula::no(),
            None => Formula::Atom(Atom::Zero(form)),
        };
        match op {
            Op::Eq => zero(difference),
            Op::Ne => zero(difference).not(),
            Op::Le => at_most_zero(difference),
            Op::Lt => below_zero(difference),
            Op::Ge => at_most_zero(negated),
            Op::Gt => below_zero(negated),
        }
    }

    /// `form` (an integer) leaves `rest` when divided by `modulus` > 0.
    fn leaves(form: &Linear, rest: u64, modulus: &BigInt) -> Self {
        let shifted = form.minus(&Linear::constant(rest));
        let modulus = modulus * &shifted.denominator;
        Formula::Atom(Atom::Multiple(
            Linear {
                denominator: BigInt::one(),
                ..shifted
            },
            modulus,
        ))
    }

    /// The formula with `value` (denominator 1) in place of `track`, which no `Xor` and no `Member` reads.
    pub fn replaced(&self, track: usize, value: &Linear) -> Self {
        self.with_forms(&|form| form.replaced(track, value))
    }

    /// The formula with multiples of `zero`, which is 0, added to its comparisons where that makes them shorter.
    pub fn shortened(&self, zero: &Linear) -> Self {
        self.with_forms(&|form| {
            let ways = [form.clone(), form.plus(zero), form.minus(zero)];
            ways.into_iter().min_by_key(|f| f.terms.len()).unwrap_or_else(|| form.clone())
        })
    }

    fn with_forms(&self, change: &dyn Fn(&Linear) -> Linear) -> Self {
        let each = |fs: &[Formula]| fs.iter().map(|f| f.with_forms(change)).collect();
        let zero = Linear::constant(0);
        match self {
            Formula::Atom(Atom::AtMostZero(f)) => Formula::compare(&change(f), Op::Le, &zero),
            Formula::Atom(Atom::Zero(f)) => Formula::compare(&change(f), Op::Eq, &zero),
            Formula::Atom(Atom::Multiple(f, m)) => Formula::Atom(Atom::Multiple(change(f), m.clone())),
            Formula::Atom(_) => self.clone(),
            Formula::Not(f) => f.with_forms(change).not(),
            Formula::And(fs) => Formula::And(each(fs)),
            Formula::Or(fs) => Formula::Or(each(fs)),
        }
    }
}

/// A conjunction of formulas over named tracks: "there are naturals such that …".
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub names: Vec<String>,
    /// Tracks that must stay tracks: they may not be eliminated.
    pub pinned: Vec<bool>,
    pub conditions: Vec<Formula>,
}

/// An expression's value by cases. The guards cover everything, and agree where they overlap.
pub(crate) type Cases = Vec<(Formula, Linear)>;

impl Frame {
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<String> = names.into_iter().collect();
        Frame {
            pinned: vec![true; names.len()],
            names,
            conditions: Vec::new(),
        }
    }

    pub fn fresh(&mut self, name: impl Into<String>, pinned: bool) -> usize {
        self.names.push(name.into());
        self.pinned.push(pinned);
        self.names.len() - 1
    }

    pub fn with(mut self, condition: Formula) -> Self {
        self.conditions.push(condition);
        self
    }

    /// The value of `expr` where variable i is `env[i]`.
    pub fn value(&mut self, expr: &Expr, env: &[Linear]) -> Result<Cases> {
        let one = |form| Ok(vec![(Formula::yes(), form)]);
        match expr {
            Expr::Int(n) => one(Linear::constant(n.clone())),
            Expr::Var(v) => one(env[*v].clone()),
            Expr::Sum(parts) => {
                let values = parts
                    .iter()
                    .map(|p| self.value(p, env))
                    .collect::<Result<Vec<_>>>()?;
                Ok(tuples(&values)?
                    .into_iter()
                    .map(|(guard, fs)| {
                        (guard, fs.iter().fold(Linear::constant(0), |a, f| a.plus(f)))
                    })
                    .collect())
            }
            Expr::Neg(e) => Ok(self
                .value(e, env)?
                .into_iter()
                .map(|(g, f)| (g, f.scaled(&BigInt::from(-1))))
                .collect()),
            Expr::Product(parts) => {
                let values = parts
                    .iter()
                    .map(|p| self.value(p, env))
                    .collect::<Result<Vec<_>>>()?;
                let mut out = Vec::new();
                for (guard, fs) in tuples(&values)? {
                    let mut product = Linear::constant(1);
                    for f in &fs {
                        product = match (product.as_constant(), f.as_constant()) {
                            (Some(c), _) => f.scaled(c),
                            (_, Some(c)) => product.scaled(c),
                            _ => return Err(beyond("a product of two variables")),
                        };
                    }
                    out.push((guard, product));
                }
                Ok(out)
            }
            Expr::Mod(e, d) | Expr::Div(e, d) => {
                let divisor = self.value(d, env)?;
                let [(_, divisor)] = divisor.as_slice() else {
                    return Err(beyond("division by a variable"));
                };
                let divisor = divisor
                    .as_constant()
                    .ok_or_else(|| beyond("division by a variable"))?;
                let modulus = divisor.abs().to_u64().unwrap_or(u64::MAX);
                if modulus == 0 {
                    return Err(Error::malformed("a division by 0 has no value"));
                }
                let dividends = self.value(e, env)?;
                if modulus.saturating_mul(dividends.len() as u64) > MOST_CASES as u64 {
                    return Err(too_many_cases());
                }
                let mut out = Vec::new();
                for (guard, form) in dividends {
                    // floor(e / -d) = floor(-e / d), while the remainder does not depend on the divisor's sign.
                    let flip = matches!(expr, Expr::Div(..)) && divisor.is_negative();
                    let form = if flip {
                        form.scaled(&BigInt::from(-1))
                    } else {
                        form
                    };
                    for rest in 0..modulus {
                        let here = Formula::leaves(&form, rest, &modulus.into());
                        let value = match expr {
                            Expr::Mod(..) => Linear::constant(rest),
                            _ => {
                                let exact = form.minus(&Linear::constant(rest));
                                Linear {
                                    denominator: &exact.denominator * modulus,
                                    ..exact
                                }
                                .reduced()
                            }
                        };
                        out.push((Formula::And(vec![guard.clone(), here]), value));
                    }
                }
                Ok(out)
            }
            Expr::Min(parts) | Expr::Max(parts) => {
                let op = if matches!(expr, Expr::Min(_)) {
                    Op::Le
                } else {
                    Op::Ge
                };
                let values = parts
                    .iter()
                    .map(|p| self.value(p, env))
                    .collect::<Result<Vec<_>>>()?;
                let mut out = Vec::new();
                for (guard, fs) in tuples(&values)? {
                    for best in &fs {
                        let mut all: Vec<Formula> = vec![guard.clone()];
                        all.extend(
                            fs.iter()
                                .filter(|f| *f != best)
                                .map(|f| Formula::compare(best, op, f)),
                        );
                        out.push((Formula::And(all), best.clone()));
                    }
                }
                if out.len() > MOST_CASES {
                    Err(too_many_cases())
                } else {
                    Ok(out)
                }
            }
            Expr::Xor(a, b) => {
                let (a, b) = (self.value(a, env)?, self.value(b, env)?);
                let mut out = Vec::new();
                for (guard, fs) in tuples(&[a, b])? {
                    let x = self.pin(&fs[0])?;
                    let y = self.pin(&fs[1])?;
                    let z = self.fresh("xor", true);
                    self.conditions.push(Formula::Atom(Atom::Xor([z, x, y])));
                    out.push((guard, Linear::track(z)));
                }
                Ok(out)
            }
            Expr::Beyond(what) => Err(beyond(what)),
        }
    }

    /// A track that holds `form`. Such a track must exist whatever the other tracks are: the form must be natural.
    fn pin(&mut self, form: &Linear) -> Result<usize> {
        if !form.is_natural() {
            return Err(Error::malformed(
                "an argument of xor may be negative, so the checker cannot follow it",
            ));
        }
        let track = form.as_track().unwrap_or_else(|| {
            let track = self.fresh("part of xor", true);
            self.conditions
                .push(Formula::compare(&Linear::track(track), Op::Eq, form));
            track
        });
        self.pinned[track] = true;
        Ok(track)
    }

    /// The condition as a formula.
    pub fn condition(&mut self, cond: &Cond, env: &[Linear]) -> Result<Formula> {
        match cond {
            Cond::Cmp(a, op, b) => {
                let (a, b) = (self.value(a, env)?, self.value(b, env)?);
                let either = tuples(&[a, b])?;
                Ok(Formula::Or(
                    either
                        .into_iter()
                        .map(|(guard, fs)| {
                            Formula::And(vec![guard, Formula::compare(&fs[0], *op, &fs[1])])
                        })
                        .collect(),
                ))
            }
            Cond::Divides(d, e) => {
                let divisor = self.value(d, env)?;
                let [(_, divisor)] = divisor.as_slice() else {
                    return Err(beyond("divisibility by a variable"));
                };
                let divisor = divisor
                    .as_constant()
                    .ok_or_else(|| beyond("divisibility by a variable"))?
                    .abs();
                let values = self.value(e, env)?;
                let zero = Linear::constant(0);
                Ok(Formula::Or(
                    values
                        .into_iter()
                        .map(|(guard, form)| {
                            let divides = match divisor.is_zero() {
                                true => Formula::compare(&form, Op::Eq, &zero),
                                false => Formula::leaves(&form, 0, &divisor),
                            };
                            Formula::And(vec![guard, divides])
                        })
                        .collect(),
                ))
            }
            Cond::And(cs) => Ok(Formula::And(
                cs.iter()
                    .map(|c| self.condition(c, env))
                    .collect::<Result<_>>()?,
            )),
            Cond::Or(cs) => Ok(Formula::Or(
                cs.iter()
                    .map(|c| self.condition(c, env))
                    .collect::<Result<_>>()?,
            )),
            Cond::Not(c) => Ok(self.condition(c, env)?.not()),
            Cond::Beyond(what) => Err(beyond(what)),
        }
    }
}

fn beyond(what: &str) -> Error {
    Error::malformed(format!(
        "these rules cannot be checked by automata: {what} is not linear arithmetic"
    ))
}

fn too_many_cases() -> Error {
    Error::limit(format!(
        "an expression of the rules falls into more than {MOST_CASES} cases"
    ))
}

/// One case of each value, in every combination.
pub(crate) fn tuples(values: &[Cases]) -> Result<Vec<(Formula, Vec<Linear>)>> {
    let count = values
        .iter()
        .try_fold(1usize, |n, v| n.checked_mul(v.len()));
    if count.is_none_or(|n| n > MOST_CASES) {
        return Err(too_many_cases());
    }
    let mut out = vec![(Vec::new(), Vec::new())];
    for cases in values {
        let mut longer = Vec::new();
        for (guards, forms) in &out {
            for (guard, form) in cases {
                let mut next: (Vec<Formula>, Vec<Linear>) = (guards.clone(), forms.clone());
                if *guard != Formula::yes() {
                    next.0.push(guard.clone());
                }
                next.1.push(form.clone());
                longer.push(next);
            }
        }
        out = longer;
    }
    Ok(out
        .into_iter()
        .map(|(guards, forms)| (Formula::And(guards), forms))
        .collect())
}
