//! Zero-sum games in extensive form with hidden information, by linear programming over sequences of own moves
//! (kollermegiddovonstengel1996): its size is that of the tree, not of the exponentially many pure strategies.

use crate::Rational;
use crate::simplex::{Answer, Program, Relation};
use bouton_core::{Budget, Error, Result};
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

/// A node of the tree. Information sets are named by numbers of the caller's choice, one numbering for each player.
#[derive(Clone, Debug)]
pub enum Tree {
    /// The end: what player 0 gains and player 1 loses.
    End(Rational),
    /// Chance: probabilities, which sum to 1, and subtrees.
    Chance(Vec<(Rational, Tree)>),
    /// Player 0 or 1 moves without telling apart the nodes with the same `set`; all of them have equally many moves.
    Move {
        /// Player 0 or 1.
        player: usize,
        /// The information set.
        set: u64,
        /// What each move leads to.
        moves: Vec<Tree>,
    },
}

/// The value of a game in extensive form and strategies that attain it.
#[derive(Clone, Debug)]
pub struct TreeSolution {
    /// What player 0 gains on average if both play well.
    pub value: Rational,
    /// For each player and information set, the probability of each move; sets that the own strategy never reaches are left out.
    pub strategies: [FxHashMap<u64, Vec<Rational>>; 2],
}

/// The sequences of one player: sequence 0 is the empty one, the others end with a move at an information set.
#[derive(Default)]
struct Sequences {
    /// For each information set: the sequence before it, the first sequence of its moves, and their number.
    sets: FxHashMap<u64, (usize, usize, usize)>,
    order: Vec<u64>,
    count: usize,
}

struct Flat {
    players: [Sequences; 2],
    /// Expected payment by pair of sequences.
    pay: FxHashMap<(usize, usize), Rational>,
}

/// Solves the game.
///
/// # Errors
/// Probabilities that do not sum to 1, an information set with different numbers of moves or in which the player would have forgotten own
/// moves, or a limit of `budget`.
///
/// ```
/// use bouton_chance::{extensive::{solve, Tree}, rational::{int, ratio}};
/// // Matching pennies: the second player does not see the first one's coin.
/// let reply = |a: i64| Tree::Move { player: 1, set: 0, moves: vec![Tree::End(int(a)), Tree::End(int(-a))] };
/// let game = Tree::Move { player: 0, set: 0, moves: vec![reply(1), reply(-1)] };
/// let s = solve(&game, &bouton_core::Budget::unlimited()).unwrap();
/// assert_eq!(s.value, int(0));
/// assert_eq!(s.strategies[0][&0], [ratio(1, 2), ratio(1, 2)]);
/// ```
pub fn solve(tree: &Tree, budget: &Budget) -> Result<TreeSolution> {
    let flat = Flat::new(tree, budget)?;
    let (value, x) = flat.best(0, budget)?;
    let (minus, y) = flat.best(1, budget)?;
    if value != -minus {
        return Err(Error::undefined(
            "no optimal strategies were found for the tree",
        ));
    }
    let strategies = [flat.behaviour(0, &x), flat.behaviour(1, &y)];
    Ok(TreeSolution { value, strategies })
}

