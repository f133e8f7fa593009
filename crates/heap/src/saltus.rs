//! Proofs of arithmetic periods: G(n + p) = G(n) + s for all n >= n0, s > 0, for codes that leave up to three heaps.
//!
//! Let A be the sequence with A(n) = G(n) for n < n0 + p and A(n + p) = A(n) + s from n0 on. G = A if the values computed are
//! those of A, and for every larger n (heaps below n having the values of A, by induction)
//!
//! 1. *no option of n has the value A(n)*. A heap a >= n0 is r + p x with n0 <= r < n0 + p, and A(a) = A(r) + s x. A move that
//!    takes k fixes the class of n and the difference of the quotients, so an option with the value A(n) is a solution in
//!    natural numbers x, y, z of (α + s x) xor (β + s y) xor (γ + s z) = δ + s (x + y + z), where a heap below n0 has no unknown.
//!    Bit by bit, with the carries as state, this is a finite search: [`Carries`].
//! 2. *every v < A(n) is the value of an option*. With a digit that leaves three heaps, (a, b, b) has the value A(a), for
//!    every a < n - k - 1 with n - k - a even: a *pairing*; so has (b, b) the value 0. It stays one when n grows by L, an even
//!    multiple of p, with S = L s / p (b grows by L / 2), and if a >= n0, a + L gives v + S for n + L. An option with one heap
//!    a >= n0 and fixed small ones (of at most 4 (n0 + p) counters together), whose xor d is below the power of two that divides
//!    S, has the value A(a) xor d and moves along likewise: a *companion*.
//!    Suppose that for n = m, …, m + L - 1 every v < A(n) - S has a pairing, and every other v < A(n) has a pairing with a >= n0
//!    or a companion, and at n + L a pairing with a >= n0. Then the same holds for n + L: below A(n) old pairings stay or the
//!    ones asked for at n + L are there, and from A(n) on everything is moved from v - S. So it holds for all n >= m.
//!
//! The conditions are checked exactly; the saltus may be any number. For earlier theorems see howsenowakowski2004.

use crate::HeapGame;
use rustc_hash::FxHashSet;

/// Heaps below n0 + p, at most: their triples are all looked at.
const CLASSES: usize = 256;
/// States of the search for solutions, at most.
const STATES: usize = 2_000_000;
/// L / p, at most.
const SHIFTS: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// The moves of a finite code that leaves up to three heaps, any heaps: the amounts that leave r heaps, for r = 1, 2, 3.
struct Amounts {
    leave: [Vec<usize>; 3],
    last: usize,
}

impl Amounts {
    fn of(game: &HeapGame) -> Option<Amounts> {
        let code = game.as_code().filter(|c| c.most_put() == 0)?;
        let last = usize::try_from(code.last()?).ok()?;
        let mut leave = [Vec::new(), Vec::new(), Vec::new()];
        for k in 0..=last {
            let digit = code.digit(k as i64);
            if digit.plain()? >= 16 {
                return None;
            }
            for (r, amounts) in leave.iter_mut().enumerate() {
                if digit.allows(r as u32 + 1).is_some() {
                    amounts.push(k);
                }
            }
        }
        Some(Amounts { leave, last })
    }
}

/// How many values the proof with this shift L compares.
pub(crate) fn needs(last: usize, p: usize, n0: usize, shift: usize) -> Option<usize> {
    window(last, n0.max(1), shift)?.checked_add(2 * shift.max(p))
}

/// m, the first heap of the window.
fn window(last: usize, n0: usize, shift: usize) -> Option<usize> {
    let reach = n0
        .checked_add(last)?
        .checked_add(3usize.checked_mul(shift)?)?;
    Some(reach.max(n0.checked_mul(3)?.checked_add(last)?))
}

/// The least shift L with which the values, which have the arithmetic period from n0 to their end, prove it for ever.
pub(crate) fn prove(game: &HeapGame, values: &[u64], p: usize, n0: usize, s: u64) -> Option<usize> {
    let moves = Amounts::of(game)?;
    // Heap 0 is no heap: it stands for none where fewer than three are left.
    let n0 = n0.max(1);
    if s == 0 || n0 + p > CLASSES || moves.leave[2].is_empty() {
        return None;
    }
    let shift = SHIFTS.iter().map(|j| j * p).find(|&shift| {
        let enough = needs(moves.last, p, n0, shift).is_some_and(|needs| needs <= values.len());
        enough && every_value_is_met(&moves, values, p, n0, s, shift)
    })?;
    is_never_met(&moves, values, p, n0, s).then_some(shift)
}

