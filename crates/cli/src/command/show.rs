//! `bouton show GAME POSITION`: a position drawn, with its moves.

use crate::args::{GameArg, OutputArgs};
use crate::batch::PositionArgs;
use crate::output;
use crate::session::Session;
use bouton_engine::{Error, Result, ShowReport};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton show domineering '..#|...|#..'\n  bouton show hackenbush 'l(r;e)' --svg tree.svg"
)]
pub struct Show {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    positions: PositionArgs,
    /// Write the picture as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Show {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let bench = session.open(&self.game.game)?;
        let Some(position) = self.positions.single()? else {
            if self.svg.is_some() {
                return Err(Error::input(
                    "a picture shows one position; leave out --svg, or give one position",
                ));
            }
            let json = self.output.json;
            return self
                .positions
                .each(json, session, |p| bench.look(p), columns);
        };
        let seen = bench.look(&position)?;
        if let Some(path) = &self.svg {
            output::write_file(path, seen.svg.as_bytes())?;
        }
        let partizan = bench.is_partizan();
        output::report(self.output.json, &seen, |seen| text(seen, partizan))
    }
}

/// The normal form, Left's moves, Right's moves.
fn columns(seen: &ShowReport) -> Vec<String> {
    vec![
        seen.position.clone(),
        seen.moves_left.join("  "),
        seen.moves_right.join("  "),
    ]
}

fn text(seen: &ShowReport, partizan: bool) -> String {
    let mut out = seen.position.clone() + "\n";
    if seen.drawing.lines().count() > 1 {
        out.push_str(&format!("{}\n", seen.drawing));
    }
    let mut line = |name: &str, moves: &[String]| {
        let list = if moves.is_empty() {
            "none".to_string()
        } else {
            moves.join("  ")
        };
        out.push_str(&format!("{name:<15}{list}\n"));
    };
    if partizan {
        line("Left moves to", &seen.moves_left);
        line("Right moves to", &seen.moves_right);
    } else {
        line("moves to", &seen.moves_left);
    }
    out
}
