//! Times who wins on boards, answers asserted: `cargo run --release -p bouton-solve --example board_outcomes [NAME]`.

use bouton_games::clobber::{Clobber, Piece};
use bouton_games::cram::Cram;
use bouton_games::domineering::Domineering;
use bouton_games::nogo::NoGo;
use bouton_rules::{Impartial, ImpartialTwin, Partizan, Player, Short};
use bouton_solve::{Budget, NimberSearch, SumSearch};
use std::time::Instant;

/// Who wins one position with `mover` to move; prints seconds, nodes and memory.
fn time<G: Partizan + Short>(
    name: &str,
    game: G,
    small: usize,
    text: &str,
    mover: Player,
    expected: bool,
) {
    let filter = std::env::args().nth(1).unwrap_or_default();
    if !name.contains(&filter) || (filter.is_empty() && name.starts_with("long")) {
        return;
    }
    let small = std::env::args()
        .nth(2)
        .and_then(|s| s.parse().ok())
        .unwrap_or(small);
    let pos = game.parse(text).expect("a position");
    let start = Instant::now();
    let mut search = SumSearch::new(game, small);
    let won = search
        .wins(&pos, mover, &Budget::unlimited())
        .expect("no limit is reached");
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name:28} {} first: {:5} {seconds:9.3} s {:>11} nodes {:>6} MB",
        mover.name(),
        if won { "win" } else { "loss" },
        search.nodes(),
        search.bytes() >> 20
    );
    assert_eq!(won, expected, "{name}");
}

/// The nimber of one position; prints seconds, nodes and memory.
fn nimber<G: Impartial + Short>(name: &str, game: G, text: &str, expected: u64) {
    let filter = std::env::args().nth(1).unwrap_or_default();
    if !name.contains(&filter) || (filter.is_empty() && name.starts_with("long")) {
        return;
    }
    let pos = game.parse(text).expect("a position");
    let start = Instant::now();
    let mut search = NimberSearch::new(game);
    let found = search
        .nimber(&pos, &Budget::unlimited())
        .expect("no limit is reached");
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name:28} nimber {found:9} {seconds:9.3} s {:>11} nodes {:>6} MB",
        search.nodes(),
        search.bytes() >> 20
    );
    assert_eq!(found, expected, "{name}");
}

fn main() {
    nimber("cram-4x5", Cram, "4x5", 2);
    nimber("cram-4x7", Cram, "4x7", 3);
    nimber("cram-5x6", Cram, "5x6", 2);
    nimber("cram-4x9", Cram, "4x9", 1);
    nimber("cram-5x7", Cram, "5x7", 1);
    nimber("cram-5x8", Cram, "5x8", 1);
    nimber("long-cram-5x9", Cram, "5x9", 1);
    let clobber = Clobber {
        piece: Piece::Stone,
    };
    nimber(
        "impartial-clobber-4x4",
        ImpartialTwin(clobber),
        "xoxo|oxox|xoxo|oxox",
        0,
    );
    nimber("impartial-nogo-row-16", ImpartialTwin(NoGo), "1x16", 0);
    nimber("impartial-nogo-3x5", ImpartialTwin(NoGo), "3x5", 1);
    use Player::{Left, Right};
    let clobber = Clobber {
        piece: Piece::Stone,
    };
    time("domineering-6x6", Domineering, 16, "6x6", Left, true);
    time("domineering-6x7", Domineering, 16, "6x7", Left, true);
    time("domineering-6x7", Domineering, 16, "6x7", Right, false);
    time("domineering-6x8", Domineering, 16, "6x8", Left, false);
    time("domineering-7x8", Domineering, 16, "7x8", Left, false);
    time("domineering-7x7", Domineering, 16, "7x7", Left, true);
    time("domineering-8x8", Domineering, 16, "8x8", Left, true);
    time("long-domineering-8x9", Domineering, 18, "8x9", Left, true);
    time("long-domineering-8x9", Domineering, 18, "8x9", Right, false);
    time("long-domineering-9x9", Domineering, 18, "9x9", Left, true);
    time("clobber-row-14", clobber, 10, &"xo".repeat(14), Left, true);
    time("clobber-row-16", clobber, 10, &"xo".repeat(16), Left, true);
    time("clobber-row-20", clobber, 10, &"xo".repeat(20), Left, true);
    time(
        "long-clobber-row-26",
        clobber,
        10,
        &"xo".repeat(26),
        Left,
        true,
    );
    time(
        "clobber-4x5",
        clobber,
        8,
        "xoxox|oxoxo|xoxox|oxoxo",
        Left,
        true,
    );
    time(
        "clobber-3x6",
        clobber,
        8,
        "xoxoxo|oxoxox|xoxoxo",
        Left,
        false,
    );
    time(
        "long-clobber-5x5",
        clobber,
        8,
        "xoxox|oxoxo|xoxox|oxoxo|xoxox",
        Left,
        false,
    );
    time("nogo-row-18", NoGo, 8, "1x18", Left, true);
    time("nogo-row-20", NoGo, 8, "1x20", Left, true);
    time("nogo-4x4", NoGo, 6, "4x4", Left, false);
}
