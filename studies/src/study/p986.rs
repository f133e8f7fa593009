//! 986: tokens that move in pairs along a row: how many can be brought together.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

pub const STUDY: Study = Study {
    id: 986,
    text: "To move twice h tokens onto a square, h moves must end there, and x(j) moves must end j squares to its left: those that leave \
        a square need two tokens a move and one is there at the start, so x(j) = floor((x(j-d) + x(j-c-d))/2) with x(0) = h. The play \
        is finite, and then can be played from left to right, if and only if x dies out, and G = 2h + 1 for the largest such h. The \
        least of c + d values in a row never falls, so x lives for ever as soon as they are all positive. For the sum, a guess of h for \
        each reduced pair (from the values for c = 1) is confirmed by two runs, one that dies and one, for h + 1, that does not; where the \
        guess fails, bisection finds h. Brute force searches all plays in a finite window.",
    known: || {
        Ok(Known::Computed(
            "each pair by the recurrence, which is proved".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let all = [(1, 1), (2, 1), (1, 2), (2, 2)];
        all.iter()
            .map(|(c, d)| format!(r#"{{"fn": "G", "c": {c}, "d": {d}}}"#))
            .collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "G" => Ok(natural(2 * pair(input)? + 1, None)),
        "not_possible" => Ok(Value::from(
            input.u64("tokens")? > 2 * u64::from(pair(input)?) + 1,
        )),
        "target" => {
            let limit = input.usize("limit")?;
            if limit > 200 {
                return Err(Error::limit("the limit is at most 200"));
            }
            Ok(natural(sum(limit)?, None))
        }
        _ => Err(input.unknown()),
    }
}

/// The h of the pair (c, d) of the input.
fn pair(input: &Input) -> Result<u32> {
    let (c, d) = (input.usize("c")?, input.usize("d")?);
    if c == 0 || d == 0 {
        return Err(Error::input("c and d are positive"));
    }
    let g = num_integer::gcd(c, d);
    if c / g + d / g > 1000 {
        return Err(Error::limit("c + d is at most 1000 for coprime c and d"));
    }
    largest(c / g, d / g, 1)
}

/// Does x die out?
fn dies(c: usize, d: usize, h: u32) -> bool {
    let width = c + d;
    // Blocks of d values depend on earlier values only; the row is moved to the front when it is full.
    let rounds = 8 * width.div_ceil(d);
    let mut row = vec![0u32; width + rounds * d];
    row[width - 1] = h;
    loop {
        for k in 0..rounds {
            let (old, new) = row.split_at_mut(width + k * d);
            let far = &old[k * d..k * d + d];
            let near = &old[k * d + c..k * d + c + d];
            for ((n, a), b) in new.iter_mut().zip(far).zip(near) {
                *n = (a + b) >> 1;
            }
        }
        row.copy_within(rounds * d.., 0);
        let window = &row[..width];
        if window.iter().fold(0, |m, x| m | *x) == 0 {
            return true;
        }
        if window.iter().fold(u32::MAX, |m, x| m.min(*x)) > 0 {
            return false;
        }
    }
}

/// The largest h that dies out, by bisection around a guess.
fn largest(c: usize, d: usize, guess: u32) -> Result<u32> {
    let mut low = 0u32;
    let mut high = 1u32 << 30;
    let (mut at, mut step) = (guess, 1u32);
    // Away from the guess until both sides are known.
    while high - low > 1 {
        if dies(c, d, at) {
            low = at;
        } else {
            high = at;
        }
        at = if high == 1 << 30 {
            low.saturating_add(step)
        } else if low == 0 && high > step + 1 {
            high - step
        } else {
            low + (high - low) / 2
        };
        step = step.saturating_mul(2);
        if low >= 1 << 29 {
            return Err(Error::limit("more than 2^30 tokens come together"));
        }
        at = at.clamp(low + 1, high.max(low + 2) - 1);
    }
    Ok(low)
}

/// The sum of G over 1 <= c, d <= limit, on the machine's cores.
fn sum(limit: usize) -> Result<u64> {
    // The values for c = 1 are guesses for the others; each is guessed by a cubic through the four before it.
    let mut first = vec![0u32];
    let most = limit + limit.div_ceil(2);
    for n in 1..=most {
        let guess = match &first[..] {
            [.., a, b, c, d] if n > 12 => {
                let next =
                    4 * i64::from(*d) - 6 * i64::from(*c) + 4 * i64::from(*b) - i64::from(*a);
                u32::try_from(next).unwrap_or(*d).max(1)
            }
            _ => 1,
        };
        first.push(largest(1, n, guess)?);
    }
    let mut pairs: Vec<(usize, usize)> = (1..=limit)
        .flat_map(|c| (1..=limit).map(move |d| (c, d)))
        .filter(|(c, d)| num_integer::gcd(*c, *d) == 1)
        .collect();
    pairs.sort_by_key(|(c, d)| std::cmp::Reverse(c + 2 * d));
    let next = AtomicUsize::new(0);
    let work = || -> Result<u64> {
        let mut sum = 0;
        while let Some((c, d)) = pairs.get(next.fetch_add(1, Relaxed)) {
            let h = match c {
                1 => first[*d],
                _ => largest(*c, *d, first[d + (c - 1) / 2].max(1))?,
            };
            sum += (2 * u64::from(h) + 1) * (limit / c.max(d)) as u64;
        }
        Ok(sum)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        all.into_iter()
            .map(|t| {
                t.join()
                    .unwrap_or_else(|_| Err(Error::limit("a thread stopped")))
            })
            .sum()
    })
}

/// All plays on a finite window.
fn brute(input: &Input) -> Result<Value> {
    let (c, d) = (input.usize("c")?, input.usize("d")?);
    let g = num_integer::gcd(c, d);
    if input.function() != "G" || c == 0 || d == 0 || c + d > 3 * g || g > 3 {
        return Err(Error::limit("brute force is for G with c + d <= 3"));
    }
    // With a common factor, tokens stay in their residue classes, so that the window has that many more squares.
    let squares = 11 * g;
    let start = vec![1u8; squares];
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    let mut most = 1;
    while let Some(state) = open.pop() {
        most = most.max(state.iter().copied().max().unwrap_or(0));
        for x in 0..squares - (c + d).min(squares) {
            if state[x] > 0 && state[x + c] > 0 {
                let mut next = state.clone();
                next[x] -= 1;
                next[x + c] -= 1;
                next[x + c + d] += 2;
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        if seen.len() > 3_000_000 {
            return Err(Error::limit("brute force is for small windows"));
        }
    }
    Ok(natural(most, None))
}
