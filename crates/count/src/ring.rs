//! What counts are computed in: the integers, or the residues modulo any M from 1 on, even ones too.
//!
//! A sum over characters is divided by their number, 2^b. Modulo M that division is done by computing modulo M·2^b
//! ([`Ring::finer`]) and shifting at the end ([`Ring::coarser`]), so that M needs no inverse of 2.

use bouton_core::{Code, Error, Result};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::fmt::Debug;

/// Natural numbers of any size.
pub type Nat = BigUint;

/// The most bits of an exact result.
const MOST_BITS: u64 = 1 << 28;

/// A commutative ring in which counts are computed; it holds the modulus, its elements are plain numbers.
pub trait Ring: Clone + Send + Sync {
    /// An element.
    type Elem: Clone + PartialEq + Debug + Send + Sync;
    /// 0.
    fn zero(&self) -> Self::Elem;
    /// An integer as an element.
    fn int(&self, n: &BigInt) -> Self::Elem;
    /// a + b.
    fn add(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
    /// a - b.
    fn sub(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
    /// a·b.
    fn mul(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
    /// The integer, or the residue from 0 on.
    fn value(&self, a: &Self::Elem) -> BigInt;
    /// The ring in which a sum over 2^bits characters is computed.
    fn finer(&self, bits: u32) -> Result<Dyn>;
    /// Product of polynomials, coefficients from the constant on.
    fn convolve(&self, a: &[Self::Elem], b: &[Self::Elem]) -> Vec<Self::Elem>;

    /// 1.
    fn one(&self) -> Self::Elem {
        self.int(&BigInt::one())
    }
    /// A natural number as an element.
    fn nat(&self, n: &Nat) -> Self::Elem {
        self.int(&BigInt::from(n.clone()))
    }
    /// a^n; a^0 = 1. Errors: an exact power that is longer than 2^28 bits.
    fn pow(&self, a: &Self::Elem, n: &Nat) -> Result<Self::Elem> {
        let mut power = self.one();
        for i in (0..n.bits()).rev() {
            power = self.mul(&power, &power);
            if n.bit(i) {
                power = self.mul(&power, a);
            }
        }
        Ok(power)
    }
    /// True for 0.
    fn is_zero(&self, a: &Self::Elem) -> bool {
        *a == self.zero()
    }
}

/// A ring chosen while the program runs; see [`ring_of`].
#[derive(Clone, Debug)]
pub enum Dyn {
    /// The integers.
    Exact(Exact),
    /// Residues modulo a number of at most 64 bits.
    Mod(Mod),
    /// Residues modulo a larger number.
    ModBig(ModBig),
}

/// Runs a body with the concrete ring of a [`Dyn`](crate::ring::Dyn).
#[macro_export]
macro_rules! with_ring {
    ($dynamic:expr, $ring:ident => $body:expr) => {
        match $dynamic {
            $crate::ring::Dyn::Exact($ring) => $body,
            $crate::ring::Dyn::Mod($ring) => $body,
            $crate::ring::Dyn::ModBig($ring) => $body,
        }
    };
}

/// The integers where no modulus is given, else the residues.
///
/// # Errors
/// A modulus of 0.
///
/// ```
/// use bouton_count::ring::ring_of;
/// assert!(ring_of(Some(&0u32.into())).is_err());
/// assert!(ring_of(Some(&1u32.into())).is_ok());
/// ```
pub fn ring_of(modulus: Option<&Nat>) -> Result<Dyn> {
    Ok(match modulus {
        None => Dyn::Exact(Exact),
        Some(m) if m.is_zero() => {
            return Err(Error::input(
                "a result modulo 0 has no meaning: the modulus is at least 1",
            ));
        }
        Some(m) => match m.to_u64() {
            Some(m) => Dyn::Mod(Mod::new(m)),
            None => Dyn::ModBig(ModBig { modulus: m.clone() }),
        },
    })
}

/// `value / 2^bits` of a result that was computed in the finer ring, as a residue of the ring it came from.
pub fn coarser(value: &BigInt, bits: u32) -> BigInt {
    debug_assert!(value.is_zero() || value.trailing_zeros().unwrap_or(0) >= u64::from(bits));
    value >> bits
}

/// The integers.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

impl Ring for Exact {
    type Elem = BigInt;
    fn zero(&self) -> BigInt {
        BigInt::zero()
    }
    fn int(&self, n: &BigInt) -> BigInt {
        n.clone()
    }
    fn add(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a + b
    }
    fn sub(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a - b
    }
    fn mul(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a * b
    }
    fn value(&self, a: &BigInt) -> BigInt {
        a.clone()
    }
    fn finer(&self, _: u32) -> Result<Dyn> {
        Ok(Dyn::Exact(Exact))
    }
    fn convolve(&self, a: &[BigInt], b: &[BigInt]) -> Vec<BigInt> {
        crate::poly::exact(a, b)
    }
    fn pow(&self, a: &BigInt, n: &Nat) -> Result<BigInt> {
        if a.is_zero() || a.magnitude().is_one() {
            return Ok(match (n.is_zero(), a.is_negative() && n.is_even()) {
                (true, _) | (_, true) => BigInt::one(),
                _ => a.clone(),
            });
        }
        let bits = n.to_u64().and_then(|n| a.bits().checked_mul(n));
        match (n.to_u32(), bits) {
            (Some(n), Some(bits)) if bits <= MOST_BITS => Ok(a.pow(n)),
            _ => Err(too_long()),
        }
    }
}

/// The exact result would not fit in memory.
pub(crate) fn too_long() -> Error {
    Error::new(
        Code::Size,
        format!("the exact result has more than {MOST_BITS} bits; ask for it modulo a number"),
    )
}

/// Residues modulo a number of at most 64 bits, from 0 on.
#[derive(Clone, Copy, Debug)]
pub struct Mod {
    modulus: u64,
}

impl Mod {
    /// Residues modulo `modulus`, at least 1.
    pub fn new(modulus: u64) -> Mod {
        Mod {
            modulus: modulus.max(1),
        }
    }
    /// The modulus.
    pub fn modulus(&self) -> u64 {
        self.modulus
    }
    /// The residue of a machine number.
    pub fn small(&self, n: u64) -> u64 {
        n % self.modulus
    }
    /// a^n by squaring.
    pub fn power(&self, a: u64, mut n: u64) -> u64 {
        let (mut power, mut square) = (1 % self.modulus, a);
        while n > 0 {
            if n & 1 == 1 {
                power = self.mul(&power, &square);
            }
            square = self.mul(&square, &square);
            n >>= 1;
        }
        power
    }
    /// The inverse of a unit; none where `a` and the modulus share a factor.
    pub fn inverse(&self, a: u64) -> Option<u64> {
        let (m, a) = (i128::from(self.modulus), i128::from(a % self.modulus));
        let gcd = a.extended_gcd(&m);
        (gcd.gcd == 1 || m == 1).then(|| gcd.x.mod_floor(&m) as u64)
    }
}

impl Ring for Mod {
    type Elem = u64;
    fn zero(&self) -> u64 {
        0
    }
    fn int(&self, n: &BigInt) -> u64 {
        n.mod_floor(&BigInt::from(self.modulus))
            .to_u64()
            .unwrap_or(0)
    }
    #[inline]
    fn add(&self, a: &u64, b: &u64) -> u64 {
        let (sum, over) = a.overflowing_add(*b);
        if over || sum >= self.modulus {
            sum.wrapping_sub(self.modulus)
        } else {
            sum
        }
    }
    #[inline]
    fn sub(&self, a: &u64, b: &u64) -> u64 {
        if a >= b {
            a - b
        } else {
            self.modulus - (b - a)
        }
    }
    #[inline]
    fn mul(&self, a: &u64, b: &u64) -> u64 {
        if self.modulus <= 1 << 32 {
            return a * b % self.modulus;
        }
        (u128::from(*a) * u128::from(*b) % u128::from(self.modulus)) as u64
    }
    fn value(&self, a: &u64) -> BigInt {
        BigInt::from(*a)
    }
    fn finer(&self, bits: u32) -> Result<Dyn> {
        ring_of(Some(&(Nat::from(self.modulus) << bits)))
    }
    fn convolve(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        crate::poly::modular(a, b, self)
    }
}

/// Residues modulo a number of any size, from 0 on.
#[derive(Clone, Debug)]
pub struct ModBig {
    modulus: Nat,
}

impl Ring for ModBig {
    type Elem = Nat;
    fn zero(&self) -> Nat {
        Nat::zero()
    }
    fn int(&self, n: &BigInt) -> Nat {
        let m = BigInt::from(self.modulus.clone());
        n.mod_floor(&m).magnitude().clone()
    }
    fn add(&self, a: &Nat, b: &Nat) -> Nat {
        let sum = a + b;
        if sum >= self.modulus {
            sum - &self.modulus
        } else {
            sum
        }
    }
    fn sub(&self, a: &Nat, b: &Nat) -> Nat {
        if a >= b {
            a - b
        } else {
            &self.modulus - (b - a)
        }
    }
    fn mul(&self, a: &Nat, b: &Nat) -> Nat {
        a * b % &self.modulus
    }
    fn value(&self, a: &Nat) -> BigInt {
        BigInt::from(a.clone())
    }
    fn finer(&self, bits: u32) -> Result<Dyn> {
        ring_of(Some(&(&self.modulus << bits)))
    }
    fn convolve(&self, a: &[Nat], b: &[Nat]) -> Vec<Nat> {
        let a: Vec<BigInt> = a.iter().map(|n| n.clone().into()).collect();
        let b: Vec<BigInt> = b.iter().map(|n| n.clone().into()).collect();
        crate::poly::exact(&a, &b)
            .iter()
            .map(|n| self.int(n))
            .collect()
    }
    fn pow(&self, a: &Nat, n: &Nat) -> Result<Nat> {
        Ok(a.modpow(n, &self.modulus))
    }
}
