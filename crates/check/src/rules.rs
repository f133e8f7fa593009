//! What a rule file says, as plain data. Read by `parse`, turned into arithmetic by `formula` and `moves`.

use num_bigint::BigInt;

/// An integer expression. Variables are numbered: heaps first, then the move's loop variables in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    Int(BigInt),
    Var(usize),
    Sum(Vec<Expr>),
    Neg(Box<Expr>),
    Product(Vec<Expr>),
    /// Remainder, 0 <= r < |divisor|.
    Mod(Box<Expr>, Box<Expr>),
    /// Quotient rounded down.
    Div(Box<Expr>, Box<Expr>),
    Min(Vec<Expr>),
    Max(Vec<Expr>),
    Xor(Box<Expr>, Box<Expr>),
    /// A function that linear arithmetic does not have, by name.
    Beyond(&'static str),
}

impl Expr {
    /// The number of its parts.
    pub fn size(&self) -> u64 {
        let all = |es: &[Expr]| es.iter().fold(1, |n, e| n + e.size());
        match self {
            Expr::Int(_) | Expr::Var(_) | Expr::Beyond(_) => 1,
            Expr::Neg(e) => 1 + e.size(),
            Expr::Sum(es) | Expr::Product(es) | Expr::Min(es) | Expr::Max(es) => all(es),
            Expr::Mod(a, b) | Expr::Div(a, b) | Expr::Xor(a, b) => 1 + a.size() + b.size(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Op {
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cond {
    Cmp(Expr, Op, Expr),
    /// The second is a multiple of the first.
    Divides(Expr, Expr),
    And(Vec<Cond>),
    Or(Vec<Cond>),
    Not(Box<Cond>),
    /// A condition that linear arithmetic does not have, by name.
    Beyond(&'static str),
}

impl Cond {
    /// The number of its parts.
    pub fn size(&self) -> u64 {
        match self {
            Cond::Cmp(a, _, b) | Cond::Divides(a, b) => 1 + a.size() + b.size(),
            Cond::And(cs) | Cond::Or(cs) => cs.iter().fold(1, |n, c| n + c.size()),
            Cond::Not(c) => 1 + c.size(),
            Cond::Beyond(_) => 1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Left,
    Right,
}

/// A loop variable with inclusive bounds, which may use heaps and earlier loop variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    pub name: String,
    pub lo: Expr,
    pub hi: Expr,
}

/// One `move` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// Line of the file, from 1.
    pub line: usize,
    /// Whose move it is; `None`: both players'.
    pub who: Option<Player>,
    pub bounds: Vec<Bound>,
    pub guard: Cond,
    /// `heap n`: the heaps that replace the one moved in. `heaps a b …`: the new value of each coordinate.
    pub results: Vec<Expr>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub name: String,
    pub heaps: Vec<String>,
    /// True for `heap n`: a position is a multiset of heaps, a move is made in one of them.
    pub sums: bool,
    /// Which positions (or heaps) exist, besides being naturals.
    pub domain: Cond,
    pub moves: Vec<Move>,
}
