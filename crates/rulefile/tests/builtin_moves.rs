//! The rule files that come with Bouton, against move generators written by hand from the rules in words.

use bouton_rulefile::{HeapGame, builtin, heap_builtins, load};
use bouton_rules::{Heaps, Impartial, Ruleset, Short, laws};
use std::collections::BTreeSet;

type Moves = fn(&[u64]) -> BTreeSet<Vec<u64>>;

fn game(name: &str) -> HeapGame {
    let text = builtin(name).unwrap();
    HeapGame::new(load(text, &format!("{name}.game")).unwrap().into()).unwrap()
}

/// Replaces heap `i` of a multiset; sorted, without empty heaps.
fn replaced(pos: &[u64], i: usize, by: &[u64]) -> Vec<u64> {
    let mut next: Vec<u64> = pos.to_vec();
    next.remove(i);
    next.extend(by);
    next.retain(|&n| n > 0);
    next.sort_unstable();
    next
}

fn each_heap(pos: &[u64], mut results: impl FnMut(u64) -> Vec<Vec<u64>>) -> BTreeSet<Vec<u64>> {
    let mut all = BTreeSet::new();
    for (i, &n) in pos.iter().enumerate() {
        all.extend(results(n).into_iter().map(|by| replaced(pos, i, &by)));
    }
    all
}

fn nim(pos: &[u64]) -> BTreeSet<Vec<u64>> {
    each_heap(pos, |n| (0..n).map(|m| vec![m]).collect())
}

fn lasker(pos: &[u64]) -> BTreeSet<Vec<u64>> {
    each_heap(pos, |n| {
        (0..n)
            .map(|m| vec![m])
            .chain((1..n).map(|m| vec![m, n - m]))
            .collect()
    })
}

fn divisor_nim(pos: &[u64]) -> BTreeSet<Vec<u64>> {
    each_heap(pos, |n| {
        (1..n).filter(|d| n % d == 0).map(|d| vec![n - d]).collect()
    })
}

fn subtract_a_square(pos: &[u64]) -> BTreeSet<Vec<u64>> {
    each_heap(pos, |n| {
        (1..)
            .map(|r| r * r)
            .take_while(|s| *s <= n)
            .map(|s| vec![n - s])
            .collect()
    })
}

fn nim3(pos: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut all = BTreeSet::new();
    for i in 0..3 {
        for m in 0..pos[i] {
            let mut next = pos.to_vec();
            next[i] = m;
            all.insert(next);
        }
    }
    all
}

fn wythoff(pos: &[u64]) -> BTreeSet<Vec<u64>> {
    let (a, b) = (pos[0], pos[1]);
    let rows = (0..a).map(|m| vec![m, b]);
    let columns = (0..b).map(|m| vec![a, m]);
    let diagonal = (1..=a.min(b)).map(|k| vec![a - k, b - k]);
    rows.chain(columns).chain(diagonal).collect()
}

fn moore2of4(pos: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut all = BTreeSet::new();
    for i in 0..4 {
        for j in 0..4 {
            for x in 0..=pos[i] {
                for y in 0..=pos[j] {
                    let mut next = pos.to_vec();
                    next[i] = x;
                    next[j] = y;
                    if i != j && next != pos {
                        all.insert(next);
                    }
                }
            }
        }
    }
    all
}

fn distribunim(pos: &[u64]) -> BTreeSet<Vec<u64>> {
    let (a, b) = (pos[0], pos[1]);
    let mut all = BTreeSet::new();
    for x in 1..=a {
        for y in 1..=b {
            if (a - x) + (b - y) == a.min(b) {
                all.insert(vec![x, y]);
            }
        }
    }
    all
}

fn euclid(pos: &[u64]) -> BTreeSet<Vec<u64>> {
    let (a, b) = (pos[0], pos[1]);
    let mut all = BTreeSet::new();
    let mut x = a;
    while b > 0 && x >= b {
        x -= b;
        all.insert(vec![x, b]);
    }
    let mut y = b;
    while a > 0 && y >= a {
        y -= a;
        all.insert(vec![a, y]);
    }
    all
}

fn fibonacci_nim(pos: &[u64]) -> BTreeSet<Vec<u64>> {
    (1..=pos[0].min(pos[1]))
        .map(|k| vec![pos[0] - k, 2 * k])
        .collect()
}

const GAMES: [(&str, Moves); 10] = [
    ("distribunim", distribunim),
    ("divisor-nim", divisor_nim),
    ("euclid", euclid),
    ("fibonacci-nim", fibonacci_nim),
    ("lasker", lasker),
    ("moore2of4", moore2of4),
    ("nim", nim),
    ("nim3", nim3),
    ("subtract-a-square", subtract_a_square),
    ("wythoff", wythoff),
];

