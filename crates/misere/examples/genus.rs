//! Prints the genera of the heaps of a code: `cargo run --release -p bouton-misere --example genus -- CODE HEAPS [GAMES]`,
//! where GAMES is the most misère canonical forms that are kept.

use bouton_heap::HeapGame;
use bouton_misere::Genera;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: usize| {
        arguments
            .get(i)
            .and_then(|a| a.parse().ok())
            .unwrap_or(default)
    };
    let code = arguments.first().map_or("0.77", String::as_str);
    match code.parse::<HeapGame>() {
        Ok(code) => {
            let (genera, stopped) =
                Genera::new(code, number(2, 1_000_000)).sequence(number(1, 20) as u32);
            println!(
                "{}",
                genera
                    .iter()
                    .map(|g| g.to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            );
            if let Some(e) = stopped {
                eprintln!("heap {}: {e}", genera.len() + 1);
            }
        }
        Err(e) => eprintln!("{e}"),
    }
}
