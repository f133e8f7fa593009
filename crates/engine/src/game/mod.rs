//! Where types are erased: one object-safe trait, implemented once for each kind of ruleset.

mod code;
mod decided;
mod ending;
mod goal;
mod loopy;
mod outcome;
mod scoring;
mod short;
mod sum;

pub use code::Coded;
pub use decided::Reaching;
pub use goal::LoopyReaching;
pub use loopy::{LoopyImpartial, LoopyPartizan};
pub use outcome::outcome_text;
pub use scoring::Points;
pub use short::{Alone, ShortImpartial, ShortPartizan};
pub use sum::{ImpartialSum, PartizanSum};

use crate::process::Beyond;
use crate::report::{BestMove, Entry};
use bouton_rules::board::Scene;
use bouton_rules::{Error, Heaps, Info, Partizan, Play, Player, Result, Ruleset};
use bouton_solve::numbered::Term;
use bouton_solve::{Budget, Limits};
use bouton_value::Notation;

/// What is asked about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveQuestion {
    /// Normal play or misère play.
    pub play: Play,
    /// One player to move; without it both are asked about.
    pub to_move: Option<Player>,
    /// Only who wins: winning moves are not looked for.
    pub outcome_only: bool,
    /// Places of the expectation as a decimal, where chance decides.
    pub digits: Option<u32>,
    /// The mean square and the variance of the total too, where chance decides.
    pub moments: bool,
}

/// What solving a position gave, in text.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    pub outcome: String,
    pub grundy: Option<String>,
    pub value: Option<String>,
    pub remoteness: Option<u64>,
    pub score: Option<i64>,
    pub winning: Vec<String>,
    /// Moves that hold a draw where none wins.
    pub drawing: Vec<String>,
    /// Moves with a score or with the moves to the end, the best first.
    pub best: Vec<BestMove>,
    pub complete: bool,
    /// Why moves that were looked for are not listed.
    pub unlisted: Option<String>,
    pub by_player: Option<[Vec<String>; 2]>,
    pub drawing_by_player: Option<[Vec<String>; 2]>,
    pub method: String,
    pub beyond: Option<Beyond>,
}

/// The value of a position, in text.
#[derive(Clone, Debug, Default)]
pub struct Valued {
    pub value: String,
    pub outcome: String,
    pub mean: String,
    pub temperature: String,
    pub stops: [String; 2],
}

/// A game whose position type is hidden.
pub trait Game: Send + Sync {
    fn info(&self) -> Info;
    fn is_partizan(&self) -> bool;
    fn ends(&self) -> bool;
    /// The position in its normal form.
    fn show(&self, pos: &str) -> Result<String>;
    /// A picture of the position.
    fn draw(&self, pos: &str) -> Result<Scene>;
    /// All moves, as the positions that they lead to.
    fn moves(&self, who: Player, pos: &str) -> Result<Vec<String>>;
    /// The position that stands for all that are equal to this one under symmetry.
    fn representative(&self, pos: &str) -> Result<String> {
        self.show(pos)
    }
    /// The representatives of all moves.
    fn representatives(&self, who: Player, pos: &str) -> Result<Vec<String>> {
        self.moves(who, pos)
    }
    /// Outcome and winning moves; theorems first.
    fn solve(&self, pos: &str, asked: SolveQuestion, budget: &Budget) -> Result<Solved>;
    /// `win`, `lose` or `draw` for the player to move, where a rule has ended the game; `None` while play goes on.
    fn ended(&self, _who: Player, _pos: &str) -> Result<Option<&'static str>> {
        Ok(None)
    }
    /// What it is, if it is not a game of two players who move in turn.
    fn other_kind(&self) -> Option<&'static str> {
        None
    }
    /// The rule file, where the workbench does not hold it as heaps or cells.
    fn rule_file(&self) -> Option<String> {
        None
    }
    /// True if reaching a position can win, lose or draw.
    fn by_reaching(&self) -> bool {
        false
    }
    /// True if points decide.
    fn by_points(&self) -> bool {
        false
    }
    /// In a game of points, what a move wins and whether its player moves again; `None` in other games.
    fn gain(&self, _from: &str, _to: &str) -> Result<Option<(u32, bool)>> {
        Ok(None)
    }
    /// True if a theorem answers for this position.
    fn knows(&self, pos: &str, play: Play) -> bool;
    /// The canonical value, with the quantities that researchers read off it.
    fn value(&self, pos: &str, notation: Notation, budget: &Budget) -> Result<Valued>;
    /// Entries of a table, one a position; `None` where the text is no position.
    fn entries(
        &self,
        positions: &[String],
        outcomes: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>>;
    /// The game as a term of sums, and for variants; an error if play need not end.
    fn term(&self) -> Result<Term>;
}

/// One kind of ruleset, and how questions about its positions are answered: what [`Game`] is with the types known.
pub trait Kind: Send + Sync {
    type Rules: Partizan;
    const PARTIZAN: bool;
    const ENDS: bool;
    /// True if reaching a position can win, lose or draw.
    const REACHING: bool = false;

    fn rules(&self) -> &Self::Rules;

    fn solve(&self, pos: &At<Self>, asked: SolveQuestion, budget: &Budget) -> Result<Solved>;

