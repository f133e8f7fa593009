//! Counting with a theorem: the P-positions under conditions, at any size.

use crate::claim::Claim;
use crate::linear::{Linear, NotLinear, Translator};
use bouton_automata::{
    Automaton, Error, Formula, Limits, Numeration, Op, Polynomial, Question, Var, compile,
};
use bouton_rules::{Cond, Expr, Nat};
use num_bigint::BigInt;
use std::sync::Arc;

/// The P-positions of exactly `heaps` heaps, as tuples, from a proved Grundy graph over (n, g) in base 2: the tuples whose values
/// xor to 0.
pub fn sums_of_heaps(
    claim: &Claim,
    heaps: usize,
    limits: &Limits,
) -> Result<Option<Automaton>, Error> {
    let (true, [graph], Some(numeration)) = (
        claim.is_proved(),
        claim.automata.as_slice(),
        &claim.numeration,
    ) else {
        return Ok(None);
    };
    let graph = Arc::new(graph.clone());
    let count = heaps as Var;
    // Values of the heaps are variables count …, partial sums 2·count ….
    let value = |i: Var| count + i;
    let mut all: Vec<Formula> = (0..count)
        .map(|i| Formula::Is(graph.clone(), vec![i, value(i)]))
        .collect();
    let mut total = value(0);
    let mut hidden: Vec<Var> = (0..count).map(value).collect();
    for i in 1..count {
        let sum = 2 * count + i;
        hidden.push(sum);
        all.push(Formula::Xor(sum, total, value(i)));
        total = sum;
    }
    all.push(Formula::Linear {
        terms: vec![(1.into(), total)],
        op: Op::Eq,
        constant: 0.into(),
    });
    let coordinates: Vec<Var> = (0..count).collect();
    let set = compile(
        &Formula::Exists(hidden, Box::new(Formula::And(all))),
        numeration,
        limits,
    )?;
    set.and(&Automaton::all(numeration, &coordinates)?, limits)
        .map(Some)
}

/// A condition on the coordinates as a formula over variables 0, 1, …; the error says what is not linear arithmetic.
pub fn condition(c: &Cond, coordinates: usize) -> Result<Formula, NotLinear> {
    let meaning = |v: usize| Linear::var(v as Var);
    Translator::new(&meaning, coordinates as Var).condition(c)
}

/// The expression as a polynomial; the error says what it is instead.
pub fn polynomial(e: &Expr) -> Result<Polynomial, NotLinear> {
    let refuse = |why: &str| {
        Err(NotLinear(format!(
            "a sum is taken of a polynomial in the heaps; {why} is none"
        )))
    };
    let scale = |p: Polynomial, c: i32| Polynomial {
        terms: p.terms.into_iter().map(|(a, vars)| (a * c, vars)).collect(),
    };
    Ok(match e {
        Expr::Int(n) => Polynomial::monomial(n.clone(), &[]),
        Expr::Var(v) => Polynomial::monomial(1, &[*v as Var]),
        Expr::Neg(e) => scale(polynomial(e)?, -1),
        Expr::Add(parts) => {
            let mut total = Polynomial { terms: Vec::new() };
            for part in parts {
                total = total.plus(polynomial(part)?);
            }
            total
        }
        Expr::Mul(a, b) => {
            let (a, b) = (polynomial(a)?, polynomial(b)?);
            let mut terms = Vec::new();
            for (c, vars) in &a.terms {
                for (d, more) in &b.terms {
                    terms.push((c * d, vars.iter().chain(more).copied().collect()));
                }
            }
            Polynomial { terms }
        }
        Expr::Mod(..) => return refuse("a remainder"),
        Expr::Div(..) => return refuse("a quotient"),
        Expr::Min(_) | Expr::Max(_) => return refuse("min or max"),
        Expr::Xor(..) => return refuse("xor"),
        Expr::Gcd(..) => return refuse("gcd"),
    })
}

/// How many tuples of `set` satisfy `conditions`, or the sum of a polynomial over them, exactly or modulo a number.
pub fn count(
    set: &Automaton,
    numeration: &Numeration,
    conditions: Formula,
    sum: Option<Polynomial>,
    modulus: Option<Nat>,
    limits: &Limits,
) -> Result<BigInt, Error> {
    let vars = set.vars().to_vec();
    let question = Question {
        sets: vec![(Arc::new(set.clone()), vars)],
        constraints: vec![conditions],
        sum,
        modulus,
    };
    Ok(bouton_automata::count(numeration, &question, limits)?.value)
}
