//! Taking-and-breaking codes: `0.77` is Kayles, `0.07` Dawson's Kayles, `0.3F` a hexadecimal game.
//!
//! Digit `d_k` says what a move that takes `k` beans from a heap may leave: bit 0 no heap, bit 1 one heap, bit 2 two
//! heaps, bit 3 three (winningways).

use crate::{Breaking, CodeBounds, Parts, Run};
use bouton_rules::{Error, Result};
use smallvec::smallvec;

/// An octal or hexadecimal code.
///
/// ```
/// use bouton_misere::{Breaking, Code};
/// let kayles = Code::parse("0.77").unwrap();
/// assert_eq!(kayles.options(3).len(), 3); // to 2, to 1+1, to 1
/// let e = Code::parse("0.7x").unwrap_err();
/// assert_eq!(e.to_string(), "code `0.7x`: `x` at place 4 is not a digit; write a code like 0.77, 4.3 or 0.3F");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// `digits[k]` belongs to taking `k` beans.
    digits: Vec<u8>,
}

const MOST_DIGITS: usize = 1000;

impl Code {
    /// Reads `0.77`, `.77`, `4.3`, `0.3F`; trailing zeros are dropped.
    ///
    /// # Errors
    /// A character that is no hexadecimal digit, a missing point, a first digit that would let a move take nothing and
    /// leave the heap as it is, or more than a thousand digits.
    pub fn parse(text: &str) -> Result<Code> {
        let right = "write a code like 0.77, 4.3 or 0.3F";
        let shown = bouton_rules::heaps::shorten(text);
        let Some((head, tail)) = text.split_once('.') else {
            return Err(Error::input(format!(
                "code `{shown}`: there is no point; {right}"
            )));
        };
        let mut digits = Vec::new();
        for (place, c) in text
            .chars()
            .enumerate()
            .filter(|&(place, _)| place != head.chars().count())
        {
            let Some(digit) = c.to_digit(16) else {
                return Err(Error::input(format!(
                    "code `{shown}`: `{c}` at place {} is not a digit; {right}",
                    place + 1
                )));
            };
            digits.push(digit as u8);
        }
        if head.is_empty() {
            digits.insert(0, 0);
        }
        if head.chars().count() > 1 || digits[0] & 3 != 0 {
            return Err(Error::input(format!(
                "code `{shown}`: before the point stands one digit, 0, 4, 8 or C, since a move that takes no bean must \
                 split the heap; {right}"
            )));
        }
        if tail.chars().count() > MOST_DIGITS {
            return Err(Error::input(format!(
                "code `{shown}` has more than {MOST_DIGITS} digits after the point; {right}"
            )));
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Code { digits })
    }
}

impl Breaking for Code {
    fn name(&self) -> String {
        let mut text = format!("{:X}.", self.digits[0]);
        for d in &self.digits[1..] {
            text.push_str(&format!("{d:X}"));
        }
        if self.digits.len() == 1 {
            text.push('0');
        }
        text
    }

    fn options(&self, heap: u32) -> Vec<Parts> {
        let mut moves = Vec::new();
        for (taken, &digit) in self.digits.iter().enumerate().take(heap as usize + 1) {
            let left = heap - taken as u32;
            if digit & 1 != 0 && left == 0 && heap > 0 {
                moves.push(Parts::new());
            }
            if digit & 2 != 0 && left > 0 {
                moves.push(smallvec![left]);
            }
            if digit & 4 != 0 {
                moves.extend((1..=left / 2).map(|i| -> Parts { smallvec![i, left - i] }));
            }
            if digit & 8 != 0 {
                for i in 1..=left / 3 {
                    moves.extend(
                        (i..=(left - i) / 2).map(|j| -> Parts { smallvec![i, j, left - i - j] }),
                    );
                }
            }
        }
        moves
    }

    fn runs(&self, heap: u32) -> Vec<Run> {
        let mut runs = Vec::new();
        for (taken, &digit) in self.digits.iter().enumerate().take(heap as usize + 1) {
            let left = heap - taken as u32;
            if digit & 1 != 0 && left == 0 && heap > 0 {
                runs.push(Run::Parts(Parts::new()));
            }
            if digit & 2 != 0 && left > 0 {
                runs.push(Run::Parts(smallvec![left]));
            }
            if digit & 4 != 0 && left >= 2 {
                runs.push(Run::Pairs {
                    total: left,
                    unequal: false,
                });
            }
            if digit & 8 != 0 && left >= 3 {
                runs.push(Run::Triples { total: left });
            }
        }
        runs
    }

    fn bounds(&self) -> Option<CodeBounds> {
        let parts = self
            .digits
            .iter()
            .map(|d| 8 - d.leading_zeros())
            .max()
            .unwrap_or(0);
        Some(CodeBounds {
            taken: self.digits.len() as u32 - 1,
            parts: parts.saturating_sub(1).max(1),
        })
    }
}

/// Grundy's game: split a heap into two unequal heaps (grundy1939).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grundy;

impl Breaking for Grundy {
    fn name(&self) -> String {
        "Grundy's game".into()
    }

    fn options(&self, heap: u32) -> Vec<Parts> {
        (1..heap.div_ceil(2))
            .map(|i| smallvec![i, heap - i])
            .collect()
    }

    fn runs(&self, heap: u32) -> Vec<Run> {
        if heap < 3 {
            Vec::new()
        } else {
            vec![Run::Pairs {
                total: heap,
                unequal: true,
            }]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told_in_bulk(rules: &dyn Breaking, heap: u32) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        for run in crate::rules::checked_runs(rules, heap).unwrap() {
            run.expand(&mut |parts| all.push(parts.to_vec()));
        }
        all.sort();
        all
    }

    #[test]
    fn runs_tell_the_options() {
        let mut games: Vec<Box<dyn Breaking>> = vec![Box::new(Grundy)];
        for code in [
            "0.77", "0.07", "4.3", "0.4107", "0.8", "0.3F", "C.1", "0.0", ".156",
        ] {
            games.push(Box::new(Code::parse(code).unwrap()));
        }
        for game in games {
            for heap in 0..=30 {
                let mut listed: Vec<Vec<u32>> =
                    game.options(heap).iter().map(|p| p.to_vec()).collect();
                listed.sort();
                assert_eq!(
                    listed,
                    told_in_bulk(&*game, heap),
                    "{} heap {heap}",
                    game.name()
                );
            }
        }
    }

    #[test]
    fn bad_codes_are_named() {
        for bad in ["", "77", "1.7", "0..7", "0.7g", "12.3", "0.7 ", "é.7"] {
            assert!(Code::parse(bad).unwrap_err().is_input(), "{bad}");
        }
        assert_eq!(Code::parse(".770").unwrap().name(), "0.77");
        assert_eq!(Code::parse("0.3f").unwrap().name(), "0.3F");
    }
}
