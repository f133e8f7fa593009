//! The pipeline: rules → brute force → pattern → proof.
//!
//! Hypotheses are tried in order of cost, and each ends as a claim that says how it is known. What cannot be proved is verified
//! to a stated bound, with the reason why there is no proof; data that fit nothing give no claim.

use crate::claim::{Claim, Kind, Status};
use crate::cone::cone;
use crate::discover::{Conjecture, Found, Search};
use crate::formula::{named_sets, periodic_graph, periodic_statement};
use crate::kernel::{Kernel, Verdict};
use crate::linear::NotLinear;
use crate::relation::Relations;
use bouton_automata::{Limits, Numeration, compile};
use bouton_rules::{Boxed, HeapRules, Play, Result};
use bouton_solve::{Budget, boxed};
use num_traits::{One, Zero};

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
    pub budget: &'a Budget<'a>,
}

/// Heaps below this are searched in a one-heap game.
const HEAPS: u64 = 10_000;

/// Longer periods are not proved by automata.
const LONGEST_PERIOD: usize = 2_000;

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

/// Why play ends, in words.
fn termination(rules: &HeapRules) -> String {
    let Some(rank) = &rules.rank else {
        return "no rank was found that every move lowers: play may go on for ever".to_string();
    };
    if rules.sums {
        return format!(
            "play ends: every move replaces a heap {0} by heaps smaller than {0}",
            rules.heaps[0]
        );
    }
    let forms: Vec<String> = rank
        .iter()
        .map(|form| {
            let terms: Vec<String> = form
                .iter()
                .zip(&rules.heaps)
                .filter(|(c, _)| !c.is_zero())
                .map(|(c, name)| {
                    if c.is_one() {
                        name.clone()
                    } else {
                        format!("{c}*{name}")
                    }
                })
                .collect();
            terms.join(" + ")
        })
        .collect();
    match forms.as_slice() {
        [one] => format!("play ends: every move lowers {one}"),
        more => format!(
            "play ends: every move lowers ({}) lexicographically",
            more.join(", ")
        ),
    }
}

/// A phrase for a box: `a, b < 512`, or `n < 512, m < 1023` where sides differ.
fn bound(rules: &HeapRules, sizes: &[u64]) -> String {
    if sizes.windows(2).all(|w| w[0] == w[1]) {
        return format!("{} < {}", rules.heaps.join(", "), sizes[0]);
    }
    let parts: Vec<String> = rules
        .heaps
        .iter()
        .zip(sizes)
        .map(|(n, s)| format!("{n} < {s}"))
        .collect();
    parts.join(", ")
}

fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items
        .into_iter()
        .map(|x| x.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

/// A claim about a set from what the search found, or the reason why there is none.
fn set_claim(
    rules: &HeapRules,
    found: Found,
    limits: &Limits,
    play: Play,
    kind: Kind,
) -> std::result::Result<Claim, String> {
    let (conjecture, why) = match found {
        Found::Proved(c) => (c, None),
        Found::Fits(c, why) => (c, Some(why)),
        Found::Nothing => {
            return Err(
                "no automaton in the numeration systems tried fits the P-positions".to_string(),
            );
        }
    };
    let states: Vec<usize> = conjecture.automata.iter().map(|a| a.states()).collect();
    let system = conjecture.numeration.name();
    let under = if play == Play::Misere {
        " under misère play"
    } else {
        ""
    };
    let what = match kind {
        Kind::PartizanSets => format!(
            "the positions where Left, and those where Right, wins moving first{under} are recognised by automata with {} states in {system}",
            list(&states)
        ),
        Kind::Grundy => format!(
            "the Grundy function is recognised by an automaton with {} states in {system}",
            states[0]
        ),
        _ => format!(
            "the P-positions{under} are the set of an automaton with {} states in {system}",
            states[0]
        ),
    };
    let named = (kind == Kind::PSet)
        .then(|| name_of_set(rules, &conjecture, limits))
        .flatten();
    let statement = match named {
        Some(name) => format!("{what}: {name}"),
        None => what,
    };
    let learned = format!(
        "learned from brute force on {}",
        bound(rules, &conjecture.sizes)
    );
    let refuted = match conjecture.refuted.len() {
        0 => String::new(),
        n => format!(
            " ({n} smaller conjecture{} refuted on the way)",
            if n == 1 { " was" } else { "s were" }
        ),
    };
    let (status, method) = match why {
        None => (
            Status::Proved,
            format!("{learned}{refuted}; {}", kernel_method(kind, play)),
        ),
        Some(why) => (Status::Verified, format!("{learned}{refuted}; {why}")),
    };
    Ok(Claim {
        kind,
        statement,
        status,
        bound: bound(rules, &conjecture.sizes),
        method,
        automata: conjecture.automata,
        numeration: Some(conjecture.numeration),
    })
}

fn kernel_method(kind: Kind, play: Play) -> &'static str {
    match (kind, play) {
        (Kind::PartizanSets, _) => {
            "proved by machine: both sets satisfy the equations that define them, and every move lowers the rank"
        }
        (Kind::Grundy, _) => {
            "proved by machine: no option has the position's value, every smaller value is an option's, every move lowers the rank"
        }
        (_, Play::Normal) => {
            "proved by machine: no move leads from the set into it, from outside some move does, every move lowers the rank"
        }
        (_, Play::Misere) => {
            "proved by machine: no move leads from the set into it and none of its positions is terminal, from outside some \
             move leads into it unless the position is terminal, every move lowers the rank"
        }
    }
}

