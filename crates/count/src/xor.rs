//! Vectors over the field of two elements: which bits of nimbers and which switches occur, numbered.

use crate::group::{Axes, Number};
use bouton_core::{Code, Error, Result};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// The most bits of a table of all vectors.
const MOST_BITS: usize = 26;

/// The bits in use: of the nimber, then the switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xor {
    nimber: Vec<u32>,
    switches: Vec<Number>,
}

impl Xor {
    /// The bits that occur in these values. Errors: more than 26.
    pub fn of<'a>(values: impl Iterator<Item = &'a Axes>) -> Result<Xor> {
        let (mut used, mut switches) = (0u64, BTreeSet::new());
        for a in values {
            used |= a.nimber;
            switches.extend(a.switches.iter().cloned());
        }
        let nimber: Vec<u32> = (0..64).filter(|b| used >> b & 1 == 1).collect();
        let xor = Xor {
            nimber,
            switches: switches.into_iter().rev().collect(),
        };
        if xor.bits() > MOST_BITS {
            return Err(Error::new(
                Code::Size,
                format!(
                    "values with {} different bits: at most {MOST_BITS} are transformed",
                    xor.bits()
                ),
            ));
        }
        Ok(xor)
    }

    /// How many bits there are.
    pub fn bits(&self) -> usize {
        self.nimber.len() + self.switches.len()
    }

    /// How many vectors there are.
    pub fn len(&self) -> usize {
        1 << self.bits()
    }

    /// Never: 0 is a vector.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The vector's number.
    pub fn index(&self, a: &Axes) -> usize {
        let mut index = 0;
        for (i, b) in self.nimber.iter().enumerate() {
            index |= ((a.nimber >> b & 1) as usize) << i;
        }
        for (i, t) in self.switches.iter().enumerate() {
            index |= usize::from(a.switches.contains(t)) << (self.nimber.len() + i);
        }
        index
    }

    /// The vector of a number, with number and ups 0.
    pub fn axes(&self, index: usize) -> Axes {
        let mut a = Axes::default();
        for (i, b) in self.nimber.iter().enumerate() {
            a.nimber |= ((index >> i & 1) as u64) << b;
        }
        for (i, t) in self.switches.iter().enumerate() {
            if index >> (self.nimber.len() + i) & 1 == 1 {
                a.switches.push(t.clone());
            }
        }
        a
    }

    /// Counts by number of the vector.
    pub fn table(&self, values: &[(Axes, BigInt)]) -> Vec<BigInt> {
        let mut table = vec![BigInt::default(); self.len()];
        for (a, c) in values {
            table[self.index(a)] += c;
        }
        table
    }
}
