//! A move line as a relation between positions: the formula "this move leads from x to y".
//!
//! Coordinates that a move leaves alone keep their track, and loop variables are solved for where a result is linear in them
//! (`a -= k` gives `k = a - a'`), so that a relation has as few tracks as the move has degrees of freedom.

use crate::linear::{Linear, NotLinear, Translator};
use bouton_automata::{Formula, Op, Var};
use bouton_rules::{Cond, Expr, HeapRules, Player};
use num_bigint::BigInt;
use num_traits::{One, Signed};

type Result<T> = std::result::Result<T, NotLinear>;

/// One move line as a relation.
#[derive(Clone, Debug)]
pub struct MoveRelation {
    /// Number of the move line among the move lines, from 0.
    pub rule: usize,
    /// Line of the rule file.
    pub line: usize,
    /// Whose move; `None` for both.
    pub who: Option<Player>,
    /// The variable that holds each result: the new coordinates, or the heaps left (`heap n`).
    pub results: Vec<Var>,
    /// Which of the result variables are not coordinates of the position moved from.
    pub changed: Vec<Var>,
    /// The relation over coordinates and changed variables.
    pub formula: Formula,
}

/// All move lines of a game as relations. Coordinate i of a position is variable i.
#[derive(Clone, Debug)]
pub struct Relations {
    /// Number of coordinates.
    pub arity: usize,
    /// True for `heap n`.
    pub sums: bool,
    /// Which positions exist, over variables 0 … arity-1.
    pub domain: Formula,
    /// The moves.
    pub moves: Vec<MoveRelation>,
    /// The first variable that none of these uses.
    pub free: Var,
}

impl Relations {
    /// Translates the rules; the error says, naming the line, which rule is not linear arithmetic.
    pub fn new(rules: &HeapRules) -> Result<Relations> {
        let arity = rules.heaps.len();
        let mut next = arity as Var;
        let identity = |v: usize| Linear::var(v as Var);
        let domain = translate(&rules.domain, &identity, &mut next)
            .map_err(|NotLinear(why)| NotLinear(format!("of the `where` line: {why}")))?;
        let mut moves = Vec::new();
        for (number, rule) in rules.moves.iter().enumerate() {
            let relations =
                move_relations(rules, number, &domain, &mut next).map_err(|NotLinear(why)| {
                    NotLinear(format!("of the move on line {}: {why}", rule.line))
                })?;
            moves.extend(relations);
        }
        Ok(Relations {
            arity,
            sums: rules.sums,
            domain,
            moves,
            free: next,
        })
    }

    /// The coordinates of a position.
    pub fn coordinates(&self) -> Vec<Var> {
        (0..self.arity as Var).collect()
    }
}

fn translate(c: &Cond, meaning: &dyn Fn(usize) -> Linear, next: &mut Var) -> Result<Formula> {
    let mut translator = Translator::new(meaning, *next);
    let formula = translator.condition(c)?;
    *next = translator.next_var();
    Ok(formula)
}

/// A loop variable whose least value may be negative stands for two relations: it is a natural, or the negative of one.
fn move_relations(
    rules: &HeapRules,
    number: usize,
    domain: &Formula,
    next: &mut Var,
) -> Result<Vec<MoveRelation>> {
    let rule = &rules.moves[number];
    let mut meanings: Vec<Vec<Linear>> =
        vec![(0..rules.heaps.len() as Var).map(Linear::var).collect()];
    for bound in &rule.bounds {
        let mut extended = Vec::new();
        for known in meanings {
            let natural = Linear::var(*next);
            *next += 1;
            let meaning = |v: usize| known[v].clone();
            let least = Translator::new(&meaning, *next).linear(&bound.lo)?;
            let candidates = match least {
                Some(lo) if lo.obviously_natural() => vec![natural],
                Some(lo) => vec![lo.plus(&natural, &BigInt::one())],
                None => {
                    let negative = Linear::int(-1).minus(&natural);
                    vec![natural, negative]
                }
            };
            for form in candidates {
                let mut more = known.clone();
                more.push(form);
                extended.push(more);
            }
        }
        meanings = extended;
    }
    meanings
        .into_iter()
        .map(|meaning| move_relation(rules, number, domain, meaning, next))
        .collect()
}

