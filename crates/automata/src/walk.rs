//! The product of several automata, some of whose tracks hold constants, explored letter by letter.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::automaton::{Automaton, Var, check_tracks};
use crate::diagram::{Builder, Diagram};
use crate::error::{Error, Limits};
use crate::numeration::Nat;
use crate::system::System;

type Tuple = SmallVec<[u32; 8]>;

/// All letters of one class lead to this tuple of states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub to: u32,
    pub class: u32,
    /// The number of letters of the class.
    pub size: u64,
}

/// What the parts see of a letter when the constants' letters are known.
struct Letters {
    diagram: Diagram,
    /// For each joint class the class in each part.
    classes: Vec<Tuple>,
    sizes: Vec<u64>,
}

pub(crate) struct Walk<'a> {
    sys: Arc<System>,
    parts: Vec<Automaton>,
    dead: Vec<Option<u32>>,
    vars: Vec<Var>,
    constants: Vec<Var>,
    /// The letters of the constants by position, the least significant first, as numbers into `letters`.
    rows: Vec<u32>,
    letters: Vec<Letters>,
    ids: FxHashMap<Tuple, u32>,
    tuples: Vec<Tuple>,
    edges: FxHashMap<(u32, u32), Arc<[Edge]>>,
    limits: &'a Limits,
}

