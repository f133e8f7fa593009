//! Toads and Frogs, Elephants and Rhinos: animals that step towards each other on a strip and may jump.

mod droves;
mod walls;

use crate::Visitor;
use bouton_rules::board::{Cell, Grid, Letters, Scene, V4, members};
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short};

const LETTERS: Letters = Letters(&[
    (Cell::Free, "."),
    (Cell::Left, "tTxX"),
    (Cell::Right, "fFoO"),
]);

/// The ruleset.
///
/// ```
/// use bouton_games::toads_and_frogs::ToadsAndFrogs;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = ToadsAndFrogs { most_jumped: 1 };
/// let strip = game.parse("tf.").unwrap();
/// let moves = game.moves(Player::Left, &strip).unwrap();
/// assert_eq!(moves.iter().map(|m| game.show(m)).collect::<Vec<_>>(), [".ft"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ToadsAndFrogs {
    /// The most opponents in a row that one jump passes: 1 in Toads and Frogs, 0 in Elephants and Rhinos.
    pub most_jumped: usize,
}

impl ToadsAndFrogs {
    /// The moves on a strip of at most 64 places.
    fn moves_by_word(
        &self,
        who: Player,
        pos: &Grid,
        [toads, frogs]: [u64; 2],
        moves: &mut Vec<Grid>,
    ) {
        let all = u64::MAX.checked_shr(64 - pos.cols() as u32).unwrap_or(0);
        let mut ahead = all & !(toads | frogs);
        for jumped in 0..=self.most_jumped {
            // Cells whose way to a free place leads over `jumped` opponents.
            ahead = if who == Player::Left {
                ahead >> 1
            } else {
                ahead << 1 & all
            };
            let (mine, theirs) = if who == Player::Left {
                (toads, frogs)
            } else {
                (frogs, toads)
            };
            for from in members(mine & ahead) {
                let from_bit = 1u64 << from;
                let step = jumped + 1;
                moves.push(match who {
                    Player::Left => pos.replaced([toads & !from_bit | from_bit << step, frogs]),
                    Player::Right => pos.replaced([toads, frogs & !from_bit | from_bit >> step]),
                });
            }
            ahead &= theirs;
        }
    }

    /// The moves on a strip of any length.
    fn moves_by_cell(&self, who: Player, pos: &Grid) -> Vec<Grid> {
        let n = pos.cols();
        let (mine, theirs) = (Cell::stone(who), Cell::stone(who.other()));
        let ahead = |i: usize, d: usize| match who {
            Player::Left => Some(i + d).filter(|&j| j < n),
            Player::Right => i.checked_sub(d),
        };
        let mut moves = Vec::new();
        for i in 0..n {
            if pos.at(i) != mine {
                continue;
            }
            for jumped in 0..=self.most_jumped {
                let Some(to) = ahead(i, jumped + 1) else {
                    break;
                };
                match pos.at(to) {
                    Cell::Free => {
                        moves.push(pos.with(&[(i, Cell::Free), (to, mine)]));
                        break;
                    }
                    cell if cell == theirs => {}
                    _ => break,
                }
            }
        }
        moves
    }
}

impl Ruleset for ToadsAndFrogs {
    type Position = Grid;

    fn info(&self) -> Info {
        let (name, rules) = match self.most_jumped {
            0 => (
                "elephants-and-rhinos".to_string(),
                "Elephants (Left) step one place right, rhinos (Right) one place left, into a free place.".to_string(),
            ),
            1 => (
                "toads-and-frogs".into(),
                "Toads (Left) step right, frogs (Right) left, into a free place, or jump over one opponent into one.".into(),
            ),
            k => (
                format!("toads-and-frogs-{k}"),
                format!("Toads (Left) step right, frogs (Right) left, or jump over up to {k} opponents in a row."),
            ),
        };
        Info {
            name,
            rules,
            notation: "a strip of `.`, `t` (Left) and `f` (Right)".into(),
            theorem: None,
            source: Some("winningways".into()),
            examples: ["t.f", "tt..ff", "t.tf.f", ".tf.t.f."]
                .map(String::from)
                .into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse_strip(text, LETTERS)
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(LETTERS)
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.cols()
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        let mut parts = Vec::new();
        self.split_into(pos, &mut parts);
        parts
    }

    fn split_into(&self, pos: &Grid, parts: &mut Vec<Grid>) {
        if self.most_jumped == 0 {
            let droves = droves::droves(pos);
            if droves.len() > 1 {
                for drove in droves {
                    let cells: Vec<usize> = drove.collect();
                    self.split_into(&pos.cut(&cells, Cell::Free), parts);
                }
                return;
            }
        }
        match pos.words() {
            Some(planes) => self.parts_by_word(pos, planes, parts),
            None => parts.extend(self.parts(pos)),
        }
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, LETTERS)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Grid) -> Option<u64> {
        pos.word()
    }
}

