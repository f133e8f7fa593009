//! Bounds on the scores of quiet positions, in a table that grows while memory allows and then keeps what was hard to find.

use bouton_core::Held;
use bouton_rules::{Quiet, QuietNode, Result, Word};

/// What is known of a position; work 0 marks a free place.
#[derive(Clone, Copy)]
struct Entry {
    /// The set of the key, in two words, so that an entry takes 24 bytes.
    set: [u64; 2],
    apart: u32,
    low: i8,
    high: i8,
    /// Nodes that it took, as a number of binary digits.
    work: u8,
}

const FREE: Entry = Entry {
    set: [0; 2],
    apart: 0,
    low: 0,
    high: 0,
    work: 0,
};

/// Scores of quiet positions lie between -127 and 127.
pub(super) const MOST_POINTS: i32 = 127;

/// A position has four places; where all are taken, the easiest position gives way.
pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
    /// True once memory does not allow another doubling.
    full: bool,
}

const FIRST_BITS: u32 = 12;
const PLACES: usize = 4;

impl Table {
    pub fn new() -> Table {
        Table {
            entries: vec![FREE; 1 << FIRST_BITS],
            used: 0,
            full: false,
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    fn place(&self, key: Quiet) -> usize {
        let bits = self.entries.len().trailing_zeros();
        let mixed = (key.set ^ u128::from(key.apart) << 96).mixed();
        (mixed >> (64 - bits)) as usize & !(PLACES - 1)
    }

    /// Bounds on the score of a position: what is known of it, or the points at stake.
    pub fn bounds(&self, node: &QuietNode) -> (i32, i32) {
        match node.score {
            Some(score) => (score, score),
            None => self.get(node.key).unwrap_or((-node.stake, node.stake)),
        }
    }

    fn get(&self, key: Quiet) -> Option<(i32, i32)> {
        let (place, set) = (self.place(key), halves(key.set));
        let places = &self.entries[place..place + PLACES];
        let entry = places
            .iter()
            .find(|e| e.set == set && e.apart == key.apart && e.work > 0)?;
        Some((entry.low.into(), entry.high.into()))
    }

    fn put(&mut self, entry: Entry, place: usize) {
        let same = |other: &Entry| other.set == entry.set && other.apart == entry.apart;
        let places = &mut self.entries[place..place + PLACES];
        let at = match places.iter().position(|e| e.work > 0 && same(e)) {
            Some(at) => at,
            None => (0..PLACES).min_by_key(|&at| places[at].work).unwrap_or(0),
        };
        self.used += usize::from(places[at].work == 0);
        places[at] = entry;
    }

    /// Notes bounds that took `work` nodes to find. The table grows when it is half full and the budget has room; `others` are
    /// the bytes of everything else in the same account.
    pub fn insert(
        &mut self,
        key: Quiet,
        (low, high): (i32, i32),
        work: u64,
        held: &mut Held,
        others: u64,
    ) -> Result<()> {
        let entry = Entry {
            set: halves(key.set),
            apart: key.apart,
            low: low as i8,
            high: high as i8,
            work: (64 - work.leading_zeros()).max(1) as u8,
        };
        self.put(entry, self.place(key));
        if self.full || self.used * 2 < self.entries.len() {
            return Ok(());
        }
        // While it grows, the old table is there as well.
        self.full = held.set(self.bytes() * 3 + others).is_err();
        if !self.full {
            let room = vec![FREE; self.entries.len() * 2];
            let old = std::mem::replace(&mut self.entries, room);
            self.used = 0;
            for entry in old.into_iter().filter(|entry| entry.work > 0) {
                let set = u128::from(entry.set[0]) | u128::from(entry.set[1]) << 64;
                let key = Quiet {
                    set,
                    apart: entry.apart,
                };
                self.put(entry, self.place(key));
            }
        }
        held.set(self.bytes() + others)
    }
}

fn halves(set: u128) -> [u64; 2] {
    [set as u64, (set >> 64) as u64]
}
