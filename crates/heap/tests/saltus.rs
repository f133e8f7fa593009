//! Arithmetic periods of codes that leave three heaps: found, proved, and confirmed by the independent checker.

use bouton_heap::*;

fn status(text: &str, len: usize) -> (HeapGame, Values, PeriodStatus) {
    let game: HeapGame = text.parse().unwrap();
    let values = grundy_values(&game, len, &mut Watch::default())
        .unwrap()
        .values;
    let status = period_status(&game, &values);
    (game, values, status)
}

fn is_confirmed(game: &HeapGame, period: &ProvedPeriod, values: &Values) -> bool {
    let json = period_certificate(game, period, values).unwrap();
    let limits = bouton_check::Limits::default();
    let report = bouton_check::check(&json, &limits).unwrap_or_else(|e| panic!("{game}: {e}"));
    report.holds()
}

#[test]
fn known_arithmetic_periods_are_proved() {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/arithmetic-periods.tsv"
    ));
    let mut count = 0;
    for row in text.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (game, values, status) = status(fields[0], 400);
        let period = status
            .proved()
            .unwrap_or_else(|| panic!("{game}: {}", status.statement()));
        let number = |i: usize| fields[i].parse::<usize>().ok();
        assert_eq!(Some(period.length), number(1), "{game}");
        assert_eq!(Some(period.saltus as usize), number(2), "{game}");
        assert!(number(3).is_none_or(|n0| n0 == period.preperiod), "{game}");
        let first: Vec<u64> = fields[4].split(',').flat_map(str::parse).collect();
        assert_eq!(values.head(first.len()), first, "{game}");
        assert!(is_confirmed(&game, period, &values), "{game}");
        count += 1;
    }
    assert_eq!(count, 6);
}

/// All codes of one or two hexadecimal digits that may leave three heaps: what shows an arithmetic period has a proof.
#[test]
fn all_codes_of_two_digits() {
    let (mut proved, mut checked) = (0, 0);
    for code in (0..256).filter(|code| code & 0x88 > 0) {
        let (game, values, status) = status(&format!("0.{code:02X}"), 760);
        match status {
            PeriodStatus::Proved(period) if period.saltus > 0 => {
                proved += 1;
                // The checker recomputes values from the definition: the short ones are enough.
                if period.length + period.preperiod <= 12 {
                    assert!(is_confirmed(&game, &period, &values), "{game}");
                    checked += 1;
                }
            }
            PeriodStatus::Fits { .. } => panic!("{game}: {}", status.statement()),
            _ => {}
        }
    }
    assert_eq!((proved, checked), (71, 63));
}
