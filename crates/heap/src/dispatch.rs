//! The batches of [`crate::lanes`], compiled for the registers that the processor has.
//!
//! The only unsafe code of the crate: calls to functions compiled for a feature, after that feature was detected, and loads
//! and stores of whole registers, from and to arrays of their size.
#![allow(unsafe_code)]

use crate::lanes::{Plan, Stop, run};
use std::ops::Range;

use crate::wide_lanes::{
    BATCH, Bits, Maps, Probe, Sets, WideMark, WidePlan, mark, probe, propose, search,
};

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn run_512<const W: usize>(plan: &Plan, values: &mut [u8], n: usize, end: usize) -> (usize, Stop) {
    run::<W>(plan, values, n, end)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_256<const W: usize>(plan: &Plan, values: &mut [u8], n: usize, end: usize) -> (usize, Stop) {
    run::<W>(plan, values, n, end)
}

/// Makes marks for 32 heaps: four registers of eight 64-bit sets for each word of values. A shift by 64 or more gives 0, so the
/// word that a value belongs to needs no test.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn mark_512<const W: usize>(marks: &[WideMark], values: &[u16], n: usize, sets: &mut Sets<W>) {
    use std::arch::x86_64::*;
    let mut words = [[_mm512_setzero_si512(); 4]; W];
    let (one, word) = (_mm512_set1_epi64(1), _mm512_set1_epi64(64));
    for mark in marks {
        let from = n - mark.offset as usize;
        let x: &[u16; BATCH] = values[from..from + BATCH].try_into().expect("a batch");
        // SAFETY: `x` is 64 bytes long, and the load needs no alignment.
        let x = unsafe { _mm512_loadu_si512(x.as_ptr().cast()) };
        let x = _mm512_xor_si512(x, _mm512_set1_epi16(mark.v as i16));
        let quarters = [
            _mm512_castsi512_si128(x),
            _mm512_extracti32x4_epi32::<1>(x),
            _mm512_extracti32x4_epi32::<2>(x),
            _mm512_extracti32x4_epi32::<3>(x),
        ];
        for (q, quarter) in quarters.into_iter().enumerate() {
            let mut shift = _mm512_cvtepu16_epi64(quarter);
            for set in &mut words {
                set[q] = _mm512_or_si512(set[q], _mm512_sllv_epi64(one, shift));
                shift = _mm512_sub_epi64(shift, word);
            }
        }
    }
    for (set, words) in sets.iter_mut().zip(words) {
        for (lanes, register) in set.chunks_exact_mut(8).zip(words) {
            // SAFETY: eight 64-bit lanes are 64 bytes, and the store needs no alignment.
            unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), register) };
        }
    }
}

/// Searches the pairs of one heap, 128 at a time; the twin of [`search`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn search_wide(reversed: &[u16], values: &[u16], m: usize, v: u16, range: Range<usize>) -> bool {
    use std::arch::x86_64::*;
    const STEP: usize = 128;
    let wanted = _mm512_set1_epi16(v as i16);
    let len = reversed.len();
    let mut i = range.start;
    while i + STEP <= range.end && i + STEP <= m {
        let x: &[u16; STEP] = values[m - i - STEP + 1..=m - i].try_into().expect("a step");
        let y: &[u16; STEP] = reversed[len - i - STEP..len - i]
            .try_into()
            .expect("a step");
        let mut hits = 0;
        for part in (0..STEP).step_by(32) {
            // SAFETY: `part` + 32 is at most the length of both arrays, and the loads need no alignment.
            let (a, b) = unsafe {
                let (a, b) = (x.as_ptr().add(part), y.as_ptr().add(part));
                (_mm512_loadu_si512(a.cast()), _mm512_loadu_si512(b.cast()))
            };
            hits |= _mm512_cmpeq_epi16_mask(_mm512_xor_si512(a, b), wanted);
        }
        if hits != 0 {
            return true;
        }
        i += STEP;
    }
    false
}

