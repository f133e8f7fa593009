//! `bouton misere CODE`: the misère quotient, genera, and outcomes through the quotient.

use crate::args::OutputArgs;
use crate::output;
use crate::session::Session;
use bouton_engine::{MisereQuestion, MisereReport, Result, misere};
use clap::Args;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton misere 0.77\n  bouton misere 0.77 --position 5,12,1000000\n  bouton misere 0.07 --heaps 30"
)]
pub struct Misere {
    /// An octal code such as 0.77
    code: String,
    /// The largest heap
    #[arg(long, value_name = "N", default_value = "1000")]
    heaps: u32,
    /// The largest order of a quotient
    #[arg(long, value_name = "N")]
    order: Option<usize>,
    /// A position to solve through the quotient, such as 5,12,1000000
    #[arg(long, value_name = "HEAPS")]
    position: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Misere {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let question = MisereQuestion {
            code: self.code,
            heaps: self.heaps,
            order: self.order,
            position: self.position,
        };
        let report = misere(&question, &session.budget())?;
        output::report(self.output.json, &report, text)?;
        match report.stopped {
            Some(stopped) => Err(stopped),
            None => Ok(ExitCode::SUCCESS),
        }
    }
}

fn text(r: &MisereReport) -> String {
    let q = &r.quotient;
    let mut out = String::new();
    let mut line = |name: &str, value: &str| out.push_str(&format!("{name:<12} {value}\n"));
    line("game", &q.game);
    line(
        "order",
        &format!("{} ({} of them P-positions)", q.order, q.p_size),
    );
    let reach = match (q.complete, &q.proof) {
        (true, Some(proof)) => format!("the whole game, proved: {proof}"),
        (true, None) => "the whole game".to_string(),
        (false, _) => format!("heaps up to {}", q.heaps),
    };
    line("holds for", &reach);
    if let Some(reason) = &q.reason {
        line("stopped at", reason);
    }
    if let Some(p) = &q.period {
        line("period", &format!("{} from n0 = {}", p.length, p.preperiod));
    }
    line("tame", if q.tame { "yes" } else { "no" });
    line("summary", "");
    out.push_str(&format!("{}\n", output::wrap(&r.summary, "  ")));
    out.push_str(&format!(
        "genus of heaps 1, 2, …\n{}\n",
        output::wrap(&r.genus.join(" "), "  ")
    ));
    if let (Some(outcome), Some(moves)) = (r.outcome, &r.winning_moves) {
        let moves = if moves.is_empty() {
            "none".to_string()
        } else {
            moves.join("  ")
        };
        out.push_str(&format!("outcome      {outcome}\nwinning      {moves}\n"));
    }
    out
}
