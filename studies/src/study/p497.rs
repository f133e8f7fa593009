//! 497: the Tower of Hanoi moved on a random walk.

use crate::linear::{ratio, solve};
use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use num_integer::Integer;

pub const STUDY: Study = Study {
    id: 497,
    text: "A walk on squares 1..k with forced turns at the ends takes (y-1)^2 - (x-1)^2 steps on the average from x up to y, and \
        (k-y)^2 - (k-x)^2 from x down to y (differences of neighbouring hitting times are odd numbers). What remains is to count how \
        often each rod is followed by each other rod: moving n discs from p to q is moving n - 1 discs to the third rod r, the walks \
        r -> p -> q -> r, and moving n - 1 discs from r to q, and Bob always ends where the last disc was put. Brute force lists all \
        moves and solves the linear equations of the walk.",
    known: || {
        Ok(Known::Theorem(
            "hitting times of the walk; induction over the discs".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut rng = fastrand::Rng::with_seed(497);
        let one = |rng: &mut fastrand::Rng| {
            let k = rng.u64(3..12);
            let mut rods: Vec<u64> = (1..=k).collect();
            rng.shuffle(&mut rods);
            rods.truncate(3);
            rods.sort_unstable();
            let n = rng.u64(1..6);
            format!(
                r#"{{"fn": "E", "n": {n}, "k": {k}, "a": {}, "b": {}, "c": {}}}"#,
                rods[0], rods[1], rods[2]
            )
        };
        (0..60).map(|_| one(&mut rng)).collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    let modulus = input.modulus()?;
    match input.function() {
        "E" => {
            let room = [
                input.u64("k")?,
                input.u64("a")?,
                input.u64("b")?,
                input.u64("c")?,
            ];
            check(room)?;
            let trips = trips(input.u64("n")?, None).pop();
            let trips = trips.ok_or_else(|| Error::input("there must be at least one disc"))?;
            let total = walked(&trips, room.map(BigInt::from));
            Ok(crate::number::integer(total, modulus))
        }
        "sum_E" => {
            let m = modulus.unwrap_or(1_000_000_000);
            let big = BigInt::from(m);
            let mut powers = [1u64; 4];
            let mut sum = BigInt::from(0);
            for trips in trips(input.u64("B")?, Some(m)) {
                for (p, base) in powers.iter_mut().zip([10, 3, 6, 9]) {
                    *p = crate::number::mul(*p, base, m);
                }
                sum += walked(&trips, powers.map(BigInt::from)).mod_floor(&big);
            }
            Ok(crate::number::integer(sum, Some(m)))
        }
        _ => Err(input.unknown()),
    }
}

fn check([k, a, b, c]: [u64; 4]) -> Result<()> {
    match 1 <= a && a < b && b < c && c <= k {
        true => Ok(()),
        false => Err(Error::input(format!(
            "the rods {a}, {b}, {c} do not stand in order on squares 1 to {k}"
        ))),
    }
}

/// How often a walk leads from each rod to each other, Bob starting at the middle one; for 1, ..., n discs.
fn trips(n: u64, modulus: Option<u64>) -> Vec<[[BigInt; 3]; 3]> {
    let zero = || std::array::from_fn(|_| std::array::from_fn(|_| BigInt::from(0)));
    // counts[p][q]: the walks while n discs go from p to q, from the first pickup on.
    let mut counts: [[[[BigInt; 3]; 3]; 3]; 3] =
        std::array::from_fn(|_| std::array::from_fn(|_| zero()));
    let mut all = Vec::new();
    for n in 1..=n {
        let old = counts.clone();
        for p in 0..3 {
            for q in (0..3).filter(|q| *q != p) {
                let r = 3 - p - q;
                let mut now: [[BigInt; 3]; 3] = zero();
                if n == 1 {
                    now[p][q] += 1;
                } else {
                    for (x, y) in [(r, p), (p, q), (q, r)] {
                        now[x][y] += 1;
                    }
                    for x in 0..3 {
                        for y in 0..3 {
                            now[x][y] += &old[p][r][x][y] + &old[r][q][x][y];
                            if let Some(m) = modulus {
                                now[x][y] %= m;
                            }
                        }
                    }
                }
                counts[p][q] = now;
            }
        }
        let mut whole = counts[0][2].clone();
        whole[1][0] += 1;
        match modulus {
            Some(_) => all.push(whole),
            None => all = vec![whole],
        }
    }
    all
}

/// The expected number of squares for these trips.
fn walked(trips: &[[BigInt; 3]; 3], [k, a, b, c]: [BigInt; 4]) -> BigInt {
    let at = [a, b, c];
    let mut total = BigInt::from(0);
    for (x, row) in trips.iter().enumerate() {
        for (y, count) in row.iter().enumerate() {
            let up = |s: &BigInt| (s - 1) * (s - 1);
            let down = |s: &BigInt| (&k - s) * (&k - s);
            let steps = match x < y {
                true => up(&at[y]) - up(&at[x]),
                false => down(&at[y]) - down(&at[x]),
            };
            total += count * steps;
        }
    }
    total
}

/// All moves, and the walk's equations.
fn brute(input: &Input) -> Result<Value> {
    if input.function() != "E" {
        return Err(input.unknown());
    }
    let (n, k) = (input.u64("n")?, input.u64("k")?);
    let rods = [input.u64("a")?, input.u64("b")?, input.u64("c")?];
    check([k, rods[0], rods[1], rods[2]])?;
    if n > 10 || k > 40 {
        return Err(Error::limit(
            "brute force is for at most 10 discs and 40 squares",
        ));
    }
    // The shortest list of moves: the smallest disc moves every other time, always the same way round.
    let mut piles: [Vec<u64>; 3] = [(1..=n).rev().collect(), Vec::new(), Vec::new()];
    let way = if n % 2 == 1 { 2 } else { 1 };
    let mut stops = vec![1usize];
    while piles[2].len() < n as usize {
        let small = piles.iter().position(|p| p.last() == Some(&1)).unwrap_or(0);
        let to = (small + way) % 3;
        let mut step = |from: usize, to: usize, stops: &mut Vec<usize>| {
            if let Some(disc) = piles[from].pop() {
                piles[to].push(disc);
            }
            stops.extend([from, to]);
            piles[2].len() < n as usize
        };
        if step(small, to, &mut stops) {
            let others: Vec<usize> = (0..3).filter(|r| *r != to).collect();
            let top = |r: usize| piles[r].last().copied().unwrap_or(u64::MAX);
            let (x, y) = (others[0], others[1]);
            let (from, to) = if top(x) < top(y) { (x, y) } else { (y, x) };
            if let Some(disc) = piles[from].pop() {
                piles[to].push(disc);
            }
            stops.extend([from, to]);
        }
    }
    let mut total = ratio(0, 1);
    let mut known = std::collections::HashMap::new();
    for pair in stops.windows(2).filter(|p| p[0] != p[1]) {
        let (x, y) = (rods[pair[0]], rods[pair[1]]);
        if let std::collections::hash_map::Entry::Vacant(e) = known.entry((x, y)) {
            e.insert(hitting(k as usize, x as usize, y as usize)?);
        }
        total += &known[&(x, y)];
    }
    match total.is_integer() {
        true => Ok(natural(total.to_integer().magnitude().clone(), None)),
        false => Ok(Value::from(total.to_string())),
    }
}

/// Expected steps from x to y.
fn hitting(k: usize, x: usize, y: usize) -> Result<num_rational::BigRational> {
    let mut rows = vec![vec![ratio(0, 1); k + 1]; k];
    for (s, row) in rows.iter_mut().enumerate() {
        row[s] = ratio(1, 1);
        if s + 1 == y {
            continue;
        }
        row[k] = ratio(1, 1);
        match (s, s + 1 == k) {
            (0, _) => row[1] = ratio(-1, 1),
            (_, true) => row[s - 1] = ratio(-1, 1),
            _ => {
                row[s - 1] = ratio(-1, 2);
                row[s + 1] = ratio(-1, 2);
            }
        }
    }
    Ok(solve(rows)?.swap_remove(x - 1))
}
