//! Order: is G ≥ H? Most questions are settled by the stops; the rest by the definition, remembered, on an explicit stack.
//!
//! G ≥ H unless some G^R ≤ H or some H^L ≥ G. Only the difference of the two numbers matters, so a remembered answer serves
//! every pair of translates. A game that is still being brought to canonical form takes part as the *pending* core.

use super::num::Num;
use super::store::{EXPANDED, GE_RIGHT, LE_LEFT, Opt, Store, Value};
use crate::error::Result;
use std::cmp::Ordering;

/// How two games compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Comparison {
    /// Strictly less.
    Less,
    /// Equal.
    Equal,
    /// Strictly greater.
    Greater,
    /// Confused with: neither is at least the other.
    Fuzzy,
}

/// The id of the game that is being brought to canonical form.
pub(crate) const PENDING: u32 = (super::store::MAX_CORES - 1) as u32;

/// A game under construction: its Left stop is 0.
#[derive(Default)]
pub(crate) struct Pending {
    pub(crate) left: Vec<Opt>,
    pub(crate) right: Vec<Opt>,
    pub(crate) width: Option<Num>,
    pub(crate) flags: u8,
}

struct Frame {
    x: Opt,
    y: Opt,
    next: u32,
}

const PENDING_SLOTS: usize = 4096;

/// Working space of a store.
pub(crate) struct Scratch {
    pub(crate) pending: Pending,
    stack: Vec<Frame>,
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
}

impl Store {
    #[inline(always)]
    fn stops(&self, core: u32) -> (Num, u8) {
        if core == PENDING {
            let p = &self.scratch.pending;
            (p.width.unwrap_or(Num::ZERO), p.flags)
        } else {
            let c = &self.cores[core as usize];
            (c.width, c.flags)
        }
    }

    /// x ≥ y, where stops or packed forms settle it.
    #[inline]
    fn quick(&mut self, x: Opt, y: Opt) -> Option<bool> {
        let order = self.nums.cmp(x.num, y.num);
        if x.core == y.core {
            return Some(order != Ordering::Less);
        }
        // The Left stops are x.num and y.num.
        if order == Ordering::Less {
            return Some(false);
        }
        let (wx, fx) = self.stops(x.core);
        let (wy, fy) = self.stops(y.core);
        if wx.is_zero() && wy.is_zero() {
            if order == Ordering::Greater {
                return Some(true);
            }
            if x.core != PENDING
                && y.core != PENDING
                && let (Some(a), Some(b)) = (self.nu_of(x.core), self.nu_of(y.core))
                && let Some(up) = a.up.checked_sub(b.up)
            {
                let d = super::store::Nu {
                    up,
                    nim: a.nim ^ b.nim,
                };
                return Some(d.ge_zero());
            }
        }
        let (rx, ry) = (self.nums.sub(x.num, wx), self.nums.sub(y.num, wy));
        let right = self.nums.cmp(rx, ry);
        if right == Ordering::Less {
            return Some(false);
        }
        match self.nums.cmp(rx, y.num) {
            Ordering::Greater => return Some(true),
            Ordering::Equal => {
                if fx & GE_RIGHT != 0 && fy & LE_LEFT != 0 {
                    return Some(true);
                }
                // A number lies at its own stops.
                if x.core == 0 {
                    return Some(fy & LE_LEFT != 0);
                }
                if y.core == 0 {
                    return Some(fx & GE_RIGHT != 0);
                }
            }
            Ordering::Less => {
                if x.core == 0 || y.core == 0 {
                    return Some(false);
                }
            }
        }
        if order == Ordering::Equal && fx & LE_LEFT != 0 && fy & LE_LEFT == 0 {
            return Some(false);
        }
        if right == Ordering::Equal && fy & GE_RIGHT != 0 && fx & GE_RIGHT == 0 {
            return Some(false);
        }
        None
    }

    #[inline]
    fn recall(&mut self, x: Opt, y: Opt) -> (Option<bool>, (u64, u64)) {
        let d = self.nums.sub(x.num, y.num);
        let key = (u64::from(x.core) << 32 | u64::from(y.core), d.bits());
        if x.core == PENDING || y.core == PENDING {
            let s = &self.scratch;
            let slot = s.slots[pending_slot(key)];
            let known = slot.0 == key.0 && slot.1 == key.1 && slot.2 >> 1 == s.epoch;
            (known.then_some(slot.2 & 1 == 1), key)
        } else {
            (self.compares.get(key).map(|v| v.1 == 1), key)
        }
    }

