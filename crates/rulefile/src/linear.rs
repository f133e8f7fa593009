//! Systems of linear inequalities over the integers, refuted by Fourier–Motzkin elimination.
//!
//! Every derived row is divided by the common factor of its coefficients and its constant rounded, which is sound because
//! all variables are integers (Schrijver, sections 12.2 and 23.1; key `schrijver1986`). A refutation is a proof; no
//! refutation proves nothing.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// Rows above which elimination is given up.
const MAX_ROWS: usize = 300;

/// A linear form with a constant: `Σ coefficient·variable + constant`. No coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Form {
    pub terms: BTreeMap<usize, BigInt>,
    pub constant: BigInt,
}

impl Form {
    pub fn constant(n: impl Into<BigInt>) -> Form {
        Form {
            terms: BTreeMap::new(),
            constant: n.into(),
        }
    }

    pub fn var(v: usize) -> Form {
        Form {
            terms: BTreeMap::from([(v, BigInt::one())]),
            constant: BigInt::zero(),
        }
    }

    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn coefficient(&self, v: usize) -> BigInt {
        self.terms.get(&v).cloned().unwrap_or_default()
    }

    /// `self + factor·other`.
    pub fn plus(&self, factor: &BigInt, other: &Form) -> Form {
        let mut sum = self.clone();
        sum.constant += factor * &other.constant;
        for (&v, c) in &other.terms {
            let entry = sum.terms.entry(v).or_default();
            *entry += factor * c;
            if entry.is_zero() {
                sum.terms.remove(&v);
            }
        }
        sum
    }

    pub fn minus(&self, other: &Form) -> Form {
        self.plus(&BigInt::from(-1), other)
    }

    pub fn add(&self, other: &Form) -> Form {
        self.plus(&BigInt::one(), other)
    }

    pub fn shifted(&self, n: i64) -> Form {
        let mut sum = self.clone();
        sum.constant += n;
        sum
    }

    pub fn scaled(&self, factor: &BigInt) -> Form {
        Form::default().plus(factor, self)
    }

    pub fn negated(&self) -> Form {
        self.scaled(&BigInt::from(-1))
    }

    /// The row `self <= 0` in its tightest integer form.
    fn tightened(mut self) -> Form {
        let common = self.terms.values().fold(BigInt::zero(), |g, c| g.gcd(c));
        if common > BigInt::one() {
            self.terms.values_mut().for_each(|c| *c /= &common);
            // Σ c·x <= -k  becomes  Σ (c/g)·x <= floor(-k/g).
            self.constant = -((-self.constant).div_floor(&common));
        }
        self
    }
}

/// Rows `form <= 0` and equations `form = 0`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    pub below: Vec<Form>,
    pub equal: Vec<Form>,
}

impl Rows {
    /// True if the rows have no integer solution, and elimination shows it.
    pub fn refuted(&self) -> bool {
        self.refuted_with(&[])
    }

    /// True if the rows and `more <= 0` have no integer solution, and elimination shows it.
    pub fn refuted_with(&self, more: &[Form]) -> bool {
        let mut below: Vec<Form> = self.below.iter().chain(more).cloned().collect();
        let mut equal = self.equal.clone();
        if !substitute(&mut below, &mut equal) {
            return true;
        }
        for e in equal {
            below.push(e.negated());
            below.push(e);
        }
        // Most contradictions stand between few variables; they are looked for first, since all rows may be too many.
        let short = below.iter().filter(|r| r.terms.len() <= 2);
        eliminate(short.cloned().collect(), None).is_none() || eliminate(below, None).is_none()
    }

    /// An upper bound for the form that elimination finds; `fresh` is a variable that does not occur.
    pub fn upper_bound(&self, form: &Form, fresh: usize) -> Option<BigInt> {
        let mut all = self.below.clone();
        for e in self.equal.iter().chain([&form.minus(&Form::var(fresh))]) {
            all.push(e.negated());
            all.push(e.clone());
        }
        let rows = eliminate(all, Some(fresh))?;
        rows.iter()
            .filter(|r| r.coefficient(fresh).is_positive())
            .map(|r| (-&r.constant).div_floor(&r.coefficient(fresh)))
            .min()
    }
}

