//! Questions to an automaton: least members, completions of a part of a tuple, finiteness, the list of the members.

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Var};
use crate::numeration::Nat;

/// The classes that a part of a letter leaves open, each with its least letter.
type Choices = Vec<(u32, Vec<u16>)>;

impl Automaton {
    /// The numbers that a word of letters stands for, one a track.
    fn read(&self, word: &[Vec<u16>]) -> Vec<Nat> {
        (0..self.vars.len())
            .map(|t| self.sys.number(word.iter().map(|letter| letter[t])))
            .collect()
    }

    /// The shortest accepted tuple, of those the lexicographically least (the first digits of all variables are compared
    /// first): the counter-example to `is_empty`.
    ///
    /// Cost: linear in the states times the classes.
    pub fn least(&self) -> Option<Vec<Nat>> {
        let letters = self.diagram.choices(&vec![None; self.vars.len()]);
        Some(self.read(&self.least_word(&letters)?))
    }

    /// The least shortest accepted word, given all classes with their least letters.
    pub(crate) fn least_word(&self, letters: &[(u32, Vec<u16>)]) -> Option<Vec<Vec<u16>>> {
        Some(self.search(letters, |s| self.accept[s as usize])?.0)
    }

    /// The least shortest word by these letters to a state that is wanted, and that state.
    fn search(
        &self,
        letters: &[(u32, Vec<u16>)],
        wanted: impl Fn(u32) -> bool,
    ) -> Option<(Vec<Vec<u16>>, u32)> {
        let mut from: Vec<Option<(u32, usize)>> = vec![None; self.states()];
        let mut queue = vec![0u32];
        let mut seen = vec![false; self.states()];
        seen[0] = true;
        let mut at = 0;
        while at < queue.len() {
            let s = queue[at];
            at += 1;
            if wanted(s) {
                let mut word = Vec::new();
                let mut back = s;
                while let Some((before, letter)) = from[back as usize] {
                    word.push(letters[letter].1.clone());
                    back = before;
                }
                word.reverse();
                return Some((word, s));
            }
            for (i, (class, _)) in letters.iter().enumerate() {
                let t = self.step(s, *class);
                if !seen[t as usize] {
                    seen[t as usize] = true;
                    from[t as usize] = Some((s, i));
                    queue.push(t);
                }
            }
        }
        None
    }

