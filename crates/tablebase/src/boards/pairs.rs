//! Numbers for two disjoint sets of cells of given sizes, one number for pairs that are equal under the board's symmetries.
//!
//! The first set is replaced by the representative of its orbit (a table by rank of the set), the second goes along and is ranked
//! among the subsets of the cells that are left. Where the first set has symmetries of its own, the least rank of the second
//! stands for all; the other ranks are holes.

/// Tables for one board of at most 25 cells with its symmetries.
pub struct Pairs {
    cells: u32,
    /// For each symmetry and each byte of a set, the image of its bits.
    images: Vec<[[u32; 256]; 4]>,
    inverse: Vec<u8>,
    /// `choose[n][k]`.
    choose: [[u64; 32]; 32],
    ranks: Ranks,
    /// By size of the first set.
    orbits: Vec<Option<Orbits>>,
    /// By cells left and size of the second set: the sets in order of rank.
    subsets: Vec<Vec<Vec<u32>>>,
    squeeze: Vec<u8>,
    spread: Vec<u8>,
    /// Bits that are not in a byte.
    free: [u8; 256],
}

/// The representatives of the sets of one size.
struct Orbits {
    /// By rank: what leads to the representative.
    of: Vec<Image>,
    /// By number: the representative.
    sets: Vec<u32>,
}

/// The way from a set to the representative of its orbit.
#[derive(Clone, Copy)]
struct Image {
    orbit: u32,
    set: u32,
    symmetry: u8,
    /// Which symmetries keep the representative, a bit each.
    keeps: u8,
}

const UNSEEN: Image = Image {
    orbit: u32::MAX,
    set: 0,
    symmetry: 0,
    keeps: 0,
};

/// Ranks of sets in the order of their numbers, from tables for two halves.
struct Ranks {
    /// By set, on small boards.
    whole: Vec<u16>,
    half: u32,
    low: Vec<u32>,
    /// By the high half and the number of bits in the low half.
    high: Vec<[u32; 17]>,
}

impl Ranks {
    fn new(cells: u32, choose: &[[u64; 32]; 32]) -> Ranks {
        let half = cells.div_ceil(2);
        // The rank of a set is the sum of choose[bit][place of the bit in the set].
        let rank = |set: u32, shift: u32, before: u32| -> u32 {
            let (mut left, mut place, mut sum) = (set, before, 0);
            while left != 0 {
                place += 1;
                sum += choose[(left.trailing_zeros() + shift) as usize][place as usize];
                left &= left - 1;
            }
            sum as u32
        };
        let size = 1u32 << half;
        Ranks {
            whole: match cells <= 16 {
                true => (0..1u32 << cells)
                    .map(|set| rank(set, 0, 0) as u16)
                    .collect(),
                false => Vec::new(),
            },
            half,
            low: (0..size).map(|set| rank(set, 0, 0)).collect(),
            high: (0..size)
                .map(|set| {
                    std::array::from_fn(|before| {
                        if before as u32 <= half && cells > half {
                            rank(set & ((1 << (cells - half)) - 1), half, before as u32)
                        } else {
                            0
                        }
                    })
                })
                .collect(),
        }
    }

    #[inline]
    fn rank(&self, set: u32) -> u32 {
        if let Some(&rank) = self.whole.get(set as usize) {
            return u32::from(rank);
        }
        let low = set & ((1 << self.half) - 1);
        self.low[low as usize] + self.high[(set >> self.half) as usize][low.count_ones() as usize]
    }
}

/// The sizes of the two sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// Cells of the first set.
    pub first: u32,
    /// Cells of the second set.
    pub second: u32,
}

