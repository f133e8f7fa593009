//! Positions from which play must end, of a game that may go on for ever elsewhere: terms of sums.

use super::Game;
use bouton_rules::board::Scene;
use bouton_rules::{Error, Impartial, Info, Player, Rank, Result, Ruleset, Short};
use std::collections::HashMap;
use std::sync::Arc;

/// Positions below one that are looked at to see that play ends.
const MOST_POSITIONS: usize = 50_000;

/// An impartial game, with those of its positions from which play must end. A position is its text, so that this is compiled once.
#[derive(Clone)]
pub struct Ending(Arc<dyn Game>);

impl Ending {
    pub fn new(game: Arc<dyn Game>) -> Ending {
        Ending(game)
    }

    /// An error if play can come back to a position below this one.
    fn must_end(&self, pos: &str) -> Result<()> {
        // What is on the path from `pos` is open, what all play from ends is closed.
        let mut closed: HashMap<String, bool> = HashMap::new();
        let mut path = vec![(pos.to_string(), None::<Vec<String>>)];
        while let Some((at, left)) = path.last_mut() {
            let options = match left {
                Some(options) => options,
                None => {
                    closed.insert(at.clone(), false);
                    left.insert(self.0.moves(Player::Left, at)?)
                }
            };
            let Some(next) = options.pop() else {
                closed.insert(at.clone(), true);
                path.pop();
                continue;
            };
            match closed.get(&next) {
                Some(true) => {}
                Some(false) => {
                    return Err(Error::input(format!(
                        "{}: play from {pos} can come back to {next}, so it need not end, and sums are for positions from which it must",
                        self.0.info().name
                    )));
                }
                None if closed.len() >= MOST_POSITIONS => {
                    return Err(Error::limit(format!(
                        "unknown: {MOST_POSITIONS} positions below {pos} were looked at, and more would have to be to see that play ends"
                    )));
                }
                None => path.push((next, None)),
            }
        }
        Ok(())
    }
}

impl Ruleset for Ending {
    type Position = String;

    fn info(&self) -> Info {
        self.0.info()
    }

    fn parse(&self, text: &str) -> Result<String> {
        let pos = self.0.representative(text)?;
        self.must_end(&pos)?;
        Ok(pos)
    }

    fn show(&self, pos: &String) -> String {
        pos.clone()
    }

    fn draw(&self, pos: &String) -> Scene {
        self.0
            .draw(pos)
            .unwrap_or_else(|_| Scene::of_text(pos.clone()))
    }
}

impl Impartial for Ending {
    fn options(&self, pos: &String) -> Result<Vec<String>> {
        self.0.moves(Player::Left, pos)
    }
}

impl Short for Ending {
    /// The number of positions below: every move leaves fewer.
    fn rank(&self, pos: &String) -> Rank {
        let mut seen = std::collections::HashSet::new();
        let mut open = vec![pos.clone()];
        while let Some(at) = open.pop() {
            let moves = self.0.moves(Player::Left, &at).unwrap_or_default();
            open.extend(moves.into_iter().filter(|to| seen.insert(to.clone())));
        }
        vec![seen.len().into()]
    }
}
