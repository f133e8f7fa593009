//! Is the machine what the rules say? All words are read at once, with every place where a move might be under way.

use super::WordMachine;
use bouton_rules::{Play, Player, Result, WordPiece, WordRule, WordRules};
use bouton_solve::Budget;
use std::collections::{BTreeSet, HashSet};

/// Sets of threads beyond which the proof is given up.
const MOST_SETS: usize = 100_000;

/// What became of a proof.
pub(super) enum Verdict {
    Proved,
    /// The equations fail at this word, so the machine is not the solution.
    Refuted(String),
    /// It was given up, and why.
    Open(String),
}

/// A move that may be under way: the result of it has brought the machine to `state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Thread {
    state: usize,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Stage {
    /// In group `group` of the pattern at letter `at`; `read`: a letter was matched.
    Inside {
        rule: usize,
        group: usize,
        at: usize,
        read: bool,
        before: Option<u8>,
    },
    /// The pattern is complete; the next letter decides about guards.
    Behind { rule: usize, before: Option<u8> },
    /// The rest of the word is copied.
    Done,
}

struct Prover<'a> {
    rules: &'a WordRules,
    machine: &'a WordMachine,
    who: Player,
}

/// Does the machine satisfy the equations for both players? For every word, a player wins moving first iff a move leads
/// to a word that the other does not win moving first (or, in misère play, there is no move).
pub(super) fn prove(
    rules: &WordRules,
    machine: &WordMachine,
    play: Play,
    budget: &Budget,
) -> Result<Verdict> {
    for who in Player::BOTH {
        let prover = Prover {
            rules,
            machine,
            who,
        };
        match prover.verdict(play, budget)? {
            Verdict::Proved => {}
            other => return Ok(other),
        }
    }
    Ok(Verdict::Proved)
}

