//! Arithmetic periods of hexadecimal codes: G(n + p) = G(n) + s for all n >= n0.
//!
//! Let A go on from the first n0 + p values with that period; heap sizes from n0 (at least 1) on are `r + p*x`, n0 <= r < n0 + p,
//! with A = A(r) + s*x. Two claims about all n, with heaps below n having the values of A, give A = G by induction:
//!
//! - *No option has the value A(n).* The heaps of an option that takes k add up to n - k, so an option with that value solves
//!   xor of (a_i + s*x_i) = sum of (a_i + s*x_i) + d, for one of finitely many (a_1, a_2, a_3, d), in natural numbers x_i, with
//!   x_i = 0 for heaps below n0. Reading bits from the lowest, the numbers that are left of each a_i + s*x_i and of d decide
//!   what can follow: an odd d - (number of ones read) + (xor of the ones) is impossible. There are finitely many of them.
//! - *Every v < A(n) is the value of an option*, by induction in steps of an even multiple L of p, S = L s / p: (a, b, b) has
//!   the value A(a) and stays an option when n and a, or n and 2 b, grow by L; (a, small heaps with xor e) has the value
//!   A(a) xor e and moves along with n if e is less than the power of two in S.

use crate::certificate::{Certificate, field};
use crate::limits::Budget;
use crate::{Error, Obligation, Report, Result};
use std::collections::{BTreeSet, HashSet};

/// Periods and preperiods are small: all triples of heaps below n0 + p are looked at.
const LONGEST: u64 = 256;

type Digits = [Vec<usize>; 4];

pub(crate) fn check(c: &Certificate, budget: &Budget) -> Result<Report> {
    let (length, preperiod) = (field(c.length, "length")?, field(c.preperiod, "preperiod")?);
    let s = field(c.saltus, "saltus")?;
    if length == 0 || length.saturating_add(preperiod) > LONGEST || s == 0 || s > 1 << 20 {
        return Err(Error::malformed(format!(
            "the method `carries` needs `length` at least 1, `length` + `preperiod` at most {LONGEST}, and `saltus` from 1 to 2^20"
        )));
    }
    let (p, n0) = (length as usize, preperiod as usize);
    let code = hexadecimal(&c.rules)?;
    let last = code.iter().flatten().copied().max().unwrap_or(0);
    let start = n0.max(1);
    let mut g = Vec::new();
    let mut met = None;
    for shift in [2, 4, 8, 16, 32, 64].map(|j| j * p) {
        let first = (start + last + 3 * shift).max(3 * start + last);
        extend(&code, &mut g, first + 2 * shift, budget)?;
        if (n0..g.len() - p).any(|n| g[n + p] != g[n] + s) {
            break;
        }
        let add = s * (shift / p) as u64;
        let mut recur = true;
        for n in first..first + shift {
            budget.steps(g[n] * n as u64 + 16 * ((start + p) as u64).pow(2))?;
            recur = smaller_values_recur(&code, &g, (start, p), n, shift, add);
            if !recur {
                break;
            }
        }
        if recur {
            met = Some((shift, first));
            break;
        }
    }
    let given = field(c.values.as_ref(), "values")?;
    if given.len() < n0 + p || given.len() > g.len() {
        return Err(Error::malformed(format!(
            "`values` has {} entries; it needs at least preperiod + length = {} and at most the {} that the theorem uses",
            given.len(),
            n0 + p,
            g.len()
        )));
    }
    let wrong = (0..given.len()).find(|&n| given[n] != g[n]);
    let irregular = (n0..g.len() - p).find(|&n| g[n + p] != g[n] + s);
    let equal = match irregular {
        None => equal_option(&code, &g, start, p, s, budget)?,
        Some(_) => None,
    };
    // One period tells: what lies beyond its end stands at its beginning, less the saltus.
    let value = |n: usize| match n < n0 + p {
        true => g[n],
        false => g[n - p] + s,
    };
    let shorter = (1..p)
        .filter(|d| p % d == 0 && (s * *d as u64).is_multiple_of(length))
        .find(|&d| (n0..n0 + p).all(|n| value(n + d) == g[n] + s * d as u64 / length));
    let earlier = n0.checked_sub(1).filter(|&n| g[n + p] == g[n] + s);
    let claim = |what: String, counter: Option<String>| Obligation {
        what,
        ok: counter.is_none(),
        detail: counter.map_or("it is so".to_string(), |c| format!("fails: {c}")),
    };
    let recur = match met {
        Some((shift, first)) => format!(
            "every smaller value is that of an option, for n = {first}, …, {} in a way that recurs after {shift}",
            first + shift - 1
        ),
        None => "every smaller value is that of an option in a way that recurs".to_string(),
    };
    let obligations = vec![
        claim(
            format!("the {} values are those of the rules", given.len()),
            wrong.map(|n| format!("G({n}) is {}, not {}", g[n], given[n])),
        ),
        claim(
            format!("G(n + {p}) = G(n) + {s} for {n0} <= n < {}", g.len() - p),
            irregular.map(|n| format!("G({n}) = {}, G({}) = {}", g[n], n + p, g[n + p])),
        ),
        claim(
            "no option has the value of its heap, at any size".into(),
            equal.map(|heaps| format!("heaps like {heaps:?} may have it")),
        ),
        claim(
            recur,
            met.is_none().then(|| "no such step was found".to_string()),
        ),
        claim(
            "no shorter period fits".into(),
            shorter.map(|d| format!("{d} is a period too")),
        ),
        claim(
            "the period does not begin earlier".into(),
            earlier.map(|n| format!("G({}) = G({n}) + {s}", n + p)),
        ),
    ];
    let statement = format!(
        "under the rules of `{}` that the certificate quotes, in normal play, the Grundy values of heaps satisfy G(n + {p}) = G(n) + {s} for all n >= {n0}, with {p} and {n0} least possible",
        c.game
    );
    Ok(Report {
        kind: "period".into(),
        statement,
        obligations,
    })
}

