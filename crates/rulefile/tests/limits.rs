//! Loading and listing within limits: many lines, long loops, wide ranges.

use bouton_core::{Budget, Limits};
use bouton_rulefile::{HeapGame, load, load_within, read_within};
use bouton_rules::{Impartial, Ruleset};
use bouton_solve::boxed;
use std::time::{Duration, Instant};

fn second() -> Budget {
    Budget::new(&Limits {
        seconds: Some(1.0),
        ..Limits::default()
    })
}

/// 3,000 lines are read in time that grows with their number, or the limit says so.
#[test]
fn many_lines_are_read_in_time() {
    let single = (1..=3000).map(|k| format!("move n -> n - {k} where n mod {} = 1\n", k + 2));
    let single = format!("game many\nheap n\n{}", single.collect::<String>());
    let pair = (1..=3000).map(|k| format!("move a -= {k} where b mod {} = 1\n", k + 2));
    let pair = format!("game many\nheaps a b\n{}", pair.collect::<String>());
    for text in [&single, &pair] {
        let start = Instant::now();
        let answer = load_within(text, "many.game", &second());
        let time = start.elapsed();
        assert!(time < Duration::from_secs(2), "{time:?}");
        match answer {
            Ok(rules) => assert!(rules.rank.is_some()),
            Err(e) => assert!(e.is_limit(), "{e}"),
        }
    }
    assert!(load(&single, "many.game").unwrap().rank.is_some());
    let none = Budget::new(&Limits {
        seconds: Some(0.0),
        ..Limits::default()
    });
    for text in [single.as_str(), "game x\ncells . x\nmove . -> x\n"] {
        assert!(
            read_within(text, "many.game", &none)
                .unwrap_err()
                .is_limit()
        );
    }
}

/// Loops that find nothing for long, wherever they run: tables, listings, and the loader's own tests.
#[test]
fn long_loops_look_at_the_clock() {
    let loops = [
        ("move n -> n - 1 for k in 1..10^15 where 7 | k*k", "heap n"),
        (
            "move n -> n - 1 for k in 1..10^15 where prime(k*k)",
            "heap n",
        ),
        (
            "move n -> n - 1 for k in 1..10^15 where prime(k + 10^13)",
            "heap n",
        ),
        (
            "move n -> n - 1 for k in 1..10^15 where k | 10^18 + n",
            "heap n",
        ),
        (
            "move n -> n - 1 for k in 1..10^7 for j in 1..10^7 where 7 | k*j",
            "heap n",
        ),
        (
            "move n -> n - 1 for k in 1..10^7, j in 1..10^7, i in k*j..k*j - 1",
            "heap n",
        ),
        (
            "move n -> n - 1 for k in n*10^19..n*10^19 + 10^15 where 7 | k*k",
            "heap n",
        ),
        ("move n -> min(n - 1, k mod 7) for k in 1..10^15", "heap n"),
        (
            "move a -= 1 for k in 1..10^15 where square(k*k + b + 1)\nmove b -= 1",
            "heaps a b",
        ),
        (
            "move a -= 1, b = b mod (k + 1) for k in 1..10^15 where 3 | k*k\nmove b -= 1",
            "heaps a b",
        ),
    ];
    let (mut stopped, mut refused) = (0, 0);
    for (moves, heaps) in loops {
        let text = format!("game loops\n{heaps}\n{moves}\n");
        let start = Instant::now();
        let rules = load_within(&text, "loops.game", &second()).unwrap();
        let game = HeapGame::new(rules.into()).unwrap();
        let time = start.elapsed();
        assert!(time < Duration::from_secs(2), "{time:?} to load {moves}");
        let sizes = vec![6; heaps.split(' ').count() - 1];
        let start = Instant::now();
        let budget = second();
        let error = match sizes.len() {
            1 => boxed::grundy(&game, &sizes, &budget).map(|_| ()).err(),
            _ => boxed::wins(&game, &sizes, bouton_rules::Play::Normal, &budget)
                .map(|_| ())
                .err(),
        };
        let time = start.elapsed();
        assert!(
            time < Duration::from_secs(2),
            "{time:?} for a table of {moves}"
        );
        if let Some(e) = error {
            // Numbers beyond 63 bits have no table.
            assert!(e.is_limit() || e.to_string().contains("no box"), "{e}");
            stopped += 1;
        }
        let start = Instant::now();
        game.watch(&second());
        let pos = game
            .parse(if sizes.len() == 1 { "5" } else { "5,5" })
            .unwrap();
        if let Err(e) = game.options(&pos) {
            assert!(e.is_limit(), "{e}");
            refused += 1;
        }
        let time = start.elapsed();
        assert!(time < Duration::from_secs(2), "{time:?} to list {moves}");
    }
    assert!(stopped >= 8 && refused >= 8, "{stopped} {refused}");
}

/// What a stopped table has seen is not an answer; what is not stopped is.
#[test]
fn loops_that_end_give_what_they_gave() {
    let text = "game x\nheap n\nmove n -> n - k for k in 1..10^5 where 7 | k*k - 1\n";
    let game = HeapGame::new(load(text, "x.game").unwrap().into()).unwrap();
    let table = boxed::grundy(&game, &[40], &Budget::unlimited()).unwrap();
    for n in 0..40u32 {
        let options: Vec<u32> = (1..=n)
            .filter(|k| (k * k - 1) % 7 == 0)
            .map(|k| table.value(&[u64::from(n - k)]).unwrap())
            .collect();
        let least = (0..).find(|g| !options.contains(g)).unwrap();
        assert_eq!(table.value(&[n.into()]), Some(least), "{n}");
    }
}
