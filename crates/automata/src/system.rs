//! The letters of one track: what an automaton reads of a numeration.
//!
//! A letter is a digit, or a block of digits where the numeration's quotients have a period longer than one: so every
//! position of a word is like every other. Letters are numbered in the order of their values; 0 is all zeros.
//!
//! While a word is read, the value so far is `p U[j] + q U[j-1]` with j digits to come; a digit d below a coefficient a
//! makes it `p' = a p + q + d`, `q' = p` (base b: `p' = b p + d`).

use crate::numeration::{Nat, Numeration};
use num_traits::Zero;

/// The most tracks of an automaton.
pub(crate) const MAX_TRACKS: usize = 64;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct System {
    pub num: Numeration,
    /// The number of letters of a track.
    pub radix: usize,
    /// The coefficients of the steps of one letter, in reading order.
    pub steps: Vec<u32>,
    /// Is q a part of the value (Fibonacci-like systems)?
    pub carry: bool,
    /// The weight U[-1].
    pub before: u32,
    /// The digits of each letter, in reading order.
    pub digits: Vec<Vec<u8>>,
    /// Letters whose last digit is as large as it can be: a letter that begins with 0 must follow.
    pub full: Vec<bool>,
    /// Letters that begin with a digit other than 0.
    pub heads: Vec<bool>,
    /// May a word end with a full letter?
    pub end_full: bool,
}

impl System {
    pub fn new(num: &Numeration) -> System {
        match num.quotients() {
            None => {
                let b = match num {
                    Numeration::Base(b) => *b,
                    _ => 2,
                };
                System {
                    num: num.clone(),
                    radix: b as usize,
                    steps: vec![b],
                    carry: false,
                    before: 0,
                    digits: (0..b).map(|d| vec![d as u8]).collect(),
                    full: vec![false; b as usize],
                    heads: (0..b).map(|d| d > 0).collect(),
                    end_full: true,
                }
            }
            Some((quotients, before)) => {
                let steps: Vec<u32> = quotients.iter().rev().copied().collect();
                let mut digits: Vec<Vec<u8>> = vec![Vec::new()];
                for (i, &a) in steps.iter().enumerate() {
                    let mut longer = Vec::new();
                    for word in &digits {
                        let full = i > 0 && u32::from(word[i - 1]) == steps[i - 1];
                        for d in 0..=if full { 0 } else { a } {
                            let mut word = word.clone();
                            word.push(d as u8);
                            longer.push(word);
                        }
                    }
                    digits = longer;
                }
                let last = steps.len() - 1;
                System {
                    num: num.clone(),
                    radix: digits.len(),
                    carry: true,
                    before,
                    full: digits
                        .iter()
                        .map(|w| u32::from(w[last]) == steps[last])
                        .collect(),
                    heads: digits.iter().map(|w| w[0] > 0).collect(),
                    steps,
                    digits,
                    end_full: matches!(num, Numeration::Zeckendorf),
                }
            }
        }
    }

    /// Is every word of letters valid?
    pub fn free(&self) -> bool {
        !self.carry
    }

    /// May the letter stand after one that is full (`after`) or not?
    pub fn follows(&self, after: bool, letter: usize) -> bool {
        !(after && self.heads[letter])
    }

    /// The letters of a number, most significant first, without leading zeros.
    pub fn letters(&self, n: &Nat) -> Vec<u16> {
        let digits = self.num.digits(n);
        if self.steps.len() == 1 {
            return digits.iter().map(|&d| u16::from(d)).collect();
        }
        digits
            .chunks(self.steps.len())
            .map(|block| {
                let at = self.digits.binary_search_by(|w| w.as_slice().cmp(block));
                at.unwrap_or(0) as u16
            })
            .collect()
    }

    /// The letters of several numbers as rows of one word: all tracks as long as the longest.
    pub fn word(&self, values: &[Nat]) -> Vec<Vec<u16>> {
        let tracks: Vec<Vec<u16>> = values.iter().map(|n| self.letters(n)).collect();
        let len = tracks.iter().map(Vec::len).max().unwrap_or(0);
        (0..len)
            .map(|i| {
                tracks
                    .iter()
                    .map(|t| (i + t.len()).checked_sub(len).map_or(0, |at| t[at]))
                    .collect()
            })
            .collect()
    }

    /// The number that letters of one track stand for.
    pub fn number(&self, letters: impl Iterator<Item = u16>) -> Nat {
        let mut digits = Vec::new();
        for letter in letters {
            digits.extend_from_slice(&self.digits[letter as usize]);
        }
        if digits.iter().all(Zero::is_zero) {
            return Nat::zero();
        }
        self.num.value(&digits)
    }
}
