//! Where a reader is: the game, the position, whose turn it is, and the moves before. All of it stands in the address.

use crate::error::Failure;
use crate::layout::encoded;
use bouton_engine::{Play, Player, Workbench};
use serde::Deserialize;

/// Most positions of a history that an address may hold.
const LONGEST: usize = 400;

/// The question part of an address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Place {
    /// A name, code, variant or sum.
    pub game: String,
    /// The text of a rule file, in place of a name.
    pub rules: String,
    pub position: String,
    /// `left` or `right`.
    pub who: String,
    pub misere: String,
    /// The positions before this one with the player who moved, `lPOSITION` or `rPOSITION`, separated by `~`.
    pub before: String,
    /// Positions that were taken back, the next one last, in the same form.
    pub after: String,
    /// The side that Bouton plays: `left`, `right`, or nothing.
    pub bot: String,
}

impl Place {
    /// The game of this place.
    pub fn open(&self) -> Result<Workbench, Failure> {
        match (self.game.trim(), self.rules.trim()) {
            ("", "") => Err(Failure::bad(
                "the address names no game; choose one from the list",
            )),
            (_, rules) if !rules.is_empty() => Ok(Workbench::from_rules(rules, "your rules")?),
            (game, _) => Ok(Workbench::composed(game, &Workbench::named)?),
        }
    }

    pub fn who(&self) -> Player {
        match self.who.as_str() {
            "right" => Player::Right,
            _ => Player::Left,
        }
    }

    pub fn play(&self) -> Play {
        match self.misere.is_empty() {
            true => Play::Normal,
            false => Play::Misere,
        }
    }

    /// The place after a move.
    pub fn after_move(&self, to: &str, again: bool) -> Place {
        let step = format!("{}{}", letter(self.who()), self.position);
        let mut before: Vec<&str> = self.steps(&self.before).collect();
        before.push(&step);
        let from = before.len().saturating_sub(LONGEST);
        let next = if again {
            self.who()
        } else {
            self.who().other()
        };
        Place {
            position: to.to_string(),
            who: name(next).to_string(),
            before: before[from..].join("~"),
            after: String::new(),
            ..self.clone()
        }
    }

    fn steps<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> + use<'a> {
        text.split('~').filter(|step| !step.is_empty())
    }

    /// Every place of the game so far, the first one first, this one last.
    pub fn course(&self) -> Vec<Place> {
        let steps: Vec<&str> = self.steps(&self.before).collect();
        let mut course: Vec<Place> = Vec::new();
        for (i, step) in steps.iter().enumerate() {
            let (who, position) = step.split_at(1.min(step.len()));
            course.push(Place {
                position: position.to_string(),
                who: if who == "r" { "right" } else { "left" }.to_string(),
                before: steps[..i].join("~"),
                after: String::new(),
                ..self.clone()
            });
        }
        course.push(self.clone());
        course
    }

    /// The place before the last move.
    pub fn undone(&self) -> Option<Place> {
        let mut course = self.course();
        course.pop();
        let mut back = course.pop()?;
        let here = format!("{}{}", letter(self.who()), self.position);
        let mut after: Vec<&str> = self.steps(&self.after).collect();
        after.push(&here);
        back.after = after.join("~");
        Some(back)
    }

    /// The place after the move that was taken back last.
    pub fn redone(&self) -> Option<Place> {
        let mut after: Vec<&str> = self.steps(&self.after).collect();
        let next = after.pop()?;
        let (who, position) = next.split_at(1.min(next.len()));
        let mut place = self.after_move(position, false);
        place.who = if who == "r" { "right" } else { "left" }.to_string();
        place.after = after.join("~");
        Some(place)
    }

    /// The question part of the address of this place.
    pub fn query(&self) -> String {
        let parts = [
            ("game", &self.game),
            ("rules", &self.rules),
            ("position", &self.position),
            ("who", &self.who),
            ("misere", &self.misere),
            ("before", &self.before),
            ("after", &self.after),
            ("bot", &self.bot),
        ];
        let parts = parts.iter().filter(|(_, value)| !value.is_empty());
        let parts: Vec<String> = parts.map(|(k, v)| format!("{k}={}", encoded(v))).collect();
        parts.join("&")
    }

    pub fn address(&self) -> String {
        format!("/play?{}", self.query())
    }
}

fn letter(who: Player) -> char {
    match who {
        Player::Left => 'l',
        Player::Right => 'r',
    }
}

pub fn name(who: Player) -> &'static str {
    match who {
        Player::Left => "left",
        Player::Right => "right",
    }
}
