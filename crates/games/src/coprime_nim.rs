//! Coprime Nim: remove a number of stones that is coprime to the heap.

use crate::common::numbers::{is_prime, least_prime_factor, primes_up_to};
use crate::common::sum::{HeapRule, HeapSum, Replies, listable, take};
use crate::common::{info, with_theorem};
use crate::{HeapFact, Visitor};
use bouton_rules::{Info, Nat, Result};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// From a heap of n remove k stones with gcd(k, n) = 1.
#[derive(Clone, Debug)]
pub struct CoprimeNim;

impl CoprimeNim {
    /// The game on any number of heaps.
    pub fn game() -> HeapSum<CoprimeNim> {
        HeapSum(CoprimeNim)
    }
}

/// Prime factors up to this are looked for, and heaps up to its square are therefore always known.
const LARGEST_FACTOR: u64 = 2000;
/// Heaps up to this size have all their winning moves listed.
const SMALL: u64 = 1 << 10;

/// The place of a prime among the primes: 1 for 2.
fn place(prime: u64) -> usize {
    primes_up_to(prime).len()
}

impl HeapRule for CoprimeNim {
    fn info(&self) -> Info {
        let rules =
            "Remove from a heap a number of stones that has no common factor with the heap's size.";
        with_theorem(
            info(
                "coprime-nim",
                rules,
                "heaps like 3,4,5",
                &["30", "7,8,9", "1,1,15"],
            ),
            "g(1) = 1; g(n) = 0 for even n; else g(n) is the place of n's least prime factor among the primes",
            "Project Euler 560",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        let size = listable("coprime-nim", n)?;
        Ok(take(n, (1..=size).filter(|k| k.gcd(&size) == 1)))
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        if n.is_even() {
            return Some(Nat::zero());
        }
        if n.is_one() {
            return Some(Nat::one());
        }
        if let Some(size) = n.to_u64().filter(|&n| n <= LARGEST_FACTOR * LARGEST_FACTOR) {
            return Some(place(least_prime_factor(size)).into());
        }
        let factor = primes_up_to(LARGEST_FACTOR)
            .into_iter()
            .find(|&p| (n % p).is_zero())?;
        Some(place(factor).into())
    }

    fn replies(&self, n: &Nat, target: &Nat) -> Replies {
        if *n <= SMALL.into() {
            return Replies::by_trying(self, n, target);
        }
        // Leave the prime that has the value, if it does not divide n; 2 from an odd heap for the value 0.
        let left = match target.to_u64() {
            Some(0) => 2,
            Some(1) => 1,
            Some(t) if t < 10_000 => (3..)
                .step_by(2)
                .filter(|&p| is_prime(p))
                .nth(t as usize - 2)
                .unwrap_or(0),
            _ => 0,
        };
        let good = left > 0 && Nat::from(left) < *n && n.gcd(&left.into()).is_one();
        Replies {
            moves: if good {
                vec![vec![left.into()]]
            } else {
                Vec::new()
            },
            all: false,
        }
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(CoprimeNim::game());
    v.fact("coprime-nim", HeapFact::LeastPrimePlace);
}
