//! Moves compiled to loops whose innermost one is a run of cells.
//!
//! Bounds, guard and existence of the result become rows, affine in the loop variables; an equation determines a variable;
//! what is not affine filters single values, with a faster way to list squares, primes, divisors and residue classes.

use super::affine::{Affine, is_fixed};
use super::cases::cases;
use bouton_rules::{Cond, Expr, HeapRules, MoveRule, Op, Player};
use num_traits::ToPrimitive;

/// Variables (heaps and loop variables) and slots that a compiled move may have.
pub(crate) const MAX_VARS: usize = 16;
pub(crate) const MAX_SLOTS: usize = 48;

/// A number that depends on the position only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Constant(i64),
    /// `Σ coefficient·coordinate + constant`
    Linear(Vec<(usize, i64)>, i64),
    General(Expr),
}

/// `slots[constant] + Σ slots[slot]·vars[var]`, the variable of the level apart.
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
    pub slots: Vec<Slot>,
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

/// A case while it is compiled.
struct Draft<'a> {
    rules: &'a HeapRules,
    heaps: usize,
    /// Loop variables in the order of the loops.
    order: Vec<usize>,
    rows: Vec<Affine>,
    equal: Vec<Affine>,
    unequal: Vec<Affine>,
    filters: Vec<Cond>,
    to: Vec<Expr>,
}

impl<'a> Draft<'a> {
    fn new(rules: &'a HeapRules, rule: &MoveRule, conds: Vec<Cond>) -> Self {
        let heaps = rules.heaps.len();
        let mut draft = Draft {
            rules,
            heaps,
            order: (heaps..heaps + rule.bounds.len()).collect(),
            rows: Vec::new(),
            equal: Vec::new(),
            unequal: Vec::new(),
            filters: Vec::new(),
            to: rule.to.clone(),
        };
        conds.into_iter().for_each(|c| draft.add(c));
        draft
    }

    /// Sorts a condition into rows or filters.
    fn add(&mut self, cond: Cond) {
        let heaps = self.heaps;
        if let Cond::Cmp(l, op, r) = &cond {
            let next = |e: &Expr| Expr::sum([e.clone(), Expr::int(1)]);
            let rows = match op {
                Op::Le => self.at_most(l, r),
                Op::Lt => self.at_most(&next(l), r),
                Op::Ge => self.at_most(r, l),
                Op::Gt => self.at_most(&next(r), l),
                Op::Eq | Op::Ne => {
                    if let (Some(l), Some(r)) = (Affine::read(l, heaps), Affine::read(r, heaps)) {
                        let kind = if *op == Op::Eq {
                            &mut self.equal
                        } else {
                            &mut self.unequal
                        };
                        kind.push(l.minus(&r));
                        return;
                    }
                    None
                }
            };
            if let Some(rows) = rows {
                for row in rows {
                    if !self.rows.contains(&row) {
                        self.rows.push(row);
                    }
                }
                return;
            }
        }
        self.filters.push(cond);
    }

    /// `l <= r` as rows.
    fn at_most(&self, l: &Expr, r: &Expr) -> Option<Vec<Affine>> {
        let join = |parts: &[Expr], row: &dyn Fn(&Expr) -> Option<Vec<Affine>>| {
            parts
                .iter()
                .map(row)
                .collect::<Option<Vec<_>>>()
                .map(|rows| rows.concat())
        };
        match (l, r) {
            (_, Expr::Min(parts)) => join(parts, &|part| self.at_most(l, part)),
            (Expr::Max(parts), _) => join(parts, &|part| self.at_most(part, r)),
            _ => Some(vec![
                Affine::read(l, self.heaps)?.minus(&Affine::read(r, self.heaps)?),
            ]),
        }
    }

    fn finish(mut self) -> Option<Case> {
        while let Some((v, value)) = self.solvable() {
            self.substitute(v, &value);
        }
        for row in std::mem::take(&mut self.equal) {
            self.rows.push(row.scaled(&Expr::int(-1)));
            self.rows.push(row);
        }
        self.choose_order()?;
        self.project();
        self.emit()
    }

