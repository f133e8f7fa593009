//! Hex by carriers against a search from the definition, and against what is known of openings.

use bouton_games::hex::Hex;
use bouton_rules::board::Cell;
use bouton_rules::decided_laws::Decisions;
use bouton_rules::{Decision, Partizan, Play, Player, Ruleset};
use bouton_solve::scoring::DecidedSearch;
use bouton_solve::{Budget, Limits, Verdict};

fn verdict(decision: Decision) -> Verdict {
    match decision {
        Decision::Win => Verdict::Win,
        Decision::Tie => Verdict::Tie,
        Decision::Lose => Verdict::Lose,
    }
}

#[test]
fn small_boards_agree_with_the_definition() {
    let mut positions = 0;
    let budget = Budget::unlimited();
    for size in ["1x1", "1x4", "5x1", "2x3", "3x3", "4x2", "2x5"] {
        let empty = Hex.parse(size).unwrap();
        let all = Decisions::below(&Hex, vec![empty], 200_000).unwrap();
        let mut search = DecidedSearch::new(Hex, Play::Normal);
        for (pos, who) in all.positions() {
            let answer = search.answer(pos, *who, &budget).unwrap();
            assert_eq!(
                answer.verdict,
                verdict(all.of(pos, *who)),
                "{pos:?} {who:?}"
            );
            if all.of(pos, *who) == Decision::Win && !answer.best.is_empty() {
                let mut best = Hex.moves(*who, pos).unwrap();
                best.retain(|to| all.of(to, who.other()) == Decision::Lose);
                assert_eq!(answer.best, best, "{pos:?} {who:?}");
                positions += 1;
            }
        }
    }
    assert!(positions > 10_000, "{positions}");
}

#[test]
fn random_positions_agree_with_the_definition() {
    let mut rng = fastrand::Rng::with_seed(3);
    let budget = Budget::unlimited();
    for round in 0..60 {
        let size = ["4x3", "4x4", "3x5", "5x4"][round % 4];
        let mut pos = Hex.parse(size).unwrap();
        let mut free = pos.cells(Cell::Free);
        rng.shuffle(&mut free);
        for (i, &cell) in free[8..].iter().enumerate() {
            pos.set(cell, Cell::stone(Player::BOTH[i % 2]));
        }
        let all = Decisions::below(&Hex, vec![pos.clone()], 200_000).unwrap();
        for who in Player::BOTH {
            let mut search = DecidedSearch::new(Hex, Play::Normal);
            let found = search.verdict(&pos, who, &budget).unwrap();
            assert_eq!(found, verdict(all.of(&pos, who)), "{pos:?} {who:?}");
        }
    }
}

/// Which openings win, for both players: those of the one are those of the other on the board that is turned over.
#[test]
fn openings() {
    let data = include_str!("../../../testdata/hex-openings.tsv");
    let budget = Budget::unlimited();
    let mut boards = 0;
    for line in data.lines().filter(|l| !l.starts_with('#')) {
        let (size, wins) = line.split_once('\t').unwrap();
        let empty = Hex.parse(size).unwrap();
        let cells: Vec<char> = wins.chars().filter(|&c| c != '|').collect();
        assert_eq!(cells.len(), empty.area(), "{line}");
        let mut search = DecidedSearch::new(Hex, Play::Normal);
        for who in Player::BOTH {
            for (cell, &letter) in cells.iter().enumerate() {
                let (row, col) = (cell / empty.cols(), cell % empty.cols());
                // Of 6x6 the first row and the four cells in the middle: the others take longer than a test should.
                if empty.cols() == 6
                    && (row > 0 || col > 4)
                    && !((2..4).contains(&row) && (2..4).contains(&col))
                {
                    continue;
                }
                let place = match who {
                    Player::Left => cell,
                    Player::Right => col * empty.cols() + row,
                };
                let opened = empty.with(&[(place, Cell::stone(who))]);
                let reply = search.verdict(&opened, who.other(), &budget).unwrap();
                assert_eq!(
                    reply == Verdict::Lose,
                    letter == 'x',
                    "{size} {cell} {who:?}"
                );
            }
        }
        boards += 1;
    }
    assert_eq!(boards, 5);
}

#[test]
fn large_boards_end_or_stop_at_a_limit() {
    let limited = |nodes| {
        Budget::new(&Limits {
            nodes: Some(nodes),
            ..Limits::default()
        })
    };
    let mut search = DecidedSearch::new(Hex, Play::Normal);
    // One stone short of a win.
    let rows: Vec<&str> = (0..11)
        .map(|row| {
            if row > 0 {
                "..........x"
            } else {
                "..........."
            }
        })
        .collect();
    let pos = Hex.parse(&rows.join("|")).unwrap();
    let found = search.verdict(&pos, Player::Left, &limited(10));
    assert_eq!(found.unwrap(), Verdict::Win);
    // More cells than a word has bits.
    let empty = Hex.parse("12x12").unwrap();
    let stopped = search.verdict(&empty, Player::Left, &limited(100));
    assert!(stopped.unwrap_err().is_limit());
}
