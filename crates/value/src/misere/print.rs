//! Misère canonical forms as text: `*[3]` for a heap, `*[2#0]` for {{*2}, 0}, options in parentheses where they have several.

use super::store::{MisereGame, MisereStore};
use crate::error::{Error, Result};

/// Longer texts are refused.
const MAX_TEXT: usize = 1 << 20;

impl MisereStore {
    /// The canonical form: a heap by its size, `#` after the only option of a game, other options one after the other from the
    /// latest born to the earliest, in parentheses inside.
    pub fn show(&self, g: MisereGame) -> Result<String> {
        let mut out = String::from("*[");
        enum Job {
            Text(&'static str),
            Game(MisereGame, bool),
        }
        let mut jobs = vec![Job::Text("]"), Job::Game(g, true)];
        while let Some(job) = jobs.pop() {
            if out.len() > MAX_TEXT {
                return Err(Error::too_large("the form is too long to be written"));
            }
            match job {
                Job::Text(t) => out.push_str(t),
                Job::Game(x, top) => {
                    if let Some(n) = self.as_heap(x) {
                        if n > 9 {
                            out.push_str(&format!("({n})"));
                        } else {
                            out.push_str(&n.to_string());
                        }
                        continue;
                    }
                    let mut list = self.options(x).to_vec();
                    list.sort_by_key(|&o| (self.birthday(o), self.as_heap(o).is_none(), o));
                    if let [one] = list.as_slice() {
                        jobs.push(Job::Text("#"));
                        jobs.push(Job::Game(*one, false));
                        continue;
                    }
                    if !top {
                        jobs.push(Job::Text(")"));
                    }
                    for &o in &list {
                        jobs.push(Job::Game(o, false));
                    }
                    if !top {
                        out.push('(');
                    }
                }
            }
        }
        Ok(out)
    }
}
