//! Certificates made by brute force hold, and every change of a single transition or acceptance that changes the set is
//! refused.

mod common;

use bouton_check::{Limits, check};
use common::{Dfa, Num, certificate, mex, p_positions, shipped, tuples};

/// What the mutation tests saw.
#[derive(Default, Debug)]
struct Count {
    refused: usize,
    same: usize,
}

/// With every mutant.
fn hold_and_mutate(
    dfa: &Dfa,
    domain: &dyn Fn(&[bool]) -> bool,
    make: &dyn Fn(&Dfa) -> String,
) -> Count {
    hold_and_mutate_some(dfa, 1, domain, make)
}

/// Checks that the certificate made from `dfa` holds, and those made from its mutants hold only if the set is the same.
/// Only one mutant in `step` is tried.
fn hold_and_mutate_some(
    dfa: &Dfa,
    step: usize,
    domain: &dyn Fn(&[bool]) -> bool,
    make: &dyn Fn(&Dfa) -> String,
) -> Count {
    let start = std::time::Instant::now();
    let report = check(&make(dfa), &Limits::default()).unwrap();
    println!("{} states, {:?}: {report}", dfa.next.len(), start.elapsed());
    assert!(report.holds(), "{report}\n{dfa:?}");
    let mut count = Count::default();
    for mutant in dfa.mutants().into_iter().step_by(step) {
        let same = !dfa.differs(&mutant, domain);
        match check(&make(&mutant), &Limits::default()) {
            Ok(report) => assert_eq!(report.holds(), same, "{report}\n{mutant:?}"),
            Err(e) => assert!(e.is_malformed(), "{e}\n{mutant:?}"),
        }
        if same {
            count.same += 1
        } else {
            count.refused += 1
        }
    }
    println!("{count:?}, {:?}", start.elapsed());
    assert!(count.refused > 0);
    count
}

fn everywhere(_: &[bool]) -> bool {
    true
}

/// Removes from one heap any number, for each heap.
fn nim_options(pos: &[u64]) -> Vec<Vec<u64>> {
    let mut out = Vec::new();
    for i in 0..pos.len() {
        for left in 0..pos[i] {
            let mut next = pos.to_vec();
            next[i] = left;
            out.push(next);
        }
    }
    out
}

