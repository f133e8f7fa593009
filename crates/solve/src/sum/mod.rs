//! Who wins a sum, by search over its parts: values where parts are small, bounds where they are not.
//!
//! A node is a multiset of large parts, a list of values and a player to move. Small parts are values at once; numbers, ups
//! and nimbers among them are added up, opposite values and opposite parts cancel. A node is decided by bounds if possible:
//! every part has a game below it and one above it (its value, or the values of slices of it), and the stops, mean and
//! temperature of a sum of those often settle who wins. What is left is searched depth first, most promising move first,
//! with a table of decided nodes.

pub(crate) mod bound;
mod moves;
mod nimbers;
mod node;
mod shortcut;
mod slices;
mod weights;

pub use nimbers::NimberSearch;

use crate::packed::WholeSearch;
use crate::value::{GameValues, wrap};
use bound::Bound;
use bouton_core::{Budget, Held};
use bouton_rules::{Outcome, Partizan, Player, Result, Short};
use bouton_value::{Store, Value};
use node::{Key, Node, opposite};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A search for winners in one game, with everything it has learned.
///
/// ```
/// # use bouton_solve::doc::Stalk;
/// use bouton_rules::{Outcome, Player};
/// use bouton_solve::{Budget, SumSearch};
/// let mut search = SumSearch::new(Stalk, 4);
/// let budget = Budget::unlimited();
/// assert!(search.wins(&vec![true, false], Player::Left, &budget).unwrap());
/// assert_eq!(search.outcome(&vec![false, true], &budget).unwrap(), Outcome::R);
/// ```
pub struct SumSearch<G: Partizan + Short> {
    values: GameValues<G>,
    store: Store,
    small: usize,
    ids: FxHashMap<G::Position, u32>,
    parts: Vec<G::Position>,
    /// For each part the bounds of it and of its negative.
    bounds: Vec<[Bound; 2]>,
    value_bounds: FxHashMap<Value, [Bound; 2]>,
    /// Atomic weights of values and of their negatives.
    value_weights: FxHashMap<Value, [i64; 2]>,
    /// Bounds of slices, for each player whom cutting takes moves from.
    slice_bounds: [FxHashMap<G::Position, Bound>; 2],
    decided: FxHashMap<Key, bool>,
    owned: u64,
    expanded: u64,
    /// Parts that turned out too dear to value.
    dear: FxHashSet<G::Position>,
    /// How often it has paid to value them lately.
    credit: i32,
    /// How many large parts may still turn out too dear to value.
    attempts: u32,
    /// The search on the last board that the ruleset packs, if a position of it was asked about.
    whole: Option<Box<dyn WholeSearch<G::Position>>>,
}

/// A move that has been bounded but not looked into: the parts and values after it.
struct Candidate<P> {
    score: i64,
    parts: SmallVec<[u32; 4]>,
    fresh: SmallVec<[P; 2]>,
    /// Bounds of the fresh part, if there is one only and they are known.
    bounds: Option<[Bound; 2]>,
    values: SmallVec<[Value; 4]>,
}

/// A node whose moves are being tried; the most promising stands last.
struct Frame<P> {
    key: Key,
    mover: Player,
    moves: Vec<Candidate<P>>,
}

/// What the first look at a node says.
enum Look<P> {
    Decided(bool),
    Open(Frame<P>),
}

