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
use crate::error::Limits;
use crate::minimize::Raw;
use crate::numeration::{Nat, Numeration};
use crate::system::System;
use crate::table::letter_diagram;
use num_traits::ToPrimitive;

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
    let mut difference = |set: &Automaton| {
        let order: Option<Vec<usize>> = vars
            .iter()
            .map(|v| set.vars.iter().position(|w| w == v))
            .collect();
        box_difference(&sys, set, &order?, sizes, table)
    };
    learn(num, vars, &mut oracle, &mut difference, max_states)
}

/// One track of a word under construction.
#[derive(Clone, Copy, Default)]
struct Track {
    p: u64,
    q: u64,
    full: bool,
}

impl Track {
    /// After one more letter; none if the word is not valid any more, or beyond 64 bits.
    fn push(self, sys: &System, letter: usize) -> Option<Track> {
        if !sys.follows(self.full, letter) {
            return None;
        }
        let Track { mut p, mut q, .. } = self;
        for (&a, &digit) in sys.steps.iter().zip(&sys.digits[letter]) {
            let next = p
                .checked_mul(a.into())?
                .checked_add(q)?
                .checked_add(digit.into())?;
            q = if sys.carry { p } else { 0 };
            p = next;
        }
        Some(Track {
            p,
            q,
            full: sys.full[letter],
        })
    }

    fn value(self, sys: &System) -> Option<u64> {
        self.q.checked_mul(sys.before.into())?.checked_add(self.p)
    }
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
                    None if self.states.len() == max_states => return false,
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

/// A tuple of the box, shortest first, on which automaton and table differ; `order[i]` is the track of the box's axis i.
/// The tuples are walked along their digits, so that each costs about one step.
fn box_difference(
    sys: &System,
    set: &Automaton,
    order: &[usize],
    sizes: &[u64],
    table: &dyn Fn(&[u64]) -> bool,
) -> Option<Vec<u64>> {
    let tracks = sizes.len();
    let letters: Vec<(Vec<u16>, u32)> = {
        let mut all: Vec<Vec<u16>> = vec![Vec::new()];
        for _ in 0..tracks {
            all = all
                .iter()
                .flat_map(|l| (0..sys.radix as u16).map(move |d| [l.as_slice(), &[d]].concat()))
                .collect();
        }
        all.into_iter()
            .map(|l| {
                let mut letter = vec![0; tracks];
                for (axis, &track) in order.iter().enumerate() {
                    letter[track] = l[axis];
                }
                let class = set.diagram.class(&letter);
                (l, class)
            })
            .collect()
    };
    if table(&vec![0; tracks]) != set.accept[0] {
        return Some(vec![0; tracks]);
    }
    let last = sizes.iter().max()? - 1;
    let longest = sys.letters(&last.into()).len();
    // The two weights of a prefix with r letters to come.
    let block = sys.steps.len();
    let weights = sys.num.weights(longest * block + block);
    let weight = |r: usize| -> (u64, u64) {
        let at = weights.len() - 1 - r * block;
        let before = match weights.get(at + 1) {
            Some(w) => w.to_u64().unwrap_or(u64::MAX),
            None => sys.before.into(),
        };
        let before = if sys.carry { before } else { 0 };
        (weights[at].to_u64().unwrap_or(u64::MAX), before)
    };
    let weights: Vec<(u64, u64)> = (0..=longest).map(weight).collect();
    let fits = |track: Track, r: usize, size: u64| {
        let (u, v) = weights[r];
        let low = u128::from(track.p) * u128::from(u) + u128::from(track.q) * u128::from(v);
        low < u128::from(size)
    };
    let mut values = vec![0u64; tracks];
    for length in 1..=longest {
        // Depth first; the first letter is not zero. One row of tracks and one state for each depth.
        let mut prefix = vec![vec![Track::default(); tracks]; length + 1];
        let mut states = vec![0u32; length + 1];
        let mut tried = vec![0usize; length];
        tried[0] = 1;
        let mut depth = 0;
        'walk: loop {
            let i = tried[depth];
            if i == letters.len() {
                if depth == 0 {
                    break;
                }
                depth -= 1;
                continue;
            }
            tried[depth] += 1;
            let (letter, class) = &letters[i];
            let (before, after) = prefix.split_at_mut(depth + 1);
            for axis in 0..tracks {
                let Some(track) = before[depth][axis].push(sys, letter[axis] as usize) else {
                    continue 'walk;
                };
                if !fits(track, length - depth - 1, sizes[axis]) {
                    continue 'walk;
                }
                after[0][axis] = track;
            }
            let state = set.step(states[depth], *class);
            if depth + 1 < length {
                depth += 1;
                states[depth] = state;
                tried[depth] = 0;
                continue;
            }
            for (value, track) in values.iter_mut().zip(&after[0]) {
                let Some(v) = track.value(sys).filter(|_| sys.end_full || !track.full) else {
                    continue 'walk;
                };
                *value = v;
            }
            if table(&values) != set.accept[state as usize] {
                return Some(values);
            }
        }
    }
    None
}
