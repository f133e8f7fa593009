//! Formulas with a sign: negations moved in one step at a time, conjunctions flattened, small disjunctions distributed.

use crate::automaton::Var;
use crate::formula::Formula;

/// A formula, or (`false`) its negation.
pub(crate) type Signed<'a> = (&'a Formula, bool);

/// The shape of a signed formula after its negation has moved one step in.
pub(crate) enum Shape<'a> {
    And(Vec<Signed<'a>>),
    Or(Vec<Signed<'a>>),
    Exists(&'a [Var], Signed<'a>),
    ForAll(&'a [Var], Signed<'a>),
    Atom,
}

pub(crate) fn shape<'a>(f: &'a Formula, sign: bool) -> Shape<'a> {
    let signed = |list: &'a [Formula]| list.iter().map(|g| (g, sign)).collect();
    match (f, sign) {
        (Formula::Not(g), _) => shape(g, !sign),
        (Formula::And(list), true) | (Formula::Or(list), false) => Shape::And(signed(list)),
        (Formula::Or(list), true) | (Formula::And(list), false) => Shape::Or(signed(list)),
        (Formula::Exists(vars, g), true) | (Formula::ForAll(vars, g), false) => {
            Shape::Exists(vars, (g, sign))
        }
        (Formula::ForAll(vars, g), true) | (Formula::Exists(vars, g), false) => {
            Shape::ForAll(vars, (g, sign))
        }
        _ => Shape::Atom,
    }
}

/// The formula below its negations.
pub(crate) fn base(mut f: &Formula) -> &Formula {
    while let Formula::Not(g) = f {
        f = g;
    }
    f
}

/// Is the number of negations in front odd?
pub(crate) fn negations(mut f: &Formula) -> bool {
    let mut odd = false;
    while let Formula::Not(g) = f {
        odd = !odd;
        f = g;
    }
    odd
}

/// How many combinations of disjuncts are tried one by one.
const MAX_BRANCHES: usize = 24;

/// The conjunctions that a conjunction becomes when its first disjunction is distributed; none if it has none, or if all
/// of them together have too many combinations.
pub(crate) fn branches<'a>(parts: &[Signed<'a>]) -> Option<Vec<Vec<Signed<'a>>>> {
    let disjuncts = |&(f, sign): &Signed<'a>| match shape(f, sign) {
        Shape::Or(list) => Some(flatten(list, false)),
        _ => None,
    };
    let mut combinations = 1usize;
    let mut first = None;
    for (i, part) in parts.iter().enumerate() {
        if let Some(list) = disjuncts(part) {
            combinations = combinations.saturating_mul(list.len());
            first = first.or(Some((i, list)));
        }
    }
    let (i, list) = first.filter(|_| combinations <= MAX_BRANCHES)?;
    let branch = |part| {
        let mut branch = parts.to_vec();
        branch[i] = part;
        flatten(branch, true)
    };
    Some(list.into_iter().map(branch).collect())
}

/// The parts of a conjunction (`and`) or disjunction, with those of its parts that are such themselves.
pub(crate) fn flatten(parts: Vec<Signed<'_>>, and: bool) -> Vec<Signed<'_>> {
    let mut flat = Vec::new();
    let mut stack: Vec<Signed<'_>> = parts.into_iter().rev().collect();
    while let Some((f, sign)) = stack.pop() {
        match shape(f, sign) {
            Shape::And(list) if and => stack.extend(list.into_iter().rev()),
            Shape::Or(list) if !and => stack.extend(list.into_iter().rev()),
            _ => flat.push((f, sign)),
        }
    }
    flat
}
