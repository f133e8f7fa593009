//! `--each`: which components there are, as bounds for every coordinate and conditions that go beyond bounds.

use bouton_rulefile::parse_condition;
use bouton_rules::{Cond, Error, Expr, Op, Result};
use num_bigint::BigInt;
use num_integer::Integer;

/// Rounds of narrowing bounds by each other: `a <= b, b <= c, c <= 10` needs three.
const ROUNDS: usize = 16;

/// The components of a question.
pub(super) struct Each {
    /// The names of the coordinates.
    pub names: Vec<String>,
    /// The condition as a whole.
    pub condition: Cond,
    /// The least value of each coordinate.
    pub low: Vec<BigInt>,
    /// The greatest value of each coordinate.
    pub high: Vec<BigInt>,
    /// The condition on one coordinate beyond its bounds.
    beyond: Vec<Cond>,
    /// False if the component of size 0 is left out.
    pub with_empty: bool,
}

impl Each {
    /// Reads the condition; a total bounds every coordinate too.
    pub fn read(text: &str, names: Vec<String>, total: Option<u64>) -> Result<Each> {
        let condition = parse_condition(text, &names).map_err(|e| e.at("--each"))?;
        let mut parts = Vec::new();
        flatten(&condition, &mut parts);
        let mut low = vec![BigInt::ZERO; names.len()];
        let mut high: Vec<Option<BigInt>> = vec![total.map(BigInt::from); names.len()];
        let linear: Vec<Vec<Linear>> = parts.iter().map(|c| Linear::of(c, names.len())).collect();
        for _ in 0..ROUNDS {
            for bound in linear.iter().flatten() {
                bound.narrow(&mut low, &mut high);
            }
        }
        let high = high
            .into_iter()
            .zip(&names)
            .map(|(h, n)| {
                h.ok_or_else(|| {
                    Error::input(format!(
                        "--each: {n} has no upper bound; add one such as {n} <= 1000"
                    ))
                })
            })
            .collect::<Result<_>>()?;
        // Bounds say all of a linear condition on one coordinate.
        let said = |l: &Vec<Linear>| !l.is_empty() && names.len() == 1;
        let beyond = parts.iter().zip(&linear).filter(|(_, l)| !said(l));
        let beyond = beyond.map(|(c, _)| (*c).clone()).collect();
        Ok(Each {
            names,
            low,
            high,
            beyond,
            condition,
            with_empty: true,
        })
    }

    /// True if no component satisfies the bounds.
    pub fn is_empty(&self) -> bool {
        self.low.iter().zip(&self.high).any(|(l, h)| l > h)
    }

    /// True if the bounds say all.
    pub fn is_range(&self) -> bool {
        self.names.len() == 1 && self.beyond.is_empty()
    }

    /// Is this, within the bounds, one of the components?
    pub fn holds(&self, sizes: &[u64]) -> bool {
        if !self.with_empty && sizes.iter().all(|&n| n == 0) {
            return false;
        }
        if self.is_range() {
            return true;
        }
        let sizes: Vec<BigInt> = sizes.iter().map(|&n| n.into()).collect();
        self.condition.holds(&sizes).unwrap_or(false)
    }

    /// Do the conditions beyond the bounds hold of this number?
    pub fn holds_beyond(&self, n: u64) -> bool {
        let at = [BigInt::from(n)];
        let holds = |c: &Cond| c.holds(&at).unwrap_or(false);
        (self.with_empty || n > 0) && self.beyond.iter().all(holds)
    }

    /// After which step the conditions beyond the bounds repeat, if they are remainders of the one coordinate.
    pub fn repeats(&self) -> Option<u64> {
        let mut step = 1u64;
        for cond in &self.beyond {
            let more = u64::try_from(&repeats_cond(cond)?).ok()?;
            step = step.checked_mul(more / step.gcd(&more))?;
        }
        Some(step)
    }

    /// The bounds as machine numbers, if there are at most so many components within them.
    pub fn small(&self, most: u64) -> Option<Vec<(u64, u64)>> {
        let mut cells = 1u64;
        let ranges = self.low.iter().zip(&self.high).map(|(l, h)| {
            let (l, h) = (u64::try_from(l).ok()?, u64::try_from(h).ok()?);
            cells = cells.checked_mul((h.checked_sub(l)?).checked_add(1)?)?;
            Some((l, h))
        });
        let ranges: Option<Vec<_>> = ranges.collect();
        ranges.filter(|_| cells <= most)
    }
}

fn flatten<'c>(cond: &'c Cond, into: &mut Vec<&'c Cond>) {
    match cond {
        Cond::And(list) => list.iter().for_each(|c| flatten(c, into)),
        Cond::True => {}
        other => into.push(other),
    }
}

/// Σ terms·x + constant <= 0.
struct Linear {
    terms: Vec<BigInt>,
    constant: BigInt,
}

