//! One case of a move on its way to loops: equations solved, loops ordered, conditions given to the loop that can test them.

use crate::affine::Affine;
use crate::plan::{Case, Level, Results, Values};
use crate::slots::Slots;
use bouton_rules::{Cond, Expr, HeapRules, MoveRule, Op};

/// A case while it is compiled.
pub(crate) struct Draft<'a> {
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
    pub fn new(rules: &'a HeapRules, rule: &MoveRule, conds: Vec<Cond>) -> Self {
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
                        self.keep_definition(&cond);
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
                self.keep_definition(&cond);
                return;
            }
        }
        self.filters.push(cond);
    }

    /// A product by 0 drops a term from a row, and with it that the term may be undefined: that it is defined becomes a condition
    /// of its own.
    fn keep_definition(&mut self, cond: &Cond) {
        if let Cond::Cmp(l, _, r) = cond {
            for e in [l, r] {
                let defined = e.defined();
                if has_product(e) && defined != Cond::True {
                    self.filters.push(defined);
                }
            }
        }
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

    pub fn finish(mut self) -> Option<Case> {
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
        let mut slots = Slots::new(heaps);
        let mut case = Case {
            slots: Slots::new(heaps).finish()?,
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
                    let slot = slots.number(&row.constant);
                    if !case.checks.contains(&slot) {
                        case.checks.push(slot);
                    }
                }
                d => {
                    let compiled = slots.row(row, self.order[d - 1]);
                    slots.push_row(&mut case.levels[d - 1].rows, compiled);
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
                && let Some(values) = slots.values(cond, level.var)
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
                    let compiled = slots.row(row, self.order[d - 1]);
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
                        rows.push((i, slots.result(to, last)));
                    } else if self.to[i] != Expr::Var(i) {
                        rows.push((
                            i,
                            slots.result(&to.minus(&Affine::fixed(Expr::Var(i))), last),
                        ));
                    }
                }
                Results::Rows(rows)
            }
            None => Results::General(self.to.clone()),
        };
        case.slots = slots.finish()?;
        Some(case)
    }
}

/// Is some part of the expression a product?
fn has_product(e: &Expr) -> bool {
    match e {
        Expr::Int(_) | Expr::Var(_) => false,
        Expr::Mul(..) => true,
        Expr::Neg(e) => has_product(e),
        Expr::Add(parts) | Expr::Min(parts) | Expr::Max(parts) => parts.iter().any(has_product),
        Expr::Mod(a, b) | Expr::Div(a, b) | Expr::Xor(a, b) | Expr::Gcd(a, b) => {
            has_product(a) || has_product(b)
        }
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
