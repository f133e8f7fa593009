//! Expressions and conditions of rules as linear forms and formulas, by cases: `min(a, b)` is `a` where `a <= b` and `b`
//! where `b <= a`; `a / 3` is `(a - r) / 3` where `a` leaves `r`.

use crate::formula::{Atom, Formula};
use crate::limits::Budget;
use crate::linear::Linear;
use crate::rules::{Cond, Expr, Op};
use crate::{Error, Result};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

const MOST_CASES: usize = 256;
/// Binary digits of a number of the rules, at most.
const MOST_BITS: u64 = 1 << 14;

/// A conjunction of formulas over named tracks: "there are naturals such that …".
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub names: Vec<String>,
    /// Tracks that must stay tracks: they may not be eliminated.
    pub pinned: Vec<bool>,
    pub conditions: Vec<Formula>,
    budget: Budget,
}

/// An expression's value by cases. The values agree where guards overlap; no guard holds exactly where the expression is undefined:
/// a divisor is 0, or an argument of xor is negative.
pub(crate) type Cases = Vec<(Formula, Linear)>;

impl Frame {
    pub fn new(names: impl IntoIterator<Item = String>, budget: &Budget) -> Self {
        let names: Vec<String> = names.into_iter().collect();
        Frame {
            pinned: vec![true; names.len()],
            names,
            conditions: Vec::new(),
            budget: budget.clone(),
        }
    }

    /// Pays for a copy of the frame.
    pub fn pay(&self) -> Result<()> {
        let size: u64 = self.conditions.iter().map(Formula::size).sum();
        self.budget.formula(1 + size)
    }

