//! The games of bouton-heap under misère play: the same rules, with their moves told in bulk.
//!
//! A position is a multiset of heaps, as everywhere for these games. So a coin-turning game is played here with coins that
//! pile up: two heads at one place cancel in normal play, where they are worth 0 together, but under misère play they need
//! not be.

use crate::{Breaking, CodeBounds, Parts, Run};
use bouton_heap::{Code, HeapGame, Moves, Parts as Condition, visit_partitions};
use bouton_rules::{Error, Result};

/// The most moves of one heap that are listed one by one.
const MOST_LISTED: usize = 1_000_000;

/// The heaps that a move leaves; each is smaller than the heap that it is made in, so it fits.
fn parts(heaps: &[u64]) -> Parts {
    heaps.iter().map(|&h| h as u32).collect()
}

/// Moves that are listed one by one, and their limit.
struct Listed<'a> {
    runs: Vec<Run>,
    count: usize,
    game: &'a dyn std::fmt::Display,
    heap: u32,
}

impl Listed<'_> {
    fn new(game: &dyn std::fmt::Display, heap: u32) -> Listed<'_> {
        Listed {
            runs: Vec::new(),
            count: 0,
            game,
            heap,
        }
    }

    /// Adds one move; false if there are too many.
    fn add(&mut self, heaps: &[u64]) -> bool {
        self.count += 1;
        self.runs.push(Run::Parts(parts(heaps)));
        self.count <= MOST_LISTED
    }

    /// The limit that an [`add`](Listed::add) met.
    fn too_many(&self) -> Error {
        Error::limit(format!(
            "heap {} of {} has more than {MOST_LISTED} moves that must be listed one by one",
            self.heap, self.game
        ))
    }
}

impl Breaking for HeapGame {
    fn name(&self) -> String {
        self.to_string()
    }

    fn options(&self, heap: u32) -> Vec<Parts> {
        let mut moves = Vec::new();
        self.visit_options(heap.into(), &mut |heaps| {
            moves.push(parts(heaps));
            true
        });
        moves
    }

    fn runs(&self, heap: u32) -> Result<Vec<Run>> {
        if let Moves::Code(code) = self.moves() {
            return code.runs(heap);
        }
        let mut listed = Listed::new(self, heap);
        if self.visit_options(heap.into(), &mut |heaps| listed.add(heaps)) {
            Ok(listed.runs)
        } else {
            Err(listed.too_many())
        }
    }

    fn bounds(&self) -> Option<CodeBounds> {
        match self.moves() {
            Moves::Code(code) => code.bounds(),
            Moves::Subtraction {
                set,
                all_but: false,
            } => Some(CodeBounds {
                taken: u32::try_from(*set.last()?).ok()?,
                parts: 1,
            }),
            // What may be taken has no end, or depends on the heap, or the parts are not free.
            Moves::Subtraction { all_but: true, .. } | Moves::Turning(_) | Moves::Amounts(_) => {
                None
            }
        }
    }
}

impl Breaking for Code {
    fn name(&self) -> String {
        self.to_string()
    }

    fn options(&self, heap: u32) -> Vec<Parts> {
        Breaking::options(&HeapGame::code(self.clone()), heap)
    }

    fn runs(&self, heap: u32) -> Result<Vec<Run>> {
        let mut listed = Listed::new(self, heap);
        let most_taken = self.last().map_or(heap.into(), |k| k.min(heap.into()));
        for k in -(self.most_put() as i64)..=most_taken as i64 {
            let digit = self.digit(k);
            let Some(least) = digit.least() else {
                continue;
            };
            let left = u64::from(heap).saturating_add_signed(-k);
            let total = u32::try_from(left)
                .map_err(|_| Error::limit(format!("heap {heap} of {self} is too large")))?;
            for count in least..=digit.most().unwrap_or(total).min(total) {
                match (count, digit.allows(count)) {
                    (_, None) => {}
                    (2, Some(condition)) if condition != Condition::Equal => {
                        let unequal = condition != Condition::Any;
                        if total >= if unequal { 3 } else { 2 } {
                            listed.runs.push(Run::Pairs { total, unequal });
                        }
                    }
                    (3, Some(Condition::Any)) => listed.runs.push(Run::Triples { total }),
                    (_, Some(condition)) => {
                        let all = visit_partitions(left, count, condition, &mut |heaps| {
                            listed.add(heaps)
                        });
                        if !all {
                            return Err(listed.too_many());
                        }
                    }
                }
            }
        }
        Ok(listed.runs)
    }

