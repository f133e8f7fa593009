//! 900: the smaller pile's size is taken in total, from many piles.

use crate::number::{integer, natural};
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use std::collections::BTreeSet;

pub const STUDY: Study = Study {
    id: 900,
    text: "Search of multisets of two to five piles shows a rule: with m the smallest pile, r other piles of s stones together, and p the least power of 2 \
        beyond m, the position is lost exactly if p divides s + (r mod 2). So t(n) is the residue of -(n² + n mod 2) modulo the power of 2 beyond n. \
        In the sum over all n of b binary digits the even n give squares over whole periods, and the odd ones triangular numbers, \
        which meet every residue modulo a power of 2 equally often; the sum over squares comes back to the one with two digits fewer. So S(N) is a sum of N exact terms.",
    known: || {
        Ok(Known::Verified("the rule for lost positions agrees with search for 2 and 3 piles up to 9, 4 up to 6, and 5 up to 5; not proved".into()))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=4)
            .map(|n| format!(r#"{{"fn": "t", "n": {n}}}"#))
            .collect();
        all.extend((0..=2).map(|n| format!(r#"{{"fn": "S", "N": {n}}}"#)));
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "moves" => {
            let position = input.list("position")?;
            if position.iter().sum::<u64>() > 60 {
                return Err(Error::limit("the position has too many options to list"));
            }
            let all: BTreeSet<Vec<u64>> = options(&position).into_iter().collect();
            Ok(Value::from(all.into_iter().collect::<Vec<_>>()))
        }
        "t" => Ok(natural(surplus(input.u64("n")?)?, None)),
        "S" => Ok(integer(sum(input.usize("N")?)?, input.modulus()?)),
        _ => Err(input.unknown()),
    }
}

/// The residue of -(n² + n mod 2) modulo the least power of 2 beyond n.
fn surplus(n: u64) -> Result<u128> {
    if n >= 1 << 62 {
        return Err(Error::limit(format!("n = {n} is too large: below 2^62")));
    }
    let p = 1u128 << (64 - n.leading_zeros());
    let n = u128::from(n);
    Ok((p - (n * n + n % 2) % p) % p)
}

/// The sum of t(n) for n = 1, …, 2^N.
fn sum(digits: usize) -> Result<BigInt> {
    if digits > 200_000 {
        return Err(Error::limit(format!(
            "N = {digits} is too large: at most 200,000"
        )));
    }
    // squares[j]: the sum of the residues of -u² modulo 2^j over all residues u; kept for j - 2 and j - 1.
    let direct = |j: u32| -> BigInt {
        (0..1u64 << j)
            .map(|u| (u * u).wrapping_neg() % (1 << j))
            .sum::<u64>()
            .into()
    };
    let mut squares = vec![direct(0), direct(1), direct(2)];
    let mut total = BigInt::ZERO;
    for b in 1..=digits {
        if b <= 3 {
            for n in 1u64 << (b - 1)..1 << b {
                total += surplus(n)?;
            }
            continue;
        }
        // n = 2u for all residues u modulo 2^(b-2): four times the residue of -u².
        let j = b - 2;
        while squares.len() <= j {
            let j = squares.len();
            // Even u = 2v: four times those of v modulo 2^(j-2), twice. Odd u: 8T + 1 with T triangular, each residue four times.
            let odd = 4 * progression(8, 7, j - 3);
            let next = 8 * &squares[j - 2] + odd;
            squares.push(next);
        }
        total += 4 * &squares[j];
        // n = 2u + 1: n² + 1 = 2(4T + 1), each residue of T modulo 2^(b-3) twice.
        total += 4 * progression(4, 3, b - 3);
        if squares.len() > 4 {
            squares[j - 2] = BigInt::ZERO;
        }
    }
    // t(2^N) = 0: the power divides 4^N for N >= 1, and t(1) = 0.
    Ok(total)
}

/// The sum of a·i + b over i = 0, …, 2^e - 1.
fn progression(a: u64, b: u64, e: usize) -> BigInt {
    let n = BigInt::from(1) << e;
    a * &n * (&n - 1) / 2 + b * n
}

/// Any piles give stones, as many together as the smallest has; no pile is emptied.
fn options(piles: &[u64]) -> Vec<Vec<u64>> {
    let least = piles.iter().min().copied().unwrap_or(0);
    let mut ways = vec![(Vec::new(), least)];
    for h in piles {
        let more = |(taken, left): &(Vec<u64>, u64)| {
            let all = (0..=(*left).min(h - 1)).map(|t| {
                let mut next: Vec<u64> = taken.clone();
                next.push(h - t);
                (next, left - t)
            });
            all.collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(more).collect();
    }
    ways.into_iter().filter(|w| w.1 == 0).map(|w| w.0).collect()
}

fn sorted(piles: &Vec<u64>) -> Vec<Vec<u64>> {
    let mut all = options(piles);
    all.iter_mut().for_each(|p| p.sort_unstable());
    all
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    let mut t = |n: u64| {
        (0..).find(|k| {
            let mut piles = vec![n; n as usize];
            piles.push(n + k);
            search.lost(&piles, sorted)
        })
    };
    match input.function() {
        "t" => Ok(natural(t(input.u64("n")?).unwrap_or(0), None)),
        _ => {
            let all = (1..=1u64 << input.u64("N")?).map(|n| t(n).unwrap_or(0));
            Ok(natural(all.sum::<u64>(), None))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_equal_the_formula() {
        for digits in 0..=14 {
            let slow: u128 = (1..=1u64 << digits).map(|n| surplus(n).unwrap()).sum();
            assert_eq!(sum(digits).unwrap(), BigInt::from(slow), "{digits}");
        }
    }

    #[test]
    fn the_rule_equals_search() {
        let mut search = Search::new();
        let mut cases = 0;
        for (k, most) in [(2, 9), (3, 9), (4, 6), (5, 5)] {
            for piles in crate::search::tuples(k, 1, most) {
                if !piles.is_sorted() {
                    continue;
                }
                let p = (piles[0] + 1).next_power_of_two();
                let rest: u64 = piles[1..].iter().sum();
                let lost = (rest + (k as u64 - 1) % 2).is_multiple_of(p);
                assert_eq!(search.lost(&piles, sorted), lost, "{piles:?}");
                cases += 1;
            }
        }
        assert!(cases > 400);
    }
}
