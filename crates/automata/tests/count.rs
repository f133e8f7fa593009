//! Counts and sums against enumeration.

mod common;

use std::sync::Arc;

use bouton_automata::{
    Automaton, Formula, Limits, Nat, Numeration, Op, Polynomial, Question, compile, count,
};
use common::{formula, has_bits, holds, nat, numerations, tuples, within_limits};
use num_bigint::BigInt;
use num_integer::Integer;
use proptest::prelude::*;

fn below(var: u32, bound: impl Into<BigInt>) -> Formula {
    Formula::Linear {
        terms: vec![(1.into(), var)],
        op: Op::Lt,
        constant: bound.into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(30) })]

    #[test]
    fn counts_and_sums_of_random_formulas(
        f in formula(3, false),
        g in formula(3, true),
        sizes in prop::collection::vec(1u64..25, 3),
        powers in prop::collection::vec(0u32..3, 0..4),
        m in 1u64..100,
    ) {
        let limits = &Limits::default();
        for num in numerations() {
            let f = if has_bits(&num) { &g } else { &f };
            let mut constraints: Vec<Formula> = (0..3).map(|v| below(v, sizes[v as usize])).collect();
            constraints.push(f.clone());
            let found: Vec<Vec<u64>> = tuples(25, 3)
                .into_iter()
                .filter(|t| t.iter().zip(&sizes).all(|(x, n)| x < n))
                .filter(|t| holds(f, &num, &[t.as_slice(), &[0]].concat()))
                .collect();
            let mut question = Question { constraints, ..Question::default() };
            let counted = within_limits(count(&num, &question, limits))?.value;
            prop_assert_eq!(&counted, &BigInt::from(found.len()), "{} {:?}", num.name(), f);
            let p = Polynomial::monomial(-2, &powers).plus(Polynomial::monomial(5, &[0, 1, 1]));
            let sum: BigInt = found.iter().map(|t| p.eval(&|v| t[v as usize].into())).sum();
            question.sum = Some(p);
            prop_assert_eq!(&within_limits(count(&num, &question, limits))?.value, &sum);
            question.modulus = Some(nat(m));
            prop_assert_eq!(within_limits(count(&num, &question, limits))?.value, sum.mod_floor(&m.into()));
            question.sum = None;
            prop_assert_eq!(within_limits(count(&num, &question, limits))?.value, counted % m);
            // The same formula as a set, under other names.
            let set = Arc::new(within_limits(compile(f, &num, limits))?);
            let vars: Vec<u32> = set.vars().to_vec();
            question.constraints.pop();
            question.sets = vec![(set, vars)];
            question.modulus = None;
            prop_assert_eq!(within_limits(count(&num, &question, limits))?.value, BigInt::from(found.len()));
        }
    }
}

