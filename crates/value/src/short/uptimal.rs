//! Uptimals: x + *m + a1·↑ + a2·↑² + …, recognised from their options and built from their digits.
//!
//! ↑^n = {0|↓[n-1]*}, where ↑[n] = ↑ + ↑² + … + ↑^n. If the last digit of an uptimal stands at place k, then ↑[k]* is the
//! difference between it and one of its options, so a game whose options are uptimals is tried against those candidates.
//!
//! Source: siegel2013 (uptimals).

use super::num::Num;
use super::store::{Nu, Opt, Store, Value};
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// x + *m + a1·↑ + a2·↑² + …, with no trailing zero among the digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uptimal {
    /// x
    pub number: Dyadic,
    /// m
    pub nim: u64,
    /// a1, a2, …
    pub digits: Vec<i64>,
}

impl fmt::Display for Uptimal {
    /// `x*m.a1a2…`, where `-` follows a negative digit and digits above 9 stand in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.number.is_zero() || self.nim == 0 {
            write!(f, "{}", self.number)?;
        }
        match self.nim {
            0 => {}
            1 => write!(f, "*")?,
            m => write!(f, "*{m}")?,
        }
        write!(f, ".")?;
        if self.digits.is_empty() {
            write!(f, "0")?;
        }
        for d in &self.digits {
            let size = d.unsigned_abs();
            if size > 9 {
                write!(f, "({size})")?;
            } else {
                write!(f, "{size}")?;
            }
            if *d < 0 {
                write!(f, "-")?;
            }
        }
        Ok(())
    }
}

/// An uptimal without its number.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Digits {
    pub(crate) nim: u64,
    pub(crate) digits: Vec<i64>,
}

impl Digits {
    /// Those of n·up + *m.
    pub(crate) fn packed(nu: Nu) -> Digits {
        let digits = if nu.up == 0 { vec![] } else { vec![nu.up] };
        Digits {
            nim: nu.nim,
            digits,
        }
    }

    /// The order in which options are printed.
    pub(crate) fn printed_order(&self, other: &Digits) -> Ordering {
        let flat = |d: &Digits| !d.digits.is_empty();
        let length = self.digits.len().max(other.digits.len());
        let digit = |d: &Digits, i: usize| d.digits.get(i).copied().unwrap_or(0);
        flat(self)
            .cmp(&flat(other))
            .then_with(|| {
                (0..length)
                    .map(|i| digit(self, i).cmp(&digit(other, i)))
                    .find(|o| o.is_ne())
                    .unwrap_or(Ordering::Equal)
            })
            .then(self.nim.cmp(&other.nim))
    }
}

/// Longer expansions are not looked for, and powers beyond it are refused.
const MAX_DIGITS: usize = 1 << 16;

impl Store {
    /// ↑^n = {0|↓[n-1]*}: `^` for 1, `^<2>` for 2.
    pub fn up_power(&mut self, n: u64) -> Result<Value> {
        self.check_power(n)?;
        if n == 0 {
            return Err(Error::undefined(
                "the 0th power of up is not a short game: powers start at 1",
            ));
        }
        let sum = self.up_sum(n - 1)?;
        let minus = self.neg(sum)?;
        let star = self.nimber(1)?;
        let right = self.add(minus, star)?;
        self.game(&[Value::ZERO], &[right])
    }

    /// ↑\[n\] = ↑ + ↑² + … + ↑^n = {↑\[n-1\]|*}: `^[2]` for 2.
    pub fn up_sum(&mut self, n: u64) -> Result<Value> {
        self.check_power(n)?;
        let star = self.nimber(1)?;
        let mut sum = Value::ZERO;
        for _ in 0..n {
            sum = if sum == Value::ZERO {
                self.ups(1)?
            } else {
                self.game(&[sum], &[star])?
            };
        }
        Ok(sum)
    }

