//! Brute force: who wins a position, by trying every move. Positions hold whose turn it is where that matters.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Positions searched so far, with whether the player to move loses.
pub struct Search<P> {
    lost: FxHashMap<P, bool>,
}

impl<P: Clone + Eq + Hash> Search<P> {
    pub fn new() -> Self {
        Search {
            lost: FxHashMap::default(),
        }
    }

    /// Does the player to move lose, if a player without a move does? `options` lists the positions after each move.
    pub fn lost(&mut self, start: &P, mut options: impl FnMut(&P) -> Vec<P>) -> bool {
        let mut open = vec![start.clone()];
        while let Some(top) = open.last() {
            if self.lost.contains_key(top) {
                open.pop();
                continue;
            }
            let mut unknown = None;
            let mut wins = false;
            for next in options(top) {
                match self.lost.get(&next) {
                    Some(true) => {
                        wins = true;
                        break;
                    }
                    Some(false) => {}
                    None => unknown = Some(next),
                }
            }
            match unknown {
                Some(next) if !wins => open.push(next),
                _ => {
                    let top = top.clone();
                    self.lost.insert(top, !wins);
                    open.pop();
                }
            }
        }
        self.lost[start]
    }
}

/// Every tuple of `k` numbers from `low` to `high`.
pub fn tuples(k: usize, low: u64, high: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..k {
        all = all
            .iter()
            .flat_map(|t| {
                (low..=high).map(move |x| {
                    let mut t = t.clone();
                    t.push(x);
                    t
                })
            })
            .collect();
    }
    all
}

/// The partitions of `total` into parts from 1 to `most`, each in descending order.
pub fn partitions(total: u64, most: u64) -> Vec<Vec<u64>> {
    let mut done = Vec::new();
    let mut open = vec![(Vec::new(), total, most)];
    while let Some((parts, left, most)) = open.pop() {
        if left == 0 {
            done.push(parts);
            continue;
        }
        for next in 1..=most.min(left) {
            let mut more = parts.clone();
            more.push(next);
            open.push((more, left - next, next));
        }
    }
    done
}
