//! Statements in words: from an automaton to a condition that a person would write.
//!
//! Conditions are made from a grammar (`grammar`), the simplest first. Those that agree with the set on a box are compiled and
//! compared with the automaton: the one that is returned describes exactly the same set, so it is proved where the set is.
//! Boolean combinations are put together from conditions that hold on all of the set, or on nothing else; sets with a few
//! exceptions have them listed.

mod grammar;
mod scope;
mod term;

use bouton_automata::{Automaton, Formula, Limits, Nat, Numeration, Var, compile};
use bouton_seq::Quadratic;
use rustc_hash::FxHashSet;
use term::{Cond, Term};

/// A condition that describes a set.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The condition, to stand after "if and only if".
    pub text: String,
    /// The same over the set's variables; others are bound.
    pub formula: Formula,
}

/// Cells of the box on which conditions are filtered.
const CELLS: usize = 4_096;

/// Candidates that are compiled.
const COMPILED: usize = 12;

/// Conditions kept for combinations, and those of them that go into combinations of three.
const KEPT: usize = 300;
const TRIPLES: usize = 40;

/// Exceptions listed at most.
const EXCEPTIONS: usize = 6;

/// The box: its tuples in the domain, and which are in the set.
struct Table {
    tuples: Vec<Vec<u64>>,
    inside: Vec<bool>,
    /// Positions of `tuples` in the order of testing: members and others in turn.
    order: Vec<usize>,
}

impl Table {
    fn new(set: &Automaton, domain: &Automaton, arity: usize) -> Table {
        let mut side = 2u64;
        while (side + 1)
            .checked_pow(arity as u32)
            .is_some_and(|n| n <= CELLS as u64)
            && side < 512
        {
            side += 1;
        }
        let mut tuples = Vec::new();
        let mut x = vec![0u64; arity];
        loop {
            let at: Vec<Nat> = x.iter().map(|&v| v.into()).collect();
            if domain.contains(&at) {
                tuples.push((x.clone(), set.contains(&at)));
            }
            let Some(i) = x.iter().rposition(|&v| v + 1 < side) else {
                break;
            };
            x[i] += 1;
            x[i + 1..].fill(0);
        }
        let inside: Vec<bool> = tuples.iter().map(|t| t.1).collect();
        let tuples: Vec<Vec<u64>> = tuples.into_iter().map(|t| t.0).collect();
        // A fixed shuffle, members and others in turn, so that wrong conditions are found out early.
        let mut seed = 0x9e37_79b9_7f4a_7c15u64;
        let mut keyed: Vec<(u64, usize)> = (0..tuples.len())
            .map(|i| {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                (seed, i)
            })
            .collect();
        keyed.sort_unstable();
        let (yes, no): (Vec<usize>, Vec<usize>) =
            keyed.iter().map(|k| k.1).partition(|&i| inside[i]);
        let mut order = Vec::with_capacity(tuples.len());
        let (mut yes, mut no) = (yes.into_iter(), no.into_iter());
        loop {
            let pair = (yes.next(), no.next());
            order.extend(pair.0);
            order.extend(pair.1);
            if pair == (None, None) {
                break;
            }
        }
        Table {
            tuples,
            inside,
            order,
        }
    }
}

/// What a condition is to the set, on the box.
struct Fit {
    cond: Cond,
    bits: Vec<u64>,
    missing: usize,
    extra: usize,
}

/// The search for one set.
struct Search<'a> {
    set: &'a Automaton,
    domain: &'a Automaton,
    names: &'a [String],
    limits: &'a Limits,
    table: Table,
}

