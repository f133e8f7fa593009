//! Asking parts for nimbers: which one, or whether it lies in a set.

use super::source::{Options, Source};
use crate::limits::{Budget, Held};
use bouton_rules::{Error, Result};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A set of nimbers below 128.
type Set = u128;

/// The nimbers that most parts have.
const LOW: Set = 0xFF;

/// What is known of a part.
#[derive(Clone, Copy, Debug, Default)]
struct Fact {
    nimber: Option<u8>,
    /// Nimbers that it does not have.
    not: Set,
}

/// The nimbers of parts, with everything learned so far.
pub(super) struct Asked<S: Source> {
    source: S,
    ids: FxHashMap<S::Part, u32>,
    parts: Vec<S::Part>,
    sizes: Vec<u32>,
    facts: Vec<Fact>,
    owned: u64,
    pub expanded: u64,
    options: Options<S::Part>,
    /// Lists of choices to use again.
    spare: Vec<Vec<Choice>>,
}

/// An option: the nimber of its solved parts, and its other parts from the easiest to the hardest.
struct Choice {
    cost: u64,
    solved: u8,
    open: SmallVec<[u32; 3]>,
}

/// A part that is being asked for.
struct Frame {
    part: u32,
    /// The set asked for, and the part of it that is tried now.
    wanted: Set,
    window: Set,
    had: Set,
    choices: Vec<Choice>,
    next: usize,
    /// Are the nimbers below the window asked for too?
    low: bool,
}

impl<S: Source> Asked<S> {
    pub fn new(source: S) -> Self {
        Asked {
            source,
            ids: FxHashMap::default(),
            parts: Vec::new(),
            sizes: Vec::new(),
            facts: Vec::new(),
            owned: 0,
            expanded: 0,
            options: Options::default(),
            spare: Vec::new(),
        }
    }

    pub fn source(&self) -> &S {
        &self.source
    }

    /// The nimber of a sum of parts.
    pub fn nimber(&mut self, parts: Vec<S::Part>, budget: &Budget<'_>) -> Result<u64> {
        let mut held = budget.hold();
        let mut sum = 0;
        for part in parts {
            let id = self.number(&part)?;
            let answer = self.ask(id, Set::MAX, budget, &mut held)?;
            sum ^= u64::from(answer.ok_or_else(too_large)?);
        }
        Ok(sum)
    }

    /// Is the nimber of a sum of parts other than 0? The hardest part is only asked whether it has the nimber of the others.
    pub fn wins(&mut self, parts: Vec<S::Part>, budget: &Budget<'_>) -> Result<bool> {
        let mut held = budget.hold();
        let mut ids: SmallVec<[u32; 3]> = SmallVec::new();
        for part in parts {
            ids.push(self.number(&part)?);
        }
        ids.sort_by_key(|&id| self.sizes[id as usize]);
        let Some(hardest) = ids.pop() else {
            return Ok(false);
        };
        let mut others = 0;
        for id in ids {
            others ^= self
                .ask(id, Set::MAX, budget, &mut held)?
                .ok_or_else(too_large)?;
        }
        Ok(self.ask(hardest, 1 << others, budget, &mut held)? != Some(others))
    }

    /// The number of a part.
    fn number(&mut self, part: &S::Part) -> Result<u32> {
        if let Some(&id) = self.ids.get(part) {
            return Ok(id);
        }
        let id = u32::try_from(self.parts.len())
            .map_err(|_| Error::limit("unknown: more than 2^32 parts were met"))?;
        let nimber = self.source.nimber(part);
        self.owned += 2 * self.source.owned_bytes(part) as u64;
        self.sizes.push(self.source.size(part));
        self.facts.push(Fact { nimber, not: 0 });
        self.parts.push(part.clone());
        self.ids.insert(part.clone(), id);
        Ok(id)
    }

