//! The impartial twin of a partizan game: the same board, and either player may make either player's moves.

use crate::board::Scene;
use crate::{Impartial, Info, PackedParts, Partizan, Player, Rank, Result, Ruleset, Short};
use std::collections::HashSet;

/// A partizan game played so that both players have all moves. Cram is the impartial twin of Domineering.
///
/// Taking apart must not use whose moves are whose: true of every game whose parts share no cell.
#[derive(Clone, Debug)]
pub struct ImpartialTwin<G>(pub G);

impl<G: Partizan> Ruleset for ImpartialTwin<G> {
    type Position = G::Position;

    fn info(&self) -> Info {
        let own = self.0.info();
        Info {
            name: format!("impartial {}", own.name),
            rules: format!("{} Either player may make the moves of both.", own.rules),
            theorem: None,
            ..own
        }
    }

    fn parse(&self, text: &str) -> Result<Self::Position> {
        self.0.parse(text)
    }

    fn show(&self, pos: &Self::Position) -> String {
        self.0.show(pos)
    }

    fn split(&self, pos: &Self::Position) -> Vec<Self::Position> {
        self.0.split(pos)
    }

    fn split_into(&self, pos: &Self::Position, parts: &mut Vec<Self::Position>) {
        self.0.split_into(pos, parts);
    }

    fn join(&self, parts: &[Self::Position]) -> Option<Self::Position> {
        self.0.join(parts)
    }

    fn size(&self, pos: &Self::Position) -> usize {
        self.0.size(pos)
    }

    fn owned_bytes(&self, pos: &Self::Position) -> usize {
        self.0.owned_bytes(pos)
    }

    fn word(&self, pos: &Self::Position) -> Option<u64> {
        self.0.word(pos)
    }

    fn canon(&self, pos: Self::Position) -> Self::Position {
        self.0.canon(pos)
    }

    /// The negative of a position has the same moves in the twin: a representative up to negation will do.
    fn canon_part(&self, part: Self::Position) -> Self::Position {
        self.0.twin_canon(part)
    }

    fn draw(&self, pos: &Self::Position) -> Scene {
        self.0.draw(pos)
    }
}

/// So many options are compared one by one.
const FEW: usize = 16;

impl<G: Partizan> Impartial for ImpartialTwin<G> {
    fn options(&self, pos: &Self::Position) -> Result<Vec<Self::Position>> {
        let mut options = self.0.moves(Player::Left, pos)?;
        let right = self.0.moves(Player::Right, pos)?;
        if options.len() <= FEW {
            for option in right {
                if !options.contains(&option) {
                    options.push(option);
                }
            }
            return Ok(options);
        }
        options.extend(right);
        let mut seen = HashSet::new();
        options.retain(|option| seen.insert(option.clone()));
        Ok(options)
    }

    fn packed_parts(&self, pos: &Self::Position) -> Option<Box<dyn PackedParts<Self::Position>>> {
        self.0.twin_parts(pos)
    }
}

impl<G: Partizan + Short> Short for ImpartialTwin<G> {
    fn rank(&self, pos: &Self::Position) -> Rank {
        self.0.rank(pos)
    }
}
