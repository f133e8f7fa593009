//! Terms and conditions without conditions inside, compiled to formulas.

use super::term::{Cond, Term};
use bouton_automata::{Automaton, Error, Formula, Numeration, Op, Var};
use std::sync::Arc;

/// The variables and constraints of one atom.
pub(super) struct Scope<'a> {
    pub num: &'a Numeration,
    pub arity: usize,
    pub next: &'a mut Var,
    pub hidden: Vec<Var>,
    pub all: Vec<Formula>,
}

type Form = (Vec<(i64, Var)>, i64);

impl Scope<'_> {
    fn fresh(&mut self) -> Var {
        let v = *self.next;
        *self.next += 1;
        self.hidden.push(v);
        v
    }

    fn relate(&mut self, terms: Vec<(i64, Var)>, op: Op, constant: i64) {
        self.all.push(Formula::linear(&terms, op, constant));
    }

    /// A term as a linear form.
    fn form(&mut self, t: &Term) -> Result<Form, Error> {
        Ok(match t {
            Term::Sum(terms, c) => (terms.iter().map(|&(k, i)| (k, i as Var)).collect(), *c),
            t => (vec![(1, self.track(t)?)], 0),
        })
    }

    /// A variable that has the value of a term.
    fn track(&mut self, t: &Term) -> Result<Var, Error> {
        match t {
            Term::Sum(terms, 0) if matches!(terms.as_slice(), [(1, _)]) => {
                return Ok(terms[0].1 as Var);
            }
            Term::Sum(..) => {
                let (mut terms, c) = self.form(t)?;
                let v = self.fresh();
                terms.push((-1, v));
                self.relate(terms, Op::Eq, -c);
                return Ok(v);
            }
            _ => {}
        }
        let v = match t {
            // The last partial xor is the result.
            Term::Xor(list) => {
                let mut total = None;
                for t in list {
                    let part = self.track(t)?;
                    total = Some(match total {
                        None => part,
                        Some(before) => {
                            let sum = self.fresh();
                            self.all.push(Formula::Xor(sum, before, part));
                            sum
                        }
                    });
                }
                return total.ok_or_else(|| Error::input("an xor of nothing"));
            }
            _ => self.fresh(),
        };
        match t {
            Term::Least | Term::Greatest => {
                let op = if *t == Term::Least { Op::Le } else { Op::Ge };
                let mut any = Vec::new();
                for i in 0..self.arity as Var {
                    self.relate(vec![(1, v), (-1, i)], op, 0);
                    any.push(Formula::equal(v, i));
                }
                self.all.push(Formula::Or(any));
            }
            Term::Floor(t, d) => {
                let (mut terms, c) = self.natural(t)?;
                terms.push((-d, v));
                self.relate(terms.clone(), Op::Ge, -c);
                self.relate(terms, Op::Lt, d - c);
            }
            Term::Mod(t, d) => {
                let (mut terms, c) = self.natural(t)?;
                terms.push((-1, v));
                self.all.push(Formula::congruent(&terms, -c, *d));
                self.relate(vec![(1, v)], Op::Lt, *d);
            }
            Term::LeastPart(n) | Term::GreatestPart(n) => {
                let n = self.track(n)?;
                let set = match t {
                    Term::LeastPart(_) => Automaton::least_part(self.num)?,
                    _ => Automaton::greatest_part(self.num)?,
                };
                self.all.push(Formula::Is(Arc::new(set), vec![v, n]));
            }
            Term::Sum(..) | Term::Xor(_) => {}
        }
        Ok(v)
    }

    /// The form of a term that must not be negative.
    fn natural(&mut self, t: &Term) -> Result<Form, Error> {
        let (terms, c) = self.form(t)?;
        if c < 0 || terms.iter().any(|t| t.0 < 0) {
            self.relate(terms.clone(), Op::Ge, -c);
        }
        Ok((terms, c))
    }

    pub fn atom(&mut self, c: &Cond) -> Result<(), Error> {
        let num = self.num;
        let is = |scope: &mut Self, set: Automaton, terms: &[&Term]| -> Result<(), Error> {
            let vars = terms
                .iter()
                .map(|t| scope.track(t))
                .collect::<Result<Vec<Var>, Error>>()?;
            scope.all.push(Formula::Is(Arc::new(set), vars));
            Ok(())
        };
        match c {
            Cond::Compare(Term::Mod(t, m), Op::Eq, Term::Sum(v, r)) if v.is_empty() => {
                let (terms, c) = self.natural(t)?;
                match *r < *m {
                    true => self.all.push(Formula::congruent(&terms, r - c, *m)),
                    false => self.all.push(Formula::False),
                }
                Ok(())
            }
            Cond::Compare(a, op, b) => {
                let ((mut terms, c), (more, d)) = (self.form(a)?, self.form(b)?);
                terms.extend(more.into_iter().map(|(k, v)| (-k, v)));
                self.relate(terms, *op, d - c);
                Ok(())
            }
            Cond::Columns(list, m) => {
                let list: Vec<&Term> = list.iter().collect();
                is(self, Automaton::columns(num, list.len(), *m)?, &list)
            }
            Cond::Zeros(t, m, r) => is(self, Automaton::trailing_zeros(num, *m, *r)?, &[t]),
            Cond::Count(t, m, r) => is(self, Automaton::digit_count(num, *m, *r)?, &[t]),
            Cond::DigitSum(t, m, r) => is(self, Automaton::digit_sum(num, *m, *r)?, &[t]),
            Cond::Appended(a, b) => is(self, Automaton::appended(num)?, &[a, b]),
            _ => Err(Error::input("a condition made of conditions is no atom")),
        }
    }
}
