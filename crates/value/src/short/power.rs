//! Powers of games {0|H}, such as up, to dyadic exponents, and the sums of powers that lead to them.
//!
//! Source: winningways, siegel2013.

use super::fold::{Memo, look};
use super::store::{Store, Value};
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};

impl Store {
    /// G→x: 0 for x = 0, else {G^L, G→x^L | G^R, G→x^R}. ↑→n is ↑ + ↑² + … + ↑^n.
    ///
    /// ```
    /// use bouton_value::Store;
    /// let mut s = Store::new();
    /// let up = s.ups(1)?;
    /// let g = s.power_total(up, &"7/2".parse()?)?;
    /// assert_eq!(s.show(g), "{^[3]|*,^[4]}");
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn power_total(&mut self, g: Value, x: &Dyadic) -> Result<Value> {
        let (l, r) = (
            self.stored_options(g, true)?,
            self.stored_options(g, false)?,
        );
        self.along(x, &l, &r, false)
    }

    /// G^x for G = {0|H} and x > 0: {0|H_x}, where H_1 = H and H_x = {H^L, H_(x^R) | H^R, H_(x^L)}, the option 0 of x left out.
    pub fn power(&mut self, g: Value, x: &Dyadic) -> Result<Value> {
        if x.signum() <= 0 {
            return Err(Error::undefined(format!(
                "the exponent {x} is not positive"
            )));
        }
        let pair = self.as_pair(g)?.filter(|p| p.0 == Value::ZERO);
        let Some((_, h)) = pair else {
            let g = self.show(g);
            return Err(Error::undefined(format!(
                "{g} has no powers: a base must have the form {{0|H}}"
            )));
        };
        let (l, r) = (
            self.stored_options(h, true)?,
            self.stored_options(h, false)?,
        );
        let right = self.along(x, &l, &r, true)?;
        self.game(&[Value::ZERO], &[right])
    }

    /// A game with the shape of x that has the options `l` and `r` beside at every stage. With `crossed`, the options of x
    /// change sides and 0 is left out.
    fn along(&mut self, x: &Dyadic, l: &[Value], r: &[Value], crossed: bool) -> Result<Value> {
        let x = self.number(x)?;
        let mut memo = Memo::default();
        self.induct(x, &mut memo, |s, &x, memo| {
            if x == Value::ZERO {
                return Ok(Ok(Value::ZERO));
            }
            let mut sides = [s.stored_options(x, true)?, s.stored_options(x, false)?];
            if crossed {
                sides.swap(0, 1);
                for side in &mut sides {
                    side.retain(|&v| v != Value::ZERO);
                }
            }
            match (look(&sides[0], memo), look(&sides[1], memo)) {
                (Ok(a), Ok(b)) => {
                    let left: Vec<Value> = l.iter().copied().chain(a).collect();
                    let right: Vec<Value> = r.iter().copied().chain(b).collect();
                    Ok(Ok(s.game(&left, &right)?))
                }
                (a, b) => Ok(Err(a.err().into_iter().chain(b.err()).flatten().collect())),
            }
        })
    }
}
