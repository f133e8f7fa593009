//! Numbers as values of JSON: plain up to 2^53, texts of digits beyond.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::ToPrimitive;
use serde_json::Value;

/// A natural number as a value, reduced by the modulus if there is one.
///
/// ```
/// use bouton_studies::number::natural;
/// assert_eq!(natural(17u32, Some(10)), serde_json::json!(7));
/// assert_eq!(natural(1u64 << 60, None), serde_json::json!("1152921504606846976"));
/// ```
pub fn natural(n: impl Into<BigUint>, modulus: Option<u64>) -> Value {
    let mut n = n.into();
    if let Some(m) = modulus {
        n %= m;
    }
    match n.to_u64() {
        Some(small) if small <= 1 << 53 => Value::from(small),
        _ => Value::from(n.to_string()),
    }
}

/// An integer as a value, reduced to 0, …, m - 1 if there is a modulus.
pub fn integer(n: impl Into<BigInt>, modulus: Option<u64>) -> Value {
    let mut n = n.into();
    if let Some(m) = modulus {
        n = n.mod_floor(&BigInt::from(m));
    }
    match n.to_i64() {
        Some(small) if small.unsigned_abs() <= 1 << 53 => Value::from(small),
        _ => Value::from(n.to_string()),
    }
}

/// `a·b` modulo `m`.
pub fn mul(a: u64, b: u64, m: u64) -> u64 {
    ((a as u128 * b as u128) % m as u128) as u64
}

/// `base` to the power `exponent` modulo `m`; 0 if `m` is 1.
pub fn power(base: u64, mut exponent: u64, m: u64) -> u64 {
    let mut base = base % m;
    let mut result = 1 % m;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = mul(result, base, m);
        }
        base = mul(base, base, m);
        exponent >>= 1;
    }
    result
}

/// Binomial coefficients of a row, C(n, 0), …, C(n, k), modulo m, by Pascal's rule; O(n·k).
pub fn binomial_row(n: usize, k: usize, m: u64) -> Vec<u64> {
    let mut row = vec![0; k + 1];
    row[0] = 1 % m;
    for _ in 0..n {
        for j in (1..=k).rev() {
            row[j] = (row[j] + row[j - 1]) % m;
        }
    }
    row
}

/// The least natural number that is not in the list.
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut seen: Vec<bool> = Vec::new();
    for v in values {
        let v = v as usize;
        if v >= seen.len() {
            seen.resize(v + 1, false);
        }
        seen[v] = true;
    }
    seen.iter().position(|s| !s).unwrap_or(seen.len()) as u64
}

/// "P" if the player to move loses, else "N".
pub fn outcome(lost: bool) -> Value {
    Value::from(if lost { "P" } else { "N" })
}

