//! Rulesets for the calculator, by name.

use crate::SolveQuestion;
use crate::report::Entry;
use crate::sequence::{HeapQuestion, heap};
use crate::workbench::Workbench;
use bouton_calc::{Library, Rules};
use bouton_core::Budget;
use bouton_heap::HeapGame;
use bouton_rules::{Error, Play, Player, Result};
use bouton_value::Notation;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::time::Instant;

/// Every game that has a name, within the limits of the session.
pub(crate) struct Shelf {
    limits: Rc<LineLimits>,
}

/// The limits of the session, and when the line must be done.
pub(crate) struct LineLimits {
    session: bouton_core::Limits,
    deadline: RefCell<Option<Instant>>,
}

impl LineLimits {
    pub(crate) fn new(session: &bouton_core::Limits) -> LineLimits {
        LineLimits {
            session: session.clone(),
            deadline: RefCell::new(None),
        }
    }

    pub(crate) fn set_deadline(&self, deadline: Option<Instant>) {
        *self.deadline.borrow_mut() = deadline;
    }

    /// An account for the next question, with the time that is left for the line.
    fn budget(&self) -> Budget {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        Budget::new(&bouton_core::Limits {
            seconds: self.deadline.borrow().map(|end| left(end).as_secs_f64()),
            ..self.session.clone()
        })
    }
}

impl Shelf {
    pub(crate) fn new(limits: Rc<LineLimits>) -> Shelf {
        Shelf { limits }
    }
}

impl Library for Shelf {
    fn open(&self, name: &str) -> Result<Rc<dyn Rules>> {
        Ok(Rc::new(Ruled {
            bench: Workbench::composed(name, &Workbench::named)?,
            limits: self.limits.clone(),
        }))
    }
}

/// One game.
struct Ruled {
    bench: Workbench,
    limits: Rc<LineLimits>,
}

impl fmt::Debug for Ruled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.bench.name)
    }
}

impl Ruled {
    /// The game for the sequence engine, if it is one of its kind.
    fn code(&self) -> Option<String> {
        let name = &self.bench.name;
        let code = match name.split_once(':') {
            Some(("subtraction", set)) => format!("S{{{set}}}"),
            Some(("all-but", set)) => format!("all-but{{{set}}}"),
            _ => name.clone(),
        };
        code.parse::<HeapGame>().is_ok().then_some(code)
    }
}

impl Rules for Ruled {
    fn name(&self) -> &str {
        &self.bench.name
    }

    fn position(&self, text: &str) -> Result<String> {
        // Rulesets on pieces write a pair of numbers as a size.
        self.bench.show(text).or_else(|e| {
            let pair = text.split(',').count() == 2;
            let size = pair.then(|| self.bench.show(&text.replace(',', "x")));
            size.and_then(Result::ok).ok_or(e)
        })
    }

    fn value(&self, position: &str) -> Result<String> {
        let budget = self.limits.budget();
        let valued = self.bench.game.value(position, Notation::Ascii, &budget)?;
        Ok(valued.value)
    }

    fn outcome(&self, position: &str) -> Result<Option<String>> {
        let game = &self.bench.game;
        if !game.ends() || game.by_points() || game.other_kind().is_some() {
            return Ok(None);
        }
        let asked = SolveQuestion {
            outcome_only: true,
            ..SolveQuestion::default()
        };
        let report = self.bench.solve(position, asked, &self.limits.budget())?;
        Ok(Some(report.outcome))
    }

    fn options(&self, player: Option<Player>, position: &str) -> Result<Vec<String>> {
        let game = &self.bench.game;
        match player {
            None if game.is_partizan() => Err(Error::input(format!(
                "{} is partizan: ask for LeftOptions or RightOptions",
                self.bench.name
            ))),
            player => game.moves(player.unwrap_or(Player::Left), position),
        }
    }

    fn sequence(&self, n: usize) -> Result<Vec<String>> {
        let budget = self.limits.budget();
        if let Some(code) = self.code() {
            let question = HeapQuestion {
                code,
                to: n + 1,
                all: true,
                ..HeapQuestion::default()
            };
            let report = heap(&question, &budget)?;
            return Ok(report.values[1..].iter().map(nimber).collect());
        }
        let heaps: Vec<String> = (1..=n).map(|heap| heap.to_string()).collect();
        let game = &self.bench.game;
        let entries = game.entries(&heaps, false, Play::Normal, &budget)?;
        let entries = entries.into_iter().map(|entry| match entry {
            Some(Entry::Grundy(g)) => Some(nimber(&g.into())),
            Some(Entry::Value(text)) => Some(text.into_string()),
            _ => None,
        });
        entries.collect::<Option<Vec<String>>>().ok_or_else(|| {
            Error::input(format!(
                "{} is not played on heaps, so it has no sequence",
                self.bench.name
            ))
        })
    }

    fn period(&self, n: usize) -> Result<Option<[u64; 3]>> {
        let Some(code) = self.code() else {
            return Err(Error::input(format!(
                "periods are proved for taking-and-breaking codes and subtraction sets, not for {}",
                self.bench.name
            )));
        };
        let question = HeapQuestion {
            code,
            to: n + 1,
            ..HeapQuestion::default()
        };
        let report = heap(&question, &self.limits.budget())?;
        let period = report.period;
        Ok(period.map(|p| [p.length as u64, p.preperiod as u64, p.saltus]))
    }
}

fn nimber(g: &u64) -> String {
    format!("*({g})")
}
