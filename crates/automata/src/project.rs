//! Projection: the subset construction over the tracks that stay (rabinscott1959).

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Var};
use crate::diagram::{Builder, Diagram, Ref};
use crate::error::{Error, Limits};
use crate::minimize::Raw;

/// Sets of classes, numbered.
#[derive(Default)]
struct ClassSets {
    ids: FxHashMap<Vec<u32>, u32>,
    list: Vec<Vec<u32>>,
}

impl ClassSets {
    fn id(&mut self, set: Vec<u32>) -> u32 {
        if let Some(&id) = self.ids.get(&set) {
            return id;
        }
        let id = self.list.len() as u32;
        self.ids.insert(set.clone(), id);
        self.list.push(set);
        id
    }

    fn join(&mut self, a: u32, b: u32) -> u32 {
        let mut set = [&self.list[a as usize][..], &self.list[b as usize]].concat();
        set.sort_unstable();
        set.dedup();
        self.id(set)
    }
}

/// The diagram over the tracks that stay (`kept[t]` is the new number of track t): each letter has as leaf the set of
/// classes that it may have with some letters on the tracks that go.
fn project_diagram(diagram: &Diagram, kept: &[Option<u32>], sets: &mut ClassSets) -> Diagram {
    let mut builder = Builder::new(diagram.radix);
    let mut done = FxHashMap::default();
    let mut unions = FxHashMap::default();
    let root = project_at(
        diagram,
        diagram.root,
        kept,
        sets,
        &mut builder,
        &mut done,
        &mut unions,
    );
    builder.finish(root)
}

fn project_at(
    diagram: &Diagram,
    at: Ref,
    kept: &[Option<u32>],
    sets: &mut ClassSets,
    builder: &mut Builder,
    done: &mut FxHashMap<Ref, Ref>,
    unions: &mut FxHashMap<(Ref, Ref), Ref>,
) -> Ref {
    if let Some(&made) = done.get(&at) {
        return made;
    }
    let made = match (at.class(), diagram.track(at)) {
        (Some(class), _) => Ref::leaf(sets.id(vec![class])),
        (None, track) => {
            let kids: Vec<Ref> = (0..diagram.radix)
                .map(|d| {
                    project_at(
                        diagram,
                        diagram.kid(at, d),
                        kept,
                        sets,
                        builder,
                        done,
                        unions,
                    )
                })
                .collect();
            match track.and_then(|t| kept[t as usize]) {
                Some(track) => builder.make(track, &kids),
                None => {
                    let mut union = kids[0];
                    for &kid in &kids[1..] {
                        union = builder.union(union, kid, &mut |a, b| sets.join(a, b), unions);
                    }
                    union
                }
            }
        }
    };
    done.insert(at, made);
    made
}

impl Automaton {
    /// The tuples over the other variables that some values of these variables complete to a tuple of the set.
    ///
    /// Cost: the subset construction, in the worst case exponential in the states.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn exists(&self, vars: &[Var], limits: &Limits) -> Result<Automaton, Error> {
        if !vars.iter().any(|v| self.vars.contains(v)) {
            return Ok(self.clone());
        }
        let rest: Vec<Var> = self
            .vars
            .iter()
            .copied()
            .filter(|v| !vars.contains(v))
            .collect();
        if rest.is_empty() {
            return Automaton::constant(&self.sys, &[], !self.is_empty());
        }
        let kept: Vec<Option<u32>> = self
            .vars
            .iter()
            .map(|v| rest.binary_search(v).ok().map(|t| t as u32))
            .collect();
        let mut sets = ClassSets::default();
        let diagram = project_diagram(&self.diagram, &kept, &mut sets);
        // Only the sets that are still leaves are letters.
        let mut letters: Vec<u32> = Vec::new();
        let mut builder = Builder::new(self.sys.radix);
        let tracks: Vec<u32> = (0..rest.len() as u32).collect();
        let root = builder.copy(&diagram, &tracks, &mut |set| {
            letters.push(set);
            letters.len() as u32 - 1
        });
        let diagram = builder.finish(root);
        let zero = diagram.class(&[]) as usize;
        let choices: Vec<&[u32]> = letters
            .iter()
            .map(|&s| &sets.list[s as usize][..])
            .collect();
        let (accept, next) = determinize(self, &choices, zero, limits)?;
        Ok(Raw {
            sys: self.sys.clone(),
            vars: rest,
            diagram,
            classes: choices.len(),
            start: 0,
            accept,
            next,
        }
        .minimize())
    }
}

/// Subsets as sorted lists of states, in one arena.
struct Subsets {
    ids: FxHashMap<Box<[u32]>, u32>,
    list: Vec<Box<[u32]>>,
}

impl Subsets {
    fn id(&mut self, set: &[u32]) -> u32 {
        if let Some(&id) = self.ids.get(set) {
            return id;
        }
        let id = self.list.len() as u32;
        let set: Box<[u32]> = set.into();
        self.ids.insert(set.clone(), id);
        self.list.push(set);
        id
    }
}

