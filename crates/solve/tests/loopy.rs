//! Retrograde analysis against a slow twin, and on games that have led programs astray.

use bouton_rules::{Decided, Decision, Error, Info, Partizan, Play, Player, Result, Ruleset};
use bouton_solve::{
    Budget, Graph, JudgedMove, Verdict, decided_outcome, loopy_impartial_outcome, retrograde,
    solve_decided,
};
use proptest::prelude::*;
use std::collections::HashMap;

fn info(name: &str) -> Info {
    Info {
        name: name.into(),
        rules: "See the test.".into(),
        notation: "see the test".into(),
        theorem: None,
        source: None,
        examples: vec!["start".into()],
    }
}

fn cannot_read<P>(text: &str) -> Result<P> {
    Err(Error::input(format!(
        "`{text}`: this game is not read from text"
    )))
}

/// Mouse (Left) and cat (Right) on a graph.
#[derive(Clone)]
struct MouseAndCat {
    neighbours: Vec<Vec<u8>>,
}

impl Ruleset for MouseAndCat {
    type Position = (u8, u8);

    fn info(&self) -> Info {
        info("mouse-and-cat")
    }

    fn parse(&self, text: &str) -> Result<(u8, u8)> {
        cannot_read(text)
    }

    fn show(&self, (mouse, cat): &(u8, u8)) -> String {
        format!("{mouse},{cat}")
    }
}

impl Partizan for MouseAndCat {
    fn moves(&self, who: Player, &(mouse, cat): &(u8, u8)) -> Result<Vec<(u8, u8)>> {
        Ok(match who {
            Player::Left => self.neighbours[mouse as usize]
                .iter()
                .map(|&m| (m, cat))
                .collect(),
            Player::Right => self.neighbours[cat as usize]
                .iter()
                .filter(|&&c| c != 0)
                .map(|&c| (mouse, c))
                .collect(),
        })
    }
}

impl Decided for MouseAndCat {
    fn decided(&self, who: Player, &(mouse, cat): &(u8, u8)) -> Option<Decision> {
        let winner = match () {
            _ if mouse == 0 => Player::Left,
            _ if mouse == cat => Player::Right,
            _ => return None,
        };
        Some(if winner == who {
            Decision::Win
        } else {
            Decision::Lose
        })
    }
}

#[test]
fn mouse_and_cat() {
    let data = include_str!("../../../testdata/mouse-and-cat.tsv");
    let mut cases = 0;
    for line in data.lines().filter(|l| !l.starts_with('#')) {
        let [case, graph, mouse, cat, winner] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let rows = graph.trim_matches(['[', ']']).split("],[");
        let neighbours = rows
            .map(|row| row.split(',').map(|n| n.parse().unwrap()).collect())
            .collect();
        let game = MouseAndCat { neighbours };
        let start = (mouse.parse().unwrap(), cat.parse().unwrap());
        let answer = decided_outcome(
            &game,
            &start,
            Player::Left,
            Play::Normal,
            &Budget::unlimited(),
        )
        .unwrap();
        let expected = match winner {
            "mouse" => Verdict::Win,
            "cat" => Verdict::Lose,
            _ => Verdict::Draw,
        };
        assert_eq!(answer.verdict, expected, "{case}");
        assert_eq!(
            answer.remoteness.is_none(),
            expected == Verdict::Draw,
            "{case}"
        );
        assert!(answer.best().count() > 0, "{case}");
        // The long forced wins that fixed depths cut off.
        match case {
            "B005" => assert!(
                answer.remoteness.unwrap() >= 64,
                "{case}: {:?}",
                answer.remoteness
            ),
            "B007" => assert!(
                answer.remoteness.unwrap() >= 90,
                "{case}: {:?}",
                answer.remoteness
            ),
            _ => {}
        }
        cases += 1;
    }
    assert_eq!(cases, 5);
}

/// Left is X. Squares 0..9: 0 free, 1 X, 2 O.
#[derive(Clone)]
struct TicTacToe {
    symmetry: bool,
}

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

impl Ruleset for TicTacToe {
    type Position = [u8; 9];

    fn info(&self) -> Info {
        info("tic-tac-toe")
    }

    fn parse(&self, text: &str) -> Result<[u8; 9]> {
        cannot_read(text)
    }

    fn show(&self, pos: &[u8; 9]) -> String {
        pos.iter().map(|&s| ['.', 'X', 'O'][s as usize]).collect()
    }

    fn canon(&self, pos: [u8; 9]) -> [u8; 9] {
        if !self.symmetry {
            return pos;
        }
        let mut best = pos;
        let mut board = pos;
        for turn in 0..8 {
            let quarter: [usize; 9] = [6, 3, 0, 7, 4, 1, 8, 5, 2];
            let mirror: [usize; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];
            let map = if turn == 3 { mirror } else { quarter };
            board = map.map(|i| board[i]);
            best = best.min(board);
        }
        best
    }
}

impl Partizan for TicTacToe {
    fn moves(&self, who: Player, pos: &[u8; 9]) -> Result<Vec<[u8; 9]>> {
        let free = (0..9).filter(|&i| pos[i] == 0);
        Ok(free
            .map(|i| {
                let mut next = *pos;
                next[i] = who as u8 + 1;
                next
            })
            .collect())
    }
}

impl Decided for TicTacToe {
    fn decided(&self, who: Player, pos: &[u8; 9]) -> Option<Decision> {
        let full = |player: Player| {
            LINES
                .iter()
                .any(|line| line.iter().all(|&i| pos[i] == player as u8 + 1))
        };
        match () {
            _ if full(who.other()) => Some(Decision::Lose),
            _ if full(who) => Some(Decision::Win),
            _ if pos.iter().all(|&s| s != 0) => Some(Decision::Tie),
            _ => None,
        }
    }
}

