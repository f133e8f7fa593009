//! Bounds of the parts and slices of a packed board, each found once, with the values that they come from.

use super::tall::{EXACT, Tall};
use super::values::Values;
use super::walls::Walls;
use bouton_rules::{PackedBoard, Player, Word};
use bouton_value::{Result, Value};
use rustc_hash::FxHashMap;

/// A position: its large parts, and the value of all its small ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node<W> {
    /// The union of the large parts, as its least image.
    pub large: W,
    pub rest: Value,
}

/// The board with tables of bounds.
pub(super) struct Bounds<P, W, B> {
    pub board: B,
    pub values: Values<P, W>,
    small: u32,
    /// Values of small parts met lately, in a place by their hash.
    recent: Vec<(W, Value)>,
    /// The walls of values and of their negatives, apart from the table that finds them, which is kept small.
    walls: Vec<[Walls; 2]>,
    places_of_values: FxHashMap<Value, u32>,
    /// For each player whom cutting takes moves from, the bounds of the slices met, and of what the worst move of the other
    /// player in a slice leaves: places in `known`, 0 for none. Few bounds are different.
    slices: [Vec<u16>; 2],
    worst: [Vec<u16>; 2],
    known: Vec<Walls>,
    places: FxHashMap<Walls, u16>,
    pub tall: Tall,
    /// Lists that are used again.
    pub parts: Vec<W>,
    pub layers: Vec<u32>,
    after: Vec<u32>,
}

/// Entries of the cache of parts.
const RECENT_BITS: u32 = 13;

impl<P, W: Word, B: PackedBoard<P, W>> Bounds<P, W, B> {
    pub fn new(board: B, small: u32) -> Self {
        let unknown = Player::BOTH.map(|from| vec![0; board.slice_count(from) as usize]);
        Bounds {
            board,
            values: Values::new(),
            small,
            recent: vec![(W::ZERO, Value::ZERO); 1 << RECENT_BITS],
            walls: Vec::new(),
            places_of_values: FxHashMap::default(),
            slices: unknown.clone(),
            worst: unknown,
            known: vec![Walls::ZERO],
            places: FxHashMap::default(),
            tall: Tall::new(EXACT),
            parts: Vec::new(),
            layers: Vec::new(),
            after: Vec::new(),
        }
    }

    /// Is a part too large for its exact value?
    #[inline]
    fn is_large(&self, part: W) -> bool {
        self.board.size(part) > self.small
    }

    /// A position with everything else, worth `rest`: the union of its large parts as it stands, and the value of all that is
    /// left.
    #[inline]
    pub fn split(&mut self, pos: W, mut rest: Value) -> Result<(W, Value)> {
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        self.board.parts(pos, &mut parts);
        let mut large = W::ZERO;
        for &part in &parts {
            if self.is_large(part) {
                large = large | part;
            } else {
                rest = self.with_small(rest, part)?;
            }
        }
        self.parts = parts;
        Ok((large, rest))
    }

    /// Is one of the parts of a position large, and perhaps small after a move that does not split it?
    pub fn any_barely_large(&mut self, pos: W) -> bool {
        self.parts.clear();
        self.board.parts(pos, &mut self.parts);
        let barely = |&part: &W| self.board.size(part) <= self.small + 2;
        self.parts.iter().any(barely)
    }

    /// A value and a part that is not large.
    #[inline]
    fn with_small(&mut self, rest: Value, part: W) -> Result<Value> {
        let home = self.board.home(part);
        let place = (home.mixed() >> (64 - RECENT_BITS)) as usize;
        let (known, mut value) = self.recent[place];
        if known != home {
            value = self.values.of_part(&self.board, home)?;
            self.recent[place] = (home, value);
        }
        self.values.store.add(rest, value)
    }

    /// The value of so many free moves.
    #[cfg(test)]
    pub fn integer(&mut self, n: i64) -> Value {
        self.values.store.integer(n)
    }

    /// The moves of a player in a value.
    pub fn options(&mut self, value: Value, mover: Player) -> Result<Vec<Value>> {
        self.values.store.options(value, mover == Player::Left)
    }

    /// Does the player to move win a game worth `value`?
    pub fn outcome(&mut self, value: Value, mover: Player) -> Result<bool> {
        let store = &mut self.values.store;
        Ok(!match mover {
            Player::Left => store.le(value, Value::ZERO)?,
            Player::Right => store.ge(value, Value::ZERO)?,
        })
    }

    /// The walls of a value and of its negative.
    #[inline]
    pub fn walls(&mut self, value: Value) -> Result<&[Walls; 2]> {
        let place = match self.places_of_values.get(&value) {
            Some(&place) => place,
            None => self.walls_anew(value)?,
        };
        Ok(&self.walls[place as usize])
    }

    #[cold]
    fn walls_anew(&mut self, value: Value) -> Result<u32> {
        let walls = Walls::both(value, &mut self.values.store)?;
        let place = self.walls.len() as u32;
        self.walls.push(walls);
        self.places_of_values.insert(value, place);
        Ok(place)
    }

    /// The bound of a slice, from the point of view of `from`.
    #[inline]
    pub fn slice(&mut self, from: Player, number: u32) -> &Walls {
        let mut place = self.slices[from as usize][number as usize];
        if place == 0 && number != 0 {
            place = self.slice_anew(from, number);
        }
        &self.known[place as usize]
    }

    /// Nothing is known where the value is too much for the store.
    #[cold]
    fn slice_anew(&mut self, from: Player, number: u32) -> u16 {
        let slice = self.board.slice(from, number);
        let value = self.values.value(&self.board, slice);
        let walls = value.and_then(|value| self.walls(value));
        let walls = walls.map_or(Walls::NONE, |walls| walls[from as usize]);
        let place = self.place(walls);
        self.slices[from as usize][number as usize] = place;
        place
    }

    /// What any move of the other player in a slice leaves, from the point of view of `from`.
    #[inline]
    pub fn worst(&mut self, from: Player, number: u32) -> &Walls {
        let mut place = self.worst[from as usize][number as usize];
        if place == 0 {
            place = self.worst_anew(from, number);
        }
        &self.known[place as usize]
    }

    #[cold]
    fn worst_anew(&mut self, from: Player, number: u32) -> u16 {
        let mut after = std::mem::take(&mut self.after);
        after.clear();
        let all = self.board.slice_moves(from, number, &mut after);
        let mut worst = if all { Walls::MOST } else { Walls::NONE };
        for &next in &after {
            worst = worst.worse(*self.slice(from, next));
        }
        self.after = after;
        let place = self.place(worst);
        self.worst[from as usize][number as usize] = place;
        place
    }

    /// The place of a bound; when there are no more places, the place of one of which nothing is known.
    fn place(&mut self, bound: Walls) -> u16 {
        if let Some(&place) = self.places.get(&bound) {
            return place;
        }
        let full = self.known.len() >= usize::from(u16::MAX);
        let bound = if full { Walls::NONE } else { bound };
        *self.places.entry(bound).or_insert_with(|| {
            self.known.push(bound);
            (self.known.len() - 1) as u16
        })
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        self.values.bytes()
            + (self.recent.len() * size_of::<(W, Value)>()) as u64
            + (self.walls.capacity() * size_of::<[Walls; 2]>()) as u64
            + (self.places_of_values.capacity() * size_of::<(Value, u32)>()) as u64
            + (self.known.capacity() * size_of::<Walls>()) as u64
            + self.tall.bytes()
            + self.slices.iter().map(|s| s.len() as u64 * 4).sum::<u64>()
    }
}
