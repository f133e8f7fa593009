//! Sums of different games keep what each game knows: its theorem, its packed board, its sequence.

mod common;

use common::{json, out};
use std::time::Instant;

fn texts(value: &serde_json::Value) -> Vec<&str> {
    let list = value.as_array().expect("a list");
    list.iter().filter_map(|text| text.as_str()).collect()
}

#[test]
fn theorems_answer_for_terms_of_any_size() {
    let sum = json(&["solve", "nim + nim", "100000000000000000000 + 5"]);
    assert_eq!(sum["outcome"], "N");
    assert_eq!(sum["grundy"], "100000000000000000005");
    assert_eq!(texts(&sum["winning_moves"]), ["5 + 5"]);
    let sum = json(&["solve", "nim + kayles", "3000000 + 7"]);
    assert_eq!(sum["outcome"], "N");
    assert_eq!(texts(&sum["winning_moves"]), ["2 + 7"]);
    let sum = json(&["solve", "nim + 0.77 + wythoff", "12 + 1000000 + 1,2"]);
    assert_eq!(sum["outcome"], "N");
    assert!(!texts(&sum["winning_moves"]).is_empty());
}

#[test]
fn every_winning_move_of_small_sums_is_found() {
    // The nimber of each option, by the sum itself, tells which moves win.
    let mut seen = 0;
    for (games, positions) in [
        ("nim + kayles", ["3,1 + 4", "2 + 2,3", "0 + 5"]),
        ("kayles + cram", ["4 + 2x3", "1 + 3x3", "2,2 + 2x2"]),
        ("nim + wythoff", ["6 + 2,3", "1,2 + 1,2", "5,5 + 4,0"]),
    ] {
        for position in positions {
            let sum = json(&["solve", games, position]);
            let mut winning = texts(&sum["winning_moves"]);
            let look = json(&["show", games, position]);
            let moves = texts(&look["moves_left"]);
            let mut expected: Vec<&str> = moves
                .into_iter()
                .filter(|next| json(&["solve", games, next])["outcome"] == "P")
                .collect();
            winning.sort_unstable();
            expected.sort_unstable();
            assert_eq!(winning, expected, "{games}: {position}");
            seen += winning.len();
        }
    }
    assert!(seen >= 5, "{seen}");
}

#[test]
fn a_board_keeps_its_search_beside_other_games() {
    let outcome = |game: &str, position: &str, mover: &str| {
        let start = Instant::now();
        let text = out(&["solve", game, position, "--to-move", mover, "--outcome"]);
        let word = text
            .split_whitespace()
            .find(|w| matches!(*w, "win" | "lose"));
        (word.map(str::to_string), start.elapsed().as_secs_f64())
    };
    let (alone, _) = outcome("domineering", "7x7", "left");
    let (beside, took) = outcome("domineering + plain-value", "7x7 + 0", "left");
    assert_eq!(alone, beside);
    assert!(alone.is_some());
    assert!(took < 30.0, "{took} s");
    // Any value may stand beside the board: enough free moves decide.
    for (rest, mover, word) in [
        ("20", "right", "lose"),
        ("-20", "left", "lose"),
        ("20", "left", "win"),
    ] {
        let position = format!("7x7 + {rest}");
        let (found, _) = outcome("domineering + plain-value", &position, mover);
        assert_eq!(found.as_deref(), Some(word), "{position}");
    }
    // Cram is asked for one nimber only.
    let sum = out(&["solve", "cram + nim", "5x6 + 2", "--outcome"]);
    assert!(sum.contains('P'), "{sum}");
    let sum = out(&["solve", "cram + nim", "5x6 + 3", "--outcome"]);
    assert!(sum.contains('N'), "{sum}");
}
