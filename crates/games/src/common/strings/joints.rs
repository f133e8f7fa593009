//! The joints of a quiet position, coins on three and more strings, with the chains of coins on two strings that tie them to each
//! other and to the ground: all that its score depends on.
//!
//! Only the lengths of the chains matter. Positions with the same graph of joints have the same score, wherever they lie on the
//! board, so the graph is written down with its joints in an order of their own and serves as the key. Two graphs with the same
//! key are the same: the key can be read back. That the order is the same for every drawing of a graph is the rule, not a
//! promise; what it misses costs time alone.

/// Most joints of a graph that is written down; others are keyed by the board.
const MOST_JOINTS: usize = 14;

/// What a string of a joint leads to: another joint or the ground, over a chain of some coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arm {
    /// The number of the joint, or one of the two below.
    pub to: u8,
    pub coins: u8,
}

pub(super) const GROUND: u8 = u8::MAX;
/// Back to the joint itself.
pub(super) const RING: u8 = u8::MAX - 1;

/// The arms of all joints, in the order of their numbers.
#[derive(Default)]
pub(super) struct Joints {
    arms: Vec<Arm>,
    /// Where the arms of each joint end.
    until: Vec<u8>,
}

impl Joints {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.arms.clear();
        self.until.clear();
    }

    /// Adds an arm of the joint at hand.
    pub fn add(&mut self, arm: Arm) {
        self.arms.push(arm);
    }

    /// The joint at hand has no more arms; the next one begins. At most 127 strings have at most 254 ends.
    pub fn end(&mut self) {
        self.until.push(self.arms.len() as u8);
    }

    fn arms(&self, joint: usize) -> &[Arm] {
        let from = joint.checked_sub(1).map_or(0, |before| self.until[before]);
        &self.arms[from as usize..self.until[joint] as usize]
    }

    /// The graph, written down in less than 127 bits; `None` if it is too long.
    pub fn written(&self) -> Option<u128> {
        let count = self.until.len();
        if count > MOST_JOINTS {
            return None;
        }
        let order = &self.order()[..count];
        let mut rank = [0u8; MOST_JOINTS];
        for (i, &joint) in order.iter().enumerate() {
            rank[joint as usize] = i as u8;
        }
        let mut text = Text::default();
        text.write(count as u128, 4);
        let mut list = [0u16; 128];
        for (i, &joint) in order.iter().enumerate() {
            // Strings to the ground; then chains to the ground and rings; then arms to joints that come later.
            let (mut strings, mut length) = (0, 0);
            for &Arm { to, coins } in self.arms(joint as usize) {
                let to = match to {
                    GROUND if coins == 0 => {
                        strings += 1;
                        continue;
                    }
                    GROUND => 0,
                    RING => 1,
                    _ if rank[to as usize] as usize > i => 1 + rank[to as usize],
                    _ => continue,
                };
                list[length] = u16::from(to) << 8 | u16::from(coins);
                length += 1;
            }
            let list = &mut list[..length];
            list.sort_unstable();
            let others = list.partition_point(|&arm| arm < 2 << 8);
            text.count(strings);
            text.count(others);
            text.count(length - others);
            for &arm in &list[..others] {
                text.write(u128::from(arm >> 8), 1);
                text.length(arm as u8);
            }
            let width = 32 - (count as u32 - i as u32).leading_zeros();
            for &arm in &list[others..] {
                text.write(u128::from(arm >> 8) - i as u128 - 2, width);
                text.length(arm as u8);
            }
        }
        text.done()
    }

    /// The joints in an order that does not depend on how they are numbered, as far as colours tell them apart.
    fn order(&self) -> [u8; MOST_JOINTS] {
        let count = self.until.len();
        let mut colours = [0u64; MOST_JOINTS];
        let refine = |colours: &mut [u64; MOST_JOINTS]| {
            let before = *colours;
            for i in 0..count {
                let sum = self.arms(i).iter().fold(0u64, |sum, arm| {
                    let beyond = match arm.to {
                        GROUND => 3,
                        RING => 5,
                        to => before[to as usize],
                    };
                    sum.wrapping_add(mixed(beyond ^ u64::from(arm.coins) << 56))
                });
                colours[i] = mixed(before[i].wrapping_add(sum));
            }
        };
        let mut order: [u8; MOST_JOINTS] = std::array::from_fn(|i| i as u8);
        let mut classes = 0;
        for _ in 0..3 * MOST_JOINTS {
            if classes == count {
                break;
            }
            refine(&mut colours);
            order[..count].sort_unstable_by_key(|&i| colours[i as usize]);
            let alike = |&i: &usize| colours[order[i - 1] as usize] == colours[order[i] as usize];
            let twins = (1..count).filter(alike).count();
            if count - twins > classes {
                classes = count - twins;
            } else if let Some(i) = (1..count).find(alike) {
                // Joints of one colour even from afar: one of them is given a colour of its own.
                colours[order[i] as usize] ^= 0x5555;
            }
        }
        order
    }
}

fn mixed(n: u64) -> u64 {
    let n = (n ^ n >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    n ^ n >> 29
}

/// Numbers written one after the other into a word.
#[derive(Default)]
struct Text {
    word: u128,
    used: u32,
}

impl Text {
    fn write(&mut self, number: u128, width: u32) {
        if self.used + width < 127 {
            self.word |= number << self.used;
        }
        self.used += width;
    }

    /// As many ones, and a zero.
    fn count(&mut self, number: usize) {
        match number {
            0..=20 => self.write((1 << number) - 1, number as u32 + 1),
            _ => self.used += 127,
        }
    }

    /// 0, 1 and 2 in few bits.
    fn length(&mut self, coins: u8) {
        match coins {
            0 => self.write(0, 1),
            1 => self.write(0b01, 2),
            2 => self.write(0b011, 3),
            _ => self.write(0b111 | u128::from(coins) << 3, 10),
        }
    }

    fn done(self) -> Option<u128> {
        (self.used < 127).then_some(self.word)
    }
}
