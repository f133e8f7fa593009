//! Exact learning of an automaton from a table of answers.
//!
//! A state is an access word; its row are the answers to the word followed by each of the experiments so far. Words with
//! rows that agree are one state (angluin1987). A tuple on which the automaton and the table differ yields the experiment
//! that separates two words which were taken for one (rivestschapire1993). Answers that the table does not have are
//! unknown: they agree with everything, and of several states that agree the one with the most known answers is taken. So
//! the result fits all that was compared, but a table that is too small may fit several automata.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Var, check_tracks};
use crate::box_walk::{Track, difference};
use crate::error::Limits;
use crate::minimize::Raw;
use crate::numeration::{Nat, Numeration};
use crate::system::System;
use crate::table::letter_diagram;

/// The most letters that a learner tries.
const MAX_LETTERS: usize = 4096;

/// Learns an automaton with at most `max_states` states.
///
/// `oracle` tells whether a tuple (in the order of `vars`) is in the set, or `None` where that is not known. Only valid
/// representations are asked, each tuple once. `find_difference` returns a tuple on which an automaton and the set differ,
/// short ones first if possible, or `None` if there is none: then the automaton is the result.
///
/// Returns `None` when the set needs more states, when the known answers do not tell how to go on, or when the numeration
/// is out of range or has more than 4096 letters on these tracks. Cost: about states² · letters questions.
pub fn learn(
    num: &Numeration,
    vars: &[Var],
    oracle: &mut dyn FnMut(&[u64]) -> Option<bool>,
    find_difference: &mut dyn FnMut(&Automaton) -> Option<Vec<u64>>,
    max_states: usize,
) -> Option<Automaton> {
    let mut learner = Learner::new(num, vars, oracle)?;
    for _ in 0..2 * max_states + 8 {
        if !learner.close(max_states) {
            return None;
        }
        let set = learner.automaton()?;
        let Some(tuple) = find_difference(&set) else {
            return Some(set);
        };
        let known = learner.experiments.len();
        learner.refine(&tuple)?;
        if learner.experiments.len() == known {
            return None;
        }
    }
    None
}

/// Learns an automaton from a table on the box of all tuples with `0 <= value[i] < sizes[i]`, and compares it with the
/// whole box. `vars` and `sizes` have one entry a track.
///
/// Cost: one walk through the box, and for each state a part of one.
///
/// ```
/// use bouton_automata::{Numeration, learn_box};
/// let xor = |t: &[u64]| t[0] ^ t[1] == t[2];
/// let set = learn_box(&Numeration::Base(2), &[0, 1, 2], &[8, 8, 8], &xor, 10).unwrap();
/// assert_eq!(set.states(), 2);
/// let square = |t: &[u64]| t[0].isqrt().pow(2) == t[0];
/// assert!(learn_box(&Numeration::Base(2), &[0], &[4096], &square, 10).is_none());
/// ```
pub fn learn_box(
    num: &Numeration,
    vars: &[Var],
    sizes: &[u64],
    table: &dyn Fn(&[u64]) -> bool,
    max_states: usize,
) -> Option<Automaton> {
    if vars.len() != sizes.len() || sizes.contains(&0) {
        return None;
    }
    let sys = num.system().ok()?;
    let mut oracle = |t: &[u64]| t.iter().zip(sizes).all(|(x, n)| x < n).then(|| table(t));
    let mut find = |set: &Automaton| {
        let order: Option<Vec<usize>> = vars
            .iter()
            .map(|v| set.vars.iter().position(|w| w == v))
            .collect();
        difference(&sys, set, &order?, sizes, table)
    };
    learn(num, vars, &mut oracle, &mut find, max_states)
}

struct Learner<'a> {
    sys: Arc<System>,
    vars: Vec<Var>,
    oracle: &'a mut dyn FnMut(&[u64]) -> Option<bool>,
    asked: FxHashMap<Vec<u64>, Option<bool>>,
    /// All letters, as one letter a track, in lexicographic order.
    letters: Vec<Vec<u16>>,
    /// The letters with small digits first: their words stay in a table longest, so states get these as access words.
    order: Vec<usize>,
    experiments: Vec<Vec<usize>>,
    states: Vec<Word>,
    /// The words one letter longer than a state's, by state and letter.
    edges: Vec<Word>,
    next: Vec<u32>,
}

/// A word of letters and the answers to its experiments.
#[derive(Clone, Default)]
struct Word {
    letters: Vec<usize>,
    row: Vec<Option<bool>>,
}

