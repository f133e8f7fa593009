//! Bounds by taller slices, of three and four neighbouring layers, where none of their parts is too large for an exact value.
//!
//! They decide half of the positions that slices of one and two layers leave open. But most of those met are new, and the values of
//! their parts are dear: only a long search meets the same parts often enough.

use super::bounds::Bounds;
use super::walls::{Part, Walls};
use bouton_rules::{PackedBoard, Player, Word};
use bouton_value::Result;

/// In a search, exact values are computed for parts of tall slices of at most so many cells.
pub(super) const EXACT: u32 = 20;

/// Entries for each player, made when the first is asked.
const ENTRY_BITS: u32 = 19;

/// Bits for the contents of one layer in a key.
const LAYER_BITS: u32 = 16;

/// The bounds of tall slices met lately, in a place by their contents, for each player from whose point of view they are.
pub(super) struct Tall {
    entries: [Vec<Entry>; 2],
    /// Exact values are computed for parts of at most so many cells.
    exact: u32,
}

/// The bound of a slice, by the contents of its four layers, or three and an empty one; nothing is known of what has a large part.
#[derive(Clone, Copy)]
struct Entry {
    walls: Walls,
    layers: u64,
}

impl Tall {
    /// Bytes that a table takes once both players have asked.
    pub const FULL: u64 = (2 * size_of::<Entry>() as u64) << ENTRY_BITS;

    /// An empty table.
    pub fn new(exact: u32) -> Tall {
        Tall {
            entries: Default::default(),
            exact,
        }
    }

    /// Bytes that the table takes.
    pub fn bytes(&self) -> u64 {
        let entries = self.entries.iter().map(Vec::len).sum::<usize>();
        (entries * size_of::<Entry>()) as u64
    }
}

impl<P, W: Word, B: PackedBoard<P, W>> Bounds<P, W, B> {
    /// As [`Bounds::cut`], also with slices of three layers and, if asked, of four.
    pub fn cut_taller<S: Part>(&mut self, pos: W, from: Player, rest: Walls, fours: bool) -> S {
        let mut layers = std::mem::take(&mut self.layers);
        layers.clear();
        self.board.layers(pos, from, &mut layers);
        // The bounds of all before a layer, and of all before those next to it; the last four layers, the lowest first.
        let (mut best, mut line, mut key) = ([S::of(rest); 4], 0, 0);
        for (i, &next) in layers.iter().enumerate() {
            let pair = self.board.pair(from, line, next);
            let mut longer = self.longer(from, [best[0], best[1]], next, pair);
            key = key >> LAYER_BITS | u64::from(next) << (3 * LAYER_BITS);
            if i >= 2 {
                let three = self.tall(pos, from, key >> LAYER_BITS, i as u32 - 2, 3);
                if three != Walls::NONE {
                    longer = longer.max(best[2].plus(S::of(three)));
                    if fours && i >= 3 {
                        let four = self.tall(pos, from, key, i as u32 - 3, 4);
                        if four != Walls::NONE {
                            longer = longer.max(best[3].plus(S::of(four)));
                        }
                    }
                }
            }
            (best, line) = ([longer, best[0], best[1], best[2]], next);
        }
        self.layers = layers;
        best[0]
    }

    /// The bound of a slice of `count` layers of a position, with the contents `layers`.
    #[inline]
    fn tall(&mut self, pos: W, from: Player, layers: u64, first: u32, count: u32) -> Walls {
        let place = (layers.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - ENTRY_BITS)) as usize;
        match self.tall.entries[from as usize].get(place) {
            Some(entry) if entry.layers == layers => entry.walls,
            _ => self.tall_anew(pos, from, layers, first, count, place),
        }
    }

    #[cold]
    fn tall_anew(
        &mut self,
        pos: W,
        from: Player,
        layers: u64,
        first: u32,
        count: u32,
        place: usize,
    ) -> Walls {
        let band = self.board.band(pos, from, first, count);
        let walls = self.sum_of_parts(band, from).unwrap_or(Walls::NONE);
        let entries = &mut self.tall.entries[from as usize];
        if entries.is_empty() {
            let empty = Entry {
                walls: Walls::ZERO,
                layers: 0,
            };
            *entries = vec![empty; 1 << ENTRY_BITS];
        }
        entries[place] = Entry { walls, layers };
        walls
    }

    /// The sum of the bounds of the parts by their values; nothing is known if one is too large.
    fn sum_of_parts(&mut self, pos: W, from: Player) -> Result<Walls> {
        self.parts.clear();
        self.board.parts(pos, &mut self.parts);
        let is_large = |&part: &W| self.board.size(part) > self.tall.exact;
        if self.parts.iter().any(is_large) {
            return Ok(Walls::NONE);
        }
        let mut sum = Walls::ZERO;
        for at in 0..self.parts.len() {
            let home = self.board.home(self.parts[at]);
            let value = self.values.of_part(&self.board, home)?;
            sum = sum.plus(self.walls(value)?[from as usize]);
        }
        Ok(sum)
    }
}
