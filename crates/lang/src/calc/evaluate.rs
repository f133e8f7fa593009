//! Evaluates a tree: one pass over its nodes, each of which follows its operands.

use super::arithmetic;
use super::cycles::{self, Half};
use super::error::{Error, Fault, Result};
use super::misere;
use super::object::Object;
use super::operations::{self, Arguments};
use super::stores::Stores;
use super::tree::*;
use bouton_value::Store;
use bouton_value::loopy::{Graph, LoopyValue};
use num_traits::ToPrimitive;
use std::collections::HashMap;

/// Lists by rule may nest so deep.
const MAX_RULES: usize = 20;

/// A list by rule may have so many members.
const MAX_MEMBERS: u64 = 100_000;

pub(crate) struct Evaluation<'a> {
    pub store: &'a mut Stores,
    pub variables: &'a mut HashMap<String, Object>,
    tree: &'a Tree,
    /// The bodies of lists by rule, which are evaluated once for each member: first and last node.
    bodies: Vec<(Id, Id)>,
    results: Vec<Option<Object>>,
    rules: usize,
}

/// The value of a statement.
pub(crate) fn evaluate(
    store: &mut Stores,
    variables: &mut HashMap<String, Object>,
    tree: &Tree,
) -> Result<Object> {
    let bodies = tree
        .nodes
        .iter()
        .filter_map(|n| match n {
            Node::Comprehension(c) => Some((c.start, c.body)),
            _ => None,
        })
        .collect();
    let mut e = Evaluation {
        store,
        variables,
        tree,
        bodies,
        results: vec![None; tree.nodes.len()],
        rules: 0,
    };
    let last = tree.nodes.len().saturating_sub(1);
    e.run(0, last)?;
    e.result(last)
}

