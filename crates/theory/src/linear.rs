//! From the arithmetic of rule files to formulas of linear arithmetic.
//!
//! An expression becomes a list of *cases*: a linear form that is the expression's value whenever the case's conditions hold.
//! The cases agree where they overlap and cover every point at which the expression is defined, so `min`, `max`, `mod`, `div` and
//! `xor` can be used anywhere, and no case holds where there is no value. What is not linear (a product of two variables, gcd, squares,
//! primes, a variable divisor) is refused with the reason, which becomes part of the claim "cannot be proved here".

pub use crate::form::Linear;
use bouton_automata::{Formula, Op as LinearOp, Var};
use bouton_rules::{Cond, Expr, Op};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Cases of one expression above which it is refused: there are as many formulas.
const MOST_CASES: usize = 1024;

/// Why a rule is outside linear arithmetic: a phrase such as "it multiplies two variables".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotLinear(pub String);

type Result<T> = std::result::Result<T, NotLinear>;

fn refuse<T>(why: &str) -> Result<T> {
    Err(NotLinear(why.to_string()))
}

/// The cases, unless there are too many.
fn few(cases: Vec<Case>) -> Result<Vec<Case>> {
    match cases.len() > MOST_CASES {
        true => refuse("an expression of it falls into too many cases"),
        false => Ok(cases),
    }
}

fn count_few(left: usize, right: usize) -> Result<()> {
    match left.saturating_mul(right) > MOST_CASES {
        true => refuse("an expression of it falls into too many cases"),
        false => Ok(()),
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

    /// The condition as a formula that is true exactly where the condition holds: where a part of it is undefined, neither an
    /// atom nor its negation is true, so negations are moved to the atoms (docs/rule-files.md).
    pub fn condition(&mut self, c: &Cond) -> Result<Formula> {
        self.decided(c, true)
    }

    /// The formula "the condition is defined, and its truth is `truth`".
    fn decided(&mut self, c: &Cond, truth: bool) -> Result<Formula> {
        let literal = move |f: Formula| match truth {
            true => f,
            false => Formula::Not(Box::new(f)),
        };
        Ok(match c {
            Cond::True => literal(Formula::True),
            Cond::Cmp(l, op, r) => {
                let op = if truth { *op } else { op.opposite() };
                self.compare(l, linear_op(op), r)?
            }
            Cond::Divides(d, e) => {
                let d = self.cases(d)?;
                match d.as_slice() {
                    // A divisor without a value: so is the test.
                    [] => Formula::False,
                    [d] if d.given.is_empty() && d.form.terms.is_empty() => {
                        let m = d.form.constant.abs();
                        match m.is_zero() {
                            true => {
                                let op = if truth { LinearOp::Eq } else { LinearOp::Ne };
                                self.over_cases(e, |f| f.compare(op))?
                            }
                            false => self.over_cases(e, |f| literal(f.divisible_by(&m)))?,
                        }
                    }
                    _ => return refuse("it asks whether a variable divides a number"),
                }
            }
            Cond::Square(_) => return refuse("it asks whether a number is a square"),
            Cond::Prime(_) => return refuse("it asks whether a number is prime"),
            Cond::And(parts) | Cond::Or(parts) => {
                let parts = parts
                    .iter()
                    .map(|c| self.decided(c, truth))
                    .collect::<Result<_>>()?;
                match matches!(c, Cond::And(_)) == truth {
                    true => Formula::And(parts),
                    false => Formula::Or(parts),
                }
            }
            Cond::Not(c) => self.decided(c, !truth)?,
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
                let Some(m) = self.constant(m, "it takes a remainder by a variable")? else {
                    return Ok(Vec::new());
                };
                let m = m.abs();
                if m.is_zero() {
                    return Ok(Vec::new());
                }
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
                let Some(m) = self.constant(m, "it divides by a variable")? else {
                    return Ok(Vec::new());
                };
                if m.is_zero() {
                    return Ok(Vec::new());
                }
                // The quotient by -m is that of the negated number by m.
                let sign = if m.is_negative() {
                    -BigInt::one()
                } else {
                    BigInt::one()
                };
                let m = m.abs();
                let mut out = Vec::new();
                for mut case in self.cases(a)? {
                    case.form = case.form.times(&sign);
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
                few(out)?
            }
            Expr::Min(parts) => self.extreme(parts, LinearOp::Le)?,
            Expr::Max(parts) => self.extreme(parts, LinearOp::Ge)?,
            Expr::Xor(a, b) => {
                let mut out = Vec::new();
                let (left, right) = (self.cases(a)?, self.cases(b)?);
                count_few(left.len(), right.len())?;
                for left in left {
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

    /// The number that a divisor is; `None` if it has no value anywhere.
    fn constant(&mut self, e: &Expr, why: &str) -> Result<Option<BigInt>> {
        match self.cases(e)?.as_slice() {
            [] => Ok(None),
            [c] if c.given.is_empty() && c.form.terms.is_empty() => {
                Ok(Some(c.form.constant.clone()))
            }
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
        count_few(left.len(), right.len())?;
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
            count_few(2 * best.len(), cases.len())?;
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
