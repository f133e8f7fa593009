//! Quiet positions, in which no coin is free to take, as graphs of joints: coins on three and more strings, tied to each other
//! and to the ground by chains of coins on two strings.
//!
//! Only the lengths of the chains matter. Positions with the same graph of joints have the same score, wherever they lie on the
//! board, so the graph is written down with its joints in an order of their own and serves as the key. Two graphs with the same
//! key are the same: the key can be read back. That the order is the same for every drawing of a graph is the rule, not a
//! promise; what it misses costs time alone.

use super::apart::{Apart, Row};
use super::Strings;
use bouton_rules::{Quiet, QuietBoard, QuietNode, QuietPlay, Word};

/// Most joints of a graph that is written down; others are keyed by the board.
const MOST_JOINTS: usize = 14;
/// The key is a picture of the board, not a graph.
const OF_BOARD: u128 = 1 << 127;

/// A word that every set of strings of a board fits into.
pub(super) trait Set: Word {
    fn of(set: u128) -> Self;
    fn wide(self) -> u128;
}

impl Set for u64 {
    fn of(set: u128) -> u64 {
        set as u64
    }
    fn wide(self) -> u128 {
        self.into()
    }
}

impl Set for u128 {
    fn of(set: u128) -> u128 {
        set
    }
    fn wide(self) -> u128 {
        self
    }
}

/// What a string of a joint leads to: another joint or the ground, over a chain of some coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arm {
    /// The number of the joint, or one of the two below.
    to: u8,
    coins: u8,
}

const GROUND: u8 = u8::MAX;
/// Back to the joint itself.
const RING: u8 = u8::MAX - 1;

/// A chain that can be opened: all its strings, its coins, where it ends.
struct Chain<W> {
    strings: W,
    coins: u8,
    ends: [u16; 2],
}

/// The quiet positions of one board of at most 127 strings.
pub(super) struct Board<W> {
    pos: Strings,
    /// The ends of each string; a string from a coin to itself goes to the ground, which comes to the same.
    ends: Vec<(u16, u16)>,
    at: Vec<W>,
    apart: Apart,
    /// The joints of the position at hand, the place of each coin among them, and their arms.
    joints: Vec<u16>,
    place: Vec<u8>,
    arms: Vec<Vec<Arm>>,
}

impl<W: Set> Board<W> {
    pub fn new(pos: &Strings) -> Board<W> {
        let host = &pos.host;
        let grounded = |&(a, b): &(u16, u16)| if a == b { (0, b) } else { (a, b) };
        Board {
            pos: pos.clone(),
            ends: host.ends.iter().map(grounded).collect(),
            at: host.at.iter().map(|&strings| W::of(strings)).collect(),
            apart: Apart::new(),
            joints: Vec::new(),
            place: vec![0; host.at.len()],
            arms: Vec::new(),
        }
    }

    fn degree(&self, coin: u16, set: W) -> u32 {
        (self.at[coin as usize] & set).count_ones()
    }

    fn beyond(&self, string: u32, vertex: u16) -> u16 {
        let (a, b) = self.ends[string as usize];
        if a == vertex { b } else { a }
    }

    /// Follows a string away from a vertex over coins on two strings: the strings of the way, its coins and where it ends; it
    /// may end where it began.
    fn walk(&self, from: u16, string: u32, set: W) -> (W, u8, u16) {
        let (mut by, mut strings, mut coins) = (string, W::ZERO, 0u8);
        let mut here = from;
        loop {
            strings = strings | W::ONE << by;
            here = self.beyond(by, here);
            if here == 0 || here == from || self.degree(here, set) != 2 {
                return (strings, coins, here);
            }
            coins += 1;
            by = (self.at[here as usize] & set & !(W::ONE << by)).trailing_zeros();
        }
    }

    /// The chain or loop that a coin on two strings belongs to; a loop ends in that coin.
    fn chain(&self, coin: u16, set: W) -> Chain<W> {
        let both = self.at[coin as usize] & set;
        let (first, second) = (both.trailing_zeros(), (both ^ both.lowest()).trailing_zeros());
        let (one, coins, end) = self.walk(coin, first, set);
        if end == coin {
            return Chain {
                strings: one,
                coins: coins + 1,
                ends: [coin, coin],
            };
        }
        let (other, more, last) = self.walk(coin, second, set);
        Chain {
            strings: one | other,
            coins: coins + more + 1,
            ends: [end, last],
        }
    }

