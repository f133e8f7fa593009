//! G(0), G(1), … of any game by the engine that suits it, with the facts that a report needs.

use crate::pairs::is_paired;
use crate::sparse::Sparse;
use crate::subtraction::{all_but_values, dependent_values, subtraction_values};
use crate::turning_values::{count_values, run_values};
use crate::wide::{START as WIDE_START, Wide};
use crate::{HeapGame, Moves, Narrow, Octal, Split, Turning, Values, Watch};
use crate::{breaking_values, extend_by_pairs, naive_values};
use bouton_rules::{Error, Result};

/// Which method computed a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Rare and common values.
    Sparse,
    /// Every pair of heaps.
    Pairs,
    /// Sets of values for each number of heaps.
    Sets,
    /// Marks of the values at the amounts that may be taken.
    Subtraction,
    /// Every option, from the definition.
    Definition,
}

impl Engine {
    /// A word for reports.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Sparse => "sparse space",
            Engine::Pairs => "pairs",
            Engine::Sets => "sets of values",
            Engine::Subtraction => "subtraction",
            Engine::Definition => "definition",
        }
    }
}

/// What is known of the sparse space of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseFacts {
    /// The split in use.
    pub split: Split,
    /// The number of heaps with a rare value.
    pub rare: usize,
    /// The greatest of them.
    pub last_rare: Option<usize>,
}

/// Grundy values, and how they were found.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// G(0), G(1), ….
    pub values: Values,
    /// The method.
    pub engine: Engine,
    /// The sparse space, if the method used one.
    pub sparse: Option<SparseFacts>,
    /// True if `watch` stopped the work before `len` values.
    pub stopped: bool,
}

/// The first `len` Grundy values of a game.
///
/// Finite codes that leave at most two heaps take the sparse-space engine (a few operations for each rare heap and n, where
/// the game has a sparse space), other codes the pairs or the sets, everything else its own loop. If `watch` stops the work,
/// the values so far are returned.
///
/// # Errors
/// A limit of memory or of the width of values.
///
/// ```
/// use bouton_heap::{HeapGame, Watch, grundy_values};
/// let kayles: HeapGame = "0.77".parse().unwrap();
/// let sequence = grundy_values(&kayles, 1000, &mut Watch::default()).unwrap();
/// assert_eq!(sequence.values.head(8), [0, 1, 2, 3, 1, 4, 3, 2]);
/// assert_eq!(sequence.values.max(), Some((8, 27)));
/// ```
pub fn grundy_values(game: &HeapGame, len: usize, watch: &mut Watch) -> Result<Sequence> {
    let mut growing = Growing::new(game.clone(), Values::U8(Vec::new()))?;
    growing.extend(len, watch)?;
    growing.finish(len)
}

/// A sequence that can be extended step by step.
pub struct Growing {
    game: HeapGame,
    state: State,
    /// A value of 256 or more has come up.
    is_wide: bool,
    /// A value of 1024 or more has come up.
    is_wider: bool,
}

enum State {
    Sparse(Sparse),
    Narrow(Narrow),
    Wide(Box<Wide>),
    /// Computed anew or from the values alone.
    Plain(Values),
}

/// Values that the one-heap engine computes before the vectorised ones take over.
const HEAD: usize = 1 << 14;

/// Marks per heap from which on the wide engine is faster.
const MANY_MARKS: usize = 600;

