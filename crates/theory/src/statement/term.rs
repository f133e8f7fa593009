//! Terms and conditions of statements: as text, as a function of numbers, and as formulas.
//!
//! A term that has no value (a difference below 0, a part of 0) makes the condition in which it stands false. `holds` computes a
//! condition from the definition; tests compare it with the compiled formula.

use super::scope::Scope;
use bouton_automata::{Error, Formula, Nat, Numeration, Op, Var, floor_multiple};
use num_traits::ToPrimitive;

/// A number made from the coordinates.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    /// Coordinates with coefficients, plus a constant.
    Sum(Vec<(i64, usize)>, i64),
    /// The least or greatest coordinate.
    Least,
    Greatest,
    /// floor(term / divisor).
    Floor(Box<Term>, i64),
    /// term mod modulus.
    Mod(Box<Term>, i64),
    /// Bit by bit, without carry; base 2.
    Xor(Vec<Term>),
    /// The least or greatest part of a term in the numeration.
    LeastPart(Box<Term>),
    GreatestPart(Box<Term>),
}

impl Term {
    pub fn coordinate(i: usize) -> Term {
        Term::Sum(vec![(1, i)], 0)
    }

    pub fn constant(c: i64) -> Term {
        Term::Sum(Vec::new(), c)
    }

    pub fn cost(&self) -> u32 {
        match self {
            Term::Sum(terms, c) => {
                let weights: u32 = terms.iter().map(|t| 2 * t.0.unsigned_abs() as u32).sum();
                weights + c.unsigned_abs() as u32 + u32::from(terms.iter().any(|t| t.0 < 0))
            }
            Term::Least | Term::Greatest => 4,
            Term::Floor(t, d) | Term::Mod(t, d) => t.cost() + 3 + *d as u32 / 4,
            Term::Xor(list) => list.iter().map(Term::cost).sum(),
            Term::LeastPart(t) | Term::GreatestPart(t) => t.cost() + 3,
        }
    }

    pub fn eval(&self, num: &Numeration, x: &[u64]) -> Option<i64> {
        let natural = |t: &Term| t.eval(num, x).filter(|&v| v >= 0);
        Some(match self {
            Term::Sum(terms, c) => terms.iter().map(|&(k, i)| k * x[i] as i64).sum::<i64>() + c,
            Term::Least => *x.iter().min()? as i64,
            Term::Greatest => *x.iter().max()? as i64,
            Term::Floor(t, d) => natural(t)? / d,
            Term::Mod(t, d) => natural(t)? % d,
            Term::Xor(list) => {
                let mut sum = 0;
                for t in list {
                    sum ^= natural(t)?;
                }
                sum
            }
            Term::LeastPart(t) | Term::GreatestPart(t) => {
                let mut digits = num.digits(&Nat::from(natural(t)? as u64));
                let at = match self {
                    Term::LeastPart(_) => digits.iter().rposition(|&d| d > 0)?,
                    _ => digits.iter().position(|&d| d > 0)?,
                };
                for (i, d) in digits.iter_mut().enumerate() {
                    if i != at {
                        *d = 0;
                    }
                }
                num.value(&digits).to_i64()?
            }
        })
    }

    pub fn text(&self, names: &[String], num: &Numeration) -> String {
        match self {
            Term::Sum(terms, c) => {
                let mut text = String::new();
                let mut add = |negative: bool, body: String| {
                    text += match (text.is_empty(), negative) {
                        (true, false) => "",
                        (true, true) => "-",
                        (false, false) => " + ",
                        (false, true) => " - ",
                    };
                    text += &body;
                };
                for &(k, i) in terms {
                    let factor = match k.unsigned_abs() {
                        1 => String::new(),
                        k => format!("{k}"),
                    };
                    add(k < 0, format!("{factor}{}", names[i]));
                }
                if *c != 0 || terms.is_empty() {
                    add(*c < 0, c.unsigned_abs().to_string());
                }
                text
            }
            Term::Least => format!("min({})", names.join(", ")),
            Term::Greatest => format!("max({})", names.join(", ")),
            Term::Floor(t, d) => match &**t {
                t if t.is_short() => format!("floor({}/{d})", t.text(names, num)),
                t => format!("floor(({})/{d})", t.text(names, num)),
            },
            Term::Mod(t, d) => match &**t {
                t if t.is_short() => format!("{} mod {d}", t.text(names, num)),
                t => format!("({}) mod {d}", t.text(names, num)),
            },
            Term::Xor(list) => {
                let parts: Vec<String> = list
                    .iter()
                    .map(|t| match t.is_short() || matches!(t, Term::Floor(..)) {
                        true => t.text(names, num),
                        false => format!("({})", t.text(names, num)),
                    })
                    .collect();
                parts.join(" xor ")
            }
            Term::LeastPart(t) => {
                let t = t.text(names, num);
                match num {
                    Numeration::Base(b) if b.is_power_of_two() && *b == 2 => {
                        format!("the greatest power of 2 that divides {t}")
                    }
                    Numeration::Zeckendorf => {
                        format!("the least Fibonacci number in the Zeckendorf sum of {t}")
                    }
                    num => format!("the least part of {t} in {}", num.name()),
                }
            }
            Term::GreatestPart(t) => {
                let t = t.text(names, num);
                match num {
                    Numeration::Base(2) => format!("the greatest power of 2 up to {t}"),
                    Numeration::Zeckendorf => format!("the greatest Fibonacci number up to {t}"),
                    num => format!("the greatest part of {t} in {}", num.name()),
                }
            }
        }
    }

