//! A frame as an automaton: the product of its atoms' machines and, for each track, of a machine for valid words.

use crate::Result;
use crate::dfa::Dfa;
use crate::formula::{Atom, Formula};
use crate::frame::Frame;
use crate::limits::Budget;
use crate::machine::Machine;
use crate::search::World;
use crate::table::letters;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A Boolean combination of the answers of numbered machines.
enum Node {
    Machine(usize),
    Not(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
}

impl Node {
    /// The value as far as the machines' answers settle it.
    fn value(&self, answer: &dyn Fn(usize) -> Option<bool>) -> Option<bool> {
        let any = |nodes: &[Node], decisive: bool| {
            let mut settled = Some(!decisive);
            for node in nodes {
                match node.value(answer) {
                    Some(v) if v == decisive => return Some(decisive),
                    Some(_) => {}
                    None => settled = None,
                }
            }
            settled
        };
        match self {
            Node::Machine(m) => answer(*m),
            Node::Not(n) => n.value(answer).map(|v| !v),
            Node::And(ns) => any(ns, false),
            Node::Or(ns) => any(ns, true),
        }
    }
}

pub(crate) struct Product<'a> {
    /// The first tracks of a letter are the shared ones.
    pub tracks: usize,
    shared: usize,
    pub names: Vec<String>,
    machines: Vec<Machine<'a>>,
    node: Node,
    /// Machines, and atoms and connectives of the formula: what one letter costs.
    parts: u64,
    states: Vec<Rc<[u32]>>,
    ids: HashMap<Rc<[u32]>, u32>,
    accepts: Vec<bool>,
}

impl<'a> Product<'a> {
    pub fn new(frame: &Frame, shared: usize, world: &mut World<'a>) -> Result<Self> {
        // Keep the shared tracks and those that some condition reads.
        let mut atoms = Vec::new();
        for f in &frame.conditions {
            collect(f, &mut atoms, world.budget)?;
        }
        let mut used: HashSet<usize> = (0..shared).collect();
        atoms.iter().for_each(|a| used.extend(tracks_of(a)));
        let mut order: Vec<usize> = used.into_iter().collect();
        order.sort_unstable();
        let place = |track: usize| order.partition_point(|&t| t < track);
        let tracks = order.len();
        letters(&world.num, tracks)?;
        let mut machines = Vec::new();
        for atom in &atoms {
            machines.push(Machine::new(atom, tracks, &place, world)?);
        }
        let parts: u64 = frame.conditions.iter().map(Formula::size).sum();
        world.budget.formula(parts)?;
        world
            .budget
            .steps(parts.saturating_mul(atoms.len() as u64) / 4)?;
        let mut nodes: Vec<Node> = frame.conditions.iter().map(|f| node(f, &atoms)).collect();
        for track in 0..tracks {
            if let Some(valid) = Machine::valid(world.num, tracks, track, world.budget)? {
                nodes.push(Node::Machine(machines.len()));
                machines.push(valid);
            }
        }
        let names = order.iter().map(|&t| frame.names[t].clone()).collect();
        let (states, ids, accepts) = Default::default();
        let mut product = Product {
            tracks,
            shared,
            names,
            parts: parts + machines.len() as u64,
            machines,
            node: Node::And(nodes),
            states,
            ids,
            accepts,
        };
        let start = vec![0; product.machines.len()];
        product.intern(&start, world.budget)?;
        Ok(product)
    }

    fn intern(&mut self, state: &[u32], budget: &Budget) -> Result<u32> {
        if let Some(&id) = self.ids.get(state) {
            return Ok(id);
        }
        budget.state(state.len())?;
        let id = self.states.len() as u32;
        let answer = |m: usize| Some(self.machines[m].accepts(state[m]));
        self.accepts.push(self.node.value(&answer) == Some(true));
        let state: Rc<[u32]> = state.into();
        self.states.push(state.clone());
        self.ids.insert(state, id);
        Ok(id)
    }

    pub fn accepts(&self, state: u32) -> bool {
        self.accepts[state as usize]
    }

