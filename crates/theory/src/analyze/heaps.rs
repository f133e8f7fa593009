//! One heap under normal play: periods, automata, named functions.

use super::Work;
use super::words::{kernel_method, list, set_claim};
use crate::claim::{Claim, Kind, Status};
use crate::discover::Found;
use crate::formula::{periodic_graph, periodic_statement};
use crate::kernel::{Kernel, Verdict};
use bouton_automata::{Numeration, compile};
use bouton_rules::{Play, Result};
use bouton_solve::boxed;

/// Heaps below this are searched in a one-heap game.
const HEAPS: u64 = 10_000;

/// Longer periods are not proved by automata.
const LONGEST_PERIOD: usize = 2_000;

impl Work<'_, '_> {
    /// `heap n` under normal play: the Grundy function of one heap.
    pub(super) fn heaps(&mut self) -> Result<()> {
        let table = boxed::grundy(self.game, &[HEAPS], self.options.budget)?;
        let cells = HEAPS.min(table.layout().cells() as u64);
        let values: Option<Vec<u64>> = (0..cells)
            .map(|n| table.value(&[n]).map(u64::from))
            .collect();
        let Some(values) = values else {
            let first = (0..cells)
                .filter_map(|n| table.value(&[n]).map(|g| format!("g({n}) = {g}")))
                .take(24);
            self.analysis.first_values = list(first);
            let found = self.search().grundy()?;
            let claim = set_claim(
                self.rules,
                found,
                &self.options.limits,
                Play::Normal,
                Kind::Grundy,
            );
            self.take(claim);
            return Ok(());
        };
        self.analysis.first_values =
            format!("g(0), g(1), … = {}", list(&values[..values.len().min(40)]));
        if !self.periodic(&values)? {
            let found = self.search().grundy()?;
            if matches!(found, Found::Nothing(_)) {
                self.remark(format!(
                    "no (arithmetic) period fits g(n) for n < {}",
                    values.len()
                ));
            }
            self.take(set_claim(
                self.rules,
                found,
                &self.options.limits,
                Play::Normal,
                Kind::Grundy,
            ));
            self.patterns(&values);
        }
        Ok(())
    }

    /// An eventual (arithmetic) period, proved through its graph where the rules allow it. True if one fits.
    fn periodic(&mut self, values: &[u64]) -> Result<bool> {
        let n = values.len();
        // Four full periods in at least half of the data: less is no evidence.
        let Some(period) = bouton_seq::arithmetic_period(values)
            .filter(|p| p.preperiod <= n / 2 && p.preperiod + 4 * p.length <= n)
        else {
            return Ok(false);
        };
        let kind = match (period.length, period.saltus) {
            (1, _) => Kind::Formula,
            (_, 0) => Kind::Period,
            _ => Kind::ArithmeticPeriod,
        };
        let (graph, why) = match self.prove_periodic(&period, values)? {
            Ok(graph) => (Some(graph), None),
            Err(why) => (None, Some(why)),
        };
        let exception = match period.last_exception() {
            Some(n) => format!("; n0 = {}, the last exception is {n}", period.preperiod),
            None => String::new(),
        };
        let (status, method) = match why {
            None => (
                Status::Proved,
                format!(
                    "period found in {n} values; {}",
                    kernel_method(Kind::Grundy, Play::Normal)
                ),
            ),
            Some(why) => (
                Status::Verified,
                format!("period found in {n} values; {why}"),
            ),
        };
        self.analysis.claims.push(Claim {
            kind,
            statement: format!("{}{exception}", periodic_statement(&period, values)),
            status,
            bound: format!("{} < {n}", self.rules.heaps[0]),
            method,
            automata: graph.into_iter().collect(),
            numeration: Some(Numeration::Base(2)),
        });
        Ok(true)
    }

    fn prove_periodic(
        &self,
        period: &bouton_seq::Period,
        values: &[u64],
    ) -> Result<std::result::Result<bouton_automata::Automaton, String>> {
        let relations = match self.relations {
            Ok(r) => r,
            Err(why) => return Ok(Err(format!("it cannot be proved here, because {why}"))),
        };
        let Some(rank) = &self.rules.rank else {
            return Ok(Err(
                "it cannot be proved, because no rank was found that every move lowers".to_string(),
            ));
        };
        if period.preperiod + period.length > LONGEST_PERIOD {
            return Ok(Err(format!(
                "not proved: period and preperiod exceed {LONGEST_PERIOD}"
            )));
        }
        let numeration = Numeration::Base(2);
        let limits = &self.options.limits;
        let attempt = || {
            let graph = compile(&periodic_graph(period, values, 0, 1), &numeration, limits)?;
            let kernel = Kernel::new(relations, &numeration, limits)?;
            let verdict = match kernel.check_grundy(&graph)? {
                Verdict::Holds => kernel.check_rank(rank)?,
                fails => fails,
            };
            Ok::<_, bouton_automata::Error>((graph, verdict))
        };
        self.options.budget.check()?;
        Ok(match attempt() {
            Ok((graph, Verdict::Holds)) => Ok(graph),
            Ok((_, Verdict::Fails { at, why })) => {
                Err(format!("it is refuted at {}: {why}", list(&at)))
            }
            Err(e) => Err(format!("the proof was not finished: {e}")),
        })
    }

    /// Named functions and dependence on the factorisation: verified only.
    fn patterns(&mut self, values: &[u64]) {
        let why = match self.relations {
            Ok(_) => "tested on every value; its graph was not proved by automata".to_string(),
            Err(why) => format!("tested on every value; it cannot be proved here, because {why}"),
        };
        let claim = |kind, statement: String| Claim {
            kind,
            statement,
            status: Status::Verified,
            bound: format!("{} < {}", self.rules.heaps[0], values.len()),
            method: why.clone(),
            automata: Vec::new(),
            numeration: None,
        };
        let mut claims = Vec::new();
        if let Some(pattern) = bouton_seq::patterns(values).first() {
            claims.push(claim(
                Kind::Formula,
                format!("g(n) = {} for n >= {}", pattern.formula(), pattern.from),
            ));
        } else if let Some(dependence) = bouton_seq::dependences(values).first() {
            claims.push(claim(Kind::Factorisation, dependence.statement()));
        }
        self.analysis.claims.extend(claims);
    }
}
