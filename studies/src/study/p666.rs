//! 666: bacteria that change their type: do they die out?

use crate::interval::Interval;
use crate::linear::ratio;
use crate::{Error, Input, Known, Result, Study, Value};
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::HashMap;

pub const STUDY: Study = Study {
    id: 666,
    text: "The probabilities that the descendants of one individual die out, by type, are the least solution of s = f(s) with the \
        generating functions f of the offspring. Repeating f from 0, rounded down, rises towards it from below. From above: any \
        u with f(u) <= u bounds it, and u = s + d*w does, where s is what was reached, w solves w = 1 + J*w for the derivative J \
        at s, and d is small; the inequality is checked in whole numbers, rounded up. Brute force follows the whole \
        distribution of populations for a few minutes, exactly.",
    known: || {
        Ok(Known::Computed(
            "least fixed point between proved bounds".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut twins = Vec::new();
        for (k, m, most) in [
            (1, 2, 5),
            (1, 3, 4),
            (2, 2, 5),
            (3, 2, 4),
            (4, 3, 3),
            (2, 5, 3),
            (5, 4, 3),
        ] {
            for t in 0..=most {
                twins.push(format!(
                    r#"{{"fn": "extinct_by", "k": {k}, "m": {m}, "minutes": {t}}}"#
                ));
            }
        }
        twins
    },
};

/// For each type the equally likely families that replace one individual.
type Species = Vec<Vec<Vec<usize>>>;

fn species(input: &Input) -> Result<Species> {
    if let Some(name) = input.get("species") {
        return match name.as_str() {
            Some("alpha-beta") => Ok(vec![
                vec![vec![0, 0], vec![1, 1, 1]],
                vec![vec![0, 1], vec![]],
            ]),
            _ => Err(Error::input(format!(
                "{name} is not a species; write `alpha-beta`, or k and m"
            ))),
        };
    }
    let (k, m) = (input.usize("k")?, input.usize("m")?);
    if k == 0 || m == 0 || k.saturating_mul(m) > 1_000_000 {
        return Err(Error::limit("k and m are from 1 on, with k*m at most 10^6"));
    }
    let mut r = 306u64;
    let mut next = || {
        let q = r % 5;
        r = r * r % 10_007;
        q
    };
    let family = |i: usize, q: u64| match q {
        0 => vec![],
        1 => vec![i; 2],
        2 => vec![2 * i % k],
        3 => vec![(i * i + 1) % k; 3],
        _ => vec![i, (i + 1) % k],
    };
    Ok((0..k)
        .map(|i| (0..m).map(|_| family(i, next())).collect())
        .collect())
}

/// The type at the start.
fn start(input: &Input) -> Result<usize> {
    match input.get("start").map(|s| s.as_str()) {
        None | Some(Some("alpha")) => Ok(0),
        Some(Some("beta")) => Ok(1),
        _ => Err(Error::input("`start` is `alpha` or `beta`")),
    }
}

fn run(input: &Input) -> Result<Value> {
    let species = species(input)?;
    let start = start(input)?;
    match input.function() {
        "P" | "extinction" | "survival" => {
            let all = extinction(&species)?;
            let mut p = all[start].clone();
            if input.function() == "survival" {
                p = Interval::int(1) - p;
            }
            Ok(Value::from(p.decimals(input.u64("round")? as u32)?))
        }
        "extinct_by" => {
            let mut s = vec![BigRational::zero(); species.len()];
            for _ in 0..input.u64("minutes")? {
                let family = |f: &Vec<usize>| f.iter().fold(BigRational::one(), |p, t| p * &s[*t]);
                let mean = |fs: &Vec<Vec<usize>>| {
                    fs.iter().map(family).sum::<BigRational>() / ratio(fs.len() as i64, 1)
                };
                s = species.iter().map(mean).collect();
            }
            Ok(Value::from(s[start].to_string()))
        }
        _ => Err(input.unknown()),
    }
}

/// Binary digits after the point of a probability.
const POINT: u32 = 60;
const ONE: u64 = 1 << POINT;

/// f(s), rounded down or up.
fn step(species: &Species, s: &[u64], up: bool) -> Vec<u64> {
    let round = |x: u128, y: u128| if up { x.div_ceil(y) } else { x / y };
    let family = |f: &Vec<usize>| {
        f.iter().fold(u128::from(ONE), |p, t| {
            round(p * u128::from(s[*t]), 1 << POINT)
        })
    };
    let mean =
        |fs: &Vec<Vec<usize>>| round(fs.iter().map(family).sum::<u128>(), fs.len() as u128) as u64;
    species.iter().map(mean).collect()
}

/// The least fixed point, between bounds.
fn extinction(species: &Species) -> Result<Vec<Interval>> {
    let mut low = vec![0u64; species.len()];
    for _ in 0..1_000_000 {
        let next = step(species, &low, false);
        let still = next.iter().zip(&low).all(|(a, b)| a <= b);
        // Rounding must not take back what was reached.
        low = next.into_iter().zip(&low).map(|(a, b)| a.max(*b)).collect();
        if still {
            break;
        }
    }
    // w = 1 + J w, in units of 2^-20; J is the derivative at `low`.
    let mut w = vec![1u128 << 20; species.len()];
    for _ in 0..10_000 {
        let next: Vec<u128> = species
            .iter()
            .map(|fs| {
                let mut sum = 0;
                for f in fs {
                    for (i, t) in f.iter().enumerate() {
                        let others = f.iter().enumerate().filter(|(j, _)| *j != i);
                        let p = others
                            .fold(ONE as u128, |p, (_, t)| (p * u128::from(low[*t])) >> POINT);
                        sum += (p * w[*t]) >> POINT;
                    }
                }
                (1 << 20) + sum / fs.len() as u128
            })
            .collect();
        if next == w || next.iter().any(|x| *x > 1 << 50) {
            break;
        }
        w = next;
    }
    let bound = |shift: u32| -> Option<Vec<u64>> {
        let high: Vec<u64> = low
            .iter()
            .zip(&w)
            .map(|(s, w)| {
                (u128::from(*s) + (w >> 20 << 16 >> shift) + 1).min(u128::from(ONE)) as u64
            })
            .collect();
        let next = step(species, &high, true);
        next.iter().zip(&high).all(|(a, b)| a <= b).then_some(high)
    };
    // The narrowest bound first.
    let high = (0..16).rev().find_map(bound);
    let high =
        high.ok_or_else(|| Error::limit("no upper bound was found: the process is critical"))?;
    let pair =
        |(l, h): (&u64, &u64)| Interval::fraction(*l, ONE).hull(&Interval::fraction(*h, ONE));
    Ok(low.iter().zip(&high).map(pair).collect())
}

/// The distribution of whole populations, minute by minute.
fn brute(input: &Input) -> Result<Value> {
    if input.function() != "extinct_by" {
        return Err(input.unknown());
    }
    let species = species(input)?;
    let mut first = vec![0u32; species.len()];
    first[start(input)?] = 1;
    let mut now = HashMap::from([(first, BigRational::one())]);
    for _ in 0..input.u64("minutes")? {
        let mut next: HashMap<Vec<u32>, BigRational> = HashMap::new();
        for (population, p) in now {
            let mut part = HashMap::from([(vec![0u32; species.len()], p)]);
            for (t, count) in population.iter().enumerate() {
                for _ in 0..*count {
                    let mut more: HashMap<Vec<u32>, BigRational> = HashMap::new();
                    for (grown, p) in &part {
                        for family in &species[t] {
                            let mut grown = grown.clone();
                            family.iter().for_each(|c| grown[*c] += 1);
                            *more.entry(grown).or_insert_with(BigRational::zero) +=
                                p / ratio(species[t].len() as i64, 1);
                        }
                    }
                    part = more;
                    if part.len() > 100_000 {
                        return Err(Error::limit("brute force is for small populations"));
                    }
                }
            }
            for (population, p) in part {
                *next.entry(population).or_insert_with(BigRational::zero) += p;
            }
        }
        now = next;
    }
    let dead = now.get(&vec![0u32; species.len()]).cloned();
    Ok(Value::from(
        dead.unwrap_or_else(BigRational::zero).to_string(),
    ))
}
