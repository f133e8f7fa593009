//! A range of numbers cut into chunks for the threads of a budget.

use super::{Part, Scratch};
use bouton_core::{Budget, Error, Result};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

const CHUNK: u64 = 1 << 13;

/// Calls `work` for every chunk of `0..count`, from as many threads as the budget allows. `visits` says whether the numbers count as
/// positions visited. The first error ends the work.
pub(super) fn in_chunks<P: Send>(
    count: u64,
    budget: &Budget,
    visits: bool,
    work: impl Fn(Part, &mut Scratch<P>) -> Result<()> + Sync,
) -> Result<()> {
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let error: Mutex<Option<Error>> = Mutex::new(None);
    let run = || {
        let mut scratch = Scratch::new();
        while !failed.load(Relaxed) {
            let start = next.fetch_add(CHUNK, Relaxed);
            if start >= count {
                break;
            }
            let part = start..(start + CHUNK).min(count);
            let account = match visits {
                true => budget.visit(part.end - part.start),
                false => budget.check(),
            };
            if let Err(e) = account.and_then(|()| work(part, &mut scratch)) {
                failed.store(true, Relaxed);
                if let Ok(mut first) = error.lock() {
                    first.get_or_insert(e);
                }
            }
        }
    };
    let threads = u64::from(budget.threads()).min(count.div_ceil(CHUNK));
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
    match error.into_inner() {
        Ok(Some(e)) => Err(e),
        _ => Ok(()),
    }
}
