//! Pursuit on graphs: how many cops it takes, how fast they are, and a shortest sequence, with vertices by name.

use bouton_chance::pursuit::{
    Chase, Graph, Search, Searchers, cop_number, cops_and_robber, search, search_number,
};
use bouton_core::{Budget, Result};
use serde::Serialize;

/// What is asked about a pursuit.
#[derive(Clone, Debug, Default)]
pub struct PursuitQuestion {
    /// A family such as `petersen`, `cycle:7`, `grid:3x4`, or edges such as `0-1,1-2`.
    pub graph: String,
    /// The number of cops; without it the least number that is certain to win is looked for.
    pub cops: Option<usize>,
    /// The cops do not see where the other is.
    pub unseen: bool,
    /// The other may not stay where he is. Unseen, this is the game of hunters and rabbit: hunters look at any vertices.
    pub must_move: bool,
}

/// How a pursuit goes.
#[derive(Clone, Debug, Serialize)]
pub struct PursuitReport {
    /// The graph, as it was given.
    pub graph: String,
    /// Which pursuit: `cops and robber`, `zero-visibility cops and robber` or `hunters and rabbit`.
    pub pursuit: &'static str,
    /// The number of cops: the one asked about, or the least that wins.
    pub cops: usize,
    /// True if so many cops are certain to win.
    pub won: bool,
    /// Rounds until the end if both sides play well; null if the cops never win. A round is one move of all cops, or one look of all hunters.
    pub time: Option<u32>,
    /// Where the cops are in each round; null if they never win. In the games with moves along edges the first entry is where they begin.
    pub sequence: Option<Vec<Vec<String>>>,
    /// Where the robber is at the start and after each round, in the game where he is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robber: Option<Vec<String>>,
}

/// Answers a question about pursuit.
///
/// # Errors
/// A graph that does not read or is not connected (where the robber is seen), no cops, more than 128 vertices (unseen), or a limit of `budget`.
///
/// ```
/// use bouton_engine::{Budget, PursuitQuestion, pursuit};
/// let question = PursuitQuestion { graph: "petersen".into(), ..PursuitQuestion::default() };
/// let answer = pursuit(&question, &Budget::unlimited()).unwrap();
/// assert_eq!((answer.cops, answer.won), (3, true));
/// ```
pub fn pursuit(q: &PursuitQuestion, budget: &Budget) -> Result<PursuitReport> {
    let graph = Graph::parse(&q.graph)?;
    let rule = match (q.unseen, q.must_move) {
        (false, _) => {
            let chase = match q.cops {
                Some(cops) => cops_and_robber(&graph, cops, q.must_move, budget)?,
                None => cop_number(&graph, q.must_move, budget)?,
            };
            return Ok(seen(q, &graph, &chase));
        }
        (true, false) => Searchers::Walk,
        (true, true) => Searchers::Jump,
    };
    let found = match q.cops {
        Some(cops) => search(&graph, cops, rule, budget)?,
        None => search_number(&graph, rule, budget)?,
    };
    Ok(unseen(q, &graph, &found))
}

fn seen(q: &PursuitQuestion, graph: &Graph, chase: &Chase) -> PursuitReport {
    let won = chase.time.is_some();
    let cops = chase.line.iter().map(|(cops, _)| named(graph, cops));
    let robber = chase.line.iter().map(|(_, robber)| graph.name(*robber));
    PursuitReport {
        graph: q.graph.clone(),
        pursuit: "cops and robber",
        cops: chase.cops,
        won,
        time: chase.time,
        sequence: won.then(|| cops.collect()),
        robber: won.then(|| robber.collect()),
    }
}

fn unseen(q: &PursuitQuestion, graph: &Graph, found: &Search) -> PursuitReport {
    let sequence = found.sequence.as_ref();
    PursuitReport {
        graph: q.graph.clone(),
        pursuit: match q.must_move {
            true => "hunters and rabbit",
            false => "zero-visibility cops and robber",
        },
        cops: found.searchers,
        won: found.time.is_some(),
        time: found.time,
        sequence: sequence.map(|s| s.iter().map(|at| named(graph, at)).collect()),
        robber: None,
    }
}

fn named(graph: &Graph, vertices: &[u32]) -> Vec<String> {
    vertices.iter().map(|&v| graph.name(v)).collect()
}
