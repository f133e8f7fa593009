//! Checks tables `group, expression, result` group by group, or fills in the answers of a transcript such as
//! docs/calculator.md: `cargo run --release -p bouton-lang --example calculate -- --table FILE GROUPS`.

use bouton_calc::{Calculator, Verdict};
use std::collections::BTreeMap;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [flag, file, groups @ ..] = arguments.as_slice() else {
        eprintln!("usage: calculate --table FILE [GROUP…], or calculate --transcript FILE");
        return;
    };
    if flag == "--transcript" {
        return transcript(file);
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
                println!(
                    "{group}: {}\n  expected {}\n  got      {}",
                    d.expression, d.expected, d.got
                )
            }
            _ => count.0 += 1,
        }
    }
    for (group, (right, all)) in counts {
        println!("{group}: {right} of {all}");
    }
}

/// Prints the file with the answer below every line that begins with `> ` inside a block of code; old answers go.
fn transcript(file: &str) {
    let text = match std::fs::read_to_string(file) {
        Ok(t) => t,
        Err(e) => {
            eprintln!("{file}: {e}");
            return;
        }
    };
    let mut calculator = Calculator::new();
    let (mut inside, mut answered) = (false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
            answered = false;
        }
        let typed = line.strip_prefix("> ").filter(|_| inside);
        if typed.is_none() && answered && !line.is_empty() {
            continue;
        }
        println!("{line}");
        answered = typed.is_some();
        let Some(typed) = typed else { continue };
        match typed.strip_prefix("help ") {
            Some(name) => println!("{}", bouton_calc::help(name)),
            None => match calculator.line(typed) {
                Ok(v) => println!("{}", v.unwrap_or_default()),
                Err(e) => println!("{}^\n{}", " ".repeat(e.column + 1), e.message),
            },
        }
    }
}
