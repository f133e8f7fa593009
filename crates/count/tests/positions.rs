//! Positions of components against their enumeration, one by one.

use bouton_core::Budget;
use bouton_count::group::{Axes, Number};
use bouton_count::positions::{
    Mark, Order, Parts, Positions, Wanted, Weight, count, marked, polynomial_sum,
};
use bouton_count::{Distribution, Nat};
use num_bigint::BigInt;
use num_integer::Integer;

/// One component: size, value, weight, and what it adds by the value of the others.
#[derive(Clone)]
struct Part {
    size: u64,
    value: Axes,
    weight: i64,
    with: Vec<(Axes, i64)>,
}

fn value(rng: &mut fastrand::Rng, partizan: bool) -> Axes {
    let mut a = Axes {
        nimber: rng.u64(0..4),
        ..Axes::default()
    };
    if partizan {
        a.number = Number::from(rng.i64(-1..2));
        a.ups = rng.i64(-1..2).into();
    }
    a
}

/// Every position as the indices of its components.
fn enumerate(parts: &[Part], k: usize, order: Order) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..k {
        let mut next = Vec::new();
        for p in &all {
            for i in 0..parts.len() {
                let fits = match order {
                    Order::Tuples => true,
                    Order::Multisets => p.last().is_none_or(|&l| l <= i),
                    Order::Sets => p.last().is_none_or(|&l| l < i),
                    Order::Arrangements => !p.contains(&i),
                };
                if fits {
                    let mut q: Vec<usize> = p.clone();
                    q.push(i);
                    next.push(q);
                }
            }
        }
        all = next;
    }
    all
}

fn sum<'a>(values: impl Iterator<Item = &'a Axes>) -> Axes {
    values.fold(Axes::default(), |a, b| a.plus(b))
}

#[test]
fn positions_equal_their_enumeration() {
    let mut rng = fastrand::Rng::with_seed(13);
    let (mut cases, mut found) = (0, 0);
    for round in 0..300 {
        let partizan = rng.bool();
        let least = rng.u64(0..2);
        let parts: Vec<Part> = (0..rng.u64(1..5))
            .map(|i| Part {
                size: least + i / rng.u64(1..3),
                value: value(&mut rng, partizan),
                weight: rng.i64(-3..9),
                with: vec![
                    (value(&mut rng, partizan), 2),
                    (value(&mut rng, partizan), 3),
                ],
            })
            .collect();
        let order = *rng
            .choice(&[
                Order::Tuples,
                Order::Multisets,
                Order::Sets,
                Order::Arrangements,
            ])
            .unwrap();
        let total = rng.bool().then(|| rng.u64(0..6));
        let any = total.is_some() && parts.iter().all(|p| p.size > 0) && rng.bool();
        let components = (!any).then(|| rng.usize(0..4));
        let modulus = *rng
            .choice(&[
                None,
                Some(1u64),
                Some(2),
                Some(6),
                Some(7),
                Some(1 << 40),
                Some(u64::MAX),
            ])
            .unwrap();
        let positions = Positions {
            components: components.map(Nat::from),
            order,
            total,
            modulus: modulus.map(Nat::from),
        };
        let mut sized = bouton_count::totals::BySize::new();
        for p in &parts {
            sized
                .entry(p.size)
                .or_insert_with(Distribution::new)
                .add(p.value.clone(), 1);
        }
        let all = Parts {
            values: parts.iter().map(|p| p.value.clone()).collect(),
            sized,
        };
        let ks = match components {
            Some(k) => k..k + 1,
            None => 0..total.unwrap() as usize + 1,
        };
        let here: Vec<Vec<usize>> = ks
            .flat_map(|k| enumerate(&parts, k, order))
            .filter(|p| total.is_none_or(|n| p.iter().map(|&i| parts[i].size).sum::<u64>() == n))
            .collect();
        let worth = |p: &[usize]| sum(p.iter().map(|&i| &parts[i].value));
        let target = here.first().map(|p| worth(p)).unwrap_or_default();
        let outcome = target.outcome();
        let accept = |v: &Axes| v.outcome() == outcome;
        let wanted = if rng.bool() {
            Wanted::Value(target.clone())
        } else {
            Wanted::Where(&accept)
        };
        let is_wanted = |p: &[usize]| match &wanted {
            Wanted::Value(v) => worth(p) == *v,
            Wanted::Where(f) => f(&worth(p)),
        };
        let residue = |n: BigInt| modulus.map_or(n.clone(), |m| n.mod_floor(&m.into()));
        let budget = Budget::unlimited();
        let expected = BigInt::from(here.iter().filter(|p| is_wanted(p)).count());
        let got = count(&all, &positions, &wanted, &budget).unwrap();
        assert_eq!(
            got,
            residue(expected.clone()),
            "round {round}: {positions:?}"
        );
        found += usize::from(expected > BigInt::ZERO);
        // The same with a weight for every component of a position.
        let with = rng.bool();
        let marks: Vec<Mark<Axes>> = parts
            .iter()
            .map(|p| Mark {
                size: p.size,
                value: p.value.clone(),
                weight: match with {
                    false => Weight::Always(p.weight.into()),
                    true => {
                        let mut d = Distribution::new();
                        p.with.iter().for_each(|(v, w)| d.add(v.clone(), *w));
                        Weight::With(d)
                    }
                },
            })
            .collect();
        if order == Order::Arrangements && any {
            assert!(marked(&all, &positions, &marks, &wanted, &budget).is_err());
            continue;
        }
        let expected: i64 = here
            .iter()
            .filter(|p| is_wanted(p))
            .flat_map(|p| (0..p.len()).map(move |i| (p, i)))
            .map(|(p, i)| {
                let others = sum(p
                    .iter()
                    .enumerate()
                    .filter(|(j, _)| *j != i)
                    .map(|(_, &c)| &parts[c].value));
                let part = &parts[p[i]];
                match with {
                    false => part.weight,
                    true => part
                        .with
                        .iter()
                        .filter(|(v, _)| *v == others)
                        .map(|(_, w)| w)
                        .sum(),
                }
            })
            .sum();
        let got = marked(&all, &positions, &marks, &wanted, &budget).unwrap();
        assert_eq!(
            got,
            residue(expected.into()),
            "round {round}: {positions:?} with {with}"
        );
        cases += 1;
    }
    assert!(cases > 200 && found > 100, "{cases} {found}");
}

#[test]
fn polynomials_add_up() {
    for degree in 0..5usize {
        for count in 0..9u32 {
            let f = |i: &BigInt| i.pow(degree as u32) * 3 - i + 1;
            let sum: BigInt = (0..count).map(|i| f(&i.into())).sum();
            let got = polynomial_sum(degree.max(1), &count.into(), |i| Ok(f(i))).unwrap();
            assert_eq!(got, sum);
        }
    }
}