/// The simplest statement found that describes `set` among the tuples of `domain`, both over variables 0, 1, …, which `names`
/// name; `None` if none does.
///
/// `pairs` are the slopes of a Beatty pair (α and what b(k) - a(k) is a multiple k of) that the set seems to be. Cost: some 10^4
/// conditions on a box of some 4,000 tuples, most of them refuted by the first few; at most twelve are compiled, within `limits`.
pub fn statement(
    set: &Automaton,
    domain: &Automaton,
    names: &[String],
    pairs: Option<&(Quadratic, u64)>,
    limits: &Limits,
) -> Option<Statement> {
    let arity = names.len();
    let search = Search {
        set,
        domain,
        names,
        limits,
        table: Table::new(set, domain, arity),
    };
    if search.table.tuples.is_empty() {
        return None;
    }
    if let Some((alpha, difference)) = pairs
        && let Some(cond) = beatty(set, alpha, *difference)
        && let Some(mut found) = search.decide(&cond)
    {
        let digits = Cond::All(vec![
            Cond::Zeros(Term::Least, 2, 0),
            Cond::Appended(Term::Greatest, Term::Least),
        ]);
        let empty = Cond::Compare(Term::Greatest, bouton_automata::Op::Eq, Term::constant(0));
        if let Some(second) = search.decide(&Cond::Any(vec![empty, digits])) {
            found.text = format!("{}; in digits: {}", found.text, second.text);
        }
        return Some(found);
    }
    search.find()
}

/// The simplest term found whose value is the last variable of `graph`, a function of the others.
pub fn value(
    graph: &Automaton,
    domain: &Automaton,
    names: &[String],
    limits: &Limits,
) -> Option<Statement> {
    let arity = names.len();
    let num = graph.numeration().clone();
    let domain = &domain.extend(&[arity as Var], limits).ok()?;
    let table = Table::new(graph, domain, arity + 1);
    let members: Vec<&Vec<u64>> = (0..table.tuples.len())
        .filter(|&i| table.inside[i])
        .map(|i| &table.tuples[i])
        .collect();
    if members.len() < 3 {
        return None;
    }
    let mut compiled = 0;
    for term in grammar::values(arity, &num) {
        let fits = |x: &&Vec<u64>| term.eval(&num, &x[..arity]) == Some(x[arity] as i64);
        if !members.iter().all(fits) {
            continue;
        }
        compiled += 1;
        let last = Term::coordinate(arity);
        // The coordinates of Least and Greatest are not the value.
        if term == Term::Least || term == Term::Greatest || compiled > COMPILED {
            continue;
        }
        let cond = Cond::Compare(last, bouton_automata::Op::Eq, term.clone());
        let formula = cond.formula(&num, arity + 1).ok()?;
        if same(&formula, graph, domain, limits) {
            return Some(Statement {
                text: term.text(names, &num),
                formula,
            });
        }
    }
    None
}

fn same(formula: &Formula, set: &Automaton, domain: &Automaton, limits: &Limits) -> bool {
    let attempt = || {
        let vars: Vec<Var> = set.vars().to_vec();
        let named = compile(formula, set.numeration(), limits)?
            .and(domain, limits)?
            .extend(&vars, limits)?;
        named.same_set(set, limits)
    };
    attempt().unwrap_or(false)
}

/// The pair as a condition, if α belongs to the numeration of the set: 2α = 2 r - a + sqrt(a² + 4).
fn beatty(set: &Automaton, alpha: &Quadratic, difference: u64) -> Option<Cond> {
    let a = match set.numeration() {
        Numeration::Zeckendorf => 1i128,
        Numeration::Ostrowski { period, .. } if period.len() == 1 => i128::from(period[0]),
        _ => return None,
    };
    let (own, integral) = quotient(alpha)?;
    (own == a).then_some(())?;
    Some(Cond::Beatty {
        integral,
        difference: i64::try_from(difference).ok().filter(|&c| c > 0)?,
        alpha: alpha.text(),
    })
}

/// The a and r with α = r + [0; a, a, …].
fn quotient(alpha: &Quadratic) -> Option<(i128, i64)> {
    let (p, q, d) = (
        i128::from(alpha.p),
        i128::from(alpha.q),
        i128::from(alpha.d),
    );
    if q <= 0 || 4 * d % (q * q) != 0 || (2 * p) % q != 0 {
        return None;
    }
    let square = 4 * d / (q * q) - 4;
    let a = (1..=64i128).find(|a| a * a == square)?;
    ((2 * p / q + a) % 2 == 0)
        .then(|| i64::try_from((2 * p / q + a) / 2).ok())
        .flatten()
        .map(|r| (a, r))
}

