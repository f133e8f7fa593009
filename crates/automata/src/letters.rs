//! Machines that read terms of sums: their letters, as what they add, and their states, as they are reached.

use std::hash::Hash;

use num_integer::Integer;
use num_traits::FromPrimitive;
use rustc_hash::FxHashMap;

use crate::diagram::{Builder, Diagram, Ref};
use crate::error::{Error, Limits};
use crate::system::System;

/// What all letters of a class have in common.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Letter<T> {
    /// What each digit of the block adds to the value.
    pub adds: Vec<T>,
    /// Tracks whose letter begins with a digit other than 0, tracks whose letter is full.
    pub heads: u64,
    pub full: u64,
}

/// The letters of these tracks by what they add.
pub(crate) fn letters<T: Clone + Eq + Hash + Integer + FromPrimitive>(
    sys: &System,
    coefficients: &[T],
    reduce: &dyn Fn(T) -> T,
    limits: &Limits,
) -> Result<(Diagram, Vec<Letter<T>>), Error> {
    let mut builder = Builder::new(sys.radix);
    let mut found: FxHashMap<Letter<T>, u32> = FxHashMap::default();
    let mut list = Vec::new();
    // From the first track on, the distinct partial letters; then the nodes from the last track back.
    let empty = Letter {
        adds: vec![T::zero(); sys.steps.len()],
        heads: 0,
        full: 0,
    };
    let mut levels: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut level = vec![empty];
    for (t, c) in coefficients.iter().enumerate() {
        let mut ids: FxHashMap<Letter<T>, usize> = FxHashMap::default();
        let mut longer = Vec::new();
        let mut kids = Vec::new();
        for part in &level {
            let row = (0..sys.radix).map(|d| {
                let mut next = part.clone();
                for (sum, &digit) in next.adds.iter_mut().zip(&sys.digits[d]) {
                    let digit = T::from_u8(digit).unwrap_or_else(T::zero);
                    *sum = reduce(sum.clone() + c.clone() * digit);
                }
                next.heads |= u64::from(sys.heads[d] && sys.carry) << t;
                next.full |= u64::from(sys.full[d]) << t;
                *ids.entry(next.clone()).or_insert_with(|| {
                    longer.push(next);
                    longer.len() - 1
                })
            });
            kids.push(row.collect());
            limits.check(longer.len(), sys.radix)?;
        }
        levels.push(kids);
        level = longer;
    }
    let mut refs: Vec<Ref> = level
        .into_iter()
        .map(|letter| {
            let id = *found.entry(letter.clone()).or_insert_with(|| {
                list.push(letter);
                list.len() as u32 - 1
            });
            Ref::leaf(id)
        })
        .collect();
    for (track, kids) in levels.iter().enumerate().rev() {
        refs = kids
            .iter()
            .map(|row| {
                let row: Vec<Ref> = row.iter().map(|&i| refs[i]).collect();
                builder.make(track as u32, &row)
            })
            .collect();
    }
    Ok((builder.finish(refs[0]), list))
}

/// The states of a machine under construction, numbered as they are met.
pub(crate) struct States<K> {
    ids: FxHashMap<K, u32>,
    pub list: Vec<K>,
}

impl<K: Clone + Eq + Hash> States<K> {
    pub fn new() -> States<K> {
        States {
            ids: FxHashMap::default(),
            list: Vec::new(),
        }
    }

    pub fn id(&mut self, key: K) -> u32 {
        let next = self.list.len() as u32;
        *self.ids.entry(key).or_insert_with_key(|key| {
            self.list.push(key.clone());
            next
        })
    }
}

/// The states that a machine reaches from its start, and its transitions: `step` is the state after a letter. State `None`
/// is where words go that are not valid.
pub(crate) fn explore<K: Clone + Eq + Hash, T>(
    start: K,
    letters: &[Letter<T>],
    mut step: impl FnMut(&K, &Letter<T>) -> Option<K>,
    limits: &Limits,
) -> Result<(Vec<Option<K>>, Vec<u32>), Error> {
    let mut states: States<Option<K>> = States::new();
    states.id(Some(start));
    let mut next = Vec::new();
    let mut at = 0;
    while at < states.list.len() {
        let key = states.list[at].clone();
        at += 1;
        for letter in letters {
            let to = key.as_ref().and_then(|key| step(key, letter));
            next.push(states.id(to));
        }
        limits.check(states.list.len(), letters.len())?;
    }
    Ok((states.list, next))
}
