//! Where types are erased: one object-safe trait, implemented once for each kind of ruleset.

use crate::report::Entry;
use bouton_rules::{
    Error, Heaps, Impartial, Info, Outcome, Partizan, Play, Player, Result, Ruleset, Short,
};
use bouton_solve::{Budget, LoopyAnswer, Method, Outcomes, Values};

/// What solving a position gave, in text.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    pub outcome: String,
    pub grundy: Option<String>,
    pub remoteness: Option<u64>,
    pub winning: Vec<String>,
    pub complete: bool,
    pub by_player: Option<[Vec<String>; 2]>,
    pub method: String,
}

/// A game whose position type is hidden.
pub trait Game: Send + Sync {
    fn info(&self) -> Info;
    fn is_partizan(&self) -> bool;
    fn ends(&self) -> bool;
    /// The position in its normal form.
    fn show(&self, pos: &str) -> Result<String>;
    /// All moves, as the positions that they lead to.
    fn moves(&self, who: Player, pos: &str) -> Result<Vec<String>>;
    /// Outcome and winning moves; theorems first, if asked.
    fn solve(
        &self,
        pos: &str,
        play: Play,
        to_move: Option<Player>,
        theorems: bool,
        budget: &Budget<'_>,
    ) -> Result<Solved>;
    /// True if a theorem answers for this position.
    fn knows(&self, pos: &str, play: Play) -> bool;
    /// Entries of a table, one a position; `None` where the text is no position.
    fn entries(
        &self,
        positions: &[String],
        outcomes: bool,
        play: Play,
        budget: &Budget<'_>,
    ) -> Result<Vec<Option<Entry>>>;
}

/// An impartial game that ends.
pub struct ShortImpartial<G>(pub G);
/// A partizan game that ends.
pub struct ShortPartizan<G>(pub G);
/// An impartial game that may repeat.
pub struct LoopyImpartial<G>(pub G);
/// A partizan game that may repeat.
pub struct LoopyPartizan<G>(pub G);

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

impl<G: Impartial + Short> Game for ShortImpartial<G> {
    fn info(&self) -> Info {
        self.0.info()
    }

    fn is_partizan(&self) -> bool {
        false
    }

    fn ends(&self) -> bool {
        true
    }

    fn show(&self, pos: &str) -> Result<String> {
        Ok(self.0.show(&self.0.parse(pos)?))
    }

    fn moves(&self, _: Player, pos: &str) -> Result<Vec<String>> {
        Ok(unique(shown(
            &self.0,
            &self.0.options(&self.0.parse(pos)?)?,
        )))
    }

    fn knows(&self, pos: &str, play: Play) -> bool {
        self.0
            .parse(pos)
            .is_ok_and(|p| self.0.known(&p, play).is_some())
    }

    fn solve(
        &self,
        pos: &str,
        play: Play,
        _: Option<Player>,
        theorems: bool,
        budget: &Budget<'_>,
    ) -> Result<Solved> {
        let pos = self.0.parse(pos)?;
        let answer = bouton_solve::outcome(&self.0, &pos, play, theorems, budget)?;
        let method = match answer.method {
            Method::Theorem => {
                let theorem = self.0.info().theorem.unwrap_or_default();
                format!("theorem: {theorem}")
            }
            Method::Search => searched(answer.nodes),
        };
        Ok(Solved {
            outcome: answer.outcome.letter().to_string(),
            grundy: answer.grundy.map(|g| g.to_string()),
            winning: unique(shown(&self.0, &answer.winning)),
            complete: answer.all,
            method,
            ..Solved::default()
        })
    }

    fn entries(
        &self,
        positions: &[String],
        outcomes: bool,
        play: Play,
        budget: &Budget<'_>,
    ) -> Result<Vec<Option<Entry>>> {
        let positions: Vec<Option<G::Position>> =
            positions.iter().map(|t| self.0.parse(t).ok()).collect();
        let there = positions.iter().flatten().cloned();
        let of = |p: &G::Position, entry: &dyn Fn(&G::Position) -> Entry| Some(entry(p));
        if play == Play::Misere {
            let all = Outcomes::explore(&self.0, there, play, budget)?;
            let entry =
                |p: &G::Position| Entry::Outcome(if all.wins(p) == Some(true) { "N" } else { "P" });
            return Ok(positions
                .iter()
                .map(|p| p.as_ref().and_then(|p| of(p, &entry)))
                .collect());
        }
        let parts: Vec<G::Position> = there.flat_map(|p| self.0.split(&p)).collect();
        let all = Values::explore(&self.0, parts, budget)?;
        let entry = |p: &G::Position| {
            let g = all.of(p);
            match (outcomes, g) {
                (false, g) => Entry::Grundy(g),
                (true, 0) => Entry::Outcome("P"),
                (true, _) => Entry::Outcome("N"),
            }
        };
        Ok(positions
            .iter()
            .map(|p| p.as_ref().and_then(|p| of(p, &entry)))
            .collect())
    }
}

