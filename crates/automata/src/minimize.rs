//! Minimisation to the canonical form: Hopcroft's partition refinement (hopcroft1971), classes of letters with equal
//! columns merged, everything renumbered in the order of least words.

use std::sync::Arc;

use crate::automaton::{Automaton, Var};
use crate::diagram::{Builder, Diagram};
use crate::system::System;

/// A complete deterministic automaton, not yet minimal. Unreachable states are allowed.
pub(crate) struct Raw {
    pub sys: Arc<System>,
    pub vars: Vec<Var>,
    pub diagram: Diagram,
    pub classes: usize,
    pub start: u32,
    pub accept: Vec<bool>,
    pub next: Vec<u32>,
}

impl Raw {
    /// An automaton on one track with a class for each letter.
    pub fn by_letter(sys: Arc<System>, vars: Vec<Var>, accept: Vec<bool>, next: Vec<u32>) -> Raw {
        let mut builder = Builder::new(sys.radix);
        let leaves: Vec<_> = (0..sys.radix as u32)
            .map(crate::diagram::Ref::leaf)
            .collect();
        let root = builder.make(0, &leaves);
        Raw {
            diagram: builder.finish(root),
            classes: sys.radix,
            start: 0,
            sys,
            vars,
            accept,
            next,
        }
    }

    /// The minimal automaton of the same language.
    pub fn minimize(mut self) -> Automaton {
        self.drop_unused_classes();
        self.trim();
        let block = self.refine();
        let blocks = block.iter().max().map_or(0, |&b| b as usize + 1);
        let k = self.classes;
        // The quotient: one representative a block.
        let mut representative = vec![u32::MAX; blocks];
        for (s, &b) in block.iter().enumerate() {
            if representative[b as usize] == u32::MAX {
                representative[b as usize] = s as u32;
            }
        }
        let next: Vec<u32> = representative
            .iter()
            .flat_map(|&s| {
                let row = &self.next[s as usize * k..(s as usize + 1) * k];
                row.iter().map(|&t| block[t as usize])
            })
            .collect();
        let accept: Vec<bool> = representative
            .iter()
            .map(|&s| self.accept[s as usize])
            .collect();
        let merged = equal_columns(&next, blocks, k);
        canonical(
            self.sys,
            self.vars,
            &self.diagram,
            &merged,
            block[self.start as usize],
            &accept,
            &next,
            k,
        )
    }

    /// Leaves out the classes that no letter has.
    fn drop_unused_classes(&mut self) {
        let used = self.diagram.leaves(self.classes);
        let k = self.classes;
        let kept: Vec<usize> = (0..k).filter(|&c| used[c]).collect();
        if kept.len() == k {
            return;
        }
        let mut number = vec![0; k];
        for (i, &c) in kept.iter().enumerate() {
            number[c] = i as u32;
        }
        let tracks: Vec<u32> = (0..self.vars.len() as u32).collect();
        let mut builder = Builder::new(self.sys.radix);
        let root = builder.copy(&self.diagram, &tracks, &mut |c| number[c as usize]);
        self.diagram = builder.finish(root);
        self.next = self
            .next
            .chunks_exact(k)
            .flat_map(|row| kept.iter().map(|&c| row[c]))
            .collect();
        self.classes = kept.len();
    }

    /// Leaves out the states that no word reaches.
    fn trim(&mut self) {
        let (n, k) = (self.accept.len(), self.classes);
        let mut order = vec![self.start];
        let mut number = vec![u32::MAX; n];
        number[self.start as usize] = 0;
        let mut at = 0;
        while at < order.len() {
            let s = order[at] as usize;
            at += 1;
            for &t in &self.next[s * k..(s + 1) * k] {
                if number[t as usize] == u32::MAX {
                    number[t as usize] = order.len() as u32;
                    order.push(t);
                }
            }
        }
        if order.len() == n {
            return;
        }
        self.next = order
            .iter()
            .flat_map(|&s| {
                let row = &self.next[s as usize * k..(s as usize + 1) * k];
                row.iter().map(|&t| number[t as usize])
            })
            .collect();
        self.accept = order.iter().map(|&s| self.accept[s as usize]).collect();
        self.start = 0;
    }

