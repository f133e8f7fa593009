//! Moves compiled to loops whose innermost one is a run of cells.
//!
//! Bounds, guard and existence of the result become rows, affine in the loop variables; an equation determines a variable;
//! what is not affine filters single values, with a faster way to list squares, primes, divisors and residue classes.

use crate::cases::cases;
use crate::draft::Draft;
use crate::slots::SlotTable;
use bouton_rules::{Cond, Expr, HeapRules, MoveRule, Op, Player};

/// Variables (heaps and loop variables) and slots that a compiled move may have.
pub(crate) const MAX_VARS: usize = 16;
pub(crate) const MAX_SLOTS: usize = 40;

/// `numbers[constant] + Σ numbers[slot]·numbers[var]`, the variable of the level apart. The numbers are the heaps, then the
/// loop variables, and from [`MAX_VARS`] on what depends on the position only: the slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub constant: usize,
    pub terms: Vec<(usize, usize)>,
    /// Slot of the coefficient of the level's own variable.
    pub own: usize,
}

/// Which values a loop takes between its bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    All,
    /// The row (own coefficient ±1) leaves the remainder on division by the slot; no remainder means 0.
    Residue {
        row: Row,
        modulus: usize,
        remainder: Option<usize>,
    },
    /// The row (own coefficient ±1) is a square.
    Squares(Row),
    /// The row (own coefficient ±1) is a prime.
    Primes(Row),
    /// The value divides the slot.
    Divisors(usize),
}

/// One loop.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub var: usize,
    /// Each row is at most 0.
    pub rows: Vec<Row>,
    /// No row is 0 (innermost loops without filters only).
    pub unequal: Vec<Row>,
    /// Further bounds that are not affine.
    pub lo: Vec<Expr>,
    pub hi: Vec<Expr>,
    pub filters: Vec<Cond>,
    pub values: Values,
}

/// How results are computed.
#[derive(Clone, Debug)]
pub(crate) enum Results {
    /// Tuple: the changed coordinates and by how much; sums: every resulting heap. The own variable is the innermost.
    Rows(Vec<(usize, Row)>),
    /// Not affine.
    General(Vec<Expr>),
}

/// One case of one move.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub slots: SlotTable,
    /// Slots that must be at most 0, and conditions on the position.
    pub checks: Vec<usize>,
    pub conds: Vec<Cond>,
    pub levels: Vec<Level>,
    pub results: Results,
}

/// A move: its cases, or `None` if it must be listed the slow way.
#[derive(Clone, Debug)]
pub(crate) struct RulePlan {
    pub who: Option<Player>,
    pub cases: Option<Vec<Case>>,
}

/// The compiled moves, in the file's order.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub moves: Vec<RulePlan>,
}

impl Plan {
    pub fn new(rules: &HeapRules) -> Plan {
        let moves = rules
            .moves
            .iter()
            .map(|rule| RulePlan {
                who: rule.who,
                cases: compile(rules, rule),
            })
            .collect();
        Plan { moves }
    }
}

fn compile(rules: &HeapRules, rule: &MoveRule) -> Option<Vec<Case>> {
    let heaps = rules.heaps.len();
    if heaps + rule.bounds.len() > MAX_VARS {
        return None;
    }
    let mut all = Vec::new();
    for (i, bound) in rule.bounds.iter().enumerate() {
        all.push(Cond::Cmp(bound.lo.clone(), Op::Le, Expr::Var(heaps + i)));
        all.push(Cond::Cmp(Expr::Var(heaps + i), Op::Le, bound.hi.clone()));
    }
    all.push(rule.guard.clone());
    let changed = rule
        .to
        .iter()
        .enumerate()
        .filter(|(i, e)| rules.sums || **e != Expr::Var(*i));
    all.extend(changed.map(|(_, e)| Cond::Cmp(Expr::int(0), Op::Le, e.clone())));
    if rules.sums {
        all.extend(rule.to.iter().map(|e| rules.domain.replace(&|_| e.clone())));
    } else {
        all.push(rules.domain.replace(&|v| rule.to[v].clone()));
    }
    cases(&all)
        .into_iter()
        .map(|conds| Draft::new(rules, rule, conds).finish())
        .collect()
}
