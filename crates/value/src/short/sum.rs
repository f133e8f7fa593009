//! Sums, negatives and multiples, computed on cores and remembered; an explicit stack carries the recursion.

use super::num::Num;
use super::store::{NONE, Nu, Opt, Store, Value, fitting};
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use num_bigint::BigInt;
use num_traits::Zero;

/// A sum of two cores in progress: the options found so far.
struct Frame {
    g: u32,
    h: u32,
    left: Vec<Opt>,
    right: Vec<Opt>,
}

impl Store {
    /// The sum of two values.
    ///
    /// Cost: one canonical form for each pair of followers, up to translation by numbers, that was not met before.
    pub fn add(&mut self, g: Value, h: Value) -> Result<Value> {
        let (x, y) = (self.opt(g), self.opt(h));
        let s = self.add_opts(x, y)?;
        self.value(s)
    }

    /// g - h.
    pub fn sub(&mut self, g: Value, h: Value) -> Result<Value> {
        let minus = self.neg(h)?;
        self.add(g, minus)
    }

    /// The sum of many values, in the order given.
    pub fn sum(&mut self, values: &[Value]) -> Result<Value> {
        let mut total = Opt::ZERO;
        for &v in values {
            let o = self.opt(v);
            total = self.add_opts(total, o)?;
        }
        self.value(total)
    }

    #[inline]
    pub(crate) fn add_opts(&mut self, x: Opt, y: Opt) -> Result<Opt> {
        let num = self.nums.add(x.num, y.num);
        let s = self.add_cores(x.core, y.core)?;
        Ok(Opt {
            num: self.nums.add(num, s.num),
            core: s.core,
        })
    }

    /// The sum of two cores, if it is trivial, packed or remembered.
    #[inline]
    fn known_sum(&mut self, g: u32, h: u32) -> Result<Option<Opt>> {
        if g == 0 || h == 0 {
            return Ok(Some(Opt {
                num: Num::ZERO,
                core: g | h,
            }));
        }
        let (c, d) = (&self.cores[g as usize], &self.cores[h as usize]);
        if c.nu != NONE && d.nu != NONE {
            let (a, b) = (self.nus[c.nu as usize], self.nus[d.nu as usize]);
            let up = fitting(a.up.checked_add(b.up)).ok_or_else(ups_too_large)?;
            let core = self.nu_core(Nu {
                up,
                nim: a.nim ^ b.nim,
            })?;
            return Ok(Some(Opt {
                num: Num::ZERO,
                core,
            }));
        }
        if c.neg == h {
            // h is the core of -g: the sum is the number that separates them.
            return Ok(Some(Opt::number(self.nums_neg(c.width))));
        }
        Ok(self.sums.get(sum_key(g, h)).map(|(num, core)| Opt {
            num: Num::from_bits(num),
            core,
        }))
    }

    fn nums_neg(&mut self, x: Num) -> Num {
        self.nums.neg(x)
    }

