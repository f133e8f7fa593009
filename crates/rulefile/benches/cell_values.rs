//! Values of boards by rule files, beside the compiled games, answers asserted: `cargo bench -p bouton-lang --bench cell_values`.

use bouton_games::clobber::{Clobber, Piece};
use bouton_games::domineering::Domineering;
use bouton_games::konane::Konane;
use bouton_games::toads_and_frogs::ToadsAndFrogs;
use bouton_rulefile::{RuleFile, ShortCellGame, ShortPartizanCellGame, builtin, read};
use bouton_rules::{Partizan, Ruleset, Short};
use bouton_solve::{Budget, GameValues, NimberSearch};
use bouton_value::{Notation, Store};
use std::time::Instant;

fn file(name: &str) -> ShortPartizanCellGame {
    match read(builtin(name).unwrap(), name) {
        Ok(RuleFile::Cells(rules)) => ShortPartizanCellGame::new(rules.into()).unwrap(),
        other => panic!("{name}: {other:?}"),
    }
}

fn value<G: Partizan + Short>(game: G, position: &str) -> (String, f64) {
    let start = Instant::now();
    let mut store = Store::new();
    let pos = game.parse(position).unwrap();
    let value = GameValues::new(game)
        .value(&pos, &mut store, &Budget::unlimited())
        .unwrap();
    let text = store.write(value, Notation::Ascii).unwrap();
    (text, start.elapsed().as_secs_f64())
}

fn both<G: Partizan + Short>(compiled: G, position: &str) {
    let name = compiled.info().name;
    let (slow, by_file) = value(file(&name), position);
    let (fast, by_code) = value(compiled, position);
    assert_eq!(slow, fast, "{name} {position}");
    println!("{name:<16} {position:<24} rule file {by_file:>8.3} s   compiled {by_code:>8.3} s");
}

fn main() {
    both(Domineering, "4x4");
    both(Domineering, "5x5");
    both(
        Clobber {
            piece: Piece::Stone,
        },
        "xoxo|oxox|xoxo",
    );
    both(Konane, "xoxo|o..x|xoxo|oxox");
    both(ToadsAndFrogs { most_jumped: 1 }, "TTTTT...FFFFF");
    let RuleFile::Cells(rules) = read(builtin("kayles-strip").unwrap(), "kayles-strip").unwrap()
    else {
        panic!("on cells")
    };
    let strip = ShortCellGame::new(rules.into()).unwrap();
    let start = Instant::now();
    let row = strip.parse("1x100").unwrap();
    // Kayles has period 12 from 71 on; G(100) = G(88) = 1.
    let nimber = NimberSearch::new(strip)
        .nimber(&row, &Budget::unlimited())
        .unwrap();
    assert_eq!(nimber, 1);
    println!(
        "{:<16} {:<24} rule file {:>8.3} s",
        "kayles-strip",
        "1x100",
        start.elapsed().as_secs_f64()
    );
}
