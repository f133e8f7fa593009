//! Heap games as rulesets: what solvers and provers of any kind ask of a game.

use crate::HeapGame;
use bouton_rules::{
    Boxed, Error, Heaps, Impartial, Info, Nat, Player, Rank, Result, Ruleset, Run, Short,
};

impl HeapGame {
    /// The sizes as machine integers, or a sentence.
    fn small(&self, n: &Nat) -> Result<u64> {
        u64::try_from(n)
            .map_err(|_| Error::limit(format!("heap {n} of {self} has too many moves to list")))
    }
}

/// A position is a multiset of heaps, written `3,4,5`. Empty heaps are left out: none of these games moves in one.
impl Ruleset for HeapGame {
    type Position = Heaps;

    fn info(&self) -> Info {
        Info {
            name: self.to_string(),
            rules: self.rules(),
            notation: "heap sizes, such as 3,4,5".to_string(),
            theorem: None,
            source: Some("winningways".to_string()),
            examples: vec!["3".to_string(), "2,5".to_string(), "7".to_string()],
        }
    }

    fn parse(&self, text: &str) -> Result<Heaps> {
        Ok(Heaps::parse(text)?.as_multiset())
    }

    fn show(&self, pos: &Heaps) -> String {
        pos.to_string()
    }

    fn split(&self, pos: &Heaps) -> Vec<Heaps> {
        pos.0.iter().map(|n| Heaps(vec![n.clone()])).collect()
    }

    fn join(&self, parts: &[Heaps]) -> Option<Heaps> {
        Some(Heaps(parts.iter().flat_map(|p| p.0.clone()).collect()).as_multiset())
    }

    fn canon(&self, pos: Heaps) -> Heaps {
        pos.as_multiset()
    }
}

impl Impartial for HeapGame {
    fn options(&self, pos: &Heaps) -> Result<Vec<Heaps>> {
        let mut out: Vec<Heaps> = Vec::new();
        for (i, n) in pos.0.iter().enumerate() {
            for heaps in HeapGame::options(self, self.small(n)?)? {
                let mut next = pos.0.clone();
                next.splice(i..=i, heaps.into_iter().map(Nat::from));
                out.push(Heaps(next).as_multiset());
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        out.retain(|p| seen.insert(p.clone()));
        Ok(out)
    }
}

impl Short for HeapGame {
    /// The sizes in descending order: where a move changes the first of them, it puts a smaller one there or none. So ranks
    /// drop in the (well-founded) order of multisets.
    fn rank(&self, pos: &Heaps) -> Rank {
        let heaps = pos.clone().as_multiset();
        let mut sizes = heaps.0;
        sizes.reverse();
        sizes.into_iter().map(Into::into).collect()
    }
}

impl Boxed for HeapGame {
    fn arity(&self) -> usize {
        1
    }

    fn sums(&self) -> bool {
        true
    }

    fn closed_box(&self, sizes: &[u64], cells: u64) -> Option<Vec<u64>> {
        (sizes.len() == 1 && sizes[0] <= cells).then(|| sizes.to_vec())
    }

    fn exists(&self, pos: &[u64]) -> bool {
        pos.len() == 1
    }

    fn runs(&self, _who: Player, pos: &[u64], _sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
        let mut cells: Vec<usize> = Vec::new();
        self.visit_options(pos[0], &mut |heaps| {
            cells.clear();
            cells.extend(heaps.iter().map(|&h| h as usize));
            visit(Run::Sum(&cells));
            true
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_rules::laws::{rank_drops, reads_back};

    #[test]
    fn laws_hold_everywhere_below_the_examples() {
        let games = [
            "0.77",
            "4.[3]",
            "4!.0",
            "0.3F",
            "80.0",
            "0.*",
            "T{1-3}",
            "ruler",
            "S{1,3,4}",
            "all-but{2}",
            "subtract-coprime",
        ];
        let mut visited = 0;
        for game in games {
            let game: HeapGame = game.parse().unwrap();
            let mut open: Vec<Heaps> = game
                .info()
                .examples
                .iter()
                .map(|e| game.parse(e).unwrap())
                .collect();
            let mut seen = rustc_hash::FxHashSet::default();
            while let Some(pos) = open.pop() {
                if !seen.insert(pos.clone()) {
                    continue;
                }
                assert_eq!(reads_back(&game, &pos), Ok(()));
                assert_eq!(rank_drops(&game, &pos), Ok(()));
                assert_eq!(Ruleset::join(&game, &game.split(&pos)), Some(pos.clone()));
                open.extend(Impartial::options(&game, &pos).unwrap());
            }
            visited += seen.len();
        }
        assert!(visited > 200);
    }

    #[test]
    fn huge_heaps_are_a_limit() {
        let game: HeapGame = "0.77".parse().unwrap();
        let pos = game.parse("123456789012345678901234567890").unwrap();
        assert!(Impartial::options(&game, &pos).unwrap_err().is_limit());
    }
}
