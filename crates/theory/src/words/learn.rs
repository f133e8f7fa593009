//! A machine from a table of answers: prefixes with equal continuations are one state.

use bouton_rules::{Nat, Outcome};
use std::collections::HashMap;

/// States beyond which a machine is not a pattern.
const MOST_STATES: usize = 200;

/// The answers for all words up to a length, shorter words first.
pub(super) struct Table {
    pub letters: usize,
    pub length: usize,
    pub wins: Vec<[bool; 2]>,
}

impl Table {
    /// The number of a word.
    fn code(&self, word: &[u8]) -> usize {
        word.iter()
            .fold(0, |code, &l| code * self.letters + l as usize + 1)
    }

    fn of(&self, word: &[u8]) -> [bool; 2] {
        self.wins[self.code(word)]
    }
}

/// A finite machine that reads a word and says whether Left, and whether Right, wins moving first. State 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordMachine {
    /// For each state and letter the next state.
    pub next: Vec<Vec<usize>>,
    /// For each state whether Left, and whether Right, wins moving first.
    pub wins: Vec<[bool; 2]>,
}

impl WordMachine {
    /// Whether Left, and whether Right, wins a word moving first; letters by number.
    pub fn wins(&self, word: &[u8]) -> [bool; 2] {
        self.wins[self.run(0, word)]
    }

    /// The state after some letters.
    pub fn run(&self, state: usize, word: &[u8]) -> usize {
        word.iter().fold(state, |s, &l| self.next[s][l as usize])
    }

    /// The outcome of the words that end in a state.
    pub fn outcome(&self, state: usize) -> Outcome {
        let [left, right] = self.wins[state];
        Outcome::from_starters(left, right)
    }

    /// How many words of some length have each outcome, in the order L, R, N, P. Cost: length times states.
    ///
    /// ```
    /// use bouton_theory::WordMachine;
    /// // Left wins words with an odd number of letters, the others are P.
    /// let machine = WordMachine { next: vec![vec![1, 1], vec![0, 0]], wins: vec![[false, false], [true, false]] };
    /// assert_eq!(machine.count(3).map(|n| n.to_string()), ["8", "0", "0", "0"]);
    /// ```
    pub fn count(&self, length: usize) -> [Nat; 4] {
        let mut words = vec![Nat::default(); self.next.len()];
        words[0] = Nat::from(1u32);
        for _ in 0..length {
            let mut after = vec![Nat::default(); self.next.len()];
            for (n, next) in words.iter().zip(&self.next) {
                for &to in next {
                    after[to] += n;
                }
            }
            words = after;
        }
        let order = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];
        order.map(|outcome| {
            let states = (0..self.next.len()).filter(|&s| self.outcome(s) == outcome);
            states.map(|s| words[s].clone()).sum()
        })
    }
}

/// A machine that agrees with the whole table, if prefixes can be told apart well within its length.
pub(super) fn learn(table: &Table) -> Option<WordMachine> {
    // Short continuations suffice for few states and leave room for long prefixes; longer ones are tried after them.
    (1..=table.length.saturating_sub(1).min(12)).find_map(|tail| {
        let machine = by_tails(table, tail)?;
        agrees(table, &machine).then_some(machine)
    })
}

/// States are prefixes told apart by continuations up to length `tail`.
fn by_tails(table: &Table, tail: usize) -> Option<WordMachine> {
    let tails: Vec<Vec<u8>> = (0..)
        .map(|code| super::word(code, table.letters as u64))
        .take_while(|w| w.len() <= tail)
        .collect();
    let row = |prefix: &[u8]| -> Vec<[bool; 2]> {
        let answers = tails.iter().map(|t| table.of(&[prefix, t].concat()));
        answers.collect()
    };
    let mut numbers: HashMap<Vec<[bool; 2]>, usize> = HashMap::from([(row(&[]), 0)]);
    let mut prefixes: Vec<Vec<u8>> = vec![Vec::new()];
    let mut next: Vec<Vec<usize>> = Vec::new();
    while next.len() < prefixes.len() {
        let from = prefixes[next.len()].clone();
        let mut steps = Vec::new();
        for letter in 0..table.letters as u8 {
            let to = [from.as_slice(), &[letter]].concat();
            if to.len() + tail > table.length {
                return None;
            }
            let fresh = numbers.len();
            let number = *numbers.entry(row(&to)).or_insert(fresh);
            if number == fresh {
                prefixes.push(to);
            }
            steps.push(number);
        }
        next.push(steps);
        if prefixes.len() > MOST_STATES {
            return None;
        }
    }
    let wins = prefixes.iter().map(|p| table.of(p)).collect();
    Some(WordMachine { next, wins })
}

fn agrees(table: &Table, machine: &WordMachine) -> bool {
    let words = (0..table.wins.len() as u64).map(|code| super::word(code, table.letters as u64));
    words
        .zip(&table.wins)
        .all(|(w, &wins)| machine.wins(&w) == wins)
}
