//! The order in which options are printed: numbers, nimbers, uptimals, then other games by their options.
//!
//! It follows the field's standard tool, so that values print as researchers know them.

use super::print::{MAX_FORMS, too_long};
use super::store::{Opt, Store, Value};
use super::uptimal::Digits;
use crate::error::Result;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::Arc;

/// Left's and Right's options of a value, in the order of printing.
pub(crate) type Sides = Arc<(Vec<Value>, Vec<Value>)>;

impl Store {
    /// Sorts values into the order in which they are printed as options.
    pub fn order(&mut self, values: &mut Vec<Value>) -> Result<()> {
        if values.len() > 1 {
            for &v in values.iter() {
                match self.order_followers(v) {
                    // Games too large to be written out are ordered by what is at hand.
                    Err(e) if e.is_too_large() => {
                        let key = |s: &Store, v: Value| {
                            (s.class(s.opt(v)), s.left_stop(v), s.right_stop(v), v)
                        };
                        values.sort_by_cached_key(|&v| key(self, v));
                        return Ok(());
                    }
                    done => done?,
                }
            }
            let mut sorted = std::mem::take(values);
            sorted.sort_by(|&a, &b| self.printed_order(a, b));
            *values = sorted;
        }
        Ok(())
    }

    /// The options of a value in printed order; remembered.
    pub(crate) fn ordered_options(&mut self, g: Value) -> Result<Sides> {
        self.order_followers(g)?;
        Ok(self.side_table.get(&g).cloned().unwrap_or_default())
    }

    /// Numbers and packed values have no options worth listing here.
    fn is_leaf(&self, g: Value) -> bool {
        self.nu_of(self.opt(g).core).is_some()
    }

    /// Sorts the options of every follower of a value.
    fn order_followers(&mut self, g: Value) -> Result<()> {
        if self.is_leaf(g) || self.side_table.contains_key(&g) {
            return Ok(());
        }
        let mut stack = vec![(g, None::<(Vec<Value>, Vec<Value>)>)];
        let before = self.side_table.len();
        while let Some((v, options)) = stack.pop() {
            if self.side_table.contains_key(&v) {
                continue;
            }
            if self.side_table.len() - before > MAX_FORMS || stack.len() > 16 * MAX_FORMS {
                return Err(too_long());
            }
            let core = self.opt(v).core;
            self.digits(core)?;
            match options {
                None => {
                    let l = self.stored_options(v, true)?;
                    let r = self.stored_options(v, false)?;
                    let below: Vec<Value> = l.iter().chain(&r).copied().collect();
                    stack.push((v, Some((l, r))));
                    for o in below {
                        if !self.is_leaf(o) && !self.side_table.contains_key(&o) {
                            stack.push((o, None));
                        }
                        let core = self.opt(o).core;
                        self.digits(core)?;
                    }
                }
                Some((mut l, mut r)) => {
                    l.sort_by(|&a, &b| self.printed_order(a, b));
                    r.sort_by(|&a, &b| self.printed_order(a, b));
                    self.side_table.insert(v, Arc::new((l, r)));
                }
            }
        }
        Ok(())
    }

    /// Compares two values whose followers are sorted. The first options in which they differ decide, so no stack is needed.
    fn printed_order(&self, a: Value, b: Value) -> Ordering {
        let (mut a, mut b) = (a, b);
        'next: loop {
            if a == b {
                return Ordering::Equal;
            }
            let (x, y) = (self.opt(a), self.opt(b));
            let (cx, cy) = (self.class(x), self.class(y));
            if cx != cy {
                return cx.cmp(&cy);
            }
            if cx < 3 {
                let number = self.nums.cmp(x.num, y.num);
                let digits = |o: Opt| match self.nu_of(o.core) {
                    Some(nu) => Some(Arc::new(Digits::packed(nu))),
                    None => self.digit_table.get(&o.core).cloned().flatten(),
                };
                return number.then_with(|| match (digits(x), digits(y)) {
                    (Some(p), Some(q)) => p.printed_order(&q),
                    _ => x.core.cmp(&y.core),
                });
            }
            let (Some(p), Some(q)) = (self.side_table.get(&a), self.side_table.get(&b)) else {
                return a.cmp(&b);
            };
            for (l, r) in [(&p.0, &q.0), (&p.1, &q.1)] {
                if let Some((&s, &t)) = l.iter().zip(r.iter()).find(|(s, t)| s != t) {
                    (a, b) = (s, t);
                    continue 'next;
                }
                if l.len() != r.len() {
                    return l.len().cmp(&r.len());
                }
            }
            return Ordering::Equal;
        }
    }

    /// 0 for numbers, 1 for nimbers, 2 for uptimals, 3 for the rest.
    fn class(&self, o: Opt) -> u8 {
        if o.core == 0 {
            return 0;
        }
        match self.nu_of(o.core) {
            Some(nu) if nu.up == 0 && o.num.is_zero() => 1,
            Some(_) => 2,
            None if matches!(self.digit_table.get(&o.core), Some(Some(_))) => 2,
            None => 3,
        }
    }
}

/// The remembered printed orders.
pub(crate) type SideTable = FxHashMap<Value, Sides>;
