//! The options of a part, as sums of parts that are known or open.

use super::parts::Parts;
use super::source::Source;
use bouton_rules::Result;
use smallvec::SmallVec;

/// A set of nimbers below 128.
pub(super) type Set = u128;

/// The options of a part that are not known.
pub(super) struct Choices {
    /// Nimbers of the options that are.
    pub had: Set,
    /// Options with one open part: the part, and the nimber of the rest.
    pub single: Vec<(u32, u8)>,
    /// Options with more, the easiest part first.
    pub several: Vec<(SmallVec<[u32; 3]>, u8)>,
}

impl Choices {
    /// Bytes that the lists take.
    pub fn bytes(&self) -> u64 {
        (self.single.capacity() * size_of::<(u32, u8)>()
            + self.several.capacity() * size_of::<(SmallVec<[u32; 3]>, u8)>()) as u64
    }
}

/// The parts of the options of a part, one option after the other.
#[derive(Default)]
pub(super) struct Found {
    pub pieces: Vec<u64>,
    hashes: Vec<u64>,
    pub numbers: Vec<u32>,
    /// Where the parts of each option end.
    pub ends: Vec<usize>,
}

impl Found {
    pub fn look_up(
        &mut self,
        source: &mut dyn Source,
        parts: &Parts,
        options: &[u64],
    ) -> Result<()> {
        self.pieces.clear();
        self.ends.clear();
        source.parts(options, &mut self.pieces, &mut self.ends)?;
        self.hashes.clear();
        self.hashes
            .extend(self.pieces.iter().map(|&piece| parts.hash(piece)));
        parts.find_all(&self.pieces, &self.hashes, &mut self.numbers);
        Ok(())
    }

    /// The nimbers of the options whose parts are all known.
    pub fn had(&self, parts: &Parts) -> Set {
        let mut had = 0;
        let mut start = 0;
        for &end in &self.ends {
            let mut numbers = self.numbers[start..end].iter();
            let sum = numbers.try_fold(0, |sum, &id| match id {
                u32::MAX => None,
                id => parts.nimber(id).map(|nimber| sum ^ nimber),
            });
            had |= sum.map_or(0, |nimber| 1 << nimber);
            start = end;
        }
        had
    }
}
