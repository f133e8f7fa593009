//! An independent checker of Bouton's certificates: it shares no code with the provers and can be read in an afternoon.
//!
//! A certificate quotes the rules of a game and gives an automaton (or a period). [`check`] turns the rules into
//! formulas of linear arithmetic, and every obligation of the proof into a search for a counter-example. The format is
//! described in docs/certificates.md.
//!
//! Where to begin: `obligations` says what is shown for each kind of certificate; `moves` turns a move line into
//! formulas; `search` looks for counter-examples, in products (`product`) of small machines, one for each comparison or
//! set (`machine`, `quadratic`). All digits are read least significant first; tables, which are written for reading
//! from the most significant digit, are run backwards.
//!
//! ```
//! let certificate = r#"{
//!   "format": "bouton-certificate", "version": 1, "kind": "p-set", "game": "twos", "play": "normal",
//!   "rules": "game twos\nheap n\nmove n -> n - k for k in 1..2\n",
//!   "numeration": "base 2", "rank": [[1]],
//!   "set": {"tracks": 1, "start": 0, "accept": [true, false, false], "next": [[0, 1], [2, 0], [1, 2]]}
//! }"#;
//! let report = bouton_check::check(certificate, &bouton_check::Limits::default()).unwrap();
//! assert!(report.holds(), "{report}");
//! assert_eq!(report.obligations.len(), 3);
//! ```

mod carries;
mod certificate;
mod derive;
mod dfa;
mod error;
mod expression;
mod formula;
mod frame;
mod limits;
mod linear;
mod machine;
mod moves;
mod numeration;
mod obligations;
mod parse;
mod period;
mod product;
mod quadratic;
mod rules;
mod search;
mod table;
#[cfg(test)]
mod twin;
mod values;
mod words;

pub use error::{Error, Result};
pub use limits::Limits;

use certificate::{Certificate, Empty, Kind, Play, field};
use limits::Budget;
use std::fmt;

/// One thing that had to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What had to be shown, in a sentence.
    pub what: String,
    /// Whether it was.
    pub ok: bool,
    /// A counter-example, if it was not.
    pub detail: String,
}

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The certificate's kind: `p-set`, `partizan-sets`, `grundy` or `period`.
    pub kind: String,
    /// What the certificate claims, in a sentence. It is proved if the report [holds](Report::holds).
    pub statement: String,
    /// Everything that had to be shown.
    pub obligations: Vec<Obligation>,
}

impl Report {
    /// True if every obligation was shown: the statement is proved.
    pub fn holds(&self) -> bool {
        !self.obligations.is_empty() && self.obligations.iter().all(|o| o.ok)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: {}",
            if self.holds() { "proved" } else { "refuted" },
            self.statement
        )?;
        for o in &self.obligations {
            writeln!(
                f,
                "  {} {}: {}",
                if o.ok { "ok    " } else { "FAILED" },
                o.what,
                o.detail
            )?;
        }
        Ok(())
    }
}

/// Checks the certificate in the text `json`. The first obligation that fails ends the check: it refutes the certificate.
///
/// A report says which obligations hold. An error says that there is no verdict: the certificate is malformed, its rules
/// are beyond linear arithmetic, or a limit is reached. Time and memory grow with the states of the products that are
/// reached and with `radix^tracks`; the certificates of common games take milliseconds.
pub fn check(json: &str, limits: &Limits) -> Result<Report> {
    let budget = Budget::new(limits);
    budget.look()?;
    budget.held(4 * json.len() as u64)?;
    let certificate = Certificate::read(json)?;
    if certificate.kind == Kind::Period {
        return period::check(&certificate, &budget);
    }
    check_sets(certificate, &budget)
}

fn check_sets(c: Certificate, budget: &Budget) -> Result<Report> {
    let rules = parse::parse(&c.rules)?;
    if rules.name != c.game {
        let message = format!(
            "the certificate is about `{}`, but its rules are those of `{}`",
            c.game, rules.name
        );
        return Err(Error::malformed(message));
    }
    let written = rules;
    let rules = match (c.heaps, c.empty) {
        (Some(heaps), Some(empty)) => derive::on_heaps(&written, heaps, empty, budget)?,
        _ => written.clone(),
    };
    let name = field(c.numeration, "numeration")?;
    let num = numeration::Numeration::parse(&name)?;
    let rank = field(c.rank, "rank")?;
    let heaps = rules.heaps.len();
    let strategy = c.strategy.unwrap_or_default();
    let mut tables = Vec::new();
    let mut add = |table: Option<table::Table>, name: &str, tracks: usize| {
        let table = field(table, name)?;
        table.validate(name, &num, tracks, budget)?;
        tables.push(table);
        Ok::<(), Error>(())
    };
    match c.kind {
        Kind::PSet => {
            add(c.set, "set", heaps)?;
            for replies in &strategy {
                add(Some(replies.set.clone()), "strategy", 2 * heaps)?;
            }
        }
        Kind::PartizanSets => {
            add(c.left, "left", heaps)?;
            add(c.right, "right", heaps)?;
        }
        _ => add(c.graph, "graph", heaps + 1)?,
    }
    let mut world = search::World {
        num,
        tables: &tables,
        budget,
        shapes: Default::default(),
    };
    let mut obligations = Vec::new();
    if c.empty == Some(Empty::Gone) {
        let mut single = obligations::Proof {
            rules: &written,
            play: c.play,
            world: &mut world,
            obligations,
        };
        single.empty_heap_is_no_heap()?;
        obligations = single.obligations;
    }
    let mut proof = obligations::Proof {
        rules: &rules,
        play: c.play,
        world: &mut world,
        obligations,
    };
    let list = rules.heaps.join(", ");
    let position = if heaps == 1 {
        format!("position {list}")
    } else {
        format!("position ({list})")
    };
    let play = if c.play == Play::Normal {
        "normal"
    } else {
        "misère"
    };
    let coding = match c.empty {
        None => "",
        Some(Empty::Gone) => ", where coordinate 0 is a heap that is gone,",
        Some(Empty::Counts) => {
            ", where a coordinate is one more than its heap and 0 is a heap that is gone,"
        }
    };
    let position = format!("{position}{coding}");
    let opening = format!(
        "under the rules of `{}` that the certificate quotes, in {play} play, ",
        rules.name
    );
    let (kind, claim) = match c.kind {
        Kind::PSet => {
            proof.p_set()?;
            if !strategy.is_empty() {
                proof.strategy(&strategy)?;
            }
            (
                "p-set",
                format!(
                    "a {position} is a P-position exactly if the table `set` accepts it in {name} digits"
                ),
            )
        }
        Kind::PartizanSets => {
            proof.partizan_sets()?;
            let claim = format!(
                "Left moving first wins a {position} exactly if the table `left` accepts it in {name} digits, and Right moving first exactly if `right` does"
            );
            ("partizan-sets", claim)
        }
        _ => {
            proof.grundy()?;
            (
                "grundy",
                format!(
                    "the Grundy value of a {position} is the one g with which the table `graph` accepts it in {name} digits"
                ),
            )
        }
    };
    proof.rank(&rank)?;
    Ok(Report {
        kind: kind.to_string(),
        statement: opening + &claim,
        obligations: proof.obligations,
    })
}
