//! `bouton pursuit GRAPH`: cops and robber, with or without seeing each other; hunters and rabbit.

use crate::args::OutputArgs;
use crate::output;
use crate::session::Session;
use bouton_engine::{PursuitQuestion, PursuitReport, Result, pursuit};
use clap::Args;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton pursuit petersen\n  bouton pursuit grid:3x4 --cops 1\n  bouton pursuit cycle:7 --unseen\n  bouton pursuit 0-1,1-2,2-3 --unseen --must-move\n\n\
    Without --unseen: cops and robber. With --unseen: zero-visibility cops and robber. With --unseen --must-move: hunters and rabbit."
)]
pub struct Pursuit {
    /// A family (petersen, cycle:7, grid:3x4, tree:2x3, …) or edges such as 0-1,1-2
    graph: String,
    /// Ask about this many cops; without it, about the least number that wins
    #[arg(long, value_name = "K")]
    cops: Option<usize>,
    /// The cops do not see the other
    #[arg(long)]
    unseen: bool,
    /// The other may not stay where he is; with --unseen, hunters look at any vertices
    #[arg(long)]
    must_move: bool,
    #[command(flatten)]
    output: OutputArgs,
}

impl Pursuit {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let question = PursuitQuestion {
            graph: self.graph,
            cops: self.cops,
            unseen: self.unseen,
            must_move: self.must_move,
        };
        let answer = pursuit(&question, &session.budget());
        session.finish();
        output::report(self.output.json, &answer?, show)
    }
}

fn show(r: &PursuitReport) -> String {
    let mut out = format!("pursuit   {}\ncops      {}\n", r.pursuit, r.cops);
    match r.time {
        Some(time) => out.push_str(&format!("time      {time}\n")),
        None => out.push_str("time      never: the cops are not certain to win\n"),
    }
    for (i, cops) in r.sequence.iter().flatten().enumerate() {
        let robber = r.robber.as_ref().and_then(|line| line.get(i));
        let robber = robber.map_or(String::new(), |at| format!("   robber {at}"));
        let name = if i == 0 { "sequence" } else { "" };
        out.push_str(&format!("{name:<9} {}{robber}\n", cops.join(" ")));
    }
    out
}
