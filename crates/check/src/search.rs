//! The one question that every obligation comes down to: is there an assignment that satisfies one frame (`outer`)
//! while no extension of its first tracks satisfies any of some other frames (`inner`)?
//!
//! Frames run as products of machines, digits least significant first. The inner frames guess the digits of their own
//! tracks, so all their runs are followed at once (the subset construction), along with one run of the outer frame.
//! Breadth first, so a counter-example found has as few digits as possible.

use crate::error::Budget;
use crate::formula::{Atom, Formula, Frame};
use crate::machine::Machine;
use crate::numeration::Numeration;
use crate::table::{Table, letter_digits, letters};
use crate::{Error, Result};
use num_bigint::BigUint;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Everything that stays the same during a check.
pub(crate) struct World<'a> {
    pub num: Numeration,
    pub tables: &'a [Table],
    pub budget: &'a mut Budget,
}

/// Named values that violate an obligation.
pub(crate) type Example = Vec<(String, BigUint)>;

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

/// The transitions out of a state: letter, target.
type Row = Rc<[(u32, u32)]>;

/// A frame as an automaton: the product of its atoms' machines and of one machine a track for valid words.
struct Product<'a> {
    tracks: usize,
    shared: usize,
    names: Vec<String>,
    machines: Vec<Machine<'a>>,
    node: Node,
    states: Vec<Rc<[u32]>>,
    ids: HashMap<Rc<[u32]>, u32>,
    /// Transitions out of a state to states that may still accept: letter, target; sorted by letter.
    rows: Vec<Option<Row>>,
    accepts: Vec<bool>,
    /// Whether a state accepts after some further letters that are 0 on the shared tracks.
    ends: Vec<Option<bool>>,
}

impl<'a> Product<'a> {
    fn new(frame: &Frame, shared: usize, world: &mut World<'a>) -> Result<Self> {
        // Keep the shared tracks and those that some condition reads.
        let mut atoms = Vec::new();
        frame.conditions.iter().for_each(|f| collect(f, &mut atoms));
        let mut used: HashSet<usize> = (0..shared).collect();
        atoms.iter().for_each(|a| used.extend(tracks_of(a)));
        let mut order: Vec<usize> = used.into_iter().collect();
        order.sort_unstable();
        let place = |track: usize| order.partition_point(|&t| t < track);
        let tracks = order.len();
        letters(&world.num, tracks)?;
        let mut machines = Vec::new();
        for atom in &atoms {
            machines.push(Machine::new(
                world.num,
                atom,
                world.tables,
                tracks,
                &place,
                world.budget,
            )?);
        }
        let all = |f: &Formula| node(f, &atoms);
        let mut nodes: Vec<Node> = frame.conditions.iter().map(all).collect();
        for track in 0..tracks {
            if let Some(valid) = Machine::valid(world.num, tracks, track, world.budget)? {
                nodes.push(Node::Machine(machines.len()));
                machines.push(valid);
            }
        }
        let names = order.iter().map(|&t| frame.names[t].clone()).collect();
        let (states, ids, rows, accepts, ends) = Default::default();
        let mut product = Product {
            tracks,
            shared,
            names,
            machines,
            node: Node::And(nodes),
            states,
            ids,
            rows,
            accepts,
            ends,
        };
        let start = vec![0; product.machines.len()];
        product.intern(&start, world.budget)?;
        Ok(product)
    }

    fn intern(&mut self, state: &[u32], budget: &mut Budget) -> Result<u32> {
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
        self.rows.push(None);
        self.ends.push(None);
        Ok(id)
    }

    fn row(&mut self, state: u32, world: &mut World<'a>) -> Result<Row> {
        if let Some(row) = &self.rows[state as usize] {
            return Ok(row.clone());
        }
        let letters = letters(&world.num, self.tracks)?;
        world
            .budget
            .steps((letters * self.machines.len().max(1)) as u64)?;
        let from = self.states[state as usize].clone();
        let mut to = vec![0; from.len()];
        let mut row = Vec::new();
        for letter in 0..letters {
            for (m, machine) in self.machines.iter_mut().enumerate() {
                to[m] = machine.step(from[m], letter, world.budget)?;
            }
            let settled = |m: usize| self.machines[m].settled(to[m]);
            if self.node.value(&settled) != Some(false) {
                row.push((letter as u32, self.intern(&to, world.budget)?));
            }
        }
        world.budget.state(row.len())?;
        let row: Row = row.into();
        self.rows[state as usize] = Some(row.clone());
        Ok(row)
    }

    /// Letters that differ only on tracks that are not shared.
    fn fan(&self, num: &Numeration) -> u32 {
        (num.radix() as u32).pow((self.tracks - self.shared) as u32)
    }

    fn ends(&mut self, state: u32, world: &mut World<'a>) -> Result<bool> {
        if let Some(known) = self.ends[state as usize] {
            return Ok(known);
        }
        let fan = self.fan(&world.num);
        let mut seen = HashSet::from([state]);
        let mut open = vec![state];
        while let Some(s) = open.pop() {
            if self.accepts[s as usize] || self.ends[s as usize] == Some(true) {
                self.ends[state as usize] = Some(true);
                return Ok(true);
            }
            if self.ends[s as usize].is_some() {
                continue;
            }
            let row = self.row(s, world)?;
            open.extend(
                row.iter()
                    .take_while(|(letter, _)| *letter < fan)
                    .map(|&(_, t)| t)
                    .filter(|&t| seen.insert(t)),
            );
        }
        seen.into_iter()
            .for_each(|s| self.ends[s as usize] = Some(false));
        Ok(false)
    }
}

