//! Is a position an option of another one? Decided by the rules' formulas, in time linear in the digits, where options are too
//! many to list.

use crate::relation::{MoveRelation, Relations};
use bouton_automata::{Automaton, Error, Limits, Numeration, Var, compile};
use bouton_rules::{Nat, Player};
use num_traits::Zero;
use std::collections::BTreeMap;

/// Does one move of `who` lead from `from` to `to`? Positions are coordinates, or heaps in any order for `heap n`, where heaps of
/// 0 that are not written are gone.
///
/// ```
/// use bouton_automata::Limits;
/// use bouton_rules::Player;
/// use bouton_theory::{Relations, is_move};
/// let rules = bouton_rulefile::load("game nim\nheap n\nmove n -> n-k for k in 1..n", "nim.game").unwrap();
/// let relations = Relations::new(&rules).unwrap();
/// let ask = |from: &[u64], to: &[u64]| {
///     let nat = |list: &[u64]| list.iter().map(|&n| n.into()).collect::<Vec<_>>();
///     is_move(&relations, Player::Left, &nat(from), &nat(to), &Limits::default()).unwrap()
/// };
/// assert!(ask(&[100_000_000_000, 5], &[5, 99_999_999_999]));
/// assert!(ask(&[7, 5], &[5]));
/// assert!(!ask(&[7, 5], &[4, 4]));
/// ```
pub fn is_move(
    relations: &Relations,
    who: Player,
    from: &[Nat],
    to: &[Nat],
    limits: &Limits,
) -> Result<bool, Error> {
    let numeration = Numeration::Base(2);
    for m in &relations.moves {
        if m.who.is_some_and(|mover| mover != who) {
            continue;
        }
        let relation = compile(&m.formula, &numeration, limits)?;
        let found = match relations.sums {
            true => leaves(m, &relation, from, to),
            false => from.len() == to.len() && holds(m, &relation, from, to),
        };
        if found {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Does the move make the heaps `to` out of one of the heaps `from`, the others untouched?
fn leaves(m: &MoveRelation, relation: &Automaton, from: &[Nat], to: &[Nat]) -> bool {
    (0..from.len()).any(|i| {
        let mut left = to.to_vec();
        let others = (0..from.len()).filter(|&j| j != i);
        for other in others.map(|j| &from[j]) {
            match left.iter().position(|heap| heap == other) {
                Some(at) => left.swap_remove(at),
                None if other.is_zero() => continue,
                None => return false,
            };
        }
        if left.len() > m.results.len() {
            return false;
        }
        left.resize(m.results.len(), Nat::ZERO);
        any_order(&mut left, 0, &mut |heaps| {
            holds(m, relation, &from[i..=i], heaps)
        })
    })
}

/// Tries every order of what stands from `at` on; a move leaves few heaps.
fn any_order(heaps: &mut [Nat], at: usize, holds: &mut impl FnMut(&[Nat]) -> bool) -> bool {
    if at == heaps.len() {
        return holds(heaps);
    }
    (at..heaps.len()).any(|i| {
        heaps.swap(at, i);
        let found = any_order(heaps, at + 1, holds);
        heaps.swap(at, i);
        found
    })
}

fn holds(m: &MoveRelation, relation: &Automaton, from: &[Nat], to: &[Nat]) -> bool {
    let mut values: BTreeMap<Var, &Nat> = (0..).zip(from).collect();
    for (&variable, value) in m.results.iter().zip(to) {
        if *values.entry(variable).or_insert(value) != value {
            return false;
        }
    }
    let known = relation.vars().iter().map(|v| values.get(v));
    let known: Option<Vec<Nat>> = known.map(|value| Some((*value?).clone())).collect();
    known.is_some_and(|values| relation.contains(&values))
}
