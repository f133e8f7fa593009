//! What a value looks like from inside: outcome, birthday, followers, stops, and the kinds that are defined by its options.

use super::fold::{Memo, look};
use super::store::{Nu, Store, Value};
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use rustc_hash::FxHashSet;

/// Who wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Outcome {
    /// Left, whoever starts.
    Left,
    /// Right, whoever starts.
    Right,
    /// The next player.
    Next,
    /// The previous player.
    Previous,
}

impl Outcome {
    /// From who wins when Left starts and when Right starts.
    pub fn of(left_wins_first: bool, right_wins_first: bool) -> Outcome {
        match (left_wins_first, right_wins_first) {
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (true, true) => Outcome::Next,
            (false, false) => Outcome::Previous,
        }
    }

    /// `L`, `R`, `N` or `P`.
    pub fn letter(self) -> char {
        match self {
            Outcome::Left => 'L',
            Outcome::Right => 'R',
            Outcome::Next => 'N',
            Outcome::Previous => 'P',
        }
    }
}

impl Store {
    /// Who wins in normal play.
    pub fn outcome(&mut self, g: Value) -> Result<Outcome> {
        let ge = self.ge(g, Value::ZERO)?;
        let le = self.le(g, Value::ZERO)?;
        Ok(Outcome::of(!le, !ge))
    }

    /// Who wins the canonical form in misère play, where who cannot move wins.
    ///
    /// Cost: once for each follower.
    pub fn misere_outcome(&mut self, g: Value) -> Result<Outcome> {
        let mut memo: Memo<Value, (bool, bool)> = Memo::default();
        let (l, r) = self.induct(g, &mut memo, |s, &g, memo| {
            // An integer gives its owner moves that the other player lacks, so in misère play the other wins at once.
            if let Some(n) = s.as_integer(g) {
                let n = Dyadic::from(n).signum();
                return Ok(Ok((n <= 0, n >= 0)));
            }
            if let Some(nu) = s.nu_of(s.opt(g).core)
                && nu.up == 0
                && s.opt(g).num.is_zero()
            {
                return Ok(Ok((nu.nim != 1, nu.nim != 1)));
            }
            let (l, r) = (s.stored_options(g, true)?, s.stored_options(g, false)?);
            match (look(&l, memo), look(&r, memo)) {
                (Ok(a), Ok(b)) => Ok(Ok((
                    l.is_empty() || a.iter().any(|x| !x.1),
                    r.is_empty() || b.iter().any(|x| !x.0),
                ))),
                (a, b) => Ok(Err(a.err().into_iter().chain(b.err()).flatten().collect())),
            }
        })?;
        Ok(Outcome::of(l, r))
    }

    /// Is the value an integer?
    pub fn is_integer(&self, g: Value) -> bool {
        self.as_number(g).is_some_and(|x| x.is_integer())
    }

    /// Is the value an even integer?
    pub fn is_even(&self, g: Value) -> bool {
        self.as_integer(g).is_some_and(|n| !n.bit(0))
    }

    /// Is the value an odd integer?
    pub fn is_odd(&self, g: Value) -> bool {
        self.as_integer(g).is_some_and(|n| n.bit(0))
    }

    /// Does every play to a number take an even number of moves? Numbers do.
    pub fn is_even_tempered(&mut self, g: Value) -> Result<bool> {
        Ok(self.temper(g)? == Some(false))
    }

    /// Does every play to a number take an odd number of moves?
    pub fn is_odd_tempered(&mut self, g: Value) -> Result<bool> {
        Ok(self.temper(g)? == Some(true))
    }