impl Linear {
    /// The condition as such inequalities; none if it has another form.
    fn of(cond: &Cond, coordinates: usize) -> Vec<Linear> {
        let Cond::Cmp(left, op, right) = cond else {
            return Vec::new();
        };
        let (Some(l), Some(r)) = (affine(left, coordinates), affine(right, coordinates)) else {
            return Vec::new();
        };
        let minus = |a: &Linear, b: &Linear, more: i32| Linear {
            terms: a.terms.iter().zip(&b.terms).map(|(x, y)| x - y).collect(),
            constant: &a.constant - &b.constant + more,
        };
        match op {
            Op::Le => vec![minus(&l, &r, 0)],
            Op::Lt => vec![minus(&l, &r, 1)],
            Op::Ge => vec![minus(&r, &l, 0)],
            Op::Gt => vec![minus(&r, &l, 1)],
            Op::Eq => vec![minus(&l, &r, 0), minus(&r, &l, 0)],
            Op::Ne => Vec::new(),
        }
    }

    fn narrow(&self, low: &mut [BigInt], high: &mut [Option<BigInt>]) {
        for i in 0..self.terms.len() {
            // The least that the others can add.
            let mut least = self.constant.clone();
            let mut known = true;
            for (j, t) in self.terms.iter().enumerate() {
                if j != i && *t > BigInt::ZERO {
                    least += t * &low[j];
                } else if j != i && *t < BigInt::ZERO {
                    match &high[j] {
                        Some(h) => least += t * h,
                        None => known = false,
                    }
                }
            }
            let t = &self.terms[i];
            if !known || *t == BigInt::ZERO {
                // Without coordinates the condition holds always or never.
                if known && self.terms.iter().all(|t| *t == BigInt::ZERO) && least > BigInt::ZERO {
                    high[i] = Some(BigInt::from(-1));
                }
                continue;
            }
            if *t > BigInt::ZERO {
                let most = (-least).div_floor(t);
                if high[i].as_ref().is_none_or(|h| *h > most) {
                    high[i] = Some(most);
                }
            } else {
                // −|t|·x + least <= 0
                let lowest = -(-least).div_floor(&-t);
                if low[i] < lowest {
                    low[i] = lowest;
                }
            }
        }
    }
}

fn affine(e: &Expr, coordinates: usize) -> Option<Linear> {
    let constant = |c: &BigInt| Linear {
        terms: vec![BigInt::ZERO; coordinates],
        constant: c.clone(),
    };
    let scale = |l: Linear, c: &BigInt| Linear {
        terms: l.terms.iter().map(|t| t * c).collect(),
        constant: l.constant * c,
    };
    Some(match e {
        Expr::Int(n) => constant(n),
        Expr::Var(v) => {
            let mut l = constant(&BigInt::ZERO);
            *l.terms.get_mut(*v)? = BigInt::from(1);
            l
        }
        Expr::Neg(e) => scale(affine(e, coordinates)?, &BigInt::from(-1)),
        Expr::Add(parts) => {
            let mut sum = constant(&BigInt::ZERO);
            for part in parts {
                let l = affine(part, coordinates)?;
                sum.terms.iter_mut().zip(l.terms).for_each(|(a, b)| *a += b);
                sum.constant += l.constant;
            }
            sum
        }
        Expr::Mul(a, b) => {
            let (a, b) = (affine(a, coordinates)?, affine(b, coordinates)?);
            let plain = |l: &Linear| l.terms.iter().all(|t| *t == BigInt::ZERO);
            match (plain(&a), plain(&b)) {
                (true, _) => scale(b, &a.constant),
                (_, true) => scale(a, &b.constant),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// After which step a condition on remainders repeats; `None` for other conditions.
fn repeats_cond(cond: &Cond) -> Option<BigInt> {
    let all = |list: &[Cond]| {
        let mut steps = list.iter().map(repeats_cond);
        steps.try_fold(BigInt::from(1), |a, b| Some(a.lcm(&b?)))
    };
    match cond {
        Cond::True => Some(1.into()),
        Cond::Cmp(l, _, r) => Some(repeats(l)?.lcm(&repeats(r)?)),
        Cond::Divides(d, e) => remainder(e, d),
        Cond::And(list) | Cond::Or(list) => all(list),
        Cond::Not(c) => repeats_cond(c),
        Cond::Square(_) | Cond::Prime(_) => None,
    }
}

fn repeats(e: &Expr) -> Option<BigInt> {
    match e {
        Expr::Int(_) => Some(1.into()),
        Expr::Neg(e) => repeats(e),
        Expr::Add(list) | Expr::Min(list) | Expr::Max(list) => {
            let mut steps = list.iter().map(repeats);
            steps.try_fold(BigInt::from(1), |a, b| Some(a.lcm(&b?)))
        }
        Expr::Mul(a, b) => Some(repeats(a)?.lcm(&repeats(b)?)),
        Expr::Mod(e, d) => repeats(e).or_else(|| remainder(e, d)),
        _ => None,
    }
}

/// The divisor, where a polynomial with integer coefficients is taken modulo a constant.
fn remainder(e: &Expr, divisor: &Expr) -> Option<BigInt> {
    let Expr::Int(d) = divisor else {
        return None;
    };
    (*d > BigInt::ZERO && degree(e).is_some()).then(|| d.clone())
}

/// The degree of a polynomial; `None` for other expressions.
pub(super) fn degree(e: &Expr) -> Option<usize> {
    match e {
        Expr::Int(_) => Some(0),
        Expr::Var(_) => Some(1),
        Expr::Neg(e) => degree(e),
        Expr::Add(list) => list.iter().map(degree).try_fold(0, |a, b| Some(a.max(b?))),
        Expr::Mul(a, b) => Some(degree(a)? + degree(b)?),
        _ => None,
    }
}
