//! Any game at all: the positions that can be reached from a start are listed and numbered by the order of their texts.

use crate::file::{Keys, Title};
use crate::{End, Indexed, Named};
use bouton_core::{Budget, Error, Player, Result};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// The rules of a game as a table needs them. Whose turn it is belongs to the position where it matters.
pub trait Rules: Sync {
    /// One position, one for all that are equal under symmetry.
    type Position: Clone + Eq + Hash + Send + Sync;

    /// What the table is about.
    fn title(&self) -> Title;

    /// Where play starts: with either player to move, where that matters.
    fn starts(&self) -> Result<Vec<Self::Position>>;

    /// A position from its text, with `to_move` to move.
    fn parse(&self, text: &str, to_move: Player) -> Result<Self::Position>;

    /// A position as text; `to_move` is who moves, where the position does not say it.
    fn show(&self, pos: &Self::Position, to_move: Player) -> String;

    /// The text under which a position is listed: another one for another position, and without line feeds.
    fn key(&self, pos: &Self::Position) -> String;

    /// The position of a key; an error if the text is none.
    fn unkey(&self, key: &str) -> Result<Self::Position>;

    /// Who moves, where the position says it.
    fn mover(&self, pos: &Self::Position) -> Option<Player>;

    /// Does a rule end play here?
    fn end(&self, pos: &Self::Position) -> Option<End>;

    /// How a position without a move ends.
    fn stuck(&self, pos: &Self::Position) -> End;

    /// Adds the position after every move.
    fn moves(&self, pos: &Self::Position, out: &mut Vec<Self::Position>) -> Result<()>;
}

/// Edges from each position to others, in rows.
#[derive(Default)]
struct Edges {
    starts: Vec<u64>,
    to: Vec<u32>,
}

impl Edges {
    fn of(&self, row: u32) -> &[u32] {
        &self.to[self.starts[row as usize] as usize..self.starts[row as usize + 1] as usize]
    }

    fn reversed(&self) -> Edges {
        let rows = self.starts.len() - 1;
        let mut starts = vec![0u64; rows + 1];
        self.to.iter().for_each(|&t| starts[t as usize + 1] += 1);
        (0..rows).for_each(|i| starts[i + 1] += starts[i]);
        let mut next = starts.clone();
        let mut to = vec![0; self.to.len()];
        for row in 0..rows as u32 {
            for &t in self.of(row) {
                to[next[t as usize] as usize] = row;
                next[t as usize] += 1;
            }
        }
        Edges { starts, to }
    }

    fn bytes(&self) -> u64 {
        8 * self.starts.len() as u64 + 4 * self.to.len() as u64
    }
}

/// The positions that can be reached, listed. Their numbers are positions.
pub struct Listed<'r, R: Rules> {
    rules: &'r R,
    title: Title,
    /// In the order of their keys.
    positions: Vec<R::Position>,
    keys: Vec<String>,
    ends: Vec<Option<End>>,
    moves: Edges,
    sources: Edges,
}

impl<'r, R: Rules> Listed<'r, R> {
    /// Lists what can be reached from the starts. Time and memory O(positions + moves): the position and its text, 8 bytes a move.
    pub fn explore(rules: &'r R, budget: &Budget) -> Result<Listed<'r, R>> {
        budget.phase("listing positions", None);
        let mut held = budget.hold();
        let mut numbers: HashMap<R::Position, u32> = HashMap::new();
        let mut queue: Vec<R::Position> = Vec::new();
        let mut number = |pos: R::Position, queue: &mut Vec<R::Position>| -> Result<u32> {
            let next = u32::try_from(queue.len())
                .map_err(|_| Error::limit("a list of positions holds at most 4,294,967,295"))?;
            let number = *numbers.entry(pos.clone()).or_insert(next);
            if number == next {
                queue.push(pos);
            }
            Ok(number)
        };
        for pos in rules.starts()? {
            number(pos, &mut queue)?;
        }
        let mut edges = Edges {
            starts: vec![0],
            to: Vec::new(),
        };
        let mut ends = Vec::new();
        let (mut at, mut options) = (0, Vec::new());
        let size = size_of::<R::Position>() as u64;
        while at < queue.len() {
            budget.visit(1)?;
            let pos = queue[at].clone();
            options.clear();
            let end = rules.end(&pos);
            if end.is_none() {
                rules.moves(&pos, &mut options)?;
            }
            ends.push(end.or_else(|| options.is_empty().then(|| rules.stuck(&pos))));
            for option in options.drain(..) {
                edges.to.push(number(option, &mut queue)?);
            }
            edges.starts.push(edges.to.len() as u64);
            at += 1;
            if at.is_multiple_of(1 << 12) {
                held.set(2 * edges.bytes() + queue.len() as u64 * (3 * size + 96))?;
            }
        }
        drop(numbers);
        let texts: Vec<String> = queue.iter().map(|pos| rules.key(pos)).collect();
        let mut order: Vec<u32> = (0..queue.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| texts[a as usize].cmp(&texts[b as usize]));
        let mut place = vec![0u32; queue.len()];
        (0u32..)
            .zip(&order)
            .for_each(|(new, &old)| place[old as usize] = new);
        let mut moves = Edges {
            starts: vec![0],
            to: Vec::with_capacity(edges.to.len()),
        };
        for &old in &order {
            moves
                .to
                .extend(edges.of(old).iter().map(|&t| place[t as usize]));
            moves.starts.push(moves.to.len() as u64);
        }
        drop(edges);
        let sources = moves.reversed();
        Ok(Listed {
            rules,
            title: rules.title(),
            positions: order.iter().map(|&o| queue[o as usize].clone()).collect(),
            keys: order.iter().map(|&o| texts[o as usize].clone()).collect(),
            ends: order.iter().map(|&o| ends[o as usize]).collect(),
            moves,
            sources,
        })
    }
}

impl<R: Rules> Indexed for Listed<'_, R> {
    type Position = u32;

