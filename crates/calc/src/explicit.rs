//! Games kept in the form in which they were written: `'{0|}' + 1`, `'{-1|1}' : 1`. Only the ordinal sum and the companions of
//! forms need them; every other operation takes the value.

use crate::error::Fault;
use crate::forms;
use bouton_value::misere::{MisereGame, MisereStore};
use bouton_value::{Store, Value};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use std::collections::HashMap;
use std::rc::Rc;

/// Forms may nest so deep.
const MAX_DEPTH: u32 = 500;

/// Forms may have so many parts, written out.
const MAX_SIZE: u64 = 100_000;

/// A form: a pair of options as written, or forms put together.
#[derive(Clone, Debug)]
pub struct Explicit {
    shape: Shape,
    depth: u32,
    size: u64,
}

#[derive(Clone, Debug)]
enum Shape {
    Value(Value),
    Pair(Vec<Rc<Explicit>>, Vec<Rc<Explicit>>),
    Sum(Rc<Explicit>, Rc<Explicit>),
    Ordinal(Rc<Explicit>, Rc<Explicit>),
    Multiple(BigInt, Rc<Explicit>),
    /// A product or sum by name: Conway's product and such, of values.
    Named(&'static str, Rc<Explicit>, Rc<Explicit>),
}

type Form = Rc<Explicit>;

/// What a form is made of.
pub(crate) enum Parts<'a> {
    Pair(&'a [Form], &'a [Form]),
    Other,
}

impl Explicit {
    fn make(shape: Shape) -> Result<Form, Fault> {
        let parts: Vec<&Form> = match &shape {
            Shape::Value(_) => vec![],
            Shape::Pair(l, r) => l.iter().chain(r).collect(),
            Shape::Sum(a, b) | Shape::Ordinal(a, b) | Shape::Named(_, a, b) => vec![a, b],
            Shape::Multiple(_, a) => vec![a],
        };
        let depth = 1 + parts.iter().map(|f| f.depth).max().unwrap_or(0);
        let size = parts.iter().fold(1, |n: u64, f| n.saturating_add(f.size));
        if depth > MAX_DEPTH || size > MAX_SIZE {
            return Err(format!(
                "explicit forms may nest at most {MAX_DEPTH} deep and have {MAX_SIZE} parts; take G.CanonicalForm before going on"
            )
            .into());
        }
        Ok(Rc::new(Explicit { shape, depth, size }))
    }

    /// A misère form, read as a game in normal play.
    pub(crate) fn impartial(store: &MisereStore, g: MisereGame) -> Result<Form, Fault> {
        let mut known: HashMap<MisereGame, Form> = HashMap::new();
        // Options have smaller ids.
        for x in store.followers(g) {
            let options: Vec<Form> = store.options(x).iter().map(|o| known[o].clone()).collect();
            let form = if options.is_empty() {
                Explicit::value_of(Value::ZERO)?
            } else {
                Explicit::pair(options.clone(), options)?
            };
            known.insert(x, form);
        }
        Ok(known[&g].clone())
    }

