//! Recurrences with polynomial coefficients: Σ_j p_j(n)·a(n + j) = 0. Coefficients of powers of a polynomial have one, so that one point of
//! a distribution of k steps costs a walk to it and no transform.

use crate::ring::{Nat, Ring, ring_of};
use crate::with_ring;
use bouton_core::{Budget, Error, Result};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// Σ_{j=0..=r} p_j(n)·a(n + j) = 0 for n ≥ 0, and a(0), …, a(r − 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holonomic {
    coefficients: Vec<Vec<BigInt>>,
    initial: Vec<BigInt>,
}

impl Holonomic {
    /// `coefficients[j]` is p_j, from its constant on; `initial` has as many terms as the order r. Errors: another number of terms, a
    /// leading coefficient that is 0.
    ///
    /// ```
    /// use bouton_count::holonomic::Holonomic;
    /// // (n + 2) C(n+1) = (4n + 2) C(n): Catalan numbers.
    /// let p = vec![vec![(-2).into(), (-4).into()], vec![2.into(), 1.into()]];
    /// let catalan = Holonomic::new(p, vec![1.into()]).unwrap();
    /// let terms = catalan.terms(6, None, &bouton_core::Budget::unlimited()).unwrap();
    /// assert_eq!(terms, [1, 1, 2, 5, 14, 42].map(Into::into));
    /// ```
    pub fn new(coefficients: Vec<Vec<BigInt>>, initial: Vec<BigInt>) -> Result<Holonomic> {
        let leads = coefficients
            .last()
            .is_some_and(|p| p.iter().any(|c| !c.is_zero()));
        if !leads || coefficients.len() != initial.len() + 1 {
            return Err(Error::input(
                "a recurrence of order r has r + 1 polynomials, the last one not 0, and r first terms",
            ));
        }
        Ok(Holonomic {
            coefficients,
            initial,
        })
    }

    /// The order r.
    pub fn order(&self) -> usize {
        self.initial.len()
    }

    /// a(0), …, a(len − 1), exactly or modulo a number. Modulo M the terms are exact residues as long as the leading coefficients are units
    /// modulo M; where one is not, the terms are computed exactly and reduced.
    ///
    /// # Errors
    /// A leading coefficient that is 0 at some n, a term that is no integer, a limit.
    pub fn terms(&self, len: usize, modulus: Option<&Nat>, budget: &Budget) -> Result<Vec<BigInt>> {
        if let Some(m) = modulus
            && let Some(terms) = self.by_units(len, m, budget)?
        {
            return Ok(terms);
        }
        let r = self.order();
        let mut out: Vec<BigInt> = self.initial.iter().take(len).cloned().collect();
        for n in 0..len.saturating_sub(r) {
            budget.visit(1)?;
            let (sum, lead) = self.step(n, &out[n..]);
            let (term, rest) = if lead.is_zero() {
                (sum, lead.clone())
            } else {
                (-sum).div_rem(&lead)
            };
            if lead.is_zero() || !rest.is_zero() {
                return Err(Error::undefined(format!(
                    "the recurrence gives no integer a({})",
                    n + r
                )));
            }
            out.push(term);
        }
        with_ring!(ring_of(modulus)?, ring => Ok(out.iter().map(|c| ring.value(&ring.int(c))).collect()))
    }

    fn step(&self, n: usize, last: &[BigInt]) -> (BigInt, BigInt) {
        let at = |p: &[BigInt]| p.iter().rev().fold(BigInt::zero(), |v, c| v * n + c);
        let r = self.order();
        let sum = (0..r).map(|j| at(&self.coefficients[j]) * &last[j]).sum();
        (sum, at(&self.coefficients[r]))
    }

    fn by_units(&self, len: usize, m: &Nat, budget: &Budget) -> Result<Option<Vec<BigInt>>> {
        let modulus = BigInt::from(m.clone());
        if modulus.is_zero() {
            return Err(Error::input(
                "a result modulo 0 has no meaning: the modulus is at least 1",
            ));
        }
        let mut out: Vec<BigInt> = self
            .initial
            .iter()
            .take(len)
            .map(|c| c.mod_floor(&modulus))
            .collect();
        for n in 0..len.saturating_sub(self.order()) {
            budget.visit(1)?;
            let (sum, lead) = self.step(n, &out[n..]);
            let gcd = lead.extended_gcd(&modulus);
            if !gcd.gcd.abs().is_one() {
                return Ok(None);
            }
            out.push((-sum * gcd.x * gcd.gcd).mod_floor(&modulus));
        }
        Ok(Some(out))
    }

