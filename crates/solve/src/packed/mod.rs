//! Who wins on a board packed in words: depth first over whole boards, with bounds of the parts at every move.
//!
//! A position is decided without search where the bounds of its parts add up to a decision or the ruleset sees one. Bounds
//! come from exact values of small parts, and of two neighbouring layers of large ones: cutting a board between layers takes
//! moves from one player only. A move is bounded by the part that it changes; moves that have often won are tried first,
//! and what is left open is searched in the order of the bounds.

mod bounds;
mod cuts;
mod expand;
mod narrow;
mod table;
#[cfg(test)]
mod tests;

use crate::limits::Budget;
use bounds::Bounds;
use bouton_rules::{PackedBoard, PackedVisitor, Partizan, Player, Result, Short, Word};
use expand::Lists;
use narrow::Narrow;
use smallvec::SmallVec;
use table::Table;

/// Exact values are computed for parts of at most so many cells.
const SMALL: u32 = 12;

/// A search on the board of one position, whichever type and word holds it.
pub(crate) trait WholeSearch<P> {
    /// Does `mover`, who is to move, win? `None` if the position is not one of this board.
    fn wins(&mut self, pos: &P, mover: Player, budget: &Budget<'_>) -> Option<Result<bool>>;

    /// Positions whose moves were generated, over all questions.
    fn nodes(&self) -> u64;

    /// Bytes that the tables take.
    fn bytes(&self) -> u64;
}

/// A search on the board of `pos`, if the ruleset packs it.
pub(crate) fn whole_search<G: Partizan + Short>(
    game: &G,
    pos: &G::Position,
) -> Option<Box<dyn WholeSearch<G::Position>>> {
    game.packed(pos, Opening { game, small: SMALL })
}

/// Opens a search on whichever board is shown.
struct Opening<'a, G> {
    game: &'a G,
    small: u32,
}

impl<G: Partizan + Short> PackedVisitor<G::Position> for Opening<'_, G> {
    type Output = Box<dyn WholeSearch<G::Position>>;

    fn visit<W: Word, B: PackedBoard<G::Position, W>>(self, board: B) -> Self::Output {
        Box::new(PackedSearch::new(self.game.clone(), board, self.small))
    }
}

/// A search on one packed board, with everything it has learned.
pub(crate) struct PackedSearch<G: Partizan + Short, W: Word, B> {
    bounds: Bounds<G, W, B>,
    table: Table<W>,
    /// For each player, how often each move has won.
    wins: [Vec<u32>; 2],
    lists: Lists<W>,
    expanded: u64,
}

/// A position whose moves are being tried; the most promising stands last.
struct Frame<W> {
    pos: W,
    mover: Player,
    moves: SmallVec<[(u32, W); 8]>,
    /// Nodes expanded before this one.
    before: u64,
}

enum Look<W> {
    Decided(bool),
    Open(Frame<W>),
}

impl<G: Partizan + Short, W: Word, B: PackedBoard<G::Position, W>> WholeSearch<G::Position>
    for PackedSearch<G, W, B>
{
    fn wins(
        &mut self,
        pos: &G::Position,
        mover: Player,
        budget: &Budget<'_>,
    ) -> Option<Result<bool>> {
        let pos = self.bounds.board.pack(pos)?;
        Some(self.search(pos, mover, budget))
    }

    fn nodes(&self) -> u64 {
        self.expanded
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + self.bounds.bytes()
    }
}

impl<G: Partizan + Short, W: Word, B: PackedBoard<G::Position, W>> PackedSearch<G, W, B> {
    /// A search that values parts of at most `small` cells exactly.
    fn new(game: G, board: B, small: u32) -> Self {
        PackedSearch {
            bounds: Bounds::new(game, board, small),
            table: Table::new(),
            wins: [vec![0; W::BITS as usize], vec![0; W::BITS as usize]],
            lists: Lists::default(),
            expanded: 0,
        }
    }