/// The wide engine's loops, compiled for one set of features.
macro_rules! wide_loops {
    ($propose:ident, $probe:ident, $search:ident, $mark:ident, $search_loop:ident, $features:literal) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        fn $propose<const W: usize>(plan: &WidePlan, values: &mut [u16], n: usize) -> bool {
            propose::<W>(|m, v, n, sets| $mark(m, v, n, sets), plan, values, n)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        fn $probe(maps: &Maps, probes: &[Probe], n: usize, need: Bits) -> Bits {
            probe(maps, probes, n, need)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        fn $search(
            reversed: &[u16],
            values: &[u16],
            m: usize,
            v: u16,
            range: Range<usize>,
        ) -> bool {
            $search_loop(reversed, values, m, v, range)
        }
    };
}

wide_loops!(
    propose_512,
    probe_512,
    search_512,
    mark_512,
    search_wide,
    "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt"
);
wide_loops!(
    propose_256,
    probe_256,
    search_256,
    mark,
    search,
    "avx2,bmi1,bmi2,lzcnt,popcnt"
);

/// Instruction sets that the batches are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// All that this processor can run, the best last.
    pub(crate) fn available() -> Vec<Level> {
        let mut levels = vec![Level::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let bits = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            if bits && is_x86_feature_detected!("avx2") {
                levels.push(Level::Avx2);
            }
            let wide = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            if bits && wide {
                levels.push(Level::Avx512);
            }
        }
        levels
    }

    /// Runs batches with W words of values. The level must come from [`Level::available`].
    pub(crate) fn run<const W: usize>(
        self,
        plan: &Plan,
        values: &mut [u8],
        n: usize,
        end: usize,
    ) -> (usize, Stop) {
        match self {
            Level::Portable => run::<W>(plan, values, n, end),
            // SAFETY: `available` lists this level only after the features were detected.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { run_256::<W>(plan, values, n, end) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { run_512::<W>(plan, values, n, end) },
        }
    }

    /// Proposes a batch of wide values. The level must come from [`Level::available`], here and below.
    pub(crate) fn propose<const W: usize>(
        self,
        plan: &WidePlan,
        values: &mut [u16],
        n: usize,
    ) -> bool {
        match self {
            Level::Portable => propose::<W>(mark, plan, values, n),
            // SAFETY: `available` lists this level only after the features were detected.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { propose_256::<W>(plan, values, n) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { propose_512::<W>(plan, values, n) },
        }
    }

    /// Tries probes for one rare value.
    pub(crate) fn probe(self, maps: &Maps, probes: &[Probe], n: usize, need: Bits) -> Bits {
        match self {
            Level::Portable => probe(maps, probes, n, need),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { probe_256(maps, probes, n, need) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { probe_512(maps, probes, n, need) },
        }
    }

    /// Searches the pairs of one heap.
    pub(crate) fn search(
        self,
        reversed: &[u16],
        values: &[u16],
        m: usize,
        v: u16,
        range: Range<usize>,
    ) -> bool {
        match self {
            Level::Portable => search(reversed, values, m, v, range),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { search_256(reversed, values, m, v, range) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { search_512(reversed, values, m, v, range) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the levels of this processor compute, against the portable loops.
    #[test]
    fn levels_agree() {
        let mut rng = fastrand::Rng::with_seed(11);
        let values: Vec<u16> = (0..3000).map(|_| rng.u16(0..256)).collect();
        let reversed: Vec<u16> = values[..1200].iter().rev().copied().collect();
        let marks = |rng: &mut fastrand::Rng, count: usize, low: u32, high: u32| -> Vec<WideMark> {
            (0..count)
                .map(|_| WideMark {
                    offset: rng.u32(low..high),
                    v: rng.u16(0..256),
                })
                .collect()
        };
        for _ in 0..200 {
            let plan = WidePlan {
                near: marks(&mut rng, 5, 1, 32),
                first: marks(&mut rng, 150, 32, 900),
                rest: marks(&mut rng, 100, 32, 900),
                rare: [[0xaaaa_5555_1234_8421; 16]; 2],
            };
            let (m, v) = (rng.usize(1300..2900), rng.u16(0..300));
            let maps = Maps::new(256, &values, 2000);
            let probes: Vec<Probe> = (0..rng.usize(0..60))
                .map(|_| Probe {
                    offset: 8 * rng.u32(64..200),
                    row: rng.u32(0..256),
                })
                .collect();
            let need: Bits = std::array::from_fn(|_| rng.u64(..));
            let all = |level: Level| {
                let mut values = values.clone();
                let fine = level.propose::<4>(&plan, &mut values, 1000);
                let found = level.search(&reversed, &values, m, v, 1..1000);
                (fine, values, found, level.probe(&maps, &probes, 2000, need))
            };
            let portable = all(Level::Portable);
            for level in Level::available() {
                assert!(all(level) == portable, "{level:?}");
            }
        }
    }
}