/// For r = 0 to 3, the amounts that may be taken so that r heaps are left.
fn hexadecimal(code: &str) -> Result<Digits> {
    let wrong = || {
        Error::malformed(format!(
            "`{code}` is not a hexadecimal code such as `0.3F`: the integer part is 0, 4, 8 or C, the digits are 0 to 9 and A to F"
        ))
    };
    let (whole, rest) = code.trim().split_once('.').ok_or_else(wrong)?;
    if !["0", "4", "8", "C"].contains(&whole) || rest.len() > LONGEST as usize {
        return Err(wrong());
    }
    let mut leave = Digits::default();
    for (taken, digit) in whole.chars().chain(rest.chars()).enumerate() {
        let bits = digit.to_digit(16).filter(|_| !digit.is_ascii_lowercase());
        let bits = bits.ok_or_else(wrong)?;
        for (r, amounts) in leave.iter_mut().enumerate() {
            if bits >> r & 1 == 1 {
                amounts.push(taken);
            }
        }
    }
    if leave[3].is_empty() {
        return Err(Error::malformed(format!(
            "the method `carries` needs a code that may leave three heaps, and `{code}` leaves at most two"
        )));
    }
    Ok(leave)
}

/// Values from the definition, up to `count` of them.
fn extend(leave: &Digits, g: &mut Vec<u64>, count: usize, budget: &Budget) -> Result<()> {
    // pairs[m] = the values of two heaps with m counters together.
    let mut pairs: Vec<BTreeSet<u64>> = Vec::new();
    while g.len() < count {
        let n = g.len();
        while pairs.len() < n {
            let m = pairs.len();
            budget.steps(m as u64)?;
            let values: BTreeSet<u64> = (1..m).map(|a| g[a] ^ g[m - a]).collect();
            budget.state(2 * values.len())?;
            pairs.push(values);
        }
        let mut seen = HashSet::new();
        for (r, amounts) in leave.iter().enumerate() {
            for m in amounts.iter().filter_map(|k| n.checked_sub(*k)) {
                match r {
                    0 if m == 0 => {
                        seen.insert(0);
                    }
                    1 if m > 0 => {
                        seen.insert(g[m]);
                    }
                    2 => seen.extend((1..m).map(|a| g[a] ^ g[m - a])),
                    3 => {
                        for a in 1..m {
                            budget.steps(pairs[m - a].len() as u64)?;
                            seen.extend(pairs[m - a].iter().map(|v| v ^ g[a]));
                        }
                    }
                    _ => {}
                }
            }
        }
        budget.steps(n as u64)?;
        g.push((0..).find(|v| !seen.contains(v)).unwrap_or(u64::MAX));
    }
    Ok(())
}

