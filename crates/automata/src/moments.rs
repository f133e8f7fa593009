//! Sums of polynomials: for each state the moments of the prefixes that lead there, `Σ x^α` for all monomials that divide
//! one of the polynomial's. A letter adds c to x, and `(x + c)^α = Σ binom(α, β) x^(α-β) c^β`.

use num_bigint::BigInt;
use num_integer::{Integer, binomial};
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use crate::error::Error;
use crate::numeration::Nat;
use crate::polynomial::Polynomial;
use crate::walk::Walk;

/// The most moments of a state.
const MAX_MOMENTS: usize = 4096;

pub(crate) struct Moments {
    /// The exponents of the counted variables, closed under division; the first is 1.
    powers: Vec<Vec<u32>>,
    /// For each α: the pairs (α - β, β) with their multinomial coefficients.
    splits: Vec<Vec<(usize, usize, BigInt)>>,
    /// The polynomial in these monomials.
    coefficients: Vec<BigInt>,
}

impl Moments {
    pub fn new(walk: &Walk<'_>, polynomial: &Polynomial) -> Result<Moments, Error> {
        let width = walk.vars().len();
        let mut powers: Vec<Vec<u32>> = vec![vec![0; width]];
        let mut ids: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        ids.insert(powers[0].clone(), 0);
        let mut coefficients = vec![BigInt::zero()];
        for (coefficient, vars) in &polynomial.terms {
            let mut alpha = vec![0u32; width];
            for v in vars {
                if let Ok(track) = walk.vars().binary_search(v) {
                    alpha[track] += 1;
                }
            }
            // The divisors of this monomial.
            let mut divisors = vec![vec![0u32; width]];
            for track in 0..width {
                divisors = divisors
                    .into_iter()
                    .flat_map(|d| {
                        (0..=alpha[track]).map(move |e| {
                            let mut d = d.clone();
                            d[track] = e;
                            d
                        })
                    })
                    .collect();
                if divisors.len() > MAX_MOMENTS {
                    return Err(Error::limit(format!(
                        "the polynomial needs more than {MAX_MOMENTS} moments: lower its degree"
                    )));
                }
            }
            for d in divisors {
                ids.entry(d.clone()).or_insert_with(|| {
                    powers.push(d);
                    coefficients.push(BigInt::zero());
                    powers.len() - 1
                });
            }
            if powers.len() > MAX_MOMENTS {
                return Err(Error::limit(format!(
                    "the polynomial needs more than {MAX_MOMENTS} moments: lower its degree"
                )));
            }
            coefficients[ids[&alpha]] += coefficient;
        }
        let splits = powers
            .iter()
            .map(|alpha| {
                let mut list = Vec::new();
                for (b, beta) in powers.iter().enumerate() {
                    if beta.iter().zip(alpha).all(|(b, a)| b <= a) {
                        let rest: Vec<u32> = alpha.iter().zip(beta).map(|(a, b)| a - b).collect();
                        let ways = alpha.iter().zip(beta).fold(BigInt::one(), |n, (&a, &b)| {
                            n * binomial(BigInt::from(a), BigInt::from(b))
                        });
                        list.push((ids[&rest], b, ways));
                    }
                }
                list
            })
            .collect();
        Ok(Moments {
            powers,
            splits,
            coefficients,
        })
    }

    /// The sum of the polynomial over the accepted words of this length.
    pub fn total(
        &self,
        walk: &mut Walk<'_>,
        length: usize,
        modulus: Option<&Nat>,
    ) -> Result<BigInt, Error> {
        let modulus = modulus.map(|m| BigInt::from(m.clone()));
        let reduce = |n: &mut BigInt| {
            if let Some(m) = &modulus {
                *n = n.mod_floor(m);
            }
        };
        let block = walk.system().steps.len();
        let weights = walk.system().num.weights(length * block);
        let mut now: FxHashMap<u32, Vec<BigInt>> = FxHashMap::default();
        let mut first = vec![BigInt::zero(); self.powers.len()];
        first[0] = BigInt::one();
        now.insert(walk.start(), first);
        for position in (0..length).rev() {
            let letter = walk.constants_at(position);
            let at = (length - 1 - position) * block;
            let values: Vec<BigInt> = walk
                .system()
                .digits
                .iter()
                .map(|digits| {
                    let mut value: BigInt = digits
                        .iter()
                        .zip(&weights[at..at + block])
                        .map(|(&d, w)| BigInt::from(w * d))
                        .sum();
                    reduce(&mut value);
                    value
                })
                .collect();
            let mut moments = walk.letter_moments(letter, &self.powers, &values)?;
            moments.iter_mut().flatten().for_each(reduce);
            let mut then: FxHashMap<u32, Vec<BigInt>> = FxHashMap::default();
            for (state, old) in &now {
                for edge in walk.edges(*state, letter)?.iter() {
                    let new = then
                        .entry(edge.to)
                        .or_insert_with(|| vec![BigInt::zero(); self.powers.len()]);
                    let added = &moments[edge.class as usize];
                    for (sum, splits) in new.iter_mut().zip(&self.splits) {
                        for (rest, beta, ways) in splits {
                            if !old[*rest].is_zero() && !added[*beta].is_zero() {
                                *sum += &old[*rest] * &added[*beta] * ways;
                            }
                        }
                    }
                }
            }
            then.values_mut().flatten().for_each(reduce);
            now = then;
        }
        let mut sum = BigInt::zero();
        for (state, moments) in &now {
            if walk.accepts(*state) {
                for (m, c) in moments.iter().zip(&self.coefficients) {
                    sum += m * c;
                }
            }
        }
        reduce(&mut sum);
        Ok(sum)
    }
}