impl Growing {
    /// Starts from values G(0), G(1), … that must be right.
    pub fn new(game: HeapGame, values: Values) -> Result<Growing> {
        let octal = match game.moves() {
            Moves::Code(code) if game.subtraction().is_none() => Octal::of(code),
            _ => None,
        };
        let state = match (octal, &values) {
            (Some(octal), Values::U8(v)) => {
                State::Sparse(Sparse::new(octal, v.iter().map(|&g| g.into()).collect()))
            }
            (Some(octal), Values::U16(v)) => State::Sparse(Sparse::new(octal, v.clone())),
            _ => State::Plain(values),
        };
        Ok(Growing {
            game,
            state,
            is_wide: false,
            is_wider: false,
        })
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        match &self.state {
            State::Sparse(sparse) => sparse.len(),
            State::Narrow(narrow) => narrow.values().len(),
            State::Wide(wide) => wide.values().len(),
            State::Plain(values) => values.len(),
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Looks at the values so far.
    pub fn with_values<R>(&mut self, look: impl FnOnce(&Values) -> R) -> R {
        let values = match &mut self.state {
            State::Plain(values) => return look(values),
            State::Sparse(sparse) => Values::U16(std::mem::take(&mut sparse.values)),
            State::Narrow(narrow) => Values::U8(narrow.take_values()),
            State::Wide(wide) => Values::U16(wide.take_values()),
        };
        let result = look(&values);
        match (&mut self.state, values) {
            (State::Sparse(sparse), Values::U16(v)) => sparse.values = v,
            (State::Narrow(narrow), Values::U8(v)) => narrow.put_values(v),
            (State::Wide(wide), Values::U16(v)) => wide.put_values(v),
            _ => {}
        }
        result
    }

    /// Extends to `len` values, or until `watch` stops the work.
    ///
    /// # Errors
    /// As [`grundy_values`].
    pub fn extend(&mut self, len: usize, watch: &mut Watch) -> Result<()> {
        if u32::try_from(len).is_err() {
            return Err(Error::limit(format!(
                "{}: at most 2^32 - 1 values are computed at once",
                self.game
            )));
        }
        while self.len() < len && !watch.is_stopped() {
            match &mut self.state {
                State::Plain(values) => {
                    let old = std::mem::replace(values, Values::U8(Vec::new()));
                    *values = extend_plain(&self.game, old, len, watch)?;
                }
                State::Narrow(narrow) => {
                    if !narrow.extend(len, watch) && !watch.is_stopped() {
                        self.state = State::Sparse(narrow.take_sparse());
                        self.is_wide = true;
                    }
                }
                State::Wide(wide) => {
                    if !wide.extend(len, watch) && !watch.is_stopped() {
                        self.state = State::Sparse(wide.take_sparse());
                        self.is_wider = true;
                    }
                }
                State::Sparse(sparse) => {
                    // With many rare heaps nothing is gained.
                    let worth = sparse.len() >= HEAD && sparse.rare.len() < sparse.len() / 16;
                    // The narrow engine makes all marks for every heap, the wide one only compares most of them.
                    let few = sparse.rare.len() * sparse.octal.breaks.len() < MANY_MARKS;
                    let narrow = worth && few && !self.is_wide;
                    let narrow = narrow.then(|| Narrow::from_sparse(sparse)).flatten();
                    let wide = worth && narrow.is_none() && !self.is_wider;
                    let wide = wide.then(|| Wide::from_sparse(sparse)).flatten();
                    match (narrow, wide) {
                        (Some(narrow), _) => self.state = State::Narrow(narrow),
                        (_, Some(wide)) => self.state = State::Wide(Box::new(wide)),
                        _ => {
                            let next = [HEAD, WIDE_START].into_iter().find(|&to| to > sparse.len());
                            let to = next.unwrap_or(sparse.len() + (1 << 20)).min(len);
                            extend_sparse(sparse, to, len, watch)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The sequence, with the sparse space that is the best for it. `wanted` values were asked for.
    pub fn finish(self, wanted: usize) -> Result<Sequence> {
        let (values, octal) = match self.state {
            State::Plain(values) => (values, None),
            State::Narrow(mut narrow) => (
                Values::U8(narrow.take_values()),
                Some(narrow.octal().clone()),
            ),
            State::Wide(mut wide) => {
                let values = wide.take_values().into_iter().map(u32::from).collect();
                (Values::narrowed(values), Some(wide.octal().clone()))
            }
            State::Sparse(sparse) => {
                let values = sparse.values.into_iter().map(u32::from).collect();
                (Values::narrowed(values), Some(sparse.octal))
            }
        };
        // Taken from all the values, the facts do not depend on how the work went.
        let sparse = octal.map(|octal| match &values {
            Values::U8(v) => facts(&octal, v),
            Values::U16(v) => facts(&octal, v),
            Values::U32(v) => facts(&octal, v),
        });
        let engine = engine_of(&self.game);
        Ok(Sequence {
            stopped: values.len() < wanted,
            values,
            engine,
            sparse,
        })
    }
}

fn facts<T: Copy + Into<u32>>(octal: &Octal, values: &[T]) -> SparseFacts {
    let split = Split::best(octal, values);
    let is_rare = |n: usize| split.is_rare(n, values[n].into());
    let rare = (1..values.len()).filter(|&n| is_rare(n)).count();
    let last_rare = (1..values.len()).rev().find(|&n| is_rare(n));
    SparseFacts {
        split,
        rare,
        last_rare,
    }
}

fn engine_of(game: &HeapGame) -> Engine {
    match game.moves() {
        _ if game.subtraction().is_some() => Engine::Subtraction,
        Moves::Code(code) if Octal::of(code).is_some() => Engine::Sparse,
        Moves::Code(code) if is_paired(code) => Engine::Pairs,
        Moves::Code(_) | Moves::Turning(Turning::Count(_)) => Engine::Sets,
        Moves::Amounts(_) | Moves::Turning(Turning::Run) | Moves::Subtraction { .. } => {
            Engine::Subtraction
        }
    }
}

/// Games that are not finite octal-like codes.
fn extend_plain(game: &HeapGame, old: Values, len: usize, watch: &mut Watch) -> Result<Values> {
    if let Some((set, all_but)) = game.subtraction() {
        let values = if all_but {
            all_but_values(&set, old.widened(), len, watch)
        } else {
            subtraction_values(&set, old.widened(), len, watch)
        };
        return Ok(Values::narrowed(values));
    }
    let values = match game.moves() {
        Moves::Code(code) if is_paired(code) => {
            let old = old.widened().into_iter().map(|v| v as u16).collect();
            let values = extend_by_pairs(code, old, len, watch)
                .transpose()?
                .unwrap_or_default();
            values.into_iter().map(u32::from).collect()
        }
        Moves::Code(code) => breaking_values(code, len, watch)?,
        Moves::Amounts(amounts) if amounts.is_fixed() => {
            subtraction_values(&amounts.of(len as u64), old.widened(), len, watch)
        }
        Moves::Amounts(amounts) => dependent_values(*amounts, old.widened(), len, watch),
        Moves::Turning(Turning::Run) => run_values(len, watch),
        Moves::Turning(Turning::Count(counts)) => count_values(counts, len, watch)?,
        Moves::Subtraction { .. } => naive_values(game, len)?,
    };
    Ok(Values::narrowed(values))
}

/// Extends heap by heap.
fn extend_sparse(engine: &mut Sparse, to: usize, len: usize, watch: &mut Watch) -> Result<()> {
    while engine.len() < to {
        let n = engine.len();
        engine.refit_at();
        if n.is_multiple_of(4096) && watch.tick(n as u64, len as u64) {
            break;
        }
        engine
            .step()
            .ok_or_else(|| Error::limit(format!("the value of heap {n} does not fit 16 bits")))?;
    }
    Ok(())
}
