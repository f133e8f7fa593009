//! Limits on a search, and what it has used of them so far.
//!
//! Every search takes a [`Budget`]. It counts nodes, seconds and the bytes that the stores of the search really take, and
//! turns a limit that is reached, or a request to stop, into an error that says what was searched.

use bouton_rules::{Error, Result};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may use; `None` is no limit.
///
/// ```
/// use bouton_solve::Limits;
/// let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
/// assert!(limits.bytes.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Seconds on the clock.
    pub seconds: Option<f64>,
    /// Bytes held by the stores of the search at one time.
    pub bytes: Option<u64>,
    /// Set it to true from anywhere, and the search stops at the next check.
    pub stop: Option<Arc<AtomicBool>>,
    /// Threads that may work on a question that has use for more than one.
    pub threads: Option<u16>,
}

/// How far a search has come.
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

/// The running account of one question: limits, what is used, and whom to tell.
pub struct Budget<'a> {
    limits: Limits,
    progress: Option<&'a dyn Fn(Progress)>,
    start: Instant,
    deadline: Option<Duration>,
    phase: Cell<&'static str>,
    of: Cell<Option<u64>>,
    nodes: Cell<u64>,
    next_check: Cell<u64>,
    bytes: Cell<u64>,
    told: Cell<Duration>,
}

const CHECK_EVERY: u64 = 1024;
const TELL_EVERY: Duration = Duration::from_millis(100);

impl<'a> Budget<'a> {
    /// Starts the clock. A negative or non-finite number of seconds counts as no time left, respectively as no limit.
    pub fn new(limits: &Limits) -> Budget<'a> {
        let seconds = limits.seconds.filter(|s| s.is_finite()).map(|s| s.max(0.0));
        Budget {
            limits: limits.clone(),
            progress: None,
            start: Instant::now(),
            deadline: seconds.and_then(|s| Duration::try_from_secs_f64(s).ok()),
            phase: Cell::new("searching"),
            of: Cell::new(None),
            nodes: Cell::new(0),
            next_check: Cell::new(0),
            bytes: Cell::new(0),
            told: Cell::new(Duration::ZERO),
        }
    }

    /// No limit at all.
    pub fn unlimited() -> Budget<'a> {
        Budget::new(&Limits::default())
    }

    /// Tells `progress` about ten times a second how far the search is.
    pub fn with_progress(mut self, progress: &'a dyn Fn(Progress)) -> Budget<'a> {
        self.progress = Some(progress);
        self
    }

    /// An account of its own for a first attempt: at most `nodes` positions, and in everything else what is left here. The
    /// second part is true if that is less than what this account allows, so that another attempt may follow.
    ///
    /// ```
    /// use bouton_solve::{Budget, Limits};
    /// let budget = Budget::new(&Limits { nodes: Some(100), ..Limits::default() });
    /// assert!(budget.attempt(10).1);
    /// assert!(!budget.attempt(1000).1);
    /// ```
    pub fn attempt(&self, nodes: u64) -> (Budget<'a>, bool) {
        let left = self
            .limits
            .nodes
            .map(|most| most.saturating_sub(self.nodes.get()));
        let fewer = left.is_none_or(|left| nodes < left);
        let mut part = Budget::new(&self.limits);
        part.limits.nodes = Some(left.map_or(nodes, |left| left.min(nodes)));
        (part.start, part.deadline, part.progress) = (self.start, self.deadline, self.progress);
        (part, fewer)
    }

    /// As [`Budget::attempt`], with a limit of bytes too.
    pub(crate) fn attempt_within(&self, nodes: u64, bytes: u64) -> Budget<'a> {
        let (mut part, _) = self.attempt(nodes);
        part.limits.bytes = Some(part.limits.bytes.map_or(bytes, |most| most.min(bytes)));
        part
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Threads that may work at a time; one if nothing is said.
    pub fn threads(&self) -> u16 {
        self.limits.threads.unwrap_or(1)
    }

    /// Bytes held by the stores now.
    pub fn bytes(&self) -> u64 {
        self.bytes.get()
    }

    /// Names the part of the work that starts now, and how many nodes it has if that is known.
    pub fn phase(&self, phase: &'static str, of: Option<u64>) {
        self.phase.set(phase);
        self.of.set(of);
    }

    /// Counts `count` more positions; an error if a limit is reached.
    pub fn visit(&self, count: u64) -> Result<()> {
        let nodes = self.nodes.get().saturating_add(count);
        self.nodes.set(nodes);
        if self.limits.nodes.is_some_and(|most| nodes > most) {
            self.nodes.set(nodes - count);
            let most = self.limits.nodes.unwrap_or(0);
            return Err(self.reached(format!("the limit of {} positions", grouped(most))));
        }
        if nodes >= self.next_check.get() {
            self.next_check.set(nodes.saturating_add(CHECK_EVERY));
            return self.check();
        }
        Ok(())
    }

    /// Looks at the clock and the stop flag at once; for loops that visit no new position.
    pub fn check(&self) -> Result<()> {
        if self
            .limits
            .stop
            .as_ref()
            .is_some_and(|s| s.load(Ordering::Relaxed))
        {
            return Err(self.reached("the request to stop".to_string()));
        }
        if self.deadline.is_none() && self.progress.is_none() {
            return Ok(());
        }
        let now = self.start.elapsed();
        if self.deadline.is_some_and(|d| now >= d) {
            let seconds = self.limits.seconds.unwrap_or(0.0);
            return Err(self.reached(format!("the limit of {seconds} seconds")));
        }
        if let Some(progress) = self.progress
            && now >= self.told.get() + TELL_EVERY
        {
            self.told.set(now);
            progress(Progress {
                phase: self.phase.get(),
                nodes: self.nodes.get(),
                of: self.of.get(),
                bytes: self.bytes.get(),
                seconds: now.as_secs_f64(),
            });
        }
        Ok(())
    }

    /// An account for one store, empty at first; dropped, it gives its bytes back.
    pub fn hold(&self) -> Held<'_, 'a> {
        Held {
            budget: self,
            bytes: 0,
        }
    }

    fn reached(&self, what: String) -> Error {
        Error::limit(format!(
            "unknown: {} reached {what} after {} positions in {:.1} s, holding {}",
            self.phase.get(),
            grouped(self.nodes.get()),
            self.start.elapsed().as_secs_f64(),
            size(self.bytes.get()),
        ))
    }
}

