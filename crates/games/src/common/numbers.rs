//! Whole-number arithmetic at any size: golden ratio, Fibonacci numbers, primes, divisors.

use bouton_rules::Nat;

/// ⌊nφ⌋ with φ = (1 + √5)/2, exactly: (n + ⌊√(5n²)⌋)/2 rounded down.
///
/// ```
/// use bouton_games::common::numbers::times_phi;
/// assert_eq!(times_phi(&102334155u32.into()), 165580140u32.into());
/// ```
pub fn times_phi(n: &Nat) -> Nat {
    (n + (n * n * 5u32).sqrt()) >> 1
}

/// The parts of `n` as a sum of Fibonacci numbers no two of which are neighbours (Zeckendorf), the largest first. Time
/// quadratic in the digits.
///
/// ```
/// use bouton_games::common::numbers::zeckendorf;
/// assert_eq!(zeckendorf(&100u32.into()), [89u32.into(), 8u32.into(), 3u32.into()]);
/// ```
pub fn zeckendorf(n: &Nat) -> Vec<Nat> {
    // Neighbours, up to the first pair whose larger one is above n, and down again.
    let (mut low, mut high) = (Nat::from(1u32), Nat::from(2u32));
    while high <= *n {
        low += &high;
        std::mem::swap(&mut low, &mut high);
    }
    let mut rest = n.clone();
    let mut parts = Vec::new();
    while rest.bits() > 0 {
        if low <= rest {
            rest -= &low;
            parts.push(low.clone());
        }
        high -= &low;
        std::mem::swap(&mut low, &mut high);
    }
    parts
}

/// The least prime factor of n ≥ 2, by trial division: time O(√n).
pub fn least_prime_factor(n: u64) -> u64 {
    let mut d = 2;
    while d <= n / d {
        if n.is_multiple_of(d) {
            return d;
        }
        d += if d == 2 { 1 } else { 2 };
    }
    n
}

/// True if n is prime.
pub fn is_prime(n: u64) -> bool {
    n >= 2 && least_prime_factor(n) == n
}

/// The primes up to `n`, by the sieve of Eratosthenes.
pub fn primes_up_to(n: u64) -> Vec<u64> {
    let mut composite = vec![false; n as usize + 1];
    let mut primes = Vec::new();
    for p in 2..=n {
        if !composite[p as usize] {
            primes.push(p);
            let mut multiple = p.saturating_mul(p);
            while multiple <= n {
                composite[multiple as usize] = true;
                multiple += p;
            }
        }
    }
    primes
}

/// The divisors of n ≥ 1 below n, in order: time O(√n).
pub fn proper_divisors(n: u64) -> Vec<u64> {
    let (mut low, mut high) = (Vec::new(), Vec::new());
    let mut d = 1;
    while d <= n / d {
        if n.is_multiple_of(d) {
            low.push(d);
            if d != n / d {
                high.push(n / d);
            }
        }
        d += 1;
    }
    low.extend(high.into_iter().rev());
    low.retain(|&d| d < n);
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_agrees_with_definitions() {
        let prime = |n: u64| n >= 2 && (2..n).all(|d| !n.is_multiple_of(d));
        for n in 1..500 {
            assert_eq!(
                proper_divisors(n),
                (1..n).filter(|d| n % d == 0).collect::<Vec<_>>()
            );
            assert_eq!(is_prime(n), prime(n));
            assert_eq!(
                primes_up_to(n),
                (2..=n).filter(|&p| prime(p)).collect::<Vec<_>>()
            );
        }
        // ⌊nφ⌋ is the m with m(m-n) <= n² < (m+1)(m+1-n), since φ is the positive root of x(x-1) = 1.
        for n in 0u64..2000 {
            let m = u64::try_from(times_phi(&n.into())).unwrap();
            assert!(m * (m - n) <= n * n && (m + 1) * (m + 1 - n) > n * n, "{n}");
        }
    }

    #[test]
    fn zeckendorf_parts_are_no_neighbours() {
        for n in 0u32..3000 {
            let parts = zeckendorf(&n.into());
            assert_eq!(parts.iter().sum::<Nat>(), n.into());
            assert!(
                parts.windows(2).all(|w| w[0] > &w[1] + &w[1] - 1u32),
                "{parts:?}"
            );
        }
    }
}