    pub(crate) fn add_cores(&mut self, g: u32, h: u32) -> Result<Opt> {
        if let Some(s) = self.known_sum(g, h)? {
            return Ok(s);
        }
        let mut stack = vec![self.sum_frame(g, h)?];
        let mut last = Opt::ZERO;
        'frames: while let Some(mut top) = stack.pop() {
            self.watch.step()?;
            let (g, h) = (top.g, top.h);
            let mut split = (0, 0);
            for left in [true, false] {
                let (rg, rh) = (self.side(g, left), self.side(h, left));
                let (ng, nh) = (rg.len(), rh.len());
                if left {
                    split.0 = ng
                } else {
                    split.1 = ng
                }
                let mut done = if left {
                    top.left.len()
                } else {
                    top.right.len()
                };
                while done < ng + nh {
                    let (o, other) = if done < ng {
                        (self.arena[rg.start + done], h)
                    } else {
                        (self.arena[rh.start + done - ng], g)
                    };
                    match self.known_sum(o.core, other)? {
                        Some(s) => {
                            let moved = Opt {
                                num: self.nums.add(o.num, s.num),
                                core: s.core,
                            };
                            (if left { &mut top.left } else { &mut top.right }).push(moved);
                            done += 1;
                        }
                        None => {
                            let next = self.sum_frame(o.core, other)?;
                            stack.push(top);
                            stack.push(next);
                            continue 'frames;
                        }
                    }
                }
            }
            last = self.canonicalise(&mut top.left, &mut top.right, Some(split))?;
            self.sums
                .insert(sum_key(g, h), (last.num.bits(), last.core));
            self.scratch.pool.push(top.left);
            self.scratch.pool.push(top.right);
            // The parent reads the result from the cache; a bounded cache may lose it only to entries made before then.
            if let Some(parent) = stack.last_mut() {
                self.accept(parent, last);
            }
        }
        Ok(last)
    }

    /// Hands the sum that a frame waited for to it.
    fn accept(&mut self, parent: &mut Frame, s: Opt) {
        for left in [true, false] {
            let (rg, rh) = (self.side(parent.g, left), self.side(parent.h, left));
            let list = if left {
                &mut parent.left
            } else {
                &mut parent.right
            };
            let done = list.len();
            if done < rg.len() + rh.len() {
                let o = if done < rg.len() {
                    self.arena[rg.start + done]
                } else {
                    self.arena[rh.start + done - rg.len()]
                };
                let num = self.nums.add(o.num, s.num);
                list.push(Opt { num, core: s.core });
                return;
            }
        }
    }

    fn sum_frame(&mut self, g: u32, h: u32) -> Result<Frame> {
        self.expand(g)?;
        self.expand(h)?;
        let mut fresh = || {
            let mut v = self.scratch.pool.pop().unwrap_or_default();
            v.clear();
            v
        };
        Ok(Frame {
            g,
            h,
            left: fresh(),
            right: fresh(),
        })
    }

    /// The negative of a value.
    pub fn neg(&mut self, g: Value) -> Result<Value> {
        let o = self.opt(g);
        let n = self.neg_opt(o)?;
        self.value(n)
    }

    pub(crate) fn neg_opt(&mut self, o: Opt) -> Result<Opt> {
        self.negate_core(o.core)?;
        Ok(self.negated(o))
    }

    /// The negative of a value whose core's negative is known. Its Left stop is minus the Right stop.
    fn negated(&mut self, o: Opt) -> Opt {
        let c = &self.cores[o.core as usize];
        let (width, core) = (c.width, c.neg);
        let n = self.nums.neg(o.num);
        Opt {
            num: self.nums.add(n, width),
            core,
        }
    }

    /// Finds the negative of a core, and of all cores below it.
    fn negate_core(&mut self, core: u32) -> Result<()> {
        if self.cores[core as usize].neg != NONE {
            return Ok(());
        }
        let mut stack = vec![core];
        'cores: while let Some(&c) = stack.last() {
            if self.cores[c as usize].neg != NONE {
                stack.pop();
                continue;
            }
            let negative = if let Some(nu) = self.nu_of(c) {
                self.nu_core(nu.neg())?
            } else {
                let left = self.side(c, true);
                let all = left.start..self.side(c, false).end;
                for i in all.clone() {
                    let o = self.arena[i].core;
                    if self.cores[o as usize].neg == NONE {
                        stack.push(o);
                        continue 'cores;
                    }
                }
                let width = self.cores[c as usize].width;
                let mut sides = [Vec::new(), Vec::new()];
                for i in all {
                    let o = self.arena[i];
                    let mut n = self.negated(o);
                    n.num = self.nums.sub(n.num, width);
                    sides[usize::from(left.contains(&i))].push(n);
                }
                for s in &mut sides {
                    super::canon::sort(s);
                }
                let flags = self.cores[c as usize].flags;
                let turned = (if flags & super::store::GE_RIGHT != 0 {
                    super::store::LE_LEFT
                } else {
                    0
                }) | (if flags & super::store::LE_LEFT != 0 {
                    super::store::GE_RIGHT
                } else {
                    0
                });
                self.check_core_room(sides[0].len() + sides[1].len())?;
                let start = self.arena.len();
                for s in &sides {
                    self.arena.extend_from_slice(s);
                }
                let known = self.cores.len();
                let negative = self.intern_core(start, sides[0].len(), width, turned)?;
                if negative as usize >= known {
                    let mask = self.mask_of(&sides[0], &sides[1], width, turned);
                    self.set_mask(negative, mask);
                }
                negative
            };
            self.cores[c as usize].neg = negative;
            self.cores[negative as usize].neg = c;
            stack.pop();
        }
        Ok(())
    }

    /// n copies of a value added up; n may be negative.
    ///
    /// Cost: for numbers and packed infinitesimals one multiplication; otherwise doubling, O(log n) sums.
    pub fn multiple(&mut self, n: &BigInt, g: Value) -> Result<Value> {
        let base = if n < &BigInt::zero() { self.neg(g)? } else { g };
        let o = self.opt(base);
        let count = n.magnitude();
        let times = |x: &Dyadic| x.times(&Dyadic::from(count.clone()));
        let number = times(&self.nums.get(o.num))?;
        let number = Opt::number(self.nums.intern(&number));
        let core = if let Some(nu) = self.nu_of(o.core) {
            let up = BigInt::from(nu.up) * BigInt::from(count.clone());
            let up = fitting(i64::try_from(up).ok()).ok_or_else(ups_too_large)?;
            let nim = if count.bit(0) { nu.nim } else { 0 };
            Opt {
                num: Num::ZERO,
                core: self.nu_core(Nu { up, nim })?,
            }
        } else {
            let mut total = Opt::ZERO;
            for i in (0..count.bits()).rev() {
                total = self.add_opts(total, total)?;
                if count.bit(i) {
                    total = self.add_opts(
                        total,
                        Opt {
                            num: Num::ZERO,
                            core: o.core,
                        },
                    )?;
                }
            }
            total
        };
        let sum = self.add_opts(number, core)?;
        self.value(sum)
    }
}

pub(crate) fn ups_too_large() -> Error {
    Error::too_large("a multiple of up is not between -2^63 and 2^63")
}

#[inline(always)]
fn sum_key(g: u32, h: u32) -> (u64, u64) {
    let (a, b) = if g < h { (g, h) } else { (h, g) };
    (u64::from(a) << 32 | u64::from(b), 0)
}
