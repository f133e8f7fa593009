//! 310: Nim in which every removal is a square; multisets of three heaps.

use crate::number::{mex, natural};
use crate::{Input, Known, Result, Study, Value};
use rustc_hash::FxHashMap;

pub const STUDY: Study = Study {
    id: 310,
    text: "Brute force finds no period in the Grundy values of a heap, and none is needed: there are only M + 1 heaps, and the value \
        of each is the least value that no option has. Three heaps are lost if the third value is the nim-sum of the other two, so \
        the ordered triples are counted by a convolution over nim-sums of the table that says how many heaps have each value. \
        Burnside's lemma for the six permutations of three heaps turns ordered triples into multisets.",
    known: || {
        Ok(Known::Computed(
            "every heap up to M, by the mex rule".into(),
        ))
    },
    run,
    brute,
    twins: || {
        (0..=20)
            .map(|m| format!(r#"{{"fn": "count_P", "M": {m}}}"#))
            .collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "count_P" => Ok(natural(
            multisets(&values(input.usize("M")?)),
            input.modulus()?,
        )),
        _ => Err(input.unknown()),
    }
}

/// Grundy values of the heaps 0, …, m: O(m^1.5).
fn values(m: usize) -> Vec<u64> {
    let mut values = Vec::with_capacity(m + 1);
    for n in 0..=m {
        let options = (1..)
            .map(|k| k * k)
            .take_while(|s| *s <= n)
            .map(|s| values[n - s]);
        values.push(mex(options));
    }
    values
}

/// Multisets of three heaps whose values xor to 0.
fn multisets(values: &[u64]) -> u128 {
    let size = values
        .iter()
        .max()
        .map_or(1, |v| (v + 1).next_power_of_two()) as usize;
    let mut heaps = vec![0u128; size];
    for v in values {
        heaps[*v as usize] += 1;
    }
    let mut ordered = 0;
    for (a, x) in heaps.iter().enumerate() {
        ordered += heaps
            .iter()
            .enumerate()
            .map(|(b, y)| x * y * heaps[a ^ b])
            .sum::<u128>();
    }
    // A transposition fixes (a, a, c), lost if c has the value 0; a rotation fixes (a, a, a), lost if a has the value 0.
    let zeros = heaps[0];
    (ordered + 3 * values.len() as u128 * zeros + 2 * zeros) / 6
}

/// Search of whole positions, heaps in order.
fn brute(input: &Input) -> Result<Value> {
    let m = input.u64("M")?;
    let mut lost: FxHashMap<[u64; 3], bool> = FxHashMap::default();
    let mut count = 0u64;
    for a in 0..=m {
        for b in 0..=a {
            for c in 0..=b {
                let here = [a, b, c];
                let mut wins = false;
                for i in 0..3 {
                    for k in (1..).take_while(|k| k * k <= here[i]) {
                        let mut next = here;
                        next[i] -= k * k;
                        next.sort_unstable_by(|x, y| y.cmp(x));
                        wins |= lost[&next];
                    }
                }
                lost.insert(here, !wins);
                count += u64::from(!wins);
            }
        }
    }
    Ok(natural(count, None))
}
