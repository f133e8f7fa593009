//! Values of partizan games in which play may repeat.

use crate::limits::Budget;
use bouton_rules::{Error, Partizan, Player, Result};
use bouton_value::loopy::{Graph, LoopyValue};
use rustc_hash::FxHashMap;

/// The value of a position: its onside and its offside, simplified.
///
/// Cost: the order of all pairs of positions that can be reached is computed, whoever moves. Errors: a limit; more positions
/// than a graph may have.
///
/// ```
/// use bouton_games::backsliding_toads::BackslidingToads;
/// use bouton_rules::Ruleset;
/// use bouton_solve::{Budget, loopy_value};
/// let game = BackslidingToads;
/// let value = loopy_value(&game, &game.parse("t.").unwrap(), &Budget::unlimited()).unwrap();
/// assert_eq!(value.show(&mut bouton_value::Store::new()).unwrap(), "on");
/// ```
pub fn loopy_value<G: Partizan>(
    game: &G,
    pos: &G::Position,
    budget: &Budget<'_>,
) -> Result<LoopyValue> {
    let limit = |e: bouton_value::Error| Error::limit(format!("unknown: {e}"));
    let root = game.canon(pos.clone());
    let mut graph = Graph::new();
    let mut numbers = FxHashMap::default();
    numbers.insert(root.clone(), graph.node().map_err(limit)?);
    let mut open = vec![root];
    while let Some(pos) = open.pop() {
        budget.visit(1)?;
        let from = numbers[&pos];
        for who in Player::BOTH {
            for to in game.moves(who, &pos)? {
                let to = game.canon(to);
                let number = match numbers.get(&to) {
                    Some(&number) => number,
                    None => {
                        let number = graph.node().map_err(limit)?;
                        numbers.insert(to.clone(), number);
                        open.push(to);
                        number
                    }
                };
                graph.connect(from, who == Player::Left, number);
            }
        }
    }
    LoopyValue::of(&graph, 0).map_err(limit)
}
