//! Birthdays, and the simplest number of an interval: the one that is born first.
//!
//! Source: conway1976.

use super::Dyadic;
use num_bigint::BigInt;

impl Dyadic {
    /// The birthday of the number: for m/2^e with e > 0 it is ⌈|x|⌉ + e, for an integer its absolute value.
    pub fn birthday(&self) -> BigInt {
        self.abs().ceil() + self.exponent()
    }

    /// The simplest (earliest born) number strictly between `low` and `high`; requires `low < high` (0 otherwise).
    ///
    /// Cost: linear in the sizes of the two numbers.
    pub fn simplest_between(low: &Dyadic, high: &Dyadic) -> Dyadic {
        Dyadic::simplest(Some((low, false)), Some((high, false))).unwrap_or(Dyadic::ZERO)
    }

    /// The simplest number in an interval whose ends are absent (unbounded), open (`false`) or closed (`true`); `None`
    /// if the interval is empty.
    pub fn simplest(low: Option<(&Dyadic, bool)>, high: Option<(&Dyadic, bool)>) -> Option<Dyadic> {
        let above = |x: &Dyadic| low.is_none_or(|(l, closed)| x > l || (closed && x == l));
        let below = |x: &Dyadic| high.is_none_or(|(h, closed)| x < h || (closed && x == h));
        if let (Some((l, lc)), Some((h, hc))) = (low, high)
            && (l > h || (l == h && !(lc && hc)))
        {
            return None;
        }
        if above(&Dyadic::ZERO) && below(&Dyadic::ZERO) {
            return Some(Dyadic::ZERO);
        }
        if !above(&Dyadic::ZERO) {
            Some(Dyadic::simplest_positive(low?, high))
        } else {
            // Everything in the interval is negative: mirror it.
            let (h, hc) = high?;
            let flipped = -h;
            let mirrored_low = low.map(|(l, c)| (-l, c));
            let x = Dyadic::simplest_positive(
                (&flipped, hc),
                mirrored_low.as_ref().map(|(l, c)| (l, *c)),
            );
            Some(-&x)
        }
    }

    /// As [`Dyadic::simplest`] for a non-empty interval of positive numbers.
    fn simplest_positive(low: (&Dyadic, bool), high: Option<(&Dyadic, bool)>) -> Dyadic {
        let (l, lc) = low;
        // The least integer of the interval, if it holds one.
        let mut n = l.floor();
        let first = Dyadic::from(n.clone());
        if &first < l || !lc {
            n += 1;
        }
        let n = Dyadic::from(n);
        let Some((h, hc)) = high else { return n };
        if &n < h || (hc && &n == h) {
            return n;
        }
        // Otherwise the multiple of 1/2^e with the least e; it is unique.
        let bits = l.exponent().max(h.exponent()) + 2;
        let (a, b) = (l.scaled(bits), h.scaled(bits));
        let low_scaled = if lc { a } else { a + 1 };
        let high_scaled = if hc { b } else { b - 1 };
        // The number with the most trailing zeros: clear the bits of `high` below the top bit where it differs from low - 1.
        let split = ((low_scaled - 1u32) ^ &high_scaled)
            .bits()
            .saturating_sub(1);
        let value = (high_scaled >> split) << split;
        let twos = value.trailing_zeros().unwrap_or(0).min(u64::from(bits)) as u32;
        Dyadic::reduced(value >> twos, bits - twos)
    }
}
