//! From the arithmetic of rule files to formulas of linear arithmetic.
//!
//! An expression becomes a list of *cases*: a linear form that is the expression's value whenever the case's conditions hold.
//! The cases cover everything and agree where they overlap, so `min`, `max`, `mod`, `div` and `xor` can be used anywhere. What is
//! not linear (a product of two variables, gcd, squares, primes, a variable divisor) is refused with the reason, which becomes
//! part of the claim "cannot be proved here".

use bouton_automata::{Formula, Op as LinearOp, Var};
use bouton_rules::{Cond, Expr, Op};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// Why a rule is outside linear arithmetic: a phrase such as "it multiplies two variables".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotLinear(pub String);

type Result<T> = std::result::Result<T, NotLinear>;

fn refuse<T>(why: &str) -> Result<T> {
    Err(NotLinear(why.to_string()))
}

/// `Σ coefficient · variable + constant`; no zero coefficients are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Coefficients by variable.
    pub terms: BTreeMap<Var, BigInt>,
    /// The constant.
    pub constant: BigInt,
}

impl Linear {
    /// The form that is one variable.
    pub fn var(v: Var) -> Linear {
        Linear {
            terms: BTreeMap::from([(v, BigInt::one())]),
            constant: BigInt::zero(),
        }
    }

    /// The form that is a constant.
    pub fn int(n: impl Into<BigInt>) -> Linear {
        Linear {
            terms: BTreeMap::new(),
            constant: n.into(),
        }
    }

    /// `self + factor · other`.
    pub fn plus(mut self, other: &Linear, factor: &BigInt) -> Linear {
        for (v, c) in &other.terms {
            let entry = self.terms.entry(*v).or_default();
            *entry += c * factor;
            if entry.is_zero() {
                self.terms.remove(v);
            }
        }
        self.constant += &other.constant * factor;
        self
    }

    /// `self - other`.
    pub fn minus(self, other: &Linear) -> Linear {
        self.plus(other, &-BigInt::one())
    }

    /// `factor · self`.
    pub fn times(&self, factor: &BigInt) -> Linear {
        Linear::default().plus(self, factor)
    }

    /// The variable, if the form is one variable and nothing else.
    pub fn as_var(&self) -> Option<Var> {
        match self.terms.iter().next() {
            Some((&v, c)) if self.terms.len() == 1 && c.is_one() && self.constant.is_zero() => {
                Some(v)
            }
            _ => None,
        }
    }

    /// Replaces a variable by a form.
    pub fn substitute(mut self, v: Var, by: &Linear) -> Linear {
        match self.terms.remove(&v) {
            Some(c) => self.plus(by, &c),
            None => self,
        }
    }

    /// True if no value of the variables (naturals) makes the form negative, by its signs alone.
    pub fn obviously_natural(&self) -> bool {
        !self.constant.is_negative() && self.terms.values().all(|c| !c.is_negative())
    }

    /// The formula `self ⋈ 0`.
    pub fn compare(&self, op: LinearOp) -> Formula {
        if op == LinearOp::Ge && self.obviously_natural() {
            return Formula::True;
        }
        if self.terms.is_empty() {
            let c = &self.constant;
            let holds = match op {
                LinearOp::Eq => c.is_zero(),
                LinearOp::Ne => !c.is_zero(),
                LinearOp::Lt => c.is_negative(),
                LinearOp::Le => !c.is_positive(),
                LinearOp::Gt => c.is_positive(),
                LinearOp::Ge => !c.is_negative(),
            };
            return if holds { Formula::True } else { Formula::False };
        }
        Formula::Linear {
            terms: self.terms.iter().map(|(&v, c)| (c.clone(), v)).collect(),
            op,
            constant: -self.constant.clone(),
        }
    }

    /// The formula `self ≡ 0 (mod modulus)`.
    pub fn divisible_by(&self, modulus: &BigInt) -> Formula {
        Formula::Congruent {
            terms: self.terms.iter().map(|(&v, c)| (c.clone(), v)).collect(),
            constant: -self.constant.clone(),
            modulus: modulus.clone(),
        }
    }
}

/// One case of an expression's value.
#[derive(Clone, Debug)]
struct Case {
    form: Linear,
    /// Conditions under which `form` is the value; they define the fresh variables.
    given: Vec<Formula>,
    fresh: Vec<Var>,
}

impl Case {
    fn plain(form: Linear) -> Case {
        Case {
            form,
            given: Vec::new(),
            fresh: Vec::new(),
        }
    }

    fn with(&self, other: &Case, form: Linear) -> Case {
        Case {
            form,
            given: self.given.iter().chain(&other.given).cloned().collect(),
            fresh: self.fresh.iter().chain(&other.fresh).copied().collect(),
        }
    }
}

/// Translates expressions; hands out fresh variables.
pub struct Translator<'a> {
    /// What each variable of the rules stands for.
    meaning: &'a dyn Fn(usize) -> Linear,
    next: Var,
}

