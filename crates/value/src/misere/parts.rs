//! Differences, parts and primes: misère canonical forms add without loss (G + X = G + Y only if X = Y), so a game can be a sum in
//! few ways, and all of them can be found.
//!
//! A part of G is an X for which G - X exists. Every option of X + Y is X' + Y or X + Y', so X or Y is a part of any option of G;
//! parts are found among those of one option. The units are 0 and *1; of X and X + *1 the *even* one is the one born first.
//!
//! Source: conway1976 (cancellation, differences), siegel2013 (parts and primes).

use super::store::{MisereGame, MisereStore};
use crate::error::{Error, Result};
use rustc_hash::FxHashMap;

/// Sums of more primes in more ways are not listed.
const MAX_PARTITIONS: usize = 10_000;

impl MisereStore {
    /// G - H: the X with X + H = G, if there is one.
    ///
    /// If it exists its options are the differences G' - H and G - H' that exist; the sum decides. Cost: a difference for
    /// each pair of followers.
    pub fn minus(&mut self, g: MisereGame, h: MisereGame) -> Result<Option<MisereGame>> {
        let mut stack = vec![(g, h)];
        while let Some(&(a, b)) = stack.last() {
            if self.known_difference(a, b).is_some() {
                stack.pop();
                continue;
            }
            self.check()?;
            let of_a = self.options(a).iter().map(|&o| (o, b));
            let moves: Vec<_> = of_a
                .chain(self.options(b).iter().map(|&o| (a, o)))
                .collect();
            let before = stack.len();
            stack.extend(
                moves
                    .iter()
                    .copied()
                    .filter(|&(x, y)| self.known_difference(x, y).is_none()),
            );
            if stack.len() > before {
                continue;
            }
            let list: Vec<MisereGame> = moves
                .iter()
                .filter_map(|&(x, y)| self.known_difference(x, y).flatten())
                .collect();
            let x = self.game(&list)?;
            let found = (self.add(x, b)? == a).then_some(x);
            self.differences.insert((a, b), found);
            stack.pop();
        }
        Ok(self.known_difference(g, h).flatten())
    }

    fn known_difference(&self, a: MisereGame, b: MisereGame) -> Option<Option<MisereGame>> {
        if a == b {
            Some(Some(MisereGame::ZERO))
        } else if b == MisereGame::ZERO {
            Some(Some(a))
        } else {
            self.differences.get(&(a, b)).copied()
        }
    }

    /// The even one of G and G + *1.
    pub fn even_part(&mut self, g: MisereGame) -> Result<MisereGame> {
        let one = self.heap(1)?;
        let other = self.add(g, one)?;
        Ok(if self.birthday(other) < self.birthday(g) {
            other
        } else {
            g
        })
    }

    /// Is it even: is it born before its sum with *1?
    pub fn is_even(&mut self, g: MisereGame) -> Result<bool> {
        Ok(self.even_part(g)? == g)
    }

    /// Is it extraverted: is each option a part of it? The same as being a part of the game whose only option it is.
    pub fn is_extraverted(&mut self, g: MisereGame) -> Result<bool> {
        let sharp = self.game(&[g])?;
        Ok(self.minus(sharp, g)?.is_some())
    }

    /// Is it introverted: a part of each of its options? Only 0 and *1 are.
    pub fn is_introverted(&mut self, g: MisereGame) -> Result<bool> {
        Ok(self.even_part(g)? == MisereGame::ZERO)
    }

