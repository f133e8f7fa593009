//! The batches of [`crate::lanes`] and [`crate::wide_lanes`], compiled for the registers that the processor has.
//!
//! The only unsafe code of the crate is here and in the two modules below: calls to functions compiled for a feature, after
//! that feature was detected, and loads and stores of whole registers, from and to arrays of their size.
#![allow(unsafe_code)]

use crate::byte_lanes::{self, BytePlan, Near};
use crate::lanes::{Plan, Stop, cover, mark_far, run};
use crate::maps::{Bits, Maps, Probe, gain, has, probe, search};
use crate::wide_lanes::{WidePlan, mark, propose};

#[cfg(target_arch = "x86_64")]
mod bytes;
#[cfg(target_arch = "x86_64")]
mod narrow;
#[cfg(target_arch = "x86_64")]
mod wide;

#[cfg(target_arch = "x86_64")]
use narrow::{run_256, run_512};
#[cfg(target_arch = "x86_64")]
use wide::{
    gain_256, gain_512, probe_256, probe_512, propose_256, propose_512, search_256, search_512,
};

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
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512vpopcntdq");
            if bits && wide {
                levels.push(Level::Avx512);
            }
        }
        levels
    }

    /// Runs batches with W words of values, in each word P bytes: values stay below 8 W P. The level must come from
    /// [`Level::available`].
    pub(crate) fn run<const W: usize, const P: usize>(
        self,
        plan: &Plan,
        values: &mut [u8],
        n: usize,
        end: usize,
    ) -> (usize, Stop) {
        match self {
            Level::Portable => run::<W>(mark_far, cover, P < 8, plan, values, n, end),
            // SAFETY: `available` lists this level only after the features were detected.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { run_256::<W, P>(plan, values, n, end) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { run_512::<W, P>(plan, values, n, end) },
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

    /// Proposes a batch of wide values that are packed into bytes.
    pub(crate) fn propose_bytes(
        self,
        plan: &BytePlan,
        values: &mut [u8],
        n: usize,
        limit: usize,
    ) -> bool {
        match self {
            Level::Portable => byte_lanes::propose(
                byte_lanes::mark,
                byte_lanes::compare,
                Near::meets,
                plan,
                values,
                n,
                limit,
            ),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { bytes::propose_256(plan, values, n, limit) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { bytes::propose_512(plan, values, n, limit) },
        }
    }

    /// Tries probes for one rare value.
    pub(crate) fn probe(self, maps: &Maps, probes: &[Probe], place: usize, need: Bits) -> Bits {
        match self {
            Level::Portable => probe(maps, probes, place, need),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { probe_256(maps, probes, place, need) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { probe_512(maps, probes, place, need) },
        }
    }

    /// How many heaps a probe answers for.
    pub(crate) fn gain(self, maps: &Maps, probe: &Probe, place: usize, need: &Bits) -> u32 {
        match self {
            Level::Portable => gain(maps, probe, place, need),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { gain_256(maps, probe, place, need) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { gain_512(maps, probe, place, need) },
        }
    }

    /// Searches the pairs of one heap.
    pub(crate) fn search(
        self,
        sequence: (&[u16], &[u16]),
        wholes: &[(usize, bool)],
        v: u16,
        order: &[u8],
    ) -> Option<usize> {
        match self {
            Level::Portable => search(has, sequence, wholes, v, order),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { search_256(sequence, wholes, v, order) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { search_512(sequence, wholes, v, order) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::byte_lanes::ByteMark;
    use crate::lanes::{BATCH, Mark};
    use crate::wide_lanes::WideMark;

    /// Batches by all levels, with tables of every size, against the portable loops.
    #[test]
    fn batches_of_all_levels_agree() {
        let mut rng = fastrand::Rng::with_seed(12);
        for top in [32, 64, 128, 256usize] {
            for _ in 0..100 {
                let values: Vec<u8> = (0..2000).map(|_| rng.usize(0..top) as u8).collect();
                let mut marks = |count: usize, low: u32, high: u32| -> Vec<Mark> {
                    let mark = |_| Mark {
                        offset: rng.u32(low..high),
                        v: rng.usize(0..top) as u8,
                    };
                    (0..count).map(mark).collect()
                };
                let mut near = marks(3, 1, 8);
                near.extend(marks(5, 8, BATCH as u32));
                near.extend(marks(10, BATCH as u32, 900));
                near.sort_unstable_by_key(|m| m.offset);
                let plan = Plan {
                    marks: near,
                    pairs: marks(30, 1, 900),
                    taken: vec![1, 4],
                    head: values[1..=2 * BATCH].iter().rev().copied().collect(),
                    rare: [[0xaaaa_5555_1234_8421; 4], [0x5555_aaaa_4321_1248; 4]],
                    distrust_zero: rng.bool(),
                };
                let all = |level: Level| {
                    let mut values = values.clone();
                    let stop = match top {
                        32 => level.run::<1, 4>(&plan, &mut values, 1000, 1900),
                        64 => level.run::<1, 8>(&plan, &mut values, 1000, 1900),
                        128 => level.run::<2, 8>(&plan, &mut values, 1000, 1900),
                        _ => level.run::<4, 8>(&plan, &mut values, 1000, 1900),
                    };
                    values.truncate(stop.0);
                    (stop, values)
                };
                let portable = all(Level::Portable);
                for level in Level::available() {
                    assert_eq!(all(level), portable, "{level:?} {top}");
                }
            }
        }
    }

    /// Batches of packed values by all levels, with any number of planes, against the portable loops.
    #[test]
    fn batches_of_bytes_agree() {
        let mut rng = fastrand::Rng::with_seed(13);
        let values: Vec<u8> = (0..3000).map(|_| rng.u8(..)).collect();
        for planes in 1..=32 {
            for _ in 0..20 {
                let mut marks = |count: usize, low: u32, high: u32| -> Vec<ByteMark> {
                    let mark = |_| ByteMark {
                        offset: rng.u32(low..high),
                        v: rng.u8(..),
                    };
                    (0..count).map(mark).collect()
                };
                let near = marks(12, 1, 64);
                let plan = BytePlan {
                    near: Near::all(near.iter().copied()),
                    first: marks(planes * 20, 64, 1900),
                    rest: marks(planes * 10, 64, 1900),
                    planes,
                };
                let limit = rng.usize(100..257);
                let all = |level: Level| {
                    let mut values = values.clone();
                    let fine = level.propose_bytes(&plan, &mut values, 2000, limit);
                    (fine, values)
                };
                let portable = all(Level::Portable);
                for n in 2000..2064 {
                    let marks = near.iter().chain(&plan.first).chain(&plan.rest);
                    let seen: Vec<u8> = marks
                        .map(|m| portable.1[n - m.offset as usize] ^ m.v)
                        .collect();
                    let least = (0..=u8::MAX).find(|v| !seen.contains(v));
                    let fits = least.filter(|&v| usize::from(v) < limit);
                    if portable.0 {
                        assert_eq!(Some(portable.1[n]), fits);
                    }
                }
                for level in Level::available() {
                    assert!(all(level) == portable, "{level:?} {planes}");
                }
            }
        }
    }

    /// What the levels of this processor compute, against the portable loops.
    #[test]
    fn levels_agree() {
        let mut rng = fastrand::Rng::with_seed(11);
        let values: Vec<u16> = (0..12_000).map(|_| rng.u16(0..256)).collect();
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
            let order: Vec<u8> = (0..rng.usize(0..12)).map(|_| rng.u8(0..9)).collect();
            let maps = Maps::new(256, &values, 11_000);
            let place = maps.place(11_000);
            let probes: Vec<Probe> = (0..rng.usize(0..60))
                .map(|_| Probe::new(rng.usize(0..256), 8 * rng.usize(64..200)))
                .collect();
            let need: Bits = std::array::from_fn(|_| rng.u64(..));
            let all = |level: Level| {
                let mut values = values.clone();
                let fine = level.propose::<4>(&plan, &mut values, 1000);
                let wholes = [(m, true), (m - 3, false)];
                let found = level.search((&reversed, &values), &wholes, v, &order);
                (
                    fine,
                    values,
                    found,
                    level.probe(&maps, &probes, place, need),
                    probes
                        .iter()
                        .map(|p| level.gain(&maps, p, place, &need))
                        .sum::<u32>(),
                )
            };
            let portable = all(Level::Portable);
            for level in Level::available() {
                assert!(all(level) == portable, "{level:?}");
            }
        }
    }
}