    /// A variable that an equation determines, and its value, if the other loops stay bounded without it.
    fn solvable(&self) -> Option<(usize, Affine)> {
        for &v in self.order.iter().rev() {
            for e in &self.equal {
                let Some(c @ (1 | -1)) = e.number_at(v) else {
                    continue;
                };
                let mut rest = e.clone();
                rest.terms.remove(&v);
                let value = rest.scaled(&Expr::int(-c));
                let others: Vec<usize> = self.order.iter().copied().filter(|&w| w != v).collect();
                let rows: Vec<Affine> = self.rows.iter().map(|r| r.replaced(v, &value)).collect();
                if others
                    .iter()
                    .enumerate()
                    .all(|(i, &w)| is_bounded(w, &others[..i], self.heaps, &rows, &self.filters))
                {
                    return Some((v, value));
                }
            }
        }
        None
    }

    fn substitute(&mut self, v: usize, value: &Affine) {
        self.order.retain(|&w| w != v);
        for rows in [&mut self.rows, &mut self.equal, &mut self.unequal] {
            rows.iter_mut().for_each(|r| *r = r.replaced(v, value));
        }
        let e = value.to_expr();
        let to = |w: usize| if w == v { e.clone() } else { Expr::Var(w) };
        self.filters.iter_mut().for_each(|c| *c = c.replace(&to));
        self.to.iter_mut().for_each(|t| *t = t.replace(&to));
    }

    /// Puts a variable that no filter uses innermost, if the loops stay bounded so.
    fn choose_order(&mut self) -> Option<()> {
        let bounded = |order: &[usize]| {
            order
                .iter()
                .enumerate()
                .all(|(i, &v)| is_bounded(v, &order[..i], self.heaps, &self.rows, &self.filters))
        };
        let filtered = |v: usize| {
            let mut uses = false;
            self.filters
                .iter()
                .for_each(|c| c.each_var(&mut |w| uses |= w == v));
            uses
        };
        let orders = self.order.iter().rev().map(|&v| {
            let mut order: Vec<usize> = self.order.iter().copied().filter(|&w| w != v).collect();
            order.push(v);
            (filtered(v), order)
        });
        let best = orders
            .filter(|(_, order)| bounded(order))
            .min_by_key(|(filtered, _)| *filtered);
        match best {
            Some((_, order)) => self.order = order,
            None if !self.order.is_empty() => return None,
            None => {}
        }
        Some(())
    }

    /// Adds what the rows of an inner loop imply for the outer ones.
    fn project(&mut self) {
        for v in self.order.iter().skip(1).rev() {
            let (mut up, mut down) = (Vec::new(), Vec::new());
            for row in self
                .rows
                .iter()
                .filter(|r| r.has_numbers() && r.terms.len() > 1)
            {
                match row.number_at(*v) {
                    Some(c) if c > 0 => up.push((c, row.clone())),
                    Some(c) if c < 0 => down.push((-c, row.clone())),
                    _ => {}
                }
            }
            if up.len() * down.len() > 16 {
                continue;
            }
            for (p, a) in &up {
                for (n, b) in &down {
                    let row = a.scaled(&Expr::int(*n)).plus(&b.scaled(&Expr::int(*p)));
                    if !row.terms.is_empty() && !self.rows.contains(&row) {
                        self.rows.push(row);
                    }
                }
            }
        }
    }

