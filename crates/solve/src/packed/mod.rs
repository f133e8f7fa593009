//! Who wins on a board packed in words: depth first over whole boards, with bounds of the parts at every move.
//!
//! A position is its large parts and the value of all its small ones, so positions that differ in the places or the shapes of
//! small parts worth the same are one. It is decided without search where nothing large is left, where bounds add up to a
//! decision, or where the ruleset sees one. Bounds of large parts come from exact values of one or two neighbouring layers, in
//! long searches of up to four: cutting a board between layers takes moves from one player only. Moves that have often won are
//! bounded first, and what is left open is searched in the order of the bounds; in large positions of short searches, by how many
//! replies the moves leave open.

mod bounds;
mod expand;
mod table;
mod tall;
#[cfg(test)]
mod tests;
mod values;
mod view;
mod walls;

use crate::value::wrap;
use bounds::{Bounds, Node};
use bouton_core::Budget;
use bouton_rules::{PackedBoard, PackedVisitor, Partizan, Player, Result, Word};
use bouton_value::{Store, Value};
use expand::Lists;
use smallvec::SmallVec;
use table::Table;
use tall::Tall;
use walls::{Lanes, Walls};

/// Exact values are computed for parts of at most so many cells.
const SMALL: u32 = 14;

/// In positions with so many cells in large parts, so many moves are looked into before one is chosen.
const PROBED_FROM: u32 = 44;
const PROBED: usize = 6;

/// A search that has expanded so many nodes is long: then no move is looked into before it is chosen, and positions with so many cells
/// in large parts are bounded by tall slices before they are expanded.
const LONG: u64 = 1 << 20;
const TALL_FROM: u32 = 26;

/// A search on the board of one position, whichever type and word holds it.
pub trait WholeSearch<P>: Send {
    /// Does `mover`, who is to move, win the position and, where there is one, a value beside it? `None` if the position is not
    /// one of this board.
    fn wins(
        &mut self,
        pos: &P,
        beside: Option<(&mut Store, Value)>,
        mover: Player,
        budget: &Budget,
    ) -> Option<Result<bool>>;

    /// Positions whose moves were generated, over all questions.
    fn nodes(&self) -> u64;

    /// Bytes that the tables take.
    fn bytes(&self) -> u64;
}

/// A search on the board of `pos`, if the ruleset packs it.
pub(crate) fn whole_search<G: Partizan>(
    game: &G,
    pos: &G::Position,
) -> Option<Box<dyn WholeSearch<G::Position>>> {
    let opening = Opening {
        small: SMALL,
        long: LONG,
    };
    game.packed(pos, opening)
}

/// Opens a search on whichever board is shown.
struct Opening {
    small: u32,
    long: u64,
}

impl<P: 'static> PackedVisitor<P> for Opening {
    type Output = Box<dyn WholeSearch<P>>;

    fn visit<W: Word, B: PackedBoard<P, W>>(self, board: B) -> Self::Output {
        Box::new(PackedSearch::new(board, self.small, self.long))
    }
}

/// A search on one packed board, with everything it has learned.
pub(crate) struct PackedSearch<P, W: Word, B> {
    bounds: Bounds<P, W, B>,
    table: Table<W>,
    /// For each player, how often each move has won.
    wins: [Vec<u32>; 2],
    lists: Lists<W>,
    expanded: u64,
    /// From how many nodes on the search is long, if memory allows.
    long: u64,
}

/// A position whose moves are being tried; the most promising stands last.
struct Frame<W> {
    pos: Node<W>,
    mover: Player,
    /// With the numbers of those in large parts.
    moves: SmallVec<[(Option<u32>, Node<W>); 8]>,
    /// Nodes expanded before this one.
    before: u64,
}

enum Look<W> {
    Decided(bool),
    Open(Frame<W>),
}

impl<P, W: Word, B: PackedBoard<P, W>> WholeSearch<P> for PackedSearch<P, W, B> {
    fn wins(
        &mut self,
        pos: &P,
        beside: Option<(&mut Store, Value)>,
        mover: Player,
        budget: &Budget,
    ) -> Option<Result<bool>> {
        let pos = self.bounds.board.pack(pos)?;
        let rest = match beside {
            None => Ok(Value::ZERO),
            Some((store, value)) => self.bounds.values.store.import(store, value).map_err(wrap),
        };
        Some(rest.and_then(|rest| self.search(pos, rest, mover, budget)))
    }

    fn nodes(&self) -> u64 {
        self.expanded
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + self.bounds.bytes()
    }
}

impl<P, W: Word, B: PackedBoard<P, W>> PackedSearch<P, W, B> {
    /// A search that values parts of at most `small` cells exactly, and is long after so many nodes.
    fn new(board: B, small: u32, long: u64) -> Self {
        PackedSearch {
            bounds: Bounds::new(board, small),
            table: Table::new(),
            wins: [vec![0; W::BITS as usize], vec![0; W::BITS as usize]],
            lists: Lists::default(),
            expanded: 0,
            long,
        }
    }

