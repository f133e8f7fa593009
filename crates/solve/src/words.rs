//! Normal play of impartial games whose parts are packed in words: every part below a position, each once.

use crate::expand::Words;
use crate::graph::Explored;
use crate::impartial::{Answer, Method, distinct};
use bouton_core::Budget;
use bouton_rules::{Error, Impartial, Outcome, PackedParts, Result};

/// Nimbers of all parts below some parts.
struct Nimbers {
    all: Explored<u64>,
    values: Vec<u32>,
}

impl Nimbers {
    fn explore<P>(board: &dyn PackedParts<P>, seeds: Vec<u64>, budget: &Budget) -> Result<Nimbers> {
        let mut options = Vec::new();
        let mut parts = Vec::new();
        let mut rules = Words(&mut |part, out| {
            options.clear();
            board.options(part, &mut options);
            for &option in &options {
                parts.clear();
                live_parts(board, option, &mut parts);
                out.push_sum(parts.drain(..));
            }
        });
        let all = Explored::explore(seeds, true, &mut rules, budget)?;
        let order = all.graph().order();
        let order = order.map_err(|_| Error::input("play on the packed board comes back"))?;
        let values = all.graph().grundy(&order);
        Ok(Nimbers { all, values })
    }

    fn of(&self, parts: &[u64]) -> Option<u32> {
        parts.iter().try_fold(0, |sum, part| {
            Some(sum ^ self.values[self.all.find(part)? as usize])
        })
    }
}

/// The parts of a packed position but for those that a theorem gives the nimber 0.
fn live_parts<P>(board: &dyn PackedParts<P>, pos: u64, parts: &mut Vec<u64>) {
    board.parts(pos, parts);
    parts.retain(|&part| board.nimber(part) != Some(0));
}

/// Who wins in normal play, with every winning move, by the nimbers of packed parts; `None` if the ruleset packs no such position or
/// not all that one move leads to.
pub(crate) fn outcome<G: Impartial>(
    game: &G,
    pos: &G::Position,
    budget: &Budget,
) -> Option<Result<Answer<G::Position>>> {
    let board = game.packed_parts(pos)?;
    let parts_of = |pos: &G::Position| {
        let mut parts = Vec::new();
        live_parts(&*board, board.pack(pos)?, &mut parts);
        Some(parts)
    };
    let own = parts_of(pos)?;
    let options = match game.options(pos) {
        Ok(options) => options,
        Err(e) => return Some(Err(e)),
    };
    let after: Option<Vec<Vec<u64>>> = options.iter().map(parts_of).collect();
    let after = after?;
    let seeds = own.iter().chain(after.iter().flatten()).copied().collect();
    let nimbers = match Nimbers::explore(&*board, seeds, budget) {
        Ok(nimbers) => nimbers,
        Err(e) => return Some(Err(e)),
    };
    let value = nimbers.of(&own)?;
    let winning = options
        .into_iter()
        .zip(&after)
        .filter(|(_, parts)| nimbers.of(parts) == Some(0));
    Some(Ok(Answer {
        outcome: if value == 0 { Outcome::P } else { Outcome::N },
        grundy: Some(value.into()),
        winning: distinct(winning.map(|(option, _)| option).collect()),
        all: true,
        method: Method::Search,
        nodes: nimbers.values.len() as u64,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_games::clobber::{Clobber, Piece};
    use bouton_games::cram::Cram;
    use bouton_games::node_kayles::NodeKayles;
    use bouton_rules::ImpartialTwin;

    /// The answer by packed parts is the one by positions, to the moves.
    fn agree<G: Impartial + bouton_rules::Short>(game: &G, text: &str) -> u64 {
        let pos = game.parse(text).unwrap();
        let budget = Budget::unlimited();
        let packed = outcome(game, &pos, &budget).unwrap().unwrap();
        let plain = crate::outcome_and_grundy(game, &pos, false, &budget).unwrap();
        assert_eq!(packed.grundy, plain.grundy, "{text}");
        assert_eq!(packed.outcome, plain.outcome);
        assert_eq!(packed.winning, plain.winning, "{text}");
        packed.winning.len() as u64
    }

    #[test]
    fn packed_parts_and_positions_agree() {
        let strips = ImpartialTwin(Clobber {
            piece: Piece::Stone,
        });
        let mut random = fastrand::Rng::with_seed(2);
        let mut winning = 0;
        for long in 0..40 {
            let cell =
                |_| ['x', 'o', 'x', 'o', '.'][random.usize(..if long % 2 == 0 { 4 } else { 5 })];
            let text: String = (0..1 + long).map(cell).collect();
            winning += agree(&strips, &text);
        }
        for text in ["2x5", "3x4", "..#.|....|#...", "5x3"] {
            winning += agree(&Cram, text);
        }
        // Grids and random graphs, by vertices that are left.
        for (rows, cols) in [(2, 7), (3, 5), (1, 13)] {
            let mut edges = Vec::new();
            for v in 0..rows * cols {
                edges.extend((v % cols + 1 < cols).then(|| format!("{v}-{}", v + 1)));
                edges.extend((v + cols < rows * cols).then(|| format!("{v}-{}", v + cols)));
            }
            winning += agree(&NodeKayles::game(), &edges.join(","));
        }
        for _ in 0..30 {
            let edge = |_| format!("{}-{}", random.u8(..12), random.u8(..12));
            let edges: Vec<String> = (0..16).map(edge).collect();
            winning += agree(&NodeKayles::game(), &edges.join(","));
        }
        assert!(winning > 100, "{winning}");
    }
}
