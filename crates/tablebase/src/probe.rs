//! Questions to a table: a position with all its moves, and the line of best play.

use crate::file::Table;
use crate::{Named, Value, Verdict};
use bouton_core::{Player, Result};
use std::cmp::Reverse;

/// A move, judged for the player who makes it.
#[derive(Clone, Debug)]
pub struct Judged<P> {
    /// The position after it.
    pub to: P,
    /// What it leads to, for the player who makes it.
    pub verdict: Verdict,
    /// Plies to the end after this one; `None` for a draw.
    pub remoteness: Option<u16>,
}

/// What a table knows about a position.
#[derive(Clone, Debug)]
pub struct Probe<P> {
    /// For the player to move.
    pub value: Value,
    /// Every distinct move, best first; none where play has ended.
    pub moves: Vec<Judged<P>>,
}

/// The number of a position in a table.
fn value_of<G: Named>(table: &Table, game: &G, pos: &G::Position) -> Result<Value> {
    let (tier, index) = game.index(pos);
    table.value(tier, index)
}

/// The value of a position and of every move. Cost: one block of the file for each position, about 0.1 ms.
pub fn probe<G: Named>(table: &Table, game: &G, pos: &G::Position) -> Result<Probe<G::Position>> {
    let value = value_of(table, game, pos)?;
    let mut options = Vec::new();
    if game.end(pos).is_none() {
        game.moves(pos, &mut options);
    }
    let mut seen = std::collections::HashSet::new();
    let mut moves = Vec::new();
    for to in options {
        if !seen.insert(game.show(&to, Player::Left)) {
            continue;
        }
        let value = value_of(table, game, &to)?;
        moves.push(Judged {
            to,
            verdict: value.verdict().reversed(),
            remoteness: value.remoteness(),
        });
    }
    moves.sort_by_key(|m| rank(m.verdict, m.remoteness));
    Ok(Probe { value, moves })
}

/// Small for good moves: quick wins, quick ties, draws, slow losses.
fn rank(verdict: Verdict, remoteness: Option<u16>) -> (u8, u16, Reverse<u16>) {
    let far = remoteness.unwrap_or(0);
    match verdict {
        Verdict::Win => (0, far, Reverse(0)),
        Verdict::Tie => (1, far, Reverse(0)),
        Verdict::Draw => (2, 0, Reverse(0)),
        Verdict::Lose => (3, 0, Reverse(far)),
    }
}

/// Best play from a position: both make the first of the best moves. Ends where play ends, or at the first position that comes
/// again, which is then the last one.
pub fn line<G: Named>(table: &Table, game: &G, pos: &G::Position) -> Result<Vec<G::Position>> {
    let mut line = vec![pos.clone()];
    let mut seen = std::collections::HashSet::from([game.index(pos)]);
    loop {
        let here = line.last().unwrap_or(pos);
        let Some(best) = probe(table, game, here)?.moves.into_iter().next() else {
            return Ok(line);
        };
        let new = seen.insert(game.index(&best.to));
        line.push(best.to);
        if !new {
            return Ok(line);
        }
    }
}
