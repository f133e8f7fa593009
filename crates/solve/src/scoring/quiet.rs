//! The search over quiet positions: tests whether a score reaches a number, with what was found for other numbers in a table.
//!
//! Scores of a position all have the parity of the points at stake, so a test settles two numbers. Before any of the plays of a
//! position is searched, all are looked up: one that is known to be good enough ends the matter. Where much is left to play the
//! replies are looked up as well, and the play with the fewest replies that are open is searched first, as in proof-number search.
//! Frames are kept on a stack of our own. (Alpha-beta over positions without their past points: barkerkorf2012.)

use super::bounds::{MOST_POINTS, Table};
use bouton_core::{Budget, Held};
use bouton_rules::{Quiet, QuietBoard, QuietNode, QuietPlay, Result};

/// What is known of a score: it is at least the first and at most the second number.
type Bounds = (i32, i32);

/// A search over the quiet positions of one board.
pub(super) struct QuietSearch<P> {
    pub board: Box<dyn QuietBoard<P>>,
    table: Table,
    nodes: u64,
    kids: Vec<Kid>,
    replies: Vec<(Quiet, i32)>,
}

/// The replies to plays are looked at where at least so much play is left; below that it takes longer than it saves.
const PEEKED: u32 = 23;

/// A play that may decide its position, and what is known of the score that it leads to.
#[derive(Clone, Copy)]
struct Kid {
    play: QuietPlay,
    known: Bounds,
    rank: i32,
}

/// A position whose plays are being searched: does its score reach `beta`?
struct Frame {
    node: QuietNode,
    beta: i32,
    /// Known before, and from the plays that are done.
    known: Bounds,
    low: i32,
    high: i32,
    /// The plays, in the common list: the first, the one at hand, the end.
    first: usize,
    at: usize,
    end: usize,
    /// Nodes searched when it was entered.
    since: u64,
}

impl Kid {
    /// Does the other play lead to the same, in the same way?
    fn is_twin(&self, other: &Kid) -> bool {
        let (one, other) = (&self.play, &other.play);
        one.to.key == other.to.key && (one.gift, one.handout) == (other.gift, other.handout)
    }

    /// Bounds on the score of the play, for the player who makes it.
    fn worth(&self) -> Bounds {
        let (QuietPlay { gift, handout, .. }, (low, high)) = (self.play, self.known);
        if handout == 0 {
            return (-gift - high, -gift - low);
        }
        // Taking all gives the opponent gift + score, leaving the last points gift - 2 handout - score: their mean is
        // gift - handout, and the better one is not below it, and above it if they differ, as they do by parity.
        let left = gift - 2 * handout;
        let mean = gift - handout + ((low + handout) & 1);
        let least = (gift + low).max(left - high).max(mean);
        let most = (gift + high).max(left - low).max(least);
        (-most, -least)
    }

    /// What to ask of the score that the play leads to, so that it is decided whether the play reaches `beta`. With a handout
    /// the score has to lie between two numbers.
    fn question(&self, beta: i32) -> i32 {
        let QuietPlay { gift, handout, .. } = self.play;
        let above = gift - 2 * handout + beta;
        let most = -beta - gift;
        match handout > 0 && self.known.0 < above && self.known.1 <= most {
            true => above,
            false => most + 1,
        }
    }
}

/// The least number of the parity of `stake` from `beta` on.
fn rounded(beta: i32, stake: i32) -> i32 {
    beta + ((beta - stake) & 1)
}

impl<P> QuietSearch<P> {
    pub fn new(board: Box<dyn QuietBoard<P>>) -> QuietSearch<P> {
        QuietSearch {
            board,
            table: Table::new(),
            nodes: 0,
            kids: Vec::new(),
            replies: Vec::new(),
        }
    }

    /// Positions expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score of a position if it lies between the limits; otherwise a number on the same side of them that bounds it. `None`
    /// if the position is not quiet, or if more points are at stake than the table holds.
    pub fn score(
        &mut self,
        pos: &P,
        alpha: i32,
        beta: i32,
        budget: &Budget,
    ) -> Result<Option<i32>> {
        let Some(node) = self.board.pack(pos).filter(|n| n.stake <= MOST_POINTS) else {
            return Ok(None);
        };
        let mut held = budget.hold();
        held.set(self.table.bytes() + self.others())?;
        let mut known = self.table.bounds(&node);
        loop {
            let (low, high) = known;
            if low == high || low >= beta {
                return Ok(Some(low));
            }
            if high <= alpha {
                return Ok(Some(high));
            }
            // From 0 outwards: most scores are small.
            let asked = match (low < 0, high > 0) {
                (true, true) => 1,
                (true, false) => high,
                _ => low + 1,
            };
            let found = self.reaches(node, asked.clamp(alpha + 1, beta), &mut held, budget)?;
            known = (low.max(found.0), high.min(found.1));
        }
    }

    /// Bytes of everything but the table.
    fn others(&self) -> u64 {
        let plays = self.kids.capacity() * size_of::<Kid>();
        (plays + self.board.bytes()) as u64
    }

