//! Prints the misère quotient of a code: `cargo run --release -p bouton-misere --example run -- 0.77 200`. With `-v` at the
//! end it tells its progress.
use bouton_misere::{Code, Limits, quotient};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let heaps = arguments
        .get(1)
        .and_then(|a| a.parse().ok())
        .unwrap_or(1000);
    let limits = Limits {
        heaps,
        ..Limits::default()
    };
    let code = arguments.first().map_or("0.77", String::as_str);
    let started = std::time::Instant::now();
    let mut tell = |p| eprintln!("{:.2} s: {p:?}", started.elapsed().as_secs_f64());
    let verbose = arguments.last().is_some_and(|a| a == "-v");
    match Code::parse(code)
        .and_then(|code| quotient(code, &limits, if verbose { Some(&mut tell) } else { None }))
    {
        Ok(solution) => println!("{}", solution.report().summary()),
        Err(e) => eprintln!("{e}"),
    }
}