/// The second condition, for all n from the window on.
fn every_value_is_met(
    moves: &Amounts,
    values: &[u64],
    p: usize,
    n0: usize,
    s: u64,
    shift: usize,
) -> bool {
    let Some(first) = window(moves.last, n0, shift) else {
        return false;
    };
    let add = (shift / p) as u64 * s;
    let power = 1u64 << add.trailing_zeros();
    // Values of pairings, all and those with a >= n0.
    let pairings = |n: usize| {
        let mut sets = [FxHashSet::default(), FxHashSet::default()];
        if moves.leave[1].iter().any(|k| (n - k).is_multiple_of(2)) {
            sets[0].insert(0);
        }
        for &k in &moves.leave[2] {
            for a in (1..(n - k).saturating_sub(1)).filter(|a| (n - k - a).is_multiple_of(2)) {
                sets[0].insert(values[a]);
                if a >= n0 {
                    sets[1].insert(values[a]);
                }
            }
        }
        sets
    };
    let companions = |n: usize| {
        let mut set = FxHashSet::default();
        for (r, amounts) in moves.leave.iter().enumerate() {
            for k in amounts {
                for small in r..=(n - k - n0).min(4 * (n0 + p)) {
                    let a = n - k - small;
                    let mut with = |d: u64| {
                        if d < power {
                            set.insert(values[a] ^ d);
                        }
                    };
                    match r {
                        0 if small == 0 => with(0),
                        1 => with(values[small]),
                        2 => (1..small).for_each(|b| with(values[b] ^ values[small - b])),
                        _ => {}
                    }
                }
            }
        }
        set
    };
    (first..first + shift).all(|n| {
        let [old, moved] = pairings(n);
        let [_, later] = pairings(n + shift);
        let mut near = None;
        values[n] >= add
            && (0..values[n] - add).all(|v| old.contains(&v))
            && (values[n] - add..values[n]).all(|v| {
                let now =
                    moved.contains(&v) || near.get_or_insert_with(|| companions(n)).contains(&v);
                now && later.contains(&v)
            })
    })
}

/// The first condition, for all n with a heap >= n0 among the heaps of the option.
fn is_never_met(moves: &Amounts, values: &[u64], p: usize, n0: usize, s: u64) -> bool {
    let mut carries = Carries {
        s,
        seen: FxHashSet::default(),
    };
    let kinds: Vec<usize> = (1..n0 + p).collect();
    for (r, amounts) in moves.leave.iter().enumerate() {
        // r + 1 heaps in ascending order; 0 stands for none.
        for (i, &c) in kinds.iter().enumerate() {
            let second = if r >= 1 { &kinds[..=i] } else { &[0][..] };
            for (j, &b) in second.iter().enumerate() {
                let third = if r >= 2 { &kinds[..=j] } else { &[0][..] };
                for &a in third {
                    if c < n0 {
                        continue;
                    }
                    for k in amounts {
                        let n = a + b + c + k;
                        let quotient = (n - n0) / p;
                        let class = n - quotient * p;
                        let start = State {
                            parts: [a, b, c].map(|h| (if h == 0 { 0 } else { values[h] }, h >= n0)),
                            whole: values[class] + s * quotient as u64,
                        };
                        if carries.has_solution(start) != Some(false) {
                            return false;
                        }
                    }
                }
            }
        }
    }
    true
}

/// What is left of the heaps' values and of that of n above the bits that have been read; a heap below n0 has no unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    parts: [(u64, bool); 3],
    whole: u64,
}

/// The search for x, y, z, lowest bits first.
struct Carries {
    s: u64,
    /// States without a solution, or under way.
    seen: FxHashSet<State>,
}

