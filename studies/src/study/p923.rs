//! 923: tokens on staircases that move one square; values are integers and switches.

use crate::number::integer;
use crate::young::{Staircase, won_by_right};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use std::collections::BTreeMap;

pub const STUDY: Study = Study {
    id: 923,
    text: "With d squares in the diagonal of a staircase, M - 1 more in its row d and N - 1 more in its column d, canonical forms of small staircases show the value \
        M - 1 if N = 1, -(N - 1) if M = 1, and else the switch {M - 2 | -(N - 2)}, Right being the positive player. Switches are played in order of their temperature; after them \
        integers are left, and Right wins if his sum is positive, or 0 with Down to move. So the tuples are built from the hottest class down: with j staircases of one temperature the \
        moves cancel in pairs, and an odd one goes to the player whose turn it is. A table over the number of staircases, the turn, and twice the sum holds the counts.",
    known: || {
        Ok(Known::Verified("the values agree with canonical forms for weights up to 10, and the count with search; not proved".into()))
    },
    run,
    brute,
    twins: || {
        let mut all = Vec::new();
        for (m, w) in [
            (1, 3),
            (1, 7),
            (1, 9),
            (2, 4),
            (2, 5),
            (2, 6),
            (2, 7),
            (3, 5),
        ] {
            all.push(format!(r#"{{"fn": "S", "m": {m}, "w": {w}}}"#));
        }
        all.push(r#"{"fn": "S", "m": 2, "w": 6, "mod": 10}"#.into());
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    if input.function() != "S" {
        return Err(input.unknown());
    }
    let (m, w) = (input.usize("m")?, input.u64("w")?);
    let bits = m as f64 * (Staircase::up_to(w.min(512) as i64).len().max(1) as f64).log2();
    if m > 16 || w > 512 || bits > 126.0 {
        return Err(Error::limit("the number of tuples exceeds 2^126"));
    }
    Ok(integer(BigInt::from(won(m, w as i64)), input.modulus()?))
}

/// Twice the mean and twice the temperature of the switches; an integer has temperature -1 here, below all switches.
fn value(s: Staircase) -> (i64, i64) {
    let side = (1..).take_while(|d| s.row(d - 1) >= *d).count() as i64;
    let right = s.row(side - 1) - side + 1;
    let rows = (0..s.a * s.k).filter(|i| s.row(*i) >= side).count() as i64;
    let down = rows - side + 1;
    match (right, down) {
        (m, 1) => (2 * (m - 1), -1),
        (1, n) => (-2 * (n - 1), -1),
        (m, n) => (m - n, m + n - 4),
    }
}

/// Counts by twice the sum.
type Row = BTreeMap<i64, u128>;

fn won(m: usize, w: i64) -> u128 {
    let mut classes: BTreeMap<i64, Row> = BTreeMap::new();
    for s in Staircase::up_to(w) {
        let (mean, temperature) = value(s);
        *classes
            .entry(temperature)
            .or_default()
            .entry(mean)
            .or_default() += 1;
    }
    // states[used][turn]: turn 0 if Right is to move.
    let mut states = vec![[Row::new(), Row::new()]; m + 1];
    states[0][0].insert(0, 1);
    for (temperature, class) in classes.iter().rev() {
        // powers[j]: sums of the means of j members.
        let mut powers = vec![Row::from([(0, 1)])];
        for j in 1..=m {
            powers.push(product(&powers[j - 1], class, 0, 1));
        }
        let mut next = states.clone();
        for used in 0..m {
            for (turn, state) in states[used].iter().enumerate() {
                for j in 1..=m - used {
                    let odd = *temperature >= 0 && j % 2 == 1;
                    let shift = match (odd, turn) {
                        (false, _) => 0,
                        (true, 0) => *temperature,
                        (true, _) => -temperature,
                    };
                    let more = product(state, &powers[j], shift, choose(used + j, j));
                    let to = if odd { 1 - turn } else { turn };
                    for (sum, count) in more {
                        *next[used + j][to].entry(sum).or_default() += count;
                    }
                }
            }
        }
        states = next;
    }
    let [right, down] = &states[m];
    right.range(1..).map(|(_, c)| c).sum::<u128>() + down.range(0..).map(|(_, c)| c).sum::<u128>()
}

fn product(a: &Row, b: &Row, shift: i64, factor: u128) -> Row {
    let mut out = Row::new();
    for (x, c) in a {
        for (y, d) in b {
            *out.entry(x + y + shift).or_default() += c * d * factor;
        }
    }
    out
}

fn choose(n: usize, k: usize) -> u128 {
    (0..k).fold(1, |c, i| c * (n - i) as u128 / (i + 1) as u128)
}

fn brute(input: &Input) -> Result<Value> {
    let w = input.u64("w")? as i64;
    Ok(integer(
        won_by_right(input.usize("m")?, w, 1),
        input.modulus()?,
    ))
}
