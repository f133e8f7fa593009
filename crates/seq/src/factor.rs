//! Does g(n) depend only on how n factors? Each invariant is tested as a hypothesis on the prefix.

use rustc_hash::FxHashMap;

/// Something that the factorisation of n >= 1 determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Invariant {
    /// The number of the smallest prime factor among the primes (2 is the first); 0 for n = 1.
    SmallestPrimeIndex,
    /// The smallest prime factor; 1 for n = 1.
    SmallestPrime,
    /// The largest prime factor; 1 for n = 1.
    LargestPrime,
    /// The largest proper divisor; 0 for n = 1.
    LargestProperDivisor,
    /// The number of prime factors with multiplicity.
    PrimeFactors,
    /// The number of distinct prime factors.
    DistinctPrimes,
    /// The number of divisors.
    Divisors,
    /// Euler's function.
    Totient,
    /// The greatest exponent in the factorisation.
    LargestExponent,
    /// The product of the distinct prime factors.
    Radical,
    /// The multiset of exponents in the factorisation (as the least number that has the same one).
    ExponentPattern,
}

impl Invariant {
    /// All, the most informative names first.
    pub const ALL: [Invariant; 11] = [
        Invariant::PrimeFactors,
        Invariant::DistinctPrimes,
        Invariant::LargestExponent,
        Invariant::SmallestPrimeIndex,
        Invariant::SmallestPrime,
        Invariant::LargestPrime,
        Invariant::LargestProperDivisor,
        Invariant::Divisors,
        Invariant::Totient,
        Invariant::Radical,
        Invariant::ExponentPattern,
    ];

    /// Its name in words, of n.
    pub fn name(self) -> &'static str {
        match self {
            Invariant::SmallestPrimeIndex => "the index of the smallest prime factor of n",
            Invariant::SmallestPrime => "the smallest prime factor of n",
            Invariant::LargestPrime => "the largest prime factor of n",
            Invariant::LargestProperDivisor => "the largest proper divisor of n",
            Invariant::PrimeFactors => "the number of prime factors of n with multiplicity",
            Invariant::DistinctPrimes => "the number of distinct prime factors of n",
            Invariant::Divisors => "the number of divisors of n",
            Invariant::Totient => "Euler's function of n",
            Invariant::LargestExponent => "the greatest exponent in the factorisation of n",
            Invariant::Radical => "the product of the distinct primes of n",
            Invariant::ExponentPattern => "the exponents in the factorisation of n",
        }
    }

    /// Its values for n = 0..len (the entry for 0 is 0). Cost: a sieve.
    pub fn table(self, len: usize) -> Vec<u64> {
        let sieve = Sieve::new(len);
        (0..len).map(|n| sieve.value(self, n)).collect()
    }
}

/// The smallest prime factor of every n below a bound, and the primes' numbers.
struct Sieve {
    smallest: Vec<u32>,
    index: Vec<u32>,
}

impl Sieve {
    fn new(len: usize) -> Sieve {
        let mut smallest = vec![0u32; len];
        let mut index = vec![0u32; len];
        let mut primes = 0;
        for n in 2..len {
            if smallest[n] == 0 {
                primes += 1;
                index[n] = primes;
                for multiple in (n..len).step_by(n) {
                    if smallest[multiple] == 0 {
                        smallest[multiple] = n as u32;
                    }
                }
            }
        }
        Sieve { smallest, index }
    }

    fn factors(&self, mut n: usize) -> Vec<(u64, u32)> {
        let mut out: Vec<(u64, u32)> = Vec::new();
        while n > 1 {
            let p = self.smallest[n] as usize;
            match out.last_mut() {
                Some((q, e)) if *q == p as u64 => *e += 1,
                _ => out.push((p as u64, 1)),
            }
            n /= p;
        }
        out
    }

