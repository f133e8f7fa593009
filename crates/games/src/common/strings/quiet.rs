//! Quiet positions, in which no coin is free to take: their plays, each with what the opponent takes after it.
//!
//! A play is a string between coins on three and more strings, which gives nothing away, or opens a chain of coins on two
//! strings, all of which can then be taken. Strings alone are looked at, so that positions are sets of strings, and coins that
//! stand apart in chains and loops are put aside.

use super::Strings;
use super::apart::{Apart, Row};
use super::joints::{Arm, GROUND, Joints, RING};
use crate::common::set::Set;
use bouton_rules::{Quiet, QuietBoard, QuietNode, QuietPlay};

/// How many nodes are kept, as a number of bits.
const LATELY: u32 = 14;
/// The key is a picture of the board, not a graph.
const OF_BOARD: u128 = 1 << 127;

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
    /// How many strings tie each coin, in the position whose plays are listed and in the one at hand.
    before: Vec<u8>,
    degrees: Vec<u8>,
    /// The joints of the position at hand, the place of each coin among them, and their graph.
    joints: Vec<u16>,
    place: Vec<u8>,
    graph: Joints,
    /// Nodes made lately, by the strings and the rows that they were made of: most are asked for more than once in a short time.
    lately: Vec<(W, u32, QuietNode)>,
}

impl<W: Set> Board<W> {
    pub fn new(pos: &Strings) -> Board<W> {
        let host = &pos.host;
        // Vertices by new numbers, for those that have strings.
        let mut used: Vec<u16> = host.ends.iter().flat_map(|&(a, b)| [a, b]).collect();
        used.push(0);
        used.sort_unstable();
        used.dedup();
        let number = |vertex: u16| used.partition_point(|&v| v < vertex) as u16;
        let grounded = |&(a, b): &(u16, u16)| {
            let a = if a == b { 0 } else { a };
            (number(a), number(b))
        };
        let ends: Vec<(u16, u16)> = host.ends.iter().map(grounded).collect();
        let mut at = vec![W::ZERO; used.len()];
        for (string, &(a, b)) in ends.iter().enumerate() {
            for vertex in [a, b] {
                at[vertex as usize] = at[vertex as usize] | W::ONE << string as u32;
            }
        }
        Board {
            pos: pos.clone(),
            ends,
            before: vec![0; used.len()],
            degrees: vec![0; used.len()],
            place: vec![0; used.len()],
            joints: Vec::new(),
            graph: Joints::default(),
            lately: vec![(W::ZERO, 0, QuietNode::default()); 1 << LATELY],
            at,
            apart: Apart::new(),
        }
    }

    /// Makes a set of strings the position at hand.
    fn count(&mut self, set: W) {
        self.degrees.fill(0);
        for string in set.members() {
            let (a, b) = self.ends[string as usize];
            self.degrees[a as usize] += 1;
            self.degrees[b as usize] += 1;
        }
    }

    /// Takes strings away from the position at hand.
    fn cut(&mut self, strings: W) {
        for string in strings.members() {
            let (a, b) = self.ends[string as usize];
            self.degrees[a as usize] -= 1;
            self.degrees[b as usize] -= 1;
        }
    }

