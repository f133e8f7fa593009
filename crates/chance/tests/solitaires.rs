//! Token games: whatever is proved to be out of reach is out of reach by search; pegs on a small cross.

use bouton_chance::solitaire::{Goal, Proof, TokenGame, cycle_lengths, orbit, solve};
use bouton_core::Budget;
use std::collections::BTreeSet;

fn after(position: &[i64], delta: &[i64]) -> Option<Vec<i64>> {
    let next: Vec<i64> = position.iter().zip(delta).map(|(a, d)| a + d).collect();
    next.iter().all(|&x| (0..=4).contains(&x)).then_some(next)
}

#[test]
fn what_is_proved_impossible_is_not_found() {
    let mut rng = fastrand::Rng::with_seed(11);
    let budget = Budget::unlimited();
    let (mut proved, mut reached, mut kinds) = (0, 0, [0; 3]);
    for _ in 0..400 {
        let n = rng.usize(2..5);
        let moves: Vec<Vec<i64>> = (0..rng.usize(1..4))
            .map(|_| (0..n).map(|_| rng.i64(-2..3)).collect())
            .collect();
        let game = TokenGame::new(n, moves.clone()).unwrap();
        let start: Vec<i64> = (0..n).map(|_| rng.i64(0..4)).collect();
        let target: Vec<i64> = (0..n).map(|_| rng.i64(0..4)).collect();
        let goal = if rng.bool() {
            Goal::Exactly(target.clone())
        } else {
            Goal::AtLeast(target.clone())
        };
        let is_goal = |p: &Vec<i64>| match &goal {
            Goal::Exactly(t) => p == t,
            Goal::AtLeast(t) => p.iter().zip(t).all(|(a, b)| a >= b),
        };
        let mut seen = BTreeSet::from([start.clone()]);
        let mut open = vec![start.clone()];
        while let Some(p) = open.pop() {
            for next in moves.iter().filter_map(|m| after(&p, m)) {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        let found = seen.iter().any(is_goal);
        let search = solve(
            start.clone(),
            |p, out| {
                out.extend(moves.iter().filter_map(|m| after(p, m)));
                Ok(())
            },
            |p| is_goal(p),
            true,
            &budget,
        )
        .unwrap();
        assert_eq!(
            (search.path.is_some(), search.reachable, search.complete),
            (found, seen.len(), true)
        );
        reached += usize::from(found);
        if let Some(proof) = game.impossible(&start, &goal, &budget).unwrap() {
            assert!(!found, "{moves:?} {start:?} {goal:?} {proof:?}");
            assert!(proof.holds(&game, &start, &goal));
            proved += 1;
            kinds[match proof {
                Proof::Pagoda { .. } => 0,
                Proof::Invariant { modulus: 0, .. } => 1,
                Proof::Invariant { .. } => 2,
            }] += 1;
        }
    }
    assert!(
        proved > 100 && reached > 30 && kinds.iter().all(|&k| k > 3),
        "{proved} {reached} {kinds:?}"
    );
}

/// The cross of nine cells in a square and one more in the middle of each side: 13 cells in all.
fn cross() -> (Vec<Vec<i64>>, Vec<[usize; 3]>) {
    let inside = |r: i32, c: i32| (r.abs() <= 1 && c.abs() <= 1) || r.abs() + c.abs() == 2;
    let cells: Vec<(i32, i32)> = (-2..=2)
        .flat_map(|r| (-2..=2).map(move |c| (r, c)))
        .filter(|&(r, c)| inside(r, c))
        .collect();
    let at = |r: i32, c: i32| cells.iter().position(|&x| x == (r, c));
    let mut jumps = Vec::new();
    for &(r, c) in &cells {
        for (dr, dc) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            if let (Some(a), Some(b), Some(d)) =
                (at(r, c), at(r + dr, c + dc), at(r + 2 * dr, c + 2 * dc))
            {
                jumps.push([a, b, d]);
            }
        }
    }
    let moves = jumps.iter().map(|&[a, b, d]| {
        let mut m = vec![0; cells.len()];
        (m[a], m[b], m[d]) = (-1, -1, 1);
        m
    });
    (moves.collect(), jumps)
}

#[test]
fn pegs_on_a_small_cross() {
    let (moves, jumps) = cross();
    let game = TokenGame::new(13, moves).unwrap();
    let budget = Budget::unlimited();
    let jump = |p: &u32, out: &mut Vec<u32>| {
        for &[a, b, d] in &jumps {
            if p >> a & 1 == 1 && p >> b & 1 == 1 && p >> d & 1 == 0 {
                out.push(p ^ (1 << a) ^ (1 << b) ^ (1 << d));
            }
        }
        Ok(())
    };
    let (mut solved, mut proved, mut open) = (0, 0, 0);
    for hole in 0..13u32 {
        for last in 0..13u32 {
            let start = ((1u32 << 13) - 1) ^ (1 << hole);
            let s = solve(start, jump, |p| *p == 1 << last, false, &budget).unwrap();
            let tokens = |set: u32| {
                (0..13)
                    .map(|i| i64::from(set >> i & 1))
                    .collect::<Vec<i64>>()
            };
            let goal = Goal::Exactly(tokens(1 << last));
            let proof = game.impossible(&tokens(start), &goal, &budget).unwrap();
            match (s.path, proof) {
                (Some(path), None) => {
                    assert_eq!(path.len(), 12);
                    solved += 1;
                }
                (None, Some(proof)) => {
                    assert!(proof.holds(&game, &tokens(start), &goal));
                    proved += 1;
                }
                (None, None) => open += 1,
                (Some(_), Some(proof)) => panic!("proved and solved: {proof:?}"),
            }
        }
    }
    assert_eq!(solved + proved + open, 169);
    assert!(proved > 100, "{solved} {proved} {open}");
}

#[test]
fn orbits_and_cycles_by_walking() {
    let mut rng = fastrand::Rng::with_seed(12);
    for _ in 0..200 {
        let n = rng.usize(1..30);
        let next: Vec<usize> = (0..n).map(|_| rng.usize(..n)).collect();
        let mut on_cycle = BTreeSet::new();
        for start in 0..n {
            let mut order = vec![start];
            let back = loop {
                let to = next[order[order.len() - 1]];
                if let Some(i) = order.iter().position(|&x| x == to) {
                    break i;
                }
                order.push(to);
            };
            let o = orbit(start, |&x| Ok(next[x]), &Budget::unlimited()).unwrap();
            assert_eq!(
                (o.preperiod, o.period),
                (back as u64, (order.len() - back) as u64)
            );
            on_cycle.extend(order[back..].iter().copied());
        }
        let total: u64 = cycle_lengths(&next)
            .unwrap()
            .iter()
            .map(|(l, k)| l * k)
            .sum();
        assert_eq!(total, on_cycle.len() as u64);
    }
}
