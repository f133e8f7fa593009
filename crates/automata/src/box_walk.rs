//! Comparing an automaton with a whole box of answers, at about one step a tuple.

use num_traits::ToPrimitive;

use crate::automaton::Automaton;
use crate::system::System;

/// One track of a word under construction.
#[derive(Clone, Copy, Default)]
pub(crate) struct Track {
    p: u64,
    q: u64,
    pub full: bool,
}

impl Track {
    /// After one more letter; none if the word is not valid any more, or beyond 64 bits.
    pub fn push(self, sys: &System, letter: usize) -> Option<Track> {
        if !sys.follows(self.full, letter) {
            return None;
        }
        let Track { mut p, mut q, .. } = self;
        for (&a, &digit) in sys.steps.iter().zip(&sys.digits[letter]) {
            let next = p
                .checked_mul(a.into())?
                .checked_add(q)?
                .checked_add(digit.into())?;
            q = if sys.carry { p } else { 0 };
            p = next;
        }
        Some(Track {
            p,
            q,
            full: sys.full[letter],
        })
    }

    pub fn value(self, sys: &System) -> Option<u64> {
        self.q.checked_mul(sys.before.into())?.checked_add(self.p)
    }
}

/// A tuple of the box, one of the shortest, on which automaton and table differ; `order[i]` is the track of the box's axis i.
pub(crate) fn difference(
    sys: &System,
    set: &Automaton,
    order: &[usize],
    sizes: &[u64],
    table: &dyn Fn(&[u64]) -> bool,
) -> Option<Vec<u64>> {
    let letters = (sys.radix as u64).checked_pow(sizes.len() as u32);
    let cells = sizes.iter().try_fold(1u64, |n, &s| n.checked_mul(s));
    let small = |n: Option<u64>, most| n.is_some_and(|n| n <= most);
    if sys.end_full
        && small(cells, 1 << 26)
        && small(
            letters.and_then(|n| n.checked_mul(set.states() as u64)),
            1 << 24,
        )
    {
        by_parents(sys, set, order, sizes, table)
    } else {
        by_words(sys, set, order, sizes, table)
    }
}

/// One axis of the box: each number is its parent's word and one more letter.
struct Axis {
    /// Where the parent's state is kept: a share of the index, all axes added.
    parent: Vec<u32>,
    /// The last letter: a share of the letter's number, all axes added.
    last: Vec<u32>,
    /// How many numbers have at most so many letters.
    ends: Vec<u64>,
}

/// The numbers in order are the valid words in order of length, then lexicographic: the children of 0, of 1, and so on.
fn parents(sys: &System, size: u64) -> (Vec<u32>, Vec<u32>, Vec<u64>) {
    let (mut parent, mut last) = (vec![0u32], vec![0u32]);
    let mut ends = vec![1];
    let mut p = 0usize;
    while (parent.len() as u64) < size {
        let full = sys.full[last[p] as usize];
        for letter in usize::from(p == 0)..sys.radix {
            if sys.follows(full, letter) {
                parent.push(p as u32);
                last.push(letter as u32);
            }
        }
        p += 1;
        if p as u64 == ends[ends.len() - 1] {
            // The children of the last parents may lie beyond the box.
            ends.push((parent.len() as u64).min(size));
        }
    }
    if ends[ends.len() - 1] < size {
        ends.push(size);
    }
    parent.truncate(size as usize);
    last.truncate(size as usize);
    (parent, last, ends)
}

