//! Congruences as automata: the state is the value so far modulo the modulus (see `linear`).

use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::automaton::{Automaton, Var};
use crate::error::{Error, Limits};
use crate::letters::{explore, letters};
use crate::linear::collect;
use crate::minimize::Raw;
use crate::system::System;

/// `Σ terms ≡ constant (mod modulus)`, over the variables of the terms.
pub(crate) fn congruent(
    sys: &Arc<System>,
    terms: &[(BigInt, Var)],
    constant: &BigInt,
    modulus: &BigInt,
    limits: &Limits,
) -> Result<Automaton, Error> {
    if !modulus.is_positive() {
        return Err(Error::input(format!(
            "a congruence modulo {modulus}: the modulus must be at least 1"
        )));
    }
    let terms: Vec<(BigInt, Var)> = collect(terms)
        .into_iter()
        .map(|(c, v)| (c.mod_floor(modulus), v))
        .filter(|(c, _)| !c.is_zero())
        .collect();
    let constant = constant.mod_floor(modulus);
    if terms.is_empty() {
        return Automaton::constant(sys, &[], constant.is_zero());
    }
    crate::automaton::check_tracks(terms.len())?;
    let m = modulus.to_i64().ok_or_else(|| {
        Error::limit(format!(
            "a congruence modulo {modulus} needs about that many states: more than the limit of {}",
            limits.states
        ))
    })?;
    let m = i128::from(m);
    let coefficients: Vec<i128> = terms
        .iter()
        .map(|(c, _)| c.to_i128().unwrap_or(0))
        .collect();
    let constant = constant.to_i128().unwrap_or(0);
    let (diagram, letters) = letters(sys, &coefficients, &|n: i128| n.mod_floor(&m), limits)?;
    let before = i128::from(sys.before);
    let (states, next) = explore(
        (0i128, 0i128, 0u64),
        &letters,
        |&(p, q, full), letter| {
            if full & letter.heads != 0 {
                return None;
            }
            let (mut p, mut q) = (p, q);
            for (&a, add) in sys.steps.iter().zip(&letter.adds) {
                let next = (i128::from(a) * p + q + add).mod_floor(&m);
                q = if sys.carry { p } else { 0 };
                p = next;
            }
            Some((p, q, letter.full))
        },
        limits,
    )?;
    let ends = |&(p, q, full): &(i128, i128, u64)| {
        (full == 0 || sys.end_full) && (p + before * q - constant).mod_floor(&m) == 0
    };
    let accept = states
        .iter()
        .map(|s| s.as_ref().is_some_and(ends))
        .collect();
    Ok(Raw {
        sys: sys.clone(),
        vars: terms.iter().map(|t| t.1).collect(),
        diagram,
        classes: letters.len(),
        start: 0,
        accept,
        next,
    }
    .minimize())
}
