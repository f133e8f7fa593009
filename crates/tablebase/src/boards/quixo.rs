//! Quixo: cubes of the border are taken out and pushed in again; a full line wins.
//!
//! A cube of the border that is blank or one's own is taken out, marked, and pushed back in from another end of its row or column.
//! A row, column or diagonal of one mark wins for its owner; the opponent's counts first. Marks never become fewer, and a move takes
//! either a blank (one mark more) or one's own: so the number of marks of each player, in either order, is the tier.

use super::pairs::{Pairs, Sizes};
use crate::{End, Indexed, Named, Title};
use bouton_core::{Error, Player, Result};

/// The cubes of the player to move and of the other, a bit a cube, by rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cubes {
    /// Marked by the player to move.
    pub own: u32,
    /// Marked by the other player.
    pub other: u32,
}

/// One way to take a cube out and push it back.
#[derive(Clone, Copy, Debug)]
struct Push {
    /// The cube that is taken.
    taken: u32,
    /// The cells from there to the end where it comes in.
    line: u32,
    /// The end.
    end: u32,
    /// Distance of neighbours in the line; the end has the larger numbers if `up`.
    step: u32,
    up: bool,
}

impl Push {
    /// The set after the push, without the cube that comes in.
    #[inline]
    fn shifted(self, set: u32) -> u32 {
        let rest = set & (self.line & !self.taken);
        let moved = if self.up {
            rest >> self.step
        } else {
            rest << self.step
        };
        set & !self.line | moved
    }

    /// The set before the push, without the cube that was taken.
    #[inline]
    fn taken_back(self, set: u32) -> u32 {
        let rest = set & (self.line & !self.end);
        let moved = if self.up {
            rest << self.step
        } else {
            rest >> self.step
        };
        set & !self.line | moved
    }
}

/// Quixo on a square board.
pub struct Quixo {
    side: u32,
    lines: Vec<u32>,
    pushes: Vec<Push>,
    pairs: Pairs,
    /// By tier: the smaller and the larger number of marks.
    tiers: Vec<(u32, u32)>,
    /// By marks of the player to move and of the other.
    parts: Vec<Part>,
}

/// The positions with given numbers of marks.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    tier: u32,
    /// Numbers of the tier before this part.
    before: u64,
    /// How many it has.
    count: u64,
    /// The set of the player to move comes first.
    own_first: bool,
    sizes: Sizes,
}

