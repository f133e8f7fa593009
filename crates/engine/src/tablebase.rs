//! Tablebases of any game: what is built, and what is asked of a table in a directory.
//!
//! A game that numbers its own positions is built as a whole. Of any other game the positions that can be reached from one are listed
//! and numbered; its rules are seen as text, so one compiled solver serves all.

mod report;
mod rules;

pub use report::{
    TableBuildReport, TableInfoReport, TableLine, TableMove, TableProbeReport, TableRow,
    TableVerifyReport,
};

use crate::workbench::Workbench;
use bouton_core::{Budget, Error, Play, Player, Result};
use bouton_tablebase::{Answer, Listed, Numbered, Reading, Table, Title, Verdict, boards};
use report::{histogram, remoteness, word};
use rules::TextRules;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How a front end opens a game by its name, code, or rule file.
pub type Open<'a> = &'a dyn Fn(&str) -> Result<Workbench>;

/// What a table is to be about.
#[derive(Clone, Debug)]
pub struct TableQuestion {
    /// The game, as every command takes it.
    pub game: String,
    /// The position to start from; not needed where the game numbers all of its own.
    pub position: Option<String>,
    /// Normal play or misère play.
    pub play: Play,
}

/// What a build will take, told before it starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableEstimate {
    /// Numbers of positions, up to symmetry.
    pub numbers: u64,
    /// Bytes of memory.
    pub memory: u64,
    /// Seconds.
    pub seconds: f64,
}

