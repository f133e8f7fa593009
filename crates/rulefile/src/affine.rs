//! Expressions that are affine in a move's loop variables, with coefficients that depend on the position only.

use bouton_rules::Expr;
use num_traits::{ToPrimitive, Zero};
use std::collections::BTreeMap;

/// `constant + Σ coefficient·variable` over loop variables (numbered from `heaps` on).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Affine {
    pub constant: Expr,
    pub terms: BTreeMap<usize, Expr>,
}

/// Does `e` depend on the position only?
pub(crate) fn is_fixed(e: &Expr, heaps: usize) -> bool {
    let mut fixed = true;
    e.each_var(&mut |v| fixed &= v < heaps);
    fixed
}

impl Affine {
    pub fn fixed(constant: Expr) -> Affine {
        Affine {
            constant,
            terms: BTreeMap::new(),
        }
    }

    /// The expression as an affine one, if it is written as one.
    pub fn read(e: &Expr, heaps: usize) -> Option<Affine> {
        if is_fixed(e, heaps) {
            return Some(Affine::fixed(e.clone()));
        }
        match e {
            Expr::Var(v) => Some(Affine {
                constant: Expr::int(0),
                terms: BTreeMap::from([(*v, Expr::int(1))]),
            }),
            Expr::Add(parts) => {
                let mut sum = Affine::fixed(Expr::int(0));
                for part in parts {
                    sum = sum.plus(&Affine::read(part, heaps)?);
                }
                Some(sum)
            }
            Expr::Neg(e) => Some(Affine::read(e, heaps)?.scaled(&Expr::int(-1))),
            Expr::Mul(a, b) => {
                let (factor, e) = if is_fixed(a, heaps) { (a, b) } else { (b, a) };
                is_fixed(factor, heaps).then_some(())?;
                Some(Affine::read(e, heaps)?.scaled(factor))
            }
            _ => None,
        }
    }

    pub fn plus(&self, other: &Affine) -> Affine {
        let mut sum = self.clone();
        sum.constant = added(&sum.constant, &other.constant);
        for (v, c) in &other.terms {
            let total = sum.terms.get(v).map_or(c.clone(), |old| added(old, c));
            if is_zero(&total) {
                sum.terms.remove(v);
            } else {
                sum.terms.insert(*v, total);
            }
        }
        sum
    }

    pub fn minus(&self, other: &Affine) -> Affine {
        self.plus(&other.scaled(&Expr::int(-1)))
    }

    pub fn scaled(&self, factor: &Expr) -> Affine {
        if is_zero(factor) {
            return Affine::fixed(Expr::int(0));
        }
        Affine {
            constant: multiplied(&self.constant, factor),
            terms: self
                .terms
                .iter()
                .map(|(v, c)| (*v, multiplied(c, factor)))
                .collect(),
        }
    }

    /// The coefficient of `v` if it is a constant (0 if `v` does not occur).
    pub fn number_at(&self, v: usize) -> Option<i64> {
        match self.terms.get(&v) {
            None => Some(0),
            Some(Expr::Int(n)) => n.to_i64(),
            Some(_) => None,
        }
    }

    /// Every coefficient is a constant.
    pub fn has_numbers(&self) -> bool {
        self.terms.keys().all(|&v| self.number_at(v).is_some())
    }

    /// With `v` replaced.
    pub fn replaced(&self, v: usize, by: &Affine) -> Affine {
        let mut rest = self.clone();
        match rest.terms.remove(&v) {
            Some(c) => rest.plus(&by.scaled(&c)),
            None => rest,
        }
    }

    pub fn to_expr(&self) -> Expr {
        let terms = self
            .terms
            .iter()
            .map(|(v, c)| multiplied(c, &Expr::Var(*v)));
        let parts: Vec<Expr> = terms
            .chain([self.constant.clone()])
            .filter(|e| !is_zero(e))
            .collect();
        Expr::sum(parts)
    }
}

fn is_zero(e: &Expr) -> bool {
    matches!(e, Expr::Int(n) if n.is_zero())
}

fn added(a: &Expr, b: &Expr) -> Expr {
    if is_zero(a) {
        b.clone()
    } else if is_zero(b) {
        a.clone()
    } else {
        Expr::sum([a.clone(), b.clone()])
    }
}

fn multiplied(a: &Expr, b: &Expr) -> Expr {
    match (a, b) {
        (Expr::Int(n), e) | (e, Expr::Int(n)) => {
            if *n == 1.into() {
                e.clone()
            } else if *n == (-1).into() {
                e.clone().negated()
            } else {
                a.clone().times(b.clone())
            }
        }
        _ => a.clone().times(b.clone()),
    }
}