    /// Given the values of some variables, the least values of the others so that the tuple is in the set: least at the
    /// most significant digit where two candidates differ, there in the order of the variables.
    ///
    /// Returns the other variables in order with their values; `None` if there are no such values. Given variables that the
    /// automaton does not have are ignored; two different values for one variable fit no tuple.
    ///
    /// Cost: linear in the digits (times the states): one pass backwards for the states that can still accept, one forwards.
    ///
    /// ```
    /// use bouton_automata::{Formula, Limits, Numeration, Op, compile};
    /// let half = compile(&Formula::linear(&[(2, 0), (-1, 1)], Op::Eq, 0), &Numeration::Zeckendorf, &Limits::default())?;
    /// assert_eq!(half.complete(&[(1, 100u32.into())]), Some(vec![(0, 50u32.into())]));
    /// assert_eq!(half.complete(&[(1, 101u32.into())]), None);
    /// # Ok::<(), bouton_automata::Error>(())
    /// ```
    pub fn complete(&self, given: &[(Var, Nat)]) -> Option<Vec<(Var, Nat)>> {
        let mut known: Vec<Option<Nat>> = vec![None; self.vars.len()];
        for (var, value) in given {
            if let Ok(track) = self.vars.binary_search(var) {
                if known[track].as_ref().is_some_and(|old| old != value) {
                    return None;
                }
                known[track] = Some(value.clone());
            }
        }
        let tracks: Vec<usize> = (0..known.len()).filter(|&t| known[t].is_some()).collect();
        let values: Vec<Nat> = known.iter().flatten().cloned().collect();
        let rows = self.sys.word(&values);
        let mut cache: FxHashMap<Vec<u16>, usize> = FxHashMap::default();
        let mut lists: Vec<Choices> = Vec::new();
        let mut choices = |row: &[u16]| -> usize {
            *cache.entry(row.to_vec()).or_insert_with(|| {
                let mut given = vec![None; self.vars.len()];
                for (&t, &d) in tracks.iter().zip(row) {
                    given[t] = Some(d);
                }
                lists.push(self.diagram.choices(&given));
                lists.len() - 1
            })
        };
        let at: Vec<usize> = rows.iter().map(|row| choices(row)).collect();
        let leading = choices(&vec![0; tracks.len()]);

        // viable[i]: the states from which the rows from i on can be accepted.
        let words = self.states().div_ceil(64);
        let mut viable = vec![vec![0u64; words]; rows.len() + 1];
        for (s, &a) in self.accept.iter().enumerate() {
            viable[rows.len()][s / 64] |= u64::from(a) << (s % 64);
        }
        let has = |set: &[u64], s: u32| set[s as usize / 64] >> (s % 64) & 1 == 1;
        for i in (0..rows.len()).rev() {
            let (now, then) = viable.split_at_mut(i + 1);
            for s in 0..self.states() as u32 {
                if lists[at[i]]
                    .iter()
                    .any(|(c, _)| has(&then[0], self.step(s, *c)))
                {
                    now[i][s as usize / 64] |= 1 << (s % 64);
                }
            }
        }
        let (mut word, mut state) = self.search(&lists[leading], |s| has(&viable[0], s))?;
        for i in 0..rows.len() {
            let (class, letter) = lists[at[i]]
                .iter()
                .find(|(c, _)| has(&viable[i + 1], self.step(state, *c)))?;
            word.push(letter.clone());
            state = self.step(state, *class);
        }
        Some(
            (0..self.vars.len())
                .filter(|&t| known[t].is_none())
                .map(|t| {
                    let value = self.sys.number(word.iter().map(|letter| letter[t]));
                    (self.vars[t], value)
                })
                .collect(),
        )
    }

    /// The states from which some word is accepted.
    fn useful(&self) -> Vec<bool> {
        let (n, k) = (self.states(), self.classes);
        let mut preds: Vec<Vec<u32>> = vec![Vec::new(); n];
        for s in 0..n {
            for &t in &self.next[s * k..(s + 1) * k] {
                if preds[t as usize].last() != Some(&(s as u32)) {
                    preds[t as usize].push(s as u32);
                }
            }
        }
        let mut useful = self.accept.clone();
        let mut stack: Vec<u32> = (0..n as u32).filter(|&s| useful[s as usize]).collect();
        while let Some(t) = stack.pop() {
            for &s in &preds[t as usize] {
                if !useful[s as usize] {
                    useful[s as usize] = true;
                    stack.push(s);
                }
            }
        }
        useful
    }

