//! The value of a position by two threads: one walks over the positions, the other computes values.
//!
//! The walker knows the board and no values. It numbers the parts in the order in which all that is below them has been
//! numbered, and sends for each part its options, as sums of numbers. The other thread has the store and no positions: when it
//! comes to a part, the values of all it needs lie in a list. So neither waits for the other but for the next batch.

use super::known::{Known, Recent};
use super::{add, wrap};
use bouton_core::Budget;
use bouton_rules::{Error, Partizan, Player, Result, Ruleset, Short};
use bouton_value::{Store, Term, Value};
use std::mem::take;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Words after which a batch is sent, and batches that may wait.
const BATCH: usize = 1 << 14;
const WAITING: usize = 16;

/// The integers up to this are not parts of their own.
const MOST_INTEGER: u64 = 1 << 60;

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
    let (sender, receiver) = sync_channel(WAITING);
    let bytes = AtomicU64::new(0);
    thread::scope(|scope| {
        let walk = scope.spawn(|| Walker::new(game, sender, &bytes).walk(pos));
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

/// One summand: the number of a part or of its negative, or an integer.
#[derive(Clone, Copy, Default)]
struct Summand(u64);

impl Summand {
    fn part(number: u32, negative: bool) -> Summand {
        Summand(u64::from(number) << 2 | u64::from(negative))
    }

    fn integer(n: i64) -> Option<Summand> {
        (n.unsigned_abs() < MOST_INTEGER).then_some(Summand((n as u64) << 2 | 2))
    }

    fn term(self, values: &[Value], store: &mut Store) -> Result<Term> {
        if self.0 & 2 != 0 {
            return Ok(store.integer_term(self.0 as i64 >> 2));
        }
        super::signed(values[(self.0 >> 2) as usize], self.0 & 1 != 0, store)
    }
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
                    let summands = summands.iter().map(|&summand| Summand(summand));
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
            let term = summand.term(&self.values, store)?;
            add(&mut sum, term, store)?;
        }
        Ok(sum)
    }
}

/// A part whose options wait for parts of their own, and where what belongs to it starts on the stacks.
struct Frame<P> {
    key: P,
    options: usize,
    right: usize,
    summands: usize,
    missing: usize,
}

/// A part that has no number yet, and the summand that it is.
struct Missing<P> {
    summand: usize,
    key: P,
    negative: bool,
}

/// A part with a word that is to be looked up, as in [`super::Asked`].
struct Asked<P> {
    missing: Missing<P>,
    place: usize,
    raw: u64,
    found: Option<u32>,
}

/// The thread that walks over the positions.
struct Walker<'a, G: Ruleset> {
    game: &'a G,
    known: Known<G::Position, u32>,
    recent: Recent<G::Position, Summand>,
    numbers: u32,
    owned: u64,
    batch: Batch,
    batches: SyncSender<Batch>,
    bytes: &'a AtomicU64,
    frames: Vec<Frame<G::Position>>,
    /// Where the summands of each option end.
    ends: Vec<usize>,
    summands: Vec<Summand>,
    missing: Vec<Missing<G::Position>>,
    asked: Vec<Asked<G::Position>>,
    moves: Vec<G::Position>,
    parts: Vec<G::Position>,
}

