//! Where play begins, and whether a move is one, for whoever plays at a board.

use crate::limits::automata_limits;
use crate::workbench::Workbench;
use bouton_core::Budget;
use bouton_rules::{Error, Heaps, Player, Result};
use bouton_theory::Relations;

/// Boards that people play, where the first example of a game is a small one.
const OPENINGS: [(&str, &str); 25] = [
    ("amazons", "6x6"),
    ("anti-clobber", "4x5"),
    ("chomp", "6,6,6,6,6"),
    ("clobber", "5x6"),
    ("clobber-knights", "4x4"),
    ("col-grid", "5x5"),
    ("connect-four", "4x5"),
    ("cram", "6x6"),
    ("domineering", "8x8"),
    ("dots-and-boxes", "3x3"),
    ("fission", "....|.x..|..x.|...."),
    ("hackenbush", "l(r(l;e);e(l;r))"),
    ("hex", "7x7"),
    ("impartial-nogo", "5x5"),
    ("kayles-strip", "1111111|1111111"),
    ("konane", "6x6"),
    ("nimstring", "3x3"),
    ("nogo", "5x5"),
    ("northcott", "L....R.|.L..R..|..LR...|L.....R"),
    ("snort-grid", "5x5"),
    ("snort-stones", "4x4"),
    ("tic-tac-toe", "3x3"),
    ("toads-and-frogs", "ttt...fff"),
    ("toppling-dominoes", "lrelrrlelr"),
    ("wythoff", "13,18"),
];

impl Workbench {
    /// A position to begin a game from: a board that people play, or the first example in which Left has a move.
    pub fn opening(&self) -> Result<String> {
        let usual = OPENINGS.iter().find(|(name, _)| *name == self.name);
        let usual = usual.and_then(|(_, start)| self.show(start).ok());
        let examples = self.game.info().examples;
        let begins = |start: &&String| {
            let left = self.moves(Player::Left, start);
            left.is_ok_and(|moves| !moves.is_empty())
        };
        let first = || examples.iter().find(begins).or(examples.first()).cloned();
        usual.or_else(first).ok_or_else(|| {
            Error::input(format!(
                "{} has no example position; give one behind its name",
                self.name
            ))
        })
    }

    /// True if the rules say which positions are won, lost or drawn, so that play ends there.
    pub fn by_reaching(&self) -> bool {
        self.game.by_reaching()
    }

    /// Does one move of `who` lead from one position to the other? Where the moves are too many to list, rules in linear arithmetic
    /// decide it from the digits.
    ///
    /// ```
    /// use bouton_engine::{Budget, Player, Workbench};
    /// let nim = Workbench::named("nim").unwrap();
    /// let budget = Budget::unlimited();
    /// assert!(nim.is_move(Player::Left, "100000000000,5", "99999999999,5", &budget).unwrap());
    /// assert!(!nim.is_move(Player::Left, "100000000000,5", "4", &budget).unwrap());
    /// ```
    pub fn is_move(&self, who: Player, from: &str, to: &str, budget: &Budget) -> Result<bool> {
        let to = self.show(to)?;
        let too_many = match self.moves(who, from) {
            Err(e) if e.is_limit() => e,
            moves => return Ok(moves?.contains(&to)),
        };
        let relations = self.rules.as_deref().map(Relations::new);
        let Some(Ok(relations)) = relations else {
            return Err(too_many);
        };
        let found = bouton_theory::is_move(
            &relations,
            who,
            &Heaps::parse(from)?.0,
            &Heaps::parse(&to)?.0,
            &automata_limits(budget),
        );
        found.map_err(|_| too_many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_is_a_position_with_moves() {
        for (name, start) in OPENINGS {
            let bench = Workbench::named(name).unwrap();
            let moves = bench.moves(Player::Left, &bench.show(start).unwrap());
            assert!(!moves.unwrap().is_empty(), "{name} {start}");
        }
    }
}