/// Where every valid word is a number: the state of a tuple is one step from that of its parents, which is kept.
fn by_parents(
    sys: &System,
    set: &Automaton,
    order: &[usize],
    sizes: &[u64],
    table: &dyn Fn(&[u64]) -> bool,
) -> Option<Vec<u64>> {
    let tracks = sizes.len();
    let (mut stride, mut unit) = (1u32, 1u32);
    let mut axes: Vec<Axis> = Vec::new();
    let mut kept = Vec::new();
    for &size in sizes {
        let (mut parent, mut last, ends) = parents(sys, size);
        let keep = parent.iter().max().map_or(1, |p| p + 1);
        kept.push((u64::from(keep), stride));
        parent.iter_mut().for_each(|p| *p *= stride);
        last.iter_mut().for_each(|l| *l *= unit);
        stride *= keep;
        unit *= sys.radix as u32;
        axes.push(Axis { parent, last, ends });
    }
    // The transitions by letter: where the row of the next state begins, and whether that state accepts.
    let mut letter = vec![0u16; tracks];
    let mut next: Vec<u32> = vec![0; unit as usize * set.states()];
    for l in 0..unit {
        let mut rest = l;
        for &track in order {
            letter[track] = (rest % sys.radix as u32) as u16;
            rest /= sys.radix as u32;
        }
        let class = set.diagram.class(&letter);
        for s in 0..set.states() as u32 {
            let to = set.step(s, class);
            next[(s * unit + l) as usize] = to * unit * 2 + u32::from(set.accept[to as usize]);
        }
    }
    let mut states = vec![0u32; stride as usize];
    let mut values = vec![0u64; tracks];
    if table(&values) != set.accept[0] {
        return Some(values);
    }
    let inner = tracks.checked_sub(1)?;
    let longest = axes.iter().map(|a| a.ends.len()).max().unwrap_or(0);
    for length in 1..longest {
        let end = |axis: usize, length: usize| {
            let ends = &axes[axis].ends;
            ends[length.min(ends.len() - 1)]
        };
        // All tuples of at most this length, without those that are shorter.
        values.fill(0);
        'rows: loop {
            let outer = &values[..inner];
            let short = (0..inner).all(|i| outer[i] < end(i, length - 1));
            let base: u32 = (0..inner).map(|i| axes[i].parent[outer[i] as usize]).sum();
            let row: u32 = (0..inner).map(|i| axes[i].last[outer[i] as usize]).sum();
            let keep = (0..inner).all(|i| outer[i] < kept[i].0);
            let home: u32 = (0..inner).map(|i| outer[i] as u32 * kept[i].1).sum();
            let from = if short { end(inner, length - 1) } else { 0 };
            let axis = &axes[inner];
            let range = from as usize..end(inner, length) as usize;
            let numbers = axis.parent[range.clone()].iter().zip(&axis.last[range]);
            for (x, (parent, last)) in (from..).zip(numbers) {
                let to = next[(states[(base + parent) as usize] + row + last) as usize];
                values[inner] = x;
                if table(&values) != (to & 1 == 1) {
                    return Some(values);
                }
                if keep && x < kept[inner].0 {
                    states[(home + x as u32 * kept[inner].1) as usize] = to >> 1;
                }
            }
            for i in (0..inner).rev() {
                values[i] += 1;
                if values[i] < end(i, length) {
                    continue 'rows;
                }
                values[i] = 0;
            }
            break;
        }
    }
    None
}

