//! Grundy values from the definition: every option listed, the least value that none of them has.
//!
//! Slow on purpose; every faster engine is tested against it.

use crate::HeapGame;
use bouton_rules::{Error, Result};

/// G(0), …, G(len - 1) by listing every option of every heap.
///
/// Cost: the number of options, which grows with a power of n, or exponentially where any number of heaps may be left.
///
/// # Errors
/// A limit, if a value does not fit 32 bits.
///
/// ```
/// use bouton_heap::{HeapGame, naive_values};
/// let grundy: HeapGame = "4!.0".parse().unwrap();
/// assert_eq!(naive_values(&grundy, 12).unwrap(), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]);
/// ```
pub fn naive_values(game: &HeapGame, len: usize) -> Result<Vec<u32>> {
    let mut values: Vec<u32> = Vec::with_capacity(len);
    let mut seen: Vec<u32> = Vec::new();
    for n in 0..len {
        seen.clear();
        game.visit_options(n as u64, &mut |heaps| {
            seen.push(heaps.iter().fold(0, |g, &h| g ^ values[h as usize]));
            true
        });
        values.push(mex(&mut seen)?);
    }
    Ok(values)
}

/// The least number that is not in the list; sorts the list.
fn mex(list: &mut Vec<u32>) -> Result<u32> {
    list.sort_unstable();
    list.dedup();
    let mex = list
        .iter()
        .zip(0u32..)
        .take_while(|(v, i)| **v == *i)
        .count();
    u32::try_from(mex).map_err(|_| Error::limit("a Grundy value does not fit 32 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(game: &str, len: usize) -> Vec<u32> {
        naive_values(&game.parse().unwrap(), len).unwrap()
    }

    #[test]
    fn known_sequences() {
        assert_eq!(first("kayles", 13), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
        assert_eq!(first("lasker", 9), [0, 1, 2, 4, 3, 5, 6, 8, 7]);
        assert_eq!(first("S{1,3,4}", 9), [0, 1, 0, 1, 2, 3, 2, 0, 1]);
        assert_eq!(first("ruler", 9), [0, 1, 2, 1, 4, 1, 2, 1, 8]);
        assert_eq!(first("mock-turtles", 8), [0, 1, 2, 4, 7, 8, 11, 13]);
        assert_eq!(
            first("subtract-coprime", 10),
            [0, 1, 0, 2, 0, 3, 0, 4, 0, 2]
        );
        assert_eq!(first("{2+}=.0", 5), [0, 0, 1, 1, 1]);
    }
}