    fn value(&self, invariant: Invariant, n: usize) -> u64 {
        if n == 0 {
            return 0;
        }
        let factors = self.factors(n);
        let primes = factors.iter().map(|&(p, _)| p);
        let exponents = factors.iter().map(|&(_, e)| u64::from(e));
        match invariant {
            Invariant::SmallestPrimeIndex => factors
                .first()
                .map_or(0, |f| u64::from(self.index[f.0 as usize])),
            Invariant::SmallestPrime => factors.first().map_or(1, |f| f.0),
            Invariant::LargestPrime => factors.last().map_or(1, |f| f.0),
            Invariant::LargestProperDivisor => factors.first().map_or(0, |f| n as u64 / f.0),
            Invariant::PrimeFactors => exponents.sum(),
            Invariant::DistinctPrimes => factors.len() as u64,
            Invariant::Divisors => exponents.map(|e| e + 1).product(),
            Invariant::Totient => factors.iter().fold(n as u64, |n, &(p, _)| n / p * (p - 1)),
            Invariant::LargestExponent => exponents.max().unwrap_or(0),
            Invariant::Radical => primes.product(),
            Invariant::ExponentPattern => {
                let mut exponents: Vec<u32> = factors.iter().map(|f| f.1).collect();
                exponents.sort_unstable_by(|a, b| b.cmp(a));
                // The least number with these exponents is at most n, so nothing overflows.
                let primes = (2..).filter(|&p| self.smallest[p] as usize == p);
                exponents
                    .iter()
                    .zip(primes)
                    .map(|(&e, p)| (p as u64).pow(e))
                    .product()
            }
        }
    }
}

/// A prefix in which g(n), n >= 1, is a function of an invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// The invariant.
    pub invariant: Invariant,
    /// True if g is the invariant itself.
    pub equal: bool,
    /// The function: pairs (invariant, g), by invariant.
    pub map: Vec<(u64, u64)>,
    /// The first n of the claim: 1, or 2 where g(1) is an exception.
    pub from: u64,
    /// How many n were compared.
    pub checked: u64,
    /// How many of them had an invariant seen before: the evidence.
    pub repeated: u64,
}

impl Dependence {
    /// What is known, as a sentence.
    pub fn statement(&self) -> String {
        let Dependence {
            from,
            checked,
            repeated,
            ..
        } = self;
        let name = self.invariant.name();
        if self.equal {
            return format!("{name} for n >= {from} (fits the {checked} values from there on)");
        }
        format!(
            "depends only on {name} for n >= {from} (fits {checked} values, {repeated} of them with an argument seen before)"
        )
    }
}

/// The invariants that determine the values g(0), g(1), … of the prefix (the entry for 0 is not looked at), g equal to the
/// invariant first. An invariant is reported only if at least half of the values repeat an argument, or g is equal to it.
///
/// ```
/// // Take less than the heap, an amount coprime to it: the index of the smallest prime factor.
/// let values = [0, 0, 1, 2, 1, 3, 1, 4, 1, 2, 1, 5, 1, 6, 1, 2, 1, 7, 1, 8, 1];
/// let found = bouton_seq::dependences(&values);
/// assert_eq!(found[0].statement(),
///     "the index of the smallest prime factor of n for n >= 1 (fits the 20 values from there on)");
/// ```
pub fn dependences(values: &[u64]) -> Vec<Dependence> {
    let mut found: Vec<Dependence> = Vec::new();
    let sieve = Sieve::new(values.len());
    let constant = values.iter().skip(2).all(|v| Some(v) == values.get(2));
    if values.len() < 12 || constant {
        return found;
    }
    for invariant in Invariant::ALL {
        let mut cases: Vec<Dependence> = (1..=2)
            .filter_map(|from| dependence_from(&sieve, invariant, values, from))
            .collect();
        // g(1) is an exception only where that makes g equal to the invariant, or is needed at all.
        cases.sort_by_key(|d| !d.equal);
        let dependence = cases.into_iter().next();
        found.extend(dependence);
    }
    found.sort_by_key(|d| !d.equal);
    found
}

