//! What is known where a move is made, as linear rows, facts about other operations, and cases to be told apart.
//!
//! A product, remainder, minimum and so on is a variable of its own; what is sound to say about it is a fact whose
//! conclusions are added once its premises follow from the rows.

mod operations;

use crate::linear::{Form, Rows};
use bouton_core::{Budget, Error, Result};
use bouton_rules::{Cond, Expr, Op};
use num_bigint::BigInt;
use num_traits::Signed;
use operations::Operation;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Cases above which a proof is given up.
const MAX_CASES: usize = 600;
/// Facts above which none is used, so that long products cost little.
const MAX_FACTS: usize = 150;
/// Open case distinctions above which a proof is given up.
const MAX_SPLITS: usize = 40;

/// All the rows of `then` hold where all rows `when` hold (each `form <= 0`).
#[derive(Clone, Debug)]
struct Fact {
    when: Vec<Form>,
    then: Vec<Form>,
}

/// One of the cases holds.
#[derive(Clone, Debug)]
enum Split {
    Rows(Vec<Form>),
    Conds(Vec<(Cond, bool)>),
}

/// The budget of a search for proofs. Once it has stopped, nothing more is shown.
pub(crate) struct Clock<'a> {
    pub budget: &'a Budget,
    stopped: RefCell<Option<Error>>,
}

impl<'a> Clock<'a> {
    pub fn new(budget: &'a Budget) -> Self {
        Clock {
            budget,
            stopped: RefCell::new(None),
        }
    }

    pub fn goes_on(&self) -> bool {
        if self.stopped.borrow().is_none() {
            *self.stopped.borrow_mut() = self.budget.check().err();
        }
        self.stopped.borrow().is_none()
    }

    /// The answer, if the budget has not stopped the search for it.
    pub fn answer<T>(self, answer: T) -> Result<T> {
        match self.stopped.into_inner() {
            None => Ok(answer),
            Some(e) => Err(e),
        }
    }
}

/// Assumptions about integers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assumptions {
    rows: Rows,
    facts: Vec<Fact>,
    splits: Vec<Split>,
    terms: BTreeMap<(Operation, Form, Form), usize>,
    next: usize,
}

fn at_least(form: &Form, n: i64) -> Form {
    form.negated().shifted(n)
}

fn at_most(form: &Form, n: i64) -> Form {
    form.shifted(-n)
}

/// `a <= b` as a row.
fn le(a: &Form, b: &Form) -> Form {
    a.minus(b)
}

impl Assumptions {
    /// No assumptions about variables `0..variables`.
    pub fn new(variables: usize) -> Self {
        Assumptions {
            next: variables,
            ..Assumptions::default()
        }
    }

    /// Assumes `form <= 0`.
    pub fn assume_row(&mut self, form: Form) {
        self.rows.below.push(form);
    }

    /// Assumes `form = 0`.
    pub fn assume_equal(&mut self, form: Form) {
        self.rows.equal.push(form);
    }

    fn fresh(&mut self) -> Form {
        self.next += 1;
        Form::var(self.next - 1)
    }

    fn fact(&mut self, when: Vec<Form>, then: Vec<Form>) {
        self.facts.push(Fact { when, then });
    }

    /// The expression as a form, with variables of its own for what is not linear.
    pub fn form(&mut self, e: &Expr) -> Form {
        match e {
            Expr::Int(n) => Form::constant(n.clone()),
            Expr::Var(v) => Form::var(*v),
            Expr::Add(parts) => parts.iter().fold(Form::default(), |sum, p| {
                let part = self.form(p);
                sum.add(&part)
            }),
            Expr::Neg(e) => self.form(e).negated(),
            Expr::Min(parts) => self.extreme(parts, true),
            Expr::Max(parts) => self.extreme(parts, false),
            Expr::Mul(a, b) => {
                let (x, y) = (self.form(a), self.form(b));
                self.product(x, y)
            }
            Expr::Mod(a, b) => self.operation(Operation::Mod, a, b),
            Expr::Div(a, b) => self.operation(Operation::Div, a, b),
            Expr::Xor(a, b) => self.operation(Operation::Xor, a, b),
            Expr::Gcd(a, b) => self.operation(Operation::Gcd, a, b),
        }
    }

