//! Values in the notation of the field: `3/2^^*2`, `+-1`, `{2||1|0}`, `1Tiny(2)`, also with Unicode signs or for LaTeX.

use super::store::{Store, Value};
use crate::error::{Error, Result};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// How values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// `^`, `v`, `+-`, `Tiny(G)`.
    #[default]
    Ascii,
    /// `↑`, `↓`, `±`, `⧾`.
    Unicode,
    /// LaTeX in math mode.
    Latex,
}

/// Longer runs of bars are not written: an inner pair keeps its braces instead.
const MAX_BARS: u32 = 4;

/// Texts longer than this are refused: the text of a game can be exponentially longer than the game.
const MAX_TEXT: usize = 1 << 26;
/// So are values with more followers than this that have no names.
pub(crate) const MAX_FORMS: usize = 1 << 18;

pub(crate) fn too_long() -> Error {
    Error::too_large("the value has too many followers to be written out")
}

/// A piece of output still to be written.
enum Job {
    Text(String),
    Value(Value),
    /// The only option of its side: without braces where a longer run of bars can take their place.
    Option(Value),
    /// {left|right} without its braces.
    Inner(Value),
}

/// How a value is written.
#[derive(Clone)]
enum Form {
    Text(String),
    /// A prefix, then tiny or miny of a value.
    Tiny(String, Value, bool),
    /// ± of some options.
    Switch(Vec<Value>),
    /// {left|right} with a run of that many bars.
    Slashed(u32),
}

impl Store {
    /// The value in ASCII notation; it reads back to the same value. Where memory ends, the text says so instead.
    ///
    /// ```
    /// use bouton_value::{Dyadic, Store, Value};
    /// let mut s = Store::new();
    /// let x = s.number_up_star(&Dyadic::small(3, 1), 2, 2)?;
    /// assert_eq!(s.show(x), "3/2^^*2");
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn show(&mut self, g: Value) -> String {
        self.write(g, Notation::Ascii)
            .unwrap_or_else(|e| e.to_string())
    }

    /// The value in any notation.
    ///
    /// Cost: linear in the text, plus the sorting of the options of all followers.
    pub fn write(&mut self, g: Value, notation: Notation) -> Result<String> {
        let mut forms = FxHashMap::default();
        self.find_forms(g, notation, &mut forms)?;
        let mut out = String::new();
        let mut jobs = vec![Job::Value(g)];
        let signs = Signs::of(notation);
        while let Some(job) = jobs.pop() {
            if out.len() > MAX_TEXT {
                return Err(too_long());
            }
            match job {
                Job::Text(t) => out.push_str(&t),
                Job::Option(v) if matches!(forms.get(&v), Some(Form::Slashed(n)) if *n < MAX_BARS) =>
                {
                    jobs.push(Job::Inner(v));
                }
                Job::Option(v) => jobs.push(Job::Value(v)),
                Job::Inner(v) => {
                    let Some(Form::Slashed(level)) = forms.get(&v) else {
                        continue;
                    };
                    let sides = self.ordered_options(v)?;
                    side(&sides.1, &mut jobs);
                    jobs.push(Job::Text(signs.bar(*level)));
                    side(&sides.0, &mut jobs);
                }
                Job::Value(v) => match forms.get(&v) {
                    Some(Form::Text(t)) => out.push_str(t),
                    Some(Form::Tiny(prefix, h, miny)) => {
                        out.push_str(prefix);
                        out.push_str(if *miny { signs.miny } else { signs.tiny });
                        jobs.push(Job::Text(signs.tiny_close.into()));
                        jobs.push(Job::Value(*h));
                    }
                    Some(Form::Switch(options)) => {
                        out.push_str(signs.plus_minus);
                        match options.as_slice() {
                            [one] if self.is_number(*one) => jobs.push(Job::Value(*one)),
                            [one] if matches!(forms.get(one), Some(Form::Slashed(_))) => {
                                jobs.push(Job::Value(*one))
                            }
                            [one] => {
                                jobs.push(Job::Text(")".into()));
                                jobs.push(Job::Value(*one));
                                out.push('(');
                            }
                            many => {
                                jobs.push(Job::Text(signs.close.into()));
                                side(many, &mut jobs);
                                out.push_str(signs.open);
                            }
                        }
                    }
                    Some(Form::Slashed(_)) => {
                        out.push_str(signs.open);
                        jobs.push(Job::Text(signs.close.into()));
                        jobs.push(Job::Inner(v));
                    }
                    None => {}
                },
            }
        }
        Ok(out)
    }

    /// The form of a value and of every follower that is written with it.
    fn find_forms(
        &mut self,
        g: Value,
        notation: Notation,
        forms: &mut FxHashMap<Value, Form>,
    ) -> Result<()> {
        let mut stack = vec![(g, false)];
        while let Some((v, ready)) = stack.pop() {
            if forms.contains_key(&v) {
                continue;
            }
            if forms.len() > MAX_FORMS {
                return Err(too_long());
            }
            if let Some(text) = self.name(v, notation)? {
                forms.insert(v, Form::Text(text));
                continue;
            }
            if let Some((x, h, miny)) = self.as_tiny(v)?
                && self.left_stop(h).signum() > 0
            {
                let prefix = if x.is_zero() {
                    String::new()
                } else {
                    Signs::of(notation).number(&x.to_string())
                };
                forms.insert(v, Form::Tiny(prefix, h, miny));
                stack.push((h, false));
                continue;
            }
            let sides = self.ordered_options(v)?;
            let minus = self.neg(v)?;
            if minus == v {
                for &o in &sides.0 {
                    stack.push((o, false));
                }
                forms.insert(v, Form::Switch(sides.0.clone()));
                continue;
            }
            if !ready {
                stack.push((v, true));
                for &o in sides.0.iter().chain(&sides.1) {
                    stack.push((o, false));
                }
                continue;
            }
            let level = [&sides.0, &sides.1]
                .into_iter()
                .filter(|s| s.len() == 1)
                .filter_map(|s| match forms.get(&s[0]) {
                    Some(Form::Slashed(n)) if *n < MAX_BARS => Some(*n),
                    _ => None,
                })
                .max()
                .unwrap_or(0);
            forms.insert(v, Form::Slashed(level + 1));
        }
        Ok(())
    }