impl<'a> Translator<'a> {
    /// `meaning` says what a variable of the expressions is; fresh variables start at `next`.
    pub fn new(meaning: &'a dyn Fn(usize) -> Linear, next: Var) -> Self {
        Translator { meaning, next }
    }

    /// The first variable that has not been handed out.
    pub fn next_var(&self) -> Var {
        self.next
    }

    /// A new variable.
    pub fn fresh(&mut self) -> Var {
        self.next += 1;
        self.next - 1
    }

    /// The expression as one linear form, if it has no cases.
    pub fn linear(&mut self, e: &Expr) -> Result<Option<Linear>> {
        let mut cases = self.cases(e)?;
        Ok(match cases.pop() {
            Some(only) if cases.is_empty() && only.given.is_empty() => Some(only.form),
            _ => None,
        })
    }

    /// The formula `left ⋈ right`.
    pub fn compare(&mut self, left: &Expr, op: LinearOp, right: &Expr) -> Result<Formula> {
        // `k <= min(a, b)` is `k <= a and k <= b`: no cases are needed.
        let below = matches!(op, LinearOp::Lt | LinearOp::Le);
        let above = matches!(op, LinearOp::Gt | LinearOp::Ge);
        match (left, right) {
            (_, Expr::Min(parts)) if below => {
                return self.all_of(parts, |t, p| t.compare(left, op, p));
            }
            (_, Expr::Max(parts)) if above => {
                return self.all_of(parts, |t, p| t.compare(left, op, p));
            }
            (Expr::Max(parts), _) if below => {
                return self.all_of(parts, |t, p| t.compare(p, op, right));
            }
            (Expr::Min(parts), _) if above => {
                return self.all_of(parts, |t, p| t.compare(p, op, right));
            }
            _ => {}
        }
        let difference = Expr::Add(vec![left.clone(), Expr::Neg(Box::new(right.clone()))]);
        self.over_cases(&difference, |form| form.compare(op))
    }

    /// The formula `variable = expression`.
    pub fn equals(&mut self, form: &Linear, e: &Expr) -> Result<Formula> {
        self.over_cases(e, |value| value.clone().minus(form).compare(LinearOp::Eq))
    }

    /// The condition as a formula.
    pub fn condition(&mut self, c: &Cond) -> Result<Formula> {
        Ok(match c {
            Cond::True => Formula::True,
            Cond::Cmp(l, op, r) => self.compare(l, linear_op(*op), r)?,
            Cond::Divides(d, e) => match self.linear(d)? {
                Some(d) if d.terms.is_empty() && d.constant.is_zero() => {
                    self.over_cases(e, |f| f.compare(LinearOp::Eq))?
                }
                Some(d) if d.terms.is_empty() => {
                    self.over_cases(e, |f| f.divisible_by(&d.constant.abs()))?
                }
                _ => return refuse("it asks whether a variable divides a number"),
            },
            Cond::Square(_) => return refuse("it asks whether a number is a square"),
            Cond::Prime(_) => return refuse("it asks whether a number is prime"),
            Cond::And(all) => Formula::And(
                all.iter()
                    .map(|c| self.condition(c))
                    .collect::<Result<_>>()?,
            ),
            Cond::Or(any) => Formula::Or(
                any.iter()
                    .map(|c| self.condition(c))
                    .collect::<Result<_>>()?,
            ),
            Cond::Not(c) => Formula::Not(Box::new(self.condition(c)?)),
        })
    }

    fn all_of(
        &mut self,
        parts: &[Expr],
        say: impl Fn(&mut Self, &Expr) -> Result<Formula>,
    ) -> Result<Formula> {
        Ok(Formula::And(
            parts.iter().map(|p| say(self, p)).collect::<Result<_>>()?,
        ))
    }

    fn over_cases(&mut self, e: &Expr, say: impl Fn(&Linear) -> Formula) -> Result<Formula> {
        let mut any = Vec::new();
        for case in self.cases(e)? {
            let mut all = case.given;
            all.push(say(&case.form));
            let body = if all.len() == 1 {
                all.remove(0)
            } else {
                Formula::And(all)
            };
            any.push(if case.fresh.is_empty() {
                body
            } else {
                Formula::Exists(case.fresh, Box::new(body))
            });
        }
        Ok(if any.len() == 1 {
            any.remove(0)
        } else {
            Formula::Or(any)
        })
    }

