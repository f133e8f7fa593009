//! One game, opened by name, code or rule file, and the questions that can be asked of it.

mod open;

use crate::game::{Game, SolveQuestion, Solved};
use crate::report::{InfoReport, ShowReport, SolveReport, ValueReport};
use bouton_core::Budget;
use bouton_heap::HeapGame;
use bouton_rulefile::{self as rulefile, CellRules};
use bouton_rules::{Boxed, Error, HeapRules, Heaps, Play, Player, Result};
use bouton_value::Notation;
use std::sync::Arc;

/// A game to work with.
pub struct Workbench {
    pub(crate) name: String,
    /// The game that answers: compiled if there is one, else the rule file.
    pub(crate) game: Box<dyn Game>,
    /// The rules in arithmetic, if the game is a heap game with a rule file.
    pub(crate) rules: Option<Arc<HeapRules>>,
    /// The same rules for tables.
    pub(crate) boxed: Option<Box<dyn Boxed>>,
    /// The rules, if they are a rule file on cells, words or graphs.
    pub(crate) cells: Option<Arc<CellRules>>,
    /// The code with the same moves, if the name is one that a code has.
    pub(crate) code: Option<HeapGame>,
}

impl Workbench {
    /// Why there are no boxes of values to find claims in.
    pub(crate) fn without_boxes(&self) -> Error {
        Error::input(format!(
            "{}: heaps grow, to a bound, so there are no claims for all sizes; `bouton table` and `bouton solve` give the values",
            self.name
        ))
    }

    /// Rules, notation, theorem, source, examples.
    pub fn info(&self) -> InfoReport {
        let info = self.game.info();
        let players = if self.game.is_partizan() {
            "partizan"
        } else {
            "impartial"
        };
        let on_heaps = self.rules.as_deref().and_then(rulefile::endless);
        let on_cells = self.cells.as_deref().and_then(CellRules::endless);
        let why = on_heaps.map(|w| w.to_string()).or(on_cells);
        let end = match (self.game.ends(), why) {
            (true, _) => "play always ends".to_string(),
            (false, Some(why)) => format!("play may go on for ever ({why})"),
            (false, None) => "play may go on for ever".to_string(),
        };
        InfoReport {
            name: self.name.clone(),
            rules: info.rules,
            notation: info.notation,
            kind: match (self.game.other_kind(), self.game.by_points()) {
                (Some(kind), _) => kind.to_string(),
                (None, true) => format!("won by points; {end}"),
                (None, false) => format!("{players}; {end}"),
            },
            theorem: info.theorem,
            source: info.source,
            examples: info.examples,
            rule_file: match (&self.rules, &self.cells) {
                (Some(rules), _) => Some(rules.text.clone()),
                (_, Some(rules)) => Some(rules.text().to_string()),
                _ => self.game.rule_file(),
            },
        }
    }

