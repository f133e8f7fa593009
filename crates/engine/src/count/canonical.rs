//! Components of partizan games by their canonical values: on the axes of the smallest group that holds them all, or value by value.

use super::components::{Components, Known, Need};
use super::each::Each;
use super::found::weight;
use super::source::step;
use crate::report::Entry;
use crate::workbench::Workbench;
use bouton_calc::{Calculator, Object};
use bouton_core::{Budget, Code, Error, Outcome, Play, Result, grouped};
use bouton_count::group::{Axes, Group, Number};
use bouton_count::positions::{Mark, Order, Parts, Positions, Weight};
use bouton_count::{Distribution, Selection, general, ring::Ring, ring::ring_of, with_ring};
use bouton_value::{Dyadic, Store, Value};
use num_bigint::BigInt;
use std::collections::{BTreeMap, HashMap};

/// Values of partizan components are computed for so many of them.
const MOST_CELLS: u64 = 1 << 17;

/// Partizan components.
pub(super) enum Partizan {
    /// All values are a number, ups, a nimber and switches.
    Axes(Components<Axes>),
    /// Other values are among them.
    Canonical(Box<Canonical>),
}

/// Components by canonical value, and the store that adds the values.
pub(super) struct Canonical {
    calculator: Calculator,
    /// Size (0 where there is no total), value, how many.
    parts: Vec<((u64, Value), BigInt)>,
    pub known: Known,
}

impl Workbench {
    /// The components of a partizan game, by canonical value.
    pub(super) fn partizan_parts(
        &self,
        each: &Each,
        need: &Need,
        budget: &Budget,
    ) -> Result<Partizan> {
        let Some(ranges) = each.small(MOST_CELLS) else {
            let up_to: Vec<String> = each.high.iter().map(ToString::to_string).collect();
            return Err(Error::new(
                Code::Size,
                format!(
                    "canonical values are computed for at most {} components, not for all up to {}; give smaller bounds",
                    grouped(MOST_CELLS),
                    up_to.join(", ")
                ),
            ));
        };
        let table = self.table(&ranges, false, Play::Normal, budget)?;
        let mut calculator = Calculator::new();
        let mut texts: HashMap<Box<str>, Value> = HashMap::new();
        let mut at: Vec<u64> = ranges.iter().map(|r| r.0).collect();
        let mut found: BTreeMap<(u64, Value), (u64, BigInt)> = BTreeMap::new();
        for entry in table.values {
            budget.visit(1)?;
            let value = match entry {
                None => None,
                Some(_) if !each.holds(&at) => None,
                Some(Entry::Value(text)) => Some(match texts.get(&text) {
                    Some(v) => *v,
                    None => {
                        let value = self.read_value(&mut calculator, &text)?;
                        texts.insert(text, value);
                        value
                    }
                }),
                Some(_) => return Err(self.no_sums()),
            };
            if let Some(value) = value {
                let size = if need.sized { at.iter().sum() } else { 0 };
                let to = found.entry((size, value)).or_default();
                to.0 += 1;
                if let Some(f) = &need.weight {
                    let at: Vec<BigInt> = at.iter().map(|&n| n.into()).collect();
                    to.1 += weight(f, &at)?;
                }
            }
            step(&mut at, &ranges);
        }
        let up_to: Vec<String> = each.high.iter().map(ToString::to_string).collect();
        let mut known = Known {
            status: "computed for all components in the bounds".to_string(),
            statement: format!(
                "the canonical values of {} up to {} are computed",
                self.name,
                up_to.join(", ")
            ),
            steps: vec![format!(
                "canonical values of single components up to {} by search",
                up_to.join(", ")
            )],
        };
        let mut axes: HashMap<Value, Axes> = HashMap::new();
        for (_, value) in found.keys() {
            if let Some(a) = axes_of(calculator.store(), *value)? {
                axes.insert(*value, a);
            }
        }
        if !found.keys().all(|(_, v)| axes.contains_key(v)) {
            if need.weight.is_some() {
                return Err(Error::input(format!(
                    "--sum: values of {} in the bounds are more than a number, ups, a nimber and switches, and over such only counts are taken",
                    self.name
                )));
            }
            known
                .steps
                .push("values add in the store of canonical forms".to_string());
            let parts = found
                .into_iter()
                .map(|(key, (c, _))| (key, c.into()))
                .collect();
            return Ok(Partizan::Canonical(Box::new(Canonical {
                calculator,
                parts,
                known,
            })));
        }
        known
            .steps
            .push(format!("values add as {}", smallest(axes.values())));
        let mut parts = Parts {
            values: Distribution::new(),
            sized: Default::default(),
        };
        let mut marks = Vec::new();
        for ((size, value), (count, weight)) in found {
            let value = axes[&value].clone();
            parts.values.add(value.clone(), count);
            if need.sized {
                parts
                    .sized
                    .entry(size)
                    .or_insert_with(Distribution::new)
                    .add(value.clone(), count);
            }
            if need.weight.is_some() {
                marks.push(Mark {
                    size,
                    value,
                    weight: Weight::Always(weight),
                });
            }
        }
        Ok(Partizan::Axes(Components {
            parts,
            marks,
            known,
        }))
    }

