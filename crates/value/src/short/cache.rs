//! A bounded table of computed results: it doubles while it may, then forgets old entries, so it never grows past its limit.

/// A cache from pairs of words to pairs of words, in buckets of four. Forgetting an entry costs time, never an answer.
pub(crate) struct Cache {
    entries: Vec<Entry>,
    mask: usize,
    used: usize,
    limit: usize,
    victim: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    key: (u64, u64),
    value: (u64, u32),
}

/// A key that no caller uses: it marks an empty entry.
const EMPTY: (u64, u64) = (u64::MAX, u64::MAX);
const WAYS: usize = 4;

impl Cache {
    /// A cache of at most `limit` entries (rounded down to a power of two, at least 1024).
    pub(crate) fn new(limit: usize) -> Cache {
        let limit = limit.max(1024);
        let limit = 1 << limit.ilog2();
        let start = 1024;
        Cache {
            entries: vec![
                Entry {
                    key: EMPTY,
                    value: (0, 0)
                };
                start
            ],
            mask: start - WAYS,
            used: 0,
            limit,
            victim: 0,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    pub(crate) fn len(&self) -> usize {
        self.used
    }

    #[inline(always)]
    fn bucket(&self, key: (u64, u64)) -> usize {
        let mixed = (key.0 ^ key.1.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15))
            .wrapping_mul(0xD6E8_FEB8_6659_FD93);
        ((mixed ^ (mixed >> 32)) as usize).wrapping_mul(WAYS) & self.mask
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: (u64, u64)) -> Option<(u64, u32)> {
        let start = self.bucket(key);
        self.entries[start..start + WAYS]
            .iter()
            .find(|e| e.key == key)
            .map(|e| e.value)
    }

    pub(crate) fn insert(&mut self, key: (u64, u64), value: (u64, u32)) {
        if self.used * 2 > self.entries.len() && self.entries.len() < self.limit {
            self.grow();
        }
        let start = self.bucket(key);
        let mut slot = None;
        for (i, e) in self.entries[start..start + WAYS].iter().enumerate() {
            if e.key == key || e.key == EMPTY {
                slot = Some(i);
                break;
            }
        }
        let i = slot.unwrap_or_else(|| {
            self.victim = (self.victim + 1) % WAYS;
            self.victim
        });
        let entry = &mut self.entries[start + i];
        if entry.key == EMPTY {
            self.used += 1;
        }
        *entry = Entry { key, value };
    }

    fn grow(&mut self) {
        let size = self.entries.len() * 2;
        let old = std::mem::replace(
            &mut self.entries,
            vec![
                Entry {
                    key: EMPTY,
                    value: (0, 0)
                };
                size
            ],
        );
        self.mask = size - WAYS;
        self.used = 0;
        for e in old {
            if e.key != EMPTY {
                self.insert(e.key, e.value);
            }
        }
    }
}
