//! Formulas compiled to automata against their evaluation by definition, in every numeration.

mod common;

use bouton_automata::{Automaton, Formula, Limits, Nat, Numeration, Op, compile, decide};
use common::{LAST, formula, has_bits, holds, nat, numerations, tuples, within_limits};
use proptest::prelude::*;

fn check(f: &Formula, num: &Numeration, side: u64) -> Result<(), TestCaseError> {
    let set = within_limits(compile(f, num, &Limits::default()))?;
    let free = f.free_vars().unwrap();
    prop_assert_eq!(set.vars(), free.as_slice());
    for tuple in tuples(side, free.len()) {
        let mut values = [0; 4];
        free.iter()
            .zip(&tuple)
            .for_each(|(v, x)| values[*v as usize] = *x);
        let word: Vec<Nat> = tuple.iter().map(|&x| nat(x)).collect();
        prop_assert_eq!(
            set.contains(&word),
            holds(f, num, &values),
            "{} {:?} {:?}",
            num.name(),
            f,
            tuple
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn random_formulas(f in formula(3, false), g in formula(3, true)) {
        for num in numerations() {
            check(&f, &num, 10)?;
            if has_bits(&num) {
                check(&g, &num, 10)?;
            }
        }
    }

    #[test]
    fn laws_of_boolean_algebra(f in formula(3, false), g in formula(3, false), h in formula(2, false)) {
        let limits = &Limits::default();
        for num in numerations() {
            let make = |f: &Formula| compile(f, &num, limits).unwrap().extend(&[0, 1, 2], limits).unwrap();
            let (a, b, c) = (make(&f), make(&g), make(&h));
            let and = |x: &Automaton, y: &Automaton| x.and(y, limits).unwrap();
            let or = |x: &Automaton, y: &Automaton| x.or(y, limits).unwrap();
            let not = |x: &Automaton| x.complement(limits).unwrap();
            prop_assert_eq!(and(&a, &b), and(&b, &a));
            prop_assert_eq!(and(&a, &or(&b, &c)), or(&and(&a, &b), &and(&a, &c)));
            prop_assert_eq!(not(&and(&a, &b)), or(&not(&a), &not(&b)));
            prop_assert_eq!(a.difference(&b, limits).unwrap(), and(&a, &not(&b)));
            prop_assert_eq!(&not(&not(&a)), &a);
            prop_assert!(and(&a, &not(&a)).is_empty());
            prop_assert!(or(&a, &not(&a)).is_all());
            prop_assert_eq!(or(&a, &a), a.clone());
            let some = a.exists(&[1], limits).unwrap();
            prop_assert_eq!(&and(&a, &some), &a);
            prop_assert_eq!(or(&a, &b).exists(&[1], limits).unwrap(), or(&some, &b.exists(&[1], limits).unwrap()));
            let swapped = a.rename(&[(0, 2), (2, 0)]).unwrap();
            prop_assert_eq!(&swapped.rename(&[(0, 2), (2, 0)]).unwrap(), &a);
            let table = a.to_table().unwrap();
            prop_assert_eq!(&Automaton::from_table(&table, &[0, 1, 2]).unwrap(), &a);
            prop_assert_eq!(&Automaton::from_table(&table, &[2, 1, 0]).unwrap(), &swapped);
        }
    }

    #[test]
    fn numbers_read_back(n in any::<u128>(), k in 0u32..40) {
        let n = Nat::from(n).pow(k % 5) >> k;
        for num in numerations() {
            let digits = num.digits(&n);
            prop_assert_eq!(num.value(&digits), n.clone());
            prop_assert!(num.valid().unwrap().contains(std::slice::from_ref(&n)));
        }
    }

    #[test]
    fn completions_are_least(f in formula(3, false), a in 0u64..10) {
        for num in numerations() {
            let set = compile(&f, &num, &Limits::default()).unwrap().extend(&[0, 1, 2], &Limits::default()).unwrap();
            let found = set.complete(&[(1, nat(a))]);
            let fixed = Formula::And(vec![f.clone(), Formula::linear(&[(1, 1)], Op::Eq, a as i64)]);
            let rest = compile(&fixed, &num, &Limits::default()).unwrap().exists(&[1], &Limits::default()).unwrap();
            let rest = rest.extend(&[0, 2], &Limits::default()).unwrap();
            // The least completion is as long as needed and no longer, then least in lexicographic order.
            match found {
                None => prop_assert!(rest.is_empty()),
                Some(pairs) => {
                    let tuple: Vec<Nat> = pairs.iter().map(|p| p.1.clone()).collect();
                    prop_assert!(rest.contains(&tuple));
                    let len = |t: &[Nat]| t.iter().map(|n| num.digits(n).len()).max().unwrap();
                    let floor = num.digits(&nat(a)).len();
                    if let Some(least) = rest.least()
                        && len(&least) >= floor
                    {
                        prop_assert_eq!(tuple, least);
                    } else {
                        prop_assert!(len(&tuple) <= floor);
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(6) })]

    #[test]
    fn random_sentences(f in formula(3, false), g in formula(3, false), h in formula(3, true)) {
        let bounded: Vec<Formula> =
            (0..3).map(|v| Formula::linear(&[(1, v)], Op::Le, LAST as i64)).collect();
        for num in numerations() {
            let h = if has_bits(&num) { &h } else { &g };
            let body = vec![f.clone(), Formula::Or(vec![g.clone(), h.clone()])];
            let some = Formula::exists(&[0, 1, 2], Formula::And([bounded.clone(), body.clone()].concat()));
            let all = Formula::for_all(&[0, 1, 2], Formula::And(bounded.clone()).implies(Formula::And(body.clone())));
            let mixed = Formula::for_all(&[0], Formula::And(bounded[..1].to_vec()).implies(Formula::exists(
                &[1, 2],
                Formula::And([bounded[1..].to_vec(), body].concat()),
            )));
            for sentence in [some, all, mixed] {
                let truth = within_limits(decide(&sentence, &num, &Limits::default()))?;
                prop_assert_eq!(truth, holds(&sentence, &num, &[0; 4]), "{} {:?}", num.name(), sentence);
                let set = within_limits(compile(&sentence, &num, &Limits::default()))?;
                prop_assert_eq!(set.vars().len(), 0);
                prop_assert_eq!(!set.is_empty(), truth);
            }
        }
    }

    #[test]
    fn linear_constraints_on_huge_numbers(
        c in prop::collection::vec(-4i64..=4, 3),
        x in prop::collection::vec(any::<u128>(), 3),
        shift in 64u32..128,
        near in -2i64..=2,
        other in prop::collection::vec((any::<u128>(), 60u32..128), 3),
    ) {
        let x: Vec<Nat> = x.into_iter().map(|x| Nat::from(x >> shift)).collect();
        let value: num_bigint::BigInt = c
            .iter()
            .zip(&x)
            .map(|(&c, x)| num_bigint::BigInt::from(x.clone()) * c)
            .sum();
        let terms: Vec<_> = c.iter().enumerate().map(|(v, &c)| (c.into(), v as u32)).collect();
        for num in numerations().iter().filter(|n| n.name() != "base 10") {
            for op in [Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge] {
                let constant = &value + near;
                let f = Formula::Linear { terms: terms.clone(), op, constant: constant.clone() };
                let set = compile(&f, num, &Limits::default()).unwrap();
                if set.vars().len() == 3 {
                    prop_assert_eq!(set.contains(&x), op.holds(value.cmp(&constant)));
                    let y: Vec<Nat> = other.iter().map(|&(y, shift)| Nat::from(y >> shift)).collect();
                    let sum: num_bigint::BigInt =
                        c.iter().zip(&y).map(|(&c, y)| num_bigint::BigInt::from(y.clone()) * c).sum();
                    prop_assert_eq!(set.contains(&y), op.holds(sum.cmp(&constant)));
                }
            }
        }
    }
}

#[test]
fn numerations_have_the_known_weights() {
    let weights = |name: &str| {
        let num = Numeration::parse(name).unwrap();
        num.weights(6)
            .iter()
            .rev()
            .map(|w| w.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(weights("base 10"), "1 10 100 1000 10000 100000");
    assert_eq!(weights("Zeckendorf"), "1 2 3 5 8 13");
    assert_eq!(weights("Ostrowski [1] [2]"), "1 2 5 12 29 70");
    // √3 = [1; 1, 2, 1, 2, …], convergents 1, 2, 5/3, 7/4, 19/11, 26/15
    assert_eq!(weights("Ostrowski [1] [1,2]"), "1 1 3 4 11 15");
}

#[test]
fn the_words_of_each_length_are_the_numbers_below_a_weight() {
    for num in numerations() {
        let block = num.block();
        let limit = nat(5_000);
        let valid = num.valid().unwrap();
        let listed: Vec<Nat> = valid.tuples().take(500).map(|t| t[0].clone()).collect();
        let counted: Vec<Nat> = (0..500u64).map(nat).collect();
        assert_eq!(listed, counted, "{}", num.name());
        assert!(num.digits(&limit).len() % block == 0);
    }
}

#[test]
fn sentences() {
    let limits = Limits::default();
    for num in numerations() {
        // Every number is a sum of two whose difference is at most 1; no number is the largest.
        let halves = Formula::for_all(
            &[0],
            Formula::exists(
                &[1, 2],
                Formula::And(vec![
                    Formula::linear(&[(1, 1), (1, 2), (-1, 0)], Op::Eq, 0),
                    Formula::linear(&[(1, 1), (-1, 2)], Op::Le, 1),
                    Formula::linear(&[(1, 2), (-1, 1)], Op::Le, 1),
                ]),
            ),
        );
        assert!(decide(&halves, &num, &limits).unwrap());
        let largest = Formula::exists(
            &[0],
            Formula::for_all(&[1], Formula::linear(&[(1, 1), (-1, 0)], Op::Le, 0)),
        );
        assert!(!decide(&largest, &num, &limits).unwrap());
        // The numbers that 3 x + 5 y does not reach: the largest is 7.
        let coins = Formula::exists(
            &[1, 2],
            Formula::linear(&[(3, 1), (5, 2), (-1, 0)], Op::Eq, 0),
        );
        let gaps = compile(&Formula::Not(Box::new(coins)), &num, &limits).unwrap();
        assert!(!gaps.infinite());
        let gaps: Vec<String> = gaps.tuples().map(|t| t[0].to_string()).collect();
        assert_eq!(gaps.join(" "), "1 2 4 7");
    }
}

#[test]
fn wrong_input_is_named() {
    let limits = Limits::default();
    let error = |f: &Formula, num: &Numeration| compile(f, num, &limits).unwrap_err();
    let e = error(&Formula::Xor(0, 1, 2), &Numeration::Base(10));
    assert!(e.is_input() && e.to_string().contains("base 10"), "{e}");
    assert!(error(&Formula::congruent(&[(1, 0)], 0, 0), &Numeration::Base(2)).is_input());
    assert!(error(&Formula::True, &Numeration::Base(1)).is_input());
    assert!(error(&Formula::True, &Numeration::Base(300)).is_input());
    let binary = std::sync::Arc::new(Automaton::all(&Numeration::Base(2), &[0]).unwrap());
    assert!(error(&Formula::Is(binary.clone(), vec![0]), &Numeration::Base(3)).is_input());
    assert!(error(&Formula::Is(binary, vec![0, 1]), &Numeration::Base(2)).is_input());
    assert!(
        decide(&Formula::equal(0, 1), &Numeration::Base(2), &limits)
            .unwrap_err()
            .is_input()
    );
    let deep = (0..2000).fold(Formula::True, |f, _| Formula::Exists(vec![0], Box::new(f)));
    assert!(error(&deep, &Numeration::Base(2)).is_input());
    let wide = Formula::linear(&(0..70).map(|v| (1, v)).collect::<Vec<_>>(), Op::Eq, 0);
    assert!(error(&wide, &Numeration::Base(2)).is_input());
    let large = Formula::congruent(&[(1, 0)], 0, 1_000_000_007);
    assert!(error(&large, &Numeration::Base(2)).is_limit());
    for name in [
        "base x",
        "base 1",
        "roman",
        "Ostrowski [1]",
        "Ostrowski [1] []",
        "Ostrowski [1,2] [3]",
        "Ostrowski [a] [1]",
    ] {
        assert!(Numeration::parse(name).is_err(), "{name}");
    }
    for num in numerations() {
        assert_eq!(Numeration::parse(&num.name()).unwrap(), num);
    }
}
