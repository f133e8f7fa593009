//! 847: the magic bean on three plates: how many questions.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigUint;
use std::collections::HashMap;

pub const STUDY: Study = Study {
    id: 847,
    text: "After a yes one plate is left, which takes ceil(log2) questions; so k questions are enough if at most 2^(k-1) beans of one \
        plate can be taken away so that k - 1 are enough for the rest. If a plate has at least P = 2^(k-1), take P of it; else take \
        away a whole plate, and the other two must hold at most P together. So of the triples with at most 2P beans, k questions \
        fail for three times as many as fail one step below, and for those whose plates hold less than P each but more than P by \
        twos: with x, y, z the excess of the three pairs, those are triples of positive numbers with an even sum. Brute force is \
        minimax over all subsets.",
    known: || {
        Ok(Known::Theorem(
            "induction over the number of questions".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let sums = (1..=26).map(|n| format!(r#"{{"fn": "H", "N": {n}}}"#));
        let all = (0..9u64)
            .flat_map(|a| (0..12u64).flat_map(move |b| (1..14u64).map(move |c| (a, b, c))));
        sums.chain(all.map(|(a, b, c)| format!(r#"{{"fn": "h", "a": {a}, "b": {b}, "c": {c}}}"#)))
            .collect()
    },
};

fn plates(input: &Input) -> Result<[u64; 3]> {
    let all = [input.u64("a")?, input.u64("b")?, input.u64("c")?];
    match all.iter().all(|x| *x < 1 << 60) && all != [0, 0, 0] {
        true => Ok(all),
        false => Err(Error::input(
            "the plates hold at least one bean and less than 2^60 each",
        )),
    }
}

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "h" => {
            let mut plates = plates(input)?;
            let k = (0..64)
                .find(|k| enough(&mut plates.clone(), *k))
                .unwrap_or(64);
            plates.sort_unstable();
            Ok(natural(k, None))
        }
        "H" => {
            let n = input.u64("N")?;
            if n > 1 << 62 {
                return Err(Error::limit("N is at most 2^62"));
            }
            let mut sum = BigUint::from(0u32);
            for k in 0..64u32 {
                // Triples with more than 2^k beans, and those with fewer for which k questions are not enough.
                let all = triples(n);
                let few = triples(n.min(1 << k));
                let failing = if k == 0 {
                    BigUint::from(0u32)
                } else {
                    failing(k, n.min(1 << k))
                };
                sum += all - few + failing;
                if 1u64 << k >= 2 * n {
                    break;
                }
            }
            Ok(natural(sum, input.modulus()?))
        }
        _ => Err(input.unknown()),
    }
}

/// Ordered triples with 1 to n beans.
fn triples(n: u64) -> BigUint {
    let n = BigUint::from(n);
    (&n + 1u32) * (&n + 2u32) * (&n + 3u32) / 6u32 - 1u32
}

/// Triples with at most `most` <= 2^k beans for which k questions are not enough.
fn failing(k: u32, most: u64) -> BigUint {
    let mut total = BigUint::from(0u32);
    let (mut factor, mut most) = (BigUint::from(1u32), most);
    for k in (1..=k).rev() {
        let half = 1u64 << (k - 1);
        // x + y + z <= 2*most - 3*half, with the parity of 3*half.
        if 2 * most > 3 * half {
            total += &factor * positive_triples(2 * most - 3 * half, half % 2);
        }
        if most <= half {
            break;
        }
        most -= half;
        factor *= 3u32;
    }
    total
}

/// Triples of positive numbers whose sum is at most t and has this parity.
fn positive_triples(t: u64, parity: u64) -> BigUint {
    // C(s-1, 2) over s = 2i + parity <= t.
    let top = if t % 2 == parity { t } else { t - 1 };
    if top < 3 {
        return BigUint::from(0u32);
    }
    let i = BigUint::from(top / 2);
    match parity {
        // Sum of (2i-1)(i-1) for 1..=i.
        0 => &i * (&i - 1u32) * (4u32 * &i + 1u32) / 6u32,
        // Sum of i(2i-1) for 1..=i.
        _ => &i * (&i + 1u32) * (4u32 * &i - 1u32) / 6u32,
    }
}

/// Are k questions enough? By the rule for the largest plate.
fn enough(plates: &mut [u64; 3], k: u32) -> bool {
    for k in (0..k).rev() {
        plates.sort_unstable();
        let half = 1u64 << k.min(62);
        if plates[2] < half {
            return plates[0] + plates[1] <= half;
        }
        plates[2] -= half;
    }
    plates.iter().sum::<u64>() <= 1
}

/// Minimax over all subsets.
fn brute(input: &Input) -> Result<Value> {
    let mut memory = HashMap::new();
    match input.function() {
        "h" => {
            let plates = plates(input)?;
            if plates.iter().sum::<u64>() > 60 {
                return Err(Error::limit("brute force is for at most 60 beans"));
            }
            Ok(natural(questions(plates, &mut memory), None))
        }
        "H" => {
            let n = input.u64("N")?;
            if n > 30 {
                return Err(Error::limit("brute force is for at most 30 beans"));
            }
            let mut sum = 0;
            for a in 0..=n {
                for b in 0..=n - a {
                    for c in 0..=n - a - b {
                        if a + b + c > 0 {
                            sum += u64::from(questions([a, b, c], &mut memory));
                        }
                    }
                }
            }
            Ok(natural(sum, None))
        }
        _ => Err(input.unknown()),
    }
}

fn questions(mut plates: [u64; 3], memory: &mut HashMap<[u64; 3], u32>) -> u32 {
    plates.sort_unstable();
    if plates.iter().sum::<u64>() <= 1 {
        return 0;
    }
    if let Some(known) = memory.get(&plates) {
        return *known;
    }
    let mut best = u32::MAX;
    for i in 0..3 {
        for named in 1..=plates[i] {
            if named == plates.iter().sum::<u64>() {
                continue;
            }
            let mut no = plates;
            no[i] -= named;
            let yes = questions([0, 0, named], memory);
            best = best.min(1 + yes.max(questions(no, memory)));
        }
    }
    memory.insert(plates, best);
    best
}