    fn entries(
        &self,
        positions: &[Option<At<Self>>],
        outcomes: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>>;

    fn value(&self, _: &At<Self>, _: Notation, _: &Budget) -> Result<Valued> {
        Err(self.endless("values are"))
    }

    fn knows(&self, _: &At<Self>, _: Play) -> bool {
        false
    }

    fn ended(&self, _: Player, _: &At<Self>) -> Option<&'static str> {
        None
    }

    fn term(&self) -> Result<Term> {
        Err(self.endless("variants and sums are"))
    }

    fn endless(&self, what: &str) -> Error {
        Error::input(format!(
            "play of {} may go on for ever; {what} for games that end",
            self.rules().info().name
        ))
    }
}

/// A position of a kind's rules.
type At<K> = <<K as Kind>::Rules as Ruleset>::Position;

impl<K: Kind> Game for K {
    fn info(&self) -> Info {
        self.rules().info()
    }

    fn is_partizan(&self) -> bool {
        K::PARTIZAN
    }

    fn ends(&self) -> bool {
        K::ENDS
    }

    fn by_reaching(&self) -> bool {
        K::REACHING
    }

    fn show(&self, pos: &str) -> Result<String> {
        Ok(self.rules().show(&self.rules().parse(pos)?))
    }

    fn draw(&self, pos: &str) -> Result<Scene> {
        Ok(self.rules().draw(&self.rules().parse(pos)?))
    }

    fn moves(&self, who: Player, pos: &str) -> Result<Vec<String>> {
        let pos = self.rules().parse(pos)?;
        if Kind::ended(self, who, &pos).is_some() {
            return Ok(Vec::new());
        }
        Ok(unique(shown(self.rules(), &self.rules().moves(who, &pos)?)))
    }

    fn representative(&self, pos: &str) -> Result<String> {
        let rules = self.rules();
        Ok(rules.show(&rules.canon(rules.parse(pos)?)))
    }

    fn representatives(&self, who: Player, pos: &str) -> Result<Vec<String>> {
        let rules = self.rules();
        let moves = rules.moves(who, &rules.parse(pos)?)?;
        Ok(moves
            .into_iter()
            .map(|next| rules.show(&rules.canon(next)))
            .collect())
    }

    fn ended(&self, who: Player, pos: &str) -> Result<Option<&'static str>> {
        Ok(Kind::ended(self, who, &self.rules().parse(pos)?))
    }

    fn solve(&self, pos: &str, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        let pos = self.rules().parse(pos)?;
        watched(self, budget, || Kind::solve(self, &pos, asked, budget))
    }

    fn knows(&self, pos: &str, play: Play) -> bool {
        self.rules()
            .parse(pos)
            .is_ok_and(|pos| Kind::knows(self, &pos, play))
    }

    fn value(&self, pos: &str, notation: Notation, budget: &Budget) -> Result<Valued> {
        let pos = self.rules().parse(pos)?;
        watched(self, budget, || Kind::value(self, &pos, notation, budget))
    }

    fn entries(
        &self,
        positions: &[String],
        outcomes: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>> {
        let read = positions.iter().map(|text| self.rules().parse(text).ok());
        let positions: Vec<_> = read.collect();
        watched(self, budget, || {
            Kind::entries(self, &positions, outcomes, play, budget)
        })
    }

    fn term(&self) -> Result<Term> {
        Kind::term(self)
    }
}

/// Answers a question while the ruleset's listings of moves keep to its budget.
fn watched<K: Kind, T>(kind: &K, budget: &Budget, answer: impl FnOnce() -> Result<T>) -> Result<T> {
    kind.rules().watch(budget);
    let answer = answer();
    kind.rules().watch(&Budget::unlimited());
    answer
}

fn shown<G: Ruleset>(game: &G, positions: &[G::Position]) -> Vec<String> {
    positions.iter().map(|p| game.show(p)).collect()
}

/// Each text once, in order.
fn unique(texts: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    texts
        .into_iter()
        .filter(|t| seen.insert(t.clone()))
        .collect()
}

fn searched(nodes: u64) -> String {
    format!("search of {nodes} positions")
}

/// What may be spent on the moves of a position for which a theorem says who wins: all that the question may, but never more than this.
const MOVES_NODES: u64 = 10_000_000;
const MOVES_SECONDS: f64 = 10.0;

/// An account for a search that only adds to an answer.
fn for_moves(budget: &Budget) -> Budget {
    let limits = budget.limits();
    let least = |most: Option<f64>| most.map_or(MOVES_SECONDS, |s| s.min(MOVES_SECONDS));
    Budget::new(&Limits {
        seconds: Some(least(limits.seconds.map(|s| s - budget.seconds()))),
        nodes: Some(limits.nodes.map_or(MOVES_NODES, |n| {
            n.saturating_sub(budget.nodes()).min(MOVES_NODES)
        })),
        ..limits.clone()
    })
}

/// Why such a search did not list the moves.
fn no_moves(e: &Error) -> String {
    let why = e.to_string();
    let why = why.strip_prefix("unknown: ").unwrap_or(&why);
    format!("a theorem says who wins; {why}")
}

/// Heaps as text.
pub fn heaps_text(sizes: &[u64]) -> String {
    Heaps::of(sizes).to_string()
}