    /// What it is, if it is not a game of two players who move in turn: a process with chance, or a game for one.
    pub fn other_kind(&self) -> Option<&'static str> {
        self.game.other_kind()
    }

    /// True if the players have different moves.
    pub fn is_partizan(&self) -> bool {
        self.game.is_partizan()
    }

    /// A position in its normal form.
    pub fn show(&self, position: &str) -> Result<String> {
        self.game.show(position)
    }

    /// A position drawn, with every move.
    ///
    /// ```
    /// use bouton_engine::Workbench;
    /// let board = Workbench::named("clobber").unwrap().look("xo|.x").unwrap();
    /// assert_eq!(board.drawing, "  a b\n1 x o\n2 . x\n");
    /// assert_eq!(board.moves_right, ["o.|.x", "x.|.o"]);
    /// ```
    pub fn look(&self, position: &str) -> Result<ShowReport> {
        let position = self.game.show(position)?;
        let scene = self.game.draw(&position)?;
        Ok(ShowReport {
            game: self.name.clone(),
            drawing: scene.to_text(),
            svg: scene.to_svg(),
            moves_left: self.moves(Player::Left, &position)?,
            moves_right: self.moves(Player::Right, &position)?,
            position,
        })
    }

    /// All moves of a player, as the positions that they lead to.
    pub fn moves(&self, who: Player, position: &str) -> Result<Vec<String>> {
        self.game.moves(who, position)
    }

    /// `win`, `lose` or `draw` for the player to move, where a rule has ended the game; `None` while play goes on.
    pub fn ended(&self, who: Player, position: &str) -> Result<Option<&'static str>> {
        self.game.ended(who, position)
    }

    /// True if points decide who wins.
    pub fn by_points(&self) -> bool {
        self.game.by_points()
    }

    /// In a game of points, what the move from one position to another wins and whether its player moves again; `None` in other games.
    pub fn gain(&self, from: &str, to: &str) -> Result<Option<(u32, bool)>> {
        self.game.gain(from, to)
    }

    /// Who wins, and every winning move.
    ///
    /// A theorem answers at any size where the game has one. Without one, large heaps are answered by a proof that is found on the
    /// spot where the rules are linear arithmetic; everything else is searched, within the limits.
    ///
    /// ```
    /// use bouton_engine::{Budget, SolveQuestion, Workbench};
    /// let nim = Workbench::named("nim").unwrap();
    /// let answer = nim.solve("3,4,5", SolveQuestion::default(), &Budget::unlimited()).unwrap();
    /// assert_eq!((answer.outcome.as_str(), answer.winning_moves.as_slice()), ("N", &["1,4,5".to_string()][..]));
    /// ```
    pub fn solve(
        &self,
        position: &str,
        question: SolveQuestion,
        budget: &Budget,
    ) -> Result<SolveReport> {
        let play = question.play;
        if let Some(kind) = self.game.other_kind()
            && (play == Play::Misere || question.to_move.is_some())
        {
            return Err(Error::input(format!(
                "{} is {kind}; leave out --misere and --to-move",
                self.name
            )));
        }
        if (question.digits.is_some() || question.moments) && self.game.other_kind().is_none() {
            return Err(Error::input(format!(
                "{} has no chance in it, so there is no expectation; leave out --digits and --moments",
                self.name
            )));
        }
        let shown = self.game.show(position)?;
        let mut solved = match self.by_proof(&shown, play, budget)? {
            Some(solved) => solved,
            None => self.game.solve(&shown, question, budget)?,
        };
        if question.outcome_only && self.game.other_kind().is_none() {
            solved = Solved {
                winning: Vec::new(),
                drawing: Vec::new(),
                best: Vec::new(),
                complete: false,
                unlisted: None,
                by_player: None,
                drawing_by_player: None,
                ..solved
            };
        } else if !solved.complete && solved.winning.is_empty() && solved.drawing.is_empty() {
            solved.unlisted.get_or_insert_with(|| {
                "who wins is known without them, and there are too many moves to try".to_string()
            });
        }
        let outcome = match (question.to_move, solved.outcome.as_str()) {
            (Some(_), "N") => "win".to_string(),
            (Some(_), "P") => "lose".to_string(),
            (Some(_), "D") => "draw".to_string(),
            (_, o) => o.to_string(),
        };
        let each = |moves: Option<[Vec<String>; 2]>| match moves {
            Some([l, r]) => [Some(l), Some(r)],
            None => [None, None],
        };
        let [left, right] = each(solved.by_player);
        let [draws_left, draws_right] = each(solved.drawing_by_player);
        Ok(SolveReport {
            game: self.name.clone(),
            position: shown,
            play: if play == Play::Misere {
                "misere"
            } else {
                "normal"
            },
            outcome,
            grundy: solved.grundy,
            value: solved.value,
            remoteness: solved.remoteness,
            score: solved.score,
            winning_moves: solved.winning,
            drawing_moves: solved.drawing,
            best_moves: solved.best,
            complete: solved.complete,
            unlisted: solved.unlisted,
            winning_moves_left: left,
            winning_moves_right: right,
            drawing_moves_left: draws_left,
            drawing_moves_right: draws_right,
            method: solved.method,
            beyond: solved.beyond,
        })
    }

    /// The canonical value of a position, in the notation of the calculator.
    ///
    /// Cost: the parts reachable from the position, up to symmetry and negation. Errors: play that need not end; a limit.
    ///
    /// ```
    /// use bouton_engine::{Budget, Workbench};
    /// let game = Workbench::named("toads-and-frogs").unwrap();
    /// let answer = game.value("TT.FF", false, &Budget::unlimited()).unwrap();
    /// assert_eq!(answer.value, "*");
    /// ```
    pub fn value(&self, position: &str, unicode: bool, budget: &Budget) -> Result<ValueReport> {
        let notation = if unicode {
            Notation::Unicode
        } else {
            Notation::Ascii
        };
        let valued = self.game.value(position, notation, budget)?;
        let [left_stop, right_stop] = valued.stops;
        Ok(ValueReport {
            game: self.name.clone(),
            position: self.game.show(position)?,
            value: valued.value,
            outcome: valued.outcome,
            mean: valued.mean,
            temperature: valued.temperature,
            left_stop,
            right_stop,
        })
    }

    /// For heaps too large to search: a proved theorem, if the rules give one. `None` where search will do.
    fn by_proof(&self, shown: &str, play: Play, budget: &Budget) -> Result<Option<Solved>> {
        if self.game.knows(shown, play) || !self.game.ends() || self.game.is_partizan() {
            return Ok(None);
        }
        let (Some(rules), Some(boxed)) = (&self.rules, &self.boxed) else {
            return Ok(None);
        };
        let heaps = Heaps::parse(shown)?;
        let small = heaps.small().is_some_and(|sizes| {
            let cells = match rules.sums {
                true => sizes.iter().map(|&s| s as f64 + 1.0).sum::<f64>(),
                false => sizes.iter().map(|&s| s as f64 + 1.0).product::<f64>(),
            };
            cells <= if rules.sums { 2e4 } else { 2e5 }
        });
        if small {
            return Ok(None);
        }
        crate::proof::solve(rules, boxed.as_ref(), &heaps, play, budget)
    }
}
