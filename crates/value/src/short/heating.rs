//! Cooling, heating, overheating, freezing.
//!
//! Source: winningways (cooling, heating, overheating), siegel2013.

use super::store::{Store, Value};
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};

impl Store {
    /// G cooled by t: {G^L_t - t | G^R_t + t}, or the mean where t exceeds the temperature. Numbers stay.
    /// t must be above -1.
    ///
    /// ```
    /// use bouton_value::{Dyadic, Store};
    /// let mut s = Store::new();
    /// let (three, minus) = (s.integer(3), s.integer(-1));
    /// let hot = s.game(&[three], &[minus])?;
    /// let cooled = s.cool(hot, &Dyadic::from(1))?;
    /// assert_eq!(s.show(cooled), "{2|0}");
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn cool(&mut self, g: Value, t: &Dyadic) -> Result<Value> {
        if t <= &Dyadic::from(-1) {
            return Err(Error::undefined(format!(
                "games are cooled by temperatures above -1, not by {t}"
            )));
        }
        let down = self.number(&-t)?;
        let up = self.number(t)?;
        // Below 0, numbers cool as well, and games do not move with them.
        if t.signum() >= 0 {
            return self.rebuild_cores(
                g,
                |s, g| {
                    if t <= &s.temperature(g)? {
                        return Ok(None);
                    }
                    let mean = s.mean(g)?;
                    Ok(Some(s.number(&mean)?))
                },
                |s, l, r| {
                    let l = s.add_to_all(l, down)?;
                    let r = s.add_to_all(r, up)?;
                    s.game(&l, &r)
                },
            );
        }
        self.rebuild(
            g,
            |s, g| {
                if t <= &s.temperature(g)? && !s.is_integer(g) {
                    return Ok(None);
                }
                let mean = s.mean(g)?;
                Ok(Some(s.number(&mean)?))
            },
            |s, _, l, r| {
                let l = s.add_to_all(l, down)?;
                let r = s.add_to_all(r, up)?;
                s.game(&l, &r)
            },
        )
    }

    /// G cooled by its temperature: infinitesimally close to its mean. Numbers stay.
    pub fn freeze(&mut self, g: Value) -> Result<Value> {
        if self.is_number(g) {
            return Ok(g);
        }
        let t = self.temperature(g)?;
        self.cool(g, &t)
    }

    /// G heated by t: numbers stay, {L|R} becomes {heated L + t | heated R - t}. t may be any value.
    pub fn heat(&mut self, g: Value, t: Value) -> Result<Value> {
        let minus = self.neg(t)?;
        // With a negative bonus {x + L | x + R} may become a simpler number than x + {L|R}.
        if !self.ge(t, Value::ZERO)? && !self.is_infinitesimal(t) {
            return self.rebuild(
                g,
                |s, g| Ok(s.is_number(g).then_some(g)),
                |s, _, l, r| {
                    let l = s.add_to_all(l, t)?;
                    let r = s.add_to_all(r, minus)?;
                    s.game(&l, &r)
                },
            );
        }
        self.rebuild_cores(
            g,
            |_, _| Ok(None),
            |s, l, r| {
                let l = s.add_to_all(l, t)?;
                let r = s.add_to_all(r, minus)?;
                s.game(&l, &r)
            },
        )
    }

    /// G overheated from s to t: an integer n becomes n copies of s, any other {L|R} becomes {L' + t | R' - t}.
    pub fn overheat(&mut self, g: Value, from: Value, to: Value) -> Result<Value> {
        let minus = self.neg(to)?;
        self.rebuild(
            g,
            |s, g| match s.as_integer(g) {
                Some(n) => Ok(Some(s.multiple(&n, from)?)),
                None => Ok(None),
            },
            |s, _, l, r| {
                let l = s.add_to_all(l, to)?;
                let r = s.add_to_all(r, minus)?;
                s.game(&l, &r)
            },
        )
    }

    pub(crate) fn add_to_all(&mut self, values: Vec<Value>, x: Value) -> Result<Vec<Value>> {
        values.into_iter().map(|v| self.add(v, x)).collect()
    }
}
