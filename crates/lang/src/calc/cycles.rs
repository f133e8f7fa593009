//! What the calculator does with games that have cycles, beyond the operations of the value engine.

use super::error::Fault;
use super::object::Object;
use super::stores::Stores;
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

/// Left's or Right's options of a stopper: short games in their printed order, then the others.
pub(crate) fn options(store: &mut Stores, g: &LoopyValue, left: bool) -> Result<Object, Fault> {
    let (graph, root) = stopper(g)?;
    let node = &graph.nodes()[root];
    let list = if left { &node.left } else { &node.right };
    collect(store, graph, list.clone())
}

fn collect(store: &mut Stores, graph: &Graph, nodes: Vec<usize>) -> Result<Object, Fault> {
    let mut short = vec![];
    let mut others = vec![];
    for n in nodes {
        match Object::loopy(store, LoopyValue::of(graph, n)?)? {
            Object::Game(v) => short.push(v),
            o => others.push(o),
        }
    }
    store.order(&mut short)?;
    let mut all: Vec<Object> = short.into_iter().map(Object::Game).collect();
    all.extend(others);
    Object::set(all)
}

/// Every follower of a stopper.
pub(crate) fn followers(store: &mut Stores, g: &LoopyValue) -> Result<Object, Fault> {
    let (graph, root) = stopper(g)?;
    let reachable = graph.reachable(root);
    collect(store, &reachable, (0..reachable.nodes().len()).collect())
}

/// The number of followers of a stopper.
pub(crate) fn follower_count(g: &LoopyValue) -> Result<usize, Fault> {
    let (graph, root) = stopper(g)?;
    Ok(graph.reachable(root).nodes().len())
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

/// G^x for G = {0|H}, or G→x for any G, where x has cycles. The definitions are those for numbers x:
/// G→x = {G^L, G→x^L | G^R, G→x^R}; G^x = {0|H_x} with H_x = {H^L, H_(x^R) | H^R, H_(x^L)}, the option 0 of x left out.
pub(crate) fn power(
    store: &mut Stores,
    g: Value,
    x: &LoopyValue,
    total: bool,
) -> Result<Object, Fault> {
    let (xs, x_root) = stopper(x)?;
    let base = if total {
        g
    } else {
        let (l, r) = (store.left_options(g)?, store.right_options(g)?);
        let one = store.integer(1);
        let one = LoopyValue::short(store, one)?;
        match (l.as_slice(), r.as_slice()) {
            ([Value::ZERO], [h]) if x.ge(&one)? => *h,
            ([Value::ZERO], [_]) => {
                return Err("an exponent with cycles must be at least 1, such as on".into());
            }
            _ => {
                let text = store.show(g);
                return Err(
                    format!("{text} has no powers: a base must have the form {{0|H}}").into(),
                );
            }
        }
    };
    let mut graph = Graph::new();
    let root = graph.short(store, base)?;
    let sides = graph.nodes()[root].clone();
    let zero = graph.short(store, Value::ZERO)?;
    let first = graph.nodes().len();
    for _ in xs.nodes() {
        graph.node()?;
    }
    let is_end = |i: usize| xs.nodes()[i].left.is_empty() && xs.nodes()[i].right.is_empty();
    for (i, n) in xs.nodes().iter().enumerate() {
        if is_end(i) {
            continue;
        }
        connect_all(&mut graph, first + i, &sides.left, &sides.right);
        let place = |list: &[usize]| -> Vec<usize> {
            list.iter()
                .filter(|&&o| total || !is_end(o))
                .map(|&o| if is_end(o) { zero } else { first + o })
                .collect()
        };
        let (l, r) = (place(&n.left), place(&n.right));
        if total {
            connect_all(&mut graph, first + i, &l, &r);
        } else {
            connect_all(&mut graph, first + i, &r, &l);
        }
    }
    let mut top = first + x_root;
    if !total {
        let outer = graph.node()?;
        connect_all(&mut graph, outer, &[zero], &[top]);
        top = outer;
    }
    Object::loopy(store, LoopyValue::of(&graph, top)?)
}
