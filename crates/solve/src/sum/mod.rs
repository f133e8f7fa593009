//! Who wins a sum, by search over its parts: values where parts are small, bounds where they are not.
//!
//! A node is a multiset of large parts, a list of values and a player to move. Small parts are values at once; numbers, ups
//! and nimbers among them are added up, opposite values and opposite parts cancel. A node is decided by bounds if possible:
//! every part has a game below it and one above it (its value, or the values of slices of it), and the stops, mean and
//! temperature of a sum of those often settle who wins. What is left is searched depth first, most promising move first,
//! with a table of decided nodes.

mod beside;
pub(crate) mod bound;
mod moves;
mod nimbers;
mod node;
mod shortcut;
mod slices;
mod weights;

pub(crate) use beside::Nimbers;
pub use beside::{NimberSum, TermNimbers};
pub use nimbers::NimberSearch;

use crate::numbered::{Numbered, Numbering, Options, PartId, Parts, Seen, Summand};
use crate::packed::WholeSearch;
use crate::value::{Valuer, wrap};
use bound::Bound;
use bouton_core::{Budget, Held};
use bouton_rules::{Outcome, Partizan, Player, Result, Short};
use bouton_value::{Store, Value};
use node::{Key, Node, opposite};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A search for winners in one game, or in a sum of games, with everything it has learned.
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
pub struct SumSearch<N: Numbering> {
    parts: N,
    sums: Sums,
    /// The search on the last board that the ruleset packs, if a position of it was asked about.
    whole: Option<Box<dyn WholeSearch<N::Position>>>,
}

impl<G: Partizan + Short> SumSearch<Numbered<G>> {
    /// A search that values every part of at most `small` ([`bouton_rules::Ruleset::size`]) exactly, or of what the game names
    /// ([`Partizan::exact_size`]) if that is more.
    pub fn new(game: G, small: usize) -> Self {
        SumSearch::over(Numbered::new(game), small)
    }

    /// The game.
    pub fn game(&self) -> &G {
        self.parts.game()
    }
}

impl<N: Numbering> SumSearch<N> {
    /// As [`SumSearch::new`], over the parts of a game or of a sum of games.
    pub fn over(parts: N, small: usize) -> Self {
        SumSearch {
            parts,
            sums: Sums::new(small),
            whole: None,
        }
    }

    /// Nodes whose moves were generated, over all questions.
    pub fn nodes(&self) -> u64 {
        self.sums.expanded + self.whole.as_ref().map_or(0, |w| w.nodes())
    }

    /// L, R, N or P, in normal play.
    pub fn outcome(&mut self, pos: &N::Position, budget: &Budget) -> Result<Outcome> {
        let left = self.wins(pos, Player::Left, budget)?;
        let right = self.wins(pos, Player::Right, budget)?;
        Ok(Outcome::from_starters(left, right))
    }

    /// Does `mover`, who is to move, win in normal play?
    ///
    /// Cost: the nodes below the position that bounds leave open, each once. Errors: a limit of the budget; an input error of
    /// the rules.
    pub fn wins(&mut self, pos: &N::Position, mover: Player, budget: &Budget) -> Result<bool> {
        if self.parts.board_size(pos) >= shortcut::WHOLE
            && let Some(won) = self.wins_whole(pos, mover, budget)
        {
            return won;
        }
        self.wins_sum(std::slice::from_ref(pos), mover, budget)
    }

    /// [`SumSearch::wins`] for a sum of positions.
    pub fn wins_sum(
        &mut self,
        terms: &[N::Position],
        mover: Player,
        budget: &Budget,
    ) -> Result<bool> {
        let mut options = Options::default();
        for term in terms {
            self.sums.small = self.sums.small.max(self.parts.exact_size(term));
        }
        for term in terms {
            self.parts.take_apart(term, self.sums.small, &mut options)?;
        }
        self.sums
            .wins(&mut self.parts, &options.summands, mover, budget)
    }

    /// Every move of `mover` that wins, in the order of the rules.
    pub fn winning_moves(
        &mut self,
        pos: &N::Position,
        mover: Player,
        budget: &Budget,
    ) -> Result<Vec<N::Position>> {
        let mut winning = Vec::new();
        for next in self.parts.moves(mover, pos)? {
            if !self.wins(&next, mover.other(), budget)? {
                winning.push(next);
            }
        }
        Ok(winning)
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        self.sums.bytes(&self.parts) + self.whole.as_ref().map_or(0, |w| w.bytes())
    }
}

/// A part that is searched, under a number of its own.
struct Large {
    part: PartId,
    /// Of the part and of its negative.
    bounds: [Bound; 2],
}