    fn expand(&mut self, part: u32, wanted: Set, budget: &Budget<'_>) -> Result<Frame> {
        self.expanded += 1;
        budget.visit(1)?;
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        self.source
            .options(&self.parts[part as usize], &mut options)?;
        // No nimber is above the number of options.
        let most = if options.ends.len() >= 127 {
            Set::MAX
        } else {
            (1 << (options.ends.len() + 1)) - 1
        };
        self.facts[part as usize].not |= !most;
        let mut choices = self.spare.pop().unwrap_or_default();
        let mut had = 0;
        let mut start = 0;
        for &end in &options.ends {
            let mut choice = Choice {
                cost: 0,
                solved: 0,
                open: SmallVec::new(),
            };
            for piece in &options.parts[start..end] {
                let id = self.number(piece)?;
                match self.facts[id as usize].nimber {
                    Some(nimber) => choice.solved ^= nimber,
                    None => match choice.open.iter().position(|&other| other == id) {
                        Some(twin) => {
                            choice.open.remove(twin);
                        }
                        None => choice.open.push(id),
                    },
                }
            }
            start = end;
            if choice.open.is_empty() {
                had |= 1 << choice.solved;
                continue;
            }
            choice.open.sort_by_key(|&id| self.sizes[id as usize]);
            // Easy options first: by the hardest part, of which something may be known, then by all of them.
            let size = |id: &u32| u64::from(self.sizes[*id as usize]);
            let all = choice.open.iter().map(size).sum::<u64>();
            let hardest = choice.open.last().map_or(0, |id| {
                let not = self.facts[*id as usize].not & LOW;
                size(id).saturating_sub(u64::from(not.count_ones()))
            });
            choice.cost = hardest << 32 | all.min(u64::from(u32::MAX));
            choices.push(choice);
        }
        self.options = options;
        choices.sort_by_key(|choice| choice.cost);
        choices.dedup_by(|a, b| a.solved == b.solved && a.open == b.open);
        Ok(Frame {
            part,
            wanted: wanted & most,
            window: first_window(wanted & most),
            had,
            choices,
            next: 0,
            low: false,
        })
    }

    /// The nimber of a part if it lies in `wanted` (and sometimes if not); `None` says that it does not lie in it.
    fn ask(
        &mut self,
        part: u32,
        wanted: Set,
        budget: &Budget<'_>,
        held: &mut Held<'_, '_>,
    ) -> Result<Option<u8>> {
        if let Some(answer) = self.remembered(part, wanted) {
            return Ok(answer);
        }
        let mut path = vec![self.expand(part, wanted, budget)?];
        let mut answer: Option<Option<u8>> = None;
        while let Some(frame) = path.last_mut() {
            // Use what the last question has answered: it was about the part on top of the next choice.
            if let Some(known) = answer.take() {
                let choice = &frame.choices[frame.next];
                // A part that was solved is taken out of the choice when the choice is looked at again.
                if known.is_none() {
                    if choice.open.len() > 1 {
                        return Err(too_large());
                    }
                    frame.next += 1;
                }
            }
            let step = self.advance(frame);
            match step {
                Step::Done(result) => {
                    let part = frame.part;
                    if let Some(mut frame) = path.pop() {
                        frame.choices.clear();
                        self.spare.push(frame.choices);
                    }
                    self.remember(part, result);
                    if self.expanded.is_multiple_of(4096) {
                        held.set(self.bytes())?;
                    }
                    answer = Some(match result {
                        Outcome::Is(nimber) => Some(nimber),
                        Outcome::Not(_) => None,
                    });
                }
                Step::Ask(part, set) => match self.remembered(part, set) {
                    Some(known) => answer = Some(known),
                    None => {
                        let frame = self.expand(part, set, budget)?;
                        path.push(frame);
                    }
                },
            }
        }
        Ok(answer.flatten())
    }

    /// The answer, if what is known of the part gives it.
    fn remembered(&self, part: u32, wanted: Set) -> Option<Option<u8>> {
        let fact = self.facts[part as usize];
        match fact.nimber {
            Some(nimber) => Some(Some(nimber)),
            None if wanted & !fact.not == 0 => Some(None),
            None => None,
        }
    }