impl<'a, G: Partizan + Short> Walker<'a, G> {
    fn new(game: &'a G, batches: SyncSender<Batch>, bytes: &'a AtomicU64) -> Self {
        Walker {
            game,
            known: Known::default(),
            recent: Recent::default(),
            numbers: 0,
            owned: 0,
            batch: Vec::with_capacity(BATCH),
            batches,
            bytes,
            frames: Vec::new(),
            ends: Vec::new(),
            summands: Vec::new(),
            missing: Vec::new(),
            asked: Vec::new(),
            moves: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Sends everything below a position, and gives the summands of the position itself; none that matter where nobody asks
    /// any more.
    fn walk(mut self, pos: &G::Position) -> Result<Vec<Summand>> {
        for part in self.game.split(pos) {
            self.take(&part);
        }
        self.look_up();
        let mut open = self.settle(0);
        while open || !self.frames.is_empty() {
            if open {
                let Some(key) = self.missing.last().map(|m| m.key.clone()) else {
                    break;
                };
                self.expand(key)?;
            } else if !self.finish()? {
                break;
            }
            open = self.settle(self.frames.last().map_or(0, |frame| frame.missing));
        }
        self.send();
        Ok(self.summands)
    }

    /// Adds a part to the option that is being read.
    fn take(&mut self, part: &G::Position) {
        if let Some(n) = self.game.integer(part).and_then(Summand::integer) {
            self.summands.push(n);
            return;
        }
        let word = self.game.word(part);
        self.recent.prepare(word);
        let place = self.recent.place(word, part);
        if let Some(summand) = self.recent.get(place, word, part) {
            self.summands.push(summand);
            return;
        }
        let (key, negative) = self.game.canon_signed(part.clone());
        let missing = Missing {
            summand: self.summands.len(),
            key,
            negative,
        };
        self.summands.push(Summand::default());
        match word {
            Some(raw) => self.asked.push(Asked {
                missing,
                place,
                raw,
                found: None,
            }),
            None => match self.known.get(self.game.word(&missing.key), &missing.key) {
                Some(number) => {
                    let summand = Summand::part(number, missing.negative);
                    self.summands[missing.summand] = summand;
                    self.recent.put(place, None, part, summand);
                }
                None => self.missing.push(missing),
            },
        }
    }

    /// Looks up what has been asked for, all together.
    fn look_up(&mut self) {
        for asked in &mut self.asked {
            let key = &asked.missing.key;
            asked.found = self.known.get(self.game.word(key), key);
        }
        for asked in self.asked.drain(..) {
            match asked.found {
                Some(number) => {
                    let summand = Summand::part(number, asked.missing.negative);
                    self.summands[asked.missing.summand] = summand;
                    self.recent.put_word(asked.place, asked.raw, summand);
                }
                None => self.missing.push(asked.missing),
            }
        }
    }

    /// Puts a part on the path.
    fn expand(&mut self, key: G::Position) -> Result<()> {
        let (options, summands, missing) =
            (self.ends.len(), self.summands.len(), self.missing.len());
        let (mut moves, mut parts) = (take(&mut self.moves), take(&mut self.parts));
        let mut right = options;
        for who in Player::BOTH {
            right = self.ends.len();
            moves.clear();
            self.game.moves_into(who, &key, &mut moves)?;
            for option in &moves {
                parts.clear();
                self.game.split_into(option, &mut parts);
                for part in &parts {
                    self.take(part);
                }
                self.ends.push(self.summands.len());
            }
        }
        (self.moves, self.parts) = (moves, parts);
        self.look_up();
        self.frames.push(Frame {
            key,
            options,
            right,
            summands,
            missing,
        });
        Ok(())
    }

    /// Settles what has a number by now, down to a height of the stack; true if a part has none.
    fn settle(&mut self, height: usize) -> bool {
        while self.missing.len() > height
            && let Some(last) = self.missing.last()
        {
            let Some(number) = self.known.get(self.game.word(&last.key), &last.key) else {
                return true;
            };
            self.summands[last.summand] = Summand::part(number, last.negative);
            self.missing.pop();
        }
        false
    }

    /// Numbers the part on top of the path and sends it; false if nobody asks any more.
    fn finish(&mut self) -> Result<bool> {
        let Some(frame) = self.frames.pop() else {
            return Ok(true);
        };
        let (left, right) = (frame.right - frame.options, self.ends.len() - frame.right);
        self.batch.extend([left as u64, right as u64]);
        let mut from = frame.summands;
        for &end in &self.ends[frame.options..] {
            self.batch.push((end - from) as u64);
            self.batch
                .extend(self.summands[from..end].iter().map(|s| s.0));
            from = end;
        }
        self.ends.truncate(frame.options);
        self.summands.truncate(frame.summands);
        let owned = self.game.owned_bytes(&frame.key) as u64;
        let word = self.game.word(&frame.key);
        if self.known.insert(word, frame.key, self.numbers) {
            self.owned += owned;
        }
        let Some(next) = self.numbers.checked_add(1) else {
            return Err(Error::limit("unknown: there are more than 2^32 parts"));
        };
        self.numbers = next;
        Ok(self.batch.len() < BATCH || self.send())
    }

    /// Sends what has been numbered; false if nobody asks any more.
    fn send(&mut self) -> bool {
        let tables = self.known.bytes() + self.recent.bytes();
        self.bytes
            .store(tables as u64 + self.owned, Ordering::Relaxed);
        let batch = std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH));
        self.batches.send(batch).is_ok()
    }
}
