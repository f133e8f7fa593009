//! A large part cut into slices: the bound of the best cutting, of every part that differs from it in a few layers, and of what
//! any move in one slice leads to.

use super::bounds::Bounds;
use super::narrow::Narrow;
use bouton_rules::{PackedBoard, Partizan, Player, Result, Short, Word};
use smallvec::SmallVec;

/// The best bounds by cuttings of the first and of the last layers of a part, and the best cutting.
#[derive(Clone, Default)]
pub(super) struct Cuts {
    slices: Vec<[u32; 2]>,
    first: Vec<Narrow>,
    /// Filled when it is asked for: empty before.
    last: Vec<Narrow>,
    chosen: SmallVec<[Slice; 10]>,
}

/// A slice of the best cutting, and the bound of all the other slices.
#[derive(Clone, Copy)]
struct Slice {
    number: u32,
    first: usize,
    layers: usize,
    others: Narrow,
}

impl Cuts {
    /// The bound of the part.
    pub fn whole(&self) -> Narrow {
        self.first.last().copied().unwrap_or(Narrow::ZERO)
    }
}

impl<G: Partizan + Short, W: Word, B: PackedBoard<G::Position, W>> Bounds<G, W, B> {
    /// Cuts a part into slices of one or two layers, from the point of view of `from`.
    pub fn cut(&mut self, part: W, from: Player, cuts: &mut Cuts) -> Result<()> {
        cuts.slices.clear();
        self.board.slices(part, from, &mut cuts.slices);
        cuts.last.clear();
        cuts.first.clear();
        cuts.first.push(Narrow::ZERO);
        let mut double = 0u128;
        for i in 0..cuts.slices.len() {
            let [one, two] = cuts.slices[i];
            let mut best = cuts.first[i].plus(self.slice(from, one)?);
            if i > 0 {
                let other = cuts.first[i - 1].plus(self.slice(from, two)?);
                if best.below(other) {
                    best = other;
                    double |= 1 << i;
                }
            }
            cuts.first.push(best);
        }
        cuts.chosen.clear();
        let mut after = Narrow::ZERO;
        let mut end = cuts.slices.len();
        while end > 0 {
            let layers = 1 + (double >> (end - 1) & 1) as usize;
            let number = cuts.slices[end - 1][layers - 1];
            let first = end - layers;
            cuts.chosen.push(Slice {
                number,
                first,
                layers,
                others: cuts.first[first].plus(after),
            });
            after = after.plus(self.slice(from, number)?);
            end = first;
        }
        Ok(())
    }

    /// The moves of the other player than `from` after which `from`, to move, is not seen to win by the best cutting of the
    /// part; `rest` bounds everything else.
    pub fn unrefuted(&mut self, cuts: &Cuts, from: Player, rest: Narrow) -> Result<W> {
        let mut open = !W::ZERO;
        for slice in &cuts.chosen {
            let worst = self.worst(from, slice.number)?;
            if rest.plus(slice.others).plus(worst).wins_first() {
                let layers = slice.first..slice.first + slice.layers;
                open = open & !self.board.layers(from, layers);
            }
        }
        Ok(open)
    }

    /// A bound of a part that differs from another one in few layers, from the cuttings of that one.
    pub fn cut_near(&mut self, part: W, from: Player, near: &mut Cuts) -> Result<Narrow> {
        let mut slices = std::mem::take(&mut self.lists);
        slices.clear();
        self.board.slices(part, from, &mut slices);
        let layers = slices.len();
        let differs = |i: &usize| slices[*i] != near.slices[*i];
        let (Some(low), Some(high)) = ((0..layers).find(differs), (0..layers).rfind(differs))
        else {
            self.lists = slices;
            return Ok(near.first[layers]);
        };
        if near.last.is_empty() {
            self.cut_last(from, near)?;
        }
        // The best bounds of the layers so far, without and with the last one.
        let mut before = near.first[low.saturating_sub(1)];
        let mut best = near.first[low];
        for (i, &[one, two]) in slices.iter().enumerate().take(high + 1).skip(low) {
            let next = best.plus(self.slice(from, one)?);
            (before, best) = if i > 0 {
                let other = before.plus(self.slice(from, two)?);
                (best, if next.below(other) { other } else { next })
            } else {
                (best, next)
            };
        }
        best = best.plus(near.last[high + 1]);
        if high + 1 < layers {
            let two = self.slice(from, slices[high + 1][1])?;
            let other = before.plus(two).plus(near.last[high + 2]);
            if best.below(other) {
                best = other;
            }
        }
        self.lists = slices;
        Ok(best)
    }

    /// The best bounds of the last layers.
    fn cut_last(&mut self, from: Player, cuts: &mut Cuts) -> Result<()> {
        let layers = cuts.slices.len();
        cuts.last.resize(layers + 1, Narrow::ZERO);
        for i in (0..layers).rev() {
            let mut best = cuts.last[i + 1].plus(self.slice(from, cuts.slices[i][0])?);
            if i + 1 < layers {
                let two = self.slice(from, cuts.slices[i + 1][1])?;
                let other = cuts.last[i + 2].plus(two);
                if best.below(other) {
                    best = other;
                }
            }
            cuts.last[i] = best;
        }
        Ok(())
    }
}
