//! Proofs by automata, timed in CPU seconds: losing sets of Nim with three and with eight heaps (no step inside, a step in from outside), a
//! graph of least excluded values, and a losing set that is learned from a table first. Every answer is asserted, and a
//! wrong claim must be refused.
//!
//! `cargo bench -p bouton-automata --bench proofs` times each proof over many rounds;
//! `… --bench proofs -- once nim|eight|moore|lasker|coupled` does one proof in one process, to compare with
//! `mona -q benches/mona/nim.mona` and so on (see `benches/mona/compare.sh`).

use std::sync::Arc;
use std::time::Instant;

use bouton_automata::{
    Automaton, Formula, Limits, Numeration, Op, Question, Var, compile, count, decide, learn_box,
};

const BASE: Numeration = Numeration::Base(2);

fn and(list: Vec<Formula>) -> Formula {
    Formula::And(list)
}

fn or(list: Vec<Formula>) -> Formula {
    Formula::Or(list)
}

fn is(set: &Arc<Automaton>, vars: &[Var]) -> Formula {
    Formula::Is(set.clone(), vars.to_vec())
}

fn at_least_one(v: Var) -> Formula {
    Formula::linear(&[(1, v)], Op::Ge, 1)
}

fn proved(sentence: &Formula) -> bool {
    decide(sentence, &BASE, &Limits::default()).unwrap()
}

/// Nim with three heaps: the losing set is a = b xor c.
fn nim() {
    let (a, b, c, d) = (0, 1, 2, 3);
    let p = |x, y, z| Formula::Xor(x, y, z);
    let steps = || {
        or(vec![
            and(vec![Formula::less(d, a), p(d, b, c)]),
            and(vec![Formula::less(d, b), p(a, d, c)]),
            and(vec![Formula::less(d, c), p(a, b, d)]),
        ])
    };
    let inside = Formula::exists(&[a, b, c, d], and(vec![p(a, b, c), steps()]));
    assert!(!proved(&inside));
    let outside = Formula::for_all(
        &[a, b, c],
        or(vec![p(a, b, c), Formula::exists(&[d], steps())]),
    );
    assert!(proved(&outside));
}

/// Nim with eight heaps, on nine tracks: the losing set is that the xor of all is 0.
fn eight() {
    let heaps: Vec<Var> = (0..8).collect();
    let d = 8;
    // Partial sums 9 to 14; the last two heaps and the last sum cancel.
    let mut sums = vec![Formula::Xor(9, 0, 1)];
    sums.extend((0..5).map(|i| Formula::Xor(10 + i, 9 + i, 2 + i)));
    sums.push(Formula::equal(14, 7));
    let set = compile(
        &Formula::exists(&[9, 10, 11, 12, 13, 14], and(sums)),
        &BASE,
        &Limits::default(),
    )
    .unwrap();
    assert_eq!(set.states(), 2);
    let p = Arc::new(set);
    let steps = || {
        or(heaps
            .iter()
            .map(|&h| {
                let after: Vec<Var> = heaps.iter().map(|&x| if x == h { d } else { x }).collect();
                and(vec![Formula::less(d, h), is(&p, &after)])
            })
            .collect())
    };
    let all: Vec<Var> = (0..9).collect();
    assert!(!proved(&Formula::exists(
        &all,
        and(vec![is(&p, &heaps), steps()])
    )));
    let outside = or(vec![is(&p, &heaps), Formula::exists(&[d], steps())]);
    assert!(proved(&Formula::for_all(&heaps, outside)));
}

/// Moore's Nim with four heaps, in which a step may lessen two: every column has a sum of 0 modulo 3. Learned from a
/// box of side 16, which `main` compares with brute force.
fn moore() {
    let at = |t: &[u64]| (0..4).all(|i| t.iter().map(|x| x >> i & 1).sum::<u64>() % 3 == 0);
    let set = learn_box(&BASE, &[0, 1, 2, 3], &[16; 4], &at, 10).unwrap();
    assert_eq!(set.states(), 2);
    assert!(is_moore_set(set));
}

