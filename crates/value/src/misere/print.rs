//! Misère canonical forms as text, as the field writes them.
//!
//! `3` is a heap, `2#` the game whose only option is 2, `2[#3]` the sum of 2# and 3, `(2#0)` the game with options 2# and 0,
//! `(2#0)[2]` its sum with 2, `2[#-2]` the difference of 2# and 2. Inside brackets stand the steps that lead from the base to the
//! game: `#` wraps it up as an only option, a number adds a heap, a number behind a minus takes one away. The outermost
//! parentheses are left out: `*[2#0]`.

use super::store::{MisereGame, MisereStore};
use crate::error::{Error, Result};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Longer texts are refused.
const MAX_TEXT: usize = 1 << 20;

/// How a game is written.
#[derive(Clone)]
enum Form {
    Heap(u32),
    /// The only option.
    Sharp(MisereGame),
    /// A game and a heap beside it.
    Sum(MisereGame, u32),
    /// What is left of a game, born earlier, without a heap.
    Difference(MisereGame, u32),
    /// Options, in order.
    Set(Vec<MisereGame>),
}

/// A text: the base, and the steps in brackets.
#[derive(Clone)]
struct Text {
    base: String,
    steps: String,
    bracket: bool,
}

impl Text {
    fn whole(&self) -> String {
        if self.bracket {
            format!("{}[{}]", self.base, self.steps)
        } else {
            format!("{}{}", self.base, self.steps)
        }
    }
}

impl MisereStore {
    /// The canonical form as text.
    ///
    /// Cost: for each follower, a sum for each of its options.
    ///
    /// ```
    /// use bouton_value::misere::MisereStore;
    /// let mut s = MisereStore::new();
    /// let two = s.heap(2)?;
    /// let sharp = s.game(&[two])?;
    /// let sum = s.add(sharp, two)?;
    /// assert_eq!(s.show(sum)?, "*[2[#2]]");
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn show(&mut self, g: MisereGame) -> Result<String> {
        let mut forms: FxHashMap<MisereGame, Form> = FxHashMap::default();
        let mut texts: FxHashMap<MisereGame, Text> = FxHashMap::default();
        // Options have smaller ids, and so have the parts of a sum, which are options.
        for x in self.followers(g) {
            let form = self.form(x, &forms, &texts)?;
            let text = write(&form, &texts);
            if text.base.len() + text.steps.len() > MAX_TEXT {
                return Err(Error::too_large("the form is too long to be written"));
            }
            forms.insert(x, form);
            texts.insert(x, text);
        }
        let text = match &forms[&g] {
            Form::Set(list) => list.iter().map(|o| texts[o].whole()).collect(),
            _ => texts[&g].whole(),
        };
        Ok(format!("*[{text}]"))
    }

    /// A and n, if the game is A - n for a heap n and an A that is born before it. Then A and A + 1 are options, as what is left
    /// of A without 0 and without 1.
    fn as_difference(&mut self, g: MisereGame) -> Result<Option<(MisereGame, u32)>> {
        let options = self.options(g).to_vec();
        let one = self.heap(1)?;
        for &a in &options {
            let odd = self.add(a, one)?;
            if self.birthday(odd) < self.birthday(a) || !options.contains(&odd) {
                continue;
            }
            for n in (2..=options.len() as u32).step_by(2) {
                let heap = self.heap(n)?;
                if self.minus(a, heap)? == Some(g) {
                    return Ok(Some((a, n)));
                }
            }
        }
        Ok(None)
    }

    /// The form of a game whose followers have theirs. Options go from the latest born to the earliest, a heap of 1 beside
    /// them not counted; then by the number of their options, sums first, and so on down to their text.
    fn form(
        &mut self,
        g: MisereGame,
        forms: &FxHashMap<MisereGame, Form>,
        texts: &FxHashMap<MisereGame, Text>,
    ) -> Result<Form> {
        if let Some(n) = self.as_heap(g) {
            return Ok(Form::Heap(n));
        }
        let mut list = self.options(g).to_vec();
        if let [one] = list[..] {
            return Ok(Form::Sharp(one));
        }
        // G = A + n has A as an option, and birthdays add up.
        let mut parts: Vec<(u32, MisereGame)> =
            list.iter().map(|&a| (self.birthday(a), a)).collect();
        parts.sort_unstable();
        for (birthday, a) in parts {
            let n = self.birthday(g) - birthday;
            let heap = self.heap(n)?;
            if a != MisereGame::ZERO && self.add(a, heap)? == g {
                let Some(m) = self.as_heap(a) else {
                    return Ok(Form::Sum(a, n));
                };
                // An odd heap is an even one and 1: the greater even heap is the base, and the 1 goes with the other.
                let (x, y, odd) = (m & !1, n & !1, (m ^ n) & 1);
                let base = self.heap(x.max(y))?;
                return Ok(Form::Sum(base, x.min(y) | odd));
            }
        }
        if let Some((a, n)) = self.as_difference(g)? {
            return Ok(Form::Difference(a, n));
        }
        let is_odd = |o: &MisereGame| matches!(forms.get(o), Some(Form::Sum(_, n) | Form::Heap(n)) if n & 1 == 1);
        list.sort_by_cached_key(|&o| {
            let odd = u32::from(is_odd(&o));
            let even = match forms.get(&o) {
                Some(Form::Sum(a, 1)) => *a,
                _ => o,
            };
            // The options of G + 1 are those of G, each with 1, and G.
            let count = self.options(even).len() as u32 - if even == o { odd } else { 0 };
            let is_sum = matches!(forms.get(&even), Some(Form::Sum(..)));
            let odds = self.options(even).iter().filter(|p| is_odd(p)).count();
            (
                (
                    Reverse(self.birthday(o) - odd),
                    Reverse(count),
                    Reverse(odds),
                    Reverse(is_sum),
                ),
                (
                    Reverse(self.birthday(o)),
                    texts.get(&o).map(|t| Reverse(t.whole())),
                ),
            )
        });
        Ok(Form::Set(list))
    }
}

fn numeral(n: u32) -> String {
    if n > 9 {
        format!("({n})")
    } else {
        n.to_string()
    }
}

fn write(form: &Form, texts: &FxHashMap<MisereGame, Text>) -> Text {
    match form {
        Form::Heap(n) => Text {
            base: numeral(*n),
            steps: String::new(),
            bracket: false,
        },
        Form::Sharp(a) => {
            let mut t = texts[a].clone();
            t.steps.push('#');
            t
        }
        Form::Difference(a, n) => {
            let mut t = texts[a].clone();
            t.steps.push('-');
            t.steps.push_str(&numeral(*n));
            t.bracket = true;
            t
        }
        Form::Sum(a, n) => {
            // The base of two heaps may be no follower; it is a single digit or in brackets all the same.
            let mut t = texts
                .get(a)
                .cloned()
                .unwrap_or_else(|| write(&Form::Heap(a.0), texts));
            t.steps.push_str(&numeral(*n));
            t.bracket = true;
            t
        }
        Form::Set(list) => Text {
            base: format!(
                "({})",
                list.iter().map(|o| texts[o].whole()).collect::<String>()
            ),
            steps: String::new(),
            bracket: false,
        },
    }
}
