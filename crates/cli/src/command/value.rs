//! `bouton value GAME POSITION`: the canonical value, and what is read off it.

use crate::args::{GameArg, OutputArgs};
use crate::output;
use crate::session::{Session, position};
use bouton_engine::{Result, ValueReport};
use clap::Args;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton value domineering '..|..|..'\n  bouton value toads-and-frogs TT.FF\n  bouton value clobber 'xoxo' --unicode"
)]
pub struct Value {
    #[command(flatten)]
    game: GameArg,
    /// The position, as `bouton info GAME` says
    #[arg(allow_hyphen_values = true)]
    position: String,
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
        let budget = session.budget_of_threads(self.threads);
        let answer = bench.value(&position(self.position)?, self.unicode, &budget)?;
        session.finish();
        output::report(self.output.json, &answer, text)
    }
}

fn text(r: &ValueReport) -> String {
    format!(
        "value        {}\noutcome      {}\nmean         {}\ntemperature  {}\nstops        {} (Left), {} (Right)\n",
        r.value, r.outcome, r.mean, r.temperature, r.left_stop, r.right_stop
    )
}
