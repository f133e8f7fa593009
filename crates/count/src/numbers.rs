//! How many integers up to x have a given factorisation: by sieves of single numbers, and by counts of primes far beyond them.

use crate::distribution::Distribution;
use bouton_core::{Budget, Error, Result};
use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_traits::{Signed, Zero};
use primal_sieve::Primes;

use crate::ring::{Nat, Ring, ring_of};
use crate::with_ring;

/// The largest number that is sieved one by one.
const MOST_SIEVED: u64 = 1 << 32;

/// The primes up to `most`, ascending.
pub fn primes(most: u64) -> Vec<u64> {
    let fits = usize::try_from(most).unwrap_or(usize::MAX);
    Primes::all()
        .take_while(|p| *p <= fits)
        .map(|p| p as u64)
        .collect()
}

/// For 0..=most the least prime factor; 0 and 1 have themselves. Cost: most · log log most, 4 bytes a number.
///
/// # Errors
/// More than 2^32 numbers, or a limit.
///
/// ```
/// let least = bouton_count::numbers::least_prime_factors(10, &bouton_core::Budget::unlimited()).unwrap();
/// assert_eq!(least, [0, 1, 2, 3, 2, 5, 2, 7, 2, 3, 2]);
/// ```
pub fn least_prime_factors(most: u64, budget: &Budget) -> Result<Vec<u32>> {
    if most >= MOST_SIEVED {
        return Err(Error::limit(format!(
            "{most} numbers are too many to factor one by one"
        )));
    }
    budget.hold().set(4 * (most + 1))?;
    let mut least: Vec<u32> = (0..=most as u32).collect();
    for p in primes(most.sqrt()) {
        budget.check()?;
        for n in (p * p..=most).step_by(p as usize) {
            let l = &mut least[n as usize];
            if u64::from(*l) == n {
                *l = p as u32;
            }
        }
    }
    Ok(least)
}

/// For 0..=most the number of prime factors with multiplicity; 0 for 0 and 1.
pub fn prime_factor_counts(most: u64, budget: &Budget) -> Result<Vec<u8>> {
    let least = least_prime_factors(most, budget)?;
    let mut counts = vec![0u8; least.len()];
    for n in 2..least.len() {
        counts[n] = counts[n / least[n] as usize] + 1;
    }
    Ok(counts)
}

/// How many numbers first..=last are divisible by base^j and by no higher power, for every j that occurs. 0 is divisible by all: leave it
/// out. Cost: log_base(last), at any size.
///
/// # Errors
/// A base below 2; a range that holds 0.
///
/// ```
/// let d = bouton_count::numbers::by_exponent(2, &1.into(), &10.into()).unwrap();
/// assert_eq!([0, 1, 2, 3].map(|j| d.get(&j)), [5.into(), 3.into(), 1.into(), 1.into()]);
/// ```
pub fn by_exponent(base: u64, first: &BigInt, last: &BigInt) -> Result<Distribution<u64>> {
    let mut out = Distribution::new();
    if last < first {
        return Ok(out);
    }
    if base < 2 || !first.is_positive() {
        return Err(Error::input(
            "exponents of a base of at least 2 are counted over numbers from 1 on",
        ));
    }
    let before: BigInt = first - 1;
    let multiples = |power: &BigInt| last.div_floor(power) - before.div_floor(power);
    let mut power = BigInt::from(1);
    for j in 0.. {
        if power > *last {
            break;
        }
        let next = &power * base;
        out.add(j, multiples(&power) - multiples(&next));
        power = next;
    }
    Ok(out)
}

/// π(y) for every y = ⌊x/i⌋, by Lucy's sieve: x^(3/4) steps, √x memory.
pub struct PrimeCounts {
    x: u64,
    root: u64,
    small: Vec<u64>,
    large: Vec<u64>,
}

impl PrimeCounts {
    /// Counts up to x; `removed(p, how many)` hears of every prime p ≤ √x how many numbers up to x have p as their least prime factor.
    ///
    /// # Errors
    /// A limit, of time above all: 10^12 takes about a second.
    pub fn new(x: u64, removed: &mut dyn FnMut(u64, u64), budget: &Budget) -> Result<PrimeCounts> {
        let root = x.sqrt();
        budget.hold().set(16 * (root + 1))?;
        let mut small: Vec<u64> = (0..=root).map(|v| v.saturating_sub(1)).collect();
        let mut large: Vec<u64> = (0..=root)
            .map(|i| x.checked_div(i).unwrap_or(0).saturating_sub(1))
            .collect();
        for p in 2..=root {
            if small[p as usize] == small[p as usize - 1] {
                continue;
            }
            budget.check()?;
            let below = small[p as usize - 1];
            let square = p * p;
            let last = root.min(x / square);
            budget.visit(last)?;
            let (mut first, within) = (0, (root / p).min(last));
            for i in 1..=within {
                let fewer = large[(i * p) as usize] - below;
                if i == 1 {
                    first = fewer;
                }
                large[i as usize] -= fewer;
            }
            let far = x / p;
            for i in within + 1..=last {
                let fewer = small[(far / i) as usize] - below;
                if i == 1 {
                    first = fewer;
                }
                large[i as usize] -= fewer;
            }
            removed(p, first);
            for v in (square..=root).rev() {
                small[v as usize] -= small[(v / p) as usize] - below;
            }
        }
        Ok(PrimeCounts {
            x,
            root,
            small,
            large,
        })
    }

