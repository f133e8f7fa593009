//! Hex, tic-tac-toe and geography against what is known of them.

use bouton_games::geography::Geography;
use bouton_games::hex::Hex;
use bouton_games::in_a_row::InARow;
use bouton_rules::board::Cell;
use bouton_rules::decided_laws::{Decisions, sights};
use bouton_rules::{Decided, Decision, Impartial, Outcome, Play, Player, Ruleset, Sight, laws};

/// Who wins Hex on an empty board: the first player on a square, else the player with the shorter way.
#[test]
fn hex_on_small_boards() {
    for (rows, cols) in (1..=3).flat_map(|r| (1..=3).map(move |c| (r, c))) {
        let board = Hex.parse(&format!("{rows}x{cols}")).unwrap();
        let all = Decisions::below(&Hex, vec![board.clone()], 60_000).unwrap();
        for who in Player::BOTH {
            let (way, other) = if who == Player::Left {
                (rows, cols)
            } else {
                (cols, rows)
            };
            let expected = if way <= other {
                Decision::Win
            } else {
                Decision::Lose
            };
            assert_eq!(all.of(&board, who), expected, "{rows}x{cols} {who:?}");
        }
    }
}

/// A win stands on its carrier: with all other free cells given to the loser, who may even have the move, the winner still wins.
#[test]
fn carriers_of_hex_suffice() {
    let mut carriers = 0;
    for size in ["3x3", "2x4", "4x2"] {
        let empty = Hex.parse(size).unwrap();
        let all = Decisions::below(&Hex, vec![empty.clone()], 60_000).unwrap();
        let mut board = Hex.carrier_board(&empty).unwrap();
        assert!(sights(&Hex, &all).unwrap() > 1000, "{size}");
        for (pos, who) in all.positions() {
            let (winner, carrier) = match board.see(board.pack(*who, pos).unwrap()) {
                Sight::Wins(carrier) => (*who, carrier),
                Sight::Loses(carrier) => (who.other(), carrier),
                Sight::Open { .. } => continue,
            };
            let mut filled = pos.clone();
            for cell in pos.cells(Cell::Free) {
                if carrier >> cell & 1 == 0 {
                    filled.set(cell, Cell::stone(winner.other()));
                }
            }
            let below = Decisions::below(&Hex, vec![filled.clone()], 60_000).unwrap();
            let expected = if winner == *who {
                Decision::Win
            } else {
                Decision::Lose
            };
            assert_eq!(below.of(&filled, *who), expected, "{pos:?} {who:?}");
            carriers += 1;
        }
    }
    assert!(carriers > 3000, "{carriers}");
}

#[test]
fn tic_tac_toe_is_tied() {
    let game = InARow {
        length: 3,
        drop: false,
    };
    let board = game.parse("3x3").unwrap();
    let all = Decisions::below(&game, vec![board.clone()], 60_000).unwrap();
    assert_eq!(all.of(&board, Player::Left), Decision::Tie);
    // A corner answered at an edge is lost for the second player, answered in the middle it is tied.
    assert_eq!(
        all.of(&game.parse("xo.|...|...").unwrap(), Player::Left),
        Decision::Win
    );
    assert_eq!(
        all.of(&game.parse("x..|.o.|...").unwrap(), Player::Left),
        Decision::Tie
    );
}

/// Geography on paths, cycles and a grid, every start; the theorem of matchings is compared with search below each.
#[test]
fn undirected_geography() {
    let game = Geography {
        directed: false,
        edges: false,
    };
    let mut positions = 0;
    let path = |n: usize| (1..n).map(|v| format!("{}-{v}", v - 1)).collect::<Vec<_>>();
    for n in 2..8 {
        for start in 0..n {
            let mut edges = path(n);
            edges.push(format!("{start}!"));
            let on_path = game.parse(&edges.join(",")).unwrap();
            // On a path the player to move loses iff both arms are of even length.
            let lost = start % 2 == 0 && (n - 1 - start) % 2 == 0;
            let known = game.known(&on_path, Play::Normal).unwrap();
            assert_eq!(
                known.outcome,
                if lost { Outcome::P } else { Outcome::N },
                "{edges:?}"
            );
            edges.push(format!("0-{}", n - 1));
            let on_cycle = game.parse(&edges.join(",")).unwrap();
            positions += laws::impartial_below(&game, vec![on_path, on_cycle], 5000).unwrap();
        }
    }
    let grid: Vec<String> = (0..9)
        .flat_map(|v| {
            let right = (v % 3 < 2).then(|| format!("{v}-{}", v + 1));
            let down = (v < 6).then(|| format!("{v}-{}", v + 3));
            right.into_iter().chain(down)
        })
        .collect();
    for start in 0..9 {
        let text = format!("{start}!,{}", grid.join(","));
        positions += laws::impartial_below(&game, vec![game.parse(&text).unwrap()], 5000).unwrap();
    }
    assert!(positions > 300, "{positions}");
}
