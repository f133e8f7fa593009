//! The search for a misère quotient, heap by heap (plambecksiegel2008).

use crate::frame::Frame;
use crate::limits::{Limits, Progress, Watch};
use crate::quotient::{NONE, Quotient};
use crate::rules::Breaking;
use crate::trial::{self, Free, Ties};
use crate::verify::{Failure, Threats, verify};
use bouton_rules::{Error, Result};
use serde::Serialize;

/// A heap at which the quotient grew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The heap.
    pub heap: u32,
    /// The order of the quotient of the heaps up to it.
    pub order: usize,
    /// The size of its P-portion.
    pub p_size: usize,
}

/// A search in progress: the exact quotient of the heaps so far.
pub(crate) struct Search<'a, 'p, R: Breaking + ?Sized> {
    rules: &'a R,
    limits: Limits,
    watch: Watch,
    pub(crate) frame: Frame,
    threats: Threats,
    steps: Vec<Step>,
    progress: Option<&'p mut dyn FnMut(Progress)>,
}

const MOST_REPAIRS: usize = 10_000;

impl<'a, 'p, R: Breaking + ?Sized> Search<'a, 'p, R> {
    /// A search that has looked at no heap yet.
    pub(crate) fn new(
        rules: &'a R,
        limits: Limits,
        progress: Option<&'p mut dyn FnMut(Progress)>,
    ) -> Result<Self> {
        let mut watch = Watch::new(&limits);
        let frame = Frame::new(Quotient::trivial(), rules, &mut watch)?;
        let threats = Threats::empty(&frame);
        Ok(Search {
            rules,
            limits,
            watch,
            frame,
            threats,
            steps: Vec::new(),
            progress,
        })
    }

    /// The largest heap of the quotient.
    pub(crate) fn heaps(&self) -> u32 {
        self.frame.heaps()
    }

    /// Adds the next heap.
    pub(crate) fn add_heap(&mut self) -> Result<()> {
        self.watch.tick()?;
        let heap = self.heaps() + 1;
        if heap.is_multiple_of(64)
            && let Some(tell) = &mut self.progress
        {
            tell(Progress {
                heap,
                order: self.frame.q.order,
                trial: 0,
            });
        }
        let Some(values) = self.frame.images_of(self.rules, heap)? else {
            self.frame.push_heap(0, NONE);
            return Ok(());
        };
        let images = self.frame.intern(values);
        let known = self.frame.value_of_images[images as usize];
        if known != NONE {
            self.frame.push_heap(known, images);
            return Ok(());
        }
        if let Some(value) = self.frame.candidate(images) {
            let row = self.frame.row_index(value);
            if self
                .threats
                .admit(&self.frame, heap, row, images, &mut self.watch)?
            {
                self.frame.push_heap(value, images);
                return Ok(());
            }
        }
        self.expand(heap)
    }

    fn expand(&mut self, heap: u32) -> Result<()> {
        let free = [Free {
            heap,
            index: 2,
            period: 2,
        }];
        let most = self.limits.trial;
        let mut trial = trial::build(
            &self.frame,
            &free,
            Ties::Kept,
            heap,
            self.rules,
            most,
            &mut self.watch,
        )?;
        for _ in 0..MOST_REPAIRS {
            if let Some(tell) = &mut self.progress {
                tell(Progress {
                    heap,
                    order: self.frame.q.order,
                    trial: trial.len(),
                });
            }
            let q = trial.reduce(&mut self.watch)?;
            if q.order > self.limits.order {
                return Err(Error::limit(format!(
                    "a candidate of order {} is in hand, and the limit is {}",
                    q.order, self.limits.order
                )));
            }
            let frame = Frame::new(q, self.rules, &mut self.watch)?;
            match verify(&frame, &mut self.watch)? {
                Ok(threats) => {
                    self.steps.push(Step {
                        heap,
                        order: frame.q.order,
                        p_size: frame.q.p_size(),
                    });
                    self.frame = frame;
                    self.threats = threats;
                    return Ok(());
                }
                Err(failure) => trial = self.repair(&frame, &failure)?,
            }
        }
        Err(Error::limit(format!(
            "{MOST_REPAIRS} trial monoids did not lead to the quotient"
        )))
    }

    /// The quotient, when no more heaps are wanted.
    pub(crate) fn finish(self) -> (Quotient, Vec<Step>) {
        (self.frame.q, self.steps)
    }

    /// A trial monoid that gives a failing position its right outcome: the first that sets few of its heaps free.
    fn repair(&mut self, frame: &Frame, failure: &Failure) -> Result<trial::Trial> {
        let mut heaps = failure.word.clone();
        heaps.dedup();
        heaps.reverse();
        let mut subsets: Vec<u64> = (1..1u64 << heaps.len().min(20)).collect();
        subsets.sort_by_key(|s| s.count_ones());
        let mut over = None;
        for ties in [Ties::Kept, Ties::Cut] {
            for &subset in &subsets {
                let chosen = (0..heaps.len())
                    .filter(|i| subset >> i & 1 == 1)
                    .map(|i| heaps[i]);
                let free: Vec<Free> = chosen.map(|heap| freed(frame, failure, heap)).collect();
                match trial::build(
                    frame,
                    &free,
                    ties,
                    frame.heaps(),
                    self.rules,
                    self.limits.trial,
                    &mut self.watch,
                ) {
                    Ok(trial) if trial.marks_p(&failure.word) == failure.is_p => return Ok(trial),
                    Ok(_) => {}
                    Err(e) if e.is_limit() => {
                        self.watch.look()?;
                        over = Some(e);
                    }
                    Err(e) => return Err(e),
                }
            }
        }
        Err(over.unwrap_or_else(|| Error::limit("no trial monoid explains a failing position")))
    }
}

/// Enough powers of a heap for the failing position and for what is known about the heap.
fn freed(frame: &Frame, failure: &Failure, heap: u32) -> Free {
    let exponent = failure.word.iter().filter(|&&h| h == heap).count() as u32;
    let (index, _) = frame.q.index_and_period(frame.q.phi[heap as usize]);
    Free {
        heap,
        index: (index as u32).max(exponent - 1),
        period: 2,
    }
}