fn name_of_set(rules: &HeapRules, conjecture: &Conjecture, limits: &Limits) -> Option<String> {
    let binary = conjecture.numeration == Numeration::Base(2);
    let set = &conjecture.automata[0];
    let domain =
        |relations: &Relations| compile(&relations.domain, &conjecture.numeration, limits).ok();
    let domain = domain(&Relations::new(rules).ok()?)?;
    named_sets(&rules.heaps, binary)
        .into_iter()
        .find_map(|(name, formula)| {
            let named = compile(&formula, &conjecture.numeration, limits)
                .ok()?
                .and(&domain, limits)
                .ok()?;
            let missing = set.difference(&named, limits).ok()?;
            let extra = named.difference(set, limits).ok()?;
            (missing.is_empty() && extra.is_empty()).then_some(name)
        })
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

    /// `heap n` under normal play: the Grundy function of one heap.
    fn heaps(&mut self) -> Result<()> {
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
            self.take(claim.map_err(|_| "no automaton fits the Grundy values".to_string()));
            return Ok(());
        };
        self.analysis.first_values =
            format!("g(0), g(1), … = {}", list(&values[..values.len().min(40)]));
        if !self.periodic(&values)? {
            let found = self.search().grundy()?;
            let fits = !matches!(found, Found::Nothing);
            if fits {
                self.take(set_claim(
                    self.rules,
                    found,
                    &self.options.limits,
                    Play::Normal,
                    Kind::Grundy,
                ));
            } else {
                self.remark(format!(
                    "no (arithmetic) period and no automaton fits g(n) for n < {}",
                    values.len()
                ));
            }
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

    /// `heaps a b …`, impartial: the P-set, then the Grundy function.
    fn tuples(&mut self) -> Result<()> {
        let play = self.options.play;
        let found = self.search().p_set(play)?;
        let proved = matches!(found, Found::Proved(_));
        let side = *crate::discover::sides(self.game.arity())
            .last()
            .unwrap_or(&2);
        let side = if proved { side.min(128) } else { side };
        let table = boxed::wins(
            self.game,
            &vec![side; self.game.arity()],
            play,
            self.options.budget,
        )?;
        let lost = (0..table.layout().cells()).filter(|&c| table.is_lost(c));
        let first = lost
            .take(24)
            .map(|c| format!("({})", list(table.layout().position(c))));
        self.analysis.first_values = format!("P-positions: {}", list(first));
        self.take(set_claim(
            self.rules,
            found,
            &self.options.limits,
            play,
            Kind::PSet,
        ));
        if play == Play::Normal {
            let graph = self.search().grundy()?;
            match set_claim(self.rules, graph, &self.options.limits, play, Kind::Grundy) {
                Ok(claim) => self.analysis.claims.push(claim),
                Err(_) => self
                    .remark("no automaton in the numeration systems tried fits the Grundy values"),
            }
            self.sum_of_coordinates()?;
        }
        if self.game.arity() == 2 {
            self.slopes(&table);
        }
        Ok(())
    }

    /// g(a, b, …) = g(a, 0, …) xor g(0, b, …) xor …: the coordinates are independent.
    fn sum_of_coordinates(&mut self) -> Result<()> {
        let arity = self.game.arity();
        if arity < 2 {
            return Ok(());
        }
        let side = crate::discover::sides(arity)[0];
        let table = boxed::grundy(self.game, &vec![side; arity], self.options.budget)?;
        let alone = |i: usize, x: u64| {
            let mut pos = vec![0; arity];
            pos[i] = x;
            table.value(&pos)
        };
        let fits = (0..table.layout().cells()).all(|c| {
            let pos = table.layout().position(c);
            let sum = pos
                .iter()
                .enumerate()
                .try_fold(0, |g, (i, &x)| alone(i, x).map(|v| g ^ v));
            sum.is_some() && sum == table.cell(c)
        });
        if !fits {
            return Ok(());
        }
        // Proved with the Grundy graph, if that is proved and the sum has the same graph.
        let proved = self
            .analysis
            .claims
            .iter()
            .find(|c| c.kind == Kind::Grundy && c.is_proved());
        let same = proved.and_then(|c| self.sum_graph_is(c)).unwrap_or(false);
        let names = &self.rules.heaps;
        let parts: Vec<String> = (0..arity)
            .map(|i| {
                let mut pos = vec!["0".to_string(); arity];
                pos[i] = names[i].clone();
                format!("g({})", pos.join(", "))
            })
            .collect();
        let claim = Claim {
            kind: Kind::Sum,
            statement: format!("g({}) = {}", names.join(", "), parts.join(" xor ")),
            status: if same {
                Status::Proved
            } else {
                Status::Verified
            },
            bound: bound(self.rules, table.layout().sizes()),
            method: match same {
                true => "the proved Grundy function is the xor of its restrictions to the axes"
                    .to_string(),
                false => "tested on every position of the box".to_string(),
            },
            automata: Vec::new(),
            numeration: None,
        };
        self.analysis.claims.push(claim);
        Ok(())
    }

    fn sum_graph_is(&self, claim: &Claim) -> Option<bool> {
        use bouton_automata::{Formula, Op, Var};
        let arity = self.game.arity() as Var;
        let graph = std::sync::Arc::new(claim.automata[0].clone());
        let zero = |v: Var| Formula::Linear {
            terms: vec![(1.into(), v)],
            op: Op::Eq,
            constant: 0.into(),
        };
        // Variables: coordinates, the total (arity), a zero, each part's value, partial sums.
        let nought = arity + 1;
        let mut all = vec![zero(nought)];
        let mut hidden = vec![nought];
        let mut total: Option<Var> = None;
        for i in 0..arity {
            let value = arity + 2 + 2 * i;
            let mut at = vec![nought; arity as usize];
            at[i as usize] = i;
            at.push(value);
            all.push(Formula::Is(graph.clone(), at));
            hidden.push(value);
            total = Some(match total {
                None => value,
                Some(before) => {
                    let sum = if i + 1 == arity { arity } else { value + 1 };
                    if sum != arity {
                        hidden.push(sum);
                    }
                    all.push(Formula::Xor(sum, before, value));
                    sum
                }
            });
        }
        let numeration = claim.numeration.as_ref()?;
        let sum = Formula::Exists(hidden, Box::new(Formula::And(all)));
        let sum = compile(&sum, numeration, &self.options.limits).ok()?;
        Some(
            graph
                .difference(&sum, &self.options.limits)
                .ok()?
                .is_empty(),
        )
    }

    /// Two heaps: Beatty pairs and slopes, verified only.
    fn slopes(&mut self, table: &boxed::WinTable) {
        let bound = bound(self.rules, table.layout().sizes());
        let claim = |kind, statement, method: &str| Claim {
            kind,
            statement,
            status: Status::Verified,
            bound: bound.clone(),
            method: method.to_string(),
            automata: Vec::new(),
            numeration: None,
        };
        let lost: Vec<Vec<u64>> = (0..table.layout().cells())
            .filter(|&c| table.is_lost(c))
            .map(|c| table.layout().position(c))
            .collect();
        let mut pairs: Vec<(u64, u64)> = lost
            .iter()
            .filter(|p| p[0] <= p[1])
            .map(|p| (p[0], p[1]))
            .collect();
        pairs.sort_unstable();
        let symmetric = lost
            .iter()
            .all(|p| table.wins(&[p[1], p[0]]) == Some(false));
        // One partner each: otherwise the positions are no pairs, and the search for slopes has nothing to find.
        let paired = pairs.windows(2).all(|w| w[0].0 < w[1].0);
        if symmetric
            && paired
            && let Some(beatty) = bouton_seq::beatty_pair(&pairs)
        {
            let text = format!(
                "the P-positions are the pairs (a(k), b(k)): {}",
                beatty.statement()
            );
            self.analysis.claims.push(claim(
                Kind::Beatty,
                text,
                "tested on every P-position of the box, in integers",
            ));
        }
        if let Some(cone) = cone(table) {
            let why = match self.relations {
                Ok(_) => "tested on every position of the box, in integers".to_string(),
                Err(why) => format!(
                    "tested on every position of the box, in integers; it cannot be proved here, because {why}"
                ),
            };
            self.analysis
                .claims
                .push(claim(Kind::Cone, cone.statement(&self.rules.heaps), &why));
        }
    }

    /// `heaps a b …` with moves of Left and Right.
    fn partizan_tuples(&mut self) -> Result<()> {
        let play = self.options.play;
        let found = self.search().partizan_sets(play)?;
        let side = crate::discover::sides(self.game.arity())[0];
        let table = boxed::partizan_wins(
            self.game,
            &vec![side; self.game.arity()],
            play,
            self.options.budget,
        )?;
        let first = (0..table.layout().cells())
            .filter_map(|c| {
                let pos = table.layout().position(c);
                table
                    .outcome(&pos)
                    .map(|o| format!("({}) {}", list(&pos), o.letter()))
            })
            .take(24);
        self.analysis.first_values = format!("outcomes: {}", list(first));
        self.take(set_claim(
            self.rules,
            found,
            &self.options.limits,
            play,
            Kind::PartizanSets,
        ));
        Ok(())
    }
}