/// The same in any numeration: depth first along the digits of all tuples of one length.
fn by_words(
    sys: &System,
    set: &Automaton,
    order: &[usize],
    sizes: &[u64],
    table: &dyn Fn(&[u64]) -> bool,
) -> Option<Vec<u64>> {
    let tracks = sizes.len();
    let letters: Vec<(Vec<u16>, u32)> = {
        let mut all: Vec<Vec<u16>> = vec![Vec::new()];
        for _ in 0..tracks {
            all = all
                .iter()
                .flat_map(|l| (0..sys.radix as u16).map(move |d| [l.as_slice(), &[d]].concat()))
                .collect();
        }
        all.into_iter()
            .map(|l| {
                let mut letter = vec![0; tracks];
                for (axis, &track) in order.iter().enumerate() {
                    letter[track] = l[axis];
                }
                let class = set.diagram.class(&letter);
                (l, class)
            })
            .collect()
    };
    if table(&vec![0; tracks]) != set.accept[0] {
        return Some(vec![0; tracks]);
    }
    let last = sizes.iter().max()? - 1;
    let longest = sys.letters(&last.into()).len();
    // The two weights of a prefix with r letters to come.
    let block = sys.steps.len();
    let weights = sys.num.weights(longest * block + block);
    let weight = |r: usize| -> (u64, u64) {
        let at = weights.len() - 1 - r * block;
        let before = match weights.get(at + 1) {
            Some(w) => w.to_u64().unwrap_or(u64::MAX),
            None => sys.before.into(),
        };
        let before = if sys.carry { before } else { 0 };
        (weights[at].to_u64().unwrap_or(u64::MAX), before)
    };
    let weights: Vec<(u64, u64)> = (0..=longest).map(weight).collect();
    let fits = |track: Track, r: usize, size: u64| {
        let (u, v) = weights[r];
        let low = (u128::from(track.p) * u128::from(u))
            .saturating_add(u128::from(track.q) * u128::from(v));
        low < u128::from(size)
    };
    let mut values = vec![0u64; tracks];
    for length in 1..=longest {
        // Depth first; the first letter is not zero. One row of tracks and one state for each depth.
        let mut prefix = vec![vec![Track::default(); tracks]; length + 1];
        let mut states = vec![0u32; length + 1];
        let mut tried = vec![0usize; length];
        tried[0] = 1;
        let mut depth = 0;
        'walk: loop {
            let i = tried[depth];
            if i == letters.len() {
                if depth == 0 {
                    break;
                }
                depth -= 1;
                continue;
            }
            tried[depth] += 1;
            let (letter, class) = &letters[i];
            let (before, after) = prefix.split_at_mut(depth + 1);
            for axis in 0..tracks {
                let Some(track) = before[depth][axis].push(sys, letter[axis] as usize) else {
                    continue 'walk;
                };
                if !fits(track, length - depth - 1, sizes[axis]) {
                    continue 'walk;
                }
                after[0][axis] = track;
            }
            let state = set.step(states[depth], *class);
            if depth + 1 < length {
                depth += 1;
                states[depth] = state;
                tried[depth] = 0;
                continue;
            }
            for (value, track) in values.iter_mut().zip(&after[0]) {
                let Some(v) = track.value(sys).filter(|_| sys.end_full || !track.full) else {
                    continue 'walk;
                };
                *value = v;
            }
            if table(&values) != set.accept[state as usize] {
                return Some(values);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Formula, Limits, Numeration, Op, compile, learn_box};

    #[test]
    fn both_walks_find_a_shortest_difference() {
        let limits = Limits::default();
        let mut found = 0;
        for name in ["base 2", "base 3", "base 10", "Zeckendorf"] {
            let num = Numeration::parse(name).unwrap();
            let sys = num.system().unwrap();
            for bound in 0..60 {
                let f = Formula::linear(&[(3, 0), (2, 1)], Op::Lt, bound);
                let set = compile(&f, &num, &limits)
                    .unwrap()
                    .extend(&[0, 1], &limits)
                    .unwrap();
                for sizes in [[40, 23], [1, 64], [16, 1], [27, 27]] {
                    for order in [[0, 1], [1, 0]] {
                        let table = |t: &[u64]| 3 * t[order[0]] + 2 * t[order[1]] < 37;
                        let a = by_words(&sys, &set, &order, &sizes, &table);
                        let b = by_parents(&sys, &set, &order, &sizes, &table);
                        let length =
                            |t: &Vec<u64>| t.iter().map(|&x| sys.letters(&x.into()).len()).max();
                        assert_eq!(a.as_ref().map(length), b.as_ref().map(length));
                        for t in [a, b].into_iter().flatten() {
                            let values = [t[order[0]].into(), t[order[1]].into()];
                            assert_ne!(set.contains(&values), table(&t));
                            found += 1;
                        }
                    }
                }
            }
        }
        assert!(found > 1000);
    }

    /// Boxes of every size, also those that end between two lengths of words.
    #[test]
    fn boxes_of_any_size_are_walked() {
        let mut learned = 0;
        for system in [
            Numeration::Base(2),
            Numeration::Base(3),
            Numeration::Zeckendorf,
        ] {
            for rows in 1..30 {
                for columns in 1..30 {
                    let equal = |t: &[u64]| t[0] == t[1];
                    // A small table may leave states unknown; what is learned fits all of it.
                    let Some(set) = learn_box(&system, &[0, 1], &[rows, columns], &equal, 4) else {
                        continue;
                    };
                    learned += 1;
                    for (x, y) in (0..rows).flat_map(|x| (0..columns).map(move |y| (x, y))) {
                        assert_eq!(set.contains(&[x.into(), y.into()]), x == y);
                    }
                }
            }
        }
        assert!(learned > 1000, "{learned}");
    }
}
