//! Sums of different games: a position of each, side by side; a move is made in one of them.

use super::{AnyGame, AnyPosition};
use crate::board::Scene;
use crate::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short};
use std::ops::Range;

/// What stands between the games of a sum, and between the terms of a position.
const PLUS: &str = " + ";

/// The sum of several games. A position is a list of terms, one for each game in order; a part of it is a list of one.
///
/// Terms are written as their games write them, with ` + ` between them.
#[derive(Clone)]
pub struct Sum {
    first: AnyGame,
    others: Vec<AnyGame>,
}

impl Sum {
    /// The sum of a game and others.
    pub fn of(first: AnyGame, others: Vec<AnyGame>) -> Sum {
        Sum { first, others }
    }

    /// True if all games are known to be impartial: then so is the sum.
    pub fn is_impartial(&self) -> bool {
        self.games().all(AnyGame::is_impartial)
    }

    /// The size of a term of a position, in the unit of its game.
    pub fn size_of_term(&self, term: &AnyPosition) -> usize {
        self.rules().size(term)
    }

    fn games(&self) -> impl Iterator<Item = &AnyGame> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Answers for any term: positions carry their rules.
    fn rules(&self) -> &AnyGame {
        &self.first
    }
}

impl Ruleset for Sum {
    type Position = Vec<AnyPosition>;

    fn info(&self) -> Info {
        let infos: Vec<Info> = self.games().map(AnyGame::info).collect();
        let joined = |of: fn(&Info) -> String, between: &str| {
            infos.iter().map(of).collect::<Vec<_>>().join(between)
        };
        let rules = joined(|info| format!("{}: {}", info.name, info.rules), " ");
        Info {
            name: joined(|info| info.name.clone(), PLUS),
            rules: format!("Games side by side; a move is made in one of them. {rules}"),
            notation: joined(|info| info.notation.clone(), "; then ` + ` and "),
            theorem: None,
            source: None,
            examples: vec![joined(
                |info| info.examples.first().cloned().unwrap_or_default(),
                PLUS,
            )],
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<AnyPosition>> {
        let terms: Vec<&str> = text.split('+').map(str::trim).collect();
        if terms.len() != self.games().count() {
            return Err(Error::input(format!(
                "the sum has {} terms, but `{}` has {}; write one position a game, as in `{}`",
                self.games().count(),
                crate::heaps::shorten(text),
                terms.len(),
                self.info().examples.concat()
            )));
        }
        self.games()
            .zip(terms)
            .map(|(game, term)| game.parse(term).map_err(|e| e.at(&game.info().name)))
            .collect()
    }

    fn show(&self, pos: &Vec<AnyPosition>) -> String {
        let terms: Vec<String> = pos.iter().map(|term| self.rules().show(term)).collect();
        terms.join(PLUS)
    }

    fn split(&self, pos: &Vec<AnyPosition>) -> Vec<Vec<AnyPosition>> {
        let parts = pos.iter().flat_map(|term| self.rules().split(term));
        parts.map(|part| vec![part]).collect()
    }

    fn join(&self, parts: &[Vec<AnyPosition>]) -> Option<Vec<AnyPosition>> {
        Some(parts.concat())
    }

    fn size(&self, pos: &Vec<AnyPosition>) -> usize {
        let sizes = pos.iter().map(|term| self.rules().size(term));
        sizes.fold(0, usize::saturating_add)
    }

    fn owned_bytes(&self, pos: &Vec<AnyPosition>) -> usize {
        let terms = pos.iter().map(|term| self.rules().owned_bytes(term));
        pos.capacity() * size_of::<AnyPosition>() + terms.sum::<usize>()
    }

    fn canon(&self, pos: Vec<AnyPosition>) -> Vec<AnyPosition> {
        let terms = pos.into_iter().map(|term| self.rules().canon(term));
        terms.collect()
    }

    fn canon_part(&self, part: Vec<AnyPosition>) -> Vec<AnyPosition> {
        let terms = part.into_iter().map(|term| self.rules().canon_part(term));
        terms.collect()
    }

    fn draw(&self, pos: &Vec<AnyPosition>) -> Scene {
        match pos.as_slice() {
            [one] => self.rules().draw(one),
            _ => Scene::of_text(self.show(pos)),
        }
    }
}

impl Partizan for Sum {
    fn moves(&self, who: Player, pos: &Vec<AnyPosition>) -> Result<Vec<Vec<AnyPosition>>> {
        let mut out = Vec::new();
        for (i, term) in pos.iter().enumerate() {
            for next in self.rules().moves(who, term)? {
                let mut moved = pos.clone();
                moved[i] = next;
                out.push(moved);
            }
        }
        Ok(out)
    }

    fn canon_signed(&self, pos: Vec<AnyPosition>) -> (Vec<AnyPosition>, bool) {
        match <[AnyPosition; 1]>::try_from(pos) {
            Ok([one]) => {
                let (one, negative) = self.rules().canon_signed(one);
                (vec![one], negative)
            }
            Err(pos) => (self.canon(pos), false),
        }
    }

    fn mobility(&self, pos: &Vec<AnyPosition>) -> i64 {
        let terms = pos.iter().map(|term| self.rules().mobility(term));
        terms.fold(0, i64::saturating_add)
    }

    fn effort(&self, pos: &Vec<AnyPosition>) -> i64 {
        let terms = pos.iter().map(|term| self.rules().effort(term));
        terms.fold(0, i64::saturating_add)
    }

    fn twin_canon(&self, part: Vec<AnyPosition>) -> Vec<AnyPosition> {
        let terms = part.into_iter().map(|term| self.rules().twin_canon(term));
        terms.collect()
    }

    fn exact_size(&self, pos: &Vec<AnyPosition>) -> usize {
        match pos.as_slice() {
            [one] => self.rules().exact_size(one),
            _ => 0,
        }
    }

    fn layers(&self, pos: &Vec<AnyPosition>, from: Player) -> usize {
        match pos.as_slice() {
            [one] => self.rules().layers(one, from),
            _ => 0,
        }
    }

    fn slice(
        &self,
        pos: &Vec<AnyPosition>,
        from: Player,
        layers: Range<usize>,
    ) -> Vec<AnyPosition> {
        let terms = pos.iter();
        terms
            .map(|term| self.rules().slice(term, from, layers.clone()))
            .collect()
    }

    fn integer(&self, pos: &Vec<AnyPosition>) -> Option<i64> {
        pos.iter().try_fold(0i64, |sum, term| {
            sum.checked_add(self.rules().integer(term)?)
        })
    }
}

impl Short for Sum {
    /// The ranks of the terms, one behind the other: a move lowers its term's and leaves those before it alone. This wants
    /// ranks that have the same length all through a game, as those of every ruleset here have.
    fn rank(&self, pos: &Vec<AnyPosition>) -> Rank {
        pos.iter()
            .flat_map(|term| self.rules().rank(term))
            .collect()
    }
}
