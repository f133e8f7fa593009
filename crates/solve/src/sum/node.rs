//! Nodes of the search over sums, and the keys under which they are remembered.

use bouton_rules::Player;
use bouton_value::{Store, Value};
use smallvec::SmallVec;

/// Large parts, each twice its number plus 1 if it stands for the negative, sorted; and values, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub parts: SmallVec<[u32; 4]>,
    pub values: SmallVec<[Value; 4]>,
}

/// A node and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub node: Node,
    pub mover: Player,
}

/// The negative of a part.
pub(super) fn opposite(part: u32) -> u32 {
    part ^ 1
}

/// The parts sorted, without pairs of opposites.
pub(super) fn cancelled(mut parts: SmallVec<[u32; 4]>) -> SmallVec<[u32; 4]> {
    parts.sort_unstable();
    let mut kept: SmallVec<[u32; 4]> = SmallVec::new();
    for part in parts {
        // Sorted, the negatives of a part follow it directly.
        match kept.last() {
            Some(&last) if last == opposite(part) && part & 1 == 1 => {
                kept.pop();
            }
            _ => kept.push(part),
        }
    }
    kept
}

/// The values sorted: numbers, ups and nimbers added up, opposites gone, zero left out.
pub(super) fn merged(
    mut values: SmallVec<[Value; 4]>,
    store: &mut Store,
) -> bouton_value::Result<SmallVec<[Value; 4]>> {
    let mut plain = Value::ZERO;
    let mut error = None;
    values.retain(|value| {
        if *value == Value::ZERO {
            return false;
        }
        if store.as_number_up_star(*value).is_none() {
            return true;
        }
        match store.add(plain, *value) {
            Ok(sum) => plain = sum,
            Err(e) => error = Some(e),
        }
        false
    });
    if let Some(e) = error {
        return Err(e);
    }
    let mut kept: SmallVec<[Value; 4]> = SmallVec::new();
    for value in values {
        let negative = store.neg(value)?;
        match kept.iter().position(|&k| k == negative) {
            Some(i) => {
                kept.swap_remove(i);
            }
            None => kept.push(value),
        }
    }
    if plain != Value::ZERO {
        kept.push(plain);
    }
    kept.sort_unstable();
    Ok(kept)
}
