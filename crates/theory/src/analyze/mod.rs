//! The pipeline: rules → brute force → pattern → proof.
//!
//! Hypotheses are tried in order of cost, and each ends as a claim that says how it is known. What cannot be proved is verified
//! to a stated bound, with the reason why there is no proof; data that fit nothing give no claim.

mod heaps;
mod tuples;
mod words;

use crate::claim::{Claim, Kind};
use crate::discover::{Learner, Search};
use crate::linear::NotLinear;
use crate::relation::Relations;
use bouton_automata::Limits;
use bouton_rules::{Boxed, HeapRules, Play, Result};
use bouton_solve::Budget;
use words::{set_claim, termination};

/// What an analysis found.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Why play ends, or that no reason was found.
    pub termination: String,
    /// The first values or P-positions by brute force.
    pub first_values: String,
    /// The claims, in the order in which they were found.
    pub claims: Vec<Claim>,
    /// What was tried in vain, and why.
    pub remarks: Vec<String>,
}

/// Settings of an analysis.
pub struct Options<'a> {
    /// Who wins at the end.
    pub play: Play,
    /// Limits of the prover.
    pub limits: Limits,
    /// Limits of brute force.
    pub budget: &'a Budget,
    /// Bounds of the learner.
    pub learner: Learner,
}

/// Analyses a game: `game` is the same rules for tables.
///
/// Cost: tables of some 10^5 positions, learning in milliseconds, proofs within `limits`. Errors: a limit of brute force.
pub fn analyze(rules: &HeapRules, game: &dyn Boxed, options: &Options<'_>) -> Result<Analysis> {
    let relations = Relations::new(rules).map_err(|NotLinear(why)| why);
    let mut analysis = Analysis {
        termination: termination(rules),
        first_values: String::new(),
        claims: Vec::new(),
        remarks: Vec::new(),
    };
    let mut work = Work {
        rules,
        game,
        options,
        relations: relations.as_ref().map_err(String::as_str),
        analysis: &mut analysis,
    };
    match (rules.sums, rules.is_partizan()) {
        (true, false) if options.play == Play::Normal => work.heaps()?,
        (true, _) => {
            work.remark("sums of heaps are analysed here under normal play, for impartial rules")
        }
        (false, true) => work.partizan_tuples()?,
        (false, false) => work.tuples()?,
    }
    Ok(analysis)
}

/// The P-set alone, for a game of tuples: proved, or a claim of a lower status, or none with the reason.
pub fn p_set(
    rules: &HeapRules,
    game: &dyn Boxed,
    options: &Options<'_>,
) -> Result<std::result::Result<Claim, String>> {
    let relations = Relations::new(rules).map_err(|NotLinear(why)| why);
    let search = Search {
        relations: relations.as_ref().map_err(String::as_str),
        game,
        limits: &options.limits,
        budget: options.budget,
        learner: options.learner,
        rank: rules.rank.as_deref(),
    };
    let found = search.p_set(options.play)?;
    Ok(set_claim(
        rules,
        found,
        &options.limits,
        options.play,
        Kind::PSet,
    ))
}

/// An analysis under way.
struct Work<'a, 'o> {
    rules: &'a HeapRules,
    game: &'a dyn Boxed,
    options: &'a Options<'o>,
    relations: std::result::Result<&'a Relations, &'a str>,
    analysis: &'a mut Analysis,
}

impl Work<'_, '_> {
    fn search(&self) -> Search<'_> {
        Search {
            relations: self.relations,
            game: self.game,
            limits: &self.options.limits,
            budget: self.options.budget,
            learner: self.options.learner,
            rank: self.rules.rank.as_deref(),
        }
    }

    fn remark(&mut self, text: impl Into<String>) {
        self.analysis.remarks.push(text.into());
    }

    fn take(&mut self, claim: std::result::Result<Claim, String>) {
        match claim {
            Ok(claim) => self.analysis.claims.push(claim),
            Err(why) => self.remark(why),
        }
    }
}
