//! Where the values of single components come from, best first: a theorem of the game, a proved period of its code, a proved automaton of
//! its rules, and else the values of all components in the bounds.

use super::code::by_code;
use super::components::{Components, Known, Need};
use super::each::Each;
use super::found::{Found, progression};
use crate::game::heaps_text;
use crate::limits::automata_limits;
use crate::report::Entry;
use crate::workbench::Workbench;
use bouton_automata::{Formula, Op};
use bouton_core::{Budget, Code, Error, Play, Result, grouped};
use bouton_count::group::Nimber;
use bouton_count::numbers::{by_exponent, least_prime_factors, prime_factor_counts};
use bouton_games::HeapFact;
use bouton_heap::HeapGame;
use bouton_rulefile as rulefile;
use bouton_theory::discover::Learner;
use bouton_theory::{Kind, NotLinear, Options, count as counting};
use num_bigint::BigInt;
use num_integer::Integer;
use std::collections::BTreeMap;

/// Positions of a table.
const MOST_CELLS: u64 = 1 << 22;
/// Values of a proved automaton.
const MOST_CLASS_VALUES: u64 = 1 << 12;
/// Moves are listed for so many components.
pub(super) const MOST_MOVED: u64 = 1 << 16;

impl Workbench {
    /// The components of an impartial game, by Grundy value.
    pub(super) fn nimbers(
        &self,
        each: &Each,
        need: &Need,
        budget: &Budget,
    ) -> Result<Components<Nimber>> {
        let one = each.names.len() == 1;
        if one
            && !need.moves
            && let Some(fact) = self.fact()
            && let Some(found) = self.by_fact(fact, each, need, budget)?
        {
            return Ok(found);
        }
        if one && let Some(code) = self.code_of_rules() {
            return by_code(&code, each, need, budget);
        }
        let small = each.small(MOST_CELLS);
        let by_rules = self.rules.is_some() && self.boxed.is_some() && self.game.ends();
        match small {
            Some(ranges) => self.by_table(&ranges, each, need, budget),
            None if by_rules && !need.sized && !need.moves => self.by_automaton(each, need, budget),
            None => Err(too_many(&self.name, each)),
        }
    }

    /// True if the game is compiled, or its rule file is the one that comes with the program: then its name says what is known of it.
    fn has_own_rules(&self) -> bool {
        match (&self.rules, &self.cells) {
            (Some(rules), _) => {
                rulefile::builtin(&self.name).is_some_and(|text| text == rules.text)
            }
            (None, cells) => cells.is_none(),
        }
    }

    /// What a theorem says of single heaps.
    pub(super) fn fact(&self) -> Option<HeapFact> {
        match self.has_own_rules() {
            true => bouton_games::fact_of(&self.name),
            false => None,
        }
    }

    /// The code with the same moves.
    fn code_of_rules(&self) -> Option<HeapGame> {
        let by_name = match &self.rules {
            Some(rules) if rules.sums && self.has_own_rules() => self.name.parse().ok(),
            _ => None,
        };
        by_name.or_else(|| self.code.clone())
    }

