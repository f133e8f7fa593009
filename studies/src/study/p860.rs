//! 860: stacks of two coins, gold and silver.

use crate::number::{Binomials, natural};
use crate::search::{Search, tuples};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigUint;

pub const STUDY: Study = Study {
    id: 860,
    text: "A stack is a stalk of blue-red Hackenbush: two gold coins are 2, two silver ones -2, gold below silver is 1/2, silver below gold -1/2. \
        The starter loses exactly if the sum is 0: four times the surplus of stacks of two gold coins over those of two silver ones must be \
        undone by the mixed stacks. The sum goes over the number of stacks of equal coins and over the surplus.",
    known: || {
        Ok(Known::Theorem(
            "values of Hackenbush stalks (winningways)".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (0..=5)
            .map(|n| format!(r#"{{"fn": "F", "n": {n}}}"#))
            .collect();
        all.push(r#"{"fn": "F", "n": 5, "mod": 7}"#.into());
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    if input.function() != "F" {
        return Err(input.unknown());
    }
    let n = input.usize("n")?;
    match input.modulus()? {
        None if n <= 60 => Ok(natural(fair(n), None)),
        None => Err(Error::limit(format!(
            "n = {n} needs a prime modulus beyond n"
        ))),
        Some(p) => Ok(natural(fair_modulo(n, p)?, None)),
    }
}

/// Sums of n terms 4, -4, 1, -1 that are 0, term by term.
fn fair(n: usize) -> BigUint {
    let width = 8 * n + 1;
    let mut counts = vec![BigUint::ZERO; width];
    counts[4 * n] = 1u32.into();
    for _ in 0..n {
        let mut next = vec![BigUint::ZERO; width];
        for (at, c) in counts.iter().enumerate() {
            for step in [-4, -1, 1, 4] {
                if let Some(slot) = at.checked_add_signed(step).and_then(|i| next.get_mut(i)) {
                    *slot += c;
                }
            }
        }
        counts = next;
    }
    counts.swap_remove(4 * n)
}

/// The same modulo a prime beyond n: O(n²).
fn fair_modulo(n: usize, p: u64) -> Result<u64> {
    if n > 1 << 16 {
        return Err(Error::limit(format!("n = {n} is too large: at most 2^16")));
    }
    let b = Binomials::new(n, p)?;
    let mut sum = 0;
    for equal in 0..=n {
        let mixed = n - equal;
        if mixed % 2 == 1 {
            continue;
        }
        // i stacks of gold, equal - i of silver; the mixed stacks have the surplus -4(2i - equal).
        let mut inner = 0;
        for i in 0..=equal {
            let surplus = 4 * (equal as i64 - 2 * i as i64);
            if surplus.unsigned_abs() as usize <= mixed {
                let plus = (mixed as i64 + surplus) / 2;
                inner = (inner + b.choose(equal, i) * b.choose(mixed, plus as usize)) % p;
            }
        }
        sum = (sum + inner * b.choose(n, equal)) % p;
    }
    Ok(sum)
}

/// Each stack from below, true for gold; whether Gary is to move.
type Stacks = (Vec<Vec<bool>>, bool);

fn options((stacks, gary): &Stacks) -> Vec<Stacks> {
    let mut out = Vec::new();
    for (i, stack) in stacks.iter().enumerate() {
        for at in (0..stack.len()).filter(|at| stack[*at] == *gary) {
            let mut next = stacks.clone();
            next[i].truncate(at);
            next.sort_unstable();
            out.push((next, !gary));
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    let mut count = 0u64;
    for kinds in tuples(input.usize("n")?, 0, 3) {
        let mut stacks: Vec<Vec<bool>> =
            kinds.iter().map(|k| vec![k & 1 == 1, k & 2 == 2]).collect();
        stacks.sort_unstable();
        let fair = [true, false].map(|gary| search.lost(&(stacks.clone(), gary), options));
        count += u64::from(fair == [true, true]);
    }
    Ok(natural(count, input.modulus()?))
}