impl Pairs {
    /// Tables for `cells` cells (at most 25); each symmetry says where each cell goes, and together they are a group of at most 8
    /// with the identity first. `sizes` says which sizes will be asked for.
    ///
    /// Cost: time and memory O(symmetries · subsets of the sizes asked for).
    pub fn new(cells: u32, symmetries: &[Vec<u8>], sizes: &[Sizes]) -> Pairs {
        assert!(
            cells <= 25 && symmetries.len() <= 8,
            "a board of at most 25 cells and 8 symmetries"
        );
        let mut choose = [[0u64; 32]; 32];
        for n in 0..32 {
            choose[n][0] = 1;
            for k in 1..=n {
                choose[n][k] = choose[n - 1][k - 1] + if k < n { choose[n - 1][k] } else { 0 };
            }
        }
        let images = symmetries
            .iter()
            .map(|to| {
                std::array::from_fn(|byte| {
                    std::array::from_fn(|bits| {
                        (0..8u32)
                            .filter(|b| bits >> b & 1 == 1 && byte as u32 * 8 + b < cells)
                            .fold(0, |set, b| set | 1 << to[byte * 8 + b as usize])
                    })
                })
            })
            .collect();
        let inverse = symmetries
            .iter()
            .map(|to| {
                let back =
                    |other: &Vec<u8>| (0..cells as usize).all(|c| other[to[c] as usize] == c as u8);
                symmetries.iter().position(back).unwrap_or(0) as u8
            })
            .collect();
        let mut squeeze = vec![0u8; 1 << 16];
        let mut spread = vec![0u8; 1 << 16];
        for taken in 0..256usize {
            for bits in 0..256usize {
                let (mut place, mut squeezed, mut spreaded) = (0, 0, 0);
                for b in (0..8).filter(|b| taken >> b & 1 == 0) {
                    squeezed |= (bits >> b & 1) << place;
                    spreaded |= (bits >> place & 1) << b;
                    place += 1;
                }
                squeeze[taken << 8 | bits] = squeezed as u8;
                spread[taken << 8 | bits] = spreaded as u8;
            }
        }
        let mut pairs = Pairs {
            cells,
            images,
            inverse,
            ranks: Ranks::new(cells, &choose),
            choose,
            orbits: (0..=cells).map(|_| None).collect(),
            subsets: vec![vec![Vec::new(); cells as usize + 1]; cells as usize + 1],
            squeeze,
            spread,
            free: std::array::from_fn(|taken| 8 - (taken as u8).count_ones() as u8),
        };
        for &Sizes { first, second } in sizes {
            let left = cells - first;
            if pairs.orbits[first as usize].is_none() {
                pairs.orbits[first as usize] = Some(pairs.orbits_of(first));
            }
            let list = &mut pairs.subsets[left as usize][second as usize];
            if list.is_empty() {
                *list = sets_of(left, second).collect();
            }
        }
        pairs
    }

    fn orbits_of(&self, size: u32) -> Orbits {
        let count = self.choose[self.cells as usize][size as usize] as usize;
        let mut of = vec![UNSEEN; count];
        let mut sets = Vec::new();
        for (rank, set) in sets_of(self.cells, size).enumerate() {
            if of[rank].orbit != UNSEEN.orbit {
                continue;
            }
            let images = 0..self.images.len();
            let keeps = images.clone().fold(0, |keeps, s| {
                keeps | u8::from(self.image(set, s) == set) << s
            });
            for symmetry in images {
                let at = self.ranks.rank(self.image(set, symmetry)) as usize;
                if of[at].orbit == UNSEEN.orbit {
                    of[at] = Image {
                        orbit: sets.len() as u32,
                        set,
                        symmetry: self.inverse[symmetry],
                        keeps,
                    };
                }
            }
            sets.push(set);
        }
        Orbits { of, sets }
    }

    /// Cells of the board.
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// The image of a set.
    #[inline]
    pub fn image(&self, set: u32, symmetry: usize) -> u32 {
        let t = &self.images[symmetry];
        let low = t[0][(set & 255) as usize] | t[1][(set >> 8 & 255) as usize];
        if self.cells <= 16 {
            return low;
        }
        low | t[2][(set >> 16 & 255) as usize] | t[3][(set >> 24) as usize]
    }

    /// How many numbers there are for these sizes, holes included; sizes that were not asked for have none.
    pub fn count(&self, sizes: Sizes) -> u64 {
        let orbits = &self.orbits[sizes.first as usize];
        orbits.as_ref().map_or(0, |o| o.sets.len() as u64) * self.seconds(sizes)
    }

