//! Claims: what is said of a game, and how it is known.

use bouton_automata::{Automaton, Numeration};
use std::fmt;

/// How a claim is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// By a named theorem or by machine proof.
    Proved,
    /// Brute force agrees below a bound; not proved.
    Verified,
    /// It fits the data that it was guessed from, and was not tested further.
    Conjectured,
    /// There is a counter-example.
    Refuted {
        /// The position at fault.
        at: String,
    },
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Proved => f.write_str("proved"),
            Status::Verified => f.write_str("verified"),
            Status::Conjectured => f.write_str("conjectured"),
            Status::Refuted { at } => write!(f, "refuted at {at}"),
        }
    }
}

/// What kind of statement a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The set of P-positions.
    PSet,
    /// The positions where Left, and Right, wins moving first.
    PartizanSets,
    /// The Grundy function by an automaton.
    Grundy,
    /// The Grundy function by a formula.
    Formula,
    /// The Grundy values are eventually periodic.
    Period,
    /// The Grundy values are eventually arithmetic-periodic.
    ArithmeticPeriod,
    /// The Grundy value of a tuple is the xor of its coordinates' values.
    Sum,
    /// P-positions as Beatty pairs.
    Beatty,
    /// P-positions between two slopes.
    Cone,
    /// The Grundy value depends on the factorisation.
    Factorisation,
}

impl Kind {
    /// The name that machine-readable output uses.
    pub fn name(self) -> &'static str {
        match self {
            Kind::PSet => "p-set",
            Kind::PartizanSets => "partizan-sets",
            Kind::Grundy => "grundy",
            Kind::Formula => "formula",
            Kind::Period => "period",
            Kind::ArithmeticPeriod => "arithmetic-period",
            Kind::Sum => "sum",
            Kind::Beatty => "beatty",
            Kind::Cone => "cone",
            Kind::Factorisation => "factorisation",
        }
    }
}

/// One statement about a game.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What kind of statement.
    pub kind: Kind,
    /// The statement, a sentence.
    pub statement: String,
    /// How it is known.
    pub status: Status,
    /// Brute force agrees on everything below this bound (a phrase: `a, b < 512`).
    pub bound: String,
    /// How it was found and proved, or why it could not be proved.
    pub method: String,
    /// The automata of the claim: the P-set; Left's and Right's sets; or the graph of the Grundy function.
    pub automata: Vec<Automaton>,
    /// The numeration system that the automata read.
    pub numeration: Option<Numeration>,
}

impl Claim {
    /// True if proved.
    pub fn is_proved(&self) -> bool {
        self.status == Status::Proved
    }
}
