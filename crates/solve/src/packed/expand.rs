//! The moves of a position: refuted together where slices allow, then bounded one by one, cheap things first.
//!
//! Most positions are won by a move that bounds see to win, so that is looked for before anything else is asked about the other
//! moves. A move in the large parts is bounded by what it changes in the views of the players, or anew where it splits off small
//! parts. What is left open is looked up in the table, all of it at once, and put in order.

use super::bounds::Node;
use super::view::View;
use super::walls::{Lanes, Part};
use super::{Frame, Look, PackedSearch, by_bounds};
use bouton_rules::{PackedBoard, Player, Word};
use bouton_value::{Result, Value};

/// Lists that are used again at every node.
pub(super) struct Lists<W> {
    views: [View; 2],
    moves: Vec<(u32, W)>,
    candidates: Vec<Candidate<W>>,
    open: Vec<Open<W>>,
}

/// A move that no slice refutes.
struct Candidate<W> {
    /// Of a move in a large part.
    number: Option<u32>,
    /// The large parts after it, as they stand, and the value of everything else.
    large: W,
    rest: Value,
    /// For each player, the right walls of the position after it.
    right: [Lanes; 2],
    /// Does it leave other small parts?
    is_split: bool,
}

/// A move that bounds leave open.
struct Open<W> {
    score: i32,
    number: Option<u32>,
    key: Node<W>,
}

impl<W> Default for Lists<W> {
    fn default() -> Self {
        Lists {
            views: Default::default(),
            moves: Vec::new(),
            candidates: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl<P, W: Word, B: PackedBoard<P, W>> PackedSearch<P, W, B> {
    /// Decides a position by its moves, or lists those that are open.
    pub(super) fn expand(&mut self, pos: Node<W>, mover: Player) -> Result<Look<W>> {
        let mut lists = std::mem::take(&mut self.lists);
        let look = self.expand_with(pos, mover, &mut lists);
        self.lists = lists;
        look
    }

    fn expand_with(
        &mut self,
        pos: Node<W>,
        mover: Player,
        lists: &mut Lists<W>,
    ) -> Result<Look<W>> {
        lists.candidates.clear();
        let walls = *self.bounds.walls(pos.rest)?;
        for from in Player::BOTH {
            let view = &mut lists.views[from as usize];
            self.bounds
                .view(pos.large, from, walls[from as usize], view);
        }
        if self.moves_in_large(pos, mover, lists)?
            || self.moves_in_rest(pos, mover, lists)?
            || self.open(mover, lists)?
        {
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

    /// Lists the candidates in the large parts, or finds a move that is seen to win.
    fn moves_in_large(
        &mut self,
        pos: Node<W>,
        mover: Player,
        lists: &mut Lists<W>,
    ) -> Result<bool> {
        let Lists {
            views,
            moves,
            candidates,
            ..
        } = lists;
        let opponent = mover.other();
        let [own, other] = [mover, opponent].map(|who| &views[who as usize]);
        let among = self.bounds.unrefuted(other, opponent);
        if among == W::ZERO {
            return Ok(false);
        }
        moves.clear();
        self.bounds.board.moves(mover, pos.large, among, moves);
        let wins = &self.wins[mover as usize];
        moves.sort_unstable_by_key(|m| std::cmp::Reverse(wins[m.0 as usize]));
        for &(number, large) in &*moves {
            let change = self.bounds.board.change(mover, mover, number);
            let right: Lanes = self.bounds.after(own, mover, change);
            if right.wins_second() {
                self.note(mover, Some(number));
                return Ok(true);
            }
            candidates.push(Candidate {
                number: Some(number),
                large,
                rest: pos.rest,
                right: [right; 2],
                is_split: false,
            });
        }
        let barely = self.bounds.any_barely_large(pos.large);
        for candidate in &mut *candidates {
            let number = candidate.number.unwrap_or_default();
            if !barely && !self.bounds.board.may_split(pos.large, mover, number) {
                continue;
            }
            let (large, rest) = self.bounds.split(candidate.large, pos.rest)?;
            if large == candidate.large {
                continue;
            }
            (candidate.large, candidate.rest, candidate.is_split) = (large, rest, true);
            let won = if large == W::ZERO {
                !self.bounds.outcome(rest, opponent)?
            } else {
                let rest = self.bounds.walls(rest)?[mover as usize];
                let own = self.bounds.cut(large, mover, rest);
                candidate.right = [own.right; 2];
                own.wins_second()
            };
            if won {
                self.note(mover, Some(number));
                return Ok(true);
            }
        }
        let mut kept = 0;
        for i in 0..candidates.len() {
            let candidate = &mut candidates[i];
            let walls = if candidate.large == W::ZERO {
                continue;
            } else if candidate.is_split {
                let rest = self.bounds.walls(candidate.rest)?[opponent as usize];
                self.bounds.cut(candidate.large, opponent, rest)
            } else {
                let number = candidate.number.unwrap_or_default();
                let change = self.bounds.board.change(opponent, mover, number);
                self.bounds.after(other, opponent, change)
            };
            candidate.right[opponent as usize] = walls.right;
            if !walls.wins_first() {
                candidates.swap(kept, i);
                kept += 1;
            }
        }
        candidates.truncate(kept);
        Ok(false)
    }

    /// Lists the candidates in the value of the small parts, or finds a move that is seen to win.
    fn moves_in_rest(&mut self, pos: Node<W>, mover: Player, lists: &mut Lists<W>) -> Result<bool> {
        let opponent = mover.other();
        for rest in self.bounds.options(pos.rest, mover)? {
            let mut both = *self.bounds.walls(rest)?;
            for from in Player::BOTH {
                let alone = lists.views[from as usize].alone();
                both[from as usize] = both[from as usize].plus(alone);
            }
            match by_bounds(both, opponent) {
                Some(true) => continue,
                Some(false) => return Ok(true),
                None => {}
            }
            lists.candidates.push(Candidate {
                number: None,
                large: pos.large,
                rest,
                right: [both[0].right, both[1].right],
                is_split: true,
            });
        }
        Ok(false)
    }

    /// Lists the candidates that neither the ruleset nor the table decides, or finds one that wins.
    fn open(&mut self, mover: Player, lists: &mut Lists<W>) -> Result<bool> {
        let opponent = mover.other();
        lists.open.clear();
        for candidate in &lists.candidates {
            let &Candidate {
                number,
                large,
                rest,
                right,
                ..
            } = candidate;
            match self.settled(large, rest, right, opponent)? {
                Some(true) => continue,
                Some(false) => return Ok(true),
                None => {}
            }
            let board = &self.bounds.board;
            let mobility = board.mobility(large) as i32;
            let lead = right[0].lead() - right[1].lead() + mobility * Lanes::UNIT * 3 / 32;
            let large = board.least(large);
            lists.open.push(Open {
                score: if mover == Player::Left { lead } else { -lead },
                number,
                key: Node { large, rest },
            });
        }
        let mut won = false;
        lists.open.retain(|open| {
            let known = self.table.get(open.key, opponent);
            won |= known == Some(false);
            known.is_none()
        });
        Ok(won)
    }
}
