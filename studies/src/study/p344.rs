//! 344: coins that slide left, one of them silver; the leftmost may be pocketed.

use crate::number::natural;
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 344,
    text: "With the silver coin leftmost the player to move wins at once. Else nobody wants to pocket the coin before the silver \
        one, and the gaps before every second coin are heaps of Nim: a slide that widens a gap is undone by the next coin. \
        With an even number of coins the heaps are the gaps between the coins of each pair. With an odd number the leftmost coin is \
        paired with the wall, and its pocketing is one more move if a worthless coin follows: the heap is one larger then. The \
        number of heaps with nim-sum 0 and a given total obeys a recurrence from half the total, by the parity of the heaps, and \
        the places of the other gaps are prefix sums. Search of all arrangements agrees for every small strip.",
    known: || {
        Ok(Known::Theorem(
            "pairs of gaps are heaps of Nim, by the reversal argument in the text".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all = Vec::new();
        for c in 0..=3 {
            all.extend((c + 1..=8).map(|n| format!(r#"{{"fn": "W", "n": {n}, "c": {c}}}"#)));
        }
        all.push(r#"{"fn": "W", "n": 9, "c": 4}"#.into());
        all.push(r#"{"fn": "W", "n": 8, "c": 2, "mod": 6}"#.into());
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "W" => {
            let (n, c) = (input.usize("n")?, input.usize("c")?);
            Ok(natural(won(n, c + 1, input.modulus()?)?, None))
        }
        _ => Err(input.unknown()),
    }
}

/// N-positions of k coins on n squares, one of them silver: O(n·k) steps.
fn won(n: usize, k: usize, modulus: Option<u64>) -> Result<u128> {
    if k > n {
        return Ok(0);
    }
    // Without a modulus the counts must fit; all arrangements are fewer than n^k·k.
    let bits = (k as f64) * (n as f64).log2() + (k as f64).log2();
    if modulus.is_none() && bits > 120.0 {
        return Err(Error::limit(format!(
            "the number of arrangements of {k} coins on {n} squares may exceed 2^120; give a modulus"
        )));
    }
    let m = modulus.map_or(u128::MAX / 4, u128::from);
    let free = n - k;
    let total = placed(&delta(free, m), k + 1, m) * (k as u128 % m) % m;
    let lost = if k.is_multiple_of(2) {
        let heaps = balanced(k / 2, free, modulus);
        placed(&heaps, k / 2 + 1, m) * ((k as u128 - 1) % m) % m
    } else if k == 1 {
        0
    } else {
        let h = k.div_ceil(2);
        let heaps = balanced(h, free + 1, modulus);
        let fewer = balanced(h - 1, free + 1, modulus);
        // The first heap is one more than the free squares before the leftmost coin.
        let raised: Vec<u128> = (0..=free)
            .map(|t| (heaps[t + 1] + m - fewer[t + 1]) % m)
            .collect();
        let next = placed(&heaps[..=free], h, m);
        let later = placed(&raised, h, m) * ((k as u128 - 2) % m) % m;
        (next + later) % m
    };
    Ok((total + m - lost) % m)
}

/// One way to have nothing.
fn delta(free: usize, m: u128) -> Vec<u128> {
    let mut one = vec![0; free + 1];
    one[0] = 1 % m;
    one
}

/// For t = 0, …, most: lists of h heaps with nim-sum 0 and t in total. The sum is even; the last bits of an even number of heaps
/// are 1, and the rest is the same question about half of what remains.
fn balanced(h: usize, most: usize, modulus: Option<u64>) -> Vec<u128> {
    let m = modulus.map_or(u128::MAX / 4, u128::from);
    let mut row = vec![0u128; h + 1];
    row[0] = 1 % m;
    for _ in 0..h {
        for j in (1..=h).rev() {
            row[j] = (row[j] + row[j - 1]) % m;
        }
    }
    let mut lists = vec![0u128; most + 1];
    lists[0] = 1 % m;
    for t in (2..=most).step_by(2) {
        let terms = (0..=h.min(t)).step_by(2);
        lists[t] = terms.fold(0, |sum, j| {
            // With j = 0 the rest is t/2 < t.
            let product = match modulus {
                Some(m) => row[j] * lists[(t - j) / 2] % m as u128,
                None => row[j] * lists[(t - j) / 2],
            };
            (sum + product) % m
        });
    }
    lists
}

/// The last coefficient after `places` prefix sums: the rest of the free squares is spread over so many places.
fn placed(heaps: &[u128], places: usize, m: u128) -> u128 {
    let mut sums = heaps.to_vec();
    for _ in 0..places {
        let mut so_far = 0;
        for s in &mut sums {
            so_far = (so_far + *s) % m;
            *s = so_far;
        }
    }
    sums.last().copied().unwrap_or(0)
}

/// Coins from the left, the index of the silver one; after it is pocketed the player to move has lost.
type Coins = (Vec<usize>, usize);

fn options((coins, silver): &Coins) -> Vec<Coins> {
    let mut out = Vec::new();
    if coins.is_empty() {
        return out;
    }
    match silver {
        0 => out.push((Vec::new(), 0)),
        s => out.push((coins[1..].to_vec(), s - 1)),
    }
    for i in 0..coins.len() {
        let low = if i == 0 { 0 } else { coins[i - 1] + 1 };
        for to in low..coins[i] {
            let mut next = coins.clone();
            next[i] = to;
            out.push((next, *silver));
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let (n, k) = (input.usize("n")?, input.usize("c")? + 1);
    let mut search = Search::new();
    let mut count = 0u64;
    for set in 0u64..1 << n {
        if set.count_ones() as usize != k {
            continue;
        }
        let coins: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 1).collect();
        for silver in 0..k {
            count += u64::from(!search.lost(&(coins.clone(), silver), options));
        }
    }
    Ok(natural(count, input.modulus()?))
}
