//! What is known of parts, by their words where the ruleset writes positions as words, by the positions elsewhere.

use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::hash::{BuildHasher, Hash};

/// Entries of a cache of parts as they were cut out.
const RECENT: usize = 1 << 12;

/// A position's word in two halves, so that an entry with a value of 4 bytes takes 12, and what is known of it.
#[derive(Clone, Copy)]
struct Entry<V> {
    word: [u32; 2],
    value: V,
}

impl<V> Entry<V> {
    fn new(word: u64, value: V) -> Entry<V> {
        Entry {
            word: halves(word),
            value,
        }
    }

    fn hash(&self) -> u64 {
        hash(u64::from(self.word[1]) << 32 | u64::from(self.word[0]))
    }
}

fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

#[inline(always)]
fn hash(word: u64) -> u64 {
    let product = u128::from(word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
    (product >> 64) as u64 ^ product as u64
}

/// What is known of representatives: their values, or their numbers. Every question about a position comes with its word, if it has one.
pub(super) struct Known<P, V> {
    words: HashTable<Entry<V>>,
    positions: FxHashMap<P, V>,
}

impl<P, V> Default for Known<P, V> {
    fn default() -> Self {
        Known {
            words: HashTable::new(),
            positions: FxHashMap::default(),
        }
    }
}

impl<P: Eq + Hash, V: Copy> Known<P, V> {
    pub(super) fn len(&self) -> usize {
        self.words.len() + self.positions.len()
    }

    /// Bytes of the tables, without what positions own.
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * (size_of::<Entry<V>>() + 1)
            + self.positions.capacity() * (size_of::<(P, V)>() + 1)
    }

    #[inline]
    pub(super) fn get(&self, word: Option<u64>, pos: &P) -> Option<V> {
        match word {
            Some(word) => {
                let sought = halves(word);
                let found = self.words.find(hash(word), |e| e.word == sought);
                found.map(|e| e.value)
            }
            None => self.positions.get(pos).copied(),
        }
    }

    /// Keeps the value of a position that has none yet. True if the position itself is kept.
    pub(super) fn insert(&mut self, word: Option<u64>, pos: P, value: V) -> bool {
        match word {
            Some(word) => {
                let entry = Entry::new(word, value);
                self.words.insert_unique(entry.hash(), entry, |e| e.hash());
                false
            }
            None => {
                self.positions.insert(pos, value);
                true
            }
        }
    }
}

/// The values of parts met lately, as they were cut out: spares finding their representatives again.
pub(super) struct Recent<P, V> {
    words: Vec<(u64, V)>,
    positions: Vec<Option<(P, V)>>,
}

impl<P, V> Default for Recent<P, V> {
    fn default() -> Self {
        Recent {
            words: Vec::new(),
            positions: Vec::new(),
        }
    }
}

impl<P: Clone + Eq + Hash, V: Copy + Default> Recent<P, V> {
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words) + size_of_val(&*self.positions)
    }

    /// Makes the cache for this kind of position, if it is not there yet.
    #[inline]
    pub(super) fn prepare(&mut self, word: Option<u64>) {
        if word.is_some() && self.words.is_empty() {
            // No position's word is 0.
            self.words.resize(RECENT, (0, V::default()));
        } else if word.is_none() && self.positions.is_empty() {
            self.positions.resize(RECENT, None);
        }
    }

    /// Where a part has its place; [`Recent::prepare`] has been called.
    #[inline]
    pub(super) fn place(&self, word: Option<u64>, pos: &P) -> usize {
        let hash = match word {
            Some(word) => hash(word),
            None => rustc_hash::FxBuildHasher.hash_one(pos),
        };
        hash as usize >> 20 & (RECENT - 1)
    }

    #[inline]
    pub(super) fn get(&self, place: usize, word: Option<u64>, pos: &P) -> Option<V> {
        match word {
            Some(word) => {
                let (other, value) = self.words[place];
                (other == word).then_some(value)
            }
            None => {
                let (other, value) = self.positions[place].as_ref()?;
                (other == pos).then_some(*value)
            }
        }
    }

    #[inline]
    pub(super) fn put(&mut self, place: usize, word: Option<u64>, pos: &P, value: V) {
        match word {
            Some(word) => self.put_word(place, word, value),
            None => self.positions[place] = Some((pos.clone(), value)),
        }
    }

    #[inline]
    pub(super) fn put_word(&mut self, place: usize, word: u64, value: V) {
        self.words[place] = (word, value);
    }
}
