//! Cram boards packed in words: sets of free cells, the same for all images of a part under the symmetries of the square.
//!
//! The longer side runs downwards: bit `r * stride + c` stands for row `r`, column `c`, and a part lies in the corner, at least
//! as high as wide, so that every part of the board fits in the word that holds the board.

use bouton_rules::board::{Cell, Grid};
use bouton_rules::{PackedParts, Word};

/// Bits of a row at most: more only make a table longer.
const WIDEST: u32 = 8;

/// Parts of one board.
pub(crate) struct CramBoard {
    sides: (u32, u32),
    /// Bits of a row.
    stride: u32,
    /// The first column.
    edge: u64,
    /// The row of each bit.
    row_of: [u8; 64],
    /// Columns that change places in a mirror image: the left one, and how far away the right one is.
    mirrored: Vec<(u64, u32)>,
    /// The column in the middle, if there is one.
    middle: u64,
    /// A row as a column.
    upright: Vec<u64>,
}

impl CramBoard {
    /// The board of a position of at most 64 cells.
    pub fn new(grid: &Grid) -> Option<CramBoard> {
        let (rows, cols) = (grid.rows() as u32, grid.cols() as u32);
        let (long, short) = (rows.max(cols), rows.min(cols));
        if grid.area() > 64 || short == 0 {
            return None;
        }
        let stride = (64 / long).min(WIDEST);
        let column = |c: u32| (0..64 / stride).map(|r| 1 << (r * stride + c)).sum::<u64>();
        let pairs = (0..stride / 2).map(|c| (column(c), stride - 1 - 2 * c));
        Some(CramBoard {
            sides: (rows, cols),
            stride,
            edge: column(0),
            row_of: std::array::from_fn(|bit| (bit as u32 / stride) as u8),
            mirrored: pairs.collect(),
            middle: if stride % 2 == 1 {
                column(stride / 2)
            } else {
                0
            },
            upright: (0..1u64 << stride)
                .map(|row| row.members().map(|c| 1u64 << (c * stride)).sum())
                .collect(),
        })
    }

    fn west(&self, cells: u64) -> u64 {
        (cells & !self.edge) >> 1
    }

    fn east(&self, cells: u64) -> u64 {
        cells << 1 & !self.edge
    }

    fn beside(&self, cells: u64) -> u64 {
        self.west(cells) | self.east(cells) | cells >> self.stride | cells << self.stride
    }

    /// A set without cells that add nothing to its nimber.
    ///
    /// Call a cell with one neighbour a leaf, and its neighbour a star. To take a star with one of its leaves or with another
    /// is the same; so a star needs only one. A cell all of whose neighbours are stars is no better than their leaves: taken
    /// with a star, it leaves what that star and its leaf leave, but for a cell that again has only stars around it.
    fn reduced(&self, cells: u64) -> u64 {
        let (north, south) = (cells << self.stride, cells >> self.stride);
        let (west, east) = (self.east(cells), self.west(cells));
        let two = north & south | east & west | (north | south) & (east | west);
        let leaves = cells & (north ^ south ^ east ^ west) & !two;
        let mut rest = cells;
        let mut stars = cells & leaves << self.stride;
        let star = cells & self.east(leaves);
        rest &= !self.west(stars & star);
        stars |= star;
        let star = cells & leaves >> self.stride;
        rest &= !((stars & star) << self.stride);
        stars |= star;
        let star = cells & self.west(leaves);
        rest &= !self.east(stars & star);
        stars |= star;
        let others = cells & !(leaves | stars);
        rest & !(others & !self.beside(cells & !stars))
    }

    /// A part moved to the corner, its height and its width.
    #[inline]
    fn corner(&self, part: u64) -> (u64, u32, u32) {
        let top = u32::from(self.row_of[part.trailing_zeros() as usize]);
        let mut row = part;
        let mut fold = self.stride;
        while fold < 64 {
            row |= row >> fold;
            fold *= 2;
        }
        row &= (1 << self.stride) - 1;
        let left = row.trailing_zeros();
        let part = part >> (top * self.stride + left);
        let high = u32::from(self.row_of[63 - part.leading_zeros() as usize]) + 1;
        (part, high, 64 - row.leading_zeros() - left)
    }

    /// Half a turn of a part in the corner.
    #[inline]
    fn half_turn(&self, part: u64, high: u32, wide: u32) -> u64 {
        part.reverse_bits() >> (64 - (high - 1) * self.stride - wide)
    }

    #[inline]
    fn mirror(&self, part: u64, wide: u32) -> u64 {
        let swapped =
            |image, &(left, by): &(u64, u32)| image | (part & left) << by | part >> by & left;
        self.mirrored.iter().fold(part & self.middle, swapped) >> (self.stride - wide)
    }

    /// Rows become columns.
    fn transposed(&self, part: u64, high: u32) -> u64 {
        if self.stride == 8 {
            return transposed_bytes(part);
        }
        let row = |r| part >> (r * self.stride) & ((1 << self.stride) - 1);
        (0..high).fold(0, |set, r| set | self.upright[row(r) as usize] << r)
    }

