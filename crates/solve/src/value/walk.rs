//! The walk over all parts below one, each once, when all that is below it has been met.
//!
//! One walk serves one thread and two: what becomes of a part and its options, whose parts are all settled, is up to a [`Sink`].
//! Nothing recurses: parts that wait for their options stand on a stack of their own.

use crate::numbered::{Options, PartId, Parts, Seen, Summand};
use bouton_rules::{Player, Result};

/// The options of a part: Left's first.
pub(super) struct Sides<'a> {
    pub options: &'a [usize],
    /// How many are Left's.
    pub left: usize,
    /// Where the summands of the first one start, and all summands.
    pub start: usize,
    pub summands: &'a [Summand],
}

/// Takes parts as they become ready.
pub(super) trait Sink {
    /// Is told of a part that has been met and not been looked into.
    fn visit(&mut self) -> Result<()>;

    /// Takes the options of a part, and gives what the part is settled by; `None` ends the walk.
    fn part(&mut self, sides: Sides<'_>) -> Result<Option<u32>>;

    /// Is told what the tables take, now and then.
    fn look(&mut self, bytes: u64) -> Result<()>;
}

/// A part whose options wait for parts of their own, and where what belongs to it starts on the stacks.
struct Frame {
    part: PartId,
    options: usize,
    right: usize,
    summands: usize,
    missing: usize,
}

/// The stacks of a walk.
#[derive(Default)]
pub(super) struct Walk {
    frames: Vec<Frame>,
    options: Options,
    /// The summands that are parts which are not settled.
    missing: Vec<usize>,
}

/// How many parts are settled between looks at the memory.
const LOOK_EVERY: u32 = 16;

impl Walk {
    /// Settles a part and everything below it; false if the sink wants no more.
    pub fn run(
        &mut self,
        parts: &mut dyn Parts,
        root: PartId,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        self.frames.clear();
        self.options.clear();
        self.missing.clear();
        self.expand(parts, root)?;
        let mut since = 0u32;
        'frames: while let Some(frame) = self.frames.last() {
            while self.missing.len() > frame.missing
                && let Some(&at) = self.missing.last()
            {
                let Seen::Part(part, negative) = self.options.summands[at].seen() else {
                    self.missing.pop();
                    continue;
                };
                match parts.fact(part) {
                    Some(fact) => {
                        self.options.summands[at] = Summand::settled(fact, negative);
                        self.missing.pop();
                    }
                    None => {
                        sink.visit()?;
                        self.expand(parts, part)?;
                        continue 'frames;
                    }
                }
            }
            let fact = sink.part(Sides {
                options: &self.options.ends[frame.options..],
                left: frame.right - frame.options,
                start: frame.summands,
                summands: &self.options.summands,
            })?;
            let Some(fact) = fact else {
                return Ok(false);
            };
            parts.settle(frame.part, fact)?;
            self.options.ends.truncate(frame.options);
            self.options.summands.truncate(frame.summands);
            self.frames.pop();
            since += 1;
            if since >= LOOK_EVERY {
                since = 0;
                sink.look(parts.bytes())?;
            }
        }
        Ok(true)
    }

    /// Puts a part on the path, with those of its options that are not settled.
    fn expand(&mut self, parts: &mut dyn Parts, part: PartId) -> Result<()> {
        let options = self.options.ends.len();
        let (summands, missing) = (self.options.summands.len(), self.missing.len());
        parts.expand(part, Player::Left, usize::MAX, &mut self.options)?;
        let right = self.options.ends.len();
        parts.expand(part, Player::Right, usize::MAX, &mut self.options)?;
        let added = self.options.summands[summands..].iter();
        let open = added
            .enumerate()
            .filter(|(_, s)| matches!(s.seen(), Seen::Part(..)));
        self.missing.extend(open.map(|(i, _)| summands + i));
        self.frames.push(Frame {
            part,
            options,
            right,
            summands,
            missing,
        });
        Ok(())
    }
}
