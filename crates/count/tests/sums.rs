//! Floor sums, recurrences, lines, number theory, polynomials: each against its definition.

use bouton_core::Budget;
use bouton_count::binomial::{Row, Rows};
use bouton_count::floor::{beatty_sum, floor_sum};
use bouton_count::holonomic::Holonomic;
use bouton_count::lines::{three_heaps, two_heaps};
use bouton_count::numbers::*;
use bouton_count::rational::{Rational, berlekamp_massey};
use bouton_count::ring::{Exact, Mod, Ring};
use bouton_count::{Nat, partitions, poly};
use bouton_seq::Quadratic;
use num_bigint::BigInt;
use num_integer::{Integer, Roots, binomial};
use proptest::prelude::*;

fn free() -> Budget {
    Budget::unlimited()
}

proptest! {
    #[test]
    fn floor_sums(n in 0u64..40, a in -50i64..50, b in -50i64..50, m in 1i64..40, p in 0usize..4, q in 0usize..4) {
        let term = |i: u64| BigInt::from(i).pow(p as u32) * BigInt::from(num_integer::div_floor(a * i as i64 + b, m)).pow(q as u32);
        let slow: BigInt = (0..n).map(term).sum();
        prop_assert_eq!(floor_sum(&n.into(), &a.into(), &b.into(), &m.into(), p, q).unwrap(), slow);
    }

    #[test]
    fn beatty_sums(n in 0u64..60, p in -20i64..20, d in 2u64..50, q in -9i64..10, e in 0usize..3, f in 0usize..4) {
        prop_assume!(q != 0 && d.sqrt().pow(2) != d);
        let alpha = Quadratic { p, d, q };
        let term = |k: u64| BigInt::from(k).pow(e as u32) * alpha.floor_times(&k.into()).pow(f as u32);
        let slow: BigInt = (1..=n).map(term).sum();
        prop_assert_eq!(beatty_sum(&alpha, &n.into(), e, f).unwrap(), slow);
    }

    #[test]
    fn products(a in prop::collection::vec(any::<i64>(), 0..70), b in prop::collection::vec(any::<i64>(), 0..70), m in prop_oneof![1u64..100, any::<u64>().prop_map(|m| m.max(1)), 1u64 << 31..1 << 33]) {
        let big = |v: &[i64]| v.iter().map(|&c| BigInt::from(c)).collect::<Vec<_>>();
        let exact = poly::slow(&Exact, &big(&a), &big(&b));
        prop_assert_eq!(&Exact.convolve(&big(&a), &big(&b)), &exact);
        let ring = Mod::new(m);
        let small = |v: &[i64]| v.iter().map(|&c| ring.int(&c.into())).collect::<Vec<_>>();
        let expected: Vec<u64> = exact.iter().map(|c| ring.int(c)).collect();
        prop_assert_eq!(ring.convolve(&small(&a), &small(&b)), expected);
    }

    #[test]
    fn rows_of_binomials(a in 0u64..60, k in 0usize..30, m in 1u64..400) {
        let modulus = Nat::from(m);
        let ring = Mod::new(m);
        let rows = Rows::new(ring, Some(&modulus), k, &free()).unwrap();
        let exact = Rows::new(Exact, None, k, &free()).unwrap();
        let residue = |c: BigInt| ring.int(&c);
        for (row, c) in [
            (Row::Falling, (0..=k as u64).map(|j| if j > a { 0.into() } else { binomial(BigInt::from(a), j.into()) }).collect::<Vec<_>>()),
            (Row::Rising, (0..=k as u64).map(|j| if a + j == 0 { 1.into() } else if j > a + j - 1 { 0.into() } else { binomial(BigInt::from(a + j - 1), j.into()) }).collect()),
        ] {
            prop_assert_eq!(&exact.row(&a.into(), row), &c);
            prop_assert_eq!(rows.row(&a.into(), row), c.into_iter().map(residue).collect::<Vec<_>>());
        }
    }

    #[test]
    fn jumps(p in prop::collection::vec(-5i64..5, 0..5), q in prop::collection::vec(-5i64..5, 0..4), n in 0usize..60, m in 1u64..1000) {
        let big = |v: &[i64]| v.iter().map(|&c| BigInt::from(c)).collect::<Vec<_>>();
        let denominator = [vec![1.into()], big(&q)].concat();
        let g = Rational::new(big(&p), denominator).unwrap();
        let terms = g.terms(80);
        prop_assert_eq!(&g.coefficient(&n.into(), None).unwrap(), &terms[n]);
        let modulus = Nat::from(m);
        prop_assert_eq!(g.coefficient(&n.into(), Some(&modulus)).unwrap(), terms[n].mod_floor(&m.into()));
        let found = Rational::fit(&terms).unwrap();
        prop_assert_eq!(found.terms(80), terms);
    }

    #[test]
    fn powers_of_polynomials(p in prop::collection::vec(-4i64..5, 1..5), k in 0u32..7, m in 1u64..60) {
        prop_assume!(p[0] != 0);
        let p: Vec<BigInt> = p.into_iter().map(BigInt::from).collect();
        let mut slow = poly::power(&Exact, &p, &k.into(), 40, &free()).unwrap();
        slow.resize(40, BigInt::default());
        prop_assert_eq!(&Holonomic::power_coefficients(&p, k, 40, None, &free()).unwrap(), &slow);
        let modular = Holonomic::power_coefficients(&p, k, 40, Some(&m.into()), &free()).unwrap();
        prop_assert_eq!(modular, slow.iter().map(|c| c.mod_floor(&m.into())).collect::<Vec<_>>());
    }

    #[test]
    fn two_heaps_forbid_lines(extra in prop::collection::vec((0u64..4, 0u64..4), 0..4), nim in any::<bool>(), x in 0u64..14, y in 0u64..14) {
        let mut directions: Vec<(u64, u64)> = extra.into_iter().filter(|(a, b)| a.gcd(b) == 1).collect();
        if nim {
            directions.extend([(1, 0), (0, 1)]);
        }
        let mut p = Vec::new();
        for a in 0..=x {
            for b in 0..=y {
                let loses = |&(c, d): &(u64, u64)| directions.iter().any(|(dx, dy)| (1..=a.max(b)).any(|t| c + t * dx == a && d + t * dy == b));
                if !p.iter().any(loses) {
                    p.push((a, b));
                }
            }
        }
        prop_assert_eq!(two_heaps(&directions, x, y, &free()).unwrap(), p);
    }

    #[test]
    fn three_heaps_forbid_lines(extra in prop::collection::vec([0u64..3, 0u64..3, 0u64..3], 0..3), nim in any::<bool>(), most in 0u64..7) {
        let mut directions: Vec<[u64; 3]> = extra.into_iter().filter(|d| d.contains(&1)).collect();
        if nim {
            directions.push([0, 0, 1]);
        }
        let mut all: Vec<[u64; 3]> = Vec::new();
        for s in 0..=3 * most {
            for a in 0..=most { for b in 0..=most { for c in 0..=most {
                if a + b + c != s { continue; }
                let p = [a, b, c];
                let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
                let reaches = |q: &[u64; 3]| directions.iter().any(|d| orders.iter().any(|o| (1..=most).any(|t| (0..3).all(|i| q[i] + t * d[o[i]] == p[i]))));
                if !all.iter().any(reaches) { all.push(p); }
            }}}
        }
        let mut sorted: Vec<[u64; 3]> = all.into_iter().filter(|p| p[0] <= p[1] && p[1] <= p[2]).collect();
        sorted.sort();
        prop_assert_eq!(three_heaps(&directions, most, &free()).unwrap(), sorted);
    }
}