    fn read_value(&self, calculator: &mut Calculator, text: &str) -> Result<Value> {
        match calculator.evaluate(text) {
            Ok(Some(Object::Game(value))) => Ok(value),
            _ => Err(self.no_sums()),
        }
    }

    /// The value that a question names, on its axes; `None` if it has none.
    pub(super) fn value_on_axes(&self, text: &str) -> Result<Option<Axes>> {
        let mut calculator = Calculator::new();
        match calculator.evaluate(text) {
            Ok(Some(Object::Game(value))) => axes_of(calculator.store(), value),
            _ => Err(not_a_value(text)),
        }
    }
}

pub(super) fn not_a_value(text: &str) -> Error {
    Error::input(format!(
        "--value: `{text}` is not the value of a game; write one such as 3, *2, 1/2 or ^*"
    ))
}

fn wrap(e: bouton_value::Error) -> Error {
    Error::limit(e.to_string())
}

/// A value as number, ups, nimber, or as a number and one switch; `None` if it is neither.
fn axes_of(store: &mut Store, value: Value) -> Result<Option<Axes>> {
    if let Some(p) = store.as_number_up_star(value) {
        return Ok(Some(Axes {
            number: Number(p.number),
            ups: p.up.into(),
            nimber: p.nim,
            switches: Vec::new(),
        }));
    }
    let (left, right) = (store.left_stop(value), store.right_stop(value));
    let (l, r) = (
        store.number(&left).map_err(wrap)?,
        store.number(&right).map_err(wrap)?,
    );
    if left > right && store.game(&[l], &[r]).map_err(wrap)? == value {
        let half = |d: Dyadic| d.half().map(Number).map_err(wrap);
        return Ok(Some(Axes {
            number: half(&left + &right)?,
            switches: vec![half(&left - &right)?],
            ..Axes::default()
        }));
    }
    Ok(None)
}

/// The smallest group with all these values, in words.
fn smallest<'a>(values: impl Iterator<Item = &'a Axes> + Clone) -> &'static str {
    let any = |f: &dyn Fn(&Axes) -> bool| values.clone().any(f);
    let switches = any(&|a| !a.switches.is_empty());
    let ups = any(&|a| a.ups != BigInt::ZERO);
    let nimbers = any(&|a| a.nimber != 0);
    let fractions = any(&|a| !a.number.0.is_integer());
    let numbers = any(&|a| a.number.0.signum() != 0);
    match (switches, ups, nimbers, fractions, numbers) {
        (true, ..) => "number, ups, nimber and switches",
        (_, true, ..) => "number, ups and nimber",
        (_, _, true, true, _) => "number and nimber",
        (_, _, true, false, true) => "integer and nimber",
        (_, _, true, false, false) => "nimbers",
        (_, _, false, true, _) => "numbers",
        _ => "integers",
    }
}