    fn by_fact(
        &self,
        fact: HeapFact,
        each: &Each,
        need: &Need,
        budget: &Budget,
    ) -> Result<Option<Components<Nimber>>> {
        let info = self.game.info();
        let mut found = Found::new(each, need);
        let most = match fact {
            HeapFact::LeastPrimePlace | HeapFact::FactorCount(_) => 1 << 32,
            HeapFact::Exponent(_) | HeapFact::Size => 1 << 20,
        };
        if let Some(ranges) = each.small(most).filter(|r| r[0].1 < 1 << 32) {
            let (low, high) = ranges[0];
            let least = match fact {
                HeapFact::LeastPrimePlace => least_prime_factors(high, budget)?,
                _ => Vec::new(),
            };
            let factors = match fact {
                HeapFact::FactorCount(_) => prime_factor_counts(high, budget)?,
                _ => Vec::new(),
            };
            let mut next = 0;
            let mut places = vec![
                0u32;
                if least.is_empty() {
                    0
                } else {
                    high as usize + 1
                }
            ];
            for (n, &l) in least.iter().enumerate().skip(2) {
                if l as usize == n {
                    next += 1;
                    places[n] = next;
                }
            }
            for n in low..=high {
                if n % (1 << 16) == 0 {
                    budget.visit(1 << 16)?;
                }
                let value: u64 = match fact {
                    _ if n == 0 => 0,
                    HeapFact::Size => n,
                    HeapFact::FactorCount(values) => {
                        values[usize::from(factors[n as usize])].into()
                    }
                    HeapFact::Exponent(base) => {
                        let mut rest = n;
                        let mut e = 0;
                        while rest % base == 0 {
                            rest /= base;
                            e += 1;
                        }
                        e
                    }
                    HeapFact::LeastPrimePlace if n == 1 => 1,
                    HeapFact::LeastPrimePlace if n % 2 == 0 => 0,
                    HeapFact::LeastPrimePlace => places[least[n as usize] as usize].into(),
                };
                found.one(&[n], value)?;
            }
        } else if let (HeapFact::Exponent(base), true, false) = (fact, each.is_range(), need.sized)
        {
            let (mut low, high) = (each.low[0].clone(), each.high[0].clone());
            if low == BigInt::ZERO {
                if each.with_empty {
                    found.one(&[0], 0)?;
                }
                low += 1;
            }
            for (e, count) in by_exponent(base, &low, &high)?.iter() {
                // Multiples of the power that are none of the next.
                let unit = BigInt::from(base).pow(u32::try_from(*e).unwrap_or(u32::MAX));
                let first = low.div_ceil(&unit);
                if let Some(f) = need.weight.as_ref() {
                    let last = high.div_floor(&unit);
                    let (next, from) = (&unit * base, low.div_ceil(&(&unit * base)));
                    let until = high.div_floor(&next);
                    let all = progression(f, &(&first * &unit), &unit, &(last - &first + 1))?;
                    let out = progression(f, &(&from * &next), &next, &(until - &from + 1))?;
                    found.weigh(*e, all - out);
                }
                found.counts.add(Nimber(*e), count.clone());
            }
        } else {
            return Ok(None);
        }
        let theorem = info.theorem.unwrap_or_default();
        let source = info.source.map_or(String::new(), |s| format!(" ({s})"));
        Ok(Some(found.components(Known {
            status: "theorem".to_string(),
            statement: format!("{theorem}{source}"),
            steps: vec![format!(
                "values of single components by the theorem: {theorem}{source}"
            )],
        })))
    }

    /// Values by a table of all positions in the bounds.
    fn by_table(
        &self,
        ranges: &[(u64, u64)],
        each: &Each,
        need: &Need,
        budget: &Budget,
    ) -> Result<Components<Nimber>> {
        let table = self.table(ranges, false, Play::Normal, budget)?;
        let mut found = Found::new(each, need);
        let mut at: Vec<u64> = ranges.iter().map(|r| r.0).collect();
        let mut count = 0u64;
        for entry in table.values {
            match entry {
                Some(Entry::Grundy(g)) if each.holds(&at) => {
                    count += 1;
                    found.one(&at, g.into())?;
                    if need.moves {
                        let moves = self.moves_by_value(&at, count, budget)?;
                        found.moves(&at, g.into(), moves);
                    }
                }
                Some(Entry::Grundy(_)) | None => {}
                Some(_) => return Err(self.no_sums()),
            }
            step(&mut at, ranges);
        }
        Ok(found.components(computed(
            &self.name,
            each,
            "a table of all positions in the bounds",
        )))
    }

    /// How many moves lead to each value.
    fn moves_by_value(
        &self,
        at: &[u64],
        count: u64,
        budget: &Budget,
    ) -> Result<BTreeMap<u64, u64>> {
        if count > MOST_MOVED {
            return Err(too_many_moves());
        }
        budget.visit(1)?;
        let options = self
            .game
            .moves(bouton_core::Player::Left, &heaps_text(at))?;
        let mut moves = BTreeMap::new();
        for entry in self.game.entries(&options, false, Play::Normal, budget)? {
            let Some(Entry::Grundy(g)) = entry else {
                return Err(self.no_sums());
            };
            *moves.entry(u64::from(g)).or_default() += 1;
        }
        Ok(moves)
    }

