//! Printing and reading are inverse; no text makes the reader panic; ranks drop along the moves of random games.

mod common;

use bouton_rulefile::{
    HeapGame, LoopyPartizanHeapGame, PartizanHeapGame, endless, heap_builtins, load,
    parse_condition, print, show_condition,
};
use bouton_rules::{HeapRules, Heaps, Impartial, Partizan, Player, Ruleset, laws};
use proptest::prelude::*;

/// The rules without what depends on the layout.
fn meaning(rules: &HeapRules) -> HeapRules {
    let mut rules = rules.clone();
    rules.text.clear();
    rules.moves.iter_mut().for_each(|m| m.line = 0);
    rules
}

fn reads_back(text: &str) {
    let rules = load(text, "x.game").unwrap_or_else(|e| panic!("{e}\n{text}"));
    let printed = print(&rules);
    let again = load(&printed, "printed.game").unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(meaning(&rules), meaning(&again), "{text}\n{printed}");
    assert_eq!(print(&again), printed);
}

#[test]
fn shipped_files_read_back() {
    let files = heap_builtins();
    assert!(files.len() >= 10);
    files.iter().for_each(|(_, text)| reads_back(text));
}

/// An expression in the variables `names`, as text with odd spacing.
fn expression(names: Vec<&'static str>) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        (0..9_u32).prop_map(|n| n.to_string()),
        proptest::sample::select(names).prop_map(str::to_string)
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (
                inner.clone(),
                "[-+*]|-- |  \\* -|/| mod | xor |%| div ",
                inner.clone()
            )
                .prop_map(|(a, op, b)| format!("{a}{op}{b}")),
            inner.clone().prop_map(|a| format!("({a} )")),
            inner.clone().prop_map(|a| format!("-{a}")),
            ("min|max|gcd|xor", inner.clone(), inner.clone())
                .prop_map(|(f, a, b)| format!("{f}({a},{b})")),
            inner.prop_map(|a| format!("({a})^2")),
        ]
    })
    .boxed()
}

fn condition(names: Vec<&'static str>) -> BoxedStrategy<String> {
    let e = || expression(names.clone());
    let leaf = prop_oneof![
        (e(), "=|!=|<|<=|>|>=|==| \\| ", e()).prop_map(|(a, op, b)| format!("{a}{op}{b}")),
        (e(), e(), e()).prop_map(|(a, b, c)| format!("{a} <= {b} < {c}")),
        ("square|prime", e()).prop_map(|(f, a)| format!("{f}({a})")),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            (inner.clone(), " and | or ", inner.clone())
                .prop_map(|(a, op, b)| format!("{a}{op}{b}")),
            inner.clone().prop_map(|a| format!("not ({a})")),
            inner.prop_map(|a| format!("not {a}")),
        ]
    })
    .boxed()
}

/// A small game on two heaps whose moves are linear.
fn linear_game() -> impl Strategy<Value = String> {
    let change = prop_oneof![
        Just("a -= k"),
        Just("b -= k"),
        Just("a -= k, b -= j"),
        Just("a -= k, b += j"),
        Just("a -= 2*k, b -= k"),
        Just("a = b, b = a - k"),
        Just("a = k, b = j"),
        Just("b -= j, a += 1"),
    ];
    let range = prop_oneof![
        Just("k in 1..a, j in 1..b"),
        Just("k in 1..min(a, b), j in 1..k"),
        Just("k in 1..3, j in k..k + 1"),
        Just("k in 0..a - 1, j in max(k, 1)..b"),
    ];
    let guard = prop_oneof![
        Just(""),
        Just(" where k + j = b"),
        Just(" where k != j"),
        Just(" where k < j or a > b"),
        Just(" where 2*k <= a, j mod 2 = 1"),
        Just(" where not (k = 1 and j = 1)"),
    ];
    let domain = prop_oneof![
        Just(""),
        Just("where a >= 1\n"),
        Just("where a >= b\n"),
        Just("where a + b <= 9\n")
    ];
    let line = ("move|left move|right move", change, range, guard)
        .prop_map(|(w, c, r, g)| format!("{w} {c} for {r}{g}\n"));
    (domain, proptest::collection::vec(line, 1..4))
        .prop_map(|(d, lines)| format!("game made\nheaps a b\n{d}{}", lines.concat()))
}

