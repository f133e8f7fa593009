//! `bouton count GAME --where …`: exact counts of P-positions.

use crate::args::{GameArg, OutputArgs, PlayArg};
use crate::output;
use crate::session::Session;
use bouton_engine::{CountQuestion, CountReport, Result};
use clap::Args;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton count distribunim --where \"a <= 7^17, b <= 7^17\"\n  \
    bouton count nim3 --where \"b = 2*a, c = 3*a, a >= 1, a <= 2^30\"\n  \
    bouton count wythoff --where \"a <= b, b < 10^18\" --sum \"a + b\" --mod 1000000007\n  \
    bouton count lasker --heaps 3 --where \"n1 < n2, n2 < n3, n3 <= 10^12\""
)]
pub struct Count {
    #[command(flatten)]
    game: GameArg,
    /// Conditions on the heaps, separated by commas; ^ is a power
    #[arg(long = "where", value_name = "CONDITIONS")]
    conditions: String,
    /// Sum this expression over the P-positions instead of counting them
    #[arg(long, value_name = "EXPR")]
    sum: Option<String>,
    /// Give the result modulo this number
    #[arg(long = "mod", value_name = "M")]
    modulus: Option<String>,
    /// For games of single heaps: count positions of this many heaps, named n1, n2, …
    #[arg(long, value_name = "K")]
    heaps: Option<usize>,
    #[command(flatten)]
    play: PlayArg,
    #[command(flatten)]
    output: OutputArgs,
}

impl Count {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let bench = session.open(&self.game.game)?;
        let question = CountQuestion {
            conditions: self.conditions,
            sum: self.sum,
            modulus: self.modulus,
            heaps: self.heaps,
            play: self.play.play(),
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
    let modulus = r
        .modulus
        .as_ref()
        .map_or(String::new(), |m| format!(" (mod {m})"));
    format!(
        "{name}      {value}{modulus}\nstatus     {}\ntheorem    {}\n",
        r.status, r.statement
    )
}
