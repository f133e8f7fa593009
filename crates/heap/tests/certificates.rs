//! Periods found, proved, and confirmed by the independent checker: arithmetic ones of codes that leave three heaps, and those of
//! codes whose two heaps must differ.

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

/// All codes of one or two hexadecimal digits that may leave three heaps: what shows an arithmetic period has a proof, which
/// the checker confirms.
#[test]
fn all_codes_of_two_digits() {
    let mut proved = 0;
    for code in (0..256).filter(|code| code & 0x88 > 0) {
        let (game, values, status) = status(&format!("0.{code:02X}"), 760);
        match status {
            PeriodStatus::Proved(period) if period.saltus > 0 => {
                assert!(is_confirmed(&game, &period, &values), "{game}");
                proved += 1;
            }
            PeriodStatus::Fits { .. } => panic!("{game}: {}", status.statement()),
            _ => {}
        }
    }
    assert_eq!(proved, 71);
}

/// All codes of two octal digits with `!` at either or both, and at the integer part: periods are confirmed.
#[test]
fn periods_with_unequal_heaps_are_confirmed() {
    let mut confirmed = 0;
    for code in 0..128 {
        let (a, b) = (code >> 3 & 7, code & 7);
        let whole = if code < 64 { "0" } else { "4" };
        for marks in 1..8 {
            let mark = |i: u32| if marks >> i & 1 == 1 { "!" } else { "" };
            let text = format!("{whole}{}.{a}{}{b}{}", mark(0), mark(1), mark(2));
            let Ok(game) = text.parse::<HeapGame>() else {
                continue;
            };
            // Marks that say nothing are not in the normal form.
            if !game.to_string().contains('!') {
                continue;
            }
            let (game, values, status) = status(&text, 1200);
            if let Some(period) = status.proved() {
                assert!(is_confirmed(&game, period, &values), "{game}");
                confirmed += 1;
            }
        }
    }
    assert_eq!(confirmed, 173);
}