    /// The common parity of all plays to a number.
    fn temper(&mut self, g: Value) -> Result<Option<bool>> {
        let mut memo = Memo::default();
        self.induct(self.opt(g).core, &mut memo, |s, &c, memo| {
            if c == 0 {
                return Ok(Ok(Some(false)));
            }
            if let Some(nu) = s.nu_of(c) {
                // Only * is tempered: the others have both 0 and * among their followers' options.
                return Ok(Ok((nu == Nu { up: 0, nim: 1 }).then_some(true)));
            }
            let keys = s.cores_below(c);
            Ok(look(&keys, memo).map(|parities| {
                let first = parities.first().copied().flatten()?;
                parities.iter().all(|&p| p == Some(first)).then_some(!first)
            }))
        })
    }

    /// The cores of all options of an expanded core.
    pub(crate) fn cores_below(&self, core: u32) -> Vec<u32> {
        let all = self.side(core, true).start..self.side(core, false).end;
        self.arena[all].iter().map(|o| o.core).collect()
    }

    /// Is the value all-small (dicotic): in every follower, can both players move or neither?
    pub fn is_all_small(&mut self, g: Value) -> Result<bool> {
        let o = self.opt(g);
        if !o.num.is_zero() {
            return Ok(false);
        }
        let mut memo = Memo::default();
        self.induct(o.core, &mut memo, |s, &c, memo| {
            if s.nu_of(c).is_some() {
                return Ok(Ok(true));
            }
            let all = s.side(c, true).start..s.side(c, false).end;
            if s.arena[all].iter().any(|o| !o.num.is_zero()) {
                return Ok(Ok(false));
            }
            let keys = s.cores_below(c);
            Ok(look(&keys, memo).map(|all| all.into_iter().all(|x| x)))
        })
    }

    /// The birthday: the depth of the canonical form.
    ///
    /// ```
    /// use bouton_value::Store;
    /// let mut s = Store::new();
    /// let star = s.nimber(60)?;
    /// assert_eq!(s.birthday(star)?.to_string(), "60");
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn birthday(&mut self, g: Value) -> Result<BigInt> {
        let mut memo = Memo::default();
        self.induct(g, &mut memo, |s, &g, memo| {
            if let Some(b) = s.packed_birthday(g) {
                return Ok(Ok(b));
            }
            let below = s.all_options(g)?;
            Ok(look(&below, memo).map(|b| b.into_iter().max().unwrap_or_default() + 1))
        })
    }

    fn packed_birthday(&self, g: Value) -> Option<BigInt> {
        let o = self.opt(g);
        let nu = self.nu_of(o.core)?;
        let ups = nu.up.unsigned_abs();
        // Options of n·up + *m run through (n-1)·up + *(m^1) down to a nimber, or to up + * of birthday 2.
        let nim = nu.nim ^ (ups & 1);
        let nim = if ups > 0 { nim.max(1) } else { nim };
        Some(self.nums.get(o.num).birthday() + ups + nim)
    }

    /// Left's options, then Right's, in stored order.
    pub(crate) fn all_options(&mut self, g: Value) -> Result<Vec<Value>> {
        let mut all = self.stored_options(g, true)?;
        all.extend(self.stored_options(g, false)?);
        Ok(all)
    }

    /// All followers, the value itself included, in the order of printing. Errors where there are more than `limit`.
    pub fn followers(&mut self, g: Value, limit: usize) -> Result<Vec<Value>> {
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut stack = vec![g];
        while let Some(v) = stack.pop() {
            if !seen.insert(v) {
                continue;
            }
            if seen.len() > limit {
                return Err(Error::too_large(format!(
                    "the value has more than {limit} followers"
                )));
            }
            stack.extend(self.all_options(v)?);
        }
        let mut all: Vec<Value> = seen.into_iter().collect();
        self.order(&mut all)?;
        Ok(all)
    }

