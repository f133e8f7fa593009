//! Processes in which a player does not see every counter: the game tree with what each player knows, solved by linear programming.

use crate::game::Solved;
use crate::process::Beyond;
use bouton_chance::Rational;
use bouton_chance::extensive::{Tree, solve};
use bouton_chance::rational::{decimal, text};
use bouton_core::{Budget, Code, grouped};
use bouton_rulefile::{Counters, Outcome, ProcessRules, Turn};
use bouton_rules::{Error, Result};
use num_traits::Zero;
use std::collections::HashMap;

/// Nodes of a tree.
const MOST_NODES: usize = 1 << 18;
/// Moves one after the other.
const MOST_DEPTH: usize = 200;

/// A view of a player: what was seen at each own move so far, and what was done there.
type View = Vec<(Counters, usize)>;

/// Builds the tree, depth first.
struct Builder<'a> {
    rules: &'a ProcessRules,
    budget: &'a Budget,
    nodes: usize,
    /// Numbers of the views of each player.
    views: [HashMap<(View, Counters), u64>; 2],
}

/// What Left can expect if both play well, with the chances of the first moves if a player begins.
pub(crate) fn expect(
    rules: &ProcessRules,
    start: &Counters,
    digits: Option<u32>,
    budget: &Budget,
) -> Result<Solved> {
    let mut builder = Builder {
        rules,
        budget,
        nodes: 0,
        views: [HashMap::new(), HashMap::new()],
    };
    budget.phase("building the tree", None);
    let tree = builder.tree(start, Rational::zero(), [Vec::new(), Vec::new()], 0)?;
    budget.phase("solving", None);
    let solution = solve(&tree, budget).map_err(|e| e.at(rules.name()))?;
    let sets = builder.views[0].len() + builder.views[1].len();
    Ok(Solved {
        complete: true,
        method: format!(
            "linear programming over sequences of moves, {} nodes, {} states of knowledge; both strategies are checked",
            grouped(builder.nodes as u64),
            grouped(sets as u64)
        ),
        beyond: Some(Beyond {
            expectation: Some(text(&solution.value)),
            decimal: digits.map(|d| decimal(&solution.value, d)),
            ..Beyond::default()
        }),
        ..Solved::default()
    })
}

impl Builder<'_> {
    /// The tree below a position; `gained` is what Left has so far. Its depth is bounded, so that recursion is.
    fn tree(
        &mut self,
        at: &Counters,
        gained: Rational,
        views: [View; 2],
        depth: usize,
    ) -> Result<Tree> {
        self.nodes += 1;
        self.budget.visit(1)?;
        if self.nodes > MOST_NODES || depth > MOST_DEPTH {
            return Err(Error::new(
                Code::Size,
                format!(
                    "{}: with hidden counters, trees of at most {} nodes and {MOST_DEPTH} moves are solved; give smaller bounds",
                    self.rules.name(),
                    grouped(MOST_NODES as u64)
                ),
            ));
        }
        let (player, acts) = match self.rules.turn(at)? {
            Turn::End(pays) => return Ok(Tree::End(gained + pays)),
            Turn::Chance(all) => return self.chance(all, &gained, &views, depth),
            Turn::Left(acts) => (0, acts),
            Turn::Right(acts) => (1, acts),
        };
        let seen = self.rules.seen(player, at);
        let next = self.views[player].len() as u64;
        let key = (views[player].clone(), seen.clone());
        let set = *self.views[player].entry(key).or_insert(next);
        let mut moves = Vec::with_capacity(acts.len());
        for (i, act) in acts.into_iter().enumerate() {
            let mut after = views.clone();
            after[player].push((seen.clone(), i));
            moves.push(self.chance(act.outcomes, &gained, &after, depth)?);
        }
        Ok(Tree::Move { player, set, moves })
    }

    fn chance(
        &mut self,
        outcomes: Vec<Outcome>,
        gained: &Rational,
        views: &[View; 2],
        depth: usize,
    ) -> Result<Tree> {
        let mut all = Vec::with_capacity(outcomes.len());
        for o in outcomes {
            let tree = self.tree(&o.to, gained + &o.gain, views.clone(), depth + 1)?;
            all.push((o.weight, tree));
        }
        match all.len() {
            1 => Ok(all.swap_remove(0).1),
            _ => Ok(Tree::Chance(all)),
        }
    }
}
