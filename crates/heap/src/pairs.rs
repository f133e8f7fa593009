//! The direct engine for codes that leave at most two heaps: every pair of heaps, one mark each.
//!
//! About n/2 operations for each way to break and each n. It needs no structure in the values, so it is what remains for
//! games without a sparse space, and it covers repeating tails (Lasker's Nim) and equal heaps too.

use crate::{Code, Parts, Watch};
use bouton_rules::{Error, Result};

/// True for the codes that this engine computes.
pub(crate) fn is_paired(code: &Code) -> bool {
    let mut digits = code.before().iter().chain(code.after()).chain(code.tail());
    code.most_put() == 0 && digits.all(|d| d.most().is_some_and(|r| r <= 2))
}

/// Marks of the values seen for one n: `marks[v] == n` means seen. The table's length is a power of two above every xor.
struct Marks(Vec<u32>);

impl Marks {
    fn mex(&self, stamp: u32) -> usize {
        self.0
            .iter()
            .position(|&m| m != stamp)
            .unwrap_or(self.0.len())
    }
}

/// Extends G(0), G(1), … to `len` values by marking the value of every option. `None` for codes that may leave three heaps
/// or more or put counters on. Stops early, with the values so far, when `watch` says so.
///
/// # Errors
/// A limit, if a value would not fit 16 bits or `len` does not fit 32.
pub fn extend_by_pairs(
    code: &Code,
    mut values: Vec<u16>,
    len: usize,
    watch: &mut Watch,
) -> Option<Result<Vec<u16>>> {
    if !is_paired(code) {
        return None;
    }
    if u32::try_from(len).is_err() {
        return Some(Err(Error::limit(
            "the direct engine computes at most 2^32 - 1 values",
        )));
    }
    let top = values.iter().copied().max().unwrap_or(0);
    let mut marks = Marks(vec![
        u32::MAX;
        (usize::from(top) + 2).next_power_of_two().max(64)
    ]);
    values.reserve(len.saturating_sub(values.len()));
    for n in values.len()..len {
        if n % 1024 == 0 && watch.tick(n as u64, len as u64) {
            break;
        }
        let stamp = n as u32;
        let last = code.last().map_or(n, |k| n.min(k as usize));
        for k in 0..=last {
            let digit = code.digit(k as i64);
            let m = n - k;
            if m == 0 && digit.allows(0).is_some() {
                marks.0[0] = stamp;
            }
            if m >= 1 && k >= 1 && digit.allows(1).is_some() {
                marks.0[usize::from(values[m])] = stamp;
            }
            match digit.allows(2) {
                Some(Parts::Any) if m >= 2 => mark_pairs(&mut marks.0, &values, m, m / 2, stamp),
                Some(Parts::Unequal | Parts::NotAllEqual) if m >= 2 => {
                    mark_pairs(&mut marks.0, &values, m, (m - 1) / 2, stamp);
                }
                Some(Parts::Equal) if m >= 2 && m % 2 == 0 => marks.0[0] = stamp,
                _ => {}
            }
        }
        let g = marks.mex(stamp);
        let Ok(value) = u16::try_from(g) else {
            return Some(Err(Error::limit(format!(
                "the value of heap {n} does not fit 16 bits"
            ))));
        };
        if g + 2 > marks.0.len() {
            marks.0.resize(2 * marks.0.len(), u32::MAX);
        }
        values.push(value);
    }
    Some(Ok(values))
}

/// Marks G(i) xor G(m - i) for i = 1, …, end.
#[inline]
fn mark_pairs(marks: &mut [u32], values: &[u16], m: usize, end: usize, stamp: u32) {
    // The table's length is a power of two above every value, so the mask changes nothing; it spares the bounds check.
    let mask = marks.len() - 1;
    let low = &values[1..=end];
    let high = &values[m - end..m];
    let mut mark = |a: &u16, b: &u16| marks[(usize::from(*a) ^ usize::from(*b)) & mask] = stamp;
    // Eight at a time, so that the loop itself costs little.
    let (low, low_rest) = low.as_chunks::<8>();
    let (high_rest, high) = high.as_rchunks::<8>();
    for (a, b) in low.iter().zip(high.iter().rev()) {
        mark(&a[0], &b[7]);
        mark(&a[1], &b[6]);
        mark(&a[2], &b[5]);
        mark(&a[3], &b[4]);
        mark(&a[4], &b[3]);
        mark(&a[5], &b[2]);
        mark(&a[6], &b[1]);
        mark(&a[7], &b[0]);
    }
    for (a, b) in low_rest.iter().zip(high_rest.iter().rev()) {
        mark(a, b);
    }
}
