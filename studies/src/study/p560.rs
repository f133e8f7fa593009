//! 560: the number taken is coprime to the pile.

use crate::number::{least_factors, lists_with_nim_sum_zero, natural};
use crate::search::{Search, tuples};
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 560,
    text: "An even pile has the value 0, since it leaves odd piles only; a pile of 1 has the value 1; an odd pile has the place of its least prime \
        factor p among the primes (2 is the first). What is left is coprime to the pile, so its least factor is another one; and 1, 2 and \
        every prime below p can be left. A sieve finds how many piles have each value, and the characters of the nimbers \
        count the lists of k piles with nim-sum 0.",
    known: || {
        Ok(Known::Theorem(
            "the value is the place of the least prime factor, proved in the text".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all = Vec::new();
        for k in 0..=3 {
            all.extend((2..=14).map(|n| format!(r#"{{"fn": "L", "n": {n}, "k": {k}}}"#)));
        }
        all.push(r#"{"fn": "L", "n": 14, "k": 3, "mod": 100}"#.into());
        all.push(r#"{"fn": "P_positions", "n": 7, "k": 2}"#.into());
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    let (n, k) = (input.usize("n")?, input.u64("k")?);
    if !(2..1 << 28).contains(&n) {
        return Err(Error::limit(format!("n = {n} is not between 2 and 2^28")));
    }
    let values = values(n - 1);
    match input.function() {
        "L" => {
            let most = values.iter().max().copied().unwrap_or(0) as usize;
            let mut components = vec![0u64; most + 1];
            for v in &values[1..] {
                components[*v as usize] += 1;
            }
            let modulus = input.modulus()?;
            Ok(natural(
                lists_with_nim_sum_zero(&components, k, modulus)?,
                modulus,
            ))
        }
        "P_positions" if (n as u64).pow(k.min(9) as u32) <= 1 << 20 => {
            let all = tuples(k as usize, 1, n as u64 - 1);
            let zero = |t: &Vec<u64>| t.iter().fold(0, |x, h| x ^ values[*h as usize]) == 0;
            Ok(Value::from(
                all.into_iter().filter(zero).collect::<Vec<_>>(),
            ))
        }
        "P_positions" => Err(Error::limit(
            "the list has more than 2^20 tuples to look at",
        )),
        _ => Err(input.unknown()),
    }
}

/// Values of the piles 0, …, n.
fn values(n: usize) -> Vec<u32> {
    let least = least_factors(n);
    let mut place = vec![0u32; n + 1];
    let mut primes = 0;
    let mut values = vec![0u32; n + 1];
    for h in 1..=n {
        if h > 1 && least[h] as usize == h {
            primes += 1;
            place[h] = primes;
        }
        values[h] = match h {
            1 => 1,
            _ if h.is_multiple_of(2) => 0,
            _ => place[least[h] as usize],
        };
    }
    values
}

fn options(piles: &Vec<u64>) -> Vec<Vec<u64>> {
    let mut out = Vec::new();
    for (i, h) in piles.iter().enumerate() {
        for t in (1..=*h).filter(|t| num_integer::gcd(*t, *h) == 1) {
            let mut next = piles.clone();
            next[i] -= t;
            next.sort_unstable();
            out.push(next);
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    let mut lost = Vec::new();
    for tuple in tuples(input.usize("k")?, 1, input.u64("n")? - 1) {
        let mut piles = tuple.clone();
        piles.sort_unstable();
        if search.lost(&piles, options) {
            lost.push(tuple);
        }
    }
    match input.function() {
        "L" => Ok(natural(lost.len() as u64, input.modulus()?)),
        _ => Ok(Value::from(lost)),
    }
}
