//! A watch that stops long computations: a flag that anyone may set, and a deadline.
//!
//! A store and the graphs that are made with it share one watch; every loop that can be long looks at it now and then.

use crate::error::{Error, Result};
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How many steps pass between two looks.
const STEPS: u32 = 1 << 10;

#[derive(Debug)]
struct Shared {
    start: Instant,
    flag: OnceLock<Arc<AtomicBool>>,
    /// Milliseconds after the start, plus 1; 0 for no deadline.
    deadline: AtomicU64,
}

/// A watch; its clones are the same watch. All watches are equal, so that what holds one compares by its contents.
///
/// ```
/// use bouton_value::{Store, Value, Watch};
/// use std::sync::{Arc, atomic::{AtomicBool, Ordering}};
/// let flag = Arc::new(AtomicBool::new(false));
/// let mut s = Store::new();
/// s.watch(&Watch::new(Some(flag.clone())));
/// flag.store(true, Ordering::Relaxed);
/// let sum = (0..5000).try_fold(Value::ZERO, |g, k| {
///     let k = s.integer(k);
///     let hot = s.switch(k)?;
///     s.add(g, hot)
/// });
/// assert!(sum.is_err_and(|e| e.is_stopped()));
/// # Ok::<(), bouton_value::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Watch {
    shared: Option<Arc<Shared>>,
    steps: u32,
}

impl Watch {
    /// A watch on a flag, without a deadline.
    pub fn new(flag: Option<Arc<AtomicBool>>) -> Watch {
        let shared = Shared {
            start: Instant::now(),
            flag: OnceLock::new(),
            deadline: AtomicU64::new(0),
        };
        if let Some(flag) = flag {
            // The lock is new, so it takes the flag.
            let _ = shared.flag.set(flag);
        }
        Watch {
            shared: Some(Arc::new(shared)),
            steps: 0,
        }
    }

    /// Sets the deadline of this watch and all its clones: so much time from now, or none.
    pub fn set_deadline(&self, time: Option<Duration>) {
        if let Some(s) = &self.shared {
            let millis = time.map_or(0, |t| {
                let end = s.start.elapsed().saturating_add(t);
                u64::try_from(end.as_millis()).unwrap_or(u64::MAX - 1) + 1
            });
            s.deadline.store(millis, Ordering::Relaxed);
        }
    }

    /// Looks at the flag and the clock.
    pub fn look(&self) -> Result<()> {
        let Some(s) = &self.shared else {
            return Ok(());
        };
        if s.flag.get().is_some_and(|f| f.load(Ordering::Relaxed)) {
            return Err(Error::stopped("the calculation was stopped on request"));
        }
        let deadline = s.deadline.load(Ordering::Relaxed);
        if deadline > 0 && s.start.elapsed().as_millis() >= u128::from(deadline - 1) {
            return Err(Error::stopped(
                "the calculation was stopped at its time limit; allow more with --seconds",
            ));
        }
        Ok(())
    }

    /// Counts a step, and looks every thousand steps.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<()> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS) {
            self.look()
        } else {
            Ok(())
        }
    }

    /// This watch, or the other if this one watches nothing.
    pub(crate) fn or(&self, other: &Watch) -> Watch {
        if self.shared.is_some() {
            self.clone()
        } else {
            other.clone()
        }
    }
}

impl PartialEq for Watch {
    fn eq(&self, _: &Watch) -> bool {
        true
    }
}

impl Eq for Watch {}

impl Hash for Watch {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
