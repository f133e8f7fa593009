//! Rewriting rules on words as plain data: what can be run and reasoned about.

use crate::Player;

/// Letters of a pattern, matched once or, with `repeats`, any number of times from that on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordGroup {
    /// For each letter of the group the letters that it may be; bit `i` is letter `i`.
    pub sets: Vec<u64>,
    /// The least number of rounds, for a repetition.
    pub repeats: Option<usize>,
}

/// A piece of what a match becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordPiece {
    /// A letter.
    Letter(u8),
    /// What the group with this number matched; the numbers of a rule's copies increase.
    Copy(usize),
}

/// Between `least` and `most` of the letters before and after the match are in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordGuard {
    /// The letters that are counted.
    pub letters: u64,
    /// At least so many.
    pub least: usize,
    /// At most so many.
    pub most: usize,
}

impl WordGuard {
    /// Does it hold between two letters, `None` where the word ends?
    pub fn holds(&self, before: Option<u8>, after: Option<u8>) -> bool {
        let sides = [before, after];
        let counted = sides
            .iter()
            .flatten()
            .filter(|&&l| self.letters >> l & 1 == 1);
        (self.least..=self.most).contains(&counted.count())
    }
}

/// One rule: a pattern somewhere in the word becomes something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordRule {
    /// Whose move it is; both players' for `None`.
    pub who: Option<Player>,
    /// The pattern.
    pub groups: Vec<WordGroup>,
    /// The match begins where the word begins.
    pub at_start: bool,
    /// The match ends where the word ends.
    pub at_end: bool,
    /// What it becomes.
    pub pieces: Vec<WordPiece>,
    /// Conditions on the letters around the match.
    pub guards: Vec<WordGuard>,
}

/// A game on words of which every play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordRules {
    /// The letters.
    pub letters: Vec<char>,
    /// The rules.
    pub moves: Vec<WordRule>,
}

impl WordRules {
    /// The words that a move of `who` leads to, from the definition: every place, every number of rounds. Repeats are allowed.
    ///
    /// Cost: for a pattern with r repetitions, the (r + 1)th power of the length.
    ///
    /// ```
    /// use bouton_rules::{Player, WordGroup, WordRule, WordRules};
    /// // Left deletes a 1.
    /// let one = WordGroup { sets: vec![0b10], repeats: None };
    /// let rule = WordRule { who: Some(Player::Left), groups: vec![one], at_start: false, at_end: false, pieces: vec![], guards: vec![] };
    /// let game = WordRules { letters: vec!['0', '1'], moves: vec![rule] };
    /// assert_eq!(game.results(Player::Left, &[1, 0, 1]), [vec![0, 1], vec![1, 0]]);
    /// assert!(game.results(Player::Right, &[1, 0, 1]).is_empty());
    /// ```
    pub fn results(&self, who: Player, word: &[u8]) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        for rule in self.moves.iter().filter(|r| r.who.is_none_or(|w| w == who)) {
            let starts = if rule.at_start { 0..1 } else { 0..word.len() };
            for start in starts {
                // Where each group ends, for every way to match the groups so far.
                let mut ways: Vec<Vec<usize>> = vec![vec![start]];
                for group in &rule.groups {
                    ways = ways
                        .iter()
                        .flat_map(|ends| group.ways(word, ends))
                        .collect();
                }
                for ends in ways {
                    let end = ends[ends.len() - 1];
                    let before = start.checked_sub(1).map(|i| word[i]);
                    let after = word.get(end).copied();
                    let here = end > start && !(rule.at_end && end < word.len());
                    if !here || !rule.guards.iter().all(|g| g.holds(before, after)) {
                        continue;
                    }
                    let mut result = word[..start].to_vec();
                    for piece in &rule.pieces {
                        match *piece {
                            WordPiece::Letter(l) => result.push(l),
                            WordPiece::Copy(g) => result.extend(&word[ends[g]..ends[g + 1]]),
                        }
                    }
                    result.extend(&word[end..]);
                    found.push(result);
                }
            }
        }
        found
    }
}

impl WordGroup {
    /// Every way to match the group behind `ends`, with its own end added.
    fn ways(&self, word: &[u8], ends: &[usize]) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        let (mut at, mut rounds) = (ends[ends.len() - 1], 0);
        loop {
            let allowed = match self.repeats {
                None => rounds == 1,
                Some(least) => rounds >= least,
            };
            if allowed {
                found.push([ends, &[at]].concat());
            }
            let next = word.get(at..at + self.sets.len());
            let fits = next.is_some_and(|letters| {
                letters
                    .iter()
                    .zip(&self.sets)
                    .all(|(&l, &set)| set >> l & 1 == 1)
            });
            if !fits || self.repeats.is_none() && rounds == 1 {
                return found;
            }
            at += self.sets.len();
            rounds += 1;
        }
    }
}
