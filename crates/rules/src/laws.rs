//! Laws that every ruleset keeps, as functions for tests: each returns a sentence that says what broke.
//!
//! [`impartial`] runs all of them over everything reachable from a ruleset's examples. It compares theorems with a search
//! of its own, [`Brute`], that is written from the definition and knows no solver.

mod brute;

pub use brute::Brute;

use crate::{Impartial, Partizan, Play, Player, Ruleset, Short};
use std::collections::{HashMap, HashSet};

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

/// Words are not 0 and tell positions apart, and the ways that reuse a list add what the others give.
pub fn quick_forms_agree<G: Partizan>(game: &G, positions: &[G::Position]) -> Result<(), String> {
    let fault = |what: &str, pos| Err(format!("{}: {what} {}", game.info().name, game.show(pos)));
    let mut words = HashMap::new();
    for pos in positions {
        if let Some(word) = game.word(pos) {
            let other = words.insert(word, pos);
            if word == 0 || other.is_some_and(|o| o != pos) {
                return fault("another position has the word of", pos);
            }
        }
        let mut list = Vec::new();
        game.split_into(pos, &mut list);
        if list != game.split(pos) {
            return fault("`split_into` differs from `split` on", pos);
        }
        for who in Player::BOTH {
            list.clear();
            game.moves_into(who, pos, &mut list)
                .map_err(|e| e.to_string())?;
            if list != game.moves(who, pos).map_err(|e| e.to_string())? {
                return fault("`moves_into` differs from `moves` on", pos);
            }
        }
    }
    Ok(())
}

/// Every law of an impartial game that ends, over everything reachable from its examples: by moves, by taking apart and by
/// canonical forms. Returns how many positions that were; an error if it was none, or more than `most`.
pub fn impartial<G: Impartial + Short>(game: &G, most: usize) -> Result<usize, String> {
    let info = game.info();
    let mut seeds = Vec::new();
    for text in &info.examples {
        seeds.push(
            game.parse(text)
                .map_err(|e| format!("{}: the example `{text}`: {e}", info.name))?,
        );
    }
    impartial_below(game, seeds, most)
}

/// As [`impartial`], over everything reachable from the given positions.
pub fn impartial_below<G: Impartial + Short>(
    game: &G,
    seeds: Vec<G::Position>,
    most: usize,
) -> Result<usize, String> {
    let brute = Brute::below(game, seeds, most)?;
    if brute.positions.is_empty() {
        return Err(format!("{}: no position was visited", game.info().name));
    }
    quick_forms_agree(game, &brute.positions)?;
    for pos in &brute.positions {
        reads_back(game, pos)?;
        rank_drops(game, pos)?;
        split_keeps_options(game, pos)?;
        brute.split_and_canon_keep_value(game, pos)?;
        for play in [Play::Normal, Play::Misere] {
            if let Some(known) = game.known(pos, play) {
                brute.agrees(game, pos, play, &known)?;
            }
        }
    }
    Ok(brute.positions.len())
}

/// The laws of a partizan game that ends, over everything reachable from its examples: texts read back, every move lowers
/// the rank, and the winner of both starters is the same after taking apart and putting together, under `canon`, and the
/// other player's under a negative `canon_signed`. Returns how many positions that were.
pub fn partizan<G: Partizan + Short>(game: &G, most: usize) -> Result<usize, String> {
    let info = game.info();
    let moves = |who: Player, pos: &G::Position| {
        game.moves(who, pos)
            .map_err(|e| format!("{}: {e}", info.name))
    };
    // Winners by search from the definition, for Left and Right to move, whole positions only.
    let mut wins: HashMap<G::Position, [bool; 2]> = HashMap::new();
    let mut open = Vec::new();
    for text in &info.examples {
        open.push(
            game.parse(text)
                .map_err(|e| format!("{}: the example `{text}`: {e}", info.name))?,
        );
    }
    let solve =
        |start: G::Position, wins: &mut HashMap<G::Position, [bool; 2]>| -> Result<(), String> {
            let mut open = vec![start];
            while let Some(pos) = open.pop() {
                if wins.contains_key(&pos) {
                    continue;
                }
                if wins.len() > most {
                    return Err(format!(
                        "{}: more than {most} positions below the examples",
                        info.name
                    ));
                }
                let sides = [moves(Player::Left, &pos)?, moves(Player::Right, &pos)?];
                let missing: Vec<_> = sides
                    .iter()
                    .flatten()
                    .filter(|o| !wins.contains_key(*o))
                    .cloned()
                    .collect();
                if missing.is_empty() {
                    let won = |i: usize| {
                        sides[i]
                            .iter()
                            .any(|o| wins.get(o).is_some_and(|w| !w[1 - i]))
                    };
                    let entry = [won(0), won(1)];
                    wins.insert(pos, entry);
                } else {
                    open.push(pos);
                    open.extend(missing);
                }
            }
            Ok(())
        };
    for pos in open {
        solve(pos, &mut wins)?;
    }
    let positions: Vec<G::Position> = wins.keys().cloned().collect();
    quick_forms_agree(game, &positions)?;
    for pos in &positions {
        reads_back(game, pos)?;
        for who in Player::BOTH {
            if let Some(next) = moves(who, pos)?
                .iter()
                .find(|o| game.rank(o) >= game.rank(pos))
            {
                let (from, to) = (game.show(pos), game.show(next));
                return Err(format!(
                    "{}: the move from {from} to {to} does not lower the rank",
                    info.name
                ));
            }
        }
        let fault = |what: &str| {
            Err(format!(
                "{}: {what} changes the winner of {}",
                info.name,
                game.show(pos)
            ))
        };
        let own = wins[pos];
        let canonical = game.canon(pos.clone());
        solve(canonical.clone(), &mut wins)?;
        if wins[&canonical] != own {
            return fault("canon");
        }
        let (image, negative) = game.canon_signed(pos.clone());
        solve(image.clone(), &mut wins)?;
        let [left, right] = wins[&image];
        if own
            != if negative {
                [right, left]
            } else {
                [left, right]
            }
        {
            return fault("canon_signed");
        }
        if let Some(n) = game.integer(pos)
            && own != [n > 0, n < 0]
        {
            return fault("integer");
        }
        let parts = game.split(pos);
        if let Some(sum) = game.join(&parts) {
            solve(sum.clone(), &mut wins)?;
            if wins[&sum] != own {
                return fault("taking apart");
            }
        }
    }
    if positions.is_empty() {
        return Err(format!("{} has no examples", info.name));
    }
    Ok(positions.len())
}

/// Taking a position apart, moving in one part and joining the parts gives the options of the position, up to canonical
/// forms. Says nothing where parts cannot be joined.
pub fn split_keeps_options<G: Impartial>(game: &G, pos: &G::Position) -> Result<(), String> {
    let options = |pos: &G::Position| game.options(pos).map_err(|e| e.to_string());
    let whole: HashSet<G::Position> = options(pos)?.into_iter().map(|o| game.canon(o)).collect();
    let parts = game.split(pos);
    let mut by_parts = HashSet::new();
    for i in 0..parts.len() {
        for option in options(&parts[i])? {
            let mut moved = parts.clone();
            moved[i] = option;
            match game.join(&moved) {
                Some(sum) => by_parts.insert(game.canon(sum)),
                None => return Ok(()),
            };
        }
    }
    if whole == by_parts {
        return Ok(());
    }
    Err(format!(
        "{}: taking {} apart gives other options",
        game.info().name,
        game.show(pos)
    ))
}