impl<'a> Walk<'a> {
    pub fn new(
        sys: Arc<System>,
        parts: Vec<Automaton>,
        constants: Vec<(Var, Nat)>,
        vars: Vec<Var>,
        limits: &'a Limits,
    ) -> Result<Walk<'a>, Error> {
        check_tracks(vars.len())?;
        let values: Vec<Nat> = constants.iter().map(|c| c.1.clone()).collect();
        let mut walk = Walk {
            dead: parts.iter().map(Automaton::dead).collect(),
            constants: constants.into_iter().map(|c| c.0).collect(),
            rows: Vec::new(),
            letters: Vec::new(),
            ids: FxHashMap::default(),
            tuples: Vec::new(),
            edges: FxHashMap::default(),
            sys,
            parts,
            vars,
            limits,
        };
        // Letter 0: all constants have a leading zero.
        let mut known: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
        let zeros = vec![0; walk.constants.len()];
        walk.add_letters(&zeros)?;
        known.insert(zeros, 0);
        for row in walk.sys.word(&values).into_iter().rev() {
            let id = match known.get(&row) {
                Some(&id) => id,
                None => {
                    let id = walk.add_letters(&row)?;
                    known.insert(row, id);
                    id
                }
            };
            walk.rows.push(id);
        }
        let start = std::iter::repeat_n(0, walk.parts.len()).collect();
        walk.id(start);
        Ok(walk)
    }

    fn add_letters(&mut self, row: &[u16]) -> Result<u32, Error> {
        let identity: Vec<u32> = (0..self.vars.len() as u32).collect();
        let mut joint = Diagram::constant(self.sys.radix);
        let mut classes: Vec<Tuple> = vec![Tuple::new()];
        for part in &self.parts {
            let tracks: Vec<Result<u32, u16>> = part
                .vars
                .iter()
                .map(|v| match self.constants.iter().position(|c| c == v) {
                    Some(i) => Err(row[i]),
                    None => Ok(self.vars.binary_search(v).unwrap_or(0) as u32),
                })
                .collect();
            let mut builder = Builder::new(self.sys.radix);
            let root = builder.restrict(&part.diagram, &tracks);
            let own = builder.finish(root);
            let mut builder = Builder::new(self.sys.radix);
            let mut ids: FxHashMap<(u32, u32), u32> = FxHashMap::default();
            let mut longer: Vec<Tuple> = Vec::new();
            let root = builder.zip((&joint, &identity), (&own, &identity), &mut |a, b| {
                *ids.entry((a, b)).or_insert_with(|| {
                    let mut tuple = classes[a as usize].clone();
                    tuple.push(b);
                    longer.push(tuple);
                    longer.len() as u32 - 1
                })
            });
            joint = builder.finish(root);
            classes = longer;
            self.limits.check(classes.len(), 1)?;
        }
        let sizes = joint.sizes(classes.len(), self.vars.len());
        if sizes.contains(&u64::MAX) {
            return Err(Error::limit(
                "the variables have more than 2^64 letters together: count with fewer variables",
            ));
        }
        self.letters.push(Letters {
            diagram: joint,
            classes,
            sizes,
        });
        Ok(self.letters.len() as u32 - 1)
    }

    pub fn system(&self) -> &System {
        &self.sys
    }

    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    pub fn states(&self) -> usize {
        self.tuples.len()
    }

    pub fn start(&self) -> u32 {
        0
    }

    pub fn accepts(&self, state: u32) -> bool {
        let tuple = &self.tuples[state as usize];
        tuple
            .iter()
            .zip(&self.parts)
            .all(|(&s, part)| part.accept[s as usize])
    }

    /// The letters of the constants at a position, counted from the least significant.
    pub fn constants_at(&self, position: usize) -> u32 {
        self.rows.get(position).copied().unwrap_or(0)
    }

    fn id(&mut self, tuple: Tuple) -> u32 {
        let next = self.tuples.len() as u32;
        let id = *self.ids.entry(tuple.clone()).or_insert(next);
        if id == next {
            self.tuples.push(tuple);
        }
        id
    }

    /// Where the letters lead from a state; edges from which nothing is accepted are left out.
    pub fn edges(&mut self, state: u32, letter: u32) -> Result<Arc<[Edge]>, Error> {
        if let Some(edges) = self.edges.get(&(state, letter)) {
            return Ok(edges.clone());
        }
        let mut edges = Vec::new();
        let tuple = self.tuples[state as usize].clone();
        for class in 0..self.letters[letter as usize].classes.len() {
            let letters = &self.letters[letter as usize];
            let size = letters.sizes[class];
            if size == 0 {
                continue;
            }
            let mut to = Tuple::new();
            for (i, (&s, &c)) in tuple.iter().zip(&letters.classes[class]).enumerate() {
                let t = self.parts[i].step(s, c);
                if Some(t) == self.dead[i] {
                    break;
                }
                to.push(t);
            }
            if to.len() == tuple.len() {
                edges.push(Edge {
                    to: self.id(to),
                    class: class as u32,
                    size,
                });
            }
        }
        self.limits.check(self.tuples.len(), self.parts.len())?;
        self.limits.check(self.edges.len() / 16, 1)?;
        let edges: Arc<[Edge]> = edges.into();
        self.edges.insert((state, letter), edges.clone());
        Ok(edges)
    }

    /// The moments `Σ Π value(letter on track)^power` over the letters of each class.
    pub fn letter_moments(
        &self,
        letter: u32,
        powers: &[Vec<u32>],
        values: &[BigInt],
    ) -> Result<Vec<Vec<BigInt>>, Error> {
        let Letters {
            diagram, classes, ..
        } = &self.letters[letter as usize];
        let highest = powers.iter().flatten().max().copied().unwrap_or(0) as usize;
        // raised[d][e] = value(d)^e and its sum over all letters d.
        let raised: Vec<Vec<BigInt>> = values
            .iter()
            .map(|v| {
                let mut list = vec![BigInt::one()];
                for e in 0..highest {
                    list.push(&list[e] * v);
                }
                list
            })
            .collect();
        let sums: Vec<BigInt> = (0..=highest)
            .map(|e| raised.iter().map(|list| &list[e]).sum())
            .collect();
        Ok(diagram.moments(classes.len(), self.vars.len(), powers, &raised, &sums))
    }

    /// The length of the words to count, such that no accepted tuple is longer.
    pub fn length(&mut self) -> Result<usize, Error> {
        let fixed = self.rows.len();
        // Longer words begin, before the constants do, with a letter that is not zero.
        let mut first = Vec::new();
        let zero_class = self.letters[0].diagram.class(&[]);
        for edge in self.edges(0, 0)?.iter() {
            if edge.class != zero_class || edge.size > 1 {
                first.push(edge.to);
            }
        }
        let mut nodes: FxHashSet<u32> = FxHashSet::default();
        let mut stack = first.clone();
        while let Some(s) = stack.pop() {
            if nodes.insert(s) {
                stack.extend(self.edges(s, 0)?.iter().map(|e| e.to));
            }
        }
        match self.longest(&first, &nodes)? {
            Some(extra) => Ok(fixed + extra),
            None => {
                let useful = self.useful(&nodes)?;
                match self.longest(&first, &useful)? {
                    Some(extra) => Ok(fixed + extra),
                    None => Err(self.unbounded(&useful)?),
                }
            }
        }
    }

    /// The letters of the longest path that starts with one of the edges to `first` and stays in `nodes`; none if there is
    /// a cycle.
    fn longest(&mut self, first: &[u32], nodes: &FxHashSet<u32>) -> Result<Option<usize>, Error> {
        let mut depth: FxHashMap<u32, Option<usize>> = FxHashMap::default(); // None: on the path
        let mut best = 0;
        for &root in first.iter().filter(|s| nodes.contains(s)) {
            let mut path = vec![(root, 0usize, 0usize)];
            if !depth.contains_key(&root) {
                depth.insert(root, None);
                while let Some((s, next, longest)) = path.pop() {
                    let edges = self.edges(s, 0)?;
                    let Some(edge) = edges.get(next) else {
                        depth.insert(s, Some(longest));
                        if let Some(last) = path.last_mut() {
                            last.2 = last.2.max(longest + 1);
                        }
                        continue;
                    };
                    path.push((s, next + 1, longest));
                    if !nodes.contains(&edge.to) {
                        continue;
                    }
                    match depth.get(&edge.to) {
                        Some(None) => return Ok(None),
                        Some(Some(d)) => {
                            let d = d + 1;
                            if let Some(last) = path.last_mut() {
                                last.2 = last.2.max(d);
                            }
                        }
                        None => {
                            depth.insert(edge.to, None);
                            path.push((edge.to, 0, 0));
                        }
                    }
                }
            }
            if let Some(Some(d)) = depth.get(&root) {
                best = best.max(d + 1);
            }
        }
        Ok(Some(best))
    }

    /// Those of the nodes from which a word is accepted: leading letters, then all letters beside the constants.
    fn useful(&mut self, nodes: &FxHashSet<u32>) -> Result<FxHashSet<u32>, Error> {
        let mut layers: Vec<FxHashSet<u32>> = vec![nodes.clone()];
        for position in (0..self.rows.len()).rev() {
            let letter = self.constants_at(position);
            let mut next = FxHashSet::default();
            for &s in &layers[layers.len() - 1] {
                next.extend(self.edges(s, letter)?.iter().map(|e| e.to));
            }
            layers.push(next);
            let total: usize = layers.iter().map(FxHashSet::len).sum();
            self.limits.check(total / 16, 1)?;
        }
        let mut viable: FxHashSet<u32> = layers
            .pop()
            .unwrap_or_default()
            .into_iter()
            .filter(|&s| self.accepts(s))
            .collect();
        for position in 0..self.rows.len() {
            let letter = self.constants_at(position);
            let mut before = FxHashSet::default();
            for s in layers.pop().unwrap_or_default() {
                if self
                    .edges(s, letter)?
                    .iter()
                    .any(|e| viable.contains(&e.to))
                {
                    before.insert(s);
                }
            }
            viable = before;
        }
        // Backwards along the leading letters.
        let mut preds: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for &s in nodes {
            for edge in self.edges(s, 0)?.iter() {
                preds.entry(edge.to).or_default().push(s);
            }
        }
        let mut useful = FxHashSet::default();
        let mut stack: Vec<u32> = viable.into_iter().filter(|s| nodes.contains(s)).collect();
        while let Some(s) = stack.pop() {
            if useful.insert(s) {
                stack.extend(preds.get(&s).into_iter().flatten());
            }
        }
        Ok(useful)
    }

    /// The error that names a variable without a bound: one that is not zero where words of any length begin.
    fn unbounded(&mut self, useful: &FxHashSet<u32>) -> Result<Error, Error> {
        for edge in self.edges(0, 0)?.iter() {
            if self.longest(&[edge.to], useful)?.is_some() {
                continue;
            }
            for track in 0..self.vars.len() {
                let mut given = vec![None; self.vars.len()];
                for digit in 1..self.sys.radix {
                    given[track] = Some(digit as u16);
                    let choices = self.letters[0].diagram.choices(&given);
                    if choices.iter().any(|c| c.0 == edge.class) {
                        return Ok(Error::input(format!(
                            "variable {} has no bound, so there are infinitely many tuples: bound it, as in x < 10^6",
                            self.vars[track]
                        )));
                    }
                }
            }
        }
        Ok(Error::input(
            "there are infinitely many tuples: give each variable a bound",
        ))
    }
}

