//! The walls of a thermograph at a few temperatures: what is certain about a game, in numbers that add.
//!
//! Cooled by t, a game with Right to move stops at its right wall at t, and with Left to move at its left wall. Cooling is
//! additive, and stops of sums are at least sums of stops, so for every t the walls of a sum satisfy
//! `right(G + H) >= right(G) + right(H)` and `left(G + H) >= left(G) + right(H)`. Whoever plays the game as if it were cooled
//! by t loses at most t by it: the Right stop of the game itself is at least its right wall less t, and the Left stop at least
//! its left wall. A list of walls at several temperatures, each a lower bound, therefore bounds the stops in several ways, and
//! two lists that hold for the same game hold together, temperature by temperature.

use crate::sum::bound::{Bound, floor, stops};
use bouton_value::{Dyadic, Store, Value};

/// How many temperatures.
const COUNT: usize = 8;

/// The temperatures, in units of 2^-7.
const TEMPERATURES: [i16; COUNT] = [0, 32, 64, 96, 128, 160, 192, 256];

/// Numbers are in units of two to the minus this: no sum over 128 cells reaches the ends of 16 bits.
const FRACTION: u32 = 7;

/// What adds up over slices: walls, or right walls alone.
pub(super) trait Part: Copy {
    fn of(walls: Walls) -> Self;
    /// What holds of the sum.
    fn plus(self, other: Self) -> Self;
    /// What holds of a game by both.
    fn max(self, other: Self) -> Self;
}

/// A number for each temperature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(16))]
pub(super) struct Lanes([i16; COUNT]);

impl Lanes {
    const ZERO: Lanes = Lanes([0; COUNT]);
    /// One.
    pub const UNIT: i32 = 1 << FRACTION;

    /// A loop over all temperatures, which compilers turn into single instructions.
    #[inline(always)]
    fn with(mut self, other: Lanes, f: impl Fn(i16, i16) -> i16) -> Lanes {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = f(*a, b);
        }
        self
    }

    #[inline(always)]
    fn min(self, other: Lanes) -> Lanes {
        self.with(other, i16::min)
    }

    #[inline(always)]
    fn reaches(self, other: Lanes) -> bool {
        let reached = self.with(other, |a, b| i16::from(a >= b));
        reached.0.iter().fold(0, |any, &lane| any | lane) != 0
    }

    /// As right walls: is it certain that Left wins if Right starts?
    #[inline]
    pub fn wins_second(self) -> bool {
        const NEEDED: Lanes = {
            let mut needed = TEMPERATURES;
            let mut i = 1;
            while i < COUNT {
                needed[i] += 1;
                i += 1;
            }
            Lanes(needed)
        };
        self.reaches(NEEDED)
    }

    /// As left walls: is it certain that Left wins if Left starts?
    #[inline]
    pub fn wins_first(self) -> bool {
        const NEEDED: Lanes = {
            let mut needed = [1; COUNT];
            needed[0] = 0;
            Lanes(needed)
        };
        self.reaches(NEEDED)
    }

    /// How good the game looks for Left, as right walls in units of [`Lanes::UNIT`].
    #[inline]
    pub fn lead(self) -> i32 {
        i32::from(self.0[COUNT - 1])
    }

    /// As right walls: is a win of Left's, if Right starts, perhaps close to certain, so that it pays to look for it in another way?
    #[inline]
    pub fn nearly_wins_second(self) -> bool {
        const NEAR: Lanes = {
            let mut near = TEMPERATURES;
            let mut i = 0;
            while i < COUNT {
                near[i] -= 1 << FRACTION;
                i += 1;
            }
            Lanes(near)
        };
        self.reaches(NEAR)
    }

    /// As left walls: is a win of Left's, if Left starts, perhaps close to certain?
    #[inline]
    pub fn nearly_wins_first(self) -> bool {
        self.reaches(Lanes([-(1 << FRACTION); COUNT]))
    }
}