impl Quixo {
    /// The board of `side` x `side` cubes, from 3 to 5. Time and memory for the tables of the index: 6 MB at side 4.
    pub fn new(side: u32) -> Result<Quixo> {
        if !(2..=4).contains(&side) {
            return Err(Error::input(format!(
                "quixo:{side}: the side is from 2 to 4 (5 would be 847,288,609,443 positions for each player)"
            )));
        }
        let cells = side * side;
        let at = |row: u32, column: u32| 1u32 << (row * side + column);
        let mut lines = Vec::new();
        for i in 0..side {
            lines.push((0..side).fold(0, |l, j| l | at(i, j)));
            lines.push((0..side).fold(0, |l, j| l | at(j, i)));
        }
        lines.push((0..side).fold(0, |l, j| l | at(j, j)));
        lines.push((0..side).fold(0, |l, j| l | at(j, side - 1 - j)));
        let mut pushes = Vec::new();
        let border = |i: u32| i == 0 || i + 1 == side;
        for row in 0..side {
            for column in (0..side).filter(|&c| border(row) || border(c)) {
                for end in [0, side - 1] {
                    if end != column {
                        let between = column.min(end)..=column.max(end);
                        pushes.push(Push {
                            taken: at(row, column),
                            line: between.fold(0, |l, c| l | at(row, c)),
                            end: at(row, end),
                            step: 1,
                            up: end > column,
                        });
                    }
                    if end != row {
                        let between = row.min(end)..=row.max(end);
                        pushes.push(Push {
                            taken: at(row, column),
                            line: between.fold(0, |l, r| l | at(r, column)),
                            end: at(end, column),
                            step: side,
                            up: end > row,
                        });
                    }
                }
            }
        }
        let turns: [Turn; 8] = [
            |_, r, c| (r, c),
            |n, r, c| (c, n - r),
            |n, r, c| (n - r, n - c),
            |n, r, c| (n - c, r),
            |n, r, c| (r, n - c),
            |n, r, c| (n - r, c),
            |_, r, c| (c, r),
            |n, r, c| (n - c, n - r),
        ];
        let symmetries: Vec<Vec<u8>> = turns
            .iter()
            .map(|turn| {
                (0..cells)
                    .map(|cell| {
                        let (r, c) = turn(side - 1, cell / side, cell % side);
                        (r * side + c) as u8
                    })
                    .collect()
            })
            .collect();
        let mut tiers = Vec::new();
        let mut sizes = Vec::new();
        for marks in (0..=cells).rev() {
            for few in 0..=marks / 2 {
                let many = marks - few;
                tiers.push((few, many));
                sizes.push(sizes_of(cells, few, many));
                sizes.push(sizes_of(cells, many, few));
            }
        }
        let pairs = Pairs::new(cells, &symmetries, &sizes);
        let mut parts = vec![Part::default(); 1 << 10];
        for (tier, &(few, many)) in (0..).zip(&tiers) {
            let mut before = 0;
            for (own, other) in [(few, many), (many, few)]
                .into_iter()
                .take(1 + usize::from(few != many))
            {
                let sizes = sizes_of(cells, own, other);
                let count = pairs.count(sizes);
                parts[place(own, other)] = Part {
                    tier,
                    before,
                    count,
                    own_first: own_first(cells, own, other),
                    sizes,
                };
                before += count;
            }
        }
        Ok(Quixo {
            side,
            lines,
            pushes,
            pairs,
            tiers,
            parts,
        })
    }

    /// The empty board.
    pub fn start(&self) -> Cubes {
        Cubes { own: 0, other: 0 }
    }

    /// Cubes in a row.
    pub fn side(&self) -> u32 {
        self.side
    }

    #[inline]
    fn line(&self, set: u32) -> bool {
        self.lines.iter().any(|&l| !set & l == 0)
    }

    #[inline]
    fn part(&self, own: u32, other: u32) -> &Part {
        &self.parts[place(own, other)]
    }
}

/// The image of a row and a column under a symmetry, on a board whose last row has this number.
type Turn = fn(u32, u32, u32) -> (u32, u32);

/// Numbers of marks as one number.
#[inline]
fn place(own: u32, other: u32) -> usize {
    (own << 5 | other) as usize
}

/// The set that is replaced by a representative comes first: the one whose size is nearest to half the board has the fewest
/// symmetries of its own, and so the fewest holes.
fn own_first(cells: u32, own: u32, other: u32) -> bool {
    (2 * own).abs_diff(cells) <= (2 * other).abs_diff(cells)
}

fn sizes_of(cells: u32, own: u32, other: u32) -> Sizes {
    match own_first(cells, own, other) {
        true => Sizes {
            first: own,
            second: other,
        },
        false => Sizes {
            first: other,
            second: own,
        },
    }
}

impl Indexed for Quixo {
    type Position = Cubes;

    fn tiers(&self) -> u32 {
        self.tiers.len() as u32
    }

    fn count(&self, tier: u32) -> u64 {
        let (few, many) = self.tiers[tier as usize];
        let one = self.part(few, many).count;
        if few == many {
            one
        } else {
            one + self.part(many, few).count
        }
    }

    fn below(&self, tier: u32) -> Vec<u32> {
        let (few, many) = self.tiers[tier as usize];
        if few + many == self.pairs.cells() {
            return Vec::new();
        }
        let mut below = vec![self.part(few, many + 1).tier, self.part(few + 1, many).tier];
        below.sort_unstable();
        below.dedup();
        below
    }

    #[inline]
    fn position(&self, tier: u32, index: u64) -> Cubes {
        let (few, many) = self.tiers[tier as usize];
        let mut part = self.part(few, many);
        if index >= part.count {
            part = self.part(many, few);
        }
        let (first, second) = self.pairs.pair(part.sizes, index - part.before);
        match part.own_first {
            true => Cubes {
                own: first,
                other: second,
            },
            false => Cubes {
                own: second,
                other: first,
            },
        }
    }

