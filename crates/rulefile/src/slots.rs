//! The numbers of a compiled move that depend on the position only, each computed once per position.

use crate::affine::{Affine, is_fixed};
use crate::plan::{MAX_SLOTS, MAX_VARS, Row, Values};
use bouton_rules::formula::NoValue;
use bouton_rules::{Cond, Expr, Op};
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// How a number is computed. Numbers are indices: below [`MAX_VARS`] heaps, from there on slots.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Slot {
    Constant(i64),
    /// `Σ coefficient·number + constant`
    Linear(Vec<(usize, i64)>, i64),
    Least(Vec<usize>),
    Greatest(Vec<usize>),
    General(Expr),
}

/// The slots of a case, ready to be computed in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SlotTable {
    /// The constants in their places, 0 elsewhere.
    constants: Vec<i64>,
    computed: Vec<(usize, Slot)>,
    heaps: usize,
}

impl SlotTable {
    /// Computes every slot; `numbers` begins with the heaps.
    pub fn fill(&self, numbers: &mut [i64; MAX_VARS + MAX_SLOTS]) -> Result<(), NoValue> {
        numbers[MAX_VARS..MAX_VARS + self.constants.len()].copy_from_slice(&self.constants);
        for (i, slot) in &self.computed {
            numbers[*i] = match slot {
                Slot::Constant(n) => *n,
                Slot::Linear(terms, constant) => {
                    let mut sum = *constant;
                    for (v, c) in terms {
                        let term = numbers[*v].checked_mul(*c).ok_or(NoValue::Overflow)?;
                        sum = sum.checked_add(term).ok_or(NoValue::Overflow)?;
                    }
                    sum
                }
                Slot::Least(parts) => parts.iter().map(|&p| numbers[p]).min().unwrap_or(0),
                Slot::Greatest(parts) => parts.iter().map(|&p| numbers[p]).max().unwrap_or(0),
                Slot::General(e) => e.value(&numbers[..self.heaps])?,
            };
        }
        Ok(())
    }
}

/// The slots while a case is compiled, each once.
pub(crate) struct Slots {
    heaps: usize,
    all: Vec<Slot>,
}

impl Slots {
    pub fn new(heaps: usize) -> Slots {
        Slots {
            heaps,
            all: Vec::new(),
        }
    }

    /// `None` if there are too many.
    pub fn finish(self) -> Option<SlotTable> {
        let constant = |slot: &Slot| if let Slot::Constant(n) = slot { *n } else { 0 };
        let constants: Vec<i64> = self.all.iter().map(constant).collect();
        let numbered = self
            .all
            .into_iter()
            .enumerate()
            .map(|(i, slot)| (MAX_VARS + i, slot));
        let computed = numbered
            .filter(|(_, slot)| !matches!(slot, Slot::Constant(_)))
            .collect();
        (constants.len() <= MAX_SLOTS).then_some(SlotTable {
            constants,
            computed,
            heaps: self.heaps,
        })
    }

    fn add(&mut self, slot: Slot) -> usize {
        if let Some(i) = self.all.iter().position(|s| *s == slot) {
            return MAX_VARS + i;
        }
        self.all.push(slot);
        MAX_VARS + self.all.len() - 1
    }

    /// The number that holds the value of `e`.
    pub fn number(&mut self, e: &Expr) -> usize {
        let slot = match self.linear(e) {
            Some((terms, constant)) => {
                let terms: Vec<(usize, i64)> = terms.into_iter().filter(|(_, c)| *c != 0).collect();
                match (&terms[..], constant) {
                    ([], _) => Slot::Constant(constant),
                    ([(v, 1)], 0) => return *v,
                    _ => Slot::Linear(terms, constant),
                }
            }
            None => Slot::General(e.clone()),
        };
        self.add(slot)
    }

