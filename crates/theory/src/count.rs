//! Counting with a theorem: the P-positions under conditions, at any size.

use crate::claim::Claim;
use crate::linear::{Linear, NotLinear, Translator};
use bouton_automata::{Automaton, Error, Formula, Limits, Op, Var, compile};
use bouton_rules::{Cond, Expr};
use std::sync::Arc;

/// The P-positions of exactly `heaps` heaps, as tuples, from a proved Grundy graph over (n, g) in base 2: the tuples whose values
/// xor to 0.
pub fn sums_of_heaps(claim: &Claim, heaps: usize, limits: &Limits) -> Result<Option<Automaton>, Error> {
    let (true, [graph], Some(numeration)) = (claim.is_proved(), claim.automata.as_slice(), &claim.numeration) else {
        return Ok(None);
    };
    let graph = Arc::new(graph.clone());
    let count = heaps as Var;
    // Values of the heaps are variables count …, partial sums 2·count ….
    let value = |i: Var| count + i;
    let mut all: Vec<Formula> = (0..count).map(|i| Formula::Is(graph.clone(), vec![i, value(i)])).collect();
    let mut total = value(0);
    let mut hidden: Vec<Var> = (0..count).map(value).collect();
    for i in 1..count {
        let sum = 2 * count + i;
        hidden.push(sum);
        all.push(Formula::Xor(sum, total, value(i)));
        total = sum;
    }
    all.push(Formula::Linear { terms: vec![(1.into(), total)], op: Op::Eq, constant: 0.into() });
    let coordinates: Vec<Var> = (0..count).collect();
    let set = compile(&Formula::Exists(hidden, Box::new(Formula::And(all))), numeration, limits)?;
    set.and(&Automaton::all(numeration, &coordinates)?, limits).map(Some)
}

/// A condition on the coordinates as a formula over variables 0, 1, …; the error says what is not linear arithmetic.
pub fn condition(c: &Cond, coordinates: usize) -> Result<Formula, NotLinear> {
    let meaning = |v: usize| Linear::var(v as Var);
    Translator::new(&meaning, coordinates as Var).condition(c)
}

/// The expression as a linear form; the error says what it is instead.
pub fn linear_form(e: &Expr, coordinates: usize) -> Result<Linear, NotLinear> {
    let meaning = |v: usize| Linear::var(v as Var);
    let form = Translator::new(&meaning, coordinates as Var).linear(e)?;
    form.ok_or_else(|| NotLinear("it has cases (min, max, mod, div, xor)".to_string()))
}
