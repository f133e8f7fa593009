//! Integer expressions and conditions: the arithmetic that rule files and counting questions are written in.
//!
//! Variables are numbered; whoever owns the expression knows the names.

use num_bigint::BigInt;

pub use crate::evaluate::{NoValue, Whole, is_prime};

/// An integer expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A constant.
    Int(BigInt),
    /// A variable by number.
    Var(usize),
    /// A sum.
    Add(Vec<Expr>),
    /// A negation.
    Neg(Box<Expr>),
    /// A product of two.
    Mul(Box<Expr>, Box<Expr>),
    /// The remainder `0 <= r < |divisor|`.
    Mod(Box<Expr>, Box<Expr>),
    /// The quotient rounded down.
    Div(Box<Expr>, Box<Expr>),
    /// The least of at least one.
    Min(Vec<Expr>),
    /// The greatest of at least one.
    Max(Vec<Expr>),
    /// Bitwise exclusive or of two naturals.
    Xor(Box<Expr>, Box<Expr>),
    /// Greatest common divisor; `gcd(0, 0) = 0`.
    Gcd(Box<Expr>, Box<Expr>),
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// A condition on integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    /// Always.
    True,
    /// Left side, comparison, right side.
    Cmp(Expr, Op, Expr),
    /// `a | b`: b is a multiple of a; `0 | b` iff b = 0.
    Divides(Expr, Expr),
    /// A square of an integer: 0, 1, 4, …
    Square(Expr),
    /// A prime number.
    Prime(Expr),
    /// All of them.
    And(Vec<Cond>),
    /// At least one of them.
    Or(Vec<Cond>),
    /// Not so.
    Not(Box<Cond>),
}

impl Expr {
    /// A machine constant.
    pub fn int(n: i64) -> Expr {
        Expr::Int(BigInt::from(n))
    }

    /// The sum in normal form: sums inside sums are opened, a sum of constants is a constant.
    pub fn sum(parts: impl IntoIterator<Item = Expr>) -> Expr {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Expr::Add(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        if flat.iter().all(|e| matches!(e, Expr::Int(_))) {
            let total =
                flat.iter().fold(
                    BigInt::ZERO,
                    |t, e| if let Expr::Int(n) = e { t + n } else { t },
                );
            return Expr::Int(total);
        }
        if flat.len() == 1 {
            flat.remove(0)
        } else {
            Expr::Add(flat)
        }
    }

    /// The negation in normal form: constants are negated, two negations cancel.
    pub fn negated(self) -> Expr {
        match self {
            Expr::Int(n) => Expr::Int(-n),
            Expr::Neg(inner) => *inner,
            other => Expr::Neg(Box::new(other)),
        }
    }

    /// The product in normal form: a product of constants is a constant.
    pub fn times(self, other: Expr) -> Expr {
        match (self, other) {
            (Expr::Int(a), Expr::Int(b)) => Expr::Int(a * b),
            (a, b) => Expr::Mul(Box::new(a), Box::new(b)),
        }
    }

    /// The condition that the expression has a value: no divisor is 0, no argument of an exclusive or is negative.
    ///
    /// ```
    /// use bouton_rules::{Cond, Expr};
    /// let half = Expr::Div(Box::new(Expr::Var(0)), Box::new(Expr::Var(1)));
    /// assert_eq!(half.defined().holds(&[6_i64, 0]), Ok(false));
    /// assert_eq!(Expr::Var(0).defined(), Cond::True);
    /// ```
    pub fn defined(&self) -> Cond {
        let all = |parts: &[Expr]| Cond::all(parts.iter().map(Expr::defined));
        let natural = |e: &Expr| Cond::Cmp(e.clone(), Op::Ge, Expr::int(0));
        match self {
            Expr::Int(_) | Expr::Var(_) => Cond::True,
            Expr::Add(parts) | Expr::Min(parts) | Expr::Max(parts) => all(parts),
            Expr::Neg(e) => e.defined(),
            Expr::Mul(a, b) | Expr::Gcd(a, b) => Cond::all([a.defined(), b.defined()]),
            Expr::Mod(a, b) | Expr::Div(a, b) => {
                let nonzero = Cond::Cmp((**b).clone(), Op::Ne, Expr::int(0));
                Cond::all([a.defined(), b.defined(), nonzero])
            }
            Expr::Xor(a, b) => Cond::all([a.defined(), b.defined(), natural(a), natural(b)]),
        }
    }

    /// Calls `visit` with every variable, once for each time it is written.
    pub fn each_var(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Expr::Int(_) => {}
            Expr::Var(i) => visit(*i),
            Expr::Add(parts) | Expr::Min(parts) | Expr::Max(parts) => {
                parts.iter().for_each(|p| p.each_var(visit))
            }
            Expr::Neg(e) => e.each_var(visit),
            Expr::Mul(a, b)
            | Expr::Mod(a, b)
            | Expr::Div(a, b)
            | Expr::Xor(a, b)
            | Expr::Gcd(a, b) => {
                a.each_var(visit);
                b.each_var(visit);
            }
        }
    }

