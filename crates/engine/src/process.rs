//! Rule files of chance and of games for one: exact expectations and best moves, shortest solutions and proofs that there is none.

use crate::game::{Game, SolveQuestion, Solved, Valued};
use crate::report::{BestMove, Entry};
use bouton_chance::process::{Node, Owner, Process, Step};
use bouton_chance::rational::{decimal, text};
use bouton_chance::solitaire::{self, Goal, TokenGame};
use bouton_core::{Budget, Limits, grouped};
use bouton_rulefile::{
    CellSolo, CounterSolo, Counters, Linear, LinearGoal, Outcome, ProcessRules, Solo, Turn,
};
use bouton_rules::board::Scene;
use bouton_rules::{Error, Info, Play, Player, Result, Ruleset};
use bouton_solve::numbered::Term;
use bouton_value::Notation;
use serde::Serialize;
use std::cell::RefCell;
use std::sync::Arc;

/// Seconds for a proof before the search.
const PROOF_SECONDS: f64 = 1.0;
/// Positions that are counted once the goal is known to be out of reach.
const COUNTED: usize = 1 << 20;

/// What `solve` says about processes with chance and about games for one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Beyond {
    /// What Left can expect if everyone plays well, as `7/3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expectation: Option<String>,
    /// The expectation as a decimal with as many places as were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal: Option<String>,
    /// The mean of the square of what Left gains in total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// The variance of what Left gains in total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variance: Option<String>,
    /// Is there a way to the goal?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solvable: Option<bool>,
    /// The number of moves of a shortest solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// A shortest solution: every position from the start to the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<String>>,
    /// The number of positions that can be reached, the start included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reachable: Option<u64>,
    /// Weights that show that the goal cannot be reached, one proof for each way to reach it; empty if none were found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proofs: Vec<ProofReport>,
}

/// Why one way to reach a goal is out of reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofReport {
    /// The goal: what is on each place that is not empty.
    pub goal: String,
    /// The argument in a sentence.
    pub statement: String,
    /// The weights that are not 0, as `place: weight`.
    pub weights: Vec<String>,
}

/// States above which choices in cycles are not solved exactly where digits are enough.
const MOST_EXACT: usize = 10_000;

/// The decimal that proved bounds decide, for large processes with choices; `None` if the bounds leave it open or the process is small.
fn by_bounds(process: &Process, digits: u32, budget: &Budget) -> Result<Option<Solved>> {
    let chosen = (0..process.len() as u32).any(|s| process.actions(s).len() > 1);
    if process.len() <= MOST_EXACT || !chosen {
        return Ok(None);
    }
    let bounds = match process.bounds(budget) {
        Ok(bounds) => bounds,
        Err(e) if e.is_stopped() => return Err(e),
        Err(_) => return Ok(None),
    };
    let low = decimal(&bounds.lower(0), digits);
    if low != decimal(&bounds.upper(0), digits) {
        return Ok(None);
    }
    Ok(Some(Solved {
        complete: true,
        method: format!(
            "value iteration with proved bounds, {} positions",
            grouped(process.len() as u64)
        ),
        beyond: Some(Beyond {
            decimal: Some(low),
            ..Beyond::default()
        }),
        ..Solved::default()
    }))
}

/// A process as a game.
pub struct Chanced(pub Arc<ProcessRules>);

/// A game for one.
pub struct Lone<S> {
    rules: S,
    info: Info,
    text: String,
}

impl Lone<CounterSolo> {
    /// The game for one with these rules.
    pub fn on_counters(rules: ProcessRules) -> Self {
        let rules = Arc::new(rules);
        Lone {
            info: info(&rules),
            text: rules.text().to_string(),
            rules: CounterSolo(rules),
        }
    }
}

impl Lone<CellSolo> {
    /// The game for one with these rules.
    pub fn on_cells(rules: CellSolo) -> Self {
        Lone {
            info: rules.game().info(),
            text: rules.text().to_string(),
            rules,
        }
    }
}

