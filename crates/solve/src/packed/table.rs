//! Decided positions in a table that grows while memory allows, and then keeps what was hard to find.

use super::bounds::Node;
use bouton_core::Held;
use bouton_rules::{Player, Result, Word};
use bouton_value::Value;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// A decided position: what it was, and for whom to move; work 0 marks a free place.
#[derive(Clone, Copy)]
struct Entry<W> {
    pos: Node<W>,
    /// Nodes it took, twice; plus who was to move; plus, in the lowest bit, whether that player wins.
    work: u32,
}

impl<W: Word> Entry<W> {
    const FREE: Entry<W> = Entry {
        pos: Node {
            large: W::ZERO,
            rest: Value::ZERO,
        },
        work: 0,
    };
}

/// A position has two places: the first for the harder one, the second for the newer one.
pub(super) struct Table<W> {
    entries: Vec<Entry<W>>,
    used: usize,
    /// True once memory does not allow another doubling.
    full: bool,
}

const FIRST_BITS: u32 = 12;
/// No more than so many entries.
const MOST_BITS: u32 = 28;

impl<W: Word> Table<W> {
    pub fn new() -> Table<W> {
        Table {
            entries: vec![Entry::FREE; 1 << FIRST_BITS],
            used: 0,
            full: false,
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry<W>>()) as u64
    }

    fn place(&self, pos: Node<W>, mover: Player) -> usize {
        let bits = self.entries.len().trailing_zeros();
        let mixed = pos.large.mixed() ^ FxBuildHasher.hash_one((pos.rest, mover as u32));
        (mixed >> (64 - bits)) as usize & !1
    }

    /// Does the player to move win, if it is known?
    #[inline]
    pub fn get(&self, pos: Node<W>, mover: Player) -> Option<bool> {
        let place = self.place(pos, mover);
        for entry in &self.entries[place..place + 2] {
            if entry.pos == pos && entry.work > 3 && entry.work >> 1 & 1 == mover as u32 {
                return Some(entry.work & 1 == 1);
            }
        }
        None
    }

    /// Notes a result that took `work` nodes.
    #[inline]
    pub fn put(&mut self, pos: Node<W>, mover: Player, won: bool, work: u64) {
        let work = (work.clamp(1, 1 << 29) as u32) << 2 | (mover as u32) << 1 | u32::from(won);
        let entry = Entry { pos, work };
        let place = self.place(pos, mover);
        let first = self.entries[place];
        if first.work >> 2 <= work >> 2 {
            self.used += usize::from(first.work == 0);
            self.entries[place] = entry;
            if first.work == 0 || first.pos == pos {
                return;
            }
            self.used += usize::from(self.entries[place + 1].work == 0);
            self.entries[place + 1] = first;
        } else {
            self.used += usize::from(self.entries[place + 1].work == 0);
            self.entries[place + 1] = entry;
        }
    }

    /// [`Table::put`], with more room if the table is more than half full and the budget has it; `others` are the bytes of
    /// everything else in the same account.
    pub fn insert(
        &mut self,
        pos: Node<W>,
        mover: Player,
        won: bool,
        work: u64,
        held: &mut Held,
        others: u64,
    ) -> Result<()> {
        self.put(pos, mover, won, work);
        if self.full || self.used * 2 < self.entries.len() {
            return held.set(self.bytes() + others);
        }
        let grown = self.bytes() * 2;
        self.full =
            self.entries.len() >= 1 << MOST_BITS || held.set(grown * 3 / 2 + others).is_err();
        if self.full {
            return held.set(self.bytes() + others);
        }
        let room = self.entries.len() * 2;
        let old = std::mem::replace(&mut self.entries, vec![Entry::FREE; room]);
        self.used = 0;
        for entry in old {
            if entry.work != 0 {
                let mover = Player::BOTH[(entry.work >> 1 & 1) as usize];
                self.put(
                    entry.pos,
                    mover,
                    entry.work & 1 == 1,
                    u64::from(entry.work >> 2),
                );
            }
        }
        held.set(self.bytes() + others)
    }
}
