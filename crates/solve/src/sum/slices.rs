//! Bounds of nodes: from the values of small parts, and from the best cutting of large ones into slices.

use super::SumSearch;
use super::bound::Bound;
use crate::value::wrap;
use bouton_core::Budget;
use bouton_rules::{Partizan, Player, Result, Short};
use bouton_value::Value;
use smallvec::SmallVec;

/// The slices of a position with their bounds: most slices of the position after a move are the same.
pub(super) struct Slices<P> {
    layers: [usize; 2],
    /// For each player, by end and width.
    known: [Vec<(P, Bound)>; 2],
}

impl<G: Partizan + Short> SumSearch<G> {
    /// Bounds of a value and of its negative.
    pub(super) fn value_bound(&mut self, value: Value) -> Result<[Bound; 2]> {
        if let Some(&both) = self.value_bounds.get(&value) {
            return Ok(both);
        }
        let both = Bound::both(value, &mut self.store).map_err(wrap)?;
        self.value_bounds.insert(value, both);
        Ok(both)
    }

    /// Bounds of a part and of its negative, from the best cutting into slices.
    pub(super) fn part_bounds(&mut self, part: &G::Position) -> Result<[Bound; 2]> {
        Ok([
            self.cut_bound(part, Player::Left, None, WIDEST)?,
            self.cut_bound(part, Player::Right, None, WIDEST)?,
        ])
    }

    /// The best bound by cuttings that take moves from `from` only, as a bound from that player's point of view. Slices that
    /// are those of `near` have its bounds.
    pub(super) fn cut_bound(
        &mut self,
        part: &G::Position,
        from: Player,
        near: Option<&Slices<G::Position>>,
        widest: usize,
    ) -> Result<Bound> {
        let layers = self.values.game().layers(part, from);
        if layers == 0 {
            return Ok(Bound::NONE);
        }
        let near = near.filter(|near| near.layers[from as usize] == layers);
        // best[i] is the best bound of the first i layers.
        let mut best: SmallVec<[Bound; 16]> = SmallVec::from_elem(Bound::NONE, layers + 1);
        best[0] = Bound::ZERO;
        let mut index = 0;
        for end in 1..=layers {
            for width in 1..=end.min(WIDEST) {
                index += 1;
                if width > widest {
                    continue;
                }
                let slice = self.values.game().slice(part, from, end - width..end);
                let known = near.map(|near| &near.known[from as usize][index - 1]);
                let bound = match known {
                    Some((same, bound)) if *same == slice => *bound,
                    _ => self.slice_bound(slice, from)?,
                };
                let bound = best[end - width].plus(bound);
                if better(bound, best[end]) {
                    best[end] = bound;
                }
            }
        }
        Ok(best[layers])
    }

    /// The slices of a part for both players.
    pub(super) fn slices(&mut self, part: &G::Position) -> Result<Slices<G::Position>> {
        let mut slices = Slices {
            layers: [0; 2],
            known: [Vec::new(), Vec::new()],
        };
        for from in Player::BOTH {
            let layers = self.values.game().layers(part, from);
            slices.layers[from as usize] = layers;
            for end in 1..=layers {
                for width in 1..=end.min(WIDEST) {
                    let slice = self.values.game().slice(part, from, end - width..end);
                    let bound = self.slice_bound(slice.clone(), from)?;
                    slices.known[from as usize].push((slice, bound));
                }
            }
        }
        Ok(slices)
    }

    /// The bound of a slice from the point of view of the player whom cutting takes moves from.
    fn slice_bound(&mut self, slice: G::Position, from: Player) -> Result<Bound> {
        let sign = usize::from(from == Player::Right);
        if self.values.game().size(&slice) > self.small + self.small / 2 {
            return Ok(Bound::NONE); // its pieces are hardly all small
        }
        if let Some(bound) = self.slice_bounds[sign].get(&slice) {
            return Ok(*bound);
        }
        let mut sum = Bound::ZERO;
        for piece in self.values.game().split(&slice) {
            let small = self.values.game().size(&piece) <= self.small;
            sum = sum.plus(match self.values.game().integer(&piece) {
                Some(n) => Bound::integer(if sign == 1 { -n } else { n }),
                None if small => {
                    let value = self
                        .values
                        .part(&piece, &mut self.store, &Budget::unlimited())?;
                    self.value_bound(value)?[sign]
                }
                None => Bound::NONE,
            });
        }
        self.slice_bounds[sign].insert(slice, sum);
        Ok(sum)
    }

    /// Bounds of a node and of its negative.
    pub(super) fn node_bounds(
        &mut self,
        parts: &[u32],
        fresh: &[G::Position],
        bounds: Option<[Bound; 2]>,
        values: &[Value],
    ) -> Result<[Bound; 2]> {
        let mut both = [Bound::ZERO; 2];
        let add = |both: &mut [Bound; 2], next: [Bound; 2]| {
            *both = [both[0].plus(next[0]), both[1].plus(next[1])];
        };
        for &part in parts {
            let [own, negative] = self.bounds[(part >> 1) as usize];
            add(
                &mut both,
                if part & 1 == 1 {
                    [negative, own]
                } else {
                    [own, negative]
                },
            );
        }
        for &value in values {
            let next = self.value_bound(value)?;
            add(&mut both, next);
        }
        for part in fresh {
            let next = match bounds {
                Some(next) => next,
                None => self.part_bounds(part)?,
            };
            add(&mut both, next);
        }
        Ok(both)
    }
}

/// The most layers in a slice.
pub(super) const WIDEST: usize = 3;

/// Which of two bounds of the same part to keep: the one with the better stop after the opponent's move, then mean.
fn better(one: Bound, other: Bound) -> bool {
    let certain = |b: Bound| b.right_stop.max(b.mean - b.temperature.max(0));
    (one.mean + certain(one), one.mean) > (other.mean + certain(other), other.mean)
}
