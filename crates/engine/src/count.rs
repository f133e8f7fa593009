//! Exact counts of P-positions: by a proved theorem at any size, by search in a bounded box otherwise.

mod bounds;
mod canonical;
mod code;
mod components;
mod each;
mod found;
mod length;
mod listed;
mod question;
mod rays;
mod search;
mod source;

pub use length::WordQuestion;
pub use question::{ComponentQuestion, ComponentReport};

use crate::limits::automata_limits;
use crate::report::CountReport;
use crate::workbench::Workbench;
use bouton_core::Budget;
use bouton_rulefile::{parse_condition, parse_expression};
use bouton_rules::{Cond, Error, Expr, HeapRules, Nat, Op, Play, Result};
use bouton_solve::boxed;
use bouton_theory::discover::Learner;
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
    /// Bounds of the learner, where the set is to be found.
    pub learner: Learner,
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
    /// use bouton_engine::{Budget, CountQuestion, Learner, Play, Workbench};
    /// let game = Workbench::named("distribunim").unwrap();
    /// let conditions = "a <= 7^17, b <= 7^17".to_string();
    /// let question = CountQuestion { conditions, sum: None, modulus: None, heaps: None, play: Play::Normal, learner: Learner::default() };
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
            learner: q.learner,
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
        let single = rules;
        let tuple = match rules.sums {
            true => Some(self.tuple(rules, q.heaps.unwrap_or(1))?),
            false => None,
        };
        let (rules, boxed) = match &tuple {
            Some(bench) => (bench.analysable()?, bench.boxed.as_deref()),
            None => (rules, self.boxed.as_deref()),
        };
        let boxed = boxed.ok_or_else(|| self.without_boxes())?;
        crate::analyze::closes(rules, boxed)?;
        let mut names = Names::of(&rules.heaps, q)?;
        let shifted = rules.derived.as_ref().is_some_and(|d| d.shifted);
        if tuple.is_some() {
            // Only heaps are counted, not places where one is gone.
            let heaps = (0..rules.heaps.len()).map(|i| single.heap_of(i, false).0);
            let asked = std::mem::replace(&mut names.conditions, Cond::True);
            names.conditions = Cond::all([asked].into_iter().chain(heaps));
        }
        if tuple.is_none()
            && q.play == Play::Normal
            && !search::is_small(&names)
            && let Some(value) = rays::by_sieve(&names, rules, budget)?
        {
            let how = "every P-position in the bounds was found by a sieve of the lines that the others forbid";
            return Ok(self.counted(q, value, "exact by search".to_string(), how.to_string()));
        }
        let small = search::is_small(&names);
        let hurried = hurried(budget);
        let options = match small {
            true => Options {
                limits: automata_limits(&hurried),
                budget: &hurried,
                ..options
            },
            false => options,
        };
        let why = match bouton_theory::p_set(rules, boxed, &options) {
            Ok(Ok(claim)) if claim.is_proved() => {
                let coded = match tuple.is_some() {
                    true => names.coded(single, shifted),
                    false => names.clone(),
                };
                match coded.count_with(&claim, &options) {
                    Ok(value) => {
                        return Ok(self.counted(q, value, "proved".to_string(), claim.statement));
                    }
                    Err(e) if !search::is_possible(&names) => return Err(e),
                    Err(e) => e.to_string(),
                }
            }
            // Nothing is proved, and the bounds are beyond any search: what is verified still counts, and says so.
            Ok(Ok(claim))
                if !search::is_possible(&names)
                    && tuple.is_none()
                    && claim.status == bouton_theory::Status::Verified =>
            {
                let value = names.count_with(&claim, &options)?;
                let status = format!("verified to {}, not proved", claim.bound);
                let statement = format!("{} ({})", claim.statement, claim.method);
                return Ok(self.counted(q, value, status, statement));
            }
            Ok(claim) => claim.map_or_else(|why| why, |claim| claim.method),
            Err(e) if e.is_limit() && small => "that is quicker than a proof".to_string(),
            Err(e) => return Err(e),
        };
        let is_p = |sizes: &[u64]| {
            let add = u64::from(shifted);
            let sizes: Vec<u64> = sizes.iter().map(|s| s + add).collect();
            let table = boxed::wins(boxed, &sizes, q.play, budget)?;
            Ok(move |pos: &[u64]| match shifted {
                false => table.wins(pos) == Some(false),
                true => {
                    let pos: Vec<u64> = pos.iter().map(|x| x + 1).collect();
                    table.wins(&pos) == Some(false)
                }
            })
        };
        let value = by_search(&names, budget, is_p)?;
        Ok(self.counted(
            q,
            value,
            "exact by search".to_string(),
            format!("every position in the bounds was searched ({why})"),
        ))
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
        let small = search::is_small(&names);
        let hurried = hurried(budget);
        let quick = Options {
            play: options.play,
            limits: automata_limits(&hurried),
            budget: &hurried,
            learner: q.learner,
        };
        let options = if small { &quick } else { options };
        let mut why = "no pattern is claimed".to_string();
        match bouton_theory::analyze(rules, boxed, options) {
            Ok(analysis) => {
                if let Some(first) = analysis.claims.first() {
                    why = first.method.clone();
                }
                for claim in &analysis.claims {
                    let counted = match counting::sums_of_heaps(claim, heaps, &options.limits) {
                        Ok(Some(set)) => names.count_in(&set, claim, options),
                        Ok(None) => continue,
                        Err(e) => Err(stopped(e)),
                    };
                    match counted {
                        Ok(value) => {
                            let statement = claim.statement.clone();
                            return Ok(self.counted(q, value, "proved".to_string(), statement));
                        }
                        Err(e) if !search::is_possible(&names) => return Err(e),
                        Err(e) => why = e.to_string(),
                    }
                }
            }
            Err(e) if e.is_limit() && small => why = "that is quicker than a proof".to_string(),
            Err(e) => return Err(e),
        }
        let is_p = |sizes: &[u64]| {
            let side = sizes.iter().copied().max().unwrap_or(1);
            let table = boxed::grundy(boxed, &[side], budget)?;
            Ok(move |pos: &[u64]| {
                let sum = pos
                    .iter()
                    .try_fold(0, |g, &n| table.value(&[n]).map(|v| g ^ v));
                sum == Some(0)
            })
        };
        let value = by_search(&names, budget, is_p)?;
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

