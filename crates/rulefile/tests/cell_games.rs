//! Rule files on cells, words and graphs against the games compiled from the same rules, move by move and value by value.

use bouton_games::Visitor;
use bouton_rulefile::{
    CellRules, Level, RuleFile, ShortCellGame, ShortPartizanCellGame, builtins, read,
};
use bouton_rules::{Impartial, Partizan, Player, Result, Short, laws};
use bouton_solve::{Budget, GameValues, Limits};
use bouton_value::Store;
use std::collections::BTreeSet;
use std::sync::Arc;

fn shipped() -> Vec<Arc<CellRules>> {
    let cells = |(name, text): &(&str, &str)| match read(text, name) {
        // Games won by reaching something have tests of their own.
        Ok(RuleFile::Cells(rules)) if rules.has_goals() => None,
        Ok(RuleFile::Cells(rules)) => Some(Arc::new(rules)),
        Ok(_) => None,
        Err(e) => panic!("{e}"),
    };
    builtins().iter().filter_map(cells).collect()
}

/// Every filling of every rectangle with at most `area` cells, rows separated by `|`; for words every word.
fn boards(rules: &CellRules, area: usize) -> Vec<String> {
    let letters = rules.letters();
    let mut all = Vec::new();
    for rows in 1..=area {
        for cols in 1..=area / rows {
            if rules.level() == Level::Words && rows > 1 {
                continue;
            }
            for code in 0..letters.len().pow((rows * cols) as u32) {
                let mut rest = code;
                let mut text = String::new();
                for i in 0..rows * cols {
                    if i > 0 && i % cols == 0 {
                        text.push('|');
                    }
                    text.push(letters[rest % letters.len()]);
                    rest /= letters.len();
                }
                all.push(text);
            }
        }
    }
    all
}

/// Compares a rule file with the compiled game that a visit shows.
struct Twin {
    rules: Arc<CellRules>,
    boards: usize,
    moves: usize,
    values: usize,
}

impl Twin {
    /// The compiled game may write letters in the other case, and no letters as nothing.
    fn spelled(&self, text: String) -> String {
        let letter = |c: char| {
            let other = if c.is_lowercase() {
                c.to_ascii_uppercase()
            } else {
                c.to_ascii_lowercase()
            };
            let swap = !self.rules.letters().contains(&c) && self.rules.letters().contains(&other);
            if swap { other } else { c }
        };
        if text.is_empty() {
            "()".to_string()
        } else {
            text.chars().map(letter).collect()
        }
    }

    fn compare<A: Partizan, B: Partizan>(&mut self, file: &A, compiled: &B) {
        let name = file.info().name;
        let mut texts = boards(
            &self.rules,
            if self.rules.letters().len() > 3 { 5 } else { 6 },
        );
        texts.extend(compiled.info().examples);
        for text in texts {
            let Ok(theirs) = compiled.parse(&text) else {
                continue;
            };
            let text = self.spelled(compiled.show(&theirs));
            let ours = file.parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
            self.boards += 1;
            for who in Player::BOTH {
                let listed: BTreeSet<String> = file
                    .moves(who, &ours)
                    .unwrap()
                    .iter()
                    .map(|p| file.show(p))
                    .collect();
                let expected: BTreeSet<String> = compiled
                    .moves(who, &theirs)
                    .unwrap()
                    .iter()
                    .map(|p| self.spelled(compiled.show(p)))
                    .collect();
                assert_eq!(listed, expected, "{name}: {} moves {text}", who.name());
                self.moves += listed.len();
            }
        }
    }

    /// Values by parts and symmetries against the compiled game's.
    fn values<A: Partizan + Short, B: Partizan + Short>(&mut self, file: &A, compiled: &B) {
        let mut store = Store::new();
        let budget = Budget::new(&Limits::default());
        let (mut ours, mut theirs) = (
            GameValues::new(file.clone()),
            GameValues::new(compiled.clone()),
        );
        let mut texts = boards(&self.rules, 6);
        let step = texts.len() / 400 + 1;
        texts = texts.into_iter().step_by(step).collect();
        texts.extend(compiled.info().examples);
        for text in texts {
            let (Ok(a), Ok(b)) = (file.parse(&text), compiled.parse(&text)) else {
                continue;
            };
            let a = ours.value(&a, &mut store, &budget).unwrap();
            let b = theirs.value(&b, &mut store, &budget).unwrap();
            assert_eq!(a, b, "{}: {text}", file.info().name);
            self.values += 1;
        }
    }
}

impl Visitor for &mut Twin {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        let file = ShortCellGame::new(self.rules.clone()).unwrap();
        self.compare(&file, &game);
        self.values(&file, &game);
    }

    fn family<G: Impartial + Short>(&mut self, _: &str, _: &str, _: fn(&str) -> Result<G>) {}

    fn partizan<G: Partizan + Short>(&mut self, game: G) {
        let file = ShortPartizanCellGame::new(self.rules.clone()).unwrap();
        self.compare(&file, &game);
        self.values(&file, &game);
    }

    fn loopy<G: Impartial>(&mut self, _: G) {}

    fn loopy_partizan<G: Partizan>(&mut self, _: G) {}
}

#[test]
fn files_are_the_compiled_games_of_the_same_name() {
    let mut twins = 0;
    for rules in shipped() {
        let mut twin = Twin {
            rules: rules.clone(),
            boards: 0,
            moves: 0,
            values: 0,
        };
        if bouton_games::find(rules.name(), &mut &mut twin).is_err() {
            continue;
        }
        twins += 1;
        println!(
            "{}: {} boards, {} moves, {} values",
            rules.name(),
            twin.boards,
            twin.moves,
            twin.values
        );
        assert!(
            twin.boards > 50 && twin.moves > 50 && twin.values > 50,
            "{}",
            rules.name()
        );
    }
    assert!(twins >= 11, "{twins}");
}

#[test]
fn shipped_files_keep_the_laws() {
    let mut seen = 0;
    for rules in shipped() {
        let name = rules.name().to_string();
        if ["mu-torere", "pong-hau-ki"].contains(&name.as_str()) {
            // Play may go on for ever; the values have a test of their own.
            assert!(!rules.ends());
            continue;
        }
        assert!(rules.ends(), "{name}: {:?}", rules.endless());
        assert!(!rules.rules().is_empty(), "{name}");
        let found = if rules.is_partizan() {
            laws::partizan(&ShortPartizanCellGame::new(rules).unwrap(), 60_000)
        } else {
            laws::impartial(&ShortCellGame::new(rules).unwrap(), 60_000)
        };
        let positions = found.unwrap();
        println!("{name}: {positions} positions");
        seen += 1;
    }
    assert!(seen >= 16);
}
