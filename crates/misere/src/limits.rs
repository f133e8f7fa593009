//! Limits on the work, and news of it: no search runs without them.

use bouton_rules::{Error, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Where a search stops.
///
/// ```
/// use bouton_misere::Limits;
/// let limits = Limits { time: Some(std::time::Duration::from_secs(5)), ..Limits::default() };
/// assert_eq!(limits.heaps, 1_000);
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest heap to look at.
    pub heaps: u32,
    /// The largest order of a quotient, in elements.
    pub order: usize,
    /// The largest trial monoid, in elements before reduction.
    pub trial: usize,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Memory for the tables of the search, in bytes (approximate).
    pub memory: usize,
    /// Set it to stop the search soon; what has been found is kept.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            heaps: 1_000,
            order: 4_096,
            trial: 1 << 18,
            time: None,
            memory: 1 << 30,
            stop: None,
        }
    }
}

/// What a search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The heap that is being added.
    pub heap: u32,
    /// Order of the quotient of the smaller heaps.
    pub order: usize,
    /// Elements of the trial monoid in hand; 0 if none is.
    pub trial: usize,
}

/// Watches the clock and the stop flag.
pub(crate) struct Watch {
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    memory: usize,
    ticks: u32,
}

impl Watch {
    pub(crate) fn new(limits: &Limits) -> Watch {
        let deadline = limits.time.and_then(|t| Instant::now().checked_add(t));
        Watch {
            deadline,
            stop: limits.stop.clone(),
            memory: limits.memory,
            ticks: 0,
        }
    }

    /// An error if the time is over or a stop was asked for. Cheap: looks at the clock once in 256 calls.
    pub(crate) fn tick(&mut self) -> Result<()> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(256) {
            self.look()
        } else {
            Ok(())
        }
    }

    /// An error if the time is over or a stop was asked for.
    pub(crate) fn look(&self) -> Result<()> {
        if self
            .stop
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return Err(Error::limit("stopped on request"));
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Err(Error::limit("the time limit was reached"));
        }
        Ok(())
    }

    /// An error if a table of `bytes` would not fit.
    pub(crate) fn fits(&self, bytes: usize) -> Result<()> {
        if bytes > self.memory {
            return Err(Error::limit(format!(
                "the memory limit of {} bytes was reached: a table of {bytes} bytes is needed",
                self.memory
            )));
        }
        Ok(())
    }
}
