//! Adversarial guessing: the least worst-case cost of finding a secret, and the tree of questions that attains it.
//!
//! The state of knowledge is whatever the caller says it is: a set of candidates, an interval, counts on plates. A question leads,
//! answer by answer, to smaller states, each with a cost; the adversary answers so that the total is largest.

use bouton_core::{Budget, Error, Result};
use rustc_hash::FxHashMap;
use std::fmt::{Debug, Write};
use std::hash::Hash;

/// An answer that is possible: its name, its cost, and what is known after it.
#[derive(Clone, Debug)]
pub struct Reply<S> {
    /// How the answer is called.
    pub name: String,
    /// What it costs.
    pub cost: u64,
    /// What is known then.
    pub then: S,
}

/// A question: its name and the answers that are possible, at least one.
#[derive(Clone, Debug)]
pub struct Question<S> {
    /// How the question is called.
    pub name: String,
    /// The possible answers.
    pub replies: Vec<Reply<S>>,
}

/// Least worst-case costs of all states that can arise.
#[derive(Clone, Debug)]
pub struct Guessing<S> {
    known: FxHashMap<S, (u64, Option<Question<S>>)>,
    start: S,
}

/// Solves a guessing problem from `start`: `questions` lists what can be asked in a state, `None` where nothing has to be asked any more.
/// Every reply must lead closer to the end: states may not come back.
///
/// # Errors
/// Those of `questions`; a state with neither an end nor a question; states that come back; a cost beyond 64 bits; a limit of `budget`.
///
/// Costs one pass over all states and questions.
///
/// ```
/// use bouton_chance::guessing::{Question, Reply, solve};
/// // A number from 1 to 6, asked by `is it at most k?`; the state is how many candidates are left.
/// let g = solve(6u32, |&n: &u32| Ok((n > 1).then(|| (1..n).map(|k| Question {
///     name: format!("first {k}"),
///     replies: vec![
///         Reply { name: "yes".into(), cost: 1, then: k },
///         Reply { name: "no".into(), cost: 1, then: n - k },
///     ],
/// }).collect())), &bouton_core::Budget::unlimited()).unwrap();
/// assert_eq!(g.cost(), 3);
/// ```
pub fn solve<S: Clone + Eq + Hash + Debug>(
    start: S,
    mut questions: impl FnMut(&S) -> Result<Option<Vec<Question<S>>>>,
    budget: &Budget,
) -> Result<Guessing<S>> {
    let mut known: FxHashMap<S, (u64, Option<Question<S>>)> = FxHashMap::default();
    // States on the way, each with its questions; an explicit stack, because trees may be deep.
    let mut on_the_way: FxHashMap<S, ()> = FxHashMap::default();
    let mut stack: Vec<(S, Option<Vec<Question<S>>>)> = vec![(start.clone(), None)];
    while let Some((state, asked)) = stack.pop() {
        if known.contains_key(&state) {
            continue;
        }
        let Some(asked) = asked else {
            budget.visit(1)?;
            match questions(&state)? {
                None => {
                    known.insert(state, (0, None));
                }
                Some(list) => {
                    if list.is_empty() || list.iter().any(|q| q.replies.is_empty()) {
                        return Err(Error::input(format!(
                            "{state:?}: no question, or one without answers; say that nothing has to be asked, or ask something"
                        )));
                    }
                    on_the_way.insert(state.clone(), ());
                    let mut next = Vec::new();
                    for reply in list.iter().flat_map(|q| &q.replies) {
                        if on_the_way.contains_key(&reply.then) {
                            return Err(Error::input(format!(
                                "{:?}: the answer `{}` leads back to a state before; every answer must say something new",
                                reply.then, reply.name
                            )));
                        }
                        if !known.contains_key(&reply.then) {
                            next.push((reply.then.clone(), None));
                        }
                    }
                    stack.push((state, Some(list)));
                    stack.extend(next);
                }
            }
            continue;
        };
        on_the_way.remove(&state);
        let mut best: Option<(u64, Question<S>)> = None;
        for question in asked {
            let mut worst = 0u64;
            for reply in &question.replies {
                let (after, _) = known
                    .get(&reply.then)
                    .ok_or_else(|| Error::input(format!("{:?}: states come back", reply.then)))?;
                let cost = after.checked_add(reply.cost).ok_or_else(|| {
                    Error::limit("a cost goes beyond 64 bits; use a smaller unit")
                })?;
                worst = worst.max(cost);
            }
            if best.as_ref().is_none_or(|(cost, _)| worst < *cost) {
                best = Some((worst, question));
            }
        }
        if let Some((cost, question)) = best {
            known.insert(state, (cost, Some(question)));
        }
    }
    Ok(Guessing { known, start })
}

