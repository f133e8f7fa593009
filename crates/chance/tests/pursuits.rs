//! Three hundred graphs of up to eight vertices against plain iteration over all placements and over all sets of places.

use bouton_chance::pursuit::{
    Graph, Searchers, cop_number, cops_and_robber, search, search_number,
};
use bouton_core::Budget;
use std::collections::{BTreeMap, BTreeSet};

fn random(rng: &mut fastrand::Rng, connected: bool) -> Graph {
    loop {
        let n = rng.u32(1..9);
        let share = rng.u32(15..60);
        let mut edges = Vec::new();
        for a in 0..n {
            for b in 0..a {
                if rng.u32(..100) < share {
                    edges.push((a, b));
                }
            }
        }
        let g = Graph::from_edges(n as usize, &edges);
        if !connected || g.parts().len() == 1 {
            return g;
        }
    }
}

fn closed(g: &Graph, v: usize) -> Vec<usize> {
    let mut near: Vec<usize> = g.neighbours(v as u32).iter().map(|&w| w as usize).collect();
    near.push(v);
    near
}

/// Rounds to the capture: what can be won in 0, 1, 2, … rounds, cops told apart.
fn brute_cops(g: &Graph, cops: usize, must_move: bool) -> Option<u32> {
    let n = g.len();
    let places = n.pow(cops as u32);
    let at = |c: usize| -> Vec<usize> { (0..cops).map(|i| c / n.pow(i as u32) % n).collect() };
    let number = |p: &[usize]| p.iter().rev().fold(0, |s, &v| s * n + v);
    let cop_moves: Vec<Vec<usize>> = (0..places)
        .map(|c| {
            let mut all = vec![Vec::new()];
            for v in at(c) {
                let longer = all.iter().flat_map(|p: &Vec<usize>| {
                    closed(g, v).into_iter().map(move |w| {
                        let mut p = p.clone();
                        p.push(w);
                        p
                    })
                });
                all = longer.collect();
            }
            all.iter().map(|p| number(p)).collect()
        })
        .collect();
    let escapes = |r: usize| -> Vec<usize> {
        let near = closed(g, r);
        if must_move && near.len() > 1 {
            near[..near.len() - 1].to_vec()
        } else {
            near
        }
    };
    let mut won: Vec<Vec<bool>> = (0..places)
        .map(|c| (0..n).map(|r| at(c).contains(&r)).collect())
        .collect();
    let mut time = 0;
    loop {
        if won.iter().any(|row| row.iter().all(|&w| w)) {
            return Some(time);
        }
        let next: Vec<Vec<bool>> = (0..places)
            .map(|c| {
                (0..n)
                    .map(|r| {
                        won[c][r]
                            || cop_moves[c].iter().any(|&d| {
                                at(d).contains(&r)
                                    || escapes(r)
                                        .into_iter()
                                        .all(|s| at(d).contains(&s) || won[d][s])
                            })
                    })
                    .collect()
            })
            .collect();
        if next == won {
            return None;
        }
        won = next;
        time += 1;
    }
}

fn choices(n: usize, k: usize) -> Vec<Vec<usize>> {
    let mut out = vec![Vec::new()];
    for _ in 0..k {
        out = out
            .iter()
            .flat_map(|p: &Vec<usize>| (0..n).map(move |v| [&p[..], &[v]].concat()))
            .collect();
    }
    out
}

