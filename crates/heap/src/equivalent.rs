//! Codes that play the same: only where a theorem says so.
//!
//! 1. *Shift.* If a heap of 1 has no move, heaps may be counted one smaller: taking k and leaving r >= 1 heaps becomes taking
//!    k + r - 1 and leaving at most r, since a heap of 1 is now none. Positions correspond, so this holds in misère play too.
//! 2. *Idle bits* (normal play). Bit 0 of digit k matters to the heap of k alone, and adds an option of value 0 there. Where
//!    that heap has an option of value 0 anyway, the bit says nothing. Bit 1 of digit k adds G(n - k) to the options of every
//!    n > k. Where digit j < k may leave any two heaps and heap h = k - j has value 0, taking j and leaving n - k and h has that
//!    value anyway; and G(h) does not depend on the bit, which matters to heaps above k alone.
//!
//! Equal first values never make codes equal: 0.161 and 0.36 agree through 518 and differ at 519.

use crate::{Code, Digit, HeapGame, Parts, naive_values};
use bouton_rules::Result;

/// A code, and how its heaps are counted: heap n of the original plays as heap n - shift of this one (and heaps up to `shift`
/// as nothing).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Equivalent {
    /// The code.
    pub code: Code,
    /// What is subtracted from heap sizes.
    pub shift: usize,
    /// True if the idle bits of the original have been taken out, so that the equality is one of normal play.
    pub normal_play_only: bool,
}

/// The code with heaps counted one smaller, if the theorem applies: finite, any parts, nothing put on, no move in a heap of 1.
///
/// ```
/// use bouton_heap::{Code, shifted};
/// let next = |text: &str| shifted(&text.parse().unwrap()).map(|c| c.to_string());
/// assert_eq!(next("0.4").as_deref(), Some("0.07"));
/// assert_eq!(next("0.07").as_deref(), Some("0.137"));
/// assert_eq!(next("0.137"), None);
/// ```
pub fn shifted(code: &Code) -> Option<Code> {
    let last = code.last()? as i64;
    let mut after: Vec<Digit> = Vec::new();
    let mut any = false;
    if code.most_put() > 0 || code.digit(1).allows(0).is_some() {
        return None;
    }
    let mut allow = |k: i64, r: u32| {
        let place = k as usize - 1;
        if after.len() <= place {
            after.resize(place + 1, Digit::ZERO);
        }
        after[place].insert(r, Parts::Any);
    };
    for k in 0..=last {
        let digit = code.digit(k);
        digit.most()?;
        for (r, parts) in digit.listed() {
            any = true;
            match (r, parts) {
                (0, _) => allow(k - 1, 0),
                (_, Parts::Any) => (0..=r).for_each(|few| allow(k + i64::from(r) - 1, few)),
                _ => return None,
            }
        }
    }
    if !any {
        return None;
    }
    Code::new(Vec::new(), after).ok()
}

/// The code without bits that say nothing in normal play, by the theorem on idle bits.
///
/// # Errors
/// As [`naive_values`]. Cost: the values up to the last digit.
///
/// ```
/// use bouton_heap::{Code, without_idle_bits};
/// let code: Code = "0.025".parse().unwrap();
/// assert_eq!(without_idle_bits(&code).unwrap().to_string(), "0.024");
/// let code: Code = "0.072".parse().unwrap();
/// assert_eq!(without_idle_bits(&code).unwrap().to_string(), "0.07");
/// ```
pub fn without_idle_bits(code: &Code) -> Result<Code> {
    let Some(last) = code.last() else {
        return Ok(code.clone());
    };
    let before = code.before().to_vec();
    let mut after = code.after().to_vec();
    for k in 1..=last as usize {
        if after[k - 1].from().is_some() {
            continue;
        }
        // Only digits up to k matter to heaps up to k.
        let values = |digits: &[Digit]| {
            let short = Code::new(before.clone(), digits[..k].to_vec())?;
            naive_values(&HeapGame::code(short), k + 1)
        };
        if after[k - 1].allows(0).is_some() {
            let mut fewer = after.clone();
            fewer[k - 1].remove(0);
            if values(&fewer)?[k] != 0 {
                after = fewer;
            }
        }
        if after[k - 1].allows(1).is_some() {
            let values = values(&after)?;
            let now = Code::new(before.clone(), after.clone())?;
            let breaks = |j: usize| now.digit(j as i64).allows(2) == Some(Parts::Any);
            if (0..k).any(|j| breaks(j) && values[k - j] == 0) {
                after[k - 1].remove(1);
            }
        }
    }
    Code::new(before, after)
}

/// The representative of all codes that the two theorems, used in turn, connect with this one. Codes with equal
/// representatives have equal Grundy values, up to the shifts.
///
/// # Errors
/// As [`without_idle_bits`].
///
/// ```
/// use bouton_heap::representative;
/// let of = |text: &str| representative(&text.parse().unwrap()).unwrap();
/// assert_eq!(of("0.4").code, of("0.137").code);
/// assert_eq!((of("0.4").shift, of("0.137").shift), (2, 0));
/// assert_ne!(of("0.161").code, of("0.36").code);
/// ```
pub fn representative(code: &Code) -> Result<Equivalent> {
    let mut now = Equivalent {
        code: code.clone(),
        shift: 0,
        normal_play_only: false,
    };
    loop {
        let plain = without_idle_bits(&now.code)?;
        now.normal_play_only |= plain != now.code;
        now.code = plain;
        // The first heap with a move comes one nearer each time, so this ends.
        match shifted(&now.code) {
            Some(code) => {
                now.code = code;
                now.shift += 1;
            }
            None => return Ok(now),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;

    #[test]
    fn representatives_have_the_same_values() {
        let mut classes: FxHashMap<Code, usize> = FxHashMap::default();
        for d in 0..1024u32 {
            let code: Code = format!("{}.{}{}{}", d >> 9 << 2, d >> 6 & 7, d >> 3 & 7, d & 7)
                .parse()
                .unwrap();
            let same = representative(&code).unwrap();
            let values = naive_values(&HeapGame::code(code.clone()), 50).unwrap();
            let other = naive_values(&HeapGame::code(same.code.clone()), 50).unwrap();
            for (n, &value) in values.iter().enumerate() {
                let shifted = n.checked_sub(same.shift).map_or(0, |m| other[m]);
                assert_eq!(value, shifted, "{code} and {} at {n}", same.code);
            }
            *classes.entry(same.code).or_default() += 1;
        }
        assert!(classes.len() < 800, "{} classes", classes.len());
    }

    #[test]
    fn shifts_hold_in_misere_play() {
        // The trees are the same, so the sorted lists of options are.
        for text in ["0.4", "0.07", "4.04", "0.026", "0.E0F"] {
            let code: Code = text.parse().unwrap();
            let (old, new) = (
                HeapGame::code(code.clone()),
                HeapGame::code(shifted(&code).unwrap()),
            );
            for n in 1..14 {
                let lower = |heaps: &Vec<u64>| {
                    heaps
                        .iter()
                        .map(|h| h - 1)
                        .filter(|&h| h > 0)
                        .collect::<Vec<u64>>()
                };
                let mut a: Vec<Vec<u64>> = old.options(n).unwrap().iter().map(lower).collect();
                let mut b = new.options(n - 1).unwrap();
                for list in [&mut a, &mut b] {
                    list.sort();
                    list.dedup();
                }
                assert_eq!(a, b, "{text} heap {n}");
            }
        }
    }
}
