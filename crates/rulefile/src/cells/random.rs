//! Random files: the moves are those of the definition, ranks drop, and parts and symmetries keep values.

use super::board::Board;
use super::rules::{CellRules, Level, VOID};
use super::twin::{exists, moves};
use super::{CellGame, load};
use crate::kind::{Ends, Loops, Own};
use bouton_rules::{Partizan, Player, Ruleset, Short};
use bouton_solve::value::value_from_definition;
use bouton_solve::{Budget, GameValues, Limits};
use bouton_value::Store;
use std::collections::{BTreeSet, HashMap};

/// A random row of letters, choices and repetitions, and one that may be its replacement.
fn random_sides(
    rng: &mut fastrand::Rng,
    letters: &[&str],
    plain: bool,
    words: bool,
) -> (String, String) {
    let (mut pattern, mut after) = (Vec::new(), Vec::new());
    for _ in 0..rng.usize(1..4) {
        let letter = letters[rng.usize(..letters.len())];
        let sign = match rng.u8(..10) {
            0 => "?".to_string(),
            1 => format!("[{}{}]", letters[0], letters[letters.len() - 1]),
            _ => letter.to_string(),
        };
        let put = match rng.u8(..4) {
            0 if sign.len() > 1 || sign == "?" => sign.clone(),
            _ => letters[rng.usize(..letters.len())].to_string(),
        };
        let tail = if !plain && rng.u8(..6) == 0 {
            ["*", "+"][rng.usize(..2)]
        } else {
            ""
        };
        pattern.push(format!("{sign}{tail}"));
        if !words {
            after.push(format!("{put}{tail}"));
        } else if rng.bool() {
            after.push(if tail.is_empty() {
                put
            } else {
                format!("{sign}{tail}")
            });
        }
    }
    (pattern.join(" "), after.join(" "))
}

fn random_guard(rng: &mut fastrand::Rng, letters: &[&str], level: &str) -> String {
    let quantity = [
        "no",
        "some",
        "every",
        "at least 2",
        "at most 1",
        "exactly 1",
    ][rng.usize(..6)];
    let zone = match level {
        "cells" => [
            "neighbour",
            "diagonal neighbour",
            "surrounding neighbour",
            "neighbour",
            "cell",
        ][rng.usize(..5)],
        "edges" => ["neighbour", "neighbouring edge", "vertex", "edge"][rng.usize(..4)],
        _ => ["neighbour", "neighbour", "cell"][rng.usize(..3)],
    };
    let letters = match zone.contains("edge") {
        true => &["-", "~"],
        false => letters,
    };
    format!(
        "{quantity} {zone} is {}",
        letters[rng.usize(..letters.len())]
    )
}

