//! 922: tokens on staircases that move any distance; values are an integer and a nimber.

use crate::number::integer;
use crate::young::{Staircase, won_by_right};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;

pub const STUDY: Study = Study {
    id: 922,
    text: "Canonical forms of small staircases show the value of a token at the corner: the integer b - a, Right being the positive player, and the nimber k - 1. So Right, who begins, wins \
        exactly if the sum of the integers is positive, or if it is 0 and the nim-sum is not. Exchanging a and b changes the sign, so half of the tuples whose sum is not 0 \
        are positive. For each character of the nimbers the tuples with the sum 0 are a coefficient of a power of a Laurent polynomial.",
    known: || {
        Ok(Known::Verified("the value b - a + *(k-1) agrees with canonical forms for weights up to 9, and the count with search; not proved".into()))
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
            all.push(format!(r#"{{"fn": "R", "m": {m}, "w": {w}}}"#));
        }
        all.push(r#"{"fn": "R", "m": 2, "w": 6, "mod": 10}"#.into());
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    if input.function() != "R" {
        return Err(input.unknown());
    }
    let (m, w) = (input.u64("m")?, input.u64("w")?);
    if m > 64 || w > 512 {
        return Err(Error::limit("at most 64 staircases of weight up to 512"));
    }
    Ok(integer(won(m as u32, w as i64), input.modulus()?))
}

fn won(m: u32, w: i64) -> BigInt {
    let stairs = Staircase::up_to(w);
    let width = (2 * w + 1) as usize;
    let size = (w.max(1) as usize).next_power_of_two();
    // The tuples with sum 0 by character of the nimbers; that of 0 counts all of them.
    let mut with_sum_zero = Vec::new();
    for character in 0..size {
        let mut row = vec![BigInt::ZERO; width];
        for s in &stairs {
            let sign = ((s.k - 1) as usize & character).count_ones() % 2;
            row[(s.b - s.a + w) as usize] += if sign == 0 { 1 } else { -1 };
        }
        let mut power = vec![BigInt::from(1)];
        for _ in 0..m {
            let mut next = vec![BigInt::ZERO; power.len() + row.len() - 1];
            for (i, x) in power
                .iter()
                .enumerate()
                .filter(|(_, x)| **x != BigInt::ZERO)
            {
                for (j, y) in row.iter().enumerate() {
                    next[i + j] += x * y;
                }
            }
            power = next;
        }
        with_sum_zero.push(power[w as usize * m as usize].clone());
    }
    let all = BigInt::from(stairs.len()).pow(m);
    let zero = with_sum_zero[0].clone();
    let lost = with_sum_zero.iter().sum::<BigInt>() / BigInt::from(size);
    (all - &zero) / 2 + zero - lost
}

fn brute(input: &Input) -> Result<Value> {
    let w = input.u64("w")? as i64;
    Ok(integer(
        won_by_right(input.usize("m")?, w, w * w),
        input.modulus()?,
    ))
}
