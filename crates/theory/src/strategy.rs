//! Playing by a proved theorem: outcome and winning moves from positions of any size, in time linear in the digits.
//!
//! For a P-set the strategy is the relation "this move leads into the P-set", one automaton a move line; for a Grundy function
//! the relation between a heap, the value wanted and the heaps that the move leaves. A winning move is read off by one pass over
//! the digits of the position from the right (which states can still accept) and one from the left (the least digits that do).

use crate::claim::{Claim, Kind};
use crate::relation::{MoveRelation, Relations};
use bouton_automata::{Automaton, Error, Formula, Limits, Var, compile};
use bouton_rules::Nat;
use num_traits::Zero;
use std::sync::Arc;

type Result<T> = std::result::Result<T, Error>;

/// Winning play in a game of tuples, from its proved P-set.
pub struct SetStrategy {
    set: Automaton,
    moves: Vec<(MoveRelation, Automaton)>,
}

impl SetStrategy {
    /// `claim` is a proved claim of kind [`Kind::PSet`]; `None` for any other.
    pub fn new(
        relations: &Relations,
        claim: &Claim,
        limits: &Limits,
    ) -> Result<Option<SetStrategy>> {
        let (Kind::PSet, true, Some(numeration)) =
            (claim.kind, claim.is_proved(), &claim.numeration)
        else {
            return Ok(None);
        };
        let set = Arc::new(claim.automata[0].clone());
        let mut moves = Vec::new();
        for m in &relations.moves {
            let step = Formula::And(vec![
                m.formula.clone(),
                Formula::Is(set.clone(), m.results.clone()),
            ]);
            let coordinates = Automaton::all(numeration, &relations.coordinates())?;
            moves.push((
                m.clone(),
                compile(&step, numeration, limits)?.and(&coordinates, limits)?,
            ));
        }
        Ok(Some(SetStrategy {
            set: claim.automata[0].clone(),
            moves,
        }))
    }

    /// Is the position a P-position?
    pub fn is_p(&self, pos: &[Nat]) -> bool {
        self.set.contains(pos)
    }

    /// The least winning reply of each move line that has one, without repeats.
    pub fn replies(&self, pos: &[Nat]) -> Vec<Vec<Nat>> {
        let fixed: Vec<(Var, Nat)> = (0..).zip(pos.iter().cloned()).collect();
        let mut replies: Vec<Vec<Nat>> = Vec::new();
        for (m, relation) in &self.moves {
            if let Some(reply) = results(m, relation, &fixed)
                && !replies.contains(&reply)
            {
                replies.push(reply);
            }
        }
        replies
    }
}

/// For each move line, the relation between a position outside the P-set (variables 0 … k-1) and the positions in it that the
/// move reaches (variables k … 2k-1), k coordinates: the strategy as a certificate holds it.
pub fn replies_by_move(
    relations: &Relations,
    claim: &Claim,
    limits: &Limits,
) -> Result<Vec<(usize, Automaton)>> {
    let Some(numeration) = &claim.numeration else {
        return Ok(Vec::new());
    };
    let set = Arc::new(claim.automata[0].clone());
    let arity = relations.arity as Var;
    let mut replies: Vec<(usize, Automaton)> = Vec::new();
    for m in &relations.moves {
        // New coordinates get variables that the move does not use, and are then moved down.
        let new = |i: Var| relations.free + i;
        let mut all = vec![
            m.formula.clone(),
            Formula::Is(set.clone(), m.results.clone()),
        ];
        all.extend((0..arity).map(|i| Formula::equal(new(i), m.results[i as usize])));
        let step = compile(
            &Formula::Exists(m.changed.clone(), Box::new(Formula::And(all))),
            numeration,
            limits,
        )?;
        let mut tracks = relations.coordinates();
        tracks.extend((0..arity).map(new));
        let step = step.and(&Automaton::all(numeration, &tracks)?, limits)?;
        let step = step.rename(&(0..arity).map(|i| (new(i), arity + i)).collect::<Vec<_>>())?;
        match replies.iter_mut().find(|(rule, _)| *rule == m.rule) {
            Some((_, known)) => *known = known.or(&step, limits)?,
            None => replies.push((m.rule, step)),
        }
    }
    Ok(replies)
}

/// The results of the least move of a relation with some variables fixed.
fn results(m: &MoveRelation, relation: &Automaton, fixed: &[(Var, Nat)]) -> Option<Vec<Nat>> {
    let free = relation.complete(fixed)?;
    let value = |v: Var| {
        free.iter()
            .chain(fixed)
            .find(|(w, _)| *w == v)
            .map(|(_, n)| n.clone())
            .unwrap_or_default()
    };
    Some(m.results.iter().map(|&v| value(v)).collect())
}