    /// π(y), for y = ⌊x/i⌋ or y ≤ √x.
    pub fn up_to(&self, y: u64) -> u64 {
        if y <= self.root {
            self.small[y as usize]
        } else {
            self.large[(self.x / y) as usize]
        }
    }
}

/// π(x).
///
/// ```
/// let budget = bouton_core::Budget::unlimited();
/// assert_eq!(bouton_count::numbers::prime_count(1_000_000, &budget).unwrap(), 78498);
/// ```
pub fn prime_count(x: u64, budget: &Budget) -> Result<u64> {
    Ok(PrimeCounts::new(x, &mut |_, _| {}, budget)?.up_to(x))
}

/// How many numbers 1..=x have j prime factors with multiplicity, for every j. Cost: a prime count, and a walk over the numbers m with
/// m·(largest prime factor of m) ≤ x.
///
/// ```
/// use bouton_count::numbers::by_prime_factors;
/// let d = by_prime_factors(10, &bouton_core::Budget::unlimited()).unwrap();
/// assert_eq!([0, 1, 2, 3].map(|j| d.get(&j)), [1.into(), 4.into(), 4.into(), 1.into()]);
/// ```
pub fn by_prime_factors(x: u64, budget: &Budget) -> Result<Distribution<u64>> {
    let mut counts = [0u64; 65];
    if x == 0 {
        return Ok(Distribution::new());
    }
    let pi = PrimeCounts::new(x, &mut |_, _| {}, budget)?;
    let primes = primes(x.sqrt());
    counts[0] = 1;
    // m, the number of its prime factors, the index of the least prime to go on with: m·p for all larger primes p at once, and on.
    let mut stack = vec![(1u64, 0usize, 0usize)];
    while let Some((m, j, from)) = stack.pop() {
        budget.visit(1)?;
        let rest = x / m;
        let below = from as u64;
        counts[j + 1] += pi.up_to(rest).saturating_sub(below);
        for (i, &p) in primes.iter().enumerate().skip(from) {
            if p > rest / p {
                break;
            }
            stack.push((m * p, j + 1, i));
        }
    }
    let mut out = Distribution::new();
    counts
        .iter()
        .enumerate()
        .for_each(|(j, c)| out.add(j as u64, *c));
    Ok(out)
}

/// Σ φ(n) for 1 ≤ n ≤ x, exactly or modulo a number. Cost: x^(2/3).
///
/// ```
/// use bouton_count::numbers::totient_sum;
/// assert_eq!(totient_sum(10, None, &bouton_core::Budget::unlimited()).unwrap(), 32.into());
/// ```
pub fn totient_sum(x: u64, modulus: Option<&Nat>, budget: &Budget) -> Result<BigInt> {
    if x == 0 {
        return Ok(BigInt::zero());
    }
    let most = x.cbrt().pow(2).max(x.sqrt()).min(x);
    let least = least_prime_factors(most, budget)?;
    let mut totients: Vec<u64> = vec![0, 1];
    for (n, &p) in least.iter().enumerate().skip(2) {
        let p = p as usize;
        let rest = n / p;
        totients.push(
            totients[rest]
                * if rest.is_multiple_of(p) {
                    p as u64
                } else {
                    p as u64 - 1
                },
        );
    }
    with_ring!(ring_of(modulus)?, ring => {
        let mut small = vec![ring.zero()];
        for t in &totients[1..] {
            small.push(ring.add(&small[small.len() - 1], &ring.int(&(*t).into())));
        }
        // large[i] = Σ up to ⌊x/i⌋; the smaller arguments first.
        let count = x / (most + 1);
        let mut large = vec![ring.zero(); count as usize + 1];
        for i in (1..=count).rev() {
            let y = x / i;
            budget.visit(y.sqrt())?;
            let mut sum = ring.int(&(BigInt::from(y) * (BigInt::from(y) + 1) / 2));
            let mut d = 2;
            while d <= y {
                let value = y / d;
                let next = y / value + 1;
                let of = if value <= most { &small[value as usize] } else { &large[(i * d) as usize] };
                sum = ring.sub(&sum, &ring.mul(&ring.int(&(next - d).into()), of));
                d = next;
            }
            large[i as usize] = sum;
        }
        Ok(ring.value(if x <= most { &small[x as usize] } else { &large[1] }))
    })
}