/// Conditions with products make many rows; that k is at least 1 must not drown in them.
#[test]
fn ranks_are_found_beside_conditions_with_products() {
    for guard in [
        "not (not 0 <= (2-- n)^2 < -(n ))",
        "(n*n)^2 < n^3 or n^2 * n^2 > 5*n",
    ] {
        let text = format!("game made\nheap n\nwhere {guard}\nmove n -> n - k for k in 1..n");
        assert!(load(&text, "x.game").unwrap().rank.is_some(), "{guard}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn conditions_read_back(text in condition(vec!["a", "b", "total"])) {
        let names = ["a", "b", "total"].map(str::to_string);
        let cond = parse_condition(&text, &names).unwrap();
        let shown = show_condition(&cond, &names);
        prop_assert_eq!(parse_condition(&shown, &names), Ok(cond), "{}", shown);
    }

    #[test]
    fn one_heap_games_read_back(to in proptest::collection::vec(expression(vec!["n", "k"]), 0..4), guard in condition(vec!["n", "k"])) {
        let text = format!("game made\nheap n\nmove n->{}for k in 1..n where {guard}", to.join(" ,") + " ");
        reads_back(&text);
    }

    #[test]
    fn random_guards_run_as_listed(
        one in condition(vec!["n", "k"]),
        two in condition(vec!["a", "b", "k", "j"]),
    ) {
        let texts = [
            (format!("heap n\nmove n -> n - k, k for k in 1..n - 1 where {one}"), 12),
            (format!("heap n\nwhere {}\nmove n -> n - k for k in 1..n", one.replace('k', "3")), 12),
            (format!("heaps a b\nmove a -= k, b -= j for k in 1..a, j in 0..b where {two}"), 5),
        ];
        for (text, side) in texts {
            let rules = load(&format!("game made\n{text}"), "x.game").unwrap();
            let game = PartizanHeapGame::new(rules.into()).unwrap();
            // No box only where a prime that is asked about may be too large.
            prop_assert!(common::options_of_box(&game, side).is_some() || text.contains("prime"), "{}", text);
        }
    }

    #[test]
    fn random_games_read_back_and_their_ranks_drop(text in linear_game()) {
        reads_back(&text);
        let rules = load(&text, "x.game").unwrap();
        let everyone = HeapRules { moves: rules.moves.iter().cloned().map(|mut m| { m.who = None; m }).collect(), ..rules.clone() };
        if rules.is_short() {
            let game = PartizanHeapGame::new(rules.clone().into()).unwrap();
            common::options_of_box(&game, 5);
        }
        if rules.is_short() {
            let game = HeapGame::new(everyone.into()).unwrap();
            for cell in 0..64_u64 {
                let pos = Heaps::of(&[cell / 8, cell % 8]);
                if game.options(&pos).is_ok() {
                    laws::rank_drops(&game, &pos).unwrap();
                }
            }
        } else if let Some((cycle, lines)) = endless(&rules).unwrap().cycle {
            // The cycle is a real one.
            let game = LoopyPartizanHeapGame::new(rules.into()).unwrap();
            prop_assert_eq!(cycle.first(), cycle.last());
            prop_assert_eq!(cycle.len(), lines.len() + 1);
            for step in cycle.windows(2) {
                let reached = Player::BOTH.iter().any(|&who| game.moves(who, &step[0]).unwrap().contains(&step[1]));
                prop_assert!(reached, "{} -> {}", game.show(&step[0]), game.show(&step[1]));
            }
        }
    }
}

/// Random changes of good files never panic, and errors name the file.
#[test]
fn mutated_files_never_panic() {
    let mut random = fastrand::Rng::with_seed(7);
    let pieces = [
        "for", "where", " in ", "..", "->", "-=", "(", ")", "mod", "not", "^", "|", "\n", ",", "1",
        "n", "#", "é", "\u{0}", "heaps", "min(",
    ];
    let files = heap_builtins();
    let (mut good, mut bad) = (0, 0);
    for round in 0..6000 {
        let text = files[round % files.len()].1;
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            match random.u8(..5) {
                0 => bytes[at] = random.u8(..),
                1 => {
                    bytes.remove(at);
                }
                2 => bytes.truncate(at.max(1)),
                3 => bytes
                    .splice(at..at, random.choice(pieces).unwrap().bytes())
                    .for_each(drop),
                _ => {
                    let end = (at + random.usize(..12)).min(bytes.len());
                    let piece = bytes[at..end].to_vec();
                    let to = random.usize(..bytes.len());
                    bytes.splice(to..to, piece).for_each(drop);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        match load(&text, "x.game") {
            Ok(rules) => {
                good += 1;
                // What loads must run, or say why not.
                let sentence = endless(&rules).map(|why| why.to_string());
                assert_eq!(sentence.is_none(), rules.is_short());
                let game = LoopyPartizanHeapGame::new(rules.into()).unwrap();
                let pos = game.parse(&game.info().examples[0]);
                if let Ok(pos) = pos {
                    let _ = game.moves(Player::Left, &pos);
                }
            }
            Err(e) => {
                bad += 1;
                assert!(e.to_string().starts_with("x.game:"), "{e}");
            }
        }
    }
    assert!(good > 500 && bad > 500, "{good} good, {bad} bad");
}

/// Files made to be slow to read or reason about load quickly, or are refused.
#[test]
fn large_files_load() {
    let many = |n: usize, part: &dyn Fn(usize) -> String, by: &str| {
        (0..n).map(part).collect::<Vec<_>>().join(by)
    };
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let texts = [
        format!(
            "heap n\nmove n -> n - k for k in 1..n where {}",
            many(3000, &|i| format!("k = {i}"), " or ")
        ),
        format!(
            "heap n\nmove n -> n - k for k in 1..n where {}",
            many(3000, &|i| format!("k != {}", i + 7), ", ")
        ),
        format!(
            "heap n\nmove n -> n - k for k in 1..n where {} > 7",
            many(150, &|_| "k".to_string(), "*")
        ),
        format!(
            "heap n\nmove n -> n - k for k in 1..n where {}",
            many(40, &|i| format!("(k < {i} or k > {})", i + 2), " and ")
        ),
        format!(
            "heaps {}\n{}",
            letters.join(" "),
            many(
                10,
                &|i| format!("move {} -= 1, {} += 1", letters[i], letters[(i + 1) % 10]),
                "\n"
            )
        ),
        format!(
            "heaps {}\n{}",
            letters.join(" "),
            many(
                9,
                &|i| format!("move {} -= k for k in 1..{}", letters[i], letters[i]),
                "\n"
            )
        ),
        format!(
            "heap n\n{}",
            many(500, &|i| format!("move n -> n - {}", i + 1), "\n")
        ),
        format!(
            "heap n\nmove n -> n - x0 for {} where x0 >= 1",
            many(30, &|i| format!("x{i} in 0..1"), ", ")
        ),
        format!(
            "heap n\nmove n -> {} for k in 1..n",
            many(200, &|_| "n - k".to_string(), ", ")
        ),
    ];
    for text in texts {
        let rules = load(&format!("game large\n{text}"), "large.game")
            .unwrap_or_else(|e| panic!("{e}\n{text}"));
        let why = endless(&rules);
        assert_eq!(why.is_none(), rules.rank.is_some());
        reads_back(&format!("game large\n{text}"));
        if why.is_none() {
            HeapGame::new(rules.into()).unwrap();
        }
    }
}