impl<S: Clone + Eq + Hash + Debug> Guessing<S> {
    /// The least worst-case cost from the start.
    pub fn cost(&self) -> u64 {
        self.known.get(&self.start).map_or(0, |k| k.0)
    }

    /// The least worst-case cost from a state that can arise.
    pub fn cost_of(&self, state: &S) -> Option<u64> {
        self.known.get(state).map(|k| k.0)
    }

    /// The best question in a state; `None` if nothing has to be asked.
    pub fn question(&self, state: &S) -> Option<&Question<S>> {
        self.known.get(state)?.1.as_ref()
    }

    /// The number of states that can arise.
    pub fn states(&self) -> usize {
        self.known.len()
    }

    /// The decision tree as indented lines, at most `most` of them: each a question or an answer, with costs.
    ///
    /// ```
    /// use bouton_chance::guessing::{Question, Reply, solve};
    /// let g = solve(2u32, |&n: &u32| Ok((n > 1).then(|| vec![Question {
    ///     name: "first?".into(),
    ///     replies: vec![
    ///         Reply { name: "yes".into(), cost: 1, then: 1 },
    ///         Reply { name: "no".into(), cost: 2, then: 1 },
    ///     ],
    /// }])), &bouton_core::Budget::unlimited()).unwrap();
    /// assert_eq!(g.tree(10), "first? (at most 2)\n  yes: found (cost 1)\n  no: found (cost 2)\n");
    /// ```
    pub fn tree(&self, most: usize) -> String {
        let mut out = String::new();
        let mut stack: Vec<(&S, usize, String, u64)> = vec![(&self.start, 0, String::new(), 0)];
        let mut lines = 0;
        while let Some((state, depth, answer, paid)) = stack.pop() {
            if lines == most {
                out.push_str("…\n");
                break;
            }
            lines += 1;
            let indent = "  ".repeat(depth);
            let _ = match self.question(state) {
                None => writeln!(out, "{indent}{answer}found (cost {paid})"),
                Some(q) => {
                    for r in q.replies.iter().rev() {
                        stack.push((
                            &r.then,
                            depth + 1,
                            format!("{}: ", r.name),
                            paid.saturating_add(r.cost),
                        ));
                    }
                    let most = self.cost_of(state).unwrap_or(0).saturating_add(paid);
                    writeln!(out, "{indent}{answer}{} (at most {most})", q.name)
                }
            };
        }
        out
    }

    /// The decision tree as a drawing in the DOT language, at most `most` nodes.
    pub fn dot(&self, most: usize) -> String {
        let quote = |t: &str| t.replace('\\', "\\\\").replace('"', "\\\"");
        let mut out = String::from("digraph questions {\n  node [shape=box];\n");
        let mut stack: Vec<(&S, Option<(usize, String)>)> = vec![(&self.start, None)];
        let mut number = 0;
        while let Some((state, from)) = stack.pop() {
            if number == most {
                break;
            }
            let label = match self.question(state) {
                None => "found".to_string(),
                Some(q) => q.name.clone(),
            };
            let _ = writeln!(out, "  n{number} [label=\"{}\"];", quote(&label));
            if let Some((parent, answer)) = from {
                let _ = writeln!(
                    out,
                    "  n{parent} -> n{number} [label=\"{}\"];",
                    quote(&answer)
                );
            }
            if let Some(q) = self.question(state) {
                for r in q.replies.iter().rev() {
                    stack.push((&r.then, Some((number, format!("{} ({})", r.name, r.cost)))));
                }
            }
            number += 1;
        }
        out.push_str("}\n");
        out
    }
}
