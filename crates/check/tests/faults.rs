//! Certificates that are wrong in one place: what is malformed is refused with a sentence, what is false is refuted, what
//! is too large stops at a limit, and no text at all makes the checker panic.

mod common;

use bouton_check::{Error, Limits, Report, check};
use common::shipped;

/// Equal piles, with a strategy: answer in the larger pile.
const NIM2: &str = r#"{
  "format": "bouton-certificate", "version": 1, "kind": "p-set", "game": "nim2", "play": "normal",
  "rules": "game nim2\nheaps a b\nmove a -= k for k in 1..a\nmove b -= k for k in 1..b\n",
  "numeration": "base 2", "rank": [[1, 1]],
  "set": {"tracks": 2, "start": 0, "accept": [true, false], "next": [[0, 1, 1, 0], [1, 1, 1, 1]]},
  "strategy": [
    {"move": 0, "set": {"tracks": 4, "start": 0, "accept": [false, true, false], "next": [
      [0, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 0], [1, 2, 2, 2, 2, 2, 2, 1, 1, 2, 2, 2, 2, 2, 2, 1],
      [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]]}},
    {"move": 1, "set": {"tracks": 4, "start": 0, "accept": [false, true, false], "next": [
      [0, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0], [1, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 1],
      [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]]}}
  ]
}"#;

fn run(json: &str) -> Result<Report, Error> {
    check(json, &Limits::default())
}

fn with(from: &str, to: &str) -> String {
    assert!(NIM2.contains(from), "{from}");
    NIM2.replacen(from, to, 1)
}

#[test]
fn a_strategy_is_checked() {
    let report = run(NIM2).unwrap();
    assert!(report.holds(), "{report}");
    assert_eq!(report.obligations.len(), 6);
    // A reply that is no such move (both piles change), a reply that does not reach the set, and one missing.
    for (from, to) in [
        ("[0, 2, 2, 2, 2, 2, 2, 2, 1,", "[0, 2, 2, 2, 2, 2, 2, 1, 1,"),
        ("[1, 2, 2, 2, 2, 2, 2, 1, 1,", "[1, 2, 2, 2, 2, 2, 1, 1, 1,"),
        (
            "2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 0]",
            "2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0]",
        ),
    ] {
        let Some(at) = NIM2.find(from) else {
            // The third one starts inside the first row.
            let text = with("2, 1, 2, 2, 2, 2, 2, 2, 0]", "2, 2, 2, 2, 2, 2, 2, 2, 0]");
            assert!(!run(&text).unwrap().holds());
            continue;
        };
        assert!(at > 0);
        let report = run(&with(from, to)).unwrap();
        assert!(!report.holds(), "{report}");
        assert!(
            report.obligations.last().unwrap().what.contains("strategy"),
            "{report}"
        );
    }
}

#[test]
fn misere_strategies_leave_terminal_positions_alone() {
    // One heap, take 1 or 2, last one loses: P-positions are 1 modulo 3; the reply takes (n - 1) mod 3.
    let rules = r"game twos\nheap n\nmove n -> n - 1\nmove n -> n - 2\n";
    let text = |second: &str| {
        format!(
            r#"{{"format": "bouton-certificate", "version": 1, "kind": "p-set", "game": "twos", "play": "misere",
            "rules": "{rules}", "numeration": "base 2", "rank": [[1]],
            "set": {{"tracks": 1, "start": 0, "accept": [false, true, false], "next": [[0, 1], [2, 0], [1, 2]]}},
            "strategy": [{{"move": 0, "set": {}}}, {{"move": 1, "set": {second}}}]}}"#,
            minus(1, 2)
        )
    };
    let report = run(&text(&minus(2, 0))).unwrap();
    assert!(report.holds(), "{report}");
    let report = run(&text(&minus(2, 5))).unwrap();
    assert!(
        !report.holds() && report.obligations.last().unwrap().what.contains("reply"),
        "{report}"
    );
}

