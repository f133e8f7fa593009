//! What one question may use (positions, seconds, memory), what it has used so far, and whom to tell.
//!
//! Every long loop of every crate takes a [`Budget`]. Clones share one account, so that threads and nested searches count
//! together; a limit that is reached, or a request to stop, becomes an error that says how far the work came.

use crate::{Code, Error, Result, bytes_text, grouped, resident_bytes};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Limits of one question; `None` is no limit.
///
/// ```
/// use bouton_core::Limits;
/// let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
/// assert!(limits.bytes.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Seconds on the clock.
    pub seconds: Option<f64>,
    /// Bytes of memory that the work may add to the process.
    pub bytes: Option<u64>,
    /// Set it to true from anywhere, and the work stops at the next check.
    pub stop: Option<Arc<AtomicBool>>,
    /// Threads that may work on a question that has use for more than one.
    pub threads: Option<u16>,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// What is being done, in a phrase: `exploring`, `filling the table`.
    pub phase: &'static str,
    /// Positions visited so far.
    pub nodes: u64,
    /// How many there are to visit, where that is known.
    pub of: Option<u64>,
    /// Bytes held now.
    pub bytes: u64,
    /// Seconds since the start.
    pub seconds: f64,
}

/// Is told about ten times a second how far the work has come, from any thread that works.
pub type OnProgress = Arc<dyn Fn(Progress) + Send + Sync>;

/// The running account of one question. Clones share it.
///
/// ```
/// use bouton_core::{Budget, Limits};
/// let budget = Budget::new(&Limits { nodes: Some(2), ..Limits::default() });
/// budget.visit(2).unwrap();
/// assert!(budget.visit(1).unwrap_err().is_limit());
/// ```
#[derive(Clone)]
pub struct Budget(Arc<Account>);

struct Account {
    limits: Limits,
    progress: Option<OnProgress>,
    start: Instant,
    deadline: Option<Duration>,
    /// What the whole process may hold; of an attempt, what the question may.
    process: Option<Process>,
    phase: Mutex<(&'static str, Option<u64>)>,
    nodes: AtomicU64,
    next_check: AtomicU64,
    bytes: AtomicU64,
    /// Milliseconds after the start at which progress was told, and at which memory was looked at.
    told: AtomicU64,
    looked: AtomicU64,
}

/// The limit of memory for the process as a whole.
#[derive(Clone, Copy)]
struct Process {
    /// Bytes that it may have more than before.
    most: u64,
    /// Bytes that it had before the work began, where the system says so.
    before: u64,
}

const CHECK_EVERY: u64 = 1024;
const TELL_EVERY_MS: u64 = 100;
const LOOK_EVERY_MS: u64 = 20;
/// Memory that the allocator and the program's own code may take beyond a limit before the work stops.
const SLACK: u64 = 4 << 20;

impl Budget {
    /// Starts the clock. A negative number of seconds is no time at all, a non-finite one is no limit.
    pub fn new(limits: &Limits) -> Budget {
        let seconds = limits.seconds.filter(|s| s.is_finite()).map(|s| s.max(0.0));
        let deadline = seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
        Budget::started(limits.clone(), None, Instant::now(), deadline)
    }

    fn started(
        limits: Limits,
        progress: Option<OnProgress>,
        start: Instant,
        deadline: Option<Duration>,
    ) -> Budget {
        let process = limits.bytes.map(|most| Process {
            most,
            before: resident_bytes().unwrap_or(0),
        });
        Budget::with_account(limits, progress, start, deadline, process, 0)
    }

    fn with_account(
        limits: Limits,
        progress: Option<OnProgress>,
        start: Instant,
        deadline: Option<Duration>,
        process: Option<Process>,
        looked: u64,
    ) -> Budget {
        Budget(Arc::new(Account {
            limits,
            progress,
            start,
            deadline,
            process,
            phase: Mutex::new(("searching", None)),
            nodes: AtomicU64::new(0),
            next_check: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            told: AtomicU64::new(0),
            looked: AtomicU64::new(looked),
        }))
    }

    /// No limit at all.
    pub fn unlimited() -> Budget {
        Budget::new(&Limits::default())
    }

    /// The same limits and the same clock, with somebody to tell; the counts start from nothing, so call it first.
    pub fn with_progress(self, progress: OnProgress) -> Budget {
        let a = &*self.0;
        Budget::started(a.limits.clone(), Some(progress), a.start, a.deadline)
    }

    /// An account of its own for a first attempt: at most `nodes` positions, and in everything else what is left here. The
    /// second part is true if that is less than what this account allows, so that another attempt may follow.
    ///
    /// ```
    /// use bouton_core::{Budget, Limits};
    /// let budget = Budget::new(&Limits { nodes: Some(100), ..Limits::default() });
    /// assert!(budget.attempt(10).1);
    /// assert!(!budget.attempt(1000).1);
    /// ```
    pub fn attempt(&self, nodes: u64) -> (Budget, bool) {
        self.part(nodes, None)
    }