    #[inline]
    fn seconds(&self, sizes: Sizes) -> u64 {
        self.choose[(self.cells - sizes.first) as usize][sizes.second as usize]
    }

    /// The pair of a number.
    #[inline]
    pub fn pair(&self, sizes: Sizes, index: u64) -> (u32, u32) {
        let Some(orbits) = &self.orbits[sizes.first as usize] else {
            return (0, 0);
        };
        let seconds = self.seconds(sizes);
        let first = orbits.sets[(index / seconds) as usize];
        let list = &self.subsets[(self.cells - sizes.first) as usize][sizes.second as usize];
        (first, self.spread(first, list[(index % seconds) as usize]))
    }

    /// The number of a pair of sets of these sizes.
    #[inline]
    pub fn index(&self, sizes: Sizes, first: u32, second: u32) -> u64 {
        let Some(orbits) = &self.orbits[sizes.first as usize] else {
            return 0;
        };
        let image = orbits.of[self.ranks.rank(first) as usize];
        let second = self.image(second, image.symmetry as usize);
        let mut rank = self.ranks.rank(self.squeezed(image.set, second));
        if image.keeps != 1 {
            rank = self.least(image.set, second, image.keeps, rank);
        }
        u64::from(image.orbit) * self.seconds(sizes) + u64::from(rank)
    }

    #[cold]
    fn least(&self, first: u32, second: u32, keeps: u8, rank: u32) -> u32 {
        let kept = (1..self.images.len()).filter(|s| keeps >> s & 1 == 1);
        kept.map(|s| self.ranks.rank(self.squeezed(first, self.image(second, s))))
            .fold(rank, u32::min)
    }

    /// How many pairs are equal to this one under symmetry, itself included.
    pub fn orbit_size(&self, first: u32, second: u32) -> u64 {
        let all = self.images.len();
        let orbits = self.orbits[first.count_ones() as usize].as_ref();
        if orbits.is_some_and(|o| o.of[self.ranks.rank(first) as usize].keeps == 1) {
            return all as u64;
        }
        let keeps =
            (0..all).filter(|&s| self.image(first, s) == first && self.image(second, s) == second);
        (all / keeps.count().max(1)) as u64
    }

    /// The bits of a set without the places that are taken.
    #[inline]
    fn squeezed(&self, taken: u32, set: u32) -> u32 {
        let byte = |i: u32| {
            let (t, s) = (taken >> i & 255, set >> i & 255);
            (
                u32::from(self.squeeze[(t << 8 | s) as usize]),
                self.free[t as usize],
            )
        };
        let ((a, na), (b, nb)) = (byte(0), byte(8));
        let low = a | b << na;
        if self.cells <= 16 {
            return low;
        }
        let ((c, nc), (d, _)) = (byte(16), byte(24));
        low | c << (na + nb) | d << (na + nb + nc)
    }

    /// The opposite of `squeezed`.
    #[inline]
    fn spread(&self, taken: u32, mut set: u32) -> u32 {
        let mut out = 0;
        for i in [0, 8, 16, 24] {
            let t = taken >> i & 255;
            out |= u32::from(self.spread[(t << 8 | set & 255) as usize]) << i;
            set >>= self.free[t as usize];
        }
        out
    }
}

/// All sets of `size` among `cells` cells, in the order of their numbers.
pub fn sets_of(cells: u32, size: u32) -> impl Iterator<Item = u32> {
    let end = 1u64 << cells;
    let first = (size <= cells).then_some((1u64 << size) - 1);
    std::iter::successors(first, move |&set| {
        if set == 0 {
            return None;
        }
        // The next larger number with as many bits.
        let lowest = set & set.wrapping_neg();
        let ripple = set + lowest;
        Some(ripple | (((set ^ ripple) >> 2) / lowest))
    })
    .take_while(move |&set| set < end)
    .map(|set| set as u32)
}
