//! Periods by the Z-function of the reversed sequence: for every length, the least start, in one pass.
//!
//! A sequence s has period p from n0 within its first N values if s(n+p) = s(n) + saltus for all n0 <= n < N-p. The longest
//! suffix with that property is the longest common prefix of the reversed sequence and its shift by p, which the Z-function
//! gives for all p at once.

/// An eventual period that fits a prefix: s(n + length) = s(n) + saltus for all n >= preperiod within the prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The period.
    pub length: usize,
    /// The least n0 >= 0 from which the period holds.
    pub preperiod: usize,
    /// What one period adds; 0 for an ordinary period.
    pub saltus: i64,
}

impl Period {
    /// The last n at which the period fails, n0 - 1; `None` if the sequence is purely periodic.
    ///
    /// ```
    /// let p = bouton_seq::period(&[7, 1, 2, 1, 2, 1, 2, 1, 2]).unwrap();
    /// assert_eq!((p.length, p.preperiod, p.last_exception()), (2, 1, Some(0)));
    /// ```
    pub fn last_exception(&self) -> Option<usize> {
        self.preperiod.checked_sub(1)
    }
}

/// z\[i\] = length of the longest common prefix of `s` and `s[i..]`; z\[0\] = the length of `s`. Linear time.
///
/// ```
/// assert_eq!(bouton_seq::z_function(&[1, 1, 2, 1, 1, 3]), [6, 1, 0, 2, 1, 0]);
/// ```
pub fn z_function<T: PartialEq>(s: &[T]) -> Vec<usize> {
    let n = s.len();
    let mut z = vec![0; n];
    if n == 0 {
        return z;
    }
    z[0] = n;
    // s[left..right] is the match that reaches furthest.
    let (mut left, mut right) = (0, 0);
    for i in 1..n {
        let mut len = if i < right {
            z[i - left].min(right - i)
        } else {
            0
        };
        while i + len < n && s[len] == s[i + len] {
            len += 1;
        }
        z[i] = len;
        if i + len > right {
            (left, right) = (i, i + len);
        }
    }
    z
}

