//! [`Bound`] in less room.

use crate::sum::bound::Bound;

/// A [`Bound`] in units of 2^-12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Narrow {
    pub mean: i32,
    temperature: i32,
    left_stop: i32,
    right_stop: i32,
    second: i32,
    lead: i32,
}

const SHIFT: u32 = 4;
const LOWEST: i64 = -(1 << 22);

impl Narrow {
    pub const UNIT: i64 = 1 << (Bound::UNIT - SHIFT);
    pub const ZERO: Narrow = Narrow::of(Bound::ZERO);
    /// Nothing is known.
    pub const NONE: Narrow = Narrow {
        mean: LOWEST as i32,
        temperature: -LOWEST as i32,
        left_stop: LOWEST as i32,
        right_stop: LOWEST as i32,
        second: -LOWEST as i32,
        lead: LOWEST as i32,
    };
    /// What no game is too good for.
    pub const MOST: Narrow = Narrow {
        mean: -LOWEST as i32,
        temperature: Narrow::ZERO.temperature,
        left_stop: -LOWEST as i32,
        right_stop: -LOWEST as i32,
        second: Narrow::ZERO.second,
        lead: -LOWEST as i32,
    };

    /// Rounded against the player whose bound it is; values far beyond any board of 128 cells count as nothing known.
    pub const fn of(bound: Bound) -> Narrow {
        const fn down(x: i64) -> i32 {
            let x = x >> SHIFT;
            if x < LOWEST {
                LOWEST as i32
            } else if x > -LOWEST {
                -LOWEST as i32
            } else {
                x as i32
            }
        }
        Narrow {
            mean: down(bound.mean),
            temperature: -down(-bound.temperature),
            left_stop: down(bound.left_stop),
            right_stop: down(bound.right_stop),
            second: -down(-bound.second),
            lead: down(bound.lead),
        }
    }

    /// As [`Bound::plus`].
    #[inline]
    pub fn plus(self, other: Narrow) -> Narrow {
        let hotter = self.temperature >= other.temperature;
        Narrow {
            mean: self.mean + other.mean,
            temperature: self.temperature.max(other.temperature),
            second: if hotter { self.second } else { other.second }
                .max(self.temperature.min(other.temperature)),
            lead: if hotter { self.lead } else { other.lead },
            left_stop: (self.left_stop + other.right_stop).max(self.right_stop + other.left_stop),
            right_stop: self.right_stop + other.right_stop,
        }
    }

    /// What holds of two games, whichever it is.
    #[inline]
    pub fn worse(self, other: Narrow) -> Narrow {
        Narrow {
            mean: self.mean.min(other.mean),
            temperature: self.temperature.max(other.temperature),
            second: self.second.max(other.second),
            lead: self.lead.min(other.lead),
            left_stop: self.left_stop.min(other.left_stop),
            right_stop: self.right_stop.min(other.right_stop),
        }
    }

    /// As [`Bound::wins_first`].
    #[inline]
    pub fn wins_first(self) -> bool {
        self.left_stop >= 0 || self.mean + (self.lead - self.second.max(0)).max(0) > 0
    }

    /// As [`Bound::wins_second`].
    #[inline]
    pub fn wins_second(self) -> bool {
        self.right_stop >= 0 || self.mean - self.temperature.max(0) > 0
    }

    /// Is a win perhaps close to certain, so that it pays to look for it in another way?
    #[inline]
    pub fn is_close(self) -> bool {
        self.right_stop.max(self.mean - self.temperature) >= -3 * Narrow::UNIT as i32 / 2
    }

    /// Which of two bounds of the same part to keep: is it the other one?
    #[inline]
    pub fn below(self, other: Narrow) -> bool {
        let score = |b: Narrow| b.mean + b.right_stop.max(b.mean - b.temperature.max(0));
        score(other) > score(self)
    }
}
