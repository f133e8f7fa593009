//! Hostile certificates: none takes more than its limits of time and memory, and equal forms of a rank are one.

use bouton_check::{Error, Limits, Report, check};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The P-positions of Nim on two heaps, with these rules and this rank.
fn certificate(rules: &str, rank: &str) -> String {
    let rules = rules.replace('\n', "\\n");
    format!(
        r#"{{"format": "bouton-certificate", "version": 1, "kind": "p-set", "game": "nim2", "play": "normal",
        "rules": "{rules}", "numeration": "base 2", "rank": {rank},
        "set": {{"tracks": 2, "start": 0, "accept": [true, false], "next": [[0, 1, 1, 0], [1, 1, 1, 1]]}}}}"#
    )
}

const NIM: &str = "game nim2\nheaps a b\nmove a -= k for k in 1..a\nmove b -= k for k in 1..b\n";

/// One second and 50 MB.
fn limits() -> Limits {
    Limits {
        seconds: Some(1.0),
        bytes: Some(50_000_000),
        ..Limits::default()
    }
}

fn timed(text: &str, limits: &Limits) -> (Result<Report, Error>, Duration) {
    let start = Instant::now();
    let answer = check(text, limits);
    (answer, start.elapsed())
}

#[test]
fn equal_forms_of_a_rank_are_one() {
    let rank = format!("[{}]", ["[1, 1]"; 6000].join(", "));
    let (answer, time) = timed(&certificate(NIM, &rank), &limits());
    assert!(answer.unwrap().holds());
    assert!(time < Duration::from_secs(5), "{time:?}");
    let different: Vec<String> = (1..6000).map(|c| format!("[{c}, 1]")).collect();
    let rank = format!("[{}]", different.join(", "));
    let error = check(&certificate(NIM, &rank), &limits()).unwrap_err();
    assert!(error.to_string().contains("64 different forms"), "{error}");
}

