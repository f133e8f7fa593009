//! Who wins on a board packed in words: depth first over whole boards, with bounds of the parts at every move.
//!
//! A position is decided without search where the bounds of its parts add up to a decision or the ruleset sees one. Bounds
//! come from exact values of small parts, and of two neighbouring layers of large ones: cutting a board between layers takes
//! moves from one player only. A move is bounded by the part that it changes; moves that have often won are tried first,
//! and what is left open is searched in the order of the bounds.

mod bounds;
mod table;
#[cfg(test)]
mod tests;

use crate::limits::Budget;
use bounds::{Bounds, Cuts, Narrow};
use bouton_rules::{Packed, PackedBoard, Partizan, Player, Result, Short, Word};
use smallvec::SmallVec;
use table::Table;

/// Exact values are computed for parts of at most so many cells.
const SMALL: u32 = 12;

/// A search on the board of one position, whichever word holds it.
pub(crate) enum WholeSearch<G: Partizan + Short> {
    Narrow(PackedSearch<G, u64>),
    Wide(PackedSearch<G, u128>),
}

impl<G: Partizan + Short> WholeSearch<G> {
    /// A search on the board of `pos`, if the ruleset packs it.
    pub fn new(game: &G, pos: &G::Position) -> Option<Self> {
        Self::with_small(game, pos, SMALL)
    }

    fn with_small(game: &G, pos: &G::Position, small: u32) -> Option<Self> {
        let game = game.clone();
        Some(match game.packed(pos)? {
            Packed::Narrow(board) => WholeSearch::Narrow(PackedSearch::new(game, board, small)),
            Packed::Wide(board) => WholeSearch::Wide(PackedSearch::new(game, board, small)),
        })
    }

    /// As [`PackedSearch::wins`].
    pub fn wins(
        &mut self,
        pos: &G::Position,
        mover: Player,
        budget: &Budget<'_>,
    ) -> Option<Result<bool>> {
        match self {
            WholeSearch::Narrow(search) => search.wins(pos, mover, budget),
            WholeSearch::Wide(search) => search.wins(pos, mover, budget),
        }
    }

    /// Positions whose moves were generated, over all questions.
    pub fn nodes(&self) -> u64 {
        match self {
            WholeSearch::Narrow(search) => search.expanded,
            WholeSearch::Wide(search) => search.expanded,
        }
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        match self {
            WholeSearch::Narrow(search) => search.bytes(),
            WholeSearch::Wide(search) => search.bytes(),
        }
    }
}

/// A search on one packed board, with everything it has learned.
pub(crate) struct PackedSearch<G: Partizan + Short, W: Word> {
    board: Box<dyn PackedBoard<G::Position, W>>,
    bounds: Bounds<G, W>,
    table: Table<W>,
    /// For each player, how often each move has won.
    wins: [Vec<u32>; 2],
    lists: Lists<W>,
    expanded: u64,
}

/// Lists that are used again at every node.
struct Lists<W> {
    parts: Vec<W>,
    cuts: Vec<[Cuts; 2]>,
    pieces: Vec<W>,
    moves: Vec<(u32, W)>,
    order: Vec<(u32, u32, W, u32)>,
    open: Vec<(i64, u32, W)>,
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

impl<G: Partizan + Short, W: Word> PackedSearch<G, W> {
    /// A search that values parts of at most `small` cells exactly.
    fn new(game: G, board: Box<dyn PackedBoard<G::Position, W>>, small: u32) -> Self {
        let bounds = Bounds::new(game, &*board, small);
        PackedSearch {
            board,
            bounds,
            table: Table::new(),
            wins: [vec![0; W::BITS as usize], vec![0; W::BITS as usize]],
            lists: Lists::default(),
            expanded: 0,
        }
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.bounds.bytes()
    }

    /// Does `mover`, who is to move, win? `None` if the position is not one of this board.
    pub fn wins(
        &mut self,
        pos: &G::Position,
        mover: Player,
        budget: &Budget<'_>,
    ) -> Option<Result<bool>> {
        let pos = self.board.pack(pos)?;
        Some(self.search(pos, mover, budget))
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
            None => self.visit(self.board.canon(pos), mover, budget),
        }
    }

    /// Does the player to move win, if the ruleset sees it? It is asked where the bounds leave a chance.
    fn settled(&self, pos: W, both: [Narrow; 2], mover: Player) -> Option<bool> {
        [mover, mover.other()].into_iter().find_map(|who| {
            let certain = both[who as usize].is_close() && self.board.surely_wins(pos, who, mover);
            certain.then_some(who == mover)
        })
    }

