//! Linear systems: elimination, lifting and chains agree with one another and with the equations.

use bouton_chance::Rational;
use bouton_chance::linear::System;
use bouton_chance::linear::chain::{Link, value_at};
use bouton_chance::rational::{int, ratio};
use bouton_core::Budget;

#[test]
fn lifting_equals_elimination() {
    let mut rng = fastrand::Rng::with_seed(13);
    let budget = Budget::unlimited();
    let (mut solved, mut singular) = (0, 0);
    for round in 0..300 {
        let n = if round < 280 {
            rng.usize(1..9)
        } else {
            rng.usize(50..90)
        };
        let mut s = System::default();
        for i in 0..n {
            let mut row: Vec<(u32, Rational)> = Vec::new();
            for _ in 0..rng.usize(1..4) {
                row.push((rng.usize(..n) as u32, ratio(rng.i64(-5..6), rng.i64(1..5))));
            }
            if rng.usize(..8) > 0 {
                row.push((i as u32, int(7)));
            }
            s.push(
                row,
                vec![ratio(rng.i64(-9..9), rng.i64(1..9)), int(rng.i64(-1..2))],
            );
        }
        match s.solve_directly(&budget) {
            Ok(x) => {
                assert!(s.is_solution(&x));
                assert_eq!(s.solve(&budget).unwrap(), x);
                if let Some(y) = s.solve_by_lifting(&budget).unwrap() {
                    assert_eq!(x, y);
                    solved += 1;
                }
            }
            Err(e) => {
                assert!(e.is_input());
                assert!(s.solve_by_lifting(&budget).unwrap().is_none());
                singular += 1;
            }
        }
    }
    assert!(solved > 200 && singular > 5, "{solved} {singular}");
}

#[test]
fn chains_equal_elimination() {
    let mut rng = fastrand::Rng::with_seed(14);
    let budget = Budget::unlimited();
    for _ in 0..200 {
        let n = rng.usize(1..12);
        let chain: Vec<Link> = (0..n)
            .map(|i| Link {
                own: int(rng.i64(3..6)),
                left: if i == 0 {
                    int(0)
                } else {
                    ratio(rng.i64(-3..4), rng.i64(2..4))
                },
                right: if i + 1 == n {
                    int(0)
                } else {
                    ratio(rng.i64(-3..4), rng.i64(2..4))
                },
                free: vec![ratio(rng.i64(-3..4), 5), int(i as i64)],
            })
            .collect();
        let mut s = System::default();
        for (i, l) in (0u32..).zip(&chain) {
            let mut row = vec![(i, l.own.clone())];
            if i > 0 {
                row.push((i - 1, -l.left.clone()));
            }
            if (i as usize) + 1 < n {
                row.push((i + 1, -l.right.clone()));
            }
            s.push(row, l.free.clone());
        }
        let x = s.solve_directly(&budget).unwrap();
        for (at, expected) in x.iter().enumerate() {
            assert_eq!(&value_at(&chain, at, &budget).unwrap(), expected);
        }
    }
}