#[test]
fn bounds_through_equalities_and_relations() {
    let limits = Limits::default();
    let two = Numeration::Base(2);
    let ask = |num: &Numeration, constraints: Vec<Formula>| {
        let question = Question {
            constraints,
            ..Question::default()
        };
        count(num, &question, &limits)
    };
    let bound = BigInt::from(1u64 << 30);
    let top = Formula::Linear {
        terms: vec![(1.into(), 0)],
        op: Op::Le,
        constant: bound.clone(),
    };
    let double = Formula::linear(&[(2, 0), (-1, 1)], Op::Eq, 0);
    let triple = Formula::linear(&[(3, 0), (-1, 2)], Op::Eq, 0);
    for num in numerations() {
        let n = ask(&num, vec![top.clone(), double.clone(), triple.clone()]).unwrap();
        assert_eq!(n.value, &bound + 1);
    }
    // c = a xor b
    let n = ask(&two, vec![top.clone(), below(1, 8), Formula::Xor(2, 0, 1)]).unwrap();
    assert_eq!(n.value, (&bound + 1) * 8);
    // Not bounded: b >= a, or a variable that only the sum has.
    let e = ask(&two, vec![top.clone(), Formula::less(0, 1)]).unwrap_err();
    assert!(e.is_input() && e.to_string().contains("variable 1"), "{e}");
    let sum = Question {
        constraints: vec![top.clone()],
        sum: Some(Polynomial::monomial(1, &[5])),
        ..Question::default()
    };
    let e = count(&two, &sum, &limits).unwrap_err();
    assert!(e.is_input() && e.to_string().contains("variable 5"), "{e}");
    // Nothing satisfies x < x + y < 0: finite although no variable is bounded by itself.
    let nothing = vec![Formula::linear(&[(1, 0), (1, 1)], Op::Lt, 0)];
    assert_eq!(ask(&two, nothing).unwrap().value, 0.into());
    // A disjunction of bounds does not bound; a disjunction of intervals does.
    let either = Formula::Or(vec![below(0, 1000), below(1, 1000)]);
    assert!(ask(&two, vec![either]).is_err());
    let far = Formula::Or(vec![
        below(0, 1000),
        Formula::And(vec![
            Formula::linear(&[(1, 0)], Op::Ge, 100_000),
            below(0, 100_100),
        ]),
    ]);
    assert_eq!(ask(&two, vec![far]).unwrap().value, 1100.into());
    // No variables: one empty tuple.
    assert_eq!(ask(&two, vec![]).unwrap().value, 1.into());
    assert_eq!(ask(&two, vec![Formula::False]).unwrap().value, 0.into());
    let zero = Question {
        modulus: Some(nat(0)),
        ..Question::default()
    };
    assert!(count(&two, &zero, &limits).unwrap_err().is_input());
}

/// The losing pairs of the coupled piles by their description: for a <= b, b + 1 is a multiple of 2^(digits of a).
fn coupled() -> Automaton {
    let at = |t: &[u64]| {
        let (a, b) = (t[0].min(t[1]), t[0].max(t[1]));
        a > 0 && (b + 1) % (1 << (64 - a.leading_zeros())) == 0
    };
    bouton_automata::learn_box(&Numeration::Base(2), &[0, 1], &[64, 64], &at, 10).unwrap()
}

#[test]
fn published_counts_and_huge_bounds() {
    let set = Arc::new(coupled());
    assert_eq!(set.states(), 7);
    let ask = |bound: BigInt, modulus: Option<Nat>| {
        let question = Question {
            sets: vec![(set.clone(), vec![0, 1])],
            constraints: vec![below(0, bound.clone()), below(1, bound)],
            modulus,
            ..Question::default()
        };
        count(&Numeration::Base(2), &question, &Limits::default())
            .unwrap()
            .value
    };
    let table = include_str!("../../../testdata/automata-counts.tsv");
    let mut rows = 0;
    for line in table.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(
            ask(fields[1].parse().unwrap(), None),
            fields[2].parse().unwrap()
        );
        rows += 1;
    }
    assert_eq!(rows, 2);
    // Below 2^n: for each bit length d of the smaller part, 2^(d-1) values a; b = -1 mod 2^d, a <= b < 2^n: 2^(n-d) values.
    // Both orders, but a = b = 2^d - 1 once.
    for n in [1u32, 5, 64, 1000] {
        let pairs = BigInt::from(2).pow(n) * n - n;
        assert_eq!(ask(BigInt::from(2).pow(n), None), pairs, "{n}");
        assert_eq!(
            ask(BigInt::from(2).pow(n), Some(nat(97))),
            pairs.mod_floor(&97.into())
        );
    }
}

#[test]
fn sums_of_powers_below_huge_bounds() {
    let bound = BigInt::from(10).pow(60);
    for num in numerations() {
        let ask = |vars: &[u32]| {
            let question = Question {
                constraints: vec![below(0, bound.clone())],
                sum: Some(Polynomial::monomial(1, vars)),
                ..Question::default()
            };
            count(&num, &question, &Limits::default()).unwrap().value
        };
        assert_eq!(ask(&[]), bound);
        assert_eq!(ask(&[0]), &bound * (&bound - 1) / 2);
        assert_eq!(ask(&[0, 0]), (&bound - 1) * &bound * (&bound * 2 - 1) / 6);
    }
}