    fn bounds_of(&mut self, pos: W) -> Result<[Narrow; 2]> {
        self.lists.pieces.clear();
        self.board.parts(pos, &mut self.lists.pieces);
        let mut sum = [Narrow::ZERO; 2];
        for &piece in &self.lists.pieces {
            sum = added(sum, self.bounds.part(&*self.board, piece)?);
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

    fn expand(&mut self, pos: W, mover: Player, lists: &mut Lists<W>) -> Result<Look<W>> {
        lists.parts.clear();
        lists.order.clear();
        lists.open.clear();
        self.board.parts(pos, &mut lists.parts);
        let mut rests: SmallVec<[[Narrow; 2]; 12]> = SmallVec::new();
        for i in 0..lists.parts.len() {
            let bound = self.bounds.part(&*self.board, lists.parts[i])?;
            rests.push(bound);
            if lists.cuts.len() == i {
                lists.cuts.push(Default::default());
            }
            if self.bounds.is_large(&*self.board, lists.parts[i]) {
                for from in Player::BOTH {
                    let cuts = &mut lists.cuts[i][from as usize];
                    self.bounds
                        .cuttings(&*self.board, lists.parts[i], from, cuts)?;
                }
            }
            lists.moves.clear();
            self.board.moves(mover, lists.parts[i], &mut lists.moves);
            let wins = &self.wins[mover as usize];
            for &(number, next) in &lists.moves {
                lists
                    .order
                    .push((wins[number as usize], i as u32, next, number));
            }
        }
        all_but_one(&mut rests);
        lists
            .order
            .sort_unstable_by_key(|&(wins, ..)| std::cmp::Reverse(wins));
        let opponent = mover.other();
        'moves: for &(_, part, next, number) in &lists.order {
            lists.pieces.clear();
            self.board.parts(next, &mut lists.pieces);
            let mut bound = rests[part as usize];
            let large = |piece: W| self.bounds.is_large(&*self.board, piece);
            match lists.pieces[..] {
                [one] if large(one) => {
                    // The opponent first: most moves lose, and that is then enough.
                    let near = &lists.cuts[part as usize];
                    for from in [opponent, mover] {
                        let from_near = &near[from as usize];
                        let cut = self.bounds.cut_near(&*self.board, one, from, from_near)?;
                        bound[from as usize] = bound[from as usize].plus(cut);
                        if from == opponent && bound[from as usize].wins_first() {
                            continue 'moves;
                        }
                    }
                }
                _ => {
                    for &piece in &lists.pieces {
                        bound = added(bound, self.bounds.part(&*self.board, piece)?);
                    }
                }
            }
            let whole = pos ^ lists.parts[part as usize] | next;
            let known = match by_bounds(bound, opponent) {
                None => self.settled(whole, bound, opponent),
                known => known,
            };
            let known = match known {
                None => {
                    let key = self.board.canon(whole);
                    let known = self.table.get(key, opponent);
                    if known.is_none() {
                        let mobility = self.board.mobility(whole);
                        let lead =
                            i64::from(bound[0].mean - bound[1].mean) + mobility * Narrow::UNIT / 8;
                        let score = if mover == Player::Left { lead } else { -lead };
                        lists.open.push((score, number, key));
                    }
                    known
                }
                known => known,
            };
            if known == Some(false) {
                self.wins[mover as usize][number as usize] += 1;
                return Ok(Look::Decided(true));
            }
        }
        if lists.open.is_empty() {
            return Ok(Look::Decided(false));
        }
        lists.open.sort_unstable_by_key(|&(score, ..)| score);
        Ok(Look::Open(Frame {
            pos,
            mover,
            moves: lists
                .open
                .iter()
                .map(|&(_, number, next)| (number, next))
                .collect(),
            before: self.expanded - 1,
        }))
    }
}

impl<W> Default for Lists<W> {
    fn default() -> Self {
        Lists {
            parts: Vec::new(),
            cuts: Vec::new(),
            pieces: Vec::new(),
            moves: Vec::new(),
            order: Vec::new(),
            open: Vec::new(),
        }
    }
}

fn added(a: [Narrow; 2], b: [Narrow; 2]) -> [Narrow; 2] {
    [a[0].plus(b[0]), a[1].plus(b[1])]
}

/// Each entry becomes the sum of the others.
fn all_but_one(bounds: &mut [[Narrow; 2]]) {
    let mut after: SmallVec<[[Narrow; 2]; 12]> =
        SmallVec::from_elem([Narrow::ZERO; 2], bounds.len() + 1);
    for i in (0..bounds.len()).rev() {
        after[i] = added(after[i + 1], bounds[i]);
    }
    let mut before = [Narrow::ZERO; 2];
    for (i, bound) in bounds.iter_mut().enumerate() {
        let own = *bound;
        *bound = added(before, after[i + 1]);
        before = added(before, own);
    }
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
