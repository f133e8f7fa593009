//! `bouton positions GAME`: lists of positions, filtered by what they are worth.

use crate::args::{GameArg, OutputArgs};
use crate::batch::{Lines, as_json};
use crate::command::table::ranges;
use crate::session::Session;
use bouton_engine::{Calculator, Error, Origin, Result, Selection, Style, ValueReport, Workbench};
use clap::Args;
use serde::Serialize;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton positions clobber --size 2x4 --where 'value == ^'\n  bouton positions domineering 4x4 --up-to-symmetry\n  \
    bouton positions kayles --heaps 1..20 --where 'grundy == 4'\n  bouton positions amazons --size 3x3 --random 10 --seed 7 --where 'temperature > 2'\n  \
    bouton positions clobber --size 2x4 | bouton value clobber -\n\nWords of a condition: value, outcome (as in outcome == \"L\"), mean, temperature, left_stop, right_stop, birthday, \
    and grundy of impartial games; beside them all of `bouton eval`. With a condition the value stands behind each position."
)]
pub struct Positions {
    #[command(flatten)]
    game: GameArg,
    /// List what can be reached from this position, by moves of both players in any order
    #[arg(allow_hyphen_values = true, required_unless_present_any = ["size", "heaps"])]
    position: Option<String>,
    /// List all fillings of a board of so many rows and columns, as in 2x4
    #[arg(long, value_name = "RxC", value_parser = board_size, conflicts_with = "position")]
    size: Option<(usize, usize)>,
    /// The letters that a filling may use; without them, those of the game's examples
    #[arg(long, value_name = "LETTERS", requires = "size")]
    letters: Option<String>,
    /// List all heaps in ranges, as in 0..20 or 0..5,0..5
    #[arg(long, value_name = "RANGES", conflicts_with_all = ["position", "size"])]
    heaps: Option<String>,
    /// At most so many moves away from the position
    #[arg(long, value_name = "N", requires = "position")]
    within: Option<u64>,
    /// One of each class of positions that are equal under symmetry
    #[arg(long)]
    up_to_symmetry: bool,
    /// So many random positions in place of all
    #[arg(long, value_name = "N")]
    random: Option<u64>,
    /// What the random numbers start from: the same seed gives the same positions
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Only positions for which this is true, a line of the calculator
    #[arg(long = "where", value_name = "COND")]
    condition: Option<String>,
    /// Stop after so many positions that are listed
    #[arg(long, value_name = "N")]
    first: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
}

/// One line of JSON.
#[derive(Serialize)]
struct Listed<'a> {
    position: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
}

impl Positions {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let bench = session.open(&self.game.game)?;
        let origin = match (self.size, &self.heaps, self.position) {
            (Some((rows, columns)), _, _) => Origin::Fillings {
                rows,
                columns,
                letters: self.letters,
            },
            (_, Some(heaps), _) => Origin::Heaps(ranges(heaps)?),
            (_, _, from) => Origin::Reachable {
                from: from.unwrap_or_default(),
                within: self.within,
            },
        };
        let selection = Selection {
            up_to_symmetry: self.up_to_symmetry,
            random: self.random,
            seed: self.seed,
        };
        let mut filter = match &self.condition {
            Some(condition) => Some(Filter::new(condition, &bench, session)?),
            None => None,
        };
        let mut lines = Lines::default();
        let mut left = self.first.unwrap_or(u64::MAX);
        let json = self.output.json;
        let done = bench.positions(&origin, selection, &session.budget(), &mut |position| {
            if left == 0 {
                return Ok(false);
            }
            let value = match &mut filter {
                None => None,
                Some(filter) => match filter.value_if(position)? {
                    None => return Ok(true),
                    value => value,
                },
            };
            left -= 1;
            session.finish();
            lines.print(&match (json, value) {
                (true, value) => as_json(&Listed { position, value })?,
                (false, Some(value)) => format!("{position}\t{value}"),
                (false, None) => position.to_string(),
            })?;
            Ok(left > 0)
        });
        session.finish();
        done?;
        lines.end()
    }
}

/// A condition on the value of a position.
struct Filter<'a> {
    condition: String,
    calculator: Calculator,
    bench: &'a Workbench,
    session: &'a Session,
    impartial: bool,
}

/// Words of a condition, and what the calculator calls them.
const WORDS: [(&str, &str); 8] = [
    ("value", "(the_value)"),
    ("outcome", "(the_value).OutcomeClass"),
    ("mean", "(the_value).Mean"),
    ("temperature", "(the_value).Temperature"),
    ("left_stop", "(the_value).LeftStop"),
    ("right_stop", "(the_value).RightStop"),
    ("birthday", "(the_value).Birthday"),
    ("grundy", "(the_grundy)"),
];

impl<'a> Filter<'a> {
    fn new(condition: &str, bench: &'a Workbench, session: &'a Session) -> Result<Filter<'a>> {
        Ok(Filter {
            condition: in_calculator(condition),
            calculator: Calculator::new(session.limits(), Style::Ascii),
            bench,
            session,
            impartial: !bench.is_partizan(),
        })
    }

    /// The value of a position for which the condition is true.
    fn value_if(&mut self, position: &str) -> Result<Option<String>> {
        let ValueReport { value, .. } =
            self.bench.value(position, false, &self.session.budget())?;
        self.calculator.line(&format!("the_value := {value}"))?;
        if self.impartial {
            let grundy = match value.as_str() {
                "*" => "1",
                nimber => nimber.trim_start_matches('*'),
            };
            self.calculator.line(&format!("the_grundy := {grundy}"))?;
        }
        let told = self.calculator.answer(&self.condition);
        match told {
            Ok(Some(truth)) if truth == "true" => Ok(Some(value)),
            Ok(Some(truth)) if truth == "false" => Ok(None),
            Ok(other) => Err(Error::input(format!(
                "the condition gives {} for `{position}`; write one that is true or false, as in value == ^ or temperature > 2",
                other.as_deref().unwrap_or("nothing")
            ))),
            Err((_, message)) => Err(Error::input(format!(
                "the condition has no answer for `{position}`, of value {value}: {message}"
            ))),
        }
    }
}

/// The condition with its words replaced, where they stand alone.
fn in_calculator(condition: &str) -> String {
    let mut out = String::new();
    let mut rest = condition;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = match is_word(c) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => c.len_utf8(),
        };
        let (word, behind) = rest.split_at(end);
        let alone = before != '.' && before != '"' && !behind.trim_start().starts_with('(');
        let known = WORDS.iter().find(|(name, _)| alone && *name == word);
        out.push_str(known.map_or(word, |(_, text)| text));
        before = c;
        rest = behind;
    }
    out
}

fn board_size(text: &str) -> Result<(usize, usize), String> {
    let pair = text.split_once(['x', 'X']);
    let pair = pair.and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
    pair.ok_or_else(|| format!("`{text}` is not a size; write rows and columns, as in 2x4"))
}