    /// `None` for a repeating tail, for digits with `+`, for counters put on, and where two heaps or more must be equal or
    /// unequal: taking a period from one part may then make a forbidden move of an allowed one.
    fn bounds(&self) -> Option<CodeBounds> {
        if self.most_put() > 0 {
            return None;
        }
        let mut parts = 1;
        for digit in self.before().iter().chain(self.after()) {
            parts = parts.max(digit.most()?);
            if digit.listed().any(|(r, c)| r >= 2 && c != Condition::Any) {
                return None;
            }
        }
        Some(CodeBounds {
            taken: u32::try_from(self.last()?).ok()?,
            parts,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::checked_runs;

    fn game(text: &str) -> HeapGame {
        text.parse().unwrap()
    }

    fn told_in_bulk(rules: &dyn Breaking, heap: u32) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        for run in checked_runs(rules, heap).unwrap() {
            run.expand(&mut |parts| all.push(parts.to_vec()));
        }
        all.sort();
        all
    }

    #[test]
    fn runs_tell_the_options() {
        let mut moves = 0;
        for text in [
            "grundys-game",
            "0.77",
            "0.07",
            "4.3",
            "0.4107",
            "0.8",
            "0.3F",
            "C.1",
            "0.0",
            ".156",
            "0.7!",
            "0.6?",
            "0.4=",
            "0.F!",
            "0.F?",
            "0.F=",
            "8!.0",
            "8?.3",
            "80.0",
            "8!00.1",
            "0.G",
            "0.{2!,3=,4?}",
            "0.{1,5}",
            "0.[3]",
            "4.[7]",
            "0.[F!]",
            "0.3[07]",
            "lasker",
            "S{1,3,4}",
            "S{25}",
            "all-but{2}",
            "subtract-a-square",
            "subtract-coprime",
            "T{1-3}",
            "ruler",
        ] {
            let game = game(text);
            for heap in 0..=26 {
                let mut listed: Vec<Vec<u32>> = Breaking::options(&game, heap)
                    .iter()
                    .map(|p| p.to_vec())
                    .collect();
                listed.sort();
                moves += listed.len();
                assert_eq!(listed, told_in_bulk(&game, heap), "{text} heap {heap}");
            }
        }
        assert!(moves > 20_000, "{moves}");
        let many = game("0.*");
        for heap in 0..=16 {
            let mut listed: Vec<Vec<u32>> = Breaking::options(&many, heap)
                .iter()
                .map(|p| p.to_vec())
                .collect();
            listed.sort();
            assert_eq!(listed, told_in_bulk(&many, heap), "0.* heap {heap}");
        }
    }

    /// Splits into two and three heaps are never listed: the speed of long searches rests on it.
    #[test]
    fn octal_and_hexadecimal_moves_are_told_in_bulk() {
        for (text, most) in [
            ("0.77", 6),
            ("0.F", 4),
            ("C.0", 2),
            ("4!.0", 1),
            ("0.7?", 3),
        ] {
            let runs = game(text).runs(1_000_000_000).unwrap();
            assert!((1..=most).contains(&runs.len()), "{text}: {runs:?}");
        }
    }

    #[test]
    fn bounds_are_those_of_plain_finite_codes() {
        for (text, taken, parts) in [
            ("0.77", 2, 2),
            ("4.3", 1, 2),
            ("0.3F", 2, 3),
            ("0.0", 0, 1),
            ("0.1", 1, 1),
            ("0.3!", 1, 1),
            ("0.00G", 3, 4),
            ("0.{0,9}", 1, 9),
            ("C.1", 1, 3),
            ("S{1,3,4}", 4, 1),
        ] {
            let bounds = CodeBounds { taken, parts };
            assert_eq!(game(text).bounds(), Some(bounds), "{text}");
        }
        for text in [
            "4!.0",
            "0.77!",
            "0.7?",
            "0.4=",
            "0.77{2,3!}",
            "0.[3]",
            "0.7[7]",
            "0.*",
            "0.{2+}",
            "80.0",
            "all-but{2}",
            "subtract-a-square",
            "subtract-a-divisor",
            "T{1,2}",
            "ruler",
        ] {
            assert_eq!(game(text).bounds(), None, "{text}");
        }
    }

    #[test]
    fn too_many_moves_are_a_limit() {
        let e = game("0.{7}").runs(500).unwrap_err();
        assert!(e.is_limit());
        assert_eq!(
            e.to_string(),
            "heap 500 of 0.{7} has more than 1000000 moves that must be listed one by one"
        );
        assert!(game("T{1-9}").runs(60).unwrap_err().is_limit());
        assert!(game("80.0").runs(u32::MAX).unwrap_err().is_limit());
    }

    #[test]
    fn bad_codes_are_named() {
        for bad in ["", "77", "1.7", "0..7", "0.7$", "12.3", "0.7 7", "é.7"] {
            assert!(bad.parse::<HeapGame>().unwrap_err().is_input(), "{bad}");
        }
        assert_eq!(game(".770").name(), "0.77");
        assert_eq!(game("0.3f").name(), "0.3F");
    }
}
