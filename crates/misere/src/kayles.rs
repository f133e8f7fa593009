//! Misère Kayles by the characterisation of Sibert and Conway, which knows nothing of quotients.
//!
//! Misère P-positions are the normal P-positions, with a few exceptions among positions of heaps of few sizes. There E(S)
//! stands for positions with an even number of heaps whose sizes are in S, D(S) for an odd number (sibertconway1992).

/// Grundy values of Kayles heaps: period 12 from heap 71 (winningways).
const GRUNDY: [u8; 83] = [
    0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2,
    1, 8, 6, 7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7, 4, 1, 2, 8,
    1, 4, 7, 2, 1, 8, 6, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2,
];

/// A family of exceptions: certain single heaps, and sets of sizes with the parity of their number of heaps.
struct Family {
    single: Option<u64>,
    sets: &'static [(&'static [u64], u64)],
}

const EVEN: u64 = 0;
const ODD: u64 = 1;

/// Normal P-positions that are misère N-positions.
const LOST: [Family; 3] = [
    Family {
        single: None,
        sets: &[(&[5], EVEN), (&[4, 1], EVEN)],
    },
    Family {
        single: None,
        sets: &[(&[17, 12, 9], EVEN), (&[20, 4, 1], EVEN)],
    },
    Family {
        single: Some(25),
        sets: &[(&[17, 12, 9], EVEN), (&[20, 4, 1], ODD)],
    },
];

/// Normal N-positions that are misère P-positions.
const WON: [Family; 6] = [
    Family {
        single: None,
        sets: &[(&[5], ODD), (&[4, 1], ODD)],
    },
    Family {
        single: None,
        sets: &[(&[5], EVEN), (&[4, 1], ODD)],
    },
    Family {
        single: None,
        sets: &[(&[9], ODD), (&[4, 1], EVEN)],
    },
    Family {
        single: Some(12),
        sets: &[(&[4, 1], EVEN)],
    },
    Family {
        single: None,
        sets: &[(&[17, 12, 9], EVEN), (&[20, 4, 1], ODD)],
    },
    Family {
        single: Some(25),
        sets: &[(&[9], ODD), (&[4, 1], ODD)],
    },
];

impl Family {
    fn contains(&self, heaps: &[u64]) -> bool {
        let singles = heaps.iter().filter(|&&h| Some(h) == self.single).count();
        let counts = self
            .sets
            .iter()
            .map(|(set, _)| heaps.iter().filter(|h| set.contains(h)).count());
        let within: usize = counts.clone().sum::<usize>() + singles;
        within == heaps.len()
            && singles == usize::from(self.single.is_some())
            && counts
                .zip(self.sets)
                .all(|(count, (_, parity))| count as u64 % 2 == *parity)
    }
}

/// True if a position of Kayles (0.77) is a misère P-position. Linear in the number of heaps.
///
/// ```
/// use bouton_misere::kayles_is_p_position;
/// assert!(kayles_is_p_position(&[1]));
/// assert!(!kayles_is_p_position(&[]));
/// ```
pub fn kayles_is_p_position(position: &[u64]) -> bool {
    let heaps: Vec<u64> = position.iter().copied().filter(|&h| h > 0).collect();
    let grundy = heaps.iter().fold(0, |x, &h| {
        x ^ GRUNDY[if h < 83 { h } else { 71 + (h - 71) % 12 } as usize]
    });
    if grundy == 0 {
        !LOST.iter().any(|family| family.contains(&heaps))
    } else {
        WON.iter().any(|family| family.contains(&heaps))
    }
}
