//! Atomic weights and reduced canonical forms: what remains of a value when small things are neglected.
//!
//! Source: winningways (atomic weights), grossmansiegel2009 (reduced canonical forms).

use super::fold::{Memo, look};
use super::store::{Store, Value};
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use num_bigint::BigInt;
use rustc_hash::FxHashSet;

/// Stands for an unbounded atomic weight: that of a positive number.
const UNBOUNDED: i64 = 1 << 40;

impl Store {
    /// The atomic weight: how many ups an infinitesimal value is worth, itself a game.
    ///
    /// The recursion {w(G^L) - 2 | w(G^R) + 2}, corrected where it is an integer by comparing with a remote star; positive
    /// numbers below count as unbounded weights. An error where the value is not infinitesimal or its weight is unbounded.
    ///
    /// ```
    /// use bouton_value::Store;
    /// let mut s = Store::new();
    /// let g = s.number_up_star(&bouton_value::Dyadic::ZERO, 3, 1)?;
    /// let w = s.atomic_weight(g)?;
    /// assert_eq!(s.show(w), "3");
    /// let one = s.integer(1);
    /// assert!(s.atomic_weight(one).is_err());
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn atomic_weight(&mut self, g: Value) -> Result<Value> {
        let weight = self.find_weight(g)?;
        weight.ok_or_else(|| {
            let g = self.show(g);
            Error::undefined(format!("{g} has no atomic weight"))
        })
    }

    /// Does the value have an atomic weight?
    pub fn is_atomic(&mut self, g: Value) -> Result<bool> {
        Ok(self.find_weight(g)?.is_some())
    }

    fn find_weight(&mut self, g: Value) -> Result<Option<Value>> {
        if !self.is_infinitesimal(g) {
            return Ok(None);
        }
        let mut memo = Memo::default();
        let w = self.induct(g, &mut memo, |s, &g, memo| {
            if let Some(x) = s.as_number(g) {
                let far = Dyadic::from(UNBOUNDED * i64::from(x.signum()));
                return Ok(Ok(s.number(&far)?));
            }
            if let Some(p) = s.as_number_up_star(g)
                && p.number.is_zero()
            {
                return Ok(Ok(s.number(&Dyadic::from(p.up))?));
            }
            let (l, r) = (s.stored_options(g, true)?, s.stored_options(g, false)?);
            let (a, b) = match (look(&l, memo), look(&r, memo)) {
                (Ok(a), Ok(b)) => (a, b),
                (a, b) => return Ok(Err(a.err().into_iter().chain(b.err()).flatten().collect())),
            };
            let (two, minus) = (s.integer(2), s.integer(-2));
            let a = s.add_to_all(a, minus)?;
            let b = s.add_to_all(b, two)?;
            let w = s.game(&a, &b)?;
            let w = if s.is_integer(w) {
                s.correct_weight(g, &a, &b)?
            } else {
                w
            };
            Ok(Ok(w))
        })?;
        Ok((!self.mentions_unbounded(w)?).then_some(w))
    }

    /// Does a number as large as an unbounded weight stop the game, or a follower of it?
    fn mentions_unbounded(&mut self, g: Value) -> Result<bool> {
        let far = Dyadic::from(UNBOUNDED / 2);
        let mut seen = FxHashSet::default();
        let mut stack = vec![g];
        while let Some(v) = stack.pop() {
            if self.left_stop(v).abs() > far || self.right_stop(v).abs() > far {
                return Ok(true);
            }
            if !self.is_number(v) && self.as_number_up_star(v).is_none() && seen.insert(v) {
                stack.extend(self.all_options(v)?);
            }
        }
        Ok(false)
    }

