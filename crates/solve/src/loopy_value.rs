//! Values of partizan games in which play may repeat.
//!
//! Positions that lead to each other are valued together, those that they lead to before them. A value that is a stopper takes the
//! place of its position from then on, also within the cycle, so that mostly small graphs have to be simplified; a position whose draws
//! matter stays as it is.

use bouton_core::Budget;
use bouton_rules::{Error, Partizan, Player, Result};
use bouton_value::loopy::{Graph, LoopyValue};
use rustc_hash::FxHashMap;

/// The value of a position: its onside and its offside, simplified.
///
/// Cost: for each position that can be reached, whoever moves, the order of all pairs of positions that lead to each other or are
/// in the values that they lead to. Errors: a limit; more positions in one cycle than a graph may have.
///
/// ```
/// use bouton_games::backsliding_toads::BackslidingToads;
/// use bouton_rules::Ruleset;
/// use bouton_solve::{Budget, loopy_value};
/// let game = BackslidingToads;
/// let value = loopy_value(&game, &game.parse("t.").unwrap(), &Budget::unlimited()).unwrap();
/// assert_eq!(value.show(&mut bouton_value::Store::new()).unwrap(), "on");
/// ```
pub fn loopy_value<G: Partizan>(
    game: &G,
    pos: &G::Position,
    budget: &Budget,
) -> Result<LoopyValue> {
    let positions = explore(game, pos, budget)?;
    let mut values = Values::new(&positions);
    for mut cycle in cycles(&positions) {
        budget.check()?;
        // The position asked about is left for the end.
        cycle.retain(|&x| x != 0);
        values.settle(cycle)?;
    }
    values.value(0)
}

/// The options of a position, as numbers: Left's and Right's.
type Options = [Vec<usize>; 2];

/// Every position that can be reached, whoever moves; the first is the given one.
fn explore<G: Partizan>(game: &G, pos: &G::Position, budget: &Budget) -> Result<Vec<Options>> {
    let root = game.canon(pos.clone());
    let mut numbers = FxHashMap::default();
    numbers.insert(root.clone(), 0);
    let mut positions = vec![Options::default()];
    let mut open = vec![root];
    let mut held = budget.hold();
    let mut bytes = 0;
    while let Some(pos) = open.pop() {
        budget.visit(1)?;
        let from: usize = numbers[&pos];
        for who in Player::BOTH {
            for to in game.moves(who, &pos)? {
                let to = game.canon(to);
                let number = match numbers.get(&to) {
                    Some(&number) => number,
                    None => {
                        bytes += size_of::<(G::Position, usize, Options)>() + game.owned_bytes(&to);
                        numbers.insert(to.clone(), positions.len());
                        positions.push(Options::default());
                        open.push(to);
                        positions.len() - 1
                    }
                };
                positions[from][who as usize].push(number);
            }
        }
        held.set(bytes as u64)?;
    }
    Ok(positions)
}

/// Sets of positions that lead to each other, those that they lead to before them (Tarjan's algorithm with a stack of its own).
fn cycles(positions: &[Options]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let option = |x: usize, i: usize| {
        let [left, right] = &positions[x];
        left.get(i).or_else(|| right.get(i - left.len())).copied()
    };
    let mut low = vec![UNSEEN; positions.len()];
    let mut done = vec![false; positions.len()];
    let (mut path, mut found) = (Vec::new(), Vec::new());
    // A position, the options looked at, and its place in the order in which positions are first seen.
    let mut stack = vec![(0, 0, 0)];
    let mut seen = 0;
    while let Some(&mut (x, ref mut next, ref mut place)) = stack.last_mut() {
        if *next == 0 && low[x] == UNSEEN {
            *place = seen;
            low[x] = seen;
            seen += 1;
            path.push(x);
        }
        if let Some(to) = option(x, *next) {
            // An option is looked at again when it is settled, and then passed over or read.
            if low[to] == UNSEEN {
                stack.push((to, 0, 0));
                continue;
            }
            *next += 1;
            if !done[to] {
                low[x] = low[x].min(low[to]);
            }
            continue;
        }
        if low[x] == *place {
            let at = path.iter().rposition(|&y| y == x).expect("on the path");
            let cycle = path.split_off(at);
            cycle.iter().for_each(|&y| done[y] = true);
            found.push(cycle);
        }
        stack.pop();
    }
    found
}

/// Values of settled positions.
struct Values<'p> {
    positions: &'p [Options],
    /// The number of the value of a position; `None` where the position is not settled, or its value no stopper.
    of: Vec<Option<usize>>,
    known: Vec<LoopyValue>,
    numbers: FxHashMap<LoopyValue, usize>,
}

/// The numbers of `on` and of `off`, the best that Left and that Right can have.
const BEST: [usize; 2] = [0, 1];

impl<'p> Values<'p> {
    fn new(positions: &'p [Options]) -> Values<'p> {
        let mut values = Values {
            positions,
            of: vec![None; positions.len()],
            known: Vec::new(),
            numbers: FxHashMap::default(),
        };
        for best in [LoopyValue::on(), LoopyValue::off()] {
            values.number(best);
        }
        values
    }

    fn number(&mut self, value: LoopyValue) -> usize {
        *self.numbers.entry(value).or_insert_with_key(|value| {
            self.known.push(value.clone());
            self.known.len() - 1
        })
    }

    /// Values the positions of a cycle.
    fn settle(&mut self, mut cycle: Vec<usize>) -> Result<()> {
        while !cycle.is_empty() {
            // Those that are next to `on` or `off` are quick, and make others quick.
            let quick = cycle.iter().rposition(|&x| {
                let mut sides = self.positions[x].iter().zip(BEST);
                sides.any(|(side, best)| side.iter().any(|&o| self.of[o] == Some(best)))
            });
            let x = cycle.remove(quick.unwrap_or(cycle.len() - 1));
            let value = self.value(x)?;
            if value.is_stopper() {
                self.of[x] = Some(self.number(value));
            }
        }
        Ok(())
    }

    /// The value of a position from the values of settled ones and the moves of the others.
    fn value(&self, root: usize) -> Result<LoopyValue> {
        let limit = |e: bouton_value::Error| Error::limit(format!("unknown: {e}"));
        let mut graph = Graph::new();
        let mut nodes = FxHashMap::default();
        let mut stoppers = FxHashMap::default();
        nodes.insert(root, graph.node().map_err(limit)?);
        let mut open = vec![root];
        while let Some(x) = open.pop() {
            let from = nodes[&x];
            for (who, side) in [0, 1].into_iter().zip(&self.positions[x]) {
                // Nothing is better than `on` for Left and `off` for Right.
                let best = side.iter().position(|&o| self.of[o] == Some(BEST[who]));
                let side = best.map_or(&side[..], |i| &side[i..=i]);
                for &o in side {
                    let to = match (nodes.get(&o), self.of[o]) {
                        (Some(&node), _) => node,
                        (None, Some(value)) => match stoppers.get(&value) {
                            Some(&node) => node,
                            None => {
                                let (part, root) = self.known[value].sides().0.graph();
                                let node = root + graph.include(part).map_err(limit)?;
                                stoppers.insert(value, node);
                                node
                            }
                        },
                        (None, None) => {
                            let node = graph.node().map_err(limit)?;
                            nodes.insert(o, node);
                            open.push(o);
                            node
                        }
                    };
                    graph.connect(from, who == 0, to);
                }
            }
        }
        LoopyValue::of(&graph, 0).map_err(limit)
    }
}