    fn remember(&mut self, part: u32, result: Outcome) {
        let fact = &mut self.facts[part as usize];
        match result {
            Outcome::Is(nimber) => fact.nimber = Some(nimber),
            Outcome::Not(set) => fact.not |= set,
        }
    }

    /// The next question of a frame, or its answer.
    fn advance(&self, frame: &mut Frame) -> Step {
        let not = self.facts[frame.part as usize].not;
        loop {
            // Every option differs from the position: what an option has, the position has not.
            if frame.wanted & !frame.had & !not == 0 {
                return Step::Done(Outcome::Not(frame.wanted | frame.had));
            }
            if frame.window & !frame.had & !not == 0 {
                // Nothing of this window is left: the next one, with every choice anew.
                frame.window = next_window(frame.window, frame.wanted);
                frame.next = 0;
                frame.low = false;
                continue;
            }
            let up_to = through_highest(frame.window);
            // First only for the window itself: an option that has it ends the matter. Then for what is below it too.
            let low = up_to & !frame.had;
            if !frame.low && frame.next >= frame.choices.len() && low & !frame.window != 0 {
                frame.low = true;
                frame.next = 0;
                continue;
            }
            let needed = if frame.low {
                low
            } else {
                frame.window & !frame.had & !not
            };
            let Some(choice) = frame.choices.get_mut(frame.next) else {
                // Nobody has what is needed: the least of it is the nimber.
                return Step::Done(Outcome::Is(low.trailing_zeros() as u8));
            };
            // Parts may have been solved since the choice was listed.
            let facts = &self.facts;
            let solved = &mut choice.solved;
            choice.open.retain(|id| match facts[*id as usize].nimber {
                Some(nimber) => {
                    *solved ^= nimber;
                    false
                }
                None => true,
            });
            match choice.open[..] {
                [] => {
                    frame.had |= 1 << choice.solved;
                    frame.choices.swap_remove(frame.next);
                }
                [hardest] => {
                    let set = shifted(needed, choice.solved);
                    if set & !facts[hardest as usize].not == 0 {
                        frame.next += 1;
                        continue;
                    }
                    return Step::Ask(hardest, set);
                }
                [easiest, ..] => return Step::Ask(easiest, Set::MAX),
            }
        }
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        let position = size_of::<S::Part>() as u64;
        self.owned
            + self.ids.capacity() as u64 * (position + 5)
            + self.parts.capacity() as u64 * (position + size_of::<Fact>() as u64 + 4)
    }
}

/// What became of a question.
#[derive(Clone, Copy)]
enum Outcome {
    Is(u8),
    Not(Set),
}

enum Step {
    Done(Outcome),
    Ask(u32, Set),
}

fn too_large() -> Error {
    Error::limit("unknown: a nimber of 128 or more came up, beyond what this search can hold")
}

/// Every nimber up to the highest of a non-empty set.
fn through_highest(set: Set) -> Set {
    Set::MAX >> set.leading_zeros()
}

/// The lowest member.
fn first_window(wanted: Set) -> Set {
    wanted & wanted.wrapping_neg()
}

/// The members up to twice as far, at least one more.
fn next_window(window: Set, wanted: Set) -> Set {
    let reach = 128 - window.leading_zeros();
    let wider = wanted
        & if reach >= 64 {
            Set::MAX
        } else {
            (1 << (2 * reach)) - 1
        };
    if wider != window {
        wider
    } else {
        window | first_window(wanted & !window)
    }
}

/// The set of `n ^ by`.
fn shifted(mut set: Set, by: u8) -> Set {
    if by == 0 {
        return set;
    }
    let mut out = 0;
    while set != 0 {
        out |= 1 << (set.trailing_zeros() as u8 ^ by);
        set &= set - 1;
    }
    out
}
