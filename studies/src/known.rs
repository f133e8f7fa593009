//! How an answer is known.

use std::fmt;

/// How a study's answer is known; the weakest link counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// A program decided the equations that define the values for all positions; which proof.
    Machine(String),
    /// A published theorem, and the key of its source in `docs/references.bib`, or a proof of a few lines in the study's text.
    Theorem(String),
    /// Every component within the bounds of the target was evaluated from the rules; nothing is extrapolated.
    Computed(String),
    /// Brute force agrees up to a bound, which the text names; not proved.
    Verified(String),
}

impl Known {
    /// The strength, the weakest highest: proved, computed, verified.
    fn rank(&self) -> u8 {
        match self {
            Known::Machine(_) => 0,
            Known::Theorem(_) => 1,
            Known::Computed(_) => 2,
            Known::Verified(_) => 3,
        }
    }

    /// The weaker of two.
    ///
    /// ```
    /// use bouton_studies::Known;
    /// let proved = Known::Machine("the period".into());
    /// let seen = Known::Verified("n <= 100".into());
    /// assert_eq!(proved.and(seen.clone()), seen);
    /// ```
    pub fn and(self, other: Known) -> Known {
        if other.rank() > self.rank() {
            other
        } else {
            self
        }
    }

    /// What the tool's `status` field says, in these terms.
    pub fn from_status(status: &str) -> Known {
        let text = status.to_string();
        if status.starts_with("proved") {
            Known::Machine(text)
        } else if status.starts_with("theorem") {
            Known::Theorem(text)
        } else if status.starts_with("computed") || status.starts_with("exact") {
            Known::Computed(text)
        } else {
            Known::Verified(text)
        }
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, text) = match self {
            Known::Machine(text) => ("proved by machine", text),
            Known::Theorem(text) => ("theorem", text),
            Known::Computed(text) => ("computed for all components", text),
            Known::Verified(text) => ("verified", text),
        };
        match text.is_empty() || text == kind {
            true => f.write_str(kind),
            false => write!(f, "{kind}: {text}"),
        }
    }
}
