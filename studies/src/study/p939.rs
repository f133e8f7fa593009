//! 939: piles on two sides; values are multiples of up, and star.

use crate::number::natural;
use crate::search::{Search, partitions};
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 939,
    text: "A pile of n on A's side has the value (n - 1) times up, and star if n is odd, as induction shows: A takes all of it, B takes one stone. So with M the surplus of stones less piles, A wins whoever \
        starts if M is at least 1, or at least 2 where the number of odd piles is odd; and that number has the parity of the stones. By the exchange of the \
        sides it is enough to know for each number of stones how many settings there are, and how many have M = 0 or M = 1. \
        A side with v = stones - piles and k piles is a partition of v into at most k parts, so one table over v and k and prefix sums give all.",
    known: || {
        Ok(Known::Theorem(
            "values n·up + star and their order (winningways)".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (0..=9)
            .map(|n| format!(r#"{{"fn": "E", "N": {n}}}"#))
            .collect();
        all.push(r#"{"fn": "E", "N": 8, "mod": 6}"#.into());
        all.extend((1..=7).map(|n| format!(r#"{{"fn": "settings", "N": {n}}}"#)));
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    let n = input.usize("N")?;
    match input.function() {
        "E" => {
            if n > 20_000 {
                return Err(Error::limit(format!(
                    "N = {n} is too large: at most 20,000"
                )));
            }
            let modulus = input.modulus()?;
            if modulus.is_none() && n > 200 {
                return Err(Error::limit(format!("N = {n} needs a modulus")));
            }
            // Twice the answer is known, so it is taken modulo twice the modulus.
            let m = match modulus {
                Some(m) => m.checked_mul(2).filter(|m| *m < 1 << 62),
                None => Some(1 << 62),
            };
            let m = m.ok_or_else(|| Error::limit("the modulus exceeds 2^61"))?;
            Ok(natural(favourable(n, m), None))
        }
        "settings" if n <= 24 => {
            let won = |a: &[u64], b: &[u64]| {
                let surplus = |p: &[u64]| p.iter().sum::<u64>() as i64 - p.len() as i64;
                let odd = (a.iter().sum::<u64>() + b.iter().sum::<u64>()) % 2;
                surplus(a) - surplus(b) > odd as i64
            };
            Ok(list(n, won))
        }
        "settings" => Err(Error::limit(format!(
            "the settings of {n} stones are too many to list"
        ))),
        _ => Err(input.unknown()),
    }
}

/// Settings of up to n stones in a fixed order, the larger ones first; those that `keep` keeps.
fn list(n: usize, mut keep: impl FnMut(&[u64], &[u64]) -> bool) -> Value {
    let sides = |s: u64| {
        let mut all = partitions(s, s);
        all.sort_by(|a, b| b.cmp(a));
        all
    };
    let mut out: Vec<Value> = Vec::new();
    for total in (1..=n as u64).rev() {
        for stones in (0..=total).rev() {
            for a in sides(stones) {
                for b in sides(total - stones) {
                    if keep(&a, &b) {
                        let ascending =
                            |p: &[u64]| Value::from(p.iter().rev().copied().collect::<Vec<_>>());
                        out.push(Value::from(vec![ascending(&a), ascending(&b)]));
                    }
                }
            }
        }
    }
    Value::from(out)
}

/// Settings of 1 to n stones that A wins whoever starts, modulo m/2 for an even m: O(n²).
fn favourable(n: usize, m: u64) -> u64 {
    // rows[v][k]: partitions of v into at most k parts, for v + k <= n; the stones are v + k.
    let half = n / 2 + 1;
    let mut rows: Vec<Vec<u64>> = Vec::new();
    for v in 0..=half.min(n) {
        let mut row: Vec<u64> = Vec::with_capacity(n - v + 1);
        for k in 0..=n - v {
            let mut count = if k == 0 {
                u64::from(v == 0)
            } else {
                row[k - 1]
            };
            if k > 0 && v > 0 && k <= v {
                count = (count + rows[v - k][k]) % m;
            }
            row.push(count % m);
        }
        rows.push(row);
    }
    // All settings by stones: each part in two colours.
    let mut all = vec![0u64; n + 1];
    all[0] = 1 % m;
    for part in (1..=n).flat_map(|p| [p, p]) {
        for s in part..=n {
            all[s] = (all[s] + all[s - part]) % m;
        }
    }
    let total = all.iter().skip(1).fold(0, |s, c| (s + c) % m);
    // Twice the settings: all, less M = 0 and, for odd numbers of stones, both M = 1 and M = -1.
    let level = (both(&rows, n, 0, m, None) + m - 1) % m;
    let ahead = both(&rows, n, 1, m, Some(1));
    ((u128::from(total) + 3 * u128::from(m) - u128::from(level) - 2 * u128::from(ahead))
        % u128::from(m)) as u64
        / 2
}

/// Settings with M = `ahead`, up to n stones, of one parity of stones if asked.
fn both(rows: &[Vec<u64>], n: usize, ahead: usize, m: u64, parity: Option<usize>) -> u64 {
    let mut sum = 0u128;
    for v in 0..rows.len() - ahead {
        let (a, b) = (&rows[v + ahead], &rows[v]);
        // Prefix sums of b over k, by the parity of k.
        let mut prefix: [Vec<u64>; 2] = [vec![0], vec![0]];
        for (k, count) in b.iter().enumerate() {
            for (p, sums) in prefix.iter_mut().enumerate() {
                let more = if k % 2 == p { *count } else { 0 };
                sums.push((sums[k] + more) % m);
            }
        }
        for (k, count) in a.iter().enumerate() {
            // Stones: 2v + ahead + k + l <= n.
            let Some(room) = n.checked_sub(2 * v + ahead + k) else {
                break;
            };
            let end = (room + 1).min(b.len());
            let others = match parity {
                None => (prefix[0][end] + prefix[1][end]) % m,
                Some(p) => prefix[(p + ahead + k) % 2][end],
            };
            sum += u128::from(*count) * u128::from(others) % u128::from(m);
        }
    }
    (sum % u128::from(m)) as u64
}

/// Piles on A's side and on B's, whether A is to move.
type Table = (Vec<u64>, Vec<u64>, bool);

fn options((a, b, turn): &Table) -> Vec<Table> {
    let (own, other) = if *turn { (a, b) } else { (b, a) };
    let mut out = Vec::new();
    let mut put = |own: Vec<u64>, mut other: Vec<u64>| {
        other.retain(|p| *p > 0);
        other.sort_unstable();
        out.push(if *turn {
            (own, other, false)
        } else {
            (other, own, true)
        });
    };
    for i in 0..own.len() {
        let mut next = own.clone();
        next.remove(i);
        put(next, other.clone());
    }
    for i in 0..other.len() {
        let mut next = other.clone();
        next[i] -= 1;
        put(own.clone(), next);
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    let settings = list(input.usize("N")?, |a, b| {
        let sorted = |p: &[u64]| {
            let mut p = p.to_vec();
            p.sort_unstable();
            p
        };
        // A wins moving first, and B loses moving first.
        !search.lost(&(sorted(a), sorted(b), true), options)
            && search.lost(&(sorted(a), sorted(b), false), options)
    });
    match input.function() {
        "E" => Ok(natural(
            settings.as_array().map_or(0, Vec::len) as u64,
            input.modulus()?,
        )),
        _ => Ok(settings),
    }
}
