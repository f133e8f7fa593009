//! Exact values of small positions, each part valued once.

use bouton_rules::{PackedBoard, Player, Word};
use bouton_value::{Result, Store, Term, Value};
use rustc_hash::FxHashMap;
use std::marker::PhantomData;

/// Values of parts, by their representatives in the corner; each is found by its least image.
pub(super) struct Values<P, W> {
    pub store: Store,
    known: FxHashMap<W, Value>,
    parts: Vec<W>,
    moves: Vec<(u32, W)>,
    options: [Vec<Term>; 2],
    positions: PhantomData<fn(P)>,
}

impl<P, W: Word> Values<P, W> {
    pub fn new() -> Values<P, W> {
        Values {
            store: Store::new(),
            known: FxHashMap::default(),
            parts: Vec::new(),
            moves: Vec::new(),
            options: Default::default(),
            positions: PhantomData,
        }
    }

    /// The value of a position.
    pub fn value(&mut self, board: &impl PackedBoard<P, W>, pos: W) -> Result<Value> {
        // Parts whose options are to be valued first stand below them.
        let mut open = Vec::new();
        self.parts.clear();
        board.parts(pos, &mut self.parts);
        open.extend(self.parts.iter().map(|&part| board.home(part)));
        while let Some(&part) = open.last() {
            let least = board.least(part);
            if let Some(&value) = self.known.get(&least) {
                self.known.insert(part, value);
                open.pop();
                continue;
            }
            let before = open.len();
            for who in Player::BOTH {
                self.options[who as usize].clear();
                self.moves.clear();
                board.moves(who, part, !W::ZERO, &mut self.moves);
                for at in 0..self.moves.len() {
                    if let Some(sum) = self.sum(board, self.moves[at].1, &mut open)? {
                        self.options[who as usize].push(sum);
                    }
                }
            }
            if open.len() == before {
                let value = self.store.game_of(&self.options[0], &self.options[1])?;
                self.known.insert(part, value);
                self.known.insert(least, value);
                open.pop();
            }
        }
        let sum = self.sum(board, pos, &mut open)?;
        self.store.value_of(sum.unwrap_or_default())
    }

    /// The sum of the values of the parts, or those that have none yet are added to a list.
    fn sum(
        &mut self,
        board: &impl PackedBoard<P, W>,
        pos: W,
        open: &mut Vec<W>,
    ) -> Result<Option<Term>> {
        self.parts.clear();
        board.parts(pos, &mut self.parts);
        let before = open.len();
        let mut sum = Term::ZERO;
        for &part in &self.parts {
            let part = board.home(part);
            match self.known.get(&part) {
                Some(&value) if open.len() == before => {
                    sum = self.store.add_terms(sum, self.store.term(value))?;
                }
                Some(_) => {}
                None => open.push(part),
            }
        }
        Ok((open.len() == before).then_some(sum))
    }

    /// Bytes that the values take.
    pub fn bytes(&self) -> u64 {
        (self.store.size().bytes + self.known.capacity() * size_of::<(W, Value)>()) as u64
    }
}