/// Winning play in sums of heaps, from the proved Grundy function of one heap.
pub struct HeapStrategy {
    graph: Automaton,
    moves: Vec<(MoveRelation, Automaton)>,
    wanted: Var,
}

impl HeapStrategy {
    /// `claim` is a proved claim whose automaton is a Grundy graph over (n, g); `None` for any other.
    pub fn new(
        relations: &Relations,
        claim: &Claim,
        limits: &Limits,
    ) -> Result<Option<HeapStrategy>> {
        let (true, true, [graph], Some(numeration)) = (
            relations.sums,
            claim.is_proved(),
            claim.automata.as_slice(),
            &claim.numeration,
        ) else {
            return Ok(None);
        };
        let shared = Arc::new(graph.clone());
        let wanted = relations.free;
        let mut moves = Vec::new();
        for m in &relations.moves {
            let value = option_value(m, &shared, wanted);
            let relation = compile(
                &Formula::And(vec![m.formula.clone(), value]),
                numeration,
                limits,
            )?;
            let tracks = Automaton::all(numeration, &[0, wanted])?;
            moves.push((m.clone(), relation.and(&tracks, limits)?));
        }
        Ok(Some(HeapStrategy {
            graph: graph.clone(),
            moves,
            wanted,
        }))
    }

    /// The Grundy value of one heap.
    pub fn value(&self, heap: &Nat) -> Nat {
        let found = self
            .graph
            .complete(&[(0, heap.clone())])
            .unwrap_or_default();
        found
            .into_iter()
            .find(|(v, _)| *v == 1)
            .map(|(_, g)| g)
            .unwrap_or_default()
    }

    /// The Grundy value of a sum of heaps.
    pub fn sum(&self, heaps: &[Nat]) -> Nat {
        heaps
            .iter()
            .fold(Nat::zero(), |total, n| total ^ self.value(n))
    }

    /// True if an empty heap has a move. As every heap that is left is smaller, it can only be taken away, so its value is 1.
    pub fn empty_heaps_count(&self) -> bool {
        !self.value(&Nat::ZERO).is_zero()
    }

    /// Winning moves as new multisets: for each heap and move line the least one.
    pub fn replies(&self, heaps: &[Nat]) -> Vec<Vec<Nat>> {
        let total = self.sum(heaps);
        let mut replies: Vec<Vec<Nat>> = Vec::new();
        if total.is_zero() {
            return replies;
        }
        for (i, heap) in heaps.iter().enumerate() {
            let goal = self.value(heap) ^ &total;
            for (m, relation) in &self.moves {
                let fixed = [(0, heap.clone()), (self.wanted, goal.clone())];
                if let Some(left) = results(m, relation, &fixed) {
                    let mut rest: Vec<Nat> = heaps.to_vec();
                    rest.splice(i..=i, left);
                    if !self.empty_heaps_count() {
                        rest.retain(|n| !n.is_zero());
                    }
                    rest.sort();
                    if !replies.contains(&rest) {
                        replies.push(rest);
                    }
                }
            }
        }
        replies
    }
}

/// The formula "the heaps that the move leaves have values whose xor is `h`", for one-heap rules with Grundy graph `graph`.
/// It uses fresh variables above `h`, hidden inside.
pub(crate) fn option_value(m: &MoveRelation, graph: &Arc<Automaton>, h: Var) -> Formula {
    let mut all = Vec::new();
    let mut hidden = Vec::new();
    let mut total: Option<Var> = None;
    let mut next = h + 1;
    let mut fresh = |hidden: &mut Vec<Var>| {
        hidden.push(next);
        next += 1;
        next - 1
    };
    for (i, &r) in m.results.iter().enumerate() {
        let last = i + 1 == m.results.len();
        let value = if last && total.is_none() {
            h
        } else {
            fresh(&mut hidden)
        };
        all.push(Formula::Is(graph.clone(), vec![r, value]));
        total = Some(match total {
            None => value,
            Some(before) => {
                let sum = if last { h } else { fresh(&mut hidden) };
                all.push(Formula::Xor(sum, before, value));
                sum
            }
        });
    }
    if total.is_none() {
        all.push(Formula::Linear {
            terms: vec![(1.into(), h)],
            op: bouton_automata::Op::Eq,
            constant: 0.into(),
        });
    }
    match hidden.is_empty() {
        true => Formula::And(all),
        false => Formula::Exists(hidden, Box::new(Formula::And(all))),
    }
}