    fn emit(self) -> Option<Case> {
        let heaps = self.heaps;
        let mut slots = Slots {
            heaps,
            all: Vec::new(),
        };
        let mut case = Case {
            slots: Vec::new(),
            checks: Vec::new(),
            conds: Vec::new(),
            levels: Vec::new(),
            results: Results::Rows(Vec::new()),
        };
        // The level at which all variables are known; level 0 is before the loops.
        let depth = |uses: &dyn Fn(usize) -> bool| {
            self.order
                .iter()
                .rposition(|&v| uses(v))
                .map_or(0, |i| i + 1)
        };
        let depth_of_row = |row: &Affine| depth(&|v| row.terms.contains_key(&v));
        let depth_of_cond = |cond: &Cond| {
            let mut found = Vec::new();
            cond.each_var(&mut |v| found.push(v));
            depth(&|v| found.contains(&v))
        };
        for &var in &self.order {
            let (rows, unequal, filters) = (Vec::new(), Vec::new(), Vec::new());
            case.levels.push(Level {
                var,
                rows,
                unequal,
                lo: Vec::new(),
                hi: Vec::new(),
                filters,
                values: Values::All,
            });
        }
        for row in &self.rows {
            match depth_of_row(row) {
                0 => {
                    let slot = slots.number(&row.constant)?;
                    if !case.checks.contains(&slot) {
                        case.checks.push(slot);
                    }
                }
                d => {
                    let compiled = slots.row(row, self.order[d - 1])?;
                    let rows = &mut case.levels[d - 1].rows;
                    if !rows.contains(&compiled) {
                        rows.push(compiled);
                    }
                }
            }
        }
        let last = self.order.last().copied();
        let results: Option<Vec<Affine>> = self.to.iter().map(|e| Affine::read(e, heaps)).collect();
        for cond in &self.filters {
            let d = depth_of_cond(cond);
            if d == 0 {
                case.conds.push(cond.clone());
                continue;
            }
            let level = &mut case.levels[d - 1];
            if let Some((bound, upper)) = general_bound(cond, level.var) {
                if upper {
                    level.hi.push(bound)
                } else {
                    level.lo.push(bound)
                }
            } else if level.values == Values::All
                && let Some(values) = slots.values(cond, level.var)?
            {
                level.values = values;
            } else {
                level.filters.push(cond.clone());
            }
        }
        let innermost_is_plain = results.is_some()
            && case
                .levels
                .last()
                .is_some_and(|l| l.filters.is_empty() && l.values == Values::All);
        for row in &self.unequal {
            match depth_of_row(row) {
                d if d > 0 && d == case.levels.len() && innermost_is_plain => {
                    let compiled = slots.row(row, self.order[d - 1])?;
                    case.levels[d - 1].unequal.push(compiled);
                }
                d => {
                    let cond = Cond::Cmp(row.to_expr(), Op::Ne, Expr::int(0));
                    if d == 0 {
                        case.conds.push(cond)
                    } else {
                        case.levels[d - 1].filters.push(cond)
                    }
                }
            }
        }
        case.results = match results {
            Some(results) => {
                let mut rows = Vec::new();
                for (i, to) in results.iter().enumerate() {
                    if self.rules.sums {
                        rows.push((i, slots.result(to, last)?));
                    } else if self.to[i] != Expr::Var(i) {
                        rows.push((
                            i,
                            slots.result(&to.minus(&Affine::fixed(Expr::Var(i))), last)?,
                        ));
                    }
                }
                Results::Rows(rows)
            }
            None => Results::General(self.to.clone()),
        };
        case.slots = slots.all;
        (case.slots.len() <= MAX_SLOTS).then_some(case)
    }
}

/// Does `v` have a least and a greatest value once `outer` are known?
fn is_bounded(v: usize, outer: &[usize], heaps: usize, rows: &[Affine], filters: &[Cond]) -> bool {
    let bounds = |upper: bool| {
        let by_row = rows.iter().any(|r| {
            let sign = r.number_at(v).unwrap_or(0).signum();
            sign == if upper { 1 } else { -1 }
                && r.terms.keys().all(|w| *w == v || outer.contains(w))
        });
        by_row
            || filters.iter().any(|c| {
                general_bound(c, v).is_some_and(|(bound, up)| {
                    let mut known = up == upper;
                    bound.each_var(&mut |w| known &= w < heaps || outer.contains(&w));
                    known
                })
            })
    };
    bounds(true) && bounds(false)
}

/// `v <= E` or `E <= v` for an `E` without `v`: the bound, and whether it is an upper one.
fn general_bound(cond: &Cond, v: usize) -> Option<(Expr, bool)> {
    let Cond::Cmp(l, Op::Le, r) = cond else {
        return None;
    };
    let free = |e: &Expr| {
        let mut free = true;
        e.each_var(&mut |w| free &= w != v);
        free
    };
    match (l, r) {
        (Expr::Var(w), e) if *w == v && free(e) => Some((e.clone(), true)),
        (e, Expr::Var(w)) if *w == v && free(e) => Some((e.clone(), false)),
        _ => None,
    }
}

/// The numbers of a case that depend on the position only, each once.
struct Slots {
    heaps: usize,
    all: Vec<Slot>,
}

