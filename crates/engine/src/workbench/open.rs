//! How a game is opened: by name, by code, or from the text of a rule file.

use super::Workbench;
use crate::game::{
    Alone, Coded, Game, LoopyImpartial, LoopyPartizan, LoopyReaching, Points, Reaching,
    ShortImpartial,
};
use crate::process::{Chanced, Lone};
use crate::report::GameLine;
use bouton_core::Budget;
use bouton_games::Visitor;
use bouton_heap::HeapGame;
use bouton_rulefile::{
    self as rulefile, CellRules, LoopyCellGame, LoopyHeapGame, LoopyPartizanCellGame,
    LoopyPartizanHeapGame, PartizanHeapGame, RuleFile, ShortCellGame, ShortPartizanCellGame,
};
use bouton_rules::{Boxed, Decided, Error, HeapRules, Impartial, Partizan, Result, Scoring, Short};
use std::sync::Arc;

/// Takes the game that a visit shows.
#[derive(Default)]
struct Taker {
    game: Option<Box<dyn Game>>,
}

impl Visitor for Taker {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        self.game = Some(Box::new(ShortImpartial::new(game)));
    }

    fn family<G: Impartial + Short>(
        &mut self,
        _: &str,
        default: &str,
        build: fn(&str) -> Result<G>,
    ) {
        self.game = build(default)
            .ok()
            .map(|g| Box::new(ShortImpartial::new(g)) as Box<dyn Game>);
    }

    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        self.game = Some(Box::new(Alone::new(game)));
    }

    fn loopy<G: Impartial>(&mut self, game: G) {
        self.game = Some(Box::new(LoopyImpartial(game)));
    }

    fn loopy_partizan<G: Partizan>(&mut self, game: G) {
        self.game = Some(Box::new(LoopyPartizan(game)));
    }

    fn scoring<G: Scoring + Short>(&mut self, game: G) {
        self.game = Some(Box::new(Points(game)));
    }

    fn decided<G: Partizan + Decided + Short>(&mut self, game: G) {
        self.game = Some(Box::new(Reaching(game)));
    }
}

/// Lists what a visit shows.
#[derive(Default)]
struct Lister {
    lines: Vec<GameLine>,
}

impl Lister {
    fn add(&mut self, name: String, rules: String) {
        self.lines.push(GameLine {
            name,
            rules,
            form: "compiled".to_string(),
        });
    }
}

impl Visitor for Lister {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        let info = game.info();
        self.add(info.name, info.rules);
    }

    fn family<G: Impartial + Short>(
        &mut self,
        name: &str,
        default: &str,
        build: fn(&str) -> Result<G>,
    ) {
        if let Ok(game) = build(default) {
            self.add(format!("{name}:{default}"), game.info().rules);
        }
    }

    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        let info = game.info();
        self.add(info.name, info.rules);
    }

    fn loopy<G: Impartial>(&mut self, game: G) {
        let info = game.info();
        self.add(info.name, info.rules);
    }

    fn loopy_partizan<G: Partizan>(&mut self, game: G) {
        let info = game.info();
        self.add(info.name, info.rules);
    }

    fn scoring<G: Scoring + Short>(&mut self, game: G) {
        let info = game.info();
        self.add(info.name, info.rules);
    }

    fn decided<G: Partizan + Decided + Short>(&mut self, game: G) {
        let info = game.info();
        self.add(info.name, info.rules);
    }
}

/// The code that has the moves of a game with this name, if there is one.
fn code_of(name: &str) -> Option<HeapGame> {
    let code = match name.split_once(':') {
        Some(("subtraction", set)) => format!("S{{{set}}}"),
        _ => name.to_string(),
    };
    code.parse().ok()
}

impl Workbench {
    /// Every game that is known by name, in alphabetical order.
    pub fn list() -> Vec<GameLine> {
        let mut lister = Lister::default();
        bouton_games::visit_all(&mut lister);
        let mut lines = lister.lines;
        for (name, text) in rulefile::builtins() {
            if let Some(line) = lines.iter_mut().find(|l| l.name == *name) {
                line.form = "compiled, rule file".to_string();
            } else if let Ok(file) = rulefile::read(text, name) {
                let (name, rules) = match file {
                    RuleFile::Heaps(rules) => (rules.name, rules.rules),
                    RuleFile::Cells(rules) => (rules.name().into(), rules.rules().into()),
                    RuleFile::Process(rules) => (rules.name().into(), rules.rules().into()),
                    RuleFile::Solo(solo) => {
                        let rules = solo.game().rules();
                        (rules.name().into(), rules.rules().into())
                    }
                };
                lines.push(GameLine {
                    name,
                    rules,
                    form: "rule file".to_string(),
                });
            }
        }
        lines.sort_by(|a, b| a.name.cmp(&b.name));
        lines
    }

