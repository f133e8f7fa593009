//! The parts that have a value, by their words where the ruleset writes positions as words, by the positions elsewhere.

use bouton_value::{Term, Value};
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::hash::{BuildHasher, Hash};

/// Entries of a cache of parts as they were cut out.
const RECENT: usize = 1 << 12;

/// A position's word in two halves, so that an entry takes 12 bytes, and its value.
#[derive(Clone, Copy)]
struct Entry {
    word: [u32; 2],
    value: Value,
}

impl Entry {
    fn new(word: u64, value: Value) -> Entry {
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

/// The values of representatives. Every question about a position comes with its word, if it has one.
pub(super) struct Known<P> {
    words: HashTable<Entry>,
    positions: FxHashMap<P, Value>,
}

impl<P> Default for Known<P> {
    fn default() -> Self {
        Known {
            words: HashTable::new(),
            positions: FxHashMap::default(),
        }
    }
}

impl<P: Eq + Hash> Known<P> {
    pub(super) fn len(&self) -> usize {
        self.words.len() + self.positions.len()
    }

    /// Bytes of the tables, without what positions own.
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * (size_of::<Entry>() + 1)
            + self.positions.capacity() * (size_of::<(P, Value)>() + 1)
    }

    #[inline]
    pub(super) fn get(&self, word: Option<u64>, pos: &P) -> Option<Value> {
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
    pub(super) fn insert(&mut self, word: Option<u64>, pos: P, value: Value) -> bool {
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
pub(super) struct Recent<P> {
    words: Vec<(u64, Term)>,
    positions: Vec<Option<(P, Term)>>,
}

impl<P> Default for Recent<P> {
    fn default() -> Self {
        Recent {
            words: Vec::new(),
            positions: Vec::new(),
        }
    }
}

impl<P: Clone + Eq + Hash> Recent<P> {
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words) + size_of_val(&*self.positions)
    }

    /// Makes the cache for this kind of position, if it is not there yet.
    #[inline]
    pub(super) fn prepare(&mut self, word: Option<u64>) {
        if word.is_some() && self.words.is_empty() {
            // No position's word is 0.
            self.words.resize(RECENT, (0, Term::ZERO));
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
    pub(super) fn get(&self, place: usize, word: Option<u64>, pos: &P) -> Option<Term> {
        match word {
            Some(word) => {
                let (other, term) = self.words[place];
                (other == word).then_some(term)
            }
            None => {
                let (other, term) = self.positions[place].as_ref()?;
                (other == pos).then_some(*term)
            }
        }
    }

    #[inline]
    pub(super) fn put(&mut self, place: usize, word: Option<u64>, pos: &P, term: Term) {
        match word {
            Some(word) => self.put_word(place, word, term),
            None => self.positions[place] = Some((pos.clone(), term)),
        }
    }

    #[inline]
    pub(super) fn put_word(&mut self, place: usize, word: u64, term: Term) {
        self.words[place] = (word, term);
    }
}
