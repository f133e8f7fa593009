//! Quotients against the table of quotients from an independent program.

use bouton_core::Budget;
use bouton_heap::HeapGame;
use bouton_misere::{Genera, Limits, Solution, Status, quotient};

/// One row of testdata/misere.tsv.
struct Row {
    game: String,
    status: String,
    order: usize,
    p_size: usize,
    tame: bool,
    /// Period and preperiod.
    period: Option<(u32, u32)>,
    heaps: u32,
    /// Heap, order, size of the P-portion.
    steps: Vec<(u32, usize, usize)>,
    presentation: Option<String>,
    genus: Option<String>,
}

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/misere.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|l| !l.starts_with('#')).skip(1);
    let rows: Vec<Row> = lines
        .map(|line| row(&line.split('\t').collect::<Vec<_>>()))
        .collect();
    assert!(rows.len() > 300);
    rows
}

fn row(c: &[&str]) -> Row {
    let numbers: Vec<usize> = c[9]
        .split(|ch: char| !ch.is_ascii_digit())
        .filter(|s| !s.is_empty())
        .map(|s| s.parse().unwrap())
        .collect();
    let mut steps: Vec<_> = numbers
        .chunks(3)
        .map(|t| (t[0] as u32, t[1], t[2]))
        .collect();
    if c[1].starts_with("partial") {
        steps.pop(); // a rejected candidate
    }
    let some = |text: &str| (text != "-").then(|| text.to_string());
    Row {
        game: c[0].into(),
        status: c[1].into(),
        order: c[2].parse().unwrap(),
        p_size: c[3].parse().unwrap(),
        tame: c[4] == "yes",
        period: c[5].parse().ok().map(|p| (p, c[6].parse().unwrap())),
        heaps: c[8].parse().unwrap(),
        steps,
        presentation: some(c[10]),
        genus: some(c[11]),
    }
}

fn solve(row: &Row, heaps: u32) -> Solution<HeapGame> {
    quotient(
        row.game.parse::<HeapGame>().unwrap(),
        &Limits {
            heaps,
            ..Limits::default()
        },
        &Budget::unlimited(),
        None,
    )
    .unwrap()
}

/// Everything that a row says.
fn agrees(row: &Row) {
    let game = &row.game;
    let solution = solve(row, row.heaps);
    let report = solution.report();
    assert_eq!(
        (report.order, report.p_size),
        (row.order, row.p_size),
        "{game}"
    );
    let steps: Vec<_> = report
        .steps
        .iter()
        .map(|s| (s.heap, s.order, s.p_size))
        .collect();
    assert_eq!(steps, row.steps, "{game}");
    assert_eq!(report.tame, row.tame, "{game}");
    match &row.status[..] {
        "complete (finite game)" => assert_eq!(report.status, Status::Finite, "{game}"),
        s if s.starts_with("complete") => {
            assert_eq!(report.status, Status::Complete, "{game}");
            assert_eq!(
                report.period.map(|p| (p.length, p.preperiod)),
                row.period,
                "{game}"
            );
        }
        _ => assert_eq!(report.status, Status::Stable, "{game}"),
    }
    if let Some(expected) = &row.presentation {
        let (expected, expected_phi) = expected.split_once("; phi(1..)=").unwrap();
        let (got, _) = report.presentation.split_once("; phi(1..)=").unwrap();
        assert_eq!(got, expected, "{game}");
        let expected_phi: Vec<&str> = expected_phi.split(' ').collect();
        let shown = expected_phi.len().min(report.phi.len());
        assert!(shown > 0);
        assert_eq!(report.phi[..shown], expected_phi[..shown], "{game}");
    }
}

#[test]
fn orders_periods_and_presentations_agree() {
    let mut checked = 0;
    for row in rows() {
        agrees(&row);
        checked += 1;
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn a_long_period_is_proved() {
    // Found by an independent program, not in the table.
    let limits = Limits {
        heaps: 10_000,
        ..Limits::default()
    };
    let solution = quotient(
        "0.644".parse::<HeapGame>().unwrap(),
        &limits,
        &Budget::unlimited(),
        None,
    )
    .unwrap();
    assert_eq!((solution.order(), solution.p_size()), (172, 7));
    let period = solution.period().unwrap();
    assert_eq!((period.length, period.preperiod), (442, 3256));
}

#[test]
fn genera_agree() {
    let mut checked = 0;
    for row in rows() {
        let Some(expected) = &row.genus else { continue };
        let expected: Vec<&str> = expected.split(' ').collect();
        let mut genera = Genera::new(row.game.parse::<HeapGame>().unwrap(), 1_000_000);
        let (got, stopped) = genera.sequence(expected.len() as u32);
        assert!(stopped.is_none(), "{} {stopped:?}", row.game);
        let got: Vec<String> = got.iter().map(|g| g.to_string()).collect();
        assert_eq!(got, expected, "{}", row.game);
        checked += 1;
    }
    assert!(checked >= 10, "{checked}");
}

/// Orders known from the literature (plambecksiegel2008), and the heaps at which Dawson's Kayles grows.
#[test]
fn published_orders() {
    let published = [
        ("0.75", 8),
        ("0.34", 12),
        ("0.53", 16),
        ("0.123", 20),
        ("0.351", 22),
        ("0.72", 24),
        ("0.71", 36),
        ("0.77", 40),
        ("0.15", 42),
    ];
    for (game, order) in published {
        let solution = quotient(
            game.parse::<HeapGame>().unwrap(),
            &Limits::default(),
            &Budget::unlimited(),
            None,
        )
        .unwrap();
        assert!(solution.is_complete());
        assert_eq!(solution.order(), order, "{game}");
    }
    let limits = Limits {
        heaps: 30,
        ..Limits::default()
    };
    let dawson = quotient(
        "0.07".parse::<HeapGame>().unwrap(),
        &limits,
        &Budget::unlimited(),
        None,
    )
    .unwrap();
    assert_eq!((dawson.order(), dawson.p_size()), (360, 65));
}
