//! Claims for MONA: a proved P-set in base 2 as one sentence of WS1S, which that program finds valid or invalid by itself.
//!
//! A number is a finite set of places, the least significant first; sums are defined by their carries, comparisons by the highest
//! place that differs. The rules are written from their formulas, so nothing of this crate's arithmetic is used; the P-set is its
//! automaton, as the existence of a run (henriksen1995).

use crate::claim::{Claim, Kind};
use crate::kernel::lower;
use crate::relation::{MoveRelation, Relations};
use bouton_automata::{Automaton, Formula, Numeration, Op, Var};
use bouton_rules::{Error, HeapRules, Play, Result};
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};
use std::fmt::Write;
use std::sync::Arc;

const ARITHMETIC: &str = "\
pred add(var2 X, var2 Y, var2 Z) = ex2 C: 0 notin C & (all1 p:
  (p in Z <=> (p in X <=> (p in Y <=> p in C)))
  & (p+1 in C <=> ((p in X & p in Y) | (p in X & p in C) | (p in Y & p in C))));
pred less(var2 X, var2 Y) = ex1 p: p notin X & p in Y & (all1 q: q > p => (q in X <=> q in Y));
";

/// The sentence that a proved P-set is that of the rules, as a file for MONA.
///
/// # Errors
/// The claim is no proved P-set in base 2 of a game of tuples (other numerations are not exported), or the rules are not linear.
pub fn mona(rules: &HeapRules, play: Play, claim: &Claim) -> Result<String> {
    if claim.kind != Kind::PSet || !claim.is_proved() {
        return Err(Error::input("MONA files are written of proved P-sets only"));
    }
    if claim.numeration != Some(Numeration::Base(2)) {
        return Err(Error::input(
            "MONA files are written of sets in base 2; this one is in another numeration",
        ));
    }
    let relations = Relations::new(rules).map_err(|why| Error::input(why.0))?;
    let rank = rules
        .rank
        .as_ref()
        .ok_or_else(|| Error::input("no rank was found that every move lowers"))?;
    write_sentence(&relations, rank, play, &claim.automata[0])
}

/// The sentence for any set: MONA finds it valid if and only if the set is that of the P-positions.
pub(crate) fn write_sentence(
    relations: &Relations,
    rank: &[Vec<BigInt>],
    play: Play,
    set: &Automaton,
) -> Result<String> {
    let set = Arc::new(set.clone());
    let mut writer = Writer {
        sets: Vec::new(),
        preds: String::new(),
        next: 0,
    };
    let inside = |vars: &[Var]| Formula::Is(set.clone(), vars.to_vec());
    let here = relations.coordinates();
    let step = |m: &MoveRelation, then: Formula| {
        Formula::exists(&m.changed, Formula::And(vec![m.formula.clone(), then]))
    };
    let reach = |then: &dyn Fn(&MoveRelation) -> Formula| {
        Formula::Or(relations.moves.iter().map(|m| step(m, then(m))).collect())
    };
    let into = reach(&|m| inside(&m.results));
    let mut won = into.clone();
    let mut all = vec![
        inside(&here).implies(relations.domain.clone()),
        Formula::And(vec![inside(&here), into]).negate(),
    ];
    if play == Play::Misere {
        let mobile = reach(&|_| Formula::True);
        all.push(inside(&here).implies(mobile.clone()));
        won = Formula::Or(vec![won, mobile.negate()]);
    }
    all.push(Formula::Or(vec![
        relations.domain.clone().negate(),
        inside(&here),
        won,
    ]));
    for m in &relations.moves {
        all.push(Formula::for_all(
            &m.changed,
            m.formula.clone().implies(lower(rank, &m.results)),
        ));
    }
    let sentence = writer.formula(&Formula::for_all(&here, Formula::And(all)))?;
    Ok(format!("ws1s;\n{ARITHMETIC}{}{sentence};\n", writer.preds))
}

struct Writer {
    /// The automata that have a predicate, by address.
    sets: Vec<Arc<Automaton>>,
    preds: String,
    next: usize,
}

/// Names and constraints of hidden numbers.
#[derive(Default)]
struct Scope {
    hidden: Vec<String>,
    all: Vec<String>,
}