    fn search(&mut self, pos: W, rest: Value, mover: Player, budget: &Budget) -> Result<bool> {
        let mut held = budget.hold();
        held.set(self.bytes())?;
        let mut path = match self.enter(pos, rest, mover, budget)? {
            Look::Decided(won) => return Ok(won),
            Look::Open(frame) => vec![self.probed(frame, budget)?],
        };
        // The result of the position that was just left, for the player who was to move there.
        let mut result = None;
        while let Some(frame) = path.last_mut() {
            let mover = frame.mover;
            let won = match (result.take(), frame.moves.last()) {
                (Some(false), Some(&(number, _))) => {
                    self.note(mover, number);
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
                                Look::Open(frame) => {
                                    let frame = self.probed(frame, budget)?;
                                    path.push(frame);
                                }
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
    fn enter(&mut self, pos: W, rest: Value, mover: Player, budget: &Budget) -> Result<Look<W>> {
        let (large, rest) = self.bounds.split(pos, rest).map_err(wrap)?;
        match self.decided(large, rest, mover).map_err(wrap)? {
            Some(won) => Ok(Look::Decided(won)),
            None => {
                let large = self.bounds.board.least(large);
                self.visit(Node { large, rest }, mover, budget)
            }
        }
    }

    /// Does the player to move win, if it is seen without moves?
    fn decided(
        &mut self,
        large: W,
        rest: Value,
        mover: Player,
    ) -> bouton_value::Result<Option<bool>> {
        if large == W::ZERO {
            return self.bounds.outcome(rest, mover).map(Some);
        }
        let mut both = *self.bounds.walls(rest)?;
        for from in Player::BOTH {
            both[from as usize] = self.bounds.cut(large, from, both[from as usize]);
        }
        Ok(match by_bounds(both, mover) {
            None => self.settled(large, rest, [both[0].right, both[1].right], mover)?,
            won => won,
        })
    }

    /// Does the player to move win, if the ruleset sees it? It is asked where the bounds leave a chance.
    fn settled(
        &mut self,
        large: W,
        rest: Value,
        right: [Lanes; 2],
        mover: Player,
    ) -> bouton_value::Result<Option<bool>> {
        for who in [mover, mover.other()] {
            if right[who as usize].nearly_wins_second() {
                let spare = self.bounds.walls(rest)?[who as usize].spare();
                if self.bounds.board.surely_wins(large, who, mover, spare) {
                    return Ok(Some(who == mover));
                }
            }
        }
        Ok(None)
    }

    /// Looks at a representative that bounds have left open: decided by the table or by its moves, or open.
    fn visit(&mut self, pos: Node<W>, mover: Player, budget: &Budget) -> Result<Look<W>> {
        if let Some(won) = self.table.get(pos, mover) {
            return Ok(Look::Decided(won));
        }
        if self.expanded == self.long && budget.hold().set(Tall::FULL).is_err() {
            self.long = u64::MAX;
        }
        let tall = self.expanded >= self.long && self.bounds.board.size(pos.large) >= TALL_FROM;
        if tall && let Some(won) = self.decided_by_tall(pos, mover).map_err(wrap)? {
            return Ok(Look::Decided(won));
        }
        self.expanded += 1;
        budget.visit(1)?;
        let look = self.expand(pos, mover).map_err(wrap)?;
        if let Look::Decided(won) = look {
            self.table.put(pos, mover, won, 1);
        }
        Ok(look)
    }

    /// Does the player to move win, if tall slices say so? The tallest are asked where the others nearly decide.
    fn decided_by_tall(
        &mut self,
        pos: Node<W>,
        mover: Player,
    ) -> bouton_value::Result<Option<bool>> {
        let opponent = mover.other();
        let rest = *self.bounds.walls(pos.rest)?;
        let [own_rest, other_rest] = [mover, opponent].map(|who| rest[who as usize]);
        let (mut own_is_near, mut other_is_near) = (true, true);
        for fours in [false, true] {
            if own_is_near {
                let own: Walls = self.bounds.cut_taller(pos.large, mover, own_rest, fours);
                if own.wins_first() {
                    return Ok(Some(true));
                }
                own_is_near = own.left.nearly_wins_first();
            }
            if other_is_near {
                let other: Lanes = self
                    .bounds
                    .cut_taller(pos.large, opponent, other_rest, fours);
                if other.wins_second() {
                    return Ok(Some(false));
                }
                other_is_near = other.nearly_wins_second();
            }
        }
        Ok(None)
    }

    /// In large positions of a search that is not long, puts the most promising moves in the order of how many replies each leaves open.
    fn probed(&mut self, mut frame: Frame<W>, budget: &Budget) -> Result<Frame<W>> {
        if self.expanded >= self.long || self.bounds.board.size(frame.pos.large) < PROBED_FROM {
            return Ok(frame);
        }
        let first = frame.moves.len().saturating_sub(PROBED);
        let mut replies = Vec::new();
        for &(number, next) in &frame.moves[first..] {
            let open = match self.visit(next, frame.mover.other(), budget)? {
                Look::Decided(false) => 0,
                Look::Decided(true) => usize::MAX,
                Look::Open(next) => next.moves.len(),
            };
            replies.push((open, (number, next)));
        }
        replies.sort_by_key(|&(open, _)| std::cmp::Reverse(open));
        frame.moves.truncate(first);
        frame
            .moves
            .extend(replies.into_iter().map(|(_, next)| next));
        Ok(frame)
    }

    /// Notes that a move has won.
    fn note(&mut self, mover: Player, number: Option<u32>) {
        if let Some(number) = number {
            self.wins[mover as usize][number as usize] += 1;
        }
    }
}

/// Does the player to move win, if bounds of the position and of its negative say so?
fn by_bounds(both: [Walls; 2], mover: Player) -> Option<bool> {
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