fn info(rules: &ProcessRules) -> Info {
    let zeros = vec!["0"; rules.counters().len()].join(",");
    let examples = match rules.examples() {
        [] => vec![zeros],
        some => some.to_vec(),
    };
    Info {
        name: rules.name().to_string(),
        rules: rules.rules().to_string(),
        notation: format!("the counters {}", rules.counters().join(",")),
        theorem: None,
        source: rules.cite().map(str::to_string),
        examples,
    }
}

/// Chance and games for one have no values, tables, sums or variants.
fn not_here(name: &str, what: &str) -> Error {
    Error::input(format!(
        "{name} is not a game of two players who move in turn, so it has no {what}; `bouton solve` answers for it"
    ))
}

impl Chanced {
    fn explored(&self, start: &Counters, budget: &Budget) -> Result<(Process, Vec<String>)> {
        let rules = &self.0;
        let steps = |all: Vec<Outcome>| -> Vec<Step<Counters>> {
            let step = |o: Outcome| Step::new(o.to, o.weight).with_gain(o.gain);
            all.into_iter().map(step).collect()
        };
        let mut labels = Vec::new();
        budget.phase("exploring", None);
        let explored = Process::explore(
            1,
            start.clone(),
            |at| {
                let (owner, acts) = match rules.turn(at)? {
                    Turn::End(pays) => return Ok(Node::End(vec![pays])),
                    Turn::Chance(all) => return Ok(Node::Chance(steps(all))),
                    Turn::Left(acts) => (Owner::Max, acts),
                    Turn::Right(acts) => (Owner::Min, acts),
                };
                if at == start {
                    labels = acts.iter().map(|a| a.label.clone()).collect();
                }
                let actions = acts.into_iter().map(|a| steps(a.outcomes)).collect();
                Ok(Node::Choice(owner, actions))
            },
            budget,
        )?;
        let names = explored.states.iter().map(|s| rules.show(s)).collect();
        Ok((explored.process.with_names(names), labels))
    }
}

impl Game for Chanced {
    fn info(&self) -> Info {
        info(&self.0)
    }

    fn is_partizan(&self) -> bool {
        true
    }

    fn ends(&self) -> bool {
        true
    }

    fn other_kind(&self) -> Option<&'static str> {
        Some("a process with chance or choices, for the best expectation")
    }

    fn rule_file(&self) -> Option<String> {
        Some(self.0.text().to_string())
    }

    fn show(&self, pos: &str) -> Result<String> {
        Ok(self.0.show(&self.0.parse(pos)?))
    }

    fn draw(&self, pos: &str) -> Result<Scene> {
        self.show(pos).map(Scene::of_text)
    }

    fn moves(&self, who: Player, pos: &str) -> Result<Vec<String>> {
        let outcomes: Vec<Outcome> = match (self.0.turn(&self.0.parse(pos)?)?, who) {
            (Turn::Left(acts), Player::Left) | (Turn::Right(acts), Player::Right) => {
                acts.into_iter().flat_map(|a| a.outcomes).collect()
            }
            (Turn::Chance(outcomes), _) => outcomes,
            _ => Vec::new(),
        };
        Ok(outcomes.iter().map(|o| self.0.show(&o.to)).collect())
    }

    fn solve(&self, pos: &str, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        let start = self.0.parse(pos)?;
        if self.0.has_hidden() {
            if asked.moments {
                return Err(Error::input(
                    "--moments asks about one total, and with hidden counters players mix their moves; leave it out",
                ));
            }
            return crate::hidden::expect(&self.0, &start, asked.digits, budget);
        }
        let (process, labels) = self.explored(&start, budget)?;
        budget.phase("solving", None);
        if let Some(digits) = asked.digits
            && !asked.moments
            && let Some(solved) = by_bounds(&process, digits, budget)?
        {
            return Ok(solved);
        }
        let moments = match asked.moments {
            true => {
                let solution = process.solve(budget).map_err(|e| e.at(self.0.name()))?;
                process.moments(&solution, budget)?.into_iter().next()
            }
            false => None,
        };
        let (values, best) = process.expect(0, budget).map_err(|e| e.at(self.0.name()))?;
        let expectation = &values[0];
        let best = best.iter().filter_map(|&i| labels.get(i).cloned());
        let best = best.map(|position| BestMove {
            position,
            remoteness: None,
            score: None,
        });
        Ok(Solved {
            best: best.collect(),
            complete: true,
            method: format!(
                "exact expectations, {} positions",
                grouped(process.len() as u64)
            ),
            beyond: Some(Beyond {
                expectation: Some(text(expectation)),
                decimal: asked.digits.map(|d| decimal(expectation, d)),
                square: moments.as_ref().map(|m| text(&m.square)),
                variance: moments.as_ref().map(|m| text(&m.variance)),
                ..Beyond::default()
            }),
            ..Solved::default()
        })
    }

    fn knows(&self, _: &str, _: Play) -> bool {
        false
    }

    fn value(&self, _: &str, _: Notation, _: &Budget) -> Result<Valued> {
        Err(not_here(self.0.name(), "game values"))
    }

    fn entries(&self, _: &[String], _: bool, _: Play, _: &Budget) -> Result<Vec<Option<Entry>>> {
        Err(not_here(self.0.name(), "tables"))
    }

    fn term(&self) -> Result<Term> {
        Err(not_here(self.0.name(), "sums and variants"))
    }
}

