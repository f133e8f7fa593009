//! Taking-and-breaking games by code: Grundy values, proved periods, misère quotients.

use crate::report::{Entry, TableReport};
use bouton_core::{Budget, Code};
use bouton_heap::{HeapGame, Moves, RunOptions, Watch, run};
use bouton_misere::{Genera, Limits};
use bouton_rules::{Error, Heaps, Result};
use serde::Serialize;
use std::path::PathBuf;

/// Values that a report lists unless all are asked for.
const LISTED: usize = 1_000;

/// What to compute of a code.
#[derive(Clone, Debug, Default)]
pub struct HeapQuestion {
    /// The code or the name of the game: `0.77`, `4!.0`, `S{1,3,4}`, `kayles`.
    pub code: String,
    /// How many values: G(0), …, G(to - 1).
    pub to: usize,
    /// Stop as soon as a period is proved.
    pub stop_at_period: bool,
    /// List every value.
    pub all: bool,
    /// Save the values there now and then, and go on from what it holds.
    pub checkpoint: Option<PathBuf>,
}

/// A proved period.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodReport {
    /// The least period.
    pub length: usize,
    /// n0: the least n from which it holds.
    pub preperiod: usize,
    /// n0 - 1, the last n at which it fails.
    pub last_exception: Option<usize>,
    /// What one period adds; 0 for an ordinary period.
    pub saltus: u64,
    /// The theorem, and what was computed for it.
    pub proof: String,
}

/// Grundy values of a code.
#[derive(Clone, Debug, Serialize)]
pub struct HeapReport {
    /// The code in normal form.
    pub game: String,
    /// The rules in words.
    pub rules: String,
    /// G(0), G(1), …: the first 1,000, or all.
    pub values: Vec<u64>,
    /// How many values were computed.
    pub computed: usize,
    /// The proved period; `null` if none is proved.
    pub period: Option<PeriodReport>,
    /// What is known about a period, in a sentence.
    pub status: String,
    /// The greatest value.
    pub max: Option<u64>,
    /// The first heap that has it.
    pub max_at: Option<usize>,
    /// The method that computed the values.
    pub engine: &'static str,
    /// The sparse space, if the game has been computed with one.
    pub sparse: Option<String>,
    /// Values that came from the checkpoint.
    pub resumed: usize,
    /// The certificate of the period, where the checker has a method for it.
    #[serde(skip)]
    pub certificate: Option<String>,
}

/// Grundy values of a taking-and-breaking game, with a period only where a theorem proves it.
///
/// Errors: a code that does not read; a checkpoint that is wrong or cannot be written; a limit, or a stop before the end (what was
/// computed is in the checkpoint).
///
/// ```
/// use bouton_engine::{Budget, HeapQuestion, heap};
/// let question = HeapQuestion { code: "0.77".into(), to: 1000, ..HeapQuestion::default() };
/// let kayles = heap(&question, &Budget::unlimited()).unwrap();
/// assert_eq!(kayles.period.map(|p| (p.length, p.preperiod)), Some((12, 71)));
/// ```
pub fn heap(q: &HeapQuestion, budget: &Budget) -> Result<HeapReport> {
    let game: HeapGame = q.code.parse()?;
    let values = q.to as u64;
    if budget.limits().bytes.is_some_and(|most| values > most) {
        return Err(Error::new(
            Code::Memory,
            format!("{values} values need at least as many bytes of memory; ask for fewer"),
        ));
    }
    let options = RunOptions {
        to: q.to,
        stop_at_period: q.stop_at_period,
        checkpoint: q.checkpoint.clone(),
        ..RunOptions::default()
    };
    let mut watch = Watch::new(budget);
    let report = run(&game, &options, &mut watch)?;
    if report.stopped {
        let saved = if q.checkpoint.is_some() {
            "; they are saved, the same command goes on from there"
        } else {
            ""
        };
        let code = watch.stopped().map_or(Code::Size, Error::code);
        let message = format!(
            "stopped after {} of {} values of {}{saved}",
            report.values.len(),
            q.to,
            report.game
        );
        let cause = watch.stopped().cloned();
        let error = Error::new(code, message);
        return Err(match cause {
            Some(cause) => error.caused_by(cause),
            None => error,
        });
    }
    let period = report.period.proved().map(|p| PeriodReport {
        length: p.length,
        preperiod: p.preperiod,
        last_exception: p.last_exception,
        saltus: p.saltus,
        proof: format!("{} ({} values computed)", p.proof.name(), p.computed),
    });
    let certificate = report.period.proved();
    let certificate =
        certificate.and_then(|p| bouton_heap::period_certificate(&game, p, &report.values).ok());
    let listed = if q.all { report.values.len() } else { LISTED };
    Ok(HeapReport {
        rules: game.rules(),
        game: report.game,
        values: report.values.head(listed),
        computed: report.values.len(),
        period,
        status: report.period.statement(),
        max: report.max.map(|m| m.0),
        max_at: report.max.map(|m| m.1),
        engine: report.engine,
        sparse: report.sparse.map(|s| {
            let last = s
                .last_rare
                .map_or(String::new(), |n| format!(", the last at n = {n}"));
            format!("{} space, {} rare heaps{last}", s.split.kind(), s.rare)
        }),
        resumed: report.resumed,
        certificate,
    })
}

