//! Where the parts of impartial positions come from: a ruleset, or its board packed in words.

use bouton_rules::{Impartial, PackedParts, Play, Result, Short};
use std::fmt::Debug;
use std::hash::Hash;

/// Parts, each its own representative, and their options.
pub(super) trait Source {
    type Part: Clone + Eq + Hash + Debug;

    /// Adds every position that one move in a part leads to.
    fn options(&self, part: &Self::Part, options: &mut Vec<Self::Part>) -> Result<()>;

    /// Adds the parts of a position to a list.
    fn parts(&self, pos: &Self::Part, parts: &mut Vec<Self::Part>);

    fn size(&self, part: &Self::Part) -> u32;

    /// The nimber of a part, where a theorem gives it.
    fn nimber(&self, part: &Self::Part) -> Option<u8>;

    fn owned_bytes(&self, part: &Self::Part) -> usize;
}

/// The parts as the ruleset gives them.
pub(super) struct Rules<G>(pub G);

impl<G: Impartial + Short> Source for Rules<G> {
    type Part = G::Position;

    fn options(&self, part: &G::Position, options: &mut Vec<G::Position>) -> Result<()> {
        options.extend(self.0.options(part)?);
        Ok(())
    }

    fn parts(&self, pos: &G::Position, parts: &mut Vec<G::Position>) {
        let start = parts.len();
        self.0.split_into(pos, parts);
        let split = parts.split_off(start).into_iter();
        parts.extend(split.map(|part| self.0.canon_part(part)));
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

    fn options(&self, part: &u64, options: &mut Vec<u64>) -> Result<()> {
        self.0.options(*part, options);
        Ok(())
    }

    fn parts(&self, pos: &u64, parts: &mut Vec<u64>) {
        self.0.parts(*pos, parts);
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