impl<'a> Learner<'a> {
    fn new(
        num: &Numeration,
        vars: &[Var],
        oracle: &'a mut dyn FnMut(&[u64]) -> Option<bool>,
    ) -> Option<Learner<'a>> {
        let sys = Arc::new(num.system().ok()?);
        check_tracks(vars.len()).ok()?;
        let mut letters: Vec<Vec<u16>> = vec![Vec::new()];
        for _ in vars {
            if letters.len() * sys.radix > MAX_LETTERS {
                return None;
            }
            letters = letters
                .iter()
                .flat_map(|l| (0..sys.radix as u16).map(move |d| [l.as_slice(), &[d]].concat()))
                .collect();
        }
        let mut order: Vec<usize> = (0..letters.len()).collect();
        order.sort_by_key(|&l| letters[l].iter().max());
        Some(Learner {
            sys,
            vars: vars.to_vec(),
            oracle,
            asked: FxHashMap::default(),
            letters,
            order,
            experiments: vec![Vec::new()],
            states: vec![Word::default()],
            edges: Vec::new(),
            next: Vec::new(),
        })
    }

    /// The answer to a word: words that are not valid are not in the set.
    fn answer(&mut self, words: [&[usize]; 2]) -> Option<bool> {
        let mut tracks = vec![Track::default(); self.vars.len()];
        let mut large = false;
        for &letter in words[0].iter().chain(words[1]) {
            for (track, &digit) in tracks.iter_mut().zip(&self.letters[letter]) {
                if !self.sys.follows(track.full, digit as usize) {
                    return Some(false);
                }
                match track.push(&self.sys, digit as usize) {
                    Some(next) => *track = next,
                    None => {
                        large = true;
                        track.full = self.sys.full[digit as usize];
                    }
                }
            }
        }
        if !self.sys.end_full && tracks.iter().any(|t| t.full) {
            return Some(false);
        }
        if large {
            return None;
        }
        let values: Option<Vec<u64>> = tracks.iter().map(|t| t.value(&self.sys)).collect();
        let values = values?;
        if let Some(&known) = self.asked.get(&values) {
            return known;
        }
        let answer = (self.oracle)(&values);
        self.asked.insert(values, answer);
        answer
    }

    fn fill(&mut self, word: &mut Word) {
        for i in word.row.len()..self.experiments.len() {
            let experiment = self.experiments[i].clone();
            let answer = self.answer([&word.letters, &experiment]);
            word.row.push(answer);
        }
    }

    /// Finds the state after each letter of each state; false if that takes too many states.
    fn close(&mut self, max_states: usize) -> bool {
        for i in 0..self.states.len() {
            let mut word = std::mem::take(&mut self.states[i]);
            self.fill(&mut word);
            self.states[i] = word;
        }
        let k = self.letters.len();
        self.next.clear();
        let mut at = 0;
        while at < self.states.len() {
            self.next.resize((at + 1) * k, 0);
            if self.edges.len() < (at + 1) * k {
                let access = &self.states[at].letters;
                self.edges.extend((0..k).map(|letter| Word {
                    letters: [access.as_slice(), &[letter]].concat(),
                    row: Vec::new(),
                }));
            }
            for i in 0..k {
                let edge = at * k + self.order[i];
                let mut word = std::mem::take(&mut self.edges[edge]);
                self.fill(&mut word);
                let target = match self.matching(&word.row) {
                    Some(target) => target,
                    None if self.states.len() >= max_states => return false,
                    None => {
                        self.states.push(word.clone());
                        self.states.len() - 1
                    }
                };
                self.edges[edge] = word;
                self.next[edge] = target as u32;
            }
            at += 1;
        }
        true
    }

    /// The state whose row agrees with this one, with the most known answers in common.
    fn matching(&self, row: &[Option<bool>]) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        'states: for (s, state) in self.states.iter().enumerate() {
            let mut common = 0;
            for (a, b) in row.iter().zip(&state.row) {
                match (a, b) {
                    (Some(a), Some(b)) if a != b => continue 'states,
                    (Some(_), Some(_)) => common += 1,
                    _ => {}
                }
            }
            if best.is_none_or(|(most, _)| common > most) {
                best = Some((common, s));
            }
        }
        Some(best?.1)
    }

    fn automaton(&self) -> Option<Automaton> {
        let tracks = self.vars.len();
        let raw = Raw {
            sys: self.sys.clone(),
            vars: (0..tracks as u32).collect(),
            diagram: letter_diagram(self.sys.radix, tracks),
            classes: self.letters.len(),
            start: 0,
            accept: self.states.iter().map(|s| s.row[0] == Some(true)).collect(),
            next: self.next.clone(),
        };
        let mut set = raw.minimize();
        if !self.sys.free() {
            let limits = Limits::default();
            let all = Automaton::all_in(&self.sys, &set.vars, &limits).ok()?;
            set = set.and(&all, &limits).ok()?;
        }
        set.apply(&self.vars).ok()
    }

    /// Adds the experiments that a tuple teaches on which the automaton is wrong.
    fn refine(&mut self, tuple: &[u64]) -> Option<()> {
        if tuple.len() != self.vars.len() {
            return None;
        }
        let values: Vec<Nat> = tuple.iter().map(|&x| Nat::from(x)).collect();
        let word: Vec<usize> = self
            .sys
            .word(&values)
            .iter()
            .map(|letter| {
                letter
                    .iter()
                    .fold(0, |n, &d| n * self.sys.radix + d as usize)
            })
            .collect();
        // The answer when the first i letters are replaced by the access word of the state that they lead to.
        let mut answers = Vec::new();
        let mut state = 0;
        for i in 0..=word.len() {
            let access = self.states[state].letters.clone();
            answers.push(self.answer([&access, &word[i..]]));
            if let Some(&letter) = word.get(i) {
                state = self.next[state * self.letters.len() + letter] as usize;
            }
        }
        // Where it changes, two words were taken for one: the last change gives the shortest experiment.
        let mut later: Option<(usize, bool)> = None;
        for i in (0..answers.len()).rev() {
            let Some(answer) = answers[i] else { continue };
            if let Some((j, other)) = later
                && answer != other
            {
                for cut in i + 1..=j {
                    let experiment = word[cut..].to_vec();
                    if !self.experiments.contains(&experiment) {
                        self.experiments.push(experiment);
                    }
                }
                return Some(());
            }
            later = Some((i, answer));
        }
        Some(())
    }
}