/// How many lists of k components have the nim-sum 0, if `components[v]` components have the value v: the mean over the characters
/// of the nimbers of the transform's k-th powers. Exact without a modulus, and modulo any m. O(s·(log s + log k)) for s values.
///
/// # Errors
/// The modulus times the number of values exceeds 2^63, or the exact result has more than 2^27 bits.
///
/// ```
/// use bouton_studies::number::lists_with_nim_sum_zero;
/// // Heaps of 0, 1, 2, 3: any two determine the third.
/// assert_eq!(lists_with_nim_sum_zero(&[1, 1, 1, 1], 3, None)?, 16u32.into());
/// assert_eq!(lists_with_nim_sum_zero(&[1, 1, 1, 1], 3, Some(10))?, 6u32.into());
/// # Ok::<(), bouton_studies::Error>(())
/// ```
pub fn lists_with_nim_sum_zero(
    components: &[u64],
    k: u64,
    modulus: Option<u64>,
) -> crate::Result<BigUint> {
    let size = components.len().max(1).next_power_of_two();
    match modulus {
        None => exact_lists(components, k, size),
        Some(m) => {
            // The sum is divisible by the size: it is taken modulo m·size, unless 2 has an inverse modulo m.
            let plain = !m.is_multiple_of(2) && m < 1 << 31;
            let wide = (m as u128) * (size as u128);
            if !plain && wide >= 1 << 63 {
                return Err(crate::Error::limit(format!(
                    "the modulus {m} times {size} values exceeds 2^63"
                )));
            }
            let n = if plain { m } else { wide as u64 };
            let mut row: Vec<u64> = components.iter().map(|c| c % n).collect();
            row.resize(size, 0);
            transform(&mut row, n);
            let half = row.len() / 2;
            let (first, second) = row.split_at(half);
            let sum = |part: &[u64]| {
                part.iter().fold(0u64, |s, c| {
                    let p = if plain {
                        small_power(*c, k, n)
                    } else {
                        power(*c, k, n)
                    };
                    ((s as u128 + p as u128) % n as u128) as u64
                })
            };
            let (a, b) = std::thread::scope(|scope| {
                let other = scope.spawn(|| sum(second));
                (sum(first), other.join())
            });
            let b = b.map_err(|_| crate::Error::limit("a thread stopped"))?;
            let total = ((a as u128 + b as u128) % n as u128) as u64;
            let result = if plain {
                let halves = power(m.div_ceil(2), u64::from(size.trailing_zeros()), m);
                mul(total, halves, m)
            } else {
                total / size as u64
            };
            Ok(BigUint::from(result))
        }
    }
}

fn exact_lists(components: &[u64], k: u64, size: usize) -> crate::Result<BigUint> {
    let total: u128 = components.iter().map(|c| u128::from(*c)).sum();
    let bits = k.saturating_mul(u64::from(128 - total.leading_zeros()));
    let (Ok(k), true) = (u32::try_from(k), bits < 1 << 27) else {
        return Err(crate::Error::limit(format!(
            "the number of lists of {k} components has about {bits} bits; give a modulus"
        )));
    };
    let mut row: Vec<i128> = components.iter().map(|c| i128::from(*c)).collect();
    row.resize(size, 0);
    let mut step = 1;
    while step < size {
        for pair in row.chunks_exact_mut(2 * step) {
            let (low, high) = pair.split_at_mut(step);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        step *= 2;
    }
    let sum: BigInt = row.iter().map(|c| BigInt::from(*c).pow(k)).sum();
    let lists = (sum / BigInt::from(size)).to_biguint();
    lists.ok_or_else(|| crate::Error::limit("a number of lists came out negative"))
}

/// The Walsh–Hadamard transform modulo n < 2^63.
fn transform(row: &mut [u64], n: u64) {
    let mut step = 1;
    while step < row.len() {
        for pair in row.chunks_exact_mut(2 * step) {
            let (low, high) = pair.split_at_mut(step);
            for (a, b) in low.iter_mut().zip(high) {
                let (sum, difference) = (*a + *b, *a + n - *b);
                *a = if sum >= n { sum - n } else { sum };
                *b = if difference >= n {
                    difference - n
                } else {
                    difference
                };
            }
        }
        step *= 2;
    }
}

/// As [`power`], for moduli below 2^32.
fn small_power(mut base: u64, mut exponent: u64, m: u64) -> u64 {
    let mut result = 1 % m;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % m;
        }
        base = base * base % m;
        exponent >>= 1;
    }
    result
}

/// Binomial coefficients modulo a prime, from tables of factorials.
pub struct Binomials {
    prime: u64,
    factorials: Vec<u32>,
    inverses: Vec<u32>,
}