    /// Assumes that `cond` is `truth`.
    pub fn assume(&mut self, cond: &Cond, truth: bool) {
        match cond {
            Cond::True => {
                if !truth {
                    self.assume_row(Form::constant(1));
                }
            }
            Cond::Not(c) => self.assume(c, !truth),
            Cond::And(parts) | Cond::Or(parts) => {
                if matches!(cond, Cond::And(_)) == truth {
                    parts.iter().for_each(|p| self.assume(p, truth));
                } else {
                    self.splits.push(Split::Conds(
                        parts.iter().map(|p| (p.clone(), truth)).collect(),
                    ));
                }
            }
            Cond::Cmp(l, op, r) => {
                let (l, r) = (self.form(l), self.form(r));
                match if truth { *op } else { op.opposite() } {
                    Op::Eq => self.assume_equal(l.minus(&r)),
                    Op::Ne => self.splits.push(Split::Rows(vec![
                        le(&l.shifted(1), &r),
                        le(&r.shifted(1), &l),
                    ])),
                    Op::Lt => self.assume_row(le(&l.shifted(1), &r)),
                    Op::Le => self.assume_row(le(&l, &r)),
                    Op::Gt => self.assume_row(le(&r.shifted(1), &l)),
                    Op::Ge => self.assume_row(le(&r, &l)),
                }
            }
            Cond::Divides(d, n) if truth => {
                let (d, n) = (self.form(d), self.form(n));
                if d.is_constant() && d.constant.is_positive() {
                    let q = self.fresh();
                    self.assume_equal(n.minus(&q.scaled(&d.constant)));
                    return;
                }
                self.fact(
                    vec![at_least(&n, 1)],
                    vec![le(&d, &n), le(&d.negated(), &n)],
                );
                self.fact(
                    vec![at_least(&n, 1), at_least(&d, 0)],
                    vec![at_least(&d, 1)],
                );
                self.fact(
                    vec![at_least(&d, 1), le(&d.shifted(1), &n)],
                    vec![le(&d.scaled(&BigInt::from(2)), &n)],
                );
            }
            Cond::Square(e) if truth => {
                let e = self.form(e);
                self.assume_row(at_least(&e, 0));
            }
            Cond::Prime(e) if truth => {
                let e = self.form(e);
                self.assume_row(at_least(&e, 2));
            }
            Cond::Divides(..) | Cond::Square(_) | Cond::Prime(_) => {}
        }
    }

    /// Adds the conclusions of every fact whose premises follow.
    pub fn saturate(&mut self) {
        if self.facts.len() > MAX_FACTS {
            return;
        }
        loop {
            let before = self.facts.len();
            let mut i = 0;
            while i < self.facts.len() {
                // when: form <= 0 follows iff form >= 1 is refuted.
                if self.facts[i]
                    .when
                    .iter()
                    .all(|w| self.rows.refuted_with(&[at_least(w, 1)]))
                {
                    let fact = self.facts.swap_remove(i);
                    self.rows.below.extend(fact.then);
                } else {
                    i += 1;
                }
            }
            if self.facts.len() == before {
                return;
            }
        }
    }

    /// An upper bound for the form that the rows imply, if there is one; cases are not told apart.
    pub fn upper_bound(&self, form: &Form) -> Option<BigInt> {
        self.rows.upper_bound(form, self.next)
    }

    /// True if the assumptions are shown to contradict each other.
    pub fn contradict(&self, clock: &Clock<'_>) -> bool {
        // Depth-first over the cases, with a stack instead of recursion.
        let mut open = vec![self.clone()];
        for _ in 0..MAX_CASES {
            let Some(mut case) = open.pop() else {
                return true;
            };
            if !clock.goes_on() {
                return false;
            }
            if case.rows.refuted() {
                continue;
            }
            case.saturate();
            if case.rows.refuted() {
                continue;
            }
            if case.splits.is_empty() || case.splits.len() > MAX_SPLITS {
                return false;
            }
            let split = case.splits.remove(0);
            let ways = match &split {
                Split::Rows(rows) => rows.len(),
                Split::Conds(conds) => conds.len(),
            };
            if open.len() + ways > MAX_CASES {
                return false;
            }
            match split {
                Split::Rows(rows) => open.extend(rows.into_iter().map(|row| {
                    let mut next = case.clone();
                    next.assume_row(row);
                    next
                })),
                Split::Conds(conds) => open.extend(conds.into_iter().map(|(cond, truth)| {
                    let mut next = case.clone();
                    next.assume(&cond, truth);
                    next
                })),
            }
        }
        open.is_empty()
    }
}
