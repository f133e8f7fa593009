//! Cores: found by their options, expanded when their options are asked for, recognised when they are n·up + *m.

use super::num::Num;
use super::store::{
    Core, EXPANDED, GE_RIGHT, LE_LEFT, MAX_CORES, NONE, Nu, Opt, Store, fitting, hash_words,
};
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};

impl Store {
    /// The core n·up + *m.
    pub(crate) fn nu_core(&mut self, nu: Nu) -> Result<u32> {
        if let Some(&c) = self.nu_index.get(&nu) {
            return Ok(c);
        }
        self.check_core_room(0)?;
        let c = self.cores.len() as u32;
        let mut flags = 0;
        if nu.ge_zero() {
            flags |= GE_RIGHT;
        }
        if nu.neg().ge_zero() {
            flags |= LE_LEFT;
        }
        self.nus.push(nu);
        self.cores.push(Core {
            start: 0,
            left: 0,
            right: 0,
            width: Num::ZERO,
            flags,
            nu: (self.nus.len() - 1) as u32,
            neg: if nu.up == 0 { c } else { NONE },
            hash: 0,
        });
        self.nu_index.insert(nu, c);
        Ok(c)
    }

    pub(crate) fn check_core_room(&self, options: usize) -> Result<()> {
        let mut extra = 0;
        if self.cores.len() == self.cores.capacity() {
            extra += self.cores.len() * (size_of::<Core>() + size_of::<super::mask::Mask>() + 5);
        }
        if self.arena.len() + options > self.arena.capacity() {
            extra += self.arena.capacity().max(options) * size_of::<Opt>();
        }
        if extra > 0 {
            self.check_room(extra)?;
            if self.cores.len() + 1 >= MAX_CORES || self.arena.len() + options >= NONE as usize {
                return Err(Error::memory(self.limit));
            }
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn nu_of(&self, core: u32) -> Option<Nu> {
        let nu = self.cores[core as usize].nu;
        (nu != NONE).then(|| self.nus[nu as usize])
    }

    /// Puts the options of a packed core into the arena. The error is the memory limit.
    pub(crate) fn expand(&mut self, core: u32) -> Result<()> {
        if self.cores[core as usize].flags & EXPANDED != 0 {
            return Ok(());
        }
        let Some(nu) = self.nu_of(core) else {
            return Ok(());
        };
        let zero = Opt::ZERO;
        let (mut left, mut right) = (vec![], vec![]);
        if nu.up == 0 {
            let count = usize::try_from(nu.nim).unwrap_or(usize::MAX);
            self.check_room(count.saturating_mul(3 * size_of::<Opt>() + size_of::<Core>() + 48))?;
            for k in 0..nu.nim {
                left.push(Opt {
                    num: Num::ZERO,
                    core: self.nu_core(Nu { up: 0, nim: k })?,
                });
            }
            right = left.clone();
        } else {
            let toward = nu.up - nu.up.signum();
            let (single, pair) = if nu.up > 0 {
                (&mut left, &mut right)
            } else {
                (&mut right, &mut left)
            };
            single.push(zero);
            if nu.up.abs() == 1 && nu.nim == 1 {
                let star = self.nu_core(Nu { up: 0, nim: 1 })?;
                single.push(Opt {
                    num: Num::ZERO,
                    core: star,
                });
                pair.push(zero);
            } else {
                let other = self.nu_core(Nu {
                    up: toward,
                    nim: nu.nim ^ 1,
                })?;
                pair.push(Opt {
                    num: Num::ZERO,
                    core: other,
                });
            }
        }
        self.check_core_room(left.len() + right.len())?;
        let start = self.arena.len() as u32;
        self.arena.extend_from_slice(&left);
        self.arena.extend_from_slice(&right);
        let c = &mut self.cores[core as usize];
        (c.start, c.left, c.right) = (start, left.len() as u32, right.len() as u32);
        c.flags |= EXPANDED;
        Ok(())
    }

    /// Where a core's options of one side lie in the arena.
    #[inline(always)]
    pub(crate) fn side(&self, core: u32, left: bool) -> std::ops::Range<usize> {
        let c = &self.cores[core as usize];
        debug_assert!(c.flags & EXPANDED != 0);
        let start = c.start as usize;
        let middle = start + c.left as usize;
        if left {
            start..middle
        } else {
            middle..middle + c.right as usize
        }
    }

    /// The options of a number in lowest form: Left's and Right's.
    pub(crate) fn number_options(&mut self, x: Num) -> (Option<Num>, Option<Num>) {
        let d = self.nums.get(x);
        if d.is_integer() {
            return match d.signum() {
                0 => (None, None),
                1 => (Some(self.nums.intern(&(&d - &Dyadic::ONE))), None),
                _ => (None, Some(self.nums.intern(&(&d + &Dyadic::ONE)))),
            };
        }
        let step = Dyadic::half_power(d.exponent());
        (
            Some(self.nums.intern(&(&d - &step))),
            Some(self.nums.intern(&(&d + &step))),
        )
    }

    /// The canonical options of one side.
    pub(crate) fn options_of(&mut self, o: Opt, left: bool) -> Result<Vec<Opt>> {
        if o.core == 0 {
            let (l, r) = self.number_options(o.num);
            return Ok((if left { l } else { r })
                .into_iter()
                .map(Opt::number)
                .collect());
        }
        self.expand(o.core)?;
        let range = self.side(o.core, left);
        let mut all = self.arena[range].to_vec();
        for a in &mut all {
            a.num = self.nums.add(a.num, o.num);
        }
        Ok(all)
    }

    /// Interns the core whose options lie at the end of the arena from `start`: `left` of Left's, then Right's, each sorted
    /// and moved so that the Left stop is 0. Takes them back if the core is known.
    pub(crate) fn intern_core(
        &mut self,
        start: usize,
        left: usize,
        width: Num,
        flags: u8,
    ) -> Result<u32> {
        let options = &self.arena[start..];
        if let Some(nu) = self.recognise(start, left) {
            self.arena.truncate(start);
            return self.nu_core(nu);
        }
        let hash = hash_core(options, left);
        let spread = |hash: u32| u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let found = self.core_index.find(spread(hash), |&c| {
            let c = &self.cores[c as usize];
            c.hash == hash
                && c.left as usize == left
                && (c.left + c.right) as usize == options.len()
                && &self.arena[c.start as usize..c.start as usize + options.len()] == options
        });
        if let Some(&c) = found {
            self.arena.truncate(start);
            return Ok(c);
        }
        self.check_core_room(0)?;
        let id = self.cores.len() as u32;
        let right = options.len() - left;
        self.cores.push(Core {
            start: start as u32,
            left: left as u32,
            right: right as u32,
            width,
            flags: flags | EXPANDED,
            nu: NONE,
            neg: NONE,
            hash,
        });
        let cores = &self.cores;
        self.core_index
            .insert_unique(spread(hash), id, |&c| spread(cores[c as usize].hash));
        Ok(id)
    }

    /// n·up + *m, if the canonical options at the end of the arena are its options.
    fn recognise(&self, start: usize, left: usize) -> Option<Nu> {
        let (l, r) = self.arena[start..].split_at(left);
        let nu = |o: &Opt| {
            if o.num.is_zero() {
                self.nu_of(o.core)
            } else {
                None
            }
        };
        match (l, r) {
            ([a], [b]) if *a == Opt::ZERO || *b == Opt::ZERO => {
                let (x, y) = (nu(a)?, nu(b)?);
                let star = Nu { up: 0, nim: 1 };
                let zero = Nu { up: 0, nim: 0 };
                if x == zero && y == zero {
                    Some(star)
                } else if x == zero && y.up >= 0 {
                    Some(Nu {
                        up: fitting(y.up.checked_add(1))?,
                        nim: y.nim ^ 1,
                    })
                } else if y == zero && x.up <= 0 {
                    Some(Nu {
                        up: fitting(x.up.checked_sub(1))?,
                        nim: x.nim ^ 1,
                    })
                } else {
                    None
                }
            }
            ([_, _], [b]) if *b == Opt::ZERO => {
                self.is_zero_star(l).then_some(Nu { up: 1, nim: 1 })
            }
            ([a], [_, _]) if *a == Opt::ZERO => {
                self.is_zero_star(r).then_some(Nu { up: -1, nim: 1 })
            }
            _ if l.len() == r.len() && l == r => {
                // Canonical equal sets of nimbers are 0, *1, …, *(m-1).
                l.iter()
                    .all(|o| nu(o).is_some_and(|x| x.up == 0))
                    .then_some(Nu {
                        up: 0,
                        nim: l.len() as u64,
                    })
            }
            _ => None,
        }
    }

    fn is_zero_star(&self, pair: &[Opt]) -> bool {
        pair.iter()
            .all(|o| o.num.is_zero() && self.nu_of(o.core).is_some_and(|x| x.up == 0 && x.nim <= 1))
    }
}

#[inline(always)]
fn hash_core(options: &[Opt], left: usize) -> u32 {
    let words = options
        .iter()
        .map(|o| o.num.bits().rotate_left(32) ^ u64::from(o.core));
    (hash_words(left as u64 + 1, words) >> 32) as u32
}
