//! Products and sums of other kinds: ordinal, Norton, Conway, conjunctive, selective; all on canonical forms.
//!
//! Source: winningways (Norton product, ordinal sum), conway1976 (product).

use super::fold::{Memo, look};
use super::store::{Store, Value};
use crate::error::{Error, Result};
use crate::nimber;

/// Looks up pairs, or says which are missing.
macro_rules! need {
    ($pairs:expr, $memo:expr) => {
        match look($pairs, $memo) {
            Ok(found) => found,
            Err(missing) => return Ok(Err(missing)),
        }
    };
}

type Pair = (Value, Value);

fn pairs(a: &[Value], b: &[Value]) -> Vec<Pair> {
    a.iter()
        .flat_map(|&x| b.iter().map(move |&y| (x, y)))
        .collect()
}

impl Store {
    /// The ordinal sum G:H = {G^L, G:H^L | G^R, G:H^R}, on the canonical form of G.
    pub fn ordinal_sum(&mut self, g: Value, h: Value) -> Result<Value> {
        let base_l = self.stored_options(g, true)?;
        let base_r = self.stored_options(g, false)?;
        let mut memo = Memo::default();
        self.induct(h, &mut memo, |s, &h, memo| {
            if h == Value::ZERO {
                return Ok(Ok(g));
            }
            // A nimber in a nimber: *a:*b = *(a+b), and the same for integers of one sign.
            if let Some(v) = s.short_ordinal_sum(g, h)? {
                return Ok(Ok(v));
            }
            let (l, r) = (s.stored_options(h, true)?, s.stored_options(h, false)?);
            let keys: Vec<Value> = l.iter().chain(&r).copied().collect();
            let found = need!(&keys, memo);
            let (a, b) = found.split_at(l.len());
            let left: Vec<Value> = base_l.iter().chain(a).copied().collect();
            let right: Vec<Value> = base_r.iter().chain(b).copied().collect();
            Ok(Ok(s.game(&left, &right)?))
        })
    }

    fn short_ordinal_sum(&mut self, g: Value, h: Value) -> Result<Option<Value>> {
        if let (Some(a), Some(b)) = (self.as_nimber(g), self.as_nimber(h)) {
            let m = a
                .checked_add(b)
                .ok_or_else(|| Error::too_large("a nimber is above 2^64"))?;
            return self.nimber(m).map(Some);
        }
        if let (Some(a), Some(b)) = (self.as_integer(g), self.as_integer(h))
            && a.sign() == b.sign()
        {
            return self.number(&(a + b).into()).map(Some);
        }
        Ok(None)
    }

    /// H such that base:H = G, if it is found among the subordinates of G's options.
    ///
    /// The candidate is {S(G^L) | S(G^R)} over the options that are themselves of the form base:H; it is checked.
    pub fn subordinate(&mut self, g: Value, base: Value) -> Result<Value> {
        let mut memo: Memo<Value, Option<Value>> = Memo::default();
        let found = self.induct(g, &mut memo, |s, &g, memo| {
            if g == base {
                return Ok(Ok(Some(Value::ZERO)));
            }
            let (l, r) = (s.stored_options(g, true)?, s.stored_options(g, false)?);
            let keys: Vec<Value> = l.iter().chain(&r).copied().collect();
            let found = need!(&keys, memo);
            let (a, b) = found.split_at(l.len());
            let a: Vec<Value> = a.iter().flatten().copied().collect();
            let b: Vec<Value> = b.iter().flatten().copied().collect();
            let candidate = s.game(&a, &b)?;
            Ok(Ok(
                (s.ordinal_sum(base, candidate)? == g).then_some(candidate)
            ))
        })?;
        found.ok_or_else(|| {
            let (g, b) = (self.show(g), self.show(base));
            Error::undefined(format!("{g} is not an ordinal sum with base {b}"))
        })
    }

    /// The Norton product G·U: n copies of U for an integer n, else {G^L·U + U + I | G^R·U - (U + I)} over the incentives I
    /// of U.
    pub fn norton_product(&mut self, g: Value, u: Value) -> Result<Value> {
        let mut steps = vec![];
        for i in self.incentives(u)? {
            steps.push(self.add(u, i)?);
        }
        let mut backs = vec![];
        for &s in &steps {
            backs.push(self.neg(s)?);
        }
        self.rebuild(
            g,
            |s, g| match s.as_integer(g) {
                Some(n) => Ok(Some(s.multiple(&n, u)?)),
                None => Ok(None),
            },
            |s, _, l, r| {
                let mut left = vec![];
                for (x, y) in pairs(&l, &steps) {
                    left.push(s.add(x, y)?);
                }
                let mut right = vec![];
                for (x, y) in pairs(&r, &backs) {
                    right.push(s.add(x, y)?);
                }
                s.game(&left, &right)
            },
        )
    }

