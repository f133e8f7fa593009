//! 661: a long match: how often it is noted that A leads.

use crate::interval::Interval;
use crate::linear::read_ratio;
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 661,
    text: "With q = 1 - p, a lead of m > 0 is noted sum over n >= 1 of q^(n-1) * P(lead m after n games) times on the average. These \
        sums, times q, are G(m) = r^m / w with a = q*pA, b = q*pB, c = 1 - q*(1 - pA - pB), w = sqrt(c^2 - 4ab), and r = (c - w)/2b the \
        smaller root of b*r^2 - c*r + a = 0. Summing over m >= 1 gives r / (q*w*(1 - r)). Roots are kept between bounds. Brute force \
        follows the distribution of the lead game by game, with a bound for what is left.",
    known: || {
        Ok(Known::Theorem(
            "generating function of a killed random walk".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut twins = Vec::new();
        for a in ["0.25", "0.1", "1/3", "0.6"] {
            for b in ["0.25", "0.2", "2/5"] {
                for p in ["0.5", "0.3", "1/7"] {
                    twins.push(format!(
                        r#"{{"fn": "E_A", "pA": "{a}", "pB": "{b}", "p": "{p}", "round": 8}}"#
                    ));
                }
            }
        }
        twins
    },
};

fn number(input: &Input, name: &str) -> Result<Interval> {
    let text = input.need(name)?.to_string().replace('"', "");
    Ok(Interval::ratio(&read_ratio(&text)?))
}

fn parameters(input: &Input) -> Result<[Interval; 3]> {
    let all = [
        number(input, "pA")?,
        number(input, "pB")?,
        number(input, "p")?,
    ];
    let sum = &all[0] + &all[1];
    let above = |x: &Interval| (x - &Interval::int(1)).is_positive();
    let low = all.iter().any(|x| !x.is_positive());
    if low || above(&sum) || above(&all[2]) {
        return Err(Error::input(
            "pA, pB and p must be positive, with pA + pB <= 1 and p <= 1",
        ));
    }
    Ok(all)
}

fn run(input: &Input) -> Result<Value> {
    let round = input.u64("round")? as u32;
    let value = match input.function() {
        "E_A" => {
            let [a, b, p] = parameters(input)?;
            leads(&a, &b, &p)?
        }
        "H" => {
            let mut sum = Interval::int(0);
            for k in 3..=input.u64("n")? {
                let a = Interval::int(1).divide(&Interval::int(k + 3).sqrt()?)?;
                let b = &a + &Interval::fraction(1, k * k);
                sum = sum + leads(&a, &b, &Interval::fraction(1, k * k * k))?;
            }
            sum
        }
        _ => return Err(input.unknown()),
    };
    Ok(Value::from(value.decimals(round)?))
}

/// The expected number of notes that A leads.
fn leads(pa: &Interval, pb: &Interval, p: &Interval) -> Result<Interval> {
    let one = Interval::int(1);
    let q = &one - p;
    if !q.is_positive() {
        return Ok(pa.clone());
    }
    let (a, b) = (&q * pa, &q * pb);
    let draw = &(&one - pa) - pb;
    let c = &one - &(&q * &draw);
    let w = (&(&c * &c) - &(&a * &b).times(4)).sqrt()?;
    let r = (&c - &w).divide(&b.times(2))?;
    r.divide(&(&(&q * &w) * &(&one - &r)))
}

/// Game by game.
fn brute(input: &Input) -> Result<Value> {
    if input.function() != "E_A" {
        return Err(input.unknown());
    }
    let [a, b, p] = parameters(input)?;
    let round = input.u64("round")? as u32;
    let one = Interval::int(1);
    let q = &one - &p;
    let draw = &(&one - &a) - &b;
    // lead[i] is the probability of a lead of i - n after n games, times q^n.
    let mut lead = vec![one];
    let mut sum = Interval::int(0);
    let mut left = Interval::int(1);
    for n in 1..=400usize {
        let mut next = vec![Interval::int(0); 2 * n + 1];
        for (i, x) in lead.iter().enumerate() {
            next[i] = &next[i] + &(x * &b);
            next[i + 1] = &next[i + 1] + &(x * &draw);
            next[i + 2] = &next[i + 2] + &(x * &a);
        }
        sum = next[n + 1..].iter().fold(sum, |s, x| &s + x);
        lead = next.iter().map(|x| x * &q).collect();
        left = &left * &q;
        // At most left / p notes more.
        let rest = Interval::int(0).hull(&left.divide(&p)?);
        if let Ok(text) = (&sum + &rest).decimals(round) {
            return Ok(Value::from(text));
        }
    }
    Err(Error::limit("brute force is for at most 400 games"))
}