impl<S: Solo + Send + Sync> Game for Lone<S> {
    fn info(&self) -> Info {
        self.info.clone()
    }

    fn is_partizan(&self) -> bool {
        false
    }

    fn ends(&self) -> bool {
        true
    }

    fn other_kind(&self) -> Option<&'static str> {
        Some("a game for one player, with a goal")
    }

    fn rule_file(&self) -> Option<String> {
        Some(self.text.clone())
    }

    fn show(&self, pos: &str) -> Result<String> {
        Ok(self.rules.show(&self.rules.parse(pos)?))
    }

    fn draw(&self, pos: &str) -> Result<Scene> {
        self.show(pos).map(Scene::of_text)
    }

    fn moves(&self, _: Player, pos: &str) -> Result<Vec<String>> {
        let mut out = Vec::new();
        self.rules.moves(&self.rules.parse(pos)?, &mut out)?;
        Ok(out.iter().map(|to| self.rules.show(to)).collect())
    }

    fn solve(&self, pos: &str, _: SolveQuestion, budget: &Budget) -> Result<Solved> {
        let start = self.rules.parse(pos)?;
        let linear = self.rules.linear(&start);
        let soon = Budget::new(&Limits {
            seconds: Some(PROOF_SECONDS),
            ..Limits::default()
        });
        let mut proofs = match &linear {
            Some(linear) => out_of_reach(linear, &soon)?,
            None => None,
        };
        let found = self.search(&start, proofs.is_some(), budget);
        let found = match (found, &proofs) {
            (Ok(found), _) => Some(found),
            (Err(e), Some(_)) if e.is_limit() && !e.is_stopped() => None,
            (Err(e), _) => return Err(e),
        };
        let path = found.as_ref().and_then(|f| f.path.as_ref());
        if path.is_none()
            && proofs.is_none()
            && let Some(linear) = &linear
        {
            // The search has answered; a proof that takes too long is not needed.
            proofs = out_of_reach(linear, budget)?;
        }
        let solution: Option<Vec<String>> =
            path.map(|p| p.iter().map(|at| self.rules.show(at)).collect());
        let reachable = found.as_ref().map(|f| f.reachable as u64);
        let method = match (reachable, &proofs) {
            (Some(n), None) => format!("breadth-first search of {} positions", grouped(n)),
            (Some(n), Some(_)) => format!(
                "weights found by linear algebra and linear programming, and breadth-first search of {} positions",
                grouped(n)
            ),
            (None, _) => "weights found by linear algebra and linear programming".to_string(),
        };
        Ok(Solved {
            winning: solution.iter().flatten().skip(1).take(1).cloned().collect(),
            // Other first moves may belong to solutions too.
            complete: solution.is_none(),
            method,
            beyond: Some(Beyond {
                solvable: Some(solution.is_some()),
                moves: solution.as_ref().map(|s| s.len() as u64 - 1),
                solution,
                reachable,
                proofs: proofs.unwrap_or_default(),
                ..Beyond::default()
            }),
            ..Solved::default()
        })
    }

    fn knows(&self, _: &str, _: Play) -> bool {
        false
    }

    fn value(&self, _: &str, _: Notation, _: &Budget) -> Result<Valued> {
        Err(not_here(&self.info.name, "game values"))
    }

    fn entries(&self, _: &[String], _: bool, _: Play, _: &Budget) -> Result<Vec<Option<Entry>>> {
        Err(not_here(&self.info.name, "tables"))
    }

    fn term(&self) -> Result<Term> {
        Err(not_here(&self.info.name, "sums and variants"))
    }
}