impl Scope {
    fn close(self, last: String) -> String {
        let mut all = self.all;
        all.push(last);
        let body = all.join(" & ");
        match self.hidden.is_empty() {
            true => format!("({body})"),
            false => format!("(ex2 {}: ({body}))", self.hidden.join(", ")),
        }
    }
}

fn literal(n: &BigUint) -> String {
    let places: Vec<String> = (0..n.bits())
        .filter(|&i| n.bit(i))
        .map(|i| i.to_string())
        .collect();
    match places.is_empty() {
        true => "empty".to_string(),
        false => format!("{{{}}}", places.join(",")),
    }
}

impl Writer {
    fn fresh(&mut self, scope: &mut Scope) -> String {
        self.next += 1;
        let name = format!("H{}", self.next);
        scope.hidden.push(name.clone());
        name
    }

    fn sum(&mut self, scope: &mut Scope, x: &str, y: &str) -> String {
        let z = self.fresh(scope);
        scope.all.push(format!("add({x}, {y}, {z})"));
        z
    }

    /// factor · x by doublings.
    fn times(&mut self, scope: &mut Scope, factor: &BigUint, x: &str) -> String {
        let mut total: Option<String> = None;
        let mut power = x.to_string();
        for i in 0..factor.bits() {
            if i > 0 {
                power = self.sum(scope, &power.clone(), &power);
            }
            if factor.bit(i) {
                total = Some(match total {
                    None => power.clone(),
                    Some(t) => self.sum(scope, &t, &power),
                });
            }
        }
        total.unwrap_or_else(|| "empty".to_string())
    }

    /// A sum of natural multiples and a constant.
    fn form(
        &mut self,
        scope: &mut Scope,
        terms: &[(BigUint, String)],
        constant: &BigUint,
    ) -> String {
        let mut total = (!constant.is_zero()).then(|| literal(constant));
        for (c, v) in terms {
            let part = self.times(scope, c, v);
            total = Some(match total {
                None => part,
                Some(t) => self.sum(scope, &t, &part),
            });
        }
        total.unwrap_or_else(|| "empty".to_string())
    }

    fn formula(&mut self, f: &Formula) -> Result<String> {
        let name = |v: &Var| format!("V{v}");
        let list = |w: &mut Writer, list: &[Formula], op: &str, none: &str| -> Result<String> {
            let parts: Result<Vec<String>> = list.iter().map(|f| w.formula(f)).collect();
            let parts = parts?;
            Ok(match parts.is_empty() {
                true => none.to_string(),
                false => format!("({})", parts.join(op)),
            })
        };
        Ok(match f {
            Formula::True => "true".to_string(),
            Formula::False => "false".to_string(),
            Formula::And(l) => list(self, l, " & ", "true")?,
            Formula::Or(l) => list(self, l, " | ", "false")?,
            Formula::Not(g) => format!("~{}", self.formula(g)?),
            Formula::Exists(vars, g) | Formula::ForAll(vars, g) => {
                let body = self.formula(g)?;
                let kind = if matches!(f, Formula::Exists(..)) {
                    "ex2"
                } else {
                    "all2"
                };
                let vars: Vec<String> = vars.iter().map(name).collect();
                match vars.is_empty() {
                    true => body,
                    false => format!("({kind} {}: {body})", vars.join(", ")),
                }
            }
            Formula::Linear {
                terms,
                op,
                constant,
            } => {
                let mut scope = Scope::default();
                let side = |positive: bool| -> Vec<(BigUint, String)> {
                    let mine = terms.iter().filter(|t| t.0.is_positive() == positive);
                    mine.map(|(c, v)| (c.magnitude().clone(), name(v)))
                        .collect()
                };
                let (left, right) = match constant.is_negative() {
                    true => (constant.magnitude().clone(), BigUint::zero()),
                    false => (BigUint::zero(), constant.magnitude().clone()),
                };
                let x = self.form(&mut scope, &side(true), &left);
                let y = self.form(&mut scope, &side(false), &right);
                scope.close(match op {
                    Op::Eq => format!("{x} = {y}"),
                    Op::Ne => format!("{x} ~= {y}"),
                    Op::Lt => format!("less({x}, {y})"),
                    Op::Gt => format!("less({y}, {x})"),
                    Op::Le => format!("~less({y}, {x})"),
                    Op::Ge => format!("~less({x}, {y})"),
                })
            }
            Formula::Congruent {
                terms,
                constant,
                modulus,
            } => {
                let mut scope = Scope::default();
                let natural = |c: &BigInt| ((c % modulus + modulus) % modulus).magnitude().clone();
                let left: Vec<(BigUint, String)> =
                    terms.iter().map(|(c, v)| (natural(c), name(v))).collect();
                let x = self.form(&mut scope, &left, &BigUint::zero());
                let q = self.fresh(&mut scope);
                let right = [(modulus.magnitude().clone(), q)];
                let y = self.form(&mut scope, &right, &natural(constant));
                scope.close(format!("{x} = {y}"))
            }
            Formula::Xor(a, b, c) => format!("(all1 p: p in V{a} <=> ~(p in V{b} <=> p in V{c}))"),
            Formula::BitAnd(a, b, c) => format!("V{a} = V{b} inter V{c}"),
            Formula::BitOr(a, b, c) => format!("V{a} = V{b} union V{c}"),
            Formula::Power(a) => format!("(ex1 p: V{a} = {{p}})"),
            Formula::Is(set, vars) => {
                let known = self.sets.iter().position(|s| Arc::ptr_eq(s, set));
                let at = match known {
                    Some(at) => at,
                    None => {
                        self.run(set)?;
                        self.sets.len() - 1
                    }
                };
                let vars: Vec<String> = vars.iter().map(name).collect();
                format!("set{at}({})", vars.join(", "))
            }
        })
    }

