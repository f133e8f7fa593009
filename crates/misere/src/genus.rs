//! The genus of positions: the Grundy value, and the misère Grundy values beside copies of *2 (conway1976, chapter 12).

use crate::games::{Games, Id};
use crate::rules::{Breaking, checked_runs};
use bouton_core::{Budget, Error, Result};
use serde::Serialize;
use std::fmt;

/// A genus `g^abc…`: g is the Grundy value of normal play; a, b, c, … are the misère Grundy values of the position plus 0,
/// 1, 2, … copies of *2, written to the point from which the last two go on by turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Genus {
    /// The Grundy value.
    pub grundy: u32,
    /// The superscripts.
    pub misere: Vec<u32>,
}

impl Genus {
    /// True if the genus is that of a sum of Nim heaps: 0^120, 1^031, 0^02, 1^13, or g^g(g+2) with exclusive or for +.
    ///
    /// ```
    /// use bouton_misere::Genus;
    /// assert!(Genus { grundy: 2, misere: vec![2, 0] }.is_tame());
    /// assert!(!Genus { grundy: 1, misere: vec![4, 3, 1] }.is_tame());
    /// ```
    pub fn is_tame(&self) -> bool {
        match (self.grundy, &self.misere[..]) {
            (0, [1, 2, 0]) | (1, [0, 3, 1]) => true,
            (g, &[a, b]) => g == a && b == g ^ 2,
            _ => false,
        }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Terms one behind the other, or a list if one of them has two digits.
        let terms: Vec<String> = self.misere.iter().map(|m| m.to_string()).collect();
        match terms.iter().all(|t| t.len() == 1) {
            true => write!(f, "{}^{}", self.grundy, terms.concat()),
            false => write!(f, "{}^({})", self.grundy, terms.join(",")),
        }
    }
}

/// Genera of the positions of one game.
///
/// ```
/// use bouton_heap::HeapGame;
/// use bouton_misere::Genera;
/// let mut kayles = Genera::new("0.77".parse::<HeapGame>().unwrap(), 100_000);
/// let row: Vec<String> = (1..=5).map(|n| kayles.genus(&[n]).unwrap().to_string()).collect();
/// assert_eq!(row.join(" "), "1^031 2^20 3^31 1^031 4^146");
/// ```
pub struct Genera<R> {
    rules: R,
    games: Games,
    heaps: Vec<Id>,
}

impl<R: Breaking> Genera<R> {
    /// Genera of positions under `rules`, from at most `most` misère canonical forms.
    pub fn new(rules: R, most: usize) -> Self {
        Genera {
            rules,
            games: Games::new(most.max(1)),
            heaps: vec![0],
        }
    }

    /// The same, within a budget: each canonical form that is looked up counts as a position.
    pub fn within(mut self, budget: &Budget) -> Self {
        self.games.budget = budget.clone();
        self
    }

    /// The genus of a position of several heaps. Cost: the number of misère canonical forms of the positions below it.
    ///
    /// # Errors
    /// A limit error if too many canonical forms are needed; an input error if the rules let a heap grow.
    pub fn genus(&mut self, position: &[u32]) -> Result<Genus> {
        let largest = position.iter().copied().max().unwrap_or(0);
        while self.heaps.len() as u64 <= u64::from(largest) {
            self.next_heap()?;
        }
        let mut sum = 0;
        for &heap in position {
            sum = self.games.sum(sum, self.heaps[heap as usize])?;
        }
        Ok(Genus {
            grundy: self.games.grundy(sum),
            misere: self.games.genus(sum).terms().to_vec(),
        })
    }

    /// The genera of heaps 1 ..= `heaps`, as far as the limit allows, and the error that stopped them.
    pub fn sequence(&mut self, heaps: u32) -> (Vec<Genus>, Option<Error>) {
        let mut found = Vec::new();
        for heap in 1..=heaps {
            match self.genus(&[heap]) {
                Ok(genus) => found.push(genus),
                Err(e) => return (found, Some(e)),
            }
        }
        (found, None)
    }

    fn next_heap(&mut self) -> Result<()> {
        let heap = u32::try_from(self.heaps.len()).map_err(|_| Error::limit("too many heaps"))?;
        let mut moves: Vec<Vec<u32>> = Vec::new();
        for run in checked_runs(&self.rules, heap)? {
            run.expand(&mut |parts| moves.push(parts.to_vec()));
        }
        let mut options = Vec::with_capacity(moves.len());
        for parts in moves {
            let mut sum = 0;
            for part in parts {
                sum = self.games.sum(sum, self.heaps[part as usize])?;
            }
            options.push(sum);
        }
        let game = self.games.game(options)?;
        self.heaps.push(game);
        Ok(())
    }
}
