//! The rules of any game as a tablebase needs them: positions are texts, with the player to move where that matters.

use super::{Open, TableQuestion, title_of};
use crate::workbench::Workbench;
use bouton_core::{Error, Play, Player, Result};
use bouton_tablebase::{End, Rules, Title};

/// A game seen through its texts.
pub(super) struct TextRules {
    bench: Workbench,
    start: String,
    title: Title,
    play: Play,
}

/// A position: its text in normal form, and who moves (Left where it does not matter).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Turn {
    text: Box<str>,
    mover: Player,
}

impl TextRules {
    pub(super) fn new(question: &TableQuestion, open: Open) -> Result<TextRules> {
        let bench = open(&question.game)?;
        if bench.by_points() {
            return Err(Error::input(format!(
                "{} is won by points, and a tablebase holds wins, losses and draws",
                question.game
            )));
        }
        let Some(position) = &question.position else {
            let example = bench.info().examples.into_iter().next().unwrap_or_default();
            return Err(Error::input(format!(
                "{} has no numbering of its own: give the position to start from, such as `bouton tablebase build {} '{example}'`",
                question.game, question.game
            )));
        };
        let start = bench.game.representative(position)?;
        let rules = bench.info().rule_file.unwrap_or_default();
        let title = title_of(question, &start, &rules);
        Ok(TextRules {
            bench,
            start,
            title,
            play: question.play,
        })
    }

    pub(super) fn text(&self) -> &str {
        &self.title.rules
    }

    pub(super) fn is_partizan(&self) -> bool {
        self.bench.is_partizan()
    }

    fn turn(&self, text: String, mover: Player) -> Turn {
        Turn {
            text: text.into(),
            mover: if self.is_partizan() {
                mover
            } else {
                Player::Left
            },
        }
    }
}

impl Rules for TextRules {
    type Position = Turn;

    fn title(&self) -> Title {
        self.title.clone()
    }

    fn starts(&self) -> Result<Vec<Turn>> {
        let both = Player::BOTH
            .into_iter()
            .take(1 + usize::from(self.is_partizan()));
        Ok(both.map(|who| self.turn(self.start.clone(), who)).collect())
    }

    fn parse(&self, text: &str, to_move: Player) -> Result<Turn> {
        Ok(self.turn(self.bench.game.representative(text)?, to_move))
    }

    fn show(&self, pos: &Turn, _to_move: Player) -> String {
        pos.text.to_string()
    }

    fn key(&self, pos: &Turn) -> String {
        match self.is_partizan() {
            true => format!("{} {}", pos.text, pos.mover.name()),
            false => pos.text.to_string(),
        }
    }

    fn unkey(&self, key: &str) -> Result<Turn> {
        if !self.is_partizan() {
            return Ok(self.turn(key.to_string(), Player::Left));
        }
        let found = Player::BOTH.into_iter().find_map(|who| {
            let text = key.strip_suffix(who.name())?.strip_suffix(' ')?;
            Some(self.turn(text.to_string(), who))
        });
        found.ok_or_else(|| Error::input(format!("`{key}` does not say who moves")))
    }

    fn mover(&self, pos: &Turn) -> Option<Player> {
        self.is_partizan().then_some(pos.mover)
    }

    fn end(&self, pos: &Turn) -> Option<End> {
        match self.bench.ended(pos.mover, &pos.text).ok().flatten()? {
            "win" => Some(End::Win),
            "lose" => Some(End::Lose),
            _ => Some(End::Tie),
        }
    }

    fn stuck(&self, _pos: &Turn) -> End {
        match self.play {
            Play::Normal => End::Lose,
            Play::Misere => End::Win,
        }
    }

    fn moves(&self, pos: &Turn, out: &mut Vec<Turn>) -> Result<()> {
        let options = self.bench.game.representatives(pos.mover, &pos.text)?;
        out.extend(
            options
                .into_iter()
                .map(|text| self.turn(text, pos.mover.other())),
        );
        Ok(())
    }
}