impl Part for Lanes {
    #[inline(always)]
    fn of(walls: Walls) -> Lanes {
        walls.right
    }

    #[inline(always)]
    fn plus(self, other: Lanes) -> Lanes {
        self.with(other, i16::saturating_add)
    }

    #[inline(always)]
    fn max(self, other: Lanes) -> Lanes {
        self.with(other, i16::max)
    }
}

/// Lower bounds of the walls of a game. At temperature 0 a Right stop x is kept as it is if the game is at least x, and as x less
/// one unit if not; a Left stop x as it is if Left, moving first, wins the game less x, and less one unit if not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Walls {
    pub right: Lanes,
    pub left: Lanes,
}

impl Walls {
    /// Of the empty sum.
    pub const ZERO: Walls = {
        let mut left = [0; COUNT];
        left[0] = -1;
        Walls {
            right: Lanes::ZERO,
            left: Lanes(left),
        }
    };
    /// What no game is too good for.
    pub const MOST: Walls = Walls {
        right: Lanes([i16::MAX; COUNT]),
        left: Lanes([i16::MAX; COUNT]),
    };
    /// Nothing is known.
    pub const NONE: Walls = Walls {
        right: Lanes([i16::MIN; COUNT]),
        left: Lanes([i16::MIN; COUNT]),
    };

    /// Of a value and of its negative.
    pub fn both(value: Value, store: &mut Store) -> bouton_value::Result<[Walls; 2]> {
        let graph = store.thermograph(value)?;
        let mut both = [Walls::ZERO; 2];
        for (i, &t) in TEMPERATURES.iter().enumerate() {
            let t = Dyadic::new(i64::from(t), FRACTION.into())?;
            let (l, r) = (graph.left.value(&t), graph.right.value(&t));
            both[0].right.0[i] = units(&r);
            both[0].left.0[i] = units(&l);
            both[1].right.0[i] = units(&-&l);
            both[1].left.0[i] = units(&-&r);
        }
        for (walls, stops) in both.iter_mut().zip(stops(value, store)?) {
            walls.left.0[0] -= i16::from(!stops.reaches_left);
            walls.right.0[0] -= i16::from(!stops.reaches_right);
        }
        Ok(both)
    }

    /// Free moves that Left surely has: the largest integer that the game is seen not to be below.
    #[inline]
    pub fn spare(self) -> i32 {
        i32::from(self.right.0[0]) >> FRACTION
    }

    /// The left walls of the sum.
    #[inline(always)]
    pub fn left_of_sum(self, other: Walls) -> Lanes {
        (self.left.plus(other.right)).max(self.right.plus(other.left))
    }

    /// What holds of two games, whichever it is.
    #[inline(always)]
    pub fn worse(self, other: Walls) -> Walls {
        Walls {
            right: self.right.min(other.right),
            left: self.left.min(other.left),
        }
    }

    /// Is it certain that Left wins if Left starts?
    #[inline(always)]
    pub fn wins_first(self) -> bool {
        self.left.wins_first()
    }

    /// Is it certain that Left wins if Right starts?
    #[inline(always)]
    pub fn wins_second(self) -> bool {
        self.right.wins_second()
    }
}

impl Part for Walls {
    #[inline(always)]
    fn of(walls: Walls) -> Walls {
        walls
    }

    #[inline(always)]
    fn plus(self, other: Walls) -> Walls {
        Walls {
            right: self.right.plus(other.right),
            left: self.left_of_sum(other),
        }
    }

    #[inline(always)]
    fn max(self, other: Walls) -> Walls {
        Walls {
            right: self.right.max(other.right),
            left: self.left.max(other.left),
        }
    }
}

/// The largest multiple of a unit that is not above `x`, a number far from the ends of 16 bits.
fn units(x: &Dyadic) -> i16 {
    let units = floor(x) >> (Bound::UNIT - FRACTION);
    units.clamp(i16::MIN.into(), (i16::MAX / 2).into()) as i16
}