    /// The Conway product of canonical forms, with options like G^L·H + G·H^L - G^L·H^L. It respects equality for numbers and
    /// for nimbers.
    pub fn conway_product(&mut self, g: Value, h: Value) -> Result<Value> {
        let mut memo = Memo::default();
        self.induct((g, h), &mut memo, |s, &(g, h), memo| {
            if let (Some(x), Some(y)) = (s.as_number(g), s.as_number(h)) {
                return Ok(Ok(s.number(&x.times(&y)?)?));
            }
            if let (Some(a), Some(b)) = (s.as_nimber(g), s.as_nimber(h)) {
                return Ok(Ok(s.nimber(nimber::product(a, b))?));
            }
            for (x, other) in [(g, h), (h, g)] {
                match s.as_number(x).and_then(|x| x.to_i64()) {
                    Some(0) => return Ok(Ok(Value::ZERO)),
                    Some(1) => return Ok(Ok(other)),
                    Some(-1) => return Ok(Ok(s.neg(other)?)),
                    _ => {}
                }
            }
            let (gl, gr) = (s.stored_options(g, true)?, s.stored_options(g, false)?);
            let (hl, hr) = (s.stored_options(h, true)?, s.stored_options(h, false)?);
            let mut lists: [Vec<Value>; 2] = [vec![], vec![]];
            let sides = [(0, &gl, &hl), (0, &gr, &hr), (1, &gl, &hr), (1, &gr, &hl)];
            let mut missing = vec![];
            for &(to, a, b) in &sides {
                for (x, y) in pairs(a, b) {
                    match look(&[(x, h), (g, y), (x, y)], memo) {
                        Err(need) => missing.extend(need),
                        Ok(p) if missing.is_empty() => {
                            let sum = s.add(p[0], p[1])?;
                            lists[to].push(s.sub(sum, p[2])?);
                        }
                        Ok(_) => {}
                    }
                }
            }
            if !missing.is_empty() {
                return Ok(Err(missing));
            }
            let [left, right] = lists;
            Ok(Ok(s.game(&left, &right)?))
        })
    }

    /// The conjunctive sum: a move is a move in both; it ends when either ends.
    pub fn conjunctive_sum(&mut self, g: Value, h: Value) -> Result<Value> {
        self.compound(g, h, |_, _, a, b| pairs(a, b))
    }

    /// The selective sum: a move is a move in one or in both.
    pub fn selective_sum(&mut self, g: Value, h: Value) -> Result<Value> {
        self.compound(g, h, |g, h, a, b| {
            let mut all = pairs(a, b);
            all.extend(pairs(a, &[h]));
            all.extend(pairs(&[g], b));
            all
        })
    }

    /// A compound whose options are compounds: `options` lists them from the options of the two parts.
    fn compound(
        &mut self,
        g: Value,
        h: Value,
        options: impl Fn(Value, Value, &[Value], &[Value]) -> Vec<Pair>,
    ) -> Result<Value> {
        let mut memo = Memo::default();
        self.induct((g, h), &mut memo, |s, &(g, h), memo| {
            let mut sides = [vec![], vec![]];
            for (side, left) in sides.iter_mut().zip([true, false]) {
                let (a, b) = (s.stored_options(g, left)?, s.stored_options(h, left)?);
                *side = options(g, h, &a, &b);
            }
            let l = need!(&sides[0], memo);
            let r = need!(&sides[1], memo);
            Ok(Ok(s.game(&l, &r)?))
        })
    }

    /// The ordinal product: {G·H^L : G^L, G·H^R : -G^R | G·H^L : G^R, G·H^R : -G^L}.
    pub fn ordinal_product(&mut self, g: Value, h: Value) -> Result<Value> {
        let gl = self.stored_options(g, true)?;
        let gr = self.stored_options(g, false)?;
        let negated = |s: &mut Store, v: &[Value]| {
            v.iter().map(|&x| s.neg(x)).collect::<Result<Vec<Value>>>()
        };
        let (minus_l, minus_r) = (negated(self, &gl)?, negated(self, &gr)?);
        let mut memo = Memo::default();
        self.induct(h, &mut memo, |s, &h, memo| {
            let (l, r) = (s.stored_options(h, true)?, s.stored_options(h, false)?);
            let keys: Vec<Value> = l.iter().chain(&r).copied().collect();
            let found = need!(&keys, memo);
            let (pl, pr) = found.split_at(l.len());
            let mut sides = [vec![], vec![]];
            for (side, a, b) in [(0, &gl, &minus_r), (1, &gr, &minus_l)] {
                for (x, y) in pairs(pl, a).into_iter().chain(pairs(pr, b)) {
                    sides[side].push(s.ordinal_sum(x, y)?);
                }
            }
            let [left, right] = sides;
            Ok(Ok(s.game(&left, &right)?))
        })
    }
}
