//! Positions made of single components: values of the components, how many have each, and how values add.

use super::canonical::{Partizan, Target, not_a_value, rows};
use super::each::Each;
use super::question::{ComponentQuestion, ComponentReport};
use crate::workbench::Workbench;
use bouton_core::{Budget, Error, Outcome, Play, Result};
use bouton_count::Distribution;
use bouton_count::full::different;
use bouton_count::group::{Group, Nimber};
use bouton_count::positions::{Mark, Order, Parts, Positions, Wanted, counts, marked};
use bouton_games::HeapFact;
use bouton_rulefile::{parse_condition, parse_expression};
use bouton_rules::Expr;
use num_bigint::BigInt;
use num_integer::Integer;

/// What has to be known of the components.
pub(super) struct Need {
    /// An expression to sum.
    pub weight: Option<Expr>,
    /// By size, for a total.
    pub sized: bool,
    /// The moves of each.
    pub moves: bool,
}

/// How values are known.
pub(super) struct Known {
    pub status: String,
    pub statement: String,
    pub steps: Vec<String>,
}

/// Components by value.
pub(super) struct Components<V> {
    pub parts: Parts<V>,
    pub marks: Vec<Mark<V>>,
    pub known: Known,
}

impl<V: Ord + Clone> Components<V> {
    /// No components at all.
    fn none() -> Components<V> {
        Components {
            parts: Parts {
                values: Distribution::new(),
                sized: Default::default(),
            },
            marks: Vec::new(),
            known: Known {
                status: "proved".to_string(),
                statement: "no component satisfies the conditions".to_string(),
                steps: Vec::new(),
            },
        }
    }
}

/// A question whose parts are read.
struct Asked<'q> {
    question: &'q ComponentQuestion,
    positions: Positions,
    /// The first total that is listed, if they are listed.
    from: Option<u64>,
    /// What `--sum` and `--winning-moves` ask for.
    adds: bool,
    /// What `win` and `value` ask for; nothing at all is wanted where it is `None`.
    outcome: Option<Outcome>,
}

impl Workbench {
    /// Counts positions of many components, or adds up over them.
    ///
    /// The values of single components come from a theorem, a proved period or a proved automaton, or are computed for all components in
    /// the bounds; the answer says which. Errors: a question that does not read, a component without a bound, play that need not end,
    /// components that are too many to compute, a limit.
    ///
    /// ```
    /// use bouton_engine::{Budget, ComponentQuestion, Workbench};
    /// let game = Workbench::named("dawsons-kayles").unwrap();
    /// let question = ComponentQuestion { each: Some("1 <= n <= 10^18".into()), ..ComponentQuestion::default() };
    /// let answer = game.count_components(&question, &Budget::unlimited()).unwrap();
    /// assert_eq!(answer.status, "proved");
    /// ```
    pub fn count_components(
        &self,
        q: &ComponentQuestion,
        budget: &Budget,
    ) -> Result<ComponentReport> {
        if q.play == Play::Misere {
            return Err(Error::input(
                "values of components add under normal play only; ask about positions as a whole with --where",
            ));
        }
        if !self.game.ends() || self.game.by_points() {
            return Err(self.no_sums());
        }
        let (positions, from) = q.positions()?;
        let names = self.coordinates(q.each.as_deref())?;
        let default = q.default_each(&names, &positions)?;
        let mut each = Each::read(
            q.each.as_deref().unwrap_or(&default),
            names,
            positions.total,
        )?;
        each.with_empty =
            q.each.is_some() || positions.total.is_none() || positions.components.is_some();
        let need = Need {
            weight: match &q.sum {
                Some(text) => Some(parse_expression(text, &each.names).map_err(|e| e.at("--sum"))?),
                None => None,
            },
            sized: positions.total.is_some(),
            moves: q.winning_moves,
        };
        let asked = Asked {
            question: q,
            positions,
            from,
            adds: need.weight.is_some() || need.moves,
            outcome: q.outcome()?,
        };
        if q.list {
            return self.listed(q, &asked.positions, &each, asked.outcome, budget);
        }
        if let Some(lists) = self.full_space(&asked, &each, budget)? {
            return Ok(lists);
        }
        if self.is_partizan() && need.moves {
            return Err(Error::input(format!(
                "{} is partizan; winning moves are counted in impartial games",
                self.name
            )));
        }
        if self.is_partizan() {
            let parts = match each.is_empty() {
                true => Partizan::Axes(Components::none()),
                false => self.partizan_parts(&each, &need, budget)?,
            };
            match parts {
                Partizan::Axes(components) => {
                    let value = q
                        .value
                        .as_deref()
                        .map(|text| self.value_on_axes(text))
                        .transpose()?;
                    asked.answer(self, &each, components, value, budget)
                }
                Partizan::Canonical(mut parts) => {
                    let target = match (&q.value, asked.outcome) {
                        (Some(text), _) => Some(parts.target(text)?),
                        (None, outcome) => outcome.map(Target::Outcome),
                    };
                    let counts = match target {
                        Some(target) => parts.counts(&asked.positions, &target, budget)?,
                        None => vec![BigInt::ZERO; asked.positions.total.unwrap_or(0) as usize + 1],
                    };
                    let rows = q.distribution.then(|| parts.distribution()).transpose()?;
                    let known = std::mem::replace(
                        &mut parts.known,
                        Known {
                            status: String::new(),
                            statement: String::new(),
                            steps: Vec::new(),
                        },
                    );
                    Ok(asked.report(self, known, counts, rows))
                }
            }
        } else {
            let components = match each.is_empty() {
                true => Components::none(),
                false => self.nimbers(&each, &need, budget)?,
            };
            let value = match &q.value {
                Some(text) => Some(Some(nimber(text)?)),
                None => None,
            };
            asked.answer(self, &each, components, value, budget)
        }
    }

