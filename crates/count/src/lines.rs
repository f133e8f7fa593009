//! Games in which every P-position forbids whole lines: a move takes t·(direction) stones for any t ≥ 1, so two P-positions never share a
//! line, and the least position free of all lines is the next one. Two heaps to bounds of 10^7, three heaps to some thousands.

use bouton_core::{Budget, Error, Result};

/// The P-positions (x, y) with x ≤ `most_x` and y ≤ `most_y`, by x and then y, of the game whose moves take t·(dx, dy), t ≥ 1, for one
/// of the directions, as long as the heaps have so many stones.
///
/// Cost: for each x a few steps, nearly constant, through the lines that are taken (next free line by union of neighbours); 4 bytes for
/// each line.
///
/// # Errors
/// A direction (0, 0) or one with a common factor; more lines than 32 bits number; a limit.
///
/// ```
/// use bouton_count::lines::two_heaps;
/// use bouton_core::Budget;
/// // Wythoff's game.
/// let p = two_heaps(&[(1, 0), (0, 1), (1, 1)], 5, 7, &Budget::unlimited()).unwrap();
/// assert_eq!(p, [(0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3)]);
/// ```
pub fn two_heaps(
    directions: &[(u64, u64)],
    most_x: u64,
    most_y: u64,
    budget: &Budget,
) -> Result<Vec<(u64, u64)>> {
    let mut families = Vec::new();
    let mut held = budget.hold();
    let mut bytes = 0;
    let mut one_each = false;
    for &(dx, dy) in directions {
        if num_integer::gcd(dx, dy) != 1 {
            return Err(Error::input(format!(
                "the direction ({dx}, {dy}) has a common factor or takes nothing: write for example (1, 2)"
            )));
        }
        if dx == 0 {
            one_each = true;
            continue;
        }
        let lines = dx.checked_mul(most_y).zip(dy.checked_mul(most_x));
        let lines = lines
            .and_then(|(a, b)| a.checked_add(b))
            .filter(|n| *n < u64::from(u32::MAX) - dx);
        let Some(lines) = lines else {
            return Err(Error::limit(format!(
                "direction ({dx}, {dy}) has more than 2^32 lines in the bounds"
            )));
        };
        bytes += 4 * (lines + dx + 1);
        held.set(bytes)?;
        families.push(Family {
            dx,
            dy,
            shift: dy * most_x,
            next: (0..=(lines + dx) as u32).collect(),
        });
    }
    let mut found = Vec::new();
    for x in 0..=most_x {
        budget.visit(1)?;
        let mut y = 0;
        'positions: while y <= most_y {
            // The least y from here on that is free in every family.
            let mut settled = 0;
            while settled < families.len() {
                settled = 0;
                for f in &mut families {
                    let free = f.free_from(x, y);
                    if free > most_y {
                        break 'positions;
                    }
                    settled = if free == y { settled + 1 } else { 0 };
                    y = free;
                }
            }
            found.push((x, y));
            families.iter_mut().for_each(|f| f.take(x, y));
            if one_each {
                break;
            }
            y += 1;
        }
    }
    Ok(found)
}

/// The lines of one direction, numbered by dx·y − dy·x; each points to itself if free, else towards the next free one dx further.
struct Family {
    dx: u64,
    dy: u64,
    shift: u64,
    next: Vec<u32>,
}

impl Family {
    fn line(&self, x: u64, y: u64) -> usize {
        (self.dx * y + self.shift - self.dy * x) as usize
    }

    fn free_from(&mut self, x: u64, y: u64) -> u64 {
        let start = self.line(x, y);
        let mut at = start;
        while self.next[at] as usize != at {
            let step = self.next[at] as usize;
            self.next[at] = self.next[step];
            at = step;
        }
        y + (at - start) as u64 / self.dx
    }