/// Uses equations to remove variables with coefficient 1 or -1. False if an equation cannot hold.
fn substitute(below: &mut [Form], equal: &mut Vec<Form>) -> bool {
    let mut kept = Vec::new();
    while let Some(e) = equal.pop() {
        let common = e.terms.values().fold(BigInt::zero(), |g, c| g.gcd(c));
        let solvable = if common.is_zero() {
            e.constant.is_zero()
        } else {
            e.constant.is_multiple_of(&common)
        };
        if !solvable {
            return false;
        }
        if common.is_zero() {
            continue;
        }
        let e = Form {
            terms: e.terms.into_iter().map(|(v, c)| (v, c / &common)).collect(),
            constant: e.constant / &common,
        };
        let Some((v, c)) = e
            .terms
            .iter()
            .find(|(_, c)| c.abs().is_one())
            .map(|(v, c)| (*v, c.clone()))
        else {
            kept.push(e);
            continue;
        };
        // c·v + rest = 0 with c = ±1; a row with k·v becomes row - (k/c)·(c·v + rest).
        let replace = |row: &mut Form| {
            let k = row.coefficient(v);
            if !k.is_zero() {
                *row = row.plus(&(-k * &c), &e);
            }
        };
        below.iter_mut().for_each(&replace);
        equal.iter_mut().for_each(&replace);
        kept.iter_mut().for_each(&replace);
    }
    *equal = kept;
    true
}

/// Fourier–Motzkin: removes one variable after another, but not `keep`. `None` if `0 < 0` appears; otherwise what is
/// left, which is nothing where elimination was given up.
fn eliminate(rows: Vec<Form>, keep: Option<usize>) -> Option<Vec<Form>> {
    let mut rows = reduced(rows)?;
    loop {
        let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for (&v, c) in rows
            .iter()
            .flat_map(|r| &r.terms)
            .filter(|(v, _)| Some(**v) != keep)
        {
            let entry = counts.entry(v).or_default();
            if c.is_positive() {
                entry.0 += 1
            } else {
                entry.1 += 1
            }
        }
        let cost =
            |(_, (p, n)): &(&usize, &(usize, usize))| (*p * *n) as isize - (*p + *n) as isize;
        let Some((&v, _)) = counts.iter().min_by_key(cost) else {
            return Some(rows);
        };
        let (with, mut rest): (Vec<Form>, Vec<Form>) =
            rows.into_iter().partition(|r| r.terms.contains_key(&v));
        let (above, under): (Vec<Form>, Vec<Form>) = with
            .into_iter()
            .partition(|r| r.coefficient(v).is_positive());
        if rest.len() + above.len() * under.len() > MAX_ROWS {
            return Some(Vec::new());
        }
        for a in &above {
            for u in &under {
                let (p, n) = (a.coefficient(v), -u.coefficient(v));
                rest.push(a.scaled(&n).plus(&p, u));
            }
        }
        rows = reduced(rest)?;
    }
}

/// The rows tightened, without repeats and without rows that another one implies; `None` if one is false.
fn reduced(rows: Vec<Form>) -> Option<Vec<Form>> {
    let mut strongest: BTreeMap<BTreeMap<usize, BigInt>, BigInt> = BTreeMap::new();
    for row in rows {
        let row = row.tightened();
        if row.is_constant() {
            if row.constant.is_positive() {
                return None;
            }
            continue;
        }
        let best = strongest
            .entry(row.terms)
            .or_insert_with(|| row.constant.clone());
        if row.constant > *best {
            *best = row.constant;
        }
    }
    Some(
        strongest
            .into_iter()
            .map(|(terms, constant)| Form { terms, constant })
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A refuted random system has no solution in a box; a system with a solution is never refuted.
    #[test]
    fn refutations_agree_with_brute_force() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut refuted = 0;
        for _ in 0..2000 {
            let mut rows = Rows::default();
            // 0 <= x, y, z <= 4
            for v in 0..3 {
                rows.below.push(Form::var(v).negated());
                rows.below.push(Form::var(v).shifted(-4));
            }
            for i in 0..random.usize(1..5) {
                let mut row = Form::constant(random.i64(-6..7));
                for v in 0..3 {
                    row = row.plus(&BigInt::from(random.i64(-3..4)), &Form::var(v));
                }
                if i == 0 && random.bool() {
                    rows.equal.push(row)
                } else {
                    rows.below.push(row)
                }
            }
            let value = |f: &Form, p: [i64; 3]| -> BigInt {
                f.terms.iter().map(|(&v, c)| c * p[v]).sum::<BigInt>() + &f.constant
            };
            let solvable = (0..125).any(|i| {
                let p = [i / 25, i / 5 % 5, i % 5];
                rows.below.iter().all(|f| !value(f, p).is_positive())
                    && rows.equal.iter().all(|f| value(f, p).is_zero())
            });
            let shown = rows.refuted();
            refuted += usize::from(shown);
            assert!(!(solvable && shown), "{rows:?}");
        }
        assert!(refuted > 300, "only {refuted} systems were refuted");
    }
}
