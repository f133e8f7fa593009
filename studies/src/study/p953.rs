//! 953: Nim with the prime factors of a number as piles.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 953,
    text: "Pairs of equal piles cancel, so n is lost exactly if the primes that divide it an odd number of times have the nim-sum 0: n is such a squarefree number times a square. The largest of those \
        primes is the nim-sum of the others, so the squarefree numbers are found by choosing all primes but the largest in ascending order; \
        the largest is larger than the one before it, so the product with that one twice bounds the search. The squares are added up in closed form.",
    known: || {
        Ok(Known::Theorem(
            "nim-sums (bouton1901); every squarefree number with nim-sum 0 up to N is visited"
                .into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = [1, 2, 4, 9, 50, 69, 70, 71, 280, 3000, 20_000]
            .iter()
            .map(|n| format!(r#"{{"fn": "S", "N": {n}}}"#))
            .collect();
        all.push(r#"{"fn": "S", "N": 20000, "mod": 97}"#.into());
        all.extend((1..=80).map(|n| format!(r#"{{"fn": "first_player_loses", "n": {n}}}"#)));
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "first_player_loses" => Ok(Value::from(nim_sum(input.u64("n")?)? == 0)),
        "S" => Ok(natural(sum(input.u64("N")?)?, input.modulus()?)),
        _ => Err(input.unknown()),
    }
}

/// The nim-sum of the prime factors by trial division.
fn nim_sum(mut n: u64) -> Result<u64> {
    if !(1..=1 << 40).contains(&n) {
        return Err(Error::input(format!("n = {n} is not between 1 and 2^40")));
    }
    let mut sum = 0;
    let mut p = 2;
    while p * p <= n {
        while n.is_multiple_of(p) {
            sum ^= p;
            n /= p;
        }
        p += 1;
    }
    Ok(if n > 1 { sum ^ n } else { sum })
}

/// Which numbers are prime, odd ones only: bit i is 2i + 1.
struct Primes {
    odd: Vec<u64>,
    list: Vec<u32>,
}

impl Primes {
    /// The primes below `most`, and a list of those up to `listed`.
    fn new(most: usize, listed: usize) -> Primes {
        let mut odd = vec![u64::MAX; most / 128 + 1];
        odd[0] &= !1;
        let mut p = 3;
        while p * p <= most {
            if odd[p / 128] >> (p / 2 % 64) & 1 == 1 {
                for q in (p * p..=most).step_by(2 * p) {
                    odd[q / 128] &= !(1 << (q / 2 % 64));
                }
            }
            p += 2;
        }
        let mut primes = Primes { odd, list: vec![2] };
        let list = (3..=listed).step_by(2).filter(|p| primes.has(*p as u64));
        let list: Vec<u32> = list.map(|p| p as u32).collect();
        primes.list.extend(list);
        primes
    }

    fn has(&self, n: u64) -> bool {
        n == 2 || n % 2 == 1 && self.odd[n as usize / 128] >> (n / 2 % 64) & 1 == 1
    }
}

/// The sum of the lost numbers up to n.
fn sum(n: u64) -> Result<u128> {
    if n > 1 << 48 {
        return Err(Error::limit(format!("N = {n} is too large: at most 2^48")));
    }
    // All primes but the largest are at most the root of n; the largest has as many binary digits as the one before it.
    let root = (n / 2).isqrt() as usize;
    let primes = Primes::new((root + 2).next_power_of_two(), root);
    let middle = primes.list.partition_point(|p| *p <= 3);
    // Half of the work: those with the least prime 2 or 3, and the others.
    let (a, b) = std::thread::scope(|scope| {
        let other = scope.spawn(|| kernels(n, &primes, middle, primes.list.len()));
        (kernels(n, &primes, 0, middle), other.join())
    });
    let b = b.map_err(|_| Error::limit("a thread stopped"))?;
    Ok(with_squares(n, 1) + a + b)
}

/// The sum of q·s² <= n for a squarefree q.
fn with_squares(n: u64, q: u64) -> u128 {
    let s = u128::from((n / q).isqrt());
    u128::from(q) * (s * (s + 1) * (2 * s + 1) / 6)
}

/// The sum over all squarefree numbers with nim-sum 0 whose least prime has a place in the list from `first` to `last`.
fn kernels(n: u64, primes: &Primes, first: usize, last: usize) -> u128 {
    let list = &primes.list;
    let mut total = 0u128;
    // Product, nim-sum and place of the next prime; each entry is a set of primes that takes a next one.
    let mut open = vec![(1u64, 0u64, first)];
    while let Some((product, nim, from)) = open.pop() {
        let end = if product == 1 { last } else { list.len() };
        // product·p² < n, as the largest prime is larger than p.
        let limit = (n - 1) / product;
        // An odd nim-sum needs an even number to end on, unless p is 2.
        let closes = |p: u64| nim.is_multiple_of(2) || p == 2;
        let mut goes_on = true;
        for (place, p) in list.iter().enumerate().take(end).skip(from) {
            let p = u64::from(*p);
            if p * p > limit || (!goes_on && !closes(p)) {
                break;
            }
            let largest = nim ^ p;
            if largest > p && primes.has(largest) && product * p <= n / largest {
                total += with_squares(n, product * p * largest);
            }
            if goes_on {
                // At least two primes follow: the next one and the largest.
                let next = list.get(place + 1).map_or(u64::MAX, |p| u64::from(*p));
                goes_on = next <= limit / p && next <= limit / p / next;
                if goes_on {
                    open.push((product * p, largest, place + 1));
                }
            }
        }
    }
    total
}

/// Piles by trial division, each position judged by search.
fn brute(input: &Input) -> Result<Value> {
    let piles = |mut n: u64| -> Vec<u64> {
        let mut piles = Vec::new();
        let mut p = 2;
        while n > 1 {
            while n.is_multiple_of(p) {
                piles.push(p);
                n /= p;
            }
            p += 1;
        }
        piles
    };
    match input.function() {
        "S" => {
            let zero = |n: &u64| piles(*n).iter().fold(0, |x, p| x ^ p) == 0;
            let sum: u64 = (1..=input.u64("N")?).filter(zero).sum();
            Ok(natural(sum, input.modulus()?))
        }
        _ => {
            let options = |p: &Vec<u64>| -> Vec<Vec<u64>> {
                let mut out = Vec::new();
                for i in 0..p.len() {
                    for left in 0..p[i] {
                        let mut next = p.clone();
                        next[i] = left;
                        next.sort_unstable();
                        out.push(next);
                    }
                }
                out
            };
            let lost = crate::search::Search::new().lost(&piles(input.u64("n")?), options);
            Ok(Value::from(lost))
        }
    }
}
