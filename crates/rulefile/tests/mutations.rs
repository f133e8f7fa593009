//! Mutated rule files: a game or one sentence with its place, never a panic. BOUTON_MUTATIONS sets how many.

use bouton_core::{Budget, Limits, Player};
use bouton_rulefile::{LoopyHeapGame, LoopyPartizanCellGame, RuleFile, builtins, read_within};
use bouton_rules::{Impartial, Partizan, Ruleset};

fn count(usual: usize) -> usize {
    let wanted = std::env::var("BOUTON_MUTATIONS").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

const WORDS: [&str; 60] = [
    "0",
    "-1",
    "1",
    "10^15",
    "2^64",
    "2^64 - 1",
    "9223372036854775807",
    "-9223372036854775808",
    "340282366920938463463374607431768211455",
    "heap n",
    "heaps a b",
    "where",
    "for",
    "in",
    "..",
    "->",
    "-=",
    "+=",
    "=",
    ",",
    "(",
    ")",
    "xor",
    "mod",
    "/",
    "*",
    "min(",
    "max(",
    "gcd(",
    "square(",
    "prime(",
    "|",
    "not",
    "and",
    "or",
    "left",
    "right",
    "move",
    "?",
    "[^x]",
    "[",
    "]",
    "x*",
    "(x)+",
    "then",
    "no",
    "neighbour",
    "neighbouring edge is",
    "cells",
    "string",
    "graph",
    "edges - r",
    "counters",
    "goal",
    "random",
    "end",
    "#",
    "\t",
    "é",
    "~",
];

#[test]
fn mutated_files_are_read_or_refused() {
    let mut rng = fastrand::Rng::with_seed(3);
    let seeds: Vec<&str> = builtins().iter().map(|b| b.1).collect();
    assert!(seeds.len() > 30);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..count(1_500) {
        let seed = seeds[rng.usize(..seeds.len())];
        let mut lines: Vec<String> = seed.lines().map(String::from).collect();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..lines.len());
            let mut words: Vec<String> = lines[at].split(' ').map(String::from).collect();
            let i = rng.usize(..words.len());
            let word = WORDS[rng.usize(..WORDS.len())].to_string();
            match rng.u8(..6) {
                0 => drop(words.remove(i)),
                1 => words[i] = word,
                2 => words.insert(i, word),
                3 => words.insert(i, words[rng.usize(..words.len())].clone()),
                4 => {
                    let other = seeds[rng.usize(..seeds.len())].lines();
                    lines.push(other.last().unwrap_or("").to_string());
                    continue;
                }
                _ => {
                    let to = rng.usize(..lines.len());
                    lines.swap(at, to);
                    continue;
                }
            }
            lines[at] = words.join(" ");
        }
        let text = lines.join("\n");
        let budget = Budget::new(&Limits {
            seconds: Some(0.2),
            ..Limits::default()
        });
        let answer = read_within(&text, "mutated.game", &budget);
        let message = match answer {
            Ok(file) => {
                read += 1;
                play(file, &mut rng)
            }
            Err(e) => {
                refused += 1;
                Some(e.to_string())
            }
        };
        if let Some(message) = message {
            assert!(
                !message.contains('\n') && message.chars().count() < 800,
                "{text}\n{message}"
            );
        }
    }
    assert!(read > 100 && refused > 100, "{read} {refused}");
}

/// Lists the moves of some small positions; the error, if there is one.
fn play(file: RuleFile, rng: &mut fastrand::Rng) -> Option<String> {
    let budget = Budget::new(&Limits {
        seconds: Some(0.05),
        ..Limits::default()
    });
    match file {
        RuleFile::Heaps(rules) => {
            let arity = rules.heaps.len();
            let game = match LoopyHeapGame::new(rules.into()) {
                Ok(game) => game,
                Err(e) => return Some(e.to_string()),
            };
            game.watch(&budget);
            let heaps: Vec<String> = (0..arity).map(|_| rng.u8(..9).to_string()).collect();
            let pos = match game.parse(&heaps.join(",")) {
                Ok(pos) => pos,
                Err(e) => return Some(e.to_string()),
            };
            game.options(&pos).err().map(|e| e.to_string())
        }
        RuleFile::Cells(rules) => {
            let game = match LoopyPartizanCellGame::new(rules.into()) {
                Ok(game) => game,
                Err(e) => return Some(e.to_string()),
            };
            for text in ["2x3", "3", "0-1,1-2", "1x4"] {
                if let Ok(pos) = game.parse(text) {
                    for who in Player::BOTH {
                        let _ = game.moves(who, &pos);
                    }
                }
            }
            None
        }
        _ => None,
    }
}