impl Binomials {
    /// Tables up to n!: O(n).
    ///
    /// # Errors
    /// The modulus is not a prime between n and 2^31.
    pub fn new(n: usize, prime: u64) -> crate::Result<Binomials> {
        let is_prime = (2..1 << 31).contains(&prime)
            && (2..)
                .take_while(|d| d * d <= prime)
                .all(|d| !prime.is_multiple_of(d));
        if !is_prime || prime <= n as u64 {
            return Err(crate::Error::input(format!(
                "the modulus {prime} is not a prime between {n} and 2^31"
            )));
        }
        let mut factorials = vec![1u32; n + 1];
        for i in 1..=n {
            factorials[i] = (u64::from(factorials[i - 1]) * i as u64 % prime) as u32;
        }
        let mut inverses = vec![1u32; n + 1];
        inverses[n] = power(factorials[n].into(), prime - 2, prime) as u32;
        for i in (0..n).rev() {
            inverses[i] = (u64::from(inverses[i + 1]) * (i as u64 + 1) % prime) as u32;
        }
        Ok(Binomials {
            prime,
            factorials,
            inverses,
        })
    }

    /// n! for n within the table.
    pub fn factorial(&self, n: usize) -> u64 {
        self.factorials[n].into()
    }

    /// 1/n! for n within the table.
    pub fn inverse_factorial(&self, n: usize) -> u64 {
        self.inverses[n].into()
    }

    /// C(n, k); 0 if k > n. Panics if n is beyond the table.
    pub fn choose(&self, n: usize, k: usize) -> u64 {
        if k > n {
            return 0;
        }
        let p = self.prime;
        self.factorial(n) * self.inverse_factorial(k) % p * self.inverse_factorial(n - k) % p
    }
}

/// For each number from 0 to n its least prime factor (0 and 1: 0): O(n log log n), 4 bytes a number.
pub fn least_factors(n: usize) -> Vec<u32> {
    let mut least = vec![0u32; n + 1];
    for p in 2..=n {
        if least[p] == 0 {
            least[p] = p as u32;
            for q in (p.saturating_mul(p)..=n).step_by(p) {
                if least[q] == 0 {
                    least[q] = p as u32;
                }
            }
        }
    }
    least
}

/// How many multisets of k components have the nim-sum 0, exactly: the mean over the characters of the coefficient of x^k in
/// (1-x)^-a (1+x)^-b, for a and b components with character 1 and -1. O(s·(log s + k)) steps for s values.
///
/// ```
/// use bouton_studies::number::multisets_with_nim_sum_zero;
/// // Heaps of 0 and 1: 00, 11.
/// assert_eq!(multisets_with_nim_sum_zero(&[1, 1], 2)?, 2u32.into());
/// # Ok::<(), bouton_studies::Error>(())
/// ```
///
/// # Errors
/// A number of components beyond 2^62.
pub fn multisets_with_nim_sum_zero(components: &[u64], k: u64) -> crate::Result<BigUint> {
    let total = components.iter().try_fold(0u64, |s, c| s.checked_add(*c));
    let total = total.filter(|t| *t < 1 << 62);
    let total = total.ok_or_else(|| crate::Error::limit("more than 2^62 components"))?;
    let size = components.len().max(1).next_power_of_two();
    let mut sum = BigInt::ZERO;
    for w in 0..size {
        let minus = components.iter().enumerate();
        let minus = minus.filter(|(v, _)| (v & w).count_ones() % 2 == 1);
        let b: u64 = minus.map(|(_, c)| c).sum();
        let (plus, minus) = (multisets(total - b, k), multisets(b, k));
        for (j, count) in minus.iter().enumerate() {
            let product = count * &plus[k as usize - j];
            if j % 2 == 0 {
                sum += product;
            } else {
                sum -= product;
            }
        }
    }
    let result = (sum / BigInt::from(size)).to_biguint();
    result.ok_or_else(|| crate::Error::limit("a number of multisets came out negative"))
}

/// The numbers of multisets of 0, …, k out of n things.
pub fn multisets(n: u64, k: u64) -> Vec<BigInt> {
    let mut all = vec![BigInt::from(1)];
    for j in 1..=k {
        let next = all[j as usize - 1].clone() * (u128::from(n) + u128::from(j) - 1) / j;
        all.push(next);
    }
    all
}