    /// The options of a pair, or something else.
    pub(crate) fn parts(&self) -> Parts<'_> {
        match &self.shape {
            Shape::Pair(l, r) => Parts::Pair(l, r),
            _ => Parts::Other,
        }
    }

    pub(crate) fn value_of(g: Value) -> Result<Form, Fault> {
        Explicit::make(Shape::Value(g))
    }

    pub(crate) fn pair(left: Vec<Form>, right: Vec<Form>) -> Result<Form, Fault> {
        Explicit::make(Shape::Pair(left, right))
    }

    pub(crate) fn sum(a: &Form, b: &Form) -> Result<Form, Fault> {
        Explicit::make(Shape::Sum(a.clone(), b.clone()))
    }

    pub(crate) fn ordinal(a: &Form, b: &Form) -> Result<Form, Fault> {
        Explicit::make(Shape::Ordinal(a.clone(), b.clone()))
    }

    pub(crate) fn multiple(n: BigInt, a: &Form) -> Result<Form, Fault> {
        Explicit::make(Shape::Multiple(n, a.clone()))
    }

    pub(crate) fn named(name: &'static str, a: &Form, b: &Form) -> Result<Form, Fault> {
        Explicit::make(Shape::Named(name, a.clone(), b.clone()))
    }

    /// The negative, with the same shape.
    pub(crate) fn negative(&self, store: &mut Store) -> Result<Form, Fault> {
        let shape = match &self.shape {
            Shape::Value(v) => Shape::Value(store.neg(*v)?),
            Shape::Pair(l, r) => {
                let mut side = |list: &[Form]| {
                    list.iter()
                        .map(|f| f.negative(store))
                        .collect::<Result<Vec<_>, _>>()
                };
                let left = side(r)?;
                Shape::Pair(left, side(l)?)
            }
            Shape::Sum(a, b) => Shape::Sum(a.negative(store)?, b.negative(store)?),
            Shape::Ordinal(a, b) => Shape::Ordinal(a.negative(store)?, b.negative(store)?),
            Shape::Multiple(n, a) => Shape::Multiple(-n, a.clone()),
            Shape::Named(name, a, b) if *name == "ConwayProduct" => {
                Shape::Named(name, a.negative(store)?, b.clone())
            }
            Shape::Named(name, a, b) => Shape::Named(name, a.negative(store)?, b.negative(store)?),
        };
        Explicit::make(shape)
    }

    /// The canonical value.
    pub(crate) fn value(&self, store: &mut Store) -> Result<Value, Fault> {
        Ok(match &self.shape {
            Shape::Value(v) => *v,
            Shape::Pair(..) => {
                let (l, r) = self.sides(store)?;
                store.game(&l, &r)?
            }
            Shape::Sum(a, b) => {
                let (a, b) = (a.value(store)?, b.value(store)?);
                store.add(a, b)?
            }
            Shape::Multiple(n, a) => {
                let a = a.value(store)?;
                store.multiple(n, a)?
            }
            Shape::Ordinal(a, b) => {
                let b = b.value(store)?;
                let sides = a.sides(store)?;
                above(store, &sides, b)?
            }
            Shape::Named(name, a, b) => {
                if !a.is_canonical(store)? || !b.is_canonical(store)? {
                    return forms::compound(store, name, a, b);
                }
                let (a, b) = (a.value(store)?, b.value(store)?);
                match *name {
                    "ConwayProduct" => store.conway_product(a, b)?,
                    "ConjunctiveSum" => store.conjunctive_sum(a, b)?,
                    "SelectiveSum" => store.selective_sum(a, b)?,
                    "OrdinalProduct" => store.ordinal_product(a, b)?,
                    _ => return Err(format!("{name} has no canonical form").into()),
                }
            }
        })
    }

    /// Is it written with the options of the canonical form?
    fn is_canonical(&self, store: &mut Store) -> Result<bool, Fault> {
        let Shape::Pair(l, r) = &self.shape else {
            return Ok(matches!(self.shape, Shape::Value(_)));
        };
        if l.iter()
            .chain(r)
            .any(|f| !matches!(f.shape, Shape::Value(_)))
        {
            return Ok(false);
        }
        let (mut sides, v) = (self.sides(store)?, self.value(store)?);
        let mut canonical = (store.left_options(v)?, store.right_options(v)?);
        for list in [
            &mut sides.0,
            &mut sides.1,
            &mut canonical.0,
            &mut canonical.1,
        ] {
            store.order(list)?;
            list.dedup();
        }
        Ok(sides == canonical)
    }

    /// The values of Left's and of Right's options of the form.
    pub(crate) fn sides(&self, store: &mut Store) -> Result<(Vec<Value>, Vec<Value>), Fault> {
        Ok(match &self.shape {
            Shape::Value(v) => (store.left_options(*v)?, store.right_options(*v)?),
            Shape::Pair(l, r) => {
                let mut side = |list: &[Form]| {
                    list.iter()
                        .map(|f| f.value(store))
                        .collect::<Result<Vec<_>, _>>()
                };
                let left = side(l)?;
                (left, side(r)?)
            }
            Shape::Sum(a, b) => {
                let (x, y) = (a.sides(store)?, b.sides(store)?);
                let (a, b) = (a.value(store)?, b.value(store)?);
                let mut side = |x: &[Value], y: &[Value]| -> Result<Vec<Value>, Fault> {
                    let mut out = vec![];
                    for &o in x {
                        out.push(store.add(o, b)?);
                    }
                    for &o in y {
                        out.push(store.add(a, o)?);
                    }
                    Ok(out)
                };
                let left = side(&x.0, &y.0)?;
                (left, side(&x.1, &y.1)?)
            }
            Shape::Ordinal(a, b) => {
                let b = b.value(store)?;
                let base = a.sides(store)?;
                let mut out = base.clone();
                for (left, list) in [(true, &mut out.0), (false, &mut out.1)] {
                    for o in store.options(b, left)? {
                        list.push(above(store, &base, o)?);
                    }
                }
                out
            }
            Shape::Multiple(n, a) => {
                if n.to_i64() == Some(0) {
                    return Ok((vec![], vec![]));
                }
                let form = if n.is_negative() {
                    a.negative(store)?
                } else {
                    a.clone()
                };
                let (l, r) = form.sides(store)?;
                let g = form.value(store)?;
                let rest = store.multiple(&(n.abs() - 1), g)?;
                let mut side = |list: Vec<Value>| {
                    list.into_iter()
                        .map(|o| store.add(o, rest))
                        .collect::<Result<Vec<_>, _>>()
                };
                let left = side(l)?;
                (left, side(r)?)
            }
            Shape::Named(..) => {
                let v = self.value(store)?;
                (store.left_options(v)?, store.right_options(v)?)
            }
        })
    }

    /// The form as text.
    pub(crate) fn show(&self, store: &mut Store) -> Result<String, bouton_value::Error> {
        Ok(match &self.shape {
            Shape::Value(v) => store.write(*v, bouton_value::Notation::Ascii)?,
            Shape::Pair(l, r) => {
                let mut side = |list: &[Form]| {
                    list.iter()
                        .map(|f| f.show(store))
                        .collect::<Result<Vec<_>, _>>()
                        .map(|p| p.join(","))
                };
                let left = side(l)?;
                format!("'{{{left}|{}}}'", side(r)?)
            }
            Shape::Sum(a, b) => format!("{} + {}", a.show(store)?, b.show(store)?),
            Shape::Ordinal(a, b) => {
                format!("{} : {}", a.show_inside(store)?, b.show_inside(store)?)
            }
            Shape::Multiple(n, a) => format!("{n} * {}", a.show_inside(store)?),
            Shape::Named(name, a, b) => {
                format!("{} {name} {}", a.show_inside(store)?, b.show_inside(store)?)
            }
        })
    }

    fn show_inside(&self, store: &mut Store) -> Result<String, bouton_value::Error> {
        let text = self.show(store)?;
        Ok(match self.shape {
            Shape::Value(_) | Shape::Pair(..) => text,
            _ => format!("({text})"),
        })
    }
}