/// Builds a table, or goes on with one that was interrupted. `tell` hears the estimate before the work starts.
pub fn build_table(
    question: &TableQuestion,
    folder: &Path,
    open: Open,
    budget: &Budget,
    tell: &dyn Fn(TableEstimate),
) -> Result<TableBuildReport> {
    let start = Instant::now();
    let run = |game: &dyn Numbered| {
        let needs = game.estimate(budget);
        tell(TableEstimate {
            numbers: needs.numbers,
            memory: needs.memory,
            seconds: needs.seconds,
        });
        game.build(folder, bouton_tablebase::Options::default(), budget)
    };
    let dense = dense(question)?;
    let header = match &dense {
        Some(game) => run(game.as_ref())?,
        None => {
            let rules = TextRules::new(question, open)?;
            run(&Listed::explore(&rules, budget)?)?
        }
    };
    let table = Tablebase::open(folder, open)?;
    let first = match &question.position {
        Some(text) => table.answer(text, None).ok(),
        None if dense.is_some() => table.answer("start", None).ok(),
        None => None,
    };
    Ok(TableBuildReport {
        game: header.title.game.clone(),
        position: first.as_ref().map(|a| a.position.clone()),
        play: header.title.play.clone(),
        directory: folder.display().to_string(),
        positions: header.summary.positions,
        representatives: header.summary.representatives,
        bytes: table.table.bytes(),
        value: first.as_ref().map(|a| word(a.value.verdict())),
        remoteness: first.as_ref().and_then(|a| remoteness(a.value)),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// The game with numbers of its own that is meant, if it is one.
fn dense(question: &TableQuestion) -> Result<Option<Box<dyn Numbered>>> {
    let Some(game) = boards::named(&question.game) else {
        return Ok(None);
    };
    if question.play == Play::Misere {
        return Err(Error::input(format!(
            "{} is won by reaching a position, so it has no misère form; build it without --misere",
            question.game
        )));
    }
    Ok(Some(game?))
}

/// A table in a directory, open for questions.
pub struct Tablebase {
    folder: PathBuf,
    table: Table,
    game: Source,
}

/// Where the moves come from.
enum Source {
    Dense(Box<dyn Numbered>),
    Listed(Box<TextRules>),
}

impl Tablebase {
    /// Opens the table of a directory; `open` opens its game.
    pub fn open(folder: &Path, open: Open) -> Result<Tablebase> {
        let table = Table::open(folder)?;
        let title = &table.header().title;
        let question = TableQuestion {
            game: title.game.clone(),
            position: (!title.position.is_empty()).then(|| title.position.clone()),
            play: match title.play.as_str() {
                "misere" => Play::Misere,
                _ => Play::Normal,
            },
        };
        let game = match dense(&question)? {
            Some(game) => Source::Dense(game),
            None => {
                let rules = TextRules::new(&question, open)?;
                if rules.text() != title.rules {
                    return Err(Error::input(format!(
                        "the rules of {} have changed since the table in `{}` was built; build it again",
                        title.game,
                        folder.display()
                    )));
                }
                Source::Listed(Box::new(rules))
            }
        };
        Ok(Tablebase {
            folder: folder.to_path_buf(),
            table,
            game,
        })
    }

    /// Asks the game with the list of the table.
    fn with<T>(&self, ask: impl FnOnce(&dyn Numbered) -> Result<T>) -> Result<T> {
        match &self.game {
            Source::Dense(game) => ask(game.as_ref()),
            Source::Listed(rules) => {
                let keys = self.table.keys()?.ok_or_else(|| {
                    Error::input(format!(
                        "`{}`: the table has no list of positions; build it again",
                        self.folder.display()
                    ))
                })?;
                ask(&Reading::new(rules.as_ref(), keys))
            }
        }
    }

    fn answer(&self, position: &str, to_move: Option<Player>) -> Result<Answer> {
        self.with(|game| game.answer(&self.table, position, to_move.unwrap_or(Player::Left)))
    }

    /// The value of a position and of every move, best first. Cost: a block of the file for each.
    pub fn probe(&self, position: &str, to_move: Option<Player>) -> Result<TableProbeReport> {
        let answer = self.answer(position, to_move)?;
        let title = &self.table.header().title;
        let sided =
            title.relative || matches!(&self.game, Source::Listed(rules) if rules.is_partizan());
        Ok(TableProbeReport {
            game: title.game.clone(),
            position: answer.position,
            to_move: sided.then(|| answer.to_move.name()),
            value: word(answer.value.verdict()),
            remoteness: remoteness(answer.value),
            moves: answer.moves.into_iter().map(TableMove::of).collect(),
        })
    }

    /// Counts, the longest win with its line, how many positions are at each distance, size.
    pub fn info(&self) -> Result<TableInfoReport> {
        let header = self.table.header();
        let summary = &header.summary;
        let farthest = |verdict| summary.rows().rev().find(|row| row.0.verdict() == verdict);
        let longest_win = match farthest(Verdict::Win) {
            None => None,
            Some((value, _, (tier, index))) => Some(TableLine {
                remoteness: remoteness(value).unwrap_or(0),
                line: self
                    .with(|game| game.line(&self.table, tier, index))?
                    .into_iter()
                    .map(|(text, _)| text)
                    .collect(),
            }),
        };
        let count = |name| {
            histogram(summary)
                .iter()
                .filter(|row| row.value == name)
                .map(|row| row.positions)
                .sum()
        };
        Ok(TableInfoReport {
            game: header.title.game.clone(),
            position: (!header.title.position.is_empty()).then(|| header.title.position.clone()),
            play: header.title.play.clone(),
            positions: summary.positions,
            positions_with_player: summary.positions * (1 + u64::from(header.title.relative)),
            representatives: summary.representatives,
            tiers: header.tiers.len(),
            bytes: self.table.bytes(),
            wins: count("win"),
            losses: count("lose"),
            draws: count("draw"),
            longest_win,
            histogram: histogram(summary),
        })
    }

    /// Checks every byte, and the value of every position (or of a sample) against those of its moves.
    pub fn verify(&self, sample: Option<u64>, budget: &Budget) -> Result<TableVerifyReport> {
        let found = match &self.game {
            Source::Dense(game) => game.verify(&self.table, sample, 0, budget)?,
            Source::Listed(rules) if sample.is_none() => Numbered::verify(
                &Listed::explore(rules.as_ref(), budget)?,
                &self.table,
                None,
                0,
                budget,
            )?,
            Source::Listed(_) => self.with(|game| game.verify(&self.table, sample, 0, budget))?,
        };
        Ok(TableVerifyReport {
            game: self.table.header().title.game.clone(),
            positions: found.positions,
            blocks: found.blocks,
            sample: sample.is_some(),
            holds: true,
        })
    }
}

/// The title of a table of listed positions.
fn title_of(question: &TableQuestion, position: &str, rules: &str) -> Title {
    Title {
        game: question.game.clone(),
        position: position.to_string(),
        play: match question.play {
            Play::Normal => "normal".to_string(),
            Play::Misere => "misere".to_string(),
        },
        relative: false,
        rules: rules.to_string(),
    }
}
