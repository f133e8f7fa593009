//! The values of a loop variable between its bounds: all, or those in a residue class, squares, primes, divisors.

use crate::plan::{Level, Row, Values};
use crate::run::{Done, Runner, Stop, add, mul};
use crate::sieve::primes_to;
use bouton_rules::Batch;
use bouton_rules::formula::is_prime;
use num_bigint::BigInt;
use std::ops::ControlFlow;

impl<V: FnMut(Batch<'_>) -> ControlFlow<()>> Runner<'_, V> {
    /// Calls `then` with the values of a loop between `lo` and `hi`.
    pub fn each_value(
        &mut self,
        level: &Level,
        lo: i64,
        hi: i64,
        mut each: impl FnMut(&mut Self, i64) -> Done,
    ) -> Done {
        let mut then = |runner: &mut Self, v: i64| {
            runner.tick()?;
            each(runner, v)
        };
        match &level.values {
            Values::All => {
                for v in lo..=hi {
                    then(self, v)?;
                }
                Ok(())
            }
            Values::Residue {
                row,
                modulus,
                remainder,
            } => {
                let Some((first, step)) = self.residues(row, *modulus, *remainder, lo)? else {
                    return Ok(());
                };
                let mut v = first;
                while v <= hi {
                    then(self, v)?;
                    v = add(v, step)?;
                }
                Ok(())
            }
            Values::Squares(row) => {
                let (rest, own) = (self.rest(row)?, self.numbers[row.own]);
                let (least, greatest) = ends(add(mul(own, lo)?, rest)?, add(mul(own, hi)?, rest)?);
                if greatest < 0 {
                    return Ok(());
                }
                let least = least.max(0);
                let mut root = least.isqrt();
                root += i64::from(root * root < least);
                for root in root..greatest.isqrt() + 1 {
                    then(self, own * (root * root - rest))?;
                }
                Ok(())
            }
            Values::Primes(row) => {
                let (rest, own) = (self.rest(row)?, self.numbers[row.own]);
                let (least, greatest) = ends(add(mul(own, lo)?, rest)?, add(mul(own, hi)?, rest)?);
                let Some(primes) = primes_to(greatest) else {
                    for v in lo..=hi {
                        self.tick()?;
                        if is_prime(&BigInt::from(own * v + rest)) == Some(true) {
                            then(self, v)?;
                        }
                    }
                    return Ok(());
                };
                let first = primes.partition_point(|&p| i64::from(p) < least);
                for p in primes[first..].iter().map(|&p| i64::from(p)) {
                    if p > greatest {
                        break;
                    }
                    then(self, own * (p - rest))?;
                }
                Ok(())
            }
            Values::Divisors(slot) => {
                let n = self.numbers[*slot].checked_abs().ok_or(Stop::TooLarge)?;
                let span = hi.checked_sub(lo).ok_or(Stop::TooLarge)?;
                if n == 0 || span < n.isqrt() {
                    // Everything divides 0, and 0 divides nothing else.
                    for v in lo..=hi {
                        self.tick()?;
                        if n == 0 || v != 0 && n.checked_rem(v) == Some(0) {
                            then(self, v)?;
                        }
                    }
                    return Ok(());
                }
                for d in 1..=n.isqrt() {
                    self.tick()?;
                    if n % d != 0 {
                        continue;
                    }
                    let pair = if d * d == n { [d, 0] } else { [d, n / d] };
                    for v in pair.into_iter().filter(|d| *d > 0).flat_map(|d| [d, -d]) {
                        if lo <= v && v <= hi {
                            then(self, v)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    /// The least value from `lo` on in the residue class, and the distance to the next one.
    pub fn residues(
        &self,
        row: &Row,
        modulus: usize,
        remainder: Option<usize>,
        lo: i64,
    ) -> Result<Option<(i64, i64)>, Stop> {
        let (rest, own) = (self.rest(row)?, self.numbers[row.own]);
        let modulus = self.numbers[modulus].checked_abs().ok_or(Stop::TooLarge)?;
        let wanted = remainder.map_or(0, |slot| self.numbers[slot]);
        if modulus == 0 {
            // `x mod 0` is undefined; `0 | x` means x = 0, which the slow way lists.
            return if remainder.is_some() {
                Ok(None)
            } else {
                Err(Stop::TooLarge)
            };
        }
        if wanted < 0 || wanted >= modulus {
            return Ok(None);
        }
        // own·v + rest = wanted (mod modulus), own = ±1
        let class =
            mul(own, add(wanted, rest.checked_neg().ok_or(Stop::TooLarge)?)?)?.rem_euclid(modulus);
        let first = add(lo, add(class, -lo.rem_euclid(modulus))?.rem_euclid(modulus))?;
        Ok(Some((first, modulus)))
    }
}

fn ends(a: i64, b: i64) -> (i64, i64) {
    (a.min(b), a.max(b))
}