    /// Letters that differ only on tracks that are not shared.
    pub fn fan(&self, world: &World) -> usize {
        (world.num.radix() as usize).pow((self.tracks - self.shared) as u32)
    }

    /// The successors of a state that may still accept: letter, target.
    pub fn row(&mut self, state: u32, world: &mut World<'a>) -> Result<Vec<(u32, u32)>> {
        let letters = letters(&world.num, self.tracks)?;
        let from = self.states[state as usize].clone();
        let mut to = vec![0; from.len()];
        let mut row = Vec::new();
        for letter in 0..letters {
            world.budget.steps(1 + self.parts)?;
            for (m, machine) in self.machines.iter_mut().enumerate() {
                to[m] = machine.step(from[m], letter, world.budget)?;
            }
            let settled = |m: usize| self.machines[m].settled(to[m]);
            if self.node.value(&settled) != Some(false) {
                row.push((letter as u32, self.intern(&to, world.budget)?));
            }
        }
        Ok(row)
    }

    /// The whole automaton, where a state counts as accepting if some letters that are 0 on the shared tracks lead on to
    /// acceptance: the other tracks may need more digits. Its states are merged.
    pub fn finish(mut self, world: &mut World<'a>) -> Result<Dfa> {
        let letters = letters(&world.num, self.tracks)?;
        let fan = self.fan(world);
        let mut next: Vec<Vec<u32>> = Vec::new();
        while next.len() < self.states.len() {
            world.budget.state(2 * letters)?;
            let mut row = vec![u32::MAX; letters];
            for (letter, target) in self.row(next.len() as u32, world)? {
                row[letter as usize] = target;
            }
            next.push(row);
        }
        // One more state, from which nothing is accepted.
        let dead = next.len() as u32;
        next.push(vec![dead; letters]);
        next.iter_mut()
            .flatten()
            .filter(|t| **t == u32::MAX)
            .for_each(|t| *t = dead);
        let mut accepts = self.accepts;
        accepts.push(false);
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); next.len()];
        for (state, row) in next.iter().enumerate() {
            row[..fan]
                .iter()
                .for_each(|&t| before[t as usize].push(state as u32));
        }
        let mut open: Vec<usize> = (0..accepts.len()).filter(|&s| accepts[s]).collect();
        while let Some(state) = open.pop() {
            for &earlier in &before[state] {
                if !std::mem::replace(&mut accepts[earlier as usize], true) {
                    open.push(earlier as usize);
                }
            }
        }
        Dfa { next, accepts }.merged(world.budget)
    }
}

fn collect(formula: &Formula, atoms: &mut Vec<Atom>, budget: &Budget) -> Result<()> {
    match formula {
        Formula::Atom(a) => {
            budget.steps(1 + atoms.len() as u64)?;
            if !atoms.contains(a) {
                atoms.push(a.clone());
            }
            Ok(())
        }
        Formula::Not(f) => collect(f, atoms, budget),
        Formula::And(fs) | Formula::Or(fs) => fs.iter().try_for_each(|f| collect(f, atoms, budget)),
    }
}

fn node(formula: &Formula, atoms: &[Atom]) -> Node {
    let each = |fs: &[Formula]| fs.iter().map(|f| node(f, atoms)).collect();
    match formula {
        Formula::Atom(a) => Node::Machine(atoms.iter().position(|b| a == b).unwrap_or(atoms.len())),
        Formula::Not(f) => Node::Not(Box::new(node(f, atoms))),
        Formula::And(fs) => Node::And(each(fs)),
        Formula::Or(fs) => Node::Or(each(fs)),
    }
}

fn tracks_of(atom: &Atom) -> Vec<usize> {
    match atom {
        Atom::AtMostZero(form) | Atom::Zero(form) | Atom::Multiple(form, _) => {
            form.terms.keys().copied().collect()
        }
        Atom::Xor(tracks) => tracks.to_vec(),
        Atom::Member(_, tracks) => tracks.clone(),
    }
}
