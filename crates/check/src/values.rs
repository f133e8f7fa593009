//! Grundy values of heap games of finite kind, from the definition.
//!
//! For codes that split heaps the values are divided into rare and common ones, by the parity of their bits under a
//! mask [winningways, ch. 4, "sparse spaces"]. Rare xor rare and common xor common are rare, rare xor common is common, whatever
//! the mask: so the common values of options come from splits with a rare part, of which there are few. Only for rare
//! values below the least common one that is free do other splits have to be looked at. The mask decides the time, not
//! the answer.

use crate::Result;
use crate::limits::Budget;

/// The moves of a heap game of finite kind.
pub(crate) enum Moves {
    /// Take s, for each s of an increasing list of positive numbers.
    Subtract(Vec<usize>),
    /// Digit i of the code: 1 a whole heap of i may go, 2 i may go and leave a heap, 4 i may go and leave two,
    /// which [`UNEQUAL`] asks to differ.
    Octal(Vec<u8>),
}

/// The bit of a digit whose two heaps must differ.
pub(crate) const UNEQUAL: u8 = 8;

const MOST_BITS: u32 = 12;

/// The values seen among the options of one heap.
#[derive(Default)]
struct Seen {
    stamps: Vec<u32>,
    now: u32,
}

impl Seen {
    /// Marks a value; true if it is new.
    fn mark(&mut self, value: u32) -> bool {
        let value = value as usize;
        if self.stamps.len() <= value {
            self.stamps.resize(2 * value + 2, 0);
        }
        std::mem::replace(&mut self.stamps[value], self.now) != self.now
    }

    fn has(&self, value: u32) -> bool {
        self.stamps
            .get(value as usize)
            .is_some_and(|&s| s == self.now)
    }

    /// The least value that is not seen and satisfies `which`.
    fn free(&self, which: impl Fn(u32) -> bool) -> u32 {
        (0..)
            .find(|&v| which(v) && !self.has(v))
            .unwrap_or(u32::MAX)
    }
}

/// G(0), …, G(count - 1).
pub(crate) fn values(moves: &Moves, count: usize, budget: &Budget) -> Result<Vec<u32>> {
    budget.held(8 * count as u64)?;
    let mut g: Vec<u32> = Vec::new();
    let mut seen = Seen::default();
    let mut mask = 0;
    let mut rare: Vec<usize> = Vec::new();
    for n in 0..count {
        seen.now = n as u32 + 1;
        budget.steps(1)?;
        let code = match moves {
            Moves::Subtract(set) => {
                budget.steps(set.len() as u64)?;
                for s in set.iter().take_while(|&&s| s <= n) {
                    seen.mark(g[n - s]);
                }
                g.push(seen.free(|_| true));
                continue;
            }
            Moves::Octal(code) => code,
        };
        // A new mask now and then, as more is known of the values.
        if n >= 64 && n.is_power_of_two() {
            mask = sparse_mask(&g, budget)?;
            rare = (1..n).filter(|&a| is_rare(g[a], mask)).collect();
        }
        budget.steps(code.len().min(n) as u64)?;
        for (taken, digit) in code.iter().enumerate().take_while(|&(taken, _)| taken <= n) {
            let left = n - taken;
            if digit & 1 != 0 && left == 0 {
                seen.mark(0);
            }
            if digit & 2 != 0 && left > 0 {
                seen.mark(g[left]);
            }
            if digit & 4 != 0 {
                budget.steps(rare.len() as u64)?;
                let may = |a: usize| 2 * a != left || digit & UNEQUAL == 0;
                for &a in rare.iter().take_while(|&&a| a < left) {
                    if may(a) {
                        seen.mark(g[a] ^ g[left - a]);
                    }
                }
            }
        }
        // Without a mask every value is rare, and all splits have been looked at.
        let common = if mask == 0 {
            0
        } else {
            seen.free(|v| !is_rare(v, mask))
        };
        let mut missing = (0..common).filter(|&v| !seen.has(v)).count();
        'search: for (taken, digit) in code
            .iter()
            .enumerate()
            .take(n + 1)
            .filter(|(_, d)| *d & 4 != 0)
        {
            let left = n - taken;
            let unequal = digit & UNEQUAL != 0;
            for a in 1..=left.saturating_sub(usize::from(unequal)) / 2 {
                if missing == 0 {
                    budget.steps(a as u64)?;
                    break 'search;
                }
                let value = g[a] ^ g[left - a];
                missing -= usize::from(value < common && seen.mark(value));
            }
            budget.steps(left as u64 / 2)?;
        }
        let value = seen.free(|_| true);
        if n > 0 && is_rare(value, mask) {
            rare.push(n);
        }
        g.push(value);
    }
    Ok(g)
}

