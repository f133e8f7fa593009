//! Prints the misère quotient of a code: `cargo run --release -p bouton-misere --example run -- CODE [HEAPS] [ORDER] [-v]`,
//! where ORDER is the largest order that is tried and `-v` tells the progress.

use bouton_core::Budget;
use bouton_heap::HeapGame;
use bouton_misere::{Limits, quotient};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: usize| {
        arguments
            .get(i)
            .and_then(|a| a.parse().ok())
            .unwrap_or(default)
    };
    let limits = Limits {
        heaps: number(1, 1000) as u32,
        order: number(2, 4096),
        trial: number(2, 4096).saturating_mul(64),
    };
    let code = arguments.first().map_or("0.77", String::as_str);
    let started = std::time::Instant::now();
    let mut tell = |p| eprintln!("{:.2} s: {p:?}", started.elapsed().as_secs_f64());
    let verbose = arguments.last().is_some_and(|a| a == "-v");
    match code.parse::<HeapGame>().and_then(|code| {
        quotient(
            code,
            &limits,
            &Budget::unlimited(),
            if verbose { Some(&mut tell) } else { None },
        )
    }) {
        Ok(solution) => println!("{}", solution.report().summary()),
        Err(e) => eprintln!("{e}"),
    }
}
