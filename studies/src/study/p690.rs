//! 690: graphs on which an unseen mouse that must move is caught by one cat.

use crate::number::{mul, natural, power};
use crate::{Error, Input, Known, Result, Study, Value};
use std::collections::{BTreeSet, HashSet};

pub const STUDY: Study = Study {
    id: 690,
    text: "A graph is a Tom graph if and only if it has no cycle and no spider with three legs of length three, that is, if it is a \
        forest of lobsters: trees that two prunings of all leaves turn into a path or into nothing. A lobster is a path whose vertices \
        carry stars; a multiset of stars with m vertices in all is a partition of m, the two ends carry a star with a leaf, and a path \
        may be read from both sides. The Euler transform counts forests. Brute force searches the sets of positions that are still \
        possible: all graphs up to 6 vertices, forests beyond.",
    known: || {
        Ok(Known::Theorem(
            "haslegrave2014, britnellwildon2013; generating function of lobsters".into(),
        ))
    },
    run,
    brute,
    twins: || {
        (1..=9)
            .map(|n| format!(r#"{{"fn": "T", "n": {n}}}"#))
            .collect()
    },
};

const PRIME: u64 = 1_000_000_007;

fn run(input: &Input) -> Result<Value> {
    if input.function() != "T" {
        return Err(input.unknown());
    }
    let n = input.usize("n")?;
    let modulus = input.modulus()?;
    if n > 20_000 {
        return Err(Error::limit("at most 20000 vertices"));
    }
    // Without a modulus, two primes would be needed beyond this.
    match (modulus, n) {
        (None, 0..=28) | (Some(PRIME), _) => {}
        (None, _) => return Err(Error::limit("from 29 vertices on, give `mod` 1000000007")),
        (Some(_), _) => return Err(Error::input("the modulus is 1000000007")),
    }
    Ok(natural(euler(&lobsters(n))[n], modulus))
}

/// A product of series modulo the prime, up to the same order.
fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut c = vec![0u64; a.len()];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
        for (y, z) in b.iter().zip(&mut c[i..]) {
            *z = (*z + mul(*x, *y, PRIME)) % PRIME;
        }
    }
    c
}

/// 1 / (1 - a), for a without a constant term.
fn sequences(a: &[u64]) -> Vec<u64> {
    let mut s = vec![0u64; a.len()];
    s[0] = 1;
    for n in 1..a.len() {
        s[n] = (1..=n).fold(0, |sum, i| (sum + mul(a[i], s[n - i], PRIME)) % PRIME);
    }
    s
}

fn shifted(a: &[u64], by: usize) -> Vec<u64> {
    let zeros = std::iter::repeat_n(0, by);
    zeros.chain(a.iter().copied()).take(a.len()).collect()
}

fn minus(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter()
        .zip(b)
        .map(|(x, y)| (x + PRIME - y) % PRIME)
        .collect()
}

/// a(x^2).
fn doubled(a: &[u64]) -> Vec<u64> {
    let mut b = vec![0; a.len()];
    for (i, x) in a.iter().enumerate().take_while(|(i, _)| 2 * i < a.len()) {
        b[2 * i] = *x;
    }
    b
}

/// Lobsters with 0, ..., n vertices, modulo the prime; O(n^2).
fn lobsters(n: usize) -> Vec<u64> {
    let size = n + 1;
    // Partitions: multisets of stars by their vertices.
    let mut stars = vec![0u64; size];
    stars[0] = 1;
    for part in 1..size {
        for m in part..size {
            stars[m] = (stars[m] + stars[m - part]) % PRIME;
        }
    }
    let leaves = vec![1u64; size];
    let inner = shifted(&stars, 1);
    let end = shifted(&minus(&stars, &leaves), 1);
    // Exactly one star with a leaf: its 2, 3, ... vertices, and leaves.
    let one: Vec<u64> = (0..size)
        .map(|m| (m as u64).saturating_sub(1) % PRIME)
        .collect();
    let alone = minus(&end, &shifted(&one, 1));
    let ends = product(&end, &end);
    let straight = product(&ends, &sequences(&inner));
    let mirrored = {
        let mut odd = inner.clone();
        odd[0] += 1;
        product(&product(&doubled(&end), &odd), &sequences(&doubled(&inner)))
    };
    let half = PRIME.div_ceil(2);
    let mut all = vec![0u64; size];
    for (m, count) in all.iter_mut().enumerate().skip(1) {
        // Diameter at most 3: one vertex, an edge, a star, two stars with joined centres.
        let small = match m {
            1 | 2 => 1,
            _ => 1 + (m as u64 - 2) / 2,
        };
        let long = mul(straight[m] + mirrored[m], half, PRIME);
        *count = (small + alone[m] + long) % PRIME;
    }
    all
}

