//! Integer expressions and conditions: the arithmetic that rule files and counting questions are written in.
//!
//! Variables are numbered; whoever owns the expression knows the names.

use num_bigint::BigInt;

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
    /// The expression with every variable v replaced by `place(v)`.
    pub fn renumber(&self, place: &dyn Fn(usize) -> usize) -> Expr {
        let one = |e: &Expr| Box::new(e.renumber(place));
        let all = |list: &[Expr]| list.iter().map(|e| e.renumber(place)).collect();
        match self {
            Expr::Int(n) => Expr::Int(n.clone()),
            Expr::Var(v) => Expr::Var(place(*v)),
            Expr::Add(list) => Expr::Add(all(list)),
            Expr::Neg(e) => Expr::Neg(one(e)),
            Expr::Mul(a, b) => Expr::Mul(one(a), one(b)),
            Expr::Mod(a, b) => Expr::Mod(one(a), one(b)),
            Expr::Div(a, b) => Expr::Div(one(a), one(b)),
            Expr::Min(list) => Expr::Min(all(list)),
            Expr::Max(list) => Expr::Max(all(list)),
            Expr::Xor(a, b) => Expr::Xor(one(a), one(b)),
            Expr::Gcd(a, b) => Expr::Gcd(one(a), one(b)),
        }
    }
}

impl Cond {
    /// The condition with every variable v replaced by `place(v)`.
    pub fn renumber(&self, place: &dyn Fn(usize) -> usize) -> Cond {
        let all = |list: &[Cond]| list.iter().map(|c| c.renumber(place)).collect();
        match self {
            Cond::True => Cond::True,
            Cond::Cmp(a, op, b) => Cond::Cmp(a.renumber(place), *op, b.renumber(place)),
            Cond::Divides(a, b) => Cond::Divides(a.renumber(place), b.renumber(place)),
            Cond::Square(e) => Cond::Square(e.renumber(place)),
            Cond::Prime(e) => Cond::Prime(e.renumber(place)),
            Cond::And(list) => Cond::And(all(list)),
            Cond::Or(list) => Cond::Or(all(list)),
            Cond::Not(c) => Cond::Not(Box::new(c.renumber(place))),
        }
    }
}
