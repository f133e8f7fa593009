//! 870: a limit that is r times what was just taken; where the lost piles change with r.

use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigUint;
use num_integer::Integer;

pub const STUDY: Study = Study {
    id: 870,
    text: "The lost piles are a base: 1, and after b_k the pile b_k + b_i with the least i for which r·b_i >= b_k. They stay the same while r grows, up to the \
        least quotient b_k/b_(i-1), where an earlier b_i is enough: the next transition. Once the distance k - i has been the same for as many steps as \
        it is long, it stays so, because the inequalities add; and the quotients from there on lie between earlier ones (mediants), so the least \
        quotient has been seen. So each transition follows from the one before in exact fractions.",
    known: || {
        Ok(Known::Theorem(
            "take-away games (schwenk1970), and the mediant argument in the text".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all = Vec::new();
        for r in [
            "0.5", "1", "1.2", "1.5", "1.99", "2", "2.4", "3", "3.25", "4.5", "6",
        ] {
            all.push(format!(r#"{{"fn": "L", "r": {r}, "upto": 120}}"#));
        }
        all.extend((1..=6).map(|i| format!(r#"{{"fn": "T", "i": {i}}}"#)));
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "L" => {
            let r = Fraction::read(&input.need("r")?.to_string())?;
            let upto = input.u64("upto").unwrap_or(u64::MAX);
            if r.p < r.q {
                return Ok(Value::from(vec![1]));
            }
            if input.get("upto").is_none() {
                return Err(Error::input(
                    "there are infinitely many lost piles for r >= 1; give `upto`",
                ));
            }
            let mut base = Base::new(r);
            while base.piles.last().is_some_and(|b| *b <= u128::from(upto)) {
                base.extend()?;
            }
            base.piles.retain(|b| *b <= u128::from(upto));
            Ok(Value::from(
                base.piles.iter().map(|b| *b as u64).collect::<Vec<_>>(),
            ))
        }
        "T" => {
            let mut r = Fraction { p: 1, q: 1 };
            for _ in 1..input.u64("i")? {
                r = next_transition(r)?;
            }
            Ok(Value::from(r.decimals(10)))
        }
        _ => Err(input.unknown()),
    }
}

/// p/q in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fraction {
    p: u128,
    q: u128,
}

impl Fraction {
    fn read(text: &str) -> Result<Fraction> {
        let wrong = || {
            Error::input(format!(
                "`{text}` is not a positive number such as 6 or 1.25"
            ))
        };
        let (whole, digits) = text.split_once('.').unwrap_or((text, ""));
        if digits.len() > 15 || whole.len() > 15 {
            return Err(wrong());
        }
        let p: u128 = format!("{whole}{digits}").parse().map_err(|_| wrong())?;
        let q = 10u128.pow(digits.len() as u32);
        let g = p.gcd(&q);
        Ok(Fraction { p: p / g, q: q / g })
    }

    /// p/q < a/b? The products may need more than 128 bits.
    fn below(self, a: u128, b: u128) -> bool {
        match (self.p.checked_mul(b), a.checked_mul(self.q)) {
            (Some(x), Some(y)) => x < y,
            _ => BigUint::from(self.p) * b < BigUint::from(a) * self.q,
        }
    }

    /// As a decimal with so many places, rounded; an integer without.
    fn decimals(self, places: u32) -> String {
        if self.q == 1 {
            return self.p.to_string();
        }
        let scale = BigUint::from(10u32).pow(places);
        let twice: BigUint = BigUint::from(self.p) * &scale * 2u32 + self.q;
        let units: BigUint = twice / (BigUint::from(self.q) * 2u32);
        let (whole, part) = units.div_rem(&scale);
        format!(
            "{whole}.{part:0>width$}",
            part = part.to_string(),
            width = places as usize
        )
    }
}

/// The lost piles so far.
struct Base {
    r: Fraction,
    piles: Vec<u128>,
    /// The least i with r·b_i >= b_k for the last k.
    least: usize,
}

impl Base {
    fn new(r: Fraction) -> Base {
        Base {
            r,
            piles: vec![1],
            least: 0,
        }
    }

    /// Adds the next pile; says how far back b_i was.
    fn extend(&mut self) -> Result<usize> {
        let k = self.piles.len() - 1;
        let last = self.piles[k];
        // r >= 1, so i <= k.
        while self.r.below(last, self.piles[self.least]) {
            self.least += 1;
        }
        let next = last.checked_add(self.piles[self.least]);
        let next = next.ok_or_else(|| Error::limit("a lost pile exceeds 2^128"))?;
        self.piles.push(next);
        Ok(k - self.least)
    }
}

/// The least r' > r at which the lost piles change.
fn next_transition(r: Fraction) -> Result<Fraction> {
    let mut base = Base::new(r);
    let mut best: Option<Fraction> = None;
    let (mut back, mut same) = (usize::MAX, 0);
    loop {
        let k = base.piles.len() - 1;
        let distance = base.extend()?;
        if base.least > 0 {
            let (a, b) = (base.piles[k], base.piles[base.least - 1]);
            if best.is_none_or(|f| !f.below(a, b) && (f.p, f.q) != (a, b)) {
                best = Some(Fraction { p: a, q: b });
            }
        }
        (back, same) = if distance == back {
            (back, same + 1)
        } else {
            (distance, 1)
        };
        // The recurrence b_(k+1) = b_k + b_(k-back) has held for its whole order, and the quotients as long.
        if let (true, Some(f)) = (same > back + 2, best) {
            let g = f.p.gcd(&f.q);
            return Ok(Fraction {
                p: f.p / g,
                q: f.q / g,
            });
        }
    }
}

/// Stones and limit, for piles up to some number: the lost piles, by search.
fn lost_piles(r: Fraction, upto: u64) -> Vec<u64> {
    let limit = |k: u64| (u128::from(k) * r.p / r.q) as u64;
    let options = |p: &(u64, u64)| -> Vec<(u64, u64)> {
        // A limit beyond the pile is the pile.
        let next = |k: u64| (p.0 - k, limit(k).min(p.0 - k));
        (1..=p.0.min(p.1)).map(next).collect()
    };
    let mut search = Search::new();
    (1..=upto)
        .filter(|n| search.lost(&(*n, n - 1), options))
        .collect()
}

fn brute(input: &Input) -> Result<Value> {
    match input.function() {
        "L" => {
            let r = Fraction::read(&input.need("r")?.to_string())?;
            Ok(Value::from(lost_piles(r, input.u64("upto")?)))
        }
        _ => {
            // All fractions with small denominators in order: where the piles up to 40 change.
            let mut all: Vec<Fraction> = Vec::new();
            for q in 1..=20u128 {
                all.extend(
                    (q..=4 * q)
                        .filter(|p| p.gcd(&q) == 1)
                        .map(|p| Fraction { p, q }),
                );
            }
            all.sort_by(|a, b| (a.p * b.q).cmp(&(b.p * a.q)));
            let mut before = vec![1];
            let mut transitions = Vec::new();
            for r in all {
                let piles = lost_piles(r, 40);
                if piles != before {
                    transitions.push(r);
                    before = piles;
                }
            }
            Ok(Value::from(transitions[input.usize("i")? - 1].decimals(10)))
        }
    }
}
