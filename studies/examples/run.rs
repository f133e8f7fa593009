//! Runs studies that are programs: `cargo run --release -p bouton-studies --example run -- 310 459`; all of them without numbers.

use bouton_studies::{Entry, NoAsk, report, studies};

fn main() {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|a| a.parse().ok())
        .collect();
    for entry in studies() {
        let wanted = numbers.is_empty() || numbers.contains(&entry.id());
        if !wanted || matches!(entry, Entry::Question(_)) {
            continue;
        }
        match report(entry, &NoAsk) {
            Ok(r) => {
                let ok = r.checks.iter().filter(|c| c.ok).count();
                for c in r.checks.iter().filter(|c| !c.ok) {
                    println!("  {}: {} expected, got {}", c.input, c.expected, c.got);
                }
                let all = r.checks.len();
                println!(
                    "{}  {ok}/{all} checks  {:.3} s  {}  [{}]",
                    r.id, r.seconds, r.answer, r.known_by
                );
            }
            Err(e) => println!("{}  error: {e}", entry.id()),
        }
    }
}