    /// The block of each state in the coarsest partition that respects acceptance and transitions.
    fn refine(&self) -> Vec<u32> {
        let (n, k) = (self.accept.len(), self.classes);
        // Predecessors by class, in one array: those of state t by class c stand from heads[c * (n + 1) + t].
        let mut heads = vec![0u32; k * (n + 1)];
        for row in self.next.chunks_exact(k) {
            for (c, &t) in row.iter().enumerate() {
                heads[c * (n + 1) + t as usize + 1] += 1;
            }
        }
        let mut sum = 0;
        for c in 0..k {
            for t in 0..=n {
                let slot = &mut heads[c * (n + 1) + t];
                sum += *slot;
                *slot = sum;
            }
        }
        let mut preds = vec![0u32; n * k];
        let mut fill = heads.clone();
        for (s, row) in self.next.chunks_exact(k).enumerate() {
            for (c, &t) in row.iter().enumerate() {
                let slot = &mut fill[c * (n + 1) + t as usize];
                preds[*slot as usize] = s as u32;
                *slot += 1;
            }
        }

        let mut parts = Partition::new(&self.accept);
        let mut queue: Vec<u32> = Vec::new();
        let mut queued = vec![false; parts.first.len()];
        if parts.first.len() == 2 {
            let smaller = u32::from(parts.size(1) < parts.size(0));
            queue.push(smaller);
            queued[smaller as usize] = true;
        }
        let mut splitter = Vec::new();
        let mut touched = Vec::new();
        while let Some(b) = queue.pop() {
            queued[b as usize] = false;
            splitter.clear();
            splitter.extend_from_slice(parts.members(b));
            for c in 0..k {
                for &t in &splitter {
                    let at = c * (n + 1) + t as usize;
                    for &s in &preds[heads[at] as usize..heads[at + 1] as usize] {
                        let block = parts.mark(s);
                        if let Some(block) = block {
                            touched.push(block);
                        }
                    }
                }
                for block in touched.drain(..) {
                    let Some(new) = parts.split(block) else {
                        continue;
                    };
                    queued.push(false);
                    let add = if queued[block as usize] || parts.size(new) <= parts.size(block) {
                        new
                    } else {
                        block
                    };
                    queued[add as usize] = true;
                    queue.push(add);
                }
            }
        }
        parts.block
    }
}

/// A partition of 0..n whose blocks can be split in time linear in the marked part.
struct Partition {
    order: Vec<u32>,
    place: Vec<u32>,
    block: Vec<u32>,
    first: Vec<u32>,
    end: Vec<u32>,
    marked: Vec<u32>,
}

impl Partition {
    /// Two blocks, or one where all states agree.
    fn new(accept: &[bool]) -> Partition {
        let n = accept.len();
        let mut order: Vec<u32> = (0..n as u32).collect();
        order.sort_by_key(|&s| accept[s as usize]);
        let rejecting = accept.iter().filter(|&&a| !a).count() as u32;
        let mut place = vec![0; n];
        for (i, &s) in order.iter().enumerate() {
            place[s as usize] = i as u32;
        }
        let two = rejecting > 0 && (rejecting as usize) < n;
        Partition {
            order,
            place,
            block: accept.iter().map(|&a| u32::from(two && a)).collect(),
            first: if two { vec![0, rejecting] } else { vec![0] },
            end: if two {
                vec![rejecting, n as u32]
            } else {
                vec![n as u32]
            },
            marked: if two { vec![0, 0] } else { vec![0] },
        }
    }

    fn size(&self, block: u32) -> u32 {
        self.end[block as usize] - self.first[block as usize]
    }

    fn members(&self, block: u32) -> &[u32] {
        &self.order[self.first[block as usize] as usize..self.end[block as usize] as usize]
    }

    /// Marks a state, at most once between splits; names its block when it is the first marked one there.
    fn mark(&mut self, s: u32) -> Option<u32> {
        let block = self.block[s as usize];
        let b = block as usize;
        let to = self.first[b] + self.marked[b];
        let from = self.place[s as usize];
        if from < to {
            return None;
        }
        let other = self.order[to as usize];
        self.order.swap(to as usize, from as usize);
        self.place[s as usize] = to;
        self.place[other as usize] = from;
        self.marked[b] += 1;
        (self.marked[b] == 1).then_some(block)
    }

    /// Makes the marked states of a block a new block, unless all are marked.
    fn split(&mut self, block: u32) -> Option<u32> {
        let b = block as usize;
        let marked = std::mem::take(&mut self.marked[b]);
        if marked == self.size(block) {
            return None;
        }
        let new = self.first.len() as u32;
        let first = self.first[b];
        self.first[b] += marked;
        self.first.push(first);
        self.end.push(first + marked);
        self.marked.push(0);
        for i in first..first + marked {
            self.block[self.order[i as usize] as usize] = new;
        }
        Some(new)
    }
}

