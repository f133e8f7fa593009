//! Laws of games that are won by reaching a position, as functions for tests, with a search from the definition.

use crate::{CarrierBoard, Decided, Decision, Partizan, Player, Short, Sight, Stones, laws};
use std::collections::HashMap;

/// What best play leads to from everything below some positions, from the definition: positions as they are, every move.
pub struct Decisions<P>(HashMap<(P, Player), Decision>);

impl<P: Clone + Eq + std::hash::Hash> Decisions<P> {
    /// Searches everything reachable by moves and by canonical forms, whoever is to move; an error above `most` positions. A
    /// position without a decision and without a move is lost for the player to move.
    pub fn below<G: Partizan<Position = P> + Decided + Short>(
        game: &G,
        seeds: Vec<P>,
        most: usize,
    ) -> Result<Decisions<P>, String> {
        let mut order: Vec<(P, Player)> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut open: Vec<(P, Player)> = Vec::new();
        for pos in seeds {
            open.extend(Player::BOTH.map(|who| (pos.clone(), who)));
        }
        while let Some((pos, who)) = open.pop() {
            if !seen.insert((pos.clone(), who)) {
                continue;
            }
            order.push((pos.clone(), who));
            if order.len() > most {
                return Err(format!("more than {most} positions"));
            }
            open.push((game.canon(pos.clone()), who));
            if game.decided(who, &pos).is_none() {
                let moves = game.moves(who, &pos).map_err(|e| e.to_string())?;
                open.extend(moves.into_iter().map(|to| (to, who.other())));
            }
        }
        // The rank drops with every move, so in ascending order every answer that is needed is there.
        order.sort_by_cached_key(|(pos, _)| game.rank(pos));
        let mut found: HashMap<(P, Player), Decision> = HashMap::new();
        for (pos, who) in order {
            let decision = match game.decided(who, &pos) {
                Some(decision) => decision,
                None => {
                    let moves = game.moves(who, &pos).map_err(|e| e.to_string())?;
                    let mut best = Decision::Lose;
                    for to in moves {
                        let reply = found.get(&(to, who.other())).copied();
                        best = match reply.ok_or("a move does not lower the rank")? {
                            Decision::Lose => Decision::Win,
                            Decision::Tie if best == Decision::Lose => Decision::Tie,
                            _ => best,
                        };
                    }
                    best
                }
            };
            found.insert((pos, who), decision);
        }
        Ok(Decisions(found))
    }

    /// Every position that was searched, with the player to move.
    pub fn positions(&self) -> impl Iterator<Item = &(P, Player)> {
        self.0.keys()
    }

    /// The decision with a player to move; panics on a position that was not reached.
    pub fn of(&self, pos: &P, who: Player) -> Decision {
        self.0[&(pos.clone(), who)]
    }
}

/// Every law of a game that is won by reaching a position, over everything below its examples; the number of positions with a
/// player to move.
pub fn decided<G: Partizan + Decided + Short>(game: &G, most: usize) -> Result<usize, String> {
    let info = game.info();
    let mut seeds = Vec::new();
    for text in &info.examples {
        let pos = game.parse(text);
        seeds.push(pos.map_err(|e| format!("{}: the example `{text}`: {e}", info.name))?);
    }
    let all =
        Decisions::below(game, seeds, most).map_err(|broken| format!("{}: {broken}", info.name))?;
    for ((pos, who), &decision) in &all.0 {
        laws::reads_back(game, pos)?;
        let fail = |what: &str| {
            let (name, pos) = (&info.name, game.show(pos));
            Err(format!("{name}: at {pos}, {} to move: {what}", who.name()))
        };
        if all.of(&game.canon(pos.clone()), *who) != decision {
            return fail("the canonical form leads to something else");
        }
        if game
            .foreseen(*who, pos)
            .is_some_and(|foreseen| foreseen != decision)
        {
            return fail("what is foreseen does not come");
        }
        if game.decided(*who, pos).is_some() {
            continue;
        }
        let Some(candidates) = game.candidates(*who, pos) else {
            continue;
        };
        let moves = game.moves(*who, pos).map_err(|e| e.to_string())?;
        if candidates.iter().any(|to| !moves.contains(to)) {
            return fail("a candidate that is no move");
        }
        let replies = || candidates.iter().map(|to| all.of(to, who.other()));
        let best = if replies().any(|reply| reply == Decision::Lose) {
            Decision::Win
        } else if replies().any(|reply| reply == Decision::Tie) {
            Decision::Tie
        } else {
            Decision::Lose
        };
        // Candidates are asked for only where nothing is foreseen.
        if game.foreseen(*who, pos).is_none() && best != decision {
            return fail("no best move is among the candidates");
        }
    }
    sights(game, &all)?;
    match all.0.len() {
        0 => Err(format!("{}: no position", info.name)),
        n => Ok(n),
    }
}

/// What the boards of a game see comes, moves that they leave out lose, and their symmetries keep what happens; the number of
/// positions that a board sees.
pub fn sights<G: Partizan + Decided + Short>(
    game: &G,
    all: &Decisions<G::Position>,
) -> Result<usize, String> {
    let mut boards: Vec<Box<dyn CarrierBoard<G::Position>>> = Vec::new();
    let mut packed: Vec<(usize, Stones, &G::Position, Decision)> = Vec::new();
    let mut known: HashMap<(usize, Stones), Decision> = HashMap::new();
    for ((pos, who), &decision) in &all.0 {
        let fitting = boards
            .iter()
            .position(|board| board.pack(*who, pos).is_some());
        let number = match fitting {
            Some(number) => number,
            None => {
                boards.extend(game.carrier_board(pos));
                boards.len().saturating_sub(1)
            }
        };
        let Some(stones) = boards.get(number).and_then(|board| board.pack(*who, pos)) else {
            continue;
        };
        packed.push((number, stones, pos, decision));
        known.insert((number, stones), decision);
    }
    for &(number, stones, pos, decision) in &packed {
        let fail = |what: &str| {
            let (name, pos) = (game.info().name, game.show(pos));
            let who = stones.mover.name();
            Err(format!("{name}: at {pos}, {who} to move: {what}"))
        };
        let (canon, symmetry) = boards[number].canon(stones);
        if known.get(&(number, canon)).is_some_and(|&d| d != decision) {
            return fail("the canonical form leads to something else");
        }
        let cells = stones.left | stones.right;
        if boards[number].image(boards[number].image(cells, symmetry), symmetry) != cells {
            return fail("a symmetry that is not its own inverse");
        }
        let (must, carrier) = match boards[number].see(stones) {
            Sight::Wins(carrier) if decision == Decision::Win => (u128::MAX, carrier),
            Sight::Loses(carrier) if decision == Decision::Lose => (u128::MAX, carrier),
            Sight::Open { must, threats } => (must, threats),
            _ => return fail("what is seen does not come"),
        };
        if carrier & cells != 0 {
            return fail("a carrier with cells that are not free");
        }
        let loses = |cell: u32| match known.get(&(number, stones.with(cell))) {
            Some(&reply) => reply == Decision::Win,
            None => true,
        };
        let left_out = (0..128).filter(|cell| (must | cells) >> cell & 1 == 0);
        if !left_out.into_iter().all(loses) {
            return fail("a move that is left out does not lose");
        }
    }
    Ok(packed.len())
}
