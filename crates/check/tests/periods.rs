//! Periods of octal and subtraction games, right and wrong.

use bouton_check::{Limits, check};

fn certificate(
    game: &str,
    rules: &str,
    values: &[u64],
    length: u64,
    preperiod: u64,
    method: &str,
) -> String {
    format!(
        r#"{{"format": "bouton-certificate", "version": 1, "kind": "period", "game": "{game}", "play": "normal",
        "rules": "{rules}", "values": {values:?}, "length": {length}, "preperiod": {preperiod}, "saltus": 0,
        "method": "{method}"}}"#
    )
}

fn holds(json: &str) -> bool {
    check(json, &Limits::default())
        .unwrap_or_else(|e| panic!("{e}\n{json}"))
        .holds()
}

/// Grundy values of an octal code from the definition: all ways to leave at most two heaps.
fn octal(code: &str, count: usize) -> Vec<u64> {
    let digits: Vec<u32> = code.chars().filter_map(|c| c.to_digit(8)).collect();
    let mut g: Vec<u64> = Vec::new();
    for n in 0..count {
        let mut options = std::collections::BTreeSet::new();
        for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= n) {
            let left = n - taken;
            if digit & 1 == 1 && left == 0 {
                options.insert(0);
            }
            if digit & 2 == 2 && left > 0 {
                options.insert(g[left]);
            }
            if digit & 4 == 4 {
                options.extend((1..left).map(|a| g[a] ^ g[left - a]));
            }
        }
        g.push((0..).find(|v| !options.contains(v)).unwrap());
    }
    g
}

#[test]
fn octal_periods() {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/check-periods.tsv"
    ));
    let mut count = 0;
    for row in text.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (code, p, n0): (_, u64, u64) = (
            fields[0],
            fields[1].parse().unwrap(),
            fields[2].parse().unwrap(),
        );
        let known: Vec<u64> = fields[3].split(',').map(|v| v.parse().unwrap()).collect();
        let needed = (p + n0) as usize;
        let mut values = octal(code, needed.min(known.len()));
        assert_eq!(values, known[..values.len()], "{code}");
        if needed > values.len() {
            if needed > 600 {
                // Longer ones are only offered a short list, which is malformed.
                let short = certificate(code, code, &values, p, n0, "guy-smith");
                assert!(
                    check(&short, &Limits::default())
                        .unwrap_err()
                        .is_malformed()
                );
                continue;
            }
            values = octal(code, needed);
        }
        let make = |p, n0| certificate(code, code, &values, p, n0, "guy-smith");
        assert!(holds(&make(p, n0)), "{code}");
        let mut wrong = values.clone();
        *wrong.last_mut().unwrap() += 1;
        assert!(
            !holds(&certificate(code, code, &wrong, p, n0, "guy-smith")),
            "{code}"
        );
        if n0 > 0 {
            assert!(!holds(&make(p, n0 - 1)), "{code}");
        }
        let values = octal(code, (2 * p + n0 + 1) as usize);
        let make = |p, n0| certificate(code, code, &values, p, n0, "guy-smith");
        // Later or longer is true but not least.
        for wrong in [make(2 * p, n0), make(p, n0 + 1), make(p + 1, n0)] {
            assert!(!holds(&wrong), "{code}");
        }
        count += 1;
    }
    assert!(count > 40, "{count}");
}

#[test]
fn subtraction_periods() {
    let rules = r"game s\nheap n\nmove n -> n - 2\nmove n -= 5\nmove n -> n - s for s in 7..8\n";
    let g = octal("0.0300330 33".replace(' ', "").as_str(), 60);
    let mut direct: Vec<u64> = Vec::new();
    for n in 0usize..60 {
        let options: Vec<u64> = [2, 5, 7, 8]
            .iter()
            .filter(|&&s| s <= n)
            .map(|&s| direct[n - s])
            .collect();
        direct.push((0..).find(|v| !options.contains(v)).unwrap());
    }
    assert_ne!(g, direct, "another set");
    // The period, by looking for it.
    let (p, n0) = (1..25)
        .find_map(|p| {
            (0..15)
                .find(|&n0| (n0..60 - p).all(|n| direct[n] == direct[n + p]))
                .map(|n0| (p, n0))
        })
        .unwrap();
    let make = |values: &[u64], p: usize, n0: usize| {
        certificate("s", rules, values, p as u64, n0 as u64, "window")
    };
    assert!(holds(&make(&direct[..p + n0], p, n0)), "{p} {n0}");
    assert!(!holds(&make(&direct[..p + n0 + 1], p + 1, n0)));
    assert!(!holds(&make(&direct[..p + n0 + 1], p, n0 + 1)));
    for wrong in [
        r"game s\nheap n\nmove n -> n - k for k in 1..n\n",
        r"game s\nheap n\nmove n -> n - 0\n",
        r"game s\nheap n\nwhere n > 3\nmove n -> n - 1\n",
        r"game s\nheap n\nmove n -> n - 1 where n > 3\n",
        r"game s\nheap n\nmove n -> n - 1, 1\n",
        r"game s\nheap n\nleft move n -> n - 1\n",
        r"game s\nheaps a\nmove a -= 1\n",
        r"game s\nheap n\nmove n -> n - k for k in 1..99999999999\n",
    ] {
        let error = check(
            &certificate("s", wrong, &[0, 0, 1], 1, 0, "window"),
            &Limits::default(),
        )
        .unwrap_err();
        assert!(
            error.is_malformed() && error.to_string().contains("window"),
            "{wrong}: {error}"
        );
    }
    for code in [
        "0.8", "1.3", "0", "", "0.", "4.!3", "4!!.0", "0.7!!", "0!.3", "0.000",
    ] {
        let error = check(
            &certificate("s", code, &[0, 0, 1], 1, 0, "guy-smith"),
            &Limits::default(),
        )
        .unwrap_err();
        assert!(
            error.to_string().contains("is not an octal code"),
            "{code}: {error}"
        );
    }
    let long = certificate("s", "0.77", &[0; 3], 1 << 26, 0, "guy-smith");
    assert!(check(&long, &Limits::default()).is_err());
}