    fn check_power(&self, n: u64) -> Result<()> {
        if n > MAX_DIGITS as u64 {
            return Err(Error::too_large(format!(
                "powers of up beyond {MAX_DIGITS} are not built"
            )));
        }
        Ok(())
    }

    /// The value with the given uptimal expansion.
    pub fn from_uptimal(&mut self, u: &Uptimal) -> Result<Value> {
        let mut sum = self.number_up_star(&u.number, 0, u.nim)?;
        for (i, &digit) in u.digits.iter().enumerate() {
            if digit != 0 {
                let power = self.up_power(i as u64 + 1)?;
                let part = self.multiple(&digit.into(), power)?;
                sum = self.add(sum, part)?;
            }
        }
        Ok(sum)
    }

    /// The uptimal expansion, if the value has one: numbers and x + n·up + *m do.
    pub fn uptimal_expansion(&mut self, g: Value) -> Result<Option<Uptimal>> {
        let o = self.opt(g);
        Ok(self.digits(o.core)?.map(|d| Uptimal {
            number: self.nums.get(o.num),
            nim: d.nim,
            digits: d.digits.clone(),
        }))
    }

    /// The expansion of a core; remembered.
    pub(crate) fn digits(&mut self, core: u32) -> Result<Option<Arc<Digits>>> {
        let mut stack = vec![core];
        'cores: while let Some(&c) = stack.last() {
            if self.digit_table.contains_key(&c) {
                stack.pop();
                continue;
            }
            let found = if let Some(nu) = self.nu_of(c) {
                Some(Digits::packed(nu))
            } else {
                let all = self.side(c, true).start..self.side(c, false).end;
                let mut possible = self.cores[c as usize].width.is_zero();
                for i in all {
                    let o = self.arena[i];
                    if !possible || !o.num.is_zero() {
                        possible = false;
                        break;
                    }
                    match self.digit_table.get(&o.core) {
                        None => {
                            stack.push(o.core);
                            continue 'cores;
                        }
                        Some(d) => possible = d.is_some(),
                    }
                }
                if possible {
                    self.match_digits(c)?
                } else {
                    None
                }
            };
            self.digit_table.insert(c, found.map(Arc::new));
            stack.pop();
        }
        Ok(self.digit_table.get(&core).cloned().flatten())
    }

    /// Tries r + ↑[k]* for Right's options r and l - ↑[k]* for Left's options l.
    fn match_digits(&mut self, core: u32) -> Result<Option<Digits>> {
        let goal = Opt {
            num: Num::ZERO,
            core,
        };
        let below = self.cores_below(core);
        let length = |c: &u32| {
            self.digit_table
                .get(c)
                .and_then(|d| d.as_ref())
                .map_or(0, |d| d.digits.len())
        };
        let longest = below.iter().map(length).max().unwrap_or(0);
        for left in [false, true] {
            for i in self.side(core, left) {
                let o = self.arena[i];
                let Some(d) = self.digit_table.get(&o.core).cloned().flatten() else {
                    continue;
                };
                for k in 1..=longest + 1 {
                    let sum = self.up_sum(k as u64)?;
                    let sum = if left { self.neg(sum)? } else { sum };
                    let star = self.nu_core(Nu { up: 0, nim: 1 })?;
                    let sum = self.opt(sum);
                    let step = self.add_opts(
                        sum,
                        Opt {
                            num: Num::ZERO,
                            core: star,
                        },
                    )?;
                    if self.add_opts(o, step)? == goal {
                        let mut digits = d.digits.clone();
                        digits.resize(k.max(digits.len()), 0);
                        for x in &mut digits[..k] {
                            *x += if left { -1 } else { 1 };
                        }
                        while digits.last() == Some(&0) {
                            digits.pop();
                        }
                        return Ok(Some(Digits {
                            nim: d.nim ^ 1,
                            digits,
                        }));
                    }
                }
            }
        }
        Ok(None)
    }
}
