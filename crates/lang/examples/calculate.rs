//! Evaluates the lines of a file, or checks tables `group, expression, result` group by group:
//! `cargo run --release -p bouton-lang --example calculate -- --table FILE GROUPS`.

use bouton_lang::calc::{Calculator, Verdict};
use std::collections::BTreeMap;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [flag, file, groups @ ..] = arguments.as_slice() else {
        eprintln!("usage: calculate --table FILE [GROUP…]");
        return;
    };
    if flag != "--table" {
        eprintln!("usage: calculate --table FILE [GROUP…]");
        return;
    }
    let text = match std::fs::read_to_string(file) {
        Ok(t) => t,
        Err(e) => {
            eprintln!("{file}: {e}");
            return;
        }
    };
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut calculator = Calculator::new();
    for line in text.lines() {
        let Some((group, row)) = line.split_once('\t') else {
            continue;
        };
        if !groups.is_empty() && !groups.iter().any(|g| group.starts_with(g.as_str())) {
            continue;
        }
        let row = row.split('\t').take(2).collect::<Vec<_>>().join("\t");
        let count = counts.entry(group.to_string()).or_default();
        count.1 += 1;
        match calculator.check_row(&row) {
            Verdict::Different(d) => {
                println!("{group}: {}\n  expected {}\n  got      {}", d.expression, d.expected, d.got)
            }
            _ => count.0 += 1,
        }
    }
    for (group, (right, all)) in counts {
        println!("{group}: {right} of {all}");
    }
}
