//! The loops of [`crate::wide_lanes`] for registers of 256 and 512 bits.
#![allow(unsafe_code)]

use crate::maps::{Bits, CHUNK, Maps, PROBES_AT_ONCE, Probe, gain, has, is_enough, probe, search};
use crate::wide_lanes::{BATCH, Sets, WideMark, WidePlan, mark, propose};
use std::arch::x86_64::*;

/// Makes marks for 32 heaps: four registers of eight 64-bit sets for each word of values. A shift by 64 or more gives 0, so the
/// word that a value belongs to needs no test.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn mark_512<const W: usize>(marks: &[WideMark], values: &[u16], n: usize, sets: &mut Sets<W>) {
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

/// The twin of [`has`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn has_wide(x: &[u16; CHUNK], y: &[u16; CHUNK], v: u16) -> bool {
    let wanted = _mm512_set1_epi16(v as i16);
    let mut hits = 0;
    for part in (0..CHUNK).step_by(32) {
        // SAFETY: `part` + 32 is at most the length of both arrays, and the loads need no alignment.
        let (a, b) = unsafe {
            let (a, b) = (x.as_ptr().add(part), y.as_ptr().add(part));
            (_mm512_loadu_si512(a.cast()), _mm512_loadu_si512(b.cast()))
        };
        hits |= _mm512_cmpeq_epi16_mask(_mm512_xor_si512(a, b), wanted);
    }
    hits != 0
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn probe_256(maps: &Maps, probes: &[Probe], place: usize, need: Bits) -> Bits {
    probe(maps, probes, place, need)
}

/// Tries probes, one register each; the twin of [`probe`].
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt"
)]
pub(super) fn probe_512(maps: &Maps, probes: &[Probe], place: usize, need: Bits) -> Bits {
    // SAFETY: a block of bits is 64 bytes long, and neither loads nor stores need an alignment.
    let load = |bits: *const u8| unsafe { _mm512_loadu_si512(bits.cast()) };
    let mut left = load(need.as_ptr().cast());
    for (round, some) in probes.chunks(PROBES_AT_ONCE).enumerate() {
        for p in some {
            left = _mm512_andnot_si512(load(maps.load(p, place).as_ptr()), left);
        }
        let count = _mm512_reduce_add_epi64(_mm512_popcnt_epi64(left));
        if is_enough(round, count as u32) {
            break;
        }
    }
    let mut need = need;
    // SAFETY: as above.
    unsafe { _mm512_storeu_si512(need.as_mut_ptr().cast(), left) };
    need
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn gain_256(maps: &Maps, probe: &Probe, place: usize, need: &Bits) -> u32 {
    gain(maps, probe, place, need)
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt"
)]
pub(super) fn gain_512(maps: &Maps, probe: &Probe, place: usize, need: &Bits) -> u32 {
    gain(maps, probe, place, need)
}

/// The wide engine's loops, compiled for one set of features.
macro_rules! wide_loops {
    ($propose:ident, $search:ident, $mark:ident, $has:ident, $features:literal) => {
        #[target_feature(enable = $features)]
        pub(super) fn $propose<const W: usize>(
            plan: &WidePlan,
            values: &mut [u16],
            n: usize,
        ) -> bool {
            propose::<W>(|m, v, n, sets| $mark(m, v, n, sets), plan, values, n)
        }

        #[target_feature(enable = $features)]
        pub(super) fn $search(
            sequence: (&[u16], &[u16]),
            wholes: &[(usize, bool)],
            v: u16,
            order: &[u8],
        ) -> Option<usize> {
            search(|x, y, v| $has(x, y, v), sequence, wholes, v, order)
        }
    };
}

wide_loops!(
    propose_512,
    search_512,
    mark_512,
    has_wide,
    "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt"
);
wide_loops!(
    propose_256,
    search_256,
    mark,
    has,
    "avx2,bmi1,bmi2,lzcnt,popcnt"
);