    /// Nim heaps of every size below a power of two, all different and in order: a closed recurrence, whatever the power.
    fn full_space(
        &self,
        asked: &Asked<'_>,
        each: &Each,
        budget: &Budget,
    ) -> Result<Option<ComponentReport>> {
        let (q, p) = (asked.question, &asked.positions);
        let plain = !asked.adds && !q.distribution && q.value.is_none() && p.total.is_none();
        let size = self.fact() == Some(HeapFact::Size);
        if !plain || !size || p.order != Order::Arrangements || !each.is_range() {
            return Ok(None);
        }
        let (low, high) = (&each.low[0], &each.high[0]);
        let bits = high.bits();
        let full = high + 1i32 == BigInt::from(1) << bits && *low <= BigInt::from(1);
        let (true, Some(k), Some(outcome)) = (full, &p.components, asked.outcome) else {
            return Ok(None);
        };
        let with_zero = *low == BigInt::ZERO;
        let lists = different(bits, k, with_zero, p.modulus.as_ref(), budget)?;
        let count = match outcome {
            Outcome::P => lists.zero,
            Outcome::N => lists.all - lists.zero,
            _ => BigInt::ZERO,
        };
        let count = match &p.modulus {
            Some(m) => count.mod_floor(&BigInt::from(m.clone())),
            None => count,
        };
        let info = self.game.info();
        let theorem = info.theorem.unwrap_or_default();
        let source = info.source.map_or(String::new(), |s| format!(" ({s})"));
        let known = Known {
            status: "theorem".to_string(),
            statement: format!("{theorem}{source}"),
            steps: vec![format!(
                "all nimbers below 2^{bits}: lists of {k} different ones by their recurrence"
            )],
        };
        Ok(Some(asked.report(self, known, vec![count], None)))
    }

    /// The names of the coordinates of a component.
    fn coordinates(&self, each: Option<&str>) -> Result<Vec<String>> {
        if let Some(rules) = &self.rules {
            return Ok(rules.heaps.clone());
        }
        if let Some(cells) = &self.cells {
            return Ok(cells.axes(1));
        }
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let choices = [names(&["n"]), names(&["a", "b"]), names(&["a", "b", "c"])];
        let reads = |n: &&Vec<String>| each.is_none_or(|text| parse_condition(text, n).is_ok());
        Ok(choices.iter().find(reads).unwrap_or(&choices[0]).clone())
    }
}

/// A nimber as `3`, `*3` or `*`.
fn nimber(text: &str) -> Result<Nimber> {
    let digits = text.trim();
    let digits = match digits.strip_prefix('*') {
        Some("") => "1",
        Some(rest) => rest,
        None => digits,
    };
    digits.parse().map(Nimber).map_err(|_| not_a_value(text))
}

