//! The tests' own prover: positions by brute force, automata by Myhill–Nerode on a box, and a decision whether two
//! automata differ. Shares nothing with the checker.
#![allow(dead_code)]

use std::collections::{HashMap, HashSet, VecDeque};

/// A numeration by its weights and its rule of valid words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Num {
    Base(u64),
    Zeckendorf,
    /// `Ostrowski [1; (m)]`
    Ostrowski(u64),
}

impl Num {
    pub fn name(self) -> String {
        match self {
            Num::Base(b) => format!("base {b}"),
            Num::Zeckendorf => "Zeckendorf".into(),
            Num::Ostrowski(m) => format!("Ostrowski [1; ({m})]"),
        }
    }

    pub fn radix(self) -> u64 {
        match self {
            Num::Base(b) => b,
            Num::Zeckendorf => 2,
            Num::Ostrowski(m) => m + 1,
        }
    }

    fn weight(self, j: usize) -> u64 {
        match (self, j) {
            (_, 0) => 1,
            (Num::Base(b), _) => b.pow(j as u32),
            (Num::Zeckendorf, 1) => 2,
            (Num::Ostrowski(m), 1) => m,
            (Num::Zeckendorf, _) => self.weight(j - 1) + self.weight(j - 2),
            (Num::Ostrowski(m), _) => m * self.weight(j - 1) + self.weight(j - 2),
        }
    }

    /// May `below` stand just below `above`, as the lowest digit if `last`?
    pub fn fits(self, above: u64, below: u64, last: bool) -> bool {
        match self {
            Num::Base(_) => true,
            Num::Zeckendorf => above == 0 || below == 0,
            Num::Ostrowski(m) => (above < m || below == 0) && (!last || below < m),
        }
    }

    /// The value of a word, most significant digit first, if it is valid.
    pub fn value(self, word: &[u64]) -> Option<u64> {
        let above = |i: usize| if i == 0 { 0 } else { word[i - 1] };
        let valid = (0..word.len()).all(|i| self.fits(above(i), word[i], i + 1 == word.len()));
        valid.then(|| {
            word.iter()
                .rev()
                .enumerate()
                .map(|(j, d)| d * self.weight(j))
                .sum()
        })
    }

    pub fn digits(self, n: u64, len: usize) -> Vec<u64> {
        let mut rest = n;
        let word: Vec<u64> = (0..len)
            .rev()
            .map(|j| {
                let d = rest / self.weight(j);
                rest %= self.weight(j);
                d
            })
            .collect();
        assert_eq!(rest, 0);
        assert_eq!(self.value(&word), Some(n));
        word
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    pub num: Num,
    pub tracks: usize,
    pub accept: Vec<bool>,
    pub next: Vec<Vec<usize>>,
}

impl Dfa {
    pub fn letters(&self) -> usize {
        (self.num.radix() as usize).pow(self.tracks as u32)
    }

    pub fn contains(&self, tuple: &[u64]) -> bool {
        let len = 20;
        let words: Vec<Vec<u64>> = tuple.iter().map(|&n| self.num.digits(n, len)).collect();
        let state = (0..len).fold(0, |s, i| {
            let letter = words.iter().fold(0, |l, w| l * self.num.radix() + w[i]);
            self.next[s][letter as usize]
        });
        self.accept[state]
    }

    pub fn json(&self) -> String {
        format!(
            r#"{{"tracks": {}, "start": 0, "accept": {:?}, "next": {:?}}}"#,
            self.tracks, self.accept, self.next
        )
    }

    /// Learns the set: prefixes whose continuations by up to `depth` letters agree are one state.
    pub fn learn(num: Num, tracks: usize, depth: usize, contains: &dyn Fn(&[u64]) -> bool) -> Dfa {
        Dfa::try_learn(num, tracks, depth, 60, contains).expect("the set does not look automatic")
    }

    /// The same; `None` if some state is not reached by words of `longest` letters.
    pub fn try_learn(
        num: Num,
        tracks: usize,
        depth: usize,
        longest: usize,
        contains: &dyn Fn(&[u64]) -> bool,
    ) -> Option<Dfa> {
        let radix = num.radix();
        let letters = radix.pow(tracks as u32);
        let split = |letter: u64| {
            (0..tracks).map(move |t| letter / radix.pow((tracks - 1 - t) as u32) % radix)
        };
        let accepts = |word: &[u64]| {
            let mut values = Vec::new();
            for t in 0..tracks {
                let digits: Vec<u64> = word.iter().map(|&l| split(l).nth(t).unwrap()).collect();
                match num.value(&digits) {
                    Some(v) => values.push(v),
                    None => return false,
                }
            }
            contains(&values)
        };
        let mut suffixes: Vec<Vec<u64>> = vec![Vec::new()];
        let mut first = 0;
        for _ in 0..depth {
            let last = suffixes.len();
            for i in first..last {
                for letter in 0..letters {
                    suffixes.push([suffixes[i].as_slice(), &[letter]].concat());
                }
            }
            first = last;
        }
        let signature = |prefix: &[u64]| -> Vec<bool> {
            suffixes
                .iter()
                .map(|s| accepts(&[prefix, s.as_slice()].concat()))
                .collect()
        };
        let mut ids = HashMap::from([(signature(&[]), 0usize)]);
        let mut prefixes: Vec<Vec<u64>> = vec![Vec::new()];
        let (mut accept, mut next) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < prefixes.len() {
            let prefix = prefixes[at].clone();
            accept.push(accepts(&prefix));
            let mut row = Vec::new();
            for letter in 0..letters {
                let longer = [prefix.as_slice(), &[letter]].concat();
                let count = ids.len();
                let id = *ids.entry(signature(&longer)).or_insert(count);
                if id == count {
                    if longer.len() > longest || count == 60 {
                        return None;
                    }
                    prefixes.push(longer);
                }
                row.push(id);
            }
            next.push(row);
            at += 1;
        }
        Some(Dfa {
            num,
            tracks,
            accept,
            next,
        })
    }