    fn tiers(&self) -> u32 {
        1
    }

    fn count(&self, _tier: u32) -> u64 {
        self.positions.len() as u64
    }

    fn below(&self, _tier: u32) -> Vec<u32> {
        Vec::new()
    }

    fn position(&self, _tier: u32, index: u64) -> u32 {
        index as u32
    }

    fn index(&self, pos: &u32) -> (u32, u64) {
        (0, u64::from(*pos))
    }

    fn end(&self, pos: &u32) -> Option<End> {
        self.ends[*pos as usize]
    }

    fn moves(&self, pos: &u32, out: &mut Vec<u32>) {
        out.extend_from_slice(self.moves.of(*pos));
    }

    fn sources(&self, pos: &u32, out: &mut Vec<u32>) {
        out.extend_from_slice(self.sources.of(*pos));
    }
}

impl<R: Rules> Named for Listed<'_, R> {
    fn title(&self) -> Title {
        self.title.clone()
    }

    fn parse(&self, text: &str, to_move: Player) -> Result<u32> {
        let key = self.rules.key(&self.rules.parse(text, to_move)?);
        let place = self.keys.binary_search(&key);
        place
            .map(|p| p as u32)
            .map_err(|_| unlisted(text, &self.title))
    }

    fn show(&self, pos: &u32, to_move: Player) -> String {
        self.rules.show(&self.positions[*pos as usize], to_move)
    }

    fn mover(&self, pos: &u32) -> Option<Player> {
        self.rules.mover(&self.positions[*pos as usize])
    }

    fn keys(&self) -> Option<Vec<u8>> {
        Some(Keys::to_bytes(self.keys.iter().map(String::as_str)))
    }
}

fn unlisted(text: &str, title: &Title) -> Error {
    Error::input(format!(
        "`{text}` is not in the table: it cannot be reached from {} {}",
        title.game, title.position
    ))
}

/// A listed game read from its file: positions are found by their keys, moves come from the rules.
pub struct Reading<'r, R: Rules> {
    rules: &'r R,
    keys: Arc<Keys>,
}

impl<'r, R: Rules> Reading<'r, R> {
    /// The rules with the list of a table.
    pub fn new(rules: &'r R, keys: Arc<Keys>) -> Self {
        Reading { rules, keys }
    }
}

impl<R: Rules> Indexed for Reading<'_, R> {
    type Position = R::Position;

    fn tiers(&self) -> u32 {
        1
    }

    fn count(&self, _tier: u32) -> u64 {
        self.keys.len()
    }

    fn below(&self, _tier: u32) -> Vec<u32> {
        Vec::new()
    }

    fn position(&self, _tier: u32, index: u64) -> R::Position {
        let text = self.keys.text(index).unwrap_or_default();
        // A key names its position; what is not in the list is found to be missing when its value is asked for.
        match self.rules.unkey(&text) {
            Ok(pos) => pos,
            Err(_) => match self.rules.starts().unwrap_or_default().into_iter().next() {
                Some(pos) => pos,
                None => unreachable!("a table is listed from a start"),
            },
        }
    }

    fn index(&self, pos: &R::Position) -> (u32, u64) {
        let found = self.keys.find(&self.rules.key(pos)).ok().flatten();
        (0, found.unwrap_or(u64::MAX))
    }

    fn end(&self, pos: &R::Position) -> Option<End> {
        self.rules.end(pos)
    }

    fn stuck(&self, pos: &R::Position) -> End {
        self.rules.stuck(pos)
    }

    fn moves(&self, pos: &R::Position, out: &mut Vec<R::Position>) {
        // The same moves were listed when the table was built.
        let _ = self.rules.moves(pos, out);
    }

    fn sources(&self, _pos: &R::Position, _out: &mut Vec<R::Position>) {}
}

impl<R: Rules> Named for Reading<'_, R> {
    fn title(&self) -> Title {
        self.rules.title()
    }

    fn parse(&self, text: &str, to_move: Player) -> Result<R::Position> {
        let pos = self.rules.parse(text, to_move)?;
        match self.keys.find(&self.rules.key(&pos))? {
            Some(_) => Ok(pos),
            None => Err(unlisted(text, &self.rules.title())),
        }
    }

    fn mover(&self, pos: &R::Position) -> Option<Player> {
        self.rules.mover(pos)
    }

    fn show(&self, pos: &R::Position, to_move: Player) -> String {
        self.rules.show(pos, to_move)
    }
}