impl Carries {
    /// Is there a solution? `None` if the search grows too large.
    fn has_solution(&mut self, start: State) -> Option<bool> {
        let mut open = vec![start];
        while let Some(mut state) = open.pop() {
            state.parts.sort_unstable();
            if !self.seen.insert(state) {
                continue;
            }
            if self.seen.len() > STATES {
                return None;
            }
            let [a, b, c] = state.parts;
            if a.0 ^ b.0 ^ c.0 == state.whole {
                return Some(true);
            }
            for bits in 0..8u64 {
                let bit = |i: usize| bits >> i & 1;
                if (0..3).any(|i| bit(i) == 1 && !state.parts[i].1) {
                    continue;
                }
                let mut next = state;
                for i in 0..3 {
                    next.parts[i].0 += self.s * bit(i);
                }
                next.whole += self.s * u64::from(bits.count_ones());
                let odd = next.parts.iter().fold(next.whole, |x, part| x ^ part.0) & 1;
                if odd == 0 {
                    next.parts.iter_mut().for_each(|part| part.0 >>= 1);
                    next.whole >>= 1;
                    open.push(next);
                }
            }
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Watch, grundy_values};

    /// The search by bits against all small x, y, z, for solutions and for their absence.
    #[test]
    fn carries_equal_trying_all() {
        let mut rng = fastrand::Rng::with_seed(21);
        let mut counts = [0, 0];
        for _ in 0..3000 {
            let s = rng.u64(1..6);
            let parts = [(); 3].map(|()| (rng.u64(0..10), rng.bool()));
            let start = State {
                parts,
                whole: rng.u64(0..24),
            };
            let most = |i: usize| if parts[i].1 { 40 } else { 1 };
            let mut found = false;
            for x in 0..most(0) {
                for y in 0..most(1) {
                    for z in 0..most(2) {
                        let xor =
                            (parts[0].0 + s * x) ^ (parts[1].0 + s * y) ^ (parts[2].0 + s * z);
                        found |= xor == start.whole + s * (x + y + z);
                    }
                }
            }
            let mut carries = Carries {
                s,
                seen: FxHashSet::default(),
            };
            assert_eq!(carries.has_solution(start), Some(found), "{s} {start:?}");
            counts[usize::from(found)] += 1;
        }
        assert!(counts.iter().all(|&c| c > 300), "{counts:?}");
    }

    /// The next values by the rules, whatever the values so far are.
    fn go_on(moves: &Amounts, values: &mut Vec<u64>, len: usize) {
        for n in values.len()..len {
            let mut met = FxHashSet::default();
            for &k in moves.leave[0].iter().filter(|&&k| k < n) {
                met.insert(values[n - k]);
            }
            for (r, amounts) in moves.leave.iter().enumerate().skip(1) {
                for m in amounts.iter().filter_map(|k| n.checked_sub(*k)) {
                    for a in 1..m {
                        let rest = if r == 1 { m - a..m - a + 1 } else { 1..m - a };
                        let with =
                            |b| values[a] ^ values[b] ^ if r == 1 { 0 } else { values[m - a - b] };
                        met.extend(rest.map(with));
                    }
                }
            }
            values.push((0..).find(|v| !met.contains(v)).expect("a value"));
        }
    }

    /// Right or wrong, a sequence that is accepted goes on by the rules as the period says; also where it was changed.
    #[test]
    fn what_is_proved_goes_on() {
        let mut rng = fastrand::Rng::with_seed(22);
        let (mut proved, mut refused) = (0, 0);
        for (text, p, n0, s) in [
            ("0.8", 3, 1, 1),
            ("0.BF", 1, 0, 1),
            ("0.137F", 2, 1, 1),
            ("0.9B", 7, 1, 4),
            ("0.3F", 6, 0, 3),
        ] {
            let game: HeapGame = text.parse().unwrap();
            let values = grundy_values(&game, 240, &mut Watch::default())
                .unwrap()
                .values;
            let right = values.head(240);
            let moves = Amounts::of(&game).unwrap();
            for round in 0..40 {
                let from = n0 + rng.usize(0..2 * p);
                let change: Vec<i64> = (0..p)
                    .map(|_| {
                        if round == 0 {
                            0
                        } else {
                            rng.i64(-1..2) * rng.i64(0..2)
                        }
                    })
                    .collect();
                let mut changed = right.clone();
                for n in from..240 {
                    changed[n] = right[n].saturating_add_signed(change[n % p]);
                }
                let is_periodic = (from..240 - p).all(|n| changed[n + p] == changed[n] + s);
                let Some(shift) = prove(&game, &changed, p, from, s).filter(|_| is_periodic) else {
                    refused += 1;
                    continue;
                };
                proved += 1;
                changed.truncate(needs(moves.last, p, from, shift).unwrap());
                let known = changed.len();
                go_on(&moves, &mut changed, 320);
                let wrong = (known..320).find(|&n| changed[n] != changed[n - p] + s);
                assert_eq!(wrong, None, "{text} {change:?} from {from}");
            }
        }
        assert!(proved > 8 && refused > 40, "{proved} {refused}");
    }
}
