//! Four tiny games that the examples of this crate's documentation are about.

use bouton_rules::{
    Gain, Heaps, Impartial, Info, Partizan, Player, Rank, Result, Ruleset, Scoring, Short,
};

fn info(name: &str, rules: &str, example: &str) -> Info {
    Info {
        name: name.into(),
        rules: rules.into(),
        notation: "see the example".into(),
        theorem: None,
        source: None,
        examples: vec![example.into()],
    }
}

/// Heaps; take one or two stones from one heap.
#[derive(Clone, Debug)]
pub struct Takeaway;

impl Ruleset for Takeaway {
    type Position = Heaps;

    fn info(&self) -> Info {
        info("takeaway", "Take one or two stones from one heap.", "3,4")
    }

    fn parse(&self, text: &str) -> Result<Heaps> {
        Heaps::parse(text)
    }

    fn show(&self, pos: &Heaps) -> String {
        pos.to_string()
    }

    fn split(&self, pos: &Heaps) -> Vec<Heaps> {
        pos.0.iter().map(|n| Heaps(vec![n.clone()])).collect()
    }

    fn join(&self, parts: &[Heaps]) -> Option<Heaps> {
        Some(Heaps(parts.iter().flat_map(|p| p.0.clone()).collect()))
    }

    fn canon(&self, pos: Heaps) -> Heaps {
        pos.as_multiset()
    }

    fn owned_bytes(&self, pos: &Heaps) -> usize {
        pos.owned_bytes()
    }
}

impl Impartial for Takeaway {
    fn options(&self, pos: &Heaps) -> Result<Vec<Heaps>> {
        let mut options = Vec::new();
        for i in 0..pos.0.len() {
            for k in 1u32..=2 {
                if pos.0[i] >= k.into() {
                    let mut next = pos.clone();
                    next.0[i] -= k;
                    options.push(next);
                }
            }
        }
        Ok(options)
    }
}

impl Short for Takeaway {
    fn rank(&self, pos: &Heaps) -> Rank {
        vec![pos.0.iter().sum::<bouton_rules::Nat>().into()]
    }
}

/// A stalk of edges from the ground up, Left's (`true`) and Right's; who cuts one of theirs removes it and what is above.
#[derive(Clone, Debug)]
pub struct Stalk;

impl Ruleset for Stalk {
    type Position = Vec<bool>;

    fn info(&self) -> Info {
        info(
            "stalk",
            "Cut an edge of your colour; what is above it falls.",
            "LRL",
        )
    }

    fn parse(&self, text: &str) -> Result<Vec<bool>> {
        let edge = |c| match c {
            'L' => Ok(true),
            'R' => Ok(false),
            _ => Err(bouton_rules::Error::input(format!(
                "stalk `{text}`: `{c}` is no edge; write edges like LRL"
            ))),
        };
        text.chars().map(edge).collect()
    }

    fn show(&self, pos: &Vec<bool>) -> String {
        pos.iter()
            .map(|&left| if left { 'L' } else { 'R' })
            .collect()
    }

    fn owned_bytes(&self, pos: &Vec<bool>) -> usize {
        pos.capacity()
    }
}

impl Partizan for Stalk {
    fn moves(&self, who: Player, pos: &Vec<bool>) -> Result<Vec<Vec<bool>>> {
        let cuts = (0..pos.len()).filter(|&i| pos[i] == (who == Player::Left));
        Ok(cuts.map(|i| pos[..i].to_vec()).collect())
    }
}

impl Short for Stalk {
    fn rank(&self, pos: &Vec<bool>) -> Rank {
        vec![pos.len().into()]
    }
}

/// A token on a ring; it goes one or two places on, and whoever finds it on place 0 cannot move. It may pass 0.
#[derive(Clone, Debug)]
pub struct Ring {
    /// How many places.
    pub places: u32,
}

impl Ruleset for Ring {
    type Position = u32;

    fn info(&self) -> Info {
        info(
            "ring",
            "Move the token one or two places on around the ring; it stops on place 0.",
            "3",
        )
    }

    fn parse(&self, text: &str) -> Result<u32> {
        let place = text.trim().parse().ok().filter(|&p: &u32| p < self.places);
        place.ok_or_else(|| {
            bouton_rules::Error::input(format!("`{text}` is no place below {}", self.places))
        })
    }

    fn show(&self, pos: &u32) -> String {
        pos.to_string()
    }
}

impl Impartial for Ring {
    fn options(&self, pos: &u32) -> Result<Vec<u32>> {
        let steps = if *pos == 0 { 0 } else { 2 };
        Ok((1..=steps).map(|k| (pos + k) % self.places).collect())
    }
}

/// A row of numbers; take one from either end.
#[derive(Clone, Debug)]
pub struct TakeEnds;

impl Ruleset for TakeEnds {
    type Position = Vec<u32>;

    fn info(&self) -> Info {
        info(
            "take-ends",
            "Take a number from either end of the row.",
            "1,5,2",
        )
    }

    fn parse(&self, text: &str) -> Result<Vec<u32>> {
        let wrong = |part: &str| bouton_rules::Error::input(format!("`{part}` is no small number"));
        let numbers = text.split(',').filter(|part| !part.is_empty());
        numbers
            .map(|part| part.parse().map_err(|_| wrong(part)))
            .collect()
    }

    fn show(&self, pos: &Vec<u32>) -> String {
        pos.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
    }

    fn canon(&self, mut pos: Vec<u32>) -> Vec<u32> {
        if pos.iter().lt(pos.iter().rev()) {
            pos.reverse();
        }
        pos
    }

    fn owned_bytes(&self, pos: &Vec<u32>) -> usize {
        4 * pos.capacity()
    }
}

impl Scoring for TakeEnds {
    fn gains(&self, pos: &Vec<u32>) -> Result<Vec<Gain<Vec<u32>>>> {
        let ends = match pos[..] {
            [] => vec![],
            [one] => vec![(one, &pos[1..])],
            [first, .., last] => vec![(first, &pos[1..]), (last, &pos[..pos.len() - 1])],
        };
        let gain = |(points, rest): (u32, &[u32])| Gain {
            to: rest.to_vec(),
            points,
            again: false,
        };
        Ok(ends.into_iter().map(gain).collect())
    }

    fn at_stake(&self, pos: &Vec<u32>) -> u32 {
        pos.iter().sum()
    }
}

impl Short for TakeEnds {
    fn rank(&self, pos: &Vec<u32>) -> Rank {
        vec![pos.len().into()]
    }
}
