//! What a command line prints about a misère quotient: plain data and one line for people.

use crate::period::Period;
use crate::presentation::{Presentation, letter, present, write};
use crate::rules::Breaking;
use crate::solution::{Solution, Status};
use crate::solver::Step;
use serde::Serialize;

/// A generator of the quotient: its letter and a heap that has its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GeneratorName {
    /// The letter in monomials.
    pub letter: String,
    /// The heap.
    pub heap: u32,
}

const SHOWN_VALUES: usize = 72;

/// A misère quotient as plain data. Monomials are written `ab2`, the identity `1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// Number of elements.
    pub order: usize,
    /// Number of elements that are P-positions.
    pub p_size: usize,
    /// Generators, relations, P-portion and the first 72 values in one line.
    pub presentation: String,
    /// True if the quotient is that of the whole game.
    pub complete: bool,
    /// How far it reaches.
    pub status: Status,
    /// Why the search stopped early.
    pub reason: Option<String>,
    /// True if the quotient is that of Nim heaps.
    pub tame: bool,
    /// The largest heap whose value was computed.
    pub heaps: u32,
    /// The period of the values, if proved.
    pub period: Option<Period>,
    /// By what the claim of completeness is proved.
    pub proof: Option<String>,
    /// The generators.
    pub generators: Vec<GeneratorName>,
    /// Rules like `b3=b`: a complete rewriting system.
    pub relations: Vec<String>,
    /// The P-portion as normal forms.
    pub p_portion: Vec<String>,
    /// Values of heaps 1, 2, …: the preperiod and two periods if a period is proved, else all that were computed.
    pub phi: Vec<String>,
    /// The heaps at which the quotient grew.
    pub steps: Vec<Step>,
}

impl<R: Breaking> Solution<R> {
    /// The quotient as plain data.
    ///
    /// ```
    /// use bouton_heap::HeapGame;
    /// use bouton_core::Budget;
    /// use bouton_misere::{Limits, quotient};
    /// let report = quotient("0.75".parse::<HeapGame>().unwrap(), &Limits::default(), &Budget::unlimited(), None).unwrap().report();
    /// assert_eq!(report.order, 8);
    /// assert_eq!(report.relations, ["a2=1", "bc=ab", "c2=b2", "b3=b"]);
    /// assert_eq!(report.p_portion, ["a", "b2"]);
    /// assert!(report.complete && !report.tame);
    /// ```
    pub fn report(&self) -> Report {
        let q = &self.q;
        let names = present(q, &self.steps);
        let name = |x: u32| write(&names.normal[x as usize]);
        let named = names.heaps.iter().enumerate();
        let generators: Vec<GeneratorName> = named
            .map(|(i, &heap)| GeneratorName {
                letter: letter(i as u32),
                heap,
            })
            .collect();
        let relations = relations(&names);
        let p_portion: Vec<String> = names
            .order
            .iter()
            .filter(|&&x| q.is_p(x))
            .map(|&x| name(x))
            .collect();
        let phi: Vec<String> = match self.period {
            Some(p) => (1..p.preperiod + 2 * p.length)
                .map(|h| name(q.phi[p.reduce(u64::from(h)) as usize]))
                .collect(),
            None => q.phi[1..].iter().map(|&x| name(x)).collect(),
        };
        let gens: Vec<String> = generators
            .iter()
            .map(|g| format!("{}=heap{}", g.letter, g.heap))
            .collect();
        let presentation = format!(
            "gens={} ; relations: {} ; P={{{}}} ; phi(1..)={}{}",
            gens.join(","),
            relations.join(", "),
            p_portion.join(","),
            phi[..phi.len().min(SHOWN_VALUES)].join(" "),
            if phi.len() > SHOWN_VALUES { " …" } else { "" }
        );
        Report {
            game: self.rules.name(),
            order: self.order(),
            p_size: self.p_size(),
            presentation,
            complete: self.is_complete(),
            status: self.status(),
            reason: self.reason().map(|e| e.to_string()),
            tame: self.is_tame(),
            heaps: self.heaps(),
            period: self.period(),
            proof: self.period().map(proof),
            generators,
            relations,
            p_portion,
            phi,
            steps: self.steps().to_vec(),
        }
    }
}

fn relations(names: &Presentation) -> Vec<String> {
    names
        .rules
        .iter()
        .map(|(left, y)| format!("{}={}", write(left), write(&names.normal[*y as usize])))
        .collect()
}

fn proof(period: Period) -> String {
    format!(
        "every value is checked up to heap {}, and so the values repeat for ever (Plambeck and Siegel 2008)",
        period.needed
    )
}

impl Report {
    /// One line: order, P-portion, completeness, period, presentation.
    ///
    /// ```
    /// use bouton_heap::HeapGame;
    /// use bouton_core::Budget;
    /// use bouton_misere::{Limits, quotient};
    /// let report = quotient("0.23".parse::<HeapGame>().unwrap(), &Limits::default(), &Budget::unlimited(), None).unwrap().report();
    /// assert_eq!(
    ///     report.summary(),
    ///     "0.23: order 6, |P| = 2, tame, complete, period 3 from heap 1; gens=a=heap2,b=heap3 ; \
    ///      relations: a2=1, b3=b ; P={a,b2} ; phi(1..)=1 a b 1 a b"
    /// );
    /// ```
    pub fn summary(&self) -> String {
        let reach = match self.status {
            Status::Complete => "complete".to_string(),
            Status::Finite => "complete (finite game)".to_string(),
            Status::Stable => format!("exact up to heap {}, not known beyond", self.heaps),
            Status::Partial => {
                format!(
                    "partial: exact up to heap {}, stopped at {}",
                    self.heaps,
                    self.reason
                        .as_ref()
                        .map_or("a limit".to_string(), |e| e.to_string())
                )
            }
        };
        let period = self.period.map_or(String::new(), |p| {
            format!(", period {} from heap {}", p.length, p.preperiod)
        });
        format!(
            "{}: order {}, |P| = {}, {}, {reach}{period}; {}",
            self.game,
            self.order,
            self.p_size,
            if self.tame { "tame" } else { "wild" },
            self.presentation
        )
    }
}
