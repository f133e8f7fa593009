//! Primes up to a bound that grows with use.

use std::sync::{Arc, RwLock};

/// Bound above which primes are not listed.
const MAX_PRIME: i64 = 1 << 30;

static PRIMES: RwLock<Option<(i64, Arc<[u32]>)>> = RwLock::new(None);

/// Calls `visit` with the primes between `least` and `greatest`; false if `greatest` is too large for a sieve.
pub(crate) fn each_prime(least: i64, greatest: i64, visit: &mut dyn FnMut(i64)) -> bool {
    if greatest > MAX_PRIME {
        return false;
    }
    let primes = primes_to(greatest);
    let start = primes.partition_point(|&p| i64::from(p) < least);
    primes[start..]
        .iter()
        .map(|&p| i64::from(p))
        .take_while(|p| *p <= greatest)
        .for_each(visit);
    true
}

fn primes_to(greatest: i64) -> Arc<[u32]> {
    if let Ok(guard) = PRIMES.read()
        && let Some((bound, primes)) = guard.as_ref()
        && *bound >= greatest
    {
        return primes.clone();
    }
    let bound = (2 * greatest).clamp(1 << 10, MAX_PRIME);
    let mut composite = vec![false; bound as usize + 1];
    let mut primes: Vec<u32> = Vec::new();
    for n in 2..=bound as usize {
        if !composite[n] {
            primes.push(n as u32);
            for multiple in (n * n..=bound as usize).step_by(n) {
                composite[multiple] = true;
            }
        }
    }
    let primes: Arc<[u32]> = primes.into();
    if let Ok(mut guard) = PRIMES.write() {
        *guard = Some((bound, primes.clone()));
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_those_of_trial_division() {
        let trial = |n: i64| n >= 2 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0);
        for (least, greatest) in [(-5, 100), (90, 5000), (0, 1), (3, 3)] {
            let mut found = Vec::new();
            assert!(each_prime(least, greatest, &mut |p| found.push(p)));
            assert_eq!(
                found,
                (least..=greatest).filter(|&n| trial(n)).collect::<Vec<_>>()
            );
        }
        assert!(!each_prime(0, i64::MAX, &mut |_| {}));
    }
}
