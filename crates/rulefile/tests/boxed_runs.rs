//! The compiled runs of cells against the listing from the definition, at every position of a box.

mod common;

use bouton_rulefile::{PartizanHeapGame, builtins, heap_builtins, load};
use bouton_rules::{Boxed, Player, Run};

/// Rules made to reach every part of the compiler; tuples in boxes of `side`.
const TUPLES: &[(&str, u64)] = &[
    (
        "heaps a b c\nmove a -= x, b -= y, c -= z for x in 0..a, y in 0..b, z in 0..c where x + y + z = 3",
        6,
    ),
    (
        "heaps a b\nmove a -= s, b -= t for s in 0..a, t in 0..b where 2*s + 3*t = min(a, b), a >= 1, b >= 1",
        9,
    ),
    (
        "heaps a b\nmove a -= s, b -= t for s in 0..a, t in 0..s where s + t = max(a, b) - 1, s >= 1",
        9,
    ),
    (
        "heaps a b\nmove a -= s, b -= t for s in 0..a, t in 0..b where s >= 1 or t >= 1",
        8,
    ),
    (
        "heaps a b\nmove a -= s, b -= t for s in 0..a, t in 0..b where s + t >= 1, s != t, t != 2",
        8,
    ),
    (
        "heaps a b\nmove a -= k for k in 1..a where k != b, k != 3",
        9,
    ),
    (
        "heaps a b\nmove a -= k for k in 1..a where square(k)\nmove b -= k for k in 1..b where square(k + a)",
        12,
    ),
    (
        "heaps a b\nmove a -= k for k in 1..a where prime(k)\nmove b -= k for k in 1..b where prime(a - k)",
        12,
    ),
    (
        "heaps a b\nmove a -= k for k in 1..a where k | b\nmove b -= k for k in 1..b where k | a, k != 2",
        12,
    ),
    (
        "heaps a b\nmove a -= k for k in 1..a where k mod 3 = 1\nmove b -= k for k in 1..b where (a - k) mod b = 2",
        10,
    ),
    (
        "heaps a b\nmove a -= k for k in 1..a where 3 | k + b\nmove b -= k for k in 1..b where a | k - 1",
        10,
    ),
    (
        "heaps a b\nmove a -= k for k in 1..a where gcd(k, a) = 1\nmove b -= 1 where gcd(a, b) > 1",
        10,
    ),
    ("heaps a b\nmove a = b, b = a mod b where b >= 1, a > b", 10),
    (
        "heaps a b\nmove a -= a / 2, b -= k for k in 0..b where a >= 2, b xor k >= b - 1",
        9,
    ),
    (
        "heaps a b\nmove a -= x*y for x in 1..a, y in 1..x*x where x*y <= a\nmove b = b / 2 where b >= 1",
        9,
    ),
    ("heaps a b\nmove a -= x, b -= x*x for x in 1..a", 12),
    (
        "heaps a b\nwhere a >= b\nmove a -= k for k in 1..a\nmove b -= k for k in 1..b",
        9,
    ),
    (
        "heaps a b\nwhere a != b or a = 0, not (a = 2 and b = 1)\nmove a -= k for k in 1..a\nmove b -= k for k in 1..b",
        9,
    ),
    (
        "heaps a b\nleft move a -= k for k in 1..a\nright move b -= k for k in 1..min(b, 2)\nmove a -= 1, b -= 1",
        8,
    ),
    (
        "heaps a b\nwhere a + b <= 9\nmove a += k, b -= 2*k for k in 1..b",
        10,
    ),
    (
        "heaps a\nmove a -= k for k in 1..a where not (k | a) or k = a\nmove a = a - 2*k for k in a/3..a where k > 0",
        20,
    ),
    (
        "heaps a b\nmove a -= s for s in 1..a where (s = 1 or s = b or s = a) and (s != 2 or b > 3)",
        9,
    ),
    (
        "heaps a b\nmove a -= k, b -= j for k in 1..a, j in k..2*k where j mod 2 = 0",
        9,
    ),
    (
        "heaps a b\nmove a -= k, b -= k for k in 1..a where a mod b = 0 or b mod k = 1",
        9,
    ),
    (
        "heaps a b c d\nmove a -= w, b -= x, c -= y, d -= z for w in 0..a, x in 0..b, y in 0..c, z in 0..d where w + x = y + z, w + x >= 1",
        4,
    ),
    (
        "heaps a b\nmove b -= 1, a = max(a, 2) where b >= 1\nmove a -= k for k in max(1, b)..a",
        9,
    ),
    (
        "heaps a b\nmove a -= k for k in 1..a where 2*k < b + a, 3*k != b",
        9,
    ),
    ("heaps a b\nmove a -= k for k in 1..a where k <= 2^70", 7),
    (
        "heaps a b\nmove a -= k for k in 1..a where k*2^62 <= b*2^62",
        7,
    ),
];