    fn is_short(&self) -> bool {
        match self {
            Term::Sum(terms, c) => terms.len() + usize::from(*c != 0) <= 1,
            Term::Least | Term::Greatest => true,
            _ => false,
        }
    }
}

/// A condition on the coordinates.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cond {
    Always,
    Compare(Term, Op, Term),
    /// The digits of the terms add up to a multiple in every place.
    Columns(Vec<Term>, u32),
    /// Trailing zeros, number of digits, digit sum: residue modulo a number.
    Zeros(Term, u32, u32),
    Count(Term, u32, u32),
    DigitSum(Term, u32, u32),
    /// The first is the second with a digit 0 appended.
    Appended(Term, Term),
    /// {a, b} = {floor(k α), floor(k α) + difference k} with α = integral + what the numeration belongs to; the text of α.
    Beatty {
        integral: i64,
        difference: i64,
        alpha: String,
    },
    /// One of finitely many tuples.
    Listed(Vec<Vec<u64>>),
    All(Vec<Cond>),
    Any(Vec<Cond>),
    Not(Box<Cond>),
    /// If the first holds then the second, else the third.
    Cases(Box<[Cond; 3]>),
}

/// floor(k α) for the α of [`floor_multiple`].
fn floor_of(num: &Numeration, k: u64) -> Option<u64> {
    let a = match num {
        Numeration::Zeckendorf => 1,
        Numeration::Ostrowski { period, .. } if period.len() == 1 => u64::from(period[0]),
        _ => return None,
    };
    let square = k.checked_mul(k)?.checked_mul(a * a + 4)?;
    Some((square.isqrt() - a * k) / 2)
}

impl Cond {
    pub fn cost(&self) -> u32 {
        match self {
            Cond::Always => 0,
            Cond::Compare(a, op, b) => a.cost() + b.cost() + 1 + u32::from(*op != Op::Eq),
            Cond::Columns(list, m) => list.iter().map(Term::cost).sum::<u32>() + m + 2,
            Cond::Zeros(t, m, _) | Cond::Count(t, m, _) | Cond::DigitSum(t, m, _) => {
                t.cost() + m + 3
            }
            Cond::Appended(a, b) => a.cost() + b.cost() + 3,
            Cond::Beatty { .. } => 6,
            Cond::Listed(list) => list.iter().flatten().map(|&x| 2 + x as u32).sum(),
            Cond::All(list) | Cond::Any(list) => list.iter().map(|c| c.cost() + 1).sum(),
            Cond::Not(c) => c.cost() + 2,
            Cond::Cases(list) => list.iter().map(Cond::cost).sum::<u32>() + 3,
        }
    }