    /// One case of each value, in every combination.
    pub fn tuples(&self, values: &[Cases]) -> Result<Vec<(Formula, Vec<Linear>)>> {
        let count = values
            .iter()
            .try_fold(1usize, |n, v| n.checked_mul(v.len()));
        let count = count
            .filter(|&n| n <= MOST_CASES)
            .ok_or_else(too_many_cases)?;
        let mut out = Vec::new();
        for mut number in 0..count {
            let (mut guards, mut forms) = (Vec::new(), Vec::new());
            for cases in values {
                let (guard, form) = &cases[number % cases.len()];
                number /= cases.len();
                if *guard != Formula::yes() {
                    guards.push(guard.clone());
                }
                forms.push(form.clone());
            }
            let guard = Formula::And(guards);
            self.budget.formula(guard.size() + forms.len() as u64)?;
            out.push((guard, forms));
        }
        Ok(out)
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
            Expr::Int(n) => one(bounded(Linear::constant(n.clone()))?),
            Expr::Var(v) => one(env[*v].clone()),
            Expr::Sum(parts) => {
                let values = parts
                    .iter()
                    .map(|p| self.value(p, env))
                    .collect::<Result<Vec<_>>>()?;
                Ok(self
                    .tuples(&values)?
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
                for (guard, fs) in self.tuples(&values)? {
                    let mut product = Linear::constant(1);
                    for f in &fs {
                        product = match (product.as_constant(), f.as_constant()) {
                            (Some(c), _) => f.scaled(c),
                            (_, Some(c)) => product.scaled(c),
                            _ => return Err(beyond("a product of two variables")),
                        };
                        product = bounded(product)?;
                    }
                    out.push((guard, product));
                }
                Ok(out)
            }
            Expr::Mod(e, d) | Expr::Div(e, d) => {
                let dividends = self.value(e, env)?;
                let mut out = Vec::new();
                for (divisor_guard, divisor) in self.value(d, env)? {
                    let divisor = divisor
                        .as_constant()
                        .ok_or_else(|| beyond("division by a variable"))?;
                    let modulus = divisor.abs().to_u64().unwrap_or(u64::MAX);
                    let cases = modulus.saturating_mul(dividends.len() as u64);
                    if cases.saturating_add(out.len() as u64) > MOST_CASES as u64 {
                        return Err(too_many_cases());
                    }
                    // A divisor of 0 gives no case.
                    for (guard, form) in &dividends {
                        // floor(e / -d) = floor(-e / d), while the remainder does not depend on the divisor's sign.
                        let flip = matches!(expr, Expr::Div(..)) && divisor.is_negative();
                        let form = match flip {
                            true => form.scaled(&BigInt::from(-1)),
                            false => form.clone(),
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
                            let all = vec![divisor_guard.clone(), guard.clone(), here];
                            let all = Formula::And(all);
                            self.budget.formula(all.size())?;
                            out.push((all, bounded(value)?));
                        }
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
                for (guard, fs) in self.tuples(&values)? {
                    for best in &fs {
                        let mut all: Vec<Formula> = vec![guard.clone()];
                        all.extend(
                            fs.iter()
                                .filter(|f| *f != best)
                                .map(|f| Formula::compare(best, op, f)),
                        );
                        let all = Formula::And(all);
                        self.budget.formula(all.size())?;
                        out.push((all, best.clone()));
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
                for (guard, fs) in self.tuples(&[a, b])? {
                    let (x, natural_x) = self.pin(&guard, &fs[0]);
                    let (y, natural_y) = self.pin(&guard, &fs[1]);
                    let z = self.fresh("xor", true);
                    self.conditions.push(Formula::Atom(Atom::Xor([z, x, y])));
                    let guard = Formula::And(vec![guard, natural_x, natural_y]);
                    out.push((guard, Linear::track(z)));
                }
                Ok(out)
            }
            Expr::Beyond(what) => Err(beyond(what)),
        }
    }

    /// A track that holds `form` where `guard` holds and `form` is not negative, and the condition that it is not. Elsewhere the
    /// track holds 0: it must exist whatever the other tracks are.
    fn pin(&mut self, guard: &Formula, form: &Linear) -> (usize, Formula) {
        if let Some(track) = form.as_track() {
            self.pinned[track] = true;
            return (track, Formula::yes());
        }
        let track = self.fresh("part of xor", true);
        let zero = Linear::constant(0);
        let holds = |form: &Linear| Formula::compare(&Linear::track(track), Op::Eq, form);
        if form.is_natural() {
            self.conditions.push(holds(form));
            return (track, Formula::yes());
        }
        let natural = Formula::compare(form, Op::Ge, &zero);
        let there = Formula::And(vec![guard.clone(), natural.clone()]);
        self.conditions.push(Formula::Or(vec![
            Formula::And(vec![there.clone(), holds(form)]),
            Formula::And(vec![there.not(), holds(&zero)]),
        ]));
        (track, natural)
    }

    /// The condition as a formula that is true exactly where the condition holds: where a part is undefined, neither an atom nor
    /// its negation is true.
    pub fn condition(&mut self, cond: &Cond, env: &[Linear]) -> Result<Formula> {
        self.decided(cond, env, true)
    }

    /// The formula "the condition is defined, and its truth is `truth`".
    fn decided(&mut self, cond: &Cond, env: &[Linear], truth: bool) -> Result<Formula> {
        match cond {
            Cond::Cmp(a, op, b) => {
                let op = if truth { *op } else { op.opposite() };
                let (a, b) = (self.value(a, env)?, self.value(b, env)?);
                let either = self.tuples(&[a, b])?.into_iter();
                let either = either.map(|(guard, fs)| {
                    Formula::And(vec![guard, Formula::compare(&fs[0], op, &fs[1])])
                });
                Ok(Formula::Or(either.collect()))
            }
            Cond::Divides(d, e) => {
                let (divisors, values) = (self.value(d, env)?, self.value(e, env)?);
                let zero = Linear::constant(0);
                let mut any = Vec::new();
                for (guard, fs) in self.tuples(&[divisors, values])? {
                    let divisor = fs[0]
                        .as_constant()
                        .ok_or_else(|| beyond("divisibility by a variable"))?
                        .abs();
                    let divides = match divisor.is_zero() {
                        true => Formula::compare(&fs[1], Op::Eq, &zero),
                        false => Formula::leaves(&fs[1], 0, &divisor),
                    };
                    let here = if truth { divides } else { divides.not() };
                    any.push(Formula::And(vec![guard, here]));
                }
                Ok(Formula::Or(any))
            }
            Cond::And(cs) | Cond::Or(cs) => {
                let parts = cs
                    .iter()
                    .map(|c| self.decided(c, env, truth))
                    .collect::<Result<_>>()?;
                Ok(match matches!(cond, Cond::And(_)) == truth {
                    true => Formula::And(parts),
                    false => Formula::Or(parts),
                })
            }
            Cond::Not(c) => self.decided(c, env, !truth),
            Cond::Beyond(what) => Err(beyond(what)),
        }
    }
}

fn beyond(what: &str) -> Error {
    Error::malformed(format!(
        "these rules cannot be checked by automata: {what} is not linear arithmetic"
    ))
}

/// The form, if its numbers are of a size that automata can bear.
fn bounded(form: Linear) -> Result<Linear> {
    let small = |n: &BigInt| n.bits() <= MOST_BITS;
    match form.terms.values().all(small) && small(&form.constant) && small(&form.denominator) {
        true => Ok(form),
        false => Err(Error::limit(format!(
            "a number of the rules has more than {MOST_BITS} binary digits"
        ))),
    }
}

fn too_many_cases() -> Error {
    Error::limit(format!(
        "an expression of the rules falls into more than {MOST_CASES} cases"
    ))
}