impl<S: Solo> Lone<S> {
    /// A shortest solution and all positions that can be reached; where the goal is known to be out of reach, an error
    /// after so many positions, for they may be infinitely many.
    fn search(
        &self,
        start: &S::Position,
        hopeless: bool,
        budget: &Budget,
    ) -> Result<solitaire::Solved<S::Position>> {
        let fault = RefCell::new(None);
        let mut visited = 0;
        budget.phase("searching", None);
        let moves = |at: &S::Position, out: &mut Vec<S::Position>| {
            if let Some(e) = fault.borrow_mut().take() {
                return Err(e);
            }
            visited += 1;
            if hopeless && visited > COUNTED {
                return Err(Error::limit("the positions are too many to be counted"));
            }
            self.rules.moves(at, out)
        };
        let goal = |at: &S::Position| match self.rules.is_goal(at) {
            Ok(answer) => answer,
            Err(e) => {
                *fault.borrow_mut() = Some(e);
                false
            }
        };
        let found = solitaire::solve(start.clone(), moves, goal, true, budget)?;
        match fault.into_inner() {
            Some(e) => Err(e),
            None => Ok(found),
        }
    }
}

/// A proof for every way to reach the goal, or `None`, also where a limit stops the work.
fn out_of_reach(linear: &Linear, budget: &Budget) -> Result<Option<Vec<ProofReport>>> {
    if linear.goals.is_empty() {
        return Ok(None);
    }
    let game = TokenGame::new(linear.places.len(), linear.moves.clone())?;
    let mut proofs = Vec::new();
    for goal in &linear.goals {
        let (at, goal, least) = match goal {
            LinearGoal::Exactly(at) => (at, Goal::Exactly(at.clone()), ""),
            LinearGoal::AtLeast(at) => (at, Goal::AtLeast(at.clone()), "at least "),
        };
        let proof = match game.impossible(&linear.start, &goal, budget) {
            Ok(Some(proof)) => proof,
            Ok(None) => return Ok(None),
            Err(e) if e.is_limit() => return Ok(None),
            Err(e) => return Err(e),
        };
        let places = linear.places.iter();
        let what: Vec<String> = places
            .clone()
            .zip(at)
            .filter(|(_, n)| **n != 0)
            .map(|(place, n)| format!("{n} on {place}"))
            .collect();
        let nothing = || "nothing on any place".to_string();
        let what = if what.is_empty() {
            nothing()
        } else {
            what.join(", ")
        };
        proofs.push(ProofReport {
            goal: format!("{least}{what}"),
            statement: proof.sentence(),
            weights: places
                .zip(proof.weights())
                .map(|(place, w)| (place, text(w)))
                .filter(|(_, w)| w != "0")
                .map(|(place, w)| format!("{place}: {w}"))
                .collect(),
        });
    }
    Ok(Some(proofs))
}
