//! The store of misère canonical forms.

use crate::error::{Error, Result};
use crate::watch::Watch;
use rustc_hash::FxHashMap;

/// Larger heaps are refused: a heap has as many options as counters.
const MAX_HEAP: u32 = 4096;

/// A misère canonical form in a [`MisereStore`]: ids are equal exactly if the games are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MisereGame(pub(crate) u32);

impl MisereGame {
    /// The game without moves.
    pub const ZERO: MisereGame = MisereGame(0);
}

/// A store of misère canonical forms of impartial games.
///
/// ```
/// use bouton_value::misere::MisereStore;
/// let mut s = MisereStore::new();
/// let two = s.heap(2)?;
/// let sharp = s.game(&[two])?;                 // {*2}
/// assert_eq!(s.show(sharp)?, "*[2#]");
/// assert_eq!(s.show_genus(sharp)?, "0^0");
/// assert!(!s.next_player_wins(sharp));
/// # Ok::<(), bouton_value::Error>(())
/// ```
pub struct MisereStore {
    /// Canonical options, sorted by id.
    pub(crate) options: Vec<Box<[MisereGame]>>,
    index: FxHashMap<Box<[MisereGame]>, MisereGame>,
    next_wins: Vec<bool>,
    birthdays: Vec<u32>,
    sums: FxHashMap<(MisereGame, MisereGame), MisereGame>,
    pub(crate) genera: FxHashMap<MisereGame, super::Genus>,
    pub(crate) natures: FxHashMap<MisereGame, super::nature::Nature>,
    /// G - H, where it exists.
    pub(crate) differences: FxHashMap<(MisereGame, MisereGame), Option<MisereGame>>,
    pub(crate) even_parts: FxHashMap<MisereGame, Vec<MisereGame>>,
    limit: usize,
    /// Options kept, all games together, and the bytes that everything may use.
    kept: usize,
    bytes: usize,
    pub(crate) watch: Watch,
}

impl Default for MisereStore {
    fn default() -> MisereStore {
        MisereStore::new()
    }
}

impl MisereStore {
    /// A store of at most 2^22 games.
    pub fn new() -> MisereStore {
        MisereStore::with_limit(1 << 22)
    }

    /// A store that reports an error beyond `games` games.
    pub fn with_limit(games: usize) -> MisereStore {
        let empty: Box<[MisereGame]> = Box::new([]);
        MisereStore {
            options: vec![empty.clone()],
            index: FxHashMap::from_iter([(empty, MisereGame::ZERO)]),
            next_wins: vec![true],
            birthdays: vec![0],
            sums: FxHashMap::default(),
            genera: FxHashMap::default(),
            natures: FxHashMap::default(),
            differences: FxHashMap::default(),
            even_parts: FxHashMap::default(),
            limit: games,
            kept: 0,
            bytes: usize::MAX,
            watch: Watch::default(),
        }
    }

    /// Sets the memory limit in bytes.
    pub fn set_limit(&mut self, bytes: usize) {
        self.bytes = bytes;
    }

    /// Lets a watch stop this store's computations with an error; what was known before stays.
    pub fn watch(&mut self, watch: &Watch) {
        self.watch = watch.clone();
    }

    /// Errors if the store has grown beyond its limit, or is to stop.
    pub(crate) fn check(&mut self) -> Result<()> {
        self.watch.step()?;
        // Options twice, with their keys; sums and differences with theirs.
        let bytes = self.kept * 8
            + self.options.len() * 64
            + (self.sums.capacity() + self.differences.capacity()) * 24;
        if bytes > self.bytes {
            return Err(Error::memory(self.bytes));
        }
        Ok(())
    }

    /// The number of games kept.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Never true: zero is always there.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The canonical options.
    pub fn options(&self, g: MisereGame) -> &[MisereGame] {
        &self.options[g.0 as usize]
    }

    /// Does the next player win in misère play?
    pub fn next_player_wins(&self, g: MisereGame) -> bool {
        self.next_wins[g.0 as usize]
    }

    /// The depth of the canonical form.
    pub fn birthday(&self, g: MisereGame) -> u32 {
        self.birthdays[g.0 as usize]
    }

    /// The game with these options.
    ///
    /// Cost: for each option's option, a comparison of sets.
    pub fn game(&mut self, options: &[MisereGame]) -> Result<MisereGame> {
        let mut set: Vec<MisereGame> = options.to_vec();
        set.sort_unstable();
        set.dedup();
        if let Some(&g) = self.index.get(set.as_slice()) {
            return Ok(g);
        }
        if let Some(h) = self.simplification(&set) {
            return Ok(h);
        }
        if self.options.len() >= self.limit {
            return Err(Error::too_large(format!(
                "the store has reached its limit of {} games",
                self.limit
            )));
        }
        let g = MisereGame(self.options.len() as u32);
        let wins = set.is_empty() || set.iter().any(|o| !self.next_player_wins(*o));
        let birthday = set.iter().map(|&o| self.birthday(o) + 1).max().unwrap_or(0);
        let set: Box<[MisereGame]> = set.into();
        self.kept += set.len();
        self.options.push(set.clone());
        self.index.insert(set, g);
        self.next_wins.push(wins);
        self.birthdays.push(birthday);
        Ok(g)
    }

