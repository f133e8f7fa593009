//! Grundy values of coin-turning games on a row.

use crate::Watch;
use crate::valueset::{SetTable, mex};
use bouton_rules::{Error, Result};

/// Runs of any length: the values are the xors of the last coins before n.
pub(crate) fn run_values(len: usize, watch: &mut Watch) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(len);
    let mut seen: Vec<u32> = Vec::new();
    for n in 0..len {
        if n % 64 == 0 && watch.tick(n as u64, len as u64) {
            break;
        }
        let stamp = n as u32 + 1;
        let mut mark = |v: u32| {
            if seen.len() <= v as usize {
                seen.resize((v as usize + 1).next_power_of_two(), 0);
            }
            seen[v as usize] = stamp;
        };
        if n > 0 {
            let mut sum = 0;
            mark(0);
            for &g in values[1..].iter().rev() {
                sum ^= g;
                mark(sum);
            }
        }
        let mex = seen.iter().position(|&s| s != stamp).unwrap_or(seen.len());
        values.push(mex as u32);
    }
    values
}

/// The greatest value that the sets are kept for.
const MOST: usize = 1 << 26;

/// Numbers of coins from a set (ascending): keeps, for each number of coins, the set of xors of so many coins so far.
pub(crate) fn count_values(counts: &[u32], len: usize, watch: &mut Watch) -> Result<Vec<u32>> {
    let others = counts.last().map_or(0, |&c| c as usize);
    let mut sums = SetTable::new(others);
    let mut values: Vec<u32> = Vec::with_capacity(len);
    if others > 0 {
        sums.row_mut(0)[0] = 1;
    }
    for n in 0..len {
        if watch.tick(n as u64, len as u64) {
            break;
        }
        if n == 0 {
            values.push(0);
            continue;
        }
        let mut options = vec![0u64; sums.row(0).len()];
        for &count in counts {
            let row = sums.row(count as usize - 1);
            options.iter_mut().zip(row).for_each(|(o, r)| *o |= r);
        }
        let g = mex(&options);
        values.push(g);
        while sums.row(0).len() * 64 <= g as usize {
            if sums.row(0).len() * 64 >= MOST {
                return Err(Error::limit(format!(
                    "the value of a coin at place {n} is above {MOST}; ask for fewer coins"
                )));
            }
            sums.widen();
        }
        for j in (1..others).rev() {
            sums.add_own(j, j - 1, g);
        }
    }
    Ok(values)
}