impl<G: Partizan + Short> SumSearch<G> {
    /// A search that values every part of at most `small` ([`bouton_rules::Ruleset::size`]) exactly, or of what the game names
    /// ([`Partizan::exact_size`]) if that is more.
    pub fn new(game: G, small: usize) -> Self {
        SumSearch {
            values: GameValues::new(game),
            store: Store::new(),
            small,
            ids: FxHashMap::default(),
            parts: Vec::new(),
            bounds: Vec::new(),
            value_bounds: FxHashMap::default(),
            value_weights: FxHashMap::default(),
            slice_bounds: Default::default(),
            decided: FxHashMap::default(),
            owned: 0,
            expanded: 0,
            dear: FxHashSet::default(),
            credit: shortcut::CREDIT,
            attempts: shortcut::ATTEMPTS,
            whole: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        self.values.game()
    }

    /// Nodes whose moves were generated, over all questions.
    pub fn nodes(&self) -> u64 {
        self.expanded + self.whole.as_ref().map_or(0, |w| w.nodes())
    }

    /// L, R, N or P, in normal play.
    pub fn outcome(&mut self, pos: &G::Position, budget: &Budget) -> Result<Outcome> {
        let left = self.wins(pos, Player::Left, budget)?;
        let right = self.wins(pos, Player::Right, budget)?;
        Ok(Outcome::from_starters(left, right))
    }

    /// Does `mover`, who is to move, win in normal play?
    ///
    /// Cost: the nodes below the position that bounds leave open, each once. Errors: a limit of the budget; an input error of
    /// the rules.
    pub fn wins(&mut self, pos: &G::Position, mover: Player, budget: &Budget) -> Result<bool> {
        if self.game().size(pos) >= shortcut::WHOLE
            && let Some(won) = self.wins_whole(pos, mover, budget)
        {
            return won;
        }
        self.wins_sum(std::slice::from_ref(pos), mover, budget)
    }

    /// [`SumSearch::wins`] for a sum of positions.
    pub fn wins_sum(
        &mut self,
        terms: &[G::Position],
        mover: Player,
        budget: &Budget,
    ) -> Result<bool> {
        let mut held = budget.hold();
        let mut fresh = SmallVec::new();
        let mut values = SmallVec::new();
        let mut split = Vec::new();
        for term in terms {
            self.small = self.small.max(self.game().exact_size(term));
        }
        for term in terms {
            self.take_apart(term, &mut split, &mut fresh, &mut values, budget)?;
        }
        self.value_cheap(&mut fresh, &mut values, budget);
        let node = self.settle(&[], fresh, None, values)?;
        self.search(node, mover, budget, &mut held)
    }

    /// Every move of `mover` that wins, in the order of the rules.
    pub fn winning_moves(
        &mut self,
        pos: &G::Position,
        mover: Player,
        budget: &Budget,
    ) -> Result<Vec<G::Position>> {
        let mut winning = Vec::new();
        for next in self.game().moves(mover, pos)? {
            if !self.wins(&next, mover.other(), budget)? {
                winning.push(next);
            }
        }
        Ok(winning)
    }

    /// Splits a position: small parts become values, large ones are added to `fresh`.
    fn take_apart(
        &mut self,
        pos: &G::Position,
        split: &mut Vec<G::Position>,
        fresh: &mut SmallVec<[G::Position; 2]>,
        values: &mut SmallVec<[Value; 4]>,
        budget: &Budget,
    ) -> Result<()> {
        split.clear();
        self.values.game().split_into(pos, split);
        for part in split.drain(..) {
            if self.values.game().size(&part) <= self.small
                || self.values.game().integer(&part).is_some()
            {
                let value = self.values.part(&part, &mut self.store, budget)?;
                if value != Value::ZERO {
                    values.push(value);
                }
            } else {
                match self.affordable(&part, budget) {
                    Some(value) if value == Value::ZERO => {}
                    Some(value) => values.push(value),
                    None => fresh.push(part),
                }
            }
        }
        Ok(())
    }

    /// The node with these parts and values: fresh parts get their numbers, what cancels goes.
    fn settle(
        &mut self,
        parts: &[u32],
        fresh: SmallVec<[G::Position; 2]>,
        bounds: Option<[Bound; 2]>,
        values: SmallVec<[Value; 4]>,
    ) -> Result<Node> {
        let mut all: SmallVec<[u32; 4]> = SmallVec::from_slice(parts);
        for part in fresh {
            let (key, negative) = self.values.game().canon_signed(part);
            let id = match self.ids.get(&key) {
                Some(&id) => id,
                None => {
                    let id = u32::try_from(self.parts.len()).map_err(|_| {
                        bouton_rules::Error::limit("unknown: more than 2^32 parts were met")
                    })?;
                    self.owned += 2 * self.values.game().owned_bytes(&key) as u64;
                    let both = match bounds {
                        Some([own, other]) if negative => [other, own],
                        Some(both) => both,
                        None => self.part_bounds(&key)?,
                    };
                    self.parts.push(key.clone());
                    self.bounds.push(both);
                    self.ids.insert(key, id);
                    id
                }
            };
            all.push(id << 1 | u32::from(negative));
        }
        let values = node::merged(values, &mut self.store).map_err(wrap)?;
        Ok(Node {
            parts: node::cancelled(all),
            values,
        })
    }

    /// Who wins, if bounds or exact values say so: is it the player to move?
    fn decide(&mut self, node: &Node, mover: Player) -> Result<Option<bool>> {
        if node.parts.is_empty() && node.values.len() <= 1 {
            let value = node.values.first().copied().unwrap_or(Value::ZERO);
            let lost = match mover {
                Player::Left => self.store.ge(Value::ZERO, value),
                Player::Right => self.store.ge(value, Value::ZERO),
            };
            return Ok(Some(!lost.map_err(wrap)?));
        }
        let both = self.node_bounds(&node.parts, &[], None, &node.values)?;
        match by_bounds(both, mover) {
            None if node.parts.is_empty() => self.by_weights(&node.values, mover),
            decided => Ok(decided),
        }
    }

    /// A node is the same question as its negative with the other player to move: the one whose first part stands for itself.
    fn turned(&mut self, node: &Node, mover: Player) -> Result<(Node, Player)> {
        if node.parts.first().is_none_or(|p| p & 1 == 0) {
            return Ok((node.clone(), mover));
        }
        let mut parts: SmallVec<[u32; 4]> = node.parts.iter().map(|&p| opposite(p)).collect();
        parts.sort_unstable();
        let mut values = SmallVec::new();
        for &value in &node.values {
            values.push(self.store.neg(value).map_err(wrap)?);
        }
        values.sort_unstable();
        Ok((Node { parts, values }, mover.other()))
    }

    /// Looks at a node: decided by bounds or the table, or its moves, the best last.
    fn look(&mut self, node: &Node, mover: Player, budget: &Budget) -> Result<Look<G::Position>> {
        if let Some(won) = self.decide(node, mover)? {
            return Ok(Look::Decided(won));
        }
        let (node, mover) = &self.turned(node, mover)?;
        let mover = *mover;
        let key = Key {
            node: node.clone(),
            mover,
        };
        if let Some(&won) = self.decided.get(&key) {
            return Ok(Look::Decided(won));
        }
        self.expanded += 1;
        budget.visit(1)?;
        let mut moves = Vec::new();
        if self.list_moves(node, mover, &mut moves, budget)? {
            self.decided.insert(key, true);
            return Ok(Look::Decided(true));
        }
        moves.sort_by_key(|m| m.score);
        Ok(Look::Open(Frame { key, mover, moves }))
    }

    fn search(
        &mut self,
        root: Node,
        mover: Player,
        budget: &Budget,
        held: &mut Held,
    ) -> Result<bool> {
        let mut path = match self.look(&root, mover, budget)? {
            Look::Decided(won) => return Ok(won),
            Look::Open(frame) => vec![frame],
        };
        // The result of the node that was just left, for the player who was to move there.
        let mut result: Option<bool> = None;
        while let Some(frame) = path.last_mut() {
            let won = match result.take() {
                Some(false) => Some(true),
                _ => match frame.moves.pop() {
                    None => Some(false),
                    Some(next) => {
                        let mover = frame.mover.other();
                        let node =
                            self.settle(&next.parts, next.fresh, next.bounds, next.values)?;
                        match self.look(&node, mover, budget)? {
                            Look::Decided(won) => result = Some(won),
                            Look::Open(frame) => path.push(frame),
                        }
                        None
                    }
                },
            };
            if let Some(won) = won
                && let Some(frame) = path.pop()
            {
                self.decided.insert(frame.key, won);
                if self.decided.len().is_multiple_of(4096) {
                    held.set(self.bytes())?;
                }
                result = Some(won);
            }
        }
        Ok(result.unwrap_or(false))
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        let position = size_of::<G::Position>() as u64;
        self.owned
            + self.store.size().bytes as u64
            + self.values.table_bytes()
            + self.ids.capacity() as u64 * (position + 5)
            + self.dear.capacity() as u64 * (position + 1)
            + self.value_weights.capacity() as u64 * (size_of::<(Value, [i64; 2])>() as u64 + 1)
            + self.parts.capacity() as u64 * (position + size_of::<[Bound; 2]>() as u64)
            + self
                .slice_bounds
                .iter()
                .map(|m| m.capacity() as u64)
                .sum::<u64>()
                * (position + size_of::<Bound>() as u64)
            + self.decided.capacity() as u64 * (size_of::<Key>() as u64 + 2)
            + self.whole.as_ref().map_or(0, |w| w.bytes())
    }
}

/// Does the player to move win, if bounds of the sum and of its negative say so?
fn by_bounds(both: [Bound; 2], mover: Player) -> Option<bool> {
    let (own, other) = if mover == Player::Left {
        (both[0], both[1])
    } else {
        (both[1], both[0])
    };
    if own.wins_first() {
        Some(true)
    } else if other.wins_second() {
        Some(false)
    } else {
        None
    }
}
