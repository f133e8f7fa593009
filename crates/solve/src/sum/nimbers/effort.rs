//! The work that is left on questions.

/// The work that is left to decide whether a part has a nimber, in questions about parts that nobody has looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    /// To show that it has not: 0 if that is shown, [`NEVER`] if it has.
    pub no: u32,
    /// To show that it has: 0 if that is shown, [`NEVER`] if it has not.
    pub yes: u32,
}

/// More work than there is.
pub(super) const NEVER: u32 = 1 << 30;

impl Effort {
    pub const NO: Effort = Effort { no: 0, yes: NEVER };
    pub const YES: Effort = Effort { no: NEVER, yes: 0 };
}

/// Questions that must all be answered by no before their parent is answered by yes.
pub(super) struct Sum {
    pub count: u32,
    /// The most work that a no takes, the least that a yes takes and the second least.
    most: u32,
    pub least: u32,
    pub second: u32,
    /// The part of the question with the least work to yes, and its nimber, if it is one.
    pub best: (u32, Option<u8>),
}

impl Sum {
    pub fn new() -> Sum {
        Sum {
            count: 0,
            most: 0,
            least: NEVER,
            second: NEVER,
            best: (0, None),
        }
    }

    #[inline]
    pub fn add(&mut self, part: u32, nimber: Option<u8>, effort: Effort) {
        if effort.no == 0 {
            return;
        }
        self.count += 1;
        self.most = self.most.max(effort.no);
        if effort.yes < self.least {
            self.second = self.least;
            self.least = effort.yes;
            self.best = (part, nimber);
        } else {
            self.second = self.second.min(effort.yes);
        }
    }

    /// The work on the parent. Parts come up in many questions, so that adding up would count the same work many times: the
    /// hardest question counts in full, every other one as 1.
    pub fn effort(&self) -> Effort {
        if self.least == 0 {
            Effort::NO
        } else if self.count == 0 {
            Effort::YES
        } else {
            Effort {
                no: self.least,
                yes: self.most.saturating_add(self.count - 1).min(NEVER - 1),
            }
        }
    }
}