/// The ordinal sum of a form with the options `base` and the game `b`: {base, base:b^L | base, base:b^R}.
fn above(store: &mut Store, base: &(Vec<Value>, Vec<Value>), b: Value) -> Result<Value, Fault> {
    let mut known: HashMap<Value, Value> = HashMap::new();
    let mut stack = vec![b];
    while let Some(&g) = stack.last() {
        if known.contains_key(&g) {
            stack.pop();
            continue;
        }
        let (l, r) = (store.left_options(g)?, store.right_options(g)?);
        let open: Vec<Value> = l
            .iter()
            .chain(&r)
            .copied()
            .filter(|o| !known.contains_key(o))
            .collect();
        if !open.is_empty() {
            if known.len() + stack.len() > 1_000_000 {
                return Err("the right part of this ordinal sum has too many followers".into());
            }
            stack.extend(open);
            continue;
        }
        let side = |base: &[Value], list: &[Value]| -> Vec<Value> {
            base.iter()
                .copied()
                .chain(list.iter().filter_map(|o| known.get(o).copied()))
                .collect()
        };
        let (l, r) = (side(&base.0, &l), side(&base.1, &r));
        let v = store.game(&l, &r)?;
        known.insert(g, v);
        stack.pop();
    }
    known
        .get(&b)
        .copied()
        .ok_or_else(|| "the ordinal sum was not found".into())
}
