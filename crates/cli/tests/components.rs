//! `bouton count` over components, against the enumeration of positions that are searched as a whole.

mod common;

use common::{fails, file, json};
use std::collections::HashMap;

/// The answer under this name.
fn ask(args: &[&str], name: &str) -> String {
    let answer = json(args);
    match answer[name].as_str() {
        Some(text) => text.to_string(),
        None => panic!("{args:?}: no {name} in {answer}"),
    }
}

/// Moves of a random game: from a heap of n, `take` stones go, and what is left is split in `parts` heaps that are not empty.
#[derive(Clone)]
struct Rules {
    /// For Left and for Right; the same in impartial games.
    moves: [Vec<(u64, usize)>; 2],
}

impl Rules {
    fn options(&self, player: usize, pos: &[u64]) -> Vec<Vec<u64>> {
        let mut out = Vec::new();
        for (i, &n) in pos.iter().enumerate() {
            for &(take, parts) in &self.moves[player] {
                let Some(left) = n.checked_sub(take) else {
                    continue;
                };
                let heaps: Vec<Vec<u64>> = match parts {
                    1 => vec![vec![left]],
                    _ => (1..left).map(|x| vec![x, left - x]).collect(),
                };
                for new in heaps {
                    let mut next: Vec<u64> = pos.to_vec();
                    next.splice(i..=i, new);
                    next.retain(|&n| n > 0);
                    next.sort_unstable();
                    out.push(next);
                }
            }
        }
        out
    }

    /// Does the player to move win? By search of the whole position.
    fn wins(
        &self,
        player: usize,
        pos: &[u64],
        known: &mut HashMap<(usize, Vec<u64>), bool>,
    ) -> bool {
        let mut sorted = pos.to_vec();
        sorted.retain(|&n| n > 0);
        sorted.sort_unstable();
        if let Some(&won) = known.get(&(player, sorted.clone())) {
            return won;
        }
        let options = self.options(player, &sorted);
        let won = options
            .iter()
            .any(|next| !self.wins(1 - player, next, known));
        known.insert((player, sorted), won);
        won
    }

    /// The rule file.
    fn text(&self, partizan: bool) -> String {
        let mut text = "game random\nheap n\n".to_string();
        for (player, word) in [(0, "left "), (1, "right ")] {
            for (take, parts) in &self.moves[player] {
                let word = if partizan { word } else { "" };
                text.push_str(&match parts {
                    1 => format!("{word}move n -> n-{take} where n >= {take}\n"),
                    _ => format!("{word}move n -> x, n-{take}-x for x in 1..n-{take}-1\n"),
                });
            }
            if !partizan {
                break;
            }
        }
        text
    }
}

