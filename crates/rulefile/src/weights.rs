//! The coefficients of linear forms that are tried as ranks.

use num_bigint::BigInt;

/// Weights to try where coordinates may rise: of both signs, small ones first.
pub(crate) fn signed_candidates(arity: usize) -> Vec<Vec<BigInt>> {
    let most: i64 = match arity {
        0..=4 => 2,
        5..=6 => 1,
        _ => 0,
    };
    let mut all: Vec<Vec<i64>> = Vec::new();
    for v in 0..arity {
        all.extend([1, -1].map(|w| (0..arity).map(|i| w * i64::from(i == v)).collect()));
    }
    all.push(vec![-1; arity]);
    let base = 2 * most + 1;
    let mut more: Vec<Vec<i64>> = (0..base.pow(arity as u32))
        .map(|code| {
            let digit = |i: usize| code / base.pow(i as u32) % base - most;
            (0..arity).map(digit).collect()
        })
        .filter(|w: &Vec<i64>| w.iter().any(|w| *w != 0))
        .collect();
    more.sort_by_key(|w| w.iter().map(|w| w.abs()).sum::<i64>());
    all.extend(more);
    let weights = all.into_iter().map(|w| w.into_iter().map(BigInt::from));
    weights.map(Iterator::collect).collect()
}

/// Weights to try: single coordinates, the sum, then small weights by size.
pub(crate) fn candidates(arity: usize) -> Vec<Vec<BigInt>> {
    let mut all: Vec<Vec<u32>> = Vec::new();
    for v in 0..arity {
        all.push((0..arity).map(|i| u32::from(i == v)).collect());
    }
    all.push(vec![1; arity]);
    let base: usize = match arity {
        0..=4 => 4,
        5..=6 => 3,
        7..=8 => 2,
        _ => 1,
    };
    if base > 1 {
        let mut more: Vec<Vec<u32>> = (1..base.pow(arity as u32))
            .map(|code| {
                (0..arity)
                    .map(|i| (code / base.pow(i as u32) % base) as u32)
                    .collect()
            })
            .collect();
        more.sort_by_key(|w: &Vec<u32>| w.iter().sum::<u32>());
        all.extend(more);
    } else {
        all.extend((2..arity).map(|n| (0..arity).map(|i| u32::from(i < n)).collect()));
    }
    let mut seen = std::collections::HashSet::new();
    all.retain(|w| seen.insert(w.clone()));
    all.into_iter()
        .map(|w| w.into_iter().map(BigInt::from).collect())
        .collect()
}