/// The text of a random file; not all of them are right.
pub(crate) fn random_file(rng: &mut fastrand::Rng) -> String {
    const ALL: [&str; 4] = [".", "x", "o", "#"];
    const STEPS: [&str; 9] = [
        "right",
        "down",
        "any",
        "diagonal",
        "king",
        "knight",
        "left up",
        "up-left",
        "horizontal",
    ];
    let level = ["cells", "cells", "cells", "string", "graph", "edges"][rng.usize(..6)];
    let letters = &ALL[..rng.usize(2..5)];
    let mut text = "game random\n".to_string();
    text += &match level {
        "edges" => format!("graph {}\nedges - ~\n", letters.join(" ")),
        _ => format!("{level} {}\n", letters.join(" ")),
    };
    let step = |rng: &mut fastrand::Rng| {
        if level == "cells" {
            STEPS[rng.usize(..STEPS.len())]
        } else {
            ""
        }
    };
    let plain = matches!(level, "graph" | "edges");
    let sides = |rng: &mut fastrand::Rng| {
        if level == "edges" {
            let (a, b, c) = (
                letters[rng.usize(..letters.len())],
                letters[rng.usize(..letters.len())],
                letters[rng.usize(..letters.len())],
            );
            return match rng.u8(..7) {
                4 => (format!("[^{a}]"), b.to_string()),
                5 => (format!("? - {a}"), format!("{b} - {c}")),
                6 => (format!("? ? [^{a}]"), format!("? ~ {c}")),
                0 => ("-".into(), "~".into()),
                1 => (format!("{a} - {b}"), format!("{c} ~ {b}")),
                2 => (format!("{a} - ? ~ {b}"), format!("{a} ~ ? - {c}")),
                _ => (a.to_string(), b.to_string()),
            };
        }
        random_sides(rng, letters, plain, level == "string")
    };
    for _ in 0..rng.usize(1..4) {
        let (pattern, after) = sides(rng);
        let edge = if !plain && rng.u8(..8) == 0 { "|" } else { "" };
        let who = ["left", "right", "move"][rng.usize(..3)];
        text += &match rng.bool() {
            true => format!("{who} {edge} {pattern} -> {after} {}", step(rng)),
            false => format!("{who} {pattern} {edge} -> {after} {}", step(rng)),
        };
        if rng.u8(..3) == 0 {
            text += &format!(" where {}", random_guard(rng, letters, level));
        }
        if level != "string" && level != "edges" && rng.u8(..6) == 0 {
            let (pattern, after) = sides(rng);
            text += &format!(" then {pattern} -> {after} {}", step(rng));
        }
        text.push('\n');
    }
    if level != "edges" && rng.u8(..5) == 0 {
        let (pattern, _) = random_sides(rng, letters, plain, false);
        text += &format!("where no {pattern} {}\n", step(rng));
    }
    if rng.u8(..12) == 0 {
        text += &format!("where at most 3 cells are {}\n", letters[letters.len() - 1]);
    }
    if rng.bool() { mirrored(&text) } else { text }
}

