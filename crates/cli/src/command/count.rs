//! `bouton count GAME`: exact counts of positions, by the whole position or by its components.

use crate::args::{GameArg, LearnerArgs, OutputArgs, PlayArg};
use crate::output;
use crate::session::Session;
use bouton_engine::{
    ComponentQuestion, ComponentReport, CountQuestion, CountReport, Error, Result, WordQuestion,
};
use clap::Args;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton count distribunim --where \"a <= 7^17, b <= 7^17\"\n  \
    bouton count nim3 --where \"b = 2*a, c = 3*a, a >= 1, a <= 2^30\"\n  \
    bouton count wythoff --where \"a <= b, b < 10^18\" --sum \"a + b\" --mod 1000000007\n  \
    bouton count lasker --heaps 3 --where \"n1 < n2, n2 < n3, n3 <= 10^12\"\n  \
    bouton count subtract-a-square --heaps 3 --unordered --each \"n <= 100000\"\n  \
    bouton count subtraction:2,3,5,7 --heaps 10^12 --each \"n < 10^9\" --mod 10^9\n  \
    bouton count grundys-game --total 0..400 --unordered\n  \
    bouton count coprime-nim --heaps 2 --each \"1 <= n < 5\" --list"
)]
pub struct Count {
    #[command(flatten)]
    game: GameArg,
    /// Conditions on the heaps of a position, separated by commas; ^ is a power
    #[arg(long = "where", value_name = "CONDITIONS")]
    conditions: Option<String>,
    /// Sum this expression instead of counting: over the positions with --where, else over all components of the positions
    #[arg(long, value_name = "EXPR")]
    sum: Option<String>,
    /// Give the result modulo this number
    #[arg(long = "mod", value_name = "M")]
    modulus: Option<String>,
    /// How many heaps a position has, as in 10^7; with --where they are named n1, n2, …
    #[arg(long, value_name = "K")]
    heaps: Option<String>,
    /// Conditions on every single component
    #[arg(long, value_name = "CONDITIONS", help_heading = "Components")]
    each: Option<String>,
    /// The order of the components does not count
    #[arg(long, help_heading = "Components")]
    unordered: bool,
    /// No two components are equal
    #[arg(long, help_heading = "Components")]
    distinct: bool,
    /// Sizes add up to N, with any number of components unless --heaps says; 0..N lists every total
    #[arg(long, value_name = "N", help_heading = "Components")]
    total: Option<String>,
    /// Whose wins are counted: first, second, left, right or draw
    #[arg(long, value_name = "WHO", help_heading = "Components")]
    win: Option<String>,
    /// Count the positions of this value
    #[arg(
        long,
        value_name = "V",
        help_heading = "Components",
        allow_hyphen_values = true
    )]
    value: Option<String>,
    /// List how many components have each value
    #[arg(long, help_heading = "Components")]
    distribution: bool,
    /// Add up how many winning first moves the positions have
    #[arg(long, help_heading = "Components")]
    winning_moves: bool,
    /// List the positions that are counted
    #[arg(long, help_heading = "Components")]
    list: bool,
    /// Say what was done
    #[arg(long, help_heading = "Components")]
    explain: bool,
    /// Count the words of this length, in games on words
    #[arg(long, value_name = "L", help_heading = "Words", conflicts_with_all = ["conditions", "each", "heaps", "total"])]
    length: Option<String>,
    /// What a letter counts for, as in 1=9; a word counts for the product
    #[arg(
        long,
        value_name = "LETTER=N,…",
        help_heading = "Words",
        requires = "length"
    )]
    weights: Option<String>,
    #[command(flatten)]
    learner: LearnerArgs,
    #[command(flatten)]
    play: PlayArg,
    #[command(flatten)]
    output: OutputArgs,
}

/// Rows of a distribution that are shown to people.
const SHOWN: usize = 100;

