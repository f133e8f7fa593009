//! Everything below some numbered positions, each once, as a graph of plain numbers.

use super::{Numbering, Options, PartId, Parts, Seen, Summand};
use crate::graph::Graph;
use bouton_core::Budget;
use bouton_rules::{Error, Player, Result};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nodes {
    /// A part of an impartial game; an option is a sum of parts.
    Parts,
    /// A position of an impartial game.
    Positions,
    /// A position with the player to move.
    Turns,
}

/// No node.
const NONE: u32 = u32::MAX;

/// A graph, and the positions that its nodes are.
pub(crate) struct Below {
    graph: Graph,
    nodes: Nodes,
    /// By node: the position's number; where turns count, twice that, and one more if Right is to move.
    turns: Vec<u32>,
    /// By that, the node.
    index: Vec<u32>,
}

impl Below {
    /// Explores everything below the seeds. Cost: one expansion a node; no recursion. Errors: a limit of the budget, or one of the
    /// rules.
    pub fn explore(
        parts: &mut dyn Parts,
        seeds: &[(Summand, Player)],
        nodes: Nodes,
        budget: &Budget,
    ) -> Result<Below> {
        budget.phase("exploring", None);
        let mut below = Below {
            graph: Graph::empty(nodes == Nodes::Parts),
            nodes,
            turns: Vec::new(),
            index: Vec::new(),
        };
        let mut held = budget.hold();
        for &(seed, who) in seeds {
            if let Seen::Part(part, _) = seed.seen() {
                below.number(part, who, budget)?;
            }
        }
        let (mut out, mut option) = (Options::default(), Vec::new());
        let mut next = 0;
        while let Some(&turn) = below.turns.get(next) {
            let (part, who) = below.turn(turn);
            out.clear();
            parts.expand(part, who, usize::MAX, &mut out)?;
            held.set(parts.bytes() + below.bytes_after(out.summands.len().max(out.len())))?;
            let after = match nodes {
                Nodes::Turns => who.other(),
                _ => who,
            };
            let mut from = 0;
            for &end in &out.ends {
                option.clear();
                for summand in &out.summands[from..end] {
                    if let Seen::Part(part, _) = summand.seen() {
                        option.push(below.number(part, after, budget)?);
                    }
                }
                below.graph.push_option(&option);
                from = end;
            }
            below.graph.end_row();
            next += 1;
        }
        below.turns.shrink_to_fit();
        below.index.shrink_to_fit();
        below.graph.shrink_to_fit();
        budget.check()?;
        Ok(below)
    }

    /// The position and the player to move that stand under a number.
    fn turn(&self, turn: u32) -> (PartId, Player) {
        match (self.nodes, turn & 1) {
            (Nodes::Turns, 0) => (turn / 2, Player::Left),
            (Nodes::Turns, _) => (turn / 2, Player::Right),
            _ => (turn, Player::Left),
        }
    }

    fn place(&self, part: PartId, who: Player) -> usize {
        match self.nodes {
            Nodes::Turns => part as usize * 2 + who as usize,
            _ => part as usize,
        }
    }

    fn number(&mut self, part: PartId, who: Player, budget: &Budget) -> Result<u32> {
        let turn = self.place(part, who);
        if self.index.len() <= turn {
            self.index.resize(turn + 1, NONE);
        }
        if self.index[turn] == NONE {
            budget.visit(1)?;
            self.index[turn] = u32::try_from(self.turns.len())
                .ok()
                .filter(|&node| node < Graph::MOST && turn < NONE as usize)
                .ok_or_else(|| {
                    Error::limit("unknown: more than 2,147,483,646 positions can be reached")
                })?;
            self.turns.push(turn as u32);
        }
        Ok(self.index[turn])
    }

    /// Bytes of the lists at their peak while this many numbers are added: a list that grows is copied.
    fn bytes_after(&self, more: usize) -> u64 {
        let grown = |len: usize, capacity: usize| match len + more > capacity {
            true => 4 * (capacity + (2 * capacity).max(len + more)) as u64,
            false => 4 * capacity as u64,
        };
        grown(self.turns.len(), self.turns.capacity())
            + grown(self.index.len(), self.index.capacity())
            + self.graph.bytes_after(more)
    }

    /// The nodes with every option before the node it belongs to, or the sentence that says that play repeats.
    pub fn order(&self, parts: &dyn Parts, budget: &Budget) -> Result<Vec<u32>> {
        budget.phase("ordering", Some(self.len() as u64));
        budget.check()?;
        let mut held = budget.hold();
        // Beside the graph: state, place in the order and value of each node, and the path, which may hold all of them.
        let own = 4 * (self.turns.capacity() + self.index.capacity()) as u64 + self.graph.bytes();
        held.set(parts.bytes() + own + 41 * self.len() as u64)?;
        self.graph.order().map_err(|node| {
            let (game, pos) = parts.describe(self.turn(self.turns[node as usize]).0);
            Error::input(format!(
                "{game}: play can come back to {}, so it need not end; ask for win, lose or draw instead",
                bouton_rules::heaps::shorten(&pos)
            ))
        })
    }

    /// The node of a part with a player to move, if it was explored.
    pub fn node(&self, part: PartId, who: Player) -> Option<u32> {
        let node = self.index.get(self.place(part, who));
        node.copied().filter(|&node| node != NONE)
    }

    /// The graph of numbers.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many nodes.
    pub fn len(&self) -> usize {
        self.turns.len()
    }
}

/// Adds the summands of a position, each to be explored with a player to move.
pub(crate) fn seed<N: Numbering>(
    parts: &mut N,
    pos: &N::Position,
    who: Player,
    seeds: &mut Vec<(Summand, Player)>,
) -> Result<()> {
    let mut out = Options::default();
    parts.take_apart(pos, usize::MAX, &mut out)?;
    seeds.extend(out.summands.iter().map(|&summand| (summand, who)));
    Ok(())
}
