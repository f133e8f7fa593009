//! Matrix games against all pairs of supports, programs against all bases, trees against their matrices.

mod common;

use bouton_chance::Rational;
use bouton_chance::extensive::{Tree, solve};
use bouton_chance::matrix::MatrixGame;
use bouton_chance::rational::{int, ratio};
use bouton_chance::simplex::{Answer, Program, Relation};
use bouton_core::Budget;
use num_traits::{One, Signed, Zero};

fn subsets(n: usize, k: usize) -> Vec<Vec<usize>> {
    (0u32..1 << n)
        .filter(|s| s.count_ones() as usize == k)
        .map(|s| (0..n).filter(|i| s >> i & 1 == 1).collect())
        .collect()
}

/// The value by the theorem of Shapley and Snow: some square part has equalising strategies that are optimal in the whole.
fn value(a: &[Vec<Rational>]) -> Option<Rational> {
    let (m, n) = (a.len(), a[0].len());
    for k in 1..=m.min(n) {
        for rows in subsets(m, k) {
            for columns in subsets(n, k) {
                // Unknowns: k probabilities and the value.
                let equalise = |at: &dyn Fn(usize, usize) -> Rational| {
                    let mut system = Vec::new();
                    for j in 0..k {
                        let mut row: Vec<Rational> = (0..k).map(|i| at(i, j)).collect();
                        row.push(int(-1));
                        system.push(row);
                    }
                    let mut sum = common::ones(k);
                    sum.push(int(0));
                    system.push(sum);
                    let mut right = vec![int(0); k];
                    right.push(int(1));
                    common::solve(system, right)
                };
                let p = equalise(&|i, j| a[rows[i]][columns[j]].clone());
                let q = equalise(&|i, j| a[rows[j]][columns[i]].clone());
                let (Some(p), Some(q)) = (p, q) else { continue };
                let v = &p[k];
                let good = p[..k].iter().chain(&q[..k]).all(|x| !x.is_negative())
                    && v == &q[k]
                    && (0..n).all(|j| (0..k).fold(int(0), |s, i| s + &p[i] * &a[rows[i]][j]) >= *v)
                    && (0..m)
                        .all(|i| (0..k).fold(int(0), |s, j| s + &q[j] * &a[i][columns[j]]) <= *v);
                if good {
                    return Some(v.clone());
                }
            }
        }
    }
    None
}

#[test]
fn a_thousand_matrices_have_the_value_of_their_supports() {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut found = 0;
    for round in 0..1000 {
        let (m, n) = (rng.usize(1..5), rng.usize(1..5));
        let wide = if round % 2 == 0 { 3 } else { 20 };
        let a: Vec<Vec<Rational>> = (0..m)
            .map(|_| {
                (0..n)
                    .map(|_| ratio(rng.i64(-wide..=wide), rng.i64(1..4)))
                    .collect()
            })
            .collect();
        let game = MatrixGame::new(a.clone()).unwrap();
        let s = game.solve(&Budget::unlimited()).unwrap();
        assert!(s.proves(&game));
        if let Some(v) = value(&a) {
            assert_eq!(s.value, v, "{a:?}");
            found += 1;
        }
    }
    // Every game has such a part, but equal strategies may leave the small systems singular.
    assert!(found >= 950, "{found}");
}

