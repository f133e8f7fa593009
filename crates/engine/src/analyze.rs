//! The pipeline, with its claims as plain data.

use crate::limits::automata_limits;
use crate::report::{AnalyzeReport, ClaimReport};
use crate::workbench::Workbench;
use bouton_core::Budget;
use bouton_rulefile as rulefile;
use bouton_rules::{Boxed, Error, HeapRules, Play, Result};
use bouton_theory::discover::Learner;
use bouton_theory::{Analysis, Claim, Kind, Options};

/// Heaps in a position of a one-heap game that is analysed under misère play.
const MISERE_HEAPS: usize = 3;

impl Workbench {
    /// Brute force, pattern, proof: every claim with its status, and what follows from the first theorem.
    ///
    /// Errors: a game without a rule file, or on boards; play that need not end; a limit.
    pub fn analyze(&self, play: Play, budget: &Budget) -> Result<AnalyzeReport> {
        self.analyze_within(play, Learner::default(), budget)
    }

    /// As [`Workbench::analyze`], with bounds of the learner for games on heaps: larger ones find more and take longer.
    ///
    /// ```
    /// use bouton_engine::{Budget, Learner, Play, Workbench};
    /// let game = Workbench::named("wythoff").unwrap();
    /// let few = Learner { states: Some(2), side: Some(32) };
    /// let report = game.analyze_within(Play::Normal, few, &Budget::unlimited()).unwrap();
    /// assert!(report.claims.iter().all(|claim| claim.kind != "p-set"));
    /// assert!(report.remarks.iter().any(|remark| remark.contains("at most 2 states")));
    /// ```
    pub fn analyze_within(
        &self,
        play: Play,
        learner: Learner,
        budget: &Budget,
    ) -> Result<AnalyzeReport> {
        if learner != Learner::default() && self.rules.is_none() {
            return Err(Error::input(format!(
                "{} has no rules on heaps, and --states and --box are bounds for the positions of heaps; leave them out",
                self.name
            )));
        }
        if let Some(rules) = &self.cells {
            return crate::words::analyze(rules, play, budget);
        }
        if let (None, Some(code)) = (&self.rules, &self.code) {
            return crate::codes::analyze(&self.name, code, play, budget);
        }
        let rules = self.analysable()?;
        let options = Options {
            play,
            limits: automata_limits(budget),
            budget,
            learner,
        };
        let tuple = match rules.sums && (play == Play::Misere || rules.is_partizan()) {
            true => Workbench::on_heaps(rules, MISERE_HEAPS)?,
            false => None,
        };
        let (rules, boxed) = match &tuple {
            Some(bench) => (bench.analysable()?, bench.boxed.as_deref()),
            None => (rules, self.boxed.as_deref()),
        };
        let boxed = boxed.ok_or_else(|| self.without_boxes())?;
        closes(rules, boxed)?;
        let analysis = bouton_theory::analyze(rules, boxed, &options)?;
        let count = analysis
            .claims
            .iter()
            .find_map(|c| self.sample_count(c, rules, &options));
        Ok(report(
            &self.name,
            rules,
            analysis,
            play,
            count,
            &options.limits,
        ))
    }

    /// The rules, if the pipeline can work with them.
    pub(crate) fn analysable(&self) -> Result<&HeapRules> {
        let rules = self.rules.as_deref().ok_or_else(|| {
            Error::input(format!(
                "{} has no rules in arithmetic to reason about; analyze takes a rule file on heaps (bouton info nim shows one)",
                self.name
            ))
        })?;
        if let Some(why) = rulefile::endless(rules) {
            return Err(Error::input(format!(
                "{why}; P-positions and Grundy values need play that ends"
            )));
        }
        Ok(rules)
    }

    /// A number that follows from a proved P-set.
    fn sample_count(
        &self,
        claim: &Claim,
        rules: &HeapRules,
        options: &Options<'_>,
    ) -> Option<String> {
        // Where 0 is no heap, or coordinates are not heaps, a count of coordinates is none of positions.
        let coded = rules.derived.as_ref().is_some_and(|d| d.note().is_some());
        if claim.kind != Kind::PSet || !claim.is_proved() || coded {
            return None;
        }
        let bound = "10^18";
        let conditions: Vec<String> = rules
            .heaps
            .iter()
            .map(|h| format!("{h} < {bound}"))
            .collect();
        let conditions = conditions.join(", ");
        let count = crate::count::count_set(claim, rules, &conditions, options).ok()?;
        Some(format!(
            "P-positions with {} < {bound}: {count}",
            rules.heaps.join(", ")
        ))
    }
}

/// An error if tables of the game cannot be closed under its moves, with a move that leads out of every box.
pub(crate) fn closes(rules: &HeapRules, boxed: &dyn Boxed) -> Result<()> {
    let sizes = vec![8; boxed.arity()];
    if boxed.closed_box(&sizes, 1 << 40).is_some() {
        return Ok(());
    }
    Err(Error::input(match rulefile::growing(rules) {
        Some((line, name)) => format!(
            "no box that is closed under moves holds the positions with {}, because the move in line {line} raises {name}; bound {name} in the file, as in `where {name} <= 100`",
            rules.heaps.iter().map(|h| format!("{h} < 8")).collect::<Vec<_>>().join(", ")
        ),
        None => "no box that is closed under moves holds the small positions; bound the heaps in the file, as in `where n <= 100`".to_string(),
    }))
}

fn report(
    name: &str,
    rules: &HeapRules,
    analysis: Analysis,
    play: Play,
    count: Option<String>,
    limits: &bouton_automata::Limits,
) -> AnalyzeReport {
    let claims = analysis.claims.iter().map(|c| ClaimReport {
        kind: c.kind.name(),
        statement: c.statement.clone(),
        status: c.status.to_string(),
        bound: c.bound.clone(),
        method: c.method.clone(),
        certificate: bouton_theory::certificate(rules, play, c, limits),
        mona: bouton_theory::mona(rules, play, c).map_err(|e| e.to_string()),
    });
    AnalyzeReport {
        game: name.to_string(),
        play: if play == Play::Misere {
            "misere"
        } else {
            "normal"
        },
        termination: analysis.termination,
        first_values: analysis.first_values,
        claims: claims.collect(),
        count,
        remarks: analysis.remarks,
    }
}