    /// All that can be taken when a chain has been opened: a joint on three strings that is both its ends belongs to it, and the
    /// chain beyond.
    fn taken(&self, chain: &Chain<W>, set: W) -> (W, u8) {
        let joint = chain.ends[0];
        let rest = set & !chain.strings;
        if joint == 0 || chain.ends[1] != joint || self.degree(joint, rest) != 1 {
            return (chain.strings, chain.coins);
        }
        let string = (self.at[joint as usize] & rest).trailing_zeros();
        let (beyond, coins, _) = self.walk(joint, string, rest);
        (chain.strings | beyond, chain.coins + 1 + coins)
    }

    /// The node of a position: rows that stand apart are put aside, and the rest gets its key.
    fn node(&mut self, mut set: W, mut apart: u32, stake: i32) -> QuietNode {
        let mut seen = W::ZERO;
        self.joints.clear();
        for coin in 1..self.at.len() as u16 {
            if self.degree(coin, set) >= 3 {
                self.place[coin as usize] = self.joints.len() as u8;
                self.joints.push(coin);
            }
        }
        // Chains between joints are walked from their joints; what is not reached from one stands apart.
        let (mut effort, mut thin) = (0, 0);
        self.arms.resize_with(self.joints.len().max(self.arms.len()), Vec::new);
        for i in 0..self.joints.len() {
            let joint = self.joints[i];
            let mut arms = std::mem::take(&mut self.arms[i]);
            arms.clear();
            for string in (self.at[joint as usize] & set).members() {
                let (strings, coins, end) = self.walk(joint, string, set);
                seen = seen | strings;
                let to = match end {
                    0 => GROUND,
                    _ if end == joint => RING,
                    _ => self.place[end as usize],
                };
                thin += u32::from(coins);
                effort += u32::from(coins == 0) * if to == GROUND { 4 } else { 2 };
                arms.push(Arm { to, coins });
            }
            self.arms[i] = arms;
        }
        let mut loose = set & !seen;
        while loose != W::ZERO {
            let (a, b) = self.ends[loose.trailing_zeros() as usize];
            let chain = self.chain(a.max(b), set);
            let row = Row {
                coins: chain.coins,
                looped: chain.ends[0] != 0,
            };
            apart = self.apart.with(apart, row);
            loose = loose & !chain.strings;
            set = set & !chain.strings;
        }
        effort += set.count_ones() + thin / 4 + 2 * self.apart.rows(apart) as u32;
        let key = self.key(set);
        QuietNode {
            pos: Quiet {
                set: set.wide(),
                apart,
            },
            key: Quiet { set: key, apart },
            stake,
            effort,
            score: (set == W::ZERO).then(|| self.apart.score(apart)),
        }
    }

    /// The key of the joints at hand, or of the board if they do not fit.
    fn key(&self, set: W) -> u128 {
        let graph = (self.joints.len() <= MOST_JOINTS).then(|| self.graph()).flatten();
        graph.unwrap_or_else(|| self.pos.host.least(set.wide()) | OF_BOARD)
    }

    /// The graph of the joints, written down; `None` if it is too long for a word.
    fn graph(&self) -> Option<u128> {
        let count = self.joints.len();
        let order = &self.order()[..count];
        let mut rank = [0u8; MOST_JOINTS];
        for (i, &joint) in order.iter().enumerate() {
            rank[joint as usize] = i as u8;
        }
        let mut text = Text::default();
        text.write(count as u128, 4);
        // A joint's arms to the ground, its rings, and its arms to joints that come later; then the end of the list.
        let width = 32 - (count as u32 + 2).leading_zeros();
        let mut list = [Arm { to: 0, coins: 0 }; 128];
        for (i, &joint) in order.iter().enumerate() {
            let mut length = 0;
            for &Arm { to, coins } in &self.arms[joint as usize] {
                let to = match to {
                    GROUND => 1,
                    RING => 2,
                    _ if rank[to as usize] as usize > i => 2 + rank[to as usize],
                    _ => continue,
                };
                list[length] = Arm { to, coins };
                length += 1;
            }
            let list = &mut list[..length];
            list.sort_unstable();
            for arm in list.iter() {
                text.write(arm.to.into(), width);
                text.length(arm.coins);
            }
            text.write(0, width);
        }
        text.done()
    }

