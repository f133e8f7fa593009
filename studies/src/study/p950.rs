//! 950: pirates who vote on a treasure, and who like it when others die.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigUint;

pub const STUDY: Study = Study {
    id: 950,
    text: "Let s be the last number of pirates for which nobody dies. With n = s + k pirates, those above s vote yes for nothing, and a pirate \
        who would have no coins with s costs q = floor(p*k) + 1; ceil((s-k)/2) votes are to be bought. There are always that many \
        pirates without coins: of the s at most floor(s/2) - (s - s') were bought after the last such number s' before, and one \
        proposed. So the next one is s + k for the least k with ceil((s-k)/2)*q <= C, which is found by going through the ranges of q with \
        the same floor(C/q); the proposer keeps the rest. Between two such numbers the sum is an arithmetic series. Brute force is \
        backward induction over whole distributions.",
    known: || {
        Ok(Known::Theorem(
            "induction over the numbers of pirates for which nobody dies".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut twins = Vec::new();
        for p in [
            "1/10",
            "1/sqrt(3)",
            "1/sqrt(31)",
            "1/sqrt(7)",
            "2/3",
            "1/sqrt(101)",
        ] {
            for c in [1, 2, 3, 5, 8, 20, 31] {
                twins.push(format!(r#"{{"fn": "T", "N": 160, "C": {c}, "p": "{p}"}}"#));
                for n in [1, 2, 7, 30, 61, 62, 90] {
                    twins.push(format!(
                        r#"{{"fn": "c,w", "n": {n}, "C": {c}, "p": "{p}"}}"#
                    ));
                }
            }
        }
        twins
    },
};

/// The weight of a death: a fraction a/b below 1, or 1/sqrt(m).
#[derive(Clone, Copy)]
enum Weight {
    Fraction(u64, u64),
    Root(u64),
}

impl Weight {
    fn read(input: &Input) -> Result<Weight> {
        let text = input.need("p")?.as_str().unwrap_or_default();
        let root = text
            .strip_prefix("1/sqrt(")
            .and_then(|t| t.strip_suffix(')')?.parse().ok());
        let fraction = text
            .split_once('/')
            .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match (root, fraction) {
            (Some(m), _) if (2..=1 << 50).contains(&m) => Ok(Weight::Root(m)),
            (_, Some((a, b))) if 0 < a && a < b && b < 1 << 50 => Ok(Weight::Fraction(a, b)),
            _ => Err(Error::input(format!(
                "`{text}` is not a weight such as `1/10` or `1/sqrt(3)`"
            ))),
        }
    }

    /// floor(p*k).
    fn of(self, k: u64) -> u64 {
        let k = u128::from(k);
        match self {
            Weight::Fraction(a, b) => (k * u128::from(a) / u128::from(b)) as u64,
            Weight::Root(m) => (k * k / u128::from(m)).isqrt() as u64,
        }
    }

    /// The least k with p*k >= x, if it is below 2^60.
    fn reach(self, x: u64) -> u64 {
        let x = u128::from(x);
        let least = match self {
            Weight::Fraction(a, b) => (x * u128::from(b)).div_ceil(u128::from(a)),
            Weight::Root(m) => {
                let square = x.saturating_mul(x).saturating_mul(u128::from(m));
                let root = square.isqrt();
                root + u128::from(root * root < square)
            }
        };
        least.min(1 << 60) as u64
    }
}

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "c,w" => {
            let (n, coins) = size(input, "n")?;
            let (s, kept) = last_reset(n, coins, Weight::read(input)?, |_, _, _| ());
            Ok(Value::from(vec![kept, n - s]))
        }
        "proposal" => proposal(input),
        "T" => {
            let (n, coins) = size(input, "N")?;
            Ok(natural(total(n, coins, Weight::read(input)?), None))
        }
        "target" => {
            let n = input.u64("N")?;
            if n > 1 << 60 {
                return Err(Error::limit("N is at most 2^60"));
            }
            let all: BigUint = (1..=6)
                .map(|k| 10u64.pow(k) + 1)
                .map(|c| total(n, c, Weight::Root(c)))
                .sum();
            Ok(Value::from(format!("{:09}", all % 1_000_000_000u64)))
        }
        _ => Err(input.unknown()),
    }
}

fn size(input: &Input, name: &str) -> Result<(u64, u64)> {
    let (n, coins) = (input.u64(name)?, input.u64("C")?);
    match (1..=1 << 60).contains(&n) && (1..=1 << 40).contains(&coins) {
        true => Ok((n, coins)),
        false => Err(Error::input(
            "there are 1 to 2^60 pirates and 1 to 2^40 coins",
        )),
    }
}

/// Goes through the numbers of pirates for which nobody dies, up to n: each with what the proposer keeps, and the last number
/// before the next one (or n). Returns the last.
fn last_reset(
    n: u64,
    coins: u64,
    weight: Weight,
    mut each: impl FnMut(u64, u64, u64),
) -> (u64, u64) {
    let (mut s, mut kept) = (1u64, coins);
    loop {
        let k = step(s, coins, weight);
        let last = (s + k - 1).min(n);
        each(s, kept, last);
        if last == n {
            return (s, kept);
        }
        let votes = (s - k).div_ceil(2);
        kept = coins - votes * (weight.of(k) + 1);
        s += k;
    }
}

/// The least k >= 1 with ceil((s-k)/2) * (floor(p*k) + 1) <= C; it is at most s. O(sqrt C).
fn step(s: u64, coins: u64, weight: Weight) -> u64 {
    let mut q = 1;
    while q <= coins {
        // The prices q, ..., last allow the same number of votes.
        let votes = coins / q;
        let last = coins / votes;
        let k = weight.reach(q - 1).max(s.saturating_sub(2 * votes)).max(1);
        if k >= s {
            return s;
        }
        if weight.of(k) < last {
            return k;
        }
        q = last + 1;
    }
    s
}

/// T(n).
fn total(n: u64, coins: u64, weight: Weight) -> BigUint {
    let mut sum = BigUint::default();
    last_reset(n, coins, weight, |s, kept, last| {
        let count = u128::from(last - s + 1);
        sum += count * u128::from(kept) + count * (count - 1) / 2;
    });
    sum
}

/// Coins of every pirate, the most junior first; None for the dead.
type Outcome = Vec<Option<u64>>;

/// Is x > c + p*deaths?
fn happier(x: u64, c: u64, deaths: u64, weight: Weight) -> bool {
    let more = u128::from(x.saturating_sub(c));
    let deaths = u128::from(deaths);
    match weight {
        Weight::Fraction(a, b) => more * u128::from(b) > deaths * u128::from(a),
        Weight::Root(m) => more * more * u128::from(m) > deaths * deaths,
    }
}

/// Backward induction; the outcomes for 1, ..., n pirates.
fn induction(n: u64, coins: u64, weight: Weight) -> Vec<Outcome> {
    let mut all: Vec<Outcome> = vec![vec![Some(coins)]];
    for n in 2..=n {
        let before = &all[n as usize - 2];
        let deaths = before.iter().filter(|c| c.is_none()).count() as u64 + 1;
        // The price of each vote; the dead would vote for nothing.
        let mut prices: Vec<(u64, usize)> = before
            .iter()
            .enumerate()
            .map(|(i, c)| match c {
                None => (0, i),
                Some(c) => (
                    (0..)
                        .find(|x| happier(*x, *c, deaths, weight))
                        .unwrap_or(u64::MAX),
                    i,
                ),
            })
            .collect();
        prices.sort_unstable();
        let bought = &prices[..n.div_ceil(2) as usize - 1];
        let cost: u64 = bought.iter().map(|(price, _)| price).sum();
        let next = if cost <= coins {
            let mut next: Outcome = vec![Some(0); n as usize - 1];
            for (price, i) in bought {
                next[*i] = Some(*price);
            }
            next.push(Some(coins - cost));
            next
        } else {
            let mut next = before.clone();
            next.push(None);
            next
        };
        all.push(next);
    }
    all
}

/// What the most senior pirate proposes, in order of seniority.
fn proposal(input: &Input) -> Result<Value> {
    let (n, coins) = size(input, "n")?;
    if n > 1000 {
        return Err(Error::limit("a proposal is for at most 1000 pirates"));
    }
    let outcome = induction(n, coins, Weight::read(input)?)
        .pop()
        .unwrap_or_default();
    let shares: Option<Vec<u64>> = outcome.into_iter().rev().collect();
    let shares = shares.ok_or_else(|| Error::undefined("every proposal is rejected"))?;
    Ok(Value::from(shares))
}

fn brute(input: &Input) -> Result<Value> {
    let name = match input.function() {
        "T" => "N",
        "c,w" => "n",
        _ => return Err(input.unknown()),
    };
    let (n, coins) = size(input, name)?;
    if n > 200 {
        return Err(Error::limit("brute force is for at most 200 pirates"));
    }
    let all = induction(n, coins, Weight::read(input)?);
    let senior = |outcome: &Outcome| -> [u64; 2] {
        let deaths = outcome.iter().filter(|c| c.is_none()).count() as u64;
        [outcome.iter().rev().find_map(|c| *c).unwrap_or(0), deaths]
    };
    match input.function() {
        "T" => Ok(natural(
            all.iter()
                .map(|o| senior(o).iter().sum::<u64>())
                .sum::<u64>(),
            None,
        )),
        _ => Ok(Value::from(
            all.last().map(|o| senior(o).to_vec()).unwrap_or_default(),
        )),
    }
}
