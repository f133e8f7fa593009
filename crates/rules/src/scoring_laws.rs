//! Laws of scoring games, as functions for tests, with a search from the definition.

use crate::{Scoring, Short, laws};
use std::collections::HashMap;

/// Scores of everything below some positions, from the definition: positions as they are, every play.
pub struct Scores<P>(HashMap<P, i64>);

impl<P: Clone + Eq + std::hash::Hash> Scores<P> {
    /// Searches everything reachable by plays and by canonical forms; an error above `most` positions.
    pub fn below<G: Scoring<Position = P> + Short>(
        game: &G,
        seeds: Vec<P>,
        most: usize,
    ) -> Result<Scores<P>, String> {
        let mut seen: HashMap<P, usize> = HashMap::new();
        let mut order: Vec<P> = Vec::new();
        let mut open = seeds;
        while let Some(pos) = open.pop() {
            if seen.contains_key(&pos) {
                continue;
            }
            seen.insert(pos.clone(), order.len());
            order.push(pos.clone());
            if order.len() > most {
                return Err(format!("more than {most} positions"));
            }
            open.push(game.canon(pos.clone()));
            let gains = game.gains(&pos).map_err(|e| e.to_string())?;
            open.extend(gains.into_iter().map(|gain| gain.to));
        }
        // The rank drops with every play, so in ascending order every score that is needed is there.
        order.sort_by_cached_key(|pos| game.rank(pos));
        let mut scores: HashMap<P, i64> = HashMap::new();
        for pos in order {
            let gains = game.gains(&pos).map_err(|e| e.to_string())?;
            let mut best = None;
            for gain in gains {
                let rest = *scores.get(&gain.to).ok_or_else(|| {
                    let (from, to) = (game.show(&pos), game.show(&gain.to));
                    format!("the play from {from} to {to} does not lower the rank")
                })?;
                let score = i64::from(gain.points) + if gain.again { rest } else { -rest };
                best = best.max(Some(score));
            }
            scores.insert(pos, best.unwrap_or(0));
        }
        Ok(Scores(scores))
    }

    /// The score of a position that was reached; panics on another.
    pub fn of(&self, pos: &P) -> i64 {
        self.0[pos]
    }

    /// The positions that were reached.
    pub fn positions(&self) -> impl Iterator<Item = &P> {
        self.0.keys()
    }
}

/// Every law of a scoring game, over everything below its examples; the number of positions.
pub fn scoring<G: Scoring + Short>(game: &G, most: usize) -> Result<usize, String> {
    let info = game.info();
    let mut seeds = Vec::new();
    for text in &info.examples {
        let pos = game.parse(text);
        seeds.push(pos.map_err(|e| format!("{}: the example `{text}`: {e}", info.name))?);
    }
    scoring_below(game, seeds, most)
}

/// As [`scoring`], over everything below the given positions.
pub fn scoring_below<G: Scoring + Short>(
    game: &G,
    seeds: Vec<G::Position>,
    most: usize,
) -> Result<usize, String> {
    let name = game.info().name;
    let scores = Scores::below(game, seeds, most).map_err(|broken| format!("{name}: {broken}"))?;
    let fail =
        |pos: &G::Position, what: String| Err(format!("{name}: at {}: {what}", game.show(pos)));
    for (pos, &score) in &scores.0 {
        laws::reads_back(game, pos)?;
        if scores.of(&game.canon(pos.clone())) != score {
            return fail(pos, "the canonical form has another score".into());
        }
        let stake = game.at_stake(pos);
        let gains = game.gains(pos).map_err(|e| e.to_string())?;
        for gain in &gains {
            if game.at_stake(&gain.to) + gain.points != stake {
                return fail(pos, "points got lost".into());
            }
        }
        if gains.is_empty() && stake > 0 {
            return fail(pos, "points that nobody can win".into());
        }
        let worthwhile = game.worthwhile(pos).map_err(|e| e.to_string())?;
        if worthwhile.iter().any(|gain| !gains.contains(gain)) {
            return fail(pos, "a worthwhile play that is no play".into());
        }
        let best = worthwhile.iter().map(|gain| {
            let rest = scores.of(&gain.to);
            i64::from(gain.points) + if gain.again { rest } else { -rest }
        });
        let best = best.max().unwrap_or(0);
        if best != score {
            return fail(
                pos,
                format!("the worthwhile plays score {best}, the best {score}"),
            );
        }
    }
    match scores.0.len() {
        0 => Err(format!("{name}: no position")),
        n => Ok(n),
    }
}
