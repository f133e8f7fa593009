//! Sets that are learned from brute force and then proved: no step inside the set, from outside a step into it.

use std::sync::Arc;

use bouton_automata::{Formula, Limits, Numeration, Op, Var, compile, decide, learn_box};

const A: Var = 0;
const B: Var = 1;
const C: Var = 2;
const D: Var = 3;

/// Pairs (a, b) -> (c, d): one part gets smaller, or both by amounts that differ by less than t.
fn step(t: i64) -> Formula {
    let difference = |op, bound| {
        // (a - c) - (b - d)
        Formula::linear(&[(1, A), (-1, C), (-1, B), (1, D)], op, bound)
    };
    Formula::Or(vec![
        Formula::And(vec![Formula::less(C, A), Formula::equal(B, D)]),
        Formula::And(vec![Formula::less(D, B), Formula::equal(A, C)]),
        Formula::And(vec![
            Formula::less(C, A),
            Formula::less(D, B),
            difference(Op::Lt, t),
            difference(Op::Gt, -t),
        ]),
    ])
}

/// The set by its definition: pairs from which no step leads into it.
fn table(t: usize, side: usize) -> Vec<Vec<bool>> {
    let mut set = vec![vec![false; side]; side];
    for a in 0..side {
        for b in 0..side {
            let one = (0..a).any(|c| set[c][b]) || (0..b).any(|d| set[a][d]);
            let both = (1..=a).any(|k| {
                let from = (k + 1).saturating_sub(t).max(1);
                (from..k + t).any(|l| l <= b && set[a - k][b - l])
            });
            set[a][b] = !one && !both;
        }
    }
    set
}

#[test]
fn generalised_wythoff_sets_are_proved_in_their_numerations() {
    let limits = Limits::default();
    // t = 1: the golden ratio; t = 2: the square root of 2.
    for (t, name) in [
        (1, "Zeckendorf"),
        (2, "Ostrowski [1] [2]"),
        (1, "Ostrowski [] [1]"),
    ] {
        let num = Numeration::parse(name).unwrap();
        let side = 300;
        let known = table(t, side);
        let set = learn_box(
            &num,
            &[A, B],
            &[side as u64; 2],
            &|x| known[x[0] as usize][x[1] as usize],
            100,
        )
        .unwrap_or_else(|| panic!("{name}: not learned"));
        let set = Arc::new(set);
        let inside = Formula::exists(
            &[A, B, C, D],
            Formula::And(vec![
                Formula::Is(set.clone(), vec![A, B]),
                step(t as i64),
                Formula::Is(set.clone(), vec![C, D]),
            ]),
        );
        assert!(!decide(&inside, &num, &limits).unwrap(), "{name}");
        let reply = Formula::And(vec![step(t as i64), Formula::Is(set.clone(), vec![C, D])]);
        let outside = Formula::for_all(
            &[A, B],
            Formula::Or(vec![
                Formula::Is(set.clone(), vec![A, B]),
                Formula::exists(&[C, D], reply.clone()),
            ]),
        );
        assert!(decide(&outside, &num, &limits).unwrap(), "{name}");

        // The other rule is refused: its sentences are false for this set.
        let wrong = step(3 - t as i64);
        let inside = Formula::And(vec![
            Formula::Is(set.clone(), vec![A, B]),
            wrong.clone(),
            Formula::Is(set.clone(), vec![C, D]),
        ]);
        let outside = Formula::Or(vec![
            Formula::Is(set.clone(), vec![A, B]),
            Formula::exists(
                &[C, D],
                Formula::And(vec![wrong, Formula::Is(set.clone(), vec![C, D])]),
            ),
        ]);
        let closed = !decide(&Formula::exists(&[A, B, C, D], inside), &num, &limits).unwrap();
        let reached = decide(&Formula::for_all(&[A, B], outside), &num, &limits).unwrap();
        assert!(!closed || !reached, "{name}");

        // A reply to a pair of numbers with a hundred digits.
        let replies = compile(&reply, &num, &limits).unwrap();
        let a = num_bigint::BigUint::from(10u32).pow(100) + 7u32;
        let b = num_bigint::BigUint::from(3u32).pow(200);
        let found = replies.complete(&[(A, a.clone()), (B, b.clone())]).unwrap();
        assert!(set.contains(&[found[0].1.clone(), found[1].1.clone()]));
        assert!(found[0].1 <= a && found[1].1 <= b);
    }
}
