//! Where the parts of impartial positions come from: a ruleset, whose parts are numbered, or its board packed in words.

use crate::numbered::{Numbered, Parts};
use bouton_rules::{Impartial, PackedParts, Play, Result, Short};

/// Parts, each its own representative, and their options. A part is a number or a word.
pub(super) trait Source: Send {
    /// Adds every position that one move in a part leads to, to be read by [`Source::parts`] before the next part is asked about.
    fn options(&mut self, part: u64, options: &mut Vec<u64>) -> Result<()>;

    /// Adds the parts of these options to a list, and to another where those of each end.
    fn parts(&mut self, options: &[u64], parts: &mut Vec<u64>, ends: &mut Vec<usize>)
    -> Result<()>;

    fn size(&self, part: u64) -> u32;

    /// The nimber of a part, where a theorem gives it.
    fn nimber(&self, part: u64) -> Option<u8>;

    /// Bytes that the tables take.
    fn bytes(&self) -> u64;
}

/// The parts as the ruleset gives them.
pub(super) struct Rules<G: Impartial> {
    pub numbered: Numbered<G>,
    /// The options of the part that was asked about last.
    options: Vec<G::Position>,
}

impl<G: Impartial> Rules<G> {
    pub fn new(game: G) -> Self {
        Rules {
            numbered: Numbered::impartial(game),
            options: Vec::new(),
        }
    }
}

impl<G: Impartial + Short> Source for Rules<G> {
    fn options(&mut self, part: u64, options: &mut Vec<u64>) -> Result<()> {
        let pos = self.numbered.position(part as u32);
        self.options = self.numbered.game().options(pos)?;
        options.extend(0..self.options.len() as u64);
        Ok(())
    }

    fn parts(&mut self, _: &[u64], parts: &mut Vec<u64>, ends: &mut Vec<usize>) -> Result<()> {
        self.numbered.parts_of(&self.options, parts, ends)
    }

    fn size(&self, part: u64) -> u32 {
        let size = self
            .numbered
            .game()
            .size(self.numbered.position(part as u32));
        u32::try_from(size).unwrap_or(u32::MAX)
    }

    fn nimber(&self, part: u64) -> Option<u8> {
        let pos = self.numbered.position(part as u32);
        let known = self.numbered.game().known(pos, Play::Normal);
        let known = known.and_then(|k| k.grundy)?;
        u8::try_from(&known).ok().filter(|&g| g < 128)
    }

    fn bytes(&self) -> u64 {
        Parts::bytes(&self.numbered)
    }
}

/// The parts of a board packed in words.
pub(super) struct Words<P>(pub Box<dyn PackedParts<P>>);

impl<P> Source for Words<P> {
    fn options(&mut self, part: u64, options: &mut Vec<u64>) -> Result<()> {
        self.0.options(part, options);
        Ok(())
    }

    fn parts(
        &mut self,
        options: &[u64],
        parts: &mut Vec<u64>,
        ends: &mut Vec<usize>,
    ) -> Result<()> {
        for &option in options {
            self.0.parts(option, parts);
            ends.push(parts.len());
        }
        Ok(())
    }

    fn size(&self, part: u64) -> u32 {
        self.0.size(part)
    }

    fn nimber(&self, part: u64) -> Option<u8> {
        let known = self.0.nimber(part)?;
        u8::try_from(known).ok().filter(|&g| g < 128)
    }

    fn bytes(&self) -> u64 {
        0
    }
}