/// The rules of a game on words ask more than about a place and its neighbours.
pub(crate) fn stopped_words(name: &str) -> Error {
    Error::input(format!(
        "{name} has conditions on whole words; analyze takes rules about a place and its neighbours"
    ))
}

fn stopped(e: bouton_automata::Error) -> Error {
    if e.is_limit() {
        Error::limit(e.to_string())
    } else {
        Error::input(e.to_string())
    }
}

/// Seconds for a proof before a small box is searched.
const HURRY: f64 = 2.0;

/// What is left of the budget, but at most a moment.
fn hurried(budget: &Budget) -> Budget {
    let limits = budget.limits();
    let left = limits
        .seconds
        .map_or(HURRY, |s| (s - budget.seconds()).min(HURRY));
    Budget::new(&bouton_core::Limits {
        seconds: Some(left),
        ..limits.clone()
    })
}

/// A question read against the names of the coordinates.
#[derive(Clone)]
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

    /// The question about heaps as one about the coordinates of the game that `single` is on several heaps.
    fn coded(&self, single: &HeapRules, shifted: bool) -> Names<'a> {
        let to = |i: usize| single.heap_of(i, shifted).1;
        let there = (0..self.names.len()).map(|i| single.heap_of(i, shifted).0);
        Names {
            names: self.names,
            conditions: Cond::all([self.conditions.replace(&to)].into_iter().chain(there)),
            sum: self.sum.as_ref().map(|e| e.replace(&to)),
            modulus: self.modulus.clone(),
        }
    }

    /// Counts with a proved set.
    fn count_with(&self, claim: &Claim, options: &Options<'_>) -> Result<BigInt> {
        self.count_in(&claim.automata[0], claim, options)
    }

    /// Counts in a set of tuples in the numeration of a claim.
    fn count_in(
        &self,
        set: &bouton_automata::Automaton,
        claim: &Claim,
        options: &Options<'_>,
    ) -> Result<BigInt> {
        let numeration = claim
            .numeration
            .as_ref()
            .ok_or_else(|| Error::input("the claim has no automaton"))?;
        let not_linear = |NotLinear(why): NotLinear| {
            Error::input(format!("the question cannot be counted by automata: {why}"))
        };
        // Bounds that follow from the conditions together are said outright.
        let bounds = search::greatest(self)
            .into_iter()
            .enumerate()
            .filter_map(|(i, most)| Some(Cond::Cmp(Expr::Var(i), Op::Le, Expr::Int(most?))));
        let conditions = Cond::all([self.conditions.clone()].into_iter().chain(bounds));
        let conditions = counting::condition(&conditions, self.names.len()).map_err(not_linear)?;
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
            &options.limits,
        );
        counted.map_err(|e| self.named(stopped(e)))
    }

    /// The error with the coordinate's name in place of its number.
    fn named(&self, e: Error) -> Error {
        let said = e.to_string();
        let number = said
            .strip_prefix("variable ")
            .and_then(|rest| rest.split_once(" has no bound"));
        let name = number.and_then(|(i, _)| self.names.get(i.parse::<usize>().ok()?));
        match name {
            Some(name) => Error::input(format!(
                "--where: {name} has no upper bound; add one such as {name} <= 1000"
            )),
            None => e,
        }
    }
}

/// Counts with a proved set.
pub(crate) fn count_set(
    claim: &Claim,
    rules: &HeapRules,
    conditions: &str,
    options: &Options<'_>,
) -> Result<BigInt> {
    Names::read(&rules.heaps, conditions, None, None)?.count_with(claim, options)
}
