//! The names that may be used at a place, and the sentence for one that may not.

/// Words that cannot name a heap or a loop variable.
pub(crate) const RESERVED: [&str; 24] = [
    "game", "rules", "cite", "heap", "heaps", "string", "cells", "move", "left", "right", "for",
    "in", "where", "and", "or", "not", "mod", "div", "xor", "min", "max", "gcd", "square", "prime",
];

pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

/// The variables at a place: the first `known` of `names` may be used; the others are declared later.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub names: &'a [String],
    /// How many of the names may be used here.
    pub known: usize,
    /// What the names are, for errors.
    pub what: What,
}

/// Where a name is looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// In a `where` line of its own: heaps only.
    Domain,
    /// In a move: heaps and loop variables.
    Move,
    /// In a text that stands alone, such as a counting question.
    Question,
}

impl Scope<'_> {
    /// The number of the variable `name`, or a sentence.
    pub fn find(&self, name: &str) -> Result<usize, String> {
        if let Some(i) = self.names.iter().position(|n| n == name) {
            if i < self.known {
                return Ok(i);
            }
            let (shown, heap) = (bouton_rules::heaps::shorten(name), &self.names[0]);
            return Err(format!(
                "`{shown}` has no value here; a bound may use heaps and earlier loop variables, as in `for x in 1..{heap}, y in 1..x`"
            ));
        }
        let shown = bouton_rules::heaps::shorten(name);
        let known = &self.names[..self.known];
        let near = nearest(name, known.iter().map(String::as_str));
        Err(match (self.what, near) {
            (What::Move, Some(near)) => format!(
                "the variable `{shown}` is not a heap or a loop variable of this move; did you mean `{near}`, or is `for {shown} in 1..{near}` missing?"
            ),
            (What::Move, None) => format!(
                "the variable `{shown}` is not a heap or a loop variable of this move; declare it as in `for {shown} in 1..{}`",
                known.first().map_or("n", |n| n)
            ),
            (What::Domain, near) => format!(
                "`{shown}` is not a heap; {}",
                near.map_or(format!("the heaps are {}", list(known)), |n| format!(
                    "did you mean `{n}`?"
                ))
            ),
            (What::Question, near) => format!(
                "`{shown}` is not a variable; {}",
                near.map_or(format!("the variables are {}", list(known)), |n| format!(
                    "did you mean `{n}`?"
                ))
            ),
        })
    }
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        "none here".to_string()
    } else {
        names.join(", ")
    }
}

/// The candidate within two edits of `word` (one for short words) that is nearest, the first among equals.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let length = word.chars().count();
    let most = match length {
        0..=1 => 0,
        2..=4 => 1,
        5..=40 => 2,
        _ => return None,
    };
    candidates
        .map(|c| (edits(word, c), c))
        .filter(|(d, _)| *d <= most)
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c)
}

/// The least number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let mut best = (rows[i - 1][j] + 1)
                .min(row[j - 1] + 1)
                .min(rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names() {
        assert_eq!(edits("haep", "heap"), 1);
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(nearest("mvoe", ["game", "move"].into_iter()), Some("move"));
        assert_eq!(nearest("q", ["n", "k"].into_iter()), None);
    }
}