impl Slots {
    fn number(&mut self, e: &Expr) -> Option<usize> {
        let slot = match linear(e, self.heaps) {
            Some((terms, constant)) => {
                let terms: Vec<(usize, i64)> = terms
                    .iter()
                    .copied()
                    .enumerate()
                    .filter(|(_, c)| *c != 0)
                    .collect();
                if terms.is_empty() {
                    Slot::Constant(constant)
                } else {
                    Slot::Linear(terms, constant)
                }
            }
            None => Slot::General(e.clone()),
        };
        if let Some(i) = self.all.iter().position(|s| *s == slot) {
            return Some(i);
        }
        self.all.push(slot);
        Some(self.all.len() - 1)
    }

    /// The row with `own` as its level's variable.
    fn row(&mut self, row: &Affine, own: usize) -> Option<Row> {
        self.result(row, Some(own))
    }

    fn result(&mut self, row: &Affine, own: Option<usize>) -> Option<Row> {
        let constant = self.number(&row.constant)?;
        let mut terms = Vec::new();
        for (&v, c) in &row.terms {
            if Some(v) != own {
                terms.push((v, self.number(c)?));
            }
        }
        let zero = Expr::int(0);
        let own = self.number(own.and_then(|v| row.terms.get(&v)).unwrap_or(&zero))?;
        Some(Row {
            constant,
            terms,
            own,
        })
    }

    /// A faster way to list the values of `v` that satisfy `cond`.
    fn values(&mut self, cond: &Cond, v: usize) -> Option<Option<Values>> {
        let unit = |e: &Expr, heaps: usize| {
            Affine::read(e, heaps).filter(|a| matches!(a.number_at(v), Some(1 | -1)))
        };
        let heaps = self.heaps;
        Some(match cond {
            Cond::Square(e) => match unit(e, heaps) {
                Some(a) => Some(Values::Squares(self.row(&a, v)?)),
                None => None,
            },
            Cond::Prime(e) => match unit(e, heaps) {
                Some(a) => Some(Values::Primes(self.row(&a, v)?)),
                None => None,
            },
            Cond::Divides(d, n) if *d == Expr::Var(v) && is_fixed(n, heaps) => {
                Some(Values::Divisors(self.number(n)?))
            }
            Cond::Divides(d, n) if is_fixed(d, heaps) => match unit(n, heaps) {
                Some(a) => {
                    let (row, modulus) = (self.row(&a, v)?, self.number(d)?);
                    Some(Values::Residue {
                        row,
                        modulus,
                        remainder: None,
                    })
                }
                None => None,
            },
            Cond::Cmp(Expr::Mod(e, m), Op::Eq, r) if is_fixed(m, heaps) && is_fixed(r, heaps) => {
                match unit(e, heaps) {
                    Some(a) => {
                        let (row, modulus, remainder) =
                            (self.row(&a, v)?, self.number(m)?, self.number(r)?);
                        Some(Values::Residue {
                            row,
                            modulus,
                            remainder: Some(remainder),
                        })
                    }
                    None => None,
                }
            }
            _ => None,
        })
    }
}

/// `Σ coefficient·coordinate + constant` in machine integers, if `e` is that.
fn linear(e: &Expr, heaps: usize) -> Option<(Vec<i64>, i64)> {
    let scale = |(terms, constant): (Vec<i64>, i64), k: i64| {
        let terms = terms
            .iter()
            .map(|c| c.checked_mul(k))
            .collect::<Option<Vec<_>>>()?;
        Some((terms, constant.checked_mul(k)?))
    };
    let zero = vec![0; heaps];
    match e {
        Expr::Int(n) => Some((zero, n.to_i64()?)),
        Expr::Var(v) => {
            let mut terms = zero;
            *terms.get_mut(*v)? = 1;
            Some((terms, 0))
        }
        Expr::Add(parts) => parts
            .iter()
            .try_fold((zero, 0_i64), |(terms, constant), part| {
                let (more, c) = linear(part, heaps)?;
                let terms = terms
                    .iter()
                    .zip(&more)
                    .map(|(a, b)| a.checked_add(*b))
                    .collect::<Option<Vec<_>>>()?;
                Some((terms, constant.checked_add(c)?))
            }),
        Expr::Neg(e) => scale(linear(e, heaps)?, -1),
        Expr::Mul(a, b) => match (linear(a, heaps)?, linear(b, heaps)?) {
            ((terms, k), other) if terms.iter().all(|c| *c == 0) => scale(other, k),
            (other, (terms, k)) if terms.iter().all(|c| *c == 0) => scale(other, k),
            _ => None,
        },
        _ => None,
    }
}
