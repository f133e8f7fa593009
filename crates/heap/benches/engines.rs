//! Speed of the engines in CPU seconds, with asserted answers.
//!
//!     cargo bench -p bouton-heap --bench engines                 the figures of BENCHMARKS.md but the long ones
//!     cargo bench -p bouton-heap --bench engines -- long         the long ones too
//!     cargo bench -p bouton-heap --bench engines -- CODE LENGTH [period [CHECKPOINT]]

use bouton_heap::{
    Code, HeapGame, Octal, RunOptions, Sparse, Values, Watch, extend_by_pairs, octal_family, run,
    survey,
};

/// CPU seconds of this process so far: a busy machine does not matter. Wall-clock seconds where there is no `/proc`.
fn seconds() -> f64 {
    let cpu = || {
        let stat = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        Some(stat.split(' ').next()?.parse::<f64>().ok()? / 1e9)
    };
    let wall = || {
        std::time::SystemTime::UNIX_EPOCH
            .elapsed()
            .map_or(0.0, |t| t.as_secs_f64())
    };
    cpu().unwrap_or_else(wall)
}

/// Checksums of the first 10^7 values, from an engine that made every mark for every heap.
const CHECKSUMS: [(&str, u64); 2] = [
    ("4!.0", 0xcef7_e201_b5a4_f272),
    ("0.6", 0x0513_6d7d_e3d6_03b8),
];

fn checksum(values: &Values) -> u64 {
    let fold = |h: u64, v: u64| (h ^ v).wrapping_mul(0x100_0000_01b3);
    values.iter_from(0).fold(0xcbf2_9ce4_8422_2325, fold)
}

/// Runs a game; the first 40,000 values are compared with the one-heap engine, `period` with the proof.
fn measure(text: &str, len: usize, period: Option<(usize, usize)>, checkpoint: Option<&str>) {
    let game: HeapGame = text.parse().expect("a game");
    let options = RunOptions {
        to: len,
        stop_at_period: period.is_some(),
        checkpoint: checkpoint.map(Into::into),
        ..Default::default()
    };
    let begin = seconds();
    let report = run(&game, &options, &mut Watch::default()).expect("values");
    let cpu = seconds() - begin;
    let n = report.values.len();
    println!(
        "{text:>8} {n:>10} values {cpu:8.2} CPU s {:8.2} M values/s  max {:?}",
        n as f64 / cpu / 1e6,
        report.max
    );
    println!("         {}", report.period.statement());
    if let Some(sparse) = &report.sparse {
        println!(
            "         {} rare heaps, last {:?}",
            sparse.rare, sparse.last_rare
        );
    }
    if let Some(expected) = period.filter(|p| p.0 > 0) {
        let proved = report.period.proved().expect("a proof");
        assert_eq!((proved.length, proved.preperiod), expected);
    }
    let expected = CHECKSUMS.iter().find(|c| c.0 == text && len == 10_000_000);
    if let Some((_, expected)) = expected {
        assert_eq!(checksum(&report.values), *expected, "{text}");
    }
    if let Some(octal) = game.as_code().as_ref().and_then(Octal::of) {
        let mut slow = Sparse::new(octal, Vec::new());
        for (i, value) in report.values.head(40_000).into_iter().enumerate() {
            slow.refit_at();
            assert_eq!(slow.step().map(u64::from), Some(value), "{text} heap {i}");
        }
    }
}

fn pairs() {
    let code: Code = "0.07".parse().expect("a code");
    let begin = seconds();
    let len = 150_000;
    let values = extend_by_pairs(&code, Vec::new(), len, &mut Watch::default())
        .expect("two heaps")
        .expect("values");
    let cpu = seconds() - begin;
    assert!((100..len - 34).all(|n| values[n] == values[n + 34]));
    let pairs = (len as f64).powi(2) / 4.0;
    println!(
        "pairs    0.07 {len} values {cpu:8.2} CPU s {:8.2} G pairs/s",
        pairs / cpu / 1e9
    );
}

fn surveys() {
    let codes = octal_family(3).expect("a family");
    let begin = seconds();
    let mut rows = Vec::new();
    let finished = survey(&codes, 2400, &|_| true, &mut Watch::default(), &mut |row| {
        rows.push(row);
        Ok(())
    });
    let cpu = seconds() - begin;
    let proved = rows.iter().filter(|r| r.status == "periodic").count();
    println!(
        "survey   {} codes to 2400 values: {proved} proved, {cpu:.2} CPU s",
        rows.len()
    );
    assert!(finished.expect("rows"));
    assert_eq!((rows.len(), proved), (1023, 675));
}

fn main() {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    if let [game, len, rest @ ..] = &args[..] {
        let period = rest.first().map(|_| (0, 0));
        return measure(
            game,
            len.parse().expect("a length"),
            period,
            rest.get(1).map(String::as_str),
        );
    }
    pairs();
    surveys();
    measure("0.16", 10_000_000, None, None);
    measure("0.6", 10_000_000, None, None);
    measure("4!.0", 10_000_000, None, None);
    measure("0.16", 1_000_000, Some((149_459, 105_351)), None);
    measure("0.56", 1_000_000, Some((144, 326_640)), None);
    measure("0.376", 10_000_000, Some((4, 2_268_248)), None);
    measure("0.354", 30_000_000, Some((1180, 10_061_916)), None);
    measure("0.106", 100_000_000, None, None);
    if args.first().is_some_and(|a| a == "long") {
        measure("0.104", 500_000_000, Some((11_770_282, 197_769_598)), None);
        measure("0.054", 500_000_000, Some((10_015_179, 193_235_616)), None);
        measure("0.454", 500_000_000, Some((60_620_715, 160_949_019)), None);
    }
}
