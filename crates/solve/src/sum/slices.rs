//! Bounds of nodes: from the values of small parts, and from the best cutting of large ones into slices.

use super::Sums;
use super::bound::Bound;
use super::moves::place_of;
use crate::numbered::{Options, Parts, Place, Seen, Summand};
use crate::value::wrap;
use bouton_rules::{Player, Result};
use bouton_value::Value;
use smallvec::SmallVec;

impl Sums {
    /// Bounds of a value and of its negative.
    pub(super) fn value_bound(&mut self, value: Value) -> Result<[Bound; 2]> {
        if let Some(&both) = self.value_bounds.get(&value) {
            return Ok(both);
        }
        let both = Bound::both(value, &mut self.store).map_err(wrap)?;
        self.value_bounds.insert(value, both);
        Ok(both)
    }

    /// Bounds of what stands in a place and of its negative, from the best cutting into slices.
    pub(super) fn place_bounds(
        &mut self,
        parts: &mut dyn Parts,
        place: Place,
    ) -> Result<[Bound; 2]> {
        Ok([
            self.cut_bound(parts, place, Player::Left)?,
            self.cut_bound(parts, place, Player::Right)?,
        ])
    }

    /// Bounds of a fresh part and of its negative.
    pub(super) fn fresh_bounds(
        &mut self,
        parts: &mut dyn Parts,
        fresh: Summand,
    ) -> Result<[Bound; 2]> {
        let (place, negative) = place_of(parts, fresh);
        let [own, other] = self.place_bounds(parts, place)?;
        Ok(if negative { [other, own] } else { [own, other] })
    }

    /// The best bound by cuttings that take moves from `from` only, as a bound from that player's point of view.
    fn cut_bound(&mut self, parts: &mut dyn Parts, place: Place, from: Player) -> Result<Bound> {
        let layers = parts.layers(place, from);
        if layers == 0 {
            return Ok(Bound::NONE);
        }
        // best[i] is the best bound of the first i layers.
        let mut best: SmallVec<[Bound; 16]> = SmallVec::from_elem(Bound::NONE, layers + 1);
        best[0] = Bound::ZERO;
        for end in 1..=layers {
            for width in 1..=end.min(WIDEST) {
                let slice = parts.slice(place, from, end - width..end);
                let bound = self.slice_bound(parts, slice, from)?;
                let bound = best[end - width].plus(bound);
                if better(bound, best[end]) {
                    best[end] = bound;
                }
            }
        }
        Ok(best[layers])
    }

    /// The bound of a slice from the point of view of the player whom cutting takes moves from.
    fn slice_bound(&mut self, parts: &mut dyn Parts, slice: u32, from: Player) -> Result<Bound> {
        let sign = usize::from(from == Player::Right);
        if let Some(bound) = self.slice_bounds[sign].get(&slice) {
            return Ok(*bound);
        }
        let mut sum = Bound::ZERO;
        if parts.slice_size(slice) > self.small + self.small / 2 {
            sum = Bound::NONE; // its pieces are hardly all small
        } else {
            let mut pieces = Options::default();
            parts.slice_parts(slice, self.small, &mut pieces)?;
            for piece in pieces.summands {
                let next = match piece.seen() {
                    Seen::Integer(n) => Bound::integer(if sign == 1 { -n } else { n }),
                    Seen::Nimber(n) => {
                        let value = self.store.nimber(n.into()).map_err(wrap)?;
                        self.value_bound(value)?[sign]
                    }
                    Seen::Fresh(place) => {
                        parts.release(place);
                        Bound::NONE
                    }
                    Seen::Settled(fact, negative) => {
                        self.value_bound(Value::of_number(fact))?[sign ^ usize::from(negative)]
                    }
                    Seen::Part(part, negative) => {
                        let value = self
                            .valuer
                            .value(parts, part, &mut self.store, &self.free)?;
                        self.value_bound(value)?[sign ^ usize::from(negative)]
                    }
                };
                sum = sum.plus(next);
            }
        }
        self.slice_bounds[sign].insert(slice, sum);
        Ok(sum)
    }

    /// Bounds of a node and of its negative.
    pub(super) fn node_bounds(
        &mut self,
        parts: &mut dyn Parts,
        large: &[u32],
        fresh: &[Summand],
        bounds: Option<[Bound; 2]>,
        values: &[Value],
    ) -> Result<[Bound; 2]> {
        let mut both = [Bound::ZERO; 2];
        let add = |both: &mut [Bound; 2], next: [Bound; 2]| {
            *both = [both[0].plus(next[0]), both[1].plus(next[1])];
        };
        for &part in large {
            let [own, negative] = self.large[(part >> 1) as usize].bounds;
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
        for &summand in fresh {
            let next = match bounds {
                Some(next) => next,
                None => self.fresh_bounds(parts, summand)?,
            };
            add(&mut both, next);
        }
        Ok(both)
    }
}

/// The most layers in a slice.
const WIDEST: usize = 3;

/// Which of two bounds of the same part to keep: the one with the better stop after the opponent's move, then mean.
fn better(one: Bound, other: Bound) -> bool {
    let certain = |b: Bound| b.right_stop.max(b.mean - b.temperature.max(0));
    (one.mean + certain(one), one.mean) > (other.mean + certain(other), other.mean)
}
