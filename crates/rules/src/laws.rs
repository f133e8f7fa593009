//! Laws that every ruleset keeps, as functions for tests: each returns a sentence that says what broke.

use crate::{Impartial, Ruleset, Short};

/// `parse ∘ show` is the identity on `pos`.
pub fn reads_back<G: Ruleset>(game: &G, pos: &G::Position) -> Result<(), String> {
    let text = game.show(pos);
    match game.parse(&text) {
        Ok(back) if back == *pos => Ok(()),
        Ok(back) => Err(format!(
            "{}: `{text}` reads back as `{}`",
            game.info().name,
            game.show(&back)
        )),
        Err(e) => Err(format!(
            "{}: `{text}` does not read back: {e}",
            game.info().name
        )),
    }
}

/// Every option of `pos` has a lower rank.
pub fn rank_drops<G: Impartial + Short>(game: &G, pos: &G::Position) -> Result<(), String> {
    for option in game.options(pos).map_err(|e| e.to_string())? {
        if game.rank(&option) >= game.rank(pos) {
            return Err(format!(
                "{}: the move from {} to {} does not lower the rank",
                game.info().name,
                game.show(pos),
                game.show(&option)
            ));
        }
    }
    Ok(())
}
