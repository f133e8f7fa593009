//! Bounds of the parts and slices of a packed board, each found once, with the values that they come from.

use super::cuts::Cuts;
use super::narrow::Narrow;
use crate::limits::Budget;
use crate::sum::bound::Bound;
use crate::value::{GameValues, wrap};
use bouton_rules::{PackedBoard, Partizan, Player, Result, Short, Word};
use bouton_value::Store;
use rustc_hash::FxHashMap;

/// An entry of the cache of parts.
#[derive(Clone, Copy)]
struct Cached<W> {
    part: W,
    bounds: [Narrow; 2],
}

/// The board with tables of bounds.
pub(super) struct Bounds<G: Partizan + Short, W: Word, B> {
    pub board: B,
    values: GameValues<G>,
    store: Store,
    small: u32,
    /// Parts met lately, in a place by their hash.
    recent: Vec<Cached<W>>,
    exact: FxHashMap<W, [Narrow; 2]>,
    /// For each player whom cutting takes moves from, the bounds of the slices met, and of what the worst move of the other
    /// player in a slice leaves: places in `known`, 0 for none. Few bounds are different.
    slices: [Vec<u32>; 2],
    worst: [Vec<u32>; 2],
    known: Vec<Narrow>,
    places: FxHashMap<Narrow, u32>,
    pub(super) lists: Vec<[u32; 2]>,
    cuts: Cuts,
    after: Vec<u32>,
}

/// Entries of the cache of parts.
const RECENT_BITS: u32 = 13;

impl<G: Partizan + Short, W: Word, B: PackedBoard<G::Position, W>> Bounds<G, W, B> {
    pub fn new(game: G, board: B, small: u32) -> Self {
        let nothing = Cached {
            part: W::ZERO,
            bounds: [Narrow::ZERO; 2],
        };
        let unknown = Player::BOTH.map(|from| vec![0; board.slice_count(from) as usize]);
        Bounds {
            board,
            values: GameValues::new(game),
            store: Store::new(),
            small,
            recent: vec![nothing; 1 << RECENT_BITS],
            exact: FxHashMap::default(),
            slices: unknown.clone(),
            worst: unknown,
            known: vec![Narrow::ZERO],
            places: FxHashMap::default(),
            lists: Vec::new(),
            cuts: Cuts::default(),
            after: Vec::new(),
        }
    }

    /// Is a part too large for its exact value?
    #[inline]
    pub fn is_large(&self, part: W) -> bool {
        self.board.size(part) > self.small
    }

    /// Bounds of a part and of its negative.
    pub fn part(&mut self, part: W) -> Result<[Narrow; 2]> {
        if self.is_large(part) {
            self.large(part)
        } else {
            self.small(part)
        }
    }

    /// Bounds of a part that is not large and of its negative.
    #[inline]
    pub fn small(&mut self, part: W) -> Result<[Narrow; 2]> {
        let home = self.board.home(part);
        let place = (home.mixed() >> (64 - RECENT_BITS)) as usize;
        let cached = &self.recent[place];
        if cached.part == home {
            return Ok(cached.bounds);
        }
        self.small_anew(home, place)
    }

    #[cold]
    fn small_anew(&mut self, home: W, place: usize) -> Result<[Narrow; 2]> {
        let bounds = match self.exact.get(&home) {
            Some(&bounds) => bounds,
            None => {
                let bounds = self.valued(&self.board.position(home))?.map(Narrow::of);
                self.exact.insert(home, bounds);
                bounds
            }
        };
        self.recent[place] = Cached { part: home, bounds };
        Ok(bounds)
    }

    /// Bounds of a large part and of its negative.
    pub fn large(&mut self, part: W) -> Result<[Narrow; 2]> {
        let mut cuts = std::mem::take(&mut self.cuts);
        let mut both = [Narrow::ZERO; 2];
        for from in Player::BOTH {
            self.cut(part, from, &mut cuts)?;
            both[from as usize] = cuts.whole();
        }
        self.cuts = cuts;
        Ok(both)
    }

    /// The exact bounds of a position and of its negative.
    fn valued(&mut self, pos: &G::Position) -> Result<[Bound; 2]> {
        let value = self
            .values
            .value(pos, &mut self.store, &Budget::unlimited())?;
        Bound::both(value, &mut self.store).map_err(wrap)
    }

    /// The bound of a slice, from the point of view of `from`.
    #[inline]
    pub fn slice(&mut self, from: Player, number: u32) -> Result<Narrow> {
        let place = self.slices[from as usize][number as usize];
        if place != 0 || number == 0 {
            return Ok(self.known[place as usize]);
        }
        self.slice_anew(from, number)
    }

    #[cold]
    fn slice_anew(&mut self, from: Player, number: u32) -> Result<Narrow> {
        let bound = Narrow::of(self.valued(&self.board.slice(from, number))?[from as usize]);
        self.slices[from as usize][number as usize] = self.place(bound);
        Ok(bound)
    }

    /// What any move of the other player in a slice leaves, from the point of view of `from`.
    #[inline]
    pub fn worst(&mut self, from: Player, number: u32) -> Result<Narrow> {
        let place = self.worst[from as usize][number as usize];
        if place != 0 {
            return Ok(self.known[place as usize]);
        }
        self.worst_anew(from, number)
    }

    #[cold]
    fn worst_anew(&mut self, from: Player, number: u32) -> Result<Narrow> {
        let mut after = std::mem::take(&mut self.after);
        after.clear();
        let all = self.board.slice_moves(from, number, &mut after);
        let mut worst = if all { Narrow::MOST } else { Narrow::NONE };
        for &next in &after {
            worst = worst.worse(self.slice(from, next)?);
        }
        self.after = after;
        self.worst[from as usize][number as usize] = self.place(worst);
        Ok(worst)
    }

    fn place(&mut self, bound: Narrow) -> u32 {
        *self.places.entry(bound).or_insert_with(|| {
            self.known.push(bound);
            self.known.len() as u32 - 1
        })
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        self.values.table_bytes()
            + self.store.size().bytes as u64
            + (self.recent.len() * size_of::<Cached<W>>()) as u64
            + (self.exact.capacity() * size_of::<(W, [Narrow; 2])>()) as u64
            + (self.known.capacity() * size_of::<Narrow>()) as u64
            + self.slices.iter().map(|s| s.len() as u64 * 8).sum::<u64>()
    }
}
