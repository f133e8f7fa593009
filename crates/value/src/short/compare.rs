//! Order: is G ≥ H? Most questions are settled by the stops; the rest by the definition, remembered, on an explicit stack.
//!
//! G ≥ H unless some G^R ≤ H or some H^L ≥ G. Only the difference of the two numbers matters, so a remembered answer serves
//! every pair of translates. A game that is still being brought to canonical form takes part as the *pending* core.

use super::mask::{Mask, settle};
use super::num::Num;
use super::pending::{Frame, PENDING};
use super::store::{EXPANDED, GE_RIGHT, LE_LEFT, NONE, Opt, Store, Value, at_least_zero};
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

/// Stops and kind of a game.
struct View {
    left: Num,
    right: Num,
    core: u32,
    flags: u8,
    nu: u32,
}

impl Store {
    /// What the quick test needs to know of a game.
    #[inline(always)]
    fn view(&mut self, o: Opt) -> View {
        let (width, flags, nu) = if o.core == PENDING {
            let p = &self.scratch.pending;
            (p.width.unwrap_or(Num::ZERO), p.flags, NONE)
        } else {
            let c = &self.cores[o.core as usize];
            (c.width, c.flags, c.nu)
        };
        View {
            left: o.num,
            right: self.nums.sub(o.num, width),
            core: o.core,
            flags,
            nu,
        }
    }

    /// x ≥ y, where stops or packed forms settle it.
    #[inline(always)]
    fn quick(&self, x: &View, y: &View) -> Option<bool> {
        let left = self.nums.cmp(x.left, y.left);
        if left == Ordering::Less {
            return Some(false);
        }
        if x.core == y.core {
            return Some(true);
        }
        let right = self.nums.cmp(x.right, y.right);
        if right == Ordering::Less {
            return Some(false);
        }
        match self.nums.cmp(x.right, y.left) {
            Ordering::Greater => return Some(true),
            Ordering::Equal => {
                if x.flags & GE_RIGHT != 0 && y.flags & LE_LEFT != 0 {
                    return Some(true);
                }
                // A number lies at its own stops.
                if x.core == 0 || y.core == 0 {
                    return Some(false);
                }
            }
            Ordering::Less => {
                if x.core == 0 || y.core == 0 {
                    return Some(false);
                }
            }
        }
        if left == Ordering::Equal && x.flags & LE_LEFT != 0 && y.flags & LE_LEFT == 0 {
            return Some(false);
        }
        if right == Ordering::Equal && y.flags & GE_RIGHT != 0 && x.flags & GE_RIGHT == 0 {
            return Some(false);
        }
        if x.nu != NONE && y.nu != NONE {
            let (a, b) = (self.nus[x.nu as usize], self.nus[y.nu as usize]);
            return Some(at_least_zero(
                i128::from(a.up) - i128::from(b.up),
                a.nim ^ b.nim,
            ));
        }
        None
    }

    /// x ≥ y, where a look at the options settles it: some x^R ≤ y or y^L ≥ x, or none can be.
    fn shallow(&mut self, x: &View, y: &View) -> Result<Option<bool>> {
        let mut open = false;
        for i in 0..self.count(x.core, false)? {
            let o = self.option_at(x.core, x.left, false, i);
            // A Left stop above y's rules y ≥ o out before anything of o is read.
            if self.nums.cmp(y.left, o.num) == Ordering::Less {
                continue;
            }
            let o = self.view(o);
            match self.seen(y, &o) {
                Some(true) => return Ok(Some(false)),
                Some(false) => {}
                None => open = true,
            }
        }
        for i in 0..self.count(y.core, true)? {
            let o = self.option_at(y.core, y.left, true, i);
            if self.nums.cmp(o.num, x.left) == Ordering::Less {
                continue;
            }
            let o = self.view(o);
            match self.seen(&o, x) {
                Some(true) => return Ok(Some(false)),
                Some(false) => {}
                None => open = true,
            }
        }
        Ok((!open).then_some(true))
    }

