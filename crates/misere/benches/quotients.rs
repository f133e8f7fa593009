//! Quotients with their answers asserted, in CPU seconds: `cargo bench -p bouton-misere`.
//!
//! The last line computes every row of testdata/misere.tsv to the heap that the row names.

use bouton_core::Budget;
use bouton_heap::HeapGame;
use bouton_misere::{Genera, Limits, quotient};
use std::hint::black_box;

/// Seconds of processor time of this thread, where the system tells them, else 0.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ')
        .next()
        .and_then(|ns| ns.parse::<f64>().ok())
        .unwrap_or(0.0)
        / 1e9
}

/// Prints the mean time of as many runs as take a quarter of a second.
fn time(name: &str, mut work: impl FnMut()) {
    let start = cpu_seconds();
    let mut runs = 0;
    while runs == 0 || (runs < 10_000 && cpu_seconds() - start < 0.25) {
        work();
        runs += 1;
    }
    println!(
        "{name:<44} {:>9.4} s",
        (cpu_seconds() - start) / f64::from(runs)
    );
}

fn main() {
    for (game, heaps, order, p_size, period) in [
        ("0.77", 200, 40, 9, Some((12, 71))),
        ("0.15", 200, 42, 12, Some((10, 66))),
        ("0.4107", 200, 506, 58, Some((24, 66))),
        ("0.644", 8000, 172, 7, Some((442, 3256))),
        ("0.156", 8000, 34, 2, Some((349, 3479))),
        ("0.07", 33, 638, 109, None),
        ("0.54", 121, 720, 170, None),
        ("0.26", 60, 420, 105, None),
        ("0.35", 18, 2050, 432, None),
    ] {
        time(&format!("{game} to heap {heaps}: order {order}"), || {
            let limits = Limits {
                heaps,
                ..Limits::default()
            };
            let solution = quotient(
                game.parse::<HeapGame>().unwrap(),
                &limits,
                &Budget::unlimited(),
                None,
            )
            .unwrap();
            assert_eq!((solution.order(), solution.p_size()), (order, p_size));
            assert_eq!(solution.period().map(|p| (p.length, p.preperiod)), period);
            black_box(solution);
        });
    }
    time("genera of Kayles to heap 20", || {
        let (genera, stopped) =
            Genera::new("0.77".parse::<HeapGame>().unwrap(), 10_000_000).sequence(20);
        assert!(stopped.is_none());
        assert_eq!(genera[14].to_string(), "7^57");
    });
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/misere.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|l| !l.starts_with('#'))
        .skip(1)
        .map(|l| l.split('\t').collect())
        .collect();
    time(&format!("all {} rows of misere.tsv", rows.len()), || {
        for row in &rows {
            let limits = Limits {
                heaps: row[8].parse().unwrap(),
                ..Limits::default()
            };
            let solution = quotient(
                row[0].parse::<HeapGame>().unwrap(),
                &limits,
                &Budget::unlimited(),
                None,
            )
            .unwrap();
            assert_eq!(solution.order().to_string(), row[2], "{}", row[0]);
            assert_eq!(solution.p_size().to_string(), row[3], "{}", row[0]);
            assert!(solution.reason().is_none(), "{}", row[0]);
        }
    });
}
