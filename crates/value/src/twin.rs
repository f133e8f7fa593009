//! Slow twins: games as explicit trees, compared and simplified straight from the definitions. Tests run them beside the store.

use crate::error::Result;
use crate::short::{Store, Value};

/// A game written out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Form {
    /// Left's options.
    pub left: Vec<Form>,
    /// Right's options.
    pub right: Vec<Form>,
}

impl Form {
    /// G ≥ H unless some G^R ≤ H or some H^L ≥ G. Exponential in the depth.
    pub fn ge(&self, other: &Form) -> bool {
        !self.right.iter().any(|r| other.ge(r)) && !other.left.iter().any(|l| l.ge(self))
    }

    /// -G
    pub fn negative(&self) -> Form {
        let turn = |list: &[Form]| list.iter().map(Form::negative).collect();
        Form {
            left: turn(&self.right),
            right: turn(&self.left),
        }
    }

    /// G + H, option by option.
    pub fn plus(&self, other: &Form) -> Form {
        let side = |mine: &[Form], theirs: &[Form]| {
            let moved = mine.iter().map(|g| g.plus(other));
            moved.chain(theirs.iter().map(|h| self.plus(h))).collect()
        };
        Form {
            left: side(&self.left, &other.left),
            right: side(&self.right, &other.right),
        }
    }

    /// The canonical form: options in canonical form, reversible ones bypassed, dominated ones dropped, until nothing changes.
    pub fn canonical(&self) -> Form {
        let inner = |list: &[Form]| list.iter().map(Form::canonical).collect::<Vec<Form>>();
        let mut g = Form {
            left: inner(&self.left),
            right: inner(&self.right),
        };
        while g.bypass() {}
        g.drop_dominated();
        g
    }

    fn bypass(&mut self) -> bool {
        for i in 0..self.left.len() {
            if let Some(through) = self.left[i].right.iter().find(|r| self.ge(r)) {
                let next = through.left.clone();
                self.left.remove(i);
                self.left.extend(next);
                return true;
            }
        }
        for i in 0..self.right.len() {
            if let Some(through) = self.right[i].left.iter().find(|l| l.ge(self)) {
                let next = through.right.clone();
                self.right.remove(i);
                self.right.extend(next);
                return true;
            }
        }
        false
    }

    fn drop_dominated(&mut self) {
        let undominated = |list: &[Form], better: &dyn Fn(&Form, &Form) -> bool| {
            let keep = |i: usize| {
                !(0..list.len()).any(|j| {
                    j != i && better(&list[j], &list[i]) && (!better(&list[i], &list[j]) || j < i)
                })
            };
            (0..list.len())
                .filter(|&i| keep(i))
                .map(|i| list[i].clone())
                .collect::<Vec<Form>>()
        };
        self.left = undominated(&self.left, &|a, b| a.ge(b));
        self.right = undominated(&self.right, &|a, b| b.ge(a));
    }

    /// The value in a store.
    pub fn value(&self, store: &mut Store) -> Result<Value> {
        let side = |store: &mut Store, list: &[Form]| {
            list.iter()
                .map(|f| f.value(store))
                .collect::<Result<Vec<Value>>>()
        };
        let (l, r) = (side(store, &self.left)?, side(store, &self.right)?);
        store.game(&l, &r)
    }

    /// A value written out. Only for small ones.
    pub fn of(store: &mut Store, g: Value) -> Result<Form> {
        let side = |store: &mut Store, left: bool| -> Result<Vec<Form>> {
            let all = store.options(g, left)?;
            all.into_iter().map(|o| Form::of(store, o)).collect()
        };
        Ok(Form {
            left: side(store, true)?,
            right: side(store, false)?,
        })
    }

    /// Have the two forms the same options in any order, all the way down?
    pub fn same(&self, other: &Form) -> bool {
        let matched = |a: &[Form], b: &[Form]| {
            a.len() == b.len() && a.iter().all(|x| b.iter().any(|y| x.same(y)))
        };
        matched(&self.left, &other.left) && matched(&self.right, &other.right)
    }

    /// The stop with Left (or Right) to move, for a form in canonical form: numbers stop.
    pub fn stop(&self, store: &mut Store, left: bool) -> Result<crate::Dyadic> {
        let v = self.value(store)?;
        if let Some(x) = store.as_number(v) {
            return Ok(x);
        }
        let options = if left { &self.left } else { &self.right };
        let mut best: Option<crate::Dyadic> = None;
        for o in options {
            let s = o.stop(store, !left)?;
            best = Some(match best {
                Some(b) => {
                    if left {
                        b.max(s)
                    } else {
                        b.min(s)
                    }
                }
                None => s,
            });
        }
        Ok(best.unwrap_or(crate::Dyadic::ZERO))
    }
}
