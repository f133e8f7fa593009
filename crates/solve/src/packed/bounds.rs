//! Bounds of the parts of a packed board: [`Bound`] in less room, and tables of them.

use crate::limits::Budget;
use crate::sum::bound::Bound;
use crate::value::{GameValues, wrap};
use bouton_rules::{PackedBoard, Partizan, Player, Result, Short, Word};
use bouton_value::Store;
use rustc_hash::FxHashMap;

/// A [`Bound`] in units of 2^-12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Narrow {
    pub mean: i32,
    temperature: i32,
    left_stop: i32,
    right_stop: i32,
    second: i32,
    lead: i32,
}

impl Narrow {
    pub const UNIT: i64 = 1 << (Bound::UNIT - SHIFT);
    pub const ZERO: Narrow = Narrow::of(Bound::ZERO);

    /// Rounded against the player whose bound it is; values far beyond any board of 128 cells count as nothing known.
    const fn of(bound: Bound) -> Narrow {
        const fn down(x: i64) -> i32 {
            let x = x >> SHIFT;
            if x < LOWEST {
                LOWEST as i32
            } else if x > -LOWEST {
                -LOWEST as i32
            } else {
                x as i32
            }
        }
        Narrow {
            mean: down(bound.mean),
            temperature: -down(-bound.temperature),
            left_stop: down(bound.left_stop),
            right_stop: down(bound.right_stop),
            second: -down(-bound.second),
            lead: down(bound.lead),
        }
    }

    /// As [`Bound::plus`].
    #[inline]
    pub fn plus(self, other: Narrow) -> Narrow {
        let (hot, cold) = if self.temperature >= other.temperature {
            (self, other)
        } else {
            (other, self)
        };
        Narrow {
            mean: self.mean + other.mean,
            temperature: hot.temperature,
            second: hot.second.max(cold.temperature),
            lead: hot.lead,
            left_stop: (self.left_stop + other.right_stop).max(self.right_stop + other.left_stop),
            right_stop: self.right_stop + other.right_stop,
        }
    }

    /// As [`Bound::wins_first`].
    #[inline]
    pub fn wins_first(self) -> bool {
        self.left_stop >= 0 || self.mean + (self.lead - self.second.max(0)).max(0) > 0
    }

    /// As [`Bound::wins_second`].
    #[inline]
    pub fn wins_second(self) -> bool {
        self.right_stop >= 0 || self.mean - self.temperature.max(0) > 0
    }

    /// Is a win perhaps close to certain, so that it pays to look for it in another way?
    #[inline]
    pub fn is_close(self) -> bool {
        self.right_stop.max(self.mean - self.temperature) >= -3 * Narrow::UNIT as i32 / 2
    }

    /// Which of two bounds of the same part to keep.
    #[inline]
    fn better(self, other: Narrow) -> Narrow {
        let score = |b: Narrow| b.mean + b.right_stop.max(b.mean - b.temperature.max(0));
        if score(other) > score(self) {
            other
        } else {
            self
        }
    }
}

const SHIFT: u32 = 4;
const LOWEST: i64 = -(1 << 22);

/// The best bounds by cuttings of the first and of the last layers of a part.
#[derive(Clone, Default)]
pub(super) struct Cuts {
    slices: Vec<[u32; 2]>,
    first: Vec<Narrow>,
    last: Vec<Narrow>,
}

/// An entry of the cache of parts.
#[derive(Clone, Copy)]
struct Cached<W> {
    part: W,
    bounds: [Narrow; 2],
}

/// Bounds of parts and slices, each found once, with the values that they come from.
pub(super) struct Bounds<G: Partizan + Short, W: Word> {
    values: GameValues<G>,
    store: Store,
    small: u32,
    /// Parts met lately, in a place by their hash.
    recent: Vec<Cached<W>>,
    exact: FxHashMap<W, [Narrow; 2]>,
    /// For each player whom cutting takes moves from, the bounds of the slices met: places in `known`, 0 for none. Few
    /// bounds are different.
    slices: [Vec<u32>; 2],
    known: Vec<Narrow>,
    places: FxHashMap<Narrow, u32>,
    lists: Vec<[u32; 2]>,
}

/// Entries of the cache of parts.
const RECENT_BITS: u32 = 17;

impl<G: Partizan + Short, W: Word> Bounds<G, W> {
    pub fn new(game: G, board: &dyn PackedBoard<G::Position, W>, small: u32) -> Self {
        let nothing = Cached {
            part: W::ZERO,
            bounds: [Narrow::ZERO; 2],
        };
        Bounds {
            values: GameValues::new(game),
            store: Store::new(),
            small,
            recent: vec![nothing; 1 << RECENT_BITS],
            exact: FxHashMap::default(),
            slices: Player::BOTH.map(|from| vec![0; board.slice_count(from) as usize]),
            known: vec![Narrow::ZERO],
            places: FxHashMap::default(),
            lists: Vec::new(),
        }
    }

    /// Is a part too large for its exact value?
    pub fn is_large(&self, board: &dyn PackedBoard<G::Position, W>, part: W) -> bool {
        board.size(part) > self.small
    }

    /// Bounds of a part and of its negative.
    #[inline]
    pub fn part(
        &mut self,
        board: &dyn PackedBoard<G::Position, W>,
        part: W,
    ) -> Result<[Narrow; 2]> {
        let home = board.home(part);
        let place = (home.mixed() >> (64 - RECENT_BITS)) as usize;
        let cached = &self.recent[place];
        if cached.part == home {
            return Ok(cached.bounds);
        }
        let bounds = self.part_anew(board, home)?;
        self.recent[place] = Cached { part: home, bounds };
        Ok(bounds)
    }

