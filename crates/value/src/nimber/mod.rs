//! Nimbers as a field: addition is XOR, multiplication is Conway's, and the numbers below 2^(2^n) form a field.
//!
//! *a·*b is the least nimber not of the form *a'·*b + *a·*b' + *a'·*b' with a' < a, b' < b. With F = 2^(2^k), F·x = F times x
//! for x < F and F·F = F + F/2, which gives the product of numbers of twice the width from products of half the width.
//!
//! Source: conway1976 (the field of nimbers).

mod big;

pub use big::{big_inverse, big_power, big_product, big_square_root};

/// The nim product of two words.
///
/// Cost: Karatsuba over the tower of fields, 3^6 products of bits cut short by a table for bytes.
///
/// ```
/// use bouton_value::nimber::{product, inverse};
/// assert_eq!(product(2, 2), 3);
/// assert_eq!(product(5, inverse(5).unwrap()), 1);
/// ```
pub fn product(a: u64, b: u64) -> u64 {
    product_at(a, b, 5)
}

/// The nim product of two double words.
pub fn product_wide(a: u128, b: u128) -> u128 {
    let (ah, al, bh, bl) = ((a >> 64) as u64, a as u64, (b >> 64) as u64, b as u64);
    let low = product(al, bl);
    let cross = product(ah ^ al, bh ^ bl) ^ low;
    let high = product(ah, bh);
    (u128::from(cross) << 64) | u128::from(low ^ half_product(high, 5))
}

/// x times F/2, where F = 2^(2^(level+1)) is the least field order above the operands.
fn half_product(x: u64, level: u32) -> u64 {
    product_at(x, 1 << ((1 << (level + 1)) - 1), level)
}

/// The product of numbers below 2^(2^(level+1)), from halves of 2^level bits.
fn product_at(a: u64, b: u64, level: u32) -> u64 {
    if a <= 1 || b <= 1 {
        return if a == 0 || b == 0 { 0 } else { a.max(b) };
    }
    if level == 2 {
        return u64::from(BYTES.product(a as u8, b as u8));
    }
    let width = 1 << level;
    let mask = (1u64 << width) - 1;
    let (ah, al, bh, bl) = (a >> width, a & mask, b >> width, b & mask);
    if ah == 0 && bh == 0 {
        return product_at(al, bl, level - 1);
    }
    let low = product_at(al, bl, level - 1);
    let cross = product_at(ah ^ al, bh ^ bl, level - 1) ^ low;
    let high = product_at(ah, bh, level - 1);
    (cross << width) ^ low ^ half_product(high, level - 1)
}

/// Products below 256 by discrete logarithms.
struct Bytes {
    log: [u8; 256],
    power: [u8; 512],
}

static BYTES: Bytes = Bytes::new();

impl Bytes {
    fn product(&self, a: u8, b: u8) -> u8 {
        if a == 0 || b == 0 {
            return 0;
        }
        self.power[self.log[a as usize] as usize + self.log[b as usize] as usize]
    }

    const fn new() -> Bytes {
        let mut log = [0u8; 256];
        let mut power = [0u8; 512];
        // Some element generates the 255 units; try them in turn.
        let mut g = 2;
        loop {
            let mut x = 1u8;
            let mut n = 0;
            loop {
                power[n] = x;
                log[x as usize] = n as u8;
                x = byte_product(x, g, 2);
                n += 1;
                if x == 1 {
                    break;
                }
            }
            if n == 255 {
                break;
            }
            g += 1;
        }
        let mut i = 255;
        while i < 512 {
            power[i] = power[i - 255];
            i += 1;
        }
        Bytes { log, power }
    }
}

/// The product of numbers below 2^(2^(level+1)) by the same recursion, down to bits.
const fn byte_product(a: u8, b: u8, level: u32) -> u8 {
    if a == 0 || b == 0 {
        return 0;
    }
    if a == 1 {
        return b;
    }
    if b == 1 {
        return a;
    }
    let width = 1 << level;
    let mask = (1u8 << width) - 1;
    let (ah, al, bh, bl) = (a >> width, a & mask, b >> width, b & mask);
    if level == 0 {
        let (low, cross, high) = (al & bl, (ah ^ al) & (bh ^ bl), ah & bh);
        return ((cross ^ low) << 1) ^ low ^ high;
    }
    let low = byte_product(al, bl, level - 1);
    let cross = byte_product(ah ^ al, bh ^ bl, level - 1) ^ low;
    let high = byte_product(ah, bh, level - 1);
    let half = byte_product(high, 1 << (width - 1), level - 1);
    (cross << width) ^ low ^ half
}

/// The nim inverse, `None` for 0.
pub fn inverse(a: u64) -> Option<u64> {
    // The units of the field of 2^64 elements have order 2^64 - 1.
    (a != 0).then(|| power(a, u64::MAX - 1))
}

/// The nim inverse of a double word, `None` for 0.
pub fn inverse_wide(a: u128) -> Option<u128> {
    if a == 0 {
        return None;
    }
    let (mut result, mut square) = (1, a);
    for _ in 1..128 {
        square = product_wide(square, square);
        result = product_wide(result, square);
    }
    Some(result)
}

/// The nim power a^n; a^0 is 1.
pub fn power(a: u64, n: u64) -> u64 {
    let (mut result, mut square, mut n) = (1, a, n);
    while n > 0 {
        if n & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        n >>= 1;
    }
    result
}

/// The nim square root: squaring is a bijection, and 64 squarings give a word back.
pub fn square_root(a: u64) -> u64 {
    (0..63).fold(a, |x, _| product(x, x))
}

/// The nim square root of a double word.
pub fn square_root_wide(a: u128) -> u128 {
    (0..127).fold(a, |x, _| product_wide(x, x))
}

/// The table of all products below `size` by the mex definition: the slow twin of [`product`].
pub fn products_by_definition(size: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0u64; size]; size];
    for a in 0..size {
        for b in 0..size {
            let mut seen: Vec<u64> = vec![];
            for x in 0..a {
                for y in 0..b {
                    seen.push(table[x][b] ^ table[a][y] ^ table[x][y]);
                }
            }
            seen.sort_unstable();
            seen.dedup();
            let mex = seen.iter().enumerate().find(|(i, v)| *i as u64 != **v);
            table[a][b] = mex.map_or(seen.len(), |(i, _)| i) as u64;
        }
    }
    table
}