    /// H, if the options are those of H and others that have H as an option (and the next player wins, where H = 0).
    fn simplification(&self, set: &[MisereGame]) -> Option<MisereGame> {
        let wins = set.iter().any(|o| !self.next_player_wins(*o));
        let mut candidates: Vec<MisereGame> = set
            .iter()
            .flat_map(|&o| self.options(o).iter().copied())
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find(|&h| {
            let of_h = self.options(h);
            (h != MisereGame::ZERO || wins)
                && of_h.iter().all(|o| set.binary_search(o).is_ok())
                && set.iter().all(|o| {
                    of_h.binary_search(o).is_ok() || self.options(*o).binary_search(&h).is_ok()
                })
        })
    }

    /// The nim heap of size n, at most 4096.
    pub fn heap(&mut self, n: u32) -> Result<MisereGame> {
        if n > MAX_HEAP {
            return Err(Error::too_large(format!(
                "misère heaps are written out up to size {MAX_HEAP}"
            )));
        }
        let mut heaps = vec![];
        for _ in 0..n {
            let g = self.game(&heaps)?;
            heaps.push(g);
        }
        self.game(&heaps)
    }

    /// n, if the game is the nim heap of size n.
    pub fn as_heap(&self, g: MisereGame) -> Option<u32> {
        let list = self.options(g);
        let n = list.len() as u32;
        // A heap's options are all smaller heaps, so its birthday is their number, and so on below.
        (self.birthday(g) == n
            && list
                .iter()
                .all(|&o| self.birthday(o) < n && self.options(o).len() as u32 == self.birthday(o)))
        .then_some(n)
    }

    /// The sum of two games.
    ///
    /// Cost: one canonical form for each pair of followers that was not met before.
    pub fn add(&mut self, g: MisereGame, h: MisereGame) -> Result<MisereGame> {
        let mut stack = vec![ordered(g, h)];
        while let Some(&(a, b)) = stack.last() {
            if self.known_sum(a, b).is_some() {
                stack.pop();
                continue;
            }
            self.check()?;
            let moves = self.options(a).iter().map(|&o| ordered(o, b));
            let moves: Vec<_> = moves
                .chain(self.options(b).iter().map(|&o| ordered(a, o)))
                .collect();
            let missing: Vec<_> = moves
                .iter()
                .copied()
                .filter(|&(x, y)| self.known_sum(x, y).is_none())
                .collect();
            if missing.is_empty() {
                let options: Vec<MisereGame> = moves
                    .iter()
                    .filter_map(|&(x, y)| self.known_sum(x, y))
                    .collect();
                let sum = self.game(&options)?;
                self.sums.insert((a, b), sum);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        let (a, b) = ordered(g, h);
        Ok(self.known_sum(a, b).unwrap_or(MisereGame::ZERO))
    }

    fn known_sum(&self, a: MisereGame, b: MisereGame) -> Option<MisereGame> {
        if a == MisereGame::ZERO {
            Some(b)
        } else {
            self.sums.get(&(a, b)).copied()
        }
    }

    /// All followers, the game itself included, by id.
    pub fn followers(&self, g: MisereGame) -> Vec<MisereGame> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![g];
        while let Some(x) = stack.pop() {
            if seen.insert(x) {
                stack.extend(self.options(x));
            }
        }
        let mut all: Vec<MisereGame> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// Conway's mate: {mates of the options}, and *1 for 0; G and its mate add up to a previous-player win.
    pub fn mate(&mut self, g: MisereGame) -> Result<MisereGame> {
        let mut mates: FxHashMap<MisereGame, MisereGame> = FxHashMap::default();
        let one = self.heap(1)?;
        mates.insert(MisereGame::ZERO, one);
        // Options have smaller ids, so the followers come in a good order.
        for x in self.followers(g) {
            if x != MisereGame::ZERO {
                let list: Vec<MisereGame> = self.options(x).iter().map(|o| mates[o]).collect();
                let m = self.game(&list)?;
                mates.insert(x, m);
            }
        }
        Ok(mates[&g])
    }
}

fn ordered(a: MisereGame, b: MisereGame) -> (MisereGame, MisereGame) {
    if a <= b { (a, b) } else { (b, a) }
}
