//! Compares answers with a specialist's table, given as a path, each row within some seconds:
//! `cargo run --release -p bouton-engine --example check_cases -- search-cases.tsv [SECONDS] [GAME]`.
//!
//! Lines are sum, question, player to move (B is Left, W is Right, N either), expected. Every row goes the way that
//! `bouton solve` and `bouton value` go. Rows that disagree or stay open are printed, then a tally by kind.

use bouton_engine::{Budget, Limits, Player, Result, SolveQuestion, Workbench};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// A term of a sum: game and position as they are written here.
fn term(text: &str) -> Option<(String, String)> {
    let (game, position) = text.split_once(':')?;
    let (twin, game) = match game.strip_prefix("impartial ") {
        Some(game) => ("impartial ", game),
        None => ("", game),
    };
    let words = || position.split([' ', ',']).filter(|word| !word.is_empty());
    let mut position = position.trim().to_string();
    let name = match game {
        "clobber_1xn" => "clobber".into(),
        "nogo_1xn" => "nogo".into(),
        "cannibal_clobber" => "cannibal-clobber".into(),
        "elephants" => "elephants-and-rhinos".into(),
        "toppling_dominoes" => "toppling-dominoes".into(),
        "gen_toads" => {
            // Numbers, then the strip.
            let (numbers, strip) = position.split_once(':')?;
            let name = format!("sliding-toads:{numbers}");
            position = strip.to_string();
            name
        }
        "gen_king_dirt" => {
            let (numbers, board) = position.split_once(':')?;
            let (hands, placing) = numbers.rsplit_once(',')?;
            let name = match placing {
                "0" => "king-and-dirt",
                _ => "king-and-dirt-placing",
            };
            position = format!("{hands}:{board}");
            name.into()
        }
        "integer_game" | "dyadic_rational" | "nimber" | "up_star" | "switch_game" => {
            let star = words().any(|word| word == "*");
            let mut numbers = words().filter(|word| *word != "*");
            let first = numbers.next().unwrap_or("0");
            position = match game {
                "nimber" => format!("*{first}"),
                "up_star" => {
                    let ups: i64 = first.parse().ok()?;
                    let arrow = if ups < 0 { "v" } else { "^" };
                    let star = if star { "*" } else { "" };
                    format!("{arrow}{}{star}", ups.abs())
                }
                "switch_game" => format!("{{{first}|{}}}", numbers.next()?),
                _ => first.into(),
            };
            "plain-value".into()
        }
        name => name.into(),
    };
    Some((format!("{twin}{name}"), position))
}

/// One row.
struct Row<'a> {
    terms: Vec<(String, String)>,
    question: &'a str,
    mover: Option<Player>,
    expected: &'a str,
}

impl<'a> Row<'a> {
    /// `None` if it is a headline or has no answer.
    fn read(line: &'a str) -> Option<Row<'a>> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [sum, question, mover, expected] = cells[..] else {
            return None;
        };
        if expected.is_empty() || !sum.contains(':') {
            return None;
        }
        let terms: Option<Vec<_>> = sum.split(" + ").map(term).collect();
        Some(Row {
            terms: terms.unwrap_or_default(),
            question,
            mover: match mover {
                "B" => Some(Player::Left),
                "W" => Some(Player::Right),
                _ => None,
            },
            expected,
        })
    }

    /// Kind of the row in the tally: the games and the question.
    fn kind(&self) -> String {
        let mut games: Vec<&str> = self
            .terms
            .iter()
            .map(|(game, _)| game.split(':').next().unwrap_or(game))
            .collect();
        games.dedup();
        let games = match games[..] {
            [] => "unknown game".to_string(),
            [game] if self.terms.len() == 1 => game.to_string(),
            [game] => format!("{game}, sums"),
            _ => "sums of different games".to_string(),
        };
        match self.question {
            "outcome" | "nimber" => games,
            other => other.to_string(),
        }
    }

