//! Watching long work: progress, and a flag that stops it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How far a computation is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Values known so far.
    pub done: u64,
    /// Values wanted.
    pub wanted: u64,
    /// Values per second since the last report.
    pub per_second: f64,
    /// Rare values so far, where the engine has any.
    pub rare: Option<u64>,
}

/// Called a few times a second.
pub type OnProgress<'a> = &'a mut (dyn FnMut(Progress) + Send);

/// What watches a computation. The default watches nothing.
#[derive(Default)]
pub struct Watch<'a> {
    stop: Option<&'a AtomicBool>,
    progress: Option<OnProgress<'a>>,
    last: Option<(Instant, u64)>,
}

impl<'a> Watch<'a> {
    /// Stops soon after the flag is set.
    pub fn stopping(mut self, flag: &'a AtomicBool) -> Self {
        self.stop = Some(flag);
        self
    }

    /// Reports progress about five times a second.
    pub fn reporting(mut self, progress: OnProgress<'a>) -> Self {
        self.progress = Some(progress);
        self
    }

    /// True if the work should stop now.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Reports, if it is time to; returns true if the work should stop now.
    pub fn tick(&mut self, done: u64, wanted: u64, rare: Option<u64>) -> bool {
        if let Some(report) = &mut self.progress {
            let now = Instant::now();
            let (since, before) = *self.last.get_or_insert((now, done));
            let elapsed = now - since;
            if elapsed >= Duration::from_millis(200) {
                let per_second = (done - before.min(done)) as f64 / elapsed.as_secs_f64();
                report(Progress {
                    done,
                    wanted,
                    per_second,
                    rare,
                });
                self.last = Some((now, done));
            }
        }
        self.is_stopped()
    }
}
