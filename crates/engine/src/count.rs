//! Exact counts of P-positions: by a proved theorem at any size, by search in a bounded box otherwise.

mod canonical;
mod code;
mod components;
mod each;
mod found;
mod question;
mod search;
mod source;

pub use question::{ComponentQuestion, ComponentReport};

use crate::limits::automata_limits;
use crate::report::CountReport;
use crate::workbench::Workbench;
use bouton_core::Budget;
use bouton_rulefile::{parse_condition, parse_expression};
use bouton_rules::{Cond, Error, Expr, HeapRules, Nat, Play, Result};
use bouton_solve::boxed;
use bouton_theory::{Claim, NotLinear, Options, count as counting};
use num_bigint::BigInt;
use search::by_search;

/// What to count.
#[derive(Clone, Debug)]
pub struct CountQuestion {
    /// Conditions on the heaps, separated by commas.
    pub conditions: String,
    /// Sum this expression over the P-positions instead.
    pub sum: Option<String>,
    /// Give the result modulo this number.
    pub modulus: Option<String>,
    /// For games of single heaps: how many heaps.
    pub heaps: Option<usize>,
    /// Who wins at the end.
    pub play: Play,
}

/// The most heaps of a position that is counted.
const MOST_HEAPS: usize = 8;

impl Workbench {
    /// Counts the P-positions that satisfy the conditions, or sums an expression over them.
    ///
    /// The set is found and proved first; a set that is only verified, or not found at all, is counted by searching the box that the
    /// conditions bound. Errors: conditions that do not read, a heap without a bound, a limit.
    ///
    /// ```
    /// use bouton_engine::{Budget, CountQuestion, Play, Workbench};
    /// let game = Workbench::named("distribunim").unwrap();
    /// let conditions = "a <= 7^17, b <= 7^17".to_string();
    /// let question = CountQuestion { conditions, sum: None, modulus: None, heaps: None, play: Play::Normal };
    /// let answer = game.count(&question, &Budget::unlimited()).unwrap();
    /// assert_eq!(answer.status, "proved");
    /// assert!(answer.count.unwrap().len() > 14);
    /// ```
    pub fn count(&self, q: &CountQuestion, budget: &Budget) -> Result<CountReport> {
        let rules = self.analysable()?;
        if rules.is_partizan() {
            return Err(Error::input(format!(
                "{} is partizan; count answers for impartial games",
                self.name
            )));
        }
        let options = Options {
            play: q.play,
            limits: automata_limits(budget),
            budget,
        };
        if q.heaps.is_some() && !rules.sums {
            return Err(Error::input(format!(
                "{} is a game of exactly {} heaps; leave out --heaps",
                self.name,
                rules.heaps.len()
            )));
        }
        if let (true, Play::Normal) = (rules.sums, q.play) {
            return self.count_sums(q, rules, &options, budget);
        }
        let tuple = match rules.sums {
            true => Some(self.tuple(rules, q.heaps.unwrap_or(1))?),
            false => None,
        };
        let (rules, boxed) = match &tuple {
            Some(bench) => (bench.analysable()?, bench.boxed.as_deref()),
            None => (rules, self.boxed.as_deref()),
        };
        let boxed = boxed.ok_or_else(|| self.without_boxes())?;
        let claim = bouton_theory::p_set(rules, boxed, &options)?;
        match claim {
            Ok(claim) if claim.is_proved() => {
                let value = count_set(
                    &claim,
                    rules,
                    &q.conditions,
                    q.sum.as_deref(),
                    q.modulus.as_deref(),
                    budget,
                )?;
                Ok(self.counted(q, value, "proved".to_string(), claim.statement))
            }
            claim => {
                let why = claim.map_or_else(|why| why, |claim| claim.method);
                let is_p = |sizes: &[u64]| {
                    let table = boxed::wins(boxed, sizes, q.play, budget)?;
                    Ok(move |pos: &[u64]| table.wins(pos) == Some(false))
                };
                let value = by_search(&Names::of(&rules.heaps, q)?, budget, is_p)?;
                Ok(self.counted(
                    q,
                    value,
                    "exact by search".to_string(),
                    format!("every position in the bounds was searched ({why})"),
                ))
            }
        }
    }

    fn tuple(&self, rules: &HeapRules, heaps: usize) -> Result<Workbench> {
        Workbench::on_heaps(rules, heaps.clamp(1, MOST_HEAPS))?.ok_or_else(|| {
            Error::input(format!(
                "{} splits heaps: under misère play its positions are not counted here",
                self.name
            ))
        })
    }