/// What a search over sums knows: of parts and values by their numbers, of no position.
struct Sums {
    valuer: Valuer,
    store: Store,
    small: usize,
    large: Vec<Large>,
    numbers: FxHashMap<PartId, u32>,
    value_bounds: FxHashMap<Value, [Bound; 2]>,
    /// Atomic weights of values and of their negatives.
    value_weights: FxHashMap<Value, [i64; 2]>,
    /// Bounds of slices, for each player whom cutting takes moves from.
    slice_bounds: [FxHashMap<u32, Bound>; 2],
    decided: FxHashMap<Key, bool>,
    expanded: u64,
    /// Parts that turned out too dear to value.
    dear: FxHashSet<PartId>,
    /// How often it has paid to value them lately.
    credit: i32,
    /// How many large parts may still turn out too dear to value.
    attempts: u32,
    /// For values of slices, which are few.
    free: Budget,
    options: Options,
}

/// Large parts without a number among the large ones: parts, and positions in their places.
type Fresh = SmallVec<[Summand; 2]>;

/// A move that has been bounded but not looked into: the parts and values after it.
struct Candidate {
    score: i64,
    parts: SmallVec<[u32; 4]>,
    fresh: Fresh,
    /// Bounds of the fresh part, if there is one only and they are known.
    bounds: Option<[Bound; 2]>,
    values: SmallVec<[Value; 4]>,
}

/// A node whose moves are being tried; the most promising stands last.
struct Frame {
    key: Key,
    mover: Player,
    moves: Vec<Candidate>,
}

/// What the first look at a node says.
enum Look {
    Decided(bool),
    Open(Frame),
}

impl Sums {
    fn new(small: usize) -> Sums {
        Sums {
            valuer: Valuer::new(),
            store: Store::new(),
            small,
            large: Vec::new(),
            numbers: FxHashMap::default(),
            value_bounds: FxHashMap::default(),
            value_weights: FxHashMap::default(),
            slice_bounds: Default::default(),
            decided: FxHashMap::default(),
            expanded: 0,
            dear: FxHashSet::default(),
            credit: shortcut::CREDIT,
            attempts: shortcut::ATTEMPTS,
            free: Budget::unlimited(),
            options: Options::default(),
        }
    }

    /// Does the player to move win the sum?
    fn wins(
        &mut self,
        parts: &mut dyn Parts,
        sum: &[Summand],
        mover: Player,
        budget: &Budget,
    ) -> Result<bool> {
        let mut held = budget.hold();
        let (mut fresh, mut values) = (Fresh::new(), SmallVec::new());
        self.read(parts, sum, &mut fresh, &mut values, budget)?;
        self.value_cheap(parts, &mut fresh, &mut values, budget)?;
        let node = self.settle(parts, &[], fresh, None, values)?;
        let mut path = Vec::new();
        let won = self.search(parts, node, mover, &mut path, budget, &mut held);
        for frame in path {
            release_all(parts, frame.moves);
        }
        won
    }

    /// Reads an option: small parts become values, large ones are added to `fresh`.
    fn read(
        &mut self,
        parts: &mut dyn Parts,
        option: &[Summand],
        fresh: &mut Fresh,
        values: &mut SmallVec<[Value; 4]>,
        budget: &Budget,
    ) -> Result<()> {
        for &summand in option {
            let value = match summand.seen() {
                Seen::Integer(n) => self.store.integer(n),
                Seen::Nimber(n) => self.store.nimber(n.into()).map_err(wrap)?,
                Seen::Settled(fact, negative) => self.signed(Value::of_number(fact), negative)?,
                Seen::Part(part, negative) => {
                    let value = self.valuer.value(parts, part, &mut self.store, budget)?;
                    self.signed(value, negative)?
                }
                Seen::Fresh(place) => match self.affordable(parts, place, budget)? {
                    Ok(value) => value,
                    Err(large) => {
                        fresh.push(large);
                        continue;
                    }
                },
            };
            if value != Value::ZERO {
                values.push(value);
            }
        }
        Ok(())
    }

    fn signed(&mut self, value: Value, negative: bool) -> Result<Value> {
        match negative {
            true => self.store.neg(value).map_err(wrap),
            false => Ok(value),
        }
    }

    /// The node with these parts and values: fresh parts get their numbers, what cancels goes.
    fn settle(
        &mut self,
        parts: &mut dyn Parts,
        large: &[u32],
        fresh: Fresh,
        bounds: Option<[Bound; 2]>,
        mut values: SmallVec<[Value; 4]>,
    ) -> Result<Node> {
        let mut all: SmallVec<[u32; 4]> = SmallVec::from_slice(large);
        for summand in fresh {
            match self.number(parts, summand, bounds)? {
                Ok(large) => all.push(large),
                Err(value) => values.push(value),
            }
        }
        let values = node::merged(values, &mut self.store).map_err(wrap)?;
        Ok(Node {
            parts: node::cancelled(all),
            values,
        })
    }

