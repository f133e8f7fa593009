//! Periods as certificates that an independent program can check (`docs/certificates.md`).

use crate::{HeapGame, ProvedPeriod, Theorem, Values};
use bouton_rules::{Error, Result};
use serde::Serialize;

/// The most values that are written.
const LONGEST: usize = 5_000_000;

#[derive(Serialize)]
struct Certificate {
    format: &'static str,
    version: u32,
    kind: &'static str,
    game: String,
    rules: String,
    play: &'static str,
    values: Vec<u64>,
    length: usize,
    preperiod: usize,
    saltus: u64,
    method: &'static str,
}

/// The certificate of a proved period as JSON: rules, values through one period, period, n0, and the method of proof. The
/// checker computes the values again from the rules.
///
/// # Errors
/// If the format has no method for the theorem, or more than five million values would have to be written.
///
/// ```
/// use bouton_heap::{HeapGame, RunOptions, Watch, period_certificate, run};
/// let game: HeapGame = "S{1,3,4}".parse().unwrap();
/// let options = RunOptions { to: 100, ..Default::default() };
/// let report = run(&game, &options, &mut Watch::default()).unwrap();
/// let json = period_certificate(&game, report.period.proved().unwrap(), &report.values).unwrap();
/// assert!(json.contains(r#""values":[0,1,0,1,2,3,2],"length":7,"preperiod":0,"saltus":0,"method":"window""#));
/// ```
pub fn period_certificate(
    game: &HeapGame,
    period: &ProvedPeriod,
    values: &Values,
) -> Result<String> {
    let (name, rules, method) = match period.proof {
        Theorem::Window { .. } => {
            let (set, _) = game.subtraction().unwrap_or_default();
            let (name, rules) = window_rules(&set);
            (name, rules, "window")
        }
        Theorem::GuySmith {
            heaps: ..=2,
            unequal,
            ..
        } if game.as_code().is_some_and(|c| c.is_octal()) || unequal && is_marked(game) => {
            (game.to_string(), game.to_string(), "guy-smith")
        }
        Theorem::Carries { .. } => (game.to_string(), game.to_string(), "carries"),
        theorem => {
            return Err(Error::input(format!(
                "{game}: certificates of periods are for octal and hexadecimal codes and finite subtraction sets, not for the theorem `{}`",
                theorem.name()
            )));
        }
    };
    let count = period.preperiod + period.length;
    if count > LONGEST {
        return Err(Error::limit(format!(
            "{game}: the certificate would list {count} values; at most {LONGEST} are written"
        )));
    }
    let certificate = Certificate {
        format: "bouton-certificate",
        version: 1,
        kind: "period",
        game: name,
        rules,
        play: "normal",
        values: values.head(count),
        length: period.length,
        preperiod: period.preperiod,
        saltus: period.saltus,
        method,
    };
    serde_json::to_string(&certificate)
        .map_err(|e| Error::limit(format!("{game}: no certificate: {e}")))
}

/// An octal code, some digits of which are marked with `!`.
fn is_marked(game: &HeapGame) -> bool {
    let text = game.to_string();
    ["0.", "4.", "4!."]
        .iter()
        .any(|whole| text.starts_with(whole))
        && text.bytes().all(|c| matches!(c, b'0'..=b'7' | b'.' | b'!'))
}

/// A rule file for a subtraction set: one line for each run of neighbouring amounts.
fn window_rules(set: &[u64]) -> (String, String) {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &amount in set {
        match runs.last_mut() {
            Some((_, end)) if *end + 1 == amount => *end = amount,
            _ => runs.push((amount, amount)),
        }
    }
    let mut name = "take".to_string();
    let mut moves = String::new();
    for (lo, hi) in runs {
        if lo == hi {
            name += &format!("-{lo}");
            moves += &format!("move n -> n - {lo}\n");
        } else {
            name += &format!("-{lo}-to-{hi}");
            moves += &format!("move n -> n - s for s in {lo}..{hi}\n");
        }
    }
    let rules = format!("game {name}\nheap n\n{moves}");
    (name, rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Watch, grundy_values, period_status};

    fn certificate(text: &str, len: usize) -> Result<String> {
        let game: HeapGame = text.parse().unwrap();
        let values = grundy_values(&game, len, &mut Watch::default())
            .unwrap()
            .values;
        period_certificate(
            &game,
            period_status(&game, &values).proved().unwrap(),
            &values,
        )
    }

    #[test]
    fn fields() {
        let json: serde_json::Value =
            serde_json::from_str(&certificate("0.77", 168).unwrap()).unwrap();
        assert_eq!(json["rules"], "0.77");
        assert_eq!(json["method"], "guy-smith");
        assert_eq!(json["values"].as_array().unwrap().len(), 71 + 12);
        let json: serde_json::Value =
            serde_json::from_str(&certificate("0.3303", 100).unwrap()).unwrap();
        assert_eq!(
            json["rules"],
            "game take-1-to-2-4\nheap n\nmove n -> n - s for s in 1..2\nmove n -> n - 4\n"
        );
        assert!(certificate("all-but{4}", 100).unwrap_err().is_input());
    }
}
