//! Values by name, and what kind of value one is: numbers, nimbers, ups, tiny and miny, switches.

use super::num::Num;
use super::store::{GE_RIGHT, LE_LEFT, Nu, Opt, Store, Value};
use super::sum::ups_too_large;
use crate::dyadic::Dyadic;
use crate::error::Result;
use num_bigint::BigInt;

/// A value of the form x + n·up + *m.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberUpStar {
    /// x
    pub number: Dyadic,
    /// n
    pub up: i64,
    /// m
    pub nim: u64,
}

impl Store {
    /// A number.
    pub fn number(&mut self, x: &Dyadic) -> Result<Value> {
        let num = self.nums.intern(x);
        self.value(Opt::number(num))
    }

    /// An integer of at most 64 bits. It is made even where the memory limit is reached, so it cannot fail.
    pub fn integer(&mut self, n: i64) -> Value {
        let num = self.nums.intern(&Dyadic::from(n));
        self.value_beyond_limit(Opt::number(num))
    }

    /// The nimber *m.
    pub fn nimber(&mut self, m: u64) -> Result<Value> {
        self.number_up_star(&Dyadic::ZERO, 0, m)
    }

    /// n·up: `^` for 1, `v` for -1.
    pub fn ups(&mut self, n: i64) -> Result<Value> {
        self.number_up_star(&Dyadic::ZERO, n, 0)
    }

    /// x + n·up + *m.
    pub fn number_up_star(&mut self, x: &Dyadic, n: i64, m: u64) -> Result<Value> {
        if n == i64::MIN {
            return Err(ups_too_large());
        }
        let core = self.nu_core(Nu { up: n, nim: m })?;
        let num = self.nums.intern(x);
        self.value(Opt { num, core })
    }

    /// The parts of a value x + n·up + *m, if it is one.
    pub fn as_number_up_star(&self, g: Value) -> Option<NumberUpStar> {
        let o = self.opt(g);
        let nu = self.nu_of(o.core)?;
        Some(NumberUpStar {
            number: self.nums.get(o.num),
            up: nu.up,
            nim: nu.nim,
        })
    }

    /// The number, if the value is one.
    pub fn as_number(&self, g: Value) -> Option<Dyadic> {
        let o = self.opt(g);
        (o.core == 0).then(|| self.nums.get(o.num))
    }

    /// The integer, if the value is one.
    pub fn as_integer(&self, g: Value) -> Option<BigInt> {
        self.as_number(g)?.to_integer()
    }

    /// m, if the value is the nimber *m.
    pub fn as_nimber(&self, g: Value) -> Option<u64> {
        let p = self.as_number_up_star(g)?;
        (p.number.is_zero() && p.up == 0).then_some(p.nim)
    }

    /// The switch ±g = {g|-g}.
    pub fn switch(&mut self, g: Value) -> Result<Value> {
        let minus = self.neg(g)?;
        self.game(&[g], &[minus])
    }

    /// Tiny-g = {0||0|-g}.
    pub fn tiny(&mut self, g: Value) -> Result<Value> {
        let minus = self.neg(g)?;
        let right = self.game(&[Value::ZERO], &[minus])?;
        self.game(&[Value::ZERO], &[right])
    }

    /// Miny-g = {g|0||0}, the negative of tiny-g.
    pub fn miny(&mut self, g: Value) -> Result<Value> {
        let left = self.game(&[g], &[Value::ZERO])?;
        self.game(&[left], &[Value::ZERO])
    }

    /// Left's canonical options.
    pub fn left_options(&mut self, g: Value) -> Result<Vec<Value>> {
        self.options(g, true)
    }

    /// Right's canonical options.
    pub fn right_options(&mut self, g: Value) -> Result<Vec<Value>> {
        self.options(g, false)
    }

    /// The canonical options of Left or of Right, in the order in which they are printed.
    pub fn options(&mut self, g: Value, left: bool) -> Result<Vec<Value>> {
        let mut all = self.stored_options(g, left)?;
        self.order(&mut all)?;
        Ok(all)
    }

    /// The options, in the order in which they are stored.
    pub(crate) fn stored_options(&mut self, g: Value, left: bool) -> Result<Vec<Value>> {
        let o = self.opt(g);
        let all = self.options_of(o, left)?;
        all.into_iter().map(|o| self.value(o)).collect()
    }

    /// g = {g1|g2} for single options: those options.
    pub(crate) fn as_pair(&mut self, g: Value) -> Result<Option<(Value, Value)>> {
        let o = self.opt(g);
        self.expand(o.core)?;
        let c = &self.cores[o.core as usize];
        if o.core == 0 || c.left != 1 || c.right != 1 {
            return Ok(None);
        }
        let (l, r) = (
            self.stored_options(g, true)?,
            self.stored_options(g, false)?,
        );
        Ok(Some((l[0], r[0])))
    }

    /// x and h, where g = x + Tiny-h, or x + Miny-h with `true`. Ups and their kin are not called tiny.
    pub fn as_tiny(&mut self, g: Value) -> Result<Option<(Dyadic, Value, bool)>> {
        let o = self.opt(g);
        if self.nu_of(o.core).is_some() {
            return Ok(None);
        }
        let core = self.value(Opt {
            num: Num::ZERO,
            core: o.core,
        })?;
        let Some((l, r)) = self.as_pair(core)? else {
            return Ok(None);
        };
        let (inner, miny) = if l == Value::ZERO {
            (r, false)
        } else if r == Value::ZERO {
            (l, true)
        } else {
            return Ok(None);
        };
        if self.as_number_up_star(inner).is_some() {
            return Ok(None);
        }
        let Some((a, b)) = self.as_pair(inner)? else {
            return Ok(None);
        };
        let far = match (miny, a == Value::ZERO, b == Value::ZERO) {
            (false, true, _) => self.neg(b)?,
            (true, _, true) => a,
            _ => return Ok(None),
        };
        Ok(Some((self.nums.get(o.num), far, miny)))
    }

    /// The Left stop: the number reached by alternating play from Left's move.
    pub fn left_stop(&self, g: Value) -> Dyadic {
        self.nums.get(self.opt(g).num)
    }

    /// The Right stop.
    pub fn right_stop(&self, g: Value) -> Dyadic {
        let o = self.opt(g);
        &self.nums.get(o.num) - &self.nums.get(self.cores[o.core as usize].width)
    }

    /// Is the Left stop reached with Right, and not Left, to move (g is not at most its Left stop)? And the Right stop with
    /// Left to move? For a number both are false.
    pub fn stop_signs(&self, g: Value) -> (bool, bool) {
        let f = self.cores[self.opt(g).core as usize].flags;
        (f & LE_LEFT == 0, f & GE_RIGHT == 0)
    }

    /// Is the value a number?
    pub fn is_number(&self, g: Value) -> bool {
        self.opt(g).core == 0
    }

    /// Are both stops 0?
    pub fn is_infinitesimal(&self, g: Value) -> bool {
        let o = self.opt(g);
        o.num.is_zero() && self.cores[o.core as usize].width.is_zero()
    }

    /// Is the value infinitesimally close to a number: are its stops equal?
    pub fn is_numberish(&self, g: Value) -> bool {
        self.cores[self.opt(g).core as usize].width.is_zero()
    }
}