#[test]
fn floor_sums_at_any_size() {
    // Pairs below the golden line, by two ways of counting the same lattice points.
    let n = Nat::from(10u32).pow(60);
    let top = Quadratic::PHI.floor_times(&n).magnitude().clone();
    let inverse = Quadratic { p: -1, d: 5, q: 2 };
    let below = beatty_sum(&Quadratic::PHI, &n, 0, 1).unwrap();
    let above = beatty_sum(&inverse, &top, 0, 1).unwrap();
    assert_eq!(below + above, BigInt::from(n) * BigInt::from(top));
    assert!(beatty_sum(&Quadratic { p: 0, d: 4, q: 1 }, &1u32.into(), 0, 1).is_err());
    assert!(floor_sum(&1u32.into(), &1.into(), &1.into(), &0.into(), 0, 1).is_err());
}

#[test]
fn factorisations_are_counted() {
    let most = 3000u64;
    let omega = prime_factor_counts(most, &free()).unwrap();
    let least = least_prime_factors(most, &free()).unwrap();
    let (mut pi, mut totients, mut cases) = (0u64, 0u64, 0);
    for x in 1..=most {
        pi += u64::from(omega[x as usize] == 1);
        totients += (1..=x).filter(|n| n.gcd(&x) == 1).count() as u64;
        if x % 37 != 0 && x > 40 {
            continue;
        }
        cases += 1;
        let mut removed = Vec::new();
        let counts = PrimeCounts::new(x, &mut |p, n| removed.push((p, n)), &free()).unwrap();
        assert_eq!(counts.up_to(x), pi);
        for (p, n) in removed {
            let slow = (2..=x as usize)
                .filter(|n| u64::from(least[*n]) == p && *n as u64 != p)
                .count();
            assert_eq!(n, slow as u64, "{p} up to {x}");
        }
        let by = by_prime_factors(x, &free()).unwrap();
        for j in 0..14u64 {
            let slow = (1..=x as usize)
                .filter(|n| u64::from(omega[*n]) == j)
                .count();
            assert_eq!(by.get(&j), slow.into(), "{j} up to {x}");
        }
        assert_eq!(totient_sum(x, None, &free()).unwrap(), totients.into());
        assert_eq!(
            totient_sum(x, Some(&10u32.into()), &free()).unwrap(),
            (totients % 10).into()
        );
        for base in 2..5 {
            let by = by_exponent(base, &(x / 3 + 1).into(), &x.into()).unwrap();
            let slow = |j: u32| {
                (x / 3 + 1..=x)
                    .filter(|n| n % base.pow(j) == 0 && n % base.pow(j + 1) != 0)
                    .count()
            };
            (0..12).for_each(|j| assert_eq!(by.get(&u64::from(j)), slow(j).into()));
        }
    }
    assert!(cases > 100);
    assert!(by_prime_factors(0, &free()).unwrap().is_empty());
    assert_eq!(prime_count(10_000_000_000, &free()).unwrap(), 455_052_511);
}

