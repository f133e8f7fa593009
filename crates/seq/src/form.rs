//! Named functions of n: what a pattern may be, how it is written, its value at any n.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

/// A named function from naturals to naturals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The same value everywhere.
    Constant(u64),
    /// n + c.
    Plus(u64),
    /// n - c, for n >= c.
    Minus(u64),
    /// n xor c.
    Xor(u64),
    /// (n + shift) mod modulus.
    Mod {
        /// At least 2.
        modulus: u64,
        /// Below the modulus.
        shift: u64,
    },
    /// floor((n + shift) / divisor).
    Div {
        /// At least 2.
        divisor: u64,
        /// Below the divisor.
        shift: u64,
    },
    /// floor(n / divisor) mod modulus.
    DivMod {
        /// At least 2.
        divisor: u64,
        /// At least 2.
        modulus: u64,
    },
    /// The exponent of 2 in n, plus c; n >= 1.
    TwoAdic(u64),
    /// The exponent of 2 in n + 1.
    TrailingOnes,
    /// The largest power of two dividing n; n >= 1.
    PowerOfTwo,
    /// n divided by the largest power of two in it; n >= 1.
    OddPart,
    /// The number of ones of n in binary.
    OnesCount,
    /// 1 where the number of ones is odd, otherwise 0.
    OnesParity,
    /// floor(log2 n) + c; n >= 1.
    Log2(u64),
    /// The n-th odious number (an odd number of ones), from the 0-th, which is 1.
    Odious,
    /// The n-th evil number (an even number of ones), from the 0-th, which is 0.
    Evil,
    /// n xor floor(n / 2), the Gray code.
    Gray,
    /// floor(sqrt n).
    Root,
}

impl Form {
    /// The least n at which it is defined.
    pub fn first(&self) -> u64 {
        match self {
            Form::Minus(c) => *c,
            Form::TwoAdic(_) | Form::PowerOfTwo | Form::OddPart | Form::Log2(_) => 1,
            _ => 0,
        }
    }

    /// The formula as text, in n.
    ///
    /// ```
    /// use bouton_seq::Form;
    /// assert_eq!(Form::TwoAdic(1).formula(), "the exponent of 2 in n, plus 1");
    /// ```
    pub fn formula(&self) -> String {
        let plus = |text: &str, c: &u64| match c {
            0 => text.to_string(),
            c => format!("{text}, plus {c}"),
        };
        let moved = |shift: &u64| match shift {
            0 => "n".to_string(),
            s => format!("(n + {s})"),
        };
        match self {
            Form::Constant(c) => c.to_string(),
            Form::Plus(0) => "n".to_string(),
            Form::Plus(c) => format!("n + {c}"),
            Form::Minus(c) => format!("n - {c}"),
            Form::Xor(c) => format!("n xor {c}"),
            Form::Mod { modulus, shift } => format!("{} mod {modulus}", moved(shift)),
            Form::Div { divisor, shift } => format!("floor({} / {divisor})", moved(shift)),
            Form::DivMod { divisor, modulus } => format!("floor(n / {divisor}) mod {modulus}"),
            Form::TwoAdic(c) => plus("the exponent of 2 in n", c),
            Form::TrailingOnes => "the exponent of 2 in n + 1".to_string(),
            Form::PowerOfTwo => "the largest power of two dividing n".to_string(),
            Form::OddPart => "the largest odd divisor of n".to_string(),
            Form::OnesCount => "the number of ones of n in binary".to_string(),
            Form::OnesParity => "the parity of the number of ones of n in binary".to_string(),
            Form::Log2(c) => plus("floor(log2 n)", c),
            Form::Odious => "the n-th odious number".to_string(),
            Form::Evil => "the n-th evil number".to_string(),
            Form::Gray => "n xor floor(n / 2)".to_string(),
            Form::Root => "floor(sqrt n)".to_string(),
        }
    }

    /// The value at a machine integer; `None` where it is not defined or does not fit 64 bits.
    pub fn at(&self, n: u64) -> Option<u64> {
        if n < self.first() {
            return None;
        }
        Some(match self {
            Form::Constant(c) => *c,
            Form::Plus(c) => n.checked_add(*c)?,
            Form::Minus(c) => n - c,
            Form::Xor(c) => n ^ c,
            Form::Mod { modulus, shift } => {
                u64::try_from((u128::from(n) + u128::from(*shift)) % u128::from(*modulus)).ok()?
            }
            Form::Div { divisor, shift } => {
                u64::try_from((u128::from(n) + u128::from(*shift)) / u128::from(*divisor)).ok()?
            }
            Form::DivMod { divisor, modulus } => n / divisor % modulus,
            Form::TwoAdic(c) => u64::from(n.trailing_zeros()).checked_add(*c)?,
            Form::TrailingOnes => u64::from(n.trailing_ones()),
            Form::PowerOfTwo => 1 << n.trailing_zeros(),
            Form::OddPart => n >> n.trailing_zeros(),
            Form::OnesCount => u64::from(n.count_ones()),
            Form::OnesParity => u64::from(n.count_ones() % 2),
            Form::Log2(c) => u64::from(n.ilog2()).checked_add(*c)?,
            // The odious and the evil number of rank n are 2n and 2n + 1 in the order that the parity decides.
            Form::Odious => n.checked_mul(2)? + u64::from(n.count_ones().is_multiple_of(2)),
            Form::Evil => n.checked_mul(2)? + u64::from(n.count_ones() % 2 == 1),
            Form::Gray => n ^ (n >> 1),
            Form::Root => n.isqrt(),
        })
    }