impl Prover<'_> {
    fn verdict(&self, play: Play, budget: &Budget) -> Result<Verdict> {
        type Set = (usize, Option<u8>, BTreeSet<Thread>);
        let start: Set = (0, None, self.fresh(0, None));
        let mut words: Vec<(Set, Vec<u8>)> = vec![(start.clone(), Vec::new())];
        let mut seen: HashSet<Set> = HashSet::from([start]);
        let mut at = 0;
        while at < words.len() {
            let ((state, _, threads), word) = words[at].clone();
            at += 1;
            budget.visit(1)?;
            let (moves, wins) = self.ends(&threads);
            let expected = wins || play == Play::Misere && !moves;
            if self.machine.wins[state][self.who as usize] != expected {
                let letters: String = word
                    .iter()
                    .map(|&l| self.rules.letters[l as usize])
                    .collect();
                let shown = if letters.is_empty() {
                    "()".to_string()
                } else {
                    letters
                };
                return Ok(Verdict::Refuted(shown));
            }
            for letter in 0..self.rules.letters.len() as u8 {
                let next = self.machine.next[state][letter as usize];
                let mut moved: BTreeSet<Thread> = BTreeSet::new();
                for thread in &threads {
                    self.read(*thread, letter, &mut moved);
                }
                moved.extend(self.fresh(next, Some(letter)));
                let set: Set = (next, Some(letter), moved);
                if !seen.insert(set.clone()) {
                    continue;
                }
                if words.len() >= MOST_SETS {
                    let why = format!("the proof needs more than {MOST_SETS} states");
                    return Ok(Verdict::Open(why));
                }
                words.push((set, [word.as_slice(), &[letter]].concat()));
            }
        }
        Ok(Verdict::Proved)
    }

    /// The moves that may begin behind a prefix.
    fn fresh(&self, state: usize, before: Option<u8>) -> BTreeSet<Thread> {
        let mut made = BTreeSet::new();
        for (i, rule) in self.rules.moves.iter().enumerate() {
            let own = rule.who.is_none_or(|w| w == self.who);
            if own && !(rule.at_start && before.is_some()) {
                self.enter(i, 0, state, false, before, &mut made);
            }
        }
        made
    }

    /// Adds the threads of a move that has matched the groups below `group`.
    fn enter(
        &self,
        rule: usize,
        group: usize,
        state: usize,
        read: bool,
        before: Option<u8>,
        made: &mut BTreeSet<Thread>,
    ) {
        let (mut group, mut state) = (group, state);
        let groups = &self.rules.moves[rule].groups;
        loop {
            state = self
                .machine
                .run(state, &lead(&self.rules.moves[rule], group));
            let Some(this) = groups.get(group) else {
                if read {
                    made.insert(Thread {
                        state,
                        stage: Stage::Behind { rule, before },
                    });
                }
                return;
            };
            let stage = Stage::Inside {
                rule,
                group,
                at: 0,
                read,
                before,
            };
            made.insert(Thread { state, stage });
            if this.repeats != Some(0) {
                return;
            }
            // A repetition that may be left out.
            group += 1;
        }
    }

    /// Where a thread can be after one more letter.
    fn read(&self, thread: Thread, letter: u8, made: &mut BTreeSet<Thread>) {
        let copied = |state: usize| self.machine.next[state][letter as usize];
        match thread.stage {
            Stage::Done => {
                made.insert(Thread {
                    state: copied(thread.state),
                    ..thread
                });
            }
            Stage::Behind { rule, before } => {
                let rule = &self.rules.moves[rule];
                if !rule.at_end && rule.guards.iter().all(|g| g.holds(before, Some(letter))) {
                    made.insert(Thread {
                        state: copied(thread.state),
                        stage: Stage::Done,
                    });
                }
            }
            Stage::Inside {
                rule,
                group,
                at,
                before,
                ..
            } => {
                let this = &self.rules.moves[rule].groups[group];
                if this.sets[at] >> letter & 1 == 0 {
                    return;
                }
                let kept = self.rules.moves[rule]
                    .pieces
                    .contains(&WordPiece::Copy(group));
                let state = if kept {
                    copied(thread.state)
                } else {
                    thread.state
                };
                if at + 1 < this.sets.len() {
                    let stage = Stage::Inside {
                        rule,
                        group,
                        at: at + 1,
                        read: true,
                        before,
                    };
                    made.insert(Thread { state, stage });
                    return;
                }
                if this.repeats.is_some() {
                    let stage = Stage::Inside {
                        rule,
                        group,
                        at: 0,
                        read: true,
                        before,
                    };
                    made.insert(Thread { state, stage });
                }
                self.enter(rule, group + 1, state, true, before, made);
            }
        }
    }

    /// If the word ends here: is there a move, and is there one to a word that the other player does not win moving first?
    fn ends(&self, threads: &BTreeSet<Thread>) -> (bool, bool) {
        let (mut moves, mut wins) = (false, false);
        for thread in threads {
            let there = match thread.stage {
                Stage::Done => true,
                Stage::Behind { rule, before } => {
                    let guards = &self.rules.moves[rule].guards;
                    guards.iter().all(|g| g.holds(before, None))
                }
                Stage::Inside { .. } => false,
            };
            moves |= there;
            wins |= there && !self.machine.wins[thread.state][self.who.other() as usize];
        }
        (moves, wins)
    }
}

/// The letters that are written before the copy of a group, or at the end behind the last copy. Nothing before a group that is
/// not copied: they wait for the next one.
fn lead(rule: &WordRule, group: usize) -> Vec<u8> {
    let end = match group {
        g if g == rule.groups.len() => rule.pieces.len(),
        g => match rule.pieces.iter().position(|p| *p == WordPiece::Copy(g)) {
            Some(at) => at,
            None => return Vec::new(),
        },
    };
    let before = rule.pieces[..end].iter().rev();
    let mut letters: Vec<u8> = before
        .map_while(|p| match p {
            WordPiece::Letter(l) => Some(*l),
            WordPiece::Copy(_) => None,
        })
        .collect();
    letters.reverse();
    letters
}
