//! Linear recurrences with constant integer coefficients: Berlekamp–Massey modulo a prime, then checked in the integers.

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

/// 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// a(n) = c1 a(n-1) + … + cL a(n-L), which holds for every n from L on in the prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// c1, …, cL; the last one is not zero.
    pub coefficients: Vec<i64>,
    /// How many values were given, all of which fit.
    pub checked: usize,
}

impl Recurrence {
    /// L.
    pub fn order(&self) -> usize {
        self.coefficients.len()
    }

    /// The formula as text.
    pub fn formula(&self) -> String {
        let mut text = String::from("a(n) =");
        let mut empty = true;
        for (i, &c) in self
            .coefficients
            .iter()
            .enumerate()
            .filter(|(_, c)| **c != 0)
        {
            text += match (empty, c < 0) {
                (true, false) => " ",
                (true, true) => " -",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            if c.unsigned_abs() != 1 {
                text += &format!("{} ", c.unsigned_abs());
            }
            text += &format!("a(n-{})", i + 1);
            empty = false;
        }
        if empty { "a(n) = 0".to_string() } else { text }
    }

    /// Continues the sequence: the first `len` values, from the first L that are given.
    pub fn extend(&self, first: &[BigInt], len: usize) -> Vec<BigInt> {
        let order = self.order();
        let mut out: Vec<BigInt> = first.iter().take(len.min(order)).cloned().collect();
        while out.len() < len && out.len() >= order {
            let next = self
                .coefficients
                .iter()
                .zip(out.iter().rev())
                .map(|(&c, a)| a * c)
                .sum();
            out.push(next);
        }
        out
    }
}

fn mul(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn inverse(a: u64) -> u64 {
    let (mut base, mut exponent, mut result) = (a, PRIME - 2, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = mul(result, base);
        }
        base = mul(base, base);
        exponent >>= 1;
    }
    result
}

/// The shortest linear recurrence of the values modulo the prime, as coefficients c1, …, cL. O(N L).
fn berlekamp_massey(values: &[u64]) -> Vec<u64> {
    let (mut current, mut previous): (Vec<u64>, Vec<u64>) = (vec![1], vec![1]);
    let (mut order, mut gap, mut previous_discrepancy) = (0usize, 1usize, 1u64);
    for n in 0..values.len() {
        let discrepancy = (0..current.len().min(n + 1)).fold(0u64, |sum, i| {
            (sum + mul(current[i], values[n - i])) % PRIME
        });
        if discrepancy == 0 {
            gap += 1;
            continue;
        }
        let factor = mul(discrepancy, inverse(previous_discrepancy));
        let kept = current.clone();
        current.resize(current.len().max(previous.len() + gap), 0);
        for (i, &c) in previous.iter().enumerate() {
            current[i + gap] = (current[i + gap] + PRIME - mul(factor, c)) % PRIME;
        }
        if 2 * order <= n {
            order = n + 1 - order;
            (previous, previous_discrepancy, gap) = (kept, discrepancy, 1);
        } else {
            gap += 1;
        }
    }
    current.resize(order + 1, 0);
    current[1..].iter().map(|&c| (PRIME - c) % PRIME).collect()
}

/// The shortest recurrence with integer coefficients below 2^40 that all the values fit, if its order L leaves at least
/// max(4, L/2) values over after the 2 L that determine it. Exact: checked in the integers. Cost O(N L).
///
/// ```
/// use num_bigint::BigInt;
/// let fibonacci: Vec<BigInt> = [0, 1, 1, 2, 3, 5, 8, 13, 21].map(BigInt::from).to_vec();
/// assert_eq!(bouton_seq::recurrence(&fibonacci).unwrap().formula(), "a(n) = a(n-1) + a(n-2)");
/// ```
pub fn recurrence(values: &[BigInt]) -> Option<Recurrence> {
    let prime = BigInt::from(PRIME);
    let residues: Vec<u64> = values
        .iter()
        .map(|v| (((v % &prime) + &prime) % &prime).to_u64())
        .collect::<Option<_>>()?;
    let found = berlekamp_massey(&residues);
    let order = found.len();
    if values.len() < 2 * order + (order / 2).max(4) {
        return None;
    }
    let signed = |c: u64| match c {
        c if c < 1 << 40 => Some(c as i64),
        c if PRIME - c < 1 << 40 => Some(-((PRIME - c) as i64)),
        _ => None,
    };
    let coefficients: Vec<i64> = found.into_iter().map(signed).collect::<Option<_>>()?;
    let holds = (order..values.len()).all(|n| {
        let sum: BigInt = coefficients
            .iter()
            .enumerate()
            .map(|(i, &c)| &values[n - 1 - i] * c)
            .sum();
        (sum - &values[n]).is_zero()
    });
    let last_used = coefficients.last().is_none_or(|&c| c != 0);
    (holds && last_used).then_some(Recurrence {
        coefficients,
        checked: values.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_a_recurrence_that_was_put_in(
            coefficients in prop::collection::vec(-3i64..4, 1..6),
            first in prop::collection::vec(-5i64..6, 6),
        ) {
            let made = Recurrence { coefficients, checked: 0 };
            let first: Vec<BigInt> = first.into_iter().map(BigInt::from).collect();
            let values = made.extend(&first, 40);
            prop_assert_eq!(values.len(), 40);
            // A shorter one may fit too; a last coefficient of zero means that early values are exceptions.
            if let Some(found) = recurrence(&values) {
                prop_assert!(found.order() <= made.order());
                prop_assert_eq!(found.extend(&values, 40), values);
            } else {
                prop_assert!(made.coefficients.last() == Some(&0) || values.iter().any(|v| v.is_zero()));
            }
        }
    }

    #[test]
    fn random_values_have_none() {
        let mut rng = fastrand::Rng::with_seed(1);
        let values: Vec<BigInt> = (0..60).map(|_| BigInt::from(rng.u32(0..100))).collect();
        assert_eq!(recurrence(&values), None);
    }

    #[test]
    fn formula_text() {
        let text = |c: &[i64]| {
            Recurrence {
                coefficients: c.to_vec(),
                checked: 9,
            }
            .formula()
        };
        assert_eq!(text(&[2, 0, -1]), "a(n) = 2 a(n-1) - a(n-3)");
        assert_eq!(text(&[-1, 3]), "a(n) = -a(n-1) + 3 a(n-2)");
        assert_eq!(text(&[]), "a(n) = 0");
    }
}
