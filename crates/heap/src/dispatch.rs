//! The batches of [`crate::lanes`], compiled for the registers that the processor has.
//!
//! The only unsafe code of the crate: each call is to a function compiled for a feature, after that feature was detected.
#![allow(unsafe_code)]

use crate::lanes::{Plan, Stop, run};

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
}