/// The same set by its definition.
fn moore_table() -> Vec<bool> {
    let side = 16usize;
    let index = |t: &[usize; 4]| t.iter().fold(0, |i, x| i * side + x);
    let mut lost = vec![false; side.pow(4)];
    for i in 0..lost.len() {
        let t = [i / 4096, i / 256 % 16, i / 16 % 16, i % 16];
        let reached = PAIRS.iter().any(|&(x, y)| {
            (0..=t[x]).any(|p| {
                (0..=t[y]).any(|q| {
                    let mut to = t;
                    (to[x], to[y]) = (p, q);
                    to != t && lost[index(&to)]
                })
            })
        });
        lost[i] = !reached;
    }
    lost
}

const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

fn is_moore_set(set: Automaton) -> bool {
    let p = Arc::new(set);
    let heaps: [Var; 4] = [0, 1, 2, 3];
    let (c, d) = (4, 5);
    let at_most = |x, y| Formula::linear(&[(1, x), (-1, y)], Op::Le, 0);
    let steps = || {
        or(PAIRS
            .iter()
            .map(|&(x, y)| {
                let mut after = heaps;
                (after[x], after[y]) = (c, d);
                let (x, y) = (heaps[x], heaps[y]);
                and(vec![
                    at_most(c, x),
                    at_most(d, y),
                    or(vec![Formula::less(c, x), Formula::less(d, y)]),
                    is(&p, &after),
                ])
            })
            .collect())
    };
    let inside = Formula::exists(&[0, 1, 2, 3, c, d], and(vec![is(&p, &heaps), steps()]));
    let outside = or(vec![is(&p, &heaps), Formula::exists(&[c, d], steps())]);
    !proved(&inside) && proved(&Formula::for_all(&heaps, outside))
}

/// The graph of the values of Lasker's Nim: n, with 4k + 3 and 4k + 4 exchanged.
fn lasker_graph() -> Formula {
    let (n, g) = (0, 1);
    let rest = |r| Formula::congruent(&[(1, n)], r, 4);
    let differ = |d| Formula::linear(&[(1, g), (-1, n)], Op::Eq, d);
    or(vec![
        and(vec![Formula::linear(&[(1, n)], Op::Eq, 0), differ(0)]),
        and(vec![rest(0), at_least_one(n), differ(-1)]),
        and(vec![rest(3), differ(1)]),
        and(vec![or(vec![rest(1), rest(2)]), differ(0)]),
    ])
}

fn lasker() {
    assert!(mex(lasker_graph()));
}

/// Is this relation the graph of the values? An option removes any number or splits into two parts.
fn mex(graph: Formula) -> bool {
    let (n, g, m, u, v, x, y) = (0, 1, 2, 3, 4, 5, 6);
    let graph = Arc::new(compile(&graph, &BASE, &Limits::default()).unwrap());
    let value = |a, b| is(&graph, &[a, b]);
    let (h, k) = (7, 8);
    let options = or(vec![
        Formula::exists(&[m], and(vec![Formula::less(m, n), value(m, h)])),
        Formula::exists(
            &[u, v, x, y],
            and(vec![
                at_least_one(u),
                at_least_one(v),
                Formula::linear(&[(1, u), (1, v), (-1, n)], Op::Eq, 0),
                value(u, x),
                value(v, y),
                Formula::Xor(h, x, y),
            ]),
        ),
    ]);
    let options = Arc::new(compile(&options, &BASE, &Limits::default()).unwrap());
    let option = |a, b| is(&options, &[a, b]);
    let total = Formula::for_all(&[n], Formula::exists(&[g], value(n, g)));
    let single = Formula::exists(
        &[n, g, k],
        and(vec![
            value(n, g),
            value(n, k),
            Formula::equal(g, k).negate(),
        ]),
    );
    let own = Formula::exists(&[n, g], and(vec![value(n, g), option(n, g)]));
    let smaller = Formula::for_all(
        &[n, g, k],
        and(vec![value(n, g), Formula::less(k, g)]).implies(option(n, k)),
    );
    proved(&total) && !proved(&single) && !proved(&own) && proved(&smaller)
}

/// Two coupled piles, each at least 1; a step takes min(a, b) in total. The losing set by brute force below 512.
fn coupled_table() -> Vec<bool> {
    let side = 512;
    let mut set = vec![false; side * side];
    for b in 1..side {
        for a in 1..=b {
            // The parts left have the sum b: (x, b - x) for 1 <= x <= a.
            let steps = 1..=a.min(b - 1);
            let lost = !steps.into_iter().any(|x| set[x * side + b - x]);
            set[a * side + b] = lost;
            set[b * side + a] = lost;
        }
    }
    set
}