impl Diagram {
    /// For each class and each list of powers the sum, over the letters of the class, of the product of the powers of its
    /// parts; `raised[d][e]` is the e-th power of letter d, `sums[e]` the sum of these.
    fn moments(
        &self,
        classes: usize,
        tracks: usize,
        powers: &[Vec<u32>],
        raised: &[Vec<BigInt>],
        sums: &[BigInt],
    ) -> Vec<Vec<BigInt>> {
        let zero = || vec![BigInt::zero(); powers.len()];
        let mut at_class = vec![zero(); classes];
        let mut at_node: Vec<Vec<BigInt>> = (0..self.node_count()).map(|_| zero()).collect();
        let level = |r| self.track(r).map_or(tracks, |t| t as usize);
        // Parents have larger numbers than their children.
        let mut work = vec![(self.root, 0, vec![BigInt::one(); powers.len()])];
        let mut node = self.node_count();
        loop {
            for (to, from, moments) in work.drain(..) {
                let target = match self.class_or_node(to) {
                    Ok(class) => &mut at_class[class as usize],
                    Err(node) => &mut at_node[node],
                };
                for ((sum, m), power) in target.iter_mut().zip(moments).zip(powers) {
                    *sum += (from..level(to)).fold(m, |m, t| m * &sums[power[t] as usize]);
                }
            }
            if node == 0 {
                return at_class;
            }
            node -= 1;
            let here = std::mem::take(&mut at_node[node]);
            if here.iter().all(Zero::is_zero) {
                continue;
            }
            let r = Diagram::node_ref(node);
            let track = level(r);
            for (digit, raised) in raised.iter().enumerate() {
                let moments = here
                    .iter()
                    .zip(powers)
                    .map(|(m, power)| m * &raised[power[track] as usize])
                    .collect();
                work.push((self.kid(r, digit), track + 1, moments));
            }
        }
    }
}