impl Canonical {
    /// How many positions have an outcome or a value, of each total up to the one that is given.
    pub fn counts(
        &mut self,
        positions: &Positions,
        wanted: &Target,
        budget: &Budget,
    ) -> Result<Vec<BigInt>> {
        let store = &mut **self.calculator.store();
        let selection = match positions.order {
            Order::Tuples => Selection::Ordered,
            Order::Multisets => Selection::Multisets,
            _ => Selection::Sets,
        };
        let last = positions.total.unwrap_or(0);
        if positions.components.is_none() && self.parts.iter().any(|((size, _), _)| *size == 0) {
            return Err(Error::input(
                "components of size 0 can be added without end: say how many components there are, or leave those out",
            ));
        }
        let ks: Vec<bouton_count::Nat> = match &positions.components {
            Some(k) => vec![k.clone()],
            None => (0..=last).map(Into::into).collect(),
        };
        let mut out = vec![BigInt::ZERO; last as usize + 1];
        for k in ks {
            let modulus = positions.modulus.as_ref();
            let arranged: BigInt = match (positions.order, u64::try_from(&k)) {
                (Order::Arrangements, Ok(k)) if k <= 1 << 16 => (1..=k).map(BigInt::from).product(),
                _ => 1.into(),
            };
            with_ring!(ring_of(modulus)?, ring => {
                // Totals beyond the last are one class.
                let mut plus = |a: &(u64, Value), b: &(u64, Value)| {
                    let size = (a.0 + b.0).min(last + 1);
                    Ok(match size > last {
                        true => (size, Value::ZERO),
                        false => (size, store.add(a.1, b.1).map_err(wrap)?),
                    })
                };
                let zero = (0, Value::ZERO);
                let sums = general::combine_by(&ring, modulus, &self.parts, zero, (&k, selection), &mut plus, budget)?;
                for ((size, value), count) in sums {
                    if size <= last && wanted.accepts(store, value)? {
                        let count = ring.mul(&count, &ring.int(&arranged));
                        let to = &mut out[size as usize];
                        *to = ring.value(&ring.add(&ring.int(to), &count));
                    }
                }
            });
        }
        Ok(out)
    }

    /// The values with how many components have each.
    pub fn distribution(&mut self) -> Result<Vec<(String, String)>> {
        let mut counts: BTreeMap<Value, BigInt> = BTreeMap::new();
        for ((_, value), count) in &self.parts {
            *counts.entry(*value).or_default() += count;
        }
        let store = &mut **self.calculator.store();
        let row = |(v, c): (Value, BigInt)| {
            let text = store
                .write(v, bouton_value::Notation::Ascii)
                .map_err(wrap)?;
            Ok((text, c.to_string()))
        };
        counts.into_iter().map(row).collect()
    }

    /// The value that a question names.
    pub fn target(&mut self, text: &str) -> Result<Target> {
        match self.calculator.evaluate(text) {
            Ok(Some(Object::Game(value))) => Ok(Target::Value(value)),
            _ => Err(not_a_value(text)),
        }
    }
}

/// What is wanted of a sum of canonical values.
pub(super) enum Target {
    Outcome(Outcome),
    Value(Value),
}

impl Target {
    fn accepts(&self, store: &mut Store, value: Value) -> Result<bool> {
        Ok(match self {
            Target::Value(v) => *v == value,
            Target::Outcome(o) => o
                .letter()
                .starts_with(store.outcome(value).map_err(wrap)?.letter()),
        })
    }
}

/// Rows of a distribution on axes.
pub(super) fn rows<V: Group>(d: &Distribution<V>) -> Vec<(String, String)> {
    d.iter()
        .map(|(v, c)| (v.to_string(), c.to_string()))
        .collect()
}
