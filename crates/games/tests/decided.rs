//! Hex, tic-tac-toe and geography against what is known of them.

use bouton_games::geography::Geography;
use bouton_games::hex::Hex;
use bouton_games::in_a_row::InARow;
use bouton_rules::decided_laws::Decisions;
use bouton_rules::{Decision, Impartial, Outcome, Play, Player, Ruleset, laws};

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