    fn search(&mut self, pos: W, mover: Player, budget: &Budget<'_>) -> Result<bool> {
        let mut held = budget.hold();
        held.set(self.bytes())?;
        let mut path = match self.enter(pos, mover, budget)? {
            Look::Decided(won) => return Ok(won),
            Look::Open(frame) => vec![frame],
        };
        // The result of the position that was just left, for the player who was to move there.
        let mut result = None;
        while let Some(frame) = path.last_mut() {
            let mover = frame.mover;
            let won = match (result.take(), frame.moves.last()) {
                (Some(false), Some(&(number, _))) => {
                    self.wins[mover as usize][number as usize] += 1;
                    true
                }
                (known, _) => {
                    if known.is_some() {
                        frame.moves.pop();
                    }
                    match frame.moves.last() {
                        Some(&(_, next)) => {
                            match self.visit(next, mover.other(), budget)? {
                                Look::Decided(won) => result = Some(won),
                                Look::Open(frame) => path.push(frame),
                            }
                            continue;
                        }
                        None => false,
                    }
                }
            };
            if let Some(frame) = path.pop() {
                let work = self.expanded - frame.before;
                self.table
                    .insert(frame.pos, mover, won, work, &mut held, self.bounds.bytes())?;
                result = Some(won);
            }
        }
        Ok(result.unwrap_or(false))
    }

    /// Looks at a position that nothing is known of.
    fn enter(&mut self, pos: W, mover: Player, budget: &Budget<'_>) -> Result<Look<W>> {
        let bound = self.bounds_of(pos)?;
        if let Some(won) = by_bounds(bound, mover) {
            return Ok(Look::Decided(won));
        }
        match self.settled(pos, bound, mover) {
            Some(won) => Ok(Look::Decided(won)),
            None => self.visit(self.bounds.board.canon(pos), mover, budget),
        }
    }

    /// Does the player to move win, if the ruleset sees it? It is asked where the bounds leave a chance.
    fn settled(&self, pos: W, both: [Narrow; 2], mover: Player) -> Option<bool> {
        [mover, mover.other()].into_iter().find_map(|who| {
            let certain =
                both[who as usize].is_close() && self.bounds.board.surely_wins(pos, who, mover);
            certain.then_some(who == mover)
        })
    }

    fn bounds_of(&mut self, pos: W) -> Result<[Narrow; 2]> {
        self.lists.pieces.clear();
        self.bounds.board.parts(pos, &mut self.lists.pieces);
        let mut sum = [Narrow::ZERO; 2];
        for &piece in &self.lists.pieces {
            sum = added(sum, self.bounds.part(piece)?);
        }
        Ok(sum)
    }

    /// Looks at a representative that bounds have left open: decided by the table or by its moves, or open.
    fn visit(&mut self, pos: W, mover: Player, budget: &Budget<'_>) -> Result<Look<W>> {
        if let Some(won) = self.table.get(pos, mover) {
            return Ok(Look::Decided(won));
        }
        self.expanded += 1;
        budget.visit(1)?;
        let mut lists = std::mem::take(&mut self.lists);
        let look = self.expand(pos, mover, &mut lists);
        self.lists = lists;
        let look = look?;
        if let Look::Decided(won) = look {
            self.table.put(pos, mover, won, 1);
        }
        Ok(look)
    }
}

fn added(a: [Narrow; 2], b: [Narrow; 2]) -> [Narrow; 2] {
    [a[0].plus(b[0]), a[1].plus(b[1])]
}

/// Does the player to move win, if bounds of the position and of its negative say so?
fn by_bounds(both: [Narrow; 2], mover: Player) -> Option<bool> {
    let own = both[mover as usize];
    let other = both[mover.other() as usize];
    if own.wins_first() {
        Some(true)
    } else if other.wins_second() {
        Some(false)
    } else {
        None
    }
}