    /// A name without braces: numbers, ups, nimbers, ↑^n and ↑[n].
    fn name(&mut self, g: Value, notation: Notation) -> Result<Option<String>> {
        let core = self.opt(g).core;
        let Some(d) = self.digits(core)? else {
            return Ok(None);
        };
        let number = self.nums.get(self.opt(g).num);
        let signs = Signs::of(notation);
        let mut text = String::new();
        let bare = d.digits.is_empty() && d.nim == 0;
        if bare || !number.is_zero() {
            text.push_str(&signs.number(&number.to_string()));
        }
        match d.digits.as_slice() {
            [] => {}
            [n] => text.push_str(&signs.ups(*n)),
            long => {
                let n = long.len();
                let sign = long[n - 1];
                if sign.abs() != 1 {
                    return Ok(None);
                }
                let arrow = if sign > 0 { signs.up } else { signs.down };
                if long[..n - 1].iter().all(|&x| x == 0) {
                    let _ = write!(text, "{arrow}{}{n}{}", signs.power.0, signs.power.1);
                } else if long.iter().all(|&x| x == sign) {
                    let _ = write!(text, "{arrow}{}{n}{}", signs.sum.0, signs.sum.1);
                } else {
                    return Ok(None);
                }
            }
        }
        match d.nim {
            0 => {}
            1 => text.push_str(signs.star),
            m => {
                let _ = write!(text, "{}{}{m}{}", signs.star, signs.below.0, signs.below.1);
            }
        }
        Ok(Some(text))
    }
}

/// One side's options, as jobs.
fn side(options: &[Value], jobs: &mut Vec<Job>) {
    if let [one] = options {
        jobs.push(Job::Option(*one));
        return;
    }
    for (i, &o) in options.iter().enumerate().rev() {
        jobs.push(Job::Value(o));
        if i > 0 {
            jobs.push(Job::Text(",".into()));
        }
    }
}

struct Signs {
    up: &'static str,
    down: &'static str,
    star: &'static str,
    plus_minus: &'static str,
    tiny: &'static str,
    miny: &'static str,
    tiny_close: &'static str,
    open: &'static str,
    close: &'static str,
    power: (&'static str, &'static str),
    sum: (&'static str, &'static str),
    below: (&'static str, &'static str),
    notation: Notation,
}

impl Signs {
    fn of(notation: Notation) -> Signs {
        match notation {
            Notation::Ascii => Signs {
                up: "^",
                down: "v",
                star: "*",
                plus_minus: "+-",
                tiny: "Tiny(",
                miny: "Miny(",
                tiny_close: ")",
                open: "{",
                close: "}",
                power: ("<", ">"),
                sum: ("[", "]"),
                below: ("", ""),
                notation,
            },
            Notation::Unicode => Signs {
                up: "↑",
                down: "↓",
                plus_minus: "±",
                tiny: "⧾(",
                miny: "⧿(",
                ..Signs {
                    notation,
                    ..Signs::of(Notation::Ascii)
                }
            },
            Notation::Latex => Signs {
                up: "{\\uparrow}",
                down: "{\\downarrow}",
                star: "{\\ast}",
                plus_minus: "{\\pm}",
                tiny: "{\\text{\\textsf{+}}}_{",
                miny: "{\\text{\\textsf{-}}}_{",
                tiny_close: "}",
                open: "\\left\\{",
                close: "\\right\\}",
                power: ("^{", "}"),
                sum: ("^{[", "]}"),
                below: ("{", "}"),
                notation,
            },
        }
    }

    fn number(&self, text: &str) -> String {
        match (self.notation, text.split_once('/')) {
            (Notation::Latex, Some((n, d))) => {
                let (sign, n) = n.strip_prefix('-').map_or(("", n), |n| ("-", n));
                format!("{sign}\\frac{{{n}}}{{{d}}}")
            }
            _ => text.to_string(),
        }
    }

    fn bar(&self, level: u32) -> String {
        match self.notation {
            Notation::Latex => format!(" {} ", "|".repeat(level as usize).replace('|', "\\vert{}")),
            _ => "|".repeat(level as usize),
        }
    }

    fn ups(&self, n: i64) -> String {
        let arrow = if n > 0 { self.up } else { self.down };
        match (n.unsigned_abs(), self.notation) {
            (1, _) => arrow.to_string(),
            (2, Notation::Latex) => (if n > 0 {
                "{\\Uparrow}"
            } else {
                "{\\Downarrow}"
            })
            .to_string(),
            (2, _) => arrow.repeat(2),
            (k, Notation::Latex) => format!("{arrow}{{\\scriptstyle {k}}}"),
            (k, _) => format!("{arrow}{k}"),
        }
    }
}

impl Store {
    /// The number of bars in the outermost braces of the printed value, 0 if it is not printed as a pair in braces.
    pub(crate) fn bars(&mut self, g: Value) -> Result<usize> {
        let mut forms = FxHashMap::default();
        self.find_forms(g, Notation::Ascii, &mut forms)?;
        Ok(match forms.get(&g) {
            Some(Form::Slashed(n)) => *n as usize,
            _ => 0,
        })
    }
}