    /// Bounds on the score that say whether it reaches `beta`.
    fn reaches(
        &mut self,
        root: QuietNode,
        beta: i32,
        held: &mut Held,
        budget: &Budget,
    ) -> Result<Bounds> {
        self.kids.clear();
        let mut stack: Vec<Frame> = Vec::new();
        let mut found = self.enter(root, beta, &mut stack, held, budget)?;
        loop {
            let Some(top) = stack.last_mut() else {
                return Ok(found.unwrap_or((-root.stake, root.stake)));
            };
            if let Some((low, high)) = found.take() {
                let kid = &mut self.kids[top.at];
                kid.known = (kid.known.0.max(low), kid.known.1.min(high));
            }
            let mut next = None;
            while top.low < top.beta && top.at < top.end {
                let kid = &self.kids[top.at];
                let (least, most) = kid.worth();
                if least >= top.beta {
                    top.low = top.low.max(least);
                } else if most < top.beta {
                    top.high = top.high.max(most);
                    top.at += 1;
                } else {
                    next = Some((kid.play.to, kid.question(top.beta)));
                    break;
                }
            }
            match next {
                Some((node, beta)) => {
                    found = self.enter(node, beta, &mut stack, held, budget)?;
                }
                None => {
                    let done = stack.pop().expect("the top of the stack");
                    self.kids.truncate(done.first);
                    let work = self.nodes - done.since;
                    found = Some(self.keep(&done, work, held)?);
                }
            }
        }
    }

    /// The bounds of a finished frame, noted in the table.
    fn keep(&mut self, done: &Frame, work: u64, held: &mut Held) -> Result<Bounds> {
        let (low, high) = done.known;
        let bounds = match done.low >= done.beta {
            true => (done.low.max(low), high),
            false => (low.max(done.low), high.min(done.high)),
        };
        let others = self.others();
        self.table
            .insert(done.node.key, bounds, work, held, others)?;
        Ok(bounds)
    }

    /// The bounds on a score, if they say at once whether it reaches `beta`; otherwise a frame is begun.
    fn enter(
        &mut self,
        node: QuietNode,
        beta: i32,
        stack: &mut Vec<Frame>,
        held: &mut Held,
        budget: &Budget,
    ) -> Result<Option<Bounds>> {
        let known = self.table.bounds(&node);
        let beta = rounded(beta, node.stake);
        if known.0 >= beta || known.1 < beta {
            return Ok(Some(known));
        }
        self.nodes += 1;
        budget.visit(1)?;
        let first = self.kids.len();
        let mut frame = Frame {
            node,
            beta,
            known,
            low: known.0,
            high: -node.stake,
            first,
            at: first,
            end: first,
            since: self.nodes,
        };
        let (table, kids) = (&self.table, &mut self.kids);
        self.board.plays(&node, &mut |play| {
            let mut kid = Kid {
                play,
                known: table.bounds(&play.to),
                rank: 0,
            };
            let (least, most) = kid.worth();
            frame.low = frame.low.max(least);
            if most < beta {
                frame.high = frame.high.max(most);
            } else if least < beta && !kids[first..].iter().any(|other| other.is_twin(&kid)) {
                kid.rank = play.to.effort as i32 - 10 * (least + most);
                kids.push(kid);
            }
            least >= beta
        });
        if frame.low < beta && node.effort >= PEEKED {
            self.peek(&mut frame, held)?;
        }
        if frame.low >= beta {
            self.kids.truncate(first);
            return Ok(Some(self.keep(&frame, 1, held)?));
        }
        self.kids[first..].sort_by_key(|kid| kid.rank);
        frame.end = self.kids.len();
        stack.push(frame);
        Ok(None)
    }

    /// Looks at the replies to every play of a frame that is begun: a play is tried the sooner, the fewer of them are open. Where a
    /// reply is known that is good enough, the play is settled.
    fn peek(&mut self, frame: &mut Frame, held: &mut Held) -> Result<()> {
        let others = self.others();
        let (table, board, replies) = (&mut self.table, &mut self.board, &mut self.replies);
        let mut kept = frame.first;
        for i in frame.first..self.kids.len() {
            let kid = &mut self.kids[i];
            let node = kid.play.to;
            let asked = rounded(kid.question(frame.beta), node.stake);
            let (mut low, mut high) = (kid.known.0, -node.stake);
            replies.clear();
            board.plays(&node, &mut |play| {
                let reply = Kid {
                    play,
                    known: table.bounds(&play.to),
                    rank: 0,
                };
                let (least, most) = reply.worth();
                (low, high) = (low.max(least), high.max(most));
                let name = (play.to.key, play.gift);
                if least < asked && most >= asked && !replies.contains(&name) {
                    replies.push(name);
                }
                least >= asked
            });
            kid.rank = 20 * replies.len() as i32 + kid.rank / 2;
            if low < asked {
                kid.known.1 = kid.known.1.min(high);
            }
            kid.known.0 = low;
            if low >= asked || high < asked {
                table.insert(node.key, kid.known, 1, held, others)?;
                let (least, most) = kid.worth();
                if least >= frame.beta {
                    frame.low = least;
                    break;
                }
                if most < frame.beta {
                    frame.high = frame.high.max(most);
                    continue;
                }
            }
            self.kids.swap(kept, i);
            kept += 1;
        }
        self.kids.truncate(kept);
        Ok(())
    }
}