/// Tuples, multisets, sets or arrangements of k of the components.
fn positions(components: &[u64], k: usize, unordered: bool, distinct: bool) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..k {
        let longer = |p: &Vec<u64>| -> Vec<Vec<u64>> {
            let fits = |n: &&u64| match (unordered, distinct) {
                (false, false) => true,
                (true, false) => p.last().is_none_or(|l| l <= n),
                (true, true) => p.last().is_none_or(|l| l < n),
                (false, true) => !p.contains(n),
            };
            let with = |n: &u64| p.iter().chain([n]).copied().collect();
            components.iter().filter(fits).map(with).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn random_questions_equal_enumeration() {
    let rounds = std::env::var("BOUTON_QUESTIONS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(60);
    let folder = tempfile::tempdir().expect("a folder");
    let mut seed = 20_u64;
    let mut random = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) % below
    };
    let (mut asked, mut found) = (0, 0);
    for round in 0..rounds {
        let partizan = random(2) == 0;
        let mut moves = || -> Vec<(u64, usize)> {
            let mut moves: Vec<(u64, usize)> =
                (0..1 + random(2)).map(|_| (1 + random(3), 1)).collect();
            if random(2) == 0 {
                moves.push((random(3), 2));
            }
            moves.sort_unstable();
            moves.dedup();
            moves
        };
        let left = moves();
        let right = if partizan { moves() } else { left.clone() };
        let rules = Rules {
            moves: [left, right],
        };
        let path = file(&folder, "random.game", &rules.text(partizan));
        let (unordered, distinct) = (random(2) == 0, random(2) == 0);
        let (low, high) = (1 + random(2), 2 + random(5));
        let total = (random(2) == 0).then(|| random(8));
        let any = total.is_some() && random(2) == 0;
        let k = random(4) as usize;
        let win = ["first", "second", "left", "right", "draw"][random(5) as usize];
        let what = random(if partizan || (any && distinct && !unordered) {
            2
        } else {
            3
        });
        let what = if any && distinct && !unordered {
            0
        } else {
            what
        };
        let modulus =
            [None, Some(1), Some(2), Some(12), Some(101), Some(1 << 33)][random(6) as usize];
        let residue = |n: u64| modulus.map_or(n, |m| n % m);
        // Positions, one by one.
        let components: Vec<u64> = (low..=high).collect();
        let ks = if any {
            0..total.unwrap_or(0) as usize + 1
        } else {
            k..k + 1
        };
        let mut known = HashMap::new();
        let (mut count, mut sum, mut winning) = (0, 0, 0);
        for pos in ks.flat_map(|k| positions(&components, k, unordered, distinct)) {
            if total.is_some_and(|n| pos.iter().sum::<u64>() != n) {
                continue;
            }
            let (l, r) = (
                rules.wins(0, &pos, &mut known),
                rules.wins(1, &pos, &mut known),
            );
            let who = match (l, r) {
                (true, true) => "first",
                (false, false) => "second",
                (true, false) => "left",
                (false, true) => "right",
            };
            if !partizan {
                for i in 0..pos.len() {
                    // The moves of one heap, each position that they leave once.
                    let mut next = rules.options(0, &pos[i..=i]);
                    next.sort();
                    next.dedup();
                    let rest = [&pos[..i], &pos[i + 1..]].concat();
                    let lost = next
                        .iter()
                        .filter(|n| !rules.wins(0, &[&rest[..], n].concat(), &mut known));
                    winning += lost.count() as u64;
                }
            }
            if who == win {
                count += 1;
                sum += pos.iter().map(|n| n * n + 1).sum::<u64>();
            }
        }
        let each = format!("{low} <= n, n <= {high}");
        let (k, total) = (k.to_string(), total.map(|n| n.to_string()));
        let modulus = modulus.map(|m: u64| m.to_string());
        let mut args = vec!["count", &path, "--each", &each];
        if !any {
            args.extend(["--heaps", &k]);
        }
        if let Some(total) = &total {
            args.extend(["--total", total]);
        }
        if unordered {
            args.push("--unordered");
        }
        if distinct {
            args.push("--distinct");
        }
        if let Some(modulus) = &modulus {
            args.extend(["--mod", modulus]);
        }
        let (name, expected) = match what {
            0 => ("count", count),
            1 => ("sum", sum),
            _ => ("winning_moves", winning),
        };
        match what {
            0 => args.extend(["--win", win]),
            1 => args.extend(["--win", win, "--sum", "n^2 + 1"]),
            _ => args.push("--winning-moves"),
        }
        if what == 1 && partizan {
            // Sums need values on axes, which a game may not have; then the question is refused.
            let done = common::run(&args);
            if !done.status.success() {
                let text = String::from_utf8_lossy(&done.stderr).into_owned();
                assert!(text.contains("only counts are taken"), "{args:?}: {text}");
                continue;
            }
        }
        let got = ask(&args, name);
        assert_eq!(
            got,
            residue(expected).to_string(),
            "round {round}: {args:?}\n{}",
            rules.text(partizan)
        );
        asked += 1;
        found += u32::from(expected > 0);
    }
    assert!(
        asked * 10 >= rounds * 9 && found * 4 >= asked,
        "{asked} asked, {found} not 0"
    );
}

#[test]
fn large_questions() {
    // Squares: the values of 0..=100000 from the definition, multisets of three by Burnside.
    let mut values = vec![0usize; 100_001];
    for n in 1..values.len() {
        let mut seen = [false; 256];
        let mut r = 1;
        while r * r <= n {
            seen[values[n - r * r]] = true;
            r += 1;
        }
        values[n] = seen.iter().position(|s| !s).expect("few values");
    }
    let mut counts = [0u128; 256];
    values.iter().for_each(|&v| counts[v] += 1);
    let mut tuples = 0u128;
    for a in 0..256 {
        for b in 0..256 {
            tuples += counts[a] * counts[b] * counts[a ^ b];
        }
    }
    // Fixed by a swap: a + a + c with c = 0; fixed by a turn: a + a + a with a = 0.
    let (swap, turn) = (100_001 * counts[0], counts[0]);
    let multisets = (tuples + 3 * swap + 2 * turn) / 6;
    let args = [
        "count",
        "subtract-a-square",
        "--heaps",
        "3",
        "--unordered",
        "--each",
        "n <= 100000",
    ];
    assert_eq!(ask(&args, "count"), multisets.to_string());

    // The period of Dawson's Kayles is 34 from 53 on: the zeros of the first period, from the definition.
    let len = 53 + 2 * 34;
    let mut values = vec![0usize; len];
    for n in 2..len {
        let mut seen = [false; 64];
        (0..=n - 2).for_each(|a| seen[values[a] ^ values[n - 2 - a]] = true);
        values[n] = seen.iter().position(|s| !s).expect("few values");
    }
    let last = 10u64.pow(18);
    let zeros = |r: std::ops::Range<usize>| r.filter(|&n| values[n] == 0).count() as u64;
    let whole = (last - 53 + 1) / 34;
    let rest = ((last - 53 + 1) % 34) as usize;
    let expected = zeros(1..53) + whole * zeros(53..87) + zeros(53..53 + rest);
    let args = [
        "count",
        "dawsons-kayles",
        "--each",
        "1 <= n <= 10^18",
        "--heaps",
        "1",
    ];
    let answer = json(&args);
    assert_eq!(
        (answer["count"].as_str(), answer["status"].as_str()),
        (Some(&*expected.to_string()), Some("proved"))
    );

    // Exponents of two: n up to 10^14 with exponent e, triples that xor to 0.
    let most = 10u64.pow(14);
    let counts: Vec<u128> = (0..64)
        .map(|e| ((most >> e) - (most >> (e + 1).min(63))) as u128)
        .take(47)
        .collect();
    let get = |i: usize| counts.get(i).copied().unwrap_or(0);
    let mut triples = num_bigint::BigUint::ZERO;
    for a in 0..64 {
        for b in 0..64 {
            let product = num_bigint::BigUint::from(get(a)) * get(b) * get(a ^ b);
            triples += product;
        }
    }
    let args = [
        "count",
        "divisor-nim",
        "--heaps",
        "3",
        "--each",
        "1 <= n <= 10^14",
    ];
    let answer = json(&args);
    assert_eq!(
        (answer["count"].as_str(), answer["status"].as_str()),
        (Some(&*triples.to_string()), Some("theorem"))
    );
}

#[test]
fn theorems_equal_search() {
    for (game, top) in [("divisor-nim", 60), ("coprime-nim", 60)] {
        let each = format!("n <= {top}");
        let answer = json(&["count", game, "--each", &each, "--distribution"]);
        let table = json(&["table", game, &top.to_string()]);
        let values = table["values"].as_array().expect("values").iter();
        let mut counts: HashMap<u64, u64> = HashMap::new();
        values.for_each(|v| *counts.entry(v.as_u64().expect("a value")).or_default() += 1);
        let rows = answer["distribution"].as_array().expect("rows");
        assert_eq!(rows.len(), counts.len(), "{game}");
        for row in rows {
            let value = row[0].as_str().expect("a value");
            let value: u64 = match value.trim_start_matches('*') {
                "" => 1,
                digits => digits.parse().expect("a nimber"),
            };
            assert_eq!(
                row[1].as_str(),
                Some(&*counts[&value].to_string()),
                "{game}: {row}"
            );
        }
    }
}

#[test]
fn partizan_heaps() {
    let folder = tempfile::tempdir().expect("a folder");
    // Left takes 1, Right takes 2: values are found by search, and positions of three heaps are judged as a whole.
    let rules = Rules {
        moves: [vec![(1, 1)], vec![(2, 1)]],
    };
    let path = file(&folder, "random.game", &rules.text(true));
    let mut known = HashMap::new();
    for win in ["first", "second", "left", "right"] {
        let expected = positions(&(0..=8).collect::<Vec<_>>(), 3, true, false)
            .iter()
            .filter(|p| {
                let (l, r) = (rules.wins(0, p, &mut known), rules.wins(1, p, &mut known));
                win == match (l, r) {
                    (true, true) => "first",
                    (false, false) => "second",
                    (true, false) => "left",
                    (false, true) => "right",
                }
            })
            .count();
        let args = [
            "count",
            &path,
            "--heaps",
            "3",
            "--unordered",
            "--each",
            "n <= 8",
            "--win",
            win,
        ];
        assert_eq!(ask(&args, "count"), expected.to_string(), "{win}");
    }
}

#[test]
fn edges_and_errors() {
    let count = |more: &[&str]| {
        let args = [&["count", "kayles"][..], more].concat();
        ask(&args, "count")
    };
    assert_eq!(count(&["--each", "n <= 10", "--heaps", "0"]), "1");
    assert_eq!(count(&["--each", "5 <= n, n <= 4", "--heaps", "2"]), "0");
    assert_eq!(count(&["--each", "5 <= n, n <= 4", "--heaps", "0"]), "1");
    assert_eq!(
        count(&["--each", "n <= 10^30", "--heaps", "10^30", "--mod", "1"]),
        "0"
    );
    assert_eq!(count(&["--each", "n <= 10", "--win", "draw"]), "0");
    // The values of Kayles begin 0, 1, 2, 3, 1, 4, 3, 2, 1.
    assert_eq!(count(&["--each", "n < 9", "--value", "*3"]), "2");
    fails(&["count", "kayles"], 2, &["--each"]);
    fails(
        &["count", "kayles", "--each", "n >= 3"],
        2,
        &["no upper bound"],
    );
    fails(
        &["count", "kayles", "--each", "n <= 3", "--win", "me"],
        2,
        &["--win"],
    );
    fails(
        &["count", "kayles", "--each", "n <= 3", "--where", "n <= 3"],
        2,
        &["--each", "--where"],
    );
    fails(
        &["count", "kayles", "--each", "n <= 3", "--mod", "0"],
        2,
        &["--mod"],
    );
    fails(
        &["count", "kayles", "--each", "n <= 3", "--heaps", "many"],
        2,
        &["--heaps"],
    );
    fails(
        &["count", "kayles", "--each", "n <= 3", "--total", "5"],
        2,
        &["size 0"],
    );
}