#[test]
fn partitions_are_counted() {
    let all = partitions::partitions(60, None, &free()).unwrap();
    let parts: Vec<usize> = (0..=60).collect();
    assert_eq!(
        partitions::into_parts(&parts, 60, false, None, &free()).unwrap(),
        all
    );
    let modular = partitions::partitions(60, Some(&12u32.into()), &free()).unwrap();
    assert!(
        all.iter()
            .zip(modular)
            .all(|(a, m)| a.mod_floor(&12.into()) == m)
    );
    // As many partitions into different parts as into odd ones.
    let odd: Vec<usize> = (1..=60).step_by(2).collect();
    let different = partitions::into_parts(&parts, 60, true, None, &free()).unwrap();
    assert_eq!(
        partitions::into_parts(&odd, 60, false, None, &free()).unwrap(),
        different
    );
}

#[test]
fn recurrences_are_found() {
    let motzkin: Vec<BigInt> = [1, 1, 2, 4, 9, 21, 51, 127, 323, 835, 2188, 5798, 15511]
        .map(BigInt::from)
        .to_vec();
    let found = Holonomic::fit(&motzkin, 2, 1).unwrap();
    assert_eq!(found.terms(13, None, &free()).unwrap(), motzkin);
    assert!(Holonomic::fit(&motzkin, 1, 1).is_none());
    assert_eq!(berlekamp_massey(&[], 7).1, 0);
    assert_eq!(berlekamp_massey(&[0, 0, 0], 7).1, 0);
    assert!(Rational::new(vec![], vec![2.into()]).is_err());
    let big = Rational::new(vec![1.into()], vec![1.into(), (-2).into()]).unwrap();
    assert!(big.coefficient(&Nat::from(10u32).pow(30), None).is_err());
    let m = Nat::from(1000u32);
    let n = Nat::from(10u32).pow(30);
    assert_eq!(
        big.coefficient(&n, Some(&m)).unwrap(),
        BigInt::from(Nat::from(2u32).modpow(&n, &m))
    );
}