fn collect(formula: &Formula, atoms: &mut Vec<Atom>) {
    match formula {
        Formula::Atom(a) if !atoms.contains(a) => atoms.push(a.clone()),
        Formula::Atom(_) => {}
        Formula::Not(f) => collect(f, atoms),
        Formula::And(fs) | Formula::Or(fs) => fs.iter().for_each(|f| collect(f, atoms)),
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

/// All runs of the inner frames, as sorted sets of (frame, state).
struct Subsets<'a> {
    products: Vec<Product<'a>>,
    sets: Vec<Rc<[(u32, u32)]>>,
    ids: HashMap<Rc<[(u32, u32)]>, u32>,
    rows: Vec<Option<Rc<[u32]>>>,
    /// Whether some run accepts.
    covers: Vec<bool>,
}

impl<'a> Subsets<'a> {
    fn intern(&mut self, mut set: Vec<(u32, u32)>, world: &mut World<'a>) -> Result<u32> {
        set.sort_unstable();
        set.dedup();
        if let Some(&id) = self.ids.get(set.as_slice()) {
            return Ok(id);
        }
        world.budget.state(2 * set.len())?;
        let mut covers = false;
        for &(p, s) in &set {
            covers = covers || self.products[p as usize].ends(s, world)?;
        }
        let set: Rc<[(u32, u32)]> = set.into();
        let id = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.ids.insert(set, id);
        self.rows.push(None);
        self.covers.push(covers);
        Ok(id)
    }

    /// The successors under each letter of the shared tracks.
    fn row(&mut self, set: u32, letters: usize, world: &mut World<'a>) -> Result<Rc<[u32]>> {
        if let Some(row) = &self.rows[set as usize] {
            return Ok(row.clone());
        }
        let mut targets: Vec<Vec<(u32, u32)>> = vec![Vec::new(); letters];
        for &(p, s) in self.sets[set as usize].clone().iter() {
            let product = &mut self.products[p as usize];
            let fan = product.fan(&world.num);
            let row = product.row(s, world)?;
            world.budget.steps(row.len() as u64)?;
            for &(letter, target) in row.iter() {
                targets[(letter / fan) as usize].push((p, target));
            }
        }
        let row = targets
            .into_iter()
            .map(|t| self.intern(t, world))
            .collect::<Result<Vec<u32>>>()?;
        world.budget.state(row.len())?;
        let row: Rc<[u32]> = row.into();
        self.rows[set as usize] = Some(row.clone());
        Ok(row)
    }
}

/// An assignment that satisfies `outer` while no `inner` frame can be satisfied with the same values on the first
/// `shared` tracks; `None` if there is none.
pub(crate) fn search<'a>(
    outer: &Frame,
    inner: &[Frame],
    shared: usize,
    world: &mut World<'a>,
) -> Result<Option<Example>> {
    let mut outer = Product::new(outer, shared, world)?;
    let products = inner
        .iter()
        .map(|f| Product::new(f, shared, world))
        .collect::<Result<Vec<_>>>()?;
    let first: Vec<(u32, u32)> = (0..products.len() as u32).map(|p| (p, 0)).collect();
    let mut subsets = Subsets {
        products,
        sets: Vec::new(),
        ids: HashMap::new(),
        rows: Vec::new(),
        covers: Vec::new(),
    };
    let start = (0, subsets.intern(first, world)?);
    let shared_letters = letters(&world.num, shared)?;
    let fan = outer.fan(&world.num);
    let mut seen = HashSet::from([start]);
    // State, subset, index of the predecessor, letter read.
    let mut queue = vec![(start.0, start.1, 0usize, 0u32)];
    let mut at = 0;
    while at < queue.len() {
        let (state, set, ..) = queue[at];
        if outer.accepts[state as usize] && !subsets.covers[set as usize] {
            let mut letters = Vec::new();
            while at > 0 {
                letters.push(queue[at].3);
                at = queue[at].2;
            }
            letters.reverse();
            return Ok(Some(example(&outer, &letters, &world.num)));
        }
        let row = outer.row(state, world)?;
        let sets = match inner.is_empty() {
            true => None,
            false => Some(subsets.row(set, shared_letters, world)?),
        };
        world.budget.steps(row.len() as u64)?;
        for &(letter, target) in row.iter() {
            let next = (
                target,
                sets.as_ref().map_or(set, |s| s[(letter / fan) as usize]),
            );
            if seen.insert(next) {
                world.budget.state(4)?;
                queue.push((next.0, next.1, at, letter));
            }
        }
        if queue.len() > u32::MAX as usize {
            return Err(Error::limit("the search has more than 2^32 states"));
        }
        at += 1;
    }
    Ok(None)
}

/// The values that the letters (least significant first) write on the tracks.
fn example(product: &Product, letters: &[u32], num: &Numeration) -> Example {
    let digits: Vec<Vec<i64>> = letters
        .iter()
        .map(|&l| letter_digits(num, product.tracks, l as usize))
        .collect();
    let value = |track: usize| num.value(&digits.iter().map(|d| d[track]).collect::<Vec<_>>());
    product
        .names
        .iter()
        .enumerate()
        .map(|(t, name)| (name.clone(), value(t)))
        .collect()
}
