//! Complete deterministic automata over numbered letters: merging states that accept the same, and telling which states
//! accept whatever another one accepts.

use crate::Result;
use crate::limits::Budget;
use std::collections::HashMap;

/// State 0 is the start.
pub(crate) struct Dfa {
    pub next: Vec<Vec<u32>>,
    pub accepts: Vec<bool>,
}

impl Dfa {
    /// One state for each class of states that accept the same: classes are split until nothing changes.
    pub fn merged(self, budget: &Budget) -> Result<Dfa> {
        let mut class: Vec<u32> = self.accepts.iter().map(|&a| u32::from(a)).collect();
        let mut count = 0;
        loop {
            let mut classes = HashMap::new();
            let mut first = Vec::new();
            let mut refined = Vec::new();
            for (state, row) in self.next.iter().enumerate() {
                budget.steps(row.len() as u64)?;
                let looks: Vec<u32> = [class[state]]
                    .into_iter()
                    .chain(row.iter().map(|&t| class[t as usize]))
                    .collect();
                let id = *classes.entry(looks).or_insert(first.len() as u32);
                if id as usize == first.len() {
                    first.push(state);
                }
                refined.push(id);
            }
            class = refined;
            if first.len() == count {
                let next = first
                    .iter()
                    .map(|&s| self.next[s].iter().map(|&t| class[t as usize]).collect())
                    .collect();
                let accepts = first.iter().map(|&s| self.accepts[s]).collect();
                return Ok(Dfa { next, accepts });
            }
            count = first.len();
        }
    }

    /// `above[s][t]`: state s accepts whatever state t accepts. Assume it of all pairs, and strike out pairs until none
    /// contradicts the transitions.
    pub fn above(&self, budget: &Budget) -> Result<Vec<Vec<bool>>> {
        let n = self.next.len();
        budget.state(n * n)?;
        let mut above: Vec<Vec<bool>> = self
            .accepts
            .iter()
            .map(|&s| self.accepts.iter().map(|&t| s || !t).collect())
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for s in 0..n {
                budget.steps(n as u64 * (1 + self.next[s].len() as u64 / 16))?;
                for t in 0..n {
                    if above[s][t] {
                        let kept = self.next[s]
                            .iter()
                            .zip(&self.next[t])
                            .all(|(&a, &b)| above[a as usize][b as usize]);
                        above[s][t] = kept;
                        changed |= !kept;
                    }
                }
            }
        }
        Ok(above)
    }

    /// True if the state accepts nothing. Exact once equal states are merged.
    pub fn is_dead(&self, state: u32) -> bool {
        !self.accepts[state as usize] && self.next[state as usize].iter().all(|&t| t == state)
    }
}