/// Multisets of connected graphs.
fn euler(connected: &[u64]) -> Vec<u64> {
    let size = connected.len();
    let mut sums = vec![0u64; size];
    for (d, count) in connected.iter().enumerate().skip(1) {
        let each = mul(d as u64, *count, PRIME);
        for m in (d..size).step_by(d) {
            sums[m] = (sums[m] + each) % PRIME;
        }
    }
    let mut all = vec![0u64; size];
    all[0] = 1;
    for n in 1..size {
        let sum = (1..=n).fold(0, |s, k| (s + mul(sums[k], all[n - k], PRIME)) % PRIME);
        all[n] = mul(sum, power(n as u64, PRIME - 2, PRIME), PRIME);
    }
    all
}

/// Can the set of possible positions be emptied? Neighbours are bits.
fn is_tom(neighbours: &[u32]) -> bool {
    let all = (1u32 << neighbours.len()) - 1;
    let mut seen = HashSet::from([all]);
    let mut open = vec![all];
    while let Some(set) = open.pop() {
        for v in (0..neighbours.len()).filter(|v| set >> v & 1 == 1) {
            let left = set & !(1 << v);
            let next = (0..neighbours.len())
                .filter(|u| left >> u & 1 == 1)
                .map(|u| {
                    if neighbours[u] == 0 {
                        1 << u
                    } else {
                        neighbours[u]
                    }
                })
                .fold(0, |a, b| a | b);
            if next == 0 {
                return true;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

/// From the definition.
fn brute(input: &Input) -> Result<Value> {
    let n = input.usize("n")?;
    match n {
        0 | 11.. => Err(Error::limit("brute force is for 1 to 10 vertices")),
        1..=6 => Ok(natural(graphs(n), None)),
        _ => Ok(natural(forests(n), None)),
    }
}

/// All graphs, each counted by the part of its labellings.
fn graphs(n: usize) -> u64 {
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let number = |a: usize, b: usize| a.max(b) * (a.max(b) - 1) / 2 + a.min(b);
    let mut orders = vec![vec![]];
    for v in 0..n {
        orders = orders
            .into_iter()
            .flat_map(|o: Vec<usize>| {
                (0..=o.len()).map(move |i| {
                    let mut o = o.clone();
                    o.insert(i, v);
                    o
                })
            })
            .collect();
    }
    let maps: Vec<Vec<usize>> = orders
        .iter()
        .map(|o| pairs.iter().map(|(a, b)| number(o[*a], o[*b])).collect())
        .collect();
    let mut seen = vec![false; 1 << pairs.len()];
    let mut count = 0;
    for graph in 0..seen.len() {
        if seen[graph] {
            continue;
        }
        for map in &maps {
            let image: usize = (0..pairs.len())
                .filter(|e| graph >> e & 1 == 1)
                .map(|e| 1 << map[e])
                .sum();
            seen[image] = true;
        }
        let mut neighbours = vec![0u32; n];
        for (e, (a, b)) in pairs
            .iter()
            .enumerate()
            .filter(|(e, _)| graph >> e & 1 == 1)
        {
            let _ = e;
            neighbours[*a] |= 1 << b;
            neighbours[*b] |= 1 << a;
        }
        count += u64::from(is_tom(&neighbours));
    }
    count
}

/// All forests, as parents of rooted trees with the least code.
fn forests(n: usize) -> u64 {
    // Each forest as neighbours; a new vertex is alone or a leaf somewhere.
    let mut all: Vec<Vec<u32>> = vec![vec![]];
    for v in 0..n {
        let mut codes = BTreeSet::new();
        let mut next = Vec::new();
        for forest in &all {
            for to in std::iter::once(None).chain((0..v).map(Some)) {
                let mut grown = forest.clone();
                grown.push(to.map_or(0, |t| 1 << t));
                if let Some(t) = to {
                    grown[t] |= 1 << v;
                }
                if codes.insert(code(&grown)) {
                    next.push(grown);
                }
            }
        }
        all = next;
    }
    all.iter().filter(|f| is_tom(f)).count() as u64
}

/// The same for the same forest: the least rooted code of each tree, in order.
fn code(forest: &[u32]) -> Vec<String> {
    fn rooted(forest: &[u32], v: usize, from: usize) -> String {
        let next = (0..forest.len()).filter(|u| forest[v] >> u & 1 == 1 && *u != from);
        let mut parts: Vec<String> = next.map(|u| rooted(forest, u, v)).collect();
        parts.sort();
        format!("({})", parts.concat())
    }
    let mut trees = Vec::new();
    let mut seen = 0u32;
    for v in 0..forest.len() {
        if seen >> v & 1 == 1 {
            continue;
        }
        let mut tree = 1u32 << v;
        loop {
            let more = (0..forest.len())
                .filter(|u| tree >> u & 1 == 1)
                .fold(tree, |t, u| t | forest[u]);
            if more == tree {
                break;
            }
            tree = more;
        }
        seen |= tree;
        let roots = (0..forest.len()).filter(|u| tree >> u & 1 == 1);
        trees.extend(roots.map(|r| rooted(forest, r, usize::MAX)).min());
    }
    trees.sort();
    trees
}