    /// As [`Budget::attempt`], with a limit of bytes for the stores too. Cheap: the memory of the process is looked at as often as
    /// without it.
    pub fn attempt_within(&self, nodes: u64, bytes: u64) -> Budget {
        self.part(nodes, Some(bytes)).0
    }

    fn part(&self, nodes: u64, bytes: Option<u64>) -> (Budget, bool) {
        let a = &*self.0;
        let left = a.limits.nodes.map(|most| most.saturating_sub(self.nodes()));
        let fewer = left.is_none_or(|left| nodes < left);
        let mut limits = a.limits.clone();
        limits.nodes = Some(left.map_or(nodes, |left| left.min(nodes)));
        if let Some(bytes) = bytes {
            limits.bytes = Some(limits.bytes.map_or(bytes, |most| most.min(bytes)));
        }
        let (progress, looked) = (a.progress.clone(), a.looked.load(Relaxed));
        let part = Budget::with_account(limits, progress, a.start, a.deadline, a.process, looked);
        (part, fewer)
    }

    /// The limits of this account.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Relaxed)
    }

    /// Bytes held by stores now.
    pub fn bytes(&self) -> u64 {
        self.0.bytes.load(Relaxed)
    }

    /// Threads that may work at a time; one if nothing is said.
    pub fn threads(&self) -> u16 {
        self.0.limits.threads.unwrap_or(1).max(1)
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.0.start.elapsed().as_secs_f64()
    }

    /// True if somebody asked for a stop.
    pub fn is_stopped(&self) -> bool {
        let stop = self.0.limits.stop.as_ref();
        stop.is_some_and(|flag| flag.load(Relaxed))
    }

    /// Names the part of the work that starts now, and how many positions it has if that is known.
    pub fn phase(&self, phase: &'static str, of: Option<u64>) {
        *self.0.phase.lock().unwrap_or_else(PoisonError::into_inner) = (phase, of);
    }

    /// Counts `count` more positions; an error if a limit is reached. Looks at the clock once in 1,024 positions.
    pub fn visit(&self, count: u64) -> Result<()> {
        let a = &*self.0;
        let nodes = a.nodes.fetch_add(count, Relaxed).saturating_add(count);
        if a.limits.nodes.is_some_and(|most| nodes > most) {
            a.nodes.fetch_sub(count, Relaxed);
            return Err(self.reached(Code::Positions));
        }
        if nodes >= a.next_check.load(Relaxed) {
            a.next_check
                .store(nodes.saturating_add(CHECK_EVERY), Relaxed);
            return self.check();
        }
        Ok(())
    }

    /// Looks at the stop flag, the clock and the memory of the process at once; for loops that visit no new position.
    pub fn check(&self) -> Result<()> {
        let a = &*self.0;
        if self.is_stopped() {
            return Err(self.reached(Code::Stopped));
        }
        if a.deadline.is_none() && a.progress.is_none() && a.process.is_none() {
            return Ok(());
        }
        let now = a.start.elapsed();
        if a.deadline.is_some_and(|d| now >= d) {
            return Err(self.reached(Code::Seconds));
        }
        let ms = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        if let Some(Process { most, before }) = a.process
            && due(&a.looked, ms, LOOK_EVERY_MS)
            && let Some(resident) = resident_bytes()
            && resident.saturating_sub(before)
                > most.saturating_add(most / 20).saturating_add(SLACK)
        {
            return Err(self.reached(Code::Memory));
        }
        if let Some(progress) = &a.progress
            && due(&a.told, ms, TELL_EVERY_MS)
        {
            let (phase, of) = *a.phase.lock().unwrap_or_else(PoisonError::into_inner);
            progress(Progress {
                phase,
                nodes: self.nodes(),
                of,
                bytes: self.bytes(),
                seconds: now.as_secs_f64(),
            });
        }
        Ok(())
    }

    /// An account for one store, empty at first; dropped, it gives its bytes back.
    pub fn hold(&self) -> Held {
        Held {
            budget: self.clone(),
            bytes: 0,
        }
    }

    /// The error that says which limit was reached and how far the work came.
    fn reached(&self, code: Code) -> Error {
        let a = &*self.0;
        let (phase, _) = *a.phase.lock().unwrap_or_else(PoisonError::into_inner);
        let limit = match code {
            Code::Positions => format!(
                "at the limit of {} positions",
                grouped(a.limits.nodes.unwrap_or(0))
            ),
            Code::Seconds => format!(
                "at the limit of {} seconds",
                a.limits.seconds.unwrap_or(0.0)
            ),
            Code::Memory => format!(
                "at the limit of {} of memory",
                bytes_text(a.limits.bytes.unwrap_or(0))
            ),
            _ => "on request".to_string(),
        };
        let message = format!(
            "unknown: {phase} stopped {limit} ({} positions, {:.1} s, {})",
            grouped(self.nodes()),
            self.seconds(),
            bytes_text(self.bytes()),
        );
        Error::new(code, message)
    }
}

