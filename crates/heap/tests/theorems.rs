//! The theorems on periods, as statements about all sequences that obey a game's rules from some heap on: what comes before is
//! arbitrary, so a bound that is too small is found out.

use bouton_heap::*;
use std::collections::BTreeSet;

/// Goes on by the rules, whatever the values so far are; all ways to leave up to three heaps are tried.
fn go_on(code: &Code, values: &mut Vec<u32>, len: usize) {
    let last = code.last().unwrap();
    for n in values.len()..len {
        let mut met = BTreeSet::new();
        for k in 0..=last.min(n as u64) {
            let digit = code.digit(k as i64);
            let m = n - k as usize;
            let allows = |heaps: &mut [u64]| {
                heaps.sort_unstable();
                let parts = digit.allows(heaps.len() as u32);
                parts.is_some_and(|p| p.allows(heaps)) && heaps.last().is_none_or(|&h| h < n as u64)
            };
            if m == 0 && allows(&mut []) {
                met.insert(0);
            }
            for a in 1..=m {
                if a == m && allows(&mut [a as u64]) {
                    met.insert(values[a]);
                }
                for b in 1..=m - a {
                    if a + b == m && allows(&mut [a as u64, b as u64]) {
                        met.insert(values[a] ^ values[b]);
                    }
                    let c = m - a - b;
                    if c > 0 && allows(&mut [a as u64, b as u64, c as u64]) {
                        met.insert(values[a] ^ values[b] ^ values[c]);
                    }
                }
            }
        }
        values.push((0..).find(|v| !met.contains(v)).unwrap());
    }
}

/// Beginnings are arbitrary below the heap from which the rules must be obeyed, and mostly repeat from n0 on.
#[test]
fn bounds_hold_for_every_beginning_and_are_needed() {
    let mut rng = fastrand::Rng::with_seed(31);
    let digits = "0 1 2 3 4 5 6 7 4! 5! 6! 7! 4? C F"
        .split(' ')
        .collect::<Vec<_>>();
    let (mut held, mut unequal_held, mut early) = ([0; 4], 0, 0);
    for _ in 0..15_000 {
        let mut digit = || digits[rng.usize(0..digits.len())];
        let text = format!("0.{}{}", digit(), digit());
        let Ok(game) = text.parse::<HeapGame>() else {
            continue;
        };
        let Some(theorem @ Theorem::GuySmith { heaps, unequal, .. }) = Theorem::of(&game) else {
            continue;
        };
        let (p, n0) = (rng.usize(1..4), rng.usize(0..3));
        let needs = theorem.needs(p, n0).unwrap();
        let bound = needs - p;
        let mut values = vec![0];
        while values.len() < bound {
            let n = values.len();
            let again = n >= n0 + p && rng.u32(0..20) > 0;
            values.push(if again { values[n - p] } else { rng.u32(0..3) });
        }
        values.truncate(bound);
        go_on(&game.as_code().unwrap(), &mut values, needs + 20);
        let is_periodic = |to: usize| (n0..to - p).all(|n| values[n] == values[n + p]);
        if is_periodic(needs) {
            let from = &values[..bound];
            assert!(is_periodic(needs + 20), "{game} {p} {n0} {from:?}");
            held[heaps] += 1;
            unequal_held += usize::from(unequal);
        } else {
            early += usize::from(is_periodic(needs - 1));
        }
    }
    assert!(
        held[1] > 50 && held[2] > 100 && held[3] > 20 && unequal_held > 100 && early > 100,
        "{held:?} {unequal_held} {early}"
    );
}

/// These games begin with zeros, which would prove period 1 if heap 0 were a heap.
#[test]
fn a_period_from_zero_needs_more() {
    for (text, needs) in [("0.4", 5), ("0.04", 6), ("4.0", 4)] {
        let game: HeapGame = text.parse().unwrap();
        assert_eq!(
            Theorem::of(&game).unwrap().needs(1, 0),
            Some(needs),
            "{text}"
        );
        for len in 2..40 {
            let values = grundy_values(&game, len, &mut Watch::default())
                .unwrap()
                .values;
            let status = period_status(&game, &values);
            assert!(status.proved().is_none_or(|p| p.length > 1), "{text} {len}");
        }
    }
}
