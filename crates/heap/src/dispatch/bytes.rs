//! The loops of [`crate::byte_lanes`] for registers of 256 and 512 bits.
#![allow(unsafe_code)]

use crate::byte_lanes::{
    BATCH, BytePlan, CANDIDATES, Candidates, Near, Planes, at, compare, mark, propose,
};
use std::arch::x86_64::*;

/// Planes that fit the registers.
const AT_ONCE: usize = 12;

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn load(bytes: &[u8; BATCH]) -> __m512i {
    // SAFETY: the array is 64 bytes long, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn store(bytes: &mut [u8; BATCH], register: __m512i) {
    // SAFETY: as above.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), register) };
}

/// Makes marks for P planes from `from` on. One shuffle turns the low three bits of a value into a bit, and one for each plane
/// turns the others into a mask.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn mark_planes<const P: usize>(
    plan: &BytePlan,
    values: &[u8],
    n: usize,
    from: usize,
    planes: &mut Planes,
) {
    let table = |bytes: [u8; 16]| {
        let low = u128::from_le_bytes(bytes);
        _mm512_broadcast_i32x4(_mm_set_epi64x((low >> 64) as i64, low as i64))
    };
    let bit = table(std::array::from_fn(|i| 1 << (i % 8)));
    let is_plane: [__m512i; P] =
        std::array::from_fn(|p| table(std::array::from_fn(|i| if i == p { u8::MAX } else { 0 })));
    let (low, high) = (_mm512_set1_epi8(7), _mm512_set1_epi8(31));
    let begin = _mm512_set1_epi8(from as i8);
    let above = _mm512_set1_epi8(0x70);
    let mut met = [_mm512_setzero_si512(); P];
    for mark in &plan.first {
        let x = _mm512_xor_si512(load(at(mark, values, n)), _mm512_set1_epi8(mark.v as i8));
        let bits = _mm512_shuffle_epi8(bit, _mm512_and_si512(x, low));
        let plane = _mm512_and_si512(_mm512_srli_epi16::<3>(x), high);
        // A shuffle gives 0 for an index with the highest bit: planes before, and from 16 on.
        let plane = _mm512_adds_epu8(_mm512_sub_epi8(plane, begin), above);
        for (met, is_plane) in met.iter_mut().zip(is_plane) {
            let mask = _mm512_shuffle_epi8(is_plane, plane);
            // met | bits & mask
            *met = _mm512_ternarylogic_epi64::<0b1111_1000>(*met, bits, mask);
        }
    }
    for (plane, met) in planes[from..].iter_mut().zip(met) {
        store(plane, met);
    }
}

/// The twin of [`mark`] for the planes in use.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn mark_512(plan: &BytePlan, values: &[u8], n: usize) -> Planes {
    let mut planes = [[0; BATCH]; 32];
    let each = plan
        .planes
        .div_ceil(plan.planes.div_ceil(AT_ONCE).max(1))
        .max(1);
    for from in (0..plan.planes).step_by(each) {
        match each {
            ..=6 => mark_planes::<6>(plan, values, n, from, &mut planes),
            7 => mark_planes::<7>(plan, values, n, from, &mut planes),
            8 => mark_planes::<8>(plan, values, n, from, &mut planes),
            9 => mark_planes::<9>(plan, values, n, from, &mut planes),
            10 => mark_planes::<10>(plan, values, n, from, &mut planes),
            11 => mark_planes::<11>(plan, values, n, from, &mut planes),
            _ => mark_planes::<12>(plan, values, n, from, &mut planes),
        }
    }
    planes
}

/// The twin of [`compare`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn compare_512(plan: &BytePlan, values: &[u8], n: usize, candidates: &Candidates) -> Candidates {
    let candidates: [__m512i; CANDIDATES] = std::array::from_fn(|j| load(&candidates[j]));
    let mut met = [_mm512_set1_epi8(-1); CANDIDATES];
    for mark in &plan.rest {
        let x = _mm512_xor_si512(load(at(mark, values, n)), _mm512_set1_epi8(mark.v as i8));
        for (met, candidate) in met.iter_mut().zip(candidates) {
            *met = _mm512_min_epu8(*met, _mm512_xor_si512(x, candidate));
        }
    }
    let mut zero = [[0; BATCH]; CANDIDATES];
    for (zero, met) in zero.iter_mut().zip(met) {
        store(zero, met);
    }
    zero
}

/// The twin of [`Near::meets`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn meets_512(near: &Near, values: &[u8], n: usize, candidate: u8) -> bool {
    let x: &[u8; BATCH] = values[n - BATCH..n].try_into().expect("a batch");
    let x = _mm512_xor_si512(load(x), load(&near.v));
    let met = _mm512_xor_si512(x, _mm512_set1_epi8(candidate as i8));
    _mm512_testn_epi8_mask(_mm512_or_si512(met, load(&near.none)), _mm512_set1_epi8(-1)) != 0
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn propose_512(plan: &BytePlan, values: &mut [u8], n: usize, limit: usize) -> bool {
    propose(
        |p, v, n| mark_512(p, v, n),
        |p, v, n, c| compare_512(p, v, n, c),
        |near, v, n, c| meets_512(near, v, n, c),
        plan,
        values,
        n,
        limit,
    )
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn propose_256(plan: &BytePlan, values: &mut [u8], n: usize, limit: usize) -> bool {
    propose(mark, compare, Near::meets, plan, values, n, limit)
}