    /// Has the set infinitely many tuples?
    ///
    /// Cost: linear in the states times the classes.
    pub fn infinite(&self) -> bool {
        // Words that begin with a non-zero letter stand for different tuples: look for a cycle behind such a letter.
        let useful = self.useful();
        let sizes = self.diagram.sizes(self.classes, self.vars.len());
        let zero = self.diagram.class(&[]);
        let mut colour = vec![0u8; self.states()]; // 1: on the path, 2: done
        for c in 0..self.classes as u32 {
            if c == zero && sizes[c as usize] == 1 {
                continue;
            }
            let root = self.step(0, c);
            if !useful[root as usize] || colour[root as usize] == 2 {
                continue;
            }
            let mut path = vec![(root, 0u32)];
            colour[root as usize] = 1;
            while let Some((s, c)) = path.last_mut() {
                if *c as usize == self.classes {
                    colour[*s as usize] = 2;
                    path.pop();
                    continue;
                }
                let t = self.step(*s, *c);
                *c += 1;
                match colour[t as usize] {
                    1 => return true,
                    0 if useful[t as usize] => {
                        colour[t as usize] = 1;
                        path.push((t, 0));
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// The tuples of the set: short words first, words of one length in lexicographic order.
    ///
    /// ```
    /// use bouton_automata::{Formula, Limits, Numeration, Op, compile};
    /// let pair = compile(&Formula::linear(&[(1, 0), (1, 1)], Op::Eq, 2), &Numeration::Base(2), &Limits::default())?;
    /// let sums: Vec<String> = pair.tuples().map(|t| format!("{}+{}", t[0], t[1])).collect();
    /// assert_eq!(sums, ["1+1", "0+2", "2+0"]);
    /// # Ok::<(), bouton_automata::Error>(())
    /// ```
    pub fn tuples(&self) -> Tuples<'_> {
        Tuples {
            set: self,
            can: vec![self.accept.clone()],
            length: 0,
            barren: 0,
            stack: vec![Frame {
                state: 0,
                letter: None,
            }],
        }
    }
}

/// The iterator of [`Automaton::tuples`].
pub struct Tuples<'a> {
    set: &'a Automaton,
    /// `can[r][s]`: from state s some word of r letters is accepted.
    can: Vec<Vec<bool>>,
    length: usize,
    /// How many lengths in a row had no word.
    barren: usize,
    stack: Vec<Frame>,
}

struct Frame {
    state: u32,
    /// The letter that was tried last.
    letter: Option<Vec<u16>>,
}

impl Tuples<'_> {
    /// The letter after this one in lexicographic order.
    fn successor(radix: usize, letter: &mut [u16]) -> bool {
        for digit in letter.iter_mut().rev() {
            if usize::from(*digit) + 1 < radix {
                *digit += 1;
                return true;
            }
            *digit = 0;
        }
        false
    }

    /// Makes the top frame try its next letter; false when there is none.
    fn advance(&mut self) -> bool {
        let depth = self.stack.len();
        let left = self.length - depth;
        let tracks = self.set.vars.len();
        let Some(frame) = self.stack.last_mut() else {
            return false;
        };
        loop {
            match &mut frame.letter {
                None => {
                    frame.letter = Some(vec![0; tracks]);
                    // A word does not begin with the zero letter.
                    if depth == 1 {
                        continue;
                    }
                }
                Some(letter) => {
                    if !Self::successor(self.set.sys.radix, letter) {
                        return false;
                    }
                }
            }
            if let Some(letter) = &frame.letter {
                let to = self.set.step(frame.state, self.set.diagram.class(letter));
                if self.can[left][to as usize] {
                    self.stack.push(Frame {
                        state: to,
                        letter: None,
                    });
                    return true;
                }
            }
        }
    }
}

impl Iterator for Tuples<'_> {
    type Item = Vec<Nat>;

    fn next(&mut self) -> Option<Vec<Nat>> {
        if self.length == 0 {
            self.length = 1;
            if self.set.accept[0] {
                return Some(vec![Nat::default(); self.set.vars.len()]);
            }
        }
        loop {
            // A set whose words have n states to pass has a word among any n + 1 lengths in a row, or no longer ones.
            if self.barren > self.set.states() {
                return None;
            }
            let before = self.stack.len();
            if before <= self.length && self.advance() {
                if self.stack.len() == self.length + 1 {
                    self.barren = 0;
                    let word: Vec<Vec<u16>> =
                        self.stack.iter().filter_map(|f| f.letter.clone()).collect();
                    let tuple = self.set.read(&word);
                    self.stack.pop();
                    return Some(tuple);
                }
                continue;
            }
            self.stack.pop();
            if self.stack.is_empty() {
                self.barren += 1;
                self.length += 1;
                self.stack.push(Frame {
                    state: 0,
                    letter: None,
                });
                let last = &self.can[self.can.len() - 1];
                let longer = (0..self.set.states() as u32)
                    .map(|s| {
                        (0..self.set.classes as u32).any(|c| last[self.set.step(s, c) as usize])
                    })
                    .collect();
                self.can.push(longer);
            }
        }
    }
}
