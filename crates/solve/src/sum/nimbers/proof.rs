//! Deciding whether a part has a nimber, the question with the least work left first (proof numbers, depth first).

use super::choices::{Choices, Found};
use super::effort::{Effort, NEVER, Sum};
use super::parts::{MOST, Parts};
use super::source::Source;
use bouton_core::{Budget, Held};
use bouton_rules::{Error, Result};
use smallvec::SmallVec;

/// A question, and how far the work on it may go before another one is to be preferred.
struct Frame {
    part: u32,
    nimber: u8,
    no: u32,
    yes: u32,
}

/// What to do about a question.
enum Step {
    Done,
    Ask(Frame),
}

/// The nimbers of parts, with everything learned so far.
pub(super) struct Proofs {
    parts: Parts,
    choices: Vec<Option<Choices>>,
    /// Places in `choices` to use again.
    free: Vec<u32>,
    /// Bytes that lists of choices take.
    listed: u64,
    pub expanded: u64,
    options: Vec<u64>,
    found: Found,
}

impl Proofs {
    /// Nothing known yet; `in_order` if the source numbers its parts from 0 on.
    pub fn new(in_order: bool) -> Self {
        Proofs {
            parts: Parts::new(in_order),
            choices: Vec::new(),
            free: Vec::new(),
            listed: 0,
            expanded: 0,
            options: Vec::new(),
            found: Found::default(),
        }
    }

    /// The nimber of a sum of parts.
    pub fn nimber(
        &mut self,
        source: &mut dyn Source,
        parts: Vec<u64>,
        budget: &Budget,
    ) -> Result<u64> {
        let mut held = budget.hold();
        let mut sum = 0;
        for part in parts {
            let part = self.number(source, part)?;
            sum ^= u64::from(self.solve(source, part, budget, &mut held)?);
        }
        Ok(sum)
    }

    /// Is the nimber of a sum of parts other than `rest`? The hardest part is only asked whether it has the nimber of the others.
    pub fn wins(
        &mut self,
        source: &mut dyn Source,
        parts: Vec<u64>,
        rest: u8,
        budget: &Budget,
    ) -> Result<bool> {
        let mut held = budget.hold();
        let mut ids: SmallVec<[u32; 3]> = SmallVec::new();
        for part in parts {
            ids.push(self.number(source, part)?);
        }
        ids.sort_by_key(|&id| self.parts.size(id));
        let Some(hardest) = ids.pop() else {
            return Ok(rest != 0);
        };
        let mut others = rest;
        for id in ids {
            others ^= self.solve(source, id, budget, &mut held)?;
        }
        self.decide(source, hardest, others, budget, &mut held)?;
        Ok(self.parts.effort(hardest, others).no == 0)
    }

    fn solve(
        &mut self,
        source: &mut dyn Source,
        part: u32,
        budget: &Budget,
        held: &mut Held,
    ) -> Result<u8> {
        loop {
            if let Some(nimber) = self.parts.nimber(part) {
                return Ok(nimber);
            }
            let next = self.next_question(part)?;
            self.decide(source, part, next, budget, held)?;
        }
    }

    fn next_question(&self, part: u32) -> Result<u8> {
        let nimber = self.parts.least(part);
        if nimber == MOST {
            return Err(Error::limit(
                "unknown: a nimber of 128 or more came up, beyond what this search can hold",
            ));
        }
        Ok(nimber)
    }

    /// The number of a part.
    fn number(&mut self, source: &dyn Source, part: u64) -> Result<u32> {
        let hash = self.parts.hash(part);
        match self.parts.find(part, hash) {
            Some(id) => Ok(id),
            None => {
                let nimber = source.nimber(part);
                self.parts.add(part, hash, source.size(part), nimber)
            }
        }
    }

    /// Works on a question until it is decided.
    fn decide(
        &mut self,
        source: &mut dyn Source,
        part: u32,
        nimber: u8,
        budget: &Budget,
        held: &mut Held,
    ) -> Result<()> {
        let mut path = vec![Frame {
            part,
            nimber,
            no: NEVER,
            yes: NEVER,
        }];
        while let Some(frame) = path.last() {
            let effort = self.parts.effort(frame.part, frame.nimber);
            if effort.no == 0 || effort.yes == 0 {
                path.pop();
                continue;
            }
            let choices = match self.parts.choices(frame.part) {
                Some(choices) => choices,
                None => {
                    budget.visit(1)?;
                    if self.expanded.is_multiple_of(4096) {
                        held.set(self.bytes() + source.bytes())?;
                    }
                    match self.expand(source, frame.part, frame.nimber)? {
                        Some(choices) => choices,
                        None => {
                            self.parts.set_effort(frame.part, frame.nimber, Effort::NO);
                            path.pop();
                            continue;
                        }
                    }
                }
            };
            match self.step(frame, choices as usize)? {
                Step::Done => {
                    if self.parts.nimber(frame.part).is_some() {
                        self.forget(frame.part);
                    }
                    path.pop();
                }
                Step::Ask(frame) => path.push(frame),
            }
        }
        Ok(())
    }