impl<G: Partizan + Short> Game for ShortPartizan<G> {
    fn info(&self) -> Info {
        self.0.info()
    }

    fn is_partizan(&self) -> bool {
        true
    }

    fn ends(&self) -> bool {
        true
    }

    fn show(&self, pos: &str) -> Result<String> {
        Ok(self.0.show(&self.0.parse(pos)?))
    }

    fn moves(&self, who: Player, pos: &str) -> Result<Vec<String>> {
        Ok(unique(shown(
            &self.0,
            &self.0.moves(who, &self.0.parse(pos)?)?,
        )))
    }

    fn knows(&self, _: &str, _: Play) -> bool {
        false
    }

    fn solve(
        &self,
        pos: &str,
        play: Play,
        to_move: Option<Player>,
        _: bool,
        budget: &Budget<'_>,
    ) -> Result<Solved> {
        let pos = self.0.parse(pos)?;
        let answer = bouton_solve::partizan_outcome(&self.0, &pos, play, budget)?;
        let left = unique(shown(&self.0, &answer.left_winning));
        let right = unique(shown(&self.0, &answer.right_winning));
        let mut solved = Solved {
            complete: true,
            method: searched(answer.nodes),
            ..Solved::default()
        };
        match to_move {
            Some(who) => {
                let (wins, moves) = match who {
                    Player::Left => (answer.left_starts, left),
                    Player::Right => (answer.right_starts, right),
                };
                solved.outcome = if wins { "win" } else { "lose" }.to_string();
                solved.winning = moves;
            }
            None => {
                solved.outcome = answer.outcome.letter().to_string();
                solved.winning = unique(left.iter().chain(&right).cloned().collect());
                solved.by_player = Some([left, right]);
            }
        }
        Ok(solved)
    }

    fn entries(
        &self,
        positions: &[String],
        _: bool,
        play: Play,
        budget: &Budget<'_>,
    ) -> Result<Vec<Option<Entry>>> {
        positions
            .iter()
            .map(|text| match self.0.parse(text) {
                Err(_) => Ok(None),
                Ok(pos) => {
                    let answer = bouton_solve::partizan_outcome(&self.0, &pos, play, budget)?;
                    Ok(Some(Entry::Outcome(answer.outcome.letter())))
                }
            })
            .collect()
    }
}

fn loopy<G: Ruleset>(game: &G, answer: &LoopyAnswer<G::Position>) -> Solved {
    let winning = match answer.verdict.name() {
        "win" => answer.best().map(|m| game.show(&m.to)).collect(),
        _ => Vec::new(),
    };
    Solved {
        outcome: answer.verdict.name().to_string(),
        remoteness: answer.remoteness.map(u64::from),
        winning: unique(winning),
        complete: true,
        method: format!("retrograde analysis of {} positions", answer.nodes),
        ..Solved::default()
    }
}

fn no_values(name: &str) -> Error {
    Error::input(format!(
        "play of {name} may go on for ever, so there are no Grundy values; ask for outcomes with --outcomes"
    ))
}

impl<G: Impartial> Game for LoopyImpartial<G> {
    fn info(&self) -> Info {
        self.0.info()
    }

    fn is_partizan(&self) -> bool {
        false
    }

    fn ends(&self) -> bool {
        false
    }

    fn show(&self, pos: &str) -> Result<String> {
        Ok(self.0.show(&self.0.parse(pos)?))
    }

    fn moves(&self, _: Player, pos: &str) -> Result<Vec<String>> {
        Ok(unique(shown(
            &self.0,
            &self.0.options(&self.0.parse(pos)?)?,
        )))
    }