    fn remember(&mut self, x: Opt, y: Opt, key: (u64, u64), answer: bool) {
        if x.core == PENDING || y.core == PENDING {
            let epoch = self.scratch.epoch;
            self.scratch.slots[pending_slot(key)] = (key.0, key.1, epoch << 1 | u32::from(answer));
        } else {
            self.compares.insert(key, (0, u32::from(answer)));
        }
    }

    /// The number of options of one side; expands a packed core.
    #[inline]
    fn count(&mut self, core: u32, left: bool) -> Result<u32> {
        if core == PENDING {
            let p = &self.scratch.pending;
            return Ok(if left { p.left.len() } else { p.right.len() } as u32);
        }
        if self.cores[core as usize].flags & EXPANDED == 0 {
            self.expand(core)?;
        }
        let c = &self.cores[core as usize];
        Ok(if left { c.left } else { c.right })
    }

    #[inline]
    fn option_at(&mut self, of: Opt, left: bool, i: u32) -> Opt {
        let o = if of.core == PENDING {
            let p = &self.scratch.pending;
            (if left { &p.left } else { &p.right })[i as usize]
        } else {
            self.arena[self.side(of.core, left).start + i as usize]
        };
        if of.num.is_zero() {
            return o;
        }
        Opt {
            num: self.nums.add(o.num, of.num),
            core: o.core,
        }
    }

    /// Is x ≥ y?
    #[inline]
    pub(crate) fn geq(&mut self, x: Opt, y: Opt) -> Result<bool> {
        if let Some(answer) = self.quick(x, y) {
            return Ok(answer);
        }
        if let (Some(answer), _) = self.recall(x, y) {
            return Ok(answer);
        }
        self.geq_by_definition(x, y)
    }

    fn geq_by_definition(&mut self, x: Opt, y: Opt) -> Result<bool> {
        let mut stack = std::mem::take(&mut self.scratch.stack);
        stack.clear();
        stack.push(Frame { x, y, next: 0 });
        let result = self.run(&mut stack);
        self.scratch.stack = stack;
        result
    }

    fn run(&mut self, stack: &mut Vec<Frame>) -> Result<bool> {
        // The answer of the frame that was popped last, for its parent.
        let mut returned: Option<bool> = None;
        'frames: loop {
            let Some(top) = stack.last() else {
                return Ok(returned.unwrap_or(true));
            };
            let (x, y, mut i) = (top.x, top.y, top.next);
            let rights = self.count(x.core, false)?;
            let total = rights + self.count(y.core, true)?;
            let mut answer = true;
            if let Some(r) = returned.take() {
                answer = !r;
                i += 1;
            }
            while answer && i < total {
                let (a, b) = if i < rights {
                    (y, self.option_at(x, false, i))
                } else {
                    (self.option_at(y, true, i - rights), x)
                };
                let known = match self.quick(a, b) {
                    Some(k) => Some(k),
                    None => self.recall(a, b).0,
                };
                match known {
                    Some(true) => answer = false,
                    Some(false) => i += 1,
                    None => {
                        if let Some(top) = stack.last_mut() {
                            top.next = i;
                        }
                        stack.push(Frame {
                            x: a,
                            y: b,
                            next: 0,
                        });
                        continue 'frames;
                    }
                }
            }
            let d = self.nums.sub(x.num, y.num);
            let key = (u64::from(x.core) << 32 | u64::from(y.core), d.bits());
            self.remember(x, y, key, answer);
            stack.pop();
            returned = Some(answer);
        }
    }

    /// Is `g` at least `h`?
    ///
    /// ```
    /// use bouton_value::{Store, Value};
    /// let mut s = Store::new();
    /// let up = s.ups(1)?;
    /// let star = s.nimber(1)?;
    /// assert!(s.ge(up, Value::ZERO)? && !s.ge(up, star)?);
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn ge(&mut self, g: Value, h: Value) -> Result<bool> {
        let (x, y) = (self.opt(g), self.opt(h));
        self.geq(x, y)
    }

    /// Is `g` at most `h`?
    pub fn le(&mut self, g: Value, h: Value) -> Result<bool> {
        self.ge(h, g)
    }

    /// How `g` compares with `h`.
    pub fn compare(&mut self, g: Value, h: Value) -> Result<Comparison> {
        if g == h {
            return Ok(Comparison::Equal);
        }
        Ok(if self.ge(g, h)? {
            Comparison::Greater
        } else if self.ge(h, g)? {
            Comparison::Less
        } else {
            Comparison::Fuzzy
        })
    }
}

#[inline(always)]
fn pending_slot(key: (u64, u64)) -> usize {
    let h = (key.0 ^ key.1.rotate_left(17)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (h >> 52) as usize % PENDING_SLOTS
}