    fn cases(&mut self, e: &Expr) -> Result<Vec<Case>> {
        Ok(match e {
            Expr::Int(n) => vec![Case::plain(Linear::int(n.clone()))],
            Expr::Var(v) => vec![Case::plain((self.meaning)(*v))],
            Expr::Neg(e) => {
                let mut cases = self.cases(e)?;
                for c in &mut cases {
                    c.form = c.form.times(&-BigInt::one());
                }
                cases
            }
            Expr::Add(parts) => {
                let mut sums = vec![Case::plain(Linear::default())];
                for part in parts {
                    sums = self.pairs(sums, part, |a, b| Ok(a.clone().plus(b, &BigInt::one())))?;
                }
                sums
            }
            Expr::Mul(a, b) => {
                let left = self.cases(a)?;
                self.pairs(left, b, |a, b| {
                    if a.terms.is_empty() {
                        Ok(b.times(&a.constant))
                    } else if b.terms.is_empty() {
                        Ok(a.times(&b.constant))
                    } else {
                        refuse("it multiplies two variables")
                    }
                })?
            }
            Expr::Mod(a, m) => {
                let m = self.constant(m, "it takes a remainder by a variable")?;
                if m.is_zero() {
                    return refuse("it takes a remainder by zero");
                }
                let m = m.abs();
                let mut out = Vec::new();
                for mut case in self.cases(a)? {
                    let r = self.fresh();
                    let form = Linear::var(r);
                    case.given
                        .push(case.form.clone().minus(&form).divisible_by(&m));
                    case.given.push(
                        form.clone()
                            .minus(&Linear::int(m.clone()))
                            .compare(LinearOp::Lt),
                    );
                    case.fresh.push(r);
                    out.push(Case { form, ..case });
                }
                out
            }
            Expr::Div(a, m) => {
                let m = self.constant(m, "it divides by a variable")?;
                if !m.is_positive() {
                    return refuse("it divides by a number that is not positive");
                }
                let mut out = Vec::new();
                for case in self.cases(a)? {
                    // The quotient is q or -q for a natural q.
                    for sign in [BigInt::one(), -BigInt::one()] {
                        let q = self.fresh();
                        let form = Linear::var(q).times(&sign);
                        let rest = case.form.clone().plus(&form, &-m.clone());
                        let mut case = case.clone();
                        case.given.push(rest.compare(LinearOp::Ge));
                        case.given
                            .push(rest.minus(&Linear::int(m.clone())).compare(LinearOp::Lt));
                        case.fresh.push(q);
                        out.push(Case { form, ..case });
                    }
                }
                out
            }
            Expr::Min(parts) => self.extreme(parts, LinearOp::Le)?,
            Expr::Max(parts) => self.extreme(parts, LinearOp::Ge)?,
            Expr::Xor(a, b) => {
                let mut out = Vec::new();
                let right = self.cases(b)?;
                for left in self.cases(a)? {
                    for right in &right {
                        let z = self.fresh();
                        let mut case = left.with(right, Linear::var(z));
                        let x = self.named(&left.form, &mut case);
                        let y = self.named(&right.form, &mut case);
                        case.fresh.push(z);
                        case.given.push(Formula::Xor(z, x, y));
                        out.push(case);
                    }
                }
                out
            }
            Expr::Gcd(..) => return refuse("it takes a greatest common divisor"),
        })
    }

    /// A variable that equals the form (a natural), defined in the case if it is new.
    fn named(&mut self, form: &Linear, case: &mut Case) -> Var {
        if let Some(v) = form.as_var() {
            return v;
        }
        let v = self.fresh();
        case.fresh.push(v);
        case.given
            .push(form.clone().minus(&Linear::var(v)).compare(LinearOp::Eq));
        v
    }

    fn constant(&mut self, e: &Expr, why: &str) -> Result<BigInt> {
        match self.linear(e)? {
            Some(f) if f.terms.is_empty() => Ok(f.constant),
            _ => refuse(why),
        }
    }

    fn pairs(
        &mut self,
        left: Vec<Case>,
        right: &Expr,
        join: impl Fn(&Linear, &Linear) -> Result<Linear>,
    ) -> Result<Vec<Case>> {
        let right = self.cases(right)?;
        let mut out = Vec::with_capacity(left.len() * right.len());
        for a in &left {
            for b in &right {
                out.push(a.with(b, join(&a.form, &b.form)?));
            }
        }
        Ok(out)
    }

    /// The least (`Le`) or greatest (`Ge`) of the parts: one case per part that beats all others.
    fn extreme(&mut self, parts: &[Expr], op: LinearOp) -> Result<Vec<Case>> {
        let mut best: Vec<Case> = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let cases = self.cases(part)?;
            if i == 0 {
                best = cases;
                continue;
            }
            let mut out = Vec::new();
            for a in &best {
                for b in &cases {
                    let difference = a.form.clone().minus(&b.form);
                    let strict = if op == LinearOp::Le {
                        LinearOp::Gt
                    } else {
                        LinearOp::Lt
                    };
                    for (form, op) in [(&a.form, op), (&b.form, strict)] {
                        let mut case = a.with(b, form.clone());
                        match difference.compare(op) {
                            Formula::True => {}
                            Formula::False => continue,
                            f => case.given.push(f),
                        }
                        out.push(case);
                    }
                }
            }
            best = out;
        }
        Ok(best)
    }
}

fn linear_op(op: Op) -> LinearOp {
    match op {
        Op::Eq => LinearOp::Eq,
        Op::Ne => LinearOp::Ne,
        Op::Lt => LinearOp::Lt,
        Op::Le => LinearOp::Le,
        Op::Gt => LinearOp::Gt,
        Op::Ge => LinearOp::Ge,
    }
}