    /// The number of followers, the value itself included.
    pub fn follower_count(&mut self, g: Value) -> Result<BigInt> {
        if let Some(b) = self.packed_birthday(g) {
            return Ok(b + 1);
        }
        // Numbers are counted without walking down to zero one by one: those at integers form two chains.
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let (mut least, mut greatest) = (BigInt::default(), BigInt::default());
        let mut integers = false;
        let mut stack = vec![g];
        while let Some(v) = stack.pop() {
            if let Some(n) = self.as_integer(v) {
                integers = true;
                if n < least {
                    least = n;
                } else if n > greatest {
                    greatest = n;
                }
                continue;
            }
            if seen.insert(v) {
                self.check_room(seen.len() * 24)?;
                stack.extend(self.all_options(v)?);
            }
        }
        let chain = if integers {
            greatest - least + BigInt::one()
        } else {
            BigInt::default()
        };
        Ok(chain + BigInt::from(seen.len()))
    }

    /// How many ways there are to play on to a number, counted with the players in any order.
    pub fn stop_count(&mut self, g: Value) -> Result<BigUint> {
        let mut memo = Memo::default();
        self.induct(self.opt(g).core, &mut memo, |s, &c, memo| {
            if c == 0 {
                return Ok(Ok(BigUint::one()));
            }
            s.expand(c)?;
            let keys = s.cores_below(c);
            Ok(look(&keys, memo).map(|all| all.into_iter().sum()))
        })
    }

    /// Options that keep the stop: Left's whose Right stop is the value's Left stop (or the mirror image).
    pub fn sensible_options(&mut self, g: Value, left: bool) -> Result<Vec<Value>> {
        let all = self.options(g, left)?;
        let stop = if left {
            self.left_stop(g)
        } else {
            self.right_stop(g)
        };
        Ok(all
            .into_iter()
            .filter(|&o| {
                stop == if left {
                    self.right_stop(o)
                } else {
                    self.left_stop(o)
                }
            })
            .collect())
    }

    /// Left's incentives G^L - G, or Right's G - G^R, without dominated ones, in printed order.
    pub fn incentives_of(&mut self, g: Value, left: bool) -> Result<Vec<Value>> {
        let mut all = vec![];
        for o in self.stored_options(g, left)? {
            all.push(if left {
                self.sub(o, g)?
            } else {
                self.sub(g, o)?
            });
        }
        self.undominated(all)
    }

    /// Both players' incentives, without dominated ones, in printed order.
    pub fn incentives(&mut self, g: Value) -> Result<Vec<Value>> {
        let mut all = self.incentives_of(g, true)?;
        all.extend(self.incentives_of(g, false)?);
        self.undominated(all)
    }

    fn undominated(&mut self, mut all: Vec<Value>) -> Result<Vec<Value>> {
        all.sort_unstable();
        all.dedup();
        let mut kept = vec![];
        for (i, &a) in all.iter().enumerate() {
            let mut dominated = false;
            for (j, &b) in all.iter().enumerate() {
                if i != j && self.ge(b, a)? {
                    dominated = true;
                    break;
                }
            }
            if !dominated {
                kept.push(a);
            }
        }
        self.order(&mut kept)?;
        Ok(kept)
    }

    /// The companion: {c(G^L) | c(G^R)}, with 0 added for Left if G ≥ 0 and for Right if G ≤ 0; so 0 and * change places.
    pub fn companion(&mut self, g: Value) -> Result<Value> {
        self.rebuild(
            g,
            |s, g| Ok((s.is_number(g) && g != Value::ZERO).then_some(g)),
            |s, g, mut l, mut r| {
                if s.ge(g, Value::ZERO)? {
                    l.push(Value::ZERO);
                }
                if s.le(g, Value::ZERO)? {
                    r.push(Value::ZERO);
                }
                s.game(&l, &r)
            },
        )
    }

    /// A power of two k such that *k is remote from the value: no follower equals it, and it exceeds the birthday.
    pub fn far_star(&mut self, g: Value) -> Result<u64> {
        let b = self.birthday(g)?;
        u64::try_from(b)
            .ok()
            .and_then(|b| b.checked_add(1)?.checked_next_power_of_two())
            .ok_or_else(|| Error::too_large("a remote star would be larger than *(2^63)"))
    }
}
