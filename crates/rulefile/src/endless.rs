//! Why no rank was found: a play among small positions that comes back, or a move that lowers nothing.

use crate::facts::Clock;
use crate::listing::{Meter, each_result};
use crate::rank::{rank, small_positions};
use bouton_core::Budget;
use bouton_rules::{HeapRules, Heaps, MoveRule, Nat};
use std::collections::HashMap;
use std::fmt;

/// Moves that are looked at in the search for a cycle.
const MAX_MOVES: usize = 200_000;
/// Loop steps of their listing.
const MAX_STEPS: u64 = 4_000_000;
/// Positions that are searched for a cycle.
const MAX_POSITIONS: usize = 4000;

/// Why no rank was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless {
    /// The game.
    pub name: String,
    /// The line of a move that lowers nothing that was tried.
    pub line: usize,
    /// A position and where the move leads, if a small one was found.
    pub example: Option<(Heaps, Heaps)>,
    /// A play that comes back to where it began (the first and last positions are equal), and the lines of its moves.
    pub cycle: Option<(Vec<Heaps>, Vec<usize>)>,
}

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((cycle, lines)) = &self.cycle {
            write!(f, "{} may be played for ever: ", self.name)?;
            for (i, pos) in cycle.iter().enumerate() {
                write!(f, "{}{pos}", if i > 0 { " -> " } else { "" })?;
            }
            let shown: Vec<String> = lines.iter().map(|l| l.to_string()).collect();
            return write!(
                f,
                " (line{} {})",
                if lines.len() > 1 { "s" } else { "" },
                shown.join(", ")
            );
        }
        write!(
            f,
            "{}: no rank was found that every move lowers; the move in line {}",
            self.name, self.line
        )?;
        match &self.example {
            Some((from, to)) => write!(f, ", for example {from} -> {to}, does not lower the total"),
            None => write!(f, " could not be shown to lower anything"),
        }
    }
}

/// Why no rank was found, with a cycle of small positions if there is one; `None` if the rules have a rank.
///
/// Cost: lists the moves of at most a few thousand positions.
///
/// ```
/// use bouton_rulefile::{endless, load};
/// let rules = load("game back-and-forth\nheaps a b\nmove a -= 1, b += 1\nmove b -= 1, a += 1", "x.game").unwrap();
/// let why = endless(&rules).unwrap();
/// assert_eq!(why.to_string(), "back-and-forth may be played for ever: 0,1 -> 1,0 -> 0,1 (lines 4, 3)");
/// ```
pub fn endless(rules: &HeapRules) -> Option<Endless> {
    if rules.is_short() {
        return None;
    }
    let positions = small_positions(rules, MAX_POSITIONS);
    let numbers: HashMap<&Vec<Nat>, usize> =
        positions.iter().enumerate().map(|(i, p)| (p, i)).collect();
    let mut edges: Vec<Vec<(usize, usize)>> = Vec::with_capacity(positions.len());
    let mut example: Option<(usize, Heaps, Heaps)> = None;
    let mut total = 0;
    let look = &mut || Ok(());
    let meter = &mut Meter::new(MAX_STEPS, look);
    for pos in &positions {
        let mut out = Vec::new();
        let listed = each_result(rules, None, pos, meter, &mut |rule, to| {
            total += 1;
            if to == *pos {
                return;
            }
            let parts: Vec<Vec<Nat>> = if rules.sums {
                to.iter().map(|n| vec![n.clone()]).collect()
            } else {
                vec![to.clone()]
            };
            out.extend(
                parts
                    .iter()
                    .filter_map(|p| numbers.get(p))
                    .map(|&n| (n, rule.line)),
            );
            let sum = |heaps: &[Nat]| heaps.iter().sum::<Nat>();
            let raises = if rules.sums {
                to.iter().any(|n| *n >= pos[0])
            } else {
                sum(&to) >= sum(pos)
            };
            if raises && example.is_none() {
                example = Some((rule.line, Heaps(pos.clone()), Heaps(to)));
            }
        });
        edges.push(out);
        if listed.is_err() || total > MAX_MOVES {
            break;
        }
    }
    edges.resize(positions.len(), Vec::new());
    let cycle = find_cycle(&edges);
    let line = match (&cycle, &example) {
        (Some((_, lines)), _) => lines[0],
        (None, Some((line, ..))) => *line,
        (None, None) => unproved_line(rules),
    };
    Some(Endless {
        name: rules.name.clone(),
        line,
        example: example.map(|(_, from, to)| (from, to)),
        cycle: cycle.map(|(nodes, lines)| {
            (
                nodes
                    .into_iter()
                    .map(|n| Heaps(positions[n].clone()))
                    .collect(),
                lines,
            )
        }),
    })
}

/// The first line whose move is not proved to lower the sum (or the heap moved in).
fn unproved_line(rules: &HeapRules) -> usize {
    let mut one = HeapRules {
        text: String::new(),
        ..rules.clone()
    };
    let budget = Budget::unlimited();
    let mut alone = |rule: &&MoveRule| {
        one.moves = vec![(*rule).clone()];
        rank(&one, &Clock::new(&budget)).is_none()
    };
    rules
        .moves
        .iter()
        .find(|rule| alone(rule))
        .or(rules.moves.last())
        .map_or(1, |rule| rule.line)
}

/// A cycle, first node repeated at the end, and the lines of its moves: depth-first search with its own stack.
fn find_cycle(edges: &[Vec<(usize, usize)>]) -> Option<(Vec<usize>, Vec<usize>)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; edges.len()];
    for root in 0..edges.len() {
        if marks[root] != Mark::New {
            continue;
        }
        let mut path = vec![(root, 0)];
        marks[root] = Mark::Open;
        while let Some((node, next)) = path.last_mut() {
            let Some(&(to, _)) = edges[*node].get(*next) else {
                marks[*node] = Mark::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match marks[to] {
                Mark::New => {
                    marks[to] = Mark::Open;
                    path.push((to, 0));
                }
                Mark::Open => {
                    let start = path.iter().position(|(n, _)| *n == to)?;
                    let mut cycle: Vec<usize> = path[start..].iter().map(|(n, _)| *n).collect();
                    cycle.push(to);
                    let lines = path[start..]
                        .iter()
                        .map(|(n, next)| edges[*n][next - 1].1)
                        .collect();
                    return Some((cycle, lines));
                }
                Mark::Done => {}
            }
        }
    }
    None
}
