//! `bouton value GAME POSITION`: the canonical value, and what is read off it.

use crate::args::{GameArg, OutputArgs};
use crate::batch::PositionArgs;
use crate::output;
use crate::session::Session;
use bouton_engine::{Result, ValueReport};
use clap::Args;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton value domineering '..|..|..'\n  bouton value toads-and-frogs TT.FF\n  bouton value clobber 'xoxo' --unicode\n  bouton value clobber xo xoxo xoxoxo\n  bouton value clobber --file boards.txt --json\n\nColumns for many positions: position, value, outcome, mean, temperature, Left stop, Right stop"
)]
pub struct Value {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    positions: PositionArgs,
    /// Write ups, plus-minus and tinies as Unicode signs
    #[arg(long)]
    unicode: bool,
    /// Threads that may work: with two, one walks over the positions and the other computes values
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    output: OutputArgs,
}

impl Value {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let bench = session.open(&self.game.game)?;
        let value = |position: &str| {
            let budget = session.budget_of_threads(self.threads);
            bench.value(position, self.unicode, &budget)
        };
        let Some(position) = self.positions.single()? else {
            let json = self.output.json;
            return self.positions.each(json, session, value, columns);
        };
        let answer = value(&position)?;
        session.finish();
        output::report(self.output.json, &answer, text)
    }
}

fn columns(r: &ValueReport) -> Vec<String> {
    let all = [
        &r.value,
        &r.outcome,
        &r.mean,
        &r.temperature,
        &r.left_stop,
        &r.right_stop,
    ];
    all.map(String::clone).to_vec()
}

fn text(r: &ValueReport) -> String {
    format!(
        "value        {}\noutcome      {}\nmean         {}\ntemperature  {}\nstops        {} (Left), {} (Right)\n",
        r.value, r.outcome, r.mean, r.temperature, r.left_stop, r.right_stop
    )
}
