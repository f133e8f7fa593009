//! Quixo on 3 x 3, a game in which positions repeat and reaching one ends play; counts from published solvers.

use bouton_rules::{Decided, Decision, Error, Impartial, Info, Play, Player, Result, Ruleset};
use bouton_solve::{Budget, Verdict, decided_outcome, solve_decided};
use std::collections::HashMap;

/// A cube of the border that is blank or one's own is taken out, marked, and pushed back in from another end of its row or
/// column. A row, column or diagonal of one mark wins for its owner; the opponent's counts first.
#[derive(Clone)]
struct Quixo;

/// Cubes by rows: 0 blank, 1 of the player to move, 2 of the other.
type Cubes = [u8; 9];

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

impl Ruleset for Quixo {
    type Position = Cubes;

    fn info(&self) -> Info {
        Info {
            name: "quixo".into(),
            rules: "See the test.".into(),
            notation: "see the test".into(),
            theorem: None,
            source: None,
            examples: vec!["start".into()],
        }
    }

    fn parse(&self, text: &str) -> Result<Cubes> {
        Err(Error::input(format!(
            "`{text}`: this game is not read from text"
        )))
    }

    fn show(&self, pos: &Cubes) -> String {
        format!("{pos:?}")
    }

    fn canon(&self, pos: Cubes) -> Cubes {
        let (mut best, mut board) = (pos, pos);
        for turn in 0..8 {
            let map: [usize; 9] = if turn == 3 {
                [2, 1, 0, 5, 4, 3, 8, 7, 6]
            } else {
                [6, 3, 0, 7, 4, 1, 8, 5, 2]
            };
            board = map.map(|i| board[i]);
            best = best.min(board);
        }
        best
    }
}

impl Impartial for Quixo {
    fn options(&self, pos: &Cubes) -> Result<Vec<Cubes>> {
        let mut options = Vec::new();
        for cell in (0..9).filter(|&c| c != 4 && pos[c] != 2) {
            let (row, column) = (cell / 3, cell % 3);
            // From the place of the cube to the end where it comes in again, along its row and along its column.
            let lines = [
                (column, [row * 3, row * 3 + 1, row * 3 + 2]),
                (row, [column, column + 3, column + 6]),
            ];
            for (place, line) in lines {
                for end in [0, 2].into_iter().filter(|&end| end != place) {
                    let mut next = *pos;
                    let mut at = place;
                    while at != end {
                        let to = if end > at { at + 1 } else { at - 1 };
                        next[line[at]] = next[line[to]];
                        at = to;
                    }
                    next[line[end]] = 1;
                    options.push(next.map(|mark| [0, 2, 1][mark as usize]));
                }
            }
        }
        Ok(options)
    }
}

impl Decided for Quixo {
    fn decided(&self, _who: Player, pos: &Cubes) -> Option<Decision> {
        let line = |mark| {
            LINES
                .iter()
                .any(|line| line.iter().all(|&i| pos[i] == mark))
        };
        match () {
            _ if line(1) => Some(Decision::Win),
            _ if line(2) => Some(Decision::Lose),
            _ => None,
        }
    }
}

#[test]
fn quixo() {
    let table = solve_decided(
        &Quixo,
        [([0; 9], Player::Left)],
        Play::Normal,
        &Budget::unlimited(),
    )
    .unwrap();
    let mut verdicts: HashMap<Cubes, (Verdict, Option<u32>)> = HashMap::new();
    for (pos, _, verdict, remoteness) in table.nodes() {
        // Whoever is to move, the same position has the same verdict.
        let known = *verdicts.entry(*pos).or_insert((verdict, remoteness));
        assert_eq!(known, (verdict, remoteness));
    }
    // The published counts tell the two players apart.
    let count = |verdict| table.nodes().filter(|node| node.2 == verdict).count();
    assert_eq!((table.len(), verdicts.len()), (4433, 2219));
    assert_eq!(
        (
            count(Verdict::Win),
            count(Verdict::Lose),
            count(Verdict::Draw)
        ),
        (2768, 1665, 0)
    );
    let answer = decided_outcome(
        &Quixo,
        &[0; 9],
        Player::Left,
        Play::Normal,
        &Budget::unlimited(),
    )
    .unwrap();
    assert_eq!((answer.verdict, answer.remoteness), (Verdict::Win, Some(7)));
}