/// For each class the first class with the same column.
fn equal_columns(next: &[u32], states: usize, k: usize) -> Vec<u32> {
    // Refine the set of classes row by row.
    let mut group = vec![0u32; k];
    let mut groups = usize::from(k > 0);
    let mut seen = rustc_hash::FxHashMap::default();
    for s in 0..states {
        if groups == k {
            break;
        }
        seen.clear();
        let row = &next[s * k..(s + 1) * k];
        if row.iter().all(|&t| t == row[0]) {
            continue;
        }
        for (c, &t) in row.iter().enumerate() {
            let fresh = seen.len() as u32;
            group[c] = *seen.entry((group[c], t)).or_insert(fresh);
        }
        groups = seen.len();
    }
    let mut first = vec![u32::MAX; groups];
    group
        .iter()
        .enumerate()
        .map(|(c, &g)| {
            let slot = &mut first[g as usize];
            if *slot == u32::MAX {
                *slot = c as u32;
            }
            *slot
        })
        .collect()
}

#[allow(clippy::too_many_arguments)]
fn canonical(
    sys: Arc<System>,
    vars: Vec<Var>,
    diagram: &Diagram,
    merged: &[u32],
    start: u32,
    accept: &[bool],
    next: &[u32],
    k: usize,
) -> Automaton {
    // Classes in the order of their least letters.
    let tracks: Vec<u32> = (0..vars.len() as u32).collect();
    let mut number = vec![u32::MAX; k];
    let mut order = Vec::new();
    let mut builder = Builder::new(sys.radix);
    let root = builder.copy(diagram, &tracks, &mut |c| {
        let c = merged[c as usize];
        let slot = &mut number[c as usize];
        if *slot == u32::MAX {
            *slot = order.len() as u32;
            order.push(c);
        }
        *slot
    });
    let diagram = builder.finish(root);
    // States in the order of their least words.
    let mut place = vec![u32::MAX; accept.len()];
    let mut states = vec![start];
    place[start as usize] = 0;
    let mut table = Vec::with_capacity(accept.len() * order.len());
    let mut at = 0;
    while at < states.len() {
        let s = states[at] as usize;
        at += 1;
        for &c in &order {
            let t = next[s * k + c as usize];
            let slot = &mut place[t as usize];
            if *slot == u32::MAX {
                *slot = states.len() as u32;
                states.push(t);
            }
            table.push(*slot);
        }
    }
    Automaton {
        accept: states.iter().map(|&s| accept[s as usize]).collect(),
        next: table,
        classes: order.len(),
        diagram,
        sys,
        vars,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Numeration;

    /// Splits blocks by acceptance and by the blocks of the successors until nothing changes.
    fn refine_by_definition(raw: &Raw) -> Vec<u32> {
        let mut block: Vec<u32> = raw.accept.iter().map(|&a| u32::from(a)).collect();
        loop {
            let rows: Vec<Vec<u32>> = raw
                .next
                .chunks_exact(raw.classes)
                .zip(&block)
                .map(|(row, &b)| {
                    let to = row.iter().map(|&t| block[t as usize]);
                    std::iter::once(b).chain(to).collect()
                })
                .collect();
            let refined: Vec<u32> = rows
                .iter()
                .map(|row| rows.iter().position(|r| r == row).unwrap_or(0) as u32)
                .collect();
            let count = |list: &[u32]| {
                let mut list = list.to_vec();
                list.sort_unstable();
                list.dedup();
                list.len()
            };
            if count(&refined) == count(&block) {
                return refined;
            }
            block = refined;
        }
    }

    #[test]
    fn blocks_are_those_of_the_definition() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut merged = 0;
        for round in 0..400 {
            let states = random.u32(1..40);
            let sys = Arc::new(Numeration::Base(random.u32(2..5)).system().unwrap());
            let accept = (0..states).map(|_| random.u32(0..8) == 0).collect();
            // Few successors make many states equal.
            let width = if round % 2 == 0 {
                states
            } else {
                states.div_ceil(6)
            };
            let next = (0..states * sys.radix as u32)
                .map(|_| random.u32(0..width))
                .collect();
            let raw = Raw::by_letter(sys, vec![0], accept, next);
            let (fast, slow) = (raw.refine(), refine_by_definition(&raw));
            for s in 0..states as usize {
                for t in 0..s {
                    assert_eq!(fast[s] == fast[t], slow[s] == slow[t]);
                    merged += usize::from(fast[s] == fast[t]);
                }
            }
        }
        assert!(merged > 1000);
    }
}