impl Asked<'_> {
    /// `value`: `Some(None)` if the value that is asked for is none that components add up to.
    fn answer<V: Group>(
        &self,
        bench: &Workbench,
        each: &Each,
        components: Components<V>,
        value: Option<Option<V>>,
        budget: &Budget,
    ) -> Result<ComponentReport> {
        let Components {
            parts,
            marks,
            mut known,
        } = components;
        let positions = &self.positions;
        let moves = self.question.winning_moves;
        let outcome = self.outcome;
        let accept = |v: &V| {
            let won = v.outcome();
            // A value is asked for in the place of an outcome; without both every position has its winning moves.
            Some(won) == outcome || moves && self.question.win.is_none()
        };
        let impartial = !bench.is_partizan();
        let wanted = match (value, outcome) {
            (Some(Some(v)), _) => Some(Wanted::Value(v)),
            (Some(None), _) | (None, None) => None,
            (None, Some(Outcome::L | Outcome::R)) if impartial => None,
            (None, Some(Outcome::P)) if impartial && !moves => Some(Wanted::Value(V::zero()?)),
            (None, Some(_)) => Some(Wanted::Where(&accept)),
        };
        known.steps.push(format!(
            "{} components in the bounds have {} values",
            parts.values.total(),
            parts.values.len()
        ));
        known.steps.push(self.how(each));
        let lists = positions.total.map_or(1, |n| n as usize + 1);
        let all = match &wanted {
            None => vec![BigInt::ZERO; lists],
            Some(wanted) if self.adds => {
                // One total at a time.
                let mut all = Vec::new();
                for n in
                    self.from.unwrap_or(positions.total.unwrap_or(0))..=positions.total.unwrap_or(0)
                {
                    let at = Positions {
                        total: positions.total.map(|_| n),
                        ..positions.clone()
                    };
                    all.push(marked(&parts, &at, &marks, wanted, budget)?);
                }
                all
            }
            Some(wanted) => counts(&parts, positions, wanted, budget)?,
        };
        let rows = self.question.distribution.then(|| rows(&parts.values));
        Ok(self.report(bench, known, all, rows))
    }

    /// How the values are combined, in a sentence.
    fn how(&self, each: &Each) -> String {
        let p = &self.positions;
        let k = p
            .components
            .as_ref()
            .map_or("any number of".to_string(), ToString::to_string);
        let total = p
            .total
            .map_or(String::new(), |n| format!(" with total {n}"));
        let method = match (p.order, p.total) {
            (_, Some(_)) => "generating functions in the size, one for each character",
            (Order::Tuples, None) => "powers of characters (Walsh-Hadamard)",
            (_, None) => "the cycle index at each character",
        };
        let bounds: Vec<String> = each
            .names
            .iter()
            .zip(each.low.iter().zip(&each.high))
            .map(|(n, (l, h))| format!("{l} <= {n} <= {h}"))
            .collect();
        format!(
            "{} of {k} components{total}, {}: {method}",
            name(p.order),
            bounds.join(", ")
        )
    }

    fn report(
        &self,
        bench: &Workbench,
        known: Known,
        all: Vec<BigInt>,
        distribution: Option<Vec<(String, String)>>,
    ) -> ComponentReport {
        let q = self.question;
        let last = all.last().map(ToString::to_string);
        let list = self.from.map(|from| {
            let skip = if self.adds && all.len() as u64 <= self.positions.total.unwrap_or(0) {
                0
            } else {
                from
            };
            all.iter()
                .skip(skip as usize)
                .map(ToString::to_string)
                .collect()
        });
        let value = last.filter(|_| list.is_none());
        let (count, sum, winning_moves) = match (q.sum.is_some(), q.winning_moves) {
            (_, true) => (None, None, value),
            (true, _) => (None, value, None),
            _ => (value, None, None),
        };
        ComponentReport {
            game: bench.name.clone(),
            each: q.each.clone(),
            heaps: self.positions.components.as_ref().map(ToString::to_string),
            order: name(self.positions.order),
            total: q.total.clone(),
            win: match (&q.win, &q.value, q.winning_moves) {
                (Some(win), ..) => Some(win.clone()),
                (None, None, false) => Some("second".to_string()),
                _ => None,
            },
            value: q.value.clone(),
            count,
            counts: list,
            sum,
            winning_moves,
            modulus: self.positions.modulus.as_ref().map(ToString::to_string),
            status: known.status,
            statement: known.statement,
            distribution,
            steps: known.steps,
            positions: None,
        }
    }
}

pub(super) fn name(order: Order) -> &'static str {
    match order {
        Order::Tuples => "tuples",
        Order::Multisets => "multisets",
        Order::Sets => "sets",
        Order::Arrangements => "arrangements",
    }
}