/// The least n0 such that s(n + p) = s(n) for all n0 <= n < N - p; N - p if not even the last value repeats.
///
/// Linear time, no memory; for one known period.
pub fn least_start<T: PartialEq>(s: &[T], p: usize) -> usize {
    let Some(overlap) = s.len().checked_sub(p) else {
        return 0;
    };
    let matched = s[..overlap]
        .iter()
        .rev()
        .zip(s[p..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    overlap - matched
}

/// The least shift p >= 1 such that the last `overlap` values equal those p places before them: the sequence has period p
/// there. `None` if there is none. Linear time, no memory; for long sequences of bytes.
///
/// A period p with start n0 within N values has this property for every overlap up to N - p - n0. So the test of Guy and
/// Smith, N >= 2 n0 + 2 p + k, asks for an overlap of N - (N - k) / 2, whatever p is.
///
/// ```
/// use bouton_seq::period::least_shift;
/// assert_eq!(least_shift(&[9, 9, 1, 2, 3, 1, 2, 3, 1, 2], 5), Some(3));
/// assert_eq!(least_shift(&[9, 9, 1, 2, 3, 1, 2, 3, 1, 2], 6), None);
/// ```
pub fn least_shift(s: &[u8], overlap: usize) -> Option<usize> {
    let start = s.len().checked_sub(overlap)?;
    if overlap == 0 {
        return (!s.is_empty()).then_some(1);
    }
    let found = memchr::memmem::rfind(&s[..s.len() - 1], &s[start..])?;
    Some(start - found)
}

/// The same for values of any type; takes four bytes for each value of the overlap.
pub fn least_shift_of<T: PartialEq>(s: &[T], overlap: usize) -> Option<usize> {
    let n = s.len();
    if overlap == 0 || overlap > n || u32::try_from(overlap).is_err() {
        return (overlap == 0 && n > 0).then_some(1);
    }
    // Knuth, Morris and Pratt from the end: back(i) is the value i places before the last.
    let back = |i: usize| &s[n - 1 - i];
    let mut border = vec![0u32; overlap];
    let mut len = 0;
    for i in 1..overlap {
        while len > 0 && back(i) != back(len) {
            len = border[len - 1] as usize;
        }
        len += usize::from(back(i) == back(len));
        border[i] = len as u32;
    }
    let mut len = 0;
    for i in 1..n {
        while len > 0 && back(i) != back(len) {
            len = border[len - 1] as usize;
        }
        len += usize::from(back(i) == back(len));
        if len == overlap {
            return Some(i + 1 - overlap);
        }
    }
    None
}

/// The least period p whose least start n0 satisfies `accept(p, n0)`, or `None`. Linear time and memory.
///
/// With `accept = |p, n0| N > 2*n0 + 2*p + k - 1` this is the test of Guy and Smith for a code whose last digit is the k-th.
pub fn period_where<T: PartialEq>(
    s: &[T],
    accept: impl Fn(usize, usize) -> bool,
) -> Option<Period> {
    let reversed: Vec<&T> = s.iter().rev().collect();
    let z = z_function(&reversed);
    (1..s.len()).find_map(|p| {
        let preperiod = s.len() - p - z[p];
        accept(p, preperiod).then_some(Period {
            length: p,
            preperiod,
            saltus: 0,
        })
    })
}

/// The least period that the prefix shows at least twice in full: n0 + 2p <= N. It fits the prefix; it is no proof.
///
/// ```
/// let values = [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2];
/// let p = bouton_seq::period(&values).unwrap();
/// assert_eq!((p.length, p.preperiod), (7, 0));
/// ```
pub fn period<T: PartialEq>(s: &[T]) -> Option<Period> {
    period_where(s, |p, n0| n0 + 2 * p <= s.len() && 2 * n0 <= s.len())
}

/// The least arithmetic period that the prefix shows at least twice in full; saltus 0 where the sequence is periodic.
/// It fits the prefix; it is no proof. `None` also if a saltus does not fit 64 bits.
///
/// ```
/// let lasker = [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11];
/// let p = bouton_seq::arithmetic_period(&lasker).unwrap();
/// assert_eq!((p.length, p.preperiod, p.saltus), (4, 1, 4));
/// ```
pub fn arithmetic_period(s: &[u64]) -> Option<Period> {
    arithmetic_period_where(s, |p| {
        p.preperiod + 2 * p.length <= s.len() && 2 * p.preperiod <= s.len()
    })
}

/// The least arithmetic period that `accept` takes. Linear time and memory.
pub fn arithmetic_period_where(s: &[u64], accept: impl Fn(&Period) -> bool) -> Option<Period> {
    // Periods of the differences are arithmetic periods, with the same start.
    let reversed: Vec<i128> = s
        .windows(2)
        .rev()
        .map(|w| i128::from(w[1]) - i128::from(w[0]))
        .collect();
    let z = z_function(&reversed);
    (1..s.len()).find_map(|p| {
        let matched = if p < z.len() { z[p] } else { 0 };
        let preperiod = s.len() - 1 - p - matched;
        let saltus = i128::from(s[preperiod + p]) - i128::from(s[preperiod]);
        let found = Period {
            length: p,
            preperiod,
            saltus: i64::try_from(saltus).ok()?,
        };
        accept(&found).then_some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// From the definition: the least p, and its least n0, by trying all.
    fn slow(s: &[u64], arithmetic: bool) -> Vec<Period> {
        let n = s.len();
        (1..n)
            .map(|p| {
                let step = |i: usize| s[i + p] as i64 - s[i] as i64;
                let saltus = if arithmetic { step(n - p - 1) } else { 0 };
                let mut preperiod = n - p;
                while preperiod > 0 && step(preperiod - 1) == saltus {
                    preperiod -= 1;
                }
                Period {
                    length: p,
                    preperiod,
                    saltus,
                }
            })
            .collect()
    }

    fn sequences() -> impl Strategy<Value = Vec<u64>> {
        let head = prop::collection::vec(0u64..3, 0..12);
        let cycle = prop::collection::vec(0u64..3, 1..7);
        (head, cycle, 1usize..40, 0u64..3).prop_map(|(mut s, cycle, len, saltus)| {
            let around =
                (0..len).map(|i| cycle[i % cycle.len()] + saltus * (i / cycle.len()) as u64);
            s.extend(around);
            s
        })
    }

    proptest! {
        #[test]
        fn z_function_is_the_common_prefix(s in prop::collection::vec(0u8..2, 0..40)) {
            let z = z_function(&s);
            for i in 0..s.len() {
                let common = s[i..].iter().zip(&s).take_while(|(a, b)| a == b).count();
                prop_assert_eq!(z[i], common);
            }
        }

        #[test]
        fn periods_equal_the_definition(s in sequences()) {
            let n = s.len();
            let fits = |p: &&Period| p.preperiod + 2 * p.length <= n && 2 * p.preperiod <= n;
            prop_assert_eq!(period(&s), slow(&s, false).iter().find(fits).copied());
            let bytes: Vec<u8> = s.iter().map(|&v| v as u8).collect();
            for overlap in 1..=n {
                let expected = slow(&s, false).into_iter().find(|p| n - p.length - p.preperiod >= overlap);
                let expected = expected.map(|p| p.length);
                prop_assert_eq!(least_shift(&bytes, overlap), expected);
                prop_assert_eq!(least_shift_of(&s, overlap), expected);
            }
            prop_assert_eq!(arithmetic_period(&s), slow(&s, true).iter().find(fits).copied());
            for p in slow(&s, false) {
                prop_assert_eq!(least_start(&s, p.length), p.preperiod);
            }
        }
    }

    #[test]
    fn short_input() {
        assert_eq!(period::<u8>(&[]), None);
        assert_eq!(period(&[5]), None);
        assert_eq!(period(&[5, 5]).map(|p| p.length), Some(1));
        assert_eq!(arithmetic_period(&[]), None);
        assert_eq!(
            arithmetic_period(&[0, u64::MAX, 0, u64::MAX]).map(|p| p.saltus),
            Some(0)
        );
        assert_eq!(arithmetic_period(&[0, u64::MAX]), None);
    }
}
