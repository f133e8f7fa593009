//! One tier in a file: what it says about itself, and its blocks read one by one.

use super::{BLOCK, Title, fault};
use crate::Value;
use crate::code::{FAR_MASK, HOLE};
use bouton_core::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a section says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// What was solved.
    pub title: Title,
    /// The tier.
    pub tier: u32,
    /// Numbers, holes included.
    pub numbers: u64,
    /// Numbers in a block.
    pub block: u64,
    /// The values that occur, ascending.
    pub codes: Vec<u16>,
    /// Counts of its positions.
    pub summary: Summary,
}

/// How many positions have each value, and where one with each value is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Numbers that stand for a position.
    pub representatives: u64,
    /// Positions before symmetry.
    pub positions: u64,
    /// By value: positions before symmetry, and the first tier and number that has it.
    pub values: BTreeMap<u16, (u64, u32, u64)>,
}

impl Summary {
    /// Counts one more number, which stands for `weight` positions.
    pub(crate) fn add(&mut self, tier: u32, index: u64, value: u16, weight: u64) {
        self.representatives += 1;
        self.positions += weight;
        self.values.entry(value).or_insert((0, tier, index)).0 += weight;
    }

    /// Adds what comes after.
    pub(crate) fn join(&mut self, other: &Summary) {
        self.representatives += other.representatives;
        self.positions += other.positions;
        for (&value, &(count, tier, index)) in &other.values {
            self.values.entry(value).or_insert((0, tier, index)).0 += count;
        }
    }

    /// Values with the number of positions that have them and one of these by tier and number: the farthest win first in each verdict.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = (Value, u64, (u32, u64))> {
        let row = |(&bits, &(count, tier, index)): (&u16, &(u64, u32, u64))| {
            (Value::from_bits(bits), count, (tier, index))
        };
        self.values.iter().map(row)
    }
}

/// A section whose head was read.
pub(crate) struct Section {
    pub meta: Meta,
    /// By block: first byte after the head, bytes, crc.
    blocks: Vec<(u64, u32, u32)>,
}

impl Section {
    /// Reads the head through `read(at, bytes)`, of a section of `size` bytes; errors say which part is damaged.
    pub fn open(size: u64, mut read: impl FnMut(u64, usize) -> Result<Vec<u8>>) -> Result<Section> {
        let damaged = || Error::input("the head of the section is damaged");
        let word = |bytes: &[u8], i: usize| {
            bytes
                .get(4 * i..4 * i + 4)
                .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        };
        let length = u64::from(word(&read(0, 4)?, 0).ok_or_else(damaged)?);
        if length + 8 > size {
            return Err(damaged());
        }
        let bytes = read(0, length as usize + 8)?;
        let (said, crc) = bytes.split_at(length as usize + 4);
        if word(crc, 0) != Some(crc32fast::hash(said)) {
            return Err(damaged());
        }
        let meta: Meta = serde_json::from_slice(&said[4..]).map_err(|_| damaged())?;
        if meta.block == 0 || meta.block > 1 << 24 || meta.codes.is_empty() && meta.numbers > 0 {
            return Err(damaged());
        }
        let count = meta.numbers.div_ceil(meta.block);
        let index = length + 8;
        if count.saturating_mul(8).saturating_add(index + 4) > size {
            return Err(damaged());
        }
        let bytes = read(index, count as usize * 8 + 4)?;
        let (said, crc) = bytes.split_at(count as usize * 8);
        if word(crc, 0) != Some(crc32fast::hash(said)) {
            return Err(Error::input("the list of blocks is damaged"));
        }
        let head = index + count * 8 + 4;
        let mut at = head;
        let mut blocks = Vec::with_capacity(count as usize);
        for i in 0..count as usize {
            let (bytes, crc) = (
                word(said, 2 * i).unwrap_or(0),
                word(said, 2 * i + 1).unwrap_or(0),
            );
            blocks.push((at, bytes, crc));
            at += u64::from(bytes);
        }
        if at != size {
            return Err(Error::input(format!(
                "the section has {size} bytes and should have {at}"
            )));
        }
        Ok(Section { meta, blocks })
    }

    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The values of a block.
    pub fn block(
        &self,
        block: usize,
        mut read: impl FnMut(u64, usize) -> Result<Vec<u8>>,
    ) -> Result<Vec<u16>> {
        let damaged = || Error::input(format!("block {block} is damaged"));
        let &(at, bytes, crc) = self.blocks.get(block).ok_or_else(damaged)?;
        let bytes = read(at, bytes as usize)?;
        if crc32fast::hash(&bytes) != crc {
            return Err(damaged());
        }
        let size = self.meta.block as usize;
        let numbers = size.min((self.meta.numbers - block as u64 * self.meta.block) as usize);
        let wide = self.meta.codes.len() > 256;
        let most = numbers * (1 + usize::from(wide));
        let plain = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, most)
            .map_err(|_| damaged())?;
        if plain.len() != most {
            return Err(damaged());
        }
        let code = |i: usize| {
            let high = if wide {
                usize::from(plain[numbers + i]) << 8
            } else {
                0
            };
            self.meta.codes.get(high | usize::from(plain[i])).copied()
        };
        (0..numbers).map(|i| code(i).ok_or_else(damaged)).collect()
    }
}

/// The blocks of a tier, compressed; holes repeat the code before them.
pub(super) fn compress(values: &[u16], codes: &[u16]) -> Result<Vec<u8>> {
    let mut last = 0;
    let mut places = Vec::with_capacity(values.len());
    for &value in values {
        if value != HOLE {
            last = codes
                .binary_search(&value)
                .map_err(|_| fault("a value that the tier does not have", value))?;
        }
        places.push(last);
    }
    let mut plain: Vec<u8> = places.iter().map(|&p| p as u8).collect();
    if codes.len() > 256 {
        plain.extend(places.iter().map(|&p| (p >> 8) as u8));
    }
    Ok(miniz_oxide::deflate::compress_to_vec(&plain, 8))
}

/// Numbers of a block.
pub(super) const fn block_size() -> usize {
    BLOCK
}

const _: () = assert!(FAR_MASK < HOLE);
