//! The game of tuples that a game of single heaps is on several heaps: one coordinate a heap, 0 where it is gone.

use crate::certificate::Empty;
use crate::limits::Budget;
use crate::rules::{Bound, Cond, Expr, Move, Op, Rules};
use crate::{Error, Result};

const MOST_HEAPS: usize = 8;

/// The expression with `to(v)` in place of variable `v`.
fn replaced(e: &Expr, to: &dyn Fn(usize) -> Expr) -> Expr {
    let one = |e: &Expr| Box::new(replaced(e, to));
    let all = |es: &[Expr]| es.iter().map(|e| replaced(e, to)).collect();
    match e {
        Expr::Int(n) => Expr::Int(n.clone()),
        Expr::Var(v) => to(*v),
        Expr::Sum(es) => Expr::Sum(all(es)),
        Expr::Neg(e) => Expr::Neg(one(e)),
        Expr::Product(es) => Expr::Product(all(es)),
        Expr::Mod(a, b) => Expr::Mod(one(a), one(b)),
        Expr::Div(a, b) => Expr::Div(one(a), one(b)),
        Expr::Min(es) => Expr::Min(all(es)),
        Expr::Max(es) => Expr::Max(all(es)),
        Expr::Xor(a, b) => Expr::Xor(one(a), one(b)),
        Expr::Beyond(what) => Expr::Beyond(what),
    }
}

fn with(c: &Cond, to: &dyn Fn(usize) -> Expr) -> Cond {
    let all = |cs: &[Cond]| cs.iter().map(|c| with(c, to)).collect();
    match c {
        Cond::Cmp(a, op, b) => Cond::Cmp(replaced(a, to), *op, replaced(b, to)),
        Cond::Divides(a, b) => Cond::Divides(replaced(a, to), replaced(b, to)),
        Cond::And(cs) => Cond::And(all(cs)),
        Cond::Or(cs) => Cond::Or(all(cs)),
        Cond::Not(c) => Cond::Not(Box::new(with(c, to))),
        Cond::Beyond(what) => Cond::Beyond(what),
    }
}

/// The rules on `count` heaps. A line's move in coordinate i has number i · lines + line. With [`Empty::Gone`] it is left to show
/// that an empty heap, if it exists, has no move.
pub(crate) fn on_heaps(
    rules: &Rules,
    count: usize,
    empty: Empty,
    budget: &Budget,
) -> Result<Rules> {
    if !rules.sums {
        return Err(Error::malformed(
            "the field `heaps` is for rules of single heaps, `heap n`",
        ));
    }
    if !(1..=MOST_HEAPS).contains(&count) {
        return Err(Error::malformed(format!(
            "the field `heaps` is a number from 1 to {MOST_HEAPS}"
        )));
    }
    if let Some(m) = rules.moves.iter().find(|m| m.results.len() > 1) {
        return Err(Error::malformed(format!(
            "the rules, line {}: a move that leaves several heaps has no place among {count} coordinates",
            m.line
        )));
    }
    let int = |n: i32| Expr::Int(n.into());
    // The heap of a coordinate, and the coordinate of a heap.
    let heap = |i: usize| match empty {
        Empty::Gone => Expr::Var(i),
        Empty::Counts => Expr::Sum(vec![Expr::Var(i), int(-1)]),
    };
    let coordinate = |heap: Expr| match empty {
        Empty::Gone => heap,
        Empty::Counts => Expr::Sum(vec![heap, int(1)]),
    };
    let exists = |e: &Expr| {
        Cond::And(vec![
            Cond::Cmp(e.clone(), Op::Ge, int(0)),
            with(&rules.domain, &|_| e.clone()),
        ])
    };
    let mut moves = Vec::new();
    for i in 0..count {
        let place = |v: usize| match v {
            0 => heap(i),
            v => Expr::Var(v + count - 1),
        };
        for m in &rules.moves {
            let results = m.results.iter().map(Expr::size).sum::<u64>();
            budget.formula(2 * rules.domain.size() * (1 + results) + m.guard.size())?;
            let left = m.results.first().map(|e| replaced(e, &place));
            let mut guard = vec![exists(&heap(i)), with(&m.guard, &place)];
            guard.extend(left.iter().map(exists));
            let mut results: Vec<Expr> = (0..count).map(Expr::Var).collect();
            results[i] = left.map_or(int(0), coordinate);
            let bounds = m.bounds.iter().map(|b| Bound {
                name: b.name.clone(),
                lo: replaced(&b.lo, &place),
                hi: replaced(&b.hi, &place),
            });
            moves.push(Move {
                line: m.line,
                who: m.who,
                bounds: bounds.collect(),
                guard: Cond::And(guard),
                results,
            });
        }
    }
    let there = |i: usize| {
        let gone = Cond::Cmp(Expr::Var(i), Op::Eq, int(0));
        Cond::Or(vec![gone, exists(&heap(i))])
    };
    let name = &rules.heaps[0];
    Ok(Rules {
        name: rules.name.clone(),
        heaps: match count {
            1 => vec![name.clone()],
            _ => (1..=count).map(|i| format!("{name}{i}")).collect(),
        },
        sums: false,
        domain: Cond::And((0..count).map(there).collect()),
        moves,
    })
}
