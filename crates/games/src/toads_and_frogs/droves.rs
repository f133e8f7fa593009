//! Where strips without jumps fall apart.

use bouton_rules::board::{Cell, Grid};
use std::ops::Range;

/// Stretches of a strip without jumps: animals with their backs to each other, a frog and the toad behind it, never meet, and
/// nobody enters the places between them.
pub(super) fn droves(pos: &Grid) -> Vec<Range<usize>> {
    if let Some([toads, frogs]) = pos.words()
        && (frogs == 0 || toads >> frogs.trailing_zeros() == 0)
    {
        return Vec::new();
    }
    let mut droves = Vec::new();
    let (mut start, mut frog) = (0, None);
    for i in 0..pos.cols() {
        match (pos.at(i), frog) {
            (Cell::Right, _) => frog = Some(i),
            (Cell::Left, Some(last)) => {
                droves.push(start..last + 1);
                (start, frog) = (i, None);
            }
            _ => {}
        }
    }
    droves.push(start..pos.cols());
    droves
}
