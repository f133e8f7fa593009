//! A slow search from the definition, which theorems and clever forms are compared with.

use crate::{Impartial, Known, Outcome, Play};
use std::collections::{HashMap, HashSet};

/// A slow search from the definition: positions as they are, no symmetry, no theory. For tests.
pub struct Brute<P> {
    /// Every position that was reached.
    pub positions: Vec<P>,
    index: HashMap<P, usize>,
    options: Vec<Vec<usize>>,
    grundy: Vec<u64>,
    normal: Vec<bool>,
    misere: Vec<bool>,
}

impl<P: Clone + Eq + std::hash::Hash> Brute<P> {
    /// Searches everything reachable from `seeds`; an error above `most` positions.
    ///
    /// ```
    /// use bouton_rules::laws::Brute;
    /// // One or two stones from a heap.
    /// let options = |n: &u32| Ok((1..=2).filter(|k| k <= n).map(|k| n - k).collect());
    /// let brute = Brute::search([10], options, |_| vec![], 100).unwrap();
    /// assert_eq!((brute.grundy(&10), brute.wins_misere(&10)), (1, false));
    /// ```
    pub fn search(
        seeds: impl IntoIterator<Item = P>,
        options: impl Fn(&P) -> Result<Vec<P>, String>,
        also: impl Fn(&P) -> Vec<P>,
        most: usize,
    ) -> Result<Brute<P>, String> {
        let mut positions: Vec<P> = Vec::new();
        let mut index = HashMap::new();
        let mut number = |p: P, positions: &mut Vec<P>| -> usize {
            *index.entry(p).or_insert_with_key(|p| {
                positions.push(p.clone());
                positions.len() - 1
            })
        };
        for seed in seeds {
            number(seed, &mut positions);
        }
        let mut rows: Vec<Vec<usize>> = Vec::new();
        while rows.len() < positions.len() {
            if positions.len() > most {
                return Err(format!("more than {most} positions"));
            }
            let pos = positions[rows.len()].clone();
            for other in also(&pos) {
                number(other, &mut positions);
            }
            rows.push(
                options(&pos)?
                    .into_iter()
                    .map(|o| number(o, &mut positions))
                    .collect(),
            );
        }
        let n = positions.len();
        let (mut grundy, mut normal, mut misere) = (vec![0; n], vec![false; n], vec![false; n]);
        let mut done = vec![false; n];
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for root in 0..n {
            stack.push((root, 0));
            while let Some((v, i)) = stack.pop() {
                if done[v] {
                    continue;
                }
                if let Some(&next) = rows[v].get(i) {
                    stack.push((v, i + 1));
                    if !done[next] {
                        if stack.len() > n {
                            return Err("play can repeat".into());
                        }
                        stack.push((next, 0));
                    }
                    continue;
                }
                let values: HashSet<u64> = rows[v].iter().map(|&o| grundy[o]).collect();
                grundy[v] = (0..).find(|g| !values.contains(g)).unwrap_or(0);
                normal[v] = rows[v].iter().any(|&o| !normal[o]);
                misere[v] = rows[v].is_empty() || rows[v].iter().any(|&o| !misere[o]);
                done[v] = true;
            }
        }
        Ok(Brute {
            positions,
            index,
            options: rows,
            grundy,
            normal,
            misere,
        })
    }

    fn at(&self, pos: &P) -> usize {
        self.index[pos]
    }

    /// The Grundy value of a position that was reached; panics on another.
    pub fn grundy(&self, pos: &P) -> u64 {
        self.grundy[self.at(pos)]
    }

    /// Does the player to move win in normal play; panics on a position that was not reached.
    pub fn wins_normal(&self, pos: &P) -> bool {
        self.normal[self.at(pos)]
    }

    /// Does the player to move win in misère play; panics on a position that was not reached.
    pub fn wins_misere(&self, pos: &P) -> bool {
        self.misere[self.at(pos)]
    }

    /// The options that win under `play`.
    pub fn winning(&self, pos: &P, play: Play) -> HashSet<P> {
        let wins = if play == Play::Normal {
            &self.normal
        } else {
            &self.misere
        };
        let options = self.options[self.at(pos)].iter();
        options
            .filter(|&&o| !wins[o])
            .map(|&o| self.positions[o].clone())
            .collect()
    }
}

impl<P: Clone + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static> Brute<P> {
    /// Everything reachable by moves, by taking apart and by canonical forms.
    pub fn below<G: Impartial<Position = P>>(
        game: &G,
        seeds: Vec<P>,
        most: usize,
    ) -> Result<Brute<P>, String> {
        let also = |pos: &P| {
            let mut more = game.split(pos);
            more.push(game.canon(pos.clone()));
            more
        };
        Brute::search(
            seeds,
            |pos| game.options(pos).map_err(|e| e.to_string()),
            also,
            most,
        )
        .map_err(|e| format!("{}: {e}", game.info().name))
    }

    pub(super) fn split_and_canon_keep_value<G: Impartial<Position = P>>(
        &self,
        game: &G,
        pos: &P,
    ) -> Result<(), String> {
        let parts = game
            .split(pos)
            .iter()
            .fold(0, |sum, part| sum ^ self.grundy(part));
        if parts != self.grundy(pos) {
            return Err(format!(
                "{}: the parts of {} have another value",
                game.info().name,
                game.show(pos)
            ));
        }
        let (a, b) = (self.at(pos), self.at(&game.canon(pos.clone())));
        if self.grundy[a] != self.grundy[b] || self.misere[a] != self.misere[b] {
            let name = game.info().name;
            return Err(format!(
                "{name}: the canonical form of {} has another value or outcome",
                game.show(pos)
            ));
        }
        Ok(())
    }

    /// A theorem says the same as the search.
    pub(super) fn agrees<G: Impartial<Position = P>>(
        &self,
        game: &G,
        pos: &P,
        play: Play,
        known: &Known<P>,
    ) -> Result<(), String> {
        let fail = |what: String| {
            let (name, pos) = (game.info().name, game.show(pos));
            Err(format!(
                "{name}, {} play: on {pos} the theorem is wrong: {what}",
                play.name()
            ))
        };
        let wins = if play == Play::Normal {
            self.wins_normal(pos)
        } else {
            self.wins_misere(pos)
        };
        let outcome = if wins { Outcome::N } else { Outcome::P };
        if known.outcome != outcome {
            return fail(format!("it says {}", known.outcome.letter()));
        }
        if let Some(g) = &known.grundy {
            if play == Play::Misere {
                return fail("a Grundy value is not a matter of misère play".into());
            }
            if *g != self.grundy(pos).into() {
                return fail(format!("it says {g}, the search {}", self.grundy(pos)));
            }
        }
        // Replies are compared up to symmetry: a list in another order is the same position.
        let canon = |p: &P| game.canon(p.clone());
        let stated: HashSet<P> = known.winning.iter().map(canon).collect();
        let options: HashSet<P> = self.options[self.at(pos)]
            .iter()
            .map(|&o| self.positions[o].clone())
            .collect();
        let winning = self.winning(pos, play);
        if let Some(p) = known.winning.iter().find(|p| !options.contains(*p)) {
            return fail(format!("the reply {} is not a move", game.show(p)));
        }
        if let Some(p) = known.winning.iter().find(|p| !winning.contains(*p)) {
            return fail(format!("the reply {} does not win", game.show(p)));
        }
        if known.all && stated != winning.iter().map(canon).collect() {
            return fail(format!(
                "{} of {} winning replies",
                known.winning.len(),
                winning.len()
            ));
        }
        Ok(())
    }
}
