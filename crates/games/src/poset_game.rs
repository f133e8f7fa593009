//! Poset games: take an element and everything above it. Nim, Chomp and Hackenbush on trees are poset games.
//!
//! With a least element the first player takes everything; with a greatest one the first player wins too, by stealing the
//! strategy: taking the greatest element alone is a move that any other move makes as well.

use crate::Visitor;
use bouton_rules::board::{NameBook, Names, name_at_start};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Impartial, Info, Known, Play, Rank, Result, Ruleset, Short};

/// The ruleset, on at most 64 elements.
///
/// ```
/// use bouton_games::poset_game::PosetGame;
/// use bouton_rules::{Impartial, Ruleset};
/// let fork = PosetGame.parse("0<1,0<2").unwrap();
/// let options = PosetGame.options(&fork).unwrap();
/// assert_eq!(options.iter().map(|o| PosetGame.show(o)).collect::<Vec<_>>(), ["none", "0<2", "0<1"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PosetGame;

/// For each element the set of elements above it, as bits, itself not among them. What was read from a text keeps the names of its
/// elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Poset(Vec<u64>, Names);

/// Most elements.
const MOST_ELEMENTS: usize = 64;

impl Poset {
    /// The elements of a set, numbered afresh in the same order.
    fn only(&self, keep: u64) -> Poset {
        let kept: Vec<usize> = (0..self.0.len()).filter(|i| keep >> i & 1 == 1).collect();
        let above = |&i: &usize| {
            let higher = kept
                .iter()
                .enumerate()
                .filter(|&(_, &j)| self.0[i] >> j & 1 == 1);
            higher.map(|(k, _)| 1u64 << k).sum()
        };
        let names = self.1.only(kept.iter().copied());
        Poset(kept.iter().map(above).collect(), names)
    }