    /// The even parts of the even part of G, those that are 0 or all of it included, each followed by what is left.
    fn all_parts(&mut self, g: MisereGame) -> Result<Vec<MisereGame>> {
        // The way down: one option of each game, until a unit is reached.
        let mut way = vec![self.even_part(g)?];
        while let Some(&x) = way.last() {
            if x == MisereGame::ZERO || self.even_parts.contains_key(&x) {
                break;
            }
            let mut next: Vec<MisereGame> = vec![];
            for o in self.options(x).to_vec() {
                next.push(self.even_part(o)?);
            }
            let least = next.into_iter().min_by_key(|&o| (self.birthday(o), o));
            match least {
                Some(o) => way.push(o),
                None => break,
            }
        }
        let mut below: Vec<MisereGame> = match way.pop() {
            Some(x) if self.even_parts.contains_key(&x) => self.even_parts[&x].clone(),
            _ => vec![MisereGame::ZERO],
        };
        while let Some(x) = way.pop() {
            let mut candidates = below;
            candidates.sort_by_key(|&p| (self.birthday(p), p));
            let mut found = vec![MisereGame::ZERO, x];
            for p in candidates {
                if found.contains(&p) {
                    continue;
                }
                let Some(rest) = self.minus(x, p)? else {
                    continue;
                };
                let rest = self.even_part(rest)?;
                found.push(p);
                if !found.contains(&rest) {
                    found.push(rest);
                }
            }
            self.even_parts.insert(x, found.clone());
            below = found;
        }
        Ok(below)
    }

    /// The even parts of G other than 0 and the even part of G itself, each followed by what is left.
    pub fn parts(&mut self, g: MisereGame) -> Result<Vec<MisereGame>> {
        Ok(self.all_parts(g)?.into_iter().skip(2).collect())
    }

    /// Is it prime: no unit, and without parts but units and itself?
    pub fn is_prime(&mut self, g: MisereGame) -> Result<bool> {
        Ok(self.even_part(g)? != MisereGame::ZERO && self.parts(g)?.is_empty())
    }

    /// The ways to write G as a sum of primes, and of *1 where G is the sum of *1 and a game that is not prime.
    ///
    /// # Errors
    ///
    /// If there are more than 10,000.
    pub fn partitions(&mut self, g: MisereGame) -> Result<Vec<Vec<MisereGame>>> {
        if g != MisereGame::ZERO && self.is_prime(g)? {
            return Ok(vec![vec![g]]);
        }
        let even = self.even_part(g)?;
        let mut primes: Vec<MisereGame> = vec![];
        for p in self.all_parts(even)? {
            if self.is_prime(p)? {
                primes.push(p);
            }
        }
        primes.sort_by_key(|&p| (self.birthday(p), p));
        let mut found: Vec<Vec<MisereGame>> = vec![];
        // What is left, what has been taken, and the first prime that may still be taken.
        let mut open = vec![(even, vec![], 0)];
        let mut tried = 0;
        while let Some((rest, taken, first)) = open.pop() {
            tried += 1;
            if tried > MAX_PARTITIONS {
                return Err(Error::too_large(format!(
                    "more than {MAX_PARTITIONS} sums of primes"
                )));
            }
            if rest == MisereGame::ZERO {
                found.push(taken);
                continue;
            }
            for i in (first..primes.len()).rev() {
                if let Some(next) = self.minus(rest, primes[i])? {
                    let mut taken = taken.clone();
                    taken.push(primes[i]);
                    open.push((self.even_part(next)?, taken, i));
                }
            }
        }
        // Primes are even, and so are their sums, up to *1.
        let one = self.heap(1)?;
        for taken in &mut found {
            let mut sum = MisereGame::ZERO;
            for &p in taken.iter() {
                sum = self.add(sum, p)?;
            }
            if sum != g {
                taken.push(one);
            }
        }
        Ok(found)
    }

    /// Are G and H linked: is there a T for which G + T and H + T are both won by the previous player? They are unless one is an
    /// option of the other.
    pub fn is_linked(&self, g: MisereGame, h: MisereGame) -> bool {
        !self.options(g).contains(&h) && !self.options(h).contains(&g)
    }

    /// A T for which G + T and H + T are both won by the previous player; none if G and H are not linked.
    ///
    /// Cost: grows fast with the games; each pair of followers is met once.
    pub fn link(&mut self, g: MisereGame, h: MisereGame) -> Result<Option<MisereGame>> {
        if !self.is_linked(g, h) {
            return Ok(None);
        }
        Ok(Some(Links::default().of(self, Wanted::Link(g, h))?))
    }

