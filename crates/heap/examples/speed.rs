//! Values per CPU second: `cargo run --release -p bouton-heap --example speed -- CODE LENGTH [period]`.

use bouton_heap::{HeapGame, RunOptions, Watch, run};
use std::time::Instant;

/// CPU seconds of this process (Linux), so that a busy machine does not matter.
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, game, len, rest @ ..] = &args[..] else {
        return Err("usage: speed CODE LENGTH [period]".into());
    };
    let game: HeapGame = game.parse()?;
    let stop_at_period = rest.first().is_some_and(|a| a == "period");
    let options = RunOptions {
        to: len.parse()?,
        stop_at_period,
        checkpoint: rest.get(1).map(Into::into),
    };
    let begin = Instant::now();
    let report = run(&game, &options, &mut Watch::default())?;
    let wall = begin.elapsed().as_secs_f64();
    let cpu = cpu_seconds().unwrap_or(wall);
    let n = report.values.len();
    println!(
        "{}: {n} values, {cpu:.2} CPU s, {:.2} M values/s ({wall:.2} s)",
        report.game,
        n as f64 / cpu / 1e6
    );
    println!("  max {:?}, {:?}", report.max, report.sparse);
    println!("  {}", report.period.statement());
    Ok(())
}