    fn part_anew(
        &mut self,
        board: &dyn PackedBoard<G::Position, W>,
        home: W,
    ) -> Result<[Narrow; 2]> {
        if board.size(home) > self.small {
            return Ok([
                self.cut(board, home, Player::Left)?,
                self.cut(board, home, Player::Right)?,
            ]);
        }
        if let Some(&bounds) = self.exact.get(&home) {
            return Ok(bounds);
        }
        let bounds = self.valued(&board.position(home))?.map(Narrow::of);
        self.exact.insert(home, bounds);
        Ok(bounds)
    }

    /// The exact bounds of a position and of its negative.
    fn valued(&mut self, pos: &G::Position) -> Result<[Bound; 2]> {
        let value = self
            .values
            .value(pos, &mut self.store, &Budget::unlimited())?;
        Bound::both(value, &mut self.store).map_err(wrap)
    }

    /// The best bound by cutting into slices of one or two layers, from the point of view of `from`.
    fn cut(
        &mut self,
        board: &dyn PackedBoard<G::Position, W>,
        part: W,
        from: Player,
    ) -> Result<Narrow> {
        let mut lists = std::mem::take(&mut self.lists);
        lists.clear();
        board.slices(part, from, &mut lists);
        // The best bounds of the layers so far, without and with the last one.
        let (mut before, mut best) = (Narrow::ZERO, Narrow::ZERO);
        for (i, &[one, two]) in lists.iter().enumerate() {
            let mut next = best.plus(self.slice(board, from, one)?);
            if i > 0 {
                next = next.better(before.plus(self.slice(board, from, two)?));
            }
            (before, best) = (best, next);
        }
        self.lists = lists;
        Ok(best)
    }

    /// The cuttings of a part from the point of view of `from`, kept for [`Bounds::cut_near`].
    pub fn cuttings(
        &mut self,
        board: &dyn PackedBoard<G::Position, W>,
        part: W,
        from: Player,
        cuts: &mut Cuts,
    ) -> Result<()> {
        cuts.slices.clear();
        board.slices(part, from, &mut cuts.slices);
        let layers = cuts.slices.len();
        cuts.first.clear();
        cuts.first.push(Narrow::ZERO);
        for i in 0..layers {
            let [one, two] = cuts.slices[i];
            let mut best = cuts.first[i].plus(self.slice(board, from, one)?);
            if i > 0 {
                best = best.better(cuts.first[i - 1].plus(self.slice(board, from, two)?));
            }
            cuts.first.push(best);
        }
        cuts.last.clear();
        cuts.last.resize(layers + 1, Narrow::ZERO);
        for i in (0..layers).rev() {
            let mut best = cuts.last[i + 1].plus(self.slice(board, from, cuts.slices[i][0])?);
            if i + 1 < layers {
                let two = self.slice(board, from, cuts.slices[i + 1][1])?;
                best = best.better(cuts.last[i + 2].plus(two));
            }
            cuts.last[i] = best;
        }
        Ok(())
    }

    /// A bound of a part that differs from another one in few layers, from the cuttings of that one.
    pub fn cut_near(
        &mut self,
        board: &dyn PackedBoard<G::Position, W>,
        part: W,
        from: Player,
        near: &Cuts,
    ) -> Result<Narrow> {
        let mut slices = std::mem::take(&mut self.lists);
        slices.clear();
        board.slices(part, from, &mut slices);
        let layers = slices.len();
        let differs = |i: &usize| slices[*i] != near.slices[*i];
        let (Some(low), Some(high)) = ((0..layers).find(differs), (0..layers).rfind(differs))
        else {
            self.lists = slices;
            return Ok(near.first[layers]);
        };
        // The best bounds of the layers so far, without and with the last one.
        let mut before = near.first[low.saturating_sub(1)];
        let mut best = near.first[low];
        for (i, &[one, two]) in slices.iter().enumerate().take(high + 1).skip(low) {
            let mut next = best.plus(self.slice(board, from, one)?);
            if i > 0 {
                next = next.better(before.plus(self.slice(board, from, two)?));
            }
            (before, best) = (best, next);
        }
        best = best.plus(near.last[high + 1]);
        if high + 1 < layers {
            let two = self.slice(board, from, slices[high + 1][1])?;
            best = best.better(before.plus(two).plus(near.last[high + 2]));
        }
        self.lists = slices;
        Ok(best)
    }

    #[inline]
    fn slice(
        &mut self,
        board: &dyn PackedBoard<G::Position, W>,
        from: Player,
        number: u32,
    ) -> Result<Narrow> {
        let place = self.slices[from as usize][number as usize];
        if place != 0 || number == 0 {
            return Ok(self.known[place as usize]);
        }
        self.slice_anew(board, from, number)
    }

    #[cold]
    fn slice_anew(
        &mut self,
        board: &dyn PackedBoard<G::Position, W>,
        from: Player,
        number: u32,
    ) -> Result<Narrow> {
        let bound = Narrow::of(self.valued(&board.slice(from, number))?[from as usize]);
        let place = *self.places.entry(bound).or_insert_with(|| {
            self.known.push(bound);
            self.known.len() as u32 - 1
        });
        self.slices[from as usize][number as usize] = place;
        Ok(bound)
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        self.values.table_bytes()
            + self.store.size().bytes as u64
            + (self.recent.len() * size_of::<Cached<W>>()) as u64
            + (self.exact.capacity() * size_of::<(W, [Narrow; 2])>()) as u64
            + (self.known.capacity() * size_of::<Narrow>()) as u64
            + self.slices.iter().map(|s| s.len() as u64 * 4).sum::<u64>()
    }
}
