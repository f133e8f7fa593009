//! Heaps of taking-and-breaking games as misère forms, from the digits of the code.

use crate::error::Fault;
use bouton_value::misere::{MisereGame, MisereStore};

/// Larger heaps are refused: their forms do not fit anywhere.
const MAX_HEAP: usize = 1_000;

const FORM: &str = "a code looks like \"0.77\": digit k, from 0 to 9 and A to V, adds 2^j if k counters may be taken so that j heaps are left; \"4!.0\" leaves heaps that differ";

/// A digit of a code: may j heaps be left, and must they differ?
struct Digit {
    bits: u32,
    distinct: bool,
}

fn read(code: &str) -> Result<Vec<Digit>, Fault> {
    let (whole, rest) = code.split_once('.').ok_or(FORM)?;
    let mut digits: Vec<Digit> = vec![];
    for c in whole.chars().chain(rest.chars()) {
        if c == '!' {
            digits.last_mut().ok_or(FORM)?.distinct = true;
            continue;
        }
        digits.push(Digit {
            bits: c.to_digit(32).ok_or(FORM)?,
            distinct: false,
        });
    }
    let places = whole.chars().filter(|c| *c != '!').count();
    match digits.first() {
        Some(d) if places == 1 && d.bits & 3 == 0 => Ok(digits),
        Some(_) if places == 1 => Err(
            "digit 0 of a code is a multiple of 4: a move that takes nothing leaves two heaps or more"
                .into(),
        ),
        _ => Err(FORM.into()),
    }
}

/// The misère canonical form of a heap of n counters.
///
/// Cost: a sum for each way to split each smaller heap.
pub(crate) fn misere(store: &mut MisereStore, code: &str, n: usize) -> Result<MisereGame, Fault> {
    let digits = read(code)?;
    if n > MAX_HEAP {
        return Err(format!("heaps are written out up to {MAX_HEAP} counters").into());
    }
    let mut heaps: Vec<MisereGame> = vec![];
    for size in 0..=n {
        let mut options: Vec<MisereGame> = vec![];
        for (taken, digit) in digits.iter().enumerate().take(size + 1) {
            let left = size - taken;
            for parts in (0..5).filter(|j| digit.bits >> j & 1 == 1) {
                split(store, &heaps, left, parts, digit.distinct, &mut options)?;
            }
        }
        heaps.push(store.game(&options)?);
    }
    Ok(heaps[n])
}

/// Adds the sums of `parts` heaps of `left` counters in all.
fn split(
    store: &mut MisereStore,
    heaps: &[MisereGame],
    left: usize,
    parts: usize,
    distinct: bool,
    options: &mut Vec<MisereGame>,
) -> Result<(), Fault> {
    // What is left, how many heaps must still come, the least size of the next, the sum so far.
    let mut open = vec![(left, parts, 1, MisereGame::ZERO)];
    while let Some((left, parts, least, sum)) = open.pop() {
        match parts {
            0 if left == 0 => options.push(sum),
            0 => {}
            1 if left >= least => {
                let sum = store.add(sum, heaps[left])?;
                open.push((0, 0, left, sum));
            }
            1 => {}
            _ => {
                for a in (least..=left / parts).rev() {
                    let next = store.add(sum, heaps[a])?;
                    open.push((left - a, parts - 1, a + usize::from(distinct), next));
                }
            }
        }
    }
    Ok(())
}