/// The set of a Beatty pair that a table of two coordinates suggests: {a, b} = {floor(k α), floor(k α) + c k}, in the numeration
/// to which α belongs.
pub(crate) fn beatty_set(
    holds: &dyn Fn(&[u64]) -> bool,
    sizes: &[u64],
    limits: &Limits,
) -> Option<Automaton> {
    const PAIRS: usize = 100;
    let &[rows, columns] = sizes else {
        return None;
    };
    let mut pairs = Vec::new();
    for a in 0..rows {
        let mut row = (a..columns).filter(|&b| holds(&[a, b]));
        pairs.extend(row.next().map(|b| (a, b)));
        if row.next().is_some() {
            return None;
        }
    }
    // Beyond half of the box a larger partner may be outside.
    pairs.retain(|p| 2 * p.1 < columns + p.0);
    pairs.truncate(PAIRS);
    let found = bouton_seq::beatty_pair(&pairs)?;
    let (a, integral) = quotient(&found.alpha)?;
    let num = match a {
        1 => Numeration::Zeckendorf,
        a => Numeration::Ostrowski {
            pre: vec![1],
            period: vec![u32::try_from(a).ok()?],
        },
    };
    let cond = Cond::Beatty {
        integral,
        difference: i64::try_from(found.difference?).ok().filter(|&c| c > 0)?,
        alpha: found.alpha.text(),
    };
    compile(&cond.formula(&num, 2).ok()?, &num, limits).ok()
}