/// The subset construction: by letter i the automaton may read any class of `choices[i]`. The first subset is all that the
/// start reaches by the letter `zero`, so that leading zeros of the tracks that stay do not matter.
fn determinize(
    a: &Automaton,
    choices: &[&[u32]],
    zero: usize,
    limits: &Limits,
) -> Result<(Vec<bool>, Vec<u32>), Error> {
    let (n, k) = (a.states(), choices.len());
    let dead = a.dead();
    let full = a.full();
    // Successors of each state by each letter, without the dead state.
    let mut heads = Vec::with_capacity(n * k + 1);
    let mut heap: Vec<u32> = Vec::new();
    let mut few = Vec::new();
    heads.push(0u32);
    for s in 0..n as u32 {
        for classes in choices {
            few.clear();
            few.extend(
                classes
                    .iter()
                    .map(|&c| a.step(s, c))
                    .filter(|&t| Some(t) != dead),
            );
            few.sort_unstable();
            few.dedup();
            if let Some(f) = full
                && few.contains(&f)
            {
                few.clear();
                few.push(f);
            }
            heap.extend_from_slice(&few);
            heads.push(heap.len() as u32);
        }
        limits.check(heap.len() / 64, 1)?;
    }
    let successors = |s: u32, c: usize| -> &[u32] {
        let at = s as usize * k + c;
        &heap[heads[at] as usize..heads[at + 1] as usize]
    };
    let mut first = vec![0u32];
    let mut at = 0;
    while at < first.len() {
        for &t in successors(first[at], zero) {
            if !first.contains(&t) {
                first.push(t);
            }
        }
        at += 1;
    }
    if let Some(f) = full
        && first.contains(&f)
    {
        first = vec![f];
    }
    first.sort_unstable();
    if n <= 64 {
        return determinize_small(a, k, &successors, &first, full, limits);
    }

    let mut subsets = Subsets {
        ids: FxHashMap::default(),
        list: Vec::new(),
    };
    subsets.id(&first);
    let mut next = Vec::new();
    let mut accept = Vec::new();
    let mut stamp = vec![u64::MAX; n];
    let mut round = 0u64;
    let mut memory = 0usize;
    let mut to = Vec::new();
    let mut i = 0;
    while i < subsets.list.len() {
        let set = subsets.list[i].clone();
        accept.push(set.iter().any(|&s| a.accept[s as usize]));
        for c in 0..k {
            round += 1;
            to.clear();
            'states: for &s in &set {
                for &t in successors(s, c) {
                    if Some(t) == full {
                        to.clear();
                        to.push(t);
                        break 'states;
                    }
                    if stamp[t as usize] != round {
                        stamp[t as usize] = round;
                        to.push(t);
                    }
                }
            }
            to.sort_unstable();
            next.push(subsets.id(&to));
        }
        memory += set.len();
        limits.check(subsets.list.len(), k)?;
        limits.check(memory / 64, 1)?;
        i += 1;
    }
    Ok((accept, next))
}

/// The same for at most 64 states: a subset is a word of bits.
fn determinize_small<'a>(
    a: &Automaton,
    k: usize,
    successors: &dyn Fn(u32, usize) -> &'a [u32],
    first: &[u32],
    full: Option<u32>,
    limits: &Limits,
) -> Result<(Vec<bool>, Vec<u32>), Error> {
    let bits = |set: &[u32]| set.iter().fold(0u64, |m, &s| m | 1 << s);
    let n = a.states();
    let masks: Vec<u64> = (0..n as u32)
        .flat_map(|s| (0..k).map(move |c| bits(successors(s, c))))
        .collect();
    let accepting = (0..n).fold(0u64, |m, s| m | u64::from(a.accept[s]) << s);
    let won = full.map_or(0, |f| 1u64 << f);
    let mut ids: FxHashMap<u64, u32> = FxHashMap::default();
    let mut list = vec![bits(first)];
    ids.insert(list[0], 0);
    let mut next = Vec::new();
    let mut accept = Vec::new();
    let mut row = vec![0u64; k];
    let mut i = 0;
    while i < list.len() {
        let set = list[i];
        accept.push(set & accepting != 0);
        row.fill(0);
        let mut rest = set;
        while rest != 0 {
            let s = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            for (r, m) in row.iter_mut().zip(&masks[s * k..(s + 1) * k]) {
                *r |= m;
            }
        }
        for &to in &row {
            let to = if to & won != 0 { won } else { to };
            let fresh = list.len() as u32;
            let id = *ids.entry(to).or_insert(fresh);
            if id == fresh {
                list.push(to);
            }
            next.push(id);
        }
        limits.check(list.len(), k)?;
        i += 1;
    }
    Ok((accept, next))
}