    /// The least image by reflections of a part in the corner.
    #[inline]
    fn least(&self, part: u64, high: u32, wide: u32) -> u64 {
        if self.stride == 8 {
            let [mirror, flipped, turned] = byte_images(part, high, wide);
            return part.min(mirror).min(flipped.min(turned));
        }
        let mirror = self.mirror(part, wide);
        let turned = self
            .half_turn(part, high, wide)
            .min(self.half_turn(mirror, high, wide));
        part.min(mirror).min(turned)
    }

    /// The least image of a part, at least as high as wide.
    fn canon(&self, part: u64) -> u64 {
        let (part, high, wide) = self.corner(part);
        if high > wide {
            return self.least(part, high, wide);
        }
        let turned = self.least(self.transposed(part, high), wide, high);
        if high < wide {
            return turned;
        }
        turned.min(self.least(part, high, wide))
    }

    /// The dominoes that fit in a set: the upper cells of the upright ones, the left cells of the lying ones.
    fn dominoes(&self, cells: u64) -> [(u64, u32); 2] {
        [
            (cells & cells >> self.stride, self.stride),
            (cells & self.west(cells), 1),
        ]
    }
}

/// The mirror images of a part in the corner whose rows are bytes, and its half turn.
#[inline]
fn byte_images(part: u64, high: u32, wide: u32) -> [u64; 3] {
    let (below, beside) = (64 - 8 * high, 8 - wide);
    let flipped = part.swap_bytes() >> below;
    let reversed = part.reverse_bits();
    [
        reversed.swap_bytes() >> beside,
        flipped,
        reversed >> below >> beside,
    ]
}

/// Rows that are bytes become columns: blocks of cells on either side of the diagonal change places, of 1 cell, of 2 x 2 and of
/// 4 x 4.
#[inline]
fn transposed_bytes(part: u64) -> u64 {
    let blocks = [
        (7, 0x00AA_00AA_00AA_00AA),
        (14, 0x0000_CCCC_0000_CCCC),
        (28, 0x0000_0000_F0F0_F0F0),
    ];
    blocks.into_iter().fold(part, |part, (by, right)| {
        let differ = (part ^ part >> by) & right;
        part ^ differ ^ differ << by
    })
}

impl PackedParts<Grid> for CramBoard {
    fn pack(&self, pos: &Grid) -> Option<u64> {
        let sides = (pos.rows() as u32, pos.cols() as u32);
        let lying = sides.0 < sides.1;
        let cell = |cell: usize| {
            let (r, c) = ((cell / pos.cols()) as u32, (cell % pos.cols()) as u32);
            let (r, c) = if lying { (c, r) } else { (r, c) };
            1u64 << (r * self.stride + c)
        };
        let fits = sides == self.sides || sides == (self.sides.1, self.sides.0);
        fits.then(|| pos.cells(Cell::Free).into_iter().map(cell).sum())
    }

    fn parts(&self, pos: u64, parts: &mut Vec<u64>) {
        let mut rest = self.reduced(pos);
        rest &= self.beside(rest);
        while rest != 0 {
            let mut part = rest.lowest();
            loop {
                let next = (part | self.beside(part)) & rest;
                if next == part {
                    break;
                }
                part = next;
            }
            rest ^= part;
            parts.push(self.canon(part));
        }
    }

    fn options(&self, pos: u64, options: &mut Vec<u64>) {
        for (starts, step) in self.dominoes(pos) {
            options.extend(starts.members().map(|at| pos & !((1 | 1 << step) << at)));
        }
    }

    fn size(&self, part: u64) -> u32 {
        // Parts with few moves are solved sooner.
        let [upright, lying] = self.dominoes(part).map(|(starts, _)| starts.count_ones());
        2 * part.count_ones() + upright + lying
    }

