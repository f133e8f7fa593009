//! Games for one: moves, a goal, and what can be said about both in linear terms.

use super::turn::{each_choice, holds, small};
use super::{Counters, Line, ProcessRules};
use bouton_rules::{Cond, Expr, Op, Result};
use std::hash::Hash;
use std::sync::Arc;

/// A game for one player with a goal.
pub trait Solo {
    /// A position.
    type Position: Clone + Eq + Hash;

    /// The position that a text writes.
    ///
    /// # Errors
    /// One sentence that quotes the text.
    fn parse(&self, text: &str) -> Result<Self::Position>;

    /// The text that [`Solo::parse`] reads back.
    fn show(&self, at: &Self::Position) -> String;

    /// Pushes the positions that one move leads to.
    ///
    /// # Errors
    /// A position that is too large.
    fn moves(&self, at: &Self::Position, out: &mut Vec<Self::Position>) -> Result<()>;

    /// Has the goal been reached?
    ///
    /// # Errors
    /// A number that is too large.
    fn is_goal(&self, at: &Self::Position) -> Result<bool>;

    /// The moves as vectors, where every move adds a fixed one; conditions of moves are left out, so what these vectors cannot do,
    /// the moves cannot.
    fn linear(&self, start: &Self::Position) -> Option<Linear>;
}

/// A game for one in linear terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// What each place is called.
    pub places: Vec<String>,
    /// How much is on each place at the start.
    pub start: Vec<i64>,
    /// What each move adds.
    pub moves: Vec<Vec<i64>>,
    /// The goal is reached only if one of these is.
    pub goals: Vec<LinearGoal>,
}

/// One way to reach a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinearGoal {
    /// Exactly so much on each place.
    Exactly(Vec<i64>),
    /// At least so much on each place.
    AtLeast(Vec<i64>),
}

/// A game for one on counters. Made from rules that [`ProcessRules::has_goal`].
#[derive(Clone, Debug)]
pub struct CounterSolo(pub Arc<ProcessRules>);

impl Solo for CounterSolo {
    type Position = Counters;

    fn parse(&self, text: &str) -> Result<Counters> {
        self.0.parse(text)
    }

    fn show(&self, at: &Counters) -> String {
        self.0.show(at)
    }

    fn moves(&self, at: &Counters, out: &mut Vec<Counters>) -> Result<()> {
        for line in &self.0.lines {
            let to = &line.changes[0].to;
            let found = each_choice(line, at, &mut |vars| {
                out.extend(self.0.result(to, vars)?);
                Ok(())
            });
            found.map_err(|e| self.0.here(e, line.number, at))?;
        }
        Ok(())
    }

    fn is_goal(&self, at: &Counters) -> Result<bool> {
        let goal = self.0.goal.as_ref().unwrap_or(&Cond::True);
        holds(goal, at).map_err(|e| e.at(&self.0.file))
    }

    fn linear(&self, start: &Counters) -> Option<Linear> {
        let n = start.len();
        let mut moves = Vec::new();
        for line in &self.0.lines {
            moves.extend(vectors(line, n)?);
        }
        moves.sort();
        moves.dedup();
        let goals = self.0.goal.iter().flat_map(alternatives);
        Some(Linear {
            places: self.0.counters.clone(),
            start: start.clone(),
            moves,
            goals: goals.map(|c| target(c, n)).collect(),
        })
    }
}

/// What a line adds, for every value of its loop variables; `None` unless that is the same everywhere.
fn vectors(line: &Line, n: usize) -> Option<Vec<Vec<i64>>> {
    let apart = |e: &Expr| {
        let mut apart = true;
        e.each_var(&mut |v| apart &= v >= n);
        apart
    };
    if !line.bounds.iter().all(|b| apart(&b.lo) && apart(&b.hi)) {
        return None;
    }
    let steady = line.changes[0].to.iter().enumerate().all(|(i, e)| {
        let parts = match e {
            Expr::Add(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        let own = parts.iter().filter(|p| **p == Expr::Var(i)).count();
        own == 1 && parts.iter().all(|p| *p == Expr::Var(i) || apart(p))
    });
    if !steady {
        return None;
    }
    let free = Line {
        guard: Cond::True,
        ..line.clone()
    };
    let mut found = Vec::new();
    each_choice(&free, &vec![0; n], &mut |vars| {
        let values = line.changes[0].to.iter().map(|e| e.value(vars).ok());
        // A sum without a value is no move.
        found.extend(values.collect::<Option<Vec<i64>>>());
        Ok(())
    })
    .ok()?;
    Some(found)
}

/// The conditions one of which holds where `cond` does.
fn alternatives(cond: &Cond) -> Vec<&Cond> {
    match cond {
        Cond::Or(parts) => parts.iter().flat_map(alternatives).collect(),
        one => vec![one],
    }
}

/// What a condition says about each counter by itself: the numbers, if it says them all, or else the least ones.
fn target(cond: &Cond, n: usize) -> LinearGoal {
    let mut ranges = vec![(0i64, i64::MAX); n];
    let mut parts = vec![cond];
    while let Some(part) = parts.pop() {
        match part {
            Cond::And(more) => parts.extend(more),
            Cond::Cmp(l, op, r) => narrow(l, *op, r, &mut ranges),
            _ => {}
        }
    }
    let least = ranges.iter().map(|r| r.0).collect();
    match ranges.iter().all(|(lo, hi)| lo == hi) {
        true => LinearGoal::Exactly(least),
        false => LinearGoal::AtLeast(least),
    }
}

fn narrow(l: &Expr, op: Op, r: &Expr, ranges: &mut [(i64, i64)]) {
    let (i, op, n) = match (l, r) {
        (Expr::Var(i), Expr::Int(n)) => (*i, op, n),
        (Expr::Int(n), Expr::Var(i)) => {
            let turned = match op {
                Op::Lt => Op::Gt,
                Op::Le => Op::Ge,
                Op::Gt => Op::Lt,
                Op::Ge => Op::Le,
                same => same,
            };
            (*i, turned, n)
        }
        _ => return,
    };
    let (Some(n), Some((lo, hi))) = (small(n), ranges.get_mut(i)) else {
        return;
    };
    match op {
        Op::Eq => (*lo, *hi) = ((*lo).max(n), (*hi).min(n)),
        Op::Ge => *lo = (*lo).max(n),
        Op::Gt => *lo = (*lo).max(n.saturating_add(1)),
        Op::Le => *hi = (*hi).min(n),
        Op::Lt => *hi = (*hi).min(n.saturating_sub(1)),
        Op::Ne => {}
    }
}