    /// Lists the choices of a part; `None` if it does not have the nimber asked for, because
    /// an option has it or there are too few options.
    fn expand(&mut self, source: &mut dyn Source, part: u32, nimber: u8) -> Result<Option<u32>> {
        self.expanded += 1;
        self.options.clear();
        source.options(self.parts.key(part), &mut self.options)?;
        // No nimber is above the number of options.
        if usize::from(nimber) > self.options.len() {
            return Ok(None);
        }
        let mut found = std::mem::take(&mut self.found);
        found.look_up(source, &self.parts, &self.options)?;
        let had = found.had(&self.parts);
        if had >> nimber & 1 == 1 {
            self.parts.set_had(part, had as u32);
            self.found = found;
            return Ok(None);
        }
        let choices = self.sorted(source, &found);
        self.found = found;
        let choices = choices?;
        self.listed += choices.bytes();
        let place = match self.free.pop() {
            Some(place) => {
                self.choices[place as usize] = Some(choices);
                place
            }
            None => {
                self.choices.push(Some(choices));
                (self.choices.len() - 1) as u32
            }
        };
        self.parts.set_choices(part, Some(place));
        Ok(Some(place))
    }

    /// The choices of a part whose options are found.
    fn sorted(&mut self, source: &dyn Source, found: &Found) -> Result<Choices> {
        let mut choices = Choices {
            had: 0,
            single: Vec::with_capacity(found.ends.len()),
            several: Vec::new(),
        };
        let mut start = 0;
        for &end in &found.ends {
            let mut solved = 0;
            let mut open: SmallVec<[u32; 3]> = SmallVec::new();
            for at in start..end {
                let piece = found.pieces[at];
                let mut id = found.numbers[at];
                if id == u32::MAX {
                    id = self.number(source, piece)?;
                }
                match self.parts.nimber(id) {
                    Some(nimber) => solved ^= nimber,
                    // Two equal parts are worth nothing.
                    None => match open.iter().position(|&other| other == id) {
                        Some(twin) => {
                            open.swap_remove(twin);
                        }
                        None => open.push(id),
                    },
                }
            }
            start = end;
            match open[..] {
                [] => choices.had |= 1 << solved,
                [one] => choices.single.push((one, solved)),
                _ => {
                    open.sort_unstable_by_key(|&id| (self.parts.size(id), id));
                    choices.several.push((open, solved));
                }
            }
        }
        choices.single.sort_unstable();
        choices.single.dedup();
        choices.several.sort_unstable();
        choices.several.dedup();
        Ok(choices)
    }

    /// Adds up what is left to do for a question, and names the next one within the limits of a frame.
    fn step(&mut self, frame: &Frame, place: usize) -> Result<Step> {
        let Some(choices) = self.choices[place].as_mut() else {
            return Ok(Step::Done);
        };
        let parts = &self.parts;
        // Options of several parts become options of one as parts are solved.
        let (had, single) = (&mut choices.had, &mut choices.single);
        choices.several.retain_mut(|(open, solved)| {
            open.retain(|part| match parts.nimber(*part) {
                Some(nimber) => {
                    *solved ^= nimber;
                    false
                }
                None => true,
            });
            match open[..] {
                [] => *had |= 1 << *solved,
                [one] => single.push((one, *solved)),
                _ => return true,
            }
            false
        });
        // To show that the part has the nimber n, no option may have it, and the part may have none below n.
        let mut sum = Sum::new();
        let n = frame.nimber;
        for below in 0..n {
            if *had >> below & 1 == 0 {
                sum.add(frame.part, Some(below), parts.effort(frame.part, below));
            }
        }
        let mut at = 0;
        while let Some(&(part, solved)) = single.get(at) {
            if let Some(nimber) = parts.nimber(part) {
                *had |= 1 << (nimber ^ solved);
                single.swap_remove(at);
                continue;
            }
            sum.add(part, Some(n ^ solved), parts.effort(part, n ^ solved));
            at += 1;
        }
        for (open, _) in &choices.several {
            // Its parts are solved one by one, the easiest first.
            let yes = open.iter().map(|&part| 1 + parts.size(part)).sum();
            sum.add(open[0], None, Effort { no: 1, yes });
        }
        let effort = if *had >> n & 1 == 1 {
            Effort::NO
        } else {
            sum.effort()
        };
        self.parts.set_effort(frame.part, n, effort);
        if effort.no >= frame.no || effort.yes >= frame.yes || effort.no == 0 {
            return Ok(Step::Done);
        }
        let (part, nimber) = sum.best;
        Ok(Step::Ask(match nimber {
            Some(nimber) => Frame {
                part,
                nimber,
                no: frame.yes.min(NEVER - 1) - (sum.count - 1),
                yes: frame.no.min(sum.second + sum.second / 8 + 1),
            },
            None => Frame {
                part,
                nimber: self.next_question(part)?,
                no: NEVER,
                yes: NEVER,
            },
        }))
    }

    /// Drops the choices of a part that is solved.
    fn forget(&mut self, part: u32) {
        if let Some(place) = self.parts.choices(part) {
            if let Some(choices) = self.choices[place as usize].take() {
                self.listed -= choices.bytes();
            }
            self.free.push(place);
            self.parts.set_choices(part, None);
        }
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        self.listed
            + self.parts.bytes()
            + (self.choices.capacity() * size_of::<Option<Choices>>()) as u64
    }
}