    fn knows(&self, pos: &str, play: Play) -> bool {
        self.0
            .parse(pos)
            .is_ok_and(|p| self.0.known(&p, play).is_some())
    }

    fn solve(
        &self,
        pos: &str,
        play: Play,
        _: Option<Player>,
        theorems: bool,
        budget: &Budget<'_>,
    ) -> Result<Solved> {
        let pos = self.0.parse(pos)?;
        if theorems && let Some(known) = self.0.known(&pos, play) {
            return Ok(Solved {
                outcome: known.outcome.letter().to_string(),
                grundy: known.grundy.map(|g| g.to_string()),
                winning: unique(shown(&self.0, &known.winning)),
                complete: known.all,
                method: format!("theorem: {}", self.0.info().theorem.unwrap_or_default()),
                ..Solved::default()
            });
        }
        Ok(loopy(
            &self.0,
            &bouton_solve::loopy_impartial_outcome(&self.0, &pos, play, budget)?,
        ))
    }

    fn entries(
        &self,
        positions: &[String],
        outcomes: bool,
        play: Play,
        budget: &Budget<'_>,
    ) -> Result<Vec<Option<Entry>>> {
        if !outcomes {
            return Err(no_values(&self.0.info().name));
        }
        verdicts(positions, |text| {
            let pos = self.0.parse(text)?;
            Ok(
                bouton_solve::loopy_impartial_outcome(&self.0, &pos, play, budget)?
                    .verdict
                    .name(),
            )
        })
    }
}

fn verdicts(
    positions: &[String],
    of: impl Fn(&str) -> Result<&'static str>,
) -> Result<Vec<Option<Entry>>> {
    positions
        .iter()
        .map(|text| match of(text) {
            Ok(name) => Ok(Some(Entry::Outcome(name))),
            Err(e) if e.is_limit() => Err(e),
            Err(_) => Ok(None),
        })
        .collect()
}

impl<G: Partizan> Game for LoopyPartizan<G> {
    fn info(&self) -> Info {
        self.0.info()
    }

    fn is_partizan(&self) -> bool {
        true
    }

    fn ends(&self) -> bool {
        false
    }

    fn show(&self, pos: &str) -> Result<String> {
        Ok(self.0.show(&self.0.parse(pos)?))
    }

    fn moves(&self, who: Player, pos: &str) -> Result<Vec<String>> {
        Ok(unique(shown(
            &self.0,
            &self.0.moves(who, &self.0.parse(pos)?)?,
        )))
    }

    fn knows(&self, _: &str, _: Play) -> bool {
        false
    }

    fn solve(
        &self,
        pos: &str,
        play: Play,
        to_move: Option<Player>,
        _: bool,
        budget: &Budget<'_>,
    ) -> Result<Solved> {
        let pos = self.0.parse(pos)?;
        let answer = |who| bouton_solve::loopy_outcome(&self.0, &pos, who, play, budget);
        if let Some(who) = to_move {
            return Ok(loopy(&self.0, &answer(who)?));
        }
        let [left, right] = [
            loopy(&self.0, &answer(Player::Left)?),
            loopy(&self.0, &answer(Player::Right)?),
        ];
        let outcome = match (left.outcome.as_str(), right.outcome.as_str()) {
            (l @ ("win" | "lose"), r @ ("win" | "lose")) => {
                Outcome::from_starters(l == "win", r == "win")
                    .letter()
                    .to_string()
            }
            (l, r) => format!("Left to move: {l}; Right to move: {r}"),
        };
        Ok(Solved {
            outcome,
            winning: unique(left.winning.iter().chain(&right.winning).cloned().collect()),
            complete: true,
            method: left.method,
            by_player: Some([left.winning, right.winning]),
            ..Solved::default()
        })
    }

    fn entries(
        &self,
        positions: &[String],
        _: bool,
        play: Play,
        budget: &Budget<'_>,
    ) -> Result<Vec<Option<Entry>>> {
        verdicts(positions, |text| {
            let pos = self.0.parse(text)?;
            Ok(
                bouton_solve::loopy_outcome(&self.0, &pos, Player::Left, play, budget)?
                    .verdict
                    .name(),
            )
        })
    }
}

/// Heaps as text.
pub fn heaps_text(sizes: &[u64]) -> String {
    Heaps::of(sizes).to_string()
}