    fn take(&mut self, x: u64, y: u64) {
        let line = self.line(x, y);
        let further = line + self.dx as usize;
        // The last lines have nothing behind them; they stay free, beyond every bound.
        if further < self.next.len() {
            self.next[line] = further as u32;
        }
    }
}

/// The P-positions x ≤ y ≤ z ≤ `most` of the game of three heaps whose moves take t·d stones for one of the directions d, in any order
/// of the heaps.
///
/// Cost: most²/2 rows, each searched up to its position; a bit for each line.
///
/// # Errors
/// A direction without a 1 in it; a limit.
///
/// ```
/// use bouton_count::lines::three_heaps;
/// // Nim on three heaps takes from one heap only.
/// let p = three_heaps(&[[0, 0, 1]], 3, &bouton_core::Budget::unlimited()).unwrap();
/// assert_eq!(p, [[0, 0, 0], [0, 1, 1], [0, 2, 2], [0, 3, 3], [1, 2, 3]]);
/// ```
pub fn three_heaps(directions: &[[u64; 3]], most: u64, budget: &Budget) -> Result<Vec<[u64; 3]>> {
    let mut families: Vec<Planes> = Vec::new();
    let mut held = budget.hold();
    let mut bytes = 0u64;
    for d in directions {
        if !d.contains(&1) {
            return Err(Error::input(format!(
                "the direction {d:?} needs a 1 in it: write for example [1, 1, 0]"
            )));
        }
        for order in ORDERS {
            let d = order.map(|i| d[i]);
            if families.iter().any(|f| f.d == d) {
                continue;
            }
            let pivot = d.iter().position(|s| *s == 1).unwrap_or(0);
            let others = [(pivot + 1) % 3, (pivot + 2) % 3];
            let [rows, columns] = others.map(|i| {
                d[i].saturating_add(1)
                    .saturating_mul(most)
                    .saturating_add(1)
            });
            let words = rows.saturating_mul(columns) / 64 + 1;
            bytes = bytes.saturating_add(words.saturating_mul(8));
            held.set(bytes)?;
            let words = usize::try_from(words)
                .ok()
                .filter(|w| *w <= 1 << 32)
                .ok_or_else(|| {
                    Error::limit(format!("three heaps up to {most} have too many lines"))
                })?;
            families.push(Planes {
                d,
                pivot,
                others,
                columns,
                most,
                taken: vec![0; words],
            });
        }
    }
    let one_each = families.iter().any(|f| f.d == [0, 0, 1]);
    let mut found = Vec::new();
    for x in 0..=most {
        for y in x..=most {
            budget.visit(1)?;
            if one_each
                && families
                    .iter()
                    .any(|f| f.d == [0, 0, 1] && f.is_taken([x, y, 0]))
            {
                continue;
            }
            for z in y..=most {
                if families.iter().any(|f| f.is_taken([x, y, z])) {
                    continue;
                }
                found.push([x, y, z]);
                for order in ORDERS {
                    let p = order.map(|i| [x, y, z][i]);
                    families.iter_mut().for_each(|f| f.take(p));
                }
                if one_each {
                    break;
                }
            }
        }
    }
    Ok(found)
}

const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// The lines of one direction, by where they meet the plane on which the pivot's heap is empty.
struct Planes {
    d: [u64; 3],
    pivot: usize,
    others: [usize; 2],
    columns: u64,
    most: u64,
    taken: Vec<u64>,
}

impl Planes {
    fn line(&self, p: [u64; 3]) -> (usize, u64) {
        let [i, j] = self
            .others
            .map(|i| p[i] + self.d[i] * (self.most - p[self.pivot]));
        let bit = i * self.columns + j;
        ((bit / 64) as usize, 1 << (bit % 64))
    }
    fn is_taken(&self, p: [u64; 3]) -> bool {
        let (word, bit) = self.line(p);
        self.taken[word] & bit != 0
    }
    fn take(&mut self, p: [u64; 3]) {
        let (word, bit) = self.line(p);
        self.taken[word] |= bit;
    }
}