fn dependence_from(
    sieve: &Sieve,
    invariant: Invariant,
    values: &[u64],
    from: usize,
) -> Option<Dependence> {
    let mut seen: FxHashMap<u64, u64> = FxHashMap::default();
    let (mut repeated, mut equal) = (0, true);
    for (n, &value) in values.iter().enumerate().skip(from) {
        let key = sieve.value(invariant, n);
        equal &= key == value;
        match seen.insert(key, value) {
            Some(before) if before != value => return None,
            Some(_) => repeated += 1,
            None => {}
        }
    }
    let checked = (values.len() - from) as u64;
    let mut map: Vec<(u64, u64)> = seen.into_iter().collect();
    map.sort_unstable();
    (equal || 2 * repeated >= checked).then_some(Dependence {
        invariant,
        equal,
        map,
        from: from as u64,
        checked,
        repeated,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divisors(n: u64) -> Vec<u64> {
        (1..=n).filter(|d| n.is_multiple_of(*d)).collect()
    }

    fn is_prime(n: u64) -> bool {
        divisors(n).len() == 2
    }

    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }

    /// The invariants from their definitions.
    fn slow(invariant: Invariant, n: u64) -> u64 {
        let primes: Vec<u64> = divisors(n).into_iter().filter(|&d| is_prime(d)).collect();
        let exponent = |p: u64| (1..).take_while(|&e| n.is_multiple_of(p.pow(e))).count() as u64;
        let mut exponents: Vec<u64> = primes.iter().map(|&p| exponent(p)).collect();
        exponents.sort_unstable();
        match invariant {
            Invariant::SmallestPrimeIndex => primes
                .first()
                .map_or(0, |&p| (2..=p).filter(|&q| is_prime(q)).count() as u64),
            Invariant::SmallestPrime => primes.first().copied().unwrap_or(1),
            Invariant::LargestPrime => primes.last().copied().unwrap_or(1),
            Invariant::LargestProperDivisor => {
                divisors(n).iter().rev().nth(1).copied().unwrap_or(0)
            }
            Invariant::PrimeFactors => exponents.iter().sum(),
            Invariant::DistinctPrimes => primes.len() as u64,
            Invariant::Divisors => divisors(n).len() as u64,
            Invariant::Totient => (1..=n).filter(|&m| gcd(m, n) == 1).count() as u64,
            Invariant::LargestExponent => exponents.last().copied().unwrap_or(0),
            Invariant::Radical => primes.iter().product(),
            Invariant::ExponentPattern => (1..=n)
                .find(|&m| {
                    let mut others: Vec<u64> = divisors(m)
                        .into_iter()
                        .filter(|&d| is_prime(d))
                        .map(|p| (1..).take_while(|&e| m % p.pow(e) == 0).count() as u64)
                        .collect();
                    others.sort_unstable();
                    others == exponents
                })
                .unwrap(),
        }
    }

    #[test]
    fn invariants_equal_their_definitions() {
        for invariant in Invariant::ALL {
            let table = invariant.table(200);
            for (n, &value) in table.iter().enumerate().skip(1) {
                assert_eq!(value, slow(invariant, n as u64), "{invariant:?} of {n}");
            }
        }
    }

    #[test]
    fn finds_functions_of_the_exponents() {
        let values: Vec<u64> = Invariant::Divisors
            .table(400)
            .iter()
            .map(|&d| d * d % 5)
            .collect();
        let found = dependences(&values);
        let names: Vec<Invariant> = found.iter().map(|d| d.invariant).collect();
        assert_eq!(names, [Invariant::Divisors, Invariant::ExponentPattern]);
        let mut bad = values.clone();
        bad[97] += 1;
        assert_eq!(dependences(&bad), []);
    }

    #[test]
    fn random_values_depend_on_nothing() {
        let mut rng = fastrand::Rng::with_seed(5);
        let values: Vec<u64> = (0..100).map(|_| rng.u64(0..4)).collect();
        assert_eq!(dependences(&values), []);
    }
}
