//! Times the values of boards, answers asserted: `cargo run --release -p bouton-solve --example board_values [NAME [2]]`,
//! by two threads with a 2 behind.

use bouton_games::amazons::Amazons;
use bouton_games::clobber::{Clobber, Piece};
use bouton_games::domineering::Domineering;
use bouton_games::fission::Fission;
use bouton_games::konane::Konane;
use bouton_games::map_colouring::{GridColouring, Kind};
use bouton_games::toads_and_frogs::ToadsAndFrogs;
use bouton_games::toppling_dominoes::TopplingDominoes;
use bouton_rules::board::Grid;
use bouton_rules::{Partizan, Short};
use bouton_solve::{Budget, GameValues, value_by_two_threads};
use bouton_value::{Store, Value};
use std::time::Instant;

/// Value of one position; prints seconds, parts and memory.
fn time<G: Partizan + Short>(name: &str, game: G, text: &str, expected: &str) {
    let filter = std::env::args().nth(1).unwrap_or_default();
    if !name.contains(&filter) {
        return;
    }
    let start = Instant::now();
    let pos = game.parse(text).expect("a position");
    let mut store = Store::with_limit(10 << 30);
    let budget = Budget::unlimited();
    let value = match std::env::args().nth(2).as_deref() {
        Some("2") => value_by_two_threads(&game, &pos, &mut store, &budget),
        _ => GameValues::new(game).value(&pos, &mut store, &budget),
    };
    let value = value.expect("no limit is reached");
    let seconds = start.elapsed().as_secs_f64();
    let shown = store.show(value);
    let short: String = shown.chars().take(60).collect();
    let size = store.size();
    println!(
        "{name:32} {seconds:8.3} s  {:>9} parts  {:>9} games {:>6} MB  {short}",
        budget.nodes(),
        size.cores,
        size.bytes >> 20
    );
    assert!(
        expected.is_empty() || shown.is_empty() || expected == shown,
        "{name}: {shown}"
    );
}

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    if "domineering-fillings".contains(&filter) {
        let start = Instant::now();
        let mut store = Store::new();
        let mut values = GameValues::new(Domineering);
        let mut sum = Value::ZERO;
        let budget = Budget::unlimited();
        for filled in 0..1u64 << 16 {
            let pos = Grid::from_words(4, 4, [filled; 2]);
            let value = values
                .value(&pos, &mut store, &budget)
                .expect("no limit is reached");
            if store.is_number(value) {
                sum = store.add(sum, value).expect("numbers add");
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        // The board turned by a quarter is the negative: the fillings cancel.
        assert_eq!(sum, Value::ZERO);
        println!(
            "domineering 4x4, 65,536 fillings {seconds:8.3} s  {} parts",
            values.len()
        );
    }
    time("domineering-5x5", Domineering, "5x5", "0");
    time("domineering-5x6", Domineering, "5x6", "-3/2");
    time("amazons-3x4-corners", Amazons, "x...|....|...o", "");
    time("snort-4x4", GridColouring { kind: Kind::Snort }, "4x4", "0");
    time("col-4x4", GridColouring { kind: Kind::Col }, "4x4", "0");
    time(
        "clobber-4x4",
        Clobber {
            piece: Piece::Stone,
        },
        "xoxo|oxox|xoxo|oxox",
        "*",
    );
    time("konane-6x4", Konane, "xoxo|oxox|x..x|oxox|xoxo|oxox", "");
    time(
        "toads-6-3-6",
        ToadsAndFrogs { most_jumped: 1 },
        "tttttt...ffffff",
        "",
    );
    time("toppling-16", TopplingDominoes, "xoxoxoxoxoxoxoxo", "");
    if filter.is_empty() {
        return;
    }
    time(
        "fission-6x6",
        Fission,
        "......|......|..x...|......|......|......",
        "",
    );
    time("amazons-4x4", Amazons, "x...|....|....|...o", "");
    time("big-domineering-6x6", Domineering, "6x6", "");
}
