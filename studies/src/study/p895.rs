//! 895: three stacks of gold and silver coins, fair and balanced.

use crate::number::{mul, natural};
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 895,
    text: "A stack of k equal coins, one of the other kind, and t more is worth, up to sign, k - 1 and the binary fraction of the t coins with a last 1. Its surplus of coins differs from its value by twice the ones \
        less t and less the fraction. If the values of three stacks sum to 0, the longest fraction occurs exactly twice. In the addition of two such fractions the number of ones lost is the number of carries, so \
        balance fixes that number. With the third stack of one colour only, the two fractions are equal; else the carries above the end of the shorter fraction, of length u, are (u + 2) div 2 in number, \
        with weights 3 for a carry like the one before and 1 for another; the digits below double freely. A sum over both lengths, with the choices of k in closed form, counts all.",
    known: || {
        Ok(Known::Theorem(
            "Berlekamp's rule for stalks (winningways), and the count of carries in the text"
                .into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=4)
            .map(|m| format!(r#"{{"fn": "G", "m": {m}}}"#))
            .collect();
        all.push(r#"{"fn": "G", "m": 4, "mod": 7}"#.into());
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    if input.function() != "G" {
        return Err(input.unknown());
    }
    let m = input.u64("m")?;
    let modulus = input.modulus()?;
    if m > 20_000 || (modulus.is_none() && m > 20) {
        return Err(Error::limit(format!(
            "m = {m} is too large: at most 20, or 20,000 with a modulus"
        )));
    }
    let p = modulus.unwrap_or(1 << 62);
    if p > 1 << 62 {
        return Err(Error::limit("the modulus exceeds 2^62"));
    }
    Ok(natural(fair_and_balanced(m, p), None))
}

/// The number of triples modulo p: O(m²).
fn fair_and_balanced(m: u64, p: u64) -> u64 {
    let reduce = |x: u128| (x % u128::from(p)) as u64;
    let m = u128::from(m);
    // Stacks of one colour: one is the sum of the other two.
    let mut total = reduce(3 * m * m.saturating_sub(1));
    if m < 2 {
        return total;
    }
    // Values of k for mixed stacks with t more coins: 1, …, m - 1 - t.
    let choices = |t: usize| m - 1 - t as u128;
    let longest = m as usize - 2;
    let carries = carries(longest, p);

    let mut power = 1 % p;
    for t in 0..=longest {
        let n = choices(t);
        // The third stack has one colour: equal fractions of opposite sign, k not equal.
        total = reduce(u128::from(total) + u128::from(mul(power, reduce(6 * n * (n - 1)), p)));
        power = reduce(2 * u128::from(power));
        // The third one is mixed, with a shorter fraction.
        let mut doubled = 1 % p;
        for u in (0..t).rev() {
            let carry = u as u128 % 2;
            // Two of one sign with the longer fraction: k + k' up to j, each up to n.
            let j = choices(u) + 1 - carry;
            let pairs = |j: u128| j * j.saturating_sub(1) / 2;
            let alike = if j >= 2 * n {
                n * n
            } else {
                pairs(j) - 2 * pairs(j.saturating_sub(n))
            };
            // Two of opposite sign: the one with the larger value is the sum.
            let unlike = pairs(n + 1 - carry);
            let weight = mul(doubled, carries[u], p);
            total = reduce(
                u128::from(total) + u128::from(mul(weight, reduce(6 * alike + 12 * unlike), p)),
            );
            doubled = reduce(2 * u128::from(doubled));
        }
    }
    total
}

/// For u = 0, …, most: ways to add the digits from the end of a fraction of length u upwards, with (u + 2) div 2 carries, the last of
/// which is u mod 2.
fn carries(most: usize, p: u64) -> Vec<u64> {
    // rows[last][ones]
    let mut rows = [vec![0u64; most + 3], vec![0u64; most + 3]];
    rows[0][0] = 1 % p;
    rows[1][1] = 1 % p;
    let mut out = Vec::new();
    for u in 0..=most {
        let last = u % 2;
        out.push(rows[last][(u + 2 - last) / 2]);
        let reduce = |x: u128| (x % u128::from(p)) as u64;
        let [stay, carry] = &rows;
        let mut next = [vec![0u64; most + 3], vec![0u64; most + 3]];
        for ones in 0..=u + 1 {
            let (a, b) = (u128::from(stay[ones]), u128::from(carry[ones]));
            next[0][ones] = reduce(3 * a + b);
            next[1][ones + 1] = reduce(a + 3 * b);
        }
        rows = next;
    }
    out
}

/// Each stack from below, gold as 1 after a leading 1; whether Gary is to move.
type Stacks = ([u32; 3], bool);

fn options((stacks, gary): &Stacks) -> Vec<Stacks> {
    let mut out = Vec::new();
    for i in 0..3 {
        let coins = u32::BITS - 1 - stacks[i].leading_zeros();
        for above in 0..coins {
            if (stacks[i] >> above & 1 == 1) == *gary {
                let mut next = *stacks;
                next[i] >>= above + 1;
                next.sort_unstable();
                out.push((next, !gary));
            }
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let m = input.u64("m")?;
    let mut search = Search::new();
    let mut count = 0u64;
    for t in crate::search::tuples(3, 2, (2 << m) - 1) {
        let mut stacks = [t[0] as u32, t[1] as u32, t[2] as u32];
        let golden: u32 = stacks.iter().map(|s| s.count_ones() - 1).sum();
        let coins: u32 = stacks
            .iter()
            .map(|s| u32::BITS - 1 - s.leading_zeros())
            .sum();
        if 2 * golden == coins {
            stacks.sort_unstable();
            count += u64::from(
                search.lost(&(stacks, true), options) && search.lost(&(stacks, false), options),
            );
        }
    }
    Ok(natural(count, input.modulus()?))
}
