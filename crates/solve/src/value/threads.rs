//! The value of a position by two threads: one walks over the positions, the other computes values.
//!
//! The walker knows the board and no values. It numbers the parts in the order in which all that is below them has been
//! numbered, and sends for each part its options, as sums of numbers. The other thread has the store and no positions: when it
//! comes to a part, the values of all it needs lie in a list. So neither waits for the other but for the next batch.

use super::walk::{Sides, Sink, Walk};
use super::{add, wrap};
use crate::numbered::{Numbered, Numbering, Options, Parts, Seen, Summand};
use bouton_core::Budget;
use bouton_rules::{Partizan, Result, Short};
use bouton_value::{Store, Term, Value};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Words after which a batch is sent, and batches that may wait.
const BATCH: usize = 1 << 14;
const WAITING: usize = 16;

/// The canonical value of a position, as [`super::GameValues::value`] gives it, found by two threads.
///
/// Costs and errors are those; the tables are given up at the end.
///
/// ```
/// # use bouton_solve::doc::Stalk;
/// use bouton_solve::{Budget, value_by_two_threads};
/// use bouton_value::Store;
/// let mut store = Store::new();
/// let stalk = vec![true, false];
/// let half = value_by_two_threads(&Stalk, &stalk, &mut store, &Budget::unlimited()).unwrap();
/// assert_eq!(store.as_number(half).unwrap().to_string(), "1/2");
/// ```
pub fn value_by_two_threads<G: Partizan + Short>(
    game: &G,
    pos: &G::Position,
    store: &mut Store,
    budget: &Budget,
) -> Result<Value> {
    value_of_parts_by_two_threads(&mut Numbered::new(game.clone()), pos, store, budget)
}

/// As [`value_by_two_threads`], over the parts of a game or of a sum of games, in which nothing is settled yet.
pub fn value_of_parts_by_two_threads<N: Numbering>(
    parts: &mut N,
    pos: &N::Position,
    store: &mut Store,
    budget: &Budget,
) -> Result<Value> {
    let mut seeds = Options::default();
    parts.take_apart(pos, usize::MAX, &mut seeds)?;
    by_two_threads(parts, &seeds.summands, store, budget)
}

fn by_two_threads(
    parts: &mut dyn Parts,
    seeds: &[Summand],
    store: &mut Store,
    budget: &Budget,
) -> Result<Value> {
    let (sender, receiver) = sync_channel(WAITING);
    let bytes = AtomicU64::new(0);
    thread::scope(|scope| {
        let sending = Sending {
            numbers: 0,
            batch: Vec::with_capacity(BATCH),
            batches: sender,
            bytes: &bytes,
        };
        let walk = scope.spawn(|| walk(parts, seeds, sending));
        let mut values = Values::default();
        let computed = values.take(receiver, store, budget, &bytes);
        // An error here has closed the channel: the walker ends.
        let walked = match walk.join() {
            Ok(walked) => walked,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        computed?;
        let sum = values.sum(walked?, store)?;
        store.value_of(sum).map_err(wrap)
    })
}

/// Walks over everything below some parts, and gives the summands of the whole; none that matter where nobody asks any more.
fn walk(parts: &mut dyn Parts, seeds: &[Summand], mut sink: Sending<'_>) -> Result<Vec<Summand>> {
    let mut walk = Walk::default();
    let mut sum = Vec::new();
    for &seed in seeds {
        let Seen::Part(part, negative) = seed.seen() else {
            sum.push(seed);
            continue;
        };
        if parts.fact(part).is_none() && !walk.run(parts, part, &mut sink)? {
            break;
        }
        if let Some(number) = parts.fact(part) {
            sum.push(Summand::settled(number, negative));
        }
    }
    sink.send();
    Ok(sum)
}

/// Parts with their options, one after the other: how many options Left and Right have, then for each of them how many summands
/// there are, and these.
type Batch = Vec<u64>;

/// The thread that computes values: those of the parts, by their numbers.
#[derive(Default)]
struct Values {
    values: Vec<Value>,
    sums: Vec<Term>,
}

impl Values {
    /// Values the parts of all batches.
    fn take(
        &mut self,
        batches: Receiver<Batch>,
        store: &mut Store,
        budget: &Budget,
        walker: &AtomicU64,
    ) -> Result<()> {
        let mut held = budget.hold();
        for batch in batches {
            let own = self.values.capacity() * size_of::<Value>() + store.size().bytes;
            let waiting = (WAITING + 2) * BATCH * size_of::<u64>();
            held.set((own + waiting) as u64 + walker.load(Ordering::Relaxed))?;
            let mut rest = batch.as_slice();
            while let [left, right, after @ ..] = rest {
                budget.visit(1)?;
                rest = after;
                self.sums.clear();
                for _ in 0..left + right {
                    let Some((&count, after)) = rest.split_first() else {
                        break;
                    };
                    let (summands, after) = after.split_at(count as usize);
                    let summands = summands.iter().map(|&bits| Summand::of_bits(bits));
                    self.sums.push(self.sum(summands, store)?);
                    rest = after;
                }
                let (left, right) = self.sums.split_at(*left as usize);
                let value = store.game_of(left, right).map_err(wrap)?;
                self.values.push(value);
            }
        }
        Ok(())
    }

    fn sum(&self, summands: impl IntoIterator<Item = Summand>, store: &mut Store) -> Result<Term> {
        let mut sum = Term::ZERO;
        for summand in summands {
            let term = match summand.seen() {
                Seen::Settled(number, negative) => {
                    super::signed(self.values[number as usize], negative, store)?
                }
                _ => super::term(summand, store)?,
            };
            add(&mut sum, term, store)?;
        }
        Ok(sum)
    }
}

/// Numbers the parts and sends their options.
struct Sending<'a> {
    numbers: u32,
    batch: Batch,
    batches: SyncSender<Batch>,
    bytes: &'a AtomicU64,
}

impl Sink for Sending<'_> {
    fn visit(&mut self) -> Result<()> {
        Ok(())
    }

    fn part(&mut self, sides: Sides<'_>) -> Result<Option<u32>> {
        let (left, all) = (sides.left, sides.options.len());
        self.batch.extend([left as u64, (all - left) as u64]);
        let mut from = sides.start;
        for &end in sides.options {
            self.batch.push((end - from) as u64);
            let summands = sides.summands[from..end].iter();
            self.batch.extend(summands.map(|s| s.bits()));
            from = end;
        }
        let number = self.numbers;
        self.numbers += 1;
        Ok((self.batch.len() < BATCH || self.send()).then_some(number))
    }

    fn look(&mut self, bytes: u64) -> Result<()> {
        self.bytes.store(bytes, Ordering::Relaxed);
        Ok(())
    }
}

impl Sending<'_> {
    /// Sends what has been numbered; false if nobody asks any more.
    fn send(&mut self) -> bool {
        let batch = std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH));
        self.batches.send(batch).is_ok()
    }
}
