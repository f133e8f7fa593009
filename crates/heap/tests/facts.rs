//! The engines and the proofs against tables of known results.

use bouton_heap::*;

fn table(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty());
    lines
        .map(|l| l.split('\t').map(String::from).collect())
        .collect()
}

fn numbers(list: &str) -> Vec<u64> {
    list.split(',').map(|x| x.parse().unwrap()).collect()
}

/// Every row: first values, and period, n0, maximum where the proof needs at most 100,000 values.
#[test]
fn octal_games() {
    let rows = table("octal-games.tsv");
    assert!(rows.len() > 700);
    let (mut proved, mut open) = (0, 0);
    for row in &rows {
        let code: Code = row[0].parse().unwrap();
        let number = |i: usize| row[i].parse::<usize>().ok();
        let periodic = row[1] == "periodic";
        let to = match (periodic, number(2), number(3)) {
            (true, Some(p), Some(n0)) => (2 * (n0 + p) + 3).max(100),
            _ => 2400,
        };
        let short = to <= 100_000;
        let survey = survey_row(&code, if short { to } else { 100 }, &mut Watch::default())
            .unwrap()
            .unwrap();
        let first = numbers(&row[7]);
        assert_eq!(survey.first_values, first[..40.min(first.len())], "{code}");
        if periodic && short {
            assert_eq!(
                (survey.period, survey.preperiod),
                (number(2), number(3)),
                "{code}"
            );
            assert_eq!(Some(survey.max as usize), number(4), "{code}");
            proved += 1;
        } else if !periodic {
            assert_eq!(survey.status, "open", "{code}");
            open += 1;
        }
    }
    assert!(proved > 500 && open > 40, "{proved} proved, {open} open");
}

/// Rows with equal first values are called equal only where a theorem says so; those that a theorem covers, are.
#[test]
fn classes_of_octal_games() {
    let rows = table("octal-games.tsv");
    let (mut same, mut different) = (0, 0);
    for row in rows.iter().filter(|r| r[1] == "class") {
        let of = |text: &str| representative(&text.parse().unwrap()).unwrap();
        let (mine, theirs) = (of(&row[0]), of(&row[8]));
        if mine.code == theirs.code {
            same += 1
        } else {
            different += 1
        }
    }
    assert_eq!((same, different), (183, 0), "by theorem, and not");
    let of = |text: &str| representative(&text.parse().unwrap()).unwrap().code;
    assert_ne!(of("0.161"), of("0.36"));
    let first = |text: &str| {
        let game: HeapGame = text.parse().unwrap();
        grundy_values(&game, 600, &mut Watch::default())
            .unwrap()
            .values
            .head(600)
    };
    let (a, b) = (first("0.161"), first("0.36"));
    let differ: Vec<usize> = (0..600).filter(|&n| a[n] != b[n]).take(3).collect();
    assert_eq!(differ, [519, 521, 554]);
}

#[test]
fn other_families() {
    let rows = table("heap-games.tsv");
    assert!(rows.len() >= 30);
    for row in &rows {
        let game: HeapGame = row[0].parse().unwrap_or_else(|e| panic!("{}: {e}", row[0]));
        let expected = numbers(&row[2]);
        let from: usize = row[1].parse().unwrap();
        let len = expected.len() + from;
        let values = grundy_values(&game, len.max(600), &mut Watch::default());
        // The values of some turning games double with every coin.
        let values = values
            .or_else(|_| grundy_values(&game, len, &mut Watch::default()))
            .unwrap()
            .values;
        assert_eq!(values.head(len)[from..], expected, "{}", row[0]);
        let period = period_status(&game, &values);
        match (
            row[3].parse::<usize>(),
            row[4].parse::<usize>(),
            row[5].parse::<u64>(),
        ) {
            (Ok(length), Ok(preperiod), Ok(saltus)) if row[6] == "proved" => {
                let proved = period
                    .proved()
                    .unwrap_or_else(|| panic!("{}: {}", row[0], period.statement()));
                assert_eq!(
                    (proved.length, proved.preperiod, proved.saltus),
                    (length, preperiod, saltus),
                    "{}",
                    row[0]
                );
            }
            (Ok(length), Ok(preperiod), Ok(saltus)) => {
                let PeriodStatus::Fits {
                    length: l,
                    preperiod: p,
                    saltus: s,
                    ..
                } = period
                else {
                    panic!("{}: {}", row[0], period.statement());
                };
                assert_eq!((l, p, s), (length, preperiod, saltus), "{}", row[0]);
            }
            _ => {}
        }
    }
}

#[test]
fn nothing_is_called_a_period_without_a_proof() {
    for (text, len) in [
        ("0.07", 175),
        ("0.77", 167),
        ("subtract-a-power-of-2", 500),
        ("0.3F", 60),
        ("4!.0", 3000),
    ] {
        let game: HeapGame = text.parse().unwrap();
        let values = grundy_values(&game, len, &mut Watch::default())
            .unwrap()
            .values;
        let status = period_status(&game, &values);
        assert!(status.proved().is_none(), "{text}");
        let said = status.statement();
        assert!(
            !said.contains("period") || said.contains("no period"),
            "{said}"
        );
    }
}

/// Inputs on which other programs and texts go wrong.
#[test]
fn periods_that_others_get_wrong() {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/field-cases-periods.tsv"
    ));
    let mut count = 0;
    for row in text.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let game: HeapGame = fields[1].parse().unwrap();
        let facts: Vec<(usize, u64)> = fields[4]
            .split(',')
            .filter_map(|fact| fact.split_once('='))
            .map(|(n, v)| (n.parse().unwrap(), v.parse().unwrap()))
            .collect();
        let options = RunOptions {
            to: facts.iter().map(|f| f.0 + 1).max().unwrap_or(0).max(3000),
            ..Default::default()
        };
        let report = run(&game, &options, &mut Watch::default()).unwrap();
        let proved = report.period.proved().unwrap();
        assert_eq!(
            [proved.length, proved.preperiod],
            [2, 3].map(|i| fields[i].parse::<usize>().unwrap()),
            "{row}"
        );
        for (n, value) in facts {
            assert_eq!(report.values.get(n), Some(value), "{row}");
        }
        count += 1;
    }
    assert_eq!(count, 10);
}
