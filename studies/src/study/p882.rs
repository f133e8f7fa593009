//! 882: bits deleted from many numbers, and how often one player must be allowed to pass.

use crate::number::natural;
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 882,
    text: "Each number is a partizan game in which Left deletes a 1 and Right a 0. Brute force on small numbers shows that every value is a number, the simplest \
        one between the greatest value that Left can move to and the least of Right's; the program checks for every k up to n that the first is less \
        than the second, which is all that the rule needs. To pass once is the game -1. Dr. One, who is Left, begins, so he loses exactly if the sum of all values less the \
        passes is at most 0: the least number of passes is the sum, k times for each k, rounded up.",
    known: || {
        Ok(Known::Computed(
            "every k up to n is a number by the simplest-number rule, checked for each".into(),
        ))
    },
    run,
    brute,
    twins: || {
        (0..=4)
            .map(|n| format!(r#"{{"fn": "S", "n": {n}}}"#))
            .collect()
    },
};

/// Values are kept in units of 2^-40.
const ONE: i128 = 1 << 40;

fn run(input: &Input) -> Result<Value> {
    if input.function() != "S" {
        return Err(input.unknown());
    }
    let n = input.usize("n")?;
    if n > 1 << 24 {
        return Err(Error::limit(format!("n = {n} is too large: at most 2^24")));
    }
    let mut values = vec![0i128];
    let mut sum = 0;
    for k in 1..=n {
        let mut left: Option<i128> = None;
        let mut right: Option<i128> = None;
        for bit in 0..usize::BITS - k.leading_zeros() {
            let value = values[without(k, bit)];
            if k >> bit & 1 == 1 {
                left = Some(left.map_or(value, |l| l.max(value)));
            } else {
                right = Some(right.map_or(value, |r| r.min(value)));
            }
        }
        let value = simplest(left, right).ok_or_else(|| {
            Error::limit(format!(
                "{k} is no number with a denominator up to 2^40; its value is not covered"
            ))
        })?;
        values.push(value);
        sum += value * k as i128;
    }
    // A negative sum needs no pass.
    let passes = (sum + ONE - 1).div_euclid(ONE).max(0);
    Ok(natural(passes.unsigned_abs(), input.modulus()?))
}

/// k without one of its bits.
fn without(k: usize, bit: u32) -> usize {
    let low = k & ((1 << bit) - 1);
    (k >> (bit + 1) << bit) | low
}

/// The simplest number between two numbers, in units of 2^-40; nothing if there is none.
fn simplest(low: Option<i128>, high: Option<i128>) -> Option<i128> {
    let inside = |x: i128| low.is_none_or(|l| l < x) && high.is_none_or(|h| x < h);
    if inside(0) {
        return Some(0);
    }
    // The interval lies on one side of 0; by symmetry on the right.
    let (sign, low, high) = match low {
        Some(l) if l >= 0 => (1, l, high),
        _ => (-1, -high?, low.map(|l| -l)),
    };
    let mut unit = ONE;
    while unit > 0 {
        let x = (low / unit + 1) * unit;
        if high.is_none_or(|h| x < h) {
            return Some(sign * x);
        }
        unit /= 2;
    }
    None
}

/// The numbers, the passes left, and whether Dr. One is to move.
type Table = (Vec<usize>, u64, bool);

fn options((numbers, passes, one): &Table) -> Vec<Table> {
    let mut out = Vec::new();
    for (i, k) in numbers.iter().enumerate() {
        for bit in 0..usize::BITS - k.leading_zeros() {
            if (k >> bit & 1 == 1) == *one {
                let mut next = numbers.clone();
                next[i] = without(*k, bit);
                next.retain(|k| *k > 0);
                next.sort_unstable();
                out.push((next, *passes, !one));
            }
        }
    }
    if !one && *passes > 0 {
        out.push((numbers.clone(), passes - 1, true));
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let n = input.usize("n")?;
    let numbers: Vec<usize> = (1..=n).flat_map(|k| std::iter::repeat_n(k, k)).collect();
    let mut search = Search::new();
    let enough = |passes: &u64| search.lost(&(numbers.clone(), *passes, true), options);
    let least = (0..).find(enough);
    Ok(natural(least.unwrap_or(0), None))
}
