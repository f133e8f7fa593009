//! What one check may spend, and what it has spent so far.
//!
//! A certificate may be hostile: every loop and every list that it drives is paid for here, and each payment may look at
//! the clock, at the memory of the process and at the request to stop.

use crate::{Error, Result};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What one check may spend.
#[derive(Clone, Debug)]
pub struct Limits {
    /// States of all machines together; a state of many parts counts as several.
    pub states: u64,
    /// Transitions of machines, or pairs of heaps in a period, that may be computed.
    pub steps: u64,
    /// Seconds on the clock.
    pub seconds: Option<f64>,
    /// Bytes that the check may add to the process: counted, and looked up where the system tells.
    pub bytes: Option<u64>,
    /// Set it to true from anywhere, and the check stops.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            states: 1_000_000,
            steps: 8_000_000_000,
            seconds: None,
            bytes: None,
            stop: None,
        }
    }
}

/// The running account. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Budget(Rc<Account>);

#[derive(Debug)]
struct Account {
    limits: Limits,
    start: Instant,
    deadline: Option<Duration>,
    /// Bytes of the process before the check.
    before: u64,
    states: Cell<u64>,
    steps: Cell<u64>,
    parts: Cell<u64>,
    bytes: Cell<u64>,
    /// Work since the last look at the clock, and when the memory was last looked at.
    since: Cell<u64>,
    looked: Cell<Duration>,
}

const LOOK_EVERY: u64 = 1 << 13;
const MEMORY_EVERY: Duration = Duration::from_millis(10);
/// Memory that the allocator and the program's own code may take beyond a limit.
const SLACK: u64 = 4 << 20;
/// Atoms and connectives of formulas that may be made, for each state that may be.
const PARTS: u64 = 8;
/// Bytes of an atom of a formula, about.
const PART_BYTES: u64 = 192;

impl Budget {
    pub fn new(limits: &Limits) -> Self {
        let seconds = limits.seconds.filter(|s| s.is_finite()).map(|s| s.max(0.0));
        Budget(Rc::new(Account {
            limits: limits.clone(),
            start: Instant::now(),
            deadline: seconds.and_then(|s| Duration::try_from_secs_f64(s).ok()),
            before: limits.bytes.and_then(|_| resident_bytes()).unwrap_or(0),
            states: Cell::new(0),
            steps: Cell::new(0),
            parts: Cell::new(0),
            bytes: Cell::new(0),
            since: Cell::new(0),
            looked: Cell::new(Duration::ZERO),
        }))
    }

    /// Pays for one state that is kept as `cells` numbers.
    pub fn state(&self, cells: usize) -> Result<()> {
        let a = &*self.0;
        let states = a.states.get().saturating_add(1 + cells as u64 / 16);
        a.states.set(states);
        if states > a.limits.states {
            return Err(self.reached(format!("{} states", a.limits.states)));
        }
        self.held(64 + 8 * cells as u64)?;
        self.worked(1 + cells as u64 / 16)
    }

    /// Pays for `steps` transitions.
    pub fn steps(&self, steps: u64) -> Result<()> {
        let a = &*self.0;
        a.steps.set(a.steps.get().saturating_add(steps));
        if a.steps.get() > a.limits.steps {
            return Err(self.reached(format!("{} steps", a.limits.steps)));
        }
        self.worked(steps)
    }

    /// Pays for `parts` atoms and connectives of formulas.
    pub fn formula(&self, parts: u64) -> Result<()> {
        let a = &*self.0;
        a.parts.set(a.parts.get().saturating_add(parts));
        let most = a.limits.states.saturating_mul(PARTS);
        if a.parts.get() > most {
            return Err(self.reached(format!("{most} parts of formulas")));
        }
        // Formulas come and go: what they take is seen in the memory of the process.
        self.worked(parts.saturating_mul(PART_BYTES / 16))
    }

    /// Counts bytes that stay.
    pub fn held(&self, bytes: u64) -> Result<()> {
        let a = &*self.0;
        a.bytes.set(a.bytes.get().saturating_add(bytes));
        match a.limits.bytes {
            Some(most) if a.bytes.get() > most.saturating_add(SLACK) => Err(self.memory(most)),
            _ => Ok(()),
        }
    }

    fn worked(&self, work: u64) -> Result<()> {
        let a = &*self.0;
        a.since.set(a.since.get().saturating_add(work));
        if a.since.get() < LOOK_EVERY {
            return Ok(());
        }
        a.since.set(0);
        self.look()
    }

    /// Looks at the request to stop, the clock and the memory.
    pub fn look(&self) -> Result<()> {
        let a = &*self.0;
        let stop = a.limits.stop.as_ref();
        if stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Error::stopped(
                "unknown: the check was stopped on request before there was a verdict",
            ));
        }
        if a.deadline.is_none() && a.limits.bytes.is_none() {
            return Ok(());
        }
        let now = a.start.elapsed();
        if a.deadline.is_some_and(|d| now >= d) {
            let seconds = a.limits.seconds.unwrap_or(0.0);
            return Err(self.reached(format!("{seconds} seconds")));
        }
        if let Some(most) = a.limits.bytes
            && now >= a.looked.get() + MEMORY_EVERY
        {
            a.looked.set(now);
            let more = resident_bytes().map_or(0, |r| r.saturating_sub(a.before));
            if more > most.saturating_add(most / 20).saturating_add(SLACK) {
                return Err(self.memory(most));
            }
        }
        Ok(())
    }

    fn memory(&self, most: u64) -> Error {
        self.reached(format!("{most} bytes of memory"))
    }

    fn reached(&self, limit: String) -> Error {
        Error::limit(format!(
            "unknown: the limit of {limit} is reached before there is a verdict"
        ))
    }
}

/// Bytes of the process that are in memory now, where the system says so.
fn resident_bytes() -> Option<u64> {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(PAGE))
}
