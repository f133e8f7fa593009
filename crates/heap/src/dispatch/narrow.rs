//! The loops of [`crate::lanes`] for registers of 256 and 512 bits.
//!
//! A set of values is eight bytes a word, and a register holds one of these bytes for 64 heaps: a *plane*. What a value adds to
//! a plane is looked up in a table of 64 bytes, for 64 heaps by one instruction.
#![allow(unsafe_code)]
// Closures in iterators would not always be compiled for the registers.
#![allow(clippy::needless_range_loop)]

use crate::lanes::{BATCH, FEW, Mark, PAIRS_AT_ONCE, Plan, Sets, Stop, cover, mark_far, run};
use std::arch::x86_64::*;

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn run_256<const W: usize, const P: usize>(
    plan: &Plan,
    values: &mut [u8],
    n: usize,
    end: usize,
) -> (usize, Stop) {
    run::<W>(mark_far, cover, P < 8, plan, values, n, end)
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn run_512<const W: usize, const P: usize>(
    plan: &Plan,
    values: &mut [u8],
    n: usize,
    end: usize,
) -> (usize, Stop) {
    run::<W>(
        |marks, values, n| mark_512::<W, P>(marks, values, n),
        |plan, values, n, need| cover_512::<W, P>(plan, values, n, need),
        P < 8,
        plan,
        values,
        n,
        end,
    )
}

/// A batch of bytes.
type Batch = [u8; BATCH];

#[inline(always)]
fn load(bytes: &Batch) -> __m512i {
    // SAFETY: a batch is 64 bytes long, the load needs no alignment, and whoever calls runs on a processor with the register.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline(always)]
fn load_words(words: &[u64; 8]) -> __m512i {
    // SAFETY: eight words are 64 bytes; as above.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline(always)]
fn store_words(register: __m512i) -> [u64; 8] {
    let mut words = [0; 8];
    // SAFETY: as above.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), register) };
    words
}

/// Byte 8 p + l of the result is byte p of word l: eight sets become eight parts of planes, and back.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")]
fn turn(words: &[u64; 8]) -> [u64; 8] {
    const TURN: Batch = {
        let mut turn = [0; BATCH];
        let mut i = 0;
        while i < BATCH {
            turn[i] = (i % 8 * 8 + i / 8) as u8;
            i += 1;
        }
        turn
    };
    store_words(_mm512_permutexvar_epi8(load(&TURN), load_words(words)))
}

/// Entry x of table p: the bit of value x in byte p.
const TABLES: [Batch; 8] = {
    let mut tables = [[0; BATCH]; 8];
    let mut x = 0;
    while x < BATCH {
        tables[x / 8][x] = 1 << (x % 8);
        x += 1;
    }
    tables
};

/// The values that options by a mark have, for a batch from n on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")]
fn options(mark: &Mark, values: &[u8], n: usize) -> __m512i {
    let from = n - mark.offset as usize;
    let x: &Batch = values[from..from + BATCH].try_into().expect("a batch");
    _mm512_xor_si512(load(x), _mm512_set1_epi8(mark.v as i8))
}

/// The heaps whose value is in word w.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")]
fn in_word<const W: usize>(x: __m512i, w: usize) -> __mmask64 {
    if W == 1 {
        return u64::MAX;
    }
    let word = _mm512_and_si512(x, _mm512_set1_epi8(0xc0u8 as i8));
    _mm512_cmpeq_epi8_mask(word, _mm512_set1_epi8((w << 6) as i8))
}

/// The tables of the first P bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")]
fn tables<const P: usize>() -> [__m512i; P] {
    let mut tables = [_mm512_setzero_si512(); P];
    for p in 0..P {
        tables[p] = load(&TABLES[p]);
    }
    tables
}

/// The twin of [`mark_far`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")]
fn mark_512<const W: usize, const P: usize>(marks: &[Mark], values: &[u8], n: usize) -> Sets<W> {
    let mut sets = [[0; BATCH]; W];
    let tables = tables::<P>();
    for w in 0..W {
        let mut planes = [_mm512_setzero_si512(); P];
        for mark in marks {
            let x = options(mark, values, n);
            let here = in_word::<W>(x, w);
            for p in 0..P {
                let bits = _mm512_maskz_permutexvar_epi8(here, x, tables[p]);
                planes[p] = _mm512_or_si512(planes[p], bits);
            }
        }
        let mut parts = [[0; 8]; 8];
        for p in 0..P {
            parts[p] = store_words(planes[p]);
        }
        for j in 0..8 {
            let mut eight = [0; 8];
            for p in 0..P {
                eight[p] = parts[p][j];
            }
            let eight = turn(&eight);
            sets[w][8 * j..8 * j + 8].copy_from_slice(&eight);
        }
    }
    sets
}

/// The twin of [`cover`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")]
fn cover_512<const W: usize, const P: usize>(
    plan: &Plan,
    values: &[u8],
    n: usize,
    need: &Sets<W>,
) -> Option<usize> {
    let tables = tables::<P>();
    let mut planes = [[[0; 8]; P]; W];
    let mut open = 0;
    for w in 0..W {
        for j in 0..8 {
            let eight: &[u64; 8] = need[w][8 * j..8 * j + 8].try_into().expect("eight sets");
            let eight = turn(eight);
            for p in 0..P {
                planes[w][p][j] = eight[p];
            }
        }
        let mut left = [_mm512_setzero_si512(); P];
        let mut any = _mm512_setzero_si512();
        for p in 0..P {
            left[p] = load_words(&planes[w][p]);
            any = _mm512_or_si512(any, left[p]);
        }
        let mut heaps = _mm512_test_epi8_mask(any, any);
        for pairs in plan.pairs.chunks(PAIRS_AT_ONCE) {
            if heaps.count_ones() <= FEW {
                break;
            }
            for pair in pairs {
                let x = options(pair, values, n);
                let here = in_word::<W>(x, w);
                for p in 0..P {
                    let bits = _mm512_maskz_permutexvar_epi8(here, x, tables[p]);
                    left[p] = _mm512_andnot_si512(bits, left[p]);
                }
            }
            any = left[0];
            for p in 1..P {
                any = _mm512_or_si512(any, left[p]);
            }
            heaps = _mm512_test_epi8_mask(any, any);
        }
        for p in 0..P {
            planes[w][p] = store_words(left[p]);
        }
        open |= heaps;
    }
    while open != 0 {
        let l = open.trailing_zeros() as usize;
        open &= open - 1;
        let mut set = [0; W];
        for w in 0..W {
            for p in 0..P {
                let byte = planes[w][p][l / 8] >> (l % 8 * 8) & 255;
                set[w] |= byte << (8 * p);
            }
        }
        if !is_found_512::<W>(plan, values, n + l, set) {
            return Some(l);
        }
    }
    None
}

/// The twin of `is_found` in [`crate::lanes`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")]
fn is_found_512<const W: usize>(plan: &Plan, values: &[u8], n: usize, mut set: [u64; W]) -> bool {
    let mut end = plan.head.len();
    let mut i = 1;
    while end >= BATCH {
        let y: &Batch = plan.head[end - BATCH..end].try_into().expect("a batch");
        for taken in &plan.taken {
            let first = n - taken - i - (BATCH - 1);
            let x: &Batch = values[first..first + BATCH].try_into().expect("a batch");
            let x = _mm512_xor_si512(load(x), load(y));
            for w in 0..W {
                let mut word = set[w];
                while word != 0 {
                    let v = (64 * w) as u32 + word.trailing_zeros();
                    word &= word - 1;
                    if _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8(v as i8)) != 0 {
                        set[w] &= !(1 << (v % 64));
                    }
                }
            }
        }
        if set == [0; W] {
            return true;
        }
        i += BATCH;
        end -= BATCH;
    }
    false
}