/// The table of the pairs (n, n - taken) with n = residue modulo 3: residue of n, and n - n' so far, up to 2.
fn minus(taken: i64, residue: usize) -> String {
    // State 3·(difference + 2) + residue for differences -2..=2, and a dead state 15.
    let (mut next, mut accept) = (Vec::new(), Vec::new());
    for state in 0..15usize {
        let (difference, rest) = ((state / 3) as i64 - 2, state % 3);
        let row: Vec<usize> = (0..4)
            .map(|letter| {
                let (d, e) = (letter / 2, letter % 2);
                let to = 2 * difference + d - e;
                if (-2..=2).contains(&to) {
                    3 * (to + 2) as usize + (2 * rest + d as usize) % 3
                } else {
                    15
                }
            })
            .collect();
        next.push(row);
        accept.push(difference == taken && rest == residue);
    }
    next.push(vec![15; 4]);
    accept.push(false);
    format!(r#"{{"tracks": 2, "start": 6, "accept": {accept:?}, "next": {next:?}}}"#)
}

/// Words of equal length compare like numbers in every numeration here, so the same tables serve.
#[test]
fn equal_piles_are_equal_in_zeckendorf_digits_too() {
    assert!(run(&with("base 2", "Zeckendorf")).unwrap().holds());
}

#[test]
fn wrong_ranks_are_refuted() {
    for rank in ["[]", "[[0, 0]]", "[[1, 0]]", "[[0, 1]]"] {
        let report = run(&with("[[1, 1]]", rank)).unwrap();
        assert!(!report.holds(), "{rank}: {report}");
        assert!(
            report.obligations.last().unwrap().what.contains("rank"),
            "{report}"
        );
    }
    for rank in [
        "[[1, 2]]",
        "[[1, 0], [0, 1]]",
        "[[0, 0], [3, 1]]",
        "[[0, 1], [18446744073709551615, 0]]",
    ] {
        let checked = run(&with("[[1, 1]]", rank));
        assert!(
            checked.is_err_and(|e| e.is_limit()) == rank.contains("1844"),
            "{rank}"
        );
    }
    // Moves that go round: no rank can be right.
    let rules = r"game nim2\nheaps a b\nmove a -= k for k in 1..a\nmove b -= k for k in 1..b\nmove a = b, b = a\n";
    let round = with(
        r"game nim2\nheaps a b\nmove a -= k for k in 1..a\nmove b -= k for k in 1..b\n",
        rules,
    );
    for rank in ["[[1, 1]]", "[[1, 0], [0, 1]]"] {
        assert!(!run(&round.replace("[[1, 1]]", rank)).unwrap().holds());
    }
}

#[test]
fn malformed_certificates_get_a_sentence() {
    let wrong: &[(&str, &str, &str)] = &[
        ("bouton-certificate", "other", "the format is `other`"),
        ("\"version\": 1", "\"version\": 2", "version 2"),
        ("\"p-set\"", "\"q-set\"", "q-set"),
        ("\"normal\"", "\"odd\"", "odd"),
        ("\"play\"", "\"plays\"", "plays"),
        ("\"p-set\"", "\"grundy\"", "has no field `set`"),
        ("\"p-set\"", "\"period\"", "has no field"),
        (
            "\"numeration\": \"base 2\",",
            "",
            "needs the field `numeration`",
        ),
        (
            "base 2",
            "base two",
            "the numeration `base two` is not known",
        ),
        ("base 2", "base 3", "but there are 9 letters"),
        (
            "\"game\": \"nim2\"",
            "\"game\": \"nim3\"",
            "its rules are those of `nim2`",
        ),
        (
            "[[1, 1]]",
            "[[1]]",
            "has 1 coefficients, but there are 2 heaps",
        ),
        ("[[1, 1]]", "[[1, -1]]", "integer"),
        (
            "\"tracks\": 2",
            "\"tracks\": 3",
            "it has 3 tracks, but 2 are needed",
        ),
        (
            "\"start\": 0",
            "\"start\": 2",
            "the start state 2 does not exist",
        ),
        (
            "[true, false]",
            "[true]",
            "`accept` has 1 entries, but `next` has 2",
        ),
        (
            "[0, 1, 1, 0]",
            "[0, 1, 1]",
            "state 0 has 3 transitions, but there are 4 letters",
        ),
        (
            "[0, 1, 1, 0]",
            "[0, 1, 1, 7]",
            "state 0 leads to state 7, which does not exist",
        ),
        ("[0, 1, 1, 0]", "[1, 1, 1, 0]", "depends on leading zeros"),
        (
            "\"move\": 1",
            "\"move\": 2",
            "the strategy names move 2, but there are 2 moves",
        ),
        (
            "game nim2",
            "heap n",
            "the rules, line 2: `heaps` is out of place",
        ),
        (r"heaps a b\n", "", "`move` is out of place"),
        ("heaps a b", "heaps a a", "different names"),
        (
            "heaps a b",
            "heaps a",
            "line 4: `b` (word 9) is neither a heap",
        ),
        (
            "k in 1..a",
            "k in 1..c",
            "line 3: `c` (word 9) is neither a heap nor a loop variable",
        ),
        (
            "for k in 1..a",
            "for k",
            "the loop variable `k` has no bounds",
        ),
        (
            "for k in 1..a",
            "for a in 1..b",
            "the name `a` is used twice",
        ),
        (
            "k in 1..a",
            "k in 1.a",
            "the character `.` has no meaning here",
        ),
        ("a -= k", "a => k", "`>` stands where"),
        (
            "a -= k",
            "a -= k, a -= 1",
            "the heap `a` is given two new values",
        ),
        (
            "k in 1..a",
            "k in 1..a where k",
            "a number stands where a condition",
        ),
        (
            "k in 1..a",
            "k in 1..(a < 3)",
            "a condition stands where a number",
        ),
        (
            "k in 1..a",
            "k in 1..a where square(k)",
            "cannot be checked by automata: square",
        ),
        (
            "k in 1..a",
            "k in 1..a where prime(k)",
            "cannot be checked by automata: prime",
        ),
        (
            "k in 1..a",
            "k in 1..a where gcd(a, k) = 1",
            "cannot be checked by automata: gcd",
        ),
        (
            "k in 1..a",
            "k in 1..a where k*b < 3",
            "cannot be checked by automata: a product of two variables",
        ),
        (
            "k in 1..a",
            "k in 1..a where k | a",
            "cannot be checked by automata: divisibility by a variable",
        ),
        (
            "k in 1..a",
            "k in 1..a/b",
            "cannot be checked by automata: division by a variable",
        ),
        (
            "k in 1..a",
            "k in 1..2^99999",
            "a power has more than 4096 binary digits",
        ),
        ("move a", "left move a", "the players' moves differ"),
        ("move a", "left a", "write `left move …`"),
    ];
    for (from, to, sentence) in wrong {
        let error = run(&with(from, to)).expect_err(to);
        assert!(error.is_malformed(), "{to}: {error}");
        assert!(error.to_string().contains(sentence), "{to}: {error}");
        assert!(!error.to_string().contains('\n'));
    }
    let deep = format!("k in 1..{}a{}", "(".repeat(5000), ")".repeat(5000));
    assert!(
        run(&with("k in 1..a", &deep))
            .unwrap_err()
            .to_string()
            .contains("nest deeper than 50")
    );
    let long = format!("k in 1..a{}", " + 1 - 1".repeat(5000));
    assert!(run(&with("k in 1..a", &long)).unwrap().holds());
    for (json, sentence) in [
        ("", "this is not a certificate"),
        ("[]", "this is not a certificate"),
        ("{}", "missing field"),
    ] {
        assert!(run(json).unwrap_err().to_string().contains(sentence));
    }
    let brackets = "[".repeat(100_000);
    assert!(run(&brackets).unwrap_err().is_malformed());
}

#[test]
fn shipped_rules_beyond_linear_arithmetic_are_refused() {
    for game in ["euclid", "divisor-nim", "subtract-a-square"] {
        let rules = shipped(game).replace('\n', "\\n");
        let heaps = if game == "euclid" { 2 } else { 1 };
        let rank = if heaps == 2 { "[[1, 1]]" } else { "[[1]]" };
        let next = if heaps == 2 {
            "[[0, 0, 0, 0]]"
        } else {
            "[[0, 0]]"
        };
        let json = format!(
            r#"{{"format": "bouton-certificate", "version": 1, "kind": "p-set", "game": "{game}", "rules": "{rules}",
            "play": "normal", "numeration": "base 2", "rank": {rank},
            "set": {{"tracks": {heaps}, "start": 0, "accept": [false], "next": {next}}}}}"#
        );
        let error = run(&json).unwrap_err();
        assert!(
            error.to_string().contains("cannot be checked by automata"),
            "{game}: {error}"
        );
    }
}

