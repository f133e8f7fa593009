//! 806: positions along the shortest solution of the Tower of Hanoi, read as Nim.

use crate::number::{Binomials, mul, natural, power};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigUint;

pub const STUDY: Study = Study {
    id: 806,
    text: "The way back is the way there with two pegs exchanged, so lost positions come in pairs of indices with the sum 2^n - 1, and the answer is \
        their number times half of that. Three numbers with nim-sum 0 and sum n have at each bit two 1s or none, so there are 3^b of them for b \
        ones in n/2. How often the discs are spread so over the pegs is a coefficient of a rational function: the largest disc is on one of two \
        pegs, and a smaller tower goes on from there, which makes six linear equations with the denominator (1-a-b-c)² - 4abc in the squares a, b, c of the pegs' variables. \
        Each coefficient is a single sum of products of binomial coefficients.",
    known: || {
        Ok(Known::Theorem(
            "Bouton's theorem (bouton1901) and the rational function derived in the text".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=14)
            .map(|n| format!(r#"{{"fn": "f", "n": {n}}}"#))
            .collect();
        all.extend((1..=16).map(|n| format!(r#"{{"fn": "f", "n": {n}, "mod": 1000003}}"#)));
        all.extend((1..=8).map(|n| format!(r#"{{"fn": "losing_indices", "n": {n}}}"#)));
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    let n = input.usize("n")?;
    match input.function() {
        "losing_indices" if n <= 20 => Ok(Value::from(losing(n))),
        "losing_indices" => Err(Error::limit(format!(
            "2^{n} positions are too many to list"
        ))),
        "f" => match input.modulus()? {
            None if n <= 24 => Ok(natural(losing(n).into_iter().sum::<u64>(), None)),
            None => Err(Error::limit(format!("n = {n} needs a prime modulus"))),
            Some(p) => {
                let count = lost(n, p)?;
                let last = (power(2, n as u64, p) + p - 1) % p;
                Ok(natural(mul(mul(count, last, p), p.div_ceil(2), p), None))
            }
        },
        _ => Err(input.unknown()),
    }
}

/// Indices of the lost positions, by the bits of the index: a 0 leaves the largest disc where it is, a 1 has moved it.
fn losing(n: usize) -> Vec<u64> {
    let zero = |index: &u64| {
        let (mut from, mut to, mut spare) = (0, 2, 1);
        let mut discs = [0u64; 3];
        for bit in (0..n).rev() {
            if index >> bit & 1 == 0 {
                discs[from] += 1;
                (to, spare) = (spare, to);
            } else {
                discs[to] += 1;
                (from, spare) = (spare, from);
            }
        }
        discs[0] ^ discs[1] ^ discs[2] == 0
    };
    (0..1u64 << n).filter(zero).collect()
}

/// The number of lost positions modulo a prime beyond n.
fn lost(n: usize, p: u64) -> Result<u64> {
    if p == 2 {
        return Err(Error::input(
            "the modulus 2 has no half; give a larger prime",
        ));
    }
    if n > 1 << 22 {
        return Err(Error::limit(format!("n = {n} is too large: at most 2^22")));
    }
    let series = Series {
        binomials: Binomials::new(n + 2, p)?,
        p,
    };
    if !n.is_multiple_of(2) {
        return Ok(0);
    }
    let mut triples = vec![[0usize; 3]];
    for bit in (0..usize::BITS).filter(|b| (n / 2) >> b & 1 == 1) {
        triples = triples
            .into_iter()
            .flat_map(|t| {
                (0..3).map(move |out| {
                    std::array::from_fn(|i| if i == out { t[i] } else { t[i] | 1 << bit })
                })
            })
            .collect();
    }
    let sum = triples
        .iter()
        .map(|t| u128::from(series.occurrences(*t)))
        .sum::<u128>();
    Ok((sum % u128::from(p)) as u64)
}

struct Series {
    binomials: Binomials,
    p: u64,
}

impl Series {
    /// How many positions have so many discs on pegs 1, 2, 3: the numerator depends on the parities. Its terms are a factor and
    /// the powers of a, b, c.
    fn occurrences(&self, discs: [usize; 3]) -> u64 {
        let half = discs.map(|d| d / 2);
        let terms: &[(i64, [usize; 3])] = match discs.map(|d| d % 2) {
            [0, 0, 0] => &[
                (1, [0, 0, 0]),
                (-1, [1, 0, 0]),
                (-2, [0, 1, 0]),
                (-1, [0, 0, 1]),
                (1, [1, 1, 0]),
                (1, [0, 2, 0]),
                (1, [0, 1, 1]),
            ],
            [0, 1, 1] => &[
                (1, [0, 0, 0]),
                (-1, [0, 1, 0]),
                (-1, [0, 0, 1]),
                (1, [1, 0, 0]),
            ],
            [1, 1, 0] => &[
                (1, [0, 0, 0]),
                (-1, [1, 0, 0]),
                (-1, [0, 1, 0]),
                (1, [0, 0, 1]),
            ],
            _ => &[],
        };
        let mut sum = 0;
        for (factor, powers) in terms {
            if (0..3).all(|i| powers[i] <= half[i]) {
                let c = self.coefficient(std::array::from_fn(|i| half[i] - powers[i]));
                let factor = factor.rem_euclid(self.p as i64) as u64;
                sum = (sum + mul(c, factor, self.p)) % self.p;
            }
        }
        sum
    }

    /// The coefficient of a^i b^j c^k in 1/((1-a-b-c)² - 4abc): the sum over m of 4^m C(2m+1+t, t) t!/((i-m)!(j-m)!(k-m)!) with
    /// t = i + j + k - 3m.
    fn coefficient(&self, e: [usize; 3]) -> u64 {
        let p = self.p;
        let b = &self.binomials;
        let total: usize = e.iter().sum();
        let mut four = 1 % p;
        let mut sum = 0;
        for m in 0..=e.iter().min().copied().unwrap_or(0) {
            let t = total - 3 * m;
            // C(2m+1+t, t)·t! = (2m+1+t)!/(2m+1)!
            let mut term = b.factorial(2 * m + 1 + t) * b.inverse_factorial(2 * m + 1) % p;
            for x in e {
                term = term * b.inverse_factorial(x - m) % p;
            }
            sum = (sum + term * four) % p;
            four = four * 4 % p;
        }
        sum
    }
}

/// The discs are moved one by one: the smallest goes round, and in between the only other move is made.
fn brute(input: &Input) -> Result<Value> {
    let n = input.usize("n")?;
    let mut pegs: [Vec<usize>; 3] = [(0..n).rev().collect(), Vec::new(), Vec::new()];
    let step = if n.is_multiple_of(2) { 1 } else { 2 };
    let mut smallest = 0;
    let mut lost = Vec::new();
    for index in 0..1u64 << n {
        if pegs[0].len() ^ pegs[1].len() ^ pegs[2].len() == 0 {
            lost.push(index);
        }
        if index.is_multiple_of(2) {
            let next = (smallest + step) % 3;
            pegs[smallest].pop();
            pegs[next].push(0);
            smallest = next;
        } else {
            let (a, b) = ((smallest + 1) % 3, (smallest + 2) % 3);
            let top = |peg: &Vec<usize>| peg.last().copied().unwrap_or(n);
            let (from, to) = if top(&pegs[a]) < top(&pegs[b]) {
                (a, b)
            } else {
                (b, a)
            };
            let disc = pegs[from].pop();
            pegs[to].extend(disc);
        }
    }
    match input.function() {
        "f" => Ok(natural(
            BigUint::from(lost.iter().sum::<u64>()),
            input.modulus()?,
        )),
        _ => Ok(Value::from(lost)),
    }
}
