//! Kings in the dirt: place one of your kings that are still in hand, or move a king one step, which leaves its old cell dirty.

use crate::Visitor;
use bouton_rules::board::{Cell, Grid, Letters, Reach, Scene, least_d4};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short, lesser};

/// The ruleset.
///
/// ```
/// use bouton_games::king_and_dirt::KingAndDirt;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = KingAndDirt { must_place: false };
/// let moves = game.moves(Player::Left, &game.parse("1,0:x.").unwrap()).unwrap();
/// assert_eq!(moves.iter().map(|m| game.show(m)).collect::<Vec<_>>(), ["0,0:xx", "0,0:#x"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct KingAndDirt {
    /// Must a player place kings as long as some are in hand?
    pub must_place: bool,
}

/// A board and the kings in hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kings {
    /// Left's and Right's kings in hand.
    pub hands: [u32; 2],
    /// Free cells, kings, dirty cells.
    pub board: Grid,
}

impl Kings {
    /// Kings in hand that no free cell is there for do not count.
    fn of(mut hands: [u32; 2], board: Grid) -> Kings {
        let free = board.count(Cell::Free) as u32;
        hands = hands.map(|hand| hand.min(free));
        Kings { hands, board }
    }
}

impl Ruleset for KingAndDirt {
    type Position = Kings;

    fn info(&self) -> Info {
        let (name, order) = match self.must_place {
            true => (
                "king-and-dirt-placing",
                "Place one of your kings in hand on a free cell; with none in hand, ",
            ),
            false => (
                "king-and-dirt",
                "Place one of your kings in hand on a free cell, or ",
            ),
        };
        Info {
            name: name.into(),
            rules: format!("{order}move a king of yours to a free cell beside it, in any of eight directions; its old cell is dirty."),
            notation: "kings in hand of Left and Right, then rows of `.`, `x` (Left), `o` (Right) and `#` (dirty), as in 1,2:.x.|..o"
                .into(),
            theorem: None,
            source: Some("Folkersen, Müller and Du 2024".into()),
            examples: ["1,1:..|..", "0,0:x..|..o", "1,0:.#|.o"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Kings> {
        let (hands, board) = match text.trim().split_once(':') {
            Some(parts) => parts,
            None => {
                let form = "1,1:4x4, with the kings in hand";
                let board = Grid::parse_with_start(text, Letters::ALL, |_| None, form)?;
                return Ok(Kings::of([0, 0], board));
            }
        };
        let hand = |part: Option<&str>| part.and_then(|p| p.trim().parse::<u32>().ok());
        let mut parts = hands.split(',');
        let (Some(left), Some(right), None) =
            (hand(parts.next()), hand(parts.next()), parts.next())
        else {
            return Err(Error::input(format!(
                "position `{}`: `{}` are not the kings in hand of Left and Right; write for example 1,2:.x.|..o",
                shorten(text),
                shorten(hands)
            )));
        };
        Ok(Kings::of([left, right], Grid::parse(board, Letters::ALL)?))
    }

    fn show(&self, pos: &Kings) -> String {
        let [left, right] = pos.hands;
        format!("{left},{right}:{}", pos.board.show(Letters::ALL))
    }

    fn size(&self, pos: &Kings) -> usize {
        pos.board.count(Cell::Free)
    }

    fn split(&self, pos: &Kings) -> Vec<Kings> {
        if pos.hands != [0, 0] {
            return vec![pos.clone()];
        }
        let mut parts = pos
            .board
            .parts(Reach::King, |c| c != Cell::Block, Cell::Block, 2);
        let dead = |part: &Grid| {
            let free = part.count(Cell::Free);
            free == 0 || part.count(Cell::Left) + part.count(Cell::Right) == 0
        };
        parts.retain(|part| !dead(part));
        parts
            .into_iter()
            .map(|board| Kings {
                hands: [0, 0],
                board,
            })
            .collect()
    }

    fn join(&self, parts: &[Kings]) -> Option<Kings> {
        match parts {
            [one] => Some(one.clone()),
            _ if parts.iter().any(|part| part.hands != [0, 0]) => None,
            _ => {
                let boards: Vec<Grid> = parts.iter().map(|part| part.board.clone()).collect();
                Some(Kings {
                    hands: [0, 0],
                    board: Grid::row_of(&boards, Cell::Block).ok()?,
                })
            }
        }
    }

    fn canon(&self, pos: Kings) -> Kings {
        Kings {
            board: least_d4(&pos.board),
            ..pos
        }
    }

    fn draw(&self, pos: &Kings) -> Scene {
        Scene::of_grid(&pos.board, Letters::ALL)
    }

    fn owned_bytes(&self, pos: &Kings) -> usize {
        pos.board.owned_bytes()
    }
}

impl Partizan for KingAndDirt {
    fn moves(&self, who: Player, pos: &Kings) -> Result<Vec<Kings>> {
        let (mine, hand) = (Cell::stone(who), who as usize);
        let mut moves = Vec::new();
        if pos.hands[hand] > 0 {
            let mut hands = pos.hands;
            hands[hand] -= 1;
            for cell in pos.board.cells(Cell::Free) {
                moves.push(Kings::of(hands, pos.board.with(&[(cell, mine)])));
            }
            if self.must_place {
                return Ok(moves);
            }
        }
        for from in pos.board.cells(mine) {
            for (rows, cols) in (-1..=1).flat_map(|r| (-1..=1).map(move |c| (r, c))) {
                let to = pos.board.beside(from, rows, cols);
                if let Some(to) = to.filter(|&to| pos.board.at(to) == Cell::Free) {
                    let board = pos.board.with(&[(from, Cell::Block), (to, mine)]);
                    moves.push(Kings::of(pos.hands, board));
                }
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, pos: Kings) -> (Kings, bool) {
        let [left, right] = pos.hands;
        let other = self.canon(Kings {
            hands: [right, left],
            board: pos.board.colours_swapped(),
        });
        let same = self.canon(pos);
        lesser(same, other)
    }
}

impl Short for KingAndDirt {
    /// Every move takes a free cell.
    fn rank(&self, pos: &Kings) -> Rank {
        vec![pos.board.count(Cell::Free).into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for must_place in [false, true] {
        v.partizan(KingAndDirt { must_place });
    }
}
