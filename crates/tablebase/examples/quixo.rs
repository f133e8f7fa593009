//! Builds the table of Quixo on 4 x 4 from nothing, and asserts the published result.
//!
//! `quixo DIR [SIDE [THREADS]]`

use bouton_core::{Budget, Limits, Player};
use bouton_tablebase::boards::quixo::Quixo;
use bouton_tablebase::{Options, Table, Verdict, build, probe};
use std::path::Path;

fn main() -> bouton_core::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual| {
        arguments
            .get(i)
            .and_then(|a| a.parse().ok())
            .unwrap_or(usual)
    };
    let folder = Path::new(arguments.first().map_or("quixo-table", String::as_str));
    let side = number(1, 4);
    let game = Quixo::new(side)?;
    let limits = Limits {
        threads: u16::try_from(number(2, 1)).ok(),
        ..Limits::default()
    };
    let header = build(&game, folder, Options::default(), &Budget::new(&limits))?;
    let table = Table::open(folder)?;
    let answer = probe(&table, &game, &game.start())?;
    println!(
        "{} positions for both players, {} bytes; {} is a {} in {:?}",
        2 * header.summary.positions,
        table.bytes(),
        bouton_tablebase::Named::show(&game, &game.start(), Player::Left),
        answer.value.verdict().name(),
        answer.value.remoteness()
    );
    let published = match side {
        3 => 7,
        _ => 21,
    };
    assert_eq!(
        (answer.value.verdict(), answer.value.remoteness()),
        (Verdict::Win, Some(published))
    );
    assert_eq!(header.summary.positions, 3u64.pow(side * side));
    Ok(())
}
