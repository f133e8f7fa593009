//! Which named functions fit a prefix.

use crate::Form;
use num_bigint::BigUint;

/// A named function that agrees with every value of a prefix from `from` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The function.
    pub form: Form,
    /// It is evaluated at n + shift: 1 where the sequence counts from 0 what the function counts from 1.
    pub shift: i64,
    /// The first n of the claim; values before it are exceptions.
    pub from: u64,
    /// How many values agreed: all of those with n >= `from` that were given.
    pub checked: u64,
}

impl Pattern {
    /// The formula as text; n is the index of the sequence.
    ///
    /// ```
    /// let ruler = [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16];
    /// let found = bouton_seq::patterns_from(1, &ruler);
    /// assert_eq!(found[0].formula(), "the largest power of two dividing n");
    /// ```
    pub fn formula(&self) -> String {
        let text = self.form.formula();
        match self.shift {
            0 => text,
            s if s > 0 => format!("{text}, at n + {s} in place of n"),
            s => format!("{text}, at n - {} in place of n", -s),
        }
    }

    /// What is known: the formula and how far it was checked.
    pub fn statement(&self) -> String {
        let Pattern { from, checked, .. } = self;
        let formula = self.formula();
        match from {
            0 => format!("{formula} (fits the first {checked} values)"),
            _ => format!("{formula} for n >= {from} (fits the {checked} values from there on)"),
        }
    }

    /// The formula's value at n; `None` before `from`, or if it does not fit 64 bits.
    pub fn at(&self, n: u64) -> Option<u64> {
        if n < self.from {
            return None;
        }
        self.form.at(n.checked_add_signed(self.shift)?)
    }

    /// The formula's value at n of any size; `None` before `from`.
    pub fn at_big(&self, n: &BigUint) -> Option<BigUint> {
        if *n < BigUint::from(self.from) {
            return None;
        }
        let size = self.shift.unsigned_abs();
        if self.shift >= 0 {
            return self.form.at_big(&(n + size));
        }
        (*n >= BigUint::from(size)).then(|| self.form.at_big(&(n - size)))?
    }
}

/// Values that a pattern must explain before it is reported.
const LEAST_VALUES: usize = 8;

/// The named functions that fit values for n = 0, 1, 2, …; the simplest first.
///
/// See [`patterns_from`].
pub fn patterns(values: &[u64]) -> Vec<Pattern> {
    patterns_from(0, values)
}

/// The named functions that fit the values for n = start, start + 1, …; the simplest first.
///
/// A function fits if it agrees with every value, or with every value but the first ones at which it is not defined (the
/// exponent of 2 in 0) or which are special (an empty heap): at most two, and at most an eighth. Each is also tried with n
/// moved by up to 2. Fewer than 8 values give no pattern. Cost: a few hundred passes that stop at the first difference.
///
/// ```
/// use bouton_seq::patterns;
/// // Take a proper divisor from the heap.
/// let values = [0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4];
/// let found = patterns(&values);
/// assert_eq!(found[0].statement(), "the exponent of 2 in n for n >= 1 (fits the 16 values from there on)");
/// assert_eq!(found[0].at(1 << 50), Some(50));
/// ```
pub fn patterns_from(start: u64, values: &[u64]) -> Vec<Pattern> {
    let mut found: Vec<Pattern> = Vec::new();
    if values.len() < LEAST_VALUES || start.checked_add(values.len() as u64 + 2).is_none() {
        return found;
    }
    for skipped in 0..=2u64.min(values.len() as u64 / LEAST_VALUES as u64) {
        let rest = &values[skipped as usize..];
        let from = start + skipped;
        for shift in [0i64, 1, -1, 2, -2] {
            let Some(first) = from.checked_add_signed(shift) else {
                continue;
            };
            for form in Form::guesses(first, rest) {
                let fits = rest
                    .iter()
                    .zip(first..)
                    .all(|(&value, n)| form.at(n) == Some(value));
                if fits && !said_already(&found, &form, shift, rest, first) {
                    let checked = rest.len() as u64;
                    found.push(Pattern {
                        form,
                        shift,
                        from,
                        checked,
                    });
                }
            }
        }
    }
    found
}

/// True if a pattern found earlier (simpler, or from an earlier n) gives the same values far beyond the prefix.
fn said_already(found: &[Pattern], form: &Form, shift: i64, rest: &[u64], first: u64) -> bool {
    let end = first.saturating_add(rest.len() as u64);
    let far = end.saturating_mul(5) + 1000;
    found.iter().any(|p| {
        (end..far)
            .chain([1 << 40, (1 << 41) + 77])
            .filter_map(|n| Some((n, n.checked_add_signed(-shift)?)))
            .all(|(n, index)| p.at(index) == form.at(n))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_formula(start: u64, values: impl Iterator<Item = u64>) -> String {
        let values: Vec<u64> = values.take(64).collect();
        patterns_from(start, &values)
            .first()
            .map(Pattern::formula)
            .unwrap_or_default()
    }

    #[test]
    fn recognises_every_form_it_knows() {
        let forms = [
            Form::Constant(3),
            Form::Plus(0),
            Form::Plus(7),
            Form::Minus(5),
            Form::Xor(5),
            Form::Mod {
                modulus: 4,
                shift: 0,
            },
            Form::Mod {
                modulus: 7,
                shift: 3,
            },
            Form::Div {
                divisor: 3,
                shift: 0,
            },
            Form::DivMod {
                divisor: 2,
                modulus: 5,
            },
            Form::TwoAdic(0),
            Form::TwoAdic(4),
            Form::TrailingOnes,
            Form::PowerOfTwo,
            Form::OddPart,
            Form::OnesCount,
            Form::OnesParity,
            Form::Log2(1),
            Form::Odious,
            Form::Evil,
            Form::Gray,
            Form::Root,
        ];
        for form in forms {
            let start = form.first();
            let values = (start..).map(|n| form.at(n).unwrap());
            assert_eq!(first_formula(start, values), form.formula());
        }
    }

    #[test]
    fn moved_index_and_exceptions() {
        // Ruler counted from 0, and the exponent of 2 with a wrong value at 0.
        assert_eq!(
            first_formula(0, (1u64..).map(|n| 1 << n.trailing_zeros())),
            "the largest power of two dividing n, at n + 1 in place of n"
        );
        let values: Vec<u64> = (0..40u64).map(|n| if n == 0 { 9 } else { n % 5 }).collect();
        let found = patterns(&values);
        assert_eq!((found[0].formula().as_str(), found[0].from), ("n mod 5", 1));
        assert_eq!(found[0].at(0), None);
    }

    #[test]
    fn one_wrong_value_is_enough() {
        let good: Vec<u64> = (0..50).map(|n| n % 4).collect();
        assert!(!patterns(&good).is_empty());
        for at in 8..50 {
            let mut bad = good.clone();
            bad[at] += 1;
            assert!(
                patterns(&bad).iter().all(|p| p.formula() != "n mod 4"),
                "value {at}"
            );
        }
        assert!(patterns(&[0, 1, 2, 3, 0, 1, 2]).is_empty());
    }
}
