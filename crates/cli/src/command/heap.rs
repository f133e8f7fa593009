//! `bouton heap CODE --to N`: Grundy values, and a period with its proof.

use crate::args::OutputArgs;
use crate::output;
use crate::session::Session;
use bouton_engine::{Error, HeapQuestion, HeapReport, Result, heap};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton heap 0.77 --to 1000\n  bouton heap 0.16 --to 1000000\n  bouton heap 'S{1,3,4}' --to 100\n  \
    bouton heap 0.106 --to 100000000 --checkpoint 0.106.values"
)]
pub struct Heap {
    /// An octal or hexadecimal code such as 0.77 or 4.3F, a subtraction set S{1,3,4}, or a name such as grundy
    code: String,
    /// How many values: G(0), …, G(N-1)
    #[arg(long, value_name = "N", default_value = "1000")]
    to: usize,
    /// Stop as soon as a period is proved
    #[arg(long)]
    until_period: bool,
    /// List every value
    #[arg(long)]
    all: bool,
    /// Save the values to this file now and then, and go on from what it holds
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write the certificate of the proved period
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Heap {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let question = HeapQuestion {
            code: self.code,
            to: self.to,
            stop_at_period: self.until_period,
            all: self.all,
            checkpoint: self.checkpoint,
        };
        let budget = session.budget();
        if question.checkpoint.is_some() {
            session.unguarded();
        }
        let report = heap(&question, &budget)?;
        session.finish();
        if let Some(path) = &self.certificate {
            let text = report.certificate.as_ref().ok_or_else(|| {
                Error::input(format!(
                    "no certificate for {}: {}",
                    report.game, report.status
                ))
            })?;
            output::write_file(path, text.as_bytes())?;
        }
        let all = self.all;
        output::report(self.output.json, &report, |r| text(r, all))
    }
}

fn text(r: &HeapReport, all: bool) -> String {
    let shown = if all {
        r.values.len()
    } else {
        r.values.len().min(60)
    };
    let values: Vec<String> = r.values[..shown].iter().map(u64::to_string).collect();
    let more = if shown < r.computed { ", …" } else { "" };
    let mut out = format!("{}\n{}\n", r.game, output::wrap(&r.rules, "  "));
    out.push_str(&format!(
        "{}\n",
        output::wrap(
            &format!("G(0), G(1), … = {}{more}", values.join(", ")),
            "  "
        )
    ));
    out.push_str(&format!(
        "computed   {} values by {}\n",
        r.computed, r.engine
    ));
    if let (Some(max), Some(at)) = (r.max, r.max_at) {
        out.push_str(&format!("maximum    {max}, first at n = {at}\n"));
    }
    if let Some(sparse) = &r.sparse {
        out.push_str(&format!("sparse     {sparse}\n"));
    }
    if r.resumed > 0 {
        out.push_str(&format!("resumed    from {} saved values\n", r.resumed));
    }
    out.push_str(&format!("period     {}\n", r.status));
    out
}