    /// A T for which G + T and H + T have different outcomes; none if G = H.
    pub fn distinguisher(&mut self, g: MisereGame, h: MisereGame) -> Result<Option<MisereGame>> {
        if g == h {
            return Ok(None);
        }
        Ok(Some(
            Links::default().of(self, Wanted::Distinguisher(g, h))?,
        ))
    }
}

/// A game to be found.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Wanted {
    /// Both sums are won by the previous player.
    Link(MisereGame, MisereGame),
    /// The outcomes of the sums differ.
    Distinguisher(MisereGame, MisereGame),
    /// The first sum is won by the previous player, the second by the next.
    Parting(MisereGame, MisereGame),
}

/// Links and distinguishers that have been found; each rests on those of followers (conway1976, theorems 75 and 76).
#[derive(Default)]
struct Links {
    known: FxHashMap<Wanted, MisereGame>,
}

impl Links {
    fn of(&mut self, store: &mut MisereStore, wanted: Wanted) -> Result<MisereGame> {
        let mut stack = vec![wanted];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            match self.step(store, top)? {
                Ok(t) => {
                    self.known.insert(top, t);
                    stack.pop();
                }
                Err(missing) => stack.extend(missing),
            }
        }
        Ok(self.known[&wanted])
    }

    /// The game, or what must be found first.
    fn step(
        &self,
        store: &mut MisereStore,
        wanted: Wanted,
    ) -> Result<std::result::Result<MisereGame, Vec<Wanted>>> {
        let zero = MisereGame::ZERO;
        match wanted {
            Wanted::Link(g, h) if g == zero && h == zero => Ok(Ok(store.heap(1)?)),
            Wanted::Link(g, h) => {
                // For each G' an option of T with which G' is won by the previous player, and H by the next; and so for each H'.
                let of_g = store.options(g).iter().map(|&o| Wanted::Parting(o, h));
                let of_h = store.options(h).iter().map(|&o| Wanted::Parting(o, g));
                let needed: Vec<Wanted> = of_g.chain(of_h).collect();
                match self.all(&needed) {
                    Ok(list) => Ok(Ok(store.game(&list)?)),
                    Err(missing) => Ok(Err(missing)),
                }
            }
            Wanted::Distinguisher(g, h) => {
                if (g == zero && !store.next_player_wins(h))
                    || (h == zero && !store.next_player_wins(g))
                {
                    return Ok(Ok(zero));
                }
                let of_g = store.options(g).iter().map(|&o| (h, o));
                let of_h = store.options(h).iter().map(|&o| (g, o));
                let linked = of_g.chain(of_h).find(|&(a, b)| store.is_linked(a, b));
                // Two different canonical forms have such a pair.
                let Some((a, b)) = linked else {
                    return Err(Error::form("these forms are not canonical"));
                };
                let link = Wanted::Link(a, b);
                Ok(match self.known.get(&link) {
                    Some(&t) => Ok(t),
                    None => Err(vec![link]),
                })
            }
            Wanted::Parting(g, h) => {
                let apart = Wanted::Distinguisher(g, h);
                let Some(&t) = self.known.get(&apart) else {
                    return Ok(Err(vec![apart]));
                };
                let sum = store.add(g, t)?;
                if !store.next_player_wins(sum) {
                    return Ok(Ok(t));
                }
                // T itself and the mates of G's options: a move to G' is answered by its mate, one to T or a mate has an answer too,
                // and H with all of them moves to H + T.
                let mut list = vec![t];
                for o in store.options(g).to_vec() {
                    list.push(store.mate(o)?);
                }
                Ok(Ok(store.game(&list)?))
            }
        }
    }

    fn all(&self, needed: &[Wanted]) -> std::result::Result<Vec<MisereGame>, Vec<Wanted>> {
        let missing: Vec<Wanted> = needed
            .iter()
            .copied()
            .filter(|w| !self.known.contains_key(w))
            .collect();
        if missing.is_empty() {
            Ok(needed.iter().map(|w| self.known[w]).collect())
        } else {
            Err(missing)
        }
    }
}