    fn all(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.0.len() as u32).unwrap_or(0)
    }

    /// The elements that are above no other.
    fn lowest(&self) -> u64 {
        self.all() & !self.0.iter().fold(0, |set, above| set | above)
    }

    /// The elements that hang together with the first, as a set.
    fn component(&self, first: usize) -> u64 {
        let mut part = 1u64 << first;
        loop {
            let mut grown = part;
            for (i, above) in self.0.iter().enumerate() {
                if part >> i & 1 == 1 {
                    grown |= above;
                } else if above & part != 0 {
                    grown |= 1 << i;
                }
            }
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// Elements sorted by what is below and above them: the same for many posets that differ in numbering only.
    fn sorted(&self) -> Poset {
        let n = self.0.len();
        let below = |i: usize| (0..n).filter(move |&j| self.0[j] >> i & 1 == 1);
        let height = |i: usize| (below(i).count(), self.0[i].count_ones());
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_cached_key(|&i| {
            let mut under: Vec<_> = below(i).map(height).collect();
            let mut over: Vec<_> = (0..n)
                .filter(|j| self.0[i] >> j & 1 == 1)
                .map(height)
                .collect();
            under.sort_unstable();
            over.sort_unstable();
            (height(i), under, over)
        });
        let mut place = vec![0; n];
        order
            .iter()
            .enumerate()
            .for_each(|(new, &old)| place[old] = new);
        let moved = |above: u64| {
            (0..n)
                .filter(|j| above >> j & 1 == 1)
                .map(|j| 1u64 << place[j])
                .sum()
        };
        let above = order.iter().map(|&old| moved(self.0[old]));
        Poset(above.collect(), Names::default())
    }
}

impl Ruleset for PosetGame {
    type Position = Poset;

    fn info(&self) -> Info {
        Info {
            name: "poset-game".into(),
            rules: "Take an element of a partially ordered set, and every element above it.".into(),
            notation: "relations like 0<1,0<2,2<a, single elements like 3; `none` is the empty set".into(),
            theorem: Some("A poset with a least or with a greatest element is N: by taking everything, or by strategy stealing.".into()),
            source: Some("gale1974".into()),
            examples: ["0<1,0<2,3", "0<2,1<2,1<3,4<3", "0<1,0<2,1<3,2<3", "0<1,1<2,3<2,3<4"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Poset> {
        let wrong = |what: String| {
            Error::input(format!(
                "poset `{}`: {what}; write relations like 0<1,1<a and single elements like 3, at most {MOST_ELEMENTS} of them",
                shorten(text)
            ))
        };
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed == "none" {
            return Ok(Poset(Vec::new(), Names::default()));
        }
        let mut book = NameBook::default();
        let mut pairs = Vec::new();
        for (i, item) in trimmed.split(',').map(str::trim).enumerate() {
            let mut before: Option<usize> = None;
            for part in item.split('<').map(str::trim) {
                if !name_at_start(part).is_some_and(|(_, rest)| rest.is_empty()) {
                    let shown = shorten(part);
                    return Err(wrong(format!("item {}: `{shown}` is no element", i + 1)));
                }
                let element = book.vertex(part).filter(|&n| n < MOST_ELEMENTS);
                let element = element.ok_or_else(|| {
                    wrong(format!(
                        "item {}: `{}` is one too many",
                        i + 1,
                        shorten(part)
                    ))
                })?;
                if let Some(lower) = before.replace(element) {
                    pairs.push((lower, element));
                }
            }
        }
        let (names, number) = book.finish();
        let mut above = vec![0u64; number.len()];
        for (lower, higher) in pairs {
            above[number[lower]] |= 1 << number[higher];
        }
        // What is above something above is above.
        for middle in 0..above.len() {
            for i in 0..above.len() {
                if above[i] >> middle & 1 == 1 {
                    above[i] |= above[middle];
                }
            }
        }
        match (0..above.len()).find(|&i| above[i] >> i & 1 == 1) {
            Some(i) => Err(wrong(format!("element {} is above itself", names.of(i)))),
            None => Ok(Poset(above, names)),
        }
    }

    fn show(&self, pos: &Poset) -> String {
        let mut items = Vec::new();
        let mut named = 0u64;
        for (i, &above) in pos.0.iter().enumerate() {
            let next = |j: usize| {
                above >> j & 1 == 1
                    && !(0..pos.0.len()).any(|k| above >> k & 1 == 1 && pos.0[k] >> j & 1 == 1)
            };
            for j in (0..pos.0.len()).filter(|&j| next(j)) {
                items.push(format!("{}<{}", pos.1.of(i), pos.1.of(j)));
                named |= 1 << i | 1 << j;
            }
        }
        let single = (0..pos.0.len()).filter(|i| named >> i & 1 == 0);
        items.extend(single.map(|i| pos.1.of(i).into_owned()));
        match items.is_empty() {
            true => "none".into(),
            false => items.join(","),
        }
    }

    fn split(&self, pos: &Poset) -> Vec<Poset> {
        let mut rest = pos.all();
        let mut parts = Vec::new();
        while rest != 0 {
            let part = pos.component(rest.trailing_zeros() as usize);
            rest &= !part;
            parts.push(pos.only(part));
        }
        parts
    }

    fn join(&self, parts: &[Poset]) -> Option<Poset> {
        let mut all = Vec::new();
        for part in parts {
            let shift = all.len();
            all.extend(
                part.0
                    .iter()
                    .map(|above| above.checked_shl(shift as u32).unwrap_or(0)),
            );
        }
        (all.len() <= MOST_ELEMENTS).then(|| Poset(all, Names::default()))
    }

    fn canon(&self, pos: Poset) -> Poset {
        let mut parts: Vec<Poset> = self.split(&pos).iter().map(Poset::sorted).collect();
        parts.sort_unstable();
        self.join(&parts).unwrap_or(pos)
    }

    fn owned_bytes(&self, pos: &Poset) -> usize {
        8 * pos.0.capacity() + pos.1.owned_bytes()
    }
}

impl Impartial for PosetGame {
    fn options(&self, pos: &Poset) -> Result<Vec<Poset>> {
        let taken = (0..pos.0.len()).map(|i| 1u64 << i | pos.0[i]);
        Ok(taken.map(|taken| pos.only(pos.all() & !taken)).collect())
    }

    fn known(&self, pos: &Poset, play: Play) -> Option<Known<Poset>> {
        if play == Play::Misere || pos.0.is_empty() {
            return None;
        }
        let won = |winning| Some(Known::of_outcome(false, winning, false));
        let greatest = |i: usize| (0..pos.0.len()).all(|j| j == i || pos.0[j] >> i & 1 == 1);
        if pos.lowest().count_ones() == 1 {
            won(vec![Poset(Vec::new(), Names::default())])
        } else if (0..pos.0.len()).any(greatest) {
            won(Vec::new())
        } else {
            None
        }
    }
}

impl Short for PosetGame {
    fn rank(&self, pos: &Poset) -> Rank {
        vec![pos.0.len().into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(PosetGame);
}