impl Count {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let bench = session.open(&self.game.game)?;
        if let Some(length) = self.length {
            let question = WordQuestion {
                length,
                weights: self.weights,
                win: self.win,
                modulus: self.modulus,
                play: self.play.play(),
            };
            let answer = bench.count_words(&question, &session.budget())?;
            session.finish();
            return output::report(self.output.json, &answer, text);
        }
        let Some(conditions) = self.conditions else {
            let question = ComponentQuestion {
                heaps: self.heaps,
                each: self.each,
                unordered: self.unordered,
                distinct: self.distinct,
                total: self.total,
                win: self.win,
                value: self.value,
                sum: self.sum,
                modulus: self.modulus,
                distribution: self.distribution,
                winning_moves: self.winning_moves,
                list: self.list,
                play: self.play.play(),
            };
            let answer = bench.count_components(&question, &session.budget())?;
            session.finish();
            return output::report(self.output.json, &answer, |r| components(r, self.explain));
        };
        let components = [
            (self.each.is_some(), "--each"),
            (self.unordered, "--unordered"),
            (self.distinct, "--distinct"),
            (self.total.is_some(), "--total"),
            (self.win.is_some(), "--win"),
            (self.value.is_some(), "--value"),
            (self.distribution, "--distribution"),
            (self.winning_moves, "--winning-moves"),
            (self.list, "--list"),
        ];
        if let Some((_, flag)) = components.iter().find(|(given, _)| *given) {
            return Err(Error::input(format!(
                "{flag} asks about components and --where about positions as a whole; leave one out"
            )));
        }
        let heaps = match self.heaps.as_deref() {
            None => None,
            Some(text) => Some(text.parse().map_err(|_| {
                Error::input(format!(
                    "--heaps {text}: with --where it is a small number such as 3; for more heaps give --each"
                ))
            })?),
        };
        let question = CountQuestion {
            conditions,
            sum: self.sum,
            modulus: self.modulus,
            heaps,
            play: self.play.play(),
            learner: self.learner.learner(),
        };
        let answer = bench.count(&question, &session.budget())?;
        session.finish();
        output::report(self.output.json, &answer, text)
    }
}

fn text(r: &CountReport) -> String {
    let (name, value) = match (&r.sum, &r.count) {
        (Some(sum), _) => ("sum", sum),
        (None, Some(count)) => ("count", count),
        (None, None) => return String::new(),
    };
    format!(
        "{name}      {value}{}\nstatus     {}\ntheorem    {}\n",
        modulo(r.modulus.as_ref()),
        r.status,
        r.statement
    )
}

fn modulo(modulus: Option<&String>) -> String {
    modulus.map_or(String::new(), |m| format!(" (mod {m})"))
}

fn components(r: &ComponentReport, explain: bool) -> String {
    let mut out = String::new();
    let modulo = modulo(r.modulus.as_ref());
    let results = [
        ("count", &r.count),
        ("sum", &r.sum),
        ("moves", &r.winning_moves),
    ];
    for (name, value) in results {
        if let Some(value) = value {
            out.push_str(&format!("{name:<10} {value}{modulo}\n"));
        }
    }
    if let Some(list) = &r.positions {
        out.push_str(&format!("positions  {}\n", list.join("  ")));
    }
    if let Some(list) = &r.counts {
        out.push_str(&format!("counts     {}{modulo}\n", list.join(", ")));
    }
    out.push_str(&format!(
        "status     {}\nsource     {}\n",
        r.status, r.statement
    ));
    if let Some(rows) = &r.distribution {
        out.push_str("value      components\n");
        for (value, count) in rows.iter().take(SHOWN) {
            out.push_str(&format!("{value:<10} {count}\n"));
        }
        if rows.len() > SHOWN {
            out.push_str(&format!(
                "…          {} values in all; --json lists them\n",
                rows.len()
            ));
        }
    }
    if explain {
        for step in &r.steps {
            out.push_str(&format!("step       {step}\n"));
        }
    }
    out
}
