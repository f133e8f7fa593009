//! Rational generating functions: linear recurrences with constant coefficients, found, printed, and used for jumps.

use crate::ring::{Exact, Mod, Nat, Ring, ring_of};
use crate::with_ring;
use bouton_core::{Code, Error, Result};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// numerator / denominator as power series in x; the denominator's constant is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rational {
    numerator: Vec<BigInt>,
    denominator: Vec<BigInt>,
}

/// The furthest coefficient that is computed without a modulus.
const MOST_EXACT: u64 = 1 << 22;

impl Rational {
    /// The quotient. Errors: a denominator whose constant is not 1 or −1.
    pub fn new(numerator: Vec<BigInt>, denominator: Vec<BigInt>) -> Result<Rational> {
        let sign = match denominator.first() {
            Some(c) if c.magnitude().is_one() => c.clone(),
            _ => {
                return Err(Error::input(
                    "the denominator of a generating function has the constant 1 or -1",
                ));
            }
        };
        let scaled = |p: Vec<BigInt>| {
            let mut p: Vec<BigInt> = p.into_iter().map(|c| c * &sign).collect();
            while p.last().is_some_and(Zero::is_zero) {
                p.pop();
            }
            p
        };
        Ok(Rational {
            numerator: scaled(numerator),
            denominator: scaled(denominator),
        })
    }

    /// The shortest integer recurrence that fits all values, with room to spare: twice its order and two values more. A fit, no proof.
    ///
    /// ```
    /// use bouton_count::rational::Rational;
    /// let f: Vec<_> = [1, 1, 2, 3, 5, 8, 13, 21, 34].map(Into::into).to_vec();
    /// let g = Rational::fit(&f).unwrap();
    /// assert_eq!(g.to_string(), "1/(1 - x - x^2)");
    /// assert_eq!(g.coefficient(&100u32.into(), None).unwrap().to_string(), "573147844013817084101");
    /// ```
    pub fn fit(values: &[BigInt]) -> Option<Rational> {
        let (denominator, order) = massey(values)?;
        if 2 * order + 2 > values.len() {
            return None;
        }
        Some(Self::with_terms(denominator, order, values))
    }

    fn with_terms(denominator: Vec<BigInt>, order: usize, values: &[BigInt]) -> Rational {
        let mut numerator = crate::poly::slow(&Exact, &denominator, &values[..order]);
        numerator.truncate(order);
        Rational::new(numerator, denominator).unwrap_or(Rational {
            numerator: Vec::new(),
            denominator: vec![BigInt::one()],
        })
    }

    /// How many words of each length an automaton accepts, where `steps[s]` lists the states after s, each with its number of letters.
    /// This is proved: the sequence has a recurrence whose order is at most the number of states, and twice as many terms fix it.
    ///
    /// # Errors
    /// A state that does not exist.
    ///
    /// ```
    /// use bouton_count::rational::Rational;
    /// // Binary words without two ones in a row.
    /// let g = Rational::of_automaton(0, &[vec![(0, 1), (1, 1)], vec![(0, 1)]], &[true, true]).unwrap();
    /// assert_eq!(g.to_string(), "(1 + x)/(1 - x - x^2)");
    /// ```
    pub fn of_automaton(
        start: usize,
        steps: &[Vec<(usize, u64)>],
        accepts: &[bool],
    ) -> Result<Rational> {
        let states = steps.len();
        let known = |s: usize| s < states;
        if !known(start)
            || accepts.len() != states
            || !steps.iter().flatten().all(|(s, _)| known(*s))
        {
            return Err(Error::input(format!(
                "an automaton of {states} states: a state beyond them is named"
            )));
        }
        let mut words = vec![BigInt::zero(); states];
        words[start] = BigInt::one();
        let mut values = Vec::new();
        for _ in 0..2 * states + 2 {
            let accepted = words.iter().zip(accepts).filter(|(_, a)| **a);
            values.push(accepted.map(|(w, _)| w).sum());
            let mut next = vec![BigInt::zero(); states];
            for (w, list) in words.iter().zip(steps) {
                for (to, letters) in list {
                    next[*to] += w * letters;
                }
            }
            words = next;
        }
        Rational::fit(&values).ok_or_else(|| {
            Error::undefined("no recurrence with integer coefficients fits the automaton")
        })
    }

    /// The order of the recurrence.
    pub fn order(&self) -> usize {
        (self.denominator.len() - 1).max(self.numerator.len())
    }

    /// The numerator's coefficients from the constant on.
    pub fn numerator(&self) -> &[BigInt] {
        &self.numerator
    }

    /// The denominator's coefficients; the first is 1.
    pub fn denominator(&self) -> &[BigInt] {
        &self.denominator
    }

