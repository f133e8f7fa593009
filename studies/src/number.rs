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