const SUMS: &[(&str, u64)] = &[
    (
        "heap n\nmove n -> x, n - x for x in 1..n-1 where x != n - x\nmove n -> n - 2",
        20,
    ),
    (
        "heap n\nmove n -> x, y, n - x - y for x in 1..n, y in x..n where n - x - y >= y",
        20,
    ),
    (
        "heap n\nmove n -> x, y for x in 0..n-1, y in 0..x where x + y = n - 1",
        15,
    ),
    (
        "heap n\nmove n -> for k in 1..1 where n = 5\nmove n -> n / 2, n / 3 where n >= 1",
        20,
    ),
    (
        "heap n\nwhere n != 3\nmove n -> n - k for k in 1..n where prime(k)\nleft move n -> 2 where n > 5",
        20,
    ),
    (
        "heap n\nmove n -> x, x, x for x in 1..n where 3*x < n or x = 1 and n = 2",
        20,
    ),
    ("heap n\nmove n -> k, n mod k for k in 1..n-1", 20),
];

#[test]
fn runs_are_the_listed_options() {
    let sizes = |name: &str| match name {
        "moore2of4" => 5,
        "nim3" => 7,
        "distribunim" | "euclid" | "fibonacci-nim" | "wythoff" => 14,
        _ => 60,
    };
    let shipped = heap_builtins()
        .into_iter()
        .map(|(name, text)| (text.to_string(), sizes(name)));
    let made = TUPLES
        .iter()
        .chain(SUMS)
        .map(|(text, side)| (format!("game made\n{text}"), *side));
    for (text, side) in shipped.chain(made) {
        println!("{text}");
        let rules = load(&text, "made.game").unwrap_or_else(|e| panic!("{e}\n{text}"));
        let game = PartizanHeapGame::new(rules.into()).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert!(
            common::options_of_box(&game, side).unwrap_or_else(|| panic!("no box: {text}")) > 0,
            "no options at all: {text}"
        );
    }
}

#[test]
fn boxes_are_closed_or_refused() {
    let game = |text: &str| PartizanHeapGame::new(load(text, "x.game").unwrap().into()).unwrap();
    let fibonacci = game(
        builtins()
            .iter()
            .find(|(n, _)| *n == "fibonacci-nim")
            .unwrap()
            .1,
    );
    assert_eq!(
        fibonacci.closed_box(&[100, 10], 1 << 20),
        Some(vec![100, 199])
    );
    assert_eq!(fibonacci.closed_box(&[100, 10], 5000), None);
    let staircase = game("game staircase\nheaps a b\nmove a -= 1, b += 1");
    assert_eq!(staircase.closed_box(&[5, 5], 1 << 20), None);
    let bounded = game("game bounded\nheaps a b\nwhere a + b <= 7\nmove a -= 1, b += 1");
    assert_eq!(bounded.closed_box(&[5, 3], 1 << 20), Some(vec![5, 8]));
    assert_eq!(bounded.closed_box(&[5, 3, 1], 1 << 20), None);
}

/// Linear moves are single runs, not cells one by one.
#[test]
fn linear_moves_are_few_runs() {
    let runs = |body: &str, pos: &[u64]| {
        let game =
            PartizanHeapGame::new(load(&format!("game x\n{body}"), "x.game").unwrap().into())
                .unwrap();
        let sizes = game
            .closed_box(&pos.iter().map(|n| n + 1).collect::<Vec<_>>(), 1 << 20)
            .unwrap();
        let mut shapes = Vec::new();
        game.runs(Player::Left, pos, &sizes, &mut |run| {
            shapes.push(match run {
                Run::Cells { step, count, .. } => (step, count),
                Run::Pairs { step, count, .. } => (step, count),
                Run::Sum(heaps) => (0, heaps.len()),
            })
        });
        shapes
    };
    let shipped = |name: &str, pos: &[u64]| {
        let text = builtins().iter().find(|(n, _)| *n == name).unwrap().1;
        runs(text.split_once('\n').unwrap().1, pos)
    };
    assert_eq!(shipped("distribunim", &[8, 5]), [(-5, 5)]);
    assert_eq!(shipped("wythoff", &[5, 7]), [(-8, 5), (-1, 7), (-9, 5)]);
    assert_eq!(shipped("nim", &[9]), [(-1, 9)]);
    assert_eq!(shipped("lasker", &[9]), [(-1, 9), (1, 4)]);
    assert_eq!(shipped("euclid", &[9, 2]), [(-6, 4)]);
    assert_eq!(shipped("fibonacci-nim", &[9, 4]).len(), 1);
    assert_eq!(
        shipped("moore2of4", &[1, 2, 1, 2]).len(),
        2 + 2 + 2 + 3 + 3 + 2
    );
    assert_eq!(
        runs(
            "heaps a b\nmove a -= k for k in 1..a where k mod 3 = b",
            &[10, 1]
        ),
        [(-6, 4)]
    );
    assert_eq!(
        runs(
            "heaps a b\nmove a -= k for k in 1..a where k != b",
            &[10, 4]
        ),
        [(-5, 3), (-5, 6)]
    );
    // A filter on the inner variable is put outside.
    assert_eq!(
        runs(
            "heaps a b\nmove a -= j, b -= k for j in 1..a, k in 1..b where square(k)",
            &[10, 4]
        ),
        [(-5, 10), (-5, 10)]
    );
}