/// What one row of a table of Grundy values repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowPattern {
    /// The first coordinate.
    pub row: u64,
    /// After how many columns the values repeat; `null` if they do not.
    pub length: Option<u64>,
    /// The column from which on they do.
    pub from: Option<u64>,
    /// What is added each time.
    pub saltus: Option<i64>,
    /// In words. It is what the table shows, no proof.
    pub statement: String,
}

/// For each row of a table with two coordinates: do its Grundy values repeat, with a constant added each time? Linear in the
/// size of the table.
///
/// Errors: if the table has not two coordinates, holds outcomes, or has places without a position.
pub fn row_patterns(table: &TableReport) -> Result<Vec<RowPattern>> {
    let wrong = || {
        Error::input(format!(
            "rows are looked at in full tables of Grundy values with two coordinates, and {} has {} with {} coordinates",
            table.game,
            table.entries,
            table.ranges.len()
        ))
    };
    let &[(first, _), (low, high)] = table.ranges.as_slice() else {
        return Err(wrong());
    };
    let columns = (high - low + 1) as usize;
    let pattern = |(i, entries): (usize, &[Option<Entry>])| {
        let value = |e: &Option<Entry>| match e {
            Some(Entry::Grundy(g)) => Some(u64::from(*g)),
            _ => None,
        };
        let values: Vec<u64> = entries
            .iter()
            .map(value)
            .collect::<Option<_>>()
            .ok_or_else(wrong)?;
        let found = bouton_seq::arithmetic_period(&values);
        let shown = format!("columns {low} to {high}");
        Ok(RowPattern {
            row: first + i as u64,
            length: found.map(|p| p.length as u64),
            from: found.map(|p| low + p.preperiod as u64),
            saltus: found.map(|p| p.saltus),
            statement: match found {
                None => format!("does not repeat twice in {shown}"),
                Some(p) => format!(
                    "repeats every {} columns with {} added, from column {} on; seen in {shown}, not proved",
                    p.length,
                    p.saltus,
                    low + p.preperiod as u64
                ),
            },
        })
    };
    table
        .values
        .chunks(columns)
        .enumerate()
        .map(pattern)
        .collect()
}

/// The codes of a family: `octal3` for all codes 0.abc and 4.abc, or a code with letters for the digits that vary.
///
/// ```
/// assert_eq!(bouton_engine::family("0.ab").unwrap().len(), 64);
/// assert_eq!(bouton_engine::family("octal3").unwrap().len(), 1023);
/// ```
pub fn family(pattern: &str) -> Result<Vec<String>> {
    if let Some(digits) = pattern.strip_prefix("octal") {
        let digits = digits.parse().map_err(|_| {
            Error::input(format!(
                "`{pattern}` is not a family; write octal3 or 0.abc"
            ))
        })?;
        return Ok(bouton_heap::octal_family(digits)?
            .iter()
            .map(|c| c.to_string())
            .collect());
    }
    let letters = pattern.chars().filter(char::is_ascii_lowercase).count();
    let shape = pattern
        .chars()
        .all(|c| c.is_ascii_digit() || c.is_ascii_lowercase() || c == '.');
    if !shape || letters == 0 || letters > 5 {
        return Err(Error::input(format!(
            "`{pattern}` is not a family of octal codes; write one to five letters for the digits that vary, as in 0.abc"
        )));
    }
    let codes = (0..8u32.pow(letters as u32)).map(|n| {
        let mut left = letters as u32;
        let digit = |c: char| match c.is_ascii_lowercase() {
            true => {
                left -= 1;
                char::from_digit(n / 8u32.pow(left) % 8, 8).unwrap_or('0')
            }
            false => c,
        };
        let code: String = pattern.chars().map(digit).collect();
        // In normal form, as rows name them.
        Ok(code.parse::<HeapGame>()?.to_string())
    });
    codes.collect()
}