    /// Where integers lie between Left's weights `a` and Right's `b`: the one nearest 0 that suits the sign of g beside a remote
    /// star: 0, the greatest that is not at least some of `b`, or the least that is not at most some of `a`.
    fn correct_weight(&mut self, g: Value, a: &[Value], b: &[Value]) -> Result<Value> {
        let star = self.far_star(g)?;
        let star = self.nimber(star)?;
        if self.ge(g, star)? {
            // The greatest integer n with n below or confused with every Right weight: n < its Left stop, or at it.
            let mut best: Option<BigInt> = None;
            for &x in b {
                let mut n = self.left_stop(x).floor();
                let v = self.number(&Dyadic::from(n.clone()))?;
                if self.ge(v, x)? {
                    n -= 1;
                }
                best = Some(best.map_or(n.clone(), |m| m.min(n)));
            }
            self.number(&Dyadic::from(best.unwrap_or_default()))
        } else if self.le(g, star)? {
            let mut best: Option<BigInt> = None;
            for &x in a {
                let mut n = self.right_stop(x).ceil();
                let v = self.number(&Dyadic::from(n.clone()))?;
                if self.le(v, x)? {
                    n += 1;
                }
                best = Some(best.map_or(n.clone(), |m| m.max(n)));
            }
            self.number(&Dyadic::from(best.unwrap_or_default()))
        } else {
            Ok(Value::ZERO)
        }
    }

    /// The reduced canonical form: the simplest game infinitesimally close to the value.
    ///
    /// Options are dropped that are worse up to an infinitesimal, and options bypassed that reverse up to one.
    pub fn reduced(&mut self, g: Value) -> Result<Value> {
        let mut memo = Memo::default();
        self.induct(g, &mut memo, |s, &g, memo| {
            if s.is_numberish(g) {
                let x = s.left_stop(g);
                return Ok(Ok(s.number(&x)?));
            }
            let (l, r) = (s.stored_options(g, true)?, s.stored_options(g, false)?);
            match (look(&l, memo), look(&r, memo)) {
                (Ok(a), Ok(b)) => Ok(Ok(s.reduce_options(a, b)?)),
                (a, b) => Ok(Err(a.err().into_iter().chain(b.err()).flatten().collect())),
            }
        })
    }

    /// Is g at least h up to an infinitesimal?
    pub fn ge_infinitesimally(&mut self, g: Value, h: Value) -> Result<bool> {
        let d = self.sub(g, h)?;
        Ok(self.right_stop(d).signum() >= 0)
    }

    fn reduce_options(&mut self, mut l: Vec<Value>, mut r: Vec<Value>) -> Result<Value> {
        loop {
            let g = self.game(&l, &r)?;
            if self.is_numberish(g) {
                let x = self.left_stop(g);
                return self.number(&x);
            }
            l = self.stored_options(g, true)?;
            r = self.stored_options(g, false)?;
            let before = (l.clone(), r.clone());
            for left in [true, false] {
                let list = if left { &mut l } else { &mut r };
                let mut next = vec![];
                for x in std::mem::take(list) {
                    match self.reverses_infinitesimally(g, x, left)? {
                        None => next.push(x),
                        Some(y) => {
                            let beyond = self.stored_options(y, left)?;
                            for z in beyond {
                                let z = self.reduced_option(z)?;
                                next.push(z);
                            }
                        }
                    }
                }
                let mut kept: Vec<Value> = vec![];
                for (i, &x) in next.iter().enumerate() {
                    let mut dominated = false;
                    for (j, &y) in next.iter().enumerate() {
                        if i == j {
                            continue;
                        }
                        let (hi, lo) = if left { (y, x) } else { (x, y) };
                        let back = self.ge_infinitesimally(lo, hi)?;
                        if self.ge_infinitesimally(hi, lo)? && (!back || j < i) {
                            dominated = true;
                            break;
                        }
                    }
                    if !dominated {
                        kept.push(x);
                    }
                }
                *list = kept;
            }
            l.sort_unstable();
            r.sort_unstable();
            let mut before = before;
            before.0.sort_unstable();
            before.1.sort_unstable();
            if (l.clone(), r.clone()) == before {
                return Ok(g);
            }
        }
    }

    /// An option of a reduced game is reduced already, except that a number's neighbours stay as they are.
    fn reduced_option(&mut self, z: Value) -> Result<Value> {
        if self.is_numberish(z) {
            let x = self.left_stop(z);
            return self.number(&x);
        }
        Ok(z)
    }

    fn reverses_infinitesimally(
        &mut self,
        g: Value,
        x: Value,
        left: bool,
    ) -> Result<Option<Value>> {
        if self.is_number(x) {
            return Ok(None);
        }
        for y in self.stored_options(x, !left)? {
            let back = if left {
                self.ge_infinitesimally(g, y)?
            } else {
                self.ge_infinitesimally(y, g)?
            };
            if back {
                return Ok(Some(y));
            }
        }
        Ok(None)
    }
}