    pub(super) fn no_sums(&self) -> Error {
        Error::input(format!(
            "components of {} have no values that add up; ask for positions as a whole with --where",
            self.name
        ))
    }

    /// Values by a proved automaton: one count for each value.
    fn by_automaton(
        &self,
        each: &Each,
        need: &Need,
        budget: &Budget,
    ) -> Result<Components<Nimber>> {
        let rules = self.analysable()?;
        let boxed = self.boxed.as_deref().ok_or_else(|| self.without_boxes())?;
        let limits = automata_limits(budget);
        let options = Options {
            play: Play::Normal,
            limits: automata_limits(budget),
            budget,
            learner: Learner::default(),
        };
        let analysis = bouton_theory::analyze(rules, boxed, &options)?;
        let width = each.names.len();
        let graph =
            analysis
                .claims
                .iter()
                .find_map(|c| match (&c.numeration, c.automata.as_slice()) {
                    (Some(numeration), [graph])
                        if c.is_proved()
                            && !matches!(c.kind, Kind::PSet)
                            && graph.vars().len() == width + 1 =>
                    {
                        Some((c, graph, numeration))
                    }
                    _ => None,
                });
        let (claim, graph, numeration) = graph.ok_or_else(|| too_many(&self.name, each))?;
        let not_linear = |NotLinear(why): NotLinear| {
            Error::input(format!("the question cannot be counted by automata: {why}"))
        };
        let weight = need
            .weight
            .as_ref()
            .map(counting::polynomial)
            .transpose()
            .map_err(not_linear)?;
        let ask = |value: Option<u64>, sum| -> Result<BigInt> {
            let each = counting::condition(&each.condition, width + 1).map_err(not_linear)?;
            let mut all = vec![each];
            if let Some(value) = value {
                all.push(Formula::Linear {
                    terms: vec![(1.into(), width as bouton_automata::Var)],
                    op: Op::Eq,
                    constant: value.into(),
                });
            }
            counting::count(graph, numeration, Formula::And(all), sum, None, &limits)
                .map_err(super::stopped)
        };
        let all = ask(None, None)?;
        let mut found = Found::new(each, need);
        let mut value = 0;
        while found.counts.total() < all {
            if value == MOST_CLASS_VALUES {
                return Err(Error::limit(format!(
                    "components in the bounds have more than {MOST_CLASS_VALUES} values; give smaller bounds"
                )));
            }
            budget.visit(1)?;
            found.counts.add(Nimber(value), ask(Some(value), None)?);
            if let Some(p) = &weight {
                found.weigh(value, ask(Some(value), Some(p.clone()))?);
            }
            value += 1;
        }
        Ok(found.components(Known {
            status: "proved".to_string(),
            statement: claim.statement.clone(),
            steps: vec![format!(
                "values of single components by a proved automaton, one count for each of {value} values"
            )],
        }))
    }
}

pub(super) fn computed(name: &str, each: &Each, how: &str) -> Known {
    let up_to = each
        .high
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ");
    Known {
        status: "computed for all components in the bounds".to_string(),
        statement: format!("the values of {name} up to {up_to} are computed"),
        steps: vec![format!(
            "values of single components up to {up_to} by {how}"
        )],
    }
}

fn too_many(name: &str, each: &Each) -> Error {
    let up_to: Vec<String> = each.high.iter().map(ToString::to_string).collect();
    Error::new(
        Code::Size,
        format!(
            "nothing is proved of the values of {name}, and components up to {} are too many to compute; at most {} are",
            up_to.join(", "),
            grouped(MOST_CELLS)
        ),
    )
}

pub(super) fn too_many_moves() -> Error {
    Error::new(
        Code::Size,
        format!(
            "winning moves are counted for at most {} components; give smaller bounds",
            grouped(MOST_MOVED)
        ),
    )
}

/// The next position of a table, the last coordinate fastest.
pub(super) fn step(at: &mut [u64], ranges: &[(u64, u64)]) {
    for (x, &(low, high)) in at.iter_mut().zip(ranges).rev() {
        if *x < high {
            *x += 1;
            return;
        }
        *x = low;
    }
}