/// The columns of [`survey_row`].
pub const SURVEY_COLUMNS: &str = bouton_heap::SurveyRow::COLUMNS;

/// One row of a survey as comma-separated values: a code's period, proved or not, from at most `to` values.
pub fn survey_row(code: &str, to: usize, budget: &Budget) -> Result<String> {
    let parsed = code.parse()?;
    let mut watch = Watch::new(budget);
    let row = bouton_heap::survey_row(&parsed, to, &mut watch)?;
    row.map(|row| row.csv()).ok_or_else(|| {
        Error::limit(format!(
            "stopped in {code}; the rows before it are complete"
        ))
    })
}

/// What to compute of a code under misère play.
#[derive(Clone, Debug, Default)]
pub struct MisereQuestion {
    /// The code.
    pub code: String,
    /// The largest heap.
    pub heaps: u32,
    /// The largest order of a quotient.
    pub order: Option<usize>,
    /// A position to solve through the quotient.
    pub position: Option<String>,
}

/// A misère quotient, and what it says of a position.
#[derive(Clone, Debug, Serialize)]
pub struct MisereReport {
    /// The quotient.
    #[serde(flatten)]
    pub quotient: bouton_misere::Report,
    /// Everything in one line.
    #[serde(skip)]
    pub summary: String,
    /// Genera of the heaps 1, 2, …, as far as they were computed.
    pub genus: Vec<String>,
    /// Outcome of the position asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// Winning moves from it, as the positions that they lead to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<Vec<String>>,
    /// The limit of the question that stopped the search, if one did: what is above holds, and is not all that was asked.
    #[serde(skip)]
    pub stopped: Option<Error>,
}

/// Genera of this many heaps are listed.
const GENERA: u32 = 24;

/// The misère quotient of a taking-and-breaking game, exact up to the heap that it states, or for the whole game.
///
/// ```
/// use bouton_engine::{Budget, MisereQuestion, misere};
/// let question = MisereQuestion { code: "0.77".into(), heaps: 200, ..MisereQuestion::default() };
/// let kayles = misere(&question, &Budget::unlimited()).unwrap();
/// assert_eq!((kayles.quotient.order, kayles.quotient.p_size, kayles.quotient.complete), (40, 9, true));
/// ```
pub fn misere(q: &MisereQuestion, budget: &Budget) -> Result<MisereReport> {
    let game: HeapGame = q.code.parse()?;
    if let Moves::Turning(_) = game.moves() {
        return Err(Error::input(format!(
            "{game} turns coins: two heads at one place cancel, which under misère play two equal heaps need not do, so it has \
             no misère quotient by heaps; give a code such as 0.77 or a set such as S{{1,3,4}}"
        )));
    }
    let defaults = Limits::default();
    let limits = Limits {
        heaps: q.heaps,
        order: q.order.unwrap_or(defaults.order),
        ..defaults
    };
    let solution = bouton_misere::quotient(game.clone(), &limits, budget, None)?;
    let stopped = solution
        .reason()
        .filter(|e| e.code() != Code::Size)
        .cloned();
    let (genus, _) = Genera::new(game, 100_000)
        .within(budget)
        .sequence(q.heaps.min(GENERA));
    let (outcome, winning_moves) = match &q.position {
        None => (None, None),
        Some(text) => {
            let position = Heaps::parse(text)?;
            let outcome = if solution.is_p_position(&position)? {
                "P"
            } else {
                "N"
            };
            let moves = solution.winning_moves(&position)?;
            (
                Some(outcome),
                Some(moves.moves.into_iter().map(|m| m.position).collect()),
            )
        }
    };
    let quotient = solution.report();
    Ok(MisereReport {
        summary: quotient.summary(),
        quotient,
        genus: genus.iter().map(|g| g.to_string()).collect(),
        outcome,
        winning_moves,
        stopped,
    })
}
