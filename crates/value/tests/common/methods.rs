//! The infix operations and methods of the value tables.

use super::{Answer, Reader, Res, e};
use bouton_value::{Dyadic, Store, Value};

impl Reader<'_> {
    pub(super) fn infix(&mut self, name: &str, a: Value, b: Value) -> Res<Answer> {
        let s = &mut *self.store;
        Ok(Answer::Game(e(match name {
            "NortonProduct" => s.norton_product(a, b),
            "ConwayProduct" => s.conway_product(a, b),
            "ConjunctiveSum" => s.conjunctive_sum(a, b),
            "SelectiveSum" => s.selective_sum(a, b),
            "OrdinalProduct" => s.ordinal_product(a, b),
            _ => return Err(format!("no operation {name}")),
        })?))
    }

    fn list(&mut self, values: Vec<Value>) -> String {
        let parts: Vec<String> = values.into_iter().map(|v| self.store.show(v)).collect();
        format!("{{{}}}", parts.join(","))
    }

    pub(super) fn method(&mut self, name: &str, g: Value, args: &[Value]) -> Res<Answer> {
        let s = &mut *self.store;
        let number = |s: &Store, i: usize| -> Res<Dyadic> {
            s.as_number(*args.get(i).ok_or("argument")?)
                .ok_or_else(|| "a number is needed".into())
        };
        let text = |t: String| Ok(Answer::Text(t));
        match name {
            "CanonicalForm" => Ok(Answer::Game(g)),
            "LeftOptions" => {
                let l = e(s.left_options(g))?;
                let t = self.list(l);
                text(t)
            }
            "RightOptions" => {
                let l = e(s.right_options(g))?;
                let t = self.list(l);
                text(t)
            }
            "LeftStop" => text(s.left_stop(g).to_string()),
            "RightStop" => text(s.right_stop(g).to_string()),
            "IsInfinitesimal" => text(s.is_infinitesimal(g).to_string()),
            "IsNumberish" => text(s.is_numberish(g).to_string()),
            "IsUptimal" => text(e(s.uptimal_expansion(g))?.is_some().to_string()),
            "UptimalExpansion" => text(
                e(s.uptimal_expansion(g))?
                    .ok_or("no expansion")?
                    .to_string(),
            ),
            _ => self.more(name, g, args, &number),
        }
    }

    fn more(
        &mut self,
        name: &str,
        g: Value,
        args: &[Value],
        number: &dyn Fn(&Store, usize) -> Res<Dyadic>,
    ) -> Res<Answer> {
        let s = &mut *self.store;
        let argument = |i: usize| args.get(i).copied().ok_or_else(|| "argument".to_string());
        let text = match name {
            "Thermograph" => e(s.thermograph(g))?.to_string(),
            "Mean" => e(s.mean(g))?.to_string(),
            "Temperature" => e(s.temperature(g))?.to_string(),
            "Birthday" => e(s.birthday(g))?.to_string(),
            "FollowerCount" => e(s.follower_count(g))?.to_string(),
            "StopCount" => e(s.stop_count(g))?.to_string(),
            "OutcomeClass" => e(s.outcome(g))?.letter().to_string(),
            "MisereOutcomeClass" => e(s.misere_outcome(g))?.letter().to_string(),
            "IsAllSmall" => e(s.is_all_small(g))?.to_string(),
            "IsAtomic" => e(s.is_atomic(g))?.to_string(),
            "IsEvenTempered" => e(s.is_even_tempered(g))?.to_string(),
            "IsOddTempered" => e(s.is_odd_tempered(g))?.to_string(),
            "IsEven" => s.is_even(g).to_string(),
            "IsOdd" => s.is_odd(g).to_string(),
            "LeftIncentives" => {
                let l = e(s.incentives_of(g, true))?;
                self.list(l)
            }
            "RightIncentives" => {
                let l = e(s.incentives_of(g, false))?;
                self.list(l)
            }
            "Incentives" => {
                let l = e(s.incentives(g))?;
                self.list(l)
            }
            "Followers" => {
                let l = e(s.followers(g, 10_000))?;
                self.list(l)
            }
            _ => {
                return Ok(Answer::Game(e(match name {
                    "Cool" => {
                        let t = number(s, 0)?;
                        s.cool(g, &t)
                    }
                    "Heat" => s.heat(g, argument(0)?),
                    "Overheat" => s.overheat(g, argument(0)?, argument(1)?),
                    "Freeze" => s.freeze(g),
                    "Companion" => s.companion(g),
                    "AtomicWeight" => s.atomic_weight(g),
                    "ReducedCanonicalForm" => s.reduced(g),
                    "Subordinate" => s.subordinate(g, argument(0)?),
                    "Pow" | "PowTo" => {
                        let n = number(s, 0)?;
                        let total = name == "PowTo";
                        if total {
                            s.power_total(g, &n)
                        } else {
                            s.power(g, &n)
                        }
                    }
                    _ => return Err(format!("no method {name}")),
                })?));
            }
        };
        Ok(Answer::Text(text))
    }
}
