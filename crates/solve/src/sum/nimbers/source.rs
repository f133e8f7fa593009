//! Where the parts of impartial positions come from: a ruleset, or its board packed in words.

use bouton_rules::{Impartial, PackedParts, Play, Result, Short};
use std::fmt::Debug;
use std::hash::Hash;

/// Parts, each its own representative, and their options.
pub(super) trait Source {
    type Part: Clone + Eq + Hash + Debug;

    /// Adds the parts of every position that one move in a part leads to, one list for each.
    fn options(&self, part: &Self::Part, options: &mut Options<Self::Part>) -> Result<()>;

    fn size(&self, part: &Self::Part) -> u32;

    /// The nimber of a part, where a theorem gives it.
    fn nimber(&self, part: &Self::Part) -> Option<u8>;

    fn owned_bytes(&self, part: &Self::Part) -> usize;
}

/// Options as lists of parts, one after the other.
pub(super) struct Options<P> {
    pub parts: Vec<P>,
    /// Where the parts of each option end.
    pub ends: Vec<usize>,
}

impl<P> Default for Options<P> {
    fn default() -> Self {
        Options {
            parts: Vec::new(),
            ends: Vec::new(),
        }
    }
}

impl<P> Options<P> {
    pub fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }
}

/// The parts as the ruleset gives them.
pub(super) struct Rules<G>(pub G);

impl<G: Impartial + Short> Source for Rules<G> {
    type Part = G::Position;

    fn options(&self, part: &G::Position, options: &mut Options<G::Position>) -> Result<()> {
        let mut split = Vec::new();
        for option in self.0.options(part)? {
            self.0.split_into(&option, &mut split);
            let parts = split.drain(..).map(|piece| self.0.canon_part(piece));
            options.parts.extend(parts);
            options.ends.push(options.parts.len());
        }
        Ok(())
    }

    fn size(&self, part: &G::Position) -> u32 {
        u32::try_from(self.0.size(part)).unwrap_or(u32::MAX)
    }

    fn nimber(&self, part: &G::Position) -> Option<u8> {
        let known = self.0.known(part, Play::Normal).and_then(|k| k.grundy)?;
        u8::try_from(&known).ok().filter(|&g| g < 128)
    }

    fn owned_bytes(&self, part: &G::Position) -> usize {
        self.0.owned_bytes(part)
    }
}

/// The parts of a board packed in words.
pub(super) struct Words<P>(pub Box<dyn PackedParts<P>>);

impl<P> Source for Words<P> {
    type Part = u64;

    fn options(&self, part: &u64, options: &mut Options<u64>) -> Result<()> {
        let mut whole = Vec::with_capacity(64);
        self.0.options(*part, &mut whole);
        for option in whole {
            self.0.parts(option, &mut options.parts);
            options.ends.push(options.parts.len());
        }
        Ok(())
    }

    fn size(&self, part: &u64) -> u32 {
        self.0.size(*part)
    }

    fn nimber(&self, part: &u64) -> Option<u8> {
        let known = self.0.nimber(*part)?;
        u8::try_from(known).ok().filter(|&g| g < 128)
    }

    fn owned_bytes(&self, _: &u64) -> usize {
        0
    }
}
