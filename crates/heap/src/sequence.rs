//! G(0), G(1), … of any game by the engine that suits it, with the facts that a report needs.

use crate::sparse::Sparse;
use crate::{Amounts, HeapGame, Moves, Narrow, Octal, Split, Turning, Values, Watch};
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
pub fn grundy_values(game: &HeapGame, len: usize, watch: &mut Watch<'_>) -> Result<Sequence> {
    if u32::try_from(len).is_err() {
        return Err(Error::limit(format!(
            "{game}: at most 2^32 - 1 values are computed at once"
        )));
    }
    let done = |engine, values: Values| {
        let stopped = values.len() < len;
        Ok(Sequence {
            values,
            engine,
            sparse: None,
            stopped,
        })
    };
    if let Some((set, all_but)) = game.subtraction() {
        let values = if all_but {
            all_but_values(&set, len, watch)?
        } else {
            subtraction_values(&set, len, watch)?
        };
        return done(Engine::Subtraction, Values::narrowed(values));
    }
    match game.moves() {
        Moves::Code(code) => {
            if let Some(octal) = Octal::of(code) {
                return sparse_values(octal, len, watch);
            }
            match extend_by_pairs(code, Vec::new(), len, watch) {
                Some(values) => done(
                    Engine::Pairs,
                    Values::narrowed(values?.into_iter().map(u32::from).collect()),
                ),
                None => done(
                    Engine::Sets,
                    Values::narrowed(breaking_values(code, len, watch)?),
                ),
            }
        }
        Moves::Amounts(amounts) => {
            let values = if amounts.is_fixed() {
                subtraction_values(&amounts.of(len as u64), len, watch)?
            } else {
                dependent_values(*amounts, len, watch)?
            };
            done(Engine::Subtraction, Values::narrowed(values))
        }
        Moves::Turning(turning) => match turning {
            Turning::Run => done(
                Engine::Subtraction,
                Values::narrowed(crate::turning_values::run_values(len, watch)?),
            ),
            Turning::Count(counts) => done(
                Engine::Sets,
                Values::narrowed(crate::turning_values::count_values(counts, len, watch)?),
            ),
        },
        Moves::Subtraction { .. } => done(
            Engine::Definition,
            Values::narrowed(naive_values(game, len)?),
        ),
    }
}

/// Values that the one-heap engine computes before the vectorised ones take over.
const HEAD: usize = 1 << 14;

fn sparse_values(octal: Octal, len: usize, watch: &mut Watch<'_>) -> Result<Sequence> {
    let mut engine = Sparse::new(octal, Vec::new());
    let mut stopped = extend_sparse(&mut engine, len.min(HEAD), len, watch)?;
    let facts = |split, rare: &[usize]| SparseFacts {
        split,
        rare: rare.len(),
        last_rare: rare.last().copied(),
    };
    // With many rare heaps nothing is gained.
    if !stopped && engine.len() < len && engine.rare.len() < HEAD / 16 {
        if let Some(mut narrow) = Narrow::from_sparse(&engine) {
            let finished = narrow.extend(len, watch);
            if finished || watch.is_stopped() {
                let sparse = Some(facts(narrow.split(), narrow.rare()));
                let values = Values::U8(narrow.into_values());
                return Ok(Sequence {
                    stopped: values.len() < len,
                    values,
                    engine: Engine::Sparse,
                    sparse,
                });
            }
            engine = narrow.into_sparse();
        }
    }
    if !stopped {
        stopped = extend_sparse(&mut engine, len, len, watch)?;
    }
    let sparse = Some(facts(engine.split, &engine.rare));
    let values = Values::narrowed(engine.values.into_iter().map(u32::from).collect());
    Ok(Sequence {
        stopped,
        values,
        engine: Engine::Sparse,
        sparse,
    })
}

/// Extends heap by heap; true if `watch` stopped the work.
fn extend_sparse(
    engine: &mut Sparse,
    to: usize,
    len: usize,
    watch: &mut Watch<'_>,
) -> Result<bool> {
    while engine.len() < to {
        let n = engine.len();
        engine.refit_at();
        if n % 4096 == 0 && watch.tick(n as u64, len as u64, Some(engine.rare.len() as u64)) {
            return Ok(true);
        }
        engine
            .step()
            .ok_or_else(|| Error::limit(format!("the value of heap {n} does not fit 16 bits")))?;
    }
    Ok(false)
}

/// A table of marks that grows with the values.
struct Marks(Vec<u32>);

impl Marks {
    fn new() -> Marks {
        Marks(vec![u32::MAX; 64])
    }

    /// The least unmarked number, for which room is made.
    fn mex(&mut self, stamp: u32) -> u32 {
        let mex = self
            .0
            .iter()
            .position(|&m| m != stamp)
            .unwrap_or(self.0.len());
        if mex >= self.0.len() {
            self.0.resize(2 * self.0.len(), u32::MAX);
        }
        mex as u32
    }
}

/// Amounts from a fixed ascending set.
fn subtraction_values(set: &[u64], len: usize, watch: &mut Watch<'_>) -> Result<Vec<u32>> {
    let mut values: Vec<u32> = Vec::with_capacity(len);
    let mut marks = Marks::new();
    for n in 0..len {
        if n % 4096 == 0 && watch.tick(n as u64, len as u64, None) {
            break;
        }
        for &amount in set.iter().take_while(|&&a| a <= n as u64) {
            marks.0[values[n - amount as usize] as usize] = n as u32;
        }
        values.push(marks.mex(n as u32));
    }
    Ok(values)
}

/// Any amount outside of an ascending set. A value is free for n iff every earlier heap with it is a forbidden amount away;
/// so it is free only if it is new, or all its heaps are among the last max(set) ones.
fn all_but_values(set: &[u64], len: usize, watch: &mut Watch<'_>) -> Result<Vec<u32>> {
    let mut values: Vec<u32> = Vec::with_capacity(len);
    // How many heaps have each value so far.
    let mut count: Vec<usize> = Vec::new();
    let mut near: Vec<usize> = Vec::new();
    for n in 0..len {
        if n % 4096 == 0 && watch.tick(n as u64, len as u64, None) {
            break;
        }
        near.clear();
        near.resize(count.len(), 0);
        for &amount in set.iter().take_while(|&&a| a <= n as u64) {
            near[values[n - amount as usize] as usize] += 1;
        }
        let free = (0..count.len()).find(|&v| near[v] == count[v]);
        let value = free.unwrap_or(count.len());
        if value == count.len() {
            count.push(0);
        }
        count[value] += 1;
        values.push(value as u32);
    }
    Ok(values)
}

/// Amounts that depend on the heap.
fn dependent_values(amounts: Amounts, len: usize, watch: &mut Watch<'_>) -> Result<Vec<u32>> {
    let mut values: Vec<u32> = Vec::with_capacity(len);
    let mut marks = Marks::new();
    for n in 0..len {
        if n % 64 == 0 && watch.tick(n as u64, len as u64, None) {
            break;
        }
        for amount in amounts.of(n as u64) {
            marks.0[values[n - amount as usize] as usize] = n as u32;
        }
        values.push(marks.mex(n as u32));
    }
    Ok(values)
}
