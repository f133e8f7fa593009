//! Tables of parts by their words, and of parts met lately.

use hashbrown::HashTable;
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

/// What is known of representatives by their words, a number of 32 bits each.
#[derive(Default)]
pub(super) struct Words {
    entries: HashTable<Entry<u32>>,
}

impl Words {
    /// Bytes of the table.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * (size_of::<Entry<u32>>() + 1)
    }

    #[inline]
    pub(super) fn get(&self, word: u64) -> Option<u32> {
        let sought = halves(word);
        let found = self.entries.find(hash(word), |e| e.word == sought);
        found.map(|e| e.value)
    }

    /// Adds a word that is not there.
    pub(super) fn insert(&mut self, word: u64, value: u32) {
        let entry = Entry::new(word, value);
        self.entries
            .insert_unique(entry.hash(), entry, |e| e.hash());
    }

    /// Changes what is known of a word that is there.
    pub(super) fn set(&mut self, word: u64, value: u32) {
        let sought = halves(word);
        if let Some(entry) = self.entries.find_mut(hash(word), |e| e.word == sought) {
            entry.value = value;
        }
    }
}

/// What is known of parts met lately, as they were cut out: spares finding their representatives again.
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
