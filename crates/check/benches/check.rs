//! How long certificates take to check: each is made by brute force, checked a number of times, and must hold.

#[path = "../tests/common/mod.rs"]
mod common;

use bouton_check::{Limits, check};
use common::{Dfa, Num, certificate, p_positions, shipped};

fn time(name: &str, json: &str) {
    let (rounds, start) = (20, std::time::Instant::now());
    for _ in 0..rounds {
        let report = check(json, &Limits::default()).unwrap();
        assert!(report.holds(), "{report}");
    }
    println!(
        "{name:<40} {:>10.3} ms",
        start.elapsed().as_secs_f64() * 1000.0 / rounds as f64
    );
}

fn p_set(game: &str, rules: &str, num: Num, rank: &str, dfa: &Dfa) {
    let set = format!(r#""set": {}"#, dfa.json());
    let name = format!("{game}, {} states, {}", dfa.next.len(), num.name());
    time(
        &name,
        &certificate("p-set", game, rules, "normal", num, rank, &set),
    );
}

fn nim(pos: &[u64]) -> Vec<Vec<u64>> {
    let with = |i: usize, left: u64| {
        let mut next = pos.to_vec();
        next[i] = left;
        next
    };
    (0..pos.len())
        .flat_map(|i| (0..pos[i]).map(move |left| with(i, left)))
        .collect()
}

fn main() {
    let xor = |t: &[u64]| t.iter().fold(0, |x, y| x ^ y) == 0;
    let dfa = Dfa::learn(Num::Base(2), 3, 2, &xor);
    p_set("nim3", &shipped("nim3"), Num::Base(2), "[[1, 1, 1]]", &dfa);

    let columns =
        |t: &[u64]| (0..8).all(|bit| t.iter().filter(|&&n| n >> bit & 1 == 1).count() % 3 == 0);
    let dfa = Dfa::learn(Num::Base(2), 4, 1, &columns);
    p_set(
        "moore2of4",
        &shipped("moore2of4"),
        Num::Base(2),
        "[[1, 1, 1, 1]]",
        &dfa,
    );

    let options = |pos: &[u64]| {
        let (a, b) = (pos[0], pos[1]);
        let total = a.min(b);
        let both = (0..=total)
            .map(|s| (s, total - s))
            .filter(|&(s, t)| s < a && t < b);
        both.map(|(s, t)| vec![a - s, b - t]).collect()
    };
    let table = p_positions(2, 128, false, &options);
    let dfa = Dfa::learn(Num::Base(2), 2, 2, &|t| t[0] > 0 && t[1] > 0 && table[t]);
    p_set(
        "distribunim",
        &shipped("distribunim"),
        Num::Base(2),
        "[[1, 1]]",
        &dfa,
    );

    let options = |pos: &[u64]| {
        let both = (1..=pos[0].min(pos[1])).map(|k| vec![pos[0] - k, pos[1] - k]);
        nim(pos).into_iter().chain(both).collect()
    };
    let table = p_positions(2, 60, false, &options);
    let dfa = Dfa::learn(Num::Zeckendorf, 2, 3, &|t| table[t]);
    p_set(
        "wythoff",
        &shipped("wythoff"),
        Num::Zeckendorf,
        "[[1, 1]]",
        &dfa,
    );

    let options = |pos: &[u64]| {
        (1..=pos[0].min(pos[1]))
            .map(|k| vec![pos[0] - k, 2 * k])
            .collect()
    };
    let table = p_positions(2, 90, false, &options);
    let dfa = Dfa::learn(Num::Zeckendorf, 2, 3, &|t| table[t]);
    p_set(
        "fibonacci-nim",
        &shipped("fibonacci-nim"),
        Num::Zeckendorf,
        "[[1, 0]]",
        &dfa,
    );

    let options = |pos: &[u64]| {
        let mut out = nim(pos);
        for k in 1..=pos[0] {
            out.extend(
                (1..=pos[1])
                    .filter(|l| k.abs_diff(*l) < 2)
                    .map(|l| vec![pos[0] - k, pos[1] - l]),
            );
        }
        out
    };
    let rules = "game wythoff2\nheaps a b\nmove a -= k for k in 1..a\nmove b -= k for k in 1..b\n\
                 move a -= k, b -= l for k in 1..a, l in 1..b where -2 < k - l < 2\n";
    let table = p_positions(2, 180, false, &options);
    let dfa = Dfa::learn(Num::Ostrowski(2), 2, 2, &|t| table[t]);
    p_set("wythoff2", rules, Num::Ostrowski(2), "[[1, 1]]", &dfa);

    let lasker = |n: u64| match n % 4 {
        3 => n + 1,
        0 if n > 0 => n - 1,
        _ => n,
    };
    let dfa = Dfa::learn(Num::Base(2), 2, 3, &|t| lasker(t[0]) == t[1]);
    let graph = format!(r#""graph": {}"#, dfa.json());
    let json = certificate(
        "grundy",
        "lasker",
        &shipped("lasker"),
        "normal",
        Num::Base(2),
        "[[1]]",
        &graph,
    );
    time("lasker, Grundy values, base 2", &json);
}