    /// The same expression with variable `i` replaced by `to(i)`.
    pub fn replace(&self, to: &dyn Fn(usize) -> Expr) -> Expr {
        let pair = |a: &Expr, b: &Expr| (Box::new(a.replace(to)), Box::new(b.replace(to)));
        let all = |parts: &[Expr]| parts.iter().map(|p| p.replace(to)).collect::<Vec<_>>();
        match self {
            Expr::Int(n) => Expr::Int(n.clone()),
            Expr::Var(i) => to(*i),
            Expr::Add(parts) => Expr::sum(all(parts)),
            Expr::Neg(e) => e.replace(to).negated(),
            Expr::Mul(a, b) => a.replace(to).times(b.replace(to)),
            Expr::Min(parts) => Expr::Min(all(parts)),
            Expr::Max(parts) => Expr::Max(all(parts)),
            Expr::Mod(a, b) => {
                let (a, b) = pair(a, b);
                Expr::Mod(a, b)
            }
            Expr::Div(a, b) => {
                let (a, b) = pair(a, b);
                Expr::Div(a, b)
            }
            Expr::Xor(a, b) => {
                let (a, b) = pair(a, b);
                Expr::Xor(a, b)
            }
            Expr::Gcd(a, b) => {
                let (a, b) = pair(a, b);
                Expr::Gcd(a, b)
            }
        }
    }
}

impl Op {
    /// Does the comparison hold between two values in this order?
    pub fn holds<T: Ord>(self, left: &T, right: &T) -> bool {
        match self {
            Op::Eq => left == right,
            Op::Ne => left != right,
            Op::Lt => left < right,
            Op::Le => left <= right,
            Op::Gt => left > right,
            Op::Ge => left >= right,
        }
    }

    /// The comparison that holds exactly when this one does not.
    pub fn opposite(self) -> Op {
        match self {
            Op::Eq => Op::Ne,
            Op::Ne => Op::Eq,
            Op::Lt => Op::Ge,
            Op::Le => Op::Gt,
            Op::Gt => Op::Le,
            Op::Ge => Op::Lt,
        }
    }
}

impl Cond {
    /// All of them, in normal form: conjunctions inside are opened, `True` is left out.
    pub fn all(parts: impl IntoIterator<Item = Cond>) -> Cond {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Cond::True => {}
                Cond::And(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Cond::True,
            1 => flat.remove(0),
            _ => Cond::And(flat),
        }
    }

    /// At least one of them, in normal form: disjunctions inside are opened.
    pub fn any(parts: impl IntoIterator<Item = Cond>) -> Cond {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Cond::Or(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        if flat.len() == 1 {
            flat.remove(0)
        } else {
            Cond::Or(flat)
        }
    }

    /// Calls `visit` with every variable, once for each time it is written.
    pub fn each_var(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Cond::True => {}
            Cond::Cmp(l, _, r) | Cond::Divides(l, r) => {
                l.each_var(visit);
                r.each_var(visit);
            }
            Cond::Square(e) | Cond::Prime(e) => e.each_var(visit),
            Cond::And(parts) | Cond::Or(parts) => parts.iter().for_each(|p| p.each_var(visit)),
            Cond::Not(c) => c.each_var(visit),
        }
    }

    /// The same condition with variable `i` replaced by `to(i)`.
    pub fn replace(&self, to: &dyn Fn(usize) -> Expr) -> Cond {
        match self {
            Cond::True => Cond::True,
            Cond::Cmp(l, op, r) => Cond::Cmp(l.replace(to), *op, r.replace(to)),
            Cond::Divides(d, n) => Cond::Divides(d.replace(to), n.replace(to)),
            Cond::Square(e) => Cond::Square(e.replace(to)),
            Cond::Prime(e) => Cond::Prime(e.replace(to)),
            Cond::And(parts) => Cond::And(parts.iter().map(|p| p.replace(to)).collect()),
            Cond::Or(parts) => Cond::Or(parts.iter().map(|p| p.replace(to)).collect()),
            Cond::Not(c) => Cond::Not(Box::new(c.replace(to))),
        }
    }
}