    /// Opens a game by name (`nim`, `bounded-nim:3`) or code (`S{1,3,4}`).
    ///
    /// ```
    /// use bouton_engine::Workbench;
    /// assert_eq!(Workbench::named("wythoff").unwrap().info().name, "wythoff");
    /// assert!(Workbench::named("wyhtoff").is_err_and(|e| e.to_string().contains("wythoff")));
    /// ```
    pub fn named(name: &str) -> Result<Workbench> {
        let name = name.trim();
        if let Some(set) = name.strip_prefix("S{").and_then(|t| t.strip_suffix('}')) {
            return Workbench::named(&format!("subtraction:{set}"));
        }
        let mut taker = Taker::default();
        let found = bouton_games::find(name, &mut taker);
        let builtin = rulefile::builtin(name);
        match (taker.game, builtin) {
            (Some(game), None) => Ok(Workbench {
                code: code_of(name),
                ..Workbench::hidden(name, game)
            }),
            (Some(game), Some(text)) => {
                let mut bench = Workbench::from_rules(text, &format!("{name}.game"))?;
                bench.game = game;
                Ok(bench)
            }
            (None, Some(text)) => Workbench::from_rules(text, &format!("{name}.game")),
            (None, None) => {
                if let Ok(game) = name.parse::<HeapGame>() {
                    return Ok(Workbench {
                        code: Some(game.clone()),
                        ..Workbench::hidden(name, Box::new(Coded(game)))
                    });
                }
                found?;
                Err(Error::input(format!(
                    "there is no game called `{name}`; `bouton games` lists them"
                )))
            }
        }
    }

    /// A game of which no rules are known but what it answers.
    pub(crate) fn hidden(name: &str, game: Box<dyn Game>) -> Workbench {
        Workbench {
            name: name.to_string(),
            game,
            rules: None,
            boxed: None,
            cells: None,
            code: None,
        }
    }

    /// Opens a rule file; `filename` is its name in errors.
    pub fn from_rules(text: &str, filename: &str) -> Result<Workbench> {
        Workbench::from_rules_within(text, filename, &Budget::unlimited())
    }

    /// As [`Workbench::from_rules`], within the limits of a budget.
    pub fn from_rules_within(text: &str, filename: &str, budget: &Budget) -> Result<Workbench> {
        match rulefile::read_within(text, filename, budget)? {
            RuleFile::Heaps(rules) => Workbench::of(rules),
            RuleFile::Cells(rules) => Workbench::on_cells(rules),
            RuleFile::Process(rules) => {
                let name = rules.name().to_string();
                let game: Box<dyn Game> = match rules.has_goal() {
                    true => Box::new(Lone::on_counters(rules)),
                    false => Box::new(Chanced(Arc::new(rules))),
                };
                Ok(Workbench::hidden(&name, game))
            }
            RuleFile::Solo(solo) => {
                let name = solo.game().rules().name().to_string();
                Ok(Workbench::hidden(&name, Box::new(Lone::on_cells(solo))))
            }
        }
    }

    fn on_cells(rules: CellRules) -> Result<Workbench> {
        let rules = Arc::new(rules);
        let game: Box<dyn Game> = match (rules.is_partizan(), rules.ends()) {
            (_, true) if rules.has_goals() => {
                Box::new(Reaching(ShortPartizanCellGame::new(rules.clone())?))
            }
            (_, false) if rules.has_goals() => {
                Box::new(LoopyReaching(LoopyPartizanCellGame::new(rules.clone())?))
            }
            (false, true) => Box::new(ShortImpartial::new(ShortCellGame::new(rules.clone())?)),
            (true, true) => Box::new(Alone::new(ShortPartizanCellGame::new(rules.clone())?)),
            (false, false) => Box::new(LoopyImpartial(LoopyCellGame::new(rules.clone())?)),
            (true, false) => Box::new(LoopyPartizan(LoopyPartizanCellGame::new(rules.clone())?)),
        };
        Ok(Workbench {
            name: rules.name().to_string(),
            game,
            rules: None,
            boxed: None,
            cells: Some(rules),
            code: None,
        })
    }

    pub(crate) fn of(rules: HeapRules) -> Result<Workbench> {
        let rules = Arc::new(rules);
        let game: Box<dyn Game> = match (rules.is_partizan(), rules.is_short()) {
            (false, true) => Box::new(ShortImpartial::new(rulefile::HeapGame::new(rules.clone())?)),
            (true, true) => Box::new(Alone::new(PartizanHeapGame::new(rules.clone())?)),
            (false, false) => Box::new(LoopyImpartial(LoopyHeapGame::new(rules.clone())?)),
            (true, false) => Box::new(LoopyPartizan(LoopyPartizanHeapGame::new(rules.clone())?)),
        };
        let boxed: Option<Box<dyn Boxed>> = match (rules.is_partizan(), rules.rank.is_some()) {
            (false, true) => Some(Box::new(rulefile::HeapGame::new(rules.clone())?)),
            (true, true) => Some(Box::new(PartizanHeapGame::new(rules.clone())?)),
            _ => None,
        };
        Ok(Workbench {
            name: rules.name.clone(),
            game,
            rules: Some(rules),
            boxed,
            cells: None,
            code: None,
        })
    }

    /// A game of single heaps on exactly `heaps` of them, as one position with a rule file of its own; `None` if it has no such form.
    pub(crate) fn on_heaps(rules: &HeapRules, heaps: usize) -> Result<Option<Workbench>> {
        let Some(tuple) = rulefile::on_heaps(rules, heaps)? else {
            return Ok(None);
        };
        Workbench::of(tuple).map(Some)
    }
}
