//! Divisor splitting: a heap becomes two of its divisors.

use crate::common::numbers::{least_prime_factor, proper_divisors};
use crate::common::sum::{HeapRule, HeapSum};
use crate::common::{check_count, info, too_many_options, with_theorem};
use crate::{HeapFact, Visitor};
use bouton_rules::{Info, Nat, Result};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A heap of n becomes two heaps, each a divisor d of n with 1 < d < n; they may be equal.
#[derive(Clone, Debug)]
pub struct DivisorSplitting;

impl DivisorSplitting {
    /// The game on any number of heaps.
    pub fn game() -> HeapSum<DivisorSplitting> {
        HeapSum(DivisorSplitting)
    }
}

/// Heaps up to this size are factorised by trial division.
const LARGEST: u64 = 1_000_000_000_000;

/// Values by the number of prime factors: w factors become any two of 1, …, w − 1.
static VALUES: LazyLock<[u32; 64]> = LazyLock::new(|| {
    let mut values = [0u32; 64];
    for w in 2..64 {
        let known = &values[1..w];
        let options: BTreeSet<u32> = known
            .iter()
            .flat_map(|a| known.iter().map(move |b| a ^ b))
            .collect();
        values[w] = (0..).find(|v| !options.contains(v)).unwrap_or(0);
    }
    values
});

impl HeapRule for DivisorSplitting {
    fn info(&self) -> Info {
        let rules = "Replace a heap by two heaps, each a divisor of its size other than 1 and the size itself.";
        with_theorem(
            info(
                "divisor-splitting",
                rules,
                "heaps like 3,4,5",
                &["24", "4,6,8", "12,16"],
            ),
            "g(n) depends on the number w of prime factors of n only, and is that of a heap of w that becomes any two of 1, …, w - 1",
            "Project Euler 550",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        let size = u64::try_from(n)
            .ok()
            .filter(|&n| n <= LARGEST)
            .ok_or_else(|| too_many_options("divisor-splitting"))?;
        let divisors: Vec<u64> = proper_divisors(size.max(1))
            .into_iter()
            .filter(|&d| d > 1)
            .collect();
        check_count("divisor-splitting", divisors.len() * divisors.len())?;
        let mut all = Vec::new();
        for (i, &a) in divisors.iter().enumerate() {
            all.extend(divisors[i..].iter().map(|&b| vec![a.into(), b.into()]));
        }
        Ok(all)
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        let mut rest = u64::try_from(n).ok().filter(|&n| n <= LARGEST)?;
        let mut factors = 0;
        while rest > 1 {
            rest /= least_prime_factor(rest);
            factors += 1;
        }
        Some(VALUES[factors].into())
    }

    /// Two divisors add up to at most n.
    fn rank(&self, n: &Nat) -> Nat {
        (n * 2u32).max(1u32.into()) - 1u32
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(DivisorSplitting::game());
    v.fact("divisor-splitting", HeapFact::FactorCount(&VALUES));
}