impl Search<'_> {
    fn holds(&self, cond: &Cond, tuple: usize) -> bool {
        cond.holds(self.set.numeration(), &self.table.tuples[tuple])
    }

    /// Is the condition the same set, for all numbers?
    fn decide(&self, cond: &Cond) -> Option<Statement> {
        let num = self.set.numeration();
        let all = (0..self.table.tuples.len()).all(|i| self.holds(cond, i) == self.table.inside[i]);
        if !all {
            return None;
        }
        let formula = cond.formula(num, self.names.len()).ok()?;
        same(&formula, self.set, self.domain, self.limits).then(|| Statement {
            text: cond.text(self.names, num),
            formula,
        })
    }

    /// The condition on the whole box, unless it fails on both sides more often than exceptions may.
    fn fit(&self, cond: Cond) -> Option<Fit> {
        let (mut missing, mut extra) = (0, 0);
        let mut bits = vec![0u64; self.table.tuples.len().div_ceil(64)];
        for &i in &self.table.order {
            let holds = self.holds(&cond, i);
            bits[i / 64] |= u64::from(holds) << (i % 64);
            match (self.table.inside[i], holds) {
                (true, false) => missing += 1,
                (false, true) => extra += 1,
                _ => {}
            }
            if missing > 0 && extra > 0 && missing + extra > EXCEPTIONS {
                return None;
            }
        }
        Some(Fit {
            cond,
            bits,
            missing,
            extra,
        })
    }

    /// The condition with the tuples where it is wrong listed.
    fn patched(&self, fit: &Fit) -> Option<Cond> {
        if fit.missing + fit.extra > EXCEPTIONS {
            return None;
        }
        let wrong = |inside: bool| -> Vec<Vec<u64>> {
            (0..self.table.tuples.len())
                .filter(|&i| self.table.inside[i] == inside)
                .filter(|&i| (fit.bits[i / 64] >> (i % 64) & 1 == 1) != inside)
                .map(|i| self.table.tuples[i].clone())
                .collect()
        };
        let mut cond = fit.cond.clone();
        if fit.extra > 0 {
            let but = Cond::Not(Box::new(Cond::Listed(wrong(false))));
            cond = Cond::All(vec![cond, but]);
        }
        if fit.missing > 0 {
            cond = Cond::Any(vec![cond, Cond::Listed(wrong(true))]);
        }
        Some(cond)
    }

    fn find(&self) -> Option<Statement> {
        let mut seen: FxHashSet<Vec<u64>> = FxHashSet::default();
        let mut candidates: Vec<Cond> = Vec::new();
        let (mut above, mut below): (Vec<Fit>, Vec<Fit>) = (Vec::new(), Vec::new());
        let atoms = grammar::atoms(self.names.len(), self.set.numeration());
        for cond in &atoms {
            let Some(fit) = self.fit(cond.clone()) else {
                continue;
            };
            if !seen.insert(fit.bits.clone()) {
                continue;
            }
            match (fit.missing, fit.extra) {
                (0, 0) => candidates.push(fit.cond.clone()),
                _ => candidates.extend(self.patched(&fit)),
            }
            // What holds always, or never, tells nothing.
            let ones: usize = fit.bits.iter().map(|b| b.count_ones() as usize).sum();
            if fit.missing == 0 && ones < self.table.tuples.len() && above.len() < KEPT {
                above.push(fit);
            } else if fit.extra == 0 && ones > 0 && below.len() < KEPT {
                below.push(fit);
            }
        }
        let exact = candidates.iter().any(|c| c.cost() < 12);
        if !exact {
            candidates.extend(self.combined(&above, true));
            candidates.extend(self.combined(&below, false));
            candidates.extend(self.cases(&atoms));
        }
        candidates.sort_by_key(Cond::cost);
        candidates
            .iter()
            .take(COMPILED)
            .find_map(|cond| self.decide(cond))
    }

    /// Conjunctions of conditions that hold on the set, or disjunctions of conditions that hold only there.
    fn combined(&self, fits: &[Fit], and: bool) -> Vec<Cond> {
        let mut target = vec![0u64; self.table.tuples.len().div_ceil(64)];
        for (i, _) in self.table.inside.iter().enumerate().filter(|x| *x.1) {
            target[i / 64] |= 1 << (i % 64);
        }
        let op = |a: u64, b: u64| if and { a & b } else { a | b };
        let join = |list: &[&Fit]| {
            let list = list.iter().map(|f| f.cond.clone()).collect();
            if and {
                Cond::All(list)
            } else {
                Cond::Any(list)
            }
        };
        let mut found = Vec::new();
        for (i, a) in fits.iter().enumerate() {
            for (j, b) in fits.iter().enumerate().skip(i + 1) {
                let two = || a.bits.iter().zip(&b.bits).map(|(&a, &b)| op(a, b));
                if two().eq(target.iter().copied()) {
                    found.push(join(&[a, b]));
                } else if j < TRIPLES {
                    for c in &fits[j + 1..fits.len().min(TRIPLES)] {
                        if two()
                            .zip(&c.bits)
                            .map(|(x, &c)| op(x, c))
                            .eq(target.iter().copied())
                        {
                            found.push(join(&[a, b, c]));
                        }
                    }
                }
            }
            if found.len() > 4 * COMPILED {
                break;
            }
        }
        found
    }

    /// One condition where all coordinates are small or one exceeds a bound, another elsewhere.
    fn cases(&self, atoms: &[Cond]) -> Vec<Cond> {
        use bouton_automata::Op;
        let arity = self.names.len();
        let mut tests = Vec::new();
        for c in 1..=3 {
            let term = if arity > 1 {
                Term::Greatest
            } else {
                Term::coordinate(0)
            };
            tests.push(Cond::Compare(term, Op::Ge, Term::constant(c)));
            if arity > 1 {
                tests.push(Cond::Compare(Term::Least, Op::Ge, Term::constant(c)));
            }
        }
        let agrees = |test: &Cond, on: bool| {
            let cells: Vec<usize> = self
                .table
                .order
                .iter()
                .copied()
                .filter(|&i| self.holds(test, i) == on)
                .collect();
            atoms.iter().find(|a| {
                cells
                    .iter()
                    .all(|&i| self.holds(a, i) == self.table.inside[i])
            })
        };
        let mut found = Vec::new();
        for test in tests {
            if let Some(yes) = agrees(&test, true)
                && let Some(no) = agrees(&test, false)
            {
                found.push(Cond::Cases(Box::new([test, yes.clone(), no.clone()])));
            }
        }
        found
    }
}
