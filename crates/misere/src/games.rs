//! Misère impartial games in canonical form, each kept once, with their sums and genera.
//!
//! A game is the set of its options. If the options of a game H occur among the options of G, and every other option of G
//! has H as an option, then G = H; when H has no options, G must moreover be an N-position (conway1976, chapter 12).

use bouton_core::{Budget, Error, Result};
use rustc_hash::FxHashMap;

/// A canonical game; equal games have equal numbers.
pub(crate) type Id = u32;

/// A genus sequence: `known`, then the last two terms by turns, which differ by 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sequence {
    known: Vec<u32>,
}

/// All games that have been met.
pub(crate) struct Games {
    options: Vec<Vec<Id>>,
    by_options: FxHashMap<Vec<Id>, Id>,
    sums: FxHashMap<(Id, Id), Id>,
    grundy: Vec<u32>,
    genus: Vec<Sequence>,
    most: usize,
    pub(crate) budget: Budget,
}

fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut seen: Vec<u32> = values.collect();
    seen.sort_unstable();
    seen.dedup();
    (0..).zip(&seen).take_while(|(i, v)| i == *v).count() as u32
}

impl Sequence {
    fn term(&self, i: usize) -> u32 {
        let last = self.known.len() - 1;
        if i <= last {
            self.known[i]
        } else {
            self.known[last - (i - last) % 2]
        }
    }

    /// The terms up to the first two of the tail that alternates for ever.
    fn trimmed(mut known: Vec<u32>) -> Sequence {
        while let [.., a, b, c] = known[..] {
            if a != c || a ^ b != 2 {
                break;
            }
            known.pop();
        }
        Sequence { known }
    }

    pub(crate) fn terms(&self) -> &[u32] {
        &self.known
    }
}

impl Games {
    /// The store with the game 0 alone; it holds at most `most` games.
    pub(crate) fn new(most: usize) -> Games {
        let mut games = Games {
            options: Vec::new(),
            by_options: FxHashMap::default(),
            sums: FxHashMap::default(),
            grundy: Vec::new(),
            genus: Vec::new(),
            most,
            budget: Budget::unlimited(),
        };
        games.insert(Vec::new());
        games
    }

    pub(crate) fn grundy(&self, game: Id) -> u32 {
        self.grundy[game as usize]
    }

    pub(crate) fn genus(&self, game: Id) -> &Sequence {
        &self.genus[game as usize]
    }

    /// The canonical game with given options.
    pub(crate) fn game(&mut self, mut options: Vec<Id>) -> Result<Id> {
        self.budget.visit(1)?;
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.by_options.get(&options) {
            return Ok(known);
        }
        if let Some(equal) = self.reversed(&options) {
            self.by_options.insert(options, equal);
            return Ok(equal);
        }
        if self.options.len() >= self.most {
            return Err(Error::limit(format!(
                "more than {} misère canonical forms are needed, the limit",
                self.most
            )));
        }
        Ok(self.insert(options))
    }

    /// The smaller game to which the other options reverse, if there is one.
    fn reversed(&self, options: &[Id]) -> Option<Id> {
        // Some option is not one of H's, and so has H as an option.
        let is_n = options.iter().any(|&g| self.genus[g as usize].term(0) == 0);
        let mut candidates: Vec<Id> = options
            .iter()
            .flat_map(|&g| self.options[g as usize].iter().copied())
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find(|&h| {
            let own = &self.options[h as usize];
            (h != 0 || is_n)
                && own.iter().all(|o| options.binary_search(o).is_ok())
                && options.iter().all(|g| {
                    own.binary_search(g).is_ok()
                        || self.options[*g as usize].binary_search(&h).is_ok()
                })
        })
    }

    fn insert(&mut self, options: Vec<Id>) -> Id {
        let id = self.options.len() as Id;
        self.grundy
            .push(mex(options.iter().map(|&g| self.grundy[g as usize])));
        let genus = self.sequence(&options);
        self.genus.push(genus);
        self.by_options.insert(options.clone(), id);
        self.options.push(options);
        id
    }

    /// g⁻ of the game plus 0, 1, 2, … copies of *2. A move in a *2 leaves one copy less, or one less and *1, which changes
    /// g⁻ by exclusive or with 1. Beyond the options' own tails each term depends on the one before alone and on parity,
    /// so that an alternation seen there goes on for ever.
    fn sequence(&self, options: &[Id]) -> Sequence {
        let genera: Vec<&Sequence> = options.iter().map(|&g| &self.genus[g as usize]).collect();
        let settled = genera.iter().map(|s| s.known.len()).max().unwrap_or(0);
        let first = if options.is_empty() {
            1
        } else {
            mex(genera.iter().map(|s| s.term(0)))
        };
        let mut terms = vec![first];
        loop {
            let n = terms.len();
            let last = terms[n - 1];
            terms.push(mex(genera
                .iter()
                .map(|s| s.term(n))
                .chain([last, last ^ 1])));
            if let [.., a, b, c] = terms[..]
                && n > settled + 2
                && a == c
                && a ^ b == 2
            {
                return Sequence::trimmed(terms);
            }
        }
    }

    /// The sum of two games. Uses a stack of its own: depth is no limit.
    pub(crate) fn sum(&mut self, g: Id, h: Id) -> Result<Id> {
        let key = |a: Id, b: Id| (a.min(b), a.max(b));
        let mut pending = vec![key(g, h)];
        while let Some(&(a, b)) = pending.last() {
            if self.sums.contains_key(&(a, b)) {
                pending.pop();
                continue;
            }
            if a == 0 {
                self.sums.insert((a, b), b);
                continue;
            }
            let needed: Vec<(Id, Id)> = self.options[a as usize]
                .iter()
                .map(|&o| key(o, b))
                .chain(self.options[b as usize].iter().map(|&o| key(a, o)))
                .collect();
            let before = pending.len();
            pending.extend(needed.iter().filter(|k| !self.sums.contains_key(k)));
            if pending.len() == before {
                let sum = self.game(needed.iter().map(|k| self.sums[k]).collect())?;
                self.sums.insert((a, b), sum);
                if self.sums.len() > self.most.saturating_mul(16) {
                    return Err(Error::limit("too many sums of misère games are needed"));
                }
            }
        }
        Ok(self.sums[&key(g, h)])
    }
}
