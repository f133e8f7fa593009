//! Solves one tier: values spread backwards from the ends of play and from the tiers below, ply by ply.
//!
//! A position keeps three bytes while its tier is solved: the value as far as it is known and the number of moves within the
//! tier that are not yet known to lose. At ply `r` every position with remoteness `r` is final; its sources become wins at `r + 1`,
//! or lose a move that might have saved them. A win by a move to a tier below is noted with its remoteness and holds unless
//! a nearer one is found first. What no value reaches is a draw.

mod chunks;
mod ties;

use crate::code::{FAR_MASK, FARTHEST, HOLE, LOSE, TIE, WIN};
use crate::{Indexed, Verdict};
use bouton_core::{Budget, Error, Result};
use chunks::in_chunks;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering::Relaxed};

/// The values of the tiers that are solved, by tier; `None` where they are not at hand.
pub type Solved = [Option<Arc<[u16]>>];

/// Bytes of memory that a position of the tier takes while it is solved.
pub const BYTES: u64 = 3;

/// So many moves or more are not counted but looked at again.
const MANY: u8 = u8::MAX;

/// The state of a tier between two plies.
pub struct State {
    /// Values; while a position is open, the largest remoteness of a winning move's result below, plus one.
    values: Vec<AtomicU16>,
    /// Moves of an open position that may yet save it.
    open: Vec<AtomicU8>,
    /// Values at this remoteness are to be spread next.
    ply: u16,
    /// Win and lose are done; ties are spread.
    ties: bool,
}

/// One thread's lists, kept to save allocations.
struct Scratch<P> {
    positions: Vec<P>,
    indices: Vec<u64>,
}

impl<P> Scratch<P> {
    fn new() -> Self {
        Scratch {
            positions: Vec::new(),
            indices: Vec::new(),
        }
    }
}

fn far() -> Error {
    Error::limit(format!(
        "a position is more than {FARTHEST} moves from the end: a table holds no larger remoteness"
    ))
}

impl State {
    /// Ply that comes next.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// The bytes of the state, for a checkpoint: phase, ply, values, open moves.
    pub fn write(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        out.write_all(&[u8::from(self.ties)])?;
        out.write_all(&self.ply.to_le_bytes())?;
        let mut buffer = Vec::with_capacity(1 << 16);
        for part in self.values.chunks(1 << 15) {
            buffer.clear();
            part.iter()
                .for_each(|v| buffer.extend(v.load(Relaxed).to_le_bytes()));
            out.write_all(&buffer)?;
        }
        for part in self.open.chunks(1 << 16) {
            buffer.clear();
            buffer.extend(part.iter().map(|v| v.load(Relaxed)));
            out.write_all(&buffer)?;
        }
        Ok(())
    }

    /// Reads what [`State::write`] has written, for a tier of `count` numbers.
    pub fn read(count: u64, from: &mut dyn std::io::Read) -> std::io::Result<State> {
        let mut head = [0; 3];
        from.read_exact(&mut head)?;
        let count = count as usize;
        let mut values = Vec::with_capacity(count);
        let mut open = Vec::with_capacity(count);
        let mut buffer = vec![0; 1 << 16];
        while values.len() < count {
            let part = &mut buffer[..(2 * (count - values.len())).min(1 << 16)];
            from.read_exact(part)?;
            values.extend(
                part.chunks_exact(2)
                    .map(|b| AtomicU16::new(u16::from_le_bytes([b[0], b[1]]))),
            );
        }
        while open.len() < count {
            let part = &mut buffer[..(count - open.len()).min(1 << 16)];
            from.read_exact(part)?;
            open.extend(part.iter().map(|&b| AtomicU8::new(b)));
        }
        Ok(State {
            values,
            open,
            ply: u16::from_le_bytes([head[1], head[2]]),
            ties: head[0] != 0,
        })
    }
}