    /// `Σ coefficient·number + constant`, with slots for what is not linear; `None` if a constant is too large.
    fn linear(&mut self, e: &Expr) -> Option<(BTreeMap<usize, i64>, i64)> {
        let scaled = |(mut terms, constant): (BTreeMap<usize, i64>, i64), k: i64| {
            for c in terms.values_mut() {
                *c = c.checked_mul(k)?;
            }
            Some((terms, constant.checked_mul(k)?))
        };
        match e {
            Expr::Int(n) => Some((BTreeMap::new(), n.to_i64()?)),
            Expr::Var(v) => Some((BTreeMap::from([(*v, 1)]), 0)),
            Expr::Neg(e) => scaled(self.linear(e)?, -1),
            Expr::Add(parts) => {
                let (mut sum, mut total) = (BTreeMap::new(), 0_i64);
                for part in parts {
                    let (terms, constant) = self.linear(part)?;
                    total = total.checked_add(constant)?;
                    for (v, c) in terms {
                        let entry = sum.entry(v).or_insert(0_i64);
                        *entry = entry.checked_add(c)?;
                    }
                }
                Some((sum, total))
            }
            Expr::Mul(a, b) => match (self.linear(a)?, self.linear(b)?) {
                ((terms, k), other) if terms.is_empty() => scaled(other, k),
                (other, (terms, k)) if terms.is_empty() => scaled(other, k),
                _ => Some((BTreeMap::from([(self.add(Slot::General(e.clone())), 1)]), 0)),
            },
            Expr::Min(parts) | Expr::Max(parts) => {
                let mut numbers: Vec<usize> = parts.iter().map(|p| self.number(p)).collect();
                numbers.sort_unstable();
                let least = matches!(e, Expr::Min(_));
                let slot = if least {
                    Slot::Least(numbers)
                } else {
                    Slot::Greatest(numbers)
                };
                Some((BTreeMap::from([(self.add(slot), 1)]), 0))
            }
            Expr::Mod(..) | Expr::Div(..) | Expr::Xor(..) | Expr::Gcd(..) => {
                Some((BTreeMap::from([(self.add(Slot::General(e.clone())), 1)]), 0))
            }
        }
    }

    /// Adds `row` to `rows` (each at most 0) unless one of them implies it; one that it implies is replaced.
    pub fn push_row(&self, rows: &mut Vec<Row>, row: Row) {
        for old in rows
            .iter_mut()
            .filter(|old| old.terms == row.terms && old.own == row.own)
        {
            if let Some(difference) = self.difference(row.constant, old.constant) {
                if difference > 0 {
                    old.constant = row.constant;
                }
                return;
            }
        }
        rows.push(row);
    }

    /// The difference of two numbers, if it is a constant.
    fn difference(&self, a: usize, b: usize) -> Option<i64> {
        let parts = |n: usize| match n.checked_sub(MAX_VARS).map(|slot| &self.all[slot]) {
            Some(Slot::Constant(k)) => (Vec::new(), *k),
            Some(Slot::Linear(terms, k)) => (terms.clone(), *k),
            _ => (vec![(n, 1)], 0),
        };
        let ((left, a), (right, b)) = (parts(a), parts(b));
        if left == right {
            a.checked_sub(b)
        } else {
            None
        }
    }

    /// The row with `own` as its level's variable.
    pub fn row(&mut self, row: &Affine, own: usize) -> Row {
        self.result(row, Some(own))
    }

    pub fn result(&mut self, row: &Affine, own: Option<usize>) -> Row {
        let constant = self.number(&row.constant);
        let mut terms = Vec::new();
        for (&v, c) in &row.terms {
            if Some(v) != own {
                terms.push((v, self.number(c)));
            }
        }
        let zero = Expr::int(0);
        let own = self.number(own.and_then(|v| row.terms.get(&v)).unwrap_or(&zero));
        Row {
            constant,
            terms,
            own,
        }
    }

    /// A faster way to list the values of `v` that satisfy `cond`.
    pub fn values(&mut self, cond: &Cond, v: usize) -> Option<Values> {
        let heaps = self.heaps;
        let unit =
            |e: &Expr| Affine::read(e, heaps).filter(|a| matches!(a.number_at(v), Some(1 | -1)));
        match cond {
            Cond::Square(e) => unit(e).map(|a| Values::Squares(self.row(&a, v))),
            Cond::Prime(e) => unit(e).map(|a| Values::Primes(self.row(&a, v))),
            Cond::Divides(d, n) if *d == Expr::Var(v) && is_fixed(n, heaps) => {
                Some(Values::Divisors(self.number(n)))
            }
            Cond::Divides(d, n) if is_fixed(d, heaps) => unit(n).map(|a| Values::Residue {
                row: self.row(&a, v),
                modulus: self.number(d),
                remainder: None,
            }),
            Cond::Cmp(Expr::Mod(e, m), Op::Eq, r) if is_fixed(m, heaps) && is_fixed(r, heaps) => {
                unit(e).map(|a| Values::Residue {
                    row: self.row(&a, v),
                    modulus: self.number(m),
                    remainder: Some(self.number(r)),
                })
            }
            _ => None,
        }
    }
}
