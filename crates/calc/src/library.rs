//! Positions in the calculator: `Position("domineering", "..|..")`.
//!
//! The calculator itself knows no game. Whoever makes it may give it a [`Library`], which opens rulesets by name; positions and
//! values pass between the two as texts.

use crate::error::Fault;
use crate::evaluate;
use crate::object::Object;
use crate::parse;
use crate::stores::Stores;
use bouton_rules::{Player, Result};
use bouton_value::misere::MisereGame;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

/// The misère form of a position is not looked for beyond so many positions.
const MAX_POSITIONS: usize = 200_000;

/// Where rulesets come from.
pub trait Library {
    /// The ruleset of a name such as `domineering`.
    fn open(&self, name: &str) -> Result<Rc<dyn Rules>>;
}

/// A ruleset.
pub trait Rules: fmt::Debug {
    /// The name that opens it again.
    fn name(&self) -> &str;

    /// A position in its normal form.
    fn position(&self, text: &str) -> Result<String>;

    /// The value of a position, in the notation of the calculator.
    fn value(&self, position: &str) -> Result<String>;

    /// L, R, N or P by a search for who wins, where the game has one that is quicker than the value.
    fn outcome(&self, _position: &str) -> Result<Option<String>> {
        Ok(None)
    }

    /// The positions that one move leads to: of one player, or of either in an impartial game.
    fn options(&self, player: Option<Player>, position: &str) -> Result<Vec<String>>;

    /// The values of the heaps 1, 2, …, n.
    fn sequence(&self, n: usize) -> Result<Vec<String>>;

    /// Period, n0 and saltus of the Grundy values, if those of the heaps up to n prove one.
    fn period(&self, n: usize) -> Result<Option<[u64; 3]>>;
}

/// A position of a ruleset.
#[derive(Clone, Debug)]
pub struct Position {
    /// Where it is played.
    pub rules: Rc<dyn Rules>,
    /// It, in its normal form.
    pub text: String,
}

impl From<bouton_rules::Error> for Fault {
    fn from(e: bouton_rules::Error) -> Fault {
        Fault {
            message: e.to_string(),
            limit: e.is_limit(),
        }
    }
}

/// Opens a ruleset.
pub(crate) fn open(store: &Stores, name: &str) -> std::result::Result<Rc<dyn Rules>, Fault> {
    match &store.library {
        Some(library) => Ok(library.open(name)?),
        None => Err(format!("this calculator has no rulesets, so it cannot open `{name}`").into()),
    }
}

/// A position as its value; anything else as it is.
pub(crate) fn valued(store: &mut Stores, o: Object) -> std::result::Result<Object, Fault> {
    match &o {
        Object::Position(p) => read(store, &p.rules.value(&p.text)?),
        _ => Ok(o),
    }
}

/// A value that a ruleset has written.
pub(crate) fn read(store: &mut Stores, text: &str) -> std::result::Result<Object, Fault> {
    let fault = |e: crate::Error| Fault {
        message: e.message,
        limit: e.limit,
    };
    let trees = parse::parse(text).map_err(fault)?;
    let tree = trees.last().ok_or("a position has no value")?;
    evaluate::evaluate(store, &mut HashMap::new(), tree).map_err(fault)
}

impl Position {
    /// As it prints: so that it reads back.
    pub(crate) fn show(&self) -> String {
        format!("Position(\"{}\",\"{}\")", self.rules.name(), self.text)
    }

    /// The positions that one move leads to.
    pub(crate) fn options(&self, player: Option<Player>) -> std::result::Result<Object, Fault> {
        let options = self.rules.options(player, &self.text)?.into_iter();
        let positions = options.map(|text| {
            Object::Position(Rc::new(Position {
                rules: self.rules.clone(),
                text,
            }))
        });
        Object::set(positions.collect())
    }

    /// The misère canonical form, from those of everything that play can reach.
    pub(crate) fn misere(&self, store: &mut Stores) -> std::result::Result<MisereGame, Fault> {
        let mut forms: HashMap<String, Option<MisereGame>> = HashMap::new();
        let mut open = vec![(self.text.clone(), false)];
        let mut options: HashMap<String, Vec<String>> = HashMap::new();
        while let Some((text, seen)) = open.pop() {
            if !seen {
                match forms.get(&text) {
                    Some(Some(_)) => continue,
                    Some(None) => {
                        return Err(
                            "play can come back to a position, so it has no misère form".into()
                        );
                    }
                    None => {}
                }
                if forms.len() >= MAX_POSITIONS {
                    return Err(Fault {
                        message: format!(
                            "misère forms are looked for below at most {MAX_POSITIONS} positions"
                        ),
                        limit: true,
                    });
                }
                store.watch.look()?;
                let next = self.rules.options(None, &text)?;
                forms.insert(text.clone(), None);
                open.push((text.clone(), true));
                open.extend(
                    next.iter()
                        .filter(|t| !matches!(forms.get(*t), Some(Some(_))))
                        .map(|t| (t.clone(), false)),
                );
                options.insert(text, next);
                continue;
            }
            let next = options.remove(&text).unwrap_or_default();
            let list: Vec<MisereGame> = next
                .iter()
                .filter_map(|t| forms.get(t).copied().flatten())
                .collect();
            let form = store.misere.game(&list)?;
            forms.insert(text, Some(form));
        }
        forms
            .get(&self.text)
            .copied()
            .flatten()
            .ok_or_else(|| "the position has no misère form".into())
    }
}
