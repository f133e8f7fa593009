//! 798: cards put on smaller cards of their suit.

use crate::number::{Binomials, lists_with_nim_sum_zero, mul, natural, power};
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigUint;

pub const STUDY: Study = Study {
    id: 798,
    text: "Each suit is a game of its own. Brute force over the sets of one suit gives how many sets have each Grundy value: closed forms for 0, 1 and 2, and f(n, g) = \
        f(n-1, g) + f(n-2, g-2) from 3 on. As a power series in n, the row of g is the row of g - 2 times x²/(1-x), so f(n, g) is a coefficient of \
        1/((1-2x)(1-x)^m) and a binomial coefficient; two steps of recurrences lead from one m to the next. The characters of the nimbers \
        count the s-tuples of sets with nim-sum 0.",
    known: || {
        Ok(Known::Verified("the number of sets with each value was compared with brute force for n <= 13; not proved".into()))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=9)
            .map(|n| format!(r#"{{"fn": "C", "n": {n}, "s": 1}}"#))
            .collect();
        for (n, s) in [(2, 2), (3, 2), (4, 2), (5, 2), (2, 3), (3, 3)] {
            all.push(format!(r#"{{"fn": "C", "n": {n}, "s": {s}}}"#));
            all.push(format!(r#"{{"fn": "C", "n": {n}, "s": {s}, "mod": 11}}"#));
        }
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    if input.function() != "C" {
        return Err(input.unknown());
    }
    let (n, s) = (input.usize("n")?, input.u64("s")?);
    let modulus = input.modulus()?;
    if n == 0 {
        return Err(Error::input("a suit has at least one card: n >= 1"));
    }
    let row = match modulus {
        None => exact_row(n)?,
        Some(p) => row(n, p)?,
    };
    Ok(natural(lists_with_nim_sum_zero(&row, s, modulus)?, modulus))
}

/// How many sets of a suit of n cards have each value, by the recurrence: O(n²).
fn exact_row(n: usize) -> Result<Vec<u64>> {
    if n > 60 {
        return Err(Error::limit(format!(
            "2^{n} sets are too many; give a prime modulus beyond n"
        )));
    }
    let mut rows: Vec<Vec<u64>> = vec![vec![0; n + 1]; n + 1];
    for i in 1..=n {
        let two = |e: usize| 1u64 << e;
        rows[i][0] = if i == 1 { 2 } else { two(i - 2) + 2 };
        rows[i][1] = if i == 1 { 0 } else { two(i - 2) + i as u64 - 2 };
        if i >= 3 {
            rows[i][2] = two(i - 3) + i as u64 - 3;
        }
        for g in 3..=n.min(i) {
            rows[i][g] = rows[i - 1][g] + rows[i - 2][g - 2];
        }
    }
    Ok(rows.swap_remove(n))
}

/// The same modulo a prime beyond n: O(n).
fn row(n: usize, p: u64) -> Result<Vec<u64>> {
    if n > 1 << 26 {
        return Err(Error::limit(format!("n = {n} is too large: at most 2^26")));
    }
    let binomials = Binomials::new(n + 1, p)?;
    let mut row = vec![0u64; n + 3];
    row[0] = match n {
        1 => 2 % p,
        _ => (power(2, n as u64 - 2, p) + 2) % p,
    };
    // Odd values come from the series of n, even ones from that of n - 1.
    for (first, n) in [(1, n), (2, n - 1)] {
        if n < 2 {
            continue;
        }
        // u is the coefficient of x^degree in 1/((1-2x)(1-x)^m).
        let (mut degree, mut m) = (n - 2, 0);
        let mut u = power(2, degree as u64, p);
        loop {
            let more = if degree >= 1 {
                binomials.choose(degree + m, m + 1)
            } else {
                0
            };
            row[first + 2 * m] = (u + more) % p;
            if degree < 2 {
                break;
            }
            // u(N, m) - 2u(N-1, m) = C(N+m-1, m-1), and u(N-2, m+1) = u(N-1, m) - C(N+m-1, m).
            let step = if m == 0 {
                0
            } else {
                binomials.choose(degree + m - 1, m - 1)
            };
            let half = mul((u + p - step) % p, p.div_ceil(2), p);
            u = (half + p - binomials.choose(degree + m - 1, m)) % p;
            degree -= 2;
            m += 1;
        }
    }
    Ok(row)
}

/// Visible and unused cards of each suit.
type Suits = Vec<(u32, u32)>;

fn options(suits: &Suits) -> Vec<Suits> {
    let mut out = Vec::new();
    for (i, (visible, unused)) in suits.iter().enumerate() {
        for x in (0..32).filter(|x| unused >> x & 1 == 1) {
            for y in (0..x).filter(|y| visible >> y & 1 == 1) {
                let mut next = suits.clone();
                next[i] = (visible ^ (1 << y) | 1 << x, unused ^ (1 << x));
                next.sort_unstable();
                out.push(next);
            }
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let (n, s) = (input.u64("n")?, input.usize("s")?);
    let all = (1u64 << n) - 1;
    let mut search = Search::new();
    let mut count = 0u64;
    for sets in crate::search::tuples(s, 0, all) {
        let mut suits: Suits = sets.iter().map(|v| (*v as u32, (all ^ v) as u32)).collect();
        suits.sort_unstable();
        count += u64::from(search.lost(&suits, options));
    }
    Ok(natural(BigUint::from(count), input.modulus()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_gives_the_recurrence() {
        for n in 1..=50 {
            let p = 1_000_000_007;
            let exact: Vec<u64> = exact_row(n).unwrap().iter().map(|f| f % p).collect();
            assert_eq!(row(n, p).unwrap()[..=n], exact, "{n}");
            assert_eq!(exact_row(n).unwrap().iter().sum::<u64>(), 1 << n);
        }
    }
}