    pub fn holds(&self, num: &Numeration, x: &[u64]) -> bool {
        let value = |t: &Term| t.eval(num, x);
        let digits = |t: &Term| {
            let v = u64::try_from(value(t)?).ok()?;
            Some(num.digits(&Nat::from(v)))
        };
        let residue = |n: usize, m: u32, r: u32| n as u32 % m == r;
        match self {
            Cond::Always => true,
            Cond::Compare(a, op, b) => match (value(a), value(b)) {
                (Some(a), Some(b)) => op.holds(a.cmp(&b)),
                _ => false,
            },
            Cond::Columns(list, m) => {
                let Some(rows) = list.iter().map(digits).collect::<Option<Vec<_>>>() else {
                    return false;
                };
                let long = rows.iter().map(Vec::len).max().unwrap_or(0);
                (0..long).all(|i| {
                    let at =
                        |r: &Vec<u8>| r.len().checked_sub(i + 1).map_or(0, |j| u32::from(r[j]));
                    rows.iter().map(at).sum::<u32>() % m == 0
                })
            }
            Cond::Zeros(t, m, r) => digits(t).is_some_and(|d| {
                let zeros = d.iter().rev().take_while(|&&d| d == 0).count();
                !d.is_empty() && residue(zeros, *m, *r)
            }),
            Cond::Count(t, m, r) => digits(t).is_some_and(|d| residue(d.len(), *m, *r)),
            Cond::DigitSum(t, m, r) => {
                digits(t).is_some_and(|d| residue(d.iter().map(|&d| usize::from(d)).sum(), *m, *r))
            }
            Cond::Appended(a, b) => match (digits(a), digits(b)) {
                (Some(a), Some(mut b)) => {
                    if !b.is_empty() {
                        b.push(0);
                    }
                    a == b
                }
                _ => false,
            },
            Cond::Beatty {
                integral,
                difference,
                ..
            } => {
                let (lo, hi) = (x[0].min(x[1]) as i64, x[0].max(x[1]) as i64);
                let k = (hi - lo) / difference;
                k * difference == hi - lo
                    && floor_of(num, k as u64).is_some_and(|f| f as i64 + integral * k == lo)
            }
            Cond::Listed(list) => list.iter().any(|t| t == x),
            Cond::All(list) => list.iter().all(|c| c.holds(num, x)),
            Cond::Any(list) => list.iter().any(|c| c.holds(num, x)),
            Cond::Not(c) => !c.holds(num, x),
            Cond::Cases(list) => list[if list[0].holds(num, x) { 1 } else { 2 }].holds(num, x),
        }
    }

    pub fn text(&self, names: &[String], num: &Numeration) -> String {
        let t = |t: &Term| t.text(names, num);
        let digits = || match num {
            Numeration::Base(2) => "in binary".to_string(),
            Numeration::Zeckendorf => "in Zeckendorf's system".to_string(),
            num => format!("in {}", num.name()),
        };
        let number = |m: u32, r: u32| match (m, r) {
            (2, 0) => "an even number".to_string(),
            (2, _) => "an odd number".to_string(),
            (m, r) => format!("a number congruent to {r} modulo {m}"),
        };
        match self {
            Cond::Always => "always".to_string(),
            Cond::Compare(Term::Mod(a, 2), Op::Eq, Term::Sum(v, r)) if v.is_empty() => {
                format!("{} is {}", t(a), if *r == 0 { "even" } else { "odd" })
            }
            Cond::Compare(Term::Mod(a, m), Op::Eq, Term::Sum(v, 0)) if v.is_empty() => {
                format!("{} is a multiple of {m}", t(a))
            }
            Cond::Compare(Term::Greatest, Op::Eq, Term::Least) => names.join(" = "),
            Cond::Compare(a, op, b) => {
                let op = match op {
                    Op::Eq => "=",
                    Op::Ne => "!=",
                    Op::Lt => "<",
                    Op::Le => "<=",
                    Op::Gt => ">",
                    Op::Ge => ">=",
                };
                format!("{} {op} {}", t(a), t(b))
            }
            Cond::Columns(list, m) => format!(
                "in every place {} the digits of {} add up to a multiple of {m}",
                digits(),
                list.iter().map(t).collect::<Vec<_>>().join(", ")
            ),
            Cond::Zeros(a, m, r) => {
                format!("{} ends {} in {} of zeros", t(a), digits(), number(*m, *r))
            }
            Cond::Count(a, m, r) => {
                format!("{} has {} of digits {}", t(a), number(*m, *r), digits())
            }
            Cond::DigitSum(a, m, r) => {
                format!(
                    "the digits of {} {} add up to {}",
                    t(a),
                    digits(),
                    number(*m, *r)
                )
            }
            Cond::Appended(a, b) => {
                format!("{} is {} with a 0 appended {}", t(a), t(b), digits())
            }
            Cond::Beatty {
                difference, alpha, ..
            } => {
                let (phi, pair) = (
                    alpha == "(1 + sqrt 5)/2" && *difference == 1,
                    names.join(", "),
                );
                match (phi, difference) {
                    (true, _) => format!(
                        "{{{pair}}} = {{floor(k phi), floor(k phi^2)}} for some k >= 0, where phi = {alpha}"
                    ),
                    (_, 1) => format!(
                        "{{{pair}}} = {{floor(k alpha), floor(k alpha) + k}} for some k >= 0, where alpha = {alpha}"
                    ),
                    (_, c) => format!(
                        "{{{pair}}} = {{floor(k alpha), floor(k (alpha + {c}))}} for some k >= 0, where alpha = {alpha}"
                    ),
                }
            }
            Cond::Listed(list) => {
                let items: Vec<String> = list
                    .iter()
                    .map(|x| {
                        let x: Vec<String> = x.iter().map(u64::to_string).collect();
                        match x.len() {
                            1 => x[0].clone(),
                            _ => format!("({})", x.join(", ")),
                        }
                    })
                    .collect();
                let what = match names {
                    [one] => one.clone(),
                    more => format!("({})", more.join(", ")),
                };
                match items.as_slice() {
                    [one] => format!("{what} = {one}"),
                    more => format!("{what} is one of {}", more.join(", ")),
                }
            }
            Cond::All(list) => join(list, " and ", names, num),
            Cond::Any(list) => join(list, " or ", names, num),
            Cond::Not(c) => format!("not ({})", c.text(names, num)),
            Cond::Cases(list) => {
                let [test, yes, no] = &**list;
                format!(
                    "{} where {}, and {} elsewhere",
                    yes.text(names, num),
                    test.text(names, num),
                    no.text(names, num)
                )
            }
        }
    }