/// At heap n: values below A(n) - S by (a, b, b); the S others, now by what moves along with n, and at n + L by (a, b, b) with
/// a heap a that moves along.
fn smaller_values_recur(
    leave: &Digits,
    g: &[u64],
    (start, p): (usize, usize),
    n: usize,
    shift: usize,
    add: u64,
) -> bool {
    // (a, b, b) is an option of n with a = 0 where two heaps may be left.
    let pairing = |n: usize, v: u64, least: usize| {
        let three = leave[3].iter().any(|&k| {
            (least.max(1)..=n - k)
                .any(|a| g[a] == v && a + 2 <= n - k && (n - k - a).is_multiple_of(2))
        });
        let two = least == 0 && v == 0 && leave[2].iter().any(|&k| (n - k).is_multiple_of(2));
        three || two
    };
    let power = add & add.wrapping_neg();
    let moving = |v: u64| {
        (start..=n).any(|a| {
            let e = g[a] ^ v;
            e < power
                && (1..=3).any(|r| {
                    leave[r].iter().filter(|&&k| a + k <= n).any(|&k| {
                        let rest = n - k - a;
                        match r {
                            1 => rest == 0 && e == 0,
                            _ if rest > 4 * (start + p) => false,
                            2 => rest >= 1 && g[rest] == e,
                            _ => (1..rest).any(|b| g[b] ^ g[rest - b] == e),
                        }
                    })
                })
        })
    };
    let Some(low) = g[n].checked_sub(add) else {
        return false;
    };
    (0..low).all(|v| pairing(n, v, 0))
        && (low..g[n]).all(|v| (pairing(n, v, start) || moving(v)) && pairing(n + shift, v, start))
}

/// What is left of the three values, whether they have an unknown, and of the difference.
type State = ([(u64, bool); 3], i64);

/// Heaps below n0 + p that may be enlarged by multiples of p to an option with the value of its heap.
fn equal_option(
    leave: &Digits,
    g: &[u64],
    start: usize,
    p: usize,
    s: u64,
    budget: &Budget,
) -> Result<Option<Vec<usize>>> {
    let mut seen: HashSet<State> = HashSet::new();
    for (r, amounts) in leave.iter().enumerate().skip(1) {
        // All multisets of r heaps, descending.
        let mut heaps = vec![1; r];
        loop {
            if heaps[0] >= start {
                for k in amounts {
                    budget.steps(1)?;
                    let n = heaps.iter().sum::<usize>() + k;
                    let quotient = (n - start) / p;
                    let own = g[n - quotient * p] + s * quotient as u64;
                    let mut parts = [(0, false); 3];
                    for (part, &h) in parts.iter_mut().zip(&heaps) {
                        *part = (g[h], h >= start);
                    }
                    let sum: u64 = parts.iter().map(|p| p.0).sum();
                    if is_solvable(parts, own as i64 - sum as i64, s, &mut seen, budget)? {
                        return Ok(Some(heaps));
                    }
                }
            }
            // The next multiset: the last heap that may grow grows, those behind it become 1.
            let grows =
                |i: &usize| heaps[*i] + 1 < if *i == 0 { start + p } else { heaps[i - 1] + 1 };
            match (0..r).rev().find(grows) {
                Some(i) => {
                    heaps[i] += 1;
                    heaps[i + 1..].fill(1);
                }
                None => break,
            }
        }
    }
    Ok(None)
}

/// Are there x_i with xor of (a_i + s x_i) = sum of (a_i + s x_i) + d? States in `seen` have none, or are being looked at.
fn is_solvable(
    parts: [(u64, bool); 3],
    d: i64,
    s: u64,
    seen: &mut HashSet<State>,
    budget: &Budget,
) -> Result<bool> {
    let mut todo = vec![(parts, d)];
    while let Some((mut parts, d)) = todo.pop() {
        parts.sort_unstable();
        if !seen.insert((parts, d)) {
            continue;
        }
        budget.state(6)?;
        budget.steps(8)?;
        let sum: u64 = parts.iter().map(|p| p.0).sum();
        let xor = parts.iter().fold(0, |x, p| x ^ p.0);
        if xor as i64 == sum as i64 + d {
            return Ok(true);
        }
        for choice in 0..8u64 {
            if (0..3).any(|i| choice >> i & 1 == 1 && !parts[i].1) {
                continue;
            }
            let mut next = parts;
            let mut ones = 0;
            for (i, part) in next.iter_mut().enumerate() {
                part.0 += s * (choice >> i & 1);
                ones += (part.0 & 1) as i64;
                part.0 >>= 1;
            }
            // Lowest bits: the xor has ones mod 2, the sum has ones.
            let rest = d + ones - (ones & 1);
            if rest & 1 == 0 {
                todo.push((next, rest >> 1));
            }
        }
    }
    Ok(false)
}