/// The bytes of one store within a [`Budget`].
pub struct Held<'b, 'a> {
    budget: &'b Budget<'a>,
    bytes: u64,
}

impl Held<'_, '_> {
    /// Says that the store takes `bytes` in all (ask before it grows); an error, and no change, if that is over the limit.
    pub fn set(&mut self, bytes: u64) -> Result<()> {
        if bytes == self.bytes {
            return Ok(());
        }
        let total = (self.budget.bytes.get() - self.bytes).saturating_add(bytes);
        if bytes > self.bytes && self.budget.limits.bytes.is_some_and(|most| total > most) {
            let most = self.budget.limits.bytes.unwrap_or(0);
            return Err(self.budget.reached(format!(
                "the limit of {} of memory ({} needed)",
                size(most),
                size(total)
            )));
        }
        self.budget.bytes.set(total);
        self.bytes = bytes;
        Ok(())
    }

    /// As [`Held::set`], for a table whose size is known before it is made: the error says what it is and what it needs.
    pub fn set_table(&mut self, cells: u64, bytes: u64) -> Result<()> {
        let total = (self.budget.bytes.get() - self.bytes).saturating_add(bytes);
        if let Some(most) = self.budget.limits.bytes
            && total > most
        {
            return Err(Error::limit(format!(
                "a table of {} positions needs {}, the limit is {}",
                grouped(cells),
                size(total),
                size(most)
            )));
        }
        self.set(bytes)
    }
}

impl Drop for Held<'_, '_> {
    fn drop(&mut self) {
        self.budget.bytes.set(self.budget.bytes.get() - self.bytes);
    }
}

/// `1234567` as `1,234,567`.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Bytes in the largest unit of which there is at least one, powers of 1,000: `4 GB`, `1.5 MB`.
fn size(bytes: u64) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];
    let mut unit = 0;
    let mut scale = 1u64;
    while unit + 1 < units.len() && bytes / scale >= 1000 {
        scale *= 1000;
        unit += 1;
    }
    let tenths = (bytes as u128 * 10 + scale as u128 / 2) / scale as u128;
    if tenths.is_multiple_of(10) {
        format!("{} {}", tenths / 10, units[unit])
    } else {
        format!("{}.{} {}", tenths / 10, tenths % 10, units[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_well() {
        assert_eq!(size(0), "0 bytes");
        assert_eq!(size(999), "999 bytes");
        assert_eq!(size(4_000_000_000), "4 GB");
        assert_eq!(size(1_540_000), "1.5 MB");
        assert_eq!(size(u64::MAX), "18.4 EB");
        assert_eq!(grouped(1), "1");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

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
        assert!(e.is_limit());
        assert!(
            e.to_string()
                .contains("the limit of 2 positions after 2 positions"),
            "{e}"
        );
        let mut store = budget.hold();
        store.set(900).unwrap();
        assert!(store.set(1001).unwrap_err().is_limit());
        assert_eq!(budget.bytes(), 900);
        let table = budget
            .hold()
            .set_table(1_000_000_000, 4_000_000_000)
            .unwrap_err();
        assert_eq!(
            table.to_string(),
            "a table of 1,000,000,000 positions needs 4 GB, the limit is 1 kB"
        );
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
        stop.store(true, Ordering::Relaxed);
        assert!(budget.check().unwrap_err().is_limit());
        let late = Budget::new(&Limits {
            seconds: Some(0.0),
            ..Limits::default()
        });
        assert!(late.visit(1).unwrap_err().to_string().contains("0 seconds"));
    }
}
