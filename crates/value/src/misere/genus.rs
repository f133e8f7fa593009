//! The genus of an impartial game: its nim value, and the misère nim values of G, G + *2, G + *2 + *2, …

use super::store::{MisereGame, MisereStore};
use crate::error::{Error, Result};
use std::fmt;

/// g^(a0 a1 a2 …): g is the nim value, a_n the misère nim value of G with n heaps of size 2 beside it. The sequence ends in
/// two numbers that alternate and differ by 2; it is kept up to the first of each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The nim value in normal play.
    pub normal: u32,
    /// The misère sequence; its last two terms alternate from there on.
    pub misere: Vec<u32>,
}

impl Genus {
    /// The n-th term of the misère sequence.
    pub fn term(&self, n: usize) -> u32 {
        let m = &self.misere;
        match m.get(n) {
            Some(&x) => x,
            None => m[m.len() - 2 + (n - m.len()) % 2],
        }
    }

    /// Is it the genus of a nim position: 0^120, 1^031, or n^n(n xor 2)?
    pub fn is_tame(&self) -> bool {
        let nim = |start: &[u32]| {
            (0..self.misere.len().max(start.len()) + 2).all(|i| {
                let n = start.len();
                self.term(i)
                    == if i < n {
                        start[i]
                    } else {
                        start[n - 2 + (i - n) % 2]
                    }
            })
        };
        match self.normal {
            0 if nim(&[1, 2, 0]) => true,
            1 if nim(&[0, 3, 1]) => true,
            n => nim(&[n, n ^ 2]),
        }
    }
}

/// The terms one behind the other; `(1,9,10)` if one of them has two digits.
fn terms_text(terms: &[u32]) -> String {
    let texts: Vec<String> = terms.iter().map(u32::to_string).collect();
    match terms.iter().all(|&t| t < 10) {
        true => texts.concat(),
        false => format!("({})", texts.join(",")),
    }
}

impl Genus {
    /// `g^a`: the nim value and the first term, for games whose nature tells the rest.
    pub(crate) fn short(&self) -> String {
        format!("{}^{}", self.normal, terms_text(&self.misere[..1]))
    }
}

impl fmt::Display for Genus {
    /// `g^` and the misère sequence up to the pair that alternates from there on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^{}", self.normal, terms_text(&self.misere))
    }
}

fn mex(values: &mut Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    values
        .iter()
        .zip(0..)
        .find(|&(&v, i)| v != i)
        .map_or(values.len() as u32, |(_, i)| i)
}

/// Longer sequences are not computed.
const MAX_TERMS: usize = 1 << 12;

impl MisereStore {
    /// The genus.
    ///
    /// From the options' by the mex rule: a_0 = mex(options' a_0), or 1 for 0; a_n = mex(options' a_n, a_(n-1), a_(n-1) xor 1).
    /// Cost: once for each follower.
    pub fn genus(&mut self, g: MisereGame) -> Result<Genus> {
        // Options have smaller ids than their game.
        for x in self.followers(g) {
            if !self.genera.contains_key(&x) {
                let genus = self.genus_from_options(x)?;
                self.genera.insert(x, genus);
            }
        }
        Ok(self.genera[&g].clone())
    }

    fn genus_from_options(&self, g: MisereGame) -> Result<Genus> {
        let below: Vec<&Genus> = self.options(g).iter().map(|o| &self.genera[o]).collect();
        let normal = mex(&mut below.iter().map(|x| x.normal).collect());
        let settled = below.iter().map(|x| x.misere.len()).max().unwrap_or(0);
        let mut terms: Vec<u32> = vec![];
        while terms.len() < MAX_TERMS {
            let n = terms.len();
            let mut seen: Vec<u32> = below.iter().map(|x| x.term(n)).collect();
            match terms.last() {
                None if below.is_empty() => {
                    terms.push(1);
                    continue;
                }
                None => {}
                Some(&last) => seen.extend([last, last ^ 1]),
            }
            terms.push(mex(&mut seen));
            // Past the options' own sequences a term depends on the one before and on parity only, so a pair that comes again
            // two steps later goes on for ever.
            let n = terms.len();
            if n >= settled + 4 && terms[n - 1] == terms[n - 3] && terms[n - 2] == terms[n - 4] {
                break;
            }
        }
        if terms.len() >= MAX_TERMS {
            return Err(Error::too_large(format!(
                "a genus of more than {MAX_TERMS} terms"
            )));
        }
        while terms.len() > 2 && terms[terms.len() - 1] == terms[terms.len() - 3] {
            terms.pop();
        }
        Ok(Genus {
            normal,
            misere: terms,
        })
    }

    /// The nim value in normal play.
    pub fn nim_value(&mut self, g: MisereGame) -> Result<u32> {
        Ok(self.genus(g)?.normal)
    }

    /// The misère nim value: mex of the options', 1 for the game without moves.
    pub fn misere_nim_value(&mut self, g: MisereGame) -> Result<u32> {
        Ok(self.genus(g)?.misere[0])
    }
}
