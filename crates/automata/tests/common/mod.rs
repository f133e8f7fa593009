//! The slow twin of the compiler: formulas evaluated by their definition, and random formulas.
#![allow(dead_code)]

use bouton_automata::{Error, Formula, Nat, Numeration, Op, Var};
use proptest::prelude::*;

/// Quantified variables range over 0..=LAST in the slow twin, so formulas bound them by that.
pub const LAST: u64 = 9;

pub fn numerations() -> Vec<Numeration> {
    [
        "base 2",
        "base 3",
        "base 4",
        "base 10",
        "Zeckendorf",
        "Ostrowski [1] [2]",
        "Ostrowski [1] [1,2]",
        "Ostrowski [] [1]",
    ]
    .iter()
    .map(|name| Numeration::parse(name).unwrap())
    .collect()
}

pub fn has_bits(num: &Numeration) -> bool {
    matches!(num, Numeration::Base(b) if b.is_power_of_two())
}

pub fn nat(n: u64) -> Nat {
    Nat::from(n)
}

/// All tuples of numbers below `side`.
pub fn tuples(side: u64, tracks: usize) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    for _ in 0..tracks {
        all = all
            .into_iter()
            .flat_map(|t: Vec<u64>| (0..side).map(move |x| [t.as_slice(), &[x]].concat()))
            .collect();
    }
    all
}

/// The truth of a formula where `values[v]` is the value of variable v.
pub fn holds(f: &Formula, num: &Numeration, values: &[u64]) -> bool {
    let sum = |terms: &[(num_bigint::BigInt, Var)]| -> num_bigint::BigInt {
        terms.iter().map(|(c, v)| c * values[*v as usize]).sum()
    };
    let at = |v: &Var| values[*v as usize];
    match f {
        Formula::True => true,
        Formula::False => false,
        Formula::Linear {
            terms,
            op,
            constant,
        } => match op {
            Op::Eq => sum(terms) == *constant,
            Op::Ne => sum(terms) != *constant,
            Op::Lt => sum(terms) < *constant,
            Op::Le => sum(terms) <= *constant,
            Op::Gt => sum(terms) > *constant,
            Op::Ge => sum(terms) >= *constant,
        },
        Formula::Congruent {
            terms,
            constant,
            modulus,
        } => (sum(terms) - constant) % modulus == num_bigint::BigInt::from(0),
        Formula::Xor(a, b, c) => at(a) == at(b) ^ at(c),
        Formula::BitAnd(a, b, c) => at(a) == at(b) & at(c),
        Formula::BitOr(a, b, c) => at(a) == at(b) | at(c),
        Formula::Power(a) => num.weights(24).contains(&nat(at(a))),
        Formula::Is(set, vars) => {
            let tuple: Vec<Nat> = vars.iter().map(|v| nat(at(v))).collect();
            set.contains(&tuple)
        }
        Formula::And(list) => list.iter().all(|g| holds(g, num, values)),
        Formula::Or(list) => list.iter().any(|g| holds(g, num, values)),
        Formula::Not(g) => !holds(g, num, values),
        Formula::Exists(vars, g) => tuples(LAST + 1, vars.len()).iter().any(|t| {
            let mut values = values.to_vec();
            vars.iter()
                .zip(t)
                .for_each(|(v, x)| values[*v as usize] = *x);
            holds(g, num, &values)
        }),
        Formula::ForAll(vars, g) => tuples(LAST + 1, vars.len()).iter().all(|t| {
            let mut values = values.to_vec();
            vars.iter()
                .zip(t)
                .for_each(|(v, x)| values[*v as usize] = *x);
            holds(g, num, &values)
        }),
    }
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        Just(Op::Eq),
        Just(Op::Ne),
        Just(Op::Lt),
        Just(Op::Le),
        Just(Op::Gt),
        Just(Op::Ge)
    ]
}

fn terms(vars: u32) -> impl Strategy<Value = Vec<(i64, Var)>> {
    prop::collection::vec((-3i64..=3, 0..vars), 1..=4)
}

/// Random formulas over variables 0..vars.
pub fn formula(vars: u32, bits: bool) -> impl Strategy<Value = Formula> {
    let linear = (terms(vars), op(), -8i64..30).prop_map(|(t, op, c)| Formula::linear(&t, op, c));
    let congruent =
        (terms(vars), -5i64..5, 1i64..5).prop_map(|(t, c, m)| Formula::congruent(&t, c, m));
    let atom = if bits {
        let bit = (0..3u8, 0..vars, 0..vars, 0..vars).prop_map(|(op, a, b, c)| match op {
            0 => Formula::Xor(a, b, c),
            1 => Formula::BitAnd(a, b, c),
            _ => Formula::BitOr(a, b, c),
        });
        prop_oneof![4 => linear, 1 => congruent, 2 => bit].boxed()
    } else {
        prop_oneof![4 => linear, 1 => congruent].boxed()
    };
    atom.prop_recursive(3, 10, 3, move |inner| {
        let bounded = |v: Var| Formula::linear(&[(1, v)], Op::Le, LAST as i64);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Formula::And),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Formula::Or),
            inner.clone().prop_map(|f| Formula::Not(Box::new(f))),
            (0..vars, inner.clone())
                .prop_map(move |(v, f)| Formula::exists(&[v], Formula::And(vec![bounded(v), f]))),
            (0..vars, inner).prop_map(move |(v, f)| Formula::for_all(&[v], bounded(v).implies(f))),
        ]
    })
}

/// What an operation found. A random formula whose automaton passes the limits is another case, not a failure.
pub fn within_limits<T>(done: Result<T, Error>) -> Result<T, TestCaseError> {
    done.map_err(|e| match e.is_limit() {
        true => TestCaseError::reject(e.to_string()),
        false => TestCaseError::fail(e.to_string()),
    })
}