/// Counts from GamesmanOne and OpenSpiel.
#[test]
fn tic_tac_toe() {
    let game = TicTacToe { symmetry: true };
    let table = solve_decided(
        &game,
        [([0; 9], Player::Left)],
        Play::Normal,
        &Budget::unlimited(),
    )
    .unwrap();
    let mut counts: HashMap<Verdict, usize> = HashMap::new();
    let mut ties = [0; 10];
    for (_, _, verdict, remoteness) in table.nodes() {
        *counts.entry(verdict).or_default() += 1;
        if verdict == Verdict::Tie {
            ties[remoteness.unwrap() as usize] += 1;
        }
    }
    assert_eq!(table.len(), 765);
    assert_eq!(
        (
            counts[&Verdict::Win],
            counts[&Verdict::Lose],
            counts[&Verdict::Tie]
        ),
        (390, 224, 151)
    );
    assert_eq!(ties, [3, 11, 27, 27, 35, 18, 21, 5, 3, 1]);
    let raw = TicTacToe { symmetry: false };
    let table = solve_decided(
        &raw,
        [([0; 9], Player::Left)],
        Play::Normal,
        &Budget::unlimited(),
    )
    .unwrap();
    assert_eq!(table.len(), 5478);
    // X X . | O O . | . . . with X to move: the row wins at once, and every move is judged.
    let pos = [1, 1, 0, 2, 2, 0, 0, 0, 0];
    let answer =
        decided_outcome(&raw, &pos, Player::Left, Play::Normal, &Budget::unlimited()).unwrap();
    assert_eq!(
        (answer.verdict, answer.remoteness, answer.moves.len()),
        (Verdict::Win, Some(1), 5)
    );
    let win = JudgedMove {
        to: [1, 1, 1, 2, 2, 0, 0, 0, 0],
        verdict: Verdict::Win,
        remoteness: Some(0),
    };
    assert!(answer.best().any(|m| *m == win), "{:?}", answer.moves);
}

/// From the definition: in round r every node that is won or lost in exactly r plies is found by looking at all options.
fn slow(
    graph: &[Vec<u32>],
    decided: &[Option<Decision>],
    play: Play,
) -> Vec<(Verdict, Option<u32>)> {
    let mut known: Vec<Option<(Verdict, u32)>> = (0..graph.len())
        .map(|v| match (decided[v], play) {
            (Some(Decision::Win), _) => Some((Verdict::Win, 0)),
            (Some(Decision::Lose), _) => Some((Verdict::Lose, 0)),
            (Some(Decision::Tie), _) => Some((Verdict::Tie, 0)),
            (None, Play::Normal) if graph[v].is_empty() => Some((Verdict::Lose, 0)),
            (None, Play::Misere) if graph[v].is_empty() => Some((Verdict::Win, 0)),
            _ => None,
        })
        .collect();
    for round in 1..=graph.len() as u32 {
        let before = known.clone();
        for v in (0..graph.len()).filter(|&v| before[v].is_none()) {
            let options = || graph[v].iter().map(|&o| before[o as usize]);
            if options().any(|o| matches!(o, Some((Verdict::Lose, _)))) {
                known[v] = Some((Verdict::Win, round));
            } else if options().all(|o| matches!(o, Some((Verdict::Win, _)))) {
                known[v] = Some((Verdict::Lose, round));
            }
        }
    }
    for round in 1..=graph.len() as u32 {
        let before = known.clone();
        for v in (0..graph.len()).filter(|&v| before[v].is_none()) {
            if graph[v]
                .iter()
                .any(|&o| matches!(before[o as usize], Some((Verdict::Tie, _))))
            {
                known[v] = Some((Verdict::Tie, round));
            }
        }
    }
    known
        .into_iter()
        .map(|k| k.map_or((Verdict::Draw, None), |(v, r)| (v, Some(r))))
        .collect()
}

proptest! {
    #[test]
    fn retrograde_agrees_with_its_slow_twin(
        rows in prop::collection::vec(prop::collection::vec(0u32..14, 0..4), 14),
        ends in prop::collection::vec(0u8..12, 14),
        misere: bool,
    ) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let decided: Vec<Option<Decision>> = ends
            .iter()
            .map(|e| [Some(Decision::Win), Some(Decision::Lose), Some(Decision::Tie)].get(*e as usize).copied().flatten())
            .collect();
        let graph = Graph::of(&rows);
        let fast = retrograde(&graph, |v| decided[v as usize], play, &Budget::unlimited()).unwrap();
        let slow = slow(&rows, &decided, play);
        for v in 0..14u32 {
            prop_assert_eq!((fast.verdict(v), fast.remoteness(v)), slow[v as usize], "node {} of {:?}", v, &rows);
        }
    }
}

#[test]
fn a_ring_without_an_end_is_drawn() {
    /// A token that walks on for ever.
    #[derive(Clone)]
    struct Walk;
    impl Ruleset for Walk {
        type Position = u32;
        fn info(&self) -> Info {
            info("walk")
        }
        fn parse(&self, text: &str) -> Result<u32> {
            cannot_read(text)
        }
        fn show(&self, pos: &u32) -> String {
            pos.to_string()
        }
    }
    impl bouton_rules::Impartial for Walk {
        fn options(&self, pos: &u32) -> Result<Vec<u32>> {
            Ok(vec![(pos + 1) % 5000])
        }
    }
    for play in [Play::Normal, Play::Misere] {
        let answer = loopy_impartial_outcome(&Walk, &0, play, &Budget::unlimited()).unwrap();
        assert_eq!(
            (answer.verdict, answer.remoteness, answer.nodes),
            (Verdict::Draw, None, 5000)
        );
        assert_eq!(answer.best().count(), 1);
    }
}
