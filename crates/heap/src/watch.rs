//! Watching a computation of values: its budget, and a note of what stopped it.

use bouton_core::{Budget, Error};

/// The budget of a computation, counted in values, and the error that stopped it. The default has no limit.
///
/// The loops of the engines ask [`Watch::tick`] and end early when it says so; what they have computed stays, so that it can be
/// saved, and [`Watch::stopped`] then says why.
///
/// ```
/// use bouton_core::{Budget, Limits};
/// use bouton_heap::{HeapGame, Watch, grundy_values};
/// let kayles: HeapGame = "kayles".parse().unwrap();
/// let few = Budget::new(&Limits { nodes: Some(5_000), ..Limits::default() });
/// let mut watch = Watch::new(&few);
/// let sequence = grundy_values(&kayles, 1_000_000, &mut watch).unwrap();
/// assert!(sequence.values.len() < 1_000_000);
/// assert!(watch.stopped().is_some_and(|e| e.is_limit()));
/// ```
#[derive(Clone)]
pub struct Watch {
    budget: Budget,
    counted: Option<u64>,
    stopped: Option<Error>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch::new(&Budget::unlimited())
    }
}

impl Watch {
    /// Watches this budget.
    pub fn new(budget: &Budget) -> Watch {
        Watch {
            budget: budget.clone(),
            counted: None,
            stopped: None,
        }
    }

    /// The budget.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// What stopped the work, if anything did.
    pub fn stopped(&self) -> Option<&Error> {
        self.stopped.as_ref()
    }

    /// True if the work should stop now.
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// `done` of `wanted` values are there: counts the new ones; true if the work should stop now.
    pub fn tick(&mut self, done: u64, wanted: u64) -> bool {
        if self.counted.is_none() {
            self.budget.phase("computing values", Some(wanted));
        }
        // What a checkpoint held when the work began is not counted.
        let before = self.counted.unwrap_or(done);
        self.counted = Some(before.max(done));
        let new = done.saturating_sub(before);
        let counted = self.budget.visit(new);
        if let Err(e) = counted.and_then(|()| self.budget.check()) {
            self.stopped.get_or_insert(e);
        }
        self.is_stopped()
    }
}