    fn nimber(&self, part: u64) -> Option<u64> {
        // Who may copy moves through the centre wins: the theorem of the ruleset.
        let (part, high, wide) = self.corner(part);
        let middle = part >> (high / 2 * self.stride + wide / 2) & 1;
        let closed = high.is_multiple_of(2) && wide.is_multiple_of(2) || middle == 0;
        (closed && self.half_turn(part, high, wide) == part).then_some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cram::Cram;
    use bouton_rules::{Impartial, Ruleset};
    use std::collections::HashMap;

    /// Boards with rows of 8, 8, 7, 7, 8, 5, 6 and 2 bits.
    const SIDES: [(u32, u32); 8] = [
        (4, 5),
        (8, 8),
        (5, 9),
        (9, 5),
        (3, 3),
        (2, 11),
        (6, 10),
        (2, 32),
    ];

    /// The nimber of a set from the definition, parts and symmetries not used.
    fn plain(board: &CramBoard, cells: u64, known: &mut HashMap<u64, u64>) -> u64 {
        if let Some(&nimber) = known.get(&cells) {
            return nimber;
        }
        let mut options = Vec::new();
        board.options(cells, &mut options);
        let had: Vec<u64> = options
            .into_iter()
            .map(|option| plain(board, option, known))
            .collect();
        let nimber = (0..).find(|n| !had.contains(n)).unwrap();
        known.insert(cells, nimber);
        nimber
    }

    #[test]
    fn options_are_those_of_the_grid() {
        let mut random = fastrand::Rng::with_seed(6);
        for round in 0..400 {
            let (rows, cols) = SIDES[round % SIDES.len()];
            let grid = Grid::from_words(rows, cols, [random.u64(..) & random.u64(..); 2]);
            let board = CramBoard::new(&grid).unwrap();
            let pack = |grid: &Grid| board.pack(grid).unwrap();
            let mut listed: Vec<u64> = Cram.options(&grid).unwrap().iter().map(pack).collect();
            let mut found = Vec::new();
            board.options(pack(&grid), &mut found);
            listed.sort_unstable();
            found.sort_unstable();
            assert_eq!(listed, found);
        }
    }

    #[test]
    fn parts_have_the_nimber_of_the_whole() {
        let mut random = fastrand::Rng::with_seed(7);
        let (mut smaller, mut theorems, mut met) = (0, 0, [0; 4]);
        for round in 0..800 {
            let (rows, cols) = SIDES[round % SIDES.len()];
            // A board of many cells is mostly filled.
            let mut filled = random.u64(..);
            if rows * cols > 20 {
                filled |= random.u64(..) & random.u64(..) | random.u64(..) & 0x1111_1111_1111_1111;
            }
            let grid = Grid::from_words(rows, cols, [filled; 2]);
            let board = CramBoard::new(&grid).unwrap();
            let cells = board.pack(&grid).unwrap();
            let known = &mut HashMap::new();
            let whole = plain(&board, cells, known);
            assert_eq!(plain(&board, board.reduced(cells), known), whole);
            let mut parts = Vec::new();
            board.parts(cells, &mut parts);
            let mut sum = 0;
            for &part in &parts {
                let nimber = plain(&board, part, known);
                sum ^= nimber;
                if let Some(theorem) = board.nimber(part) {
                    assert_eq!(theorem, nimber);
                    theorems += 1;
                }
            }
            assert_eq!(sum, whole, "{}", Cram.show(&grid));
            let lone = cells & !board.beside(cells);
            smaller += usize::from(board.reduced(cells) != cells & !lone);
            met[whole.min(3) as usize] += 1;
        }
        assert!(smaller > 400 && theorems > 5, "{smaller} {theorems}");
        assert!(met.iter().all(|&n| n > 50), "{met:?}");
    }

    #[test]
    fn parts_are_the_same_if_they_are_images() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut seen = 0;
        for (rows, cols) in SIDES {
            let mut packed = HashMap::new();
            let mut grids = HashMap::new();
            for _ in 0..200 {
                let grid = Grid::from_words(rows, cols, [random.u64(..) & random.u64(..); 2]);
                let board = CramBoard::new(&grid).unwrap();
                for part in Cram.split(&grid) {
                    let upright = part.rows() >= part.cols();
                    let bit = |cell: usize| {
                        let (r, c) = (cell / part.cols(), cell % part.cols());
                        let (r, c) = if upright { (r, c) } else { (c, r) };
                        1u64 << (r as u32 * board.stride + c as u32)
                    };
                    let cells = part.cells(Cell::Free).into_iter().map(bit).sum();
                    let canon = board.canon(cells);
                    assert_eq!(board.canon(canon), canon);
                    let image = Cram.canon_part(part);
                    assert_eq!(*packed.entry(image.clone()).or_insert(canon), canon);
                    assert_eq!(*grids.entry(canon).or_insert(image.clone()), image);
                    // The theorem of the ruleset is seen in the packed part.
                    let theorem = Cram.known(&image, Default::default());
                    let zero = theorem.is_some_and(|known| known.grundy.is_some());
                    assert_eq!(board.nimber(canon).is_some(), zero);
                    seen += 1;
                }
            }
        }
        assert!(seen > 1000, "{seen}");
    }

    #[test]
    fn images_of_rows_of_bytes_are_those_of_any_rows() {
        let board = CramBoard::new(&Cram.parse("8x8").unwrap()).unwrap();
        assert_eq!(board.stride, 8);
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..2000 {
            let keep = u64::MAX >> random.u32(0..60);
            let (part, high, wide) = board.corner(random.u64(..) & random.u64(..) & keep | 1);
            let mirror = board.mirror(part, wide);
            let turned = board.half_turn(part, high, wide);
            let flipped = board.half_turn(mirror, high, wide);
            assert_eq!(byte_images(part, high, wide), [mirror, flipped, turned]);
            let rows = (0..8).map(|r| (part >> (8 * r) & 0xFF) as usize);
            let upright = rows
                .enumerate()
                .fold(0, |set, (r, row)| set | board.upright[row] << r);
            assert_eq!(transposed_bytes(part), upright);
        }
    }
}