/// Looks until nothing is left: all looks, all sets, no pruning.
fn brute_jump(g: &Graph, k: usize) -> Option<u32> {
    let n = g.len();
    let mut layer: BTreeSet<BTreeSet<usize>> = BTreeSet::from([(0..n).collect()]);
    let mut seen = layer.clone();
    for time in 1.. {
        let mut next = BTreeSet::new();
        for set in &layer {
            for look in choices(n, k) {
                let mut then = BTreeSet::new();
                for &v in set.iter().filter(|v| !look.contains(v)) {
                    let near = closed(g, v);
                    let near = if near.len() > 1 {
                        &near[..near.len() - 1]
                    } else {
                        &near[..]
                    };
                    then.extend(near.iter().copied());
                }
                if then.is_empty() {
                    return Some(time);
                }
                if seen.insert(then.clone()) {
                    next.insert(then);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

fn brute_walk(g: &Graph, k: usize) -> Option<u32> {
    let n = g.len();
    type State = (Vec<usize>, BTreeSet<usize>);
    let mut seen: BTreeMap<State, u32> = BTreeMap::new();
    let mut layer: Vec<State> = Vec::new();
    for c in choices(n, k) {
        let set: BTreeSet<usize> = (0..n).filter(|v| !c.contains(v)).collect();
        if set.is_empty() {
            return Some(0);
        }
        seen.insert((c.clone(), set.clone()), 0);
        layer.push((c, set));
    }
    for time in 1.. {
        let mut next = Vec::new();
        for (c, set) in &layer {
            let mut moves = vec![Vec::new()];
            for &v in c {
                moves = moves
                    .iter()
                    .flat_map(|p: &Vec<usize>| {
                        closed(g, v)
                            .into_iter()
                            .map(move |w| [&p[..], &[w]].concat())
                    })
                    .collect();
            }
            for to in moves {
                let mut then = BTreeSet::new();
                for &v in set.iter().filter(|v| !to.contains(v)) {
                    then.extend(closed(g, v).into_iter().filter(|w| !to.contains(w)));
                }
                if then.is_empty() {
                    return Some(time);
                }
                let state = (to, then);
                if !seen.contains_key(&state) {
                    seen.insert(state.clone(), time);
                    next.push(state);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

#[test]
fn cops_and_robbers_by_iteration() {
    let mut rng = fastrand::Rng::with_seed(9);
    let budget = Budget::unlimited();
    let mut won = [0; 4];
    for round in 0..300 {
        let g = random(&mut rng, true);
        let must_move = round % 3 == 0;
        for cops in [1, 2] {
            let chase = cops_and_robber(&g, cops, must_move, &budget).unwrap();
            assert_eq!(
                chase.time,
                brute_cops(&g, cops, must_move),
                "{g:?} {cops} {must_move}"
            );
            won[cops] += usize::from(chase.time.is_some());
            if let Some(time) = chase.time {
                assert_eq!(chase.line.len() as u32, time + 1);
                assert!(chase.line.last().is_some_and(|(c, r)| c.contains(r)));
            }
        }
    }
    assert!(won[1] > 100 && won[1] < 290 && won[2] > won[1], "{won:?}");
}

#[test]
fn unseen_evaders_by_iteration() {
    let mut rng = fastrand::Rng::with_seed(10);
    let budget = Budget::unlimited();
    let mut found = [0; 2];
    for round in 0..300 {
        let g = random(&mut rng, round % 2 == 0);
        for k in 1..=2 {
            let s = search(&g, k, Searchers::Jump, &budget).unwrap();
            assert_eq!(s.time, brute_jump(&g, k), "{g:?}");
            found[0] += usize::from(s.time.is_some());
            if g.len() <= 6 || k == 1 {
                let s = search(&g, k, Searchers::Walk, &budget).unwrap();
                assert_eq!(s.time, brute_walk(&g, k), "{g:?}");
                found[1] += usize::from(s.time.is_some());
            }
        }
    }
    assert!(found.iter().all(|&f| f > 100), "{found:?}");
}

/// Numbers from the literature: aignerfromme1984 and folklore for cops, haslegrave2014 for trees, dereniowski2015 for paths.
#[test]
fn known_numbers() {
    let budget = Budget::unlimited();
    for (graph, cops) in [
        ("petersen", 3),
        ("dodecahedron", 3),
        ("grid:4x4", 2),
        ("cycle:4", 2),
        ("complete:6", 1),
        ("wheel:7", 1),
        ("tree:2x3", 1),
        ("bipartite:3x4", 2),
        ("hypercube:3", 2),
    ] {
        let g = Graph::parse(graph).unwrap();
        assert_eq!(
            cop_number(&g, false, &budget).unwrap().cops,
            cops,
            "{graph}"
        );
    }
    // A path on n >= 2 vertices: the middle is reached at once, the far end after half the path.
    for n in 2..9u32 {
        let g = Graph::parse(&format!("path:{n}")).unwrap();
        assert_eq!(cop_number(&g, false, &budget).unwrap().time, Some(n / 2));
        let s = search_number(&g, Searchers::Jump, &budget).unwrap();
        assert_eq!(
            (s.searchers, s.time),
            (1, Some((2 * n).saturating_sub(4).max(2)))
        );
    }
    // One hunter is enough on a tree unless it holds three legs of length three at a vertex.
    let legs = Graph::parse("0-1,1-2,2-3,0-4,4-5,5-6,0-7,7-8,8-9").unwrap();
    assert_eq!(
        search_number(&legs, Searchers::Jump, &budget)
            .unwrap()
            .searchers,
        2
    );
    let shorter = Graph::parse("0-1,1-2,0-4,4-5,0-7,7-8").unwrap();
    assert_eq!(
        search_number(&shorter, Searchers::Jump, &budget)
            .unwrap()
            .searchers,
        1
    );
    let apart = Graph::parse("0-1,2-3").unwrap();
    assert!(cop_number(&apart, false, &budget).is_err());
}
