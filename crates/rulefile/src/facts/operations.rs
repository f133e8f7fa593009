//! What is sound to say about operations that are not linear: each is a variable, with rows and facts about it.

use super::{Assumptions, Split, at_least, at_most, le};
use crate::linear::Form;
use bouton_rules::Expr;
use num_bigint::BigInt;
use num_traits::{One, Signed};

/// An operation with two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operation {
    Mul,
    Mod,
    Div,
    Xor,
    Gcd,
}

impl Assumptions {
    pub(super) fn extreme(&mut self, parts: &[Expr], least: bool) -> Form {
        let forms: Vec<Form> = parts.iter().map(|p| self.form(p)).collect();
        let m = self.fresh();
        let mut cases = Vec::new();
        for f in &forms {
            let (below, above) = (le(&m, f), le(f, &m));
            self.assume_row(if least { below.clone() } else { above.clone() });
            cases.push(if least { above } else { below });
        }
        if cases.len() == 1 {
            self.rows.below.extend(cases);
        } else {
            self.splits.push(Split::Rows(cases));
        }
        m
    }

    pub(super) fn product(&mut self, x: Form, y: Form) -> Form {
        if x.is_constant() {
            return y.scaled(&x.constant);
        }
        if y.is_constant() {
            return x.scaled(&y.constant);
        }
        let (x, y) = if x <= y { (x, y) } else { (y, x) };
        let known = self
            .terms
            .get(&(Operation::Mul, x.clone(), y.clone()))
            .copied();
        if let Some(v) = known {
            return Form::var(v);
        }
        let p = self.fresh();
        self.terms
            .insert((Operation::Mul, x.clone(), y.clone()), self.next - 1);
        let zero = Form::default();
        if x == y {
            self.rows
                .below
                .extend([at_least(&p, 0), le(&x, &p), le(&x.negated(), &p)]);
        }
        self.fact(
            vec![at_least(&x, 0), at_least(&y, 0)],
            vec![at_least(&p, 0)],
        );
        self.fact(vec![at_most(&x, 0), at_least(&y, 0)], vec![le(&p, &zero)]);
        self.fact(vec![at_least(&x, 0), at_most(&y, 0)], vec![le(&p, &zero)]);
        self.fact(vec![at_most(&x, 0), at_most(&y, 0)], vec![at_least(&p, 0)]);
        // (x - 1)(y - 1) >= 0
        self.fact(
            vec![at_least(&x, 1), at_least(&y, 1)],
            vec![le(&x.add(&y).shifted(-1), &p)],
        );
        for (x, y) in [(&x, &y), (&y, &x)] {
            for k in 1..=3 {
                self.fact(
                    vec![at_least(x, k), at_least(y, 0)],
                    vec![le(&y.scaled(&BigInt::from(k)), &p)],
                );
            }
        }
        // The same product, written out in products of variables.
        let plain = |f: &Form| {
            f.terms.len() == 1 && f.constant == BigInt::ZERO && f.terms.values().all(One::is_one)
        };
        if !(plain(&x) && plain(&y)) && x.terms.len() * y.terms.len() <= 16 {
            let mut sum = y.scaled(&x.constant).add(&x.scaled(&y.constant));
            sum.constant = &x.constant * &y.constant;
            for (&v, c) in &x.terms {
                for (&w, d) in &y.terms {
                    let monomial = self.product(Form::var(v), Form::var(w));
                    sum = sum.plus(&(c * d), &monomial);
                }
            }
            self.assume_equal(p.minus(&sum));
        }
        p
    }

    pub(super) fn operation(&mut self, operation: Operation, a: &Expr, b: &Expr) -> Form {
        let (x, y) = (self.form(a), self.form(b));
        if let Some(&v) = self.terms.get(&(operation, x.clone(), y.clone())) {
            return Form::var(v);
        }
        let r = self.fresh();
        self.terms
            .insert((operation, x.clone(), y.clone()), self.next - 1);
        let twice = |f: &Form| f.scaled(&BigInt::from(2));
        let constant = (y.is_constant() && y.constant.is_positive()).then(|| y.constant.clone());
        match operation {
            Operation::Mod => {
                if let Some(c) = constant {
                    // x = c·q + r, 0 <= r < c
                    let q = self.fresh();
                    self.assume_equal(q.scaled(&c).add(&r).minus(&x));
                    self.rows
                        .below
                        .extend([at_least(&r, 0), le(&r.shifted(1), &y)]);
                } else {
                    self.fact(
                        vec![at_least(&y, 1)],
                        vec![at_least(&r, 0), le(&r.shifted(1), &y)],
                    );
                    self.fact(
                        vec![at_most(&y, -1)],
                        vec![at_least(&r, 0), le(&r.shifted(1), &y.negated())],
                    );
                    self.fact(vec![at_least(&x, 0)], vec![at_least(&r, 0), le(&r, &x)]);
                    self.fact(
                        vec![at_least(&y, 1), le(&y, &x)],
                        vec![le(&twice(&r).shifted(1), &x), le(&r.add(&y), &x)],
                    );
                }
            }
            Operation::Div => {
                if let Some(c) = constant {
                    // c·r <= x <= c·r + c - 1
                    let below = r.scaled(&c);
                    self.rows
                        .below
                        .extend([le(&below, &x), le(&x.shifted(1), &below.add(&y))]);
                } else {
                    self.fact(
                        vec![at_least(&y, 1), at_least(&x, 0)],
                        vec![at_least(&r, 0), le(&r, &x)],
                    );
                    self.fact(
                        vec![at_least(&y, 2), at_least(&x, 0)],
                        vec![le(&twice(&r), &x)],
                    );
                    self.fact(vec![at_least(&y, 1), le(&y, &x)], vec![at_least(&r, 1)]);
                }
            }
            Operation::Xor => {
                // Negative arguments have no exclusive or.
                self.rows.below.extend([
                    at_least(&x, 0),
                    at_least(&y, 0),
                    at_least(&r, 0),
                    le(&r, &x.add(&y)),
                ]);
                self.rows
                    .below
                    .extend([le(&x.minus(&y), &r), le(&y.minus(&x), &r)]);
            }
            Operation::Gcd => {
                self.rows.below.push(at_least(&r, 0));
                for f in [x.clone(), x.negated(), y.clone(), y.negated()] {
                    self.fact(vec![at_least(&f, 1)], vec![at_least(&r, 1), le(&r, &f)]);
                }
            }
            Operation::Mul => {}
        }
        r
    }
}