    fn degree(&self, coin: u16) -> u8 {
        self.degrees[coin as usize]
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
            if here == 0 || here == from || self.degree(here) != 2 {
                return (strings, coins, here);
            }
            coins += 1;
            by = (self.at[here as usize] & set & !(W::ONE << by)).trailing_zeros();
        }
    }

    /// The chain or loop that a coin on two strings belongs to; a loop ends in that coin.
    fn chain(&self, coin: u16, set: W) -> Chain<W> {
        let both = self.at[coin as usize] & set;
        let (first, second) = (
            both.trailing_zeros(),
            (both ^ both.lowest()).trailing_zeros(),
        );
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

    /// All that can be taken when a chain has been opened, how many coins, and how many of them can be left. A joint on three
    /// strings that is both ends of the chain belongs to what is taken, and so does the chain beyond.
    fn taken(&self, chain: &Chain<W>, set: W) -> (W, i32, i32) {
        let joint = chain.ends[0];
        let rest = set & !chain.strings;
        if joint == 0 || chain.ends[1] != joint || self.degree(joint) != 3 {
            let row = Row {
                coins: chain.coins,
                looped: false,
            };
            return (chain.strings, chain.coins.into(), row.handout());
        }
        let string = (self.at[joint as usize] & rest).trailing_zeros();
        let (beyond, coins, _) = self.walk(joint, string, rest);
        // It can be opened at its end only, so that even two coins can be left.
        let coins = i32::from(chain.coins) + 1 + i32::from(coins);
        (chain.strings | beyond, coins, 2)
    }

    /// The node of a position that is left when strings are cut from the one whose plays are listed.
    fn after(&mut self, cut: W, set: W, apart: u32, stake: i32) -> QuietNode {
        let set = set & !cut;
        let place = (set.mixed() ^ u64::from(apart) << 32) >> (64 - LATELY);
        let (of, with, node) = &self.lately[place as usize];
        if (*of, *with) == (set, apart) && set != W::ZERO {
            return *node;
        }
        self.degrees.clone_from(&self.before);
        self.cut(cut);
        let node = self.node(set, apart, stake);
        self.lately[place as usize] = (set, apart, node);
        node
    }

    /// The node of a position: rows that stand apart are put aside, and the rest gets its key.
    fn node(&mut self, mut set: W, mut apart: u32, stake: i32) -> QuietNode {
        self.joints.clear();
        let mut thin = 0;
        for (coin, &degree) in self.degrees.iter().enumerate().skip(1) {
            thin += u32::from(degree == 2);
            if degree >= 3 {
                self.place[coin] = self.joints.len() as u8;
                self.joints.push(coin as u16);
            }
        }
        // Chains between joints are walked from their joints, most of them from both ends.
        let (mut effort, mut reached) = (0, 0);
        self.graph.clear();
        for i in 0..self.joints.len() {
            let joint = self.joints[i];
            for string in (self.at[joint as usize] & set).members() {
                let arm = self.arm(joint, string, set);
                let ends = if arm.to == GROUND { 2 } else { 1 };
                effort += u32::from(arm.coins == 0) * ends;
                reached += u32::from(arm.coins) * ends;
                self.graph.add(arm);
            }
            self.graph.end();
        }
        // What is not reached from a joint stands apart.
        for coin in 1..self.at.len() as u16 {
            if reached >= 2 * thin {
                break;
            }
            let strings = self.at[coin as usize] & set;
            if self.degree(coin) != 2 || strings == W::ZERO {
                continue;
            }
            let chain = self.chain(coin, set);
            let [first, last] = chain.ends;
            if first != last || first != 0 && first != coin {
                continue;
            }
            let row = Row {
                coins: chain.coins,
                looped: first != 0,
            };
            apart = self.apart.with(apart, row);
            set = set & !chain.strings;
            reached += 2 * u32::from(chain.coins);
        }
        effort = effort / 2 + set.count_ones();
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

    /// What a string of a joint leads to.
    fn arm(&self, joint: u16, string: u32, set: W) -> Arm {
        let (mut here, mut by, mut coins) = (joint, string, 0);
        loop {
            here = self.beyond(by, here);
            let to = match here {
                0 => GROUND,
                _ if self.degree(here) == 2 => {
                    coins += 1;
                    by = (self.at[here as usize] & set & !(W::ONE << by)).trailing_zeros();
                    continue;
                }
                _ if here == joint => RING,
                _ => self.place[here as usize],
            };
            return Arm { to, coins };
        }
    }

    /// The key of the joints at hand, or of the board if they do not fit.
    fn key(&self, set: W) -> u128 {
        let graph = self.graph.written();
        graph.unwrap_or_else(|| self.pos.host.least(set.wide()) | OF_BOARD)
    }
}

impl<W: Set> QuietBoard<Strings> for Board<W> {
    fn has(&self, pos: &Strings) -> bool {
        std::sync::Arc::ptr_eq(&self.pos.host, &pos.host)
            || self.pos.host.boxes == pos.host.boxes && self.pos.host.ends == pos.host.ends
    }

    fn pack(&mut self, pos: &Strings) -> Option<QuietNode> {
        let set = W::of(pos.set());
        self.count(set);
        let quiet = self.degrees[1..].iter().all(|&degree| degree != 1);
        quiet.then(|| self.node(set, 0, pos.coins() as i32))
    }

    fn plays(&mut self, node: &QuietNode, stops: &mut dyn FnMut(QuietPlay) -> bool) {
        let (pos, stake) = (node.pos, node.stake);
        let set = W::of(pos.set);
        self.count(set);
        self.before.clone_from(&self.degrees);
        let mut thin = W::ZERO;
        for coin in 1..self.at.len() as u16 {
            let strings = self.at[coin as usize] & set;
            // All strings of a chain are marked together.
            if self.before[coin as usize] != 2 || strings & thin != W::ZERO {
                continue;
            }
            self.degrees.clone_from(&self.before);
            let chain = self.chain(coin, set);
            thin = thin | chain.strings;
            let (taken, gift, handout) = self.taken(&chain, set);
            let play = QuietPlay {
                to: self.after(taken, set, pos.apart, stake - gift),
                gift,
                handout,
            };
            if stops(play) {
                return;
            }
        }
        let mut safe = set & !thin;
        for &group in &self.pos.host.alike {
            // Of strings with the same ends one is enough.
            let here = W::of(group) & safe;
            safe = safe & !here | here.lowest();
        }
        for string in safe.members() {
            let string = W::ONE << string;
            let play = QuietPlay {
                to: self.after(string, set, pos.apart, stake),
                gift: 0,
                handout: 0,
            };
            if stops(play) {
                return;
            }
        }
        for (row, rest) in self.apart.openings(pos.apart).to_vec() {
            let gift = i32::from(row.coins);
            let play = QuietPlay {
                to: self.after(W::ZERO, set, rest, stake - gift),
                gift,
                handout: row.handout(),
            };
            if stops(play) {
                return;
            }
        }
    }

    fn bytes(&self) -> usize {
        self.apart.bytes() + self.lately.len() * size_of::<(W, u32, QuietNode)>()
    }
}
