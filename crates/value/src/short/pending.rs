//! The game that is being brought to canonical form, and the working space of comparisons.

use super::mask::Mask;
use super::num::Num;
use super::store::Opt;

/// The id of the game that is being brought to canonical form.
pub(crate) const PENDING: u32 = (super::store::MAX_CORES - 1) as u32;

/// A game under construction: its Left stop is 0.
#[derive(Default)]
pub(crate) struct Pending {
    pub(crate) left: Vec<Opt>,
    pub(crate) right: Vec<Opt>,
    pub(crate) width: Option<Num>,
    pub(crate) flags: u8,
    pub(crate) mask: Mask,
    pub(crate) masked: bool,
}

/// A comparison x ≥ y in progress: how many of its conditions have been met.
pub(crate) struct Frame {
    pub(crate) x: Opt,
    pub(crate) y: Opt,
    pub(crate) next: u32,
}

const PENDING_SLOTS: usize = 4096;

/// Working space of a store.
pub(crate) struct Scratch {
    pub(crate) pending: Pending,
    pub(crate) stack: Vec<Frame>,
    /// Answers about the pending game: key, epoch and answer.
    slots: Vec<(u64, u64, u32)>,
    epoch: u32,
    pub(crate) pool: Vec<Vec<Opt>>,
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch {
            pending: Pending::default(),
            stack: Vec::new(),
            slots: vec![(0, 0, 0); PENDING_SLOTS],
            epoch: 1,
            pool: Vec::new(),
        }
    }
}

impl Scratch {
    /// Forgets what was known about the last pending game.
    pub(crate) fn next_epoch(&mut self) {
        self.epoch += 1;
        if self.epoch == u32::MAX >> 1 {
            self.epoch = 1;
            self.slots.fill((0, 0, 0));
        }
    }

    /// What is known about the pending game.
    pub(crate) fn recall(&self, key: (u64, u64)) -> Option<bool> {
        let slot = self.slots[pending_slot(key)];
        let known = slot.0 == key.0 && slot.1 == key.1 && slot.2 >> 1 == self.epoch;
        known.then_some(slot.2 & 1 == 1)
    }

    pub(crate) fn remember(&mut self, key: (u64, u64), answer: bool) {
        self.slots[pending_slot(key)] = (key.0, key.1, self.epoch << 1 | u32::from(answer));
    }
}

#[inline(always)]
fn pending_slot(key: (u64, u64)) -> usize {
    let h = (key.0 ^ key.1.rotate_left(17)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (h >> 52) as usize % PENDING_SLOTS
}