/// True once in `every` milliseconds, for one of the threads that ask.
fn due(last: &AtomicU64, now: u64, every: u64) -> bool {
    let then = last.load(Relaxed);
    now >= then.saturating_add(every) && last.compare_exchange(then, now, Relaxed, Relaxed).is_ok()
}

/// The bytes of one store within a [`Budget`].
pub struct Held {
    budget: Budget,
    bytes: u64,
}

impl Held {
    /// Says that the store takes `bytes` in all (ask before it grows); an error, and no change, if that is over the limit.
    pub fn set(&mut self, bytes: u64) -> Result<()> {
        if bytes == self.bytes {
            return Ok(());
        }
        let a = &*self.budget.0;
        let total = a
            .bytes
            .load(Relaxed)
            .saturating_sub(self.bytes)
            .saturating_add(bytes);
        if bytes > self.bytes && a.limits.bytes.is_some_and(|most| total > most) {
            let e = self.budget.reached(Code::Memory);
            return Err(Error::new(
                Code::Memory,
                format!("{e}, {} needed", bytes_text(total)),
            ));
        }
        a.bytes.fetch_add(bytes.wrapping_sub(self.bytes), Relaxed);
        self.bytes = bytes;
        Ok(())
    }

    /// As [`Held::set`], for a table whose size is known before it is made: the error says what it is and what it needs.
    pub fn set_table(&mut self, cells: u64, bytes: u64) -> Result<()> {
        let a = &*self.budget.0;
        let total = a
            .bytes
            .load(Relaxed)
            .saturating_sub(self.bytes)
            .saturating_add(bytes);
        if let Some(most) = a.limits.bytes
            && total > most
        {
            return Err(Error::new(
                Code::Memory,
                format!(
                    "a table of {} positions needs {}, the limit is {}",
                    grouped(cells),
                    bytes_text(total),
                    bytes_text(most)
                ),
            ));
        }
        self.set(bytes)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.budget.0.bytes.fetch_sub(self.bytes, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_errors_that_say_what_was_searched() {
        let budget = Budget::new(&Limits {
            nodes: Some(2),
            bytes: Some(1000),
            ..Limits::default()
        });
        budget.visit(1).unwrap();
        budget.visit(1).unwrap();
        let e = budget.visit(1).unwrap_err();
        assert_eq!(e.code(), Code::Positions);
        assert!(
            e.to_string()
                .contains("at the limit of 2 positions (2 positions"),
            "{e}"
        );
        let mut store = budget.hold();
        store.set(900).unwrap();
        assert_eq!(store.set(1001).unwrap_err().code(), Code::Memory);
        assert_eq!(budget.bytes(), 900);
        let table = budget
            .hold()
            .set_table(1_000_000_000, 4_000_000_000)
            .unwrap_err();
        assert_eq!(
            table.to_string(),
            "a table of 1,000,000,000 positions needs 4 GB, the limit is 1 kB"
        );
        store.set(100).unwrap();
        assert_eq!(budget.bytes(), 100);
        drop(store);
        assert_eq!(budget.bytes(), 0);
    }

    #[test]
    fn a_stop_and_a_deadline_are_noticed() {
        let stop = Arc::new(AtomicBool::new(false));
        let budget = Budget::new(&Limits {
            stop: Some(stop.clone()),
            ..Limits::default()
        });
        budget.check().unwrap();
        stop.store(true, Relaxed);
        assert!(budget.check().unwrap_err().is_stopped());
        let late = Budget::new(&Limits {
            seconds: Some(0.0),
            ..Limits::default()
        });
        assert_eq!(late.visit(1).unwrap_err().code(), Code::Seconds);
    }

    #[test]
    fn clones_count_together_in_all_threads() {
        let budget = Budget::new(&Limits {
            nodes: Some(100_000),
            ..Limits::default()
        });
        let visits = |budget: Budget| (0..60_000).filter(|_| budget.visit(1).is_ok()).count();
        let other = budget.clone();
        let thread = std::thread::spawn(move || visits(other));
        let here = visits(budget.clone());
        assert_eq!(here + thread.join().unwrap(), 100_000);
    }

    #[test]
    fn memory_of_the_process_counts_where_no_store_says_it() {
        let budget = Budget::new(&Limits {
            bytes: Some(1 << 20),
            ..Limits::default()
        });
        if resident_bytes().is_none() {
            return;
        }
        let big = vec![1u8; 64 << 20];
        std::thread::sleep(Duration::from_millis(2 * LOOK_EVERY_MS));
        assert_eq!(budget.check().unwrap_err().code(), Code::Memory);
        assert!(big.iter().all(|&b| b == 1));
    }
}
