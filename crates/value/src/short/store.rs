//! The store of canonical short games: every value is a number plus a *core*, and each core is kept once.
//!
//! A core is a game that is not a number, moved by a number so that its Left stop is 0 (or it is zero itself). By the number
//! translation theorem the options of x + G, for a number x and a G that is not one, are those of G moved by x; so games
//! that differ by a number share everything, and sums are computed once for a whole family of translates. Cores of the
//! form n·up + *m are packed and never expanded unless their options are asked for; numbers are never expanded at all.
//!
//! Sources: conway1976 (numbers, simplicity), siegel2013 (canonical forms, the number translation theorem).

use super::cache::Cache;
use super::num::{Num, Nums};
use super::pending::Scratch;
use crate::error::{Error, Result};
use crate::watch::Watch;
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A canonical short game in a [`Store`]. Two values of one store are equal as games exactly if their ids are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub(crate) u32);

impl Value {
    /// Zero, in every store.
    pub const ZERO: Value = Value(0);

    /// The number by which its store knows it, for tables that hold nothing but numbers.
    #[inline]
    pub fn number(self) -> u32 {
        self.0
    }

    /// The value that [`Value::number`] has numbered, in the same store.
    #[inline]
    pub fn of_number(number: u32) -> Value {
        Value(number)
    }
}

/// A number plus a core: a value before it is interned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Opt {
    pub(crate) num: Num,
    pub(crate) core: u32,
}

impl Opt {
    pub(crate) const ZERO: Opt = Opt {
        num: Num::ZERO,
        core: 0,
    };

    pub(crate) fn number(num: Num) -> Opt {
        Opt { num, core: 0 }
    }
}

/// n·up + *m.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Nu {
    pub(crate) up: i64,
    pub(crate) nim: u64,
}

impl Nu {
    /// Is it at least zero?
    pub(crate) fn ge_zero(self) -> bool {
        at_least_zero(self.up.into(), self.nim)
    }

    pub(crate) fn neg(self) -> Nu {
        Nu {
            up: -self.up,
            nim: self.nim,
        }
    }
}

/// Is up·↑ + *nim at least zero?
pub(crate) fn at_least_zero(up: i128, nim: u64) -> bool {
    (up == 0 && nim == 0) || up > 1 || (up == 1 && nim != 1)
}

/// A multiple of up, if it and its negative fit.
pub(crate) fn fitting(up: Option<i64>) -> Option<i64> {
    up.filter(|&n| n != i64::MIN)
}

/// The core is at least its Right stop.
pub(crate) const GE_RIGHT: u8 = 1;
/// The core is at most its Left stop, which is 0.
pub(crate) const LE_LEFT: u8 = 2;
/// The options are in the arena.
pub(crate) const EXPANDED: u8 = 4;

pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
pub(crate) struct Core {
    /// Where the options start in the arena: Left's, then Right's, each sorted.
    pub(crate) start: u32,
    pub(crate) left: u32,
    pub(crate) right: u32,
    /// Left stop minus Right stop.
    pub(crate) width: Num,
    pub(crate) flags: u8,
    /// Index in the table of packed infinitesimals, or `NONE`.
    pub(crate) nu: u32,
    /// The core of the negative, or `NONE` if not yet known.
    pub(crate) neg: u32,
    /// The hash of the options, so that the index grows without reading them.
    pub(crate) hash: u32,
}

/// The largest number of cores; ids must leave a bit free in cache keys.
pub(crate) const MAX_CORES: usize = 1 << 31;

/// A store of canonical short games, owned by its caller.
///
/// ```
/// use bouton_value::{Store, Value};
/// let mut s = Store::new();
/// let up = s.ups(1)?;
/// let star = s.nimber(1)?;
/// assert_eq!(s.game(&[Value::ZERO], &[star])?, up);
/// assert_eq!(s.add(star, star)?, Value::ZERO);
/// # Ok::<(), bouton_value::Error>(())
/// ```
pub struct Store {
    pub(crate) nums: Nums,
    pub(crate) cores: Vec<Core>,
    pub(crate) masks: Vec<super::mask::Mask>,
    pub(crate) arena: Vec<Opt>,
    pub(crate) nus: Vec<Nu>,
    pub(crate) core_index: HashTable<u32>,
    pub(crate) nu_index: FxHashMap<Nu, u32>,
    pub(crate) vals: Vec<Opt>,
    val_index: HashTable<u32>,
    pub(crate) sums: Cache,
    pub(crate) compares: Cache,
    pub(crate) scratch: Scratch,
    pub(crate) walls: super::thermograph::WallTable,
    pub(crate) digit_table: FxHashMap<u32, Option<Arc<super::uptimal::Digits>>>,
    pub(crate) side_table: super::order::SideTable,
    pub(crate) limit: usize,
    pub(crate) watch: Watch,
}

/// How large a store is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// Values that have been handed out or named.
    pub values: usize,
    /// Games up to translation by numbers.
    pub cores: usize,
    /// Options kept.
    pub options: usize,
    /// Cached sums and comparisons.
    pub cached: usize,
    /// Bytes in use, near enough.
    pub bytes: usize,
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