    #[inline]
    fn index(&self, pos: &Cubes) -> (u32, u64) {
        let part = self.part(pos.own.count_ones(), pos.other.count_ones());
        let index = match part.own_first {
            true => self.pairs.index(part.sizes, pos.own, pos.other),
            false => self.pairs.index(part.sizes, pos.other, pos.own),
        };
        (part.tier, part.before + index)
    }

    fn weight(&self, tier: u32, index: u64) -> u64 {
        let pos = self.position(tier, index);
        match self.index(&pos) == (tier, index) {
            true => match own_first(
                self.pairs.cells(),
                pos.own.count_ones(),
                pos.other.count_ones(),
            ) {
                true => self.pairs.orbit_size(pos.own, pos.other),
                false => self.pairs.orbit_size(pos.other, pos.own),
            },
            false => 0,
        }
    }

    #[inline]
    fn end(&self, pos: &Cubes) -> Option<End> {
        if self.line(pos.own) {
            Some(End::Win)
        } else if self.line(pos.other) {
            Some(End::Lose)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, pos: &Cubes, out: &mut Vec<Cubes>) {
        for push in &self.pushes {
            if pos.other & push.taken == 0 {
                out.push(Cubes {
                    own: push.shifted(pos.other),
                    other: push.shifted(pos.own) | push.end,
                });
            }
        }
    }

    #[inline]
    fn sources(&self, pos: &Cubes, out: &mut Vec<Cubes>) {
        for push in &self.pushes {
            if pos.other & push.end != 0 {
                out.push(Cubes {
                    own: push.taken_back(pos.other) | push.taken,
                    other: push.taken_back(pos.own),
                });
            }
        }
    }
}

impl Named for Quixo {
    fn title(&self) -> Title {
        Title {
            game: format!("quixo:{}", self.side),
            position: String::new(),
            play: "normal".into(),
            relative: true,
            rules: String::new(),
        }
    }

    /// Rows by `|`: `.` blank, `x` Left's, `o` Right's; `4x4` or `start` is the empty board.
    fn parse(&self, text: &str, to_move: Player) -> Result<Cubes> {
        let side = self.side as usize;
        if text == "start" || text == format!("{side}x{side}") {
            return Ok(self.start());
        }
        let wrong = |why: String| {
            Error::input(format!(
                "`{text}`: {why}; write rows such as {}",
                vec!["x.o.".get(..side).unwrap_or("x.o."); side].join("|")
            ))
        };
        let rows: Vec<&str> = text.split('|').collect();
        if rows.len() != side {
            return Err(wrong(format!(
                "a board of {side} rows has {} here",
                rows.len()
            )));
        }
        let (mut left, mut right) = (0, 0);
        for (r, row) in rows.iter().enumerate() {
            if row.chars().count() != side {
                return Err(wrong(format!(
                    "row {} has {} cubes, not {side}",
                    r + 1,
                    row.chars().count()
                )));
            }
            for (c, cube) in row.chars().enumerate() {
                match cube {
                    '.' => {}
                    'x' => left |= 1 << (r * side + c),
                    'o' => right |= 1 << (r * side + c),
                    other => {
                        return Err(wrong(format!(
                            "`{other}` in row {} is not `.`, `x` or `o`",
                            r + 1
                        )));
                    }
                }
            }
        }
        Ok(match to_move {
            Player::Left => Cubes {
                own: left,
                other: right,
            },
            Player::Right => Cubes {
                own: right,
                other: left,
            },
        })
    }

    fn show(&self, pos: &Cubes, to_move: Player) -> String {
        let (left, right) = match to_move {
            Player::Left => (pos.own, pos.other),
            Player::Right => (pos.other, pos.own),
        };
        let mut out = String::new();
        for cell in 0..self.pairs.cells() {
            if cell > 0 && cell % self.side == 0 {
                out.push('|');
            }
            out.push(match (left >> cell & 1, right >> cell & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '.',
            });
        }
        out
    }
}
