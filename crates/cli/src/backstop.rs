//! The backstop: work that does not look at its limits in time is ended all the same.
//!
//! A [`Budget`] stops work where the work asks it. Between two such looks there may be one long step (the moves of a huge board, the product
//! of two large automata), so a thread looks at the clock, the memory of the process and Ctrl-C, and ends the program a moment after the
//! limit with the sentence that the work would have ended with.

use crate::output;
use bouton_engine::{Budget, Code, Error, grouped, resident_bytes};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long work may go on after its time, or after Ctrl-C, before it is ended from outside.
const GRACE: Duration = Duration::from_millis(600);

/// Time between two looks. Memory can grow by a few megabytes in it.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// From here on a limit of memory is one for the whole process. The program's own code takes more than a smaller one: such a limit, and
/// this much beyond it, is what the work may add.
const WHOLE: u64 = 40 << 20;
const SLACK: u64 = 4 << 20;

/// The work that is under way.
struct Armed {
    budget: Budget,
    before: u64,
    stopped: Option<Instant>,
}

/// Watches one piece of work at a time.
pub struct Backstop(Arc<Mutex<Option<Armed>>>);

fn lock(armed: &Mutex<Option<Armed>>) -> MutexGuard<'_, Option<Armed>> {
    armed.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Backstop {
    /// Starts the thread; it watches nothing yet.
    pub fn start(json: bool) -> Backstop {
        let armed = Arc::new(Mutex::new(None));
        let shared = armed.clone();
        // Without the thread the limits still hold wherever the work looks at them.
        let _ = std::thread::Builder::new()
            .name("backstop".to_string())
            .spawn(move || {
                loop {
                    std::thread::sleep(LOOK_EVERY);
                    // The lock is held while the program ends, so that no answer is printed in the middle of it.
                    let mut armed = lock(&shared);
                    if let Some(work) = armed.as_mut() {
                        work.look(json);
                    }
                }
            });
        Backstop(armed)
    }

    /// Watches the work of this account from now on, in place of other work.
    pub fn arm(&self, budget: &Budget) {
        *lock(&self.0) = Some(Armed {
            budget: budget.clone(),
            before: resident_bytes().unwrap_or(0),
            stopped: None,
        });
    }

    /// The work is done.
    pub fn disarm(&self) {
        *lock(&self.0) = None;
    }
}

impl Armed {
    /// Ends the program if a limit is passed.
    fn look(&mut self, json: bool) {
        let limits = self.budget.limits();
        if self.budget.is_stopped() {
            let since = *self.stopped.get_or_insert_with(Instant::now);
            if since.elapsed() >= GRACE {
                std::process::exit(130);
            }
        }
        let late = |most: f64| self.budget.seconds() >= most.max(0.0) + GRACE.as_secs_f64();
        if let Some(most) = limits.seconds.filter(|&most| late(most)) {
            self.end(json, Code::Seconds, &format!("{most} seconds"));
        }
        if let Some(most) = limits.bytes
            && let Some(resident) = resident_bytes()
            && resident > self.most_memory(most)
        {
            let limit = format!("{} of memory", bouton_engine::bytes_text(most));
            self.end(json, Code::Memory, &limit);
        }
    }

    /// Bytes at which a limit of memory ends the program.
    fn most_memory(&self, most: u64) -> u64 {
        match most >= WHOLE {
            true => most.saturating_add(most / 25),
            false => self.before.saturating_add(most).saturating_add(SLACK),
        }
    }

    fn end(&self, json: bool, code: Code, limit: &str) {
        let message = format!(
            "unknown: the work stopped at the limit of {limit} ({} positions, {:.1} s)",
            grouped(self.budget.nodes()),
            self.budget.seconds()
        );
        output::error(&Error::new(code, message), json);
        std::process::exit(3);
    }
}
