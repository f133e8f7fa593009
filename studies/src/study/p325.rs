//! 325: Euclid's game; the sum of the lost positions by sums of floors of multiples of the golden ratio.

use crate::number::{integer, natural, outcome};
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};

pub const STUDY: Study = Study {
    id: 325,
    text: "Brute force shows that a position x < y is lost exactly if y is less than the golden ratio times x, which is the theorem of Cole \
        and Davie. The lost y for one x run from x + 1 to the smaller of N and the floor of x times the golden ratio, so the sum is \
        one over floors, their squares, and their products with x. A quotient of two Fibonacci numbers beyond N gives the same \
        floors as the golden ratio, and the three sums follow from Euclid's algorithm on that quotient, in exact integers.",
    known: || {
        Ok(Known::Theorem(
            "a position x < y is lost iff y < φ·x (coledavie1969)".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=60)
            .map(|n| format!(r#"{{"fn": "S", "N": {n}}}"#))
            .collect();
        all.push(r#"{"fn": "S", "N": 77, "mod": 10}"#.into());
        for (x, y) in [(5, 8), (5, 9), (8, 8), (13, 21), (21, 34), (7, 3)] {
            all.push(format!(r#"{{"fn": "outcome", "position": [{x}, {y}]}}"#));
        }
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "legal_removals" => {
            let [a, b] = input.tuple("position")?;
            let (small, large) = (a.min(b), a.max(b));
            if small == 0 {
                return Ok(Value::from(Vec::<u64>::new()));
            }
            let removals: Vec<u64> = (1..=large / small).map(|k| k * small).collect();
            Ok(Value::from(removals))
        }
        "outcome" => {
            let [a, b] = input.tuple("position")?;
            if a == 0 || b == 0 {
                return Err(Error::input(
                    "a heap of the position is empty: the game is over",
                ));
            }
            // y < φx iff y² - xy - x² < 0; equal heaps are a win.
            let (x, y) = (BigInt::from(a.min(b)), BigInt::from(a.max(b)));
            let lost = a != b && &y * &y - &x * &y - &x * &x < BigInt::zero();
            Ok(outcome(lost))
        }
        "S" => Ok(integer(sum(&input.nat("N")?.into()), input.modulus()?)),
        _ => Err(input.unknown()),
    }
}

/// The sum of x + y over 0 < x < y <= n, y < φx.
fn sum(n: &BigInt) -> BigInt {
    // Consecutive Fibonacci numbers p/q below φ with q > n: floor(px/q) = floor(φx) for 0 <= x <= n.
    let (mut q, mut p) = (BigInt::one(), BigInt::one());
    while q <= *n {
        (q, p) = (&p + &q, &p + &p + &q);
    }
    // The last x with floor(φx) <= n.
    let mut middle = n * &q / &p;
    while (&middle + 1) * &p / &q <= *n {
        middle += 1;
    }
    while &middle * &p / &q > *n {
        middle -= 1;
    }
    // Sum over y from x+1 to f of (x+y) = x(f-x) + (f(f+1) - x(x+1))/2.
    let floors = floor_sums(&middle, &p, &BigInt::zero(), &q);
    let [_, x1, x2] = powers(&middle);
    let below = &floors.product - &x2 + (&floors.square + &floors.floor - &x2 - &x1) / 2;
    let [_, all1, all2] = powers(n);
    let (y1, y2) = (all1 - x1, all2 - x2);
    let count = n - &middle;
    let above = n * &y1 - &y2 + (n * (n + 1) * count - &y2 - &y1) / 2;
    below + above
}

/// The sums of x^0, x^1, x^2 for x = 0, …, n.
fn powers(n: &BigInt) -> [BigInt; 3] {
    let m: BigInt = n + 1;
    [m.clone(), n * &m / 2, n * &m * (2 * n + 1) / 6]
}

/// Sums over x = 0, …, n of f, f² and x·f, where f = floor((ax + b)/c).
#[derive(Debug, PartialEq)]
struct Floors {
    floor: BigInt,
    square: BigInt,
    product: BigInt,
}

/// The sums by Euclid's algorithm on a and c: O(log c) steps.
fn floor_sums(n: &BigInt, a: &BigInt, b: &BigInt, c: &BigInt) -> Floors {
    // Down: (n, a, b, c) with a, b reduced by c turns into (m - 1, c, c - b - 1, a), m = floor((an + b)/c).
    let mut steps = Vec::new();
    let (mut n, mut a, mut b, mut c) = (n.clone(), a.clone(), b.clone(), c.clone());
    loop {
        let (qa, ra) = a.div_mod_floor(&c);
        let (qb, rb) = b.div_mod_floor(&c);
        let m = (&ra * &n + &rb).div_floor(&c);
        steps.push((n.clone(), qa, qb, m.clone()));
        if m.is_zero() {
            break;
        }
        (n, a, b, c) = (&m - 1, c.clone(), &c - &rb - 1, ra);
    }
    let mut inner: Option<Floors> = None;
    for (n, qa, qb, m) in steps.into_iter().rev() {
        // The sums for the reduced a and b: f >= j iff x > floor((cj + c - b - 1)/a).
        let reduced = match inner {
            None => Floors {
                floor: BigInt::zero(),
                square: BigInt::zero(),
                product: BigInt::zero(),
            },
            Some(g) => {
                let floor = &n * &m - &g.floor;
                Floors {
                    square: &n * &m * (&m + 1) - 2 * &g.product - 2 * &g.floor - &floor,
                    product: (&m * &n * (&n + 1) - &g.square - &g.floor) / 2,
                    floor,
                }
            }
        };
        let [x0, x1, x2] = powers(&n);
        let Floors {
            floor,
            square,
            product,
        } = reduced;
        inner = Some(Floors {
            square: &qa * &qa * &x2
                + 2 * &qa * &qb * &x1
                + &qb * &qb * &x0
                + 2 * &qa * &product
                + 2 * &qb * &floor
                + square,
            product: &qa * &x2 + &qb * &x1 + product,
            floor: &qa * x1 + &qb * x0 + floor,
        });
    }
    inner.unwrap_or(Floors {
        floor: BigInt::zero(),
        square: BigInt::zero(),
        product: BigInt::zero(),
    })
}

/// Whoever empties a heap wins, so the player to move with an empty heap has lost.
fn options(p: &(u64, u64)) -> Vec<(u64, u64)> {
    let (x, y) = *p;
    match x {
        0 => Vec::new(),
        _ => (1..=y / x)
            .map(|k| (x.min(y - k * x), x.max(y - k * x)))
            .collect(),
    }
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    if input.function() == "outcome" {
        let [a, b] = input.tuple("position")?;
        return Ok(outcome(search.lost(&(a.min(b), a.max(b)), options)));
    }
    let n = input.u64("N")?;
    let mut sum = 0;
    for x in 1..=n {
        for y in x + 1..=n {
            if search.lost(&(x, y), options) {
                sum += x + y;
            }
        }
    }
    Ok(natural(BigUint::from(sum), input.modulus()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_sums_equal_loops() {
        let mut cases = 0;
        for (a, c) in [(0, 1), (1, 1), (5, 3), (3, 5), (13, 8), (7, 20), (100, 7)] {
            for b in [0, 1, 4, 9] {
                for n in 0..12i64 {
                    let f = |x: i64| (a * x + b) / c;
                    let slow = Floors {
                        floor: (0..=n).map(f).sum::<i64>().into(),
                        square: (0..=n).map(|x| f(x) * f(x)).sum::<i64>().into(),
                        product: (0..=n).map(|x| x * f(x)).sum::<i64>().into(),
                    };
                    assert_eq!(floor_sums(&n.into(), &a.into(), &b.into(), &c.into()), slow);
                    cases += 1;
                }
            }
        }
        assert!(cases > 300);
    }
}