    /// The value at a natural of any size; `None` where it is not defined.
    ///
    /// ```
    /// use bouton_seq::Form;
    /// use num_bigint::BigUint;
    /// let n = BigUint::from(10u8).pow(1000);
    /// assert_eq!(Form::TwoAdic(0).at_big(&n), Some(BigUint::from(1000u32)));
    /// ```
    pub fn at_big(&self, n: &BigUint) -> Option<BigUint> {
        if *n < BigUint::from(self.first()) {
            return None;
        }
        let big = |c: &u64| BigUint::from(*c);
        Some(match self {
            Form::Constant(c) => big(c),
            Form::Plus(c) => n + c,
            Form::Minus(c) => n - c,
            Form::Xor(c) => n ^ big(c),
            Form::Mod { modulus, shift } => (n + shift) % modulus,
            Form::Div { divisor, shift } => (n + shift) / divisor,
            Form::DivMod { divisor, modulus } => n / divisor % modulus,
            Form::TwoAdic(c) => big(&n.trailing_zeros()?) + c,
            Form::TrailingOnes => big(&n.trailing_ones()),
            Form::PowerOfTwo => BigUint::one() << n.trailing_zeros()?,
            Form::OddPart => n >> n.trailing_zeros()?,
            Form::OnesCount => big(&n.count_ones()),
            Form::OnesParity => big(&(n.count_ones() % 2)),
            Form::Log2(c) => big(&(n.bits() - 1)) + c,
            Form::Odious => (n << 1u8) + u8::from(n.count_ones().is_even()),
            Form::Evil => (n << 1u8) + u8::from(n.count_ones().is_odd()),
            Form::Gray => n ^ (n >> 1u8),
            Form::Root => n.sqrt(),
        })
    }

    /// What the function could be, given its values at a few n: hypotheses with parameters read off the values.
    pub(crate) fn guesses(start: u64, values: &[u64]) -> Vec<Form> {
        let mut forms = vec![
            Form::TrailingOnes,
            Form::PowerOfTwo,
            Form::OddPart,
            Form::OnesCount,
            Form::OnesParity,
            Form::Odious,
            Form::Evil,
            Form::Gray,
            Form::Root,
        ];
        let top = values.iter().copied().max().unwrap_or(0);
        let Some((&last, last_n)) = values
            .last()
            .zip(start.checked_add(values.len() as u64 - 1))
        else {
            return forms;
        };
        forms.push(Form::Constant(last));
        forms.push(match last.checked_sub(last_n) {
            Some(c) => Form::Plus(c),
            None => Form::Minus(last_n - last),
        });
        if last != last_n {
            forms.push(Form::Xor(last ^ last_n));
        }
        // A remainder shows its modulus as one more than the greatest value, once it has wrapped around.
        let modulus = top.saturating_add(1);
        let shown = values.len() as u64 / modulus;
        if modulus >= 2 && shown >= 1 {
            let shift = (modulus - start % modulus + values[0]) % modulus;
            forms.push(Form::Mod { modulus, shift });
            for divisor in 2..=shown.min(64) {
                forms.push(Form::DivMod { divisor, modulus });
            }
        }
        for divisor in 2..=64 {
            for shift in 0..divisor {
                forms.push(Form::Div { divisor, shift });
            }
        }
        // The constants are read at the last n, where both functions are defined.
        for make in [Form::TwoAdic as fn(u64) -> Form, Form::Log2] {
            if let Some(c) = make(0).at(last_n).and_then(|v| last.checked_sub(v)) {
                forms.push(make(c));
            }
        }
        forms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::ToPrimitive;

    #[test]
    fn small_and_big_agree() {
        let mut forms = Form::guesses(0, &[1, 2, 3, 4, 9]);
        forms.extend([
            Form::TwoAdic(3),
            Form::Log2(2),
            Form::Minus(4),
            Form::Plus(0),
            Form::Xor(6),
        ]);
        assert!(forms.len() > 100);
        for form in forms {
            for n in (0..300).chain([1 << 40, (1 << 62) + 12345]) {
                let big = form.at_big(&BigUint::from(n)).and_then(|v| v.to_u64());
                assert_eq!(form.at(n), big, "{} at {n}", form.formula());
            }
        }
    }

    #[test]
    fn odious_and_evil_from_the_definition() {
        let (odious, evil): (Vec<u64>, Vec<u64>) =
            (0..2000).partition(|n: &u64| n.count_ones() % 2 == 1);
        for (n, (o, e)) in odious.iter().zip(&evil).enumerate() {
            assert_eq!(Form::Odious.at(n as u64), Some(*o));
            assert_eq!(Form::Evil.at(n as u64), Some(*e));
        }
    }

    #[test]
    fn nothing_wraps() {
        assert_eq!(Form::Plus(2).at(u64::MAX - 1), None);
        assert_eq!(Form::Odious.at(u64::MAX), None);
        assert_eq!(
            Form::Mod {
                modulus: 10,
                shift: 9
            }
            .at(u64::MAX),
            Some(4)
        );
        assert_eq!(Form::PowerOfTwo.at(0), None);
    }
}