/// Kenyon's game 0.3F and others that leave three heaps; the sequences are given by their first values.
#[test]
fn arithmetic_periods() {
    let certificate = |code: &str, values: &[u64], length: u64, preperiod: u64, saltus: u64| {
        certificate(code, code, values, length, preperiod, "carries")
            .replace("\"saltus\": 0", &format!("\"saltus\": {saltus}"))
    };
    for (code, values, p, n0, s) in [
        ("0.8", &[0, 0, 0, 0, 1, 1, 1][..], 3, 1, 1),
        ("0.3F", &[0, 1, 2, 0, 1, 2], 6, 0, 3),
        ("0.137F", &[0, 1], 2, 0, 1),
        ("0.FF", &[0], 1, 0, 1),
    ] {
        let right = certificate(code, values, p, n0, s);
        assert!(holds(&right), "{code}");
        let verdict = |json: &str| check(json, &Limits::default()).unwrap();
        let failing = |json: &str| -> Vec<String> {
            let failed = verdict(json).obligations.into_iter().filter(|o| !o.ok);
            failed.map(|o| o.what).collect()
        };
        // Twice the period is one, but not the least; another saltus is none; neither is a later start the least.
        let longer: Vec<u64> = (0..n0 + 2 * p)
            .map(|n| {
                values
                    .get(n as usize)
                    .copied()
                    .unwrap_or_else(|| values[(n - p) as usize] + s)
            })
            .collect();
        let double = failing(&certificate(code, &longer, 2 * p, n0, 2 * s));
        assert_eq!(double, ["no shorter period fits"], "{code}");
        assert!(!failing(&certificate(code, values, p, n0, s + 1)).is_empty());
        let later = failing(&certificate(code, &longer, p, n0 + 1, s));
        assert_eq!(later, ["the period does not begin earlier"], "{code}");
        let mut wrong = values.to_vec();
        wrong[0] += 1;
        assert_eq!(failing(&certificate(code, &wrong, p, n0, s)).len(), 1);
    }
    for (json, words) in [
        (certificate("0.77", &[0, 1], 1, 0, 1), "leaves at most two"),
        (
            certificate("0.3G", &[0, 1], 1, 0, 1),
            "not a hexadecimal code",
        ),
        (certificate("0.3F", &[0, 1], 6, 300, 3), "at most 256"),
        (certificate("0.3F", &[0, 1], 6, 0, 3), "has 2 entries"),
    ] {
        let text = check(&json, &Limits::default()).unwrap_err().to_string();
        assert!(text.contains(words), "{text}");
    }
}

/// G(0) = G(1) = G(2) = 0 in 0.4, which would do for period 1 from 0 on if an empty heap were a heap; G(3) = 1.
#[test]
fn a_period_from_zero_needs_more() {
    let json = certificate("0.4", "0.4", &[0], 1, 0, "guy-smith");
    assert!(!holds(&json));
}

/// A multiple of the least period is refuted and not a fault of the program, whatever the window; so are sizes at the end of 64 bits.
#[test]
fn multiples_of_the_period_and_huge_sizes() {
    let rules = "game s\nheap n\nmove n -> n - 1\nmove n -> n - 2";
    let mut count = 0;
    for times in 1..=40u64 {
        for preperiod in 0..4u64 {
            let values: Vec<u64> = (0..3 * times + preperiod).map(|n| n % 3).collect();
            let rules = rules.replace('\n', "\\n");
            let json = certificate("s", &rules, &values, 3 * times, preperiod, "window");
            assert_eq!(holds(&json), times == 1 && preperiod == 0, "{json}");
            count += 1;
        }
    }
    assert_eq!(count, 160);
    for method in ["window", "guy-smith", "carries"] {
        for (length, preperiod) in [(u64::MAX, 1), (1, u64::MAX), (u64::MAX, u64::MAX), (0, 0)] {
            let json = certificate("0.77", "0.77", &[0], length, preperiod, method);
            assert!(check(&json, &Limits::default()).is_err(), "{json}");
        }
    }
}