fn move_relation(
    rules: &HeapRules,
    number: usize,
    domain: &Formula,
    mut meaning: Vec<Linear>,
    next: &mut Var,
) -> Result<MoveRelation> {
    let rule = &rules.moves[number];
    let arity = rules.heaps.len();
    let is_coordinate = |v: Var| (v as usize) < arity;

    // The results as linear forms where they are, and a track for each.
    let mut forms = Vec::new();
    for e in &rule.to {
        let meaning = |v: usize| meaning[v].clone();
        let mut translator = Translator::new(&meaning, *next);
        forms.push(translator.linear(e)?);
        *next = translator.next_var();
    }
    let mut results: Vec<Option<Var>> = vec![None; rule.to.len()];
    for (i, form) in forms.iter().enumerate() {
        if let Some(v) = form.as_ref().and_then(Linear::as_var)
            && (is_coordinate(v) || !results.contains(&Some(v)))
        {
            results[i] = Some(v);
        }
    }
    let mut solved = vec![false; forms.len()];
    for i in 0..forms.len() {
        if results[i].is_some() {
            solved[i] = true;
            continue;
        }
        let track = *next;
        *next += 1;
        results[i] = Some(track);
        let Some(form) = &forms[i] else { continue };
        let loop_var = form
            .terms
            .iter()
            .find(|&(v, c)| c.abs().is_one() && !is_coordinate(*v) && !results.contains(&Some(*v)))
            .map(|(v, c)| (*v, c.clone()));
        if let Some((k, c)) = loop_var {
            // track = form = c·k + rest, so k = c·(track - rest) as c is 1 or -1.
            let rest = form.clone().plus(&Linear::var(k), &-c.clone());
            let value = Linear::var(track).minus(&rest).times(&c);
            for m in &mut meaning {
                *m = m.clone().substitute(k, &value);
            }
            for f in forms.iter_mut().flatten() {
                *f = f.clone().substitute(k, &value);
            }
            solved[i] = true;
        }
    }
    let results: Vec<Var> = results.into_iter().flatten().collect();

    let mut all = vec![domain.clone()];
    {
        let say = |v: usize| meaning[v].clone();
        let mut translator = Translator::new(&say, *next);
        for (i, bound) in rule.bounds.iter().enumerate() {
            let k = Expr::Var(arity + i);
            all.push(translator.compare(&k, Op::Ge, &bound.lo)?);
            all.push(translator.compare(&k, Op::Le, &bound.hi)?);
        }
        all.push(translator.condition(&rule.guard)?);
        for (i, e) in rule.to.iter().enumerate() {
            if !solved[i] {
                all.push(translator.equals(&Linear::var(results[i]), e)?);
            }
        }
        *next = translator.next_var();
    }
    if rules.sums {
        for &r in &results {
            all.push(translate(&rules.domain, &|_| Linear::var(r), next)?);
        }
    } else {
        all.push(translate(
            &rules.domain,
            &|v| Linear::var(results[v]),
            next,
        )?);
    }

    let mut changed: Vec<Var> = results
        .iter()
        .copied()
        .filter(|&v| !is_coordinate(v))
        .collect();
    changed.sort_unstable();
    changed.dedup();
    // What is still there of the loop variables is hidden.
    let mut hidden: Vec<Var> = meaning[arity..]
        .iter()
        .flat_map(|m| m.terms.keys().copied())
        .collect();
    hidden.retain(|&v| !is_coordinate(v) && !changed.contains(&v));
    hidden.sort_unstable();
    hidden.dedup();
    let body = Formula::And(all);
    let formula = if hidden.is_empty() {
        body
    } else {
        Formula::Exists(hidden, Box::new(body))
    };
    Ok(MoveRelation {
        rule: number,
        line: rule.line,
        who: rule.who,
        results,
        changed,
        formula,
    })
}
