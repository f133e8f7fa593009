//! 770: betting gold against somebody who must give as often as take.

use crate::interval::{Interval, pi};
use crate::linear::{ratio, read_ratio};
use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

pub const STUDY: Study = Study {
    id: 770,
    text: "With t TAKEs and g GIVEs left, the bet that makes both answers equally good gives 1/F(t,g) = (1/F(t-1,g) + 1/F(t,g-1))/2, \
        with F(t,0) = 1 and F(0,g) = 2^g; so F(n,n) = 2/(1 + C(2n,n)/4^n). The least n with C(2n,n)/4^n <= 2/X - 1 is found by \
        bisection: exactly for small n, and by the logarithm with Stirling's bounds for large n. Brute force finds the best bet of \
        every state by exact minimax.",
    known: || {
        Ok(Known::Theorem(
            "harmonic means along lattice paths, by induction".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let all = [
            "1", "1.25", "1.3", "1.4", "1.5", "1.55", "1.6", "1.65", "1.7", "1.75",
        ];
        all.iter()
            .map(|x| format!(r#"{{"fn": "g", "X": {x}}}"#))
            .collect()
    },
};

fn target(input: &Input) -> Result<BigRational> {
    if input.function() != "g" {
        return Err(input.unknown());
    }
    let x = read_ratio(&input.need("X")?.to_string().replace('"', ""))?;
    match x >= ratio(1, 1) && x < ratio(2, 1) {
        true => Ok(x),
        false => Err(Error::undefined(
            "X is at least 1 and less than 2: no n is enough for 2",
        )),
    }
}

fn run(input: &Input) -> Result<Value> {
    let x = target(input)?;
    // C(2n, n) / 4^n must not be above this.
    let bound = ratio(2, 1) / x - BigRational::one();
    let mut central = BigRational::one();
    for n in 0..=400i64 {
        if central <= bound {
            return Ok(natural(n as u64, None));
        }
        central *= ratio(2 * n + 1, 2 * n + 2);
    }
    let bound = Interval::ratio(&bound).ln()?;
    let enough = |n: &BigInt| -> Result<bool> {
        match log_central(n)?.order(&bound) {
            Some(order) => Ok(order.is_le()),
            None => Err(Error::limit(format!(
                "the bounds do not decide about n = {n}"
            ))),
        }
    };
    let mut low = BigInt::from(400);
    let mut high = BigInt::from(800);
    while !enough(&high)? {
        low = high.clone();
        high *= 2;
        if high.bits() > 120 {
            return Err(Error::limit("n is above 2^120"));
        }
    }
    while &high - &low > BigInt::one() {
        let mid: BigInt = (&low + &high) >> 1;
        if enough(&mid)? {
            high = mid;
        } else {
            low = mid;
        }
    }
    Ok(natural(high.magnitude().clone(), None))
}

/// ln(C(2n, n) / 4^n) = -ln(pi n)/2 - 1/8n + 1/192n^3 + r with |r| <= 1/600n^5.
fn log_central(n: &BigInt) -> Result<Interval> {
    let half = (Interval::int(n.clone()) * pi()).ln()?.over(2);
    let series = Interval::fraction(1, n.pow(3) * 192) - Interval::fraction(1, n * 8);
    let rest = Interval::fraction(1, n.pow(5) * 600);
    Ok(series - half + rest.clone().hull(&-rest))
}

/// Exact minimax over t and g.
fn brute(input: &Input) -> Result<Value> {
    let x = target(input)?;
    // best[g] for the t at hand: the factor of the gold.
    let mut best: Vec<Vec<BigRational>> = Vec::new();
    for n in 0..=30usize {
        for t in 0..=n {
            for g in 0..=n {
                if t < n && g < n {
                    continue;
                }
                if best.len() <= t {
                    best.push(Vec::new());
                }
                let value = factor(t, g, &best);
                best[t].push(value);
            }
        }
        if best[n][n] >= x {
            return Ok(natural(n as u64, None));
        }
    }
    Err(Error::limit("brute force is for n <= 30"))
}

/// The largest over bets of the smaller of two lines, (1 - x)*take and (1 + x)*give.
fn factor(t: usize, g: usize, best: &[Vec<BigRational>]) -> BigRational {
    let one = BigRational::one;
    let take = (t > 0).then(|| best[t - 1][g].clone());
    let give = (g > 0).then(|| best[t][g - 1].clone());
    match (take, give) {
        (None, None) => one(),
        // A bets nothing, or all.
        (Some(take), None) => take,
        (None, Some(give)) => give * ratio(2, 1),
        (Some(take), Some(give)) => {
            let cross = (&take - &give) / (&take + &give);
            let bets = [ratio(0, 1), one(), cross];
            let bets = bets
                .into_iter()
                .filter(|x| *x >= ratio(0, 1) && *x <= one());
            let worst = bets.map(|x| ((one() - &x) * &take).min((one() + &x) * &give));
            worst.max().unwrap_or_else(one)
        }
    }
}
