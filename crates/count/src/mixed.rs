//! Tuples of k values with numbers: characters on the xor axis only, polynomials in the number and in the ups.

use crate::group::{Axes, Number};
use crate::poly;
use crate::ring::{Nat, Ring, coarser, ring_of};
use crate::walsh;
use crate::with_ring;
use crate::xor::Xor;
use bouton_core::{Budget, Code, Error, Result};
use bouton_value::Dyadic;
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

/// The most cells of all polynomials together.
const MOST_CELLS: u64 = 1 << 27;

/// True if only the xor axis differs from 0.
pub(crate) fn is_xor(a: &Axes) -> bool {
    a.number.0.signum() == 0 && a.ups.is_zero()
}

/// The sums of all k-tuples with their counts.
pub(crate) fn power(
    parts: &[(Axes, BigInt)],
    k: &Nat,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Vec<(Axes, BigInt)>> {
    let xor = Xor::of(parts.iter().map(|(a, _)| a))?;
    let lattice = Lattice::of(parts, k, &xor)?;
    let bits = xor.bits() as u32;
    let finer = with_ring!(ring_of(modulus)?, ring => ring.finer(bits))?;
    with_ring!(finer, ring => {
        // One polynomial for each vector, transformed to one for each character.
        let mut table = vec![vec![ring.zero(); lattice.base_len]; xor.len()];
        for (a, c) in parts {
            let cell = &mut table[xor.index(a)][lattice.index(a)];
            *cell = ring.add(cell, &ring.int(c));
        }
        let zip = |a: &Vec<_>, b: &Vec<_>, f: &dyn Fn(&_, &_) -> _| -> Vec<_> {
            a.iter().zip(b).map(|(x, y)| f(x, y)).collect()
        };
        let add = |a: &Vec<_>, b: &Vec<_>| zip(a, b, &|x, y| ring.add(x, y));
        let sub = |a: &Vec<_>, b: &Vec<_>| zip(a, b, &|x, y| ring.sub(x, y));
        walsh::transform(&mut table, add, sub);
        for p in &mut table {
            *p = poly::power(&ring, p, k, lattice.len, budget)?;
            p.resize(lattice.len, ring.zero());
        }
        walsh::transform(&mut table, add, sub);
        let mut out = Vec::new();
        for (i, p) in table.iter().enumerate() {
            for (j, c) in p.iter().enumerate() {
                let count = coarser(&ring.value(c), bits);
                if !count.is_zero() {
                    out.push((lattice.axes(j, xor.axes(i))?, count));
                }
            }
        }
        Ok(out)
    })
}

/// Number and ups as one exponent: (number − least)·2^scale·width + (ups − fewest).
struct Lattice {
    scale: u32,
    least: BigInt,
    fewest: BigInt,
    width: usize,
    base_len: usize,
    len: usize,
    k: BigInt,
}

impl Lattice {
    fn of(parts: &[(Axes, BigInt)], k: &Nat, xor: &Xor) -> Result<Lattice> {
        let scale = parts
            .iter()
            .map(|(a, _)| a.number.0.exponent())
            .max()
            .unwrap_or(0);
        let range = |f: &dyn Fn(&Axes) -> BigInt| {
            let all = || parts.iter().map(|(a, _)| f(a));
            let (min, max) = (
                all().min().unwrap_or_default(),
                all().max().unwrap_or_default(),
            );
            (max - &min, min)
        };
        let (ups, fewest) = range(&|a| a.ups.clone());
        let (numbers, least) = range(&|a| scaled(a, scale));
        let k = BigInt::from(k.clone());
        let width: BigInt = &ups * &k + 1;
        let len: BigInt = (&numbers * &k + 1) * &width;
        let cells = &len * xor.len();
        match (width.to_usize(), len.to_usize(), cells.to_u64()) {
            (Some(width), Some(len), Some(cells)) if cells <= MOST_CELLS => {
                let base = (&numbers * width + &ups).to_usize().map_or(len, |n| n + 1);
                Ok(Lattice {
                    scale,
                    least,
                    fewest,
                    width,
                    base_len: base,
                    len,
                    k,
                })
            }
            _ => Err(Error::new(
                Code::Size,
                format!(
                    "the sums of {k} such values take {cells} cells, and at most {MOST_CELLS} are kept; lower the number of components or of values"
                ),
            )),
        }
    }

    fn index(&self, a: &Axes) -> usize {
        let number = (scaled(a, self.scale) - &self.least)
            .to_usize()
            .unwrap_or(0);
        number * self.width + (&a.ups - &self.fewest).to_usize().unwrap_or(0)
    }

    fn axes(&self, index: usize, mut a: Axes) -> Result<Axes> {
        let number = BigInt::from(index / self.width) + &self.least * &self.k;
        let number = Dyadic::new(number, u64::from(self.scale));
        a.number = Number(number.map_err(|e| Error::limit(e.to_string()))?);
        a.ups = BigInt::from(index % self.width) + &self.fewest * &self.k;
        Ok(a)
    }
}

fn scaled(a: &Axes, scale: u32) -> BigInt {
    a.number.0.numerator() << (scale - a.number.0.exponent())
}