/// A stop, no time and no memory are errors at once; the clock is looked at in every kind of certificate.
#[test]
fn limits_and_stops_are_errors() {
    let text = certificate(NIM, "[[1, 1]]");
    let stopped = Limits {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let error = check(&text, &stopped).unwrap_err();
    assert!(error.is_limit() && error.is_stopped(), "{error}");
    for limits in [
        Limits {
            seconds: Some(0.0),
            ..Limits::default()
        },
        Limits {
            states: 3,
            ..Limits::default()
        },
        Limits {
            steps: 3,
            ..Limits::default()
        },
    ] {
        let error = check(&text, &limits).unwrap_err();
        assert!(error.is_limit() && !error.is_stopped(), "{error}");
    }
}

/// Rules, ranks and periods that would take hours or many gigabytes.
#[test]
fn hostile_certificates_end_in_time() {
    let cases: Vec<String> = (0..5000)
        .map(|i| format!("a % 256 != {}", i % 999))
        .collect();
    let wheres = (0..2000)
        .map(|i| format!("where a >= {i} or b <= {i}\n"))
        .collect::<String>();
    let moves = "move a -= k for k in 1..a\nmove b -= k for k in 1..b\n".repeat(1000);
    let loops = (0..4000)
        .map(|i| format!("k{i} in 1..a"))
        .collect::<Vec<_>>();
    let product = vec!["7^1000"; 40].join(" * ");
    let products = vec![format!("({product})"); 40].join(" * ");
    let sum = vec!["a % 16"; 5000].join(" + ");
    let nested = (0..40).fold("a".to_string(), |e, i| format!("min({e}, b + {i})"));
    let head = "game nim2\nheaps a b\n";
    let mut texts: Vec<String> = [
        format!("{head}where {}\n{moves}", cases.join(", ")),
        format!("{head}{wheres}{moves}"),
        format!("{head}{moves}"),
        format!("{head}move a -= 1 for {}\n", loops.join(", ")),
        format!("{head}move a -= {product}\n"),
        format!("{head}move a -= {products}\n"),
        format!("{head}move a -= {sum}\n"),
        format!("{head}move a -= 1 where {nested} > 3\n"),
        format!("{head}where 1048575*a + 1048573*b <= 7^1000\n{moves}"),
    ]
    .iter()
    .flat_map(|rules| {
        let binary = certificate(rules, "[[1, 1], [1, 2], [3, 1]]");
        let zeckendorf = binary.replace("base 2", "Zeckendorf");
        [binary, zeckendorf]
    })
    .collect();
    let period = |rules: &str, method: &str, length: u64, preperiod: u64, saltus: u64| {
        format!(
            r#"{{"format": "bouton-certificate", "version": 1, "kind": "period", "game": "g", "play": "normal", "rules": "{rules}",
            "values": [0, 1, 2], "length": {length}, "preperiod": {preperiod}, "saltus": {saltus}, "method": "{method}"}}"#
        )
    };
    let long = format!("0.{}7", "0".repeat(40_000));
    let lines = "move n -> n - k for k in 1..8388608\\n".repeat(300);
    let window = format!("game g\\nheap n\\n{lines}");
    for most in [1, 12, 256, 1 << 23, u64::MAX - 1, u64::MAX] {
        for other in [0, 1, 71, u64::MAX] {
            for saltus in [0, 1, 1 << 20, u64::MAX] {
                for rules in ["0.77", &long, "0.8", "0.F", "0.FFF"] {
                    if rules != "0.77" && (other == 71 || most == 12) {
                        continue;
                    }
                    let method = if saltus == 0 { "guy-smith" } else { "carries" };
                    texts.push(period(rules, method, most, other, saltus));
                }
            }
            texts.push(period(&window, "window", most, other, 0));
            texts.push(period(
                "game g\\nheap n\\nmove n -> n - k for k in 1..2\\n",
                "window",
                most,
                other,
                0,
            ));
        }
    }
    let few = Limits {
        seconds: Some(0.1),
        ..limits()
    };
    let mut stopped = 0;
    for text in &texts {
        let (answer, time) = timed(text, &few);
        assert!(time < Duration::from_secs(2), "{time:?}: {}", &text[..300]);
        match answer {
            Ok(report) => assert!(!report.obligations.is_empty(), "{report}"),
            Err(e) => {
                assert!(e.to_string().chars().count() < 600, "{e}");
                stopped += usize::from(e.is_limit());
            }
        }
    }
    assert!(
        texts.len() > 150 && stopped > 5,
        "{} {stopped}",
        texts.len()
    );
}

/// The length is a multiple of the period, and the numbers are at the end of their range.
#[test]
fn lengths_at_their_edges_are_refuted_or_refused() {
    let period = |method: &str, rules: &str, length: u64, preperiod: u64| {
        format!(
            r#"{{"format": "bouton-certificate", "version": 1, "kind": "period", "game": "g", "play": "normal", "rules": "{rules}",
            "values": [{}], "length": {length}, "preperiod": {preperiod}, "saltus": {}, "method": "{method}"}}"#,
            ["0, 1, 2"; 4][..(length as usize / 3).clamp(1, 4)].join(", "),
            u64::from(method == "carries")
        )
    };
    let twos = "game g\\nheap n\\nmove n -> n - k for k in 1..2\\n";
    for length in [6, 9, 12] {
        let answer = check(&period("window", twos, length, 0), &limits());
        assert!(answer.is_ok_and(|r| !r.holds()), "{length}");
    }
    for (length, preperiod) in [(u64::MAX, 1), (1, u64::MAX), (u64::MAX, u64::MAX), (0, 0)] {
        for (method, rules) in [("carries", "0.8"), ("window", twos), ("guy-smith", "0.77")] {
            let error = check(&period(method, rules, length, preperiod), &limits()).unwrap_err();
            assert!(error.is_malformed(), "{error}");
        }
    }
}
