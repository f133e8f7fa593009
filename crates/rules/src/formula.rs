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
