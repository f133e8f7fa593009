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
    /// Where the parts of each option end in the list, and whose option it is.
    ends: Vec<(Player, usize)>,
    values: Vec<Value>,
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
            ends: Vec::new(),
            values: Vec::new(),
            options: Default::default(),
            positions: PhantomData,
        }
    }

    /// The value of a part that is its own representative in the corner.
    #[inline]
    pub fn of_part(&mut self, board: &impl PackedBoard<P, W>, home: W) -> Result<Value> {
        match self.known.get(&home) {
            Some(&value) => Ok(value),
            None => self.value(board, home),
        }
    }

    /// The value of a position.
    pub fn value(&mut self, board: &impl PackedBoard<P, W>, pos: W) -> Result<Value> {
        // Parts whose options are to be valued first stand below them.
        let mut open = Vec::new();
        self.parts.clear();
        board.parts(pos, &mut self.parts);
        open.extend(self.parts.iter().map(|&part| board.home(part)));
        let homes = open.clone();
        while let Some(&part) = open.last() {
            let least = board.least(part);
            if let Some(&value) = self.known.get(&least) {
                self.known.insert(part, value);
                open.pop();
                continue;
            }
            self.list_options(board, part);
            let before = open.len();
            self.look_up(&mut open);
            if open.len() > before {
                continue;
            }
            let value = self.value_by_options()?;
            self.known.insert(part, value);
            self.known.insert(least, value);
            open.pop();
        }
        let mut sum = Term::ZERO;
        for home in homes {
            if let Some(&value) = self.known.get(&home) {
                sum = self.store.add_terms(sum, self.store.term(value))?;
            }
        }
        self.store.value_of(sum)
    }

    /// Lists the parts of all options of a part, at home.
    fn list_options(&mut self, board: &impl PackedBoard<P, W>, part: W) {
        self.parts.clear();
        self.ends.clear();
        for who in Player::BOTH {
            self.moves.clear();
            board.moves(who, part, !W::ZERO, &mut self.moves);
            for &(number, next) in &self.moves {
                let before = self.parts.len();
                if next != W::ZERO && !board.may_split(part, who, number) {
                    self.parts.push(next);
                } else {
                    board.parts(next, &mut self.parts);
                }
                for part in &mut self.parts[before..] {
                    *part = board.home(*part);
                }
                self.ends.push((who, self.parts.len()));
            }
        }
    }

    /// Finds the values of all listed parts, one after the other, because such tables are larger than the caches; those that have
    /// none yet are added to a list.
    fn look_up(&mut self, open: &mut Vec<W>) {
        self.values.clear();
        for part in &self.parts {
            let value = self.known.get(part).copied();
            if value.is_none() {
                open.push(*part);
            }
            self.values.push(value.unwrap_or(Value::ZERO));
        }
    }

    /// The value of the part whose options are listed, their values found.
    fn value_by_options(&mut self) -> Result<Value> {
        let mut options = std::mem::take(&mut self.options);
        options.iter_mut().for_each(Vec::clear);
        let mut first = 0;
        for &(who, end) in &self.ends {
            let mut sum = Term::ZERO;
            for &value in &self.values[first..end] {
                sum = self.store.add_terms(sum, self.store.term(value))?;
            }
            options[who as usize].push(sum);
            first = end;
        }
        let value = self.store.game_of(&options[0], &options[1]);
        self.options = options;
        value
    }

    /// Bytes that the values take.
    pub fn bytes(&self) -> u64 {
        (self.store.size().bytes + self.known.capacity() * size_of::<(W, Value)>()) as u64
    }
}