    /// Is the answer the expected one, and what is it?
    fn answer(
        &self,
        opened: &mut HashMap<String, Workbench>,
        limits: &Limits,
    ) -> Result<(bool, String)> {
        let (games, positions): (Vec<&str>, Vec<&str>) = self
            .terms
            .iter()
            .map(|(game, position)| (game.as_str(), position.as_str()))
            .unzip();
        let (games, position) = (games.join(" + "), positions.join(" + "));
        if !opened.contains_key(&games) {
            let bench = Workbench::composed(&games, &Workbench::named)?;
            opened.insert(games.clone(), bench);
        }
        let bench = &opened[&games];
        if self.question == "thermograph" {
            return mast(bench, &position, self.expected, limits);
        }
        if self.question == "nimber" {
            let value = bench.value(&position, false, &Budget::new(limits))?.value;
            let found = match value.strip_prefix('*') {
                Some("") => "1",
                Some(nimber) => nimber,
                None => &value,
            };
            return Ok((found == self.expected, found.into()));
        }
        let question = SolveQuestion {
            to_move: self.mover.filter(|_| bench.is_partizan()),
            outcome_only: self.question != "winning moves",
            ..SolveQuestion::default()
        };
        let report = bench.solve(&position, question, &Budget::new(limits))?;
        let found = match self.question {
            "outcome" => match report.outcome.as_str() {
                "N" | "win" => "win".into(),
                _ => "loss".into(),
            },
            _ => {
                // Moves are written in another way there: they are counted.
                let listed = self.expected.split(' ').filter(|word| *word != "None");
                let found = report.winning_moves.len();
                return Ok((listed.count() == found, format!("{found} moves")));
            }
        };
        Ok((found == self.expected, found))
    }
}

/// The foot of the mast of a thermograph, mean before temperature: the higher of the last points of its walls.
fn mast(
    bench: &Workbench,
    position: &str,
    expected: &str,
    limits: &Limits,
) -> Result<(bool, String)> {
    let value = bench.value(position, false, &Budget::new(limits))?;
    let found = format!("({}, {})", value.mean, value.temperature);
    let height = |wall: &str| {
        let last = wall.trim().rsplit_once(", ")?.1.trim_end_matches(')');
        let (above, below) = last.split_once('/').unwrap_or((last, "1"));
        Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?)
    };
    let walls = expected.split(" R:");
    let highest = walls.max_by(|a, b| height(a).partial_cmp(&height(b)).unwrap_or(Ordering::Equal));
    let same = highest.is_some_and(|wall| wall.trim().ends_with(&found));
    Ok((same, found))
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
    let limits = Limits {
        seconds: Some(seconds),
        bytes: Some(4 << 30),
        ..Limits::default()
    };
    let mut opened = HashMap::new();
    let mut tally: BTreeMap<String, ([usize; 3], f64)> = BTreeMap::new();
    for line in text.lines().filter(|line| line.contains(&only)) {
        let Some(row) = Row::read(line) else {
            continue;
        };
        let start = Instant::now();
        let answer = row.answer(&mut opened, &limits);
        let took = start.elapsed().as_secs_f64();
        let (counts, total) = tally.entry(row.kind()).or_default();
        *total += took;
        let (place, what) = match answer {
            Ok((true, _)) => (0, String::new()),
            Ok((false, found)) => (1, format!("DIFFERS: {found}")),
            Err(e) => (2, format!("OPEN: {e}")),
        };
        counts[place] += 1;
        if place > 0 || took > seconds / 2.0 {
            println!("{line}\t{took:.1} s\t{what}");
        }
    }
    let mut all = [0; 3];
    for (kind, (counts, took)) in &tally {
        let [same, other, open] = counts;
        println!("{kind:34} {same:5} agree {other:4} differ {open:4} open  {took:7.1} s");
        (0..3).for_each(|i| all[i] += counts[i]);
    }
    println!("{} agree, {} differ, {} open", all[0], all[1], all[2]);
}