/// Values with an even number of bits under the mask.
fn is_rare(value: u32, mask: u32) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

/// The mask under which the fewest values so far are rare.
fn sparse_mask(g: &[u32], budget: &Budget) -> Result<u32> {
    let bits = (32 - g.iter().max().copied().unwrap_or(0).leading_zeros()).clamp(1, MOST_BITS);
    let mut counts = vec![0u64; 1 << bits];
    for &v in g.iter().filter(|&&v| v < 1 << bits) {
        counts[v as usize] += 1;
    }
    budget.steps(1 << (2 * bits))?;
    let rare = |mask: u32| -> u64 {
        (0..1u32 << bits)
            .filter(|&v| is_rare(v, mask))
            .map(|v| counts[v as usize])
            .sum()
    };
    Ok((1..1u32 << bits)
        .min_by_key(|&mask| rare(mask))
        .unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::{octal_digits, subtraction_set};
    use crate::{Limits, parse};

    /// The slow twin: the least value that no option has, all options listed.
    fn by_definition(code: &[u8], count: usize) -> Vec<u32> {
        let mut g: Vec<u32> = Vec::new();
        for n in 0..count {
            let mut options = std::collections::BTreeSet::new();
            for (taken, digit) in code.iter().enumerate().filter(|&(taken, _)| taken <= n) {
                let left = n - taken;
                options.extend((digit & 1 != 0 && left == 0).then_some(0));
                options.extend((digit & 2 != 0 && left > 0).then(|| g[left]));
                options.extend(
                    (1..left)
                        .filter(|a| digit & 4 != 0 && (digit & UNEQUAL == 0 || 2 * a != left))
                        .map(|a| g[a] ^ g[left - a]),
                );
            }
            g.push((0..).find(|v| !options.contains(v)).unwrap());
        }
        g
    }

    #[test]
    fn sparse_values_are_those_of_the_definition() {
        let budget = Budget::new(&Limits::default());
        let mut compared = 0;
        for code in (1..512)
            .filter(|c| c % 7 == 1)
            .map(|c| format!("0.{c:03o}"))
            .chain(
                [
                    "4.3", "4.0", "0.6", "0.0707", "4.41", "4!.0", "0.6!", "4!.4!7", "0.7!07",
                ]
                .map(String::from),
            )
        {
            let digits = octal_digits(&code).unwrap();
            let slow = by_definition(&digits, 300);
            assert_eq!(
                values(&Moves::Octal(digits), 300, &budget).unwrap(),
                slow,
                "{code}"
            );
            compared += 1;
        }
        assert!(compared > 70);
        for code in ["0.16", "0.77", "4.06", "4!.0", "0.17!"] {
            let digits = octal_digits(code).unwrap();
            let slow = by_definition(&digits, 2500);
            assert_eq!(
                values(&Moves::Octal(digits), 2500, &budget).unwrap(),
                slow,
                "{code}"
            );
        }
    }

    #[test]
    fn a_long_period() {
        let budget = Budget::new(&Limits::default());
        let (p, n0) = (149_459, 105_351);
        let g = values(
            &Moves::Octal(octal_digits("0.16").unwrap()),
            2 * (n0 + p) + 2,
            &budget,
        )
        .unwrap();
        assert!((n0..g.len() - p).all(|n| g[n] == g[n + p]));
        assert_ne!(g[n0 - 1], g[n0 - 1 + p]);
    }

    #[test]
    fn a_rule_file_and_a_code_agree() {
        let rules =
            parse::parse("game s\nheap n\nmove n -> n - k for k in 1..2\nmove n -= 5\n").unwrap();
        let budget = Budget::new(&Limits::default());
        let set = subtraction_set(&rules, &budget).unwrap();
        assert_eq!(set, [1, 2, 5]);
        let code = octal_digits("0.33003").unwrap();
        let one = values(&Moves::Subtract(set), 200, &budget).unwrap();
        assert_eq!(one, by_definition(&code, 200));
        assert!(one.iter().any(|&v| v > 1));
    }
}