impl Evaluation<'_> {
    /// Evaluates the nodes from `first` to `last`.
    fn run(&mut self, first: Id, last: Id) -> Result<()> {
        let mut i = first;
        while i <= last {
            // The largest body that starts here, other than the one that is being evaluated.
            let body = self
                .bodies
                .iter()
                .filter(|b| b.0 == i && b.1 < last)
                .map(|b| b.1)
                .max();
            if let Some(end) = body {
                i = end + 1;
                continue;
            }
            if self.tree.free[i].is_empty() {
                let o = self.node(i)?;
                self.results[i] = Some(o);
            }
            i += 1;
        }
        Ok(())
    }

    fn result(&self, id: Id) -> Result<Object> {
        self.results.get(id).cloned().flatten().ok_or_else(|| {
            let column = self.tree.columns.get(id).copied().unwrap_or(1);
            Error::at(
                column,
                "`pass` and labels stand alone as options, as in {0|pass} or a{0||a|*}",
            )
        })
    }

    fn list(&self, ids: &[Id]) -> Result<Vec<Object>> {
        ids.iter().map(|&i| self.result(i)).collect()
    }

    fn node(&mut self, i: Id) -> Result<Object> {
        let tree = self.tree;
        let column = tree.columns[i];
        let fail = |f: Fault| f.at(column);
        match &tree.nodes[i] {
            Node::Packed(p) => arithmetic::literal(self.store, p).map_err(fail),
            Node::Name(name) => self
                .variables
                .get(name)
                .cloned()
                .ok_or_else(|| Error::at(column, operations::unknown(name))),
            Node::Text(t) => Ok(Object::text(t.as_str())),
            Node::Player(left) => Ok(Object::Player(*left)),
            Node::Truth(t) => Ok(Object::Truth(*t)),
            Node::Loopy(name) => {
                let g = match *name {
                    "on" => LoopyValue::on(),
                    "off" => LoopyValue::off(),
                    "over" => LoopyValue::over(),
                    "under" => LoopyValue::under(),
                    "dud" => LoopyValue::dud(),
                    _ => LoopyValue::upon(),
                };
                Object::loopy(self.store, g).map_err(fail)
            }
            Node::Unary(sign, a) => {
                let a = self.result(*a)?;
                arithmetic::unary(self.store, *sign, &a).map_err(fail)
            }
            Node::Binary(sign, a, b) => {
                let (a, b) = (self.result(*a)?, self.result(*b)?);
                arithmetic::binary(self.store, *sign, &a, &b).map_err(fail)
            }
            Node::Call(operation, ids) => {
                let list = self.list(ids)?;
                let mut arguments = Arguments {
                    store: self.store,
                    operation,
                    list: &list,
                };
                (operation.run)(&mut arguments).map_err(fail)
            }
            Node::List(ids) => Object::list(self.list(ids)?).map_err(fail),
            Node::Set(ids) => Object::set(self.list(ids)?).map_err(fail),
            Node::Pair(p) => self.pair(i, p),
            Node::Comprehension(c) => self.by_rule(c, column),
            Node::Misere(text) => misere::read(&mut self.store.misere, text)
                .map(Object::Misere)
                .map_err(fail),
            Node::Pass | Node::Label(_) => self.result(i),
        }
    }

    /// Braces: a short game, a form, or a game with cycles.
    fn pair(&mut self, i: Id, p: &Pair) -> Result<Object> {
        let column = self.tree.columns[i];
        let loops = p.label.is_some()
            || p.left
                .iter()
                .chain(&p.right)
                .any(|&o| !self.tree.free[o].is_empty());
        if !loops {
            let (left, right) = (self.list(&p.left)?, self.list(&p.right)?);
            return arithmetic::braces(self.store, &left, &right, p.quoted)
                .map_err(|f| f.at(column));
        }
        let (tree, results) = (self.tree, &self.results);
        let mut place = column;
        let g = cycles::both_halves(self.store, |store, graph, half| {
            build(store, graph, half, tree, results, i, &mut place)
        })
        .map_err(|f| f.at(place))?;
        Object::loopy(self.store, g).map_err(|f| f.at(column))
    }

    fn by_rule(&mut self, c: &Comprehension, column: usize) -> Result<Object> {
        if self.rules >= MAX_RULES {
            return Err(Error::at(
                column,
                format!("lists by rule may nest at most {MAX_RULES} deep"),
            ));
        }
        let members: Vec<Object> = match &c.source {
            Source::In(list) => match self.result(*list)? {
                Object::List(l) | Object::Set(l) => l.items().to_vec(),
                o => {
                    return Err(Error::at(
                        self.tree.columns[*list],
                        format!(
                            "a list should follow `in`, not {}; write [2*x for x in [1,2,3]]",
                            o.kind()
                        ),
                    ));
                }
            },
            Source::Range(a, b) => {
                let mut ends = [0_i64; 2];
                for (end, id) in ends.iter_mut().zip([a, b]) {
                    let x = self.result(*id)?.as_rational(self.store);
                    *end = x
                        .filter(|x| x.is_integer())
                        .and_then(|x| x.to_integer().to_i64())
                        .ok_or_else(|| {
                            Error::at(
                                self.tree.columns[*id],
                                "the ends of a range are integers, as in [*(n) for n from 0 to 3]",
                            )
                        })?;
                }
                let [from, to] = ends;
                let many = i128::from(to) - i128::from(from) + 1;
                if many > i128::from(MAX_MEMBERS) {
                    return Err(Error::at(
                        column,
                        format!("a list by rule may have at most {MAX_MEMBERS} members"),
                    ));
                }
                let mut list = vec![];
                for n in from..=to {
                    list.push(Object::integer(self.store, n).map_err(|f| f.at(column))?);
                }
                list
            }
        };
        let before = self.variables.remove(&c.variable);
        let mut out = vec![];
        let mut failed = None;
        self.rules += 1;
        for m in members {
            self.variables.insert(c.variable.clone(), m);
            match self.run(c.start, c.body).and_then(|()| self.result(c.body)) {
                Ok(o) => out.push(o),
                Err(e) => {
                    failed = Some(e);
                    break;
                }
            }
        }
        self.rules -= 1;
        match before {
            Some(o) => self.variables.insert(c.variable.clone(), o),
            None => self.variables.remove(&c.variable),
        };
        match failed {
            Some(e) => Err(e),
            None => Object::list(out).map_err(|f| f.at(column)),
        }
    }
}

/// Builds the graph of braces that lead back to themselves or to braces inside; gives the node of the root.
fn build(
    store: &mut Store,
    graph: &mut Graph,
    half: Half,
    tree: &Tree,
    results: &[Option<Object>],
    root: Id,
    place: &mut usize,
) -> std::result::Result<(usize, bool), Fault> {
    let mut places: HashMap<Id, usize> = HashMap::new();
    let mut labels: HashMap<u32, usize> = HashMap::new();
    let mut sided = false;
    let start = graph.node()?;
    places.insert(root, start);
    let mut open = vec![root];
    while let Some(i) = open.pop() {
        let (Node::Pair(p), Some(&from)) = (&tree.nodes[i], places.get(&i)) else {
            continue;
        };
        if let Some(l) = p.label {
            labels.insert(l, from);
        }
        for (left, list) in [(true, &p.left), (false, &p.right)] {
            for &o in list {
                let to = match &tree.nodes[o] {
                    Node::Pass => from,
                    Node::Label(l) => match labels.get(l) {
                        Some(&n) => n,
                        None => return Err("this label has no braces around it".into()),
                    },
                    Node::Pair(_) if !tree.free[o].is_empty() => {
                        let n = graph.node()?;
                        places.insert(o, n);
                        open.push(o);
                        n
                    }
                    _ => {
                        let Some(object) = &results[o] else {
                            return Err("an option has no value".into());
                        };
                        *place = tree.columns[o];
                        let (n, s) = cycles::include_object(store, graph, object, half)?;
                        sided |= s;
                        n
                    }
                };
                graph.connect(from, left, to);
            }
        }
    }
    Ok((start, sided))
}