fn positions(name: &str) -> Vec<Vec<u64>> {
    let tuple = |arity: u32, side: u64| -> Vec<Vec<u64>> {
        (0..side.pow(arity))
            .map(|code| (0..arity).map(|i| code / side.pow(i) % side).collect())
            .collect()
    };
    match name {
        "distribunim" => tuple(2, 12)
            .into_iter()
            .filter(|p| p.iter().all(|&n| n > 0))
            .collect(),
        "euclid" | "fibonacci-nim" | "wythoff" => tuple(2, 12),
        "nim3" => tuple(3, 6),
        "moore2of4" => tuple(4, 4),
        _ => {
            let mut all: Vec<Vec<u64>> = (0..60)
                .map(|n| if n == 0 { vec![] } else { vec![n] })
                .collect();
            all.extend(
                (1..8).flat_map(|a| (a..8).flat_map(move |b| (b..8).map(move |c| vec![a, b, c]))),
            );
            all
        }
    }
}

#[test]
fn options_are_those_of_the_rules_in_words() {
    let listed: Vec<&str> = heap_builtins().iter().map(|f| f.0).collect();
    assert_eq!(
        listed,
        GAMES.map(|(name, _)| name),
        "a rule file has no generator here"
    );
    for (name, moves) in GAMES {
        let game = game(name);
        for pos in positions(name) {
            let options = game.options(&Heaps::of(&pos)).unwrap();
            let found: BTreeSet<Vec<u64>> = options.iter().map(|o| o.small().unwrap()).collect();
            assert_eq!(found, moves(&pos), "{name} {pos:?}");
            assert_eq!(
                found.len(),
                options.len(),
                "{name} {pos:?} lists an option twice"
            );
        }
    }
}

#[test]
fn laws_hold_and_every_rank_drops() {
    for (name, _) in GAMES {
        let game = game(name);
        let info = game.info();
        assert!(!info.examples.is_empty() && !info.rules.is_empty());
        for example in &info.examples {
            assert_eq!(&game.show(&game.parse(example).unwrap()), example);
        }
        for pos in positions(name) {
            let pos = Heaps::of(&pos);
            laws::reads_back(&game, &pos).unwrap();
            laws::rank_drops(&game, &pos).unwrap();
            assert_eq!(
                game.join(&game.split(&pos)).unwrap_or_else(|| pos.clone()),
                game.canon(pos.clone())
            );
            assert!(
                game.rank(&pos)
                    .iter()
                    .all(|r| r.sign() != num_bigint::Sign::Minus)
            );
        }
    }
}

#[test]
fn heaps_may_be_larger_than_machine_words() {
    let text = "game take\nheap n\nmove n -> n - k for k in 1..3 where k <= n";
    let game = HeapGame::new(load(text, "take.game").unwrap().into()).unwrap();
    let pos = game
        .parse("1000000000000000000000000000000000000000000000000000000000000000")
        .unwrap();
    let options: Vec<String> = game
        .options(&pos)
        .unwrap()
        .iter()
        .map(|p| game.show(p))
        .collect();
    assert_eq!(options.len(), 3);
    assert!(options[0].starts_with('9') && options[0].ends_with("99"));
    let nim = self::game("nim");
    let error = nim
        .options(
            &nim.parse("10000000000000000000000000000000000000000000")
                .unwrap(),
        )
        .unwrap_err();
    assert!(error.is_limit());
    assert_eq!(
        error.to_string(),
        "nim, position 10000000000000000000000000000000000000000000, line 5: more than 20000000 steps are needed to list its moves; take smaller heaps"
    );
}

#[test]
fn positions_that_do_not_exist_are_refused() {
    let error = |name: &str, pos: &str| game(name).parse(pos).unwrap_err().to_string();
    assert_eq!(
        error("distribunim", "0,3"),
        "position `0,3` of distribunim: it does not exist; positions a,b have a >= 1, b >= 1, like 5,4"
    );
    assert_eq!(
        error("wythoff", "1"),
        "position `1` of wythoff: it has 1 and the game has 2 heaps; write a,b as 5,4"
    );
    assert_eq!(
        error("nim", "3,x"),
        "position `3,x`: heap 2, `x`, is not a number; write heaps like 3,4,5"
    );
    assert_eq!(
        error("nim", "-3"),
        "position `-3`: heap 1, `-3`, is not a number; write heaps like 3,4,5"
    );
}

#[test]
fn empty_heaps_count_only_where_they_can_be_moved_in() {
    let game = |text: &str| HeapGame::new(load(text, "x.game").unwrap().into()).unwrap();
    let nim = self::game("nim");
    assert_eq!(nim.show(&nim.parse("0,2,0,1").unwrap()), "1,2");
    // Here an empty heap can be thrown away, which is a move.
    let throw = game("game throw\nheap n\nmove n ->");
    let pos = throw.parse("0,0,5").unwrap();
    assert_eq!(throw.show(&pos), "0,0,5");
    let options: Vec<String> = throw
        .options(&pos)
        .unwrap()
        .iter()
        .map(|p| throw.show(p))
        .collect();
    assert_eq!(options, ["0,5", "0,0"]);
    let last = throw.parse("0").unwrap();
    assert_eq!(throw.options(&last).unwrap(), [Heaps::default()]);
    laws::reads_back(&throw, &Heaps::default()).unwrap();
    laws::rank_drops(&throw, &pos).unwrap();
}
