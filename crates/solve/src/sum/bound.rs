//! What is certain about a game without search: a game that is no better for Left, known by its stops, mean and temperature.

use bouton_value::{Dyadic, Store, Value};
use num_bigint::BigInt;

/// Facts about some game H with H <= G: numbers in units of 2^-16, rounded against Left.
///
/// A Right stop x is kept as it is if G >= x, and as x less one unit if not; a Left stop x as it is if Left, moving first, wins
/// G - x, and less one unit if not. So a stop of 0 decides where it can: G >= x and H >= y give G + H >= x + y.
///
/// Bounds add. The mean of a sum is the sum of the means, its temperature at most the highest; with Left to move its stop is
/// at least one Left stop and the other Right stops; and with T the temperature, the Right stop is at least mean - T. Cooled
/// by the second highest temperature t, all but the hottest summand are worth their means on both sides and the hottest still
/// at least its Left stop less t with Left to move, so the Left stop of the sum is at least mean + (lead - t).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    pub mean: i64,
    /// At least the temperature of H; negative only if H is a number.
    pub temperature: i64,
    pub left_stop: i64,
    pub right_stop: i64,
    /// The second highest temperature among the summands of H.
    pub second: i64,
    /// Left stop less mean of the hottest summand.
    pub lead: i64,
}

/// Far below every game, with room to add.
pub(crate) const LOWEST: i64 = i64::MIN / 1024;

impl Bound {
    /// Numbers are in units of two to the minus this.
    pub const UNIT: u32 = 16;

    pub const ZERO: Bound = Bound {
        mean: 0,
        temperature: -(1 << Bound::UNIT),
        left_stop: -1,
        right_stop: 0,
        second: -(1 << Bound::UNIT),
        lead: 0,
    };
    /// Nothing is known.
    pub const NONE: Bound = Bound {
        mean: LOWEST,
        temperature: 0,
        left_stop: LOWEST,
        right_stop: LOWEST,
        second: 0,
        lead: 0,
    };

    /// An integer.
    pub fn integer(n: i64) -> Bound {
        let n = n.clamp(-(1 << 36), 1 << 36) << Bound::UNIT;
        Bound {
            mean: n,
            left_stop: n - 1,
            right_stop: n,
            ..Bound::ZERO
        }
    }

    /// Of a value and of its negative.
    pub fn both(value: Value, store: &mut Store) -> bouton_value::Result<[Bound; 2]> {
        let (mean, temperature) = (store.mean(value)?, store.temperature(value)?);
        let temperature = -floor(&-&temperature);
        let [own, negative] = stops(value, store)?;
        let bound = |mean: &Dyadic, stops: Stops| Bound {
            mean: floor(mean),
            temperature,
            left_stop: floor(&stops.left) - i64::from(!stops.reaches_left),
            right_stop: stops.right_bound(),
            second: Bound::ZERO.second,
            lead: floor(&(&stops.left - mean)),
        };
        Ok([bound(&mean, own), bound(&-&mean, negative)])
    }

    /// The bound of the sum.
    #[inline]
    pub fn plus(self, other: Bound) -> Bound {
        if self.mean <= LOWEST || other.mean <= LOWEST {
            return Bound::NONE;
        }
        let (hot, cold) = if self.temperature >= other.temperature {
            (self, other)
        } else {
            (other, self)
        };
        Bound {
            mean: self.mean + other.mean,
            temperature: hot.temperature,
            second: hot.second.max(cold.temperature),
            lead: hot.lead,
            left_stop: (self.left_stop + other.right_stop).max(self.right_stop + other.left_stop),
            right_stop: self.right_stop + other.right_stop,
        }
    }

    /// Is it certain that Left wins if Left starts?
    #[inline]
    pub fn wins_first(self) -> bool {
        self.left_stop >= 0 || self.mean + (self.lead - self.second.max(0)).max(0) > 0
    }

    /// Is it certain that Left wins if Right starts?
    #[inline]
    pub fn wins_second(self) -> bool {
        self.right_stop >= 0 || self.mean - self.temperature.max(0) > 0
    }
}

/// The stops of a game, and whether they are reached in Left's favour.
pub(crate) struct Stops {
    pub left: Dyadic,
    pub right: Dyadic,
    /// Does Left, moving first, win the game less its Left stop?
    pub reaches_left: bool,
    /// Is the game at least its Right stop?
    pub reaches_right: bool,
}

impl Stops {
    /// The Right stop, less one unit if it is not reached.
    fn right_bound(&self) -> i64 {
        floor(&self.right) - i64::from(!self.reaches_right)
    }
}

/// The stops of a value and of its negative.
pub(crate) fn stops(value: Value, store: &mut Store) -> bouton_value::Result<[Stops; 2]> {
    let (left, right) = (store.left_stop(value), store.right_stop(value));
    let (number_left, number_right) = (store.number(&left)?, store.number(&right)?);
    let over_right = store.ge(value, number_right)?;
    let under_left = store.ge(number_left, value)?;
    let negative = Stops {
        left: -&right,
        right: -&left,
        reaches_left: !over_right,
        reaches_right: under_left,
    };
    let own = Stops {
        left,
        right,
        reaches_left: !under_left,
        reaches_right: over_right,
    };
    Ok([own, negative])
}

/// Numbers that the atomic weight of a value and that of its negative are not below, in units of 2^-16; far below every sum where there
/// is none.
pub(crate) fn weights(value: Value, store: &mut Store) -> bouton_value::Result<[i64; 2]> {
    if !store.is_atomic(value)? {
        return Ok([LOWEST; 2]);
    }
    let weight = store.atomic_weight(value)?;
    let [own, negative] = stops(weight, store)?;
    Ok([own.right_bound(), negative.right_bound()])
}

/// The largest multiple of 2^-16 that is not above `x`, within what adds safely.
pub(crate) fn floor(x: &Dyadic) -> i64 {
    let most = 1i64 << 52;
    let scaled: BigInt = match x.as_small() {
        Some((n, e)) if e <= Bound::UNIT && n.unsigned_abs() < 1 << 30 => {
            return n << (Bound::UNIT - e);
        }
        _ => (x.numerator() << Bound::UNIT) >> x.exponent(),
    };
    i64::try_from(&scaled)
        .unwrap_or(if x.signum() < 0 { LOWEST } else { most })
        .clamp(LOWEST, most)
}