#[inline(always)]
pub(crate) fn hash_words(seed: u64, words: impl Iterator<Item = u64>) -> u64 {
    let mut h = seed;
    for w in words {
        h = (h ^ w).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        h ^= h >> 29;
    }
    h.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

impl Store {
    /// A store that may use 8 GiB.
    pub fn new() -> Store {
        Store::with_limit(8 << 30)
    }

    /// A store that reports an error instead of using more than about `bytes` bytes. A quarter of it bounds the caches.
    pub fn with_limit(bytes: usize) -> Store {
        let entries = (bytes / 4 / 32 / 2).min(1 << 24);
        let mut store = Store {
            nums: Nums::default(),
            cores: Vec::new(),
            masks: Vec::new(),
            arena: Vec::new(),
            nus: Vec::new(),
            core_index: HashTable::new(),
            nu_index: FxHashMap::default(),
            vals: vec![Opt::ZERO],
            val_index: HashTable::new(),
            sums: Cache::new(entries),
            compares: Cache::new(entries),
            scratch: Scratch::default(),
            walls: super::thermograph::WallTable::default(),
            digit_table: FxHashMap::default(),
            side_table: FxHashMap::default(),
            limit: bytes,
            watch: Watch::default(),
        };
        store.nus.push(Nu { up: 0, nim: 0 });
        store.nu_index.insert(store.nus[0], 0);
        store.cores.push(Core {
            start: 0,
            left: 0,
            right: 0,
            width: Num::ZERO,
            flags: GE_RIGHT | LE_LEFT | EXPANDED,
            nu: 0,
            neg: 0,
            hash: 0,
        });
        let hash = hash_opt(Opt::ZERO);
        store.val_index.insert_unique(hash, 0, |_| hash);
        store
    }

    /// The size of the store.
    pub fn size(&self) -> Size {
        Size {
            values: self.vals.len(),
            cores: self.cores.len(),
            options: self.arena.len(),
            cached: self.sums.len() + self.compares.len(),
            bytes: self.bytes(),
        }
    }

    fn bytes(&self) -> usize {
        self.cores.capacity() * (size_of::<Core>() + size_of::<super::mask::Mask>() + 5)
            + self.arena.capacity() * size_of::<Opt>()
            + self.vals.capacity() * (size_of::<Opt>() + 5)
            + self.nus.capacity() * 48
            + self.sums.bytes()
            + self.compares.bytes()
            + self.nums.bytes()
            + self.walls.bytes()
            + self.digit_table.capacity() * 64
            + self.side_table.capacity() * 96
    }

    /// The memory limit in bytes.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Sets the memory limit in bytes.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
    }

    /// Bounds each of the caches of sums and comparisons to about `entries` results, forgetting what they hold. A small bound
    /// costs time, never an answer.
    pub fn set_cache_limit(&mut self, entries: usize) {
        self.sums = Cache::new(entries);
        self.compares = Cache::new(entries);
    }

    /// Lets a watch stop this store's computations with an error; what was known before stays.
    pub fn watch(&mut self, watch: &Watch) {
        self.watch = watch.clone();
    }

    /// Errors if `extra` more bytes would exceed the limit.
    pub(crate) fn check_room(&self, extra: usize) -> Result<()> {
        self.watch.look()?;
        if self.bytes().saturating_add(extra) > self.limit {
            Err(Error::memory(self.limit))
        } else {
            Ok(())
        }
    }

    // ---- values and their parts ------------------------------------------------------------------------------------

    #[inline]
    pub(crate) fn opt(&self, v: Value) -> Opt {
        self.vals[v.0 as usize]
    }

    /// The id of a value.
    #[inline]
    pub(crate) fn value(&mut self, o: Opt) -> Result<Value> {
        let hash = hash_opt(o);
        if let Some(&i) = self.val_index.find(hash, |&i| self.vals[i as usize] == o) {
            return Ok(Value(i));
        }
        if self.vals.len() == self.vals.capacity() {
            self.check_room(self.vals.len() * (size_of::<Opt>() + 5))?;
        }
        if self.vals.len() >= NONE as usize {
            return Err(Error::memory(self.limit));
        }
        Ok(self.new_value(o, hash))
    }

    /// The id of a value even where the memory limit is reached: for the few values that are asked for one by one.
    pub(crate) fn value_beyond_limit(&mut self, o: Opt) -> Value {
        let hash = hash_opt(o);
        match self.val_index.find(hash, |&i| self.vals[i as usize] == o) {
            Some(&i) => Value(i),
            None => {
                assert!(
                    self.vals.len() < NONE as usize,
                    "a store holds at most 2^32 values"
                );
                self.new_value(o, hash)
            }
        }
    }

    fn new_value(&mut self, o: Opt, hash: u64) -> Value {
        let i = self.vals.len() as u32;
        self.vals.push(o);
        let vals = &self.vals;
        self.val_index
            .insert_unique(hash, i, |&i| hash_opt(vals[i as usize]));
        Value(i)
    }
}

#[inline(always)]
fn hash_opt(o: Opt) -> u64 {
    hash_words(
        0,
        [o.num.bits() ^ (u64::from(o.core) << 32).rotate_left(7)].into_iter(),
    )
}
