//! Sums of games: each term keeps its theorem and its own search.

use super::short::{Parted, ShortImpartial, nimber_of};
use super::{Kind, SolveQuestion, Solved, Valued, shown, unique};
use crate::report::Entry;
use bouton_rules::{AnyPosition, Error, ImpartialTwin, Nat, Play, Result, Ruleset, Sum};
use bouton_solve::numbered::{NumberedSum, Term};
use bouton_solve::{Budget, NimberSum, PartizanAnswer, partizan_outcome};
use bouton_value::Notation;

fn rules_of(first: &Term, others: &[Term]) -> Sum {
    let others = others.iter().map(|term| term.game().clone());
    Sum::of(first.game().clone(), others.collect())
}

/// A sum in which the players may have different moves.
pub struct PartizanSum {
    rules: Sum,
    first: Term,
    others: Vec<Term>,
}

impl PartizanSum {
    pub fn new(first: Term, others: Vec<Term>) -> PartizanSum {
        PartizanSum {
            rules: rules_of(&first, &others),
            first,
            others,
        }
    }
}

impl Parted for PartizanSum {
    type Rules = Sum;
    type Parts = NumberedSum;

    fn rules(&self) -> &Sum {
        &self.rules
    }

    fn parts(&self) -> NumberedSum {
        NumberedSum::new(&self.first, &self.others)
    }

    fn outcome(
        &self,
        pos: &Vec<AnyPosition>,
        play: Play,
        budget: &Budget,
    ) -> Result<PartizanAnswer<Vec<AnyPosition>>> {
        partizan_outcome(&self.rules, pos, play, budget)
    }

    fn term(&self) -> Term {
        Term::partizan(self.rules.clone())
    }
}

/// A sum of impartial games.
pub struct ImpartialSum {
    rules: Sum,
    terms: Vec<Term>,
}

impl ImpartialSum {
    pub fn new(first: Term, others: Vec<Term>) -> ImpartialSum {
        let rules = rules_of(&first, &others);
        let mut terms = vec![first];
        terms.extend(others);
        ImpartialSum { rules, terms }
    }

    fn search(&self) -> Result<NimberSum> {
        let search = NimberSum::new(&self.terms);
        search.ok_or_else(|| Error::input("a term of the sum is partizan"))
    }

    /// The same game as one whose positions are searched whole.
    fn whole(&self) -> ShortImpartial {
        ShortImpartial::new(ImpartialTwin(self.rules.clone()))
    }

    /// A position of that game.
    fn hidden(&self, pos: &[AnyPosition]) -> AnyPosition {
        AnyPosition::hide(&ImpartialTwin(self.rules.clone()), pos.to_vec())
    }

    fn entry(
        &self,
        search: &mut NimberSum,
        pos: &[AnyPosition],
        outcomes: bool,
        budget: &Budget,
    ) -> Result<Entry> {
        if outcomes {
            let wins = search.wins(pos, budget)?;
            return Ok(Entry::Outcome(if wins { "N" } else { "P" }));
        }
        let grundy = search.nimber(pos, budget)?;
        let small = u32::try_from(&grundy).map_err(|_| {
            Error::limit(format!(
                "unknown: {grundy} is too large a value for a table"
            ))
        })?;
        Ok(Entry::Grundy(small))
    }
}

impl Kind for ImpartialSum {
    type Rules = Sum;
    const PARTIZAN: bool = false;
    const ENDS: bool = true;

    fn rules(&self) -> &Sum {
        &self.rules
    }

    fn term(&self) -> Result<Term> {
        Kind::term(&self.whole())
    }

    fn value(&self, pos: &Vec<AnyPosition>, notation: Notation, budget: &Budget) -> Result<Valued> {
        let grundy = self.search()?.nimber(pos, budget)?;
        nimber_of(&grundy, &self.rules.info().name, notation)
    }

    fn solve(
        &self,
        pos: &Vec<AnyPosition>,
        asked: SolveQuestion,
        budget: &Budget,
    ) -> Result<Solved> {
        if asked.play == Play::Misere {
            return Kind::solve(&self.whole(), &self.hidden(pos), asked, budget);
        }
        let mut search = self.search()?;
        let (wins, grundy, winning, complete) = match asked.outcome_only {
            true => (search.wins(pos, budget)?, None, Vec::new(), false),
            false => {
                let (grundy, winning, all) = search.solve(pos, budget)?;
                (grundy != Nat::ZERO, Some(grundy.to_string()), winning, all)
            }
        };
        Ok(Solved {
            outcome: if wins { "N" } else { "P" }.to_string(),
            grundy,
            winning: unique(shown(&self.rules, &winning)),
            complete,
            method: match search.nodes() {
                0 => "nimbers of the terms, by their theorems".to_string(),
                nodes => format!("nimbers of the terms, {nodes} parts expanded"),
            },
            ..Solved::default()
        })
    }

    fn entries(
        &self,
        positions: &[Option<Vec<AnyPosition>>],
        outcomes: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>> {
        if play == Play::Misere {
            let hidden = positions.iter().map(|pos| Some(self.hidden(pos.as_ref()?)));
            let hidden: Vec<_> = hidden.collect();
            return Kind::entries(&self.whole(), &hidden, outcomes, play, budget);
        }
        let mut search = self.search()?;
        let mut entry = |pos: &Vec<AnyPosition>| self.entry(&mut search, pos, outcomes, budget);
        let entries = positions.iter().map(|pos| pos.as_ref().map(&mut entry));
        entries.map(Option::transpose).collect()
    }
}
