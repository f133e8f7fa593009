//! Limits on the work, and news of it: no search runs without them.

use bouton_core::{Budget, Result, bytes_text};
use bouton_core::{Code, Error};

/// Where a search stops, beside its budget of time and memory.
///
/// ```
/// use bouton_misere::Limits;
/// let limits = Limits { order: 100, ..Limits::default() };
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
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            heaps: 1_000,
            order: 4_096,
            trial: 1 << 18,
        }
    }
}

/// Bytes that tables may take where the budget does not say.
const MEMORY: u64 = 1 << 30;

/// What a search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The heap that is being added.
    pub heap: u32,
    /// Order of the quotient of the smaller heaps.
    pub order: usize,
    /// Order of the candidate in hand for the quotient with the heap; 0 if there is none.
    pub candidate: usize,
}

/// Watches the budget of a search.
pub(crate) struct Watch(Budget);

impl Watch {
    pub(crate) fn new(budget: &Budget) -> Watch {
        Watch(budget.clone())
    }

    /// An error if the time is over or a stop was asked for. Cheap: looks at the clock once in 1,024 calls, each of which counts as a
    /// position.
    pub(crate) fn tick(&mut self) -> Result<()> {
        self.0.visit(1)
    }

    /// An error if the time is over or a stop was asked for.
    pub(crate) fn look(&self) -> Result<()> {
        self.0.check()
    }

    /// An error if a table of `bytes` would not fit.
    pub(crate) fn fits(&self, bytes: usize) -> Result<()> {
        let most = self.0.limits().bytes.unwrap_or(MEMORY);
        if bytes as u64 > most {
            return Err(Error::new(
                Code::Memory,
                format!(
                    "a table of {} is needed, and the limit of memory is {}",
                    bytes_text(bytes as u64),
                    bytes_text(most)
                ),
            ));
        }
        Ok(())
    }
}