/// Right's moves become Left's with the letters `x` and `o` exchanged.
fn mirrored(text: &str) -> String {
    let exchange = |c: char| match c {
        'x' => 'o',
        'o' => 'x',
        c => c,
    };
    let line = |line: &str| match line.strip_prefix("left ") {
        Some(rest) => {
            // Words of the language have letters of their own.
            let words =
                rest.split(' ')
                    .map(|w| match w.chars().filter(|c| c.is_alphabetic()).count() {
                        0..=1 => w.chars().map(exchange).collect(),
                        _ if w.starts_with('[') => w.chars().map(exchange).collect(),
                        _ => w.to_string(),
                    });
            format!(
                "{line}\nright {}\n",
                words.collect::<Vec<String>>().join(" ")
            )
        }
        None if line.starts_with("right ") || line.starts_with("where ") => String::new(),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

pub(crate) fn random_board(rng: &mut fastrand::Rng, rules: &CellRules, area: usize) -> Board {
    let letter = |rng: &mut fastrand::Rng| {
        if rng.u8(..15) == 0 && rules.level != Level::Words {
            VOID
        } else {
            rng.u8(..rules.vertices as u8)
        }
    };
    if rules.level.is_graph() {
        let order = rng.usize(1..area.min(5));
        let vertices = (0..order).map(|_| letter(rng)).collect();
        let edges = (0..rng.usize(..6)).map(|_| {
            let (a, b) = (rng.u32(..order as u32), rng.u32(..order as u32));
            let end = if rules.level == Level::Edges {
                rules.letters.len()
            } else {
                rules.vertices + 1
            };
            (a.min(b), a.max(b), rng.usize(rules.vertices..end) as u8)
        });
        let edges = edges.collect();
        return super::net::assemble(rules, vertices, edges, Default::default());
    }
    let rows = if rules.level == Level::Words {
        1
    } else {
        rng.usize(1..4)
    };
    let cols = rng.usize(1..=(area / rows).max(1));
    let cells = (0..rows * cols).map(|_| letter(rng)).collect();
    Board::grid(rows, cols, cells)
}

#[test]
fn moves_are_those_of_the_definition() {
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut files, mut found, mut wrong, mut listings) = (0, 0, 0, 0);
    while files < 600 {
        let text = random_file(&mut rng);
        let Ok(rules) = load(&text, "random.game") else {
            wrong += 1;
            continue;
        };
        files += 1;
        let game: CellGame<Own, Loops> = CellGame::new(rules.into()).unwrap();
        for _ in 0..6 {
            let board = random_board(&mut rng, game.rules(), 8);
            assert_eq!(
                Board::parse(game.rules(), &board.show(game.rules()))
                    .ok()
                    .as_ref(),
                Some(&board),
                "{text}"
            );
            for who in Player::BOTH {
                let fast: BTreeSet<Board> = game.moves(who, &board).unwrap().into_iter().collect();
                let slow = moves(game.rules(), who, &board);
                assert_eq!(
                    fast,
                    slow,
                    "{text}{} from {}",
                    who.name(),
                    game.show(&board)
                );
                found += slow.len();
                if let Some(rules) = game.rules().words() {
                    let words = rules.results(who, &board.cells).into_iter();
                    let words = words.map(|w| Board::grid(1, w.len(), w.as_slice().into()));
                    let listed: BTreeSet<Board> = words.filter(|w| *w != board).collect();
                    assert_eq!(listed, slow, "{text}{}", game.show(&board));
                    listings += 1;
                }
            }
        }
    }
    println!("{files} files ({wrong} refused), {found} moves");
    assert!(found > 2_000 && wrong < 2 * files && listings > 50);
}

/// Does Left, or Right, win moving first when who cannot move wins?
fn misere(
    game: &CellGame<Own, Ends>,
    board: &Board,
    known: &mut HashMap<(Board, Player), bool>,
    who: Player,
) -> bool {
    if let Some(&wins) = known.get(&(board.clone(), who)) {
        return wins;
    }
    let moves = game.moves(who, board).unwrap();
    let wins = moves.is_empty() || moves.iter().any(|m| !misere(game, m, known, who.other()));
    known.insert((board.clone(), who), wins);
    wins
}

#[test]
fn ranks_drop_and_parts_and_symmetries_keep_values() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut files, mut split, mut turned, mut moved) = (0, 0, 0, 0);
    while files < 700 {
        let text = random_file(&mut rng);
        let Ok(rules) = load(&text, "random.game") else {
            continue;
        };
        let Ok(game) = CellGame::<Own, Ends>::new(rules.into()) else {
            continue;
        };
        files += 1;
        let mut store = Store::new();
        let budget = Budget::new(&Limits {
            nodes: Some(20_000),
            ..Limits::default()
        });
        let mut values = GameValues::new(game.clone());
        for _ in 0..4 {
            let board = random_board(&mut rng, game.rules(), 7);
            if !exists(game.rules(), &board) {
                continue;
            }
            for who in Player::BOTH {
                for next in game.moves(who, &board).unwrap() {
                    assert!(
                        game.rank(&next) < game.rank(&board),
                        "{text}{}",
                        game.show(&board)
                    );
                    moved += 1;
                }
            }
            let Ok(by_parts) = values.value(&board, &mut store, &budget) else {
                continue;
            };
            let place = || format!("{text}{}", game.show(&board));
            let whole = value_from_definition(&game, &board, &mut store).unwrap();
            assert_eq!(by_parts, whole, "{}", place());
            let canonical = game.canon(board.clone());
            let same = value_from_definition(&game, &canonical, &mut store).unwrap();
            assert_eq!(same, whole, "{}canon {}", place(), game.show(&canonical));
            let (image, negative) = game.canon_signed(board.clone());
            let image = value_from_definition(&game, &image, &mut store).unwrap();
            let expected = if negative {
                store.neg(whole).unwrap()
            } else {
                whole
            };
            assert_eq!(image, expected, "{}", place());
            let mut known = HashMap::new();
            for who in Player::BOTH {
                let [a, b] = [&board, &canonical].map(|b| misere(&game, b, &mut known, who));
                assert_eq!(a, b, "{}misère, canon {}", place(), game.show(&canonical));
            }
            split += usize::from(game.split(&board).len() > 1);
            turned += usize::from(negative);
        }
    }
    println!("{files} files, {moved} moves, {split} sums, {turned} negatives");
    assert!(split > 100 && turned > 20 && moved > 2_000);
}