#[test]
fn nim3_in_bases_2_and_4_and_misere() {
    for (play, misere) in [("normal", false), ("misere", true)] {
        let table = p_positions(3, 12, misere, &nim_options);
        // Bouton's theorem, for a box larger than brute force is quick on.
        let theorem = |t: &[u64]| {
            let sum = t[0] ^ t[1] ^ t[2];
            if misere && t.iter().all(|&n| n <= 1) {
                sum == 1
            } else {
                sum == 0
            }
        };
        assert!(table.iter().all(|(t, p)| theorem(t) == *p));
        for (num, depth) in [(Num::Base(2), 2), (Num::Base(4), 1)] {
            let dfa = Dfa::learn(num, 3, depth, &theorem);
            let make = |d: &Dfa| {
                let set = format!(r#""set": {}"#, d.json());
                certificate(
                    "p-set",
                    "nim3",
                    &shipped("nim3"),
                    play,
                    num,
                    "[[1, 1, 1]]",
                    &set,
                )
            };
            hold_and_mutate(&dfa, &everywhere, &make);
        }
    }
}

#[test]
fn distribunim() {
    let options = |pos: &[u64]| {
        let (a, b) = (pos[0], pos[1]);
        let total = a.min(b);
        let both = (0..=total)
            .map(|s| (s, total - s))
            .filter(|&(s, t)| s < a && t < b);
        both.map(|(s, t)| vec![a - s, b - t]).collect()
    };
    let solved = common::Solved::fill(
        tuples(2, 128).filter(|t| t[0] > 0 && t[1] > 0),
        &options,
        &|_, o: &[bool]| !o.contains(&true),
    );
    let dfa = Dfa::learn(Num::Base(2), 2, 2, &|t| {
        solved.values.get(t).copied().unwrap_or(false)
    });
    assert_eq!(dfa.next.len(), 7);
    let make = |d: &Dfa| {
        let set = format!(r#""set": {}"#, d.json());
        certificate(
            "p-set",
            "distribunim",
            &shipped("distribunim"),
            "normal",
            Num::Base(2),
            "[[1, 1]]",
            &set,
        )
    };
    hold_and_mutate(&dfa, &|positive| positive.iter().all(|&p| p), &make);
}

#[test]
fn wythoff_in_zeckendorf() {
    let options = |pos: &[u64]| {
        let mut out = nim_options(pos);
        out.extend((1..=pos[0].min(pos[1])).map(|k| vec![pos[0] - k, pos[1] - k]));
        out
    };
    let table = p_positions(2, 60, false, &options);
    let dfa = Dfa::learn(Num::Zeckendorf, 2, 3, &|t| table[t]);
    let make = |d: &Dfa| {
        let set = format!(r#""set": {}"#, d.json());
        certificate(
            "p-set",
            "wythoff",
            &shipped("wythoff"),
            "normal",
            Num::Zeckendorf,
            "[[1, 1]]",
            &set,
        )
    };
    hold_and_mutate(&dfa, &everywhere, &make);
}

/// Fraenkel's game: any number from one heap, or k and l from both with |k - l| < 2; its P-positions follow the square
/// root of 2 [fraenkel1982].
#[test]
fn fraenkels_wythoff_in_ostrowski_digits() {
    let rules = "game wythoff2\nheaps a b\nmove a -= k for k in 1..a\nmove b -= k for k in 1..b\n\
                 move a -= k, b -= l for k in 1..a, l in 1..b where -2 < k - l < 2\n";
    let options = |pos: &[u64]| {
        let mut out = nim_options(pos);
        for k in 1..=pos[0] {
            out.extend(
                (1..=pos[1])
                    .filter(|l| k.abs_diff(*l) < 2)
                    .map(|l| vec![pos[0] - k, pos[1] - l]),
            );
        }
        out
    };
    let num = Num::Ostrowski(2);
    let table = p_positions(2, 180, false, &options);
    let dfa = Dfa::learn(num, 2, 2, &|t| table[t]);
    let make = |d: &Dfa| {
        let set = format!(r#""set": {}"#, d.json());
        certificate("p-set", "wythoff2", rules, "normal", num, "[[1, 1]]", &set)
    };
    hold_and_mutate_some(&dfa, 29, &everywhere, &make);
}

#[test]
fn fibonacci_nim_in_zeckendorf() {
    let options = |pos: &[u64]| {
        (1..=pos[0].min(pos[1]))
            .map(|k| vec![pos[0] - k, 2 * k])
            .collect()
    };
    let table = p_positions(2, 90, false, &options);
    let dfa = Dfa::learn(Num::Zeckendorf, 2, 3, &|t| table[t]);
    let make = |d: &Dfa| {
        let set = format!(r#""set": {}"#, d.json());
        certificate(
            "p-set",
            "fibonacci-nim",
            &shipped("fibonacci-nim"),
            "normal",
            Num::Zeckendorf,
            "[[1, 0]]",
            &set,
        )
    };
    hold_and_mutate(&dfa, &everywhere, &make);
}

#[test]
fn moore2of4() {
    let options = |pos: &[u64]| {
        let mut out = Vec::new();
        for i in 0..4 {
            for j in i + 1..4 {
                for (x, y) in (0..=pos[i]).flat_map(|x| (0..=pos[j]).map(move |y| (x, y))) {
                    if (x, y) != (pos[i], pos[j]) {
                        let mut next = pos.to_vec();
                        (next[i], next[j]) = (x, y);
                        out.push(next);
                    }
                }
            }
        }
        out
    };
    let table = p_positions(4, 8, false, &options);
    let dfa = Dfa::learn(Num::Base(2), 4, 1, &|t| table[t]);
    let make = |d: &Dfa| {
        let set = format!(r#""set": {}"#, d.json());
        certificate(
            "p-set",
            "moore2of4",
            &shipped("moore2of4"),
            "normal",
            Num::Base(2),
            "[[1, 1, 1, 1]]",
            &set,
        )
    };
    hold_and_mutate(&dfa, &everywhere, &make);
}

/// Grundy values of single heaps; a move leaves the heaps of `options`.
fn heap_values(count: u64, options: &dyn Fn(u64) -> Vec<Vec<u64>>) -> Vec<u64> {
    let mut g: Vec<u64> = Vec::new();
    for n in 0..count {
        let values: Vec<u64> = options(n)
            .iter()
            .map(|heaps| heaps.iter().fold(0, |x, &h| x ^ g[h as usize]))
            .collect();
        g.push(mex(&values));
    }
    g
}

fn grundy(game: &str, rules: &str, num: Num, dfa: &Dfa) -> Count {
    let make = |d: &Dfa| {
        let graph = format!(r#""graph": {}"#, d.json());
        certificate("grundy", game, rules, "normal", num, "[[1]]", &graph)
    };
    hold_and_mutate(dfa, &everywhere, &make)
}

#[test]
fn grundy_values_of_heaps() {
    let nim = heap_values(800, &|n| (0..n).map(|k| vec![k]).collect());
    for (num, depth) in [(Num::Base(2), 3), (Num::Base(3), 2), (Num::Zeckendorf, 3)] {
        let dfa = Dfa::learn(num, 2, depth, &|t| nim[t[0] as usize] == t[1]);
        grundy("nim", &shipped("nim"), num, &dfa);
    }
    let lasker = heap_values(260, &|n| {
        let mut out: Vec<Vec<u64>> = (0..n).map(|k| vec![k]).collect();
        out.extend((1..n).map(|k| vec![k, n - k]));
        out
    });
    let dfa = Dfa::learn(Num::Base(2), 2, 3, &|t| lasker[t[0] as usize] == t[1]);
    grundy("lasker", &shipped("lasker"), Num::Base(2), &dfa);
    // One or two heaps may be left, or three: 2n + 1 falls into n, n and 1.
    let three = heap_values(260, &|n| {
        let mut out: Vec<Vec<u64>> = (0..n).map(|k| vec![k]).collect();
        if n % 2 == 1 && n > 1 {
            out.push(vec![n / 2, n / 2, 1]);
        }
        out
    });
    let rules = "game three\nheap n\nmove n -> n - k for k in 1..n\nmove n -> n/2, n/2, 1 where n mod 2 = 1, n > 1\n";
    let dfa = Dfa::learn(Num::Base(2), 2, 3, &|t| three[t[0] as usize] == t[1]);
    grundy("three", rules, Num::Base(2), &dfa);
    // Heaps that vanish; n mod 4 in other bases.
    let bounded = heap_values(1100, &|n| (1..=n.min(3)).map(|k| vec![n - k]).collect());
    let rules = "game bounded\nheap n\nmove n -> where n <= 3, n >= 1\nmove n -> n - k for k in 1..3 where k < n\n";
    for (num, depth) in [(Num::Base(2), 3), (Num::Base(10), 1)] {
        let dfa = Dfa::learn(num, 2, depth, &|t| bounded[t[0] as usize] == t[1]);
        grundy("bounded", rules, num, &dfa);
    }
}

/// Grundy values of a game on two heaps as one position: take one from either, or one from both.
#[test]
fn grundy_values_of_a_tuple() {
    let rules = "game pair\nheaps a b\nmove a -= 1\nmove b -= 1\nmove a -= 1, b -= 1\n";
    let options = |pos: &[u64]| {
        let takes = [(1, 0), (0, 1), (1, 1)]
            .into_iter()
            .filter(|&(x, y)| x <= pos[0] && y <= pos[1]);
        takes.map(|(x, y)| vec![pos[0] - x, pos[1] - y]).collect()
    };
    let solved = common::Solved::fill(tuples(2, 32), &options, &|_, o: &[u64]| mex(o));
    let dfa = Dfa::learn(Num::Base(2), 3, 2, &|t| solved.values[&t[..2]] == t[2]);
    let make = |d: &Dfa| {
        let graph = format!(r#""graph": {}"#, d.json());
        certificate(
            "grundy",
            "pair",
            rules,
            "normal",
            Num::Base(2),
            "[[1, 1]]",
            &graph,
        )
    };
    hold_and_mutate(&dfa, &everywhere, &make);
}

/// Left takes any number from the first heap or moves one from the second to the first; Right takes any number from the
/// second, or one from each.
#[test]
fn partizan_sets_of_two_heaps() {
    let rules = "game tug\nheaps a b\nleft move a -= k for k in 1..a\nleft move a += 1, b -= 1\n\
                 right move b -= k for k in 1..b\nright move a -= 1, b -= 1\n";
    let options = |pos: &[u64]| {
        // The player to move is the third number: 0 Left, 1 Right.
        let (a, b) = (pos[0], pos[1]);
        let mut out: Vec<(u64, u64)> = Vec::new();
        if pos[2] == 0 {
            out.extend((0..a).map(|x| (x, b)));
            out.extend((b > 0).then(|| (a + 1, b - 1)));
        } else {
            out.extend((0..b).map(|y| (a, y)));
            out.extend((a > 0 && b > 0).then(|| (a - 1, b - 1)));
        }
        out.into_iter()
            .map(|(a, b)| vec![a, b, 1 - pos[2]])
            .collect::<Vec<_>>()
    };
    for (play, misere) in [("normal", false), ("misere", true)] {
        let starts = tuples(2, 16).flat_map(|t| (0..2).map(move |who| vec![t[0], t[1], who]));
        let wins = |_: &[u64], o: &[bool]| {
            if o.is_empty() {
                misere
            } else {
                o.contains(&false)
            }
        };
        let solved = common::Solved::fill(starts, &options, &wins);
        let learn = |who: u64| {
            Dfa::learn(Num::Base(2), 2, 2, &|t| {
                solved.values[&vec![t[0], t[1], who]]
            })
        };
        let (left, right) = (learn(0), learn(1));
        let make = |l: &Dfa, r: &Dfa| {
            let sets = format!(r#""left": {}, "right": {}"#, l.json(), r.json());
            certificate(
                "partizan-sets",
                "tug",
                rules,
                play,
                Num::Base(2),
                "[[0, 1], [1, 0]]",
                &sets,
            )
        };
        let count = hold_and_mutate(&left, &everywhere, &|d| make(d, &right));
        let other = hold_and_mutate(&right, &everywhere, &|d| make(&left, d));
        println!("{play}: {count:?} {other:?}");
    }
}