    /// `heap n` under normal play: positions of k heaps, by the Grundy function of one.
    fn count_sums(
        &self,
        q: &CountQuestion,
        rules: &HeapRules,
        options: &Options<'_>,
        budget: &Budget,
    ) -> Result<CountReport> {
        let heaps = q.heaps.unwrap_or(1);
        if !(1..=MOST_HEAPS).contains(&heaps) {
            return Err(Error::input(format!(
                "--heaps {heaps}: positions of 1 to {MOST_HEAPS} heaps are counted"
            )));
        }
        let names: Vec<String> = match heaps {
            1 => rules.heaps.clone(),
            _ => (1..=heaps)
                .map(|i| format!("{}{i}", rules.heaps[0]))
                .collect(),
        };
        let names = Names::of(&names, q)?;
        let boxed = self.boxed.as_deref().ok_or_else(|| self.without_boxes())?;
        let analysis = bouton_theory::analyze(rules, boxed, options)?;
        for claim in &analysis.claims {
            let set = counting::sums_of_heaps(claim, heaps, &options.limits).map_err(stopped)?;
            if let (Some(set), Some(numeration)) = (set, &claim.numeration) {
                let value = names.count(&set, numeration, budget)?;
                return Ok(self.counted(q, value, "proved".to_string(), claim.statement.clone()));
            }
        }
        let is_p = |sizes: &[u64]| {
            let side = sizes.iter().copied().max().unwrap_or(1);
            let table = boxed::grundy(boxed, &[side], options.budget)?;
            Ok(move |pos: &[u64]| {
                let sum = pos
                    .iter()
                    .try_fold(0, |g, &n| table.value(&[n]).map(|v| g ^ v));
                sum == Some(0)
            })
        };
        let value = by_search(&names, budget, is_p)?;
        let why = analysis
            .claims
            .first()
            .map_or("no pattern is claimed".to_string(), |c| c.method.clone());
        Ok(self.counted(
            q,
            value,
            "exact by search".to_string(),
            format!("every position in the bounds was searched ({why})"),
        ))
    }

    fn counted(
        &self,
        q: &CountQuestion,
        value: BigInt,
        status: String,
        statement: String,
    ) -> CountReport {
        let value = value.to_string();
        let (count, sum) = if q.sum.is_some() {
            (None, Some(value))
        } else {
            (Some(value), None)
        };
        CountReport {
            game: self.name.clone(),
            conditions: q.conditions.clone(),
            count,
            sum,
            modulus: q.modulus.clone(),
            status,
            statement,
        }
    }
}

fn stopped(e: bouton_automata::Error) -> Error {
    if e.is_limit() {
        Error::limit(e.to_string())
    } else {
        Error::input(e.to_string())
    }
}

/// A question read against the names of the coordinates.
struct Names<'a> {
    names: &'a [String],
    conditions: Cond,
    sum: Option<Expr>,
    modulus: Option<Nat>,
}

impl<'a> Names<'a> {
    fn of(names: &'a [String], q: &CountQuestion) -> Result<Self> {
        Names::read(names, &q.conditions, q.sum.as_deref(), q.modulus.as_deref())
    }

    fn read(
        names: &'a [String],
        conditions: &str,
        sum: Option<&str>,
        modulus: Option<&str>,
    ) -> Result<Self> {
        let modulus = modulus
            .map(|text| {
                match parse_expression(text, &[])
                    .map_err(|e| e.at("--mod"))?
                    .value::<BigInt>(&[])
                {
                    Ok(m) if m >= BigInt::from(1) => Ok(m.magnitude().clone()),
                    _ => Err(Error::input(format!(
                        "--mod: `{text}` is not a number of at least 1; write one such as 10^9+7"
                    ))),
                }
            })
            .transpose()?;
        Ok(Names {
            names,
            conditions: parse_condition(conditions, names).map_err(|e| e.at("--where"))?,
            sum: sum
                .map(|text| parse_expression(text, names).map_err(|e| e.at("--sum")))
                .transpose()?,
            modulus,
        })
    }

    fn count(
        &self,
        set: &bouton_automata::Automaton,
        numeration: &bouton_automata::Numeration,
        budget: &Budget,
    ) -> Result<BigInt> {
        let not_linear = |NotLinear(why): NotLinear| {
            Error::input(format!("the question cannot be counted by automata: {why}"))
        };
        let conditions =
            counting::condition(&self.conditions, self.names.len()).map_err(not_linear)?;
        let sum = self
            .sum
            .as_ref()
            .map(|e| counting::polynomial(e).map_err(not_linear))
            .transpose()?;
        let counted = counting::count(
            set,
            numeration,
            conditions,
            sum,
            self.modulus.clone(),
            &automata_limits(budget),
        );
        counted.map_err(|e| stopped(e).at(format!("coordinates are numbered {}", self.legend())))
    }

    fn legend(&self) -> String {
        self.names
            .iter()
            .enumerate()
            .map(|(i, n)| format!("{i} = {n}"))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Counts with a proved set.
pub(crate) fn count_set(
    claim: &Claim,
    rules: &HeapRules,
    conditions: &str,
    sum: Option<&str>,
    modulus: Option<&str>,
    budget: &Budget,
) -> Result<BigInt> {
    let numeration = claim
        .numeration
        .as_ref()
        .ok_or_else(|| Error::input("the claim has no automaton"))?;
    Names::read(&rules.heaps, conditions, sum, modulus)?.count(
        &claim.automata[0],
        numeration,
        budget,
    )
}