#[test]
fn programs_agree_with_all_their_bases() {
    let mut rng = fastrand::Rng::with_seed(6);
    let mut counts = [0; 3];
    for _ in 0..500 {
        let (n, m) = (rng.usize(1..4), rng.usize(1..4));
        let mut program = Program::new((0..n).map(|_| int(rng.i64(-3..4))).collect());
        let objective: Vec<Rational> = (0..n).map(|_| int(rng.i64(-3..4))).collect();
        program.clone_from(&Program::new(objective.clone()));
        let mut rows = Vec::new();
        for _ in 0..m {
            let row: Vec<Rational> = (0..n).map(|_| int(rng.i64(-3..4))).collect();
            let relation = [Relation::AtMost, Relation::AtLeast, Relation::Equal][rng.usize(..3)];
            let bound = int(rng.i64(-4..5));
            program.add(row.clone(), relation, bound.clone());
            rows.push((row, relation, bound));
        }
        // All vertices: n of the rows and of the sides x = 0 hold with equality.
        let mut planes: Vec<(Vec<Rational>, Rational)> = rows
            .iter()
            .map(|(r, _, b)| (r.clone(), b.clone()))
            .collect();
        for i in 0..n {
            let mut side = vec![int(0); n];
            side[i] = int(1);
            planes.push((side, int(0)));
        }
        let feasible = |x: &[Rational]| {
            x.iter().all(|x| !x.is_negative())
                && rows.iter().all(|(row, relation, bound)| {
                    let left = common::dot(row, x);
                    match relation {
                        Relation::AtMost => &left <= bound,
                        Relation::AtLeast => &left >= bound,
                        Relation::Equal => &left == bound,
                    }
                })
        };
        let vertices: Vec<Vec<Rational>> = subsets(planes.len(), n)
            .iter()
            .filter_map(|s| {
                let a = s.iter().map(|&i| planes[i].0.clone()).collect();
                common::solve(a, s.iter().map(|&i| planes[i].1.clone()).collect())
            })
            .filter(|x| feasible(x))
            .collect();
        let best = vertices.iter().map(|x| common::dot(&objective, x)).max();
        match program.maximise(&Budget::unlimited()).unwrap() {
            Answer::Optimum(o) => {
                assert!(o.proves(&program));
                assert_eq!(Some(o.value), best);
                counts[0] += 1;
            }
            Answer::Infeasible => {
                assert!(best.is_none());
                counts[1] += 1;
            }
            Answer::Unbounded => {
                // A vertex exists, and a far point along the objective is better than all vertices: bounded it would not be.
                let best = best.expect("a vertex");
                let mut capped = program.clone();
                let total = objective.clone();
                capped.add(total, Relation::AtLeast, best + int(1000));
                assert!(!matches!(
                    capped.maximise(&Budget::unlimited()).unwrap(),
                    Answer::Infeasible
                ));
                counts[2] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&c| c >= 50), "{counts:?}");
}

/// A random tree in which both players see some of the other's moves, and its matrix of pure strategies.
fn random_tree(rng: &mut fastrand::Rng, depth: usize, seen: [u64; 2]) -> Tree {
    if depth == 0 || rng.usize(..6) == 0 {
        return Tree::End(int(rng.i64(-4..5)));
    }
    if rng.usize(..4) == 0 {
        let p = ratio(rng.i64(1..4), 4);
        let q = Rational::one() - &p;
        // Both see the chance move with some luck.
        let show = [rng.bool(), rng.bool()];
        let next = |i: u64| {
            [0, 1].map(|k| {
                if show[k] {
                    seen[k] * 8 + 3 + i
                } else {
                    seen[k] * 8 + 5
                }
            })
        };
        return Tree::Chance(vec![
            (p, random_tree(rng, depth - 1, next(0))),
            (q, random_tree(rng, depth - 1, next(1))),
        ]);
    }
    let player = rng.usize(..2);
    let hide = rng.bool();
    let moves = (0..2u64).map(|i| {
        let mut next = seen;
        next[player] = seen[player] * 8 + 1 + i;
        next[1 - player] = if hide {
            seen[1 - player] * 8 + 6
        } else {
            seen[1 - player] * 8 + 3 + i
        };
        random_tree(rng, depth - 1, next)
    });
    Tree::Move {
        player,
        set: seen[player],
        moves: moves.collect(),
    }
}

fn sets(tree: &Tree, player: usize, out: &mut Vec<u64>) {
    match tree {
        Tree::End(_) => {}
        Tree::Chance(b) => b.iter().for_each(|(_, t)| sets(t, player, out)),
        Tree::Move {
            player: p,
            set,
            moves,
        } => {
            if *p == player && !out.contains(set) {
                out.push(*set);
            }
            moves.iter().for_each(|t| sets(t, player, out));
        }
    }
}

fn play(tree: &Tree, choice: &dyn Fn(usize, u64) -> usize) -> Rational {
    match tree {
        Tree::End(x) => x.clone(),
        Tree::Chance(b) => b
            .iter()
            .fold(Rational::zero(), |s, (p, t)| s + p * play(t, choice)),
        Tree::Move { player, set, moves } => play(&moves[choice(*player, *set)], choice),
    }
}

#[test]
fn trees_have_the_value_of_their_matrices() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut solved = 0;
    while solved < 300 {
        let tree = random_tree(&mut rng, 4, [1, 1]);
        let mut own = [Vec::new(), Vec::new()];
        sets(&tree, 0, &mut own[0]);
        sets(&tree, 1, &mut own[1]);
        if own.iter().any(|s| s.len() > 5) {
            continue;
        }
        let Ok(s) = solve(&tree, &Budget::unlimited()) else {
            panic!("{tree:?}");
        };
        let count = own.clone().map(|s| 1usize << s.len());
        let pay = (0..count[0]).map(|a| {
            let row = (0..count[1]).map(|b| {
                play(&tree, &|player, set| {
                    let at = own[player].iter().position(|x| *x == set).unwrap();
                    [a, b][player] >> at & 1
                })
            });
            row.collect()
        });
        let game = MatrixGame::new(pay.collect()).unwrap();
        assert_eq!(game.solve(&Budget::unlimited()).unwrap().value, s.value);
        solved += 1;
    }
}