    /// Coefficients q of (p_0 + p_1 x + … + p_d x^d)^k, p_0 not 0, after d − 1 zeros: n·p_0·q(n) = Σ_i (k·i − n + i)·p_i·q(n − i). Errors: p_0 = 0, a k that
    /// does not fit 32 bits.
    pub fn power_of_polynomial(p: &[BigInt], k: u32) -> Result<Holonomic> {
        let Some(p0) = p.first().filter(|c| !c.is_zero()) else {
            return Err(Error::input(
                "the power of a polynomial without a constant: divide by x first",
            ));
        };
        let d = (p.len() - 1).max(1);
        let k_big = BigInt::from(k);
        // a(j) = q(j − d + 1) with zeros before q(0): index n + d stands for q(N), N = n + 1.
        let mut coefficients = vec![vec![BigInt::zero()]; d + 1];
        coefficients[d] = vec![p0.clone(), p0.clone()];
        for i in 1..p.len() {
            let constant: BigInt = (&k_big * i + BigInt::from(i) - 1) * &p[i];
            coefficients[d - i] = vec![-constant, p[i].clone()];
        }
        let mut initial = vec![BigInt::zero(); d];
        initial[d - 1] = p0.pow(k);
        Holonomic::new(coefficients, initial)
    }

    /// The first coefficients of p^k, by that recurrence; modulo a number as [`Holonomic::terms`] does it.
    ///
    /// ```
    /// use bouton_count::holonomic::Holonomic;
    /// let p = [1, 1, 1].map(Into::into);
    /// let c = Holonomic::power_coefficients(&p, 3, 4, None, &bouton_core::Budget::unlimited()).unwrap();
    /// assert_eq!(c, [1, 3, 6, 7].map(Into::into));
    /// ```
    pub fn power_coefficients(
        p: &[BigInt],
        k: u32,
        len: usize,
        modulus: Option<&Nat>,
        budget: &Budget,
    ) -> Result<Vec<BigInt>> {
        let recurrence = Self::power_of_polynomial(p, k)?;
        let zeros = recurrence.order() - 1;
        let terms = recurrence.terms(len + zeros, modulus, budget)?;
        Ok(terms.into_iter().skip(zeros).collect())
    }

    /// The recurrence of this order and degree that fits all values, if one does and there are more values than unknowns. A fit, no proof.
    pub fn fit(values: &[BigInt], order: usize, degree: usize) -> Option<Holonomic> {
        let unknowns = (order + 1) * (degree + 1);
        let equations = values.len().checked_sub(order)?;
        if order == 0 || equations < unknowns + 1 {
            return None;
        }
        let row = |n: usize| -> Vec<BigRational> {
            let powers = |j: usize| {
                (0..=degree).map(move |e| BigInt::from(n).pow(e as u32) * &values[n + j])
            };
            (0..=order)
                .flat_map(powers)
                .map(BigRational::from)
                .collect()
        };
        let kernel = kernel((0..equations).map(row).collect(), unknowns)?;
        let common = kernel.iter().fold(BigInt::one(), |l, c| l.lcm(c.denom()));
        let integral: Vec<BigInt> = kernel.iter().map(|c| (c * &common).to_integer()).collect();
        let gcd = integral.iter().fold(BigInt::zero(), |g, c| g.gcd(c));
        let p = integral
            .chunks(degree + 1)
            .map(|c| c.iter().map(|c| c / &gcd).collect());
        Holonomic::new(p.collect(), values[..order].to_vec()).ok()
    }
}

/// One vector, not 0, that all rows send to 0.
fn kernel(mut rows: Vec<Vec<BigRational>>, width: usize) -> Option<Vec<BigRational>> {
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..width {
        let done = pivots.len();
        let Some(found) = (done..rows.len()).find(|&r| !rows[r][column].is_zero()) else {
            // A free column: its unknown is 1, the pivots follow.
            let mut solution = vec![BigRational::zero(); width];
            solution[column] = BigRational::one();
            for (row, &pivot) in rows.iter().zip(&pivots) {
                solution[pivot] = -row[column].clone();
            }
            return Some(solution);
        };
        rows.swap(done, found);
        let inverse = rows[done][column].recip();
        rows[done].iter_mut().for_each(|c| *c *= &inverse);
        let lead = rows[done].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(r, _)| *r != done) {
            let factor = row[column].clone();
            if !factor.is_zero() {
                row.iter_mut()
                    .zip(&lead)
                    .for_each(|(c, l)| *c -= &factor * l);
            }
        }
        pivots.push(column);
    }
    None
}
