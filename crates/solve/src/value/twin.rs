//! The slow twin: values from the definition, without splitting, symmetry or a search order.

use super::wrap;
use bouton_rules::{Partizan, Player, Result, Short};
use bouton_value::{Store, Value};
use std::collections::HashMap;

/// The value of a position from the values of its options, whole positions only. For tests: it visits everything.
pub fn value_from_definition<G: Partizan + Short>(
    game: &G,
    pos: &G::Position,
    store: &mut Store,
) -> Result<Value> {
    let mut known: HashMap<G::Position, Value> = HashMap::new();
    let mut path = vec![pos.clone()];
    while let Some(top) = path.last().cloned() {
        let sides = [
            game.moves(Player::Left, &top)?,
            game.moves(Player::Right, &top)?,
        ];
        let open: Vec<_> = sides
            .iter()
            .flatten()
            .filter(|o| !known.contains_key(*o))
            .cloned()
            .collect();
        if !open.is_empty() {
            path.extend(open);
            continue;
        }
        path.pop();
        let [left, right] = sides.map(|side| {
            side.iter()
                .filter_map(|o| known.get(o).copied())
                .collect::<Vec<_>>()
        });
        let value = store.game(&left, &right).map_err(wrap)?;
        known.insert(top, value);
    }
    Ok(known.get(pos).copied().unwrap_or(Value::ZERO))
}
