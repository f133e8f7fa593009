//! Evaluates a tree: one pass over its nodes, each of which follows its operands.

use crate::arithmetic;
use crate::cycles::{self, Half};
use crate::error::{Error, Fault, Result};
use crate::library;
use crate::literal;
use crate::misere;
use crate::object::Object;
use crate::operations::{self, Arguments};
use crate::stores::Stores;
use crate::tree::*;
use bouton_value::Store;
use bouton_value::loopy::{Graph, LoopyValue};
use bouton_value::ordinal::Surreal;
use std::collections::HashMap;
use std::rc::Rc;

pub(crate) struct Evaluation<'a> {
    pub store: &'a mut Stores,
    pub variables: &'a mut HashMap<String, Object>,
    pub tree: &'a Tree,
    /// The bodies of scripts, which are evaluated when it is their turn, by their first nodes.
    bodies: HashMap<Id, Vec<Id>>,
    results: Vec<Option<Object>>,
    /// How deep scripts are nested here.
    pub depth: usize,
}

/// The value of a statement.
pub(crate) fn evaluate(
    store: &mut Stores,
    variables: &mut HashMap<String, Object>,
    tree: &Tree,
) -> Result<Object> {
    let mut bodies: HashMap<Id, Vec<Id>> = HashMap::new();
    let mut add = |b: Body| bodies.entry(b.start).or_default().push(b.root);
    for n in &tree.nodes {
        match n {
            Node::For(f) => add(f.body),
            Node::While(w) => {
                add(w.condition);
                add(w.body);
            }
            Node::If(branches, otherwise) => {
                for b in branches {
                    add(b.condition);
                    add(b.body);
                }
                otherwise.iter().copied().for_each(&mut add);
            }
            _ => {}
        }
    }
    let mut e = Evaluation {
        store,
        variables,
        tree,
        bodies,
        results: vec![None; tree.nodes.len()],
        depth: 0,
    };
    let last = tree.nodes.len().saturating_sub(1);
    e.run(0, last)?;
    e.result(last)
}

impl Evaluation<'_> {
    /// Evaluates the nodes from `first` to `last`.
    pub fn run(&mut self, first: Id, last: Id) -> Result<()> {
        let mut i = first;
        while i <= last {
            // The largest body that starts here, other than the one that is being evaluated.
            let body = self
                .bodies
                .get(&i)
                .and_then(|ends| ends.iter().copied().filter(|&end| end < last).max());
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

    pub fn result(&self, id: Id) -> Result<Object> {
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

    /// A result; of a position, its value.
    fn value(&mut self, id: Id) -> Result<Object> {
        let column = self.tree.columns[id];
        let o = self.result(id)?;
        library::valued(self.store, o).map_err(|f| f.at(column))
    }

    fn values(&mut self, ids: &[Id]) -> Result<Vec<Object>> {
        ids.iter().map(|&i| self.value(i)).collect()
    }

    fn node(&mut self, i: Id) -> Result<Object> {
        let tree = self.tree;
        let column = tree.columns[i];
        let fail = |f: Fault| f.at(column);
        match &tree.nodes[i] {
            Node::Packed(p) => literal::literal(self.store, p).map_err(fail),
            Node::Name(name) => self
                .variables
                .get(name)
                .cloned()
                .ok_or_else(|| Error::at(column, operations::unknown(name))),
            Node::Text(t) => Ok(Object::text(t.as_str())),
            Node::Player(left) => Ok(Object::Player(*left)),
            Node::Truth(t) => Ok(Object::Truth(*t)),
            Node::Omega => Ok(Object::Surreal(Rc::new(Surreal::omega()))),
            Node::Infinite => Ok(Object::Infinite(true)),
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
                let a = self.value(*a)?;
                arithmetic::unary(self.store, *sign, &a).map_err(fail)
            }
            Node::Binary(sign, a, b) => {
                let (a, b) = (self.value(*a)?, self.value(*b)?);
                arithmetic::binary(self.store, *sign, &a, &b).map_err(fail)
            }
            Node::Call(operation, ids) => {
                let mut list = self.list(ids)?;
                if let Some(done) = operations::positions::direct(self.store, operation, &list) {
                    return done.map_err(fail);
                }
                for (o, &id) in list.iter_mut().zip(ids) {
                    if matches!(o, Object::Position(_)) {
                        *o = self.value(id)?;
                    }
                }
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
            Node::For(f) => self.repeat(f, column),
            Node::While(w) => self.repeat_while(w, column),
            Node::If(branches, otherwise) => self.choose(branches, *otherwise, column),
            Node::Assign(name, a) => {
                let o = self.result(*a)?;
                self.variables.insert(name.clone(), o.clone());
                Ok(o)
            }
            Node::Block(ids) => ids.last().map_or(Ok(Object::Nothing), |&i| self.result(i)),
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
            let (left, right) = (self.values(&p.left)?, self.values(&p.right)?);
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
