//! What the calculator does with games that have cycles, beyond the operations of the value engine.

use crate::error::Fault;
use crate::object::Object;
use crate::stores::Stores;
use bouton_value::loopy::{Graph, LoopyValue};
use bouton_value::{Store, Value};
use std::rc::Rc;

/// Which side of a sided value stands for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    On,
    Off,
}

/// Adds a value to a graph: gives the node of its onside or its offside.
pub(crate) fn include(graph: &mut Graph, g: &LoopyValue, half: Half) -> Result<usize, Fault> {
    let side = match half {
        Half::On => g.sides().0,
        Half::Off => g.sides().1,
    };
    let (part, root) = side.graph();
    Ok(graph.include(part)? + root)
}

/// The value of a graph that is built once for the onsides and once for the offsides of what is put into it.
pub(crate) fn both_halves(
    store: &mut Store,
    mut build: impl FnMut(&mut Store, &mut Graph, Half) -> Result<(usize, bool), Fault>,
) -> Result<LoopyValue, Fault> {
    let mut graph = Graph::new();
    let (root, sided) = build(store, &mut graph, Half::On)?;
    let on = LoopyValue::of(&graph, root)?;
    if !sided {
        return Ok(on);
    }
    let mut graph = Graph::new();
    let (root, _) = build(store, &mut graph, Half::Off)?;
    let off = LoopyValue::of(&graph, root)?;
    let (on, off) = (on.onside(), off.offside());
    if on == off {
        return Ok(on);
    }
    Ok(LoopyValue::from_sides(&on, &off)?)
}

/// Adds an object to a graph; tells whether it is a sided value.
pub(crate) fn include_object(
    store: &mut Store,
    graph: &mut Graph,
    o: &Object,
    half: Half,
) -> Result<(usize, bool), Fault> {
    Ok(match o {
        Object::Game(v) => (graph.short(store, *v)?, false),
        Object::Explicit(e) => {
            let v = e.value(store)?;
            (graph.short(store, v)?, false)
        }
        Object::Loopy(g) => (include(graph, g, half)?, !g.is_stopper()),
        _ => return Err(not_an_option(o)),
    })
}

pub(crate) fn not_an_option(o: &Object) -> Fault {
    format!(
        "{} cannot be an option; the options of a game are games, as in {{1,*|-1}}",
        o.kind()
    )
    .into()
}

/// {left|right}
pub(crate) fn pair(
    store: &mut Store,
    left: &[Object],
    right: &[Object],
) -> Result<LoopyValue, Fault> {
    both_halves(store, |store, graph, half| {
        let root = graph.node()?;
        let mut sided = false;
        for (is_left, list) in [(true, left), (false, right)] {
            for o in list {
                let (node, s) = include_object(store, graph, o, half)?;
                sided |= s;
                graph.connect(root, is_left, node);
            }
        }
        Ok((root, sided))
    })
}

/// {0||0|-g}, or its negative.
pub(crate) fn tiny(store: &mut Stores, g: &LoopyValue, miny: bool) -> Result<Object, Fault> {
    let zero = Object::Game(Value::ZERO);
    let minus = Object::Loopy(Rc::new(g.neg()));
    let inner = pair(store, std::slice::from_ref(&zero), &[minus])?;
    let t = pair(store, &[zero], &[Object::Loopy(Rc::new(inner))])?;
    Object::loopy(store, if miny { t.neg() } else { t })
}

fn stopper(g: &LoopyValue) -> Result<(&Graph, usize), Fault> {
    if !g.is_stopper() {
        return Err("a sided value has no options; take G.Onside or G.Offside first".into());
    }
    Ok(g.sides().0.graph())
}

/// A set of values.
pub(crate) fn set(store: &mut Stores, values: Vec<LoopyValue>) -> Result<Object, Fault> {
    let mut all = vec![];
    for g in values {
        all.push(Object::loopy(store, g)?);
    }
    Object::set(all)
}

/// The ordinal sum of a stopper and a stopper: every position of `top` has the options of `base` beside its own.
pub(crate) fn ordinal(base: &LoopyValue, top: &LoopyValue) -> Result<LoopyValue, Fault> {
    let (b, b_root) = stopper(base)?;
    let (t, t_root) = stopper(top)?;
    let mut graph = b.clone();
    let shift = graph.include(t)?;
    let node = b.nodes()[b_root].clone();
    for i in 0..t.nodes().len() {
        connect_all(&mut graph, shift + i, &node.left, &node.right);
    }
    Ok(LoopyValue::of(&graph, shift + t_root)?)
}

/// The ordinal sum whose base is a form with these options.
pub(crate) fn ordinal_over(
    store: &mut Store,
    left: &[Object],
    right: &[Object],
    top: &LoopyValue,
) -> Result<LoopyValue, Fault> {
    let (t, t_root) = stopper(top)?;
    let mut graph = t.clone();
    let mut sides = [vec![], vec![]];
    for (side, list) in sides.iter_mut().zip([left, right]) {
        for o in list {
            side.push(include_object(store, &mut graph, o, Half::On)?.0);
        }
    }
    for i in 0..t.nodes().len() {
        connect_all(&mut graph, i, &sides[0], &sides[1]);
    }
    Ok(LoopyValue::of(&graph, t_root)?)
}

fn connect_all(graph: &mut Graph, from: usize, left: &[usize], right: &[usize]) {
    for &o in left {
        graph.connect(from, true, o);
    }
    for &o in right {
        graph.connect(from, false, o);
    }
}

/// The game above a base with these options whose ordinal sum is the stopper `g`: the options of the base go, at every position.
///
/// # Errors
///
/// If there is no such game.
pub(crate) fn subordinate(
    store: &mut Store,
    g: &LoopyValue,
    left: &[Value],
    right: &[Value],
) -> Result<LoopyValue, Fault> {
    let (graph, root) = stopper(g)?;
    let mut values = vec![];
    for i in 0..graph.nodes().len() {
        values.push(LoopyValue::of(graph, i)?.to_short(store)?);
    }
    let mut top = Graph::new();
    for _ in 0..graph.nodes().len() {
        top.node()?;
    }
    for (i, node) in graph.nodes().iter().enumerate() {
        for (is_left, list, base) in [(true, &node.left, left), (false, &node.right, right)] {
            for &o in list {
                if values[o].is_none_or(|v| !base.contains(&v)) {
                    top.connect(i, is_left, o);
                }
            }
        }
    }
    let top = LoopyValue::of(&top, root)?;
    let games = |list: &[Value]| list.iter().copied().map(Object::Game).collect::<Vec<_>>();
    let back = ordinal_over(store, &games(left), &games(right), &top)?;
    if back == *g {
        Ok(top)
    } else {
        Err("there is no H with B:H = G".into())
    }
}