    /// The joints in an order that does not depend on how they are numbered, as far as colours tell them apart.
    fn order(&self) -> [u8; MOST_JOINTS] {
        let count = self.joints.len();
        let mut colours = [0u64; MOST_JOINTS];
        let refine = |colours: &mut [u64; MOST_JOINTS], rounds: usize| {
            for _ in 0..rounds {
                let before = *colours;
                for i in 0..count {
                    let sum = self.arms[i].iter().fold(0u64, |sum, arm| {
                        let beyond = match arm.to {
                            GROUND => 3,
                            RING => 5,
                            to => before[to as usize],
                        };
                        sum.wrapping_add(mixed(beyond ^ u64::from(arm.coins) << 56))
                    });
                    colours[i] = mixed(before[i].wrapping_add(sum));
                }
            }
        };
        refine(&mut colours, 3);
        let mut order: [u8; MOST_JOINTS] = std::array::from_fn(|i| i as u8);
        order[..count].sort_unstable_by_key(|&i| colours[i as usize]);
        // Joints of one colour: one of them is given a colour of its own, until all differ.
        for _ in 0..count {
            let Some(at) = (1..count).find(|&i| colours[order[i - 1] as usize] == colours[order[i] as usize]) else {
                break;
            };
            colours[order[at] as usize] ^= 0x5555;
            refine(&mut colours, 3);
            order[..count].sort_unstable_by_key(|&i| colours[i as usize]);
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

impl<W: Set> QuietBoard<Strings> for Board<W> {
    fn has(&self, pos: &Strings) -> bool {
        std::sync::Arc::ptr_eq(&self.pos.host, &pos.host)
            || self.pos.host.boxes == pos.host.boxes && self.pos.host.ends == pos.host.ends
    }

    fn pack(&mut self, pos: &Strings) -> Option<QuietNode> {
        let set = W::of(pos.set());
        let quiet = (1..self.at.len() as u16).all(|coin| self.degree(coin, set) != 1);
        quiet.then(|| self.node(set, 0, pos.coins() as i32))
    }

    fn plays(&mut self, node: &QuietNode, plays: &mut Vec<QuietPlay>) {
        let (pos, stake) = (node.pos, node.stake);
        let set = W::of(pos.set);
        let mut thin = W::ZERO;
        for coin in 1..self.at.len() as u16 {
            let strings = self.at[coin as usize] & set;
            // All strings of a chain are marked together.
            if strings.count_ones() != 2 || strings & thin != W::ZERO {
                continue;
            }
            let chain = self.chain(coin, set);
            thin = thin | chain.strings;
            let (taken, coins) = self.taken(&chain, set);
            let row = Row { coins, looped: false };
            let gift = i32::from(coins);
            plays.push(QuietPlay {
                to: self.node(set & !taken, pos.apart, stake - gift),
                gift,
                handout: row.handout(),
            });
        }
        let mut safe = set & !thin;
        for &group in &self.pos.host.alike {
            // Of strings with the same ends one is enough.
            let here = W::of(group) & safe;
            safe = safe & !here | here.lowest();
        }
        for string in safe.members() {
            plays.push(QuietPlay {
                to: self.node(set & !(W::ONE << string), pos.apart, stake),
                gift: 0,
                handout: 0,
            });
        }
        for (row, rest) in self.apart.openings(pos.apart).to_vec() {
            let gift = i32::from(row.coins);
            plays.push(QuietPlay {
                to: self.node(set, rest, stake - gift),
                gift,
                handout: row.handout(),
            });
        }
    }

    fn bytes(&self) -> usize {
        self.apart.bytes()
    }
}
