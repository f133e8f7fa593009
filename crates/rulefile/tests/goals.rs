//! Games won by reaching something: published values, and play from the definition.

use bouton_core::Budget;
use bouton_rulefile::{CellGame, LoopyPartizanCellGame, RuleFile, builtin, read};
use bouton_rules::{Decided, Decision, Partizan, Play, Player, Ruleset};
use bouton_solve::{Verdict, decided_outcome};
use std::collections::HashMap;

fn game(text: &str) -> LoopyPartizanCellGame {
    let RuleFile::Cells(rules) = read(text, "goal.game").unwrap() else {
        panic!("not on cells");
    };
    CellGame::new(rules.into()).unwrap()
}

fn shipped(name: &str) -> LoopyPartizanCellGame {
    game(builtin(name).unwrap())
}

fn outcome(name: &str, position: &str, who: Player) -> (Verdict, Option<u32>) {
    let game = shipped(name);
    let pos = game.parse(position).unwrap();
    let answer = decided_outcome(&game, &pos, who, Play::Normal, &Budget::unlimited()).unwrap();
    (answer.verdict, answer.remoteness)
}

/// Who wins within so many plies, by recursion from the definition, without symmetry: the verdict if it is forced by then.
fn forced(
    game: &LoopyPartizanCellGame,
    pos: &<LoopyPartizanCellGame as Ruleset>::Position,
    who: Player,
    plies: u32,
    known: &mut HashMap<(String, Player, u32), Option<bool>>,
) -> Option<bool> {
    let key = (game.show(pos), who, plies);
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let found = match game.decided(who, pos) {
        Some(Decision::Win) => Some(true),
        Some(Decision::Lose) => Some(false),
        Some(Decision::Tie) => None,
        None => {
            let moves = game.moves(who, pos).unwrap();
            if moves.is_empty() {
                Some(false)
            } else if plies == 0 {
                None
            } else {
                let results: Vec<_> = moves
                    .iter()
                    .map(|next| forced(game, next, who.other(), plies - 1, known))
                    .collect();
                if results.contains(&Some(false)) {
                    Some(true)
                } else if results.iter().all(|&r| r == Some(true)) {
                    Some(false)
                } else {
                    None
                }
            }
        }
    };
    known.insert(key, found);
    found
}

#[test]
fn published_values() {
    use Player::{Left, Right};
    use Verdict::{Draw, Tie, Win};
    // A draw with the board full; the first player wins dodgem on 3 x 3; the old games that never end.
    assert_eq!(outcome("noughts-and-crosses", "3x3", Left), (Tie, Some(9)));
    assert_eq!(outcome("dodgem", "x..|x..|.oo", Left).0, Win);
    assert_eq!(outcome("dodgem", "x..|x..|.oo", Right).0, Win);
    assert_eq!(outcome("pong-hau-ki", "xx.oo", Left).0, Draw);
    assert_eq!(outcome("pong-hau-ki", "xx.oo", Right).0, Draw);
    assert_eq!(outcome("mu-torere", "xxxxoooo.", Left).0, Draw);
    assert_eq!(outcome("tapatan", ".........", Left).0, Win);
    // The hounds move first and win.
    assert_eq!(outcome("hare-and-hounds", "xx.x......o", Left).0, Win);
}

#[test]
fn values_equal_play_from_the_definition() {
    let cases = [
        ("noughts-and-crosses", "x..|.o.|...", 7),
        ("dodgem", "x..|x..|.oo", 11),
        ("three-mens-morris", "xo.|ox.|..x", 9),
        ("tapatan", "xo.ox...x", 7),
        ("achi", "xo.ox.xox", 9),
        ("hare-and-hounds", "..x.xx..o..", 9),
        ("mu-torere", "xxoxooox.", 9),
        ("pong-hau-ki", "xo.xo", 9),
    ];
    let mut positions = 0;
    for (name, text, plies) in cases {
        let game = shipped(name);
        let mut known = HashMap::new();
        let start = game.parse(text).unwrap();
        for who in Player::BOTH {
            forced(&game, &start, who, plies, &mut known);
        }
        // Only the deeper ones: the others are below them.
        let mut asked = 0;
        for ((text, who, left), found) in known {
            if left + 1 < plies || asked >= 24 {
                continue;
            }
            asked += 1;
            let pos = game.parse(&text).unwrap();
            assert_eq!(game.show(&pos), text);
            let answer =
                decided_outcome(&game, &pos, who, Play::Normal, &Budget::unlimited()).unwrap();
            let near = answer.remoteness.is_some_and(|r| r <= left);
            let expected = match answer.verdict {
                Verdict::Win if near => Some(true),
                Verdict::Lose if near => Some(false),
                _ => None,
            };
            assert_eq!(found, expected, "{name} {text} {who:?} {left}");
            positions += 1;
        }
    }
    assert!(positions > 50, "{positions}");
}

