//! Runs the bodies of scripts: lists by rule, loops, choices.

use crate::error::{Error, Fault, Result};
use crate::evaluate::Evaluation;
use crate::object::Object;
use crate::tree::*;
use num_traits::ToPrimitive;

/// Scripts may nest so deep.
const MAX_DEPTH: usize = 20;

/// A list by rule may have so many members.
const MAX_MEMBERS: usize = 100_000;

/// The members that a loop runs through.
enum Members {
    List(std::vec::IntoIter<Object>),
    Range(std::ops::RangeInclusive<i64>),
}

impl Evaluation<'_> {
    /// The value of a body.
    fn body(&mut self, body: Body, column: usize) -> Result<Object> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::at(
                column,
                format!("loops, choices and lists by rule may nest at most {MAX_DEPTH} deep"),
            ));
        }
        let watch = self.store.watch.look();
        watch.map_err(|e| Fault::from(e).at(column))?;
        self.depth += 1;
        let done = self
            .run(body.start, body.root)
            .and_then(|()| self.result(body.root));
        self.depth -= 1;
        done
    }

    fn members(&mut self, source: &Source) -> Result<Members> {
        match source {
            Source::In(list) => match self.result(*list)? {
                Object::List(l) | Object::Set(l) => {
                    Ok(Members::List(l.items().to_vec().into_iter()))
                }
                o => Err(Error::at(
                    self.tree.columns[*list],
                    format!(
                        "a list should follow `in`, not {}; write [2*x for x in [1,2,3]]",
                        o.kind()
                    ),
                )),
            },
            Source::Range(a, b) => {
                let mut ends = [0_i64; 2];
                for (end, id) in ends.iter_mut().zip([a, b]) {
                    let x = self.result(*id)?.as_rational(self.store);
                    *end = x
                        .filter(|x| x.is_integer())
                        .and_then(|x| x.to_integer().to_i64())
                        .ok_or_else(|| {
                            Error::at(
                                self.tree.columns[*id],
                                "the ends of a range are integers, as in [*(n) for n from 0 to 3]",
                            )
                        })?;
                }
                Ok(Members::Range(ends[0]..=ends[1]))
            }
        }
    }

    /// A loop, or a list by rule.
    pub(crate) fn repeat(&mut self, f: &For, column: usize) -> Result<Object> {
        let mut members = self.members(&f.source)?;
        let before = self.variables.remove(&f.variable);
        let mut out = vec![];
        let done = loop {
            let member = match &mut members {
                Members::List(l) => l.next().map(Ok),
                Members::Range(r) => r.next().map(|n| Object::integer(self.store, n)),
            };
            let Some(member) = member else { break Ok(()) };
            let value = match member {
                Ok(m) => {
                    self.variables.insert(f.variable.clone(), m);
                    self.body(f.body, column)
                }
                Err(e) => Err(e.at(column)),
            };
            match value {
                Err(e) => break Err(e),
                Ok(o) if f.yields => out.push(o),
                Ok(_) => {}
            }
            if out.len() > MAX_MEMBERS {
                break Err(Error::at(
                    column,
                    format!("a list by rule may have at most {MAX_MEMBERS} members"),
                ));
            }
        };
        match before {
            Some(o) => self.variables.insert(f.variable.clone(), o),
            None => self.variables.remove(&f.variable),
        };
        done?;
        if f.yields {
            Object::list(out).map_err(|e| e.at(column))
        } else {
            Ok(Object::Nothing)
        }
    }

    fn holds(&mut self, condition: Body) -> Result<bool> {
        let column = self.tree.columns[condition.root];
        match self.body(condition, column)? {
            Object::Truth(t) => Ok(t),
            o => Err(Error::at(
                column,
                format!(
                    "a condition is true or false, not {}; write for example x > 0",
                    o.kind()
                ),
            )),
        }
    }

    pub(crate) fn repeat_while(&mut self, w: &Branch, column: usize) -> Result<Object> {
        while self.holds(w.condition)? {
            self.body(w.body, column)?;
        }
        Ok(Object::Nothing)
    }

    pub(crate) fn choose(
        &mut self,
        branches: &[Branch],
        otherwise: Option<Body>,
        column: usize,
    ) -> Result<Object> {
        for b in branches {
            if self.holds(b.condition)? {
                return self.body(b.body, column);
            }
        }
        match otherwise {
            Some(body) => self.body(body, column),
            None => Ok(Object::Nothing),
        }
    }
}
