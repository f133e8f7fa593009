//! The one question that every obligation comes down to: is there an assignment that satisfies one frame (`outer`)
//! while no extension of its first tracks satisfies any of some other frames (`inner`)?
//!
//! Digits are read least significant first. The inner frames guess the digits of their own tracks, so all their runs are
//! followed at once (the subset construction), along with one run of the outer frame. Breadth first, so a counter-example
//! found has as few digits as possible.

use crate::Result;
use crate::dfa::Dfa;
use crate::frame::Frame;
use crate::limits::Budget;
use crate::numeration::Numeration;
use crate::product::Product;
use crate::quadratic::Shape;
use crate::table::{Table, letter_digits, letters};
use num_bigint::BigUint;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Everything that stays the same during a check.
pub(crate) struct World<'a> {
    pub num: Numeration,
    pub tables: &'a [Table],
    pub budget: &'a Budget,
    /// Comparisons made so far.
    pub shapes: HashMap<Shape, Rc<Dfa>>,
}

/// Named values that violate an obligation.
pub(crate) type Example = Vec<(String, BigUint)>;

/// The successors of a state: letter, target.
type Row = Rc<[(u32, u32)]>;

/// An inner frame: its automaton, which states accept whatever which others accept, and the letters that share a shared
/// letter.
struct Inner {
    dfa: Dfa,
    above: Vec<Vec<bool>>,
    fan: usize,
}

/// All runs of the inner frames at once, as sorted sets of (frame, state).
struct Subsets {
    inner: Vec<Inner>,
    sets: Vec<Rc<[(u32, u32)]>>,
    ids: HashMap<Rc<[(u32, u32)]>, u32>,
    rows: Vec<Option<Rc<[u32]>>>,
    /// Whether some run accepts.
    covers: Vec<bool>,
}

impl Subsets {
    fn intern(&mut self, mut set: Vec<(u32, u32)>, budget: &Budget) -> Result<u32> {
        set.sort_unstable();
        set.dedup();
        // A run that accepts no more than another one need not be followed.
        let mut kept: Vec<(u32, u32)> = Vec::new();
        for (i, s) in set {
            let inner = &self.inner[i as usize];
            let above = |s: u32, t: u32| inner.above[s as usize][t as usize];
            budget.steps(kept.len() as u64)?;
            if !inner.dfa.is_dead(s) && !kept.iter().any(|&(j, t)| i == j && above(t, s)) {
                kept.retain(|&(j, t)| i != j || !above(s, t));
                kept.push((i, s));
            }
        }
        if let Some(&id) = self.ids.get(kept.as_slice()) {
            return Ok(id);
        }
        budget.state(2 * kept.len())?;
        let id = self.sets.len() as u32;
        self.covers.push(
            kept.iter()
                .any(|&(i, s)| self.inner[i as usize].dfa.accepts[s as usize]),
        );
        let set: Rc<[(u32, u32)]> = kept.into();
        self.sets.push(set.clone());
        self.ids.insert(set, id);
        self.rows.push(None);
        Ok(id)
    }

    /// The successors under each letter of the shared tracks.
    fn row(&mut self, set: u32, letters: usize, budget: &Budget) -> Result<Rc<[u32]>> {
        if let Some(row) = &self.rows[set as usize] {
            return Ok(row.clone());
        }
        let from = self.sets[set as usize].clone();
        budget.state(letters)?;
        let mut row = Vec::with_capacity(letters);
        for letter in 0..letters {
            let mut targets = Vec::new();
            for &(i, s) in from.iter() {
                let inner = &self.inner[i as usize];
                let next = &inner.dfa.next[s as usize][letter * inner.fan..][..inner.fan];
                budget.steps(next.len() as u64)?;
                targets.extend(next.iter().map(|&t| (i, t)));
            }
            row.push(self.intern(targets, budget)?);
        }
        let row: Rc<[u32]> = row.into();
        self.rows[set as usize] = Some(row.clone());
        Ok(row)
    }
}

/// Finds the first of `outers`, by number, that an assignment satisfies while no `inner` frame can be satisfied with the
/// same values on the first `shared` tracks; and this assignment.
pub(crate) fn search<'a>(
    outers: &[Frame],
    inner: &[Frame],
    shared: usize,
    world: &mut World<'a>,
) -> Result<Option<(usize, Example)>> {
    let mut frames = Vec::new();
    for frame in inner {
        let product = Product::new(frame, shared, world)?;
        let fan = product.fan(world);
        let dfa = product.finish(world)?;
        frames.push(Inner {
            above: dfa.above(world.budget)?,
            dfa,
            fan,
        });
    }
    let (sets, ids, rows, covers) = Default::default();
    let mut subsets = Subsets {
        inner: frames,
        sets,
        ids,
        rows,
        covers,
    };
    for (number, outer) in outers.iter().enumerate() {
        let outer = Product::new(outer, shared, world)?;
        if let Some(example) = walk(outer, &mut subsets, letters(&world.num, shared)?, world)? {
            return Ok(Some((number, example)));
        }
    }
    Ok(None)
}

fn walk<'a>(
    mut outer: Product<'a>,
    subsets: &mut Subsets,
    shared_letters: usize,
    world: &mut World<'a>,
) -> Result<Option<Example>> {
    let fan = outer.fan(world);
    let runs = subsets.inner.len() as u32;
    let start = (
        0,
        subsets.intern((0..runs).map(|i| (i, 0)).collect(), world.budget)?,
    );
    let mut outer_rows: Vec<Option<Row>> = Vec::new();
    let mut seen = HashSet::from([start]);
    // State, set, index of the predecessor, letter read.
    let mut queue = vec![(start.0, start.1, 0usize, 0u32)];
    let mut at = 0;
    while at < queue.len() {
        let (state, set, ..) = queue[at];
        if outer.accepts(state) && !subsets.covers[set as usize] {
            let mut letters = Vec::new();
            while at > 0 {
                letters.push(queue[at].3);
                at = queue[at].2;
            }
            letters.reverse();
            return Ok(Some(example(&outer, &letters, &world.num)));
        }
        if outer_rows.len() <= state as usize {
            outer_rows.resize(state as usize + 1, None);
        }
        let row = match &outer_rows[state as usize] {
            Some(row) => row.clone(),
            None => {
                let row = outer.row(state, world)?;
                world.budget.state(row.len())?;
                Rc::from(row)
            }
        };
        outer_rows[state as usize] = Some(row.clone());
        let sets = match runs {
            0 => None,
            _ => Some(subsets.row(set, shared_letters, world.budget)?),
        };
        world.budget.steps(row.len() as u64)?;
        for &(letter, target) in row.iter() {
            let next = (
                target,
                sets.as_ref().map_or(set, |s| s[letter as usize / fan]),
            );
            if seen.insert(next) {
                world.budget.state(4)?;
                queue.push((next.0, next.1, at, letter));
            }
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
