//! Published values and outcomes, computed here from the rules alone.

use bouton_games::{Visitor, find};
use bouton_rules::laws::Brute;
use bouton_rules::{Impartial, Outcome, Partizan, Play, Player, Result, Ruleset, Short};
use std::collections::HashMap;

/// A question to one game, asked through the visitor.
struct Ask<F>(F);

trait Question {
    fn ask<G: Impartial + Short>(&mut self, game: &G);
}

impl<F: Question> Visitor for Ask<F> {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        self.0.ask(&game);
    }
    fn family<G: Impartial + Short>(&mut self, _: &str, _: &str, _: fn(&str) -> Result<G>) {}
    fn partizan<G: Partizan + Short>(&mut self, _: G) {}
    fn loopy<G: Impartial>(&mut self, _: G) {}
    fn loopy_partizan<G: Partizan>(&mut self, _: G) {}
}

/// Values of single heaps: of every option, the parts are single heaps seen before, or it is a position of its own.
struct Values {
    first: u64,
    values: Vec<u64>,
}

impl Question for Values {
    fn ask<G: Impartial + Short>(&mut self, game: &G) {
        let name = game.info().name;
        let mut known: HashMap<G::Position, u64> = HashMap::new();
        let single = |n: u64| game.parse(&n.to_string()).unwrap();
        for n in 0..self.first + self.values.len() as u64 {
            let pos = single(n);
            // Coin-turning games do not take positions apart; their values add all the same, by the heads.
            let parts = |option: &G::Position| -> Vec<G::Position> {
                game.show(option)
                    .split(',')
                    .map(|part| game.parse(part).unwrap())
                    .collect()
            };
            let of =
                |option: &G::Position| parts(option).iter().fold(0, |sum, part| sum ^ known[part]);
            let options: Vec<u64> = game.options(&pos).unwrap().iter().map(of).collect();
            let value = (0..).find(|g| !options.contains(g)).unwrap();
            known.insert(pos.clone(), value);
            if n >= self.first {
                assert_eq!(value, self.values[(n - self.first) as usize], "{name}: {n}");
            }
            if let Some(grundy) = game.known(&pos, Play::Normal).and_then(|k| k.grundy) {
                assert_eq!(grundy, value.into(), "{name}: {n}");
            }
        }
    }
}

#[test]
fn sequences() {
    let data = include_str!("../../../testdata/impartial-sequences.tsv");
    let mut rows = 0;
    for line in data.lines().filter(|l| !l.starts_with('#')) {
        let [game, first, values, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let values: Vec<u64> = values.split(',').map(|v| v.parse().unwrap()).collect();
        assert!(values.len() >= 30, "{game}");
        find(
            game,
            &mut Ask(Values {
                first: first.parse().unwrap(),
                values,
            }),
        )
        .unwrap();
        rows += 1;
    }
    assert_eq!(rows, 11);
}

/// Outcomes of positions, by search.
struct Outcomes(Vec<(String, String)>);

impl Question for Outcomes {
    fn ask<G: Impartial + Short>(&mut self, game: &G) {
        let positions: Vec<G::Position> = self
            .0
            .iter()
            .map(|(text, _)| game.parse(text).unwrap())
            .collect();
        let brute = Brute::below(game, positions.clone(), 200_000).unwrap();
        for (pos, (text, outcome)) in positions.iter().zip(&self.0) {
            let name = game.info().name;
            let searched = if brute.wins_normal(pos) {
                Outcome::N
            } else {
                Outcome::P
            };
            assert_eq!(searched.letter(), outcome, "{name}: {text}");
            if let Some(known) = game.known(pos, Play::Normal) {
                assert_eq!(known.outcome, searched, "{name}: {text}");
            }
        }
    }
}

#[test]
fn outcomes() {
    let data = include_str!("../../../testdata/impartial-outcomes.tsv");
    let mut games: HashMap<&str, Vec<(String, String)>> = HashMap::new();
    for line in data.lines().filter(|l| !l.starts_with('#')) {
        let [game, position, outcome, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        games
            .entry(game)
            .or_default()
            .push((position.to_string(), outcome.to_string()));
    }
    assert_eq!(games.len(), 10);
    for (game, rows) in games {
        find(game, &mut Ask(Outcomes(rows))).unwrap();
    }
}

/// Northcott's game repeats positions; won and lost are found by rounds, from the definition, and the theorem holds: the
/// player to move wins iff the gaps do not add to 0, and nothing is drawn.
#[test]
fn northcotts_game() {
    let game = bouton_games::northcott::Northcott;
    for text in ["L...R", ".L.R.", "L..R|R.L", "L.R.|.L.R", "LR.|L..R"] {
        let start = game.parse(text).unwrap();
        let mut nodes = vec![(start, Player::Left)];
        let mut index = HashMap::from([(nodes[0].clone(), 0)]);
        let mut options: Vec<Vec<usize>> = Vec::new();
        while options.len() < nodes.len() {
            let (pos, who) = nodes[options.len()].clone();
            let mut row = Vec::new();
            for to in game.moves(who, &pos).unwrap() {
                let node = (to, who.other());
                row.push(*index.entry(node.clone()).or_insert_with(|| {
                    nodes.push(node);
                    nodes.len() - 1
                }));
            }
            options.push(row);
        }
        let mut wins: Vec<Option<bool>> = vec![None; nodes.len()];
        loop {
            let next: Vec<Option<bool>> = (0..nodes.len())
                .map(|v| match () {
                    _ if options[v].iter().any(|&o| wins[o] == Some(false)) => Some(true),
                    _ if options[v].iter().all(|&o| wins[o] == Some(true)) => Some(false),
                    _ => None,
                })
                .collect();
            if next == wins {
                break;
            }
            wins = next;
        }
        let mut seen = [0; 2];
        for (v, (pos, _)) in nodes.iter().enumerate() {
            let sum = pos.iter().fold(0, |sum, row| sum ^ row.gap());
            assert_eq!(wins[v], Some(sum != 0), "{text}: {}", game.show(pos));
            seen[usize::from(sum != 0)] += 1;
        }
        assert!(seen[0] > 0 && seen[1] > 0, "{text}: {seen:?}");
    }
}
