//! Games made of games by name: `impartial GAME`, `dicotic GAME`, and sums `GAME + GAME`.

use crate::game::{Alone, Game, ImpartialSum, PartizanSum, ShortImpartial, ShortPartizan};
use crate::workbench::Workbench;
use bouton_rules::{AnyGame, Dicotic, Error, ImpartialTwin, Result};
use bouton_solve::numbered::Term;

/// What makes another game of a game: the word in front of its name, and what the word does.
type Variant = (&'static str, fn(AnyGame) -> Box<dyn Game>);

const VARIANTS: [Variant; 2] = [
    ("impartial", |game| {
        Box::new(ShortImpartial::new(ImpartialTwin(game)))
    }),
    ("dicotic", |game| Box::new(Alone::new(Dicotic(game)))),
];

impl Workbench {
    /// Opens a game, a variant of one, or a sum of several; `open` opens the games in it.
    ///
    /// `impartial GAME` gives both players all moves, `dicotic GAME` ends as soon as one of them has none, and `GAME + GAME`
    /// puts games side by side, with ` + ` between the terms of a position too. Errors: those of `open`; a game whose play
    /// need not end.
    ///
    /// ```
    /// use bouton_engine::{Budget, Play, Workbench};
    /// let sum = Workbench::composed("clobber + impartial domineering", &Workbench::named).unwrap();
    /// let answer = sum.value("xo + ..|..", false, &Budget::unlimited()).unwrap();
    /// assert_eq!(answer.value, "*");
    /// ```
    pub fn composed(text: &str, open: &dyn Fn(&str) -> Result<Workbench>) -> Result<Workbench> {
        let mut terms = text.split(" + ");
        let (Some(first), Some(second)) = (terms.next(), terms.next()) else {
            return variant(text.trim(), open);
        };
        let term = |name: &str| variant(name.trim(), open)?.game.term();
        let first = term(first)?;
        let others: Result<Vec<Term>> = std::iter::once(second).chain(terms).map(term).collect();
        let others = others?;
        let all = std::iter::once(&first).chain(&others);
        let game: Box<dyn Game> = match all.clone().all(|term| term.game().is_impartial()) {
            true => Box::new(ImpartialSum::new(first, others)),
            false => Box::new(ShortPartizan(PartizanSum::new(first, others))),
        };
        Ok(Workbench::hidden(text.trim(), game))
    }
}

fn variant(text: &str, open: &dyn Fn(&str) -> Result<Workbench>) -> Result<Workbench> {
    let Some((word, name)) = text.split_once(' ') else {
        return open(text);
    };
    match VARIANTS.iter().find(|(known, _)| *known == word) {
        Some((_, make)) => {
            let game = open(name.trim())?.game.term()?.game().clone();
            Ok(Workbench::hidden(text, make(game)))
        }
        None => open(text).map_err(|e| match e.is_limit() {
            true => e,
            false => Error::input(format!(
                "{e}; variants are written `impartial GAME`, `dicotic GAME`, `GAME + GAME`"
            )),
        }),
    }
}
