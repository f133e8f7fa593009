//! The positions of a table as texts, sorted: the number of a position is its place.
//!
//! ```text
//! u32 groups   u64 positions   for every group: u32 length, u32 crc   u32 crc   the groups
//! group        raw deflate of up to 1,024 texts, each ended by a line feed
//! ```

use bouton_core::{Error, Result};

const GROUP: usize = 1024;

/// The list, with its groups still packed.
pub struct Keys {
    positions: u64,
    bytes: Vec<u8>,
    /// By group: where it begins and ends.
    groups: Vec<(usize, usize)>,
}

impl Keys {
    /// The bytes for texts that are sorted; they have no line feed.
    pub fn to_bytes<'a>(texts: impl ExactSizeIterator<Item = &'a str>) -> Vec<u8> {
        let positions = texts.len() as u64;
        let mut texts = texts.peekable();
        let mut packed = Vec::new();
        while texts.peek().is_some() {
            let mut plain = String::new();
            for text in texts.by_ref().take(GROUP) {
                plain.push_str(text);
                plain.push('\n');
            }
            packed.push(miniz_oxide::deflate::compress_to_vec(plain.as_bytes(), 8));
        }
        let mut out = (packed.len() as u32).to_le_bytes().to_vec();
        out.extend(positions.to_le_bytes());
        for group in &packed {
            out.extend((group.len() as u32).to_le_bytes());
            out.extend(crc32fast::hash(group).to_le_bytes());
        }
        out.extend(crc32fast::hash(&out).to_le_bytes());
        packed.iter().for_each(|group| out.extend(group));
        out
    }

    /// Checks every byte of a list.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Keys> {
        let damaged = || Error::input("the list of positions is damaged; build the table again");
        let word = |i: usize| {
            let part = bytes.get(i..i + 4).ok_or_else(damaged)?;
            Ok::<u32, Error>(u32::from_le_bytes([part[0], part[1], part[2], part[3]]))
        };
        let count = word(0)? as usize;
        let positions = u64::from(word(4)?) | u64::from(word(8)?) << 32;
        let head = count
            .checked_mul(8)
            .and_then(|n| n.checked_add(12))
            .ok_or_else(damaged)?;
        let listed = bytes.get(..head).ok_or_else(damaged)?;
        if word(head)? != crc32fast::hash(listed) {
            return Err(damaged());
        }
        let mut groups = Vec::with_capacity(count);
        let mut at = head + 4;
        for i in 0..count {
            let end = at
                .checked_add(word(12 + 8 * i)? as usize)
                .ok_or_else(damaged)?;
            let group = bytes.get(at..end).ok_or_else(damaged)?;
            if crc32fast::hash(group) != word(16 + 8 * i)? {
                return Err(damaged());
            }
            groups.push((at, end));
            at = end;
        }
        if at != bytes.len() || positions.div_ceil(GROUP as u64) != count as u64 {
            return Err(damaged());
        }
        Ok(Keys {
            positions,
            bytes,
            groups,
        })
    }

    /// The bytes of the list as they stand in the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.positions
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.positions == 0
    }

    /// The texts of a group, in order.
    fn group(&self, group: usize) -> Result<String> {
        let damaged = || Error::input("the list of positions is damaged; build the table again");
        let &(at, end) = self.groups.get(group).ok_or_else(damaged)?;
        let plain =
            miniz_oxide::inflate::decompress_to_vec_with_limit(&self.bytes[at..end], 1 << 30);
        String::from_utf8(plain.map_err(|_| damaged())?).map_err(|_| damaged())
    }

    /// The text of a number.
    pub fn text(&self, index: u64) -> Result<String> {
        let group = self.group((index / GROUP as u64) as usize)?;
        let text = group.lines().nth((index % GROUP as u64) as usize);
        text.map(str::to_string)
            .ok_or_else(|| Error::input("the list of positions is damaged; build the table again"))
    }

    /// The number of a text; `None` if it is not in the list. Cost: O(log positions) groups are unpacked.
    pub fn find(&self, text: &str) -> Result<Option<u64>> {
        let (mut low, mut high) = (0, self.groups.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let group = self.group(middle)?;
            let (Some(first), Some(last)) = (group.lines().next(), group.lines().next_back())
            else {
                return Ok(None);
            };
            if text < first {
                high = middle;
            } else if text > last {
                low = middle + 1;
            } else {
                let place = group.lines().position(|t| t == text);
                return Ok(place.map(|p| (middle * GROUP + p) as u64));
            }
        }
        Ok(None)
    }
}