    /// The condition as a formula over variables 0 … arity-1; other variables are bound.
    pub fn formula(&self, num: &Numeration, arity: usize) -> Result<Formula, Error> {
        let mut next = arity as Var;
        self.build(num, arity, &mut next)
    }

    fn build(&self, num: &Numeration, arity: usize, next: &mut Var) -> Result<Formula, Error> {
        let mut all = |list: &[Cond]| -> Result<Vec<Formula>, Error> {
            list.iter().map(|c| c.build(num, arity, next)).collect()
        };
        match self {
            Cond::Always => Ok(Formula::True),
            Cond::All(list) => Ok(Formula::And(all(list)?)),
            Cond::Any(list) => Ok(Formula::Or(all(list)?)),
            Cond::Not(c) => Ok(c.build(num, arity, next)?.negate()),
            Cond::Cases(list) => {
                let [test, yes, no] = &**list;
                let test = test.build(num, arity, next)?;
                let yes = yes.build(num, arity, next)?;
                let no = no.build(num, arity, next)?;
                Ok(Formula::Or(vec![
                    Formula::And(vec![test.clone(), yes]),
                    Formula::And(vec![test.negate(), no]),
                ]))
            }
            Cond::Listed(list) => {
                let is =
                    |(i, &x): (usize, &u64)| Formula::linear(&[(1, i as Var)], Op::Eq, x as i64);
                let tuple = |t: &Vec<u64>| Formula::And(t.iter().enumerate().map(is).collect());
                Ok(Formula::Or(list.iter().map(tuple).collect()))
            }
            Cond::Beatty {
                integral,
                difference,
                ..
            } => {
                let (k, floor, hidden) = (*next, *next + 1, *next + 2);
                *next += 3;
                let graph = floor_multiple(num, k, floor, hidden)?;
                let pair = |lo: Var, hi: Var| {
                    Formula::And(vec![
                        Formula::linear(&[(1, lo), (-1, floor), (-integral, k)], Op::Eq, 0),
                        Formula::linear(&[(1, hi), (-1, lo), (-difference, k)], Op::Eq, 0),
                    ])
                };
                let either = Formula::Or(vec![pair(0, 1), pair(1, 0)]);
                Ok(Formula::exists(
                    &[k, floor],
                    Formula::And(vec![graph, either]),
                ))
            }
            atom => {
                let mut scope = Scope {
                    num,
                    arity,
                    next,
                    hidden: Vec::new(),
                    all: Vec::new(),
                };
                scope.atom(atom)?;
                let Scope { hidden, all, .. } = scope;
                Ok(Formula::exists(&hidden, Formula::And(all)))
            }
        }
    }
}

fn join(list: &[Cond], word: &str, names: &[String], num: &Numeration) -> String {
    let parts: Vec<String> = list
        .iter()
        .map(|c| match c {
            Cond::Any(_) | Cond::Cases(_) => format!("({})", c.text(names, num)),
            c => c.text(names, num),
        })
        .collect();
    parts.join(word)
}