    /// The number of a fresh part among the large ones, twice, and one more for a negative; or its value, if it has one by now.
    fn number(
        &mut self,
        parts: &mut dyn Parts,
        fresh: Summand,
        bounds: Option<[Bound; 2]>,
    ) -> Result<std::result::Result<u32, Value>> {
        let summand = match fresh.seen() {
            Seen::Fresh(place) => parts.number(place)?,
            _ => fresh,
        };
        let (part, negative) = match summand.seen() {
            Seen::Part(part, negative) => (part, negative),
            Seen::Settled(fact, negative) => {
                return Ok(Err(self.signed(Value::of_number(fact), negative)?));
            }
            Seen::Integer(n) => return Ok(Err(self.store.integer(n))),
            Seen::Nimber(n) => return Ok(Err(self.store.nimber(n.into()).map_err(wrap)?)),
            Seen::Fresh(_) => {
                return Err(bouton_rules::Error::limit("unknown: a part has no number"));
            }
        };
        let sign = u32::from(negative);
        if let Some(&number) = self.numbers.get(&part) {
            return Ok(Ok(number << 1 | sign));
        }
        if let Some(fact) = parts.fact(part) {
            return Ok(Err(self.signed(Value::of_number(fact), negative)?));
        }
        let number = u32::try_from(self.large.len()).ok();
        let number = number
            .filter(|&number| number < u32::MAX >> 1)
            .ok_or_else(|| {
                bouton_rules::Error::limit("unknown: more than 2^31 large parts were met")
            })?;
        let bounds = match bounds {
            Some([own, other]) if negative => [other, own],
            Some(both) => both,
            None => {
                let place = parts.place(part);
                self.place_bounds(parts, place)?
            }
        };
        parts.pin(part);
        self.large.push(Large { part, bounds });
        self.numbers.insert(part, number);
        Ok(Ok(number << 1 | sign))
    }

    /// Who wins, if bounds or exact values say so: is it the player to move?
    fn decide(
        &mut self,
        parts: &mut dyn Parts,
        node: &Node,
        mover: Player,
    ) -> Result<Option<bool>> {
        if node.parts.is_empty() && node.values.len() <= 1 {
            let value = node.values.first().copied().unwrap_or(Value::ZERO);
            let lost = match mover {
                Player::Left => self.store.ge(Value::ZERO, value),
                Player::Right => self.store.ge(value, Value::ZERO),
            };
            return Ok(Some(!lost.map_err(wrap)?));
        }
        let both = self.node_bounds(parts, &node.parts, &[], None, &node.values)?;
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
    fn look(
        &mut self,
        parts: &mut dyn Parts,
        node: &Node,
        mover: Player,
        budget: &Budget,
    ) -> Result<Look> {
        if let Some(won) = self.decide(parts, node, mover)? {
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
        let wins = self.list_moves(parts, node, mover, &mut moves, budget);
        if !matches!(wins, Ok(false)) {
            release_all(parts, moves);
            wins?;
            self.decided.insert(key, true);
            return Ok(Look::Decided(true));
        }
        moves.sort_by_key(|m| m.score);
        Ok(Look::Open(Frame { key, mover, moves }))
    }

    fn search(
        &mut self,
        parts: &mut dyn Parts,
        root: Node,
        mover: Player,
        path: &mut Vec<Frame>,
        budget: &Budget,
        held: &mut Held,
    ) -> Result<bool> {
        match self.look(parts, &root, mover, budget)? {
            Look::Decided(won) => return Ok(won),
            Look::Open(frame) => path.push(frame),
        }
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
                            self.settle(parts, &next.parts, next.fresh, next.bounds, next.values)?;
                        match self.look(parts, &node, mover, budget)? {
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
                release_all(parts, frame.moves);
                self.decided.insert(frame.key, won);
                if self.decided.len().is_multiple_of(4096) {
                    held.set(self.bytes(parts))?;
                }
                result = Some(won);
            }
        }
        Ok(result.unwrap_or(false))
    }

    /// Bytes that the tables take.
    fn bytes(&self, parts: &dyn Parts) -> u64 {
        parts.bytes()
            + self.store.size().bytes as u64
            + (self.numbers.capacity() * 9 + self.dear.capacity() * 5) as u64
            + self.value_weights.capacity() as u64 * (size_of::<(Value, [i64; 2])>() as u64 + 1)
            + (self.large.capacity() * size_of::<Large>()) as u64
            + self
                .slice_bounds
                .iter()
                .map(|m| m.capacity() as u64)
                .sum::<u64>()
                * (size_of::<(u32, Bound)>() as u64 + 1)
            + self.decided.capacity() as u64 * (size_of::<Key>() as u64 + 2)
    }
}

/// Frees the places of moves that will not be looked into.
fn release_all(parts: &mut dyn Parts, moves: Vec<Candidate>) {
    for candidate in moves {
        release(parts, candidate.fresh);
    }
}

fn release(parts: &mut dyn Parts, fresh: Fresh) {
    for summand in fresh {
        if let Seen::Fresh(place) = summand.seen() {
            parts.release(place);
        }
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