/// Solves a tier, from the start or from a checkpoint. `between` is called after every ply and may keep the state; `below` holds the
/// tiers that moves lead to. The answer has the bits of a [`Value`](crate::Value) for each number, and `u16::MAX` for holes.
///
/// Time O(positions · (moves + sources)), each with one call of `index`; memory 3 bytes a position beside the tiers below.
pub fn solve_tier<G: Indexed>(
    game: &G,
    tier: u32,
    below: &Solved,
    from: Option<State>,
    budget: &Budget,
    mut between: impl FnMut(&State) -> Result<()>,
) -> Result<Vec<u16>> {
    let count = game.count(tier);
    let mut held = budget.hold();
    held.set_table(count, count * BYTES)?;
    let work = Work {
        game,
        tier,
        below,
        budget,
    };
    let mut state = match from {
        Some(state) => state,
        None => {
            let state = work.begin(count)?;
            between(&state)?;
            state
        }
    };
    if !state.ties {
        while work.spread(&state, WIN, LOSE)? {
            state.ply += 1;
            between(&state)?;
        }
        state.ties = true;
        state.ply = 0;
        work.begin_ties(&state)?;
        between(&state)?;
    }
    while work.spread(&state, TIE, TIE)? {
        state.ply += 1;
        between(&state)?;
    }
    drop(state.open);
    // What is still open is drawn.
    Ok(state
        .values
        .into_iter()
        .map(|v| match v.into_inner() {
            open if open < WIN => 0,
            value => value,
        })
        .collect())
}

struct Work<'a, G: Indexed> {
    game: &'a G,
    tier: u32,
    below: &'a Solved,
    budget: &'a Budget,
}

