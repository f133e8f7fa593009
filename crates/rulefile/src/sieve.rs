//! Primes up to a bound that grows with use.

use std::sync::{Arc, RwLock};

/// Bound above which primes are not listed.
const MAX_PRIME: i64 = 1 << 24;

static PRIMES: RwLock<Option<(i64, Arc<[u32]>)>> = RwLock::new(None);

/// The primes up to `greatest` or further; `None` if that is too large for a sieve.
pub(crate) fn primes_to(greatest: i64) -> Option<Arc<[u32]>> {
    if greatest > MAX_PRIME {
        return None;
    }
    if let Ok(guard) = PRIMES.read()
        && let Some((bound, primes)) = guard.as_ref()
        && *bound >= greatest
    {
        return Some(primes.clone());
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
    Some(primes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_those_of_trial_division() {
        let trial = |n: i64| n >= 2 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0);
        for greatest in [-5, 1, 3, 100, 5000] {
            let primes = primes_to(greatest).unwrap();
            let found: Vec<i64> = primes
                .iter()
                .map(|&p| i64::from(p))
                .take_while(|p| *p <= greatest)
                .collect();
            assert_eq!(
                found,
                (0..=greatest).filter(|&n| trial(n)).collect::<Vec<_>>()
            );
        }
        assert!(primes_to(i64::MAX).is_none());
    }
}
