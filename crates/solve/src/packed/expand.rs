//! The moves of a position: refuted together where slices allow, then bounded one by one, cheap and likely things first.
//!
//! Most positions are won by a move that bounds see to win, so that is looked for before anything else is asked about the other
//! moves. What is left open is looked up in the table, all of it at once, and put in order.

use super::cuts::Cuts;
use super::narrow::Narrow;
use super::{Frame, Look, PackedSearch, added, by_bounds};
use bouton_rules::{PackedBoard, Partizan, Player, Result, Short, Word};
use smallvec::SmallVec;

/// Lists that are used again at every node.
pub(super) struct Lists<W> {
    parts: Vec<W>,
    cuts: Vec<[Cuts; 2]>,
    pub pieces: Vec<W>,
    moves: Vec<(u32, W)>,
    candidates: Vec<Candidate<W>>,
    open: Vec<Open<W>>,
}

/// A move that no slice refutes.
struct Candidate<W> {
    /// How often it has won.
    wins: u32,
    number: u32,
    part: usize,
    next: W,
    /// The one large piece that it leaves of its part.
    large: Option<W>,
    /// For the opponent without the large piece.
    bound: [Narrow; 2],
}

/// A move that bounds leave open.
struct Open<W> {
    score: i64,
    number: u32,
    key: W,
}

impl<W> Default for Lists<W> {
    fn default() -> Self {
        Lists {
            parts: Vec::new(),
            cuts: Vec::new(),
            pieces: Vec::new(),
            moves: Vec::new(),
            candidates: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl<G: Partizan + Short, W: Word, B: PackedBoard<G::Position, W>> PackedSearch<G, W, B> {
    /// Decides a position by its moves, or lists those that are open.
    pub(super) fn expand(
        &mut self,
        pos: W,
        mover: Player,
        lists: &mut Lists<W>,
    ) -> Result<Look<W>> {
        let opponent = mover.other();
        lists.parts.clear();
        self.bounds.board.parts(pos, &mut lists.parts);
        let mut rests: SmallVec<[[Narrow; 2]; 12]> = SmallVec::new();
        for (i, &part) in lists.parts.iter().enumerate() {
            if lists.cuts.len() == i {
                lists.cuts.push(Default::default());
            }
            if !self.bounds.is_large(part) {
                rests.push(self.bounds.small(part)?);
                continue;
            }
            let both = &mut lists.cuts[i];
            for from in Player::BOTH {
                self.bounds.cut(part, from, &mut both[from as usize])?;
            }
            rests.push([both[0].whole(), both[1].whole()]);
        }
        all_but_one(&mut rests);
        lists.candidates.clear();
        for (i, &part) in lists.parts.iter().enumerate() {
            let mut among = !W::ZERO;
            if self.bounds.is_large(part) {
                let cuts = &lists.cuts[i][opponent as usize];
                let rest = rests[i][opponent as usize];
                among = self.bounds.unrefuted(cuts, opponent, rest)?;
            }
            if among == W::ZERO {
                continue;
            }
            lists.moves.clear();
            let board = &self.bounds.board;
            board.moves(mover, part, among, &mut lists.moves);
            let wins = &self.wins[mover as usize];
            lists
                .candidates
                .extend(lists.moves.iter().map(|&(number, next)| Candidate {
                    wins: wins[number as usize],
                    number,
                    part: i,
                    next,
                    large: None,
                    bound: rests[i],
                }));
        }
        lists
            .candidates
            .sort_unstable_by_key(|c| std::cmp::Reverse(c.wins));
        if let Some(number) = self.winning(mover, lists)? {
            self.wins[mover as usize][number as usize] += 1;
            return Ok(Look::Decided(true));
        }
        if let Some(number) = self.open(pos, mover, lists)? {
            self.wins[mover as usize][number as usize] += 1;
            return Ok(Look::Decided(true));
        }
        if lists.open.is_empty() {
            return Ok(Look::Decided(false));
        }
        lists.open.sort_unstable_by_key(|open| open.score);
        Ok(Look::Open(Frame {
            pos,
            mover,
            moves: lists.open.iter().map(|o| (o.number, o.key)).collect(),
            before: self.expanded - 1,
        }))
    }

    /// Bounds every candidate from the point of view of the player to move: a move that is seen to win.
    fn winning(&mut self, mover: Player, lists: &mut Lists<W>) -> Result<Option<u32>> {
        let own = mover as usize;
        for candidate in &mut lists.candidates {
            lists.pieces.clear();
            self.bounds.board.parts(candidate.next, &mut lists.pieces);
            let mut bound = candidate.bound;
            for &piece in &lists.pieces {
                if !self.bounds.is_large(piece) {
                    bound = added(bound, self.bounds.small(piece)?);
                } else if candidate.large.is_none() {
                    candidate.large = Some(piece);
                } else {
                    bound = added(bound, self.bounds.large(piece)?);
                }
            }
            if let Some(large) = candidate.large {
                let near = &mut lists.cuts[candidate.part][own];
                bound[own] = bound[own].plus(self.bounds.cut_near(large, mover, near)?);
            }
            if bound[own].wins_second() {
                return Ok(Some(candidate.number));
            }
            candidate.bound = bound;
        }
        Ok(None)
    }

    /// Lists the candidates that neither bounds nor the ruleset nor the table decide; or finds one that wins.
    fn open(&mut self, pos: W, mover: Player, lists: &mut Lists<W>) -> Result<Option<u32>> {
        let opponent = mover.other();
        lists.open.clear();
        for candidate in &lists.candidates {
            let mut bound = candidate.bound;
            if let Some(large) = candidate.large {
                let near = &mut lists.cuts[candidate.part][opponent as usize];
                let cut = self.bounds.cut_near(large, opponent, near)?;
                bound[opponent as usize] = bound[opponent as usize].plus(cut);
            }
            if by_bounds(bound, opponent).is_some() {
                continue;
            }
            let whole = pos ^ lists.parts[candidate.part] | candidate.next;
            match self.settled(whole, bound, opponent) {
                Some(true) => continue,
                Some(false) => return Ok(Some(candidate.number)),
                None => {}
            }
            let board = &self.bounds.board;
            let mobility = board.mobility(whole);
            let lead = i64::from(bound[0].mean - bound[1].mean) + mobility * Narrow::UNIT / 8;
            lists.open.push(Open {
                score: if mover == Player::Left { lead } else { -lead },
                number: candidate.number,
                key: board.canon(whole),
            });
        }
        let mut won = None;
        lists.open.retain(|open| {
            let known = self.table.get(open.key, opponent);
            if known == Some(false) {
                won = Some(open.number);
            }
            known.is_none()
        });
        Ok(won)
    }
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
