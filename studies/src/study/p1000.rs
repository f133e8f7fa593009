//! 1000: three small problems and a product of them.

use crate::number::{integer, mul, natural};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigUint;

pub const STUDY: Study = Study {
    id: 1000,
    text: "Max And: each bit counts for itself, and splitting the numbers that have it as evenly as they come is best for every bit at once. Max Xor Sum: steps are taken in order of their weight, and \
        the best sum of a sequence that ends at a number is improved by each step from either end; steps of equal weight are taken together. Unreachable Nim: a lost status is always reached by \
        some winning move; another one is reached only from a lost one, which has one pile raised to the nim-sum of the other two, so it is \
        unreachable exactly if no pile is smaller than the nim-sum of the others: the first bit of the nim-sum of all three is 1 in each of them. \
        That is counted digit by digit. The last sequence is multiplied out.",
    known: || {
        Ok(Known::Theorem("nim-sums (bouton1901) and the arguments in the text; sequences by all steps in order of weight".into()))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=12)
            .map(|n| format!(r#"{{"fn": "I", "n": {n}}}"#))
            .collect();
        all.extend((1..=4).map(|n| format!(r#"{{"fn": "X", "N": {n}}}"#)));
        all.extend((1..=12).map(|n| format!(r#"{{"fn": "C", "N": {n}}}"#)));
        for s in ["1,1,1", "1,2,3", "1,2,4", "5,6,7", "0,0,1", "4,5,6"] {
            all.push(format!(r#"{{"fn": "is_unreachable", "status": [{s}]}}"#));
        }
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "I" => Ok(natural(max_and(input.u64("n")?), None)),
        "I_example" => {
            let (a, b) = (input.list("A")?, input.list("B")?);
            let sum = a
                .iter()
                .flat_map(|x| b.iter().map(move |y| u128::from(x & y)));
            Ok(natural(sum.sum::<u128>(), None))
        }
        "X" => Ok(natural(max_xor_sum(input.u64("N")?)?, None)),
        "X_example" => {
            let weights = input.list("sequence")?;
            let weights: Vec<u128> = weights.windows(2).map(|w| weight(w[0], w[1])).collect();
            if !weights.is_sorted_by(|a, b| a < b) {
                return Err(Error::input("the sequence's weights do not increase"));
            }
            Ok(natural(weights.iter().sum::<u128>(), None))
        }
        "is_unreachable" => {
            let [a, b, c] = input.tuple("status")?;
            let unreachable = a ^ b ^ c != 0 && b ^ c <= a && a ^ c <= b && a ^ b <= c;
            Ok(Value::from(unreachable))
        }
        "C" => Ok(natural(unreachable(input.u64("N")?), None)),
        "M" => {
            let first: [BigUint; 3] = [
                max_and(1000).into(),
                max_xor_sum(1000)?.into(),
                unreachable(1000).into(),
            ];
            let (k, modulus) = (input.usize("k")?, input.modulus()?);
            if k < 3 {
                return Ok(integer(first[k].clone(), modulus));
            }
            let m = modulus
                .ok_or_else(|| Error::limit(format!("M({k}) is too long; give a modulus")))?;
            if k > 1 << 30 {
                return Err(Error::limit(format!("k = {k} is too large: at most 2^30")));
            }
            let mut last = first.map(|f| (f % m).try_into().unwrap_or(0u64));
            for _ in 3..=k {
                last = [last[1], last[2], mul(mul(last[0], last[1], m), last[2], m)];
            }
            Ok(natural(last[2], None))
        }
        _ => Err(input.unknown()),
    }
}

fn max_and(n: u64) -> u128 {
    let bit = |b: u32| {
        let (half, whole) = (1u128 << b, 2u128 << b);
        let all = u128::from(n) + 1;
        let count = all / whole * half + (all % whole).saturating_sub(half);
        (count / 2) * count.div_ceil(2) * half
    };
    (0..40).take_while(|b| 1 << b <= n).map(bit).sum()
}

fn weight(a: u64, b: u64) -> u128 {
    let square = |x: u64| u128::from(x) * u128::from(x);
    square(a) ^ square(b)
}

fn max_xor_sum(n: u64) -> Result<u128> {
    if n > 10_000 {
        return Err(Error::limit(format!(
            "N = {n} is too large: at most 10,000"
        )));
    }
    let mut steps = Vec::new();
    for a in 1..=n as u32 {
        steps.extend((a + 1..=n as u32).map(|b| (weight(a.into(), b.into()) as u64, a, b)));
    }
    steps.sort_unstable();
    let mut best = vec![0u128; n as usize + 1];
    for same in steps.chunk_by(|x, y| x.0 == y.0) {
        // The sums before any of them, since each may be taken once only.
        let from: Vec<(u128, u128)> = same
            .iter()
            .map(|s| (best[s.1 as usize], best[s.2 as usize]))
            .collect();
        for ((w, a, b), (at_a, at_b)) in same.iter().zip(from) {
            let (a, b, w) = (*a as usize, *b as usize, u128::from(*w));
            best[a] = best[a].max(at_b + w);
            best[b] = best[b].max(at_a + w);
        }
    }
    Ok(best.iter().max().copied().unwrap_or(0))
}

/// Statuses with piles below n, from the highest bit down: the bits of each pile, whether it is still as n is, and whether the
/// first bit of the nim-sum has come.
fn unreachable(n: u64) -> u128 {
    let mut counts = [[0u128; 2]; 8];
    counts[7][0] = 1;
    for bit in (0..64).rev() {
        let top = n >> bit & 1;
        let mut next = [[0u128; 2]; 8];
        for (tight, row) in counts.iter().enumerate() {
            for (done, count) in row.iter().enumerate().filter(|(_, c)| **c > 0) {
                for bits in 0..8usize {
                    let odd = bits.count_ones() % 2 == 1;
                    if done == 0 && odd && bits != 7 {
                        continue;
                    }
                    let mut still = 0;
                    let fits = (0..3).all(|i| {
                        let digit = bits as u64 >> i & 1;
                        let bound = tight >> i & 1 == 1;
                        still |= usize::from(bound && digit == top) << i;
                        !bound || digit <= top
                    });
                    if fits {
                        next[still][usize::from(done == 1 || odd)] += count;
                    }
                }
            }
        }
        counts = next;
    }
    // Piles are below n, so none is still as n is.
    counts[0][1]
}

fn brute(input: &Input) -> Result<Value> {
    match input.function() {
        "I" => {
            let n = input.u64("n")?;
            let value = |set: u64| -> u64 {
                let inside = |x: &u64| set >> (x - 1) & 1 == 1;
                let pairs = (1..=n).filter(inside).flat_map(|a| {
                    (1..=n)
                        .filter(move |b| set >> (b - 1) & 1 == 0)
                        .map(move |b| a & b)
                });
                pairs.sum()
            };
            Ok(natural((0..1u64 << n).map(value).max().unwrap_or(0), None))
        }
        "X" => {
            // Every sequence, one number after the other.
            let n = input.u64("N")?;
            let mut open: Vec<(u64, u128, u128)> = (1..=n).map(|a| (a, 0, 0)).collect();
            let mut best = 0;
            while let Some((at, last, sum)) = open.pop() {
                best = best.max(sum);
                for next in 1..=n {
                    let w = weight(at, next);
                    if w > last || (sum == 0 && last == 0 && w > 0) {
                        open.push((next, w, sum + w));
                    }
                }
            }
            Ok(natural(best, None))
        }
        "is_unreachable" => Ok(Value::from(never_reached(input.tuple("status")?))),
        _ => {
            let n = input.u64("N")?;
            let all = crate::search::tuples(3, 0, n - 1).into_iter();
            Ok(natural(
                all.filter(|t| never_reached([t[0], t[1], t[2]])).count() as u64,
                None,
            ))
        }
    }
}

/// Is there no status with one larger pile, up to 32, from which a player may come here?
fn never_reached(status: [u64; 3]) -> bool {
    let nim = |s: &[u64; 3]| s[0] ^ s[1] ^ s[2];
    for i in 0..3 {
        for larger in status[i] + 1..32 {
            let mut before = status;
            before[i] = larger;
            // A player who can win leaves the nim-sum 0; one who cannot plays anything.
            if nim(&before) == 0 || nim(&status) == 0 {
                return false;
            }
        }
    }
    true
}
