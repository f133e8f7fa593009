//! The slow twins: outcomes and genera from the definitions, by looking at every position below.

use crate::rules::Breaking;
use crate::{Genus, Parts};
use rustc_hash::FxHashMap;

/// Outcomes and genera of positions, remembered.
///
/// ```
/// use bouton_heap::HeapGame;
/// use bouton_misere::Brute;
/// let mut kayles = Brute::new("0.77".parse::<HeapGame>().unwrap());
/// assert!(kayles.is_p_position(&[1]));
/// assert!(!kayles.is_p_position(&[1, 1]));
/// ```
pub struct Brute<R> {
    rules: R,
    moves: Vec<Vec<Parts>>,
    outcomes: FxHashMap<Vec<u32>, bool>,
    grundy: FxHashMap<Vec<u32>, u32>,
    misere: FxHashMap<(Vec<u32>, u32, u32), u32>,
}

fn mex(values: &[u32]) -> u32 {
    (0..).find(|v| !values.contains(v)).unwrap_or(u32::MAX)
}

impl<R: Breaking> Brute<R> {
    /// Nothing is known yet.
    pub fn new(rules: R) -> Self {
        Brute {
            rules,
            moves: Vec::new(),
            outcomes: FxHashMap::default(),
            grundy: FxHashMap::default(),
            misere: FxHashMap::default(),
        }
    }

    fn options(&mut self, position: &[u32]) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        for (i, &heap) in position.iter().enumerate() {
            if i > 0 && position[i - 1] == heap {
                continue;
            }
            while self.moves.len() <= heap as usize {
                self.moves.push(self.rules.options(self.moves.len() as u32));
            }
            for parts in &self.moves[heap as usize] {
                let mut after = position.to_vec();
                after.remove(i);
                after.extend(parts);
                after.sort_unstable();
                all.push(after);
            }
        }
        all
    }

    fn sorted(position: &[u32]) -> Vec<u32> {
        let mut sorted: Vec<u32> = position.iter().copied().filter(|&h| h > 0).collect();
        sorted.sort_unstable();
        sorted
    }

    /// True if whoever moves from the position loses under misère play: there is a move, and no move is to such a position.
    pub fn is_p_position(&mut self, position: &[u32]) -> bool {
        let position = Self::sorted(position);
        let mut pending = vec![position.clone()];
        while let Some(at) = pending.last().cloned() {
            if self.outcomes.contains_key(&at) {
                pending.pop();
                continue;
            }
            let options = self.options(&at);
            if options.iter().any(|o| self.outcomes.get(o) == Some(&true)) {
                self.outcomes.insert(at, false);
            } else if let Some(next) = options.iter().find(|o| !self.outcomes.contains_key(*o)) {
                pending.push(next.clone());
            } else {
                self.outcomes.insert(at, !options.is_empty());
            }
        }
        self.outcomes[&position]
    }

    /// The positions that winning moves lead to.
    pub fn winning_moves(&mut self, position: &[u32]) -> Vec<Vec<u32>> {
        let mut wins: Vec<Vec<u32>> = self.options(&Self::sorted(position));
        wins.retain(|o| self.is_p_position(o));
        wins.sort();
        wins.dedup();
        wins
    }

    /// The genus, with superscripts for up to `terms` copies of *2, cut where the last two go on by turns.
    pub fn genus(&mut self, position: &[u32], terms: u32) -> Genus {
        let position = Self::sorted(position);
        let grundy = self.grundy(&position);
        let mut misere: Vec<u32> = (0..terms)
            .map(|twos| self.misere(&position, twos))
            .collect();
        while let [.., a, b, c] = misere[..] {
            if a != c || a ^ b != 2 {
                break;
            }
            misere.pop();
        }
        Genus { grundy, misere }
    }

    fn grundy(&mut self, position: &[u32]) -> u32 {
        let mut pending = vec![position.to_vec()];
        while let Some(at) = pending.last().cloned() {
            let options = self.options(&at);
            let unknown: Vec<_> = options
                .iter()
                .filter(|o| !self.grundy.contains_key(*o))
                .cloned()
                .collect();
            if unknown.is_empty() {
                let values: Vec<u32> = options.iter().map(|o| self.grundy[o]).collect();
                self.grundy.insert(at, mex(&values));
                pending.pop();
            }
            pending.extend(unknown);
        }
        self.grundy[position]
    }

    /// g⁻ of the position with `twos` heaps *2 and no, or one, heap *1 beside it: all as positions, nothing assumed.
    fn misere(&mut self, position: &[u32], twos: u32) -> u32 {
        let start = (position.to_vec(), twos, 0);
        let mut pending = vec![start.clone()];
        while let Some((at, twos, ones)) = pending.last().cloned() {
            let mut options: Vec<(Vec<u32>, u32, u32)> = self
                .options(&at)
                .into_iter()
                .map(|o| (o, twos, ones))
                .collect();
            if twos > 0 {
                options.push((at.clone(), twos - 1, ones));
                options.push((at.clone(), twos - 1, ones + 1));
            }
            if ones > 0 {
                options.push((at.clone(), twos, ones - 1));
            }
            let unknown: Vec<_> = options
                .iter()
                .filter(|o| !self.misere.contains_key(*o))
                .cloned()
                .collect();
            if unknown.is_empty() {
                let values: Vec<u32> = options.iter().map(|o| self.misere[o]).collect();
                let value = if options.is_empty() { 1 } else { mex(&values) };
                self.misere.insert((at, twos, ones), value);
                pending.pop();
            }
            pending.extend(unknown);
        }
        self.misere[&start]
    }
}