    /// The coefficient of x^n, exactly or modulo a number (by Bostan and Mori's halving; no inverse is needed). Cost: log n products of
    /// polynomials of the order.
    pub fn coefficient(&self, n: &Nat, modulus: Option<&Nat>) -> Result<BigInt> {
        if modulus.is_none() && n.to_u64().is_none_or(|n| n > MOST_EXACT) {
            return Err(Error::new(
                Code::Size,
                format!(
                    "the exact coefficient of x^{n} may have millions of digits: ask for it modulo a number"
                ),
            ));
        }
        with_ring!(ring_of(modulus)?, ring => {
            let list = |p: &[BigInt]| p.iter().map(|c| ring.int(c)).collect::<Vec<_>>();
            let (mut p, mut q) = (list(&self.numerator), list(&self.denominator));
            for i in 0..n.bits() {
                // P(x)/Q(x) = P(x)Q(−x)/Q(x)Q(−x), and the new denominator is even.
                let flip = |(i, c)| if i % 2 == 1 { ring.sub(&ring.zero(), c) } else { Clone::clone(c) };
                let mirror: Vec<_> = q.iter().enumerate().map(flip).collect();
                let half = |v: Vec<_>, from: usize| v.into_iter().skip(from).step_by(2).collect::<Vec<_>>();
                p = half(ring.convolve(&p, &mirror), usize::from(n.bit(i)));
                q = half(ring.convolve(&q, &mirror), 0);
            }
            Ok(p.first().map_or(BigInt::zero(), |c| ring.value(c)))
        })
    }

    /// The first coefficients by the recurrence itself.
    pub fn terms(&self, len: usize) -> Vec<BigInt> {
        let mut out: Vec<BigInt> = Vec::with_capacity(len);
        for n in 0..len {
            let mut c = self.numerator.get(n).cloned().unwrap_or_default();
            for (j, d) in self.denominator.iter().enumerate().skip(1).take(n) {
                c -= d * &out[n - j];
            }
            out.push(c);
        }
        out
    }
}

impl std::fmt::Display for Rational {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let brackets = |p: &[BigInt]| {
            let text = polynomial_text(p);
            if p.iter().filter(|c| !c.is_zero()).count() > 1 {
                format!("({text})")
            } else {
                text
            }
        };
        match self.denominator.len() {
            1 => f.write_str(&polynomial_text(&self.numerator)),
            _ => write!(
                f,
                "{}/{}",
                brackets(&self.numerator),
                brackets(&self.denominator)
            ),
        }
    }
}

/// `1 - x + 3*x^2`.
fn polynomial_text(p: &[BigInt]) -> String {
    let mut out = String::new();
    for (i, c) in p.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
        let sign = match (out.is_empty(), c.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let power = match i {
            0 => String::new(),
            1 => "x".to_string(),
            _ => format!("x^{i}"),
        };
        let size = c.magnitude();
        let factor = match (size.is_one(), i) {
            (true, 1..) => String::new(),
            (_, 0) => size.to_string(),
            _ => format!("{size}*"),
        };
        out += &format!("{sign}{factor}{power}");
    }
    if out.is_empty() { "0".to_string() } else { out }
}

/// The shortest recurrence of integer values: the connection polynomial 1 + c1 x + … and its order; none if it is not integral.
fn massey(values: &[BigInt]) -> Option<(Vec<BigInt>, usize)> {
    // Modulo a prime of 61 bits first: its order is a lower bound that is almost surely exact, and the lift is checked on all values.
    const PRIME: u64 = (1 << 61) - 1;
    let ring = Mod::new(PRIME);
    let residues: Vec<u64> = values.iter().map(|v| ring.int(v)).collect();
    let (connection, order) = berlekamp_massey(&residues, PRIME);
    let signed = |c: &u64| {
        if *c > PRIME / 2 {
            BigInt::from(*c) - PRIME
        } else {
            BigInt::from(*c)
        }
    };
    let lifted: Vec<BigInt> = connection.iter().map(signed).collect();
    let fits = (order..values.len()).all(|n| {
        let terms = lifted.iter().enumerate().take_while(|(j, _)| *j <= n);
        terms
            .map(|(j, c)| c * &values[n - j])
            .sum::<BigInt>()
            .is_zero()
    });
    fits.then_some((lifted, order))
}

/// The shortest linear recurrence of residues modulo a prime: the connection polynomial (constant 1; Σ c_j a_(n−j) = 0) and its order.
/// Cost: (length)².
///
/// ```
/// use bouton_count::rational::berlekamp_massey;
/// assert_eq!(berlekamp_massey(&[1, 2, 4, 1, 2, 4], 7), (vec![1, 5], 1));
/// ```
pub fn berlekamp_massey(values: &[u64], prime: u64) -> (Vec<u64>, usize) {
    let ring = Mod::new(prime);
    let (mut c, mut b) = (vec![1 % ring.modulus()], vec![1 % ring.modulus()]);
    let (mut order, mut shift, mut last) = (0, 1, 1);
    for n in 0..values.len() {
        let discrepancy = c.iter().enumerate().take_while(|(j, _)| *j <= n);
        let d = discrepancy.fold(0, |sum, (j, x)| {
            ring.add(&sum, &ring.mul(x, &ring.small(values[n - j])))
        });
        if d == 0 {
            shift += 1;
            continue;
        }
        let factor = ring.mul(&d, &ring.inverse(last).unwrap_or(0));
        let before = c.clone();
        c.resize(c.len().max(b.len() + shift), 0);
        for (i, x) in b.iter().enumerate() {
            c[i + shift] = ring.sub(&c[i + shift], &ring.mul(&factor, x));
        }
        if 2 * order <= n {
            (order, b, last, shift) = (n + 1 - order, before, d, 1);
        } else {
            shift += 1;
        }
    }
    c.truncate(order + 1);
    while c.len() > 1 && c.last() == Some(&0) {
        c.pop();
    }
    (c, order)
}
