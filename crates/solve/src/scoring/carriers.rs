//! The search where a stone more never hurts: who wins, and on which cells.
//!
//! A win that needs no cell outside its carrier refutes every reply outside it, too: a move that loses with some carrier leaves only
//! the cells of that carrier to be tried, and a player who has none left to try has lost (the must-play region, haywardetal2005).
//! Before any move is searched, all are looked at; then the move goes first that leaves the opponent the fewest.

use bouton_core::{Budget, Held};
use bouton_rules::{CarrierBoard, Result, Sight, Stones};
use rustc_hash::FxHashMap;

/// A search for winners on one board, with what it has learnt so far.
pub(super) struct CarrierSearch<P> {
    pub board: Box<dyn CarrierBoard<P>>,
    table: FxHashMap<Stones, Sight>,
    nodes: u64,
}

/// A position whose moves are being searched.
struct Frame {
    pos: Stones,
    /// The cells that are left to be tried, and the carriers that refute all others.
    must: u128,
    threats: u128,
    /// Cells to try, the last first.
    cells: Vec<u32>,
    /// The one being searched.
    cell: u32,
}

/// Does the player to move win, and with which carrier?
type Winner = (bool, u128);

impl<P> CarrierSearch<P> {
    pub fn new(board: Box<dyn CarrierBoard<P>>) -> CarrierSearch<P> {
        CarrierSearch {
            board,
            table: FxHashMap::default(),
            nodes: 0,
        }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Does the player to move win? Cost: a look takes time with about the third power of the number of free cells.
    pub fn wins(&mut self, root: Stones, budget: &Budget) -> Result<bool> {
        let mut held = budget.hold();
        let mut stack = Vec::new();
        let mut found = self.enter(root, &mut stack, &mut held, budget)?;
        loop {
            let Some(top) = stack.last_mut() else {
                return Ok(found.is_some_and(|winner| winner.0));
            };
            if let Some(reply) = found.take() {
                found = refuted(top, reply);
            }
            let mut next = None;
            while found.is_none() && next.is_none() {
                match top.cells.pop() {
                    Some(cell) if top.must >> cell & 1 == 1 => next = Some(cell),
                    Some(_) => {}
                    None => found = Some((false, top.threats)),
                }
            }
            match next {
                Some(cell) => {
                    top.cell = cell;
                    let after = top.pos.with(cell);
                    found = self.enter(after, &mut stack, &mut held, budget)?;
                }
                None => {
                    let done = stack.pop().expect("the top of the stack");
                    if let Some(winner) = found {
                        self.note(done.pos, sight(winner));
                    }
                }
            }
        }
    }

    /// The winner, if that is seen in the position or after one move; otherwise a frame is begun.
    fn enter(
        &mut self,
        pos: Stones,
        stack: &mut Vec<Frame>,
        held: &mut Held,
        budget: &Budget,
    ) -> Result<Option<Winner>> {
        let (must, threats) = match self.look(pos, held, budget)? {
            Sight::Wins(carrier) => return Ok(Some((true, carrier))),
            Sight::Loses(carrier) => return Ok(Some((false, carrier))),
            Sight::Open { must, threats } => (must, threats),
        };
        let mut frame = Frame {
            pos,
            must,
            threats,
            cells: Vec::new(),
            cell: 0,
        };
        let mut open = Vec::new();
        for (looks, cell) in self.board.ordered(pos, must) {
            if frame.must >> cell & 1 == 0 {
                continue;
            }
            frame.cell = cell;
            let winner = match self.look(pos.with(cell), held, budget)? {
                Sight::Wins(carrier) => refuted(&mut frame, (true, carrier)),
                Sight::Loses(carrier) => refuted(&mut frame, (false, carrier)),
                Sight::Open { must, .. } => {
                    open.push((10 * must.count_ones() + looks, cell));
                    None
                }
            };
            if let Some(winner) = winner {
                self.note(pos, sight(winner));
                return Ok(Some(winner));
            }
        }
        open.sort_unstable_by(|a, b| b.cmp(a));
        frame.cells = open.into_iter().map(|(_, cell)| cell).collect();
        stack.push(frame);
        Ok(None)
    }

    /// What is known or seen of a position.
    fn look(&mut self, pos: Stones, held: &mut Held, budget: &Budget) -> Result<Sight> {
        let (canon, symmetry) = self.board.canon(pos);
        if let Some(&sight) = self.table.get(&canon) {
            return Ok(self.turned(sight, symmetry));
        }
        self.nodes += 1;
        budget.visit(1)?;
        budget.check()?;
        let entry = size_of::<(Stones, Sight)>() as u64 + 1;
        held.set(self.table.capacity() as u64 * entry)?;
        let sight = self.board.see(pos);
        self.table.insert(canon, self.turned(sight, symmetry));
        Ok(sight)
    }

    fn note(&mut self, pos: Stones, sight: Sight) {
        let (canon, symmetry) = self.board.canon(pos);
        self.table.insert(canon, self.turned(sight, symmetry));
    }

    fn turned(&self, sight: Sight, symmetry: usize) -> Sight {
        let image = |cells| self.board.image(cells, symmetry);
        match sight {
            Sight::Wins(carrier) => Sight::Wins(image(carrier)),
            Sight::Loses(carrier) => Sight::Loses(image(carrier)),
            Sight::Open { must, threats } => Sight::Open {
                must: image(must),
                threats: image(threats),
            },
        }
    }
}

fn sight((wins, carrier): Winner) -> Sight {
    match wins {
        true => Sight::Wins(carrier),
        false => Sight::Loses(carrier),
    }
}

/// Takes the result of the move at hand into account: the winner, if it decides the position.
fn refuted(frame: &mut Frame, (opponent_wins, carrier): Winner) -> Option<Winner> {
    if !opponent_wins {
        return Some((true, carrier | 1 << frame.cell));
    }
    // The opponent wins within the carrier against every move that keeps out of it.
    frame.must &= carrier & !(1 << frame.cell);
    frame.threats |= carrier;
    (frame.must == 0).then_some((false, frame.threats))
}
