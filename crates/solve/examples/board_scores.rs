//! Scores of Dots and Boxes, nimbers of Nimstring, winners of Hex: `cargo run --release -p bouton-solve --example board_scores`.
//! Every answer is asserted; nodes and seconds are printed. Arguments choose rows by their names; Dots and Boxes 4x4 did not end in
//! 16 minutes of processor time and is left out where none is given.

use bouton_games::hex::Hex;
use bouton_games::nimstring::Nimstring;
use bouton_games::strings_and_coins::StringsAndCoins;
use bouton_rules::{Player, Ruleset};
use bouton_solve::scoring::{DecidedSearch, ScoreSearch};
use bouton_solve::{Budget, Limits, NimberSearch, Verdict};
use std::time::Instant;

/// Game, board, what it is worth.
const ROWS: [(&str, &str, i64); 18] = [
    ("dots-and-boxes", "2x3", -2),
    ("dots-and-boxes", "2x4", 2),
    ("dots-and-boxes", "2x5", -2),
    ("dots-and-boxes", "1x8", 0),
    // How many of the lines are best ones.
    ("best lines of boxes", "3x3", 24),
    ("nimstring", "2x4", 0),
    ("nimstring", "3x3", 2),
    ("nimstring", "2x5", 0),
    ("hex", "3x3", 1),
    ("hex", "4x4", 1),
    ("hex", "5x4", -1),
    ("hex", "5x5", 1),
    // How many openings win.
    ("hex openings", "4x4", 4),
    ("hex openings", "5x5", 13),
    ("hex openings", "6x6", 24),
    // Openings of Left's on 5x5: in the middle, in the sharp corner, and in the blunt one.
    ("hex", ".....|.....|..x..|.....|.....", -1),
    ("hex", "x....|.....|.....|.....|.....", 1),
    ("hex", "....x|.....|.....|.....|.....", -1),
];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let budget = Budget::new(&Limits {
        bytes: Some(6_000_000_000),
        ..Limits::default()
    });
    let large = include_str!("../../../testdata/dots-and-boxes-large.tsv");
    let large = large.lines().filter(|line| !line.starts_with('#'));
    let large = large.map(|line| {
        let (board, score) = line.split_once('\t').expect("two columns");
        ("dots-and-boxes", board, score.parse().expect("a score"))
    });
    for (game, board, worth) in ROWS.into_iter().chain(large) {
        let row = format!("{game} {board}");
        let long = row == "dots-and-boxes 4x4";
        if chosen.is_empty() && long
            || !chosen.is_empty() && !chosen.iter().any(|c| row.contains(c.as_str()))
        {
            continue;
        }
        let start = Instant::now();
        let (found, nodes) = match game {
            "dots-and-boxes" => {
                let game = StringsAndCoins { boxes: true };
                let mut search = ScoreSearch::new(game);
                let score = search.score(&game.parse(board).unwrap(), &budget).unwrap();
                (score, search.nodes())
            }
            "best lines of boxes" => {
                let game = StringsAndCoins { boxes: true };
                let mut search = ScoreSearch::new(game);
                let pos = game.parse(board).unwrap();
                let (_, best) = search.best(&pos, &budget).unwrap();
                (best.len() as i64, search.nodes())
            }
            "nimstring" => {
                let mut search = NimberSearch::new(Nimstring);
                let nimber = search
                    .nimber(&Nimstring.parse(board).unwrap(), &budget)
                    .unwrap();
                (nimber as i64, search.nodes())
            }
            "hex openings" => {
                let pos = Hex.parse(board).unwrap();
                let mut search = DecidedSearch::new(Hex, bouton_rules::Play::Normal);
                let answer = search.answer(&pos, Player::Left, &budget).unwrap();
                (answer.best.len() as i64, search.nodes())
            }
            _ => {
                // Whoever has fewer stones is to move, Left on an empty board.
                let pos = Hex.parse(board).unwrap();
                let who = if board.contains('x') && board.contains('|') {
                    Player::Right
                } else {
                    Player::Left
                };
                let mut search = DecidedSearch::new(Hex, bouton_rules::Play::Normal);
                let verdict = search.verdict(&pos, who, &budget).unwrap();
                (if verdict == Verdict::Win { 1 } else { -1 }, search.nodes())
            }
        };
        println!(
            "{row}: {found}, {nodes} nodes, {:.2} s",
            start.elapsed().as_secs_f64()
        );
        assert_eq!(found, worth, "{row}");
    }
}
