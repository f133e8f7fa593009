//! Powers of short games to exponents with cycles: ↑^on, ↑→{5|pass}.

use super::graph::Graph;
use super::value::LoopyValue;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::short::{Store, Value};

impl LoopyValue {
    /// G→x for a stopper x: 0 stays 0, every other position of x gets the options of G beside its own.
    ///
    /// ```
    /// use bouton_value::{Store, loopy::LoopyValue};
    /// let mut s = Store::new();
    /// let up = s.ups(1)?;
    /// let upon = LoopyValue::power_total(&mut s, up, &LoopyValue::on())?;
    /// assert_eq!(upon, LoopyValue::upon());
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn power_total(store: &mut Store, g: Value, x: &LoopyValue) -> Result<LoopyValue> {
        let (l, r) = (store.left_options(g)?, store.right_options(g)?);
        let mut graph = Graph::new();
        let root = along(&mut graph, store, x, &l, &r, false)?;
        LoopyValue::of(&graph, root)
    }

    /// G^x for G = {0|H} and a stopper x >= 1: {0|H_x}, where the options of x change sides, 0 is left out, and those of H come
    /// beside.
    pub fn power(store: &mut Store, g: Value, x: &LoopyValue) -> Result<LoopyValue> {
        let one = store.number(&Dyadic::ONE)?;
        if !x.ge(&LoopyValue::short(store, one)?)? {
            return Err(Error::undefined(
                "the exponent of a power must be at least 1 if it has cycles",
            ));
        }
        let (left, right) = (store.left_options(g)?, store.right_options(g)?);
        let ([Value::ZERO], [h]) = (left.as_slice(), right.as_slice()) else {
            let g = store.show(g);
            return Err(Error::undefined(format!(
                "{g} has no powers: a base must have the form {{0|H}}"
            )));
        };
        let (l, r) = (store.left_options(*h)?, store.right_options(*h)?);
        let mut graph = Graph::new();
        let inner = along(&mut graph, store, x, &l, &r, true)?;
        let root = graph.node()?;
        let zero = graph.node()?;
        graph.connect(root, true, zero);
        graph.connect(root, false, inner);
        LoopyValue::of(&graph, root)
    }
}

/// A graph with the shape of x that has the options `l` and `r` beside at every position but 0.
fn along(
    graph: &mut Graph,
    store: &mut Store,
    x: &LoopyValue,
    l: &[Value],
    r: &[Value],
    crossed: bool,
) -> Result<usize> {
    if !x.is_stopper() {
        return Err(Error::undefined(
            "the exponent of a power must be a stopper",
        ));
    }
    let (shape, root) = x.sides().0.graph();
    let mut beside = [vec![], vec![]];
    for (list, values) in beside.iter_mut().zip([l, r]) {
        for &v in values {
            list.push(graph.short(store, v)?);
        }
    }
    let start = graph.nodes().len();
    for _ in shape.nodes() {
        graph.node()?;
    }
    let is_zero = |i: usize| shape.nodes()[i].left.is_empty() && shape.nodes()[i].right.is_empty();
    for (i, n) in shape.nodes().iter().enumerate() {
        if is_zero(i) {
            continue;
        }
        for (side, left) in beside.iter().zip([true, false]) {
            for &o in side {
                graph.connect(start + i, left, o);
            }
            let own = if left != crossed { &n.left } else { &n.right };
            for &o in own.iter().filter(|&&o| !(crossed && is_zero(o))) {
                graph.connect(start + i, left, start + o);
            }
        }
    }
    Ok(start + root)
}