    /// Do the sets differ on some tuple of the domain, which depends only on which of the numbers are positive?
    pub fn differs(&self, other: &Dfa, domain: &dyn Fn(&[bool]) -> bool) -> bool {
        let radix = self.num.radix();
        // Both states, the last digits, which numbers are positive.
        let mut open = VecDeque::from([(
            0usize,
            0usize,
            vec![0u64; self.tracks],
            vec![false; self.tracks],
        )]);
        let mut seen: HashSet<_> = open.iter().cloned().collect();
        while let Some((p, q, last, positive)) = open.pop_front() {
            // May the word end here?
            let ends = last.iter().all(|&d| self.num.fits(0, d, true));
            if ends && domain(&positive) && self.accept[p] != other.accept[q] {
                return true;
            }
            for letter in 0..self.letters() {
                let digits: Vec<u64> = (0..self.tracks)
                    .map(|t| letter as u64 / radix.pow((self.tracks - 1 - t) as u32) % radix)
                    .collect();
                if last
                    .iter()
                    .zip(&digits)
                    .all(|(&a, &d)| self.num.fits(a, d, false))
                {
                    let positive = positive
                        .iter()
                        .zip(&digits)
                        .map(|(&b, &d)| b || d > 0)
                        .collect();
                    let next = (
                        self.next[p][letter],
                        other.next[q][letter],
                        digits,
                        positive,
                    );
                    if seen.insert(next.clone()) {
                        open.push_back(next);
                    }
                }
            }
        }
        false
    }

    /// Every automaton with one transition or one acceptance changed.
    pub fn mutants(&self) -> Vec<Dfa> {
        let mut out = Vec::new();
        for state in 0..self.next.len() {
            let mut m = self.clone();
            m.accept[state] = !m.accept[state];
            out.push(m);
            for letter in 0..self.letters() {
                for target in (0..self.next.len()).filter(|&t| t != self.next[state][letter]) {
                    let mut m = self.clone();
                    m.next[state][letter] = target;
                    out.push(m);
                }
            }
        }
        out
    }
}

/// A table over the box `0..side` in every coordinate, filled by memoised recursion on an explicit stack.
pub struct Solved<V> {
    pub values: HashMap<Vec<u64>, V>,
}

impl<V: Copy> Solved<V> {
    /// `value` computes a position's value from its options' values, in the order of `options`.
    pub fn fill(
        starts: impl Iterator<Item = Vec<u64>>,
        options: &dyn Fn(&[u64]) -> Vec<Vec<u64>>,
        value: &dyn Fn(&[u64], &[V]) -> V,
    ) -> Solved<V> {
        let mut values: HashMap<Vec<u64>, V> = HashMap::new();
        for start in starts {
            let mut stack = vec![start];
            while let Some(top) = stack.last().cloned() {
                if values.contains_key(&top) {
                    stack.pop();
                    continue;
                }
                let opts = options(&top);
                let missing: Vec<_> = opts
                    .iter()
                    .filter(|o| !values.contains_key(*o))
                    .cloned()
                    .collect();
                if missing.is_empty() {
                    let known: Vec<V> = opts.iter().map(|o| values[o]).collect();
                    let v = value(&top, &known);
                    values.insert(top, v);
                    stack.pop();
                } else {
                    stack.extend(missing);
                }
            }
        }
        Solved { values }
    }
}

/// Every tuple of `tracks` numbers below `side`.
pub fn tuples(tracks: usize, side: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..side.pow(tracks as u32))
        .map(move |i| (0..tracks).map(|t| i / side.pow(t as u32) % side).collect())
}

/// The P-positions of a box, by backward induction.
pub fn p_positions(
    tracks: usize,
    side: u64,
    misere: bool,
    options: &dyn Fn(&[u64]) -> Vec<Vec<u64>>,
) -> HashMap<Vec<u64>, bool> {
    let p = |_: &[u64], opts: &[bool]| {
        if opts.is_empty() {
            !misere
        } else {
            !opts.contains(&true)
        }
    };
    Solved::fill(tuples(tracks, side), options, &p).values
}

pub fn mex(values: &[u64]) -> u64 {
    (0..).find(|g| !values.contains(g)).unwrap()
}

/// A certificate from its parts; `rest` are the fields of the kind.
pub fn certificate(
    kind: &str,
    game: &str,
    rules: &str,
    play: &str,
    num: Num,
    rank: &str,
    rest: &str,
) -> String {
    let rules = rules
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!(
        r#"{{"format": "bouton-certificate", "version": 1, "kind": "{kind}", "game": "{game}", "rules": "{rules}", "play": "{play}", "numeration": "{}", "rank": {rank}, {rest}}}"#,
        num.name()
    )
}

/// The text of a rule file that ships with the project.
pub fn shipped(game: &str) -> String {
    let path = format!(
        "{}/../rulefile/files/{game}.game",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read_to_string(path).unwrap()
}
