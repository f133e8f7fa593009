//! Compares outcomes and nimbers with a specialist's table, given as a path, each row within some seconds:
//! `cargo run --release -p bouton-solve --example check_sums -- search-cases.tsv [SECONDS] [GAME]`.
//! Lines are sum, question, player to move (B is Left, W is Right), expected.

use bouton_games::{Visitor, find};
use bouton_rules::{Error, Impartial, ImpartialTwin, Partizan, Player, Result, Short};
use bouton_solve::{Budget, Limits, NimberSearch, SumSearch};
use std::collections::BTreeMap;

/// One row: positions of one game.
struct Row<'a> {
    positions: Vec<String>,
    question: &'a str,
    mover: &'a str,
    twin: bool,
    seconds: f64,
    answer: Option<Result<String>>,
}

impl Visitor for Row<'_> {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        self.answer = Some(self.nimbers(game));
    }
    fn family<G: Impartial + Short>(&mut self, _: &str, _: &str, _: fn(&str) -> Result<G>) {}
    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        self.answer = Some(if self.twin {
            self.nimbers(ImpartialTwin(game))
        } else {
            self.outcome(game)
        });
    }
    fn loopy<G: Impartial>(&mut self, _: G) {}
    fn loopy_partizan<G: Partizan>(&mut self, _: G) {}
}

impl Row<'_> {
    fn budget(&self) -> Limits {
        Limits {
            seconds: Some(self.seconds),
            bytes: Some(4 << 30),
            ..Limits::default()
        }
    }

    fn nimbers<G: Impartial + Short>(&self, game: G) -> Result<String> {
        let limits = self.budget();
        let budget = Budget::new(&limits);
        let mut search = NimberSearch::new(game);
        let mut sum = 0;
        for text in &self.positions {
            let pos = search.game().parse(text)?;
            sum ^= search.nimber(&pos, &budget)?;
        }
        let win = if sum == 0 { "loss" } else { "win" };
        Ok(if self.question == "nimber" {
            sum.to_string()
        } else {
            win.into()
        })
    }

    fn outcome<G: Partizan + Short>(&self, game: G) -> Result<String> {
        let limits = self.budget();
        let small = match game.info().name.as_str() {
            "domineering" => 14,
            "clobber" => 10,
            "nogo" | "amazons" => 6,
            _ => 8,
        };
        let positions: Vec<G::Position> = self
            .positions
            .iter()
            .map(|t| game.parse(t))
            .collect::<Result<_>>()?;
        let mover = if self.mover == "B" {
            Player::Left
        } else {
            Player::Right
        };
        let won = SumSearch::new(game, small).wins_sum(&positions, mover, &Budget::new(&limits))?;
        Ok(if won { "win" } else { "loss" }.into())
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        println!("give the path of a table: sum, question, player, expected, separated by tabs");
        return;
    };
    let seconds = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(2.0);
    let only = arguments.next().unwrap_or_default();
    let text = std::fs::read_to_string(&path).expect("a readable table");
    let mut tally: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [sum, question, mover, expected] = cells[..] else {
            continue;
        };
        if expected.is_empty() || (question != "outcome" && question != "nimber") {
            continue;
        }
        let terms: Vec<(&str, &str)> = sum.split(" + ").filter_map(|t| t.split_once(':')).collect();
        let Some(&(first, _)) = terms.first() else {
            continue;
        };
        if !first.contains(&only) || terms.iter().any(|(game, _)| *game != first) {
            continue;
        }
        let twin = first.starts_with("impartial ");
        let name = match first.trim_start_matches("impartial ") {
            "clobber_1xn" => "clobber",
            "nogo_1xn" => "nogo",
            "elephants" => "elephants-and-rhinos",
            "toppling_dominoes" => "toppling-dominoes",
            name => name,
        };
        let mut row = Row {
            positions: terms.iter().map(|(_, text)| text.to_string()).collect(),
            question,
            mover,
            twin,
            seconds,
            answer: None,
        };
        let counts = tally.entry(first.to_string()).or_default();
        if find(name, &mut row).is_err() {
            counts[3] += 1;
            continue;
        }
        match row.answer.unwrap_or_else(|| Err(Error::input("no answer"))) {
            Ok(found) if found == expected => counts[0] += 1,
            Ok(found) => {
                counts[1] += 1;
                println!("{sum} {question} {mover}: {found}, expected {expected}");
            }
            Err(e) => {
                counts[2] += 1;
                println!("{sum} {question} {mover}: {e}");
            }
        }
    }
    for (game, [same, other, open, none]) in tally {
        println!("{game:30} {same:5} agree {other:4} differ {open:4} open {none:4} not asked");
    }
}