    /// x ≥ y by the quick test or by masks.
    #[inline(always)]
    fn seen(&mut self, x: &View, y: &View) -> Option<bool> {
        if let Some(answer) = self.quick(x, y) {
            return Some(answer);
        }
        let d = self.nums.sub(x.left, y.left);
        if !self.has_mask(x.core) || !self.has_mask(y.core) {
            return None;
        }
        settle(self.mask_ref(x.core), self.mask_ref(y.core), d)
    }

    #[inline(always)]
    fn has_mask(&mut self, core: u32) -> bool {
        if core == PENDING {
            self.scratch.pending.masked
        } else {
            self.find_if_masked(core)
        }
    }

    #[inline(always)]
    fn mask_ref(&self, core: u32) -> &Mask {
        if core == PENDING {
            &self.scratch.pending.mask
        } else {
            &self.masks[core as usize]
        }
    }

    /// x ≥ y by the look at the options, or from memory.
    #[inline(never)]
    fn look(&mut self, x: &View, y: &View) -> Result<Option<bool>> {
        if let Some(answer) = self.shallow(x, y)? {
            return Ok(Some(answer));
        }
        Ok(self.recall(
            Opt {
                num: x.left,
                core: x.core,
            },
            Opt {
                num: y.left,
                core: y.core,
            },
        ))
    }

    /// x ≥ y by the quick test, the look at the options, or memory.
    #[inline(always)]
    fn known(&mut self, x: Opt, y: Opt) -> Result<Option<bool>> {
        let (a, b) = (self.view(x), self.view(y));
        if let Some(answer) = self.seen(&a, &b) {
            return Ok(Some(answer));
        }
        self.look(&a, &b)
    }

    fn key(&mut self, x: Opt, y: Opt) -> (u64, u64) {
        let d = self.nums.sub(x.num, y.num);
        (u64::from(x.core) << 32 | u64::from(y.core), d.bits())
    }

    fn recall(&mut self, x: Opt, y: Opt) -> Option<bool> {
        let key = self.key(x, y);
        if x.core == PENDING || y.core == PENDING {
            self.scratch.recall(key)
        } else {
            self.compares.get(key).map(|v| v.1 == 1)
        }
    }

    fn remember(&mut self, x: Opt, y: Opt, answer: bool) {
        let key = self.key(x, y);
        if x.core == PENDING || y.core == PENDING {
            self.scratch.remember(key, answer);
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

    #[inline(always)]
    fn option_at(&mut self, core: u32, moved: Num, left: bool, i: u32) -> Opt {
        let o = if core == PENDING {
            let p = &self.scratch.pending;
            (if left { &p.left } else { &p.right })[i as usize]
        } else {
            let c = &self.cores[core as usize];
            let start = if left { c.start } else { c.start + c.left };
            self.arena[(start + i) as usize]
        };
        Opt {
            num: self.nums.add(o.num, moved),
            core: o.core,
        }
    }

    /// x ≥ y and y ≥ x, for values that are not equal: at most one of the two holds.
    #[inline]
    pub(crate) fn relation(&mut self, x: Opt, y: Opt) -> Result<(bool, bool)> {
        let (a, b) = (self.view(x), self.view(y));
        let stops = self.nums.cmp(x.num, y.num);
        if stops != Ordering::Less && self.geq_views(&a, &b)? {
            return Ok((true, false));
        }
        Ok((false, stops != Ordering::Greater && self.geq_views(&b, &a)?))
    }

    #[inline(always)]
    fn geq_views(&mut self, a: &View, b: &View) -> Result<bool> {
        if let Some(answer) = self.seen(a, b) {
            return Ok(answer);
        }
        match self.look(a, b)? {
            Some(answer) => Ok(answer),
            None => self.geq_by_definition(
                Opt {
                    num: a.left,
                    core: a.core,
                },
                Opt {
                    num: b.left,
                    core: b.core,
                },
            ),
        }
    }

    /// Is x ≥ y?
    pub(crate) fn geq(&mut self, x: Opt, y: Opt) -> Result<bool> {
        match self.known(x, y)? {
            Some(answer) => Ok(answer),
            None => self.geq_by_definition(x, y),
        }
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
            self.watch.step()?;
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
                    (y, self.option_at(x.core, x.num, false, i))
                } else {
                    (self.option_at(y.core, y.num, true, i - rights), x)
                };
                match self.known(a, b)? {
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
            self.remember(x, y, answer);
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
