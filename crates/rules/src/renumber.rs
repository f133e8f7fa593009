//! Expressions and conditions with their variables numbered anew.

use crate::{Cond, Expr};

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
