//! Sums and products that depend on the form: every position of both parts is kept as it was written.

use crate::error::Fault;
use crate::explicit::{Explicit, Parts};
use bouton_value::{Store, Value};
use std::collections::HashMap;

/// Two parts may have so many positions, multiplied.
const MAX_PAIRS: usize = 1_000_000;

/// The positions of a form: Left's and Right's options of each, which come before it; the last is the form itself.
#[derive(Default)]
pub(crate) struct Positions {
    nodes: Vec<(Vec<usize>, Vec<usize>)>,
    values: HashMap<Value, usize>,
    pairs: HashMap<*const Explicit, usize>,
}

impl Positions {
    /// The positions of a form; sums and products inside it count by their values.
    pub(crate) fn of(store: &mut Store, form: &Explicit) -> Result<Positions, Fault> {
        let mut p = Positions::default();
        p.include(store, form)?;
        Ok(p)
    }

    fn add(&mut self, left: Vec<usize>, right: Vec<usize>) -> Result<usize, Fault> {
        if self.nodes.len() >= MAX_PAIRS {
            return Err(too_large());
        }
        self.nodes.push((left, right));
        Ok(self.nodes.len() - 1)
    }

    /// Forms nest only so deep.
    fn include(&mut self, store: &mut Store, form: &Explicit) -> Result<usize, Fault> {
        let Parts::Pair(l, r) = form.parts() else {
            let v = form.value(store)?;
            return self.value(store, v);
        };
        if let Some(&i) = self.pairs.get(&std::ptr::from_ref(form)) {
            return Ok(i);
        }
        let (mut left, mut right) = (vec![], vec![]);
        for (list, side) in [(l, &mut left), (r, &mut right)] {
            for f in list {
                side.push(self.include(store, f)?);
            }
        }
        let i = self.add(left, right)?;
        self.pairs.insert(std::ptr::from_ref(form), i);
        Ok(i)
    }

    /// The positions of a canonical form.
    fn value(&mut self, store: &mut Store, v: Value) -> Result<usize, Fault> {
        if store.birthday(v)? > MAX_PAIRS.into() {
            return Err(too_large());
        }
        let mut stack = vec![v];
        while let Some(&g) = stack.last() {
            if self.values.contains_key(&g) {
                stack.pop();
                continue;
            }
            let (l, r) = (store.left_options(g)?, store.right_options(g)?);
            let before = stack.len();
            let open = l.iter().chain(&r);
            stack.extend(open.filter(|o| !self.values.contains_key(o)));
            if stack.len() > MAX_PAIRS {
                return Err(too_large());
            }
            if stack.len() == before {
                let side = |list: &[Value]| list.iter().map(|o| self.values[o]).collect();
                let (l, r) = (side(&l), side(&r));
                let i = self.add(l, r)?;
                self.values.insert(g, i);
                stack.pop();
            }
        }
        Ok(self.values[&v])
    }
}

fn too_large() -> Fault {
    Fault {
        message: format!("the parts may have at most {MAX_PAIRS} positions, multiplied"),
        limit: true,
    }
}

/// The value of a compound of two forms.
pub(crate) fn compound(
    store: &mut Store,
    name: &str,
    a: &Explicit,
    b: &Explicit,
) -> Result<Value, Fault> {
    let (p, q) = (Positions::of(store, a)?, Positions::of(store, b)?);
    let (n, m) = (p.nodes.len(), q.nodes.len());
    if n.saturating_mul(m) > MAX_PAIRS {
        return Err(too_large());
    }
    if name == "OrdinalProduct" {
        return ordinal_product(store, a, &q);
    }
    let mut values: Vec<Value> = Vec::with_capacity(n * m);
    for (i, x) in p.nodes.iter().enumerate() {
        for (j, y) in q.nodes.iter().enumerate() {
            let at = |i: usize, j: usize| {
                // Options come before; this pair is not there yet.
                values[i * m + j]
            };
            let mut sides: [Vec<Value>; 2] = [vec![], vec![]];
            for (side, left) in sides.iter_mut().zip([true, false]) {
                let of = |n: &(Vec<usize>, Vec<usize>), left: bool| {
                    if left { n.0.clone() } else { n.1.clone() }
                };
                if name == "ConwayProduct" {
                    for (s, t) in [(true, left), (false, !left)] {
                        for k in of(x, s) {
                            for l in of(y, t) {
                                let sum = store.add(at(k, j), at(i, l))?;
                                side.push(store.sub(sum, at(k, l))?);
                            }
                        }
                    }
                    continue;
                }
                for k in of(x, left) {
                    side.extend(of(y, left).into_iter().map(|l| at(k, l)));
                }
                if name == "SelectiveSum" {
                    side.extend(of(x, left).into_iter().map(|k| at(k, j)));
                    side.extend(of(y, left).into_iter().map(|l| at(i, l)));
                }
            }
            let v = store.game(&sides[0], &sides[1])?;
            values.push(v);
        }
    }
    values
        .last()
        .copied()
        .ok_or_else(|| "a form has positions".into())
}

/// {G·H^L : G^L, G·H^R : -G^R | G·H^L : G^R, G·H^R : -G^L} on the forms of G and H.
fn ordinal_product(store: &mut Store, g: &Explicit, h: &Positions) -> Result<Value, Fault> {
    let (gl, gr) = g.sides(store)?;
    let mut minus = (vec![], vec![]);
    for (from, to) in [(&gl, &mut minus.0), (&gr, &mut minus.1)] {
        for &v in from {
            to.push(store.neg(v)?);
        }
    }
    let mut values: Vec<Value> = vec![];
    for (left, right) in &h.nodes {
        let mut sides: [Vec<Value>; 2] = [vec![], vec![]];
        for (side, up, down) in [(0, &gl, &minus.1), (1, &gr, &minus.0)] {
            for (list, tops) in [(left, up), (right, down)] {
                for &k in list {
                    for &t in tops {
                        sides[side].push(store.ordinal_sum(values[k], t)?);
                    }
                }
            }
        }
        let v = store.game(&sides[0], &sides[1])?;
        values.push(v);
    }
    values
        .last()
        .copied()
        .ok_or_else(|| "a form has positions".into())
}