impl Partizan for ToadsAndFrogs {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let mut moves = Vec::new();
        self.moves_into(who, pos, &mut moves)?;
        Ok(moves)
    }

    fn moves_into(&self, who: Player, pos: &Grid, moves: &mut Vec<Grid>) -> Result<()> {
        match pos.words() {
            Some(planes) => self.moves_by_word(who, pos, planes, moves),
            None => moves.extend(self.moves_by_cell(who, pos)),
        }
        Ok(())
    }

    fn integer(&self, pos: &Grid) -> Option<i64> {
        // Toads that all have passed the frogs: every free place ahead of an animal is one move.
        let [toads, frogs] = pos.words()?;
        if frogs != 0 && toads & ((1u64 << (63 - frogs.leading_zeros())) - 1) != 0 {
            return None;
        }
        let all = u64::MAX.checked_shr(64 - pos.cols() as u32).unwrap_or(0);
        let free = all & !(toads | frogs);
        let ahead = members(toads)
            .map(|i| i64::from((free >> i).count_ones()))
            .sum::<i64>();
        let behind = members(frogs)
            .map(|i| i64::from((free & ((1 << i) - 1)).count_ones()))
            .sum::<i64>();
        Some(ahead - behind)
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        // The strip turned round, with the colours exchanged, is the negative.
        if let Some(planes @ [toads, frogs]) = pos.words() {
            let turned = |cells: u64| cells.reverse_bits() >> (64 - pos.cols().max(1));
            let other = [turned(frogs), turned(toads)];
            return if other < planes {
                (pos.replaced(other), true)
            } else {
                (pos, false)
            };
        }
        let other = V4[2].apply(&pos).colours_swapped();
        if other < pos {
            (other, true)
        } else {
            (pos, false)
        }
    }
}

impl Short for ToadsAndFrogs {
    fn rank(&self, pos: &Grid) -> Rank {
        let n = pos.cols();
        let left = |i: usize| match pos.at(i) {
            Cell::Left => n - i,
            Cell::Right => i + 1,
            _ => 0,
        };
        vec![(0..n).map(left).sum::<usize>().into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for most_jumped in 0..3 {
        v.partizan(ToadsAndFrogs { most_jumped });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_cells_agree() {
        let (mut moved, mut apart) = (0, 0);
        for seed in 0..3000u64 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut pos = Grid::new(1, rng.usize(1..14)).unwrap();
            for i in 0..pos.area() {
                pos.set(i, [Cell::Free, Cell::Left, Cell::Right][rng.usize(0..3)]);
            }
            let game = ToadsAndFrogs {
                most_jumped: rng.usize(0..3),
            };
            let mut by_word = Vec::new();
            game.parts_by_word(&pos, pos.words().unwrap(), &mut by_word);
            assert_eq!(by_word, game.parts(&pos), "{pos:?}");
            let parts = game.split(&pos);
            apart += usize::from(parts.len() > 1);
            for who in Player::BOTH {
                let mut fast = game.moves(who, &pos).unwrap();
                let mut slow = game.moves_by_cell(who, &pos);
                fast.sort();
                slow.sort();
                assert_eq!(fast, slow);
                // No move is lost or added by taking apart.
                let split: usize = parts.iter().map(|p| game.moves_by_cell(who, p).len()).sum();
                assert_eq!(fast.len(), split);
                moved += fast.len();
            }
        }
        assert!(moved > 1000 && apart > 20);
    }
}
