//! Mem: take at least as much as was taken before.
//!
//! With the memory 0 anything may be taken first; the game of the same rule with "any amount but the one before" is its relative.

use crate::Visitor;
use crate::common::lists::{ListRule, Lists, listable};
use crate::common::{info, with_source};
use bouton_rules::{Info, Result};
use num_bigint::BigInt;
use std::sync::Arc;

/// The ruleset: a heap, and what was taken last.
///
/// ```
/// use bouton_games::mem::Mem;
/// use bouton_rules::Impartial;
/// assert_eq!(Mem::game(false).options(&vec![5, 3]).unwrap(), [[2, 3], [1, 4], [0, 5]]);
/// assert_eq!(Mem::game(true).options(&vec![3, 2]).unwrap(), [[2, 1], [0, 3]]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mem {
    /// Any amount but the last one, in place of at least the last one.
    pub other: bool,
}

impl Mem {
    /// The game on one heap.
    pub fn game(other: bool) -> Lists {
        Lists(Arc::new(Mem { other }))
    }
}

impl ListRule for Mem {
    fn info(&self) -> Info {
        let (name, rules) = match self.other {
            true => (
                "take-another",
                "Take any number of stones from the heap but not as many as were taken last.",
            ),
            false => (
                "mem",
                "Take at least as many stones from the heap as were taken last.",
            ),
        };
        with_source(
            info(
                name,
                rules,
                "heap and the number taken last, like 10,0",
                &["10,0", "9,2", "12,5"],
            ),
            "conway1976",
        )
    }

    fn arity(&self) -> Option<usize> {
        Some(2)
    }

    fn moves(&self, pos: &[u64]) -> Result<Vec<Vec<u64>>> {
        let (n, last) = (listable("mem", pos[0])?, pos[1]);
        let least = if self.other { 1 } else { last.max(1) };
        let amounts = (least..=n).filter(|&k| !self.other || k != last);
        Ok(amounts.map(|k| vec![n - k, k]).collect())
    }

    /// The heap: what was taken last makes no move longer.
    fn rank(&self, pos: &[u64]) -> BigInt {
        pos[0].into()
    }

    /// A memory above the heap allows, or forbids, nothing more.
    fn canon(&self, mut pos: Vec<u64>) -> Vec<u64> {
        pos[1] = pos[1].min(pos[0] + 1);
        pos
    }
}

/// Shows the games to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Mem::game(false));
    v.impartial(Mem::game(true));
}
