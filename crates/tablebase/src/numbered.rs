//! Numbered games with their types hidden: texts in, texts and values out.

use crate::file::{Header, Table, Title};
use crate::{Estimate, Named, Options, Value, Verdict, Verified};
use bouton_core::{Budget, Player, Result};
use std::path::Path;

/// What a table says about a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position, in its normal form.
    pub position: String,
    /// Who moves.
    pub to_move: Player,
    /// For the player to move.
    pub value: Value,
    /// Every distinct move, best first.
    pub moves: Vec<AnswerMove>,
}

/// A move, judged for the player who makes it.
#[derive(Clone, Debug)]
pub struct AnswerMove {
    /// The position after it.
    pub position: String,
    /// What it leads to, for the player who makes it.
    pub verdict: Verdict,
    /// Plies to the end after this one; `None` for a draw.
    pub remoteness: Option<u16>,
}

/// A [`Named`] game whose positions are hidden.
pub trait Numbered {
    /// What the table is about.
    fn title(&self) -> Title;
    /// As [`estimate`](crate::estimate).
    fn estimate(&self, budget: &Budget) -> Estimate;
    /// As [`build`](crate::build()).
    fn build(&self, folder: &Path, options: Options, budget: &Budget) -> Result<Header>;
    /// As [`probe`](crate::probe()), of a position given as text.
    fn answer(&self, table: &Table, text: &str, to_move: Player) -> Result<Answer>;
    /// As [`line`](crate::line), from a number: the positions with who moves, where that matters.
    fn line(&self, table: &Table, tier: u32, index: u64) -> Result<Vec<(String, Option<Player>)>>;
    /// As [`verify`](crate::verify()).
    fn verify(
        &self,
        table: &Table,
        sample: Option<u64>,
        seed: u64,
        budget: &Budget,
    ) -> Result<Verified>;
}

impl<G: Named> Numbered for G {
    fn title(&self) -> Title {
        Named::title(self)
    }

    fn estimate(&self, budget: &Budget) -> Estimate {
        crate::estimate(self, budget)
    }

    fn build(&self, folder: &Path, options: Options, budget: &Budget) -> Result<Header> {
        crate::build(self, folder, options, budget)
    }

    fn answer(&self, table: &Table, text: &str, to_move: Player) -> Result<Answer> {
        let pos = self.parse(text, to_move)?;
        let to_move = self.mover(&pos).unwrap_or(to_move);
        let found = crate::probe(table, self, &pos)?;
        let moves = found.moves.iter().map(|m| AnswerMove {
            position: self.show(&m.to, to_move.other()),
            verdict: m.verdict,
            remoteness: m.remoteness,
        });
        Ok(Answer {
            position: self.show(&pos, to_move),
            to_move,
            value: found.value,
            moves: moves.collect(),
        })
    }

    fn line(&self, table: &Table, tier: u32, index: u64) -> Result<Vec<(String, Option<Player>)>> {
        let relative = Named::title(self).relative;
        let line = crate::line(table, self, &self.position(tier, index))?;
        let sides = [Player::Left, Player::Right].into_iter().cycle();
        let told = line.iter().zip(sides).map(|(pos, side)| {
            let mover = self.mover(pos).or(relative.then_some(side));
            (self.show(pos, mover.unwrap_or(Player::Left)), mover)
        });
        Ok(told.collect())
    }

    fn verify(
        &self,
        table: &Table,
        sample: Option<u64>,
        seed: u64,
        budget: &Budget,
    ) -> Result<Verified> {
        crate::verify(table, self, sample, seed, budget)
    }
}
