//! A long run: values, checkpoints, and the search for a period on the way.

use crate::period::{PeriodStatus, period_status, shift};
use crate::{Checkpoint, Growing, HeapGame, SparseFacts, Theorem, Values, Watch};
use bouton_rules::Result;
use bouton_seq::least_start;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What a run shall do.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// How many values are wanted: G(0), …, G(to - 1).
    pub to: usize,
    /// End as soon as a period is proved.
    pub stop_at_period: bool,
    /// Save the values there, and go on from what it holds.
    pub checkpoint: Option<PathBuf>,
    /// Time between two saves; five seconds if not given.
    pub save_every: Option<Duration>,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// The game in normal form.
    pub game: String,
    /// The values.
    pub values: Values,
    /// The method that computed them.
    pub engine: &'static str,
    /// What is known about the period.
    pub period: PeriodStatus,
    /// The greatest value, and the first heap that has it.
    pub max: Option<(u64, usize)>,
    /// The sparse space, where the game has been computed with one.
    pub sparse: Option<SparseFacts>,
    /// How many values came from the checkpoint.
    pub resumed: usize,
    /// True if the run was stopped before it was finished.
    pub stopped: bool,
}

/// Time between two saves.
const BETWEEN_SAVES: Duration = Duration::from_secs(5);

/// Computes values and looks for a period as it goes; a period is reported only when it is proved.
///
/// If `watch` stops the work, the values so far are saved and reported.
///
/// # Errors
/// A wrong or unwritable checkpoint; a limit of memory or of the width of values.
///
/// ```
/// use bouton_heap::{HeapGame, RunOptions, Watch, run};
/// let kayles: HeapGame = "kayles".parse().unwrap();
/// let options = RunOptions { to: 10_000, stop_at_period: true, ..Default::default() };
/// let report = run(&kayles, &options, &mut Watch::default()).unwrap();
/// let period = report.period.proved().unwrap();
/// assert_eq!((period.length, period.preperiod), (12, 71));
/// assert_eq!(report.values.len(), 168);
/// ```
pub fn run(game: &HeapGame, options: &RunOptions, watch: &mut Watch) -> Result<RunReport> {
    let name = game.to_string();
    let (mut checkpoint, values) = match &options.checkpoint {
        Some(path) => {
            let (checkpoint, values) = Checkpoint::open(path, &name)?;
            (Some(checkpoint), values)
        }
        None => (None, Values::U8(Vec::new())),
    };
    let resumed = values.len();
    let mut growing = Growing::new(game.clone(), values)?;
    let mut search = Search::new(game);
    let mut step = 1 << 14;
    let save_every = options.save_every.unwrap_or(BETWEEN_SAVES);
    let mut saved_at = Instant::now();
    let mut proved = None;
    while growing.len() < options.to && !watch.is_stopped() {
        let begin = Instant::now();
        let mut to = options.to.min(growing.len() + step);
        if options.stop_at_period {
            to = to.min(search.next.max(growing.len() + 1));
        }
        growing.extend(to, watch)?;
        if begin.elapsed() < save_every / 4 {
            step = (step * 2).min(1 << 30);
        }
        if let Some(checkpoint) = &mut checkpoint
            && saved_at.elapsed() >= save_every
        {
            growing.with_values(|values| checkpoint.save(values, false))?;
            saved_at = Instant::now();
        }
        if options.stop_at_period && growing.len() >= search.next {
            proved = growing.with_values(|values| search.look(game, values));
            if proved.is_some() {
                break;
            }
        }
    }
    if let Some(checkpoint) = &mut checkpoint {
        growing.with_values(|values| checkpoint.save(values, true))?;
    }
    let sequence = growing.finish(options.to)?;
    let stopped = proved.is_none() && sequence.stopped;
    let period = proved.unwrap_or_else(|| period_status(game, &sequence.values));
    Ok(RunReport {
        game: name,
        engine: sequence.engine.name(),
        max: sequence.values.max(),
        sparse: sequence.sparse,
        values: sequence.values,
        period,
        resumed,
        stopped,
    })
}

/// When to look for a period: at lengths that grow by a third, and at once where a repetition that has begun would be proved.
struct Search {
    theorem: Option<Theorem>,
    next: usize,
}

impl Search {
    fn new(game: &HeapGame) -> Search {
        Search {
            theorem: Theorem::of(game),
            next: 64,
        }
    }

    fn look(&mut self, game: &HeapGame, values: &Values) -> Option<PeriodStatus> {
        let n = values.len();
        self.next = n + n / 3 + 1;
        let theorem = self.theorem?;
        if n < 1 << 12 {
            // Small: ask at once, and often, so that the shortest sufficient prefix is found.
            let status = period_status(game, values);
            self.next = n + 1 + n / 512;
            return status.proved().is_some().then_some(status);
        }
        // A period that can be proved agrees on half of the values or more; an eighth shows it earlier.
        let p = shift(values, n / 8)?;
        let n0 = match values {
            Values::U8(v) => least_start(v, p),
            Values::U16(v) => least_start(v, p),
            Values::U32(v) => least_start(v, p),
        };
        let needs = theorem.needs(p, n0)?;
        if needs > n {
            self.next = self.next.min(needs);
            return None;
        }
        let status = period_status(game, values);
        status.proved().is_some().then_some(status)
    }
}