#[test]
fn limits_stop_the_check() {
    for limits in [
        Limits {
            states: 20,
            ..Limits::default()
        },
        Limits {
            steps: 50,
            ..Limits::default()
        },
    ] {
        let error = check(NIM2, &limits).unwrap_err();
        assert!(
            error.is_limit() && error.to_string().contains("is reached"),
            "{error}"
        );
    }
    let error = run(&with("k in 1..a", "k in 1..a where k mod 100000 = 1")).unwrap_err();
    assert!(error.is_limit(), "{error}");
}

/// Bytes replaced, removed, doubled and moved at random: an answer or an error, never a panic, and never a proof of
/// anything whose quoted set or rules are changed in a way that matters (the other tests see to that).
#[test]
fn mangled_texts_never_panic() {
    let mut rng = fastrand::Rng::with_seed(7);
    let limits = Limits {
        states: 20_000,
        steps: 2_000_000,
        ..Limits::default()
    };
    let partizan = NIM2
        .replace("\"set\": {\"tracks\": 2", "\"left\": {\"tracks\": 2")
        .replace("p-set", "partizan-sets");
    let period = r#"{"format": "bouton-certificate", "version": 1, "kind": "period", "game": "kayles", "play": "normal",
        "rules": "0.77", "values": [0, 1, 2], "length": 12, "preperiod": 71, "saltus": 0, "method": "guy-smith"}"#;
    let words = [
        "min(",
        "max(",
        "xor(",
        "a",
        "k",
        "..",
        "mod 3",
        "/2",
        "not ",
        "where ",
        "for ",
        "->",
        "-=",
        "99999999999999999999",
        "(",
        ")",
        "é",
        "#",
        "\\n",
        "b + ",
        "< ",
        "| ",
    ];
    let (mut answers, mut errors) = (0, 0);
    let wanted = std::env::var("BOUTON_MUTATIONS").ok();
    for round in 0..wanted.and_then(|n| n.parse().ok()).unwrap_or(3000) {
        let mut text = [NIM2, partizan.as_str(), period][round % 3]
            .as_bytes()
            .to_vec();
        for _ in 0..rng.usize(1..4) {
            // Mostly inside the rules, where the grammar is richest.
            let at = if rng.bool() {
                rng.usize(0..text.len())
            } else {
                rng.usize(120..230.min(text.len()))
            };
            match rng.u32(0..8) {
                0 => text[at] = rng.u8(32..127),
                1 => drop(text.remove(at)),
                2 => text.insert(at, b"0123456789[]{},\":-"[rng.usize(0..18)]),
                3 => {
                    let word = words[rng.usize(0..words.len())].bytes();
                    text.splice(at..at, word).for_each(drop);
                }
                4 => text.truncate(text.len() - rng.usize(0..3)),
                _ => {
                    // One digit for another.
                    let digits: Vec<usize> = (0..text.len())
                        .filter(|&i| text[i].is_ascii_digit())
                        .collect();
                    text[digits[rng.usize(0..digits.len())]] = b"0123"[rng.usize(0..4)];
                }
            }
        }
        match check(&String::from_utf8_lossy(&text), &limits) {
            Ok(_) => answers += 1,
            Err(e) => {
                let message = e.to_string();
                assert!(
                    !message.contains('\n') && message.chars().count() < 450,
                    "{message}"
                );
                errors += 1;
            }
        }
    }
    assert!(answers > 100 && errors > 1000, "{answers} {errors}");
}