impl<G: Indexed> Work<'_, G> {
    fn value_below(&self, tier: u32, index: u64) -> Result<u16> {
        let values = self.below.get(tier as usize).and_then(Option::as_ref);
        let value = values.and_then(|v| v.get(index as usize)).copied();
        match value {
            Some(value) if value != HOLE => Ok(value),
            _ => Err(Error::limit(format!(
                "a move leads from tier {} to number {index} of tier {tier}, which is not solved",
                self.tier
            ))),
        }
    }

    /// Ends of play, values from below, and how many moves stay open.
    fn begin(&self, count: u64) -> Result<State> {
        let state = State {
            values: (0..count).map(|_| AtomicU16::new(0)).collect(),
            open: (0..count).map(|_| AtomicU8::new(0)).collect(),
            ply: 0,
            ties: false,
        };
        in_chunks(count, self.budget, true, |range, scratch| {
            for index in range {
                let (value, open) = self.first_value(index, scratch)?;
                state.values[index as usize].store(value, Relaxed);
                state.open[index as usize].store(open, Relaxed);
            }
            Ok(())
        })?;
        Ok(state)
    }

    fn first_value(&self, index: u64, scratch: &mut Scratch<G::Position>) -> Result<(u16, u8)> {
        let pos = self.game.position(self.tier, index);
        if self.game.index(&pos) != (self.tier, index) {
            return Ok((HOLE, 0));
        }
        if let Some(end) = self.game.end(&pos) {
            return Ok((end_bits(end.verdict()), 0));
        }
        scratch.positions.clear();
        scratch.indices.clear();
        self.game.moves(&pos, &mut scratch.positions);
        if scratch.positions.is_empty() {
            return Ok((end_bits(self.game.stuck(&pos).verdict()), 0));
        }
        // The nearest win below, the farthest loss, and whether something below saves from losing.
        let (mut win, mut farthest, mut saved) = (u16::MAX, 0, false);
        for next in &scratch.positions {
            let (tier, index) = self.game.index(next);
            if tier == self.tier {
                scratch.indices.push(index);
                continue;
            }
            let value = self.value_below(tier, index)?;
            let next = (value & FAR_MASK) + 1;
            match value & !FAR_MASK {
                LOSE => win = win.min(next),
                WIN => farthest = farthest.max(next),
                _ => saved = true,
            }
        }
        if win.min(farthest) > FARTHEST
            || (win != u16::MAX && win > FARTHEST)
            || farthest > FARTHEST
        {
            return Err(far());
        }
        if win != u16::MAX {
            return Ok((WIN | win, 0));
        }
        distinct(&mut scratch.indices);
        let open = scratch.indices.len() + usize::from(saved);
        Ok(match open {
            0 => (LOSE | farthest, 0),
            _ => (farthest, open.min(MANY as usize) as u8),
        })
    }

    /// Spreads the values at the ply; false when nothing at it or beyond is left.
    fn spread(&self, state: &State, one: u16, other: u16) -> Result<bool> {
        let ply = state.ply;
        let (one, other) = (one | ply, other | ply);
        let beyond = AtomicBool::new(false);
        in_chunks(
            state.values.len() as u64,
            self.budget,
            false,
            |range, scratch| {
                let mut later = false;
                for index in range {
                    let value = state.values[index as usize].load(Relaxed);
                    if value == one || value == other {
                        self.spread_from(state, index, value, scratch)?;
                        later = true;
                    } else {
                        later |= value & FAR_MASK > ply
                            && value != HOLE
                            && value & !FAR_MASK != 0
                            && (value & !FAR_MASK == TIE) == state.ties;
                    }
                }
                if later {
                    beyond.store(true, Relaxed);
                }
                Ok(())
            },
        )?;
        Ok(beyond.into_inner())
    }

    fn spread_from(
        &self,
        state: &State,
        index: u64,
        value: u16,
        scratch: &mut Scratch<G::Position>,
    ) -> Result<()> {
        let next = (value & FAR_MASK) + 1;
        if next > FARTHEST {
            return Err(far());
        }
        let pos = self.game.position(self.tier, index);
        scratch.positions.clear();
        scratch.indices.clear();
        self.game.sources(&pos, &mut scratch.positions);
        for source in &scratch.positions {
            let (tier, index) = self.game.index(source);
            if tier == self.tier {
                scratch.indices.push(index);
            }
        }
        match value & !FAR_MASK {
            WIN => {
                distinct(&mut scratch.indices);
                for i in 0..scratch.indices.len() {
                    self.one_move_less(state, scratch.indices[i], next)?;
                }
            }
            LOSE => scratch
                .indices
                .iter()
                .for_each(|&i| at_most(&state.values[i as usize], WIN | next)),
            _ => scratch
                .indices
                .iter()
                .for_each(|&i| at_most(&state.values[i as usize], TIE | next)),
        }
        Ok(())
    }

    /// A move of this position turns out to lose, `next` plies from the end.
    fn one_move_less(&self, state: &State, index: u64, next: u16) -> Result<()> {
        let (cell, open) = (&state.values[index as usize], &state.open[index as usize]);
        let farthest = cell.load(Relaxed);
        if farthest >= WIN {
            return Ok(());
        }
        let left = match open.load(Relaxed) {
            MANY => self.saving_moves(state, index, next)?,
            _ => open.fetch_sub(1, Relaxed) - 1,
        };
        if left == 0 {
            cell.store(LOSE | farthest.max(next), Relaxed);
        }
        Ok(())
    }

    /// Where a position has too many moves to count: 0 if every move loses at this ply or before.
    fn saving_moves(&self, state: &State, index: u64, next: u16) -> Result<u8> {
        let mut positions = Vec::new();
        self.game
            .moves(&self.game.position(self.tier, index), &mut positions);
        for pos in &positions {
            let (tier, index) = self.game.index(pos);
            let value = match tier == self.tier {
                true => state.values[index as usize].load(Relaxed),
                false => self.value_below(tier, index)?,
            };
            let loses = value & !FAR_MASK == WIN && (tier != self.tier || value & FAR_MASK < next);
            if !loses {
                return Ok(MANY);
            }
        }
        Ok(0)
    }
}

fn end_bits(verdict: Verdict) -> u16 {
    match verdict {
        Verdict::Win => WIN,
        Verdict::Lose => LOSE,
        Verdict::Tie => TIE,
        Verdict::Draw => 0,
    }
}

/// Sets a value that is nearer than what is known of an open position or of one with the same verdict.
fn at_most(cell: &AtomicU16, value: u16) {
    let mut known = cell.load(Relaxed);
    while known < WIN || (known & !FAR_MASK == value & !FAR_MASK && known > value && known != HOLE)
    {
        match cell.compare_exchange_weak(known, value, Relaxed, Relaxed) {
            Ok(_) => return,
            Err(now) => known = now,
        }
    }
}

fn distinct(indices: &mut Vec<u64>) {
    indices.sort_unstable();
    indices.dedup();
}

/// Numbers of one tier, cut for threads.
type Part = Range<u64>;
