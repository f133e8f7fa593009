//! Bit operations on digits, in bases that are powers of two; powers of the base.

use std::sync::Arc;

use crate::automaton::{Automaton, Var};
use crate::diagram::{Builder, Ref};
use crate::error::Error;
use crate::minimize::Raw;
use crate::system::System;

/// The relation `first = op(second, third)` applied to three variables.
pub(crate) fn bitwise(
    sys: &Arc<System>,
    name: &str,
    op: fn(usize, usize) -> usize,
    vars: [Var; 3],
) -> Result<Automaton, Error> {
    if !sys.free() || !sys.radix.is_power_of_two() {
        return Err(Error::input(format!(
            "bitwise {name} has no automaton in {}: use base 2, 4, 8, …",
            sys.num.name()
        )));
    }
    // Class 0: the letter fits. Tracks 0 1 2: first, second, third.
    let mut builder = Builder::new(sys.radix);
    let mut firsts = Vec::new();
    for first in 0..sys.radix {
        let mut seconds = Vec::new();
        for second in 0..sys.radix {
            let thirds: Vec<Ref> = (0..sys.radix)
                .map(|third| Ref::leaf(u32::from(op(second, third) != first)))
                .collect();
            seconds.push(builder.make(2, &thirds));
        }
        firsts.push(builder.make(1, &seconds));
    }
    let root = builder.make(0, &firsts);
    Raw {
        sys: sys.clone(),
        vars: vec![0, 1, 2],
        diagram: builder.finish(root),
        classes: 2,
        start: 0,
        accept: vec![true, false],
        next: vec![0, 1, 1, 1],
    }
    .minimize()
    .apply(&vars)
}

/// The words 1 0 … 0: powers of the base, weights of the numeration.
pub(crate) fn power(sys: &Arc<System>, var: Var) -> Result<Automaton, Error> {
    if sys.steps.len() > 1 {
        return Err(Error::input(format!(
            "the weights of {} have no automaton here: its period is longer than 1",
            sys.num.name()
        )));
    }
    // States: nothing yet, a 1 was read, dead.
    let mut next = Vec::new();
    for state in 0..3u32 {
        for letter in 0..sys.radix {
            next.push(match (state, letter) {
                (0, 0) => 0,
                (0, 1) | (1, 0) => 1,
                _ => 2,
            });
        }
    }
    let set = Raw::by_letter(sys.clone(), vec![var], vec![false, true, false], next).minimize();
    // Where a digit 1 may be the largest one (a quotient 1), it is not a last digit.
    if sys.end_full {
        Ok(set)
    } else {
        set.and(
            &Automaton::all_in(sys, &[var], &crate::error::Limits::default())?,
            &crate::error::Limits::default(),
        )
    }
}
