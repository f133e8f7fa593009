//! `bouton survey FAMILY`: one row a code, written as it goes, so that a run can be stopped and gone on with. A Parquet file is
//! written at the end, from a CSV file beside it that holds the rows so far.

use crate::session::Session;
use crate::{output, parquet};
use bouton_engine::{Budget, Error, Progress, Result, SURVEY_COLUMNS, family, survey_row};
use clap::Args;
use std::collections::{BTreeMap, HashSet};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton survey octal3 --to 2400 -o octal.csv\n  bouton survey 0.1ab\n  \
    bouton survey 0.abc --to 100000 -o part2.csv --shard 2/4\n  \
    bouton survey octal3 --out octal.parquet --threads 2"
)]
pub struct Survey {
    /// octal3 for all codes 0.abc and 4.abc, or a code with letters for the digits that vary, as in 0.1ab
    family: String,
    /// Values to compute of each code
    #[arg(long, value_name = "N", default_value = "2400")]
    to: usize,
    /// Write rows to this CSV file, or Parquet file if its name ends so; codes that it has already are not computed again
    #[arg(short, long, visible_alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Compute the i-th of n parts
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1")]
    shard: (usize, usize),
    /// Codes to compute at a time; the rows and their order are the same
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

fn shard(text: &str) -> std::result::Result<(usize, usize), String> {
    let wrong =
        || format!("`{text}` is not a part; write 1/4, 2/4, 3/4 or 4/4 for the parts of four");
    let (i, n) = text.split_once('/').ok_or_else(wrong)?;
    match (i.parse::<usize>(), n.parse::<usize>()) {
        (Ok(i), Ok(n)) if (1..=n).contains(&i) => Ok((i, n)),
        _ => Err(wrong()),
    }
}

impl Survey {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let (part, parts) = self.shard;
        let codes: Vec<String> = family(&self.family)?
            .into_iter()
            .skip(part - 1)
            .step_by(parts)
            .collect();
        let is_parquet = |path: &PathBuf| path.extension().is_some_and(|e| e == "parquet");
        let table = self.output.clone().filter(is_parquet);
        let mut rows = self.output;
        if let (Some(_), Some(path)) = (&table, &mut rows) {
            path.as_mut_os_string().push(".rows.csv");
        }
        let mut sink = Sink::open(rows.clone())?;
        let start = std::time::Instant::now();
        let left: Vec<&String> = codes.iter().filter(|c| !sink.known.contains(*c)).collect();
        let begun = codes.len() - left.len();
        let budget = Budget::new(session.limits());
        let row = |i: usize| survey_row(left[i], self.to, &budget);
        in_order(left.len(), self.threads.into(), &row, &mut |i, row| {
            sink.write(&row?)?;
            session.tell(Progress {
                phase: "computing codes",
                nodes: (begun + i) as u64 + 1,
                of: Some(codes.len() as u64),
                bytes: 0,
                seconds: start.elapsed().as_secs_f64(),
            });
            Ok(())
        })?;
        if let (Some(table), Some(rows)) = (table, rows) {
            drop(sink);
            let text = std::fs::read_to_string(&rows)
                .map_err(|e| Error::input(format!("`{}` cannot be read: {e}", rows.display())))?;
            output::write_file(&table, &parquet::from_csv(&text, &TEXTS)?)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Computes the rows 0, …, n - 1 by so many threads, and passes them on in their order until that fails.
fn in_order(
    n: usize,
    threads: usize,
    compute: &(dyn Fn(usize) -> Result<String> + Sync),
    pass: &mut dyn FnMut(usize, Result<String>) -> Result<()>,
) -> Result<()> {
    if threads == 1 {
        return (0..n).try_for_each(|i| pass(i, compute(i)));
    }
    let next = AtomicUsize::new(0);
    let (send, rows) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(n) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    // Nobody listens any more when a row could not be passed on.
                    if i >= n || send.send((i, compute(i))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        let result = rows.iter().try_for_each(|(i, row)| {
            early.insert(i, row);
            while let Some(row) = early.remove(&wanted) {
                pass(wanted, row)?;
                wanted += 1;
            }
            Ok(())
        });
        drop(rows);
        result
    })
}

/// The columns that hold text.
const TEXTS: [&str; 6] = [
    "code",
    "representative",
    "status",
    "sparse_type",
    "sparse_mask",
    "first_values",
];

/// Standard output, or a file that is appended to a row at a time.
struct Sink {
    file: Option<(PathBuf, std::fs::File)>,
    known: HashSet<String>,
}

impl Sink {
    fn open(path: Option<PathBuf>) -> Result<Sink> {
        let Some(path) = path else {
            output::print(SURVEY_COLUMNS);
            return Ok(Sink {
                file: None,
                known: HashSet::new(),
            });
        };
        let fail = |e: std::io::Error| {
            Error::input(format!("`{}` cannot be written: {e}", path.display()))
        };
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(fail(e)),
        };
        // A row that a crash cut short has no line end: it is dropped and computed again.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        if !whole.is_empty() && whole.lines().next() != Some(SURVEY_COLUMNS) {
            return Err(Error::input(format!(
                "`{}` is not a survey: its first line is not `{SURVEY_COLUMNS}`",
                path.display()
            )));
        }
        let known = whole
            .lines()
            .skip(1)
            .filter_map(|l| l.split(',').next())
            .map(str::to_string)
            .collect();
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(fail)?;
        file.set_len(whole.len() as u64).map_err(fail)?;
        let mut sink = Sink {
            file: Some((path, file)),
            known,
        };
        if whole.is_empty() {
            sink.write(SURVEY_COLUMNS)?;
        }
        Ok(sink)
    }

    fn write(&mut self, line: &str) -> Result<()> {
        match &mut self.file {
            None => output::print(line),
            Some((path, file)) => writeln!(file, "{line}").map_err(|e| {
                Error::input(format!("`{}` cannot be written: {e}", path.display()))
            })?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_pass_rows_on_in_order_until_one_fails() {
        for threads in [1, 2, 7] {
            let compute = |i: usize| {
                // Later rows are often ready first.
                std::thread::sleep(std::time::Duration::from_micros(i as u64 * 37 % 500));
                match i {
                    40 => Err(Error::limit("stopped")),
                    _ => Ok(i.to_string()),
                }
            };
            for (n, fine) in [(0, true), (40, true), (60, false)] {
                let mut seen = Vec::new();
                let result = in_order(n, threads, &compute, &mut |i, row| {
                    assert_eq!(row?, i.to_string());
                    seen.push(i);
                    Ok(())
                });
                assert_eq!(result.is_ok(), fine, "{threads} threads, {n} rows");
                assert_eq!(seen, (0..n.min(40)).collect::<Vec<_>>());
            }
        }
    }
}