#[test]
fn being_stuck_and_both_goals() {
    let board = |rest: &str| {
        game(&format!(
            "game g\ncells . x o\nleft x . -> . x right\nright o . -> . o right\n{rest}"
        ))
    };
    let decided = |rest: &str, text: &str| {
        let game = board(rest);
        game.decided(Player::Left, &game.parse(text).unwrap())
    };
    assert_eq!(decided("stuck loses\nright wins o o o right\n", "ox"), None);
    assert_eq!(decided("stuck wins\n", "ox"), Some(Decision::Win));
    assert_eq!(decided("stuck draws\n", "ox"), Some(Decision::Tie));
    assert_eq!(decided("stuck draws\n", "x."), None);
    let passing = board("stuck passes\n");
    let stuck = passing.parse("o.x").unwrap();
    assert_eq!(
        passing.moves(Player::Left, &stuck).unwrap(),
        std::slice::from_ref(&stuck)
    );
    assert!(
        passing
            .moves(Player::Left, &passing.parse("ox").unwrap())
            .unwrap()
            .is_empty()
    );
    let both = "left wins x x right\nright wins o o right\n";
    assert_eq!(decided(both, "xxoo"), Some(Decision::Lose));
    assert_eq!(
        decided(&format!("{both}both other\n"), "xxoo"),
        Some(Decision::Win)
    );
    assert_eq!(
        decided(&format!("{both}draw where no cell is .\n"), "xoxo"),
        Some(Decision::Tie)
    );
}

#[test]
fn wrong_lines_are_one_sentence_with_the_place() {
    let fault = |text: &str| {
        read(&format!("game g\n{text}"), "g.game")
            .unwrap_err()
            .to_string()
    };
    let cells = "cells . x o\nleft . -> x\n";
    for (text, expected) in [
        (
            format!("{cells}stuck sings\n"),
            "g.game:4:7: expected `loses`, `wins`, `draws` or `passes`",
        ),
        (
            format!("{cells}both lose\n"),
            "g.game:4:6: expected `mover` or `other`",
        ),
        (
            format!("{cells}left wins where no neighbour is x\n"),
            "g.game:4:11: a goal without a pattern counts cells",
        ),
        (
            format!("{cells}left wins x x sideways\n"),
            "`sideways` is not a direction",
        ),
        (
            "graph . x\nlines row 0-1\nleft . -> x\n".into(),
            "g.game:3:1: `lines` comes before the board",
        ),
        (
            "graph . x\nboard 0-1\nlines row 0-7\nleft . -> x\n".into(),
            "g.game:4:11: `0-7` is not a line of different places from 0 to 1",
        ),
        (
            "graph . x\nboard 0-y\nleft . -> x\n".into(),
            "g.game:3:7: `0-y` does not join places",
        ),
        (
            "cells . x\nboard 0-1\nleft . -> x\n".into(),
            "g.game:3:1: `board` belongs to a fixed graph",
        ),
    ] {
        assert!(fault(&text).contains(expected), "{}", fault(&text));
    }
    let fixed = game("game g\ngraph . x\nboard 0-1-2\nleft . -> x\nleft wins x x\n");
    for (text, expected) in [
        ("..", "it has 2 letters"),
        ("....", "more letters"),
        (".z.", "`z` is not a letter"),
    ] {
        let e = fixed.parse(text).unwrap_err().to_string();
        assert!(e.contains(expected), "{e}");
    }
}

#[test]
fn larger_boards_are_played() {
    for name in ["picaria", "dao", "teeko-4x4"] {
        let game = shipped(name);
        let start = game.parse(&game.info().examples[0]).unwrap();
        for who in Player::BOTH {
            assert_eq!(game.decided(who, &start), None);
            assert!(game.moves(who, &start).unwrap().len() > 7, "{name}");
        }
    }
}
