//! Combinations against enumeration: every selection, every group, exact and modulo anything.

use bouton_core::Budget;
use bouton_count::group::{
    Axes, Group, Integer, IntegerNimber, Nimber, Number, NumberUpNimber, Switches,
};
use bouton_count::totals::{BySize, by_total};
use bouton_count::weighted::weighted;
use bouton_count::{Distribution, Nat, Selection, combine};
use num_bigint::BigInt;
use num_integer::Integer as _;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn free() -> Budget {
    Budget::unlimited()
}

/// All combinations of k of the components 0..n, as indices.
fn choices(n: usize, k: usize, selection: Selection) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..k {
        let longer = |c: &Vec<usize>| {
            let first = match (selection, c.last()) {
                (Selection::Ordered, _) | (_, None) => 0,
                (Selection::Multisets, Some(l)) => *l,
                (Selection::Sets, Some(l)) => l + 1,
            };
            (first..n)
                .map(|i| [c.as_slice(), &[i]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn sum<V: Group>(values: &[V], choice: &[usize]) -> V {
    choice
        .iter()
        .fold(V::zero().unwrap(), |s, &i| s.plus(&values[i]).unwrap())
}

fn by_enumeration<V: Group>(
    values: &[V],
    weight: impl Fn(&[usize]) -> i64,
    k: usize,
    selection: Selection,
    modulus: Option<&Nat>,
) -> Distribution<V> {
    let mut d = Distribution::new();
    for c in choices(values.len(), k, selection) {
        d.add(sum(values, &c), weight(&c));
    }
    let mut out = Distribution::new();
    for (v, c) in d.iter() {
        out.add(
            v.clone(),
            modulus.map_or(c.clone(), |m| c.mod_floor(&BigInt::from(m.clone()))),
        );
    }
    out
}

fn check<V: Group>(values: &[V], k: usize, selection: Selection, modulus: Option<&Nat>) {
    let parts: Distribution<V> = values.iter().cloned().collect();
    let found = combine(&parts, &Nat::from(k), selection, modulus, &free()).unwrap();
    assert_eq!(
        found,
        by_enumeration(values, |_| 1, k, selection, modulus),
        "{values:?} {k} {selection:?} {modulus:?}"
    );
    let mut sizes = Distribution::new();
    values
        .iter()
        .enumerate()
        .for_each(|(i, v)| sizes.add(v.clone(), i * i + 1));
    let weight = |c: &[usize]| c.iter().map(|i| (i * i + 1) as i64).sum();
    let sums = weighted(&parts, &sizes, &Nat::from(k), selection, modulus, &free()).unwrap();
    assert_eq!(
        sums,
        by_enumeration(values, weight, k, selection, modulus),
        "weights"
    );
}

fn selections() -> impl Strategy<Value = Selection> {
    prop_oneof![
        Just(Selection::Ordered),
        Just(Selection::Multisets),
        Just(Selection::Sets)
    ]
}

fn moduli() -> impl Strategy<Value = Option<Nat>> {
    prop_oneof![
        Just(None),
        prop_oneof![
            Just(1u64),
            Just(2),
            Just(12),
            Just(97),
            Just(1 << 40),
            Just(u64::MAX),
            1u64..1000
        ]
        .prop_map(|m| Some(Nat::from(m))),
        Just(Some(Nat::from(10u32).pow(30))),
    ]
}

fn numbers() -> impl Strategy<Value = Number> {
    (-6i64..6, 0u64..3).prop_map(|(n, e)| Number(bouton_value::Dyadic::new(n, e).unwrap()))
}

proptest! {
    #[test]
    fn nimbers(v in prop::collection::vec(0u64..9, 0..7), k in 0usize..5, s in selections(), m in moduli()) {
        check(&v.into_iter().map(Nimber).collect::<Vec<_>>(), k, s, m.as_ref());
    }

    #[test]
    fn integers(v in prop::collection::vec(-3i64..4, 0..6), k in 0usize..5, s in selections(), m in moduli()) {
        check(&v.into_iter().map(|n| Integer(n.into())).collect::<Vec<_>>(), k, s, m.as_ref());
    }

    #[test]
    fn integers_and_nimbers(v in prop::collection::vec((-3i64..4, 0u64..4), 0..6), k in 0usize..5, s in selections(), m in moduli()) {
        check(&v.into_iter().map(|(n, g)| IntegerNimber(n.into(), g)).collect::<Vec<_>>(), k, s, m.as_ref());
    }

    #[test]
    fn dyadics(v in prop::collection::vec(numbers(), 0..6), k in 0usize..5, s in selections(), m in moduli()) {
        check(&v, k, s, m.as_ref());
    }

    #[test]
    fn numbers_ups_and_nimbers(v in prop::collection::vec((numbers(), -2i64..3, 0u64..4), 0..6), k in 0usize..4, s in selections(), m in moduli()) {
        let value = |(number, ups, nimber): (Number, i64, u64)| NumberUpNimber { number, ups: ups.into(), nimber };
        check(&v.into_iter().map(value).collect::<Vec<_>>(), k, s, m.as_ref());
    }

    #[test]
    fn switches(v in prop::collection::vec((numbers(), prop::collection::vec(1i64..4, 0..3)), 0..6), k in 0usize..4, s in selections(), m in moduli()) {
        let value = |(mean, t): (Number, Vec<i64>)| Switches::new(mean, t.into_iter().map(Number::from)).unwrap();
        check(&v.into_iter().map(value).collect::<Vec<_>>(), k, s, m.as_ref());
    }

    /// The laws of a commutative group, that nimbers and switches have order two, and that negatives swap the players.
    #[test]
    fn laws(all in prop::collection::vec((numbers(), -2i64..3, 0u64..4, prop::collection::vec(1i64..4, 0..3)), 3)) {
        let value = |(number, ups, nimber, t): &(Number, i64, u64, Vec<i64>)| {
            let hot = Switches::new(Number::default(), t.iter().map(|t| Number::from(*t))).unwrap().axes();
            Axes { number: number.clone(), ups: (*ups).into(), nimber: *nimber, ..Axes::default() }.plus(&hot)
        };
        let [a, b, c] = [value(&all[0]), value(&all[1]), value(&all[2])];
        prop_assert_eq!(a.plus(&b), b.plus(&a));
        prop_assert_eq!(a.plus(&b).plus(&c), a.plus(&b.plus(&c)));
        prop_assert_eq!(a.plus(&Axes::default()), a.clone());
        prop_assert_eq!(a.plus(&a.negative()), Axes::default());
        prop_assert_eq!(Axes::from_axes(a.axes()).unwrap(), a.clone());
        let swapped = match a.negative().outcome().letter() { "L" => "R", "R" => "L", same => same };
        prop_assert_eq!(a.outcome().letter(), swapped);
    }

    #[test]
    fn totals(
        v in prop::collection::vec((1u64..5, -1i64..2, 0u64..4), 0..6), numbers in any::<bool>(), zero in any::<bool>(),
        n in 0u64..8, k in prop::option::of(0usize..4), s in selections(), m in moduli(),
    ) {
        let mut all: Vec<(u64, IntegerNimber)> = v.into_iter()
            .map(|(size, i, g)| (size, IntegerNimber(if numbers { i.into() } else { 0.into() }, g))).collect();
        if zero && k.is_some() {
            all.push((0, IntegerNimber(0.into(), 1)));
        }
        let mut parts: BySize<IntegerNimber> = BTreeMap::new();
        for (size, value) in &all {
            parts.entry(*size).or_default().add(value.clone(), 1);
        }
        let values: Vec<IntegerNimber> = all.iter().map(|a| a.1.clone()).collect();
        let mut expected = vec![Distribution::new(); n as usize + 1];
        let (first, last) = k.map_or((0, n as usize), |k| (k, k));
        for k in first..=last {
            for c in bounded(&all, k, n, s) {
                let total: u64 = c.iter().map(|&i| all[i].0).sum();
                expected[total as usize].add(sum(&values, &c), 1);
            }
        }
        let found = by_total(&parts, n, k.map(Nat::from).as_ref(), s, m.as_ref(), &free()).unwrap();
        for (f, e) in found.iter().zip(&expected) {
            let e = bouton_count::weighted::reduced(e, m.as_ref()).unwrap();
            prop_assert_eq!(f, &e);
        }
    }
}

/// Choices whose total size stays within n.
fn bounded(all: &[(u64, IntegerNimber)], k: usize, n: u64, s: Selection) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..k {
        let mut longer = Vec::new();
        for c in &found {
            let first = match (s, c.last()) {
                (Selection::Ordered, _) | (_, None) => 0,
                (Selection::Multisets, Some(l)) => *l,
                (Selection::Sets, Some(l)) => l + 1,
            };
            for i in first..all.len() {
                let c = [c.as_slice(), &[i]].concat();
                if c.iter().map(|&i| all[i].0).sum::<u64>() <= n {
                    longer.push(c);
                }
            }
        }
        found = longer;
    }
    found
}

/// Outcomes of the groups against canonical forms of short games.
#[test]
fn outcomes_are_those_of_the_games() {
    use bouton_value::Store;
    let mut store = Store::new();
    let mut cases = 0;
    for number in ["-1", "0", "1/2", "2"] {
        for ups in -2i64..=2 {
            for nimber in 0u64..4 {
                for hot in [vec![], vec![1i64], vec![2], vec![2, 1], vec![3, 2, 1]] {
                    let a = Axes {
                        number: Number(number.parse().unwrap()),
                        ups: ups.into(),
                        nimber,
                        switches: hot.iter().map(|t| Number::from(*t)).collect(),
                    };
                    let zero = bouton_value::Value::ZERO;
                    let mut game = store.number(&number.parse().unwrap()).unwrap();
                    let up = store.ups(ups).unwrap();
                    game = store.add(game, up).unwrap();
                    let nim = store.nimber(nimber).unwrap();
                    game = store.add(game, nim).unwrap();
                    for t in &hot {
                        let (l, r) = (store.integer(*t), store.integer(-t));
                        let switch = store.game(&[l], &[r]).unwrap();
                        game = store.add(game, switch).unwrap();
                    }
                    let (ge, le) = (store.ge(game, zero).unwrap(), store.ge(zero, game).unwrap());
                    let expected = match (ge, le) {
                        (true, true) => "P",
                        (true, false) => "L",
                        (false, true) => "R",
                        (false, false) => "N",
                    };
                    assert_eq!(a.outcome().letter(), expected, "{a}");
                    cases += 1;
                }
            }
        }
    }
    assert_eq!(cases, 400);
}

/// k and counts far beyond 64 bits: the exact result modulo M is the result modulo M.
#[test]
fn exact_and_modular_results_agree() {
    let mut cases = 0;
    let far = BigInt::from(10).pow(25);
    let d = Distribution::periodic(&[0, 3, 1, 2].map(Nimber), 3, &5.into(), &far).unwrap();
    for s in [Selection::Ordered, Selection::Multisets, Selection::Sets] {
        for k in [0u32, 1, 2, 7, 40] {
            let exact = combine(&d, &k.into(), s, None, &free()).unwrap();
            for m in [
                1u64,
                2,
                6,
                7,
                64,
                1_000_000_000,
                1_000_000_007,
                u64::MAX,
                1 << 63,
            ] {
                let m = Nat::from(m);
                let modular = combine(&d, &k.into(), s, Some(&m), &free()).unwrap();
                assert_eq!(
                    bouton_count::weighted::reduced(&exact, Some(&m)).unwrap(),
                    modular,
                    "{s:?} {k} {m}"
                );
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 135);
    assert!(
        combine(
            &d,
            &1u32.into(),
            Selection::Ordered,
            Some(&0u32.into()),
            &free()
        )
        .unwrap_err()
        .is_input()
    );
    let long = combine(
        &d,
        &Nat::from(10u32).pow(18),
        Selection::Ordered,
        None,
        &free(),
    );
    assert!(long.unwrap_err().to_string().contains("modulo"));
}