fn coupled() {
    let table = coupled_table();
    let set = learn_box(
        &BASE,
        &[0, 1],
        &[512, 512],
        &|t| table[t[0] as usize * 512 + t[1] as usize],
        20,
    )
    .unwrap();
    assert_eq!(set.states(), 7);
    assert!(is_losing_set(set.clone()));
    for (bound, pairs) in [(8, 21), (50, 221)] {
        let below = |v| Formula::linear(&[(1, v)], Op::Lt, bound);
        let question = Question {
            sets: vec![(Arc::new(set.clone()), vec![0, 1])],
            constraints: vec![below(0), below(1)],
            ..Question::default()
        };
        let counted = count(&BASE, &question, &Limits::default()).unwrap();
        assert_eq!(counted.value, pairs.into());
    }
}

fn is_losing_set(set: Automaton) -> bool {
    let (a, b, c, d) = (0, 1, 2, 3);
    let p = Arc::new(set);
    let at_most = |x, y| Formula::linear(&[(1, x), (-1, y)], Op::Le, 0);
    let left = |whole| Formula::linear(&[(1, c), (1, d), (-1, whole)], Op::Eq, 0);
    let step = || {
        and(vec![
            at_least_one(c),
            at_least_one(d),
            at_most(c, a),
            at_most(d, b),
            or(vec![
                and(vec![at_most(a, b), left(b)]),
                and(vec![at_most(b, a), left(a)]),
            ]),
        ])
    };
    let inside = Formula::exists(
        &[a, b, c, d],
        and(vec![is(&p, &[a, b]), step(), is(&p, &[c, d])]),
    );
    let outside = Formula::for_all(
        &[a, b],
        and(vec![
            at_least_one(a),
            at_least_one(b),
            is(&p, &[a, b]).negate(),
        ])
        .implies(Formula::exists(&[c, d], and(vec![step(), is(&p, &[c, d])]))),
    );
    !proved(&inside) && proved(&outside)
}

/// The user and system time of this process in seconds, as Linux counts it; elsewhere the time that passed.
fn cpu_seconds(start: Instant) -> f64 {
    let ran = std::fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|s| {
            let nanoseconds: f64 = s.split(' ').next()?.parse().ok()?;
            Some(nanoseconds / 1e9)
        });
    ran.unwrap_or_else(|| start.elapsed().as_secs_f64())
}

fn main() {
    let proofs: [(&str, fn()); 5] = [
        ("nim", nim),
        ("eight", eight),
        ("moore", moore),
        ("lasker", lasker),
        ("coupled", coupled),
    ];
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = args.iter().position(|a| a == "once") {
        let name = args.get(at + 1).map_or("", String::as_str);
        match proofs.iter().find(|p| p.0 == name) {
            Some((_, proof)) => proof(),
            None => println!("once nim, once eight, once moore, once lasker or once coupled"),
        }
        return;
    }
    for (i, lost) in moore_table().into_iter().enumerate() {
        let heaps = [i / 4096, i / 256 % 16, i / 16 % 16, i % 16];
        let even = |bit: usize| heaps.iter().map(|h| h >> bit & 1).sum::<usize>() % 3 == 0;
        assert_eq!(lost, (0..4).all(even));
    }
    // Wrong claims are refused: n itself for all n; a losing set without the pair (1, 1).
    assert!(!mex(Formula::equal(0, 1)));
    let empty = Automaton::none(&BASE, &[0, 1]).unwrap();
    assert!(!is_losing_set(empty));
    let start = Instant::now();
    for (name, proof) in proofs {
        let rounds = 50;
        proof();
        let before = cpu_seconds(start);
        for _ in 0..rounds {
            proof();
        }
        let each = (cpu_seconds(start) - before) / f64::from(rounds);
        println!("{name}: {:.2} ms CPU a proof", each * 1e3);
    }
    let before = cpu_seconds(start);
    for _ in 0..10 {
        assert_eq!(coupled_table().iter().filter(|p| **p).count(), 9 * 512 - 9);
    }
    println!(
        "table of 512 x 512 alone: {:.2} ms CPU",
        (cpu_seconds(start) - before) * 1e2
    );
}