    /// The predicate of an automaton: sets Q of places that say, in binary, in which state the run is behind each place. The
    /// start is state 0, and stays under zeros, so that almost all places are in no Q.
    fn run(&mut self, set: &Arc<Automaton>) -> Result<()> {
        let table = set.to_table().map_err(|e| Error::input(e.to_string()))?;
        let at = self.sets.len();
        self.sets.push(set.clone());
        let bits = usize::BITS - (table.accept.len() - 1).leading_zeros();
        let bits = bits.max(1) as usize;
        let state = |s: usize, place: &str| -> String {
            let list: Vec<String> = (0..bits)
                .map(|b| {
                    let word = if s >> b & 1 == 1 { "in" } else { "notin" };
                    format!("{place} {word} Q{b}")
                })
                .collect();
            format!("({})", list.join(" & "))
        };
        let tracks: Vec<String> = (0..table.tracks).map(|t| format!("var2 X{t}")).collect();
        let runs: Vec<String> = (0..bits).map(|b| format!("Q{b}")).collect();
        let mut steps = Vec::new();
        for (s, row) in table.next.iter().enumerate() {
            for (column, &to) in row.iter().enumerate() {
                let mut letter = String::new();
                for t in 0..table.tracks {
                    let one = column >> (table.tracks - 1 - t) & 1 == 1;
                    let word = if one { "in" } else { "notin" };
                    let _ = write!(letter, " & p {word} X{t}");
                }
                steps.push(format!(
                    "({}{letter} => {})",
                    state(s, "p+1"),
                    state(to as usize, "p")
                ));
            }
        }
        let accept: Vec<String> = (0..table.accept.len())
            .filter(|&s| table.accept[s])
            .map(|s| state(s, "0"))
            .collect();
        let accept = match accept.is_empty() {
            true => "false".to_string(),
            false => accept.join(" | "),
        };
        let _ = writeln!(
            self.preds,
            "pred set{at}({}) = ex2 {}: ({accept}) & (all1 p:\n  {});",
            tracks.join(", "),
            runs.join(", "),
            steps.join("\n  & ")
        );
        Ok(())
    }
}

/// The sentences of sets that differ from a proved one in the answer of one state: none is valid.
pub fn mona_mutants(rules: &HeapRules, play: Play, claim: &Claim) -> Result<Vec<String>> {
    mona(rules, play, claim)?;
    let relations = Relations::new(rules).map_err(|why| Error::input(why.0))?;
    let rank = rules.rank.clone().unwrap_or_default();
    let set = &claim.automata[0];
    let table = set.to_table().map_err(|e| Error::input(e.to_string()))?;
    let mut list = Vec::new();
    for s in 0..table.accept.len() {
        let mut wrong = table.clone();
        wrong.accept[s] = !wrong.accept[s];
        if let Ok(wrong) = Automaton::from_table(&wrong, set.vars()) {
            list.push(write_sentence(&relations, &rank, play, &wrong)?);
        }
    }
    Ok(list)
}