impl Flat {
    fn new(tree: &Tree, budget: &Budget) -> Result<Flat> {
        let mut flat = Flat {
            players: [Sequences::default(), Sequences::default()],
            pay: FxHashMap::default(),
        };
        flat.players.iter_mut().for_each(|p| p.count = 1);
        let mut open = vec![(tree, [0usize, 0], Rational::one())];
        while let Some((node, at, chance)) = open.pop() {
            budget.visit(1)?;
            match node {
                Tree::End(pay) => {
                    let cell = flat
                        .pay
                        .entry((at[0], at[1]))
                        .or_insert_with(Rational::zero);
                    *cell += chance * pay;
                }
                Tree::Chance(branches) => {
                    let sum = branches.iter().fold(Rational::zero(), |s, (p, _)| s + p);
                    if !sum.is_one() || branches.iter().any(|(p, _)| p.is_negative()) {
                        return Err(Error::input(format!(
                            "the probabilities at a chance node sum to {sum}; they must be at least 0 and sum to 1"
                        )));
                    }
                    for (p, next) in branches {
                        open.push((next, at, &chance * p));
                    }
                }
                Tree::Move { player, set, moves } => {
                    let Some(own) = flat.players.get_mut(*player) else {
                        return Err(Error::input(format!(
                            "player {player} does not play; the players are 0 and 1"
                        )));
                    };
                    if moves.is_empty() {
                        return Err(Error::input(format!(
                            "information set {set} of player {player} has no moves"
                        )));
                    }
                    let fresh = (at[*player], own.count, moves.len());
                    let known = match own.sets.get(set) {
                        Some(known) => *known,
                        None => {
                            own.sets.insert(*set, fresh);
                            own.order.push(*set);
                            own.count += moves.len();
                            fresh
                        }
                    };
                    if known.2 != moves.len() {
                        return Err(Error::input(format!(
                            "information set {set} of player {player} has nodes with {} and with {} moves; they must look alike",
                            known.2,
                            moves.len()
                        )));
                    }
                    if known.0 != at[*player] {
                        return Err(Error::input(format!(
                            "player {player} reaches information set {set} by different own moves; number the sets so that nobody forgets own moves"
                        )));
                    }
                    for (i, next) in moves.iter().enumerate() {
                        let mut there = at;
                        there[*player] = known.1 + i;
                        open.push((next, there, chance.clone()));
                    }
                }
            }
        }
        Ok(flat)
    }

    /// The best plan of one player: maximise the guaranteed gain q_0 where every sequence of the other pays at least what
    /// her information sets behind it promise. Free variables are differences of two.
    fn best(&self, me: usize, budget: &Budget) -> Result<(Rational, Vec<Rational>)> {
        let (own, other) = (&self.players[me], &self.players[1 - me]);
        let sets = other.order.len() + 1;
        let width = own.count + 2 * sets;
        let free = |row: &mut Vec<Rational>, set: usize, value: Rational| {
            row[own.count + 2 * set] += &value;
            row[own.count + 2 * set + 1] -= value;
        };
        let mut objective = vec![Rational::zero(); width];
        free(&mut objective, 0, Rational::one());
        let mut program = Program::new(objective);
        // One row for each sequence of the other: q[set of the sequence] <= pay + sum of q over sets after it.
        let mut rows = vec![vec![Rational::zero(); width]; other.count];
        free(&mut rows[0], 0, Rational::one());
        for (number, set) in other.order.iter().enumerate() {
            let (before, first, count) = other.sets[set];
            for row in &mut rows[first..first + count] {
                free(row, number + 1, Rational::one());
            }
            free(&mut rows[before], number + 1, -Rational::one());
        }
        for ((a, b), pay) in &self.pay {
            match me {
                0 => rows[*b][*a] -= pay,
                _ => rows[*a][*b] += pay,
            }
        }
        for row in rows {
            program.add(row, Relation::AtMost, Rational::zero());
        }
        let mut start = vec![Rational::zero(); width];
        start[0] = Rational::one();
        program.add(start, Relation::Equal, Rational::one());
        for set in &own.order {
            let (before, first, count) = own.sets[set];
            let mut row = vec![Rational::zero(); width];
            row[before] -= Rational::one();
            row[first..first + count]
                .iter_mut()
                .for_each(|x| *x += Rational::one());
            program.add(row, Relation::Equal, Rational::zero());
        }
        match program.maximise(budget)? {
            Answer::Optimum(best) if best.proves(&program) => {
                Ok((best.value, best.x[..own.count].to_vec()))
            }
            _ => Err(Error::undefined(
                "no optimal strategies were found for the tree",
            )),
        }
    }

    fn behaviour(&self, player: usize, plan: &[Rational]) -> FxHashMap<u64, Vec<Rational>> {
        let own = &self.players[player];
        let sets = own
            .sets
            .iter()
            .filter(|(_, (before, _, _))| !plan[*before].is_zero());
        sets.map(|(set, &(before, first, count))| {
            let moves = plan[first..first + count].iter();
            (*set, moves.map(|p| p / &plan[before]).collect())
        })
        .collect()
    }
}
