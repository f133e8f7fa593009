//! `bouton table GAME RANGE`: first values as text, CSV, JSON, or a picture.

use crate::args::{GameArg, OutputArgs, PlayArg};
use crate::session::Session;
use crate::{output, parquet};
use bouton_engine::{Entry, Error, Result, RowPattern, TableReport, picture, row_patterns};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton table nim 0..20\n  bouton table wythoff 0..12,0..12\n  bouton table domineering 1..4,1..4\n  \
    bouton table wythoff 0..40,0..40 --draw\n  bouton table euclid 0..200,0..200 --outcomes --png euclid.png\n  \
    bouton table wythoff 0..5,0..500 --rows"
)]
pub struct Table {
    #[command(flatten)]
    game: GameArg,
    /// One inclusive range per heap, as in 0..20 or 0..20,0..20; of a game on boards, rows and columns
    range: String,
    /// Outcomes instead of Grundy values or values; with --misere in any case
    #[arg(long)]
    outcomes: bool,
    #[command(flatten)]
    play: PlayArg,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
    /// Write the values to a Parquet file, one row each
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
    /// After how many columns each row repeats, with a constant added (two coordinates, Grundy values)
    #[arg(long)]
    rows: bool,
    /// Draw the P-positions in the terminal (two coordinates)
    #[arg(long)]
    draw: bool,
    /// Write a picture as SVG (two coordinates)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a picture as PNG (two coordinates)
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Table {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let bench = session.open(&self.game.game)?;
        let ranges = ranges(&self.range)?;
        let play = self.play.play();
        let outcomes = self.outcomes || self.play.misere || self.draw;
        let table = bench.table(&ranges, outcomes, play, &session.budget())?;
        session.finish();
        for (path, bytes) in [
            (
                &self.svg,
                self.svg
                    .as_ref()
                    .map(|_| picture::svg(&table).map(String::into_bytes)),
            ),
            (&self.png, self.png.as_ref().map(|_| picture::png(&table))),
        ] {
            if let (Some(path), Some(bytes)) = (path, bytes) {
                output::write_file(path, &bytes?)?;
            }
        }
        if let Some(path) = &self.parquet {
            let texts: &[&str] = if table.entries == "grundy" {
                &[]
            } else {
                &[table.entries]
            };
            output::write_file(path, &parquet::from_csv(&csv(&table), texts)?)?;
        }
        if self.rows {
            return output::report(self.output.json, &row_patterns(&table)?, |rows| {
                rows_text(rows)
            });
        }
        if self.draw && !self.output.json {
            output::print(&picture::text(&table)?);
            return Ok(ExitCode::SUCCESS);
        }
        if self.csv {
            output::print(&csv(&table));
            return Ok(ExitCode::SUCCESS);
        }
        let written = [&self.svg, &self.png, &self.parquet];
        if written.iter().any(|path| path.is_some()) && !self.output.json {
            return Ok(ExitCode::SUCCESS);
        }
        output::report(self.output.json, &table, text)
    }
}

/// Reads `0..20,5..9`; a single number n means 0..n.
pub fn ranges(text: &str) -> Result<Vec<(u64, u64)>> {
    let wrong = || {
        Error::input(format!(
            "the range `{text}` is not read; write one inclusive range per coordinate, as in 0..20 or 0..20,0..20"
        ))
    };
    let number = |t: &str| t.trim().parse::<u64>().map_err(|_| wrong());
    text.split(',')
        .map(|part| {
            let (lo, hi) = match part.split_once("..") {
                Some((lo, hi)) => (number(lo)?, number(hi.trim_start_matches('='))?),
                None => (0, number(part)?),
            };
            if lo > hi { Err(wrong()) } else { Ok((lo, hi)) }
        })
        .collect()
}

fn entry(e: &Option<Entry>) -> String {
    match e {
        Some(Entry::Grundy(g)) => g.to_string(),
        Some(Entry::Outcome(o)) => o.to_string(),
        Some(Entry::Value(v)) => v.to_string(),
        None => "-".to_string(),
    }
}

/// Coordinates of the i-th entry.
fn position(t: &TableReport, mut i: usize) -> Vec<u64> {
    let mut pos = vec![0; t.ranges.len()];
    for (p, (lo, hi)) in pos.iter_mut().zip(&t.ranges).rev() {
        let size = (hi - lo + 1) as usize;
        *p = lo + (i % size) as u64;
        i /= size;
    }
    pos
}

fn csv(t: &TableReport) -> String {
    let mut out = format!("{},{}\n", t.axes.join(","), t.entries);
    for (i, e) in t.values.iter().enumerate() {
        let pos: Vec<String> = position(t, i).iter().map(u64::to_string).collect();
        let value = match e {
            Some(Entry::Value(v)) => format!("\"{}\"", v.replace('"', "\"\"")),
            Some(_) => entry(e),
            None => String::new(),
        };
        out.push_str(&format!("{},{value}\n", pos.join(",")));
    }
    out
}

fn rows_text(rows: &[RowPattern]) -> String {
    let line = |row: &RowPattern| format!("{:>6}  {}\n", row.row, row.statement);
    rows.iter().map(line).collect()
}

/// Entries that are longer are not put into columns.
const WIDEST: usize = 80;

/// Lines of values for one coordinate; a grid for two; a list otherwise, and for long values.
fn text(t: &TableReport) -> String {
    let width = t.values.iter().map(|e| entry(e).len()).max().unwrap_or(1);
    let ranges = match width <= WIDEST {
        true => t.ranges.as_slice(),
        false => &[],
    };
    match ranges {
        [(lo, hi)] => {
            let width = width.max(hi.to_string().len());
            let per_line = (90 / (width + 1)).max(1);
            let mut out = format!("{} and {}\n", t.axes[0], t.entries);
            for (line, chunk) in t.values.chunks(per_line).enumerate() {
                let start = lo + (line * per_line) as u64;
                let head: Vec<String> = (0..chunk.len() as u64)
                    .map(|i| format!("{:>width$}", start + i))
                    .collect();
                let body: Vec<String> = chunk
                    .iter()
                    .map(|e| format!("{:>width$}", entry(e)))
                    .collect();
                out.push_str(&format!("{}\n{}\n\n", head.join(" "), body.join(" ")));
            }
            out
        }
        [(lo, hi), (lo2, hi2)] => {
            let width = width.max(hi2.to_string().len());
            let side = hi.to_string().len().max(t.axes[0].len());
            let head: Vec<String> = (*lo2..=*hi2).map(|b| format!("{b:>width$}")).collect();
            let mut out = format!(
                "{} down, {} across: {}\n{:>side$} | {}\n",
                t.axes[0],
                t.axes[1],
                t.entries,
                "",
                head.join(" ")
            );
            let columns = (hi2 - lo2 + 1) as usize;
            for (a, row) in (*lo..=*hi).zip(t.values.chunks(columns)) {
                let row: Vec<String> = row
                    .iter()
                    .map(|e| format!("{:>width$}", entry(e)))
                    .collect();
                out.push_str(&format!("{a:>side$} | {}\n", row.join(" ")));
            }
            out
        }
        _ => t
            .values
            .iter()
            .enumerate()
            .map(|(i, e)| {
                let pos: Vec<String> = position(t, i).iter().map(u64::to_string).collect();
                format!("{}  {}\n", pos.join(","), entry(e))
            })
            .collect(),
    }
}
