//! Where the recent heaps with each value are, one bit each, and the loops that verify 512 heaps with them.
//!
//! For every rare value v, the heaps of the block whose value is above v need an option of value v. A pair (i, n-k-i) answers for
//! 512 heaps at once: the heaps n for which G(n-k-i) = v xor G(i). The few heaps that remain are searched one by one.

/// Heaps verified at once.
pub(crate) const BLOCK: usize = 512;

/// One bit per heap of a block.
pub(crate) type Bits = [u64; BLOCK / 64];

/// Where the recent heaps with each value are, one bit each.
pub(crate) struct Maps {
    /// Row after row, one for each value.
    bits: Vec<u8>,
    /// The first heap, a multiple of 8.
    base: usize,
    rows: usize,
}

/// Heaps that a row holds, and how many of them stay when it is moved on.
const SPAN: usize = 2 * REACH;
/// The largest offset of a probe.
pub(crate) const REACH: usize = 1 << 13;
const STRIDE: usize = SPAN / 8 + BLOCK / 8 + 64;

/// A pair to try: for heap n, the bits of a row at n - offset, a multiple of 8.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    /// Where these bits are, without the part that depends on n ([`Maps::place`]).
    at: u32,
}

impl Probe {
    /// The offset is at most [`REACH`].
    pub(crate) fn new(row: usize, offset: usize) -> Probe {
        Probe {
            at: (row * STRIDE + REACH / 8 - offset / 8) as u32,
        }
    }
}

impl Maps {
    /// The maps for heaps that end at n.
    pub(crate) fn new(rows: usize, values: &[u16], n: usize) -> Maps {
        let base = n.saturating_sub(REACH + 2 * BLOCK) & !7;
        let mut maps = Maps {
            bits: vec![0; rows * STRIDE],
            base,
            rows,
        };
        maps.add(values, base, n);
        maps
    }

    /// Adds heaps from..to, which follow those that are there.
    pub(crate) fn add(&mut self, values: &[u16], from: usize, to: usize) {
        if to - self.base > SPAN {
            let move_by = (from - REACH - 2 * BLOCK - self.base) & !7;
            for row in self.bits.chunks_exact_mut(STRIDE) {
                row.copy_within(move_by / 8.., 0);
                row[STRIDE - move_by / 8..].fill(0);
            }
            self.base += move_by;
        }
        for (n, &v) in values[from..to].iter().enumerate() {
            let place = from + n - self.base;
            self.bits[usize::from(v) * STRIDE + place / 8] |= 1 << (place % 8);
        }
    }

    /// Takes heaps from..to away, the last ones that are there.
    pub(crate) fn remove(&mut self, values: &[u16], from: usize, to: usize) {
        for (n, &v) in values[from..to].iter().enumerate() {
            let place = from + n - self.base;
            self.bits[usize::from(v) * STRIDE + place / 8] &= !(1 << (place % 8));
        }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// For probes of the block that begins with heap n, a multiple of 8: what is added to [`Probe::at`].
    #[inline(always)]
    pub(crate) fn place(&self, n: usize) -> usize {
        (n - self.base) / 8 - REACH / 8
    }

    /// The heaps of the block at `place` that have value v.
    pub(crate) fn of_value(&self, v: usize, place: usize) -> Bits {
        let found = self.load(&Probe::new(v, 0), place);
        let (words, _) = found.as_chunks::<8>();
        std::array::from_fn(|w| u64::from_le_bytes(words[w]))
    }

    /// The 512 bits that a probe asks for.
    #[inline(always)]
    pub(crate) fn load(&self, probe: &Probe, place: usize) -> &[u8; BLOCK / 8] {
        let at = probe.at as usize + place;
        self.bits[at..at + BLOCK / 8]
            .try_into()
            .expect("a block of bits")
    }
}

/// Probes between two looks at what is left.
pub(crate) const PROBES_AT_ONCE: usize = 16;

/// True if further probes are not worth it: the first ones find the most, so they are worth it for a single heap, later ones
/// only for several.
#[inline(always)]
pub(crate) fn is_enough(round: usize, left: u32) -> bool {
    left <= round as u32 / 4
}

/// How many of the heaps in `need` a probe answers for.
#[inline(always)]
pub(crate) fn gain(maps: &Maps, probe: &Probe, place: usize, need: &Bits) -> u32 {
    let (words, _) = maps.load(probe, place).as_chunks::<8>();
    let both = words.iter().zip(need);
    both.map(|(w, n)| (u64::from_le_bytes(*w) & n).count_ones())
        .sum()
}

/// Tries probes while they are worth it; returns the heaps that still need v.
#[inline(always)]
pub(crate) fn probe(maps: &Maps, probes: &[Probe], place: usize, mut need: Bits) -> Bits {
    for (round, some) in probes.chunks(PROBES_AT_ONCE).enumerate() {
        for p in some {
            let found = maps.load(p, place);
            for w in 0..BLOCK / 64 {
                let word: [u8; 8] = std::array::from_fn(|b| found[8 * w + b]);
                need[w] &= !u64::from_le_bytes(word);
            }
        }
        if is_enough(round, need.iter().map(|w| w.count_ones()).sum()) {
            break;
        }
    }
    need
}

/// Heaps that are searched at once.
pub(crate) const CHUNK: usize = 128;

/// The place in `order` of the first chunk c in which G(i) xor G(m - i) = v for some i = 1 + c CHUNK, …, (c + 1) CHUNK and one of the
/// `wholes`, which are a number m and whether i and m - i must differ; chunks with i = m - i are left out where they must.
/// `reversed[j]` is G(reversed.len() - 1 - j).
#[inline(always)]
pub(crate) fn search(
    has: impl Fn(&[u16; CHUNK], &[u16; CHUNK], u16) -> bool,
    (reversed, values): (&[u16], &[u16]),
    wholes: &[(usize, bool)],
    v: u16,
    order: &[u8],
) -> Option<usize> {
    let len = reversed.len();
    order.iter().position(|&c| {
        let begin = 1 + CHUNK * usize::from(c);
        let end = begin + CHUNK;
        let y: &[u16; CHUNK] = reversed[len - end..len - begin]
            .try_into()
            .expect("a chunk");
        wholes.iter().any(|&(m, unequal)| {
            if unequal && (begin..end).contains(&(m / 2)) || end > m {
                return false;
            }
            // The other heaps, backwards.
            let x: &[u16; CHUNK] = values[m - end + 1..=m - begin].try_into().expect("a chunk");
            has(x, y, v)
        })
    })
}

/// True if some a xor b of one place is v.
#[inline(always)]
pub(crate) fn has(x: &[u16; CHUNK], y: &[u16; CHUNK], v: u16) -> bool {
    let least = x.iter().zip(y).map(|(a, b)| a ^ b ^ v).min();
    least == Some(0)
}
