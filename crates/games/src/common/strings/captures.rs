//! What there is to take, and which cuts are worth trying (Winning Ways, ch. 16; Berlekamp's book on Dots and Boxes).
//!
//! A coin on one string can be taken. That is free if it does not spoil a choice: the other end of its string is the ground,
//! a coin with at least three strings, or a coin on one string as well. Otherwise the coin is the head of a chain, and the
//! player to move may take all of it, or all but its last two coins, which the other must then take (of a chain with both
//! ends open to taking, all but the last four): the other has to move next, and that is what makes the position loony.

use super::{Strings, bits};

/// What can be taken now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taking {
    /// Nothing.
    Nothing,
    /// This string takes a coin at no cost.
    Free(usize),
    /// Only the last coins of chains are left: for each chain the string that goes on taking, and the one that declines.
    Choices(Vec<(usize, usize)>),
}

impl Strings {
    /// The other end of a string.
    fn beyond(&self, string: usize, vertex: u16) -> u16 {
        let (a, b) = self.host.ends[string];
        if a == vertex { b } else { a }
    }

    /// What the player to move can take when the strings `left` are left.
    pub fn taking(&self, left: u128) -> Taking {
        let mut choices: Vec<(usize, usize)> = Vec::new();
        // Walking up from the coins on one string: the vertices of the set are found by its strings.
        for string in bits(left) {
            let (a, b) = self.host.ends[string];
            for coin in [a, b] {
                if coin == 0 || self.degree(coin, left) != 1 {
                    continue;
                }
                match self.chain_from(coin, string, left) {
                    None => return Taking::Free(string),
                    Some(choice) => {
                        if !choices.iter().any(|other| other.1 == choice.1) {
                            choices.push(choice);
                        }
                    }
                }
            }
        }
        match choices.is_empty() {
            true => Taking::Nothing,
            false => Taking::Choices(choices),
        }
    }

    /// The choice at the end of the chain that begins with a coin on one string; `None` while that coin is free to take.
    fn chain_from(&self, coin: u16, string: usize, left: u128) -> Option<(usize, usize)> {
        let (mut here, mut by) = (coin, string);
        let mut cuts = vec![string];
        loop {
            here = self.beyond(by, here);
            let (a, b) = self.host.ends[by];
            if here == 0 || a == b || self.degree(here, left) >= 3 {
                // Open at one end (a loop ends it as the ground does): a coin for each string but the last.
                return match cuts[..] {
                    [first, last] => Some((first, last)),
                    _ => None,
                };
            }
            match self.degree(here, left) {
                1 => {
                    // Open at both ends: one coin more than strings.
                    return match cuts[..] {
                        [first, middle, _] => Some((first, middle)),
                        _ => None,
                    };
                }
                _ => {
                    let onward = self.host.at[here as usize] & left & !(1 << by);
                    by = onward.trailing_zeros() as usize;
                    if cuts.len() == 3 {
                        return None; // long enough to take from, whatever its other end is
                    }
                    cuts.push(by);
                }
            }
        }
    }

    /// Cuts that are enough to have a best one among them where nothing can be taken: of each chain of coins on two strings
    /// one cut, which in a chain of two coins is the one between them. First those that give nothing away, then by what they
    /// give.
    pub fn openings(&self, left: u128) -> Vec<usize> {
        let mut seen = 0u128;
        let mut safe = Vec::new();
        let mut gifts: Vec<(usize, usize)> = Vec::new();
        for string in bits(left) {
            if seen >> string & 1 == 1 {
                continue;
            }
            let (a, b) = self.host.ends[string];
            let thin = |v: u16| v != 0 && self.degree(v, left) == 2;
            if a != b && !thin(a) && !thin(b) {
                safe.push(string);
                continue;
            }
            let chain = self.chain_through(string, left);
            seen |= chain.iter().map(|&i| 1 << i).sum::<u128>();
            let mut coins: Vec<u16> = chain
                .iter()
                .flat_map(|&i| [self.host.ends[i].0, self.host.ends[i].1])
                .filter(|&v| thin(v))
                .collect();
            coins.sort_unstable();
            coins.dedup();
            let middle = coins.len() == 2 && chain.len() == 3;
            let cut = chain[usize::from(middle)];
            gifts.push((coins.len(), cut));
        }
        gifts.sort_unstable();
        safe.extend(gifts.into_iter().map(|(_, cut)| cut));
        safe
    }

    /// The strings of the chain of coins on two strings that a string belongs to, in order; all of a loop.
    fn chain_through(&self, string: usize, left: u128) -> Vec<usize> {
        let (a, b) = self.host.ends[string];
        let walk = |start: u16, chain: &mut Vec<usize>| {
            let (mut here, mut by) = (start, string);
            while here != 0 && self.degree(here, left) == 2 {
                let onward = self.host.at[here as usize] & left & !(1 << by);
                let next = onward.trailing_zeros() as usize;
                if onward == 0 || next == string || chain.contains(&next) {
                    break;
                }
                chain.push(next);
                here = self.beyond(next, here);
                by = next;
            }
        };
        let mut before = Vec::new();
        walk(a, &mut before);
        before.reverse();
        before.push(string);
        let mut after = before;
        walk(b, &mut after);
        after
    }
}
