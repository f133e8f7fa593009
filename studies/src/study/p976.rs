//! 976: symbols in two colours on strips, every strip begun before any is gone on with.

use crate::number::{Binomials, mul, natural};
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 976,
    text: "Search of coloured strips shows a rule: X wins exactly if some even length occurs an odd number of times and the number of strips is even, or if every even length occurs an even \
        number of times and the number of strips of length 1 modulo 4 is odd. As power series in the number of strips: even lengths that occur in pairs give (1-x²)^-E, lengths 3 modulo 4 \
        (1-x)^-B, and an odd number of strips of length 1 modulo 4 half the difference of (1-x)^-A and (1+x)^-A. Each count up to K is a coefficient \
        of such products, a single sum of products of two binomial coefficients.",
    known: || {
        Ok(Known::Verified("the rule for X's wins agrees with search for up to 5 strips of length up to 10; not proved".into()))
    },
    run,
    brute,
    twins: || {
        [
            (1, 5),
            (1, 1),
            (2, 3),
            (2, 4),
            (2, 5),
            (3, 3),
            (4, 2),
            (3, 4),
        ]
        .iter()
        .map(|(k, n)| format!(r#"{{"fn": "P", "K": {k}, "N": {n}}}"#))
        .collect()
    },
};

/// A prime that stands in where no modulus is given, for results below it.
const PRIME: u64 = 2_147_483_647;

fn run(input: &Input) -> Result<Value> {
    if input.function() != "P" {
        return Err(input.unknown());
    }
    let (k, n) = (input.usize("K")?, input.usize("N")?);
    if k == 0 || n == 0 || k > 1 << 27 || n > 1 << 27 {
        return Err(Error::limit("K and N are between 1 and 2^27"));
    }
    let modulus = input.modulus()?;
    // Without a modulus all multisets must be fewer than the prime.
    let mut all = 1u128;
    for i in 1..=k.min(n) as u128 {
        all = (all * ((k + n) as u128 + 1 - i) / i).min(1 << 64);
    }
    if modulus.is_none() && all >= u128::from(PRIME) {
        return Err(Error::limit(format!(
            "K = {k}, N = {n} need a prime modulus beyond K + N"
        )));
    }
    Ok(natural(won(k, n, modulus.unwrap_or(PRIME))?, None))
}

fn won(k: usize, n: usize, p: u64) -> Result<u64> {
    let b = Binomials::new(k + n + 4, p)?;
    // Multisets of j out of c lengths.
    let multisets = |c: usize, j: usize| {
        if c == 0 {
            u64::from(j == 0)
        } else {
            b.choose(c + j - 1, j)
        }
    };
    let (even, odd) = (n / 2, n - n / 2);
    let (ones, threes) = (n.div_ceil(4), (n + 1) / 4);
    // Sum over j of [y^j](1-y)^-square times [x^(k-2j)](1-x)^-plain.
    let coefficient = |square: usize, plain: usize, k: usize| {
        (0..=k / 2).fold(0, |sum, j| {
            (sum + multisets(square, j) * multisets(plain, k - 2 * j)) % p
        })
    };
    // An even number of strips, less those in which every even length occurs an even number of times.
    let pairs = (0..=k / 2).fold(0, |sum, j| (sum + multisets(n, 2 * j)) % p);
    let half = k / 2;
    let balanced = (0..=half).fold(0, |sum, j| {
        (sum + multisets(even + 1, half - j) * multisets(odd, 2 * j)) % p
    });
    let first = (pairs + p - balanced) % p;
    // Up to K strips: one more factor 1/(1-x). (1+x)^-A is (1-x)^A (1-x²)^-A, and A is B or B + 1.
    let all = coefficient(even, odd + 1, k);
    let signed = coefficient(even + ones, threes + 1 - ones, k);
    let second = mul((all + p - signed) % p, p.div_ceil(2), p);
    Ok((first + second) % p)
}

/// Cells: 0 blank, 1 and 2 X in both colours, 3 and 4 O; whether X is to move.
type Strips = (Vec<Vec<u8>>, bool);

fn options((strips, x): &Strips) -> Vec<Strips> {
    let blank = |s: &Vec<u8>| s.iter().all(|c| *c == 0);
    let opening = strips.iter().any(blank);
    let mut out = Vec::new();
    for (i, strip) in strips.iter().enumerate() {
        if opening && !blank(strip) {
            continue;
        }
        for at in (0..strip.len()).filter(|at| strip[*at] == 0) {
            for colour in 0..2 {
                let fits = |neighbour: Option<&u8>| match neighbour {
                    None | Some(0) => true,
                    Some(c) => (*c <= 2) != *x && (c - 1) % 2 != colour,
                };
                let before = if at == 0 { None } else { strip.get(at - 1) };
                if fits(before) && fits(strip.get(at + 1)) {
                    let mut next = strips.clone();
                    next[i][at] = if *x { 1 + colour } else { 3 + colour };
                    next.sort_unstable();
                    out.push((next, !x));
                }
            }
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let (most, n) = (input.usize("K")?, input.u64("N")?);
    let mut search = Search::new();
    let mut count = 0u64;
    for k in 1..=most {
        for lengths in crate::search::tuples(k, 1, n) {
            if lengths.is_sorted() {
                let mut strips: Vec<Vec<u8>> =
                    lengths.iter().map(|l| vec![0; *l as usize]).collect();
                strips.sort_unstable();
                count += u64::from(!search.lost(&(strips, true), options));
            }
        }
    }
    Ok(natural(count, None))
}
