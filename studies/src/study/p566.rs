//! 566: sectors of a cake that are turned upside down, until all icing is up again.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use num_integer::Integer;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

pub const STUDY: Study = Study {
    id: 566,
    text: "Seen from the knife, a flip with a sector s takes a place u < s to 1 - u, icing turned, and any other place to u - s. One round of all \
        sectors permutes finitely many segments: their ends are the closure of the cuts under the round, numbers i/D + j/sqrt(c) \
        that are kept exactly. On a cycle of segments write a 1 where icing is turned an odd number of times in a round; after q rounds \
        and r flips more all icing is up if a shift of this cyclic word by q is the word that the r flips call for, and one sum is even. \
        So q lies in one residue class for each cycle, and the classes are combined for each r. Brute force flips the pieces one by one.",
    known: || {
        Ok(Known::Computed(
            "the permutation of exact segments for every triple".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut twins: Vec<String> = [2, 3, 5, 6, 7, 9]
            .iter()
            .map(|n| format!(r#"{{"fn": "F_single", "size": "360/{n} degrees"}}"#))
            .collect();
        for c in [2, 3, 5, 6, 7, 10, 11, 16] {
            twins.push(format!(
                r#"{{"fn": "F_single", "size": "360/sqrt({c}) degrees"}}"#
            ));
        }
        for (a, b, c) in [
            (9, 10, 11),
            (10, 14, 16),
            (2, 3, 4),
            (2, 3, 5),
            (3, 4, 5),
            (3, 5, 7),
            (4, 5, 6),
            (2, 5, 9),
            (5, 6, 7),
            (9, 10, 12),
        ] {
            twins.push(format!(r#"{{"fn": "F", "a": {a}, "b": {b}, "c": {c}}}"#));
        }
        twins
    },
};

/// A place on the circle, i/D + j/sqrt(c), i from 0 to D - 1.
type Place = (i64, i64);

/// Sectors, and how places are compared: in units of 2^-64 of the circle, with an error of at most one unit for each of i and j.
/// Places that differ do so by i/D + j/sqrt(c) with |i^2*c - j^2*D^2| >= 1, so by more than 1/(4*D^2*c*|j|); equal places are
/// equal pairs.
struct Cake {
    /// D.
    over: i64,
    /// 2^64/D and 2^64/sqrt(c), rounded.
    units: [u64; 2],
    /// c, or 0 if all places are fractions.
    root: u64,
    sectors: Vec<Place>,
}

impl Cake {
    /// Sectors of 1/n of the circle, and one of 1/sqrt(c).
    fn new(parts: &[u64], root: Option<u64>) -> Result<Cake> {
        let whole = root.map(|c| c.isqrt()).filter(|r| Some(r * r) == root);
        let mut parts = parts.to_vec();
        parts.extend(whole);
        let over = parts.iter().fold(1u64, |l, n| l.lcm(n));
        let in_range = parts.iter().all(|n| (2..=1000).contains(n))
            && root.is_none_or(|c| (2..=1000).contains(&c));
        if !in_range || over > 1 << 20 {
            return Err(Error::input(
                "sectors are parts of the circle from 1/2 to 1/1000",
            ));
        }
        let mut sectors: Vec<Place> = parts.iter().map(|n| ((over / n) as i64, 0)).collect();
        // 2^64/sqrt(c) = sqrt(2^128/c).
        let irrational = root
            .filter(|_| whole.is_none())
            .map(|c| (u128::MAX / u128::from(c)).isqrt() as u64);
        if irrational.is_some() {
            sectors.push((0, 1));
        }
        let units = [
            (u128::from(u64::MAX) / u128::from(over)) as u64,
            irrational.unwrap_or(0),
        ];
        let root = irrational.and(root).unwrap_or(0);
        Ok(Cake {
            over: over as i64,
            units,
            root,
            sectors,
        })
    }

    fn at(&self, (i, j): Place) -> u64 {
        (self.units[0].wrapping_mul(i as u64)).wrapping_add(self.units[1].wrapping_mul(j as u64))
    }

    /// Are places with numbers up to j told apart? Two of them differ by i/D + j/sqrt(c) with at most twice those numbers.
    fn is_exact(&self, j: i64) -> bool {
        let (d, j) = (self.over as u128, 2 * u128::from(j.unsigned_abs()) + 1);
        self.root == 0 || (2 * d + j) * 8 * d * d * u128::from(self.root) * j < 1 << 64
    }

    fn minus(&self, p: Place, q: Place) -> Place {
        let i = p.0 - q.0;
        (if i < 0 { i + self.over } else { i }, p.1 - q.1)
    }

    /// A flip of the place just above (or below) p: the image, whether it is above or below that, and whether the icing turns.
    fn flip(&self, sector: Place, p: Place, above: bool) -> (Place, bool, bool) {
        let inside = if p == (0, 0) {
            above
        } else if p == sector {
            !above
        } else {
            self.at(p) < self.at(sector)
        };
        match inside {
            true => (self.minus((0, 0), p), !above, true),
            false => (self.minus(p, sector), above, false),
        }
    }

    /// A whole round.
    fn round(&self, p: Place, above: bool) -> (Place, bool) {
        self.sectors.iter().fold((p, above), |(p, above), s| {
            let (p, above, _) = self.flip(*s, p, above);
            (p, above)
        })
    }

    /// Ends of segments in order: the cuts of one round and all their images.
    fn ends(&self) -> Result<Vec<Place>> {
        let mut seen: FxHashMap<Place, ()> = FxHashMap::default();
        let mut open: Vec<Place> = Vec::new();
        // Places that come to 0 or to the end of the sector before the flip with the n-th sector.
        for n in 0..self.sectors.len() {
            let mut cuts = vec![(0, 0), self.sectors[n]];
            for s in self.sectors[..n].iter().rev() {
                // Where u - s or 1 - u is the cut; one of them comes there, and a cut too many only makes more segments.
                cuts = cuts
                    .into_iter()
                    .flat_map(|p| {
                        let back = (p.0 + s.0, p.1 + s.1);
                        [self.minus((0, 0), p), (back.0 % self.over, back.1)]
                    })
                    .collect();
            }
            open.extend(cuts);
        }
        open.push((0, 0));
        open.retain(|p| seen.insert(*p, ()).is_none());
        while let Some(p) = open.pop() {
            for above in [true, false] {
                let (q, _) = self.round(p, above);
                if seen.insert(q, ()).is_none() {
                    open.push(q);
                }
            }
            if seen.len() > 20_000_000 || !self.is_exact(p.1) {
                return Err(Error::limit(
                    "there are more than 2*10^7 segments, or places too near to each other",
                ));
            }
        }
        let mut ends: Vec<Place> = seen.into_keys().collect();
        ends.sort_unstable_by_key(|p| self.at(*p));
        Ok(ends)
    }
}

/// The least positive number of flips after which all icing is up.
fn flips(cake: &Cake) -> Result<u128> {
    let ends = cake.ends()?;
    let number: FxHashMap<Place, u32> = ends
        .iter()
        .enumerate()
        .map(|(n, p)| (*p, n as u32))
        .collect();
    let size = ends.len();
    let rounds = cake.sectors.len();
    // For each segment: where it goes, and a bit r for whether its icing is turned after r + 1 flips.
    let mut next = vec![0u32; size];
    let mut turned = vec![0u8; size];
    for n in 0..size {
        let (mut p, mut above, mut odd) = (ends[n], true, false);
        for (r, s) in cake.sectors.iter().enumerate() {
            let (q, side, turn) = cake.flip(*s, p, above);
            (p, above) = (q, side);
            odd ^= turn;
            turned[n] |= u8::from(odd) << r;
        }
        let image = number[&p] as usize;
        next[n] = (if above {
            image
        } else {
            (image + size - 1) % size
        }) as u32;
    }
    // classes[r]: q is rest modulo modulus, or there is none.
    let mut classes = vec![Some((0u128, 1u128)); rounds];
    let mut done = vec![false; size];
    for start in 0..size {
        if done[start] {
            continue;
        }
        let mut cycle = Vec::new();
        let mut at = start;
        while !done[at] {
            done[at] = true;
            cycle.push(turned[at]);
            at = next[at] as usize;
        }
        let word: Vec<bool> = cycle.iter().map(|t| t >> (rounds - 1) & 1 == 1).collect();
        for (r, class) in classes.iter_mut().enumerate() {
            // Turned by r flips from the segment.
            let more: Vec<bool> = cycle
                .iter()
                .map(|t| r > 0 && t >> (r - 1) & 1 == 1)
                .collect();
            *class = class.and_then(|c| combine(c, shift(&word, &more)?));
        }
    }
    let found = classes.iter().enumerate().filter_map(|(r, class)| {
        let (rest, modulus) = (*class)?;
        let q = if rest == 0 && r == 0 { modulus } else { rest };
        Some(q * rounds as u128 + r as u128)
    });
    found
        .min()
        .ok_or_else(|| Error::limit("the icing never comes up again"))
}

/// The numbers q of rounds, as a residue class, after which `more` flips bring the icing of all segments of a cycle up: with S(i, q)
/// the sum of q letters of the word from i on, S(i, q) = more(i + q) for all i.
fn shift(word: &[bool], more: &[bool]) -> Option<(u128, u128)> {
    let n = word.len();
    // Differences in i: word(i) = word(i+q) + more(i+q) + more(i+q+1).
    let aim: Vec<bool> = (0..n)
        .map(|i| word[i] ^ more[i] ^ more[(i + 1) % n])
        .collect();
    let period = period(word);
    let q = find(word, &aim)? % period;
    // S(0, q) = more(q), where a period more adds the sum of a period.
    let odd = |to: usize| word[..to].iter().filter(|b| **b).count() % 2 == 1;
    let wrong = odd(q) != more[q];
    match (odd(period), wrong) {
        (false, true) => None,
        (false, false) => Some((q as u128, period as u128)),
        (true, _) => Some((
            (q + if wrong { period } else { 0 }) as u128,
            2 * period as u128,
        )),
    }
}

/// Lengths of the longest borders of the prefixes of a word.
fn borders(word: &[bool]) -> Vec<usize> {
    let mut borders = vec![0; word.len()];
    let mut k = 0;
    for i in 1..word.len() {
        while k > 0 && word[i] != word[k] {
            k = borders[k - 1];
        }
        if word[i] == word[k] {
            k += 1;
        }
        borders[i] = k;
    }
    borders
}

/// The least shift that leaves a cyclic word as it is.
fn period(word: &[bool]) -> usize {
    let n = word.len();
    let p = n - borders(word)[n - 1];
    if n.is_multiple_of(p) { p } else { n }
}

/// The least q with word(i) = aim(i + q) for all i, both cyclic.
fn find(word: &[bool], aim: &[bool]) -> Option<usize> {
    let n = word.len();
    let borders = borders(word);
    let mut k = 0;
    for i in 0..2 * n - 1 {
        while k > 0 && aim[i % n] != word[k] {
            k = borders[k - 1];
        }
        if aim[i % n] == word[k] {
            k += 1;
        }
        if k == n {
            return Some(i + 1 - n);
        }
    }
    None
}

/// The numbers in both residue classes; None if there is none, or if the modulus is above 2^100.
fn combine((a, m): (u128, u128), (b, n): (u128, u128)) -> Option<(u128, u128)> {
    let g = m.gcd(&n);
    if a % g != b % g {
        return None;
    }
    let lcm = (m / g).checked_mul(n).filter(|l| *l < 1 << 100)?;
    // a + m*t = b modulo n.
    let step = n / g;
    let inverse = (m / g) as i128;
    let inverse = inverse
        .extended_gcd(&(step as i128))
        .x
        .rem_euclid(step as i128) as u128;
    let difference = ((b % n + n - a % n) % n) / g;
    let t = difference % step * inverse % step;
    Some(((a + m * t) % lcm, lcm))
}

fn cake(input: &Input) -> Result<Cake> {
    match input.function() {
        "F" => Cake::new(&[input.u64("a")?, input.u64("b")?], Some(input.u64("c")?)),
        "F_single" => {
            let text = input.need("size")?.as_str().unwrap_or_default();
            let inner = text
                .strip_prefix("360/")
                .and_then(|t| t.strip_suffix(" degrees"));
            let wrong = || {
                Error::input(format!(
                    "`{text}` is not a size such as `360/6 degrees` or `360/sqrt(6) degrees`"
                ))
            };
            let inner = inner.ok_or_else(wrong)?;
            match inner
                .strip_prefix("sqrt(")
                .and_then(|t| t.strip_suffix(')'))
            {
                Some(c) => Cake::new(&[], Some(c.parse().map_err(|_| wrong())?)),
                None => Cake::new(&[inner.parse().map_err(|_| wrong())?], None),
            }
        }
        _ => Err(input.unknown()),
    }
}

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "G" => {
            let n = input.u64("n")?;
            if n > 60 {
                return Err(Error::limit("n is at most 60"));
            }
            let triples: Vec<[u64; 3]> = (9..=n)
                .flat_map(|c| (9..c).flat_map(move |b| (9..b).map(move |a| [a, b, c])))
                .collect();
            let next = AtomicUsize::new(0);
            let work = || -> Result<u128> {
                let mut sum = 0;
                while let Some([a, b, c]) = triples.get(next.fetch_add(1, Relaxed)) {
                    sum += flips(&Cake::new(&[*a, *b], Some(*c))?)?;
                }
                Ok(sum)
            };
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let sum: Result<u128> = std::thread::scope(|scope| {
                let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                all.into_iter()
                    .map(|t| {
                        t.join()
                            .unwrap_or_else(|_| Err(Error::limit("a thread stopped")))
                    })
                    .sum()
            });
            Ok(natural(sum?, None))
        }
        _ => Ok(natural(flips(&cake(input)?)?, None)),
    }
}

/// Piece by piece: lengths from the knife on, and whether the icing is up.
fn brute(input: &Input) -> Result<Value> {
    let cake = cake(input)?;
    let mut pieces: Vec<(Place, bool)> = vec![((cake.over, 0), true)];
    // The whole circle is no place; it is longer than any other length.
    let longer =
        |x: Place, y: Place| x != y && (x.0 == cake.over && x.1 == 0 || cake.at(x) > cake.at(y));
    for count in 1..=60_000u64 {
        let sector = cake.sectors[(count - 1) as usize % cake.sectors.len()];
        let mut left = sector;
        let mut turned = Vec::new();
        let mut rest = pieces.into_iter();
        let mut after = Vec::new();
        for (length, up) in rest.by_ref() {
            if longer(length, left) {
                turned.push((left, !up));
                after.push(((length.0 - left.0, length.1 - left.1), up));
                break;
            }
            turned.push((length, !up));
            if length == left {
                break;
            }
            left = (left.0 - length.0, left.1 - length.1);
        }
        turned.reverse();
        pieces = after.into_iter().chain(rest).chain(turned).collect();
        // Pieces that stand together with the same icing are one.
        let mut joined: Vec<(Place, bool)> = Vec::new();
        for (length, up) in pieces {
            match joined.last_mut() {
                Some((last, same)) if *same == up => *last = (last.0 + length.0, last.1 + length.1),
                _ => joined.push((length, up)),
            }
        }
        pieces = joined;
        if pieces.iter().all(|(_, up)| *up) {
            return Ok(natural(count, None));
        }
    }
    Err(Error::limit("brute force is for at most 60000 flips"))
}
